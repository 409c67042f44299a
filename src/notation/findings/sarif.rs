//! Diagnostics as SARIF 2.1.0, which code hosts and editors read.
//!
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use serde_json::{Map, Value, json};

use crate::codes::{self, Code, Part};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::source::{Sources, Span};

use super::region;

/// The URI of the format's schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// One run over any number of rule files, each with its diagnostics, and messages about files that could not be read.
pub fn sarif(checked: &[(&Sources, Vec<&Diagnostic>)], unread: &[String]) -> Value {
    let mut used: Vec<&str> = checked.iter().flat_map(|(_, found)| found.iter().map(|one| one.code)).collect();
    used.sort_unstable();
    used.dedup();
    let results = checked.iter().flat_map(|(sources, found)| found.iter().map(|one| result(sources, one, &used)));
    let results: Vec<Value> = results.collect();
    let mut run = json!({
        "tool": {
            "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": used.iter().map(|code| rule(code)).collect::<Vec<Value>>(),
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": results,
    });
    if !unread.is_empty() {
        let told = |text: &String| json!({ "level": "error", "message": { "text": text } });
        let notifications: Vec<Value> = unread.iter().map(told).collect();
        run["invocations"] = json!([{ "executionSuccessful": false, "toolExecutionNotifications": notifications }]);
    }
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] })
}

fn rule(code: &str) -> Value {
    let level = if code.starts_with('W') { "warning" } else { "error" };
    let mut rule = json!({ "id": code, "defaultConfiguration": { "level": level } });
    if let (Some(one), Some(rule)) = (codes::find(code), rule.as_object_mut()) {
        rule.insert("shortDescription".to_owned(), json!({ "text": one.title }));
        rule.insert("fullDescription".to_owned(), json!({ "text": one.text.join("\n\n") }));
        rule.insert("help".to_owned(), json!({ "text": help(one, false), "markdown": help(one, true) }));
    }
    rule
}

/// The explanation of a code as `explain` shows it, with or without code fences.
fn help(one: &Code, markdown: bool) -> String {
    let mut parts: Vec<String> = one.text.iter().map(|paragraph| (*paragraph).to_owned()).collect();
    for (part, title) in [(Part::Parent, "In the parent:"), (Part::Wrong, "Wrong:"), (Part::Right, "Right:")] {
        for example in one.examples(part) {
            parts.push(title.to_owned());
            let text = example.text.trim_end();
            parts.push(if markdown { format!("```\n{text}\n```") } else { text.to_owned() });
        }
    }
    parts.join("\n\n")
}

fn result(sources: &Sources, one: &Diagnostic, rules: &[&str]) -> Value {
    let level = match one.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let text: Vec<String> = std::iter::once(one.message.clone()).chain(one.advice()).collect();
    let mut result = Map::new();
    result.insert("ruleId".to_owned(), json!(one.code));
    result.insert("ruleIndex".to_owned(), json!(rules.iter().position(|code| *code == one.code)));
    result.insert("level".to_owned(), json!(level));
    result.insert("message".to_owned(), json!({ "text": text.join("\n") }));
    result.insert("locations".to_owned(), json!([{ "physicalLocation": place(sources, one.span) }]));
    if !one.labels.is_empty() {
        let related = one.labels.iter().enumerate().map(|(id, label)| {
            json!({ "id": id, "message": { "text": label.text }, "physicalLocation": place(sources, label.span) })
        });
        result.insert("relatedLocations".to_owned(), related.collect());
    }
    if let Some(fix) = &one.fix {
        result.insert("fixes".to_owned(), json!([mending(sources, fix)]));
    }
    Value::Object(result)
}

fn mending(sources: &Sources, fix: &Fix) -> Value {
    let old = sources.text(fix.span);
    json!({
        "description": { "text": format!("`{old}` becomes `{}`", fix.replacement) },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(&sources.get(fix.span.file).name) },
            "replacements": [{
                "deletedRegion": lines(sources, fix.span),
                "insertedContent": { "text": fix.replacement },
            }],
        }],
    })
}

fn place(sources: &Sources, span: Span) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&sources.get(span.file).name) },
        "region": lines(sources, span),
    })
}

fn lines(sources: &Sources, span: Span) -> Value {
    let place = region(sources, span);
    json!({
        "startLine": place.start.0, "startColumn": place.start.1,
        "endLine": place.end.0, "endColumn": place.end.1,
        "byteOffset": span.start, "byteLength": span.end.saturating_sub(span.start),
    })
}

/// A path as a URI: slashes, and percent-encoding of all but unreserved characters.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let absolute = path.starts_with('/') || path.as_bytes().get(1) == Some(&b':');
    let mut uri = match (absolute, path.starts_with('/')) {
        (true, true) => "file://".to_owned(),
        (true, false) => "file:///".to_owned(),
        (false, _) => String::new(),
    };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            b':' if absolute => uri.push(':'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
