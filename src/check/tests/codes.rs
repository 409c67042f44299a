//! Every code has a text that earns it, and every text earns its code.

use super::{FRONT, QUIET, checked};
use crate::check::CODES;

#[test]
fn examples_earn_their_codes() {
    let mut unearned = Vec::new();
    for one in CODES.iter().filter(|one| !one.example.is_empty()) {
        let parts: Vec<&str> = one.example.split("=====\n").collect();
        let child = parts.get(1).map(|child| format!("+++\nname = \"Child\"\nextends = \"parent\"\n+++\n{child}"));
        let front = FRONT.replace(QUIET, "");
        let front = if one.code == "W0804" { front.replace("w w w w w w w w", "w w w w w w w W") } else { front };
        let root = format!("{front}{}", parts[0]);
        let mut files = vec![("parent", root.as_str())];
        files.extend(child.as_deref().map(|child| ("child", child)));
        let (_, found) = checked(&files, &[]);
        let codes: Vec<&str> = found.diagnostics.iter().map(|one| one.code).collect();
        if !codes.contains(&one.code) {
            unearned.push(format!("{}: {codes:?}: {}", one.code, one.example));
        }
    }
    assert!(unearned.is_empty(), "{}", unearned.join("\n"));
}

#[test]
fn the_list_is_sorted_and_whole() {
    assert!(CODES.is_sorted_by(|a, b| a.code < b.code));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/check");
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten().filter(|one| one.path().is_file()) {
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        for quoted in text.split('"').filter(|one| one.len() == 5 && one.starts_with(['E', 'W'])) {
            if quoted[1..].bytes().all(|byte| byte.is_ascii_digit()) {
                assert!(CODES.iter().any(|one| one.code == quoted), "{quoted} in {}", entry.path().display());
            }
        }
    }
}
