//! GitLab Code Quality: a list of faults, each with its line.
//!
//! <https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>

use std::collections::HashMap;

use draughtsman::library::sha256;
use serde_json::{Value, json};

use super::{Fault, Tried};

/// The whole report.
pub(super) fn report(tried: &[Tried]) -> String {
    let mut same: HashMap<[&str; 3], u64> = HashMap::new();
    let faults = tried.iter().flat_map(|one| &one.faults);
    let entries: Vec<Value> = faults
        .map(|fault| {
            // Lines move while a fault stays the same, so they are not part of the fingerprint. A number distinguishes
            // identical faults.
            let what = [fault.place.0.as_str(), &fault.kind, &fault.message];
            let number = same.entry(what).or_default();
            *number += 1;
            entry(fault, &fingerprint(what, *number))
        })
        .collect();
    format!("{:#}\n", Value::from(entries))
}

fn entry(fault: &Fault, fingerprint: &str) -> Value {
    let severity = match fault.grave {
        _ if fault.kind == Fault::UNREAD => "critical",
        true => "major",
        false => "minor",
    };
    // Paths are relative to the root of the repository; a leading `./` is not understood.
    let path = fault.place.0.trim_start_matches("./");
    json!({
        "description": fault.message,
        "check_name": fault.kind,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": { "path": path, "lines": { "begin": fault.place.1 } },
    })
}

fn fingerprint(what: [&str; 3], number: u64) -> String {
    // With separators, different parts cannot add up to the same text.
    sha256(format!("{}\0{}\0{}\0{number}", what[0], what[1], what[2]).as_bytes())
}
