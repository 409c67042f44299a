//! Tests that parse, print, format and break the rule files of the project.

use std::path::{Path, PathBuf};

use crate::source::FileId;
use crate::syntax::{PRELUDE, format, format_rules, parse, parse_rules, print};

/// Every rule file in `variants/` with its path.
pub(super) fn rule_files() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join("variants"))
        .into_iter()
        .flatten()
        .flat_map(|entry| entry.map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "draughts"))
        .collect();
    files.sort();
    assert!(files.len() >= 3);
    files.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn every_file_is_read_without_a_diagnostic() {
    for (path, text) in rule_files() {
        let parsed = parse(FileId(0), &text);
        assert_eq!(parsed.diagnostics, [], "{}", path.display());
        assert!(parsed.front.contains_key("name"));
    }
    assert_eq!(parse_rules(FileId(0), PRELUDE).1, []);
}

#[test]
fn printing_is_the_inverse_of_reading() {
    for (path, text) in rule_files() {
        let rules = parse(FileId(0), &text).rules;
        let printed = print::rule_file(&rules);
        let (again, found) = parse_rules(FileId(0), &printed);
        assert_eq!(found, [], "{}\n{printed}", path.display());
        assert_eq!(print::spanless(&again), print::spanless(&rules), "{}\n{printed}", path.display());
        assert_eq!(print::rule_file(&again), printed);
    }
}

#[test]
fn formatting_changes_nothing_but_spaces() {
    for (path, text) in rule_files() {
        let formatted = format(&text);
        assert_eq!(format(&formatted), formatted, "{}", path.display());
        let (before, after) = (parse(FileId(0), &text), parse(FileId(0), &formatted));
        assert_eq!(print::spanless(&before.rules), print::spanless(&after.rules), "{}", path.display());
        assert!(text == formatted, "{} is not in regular form:\n{formatted}", path.display());
    }
    let formatted = format_rules(PRELUDE);
    assert!(formatted == PRELUDE, "the prelude is not in regular form:\n{formatted}");
}

mod broken;
mod constructs;
mod mistakes;

#[test]
fn lines_end_as_the_first_one_does() {
    let text = "+++\nname = \"x\"\n+++\nturn {\n  play move\n}\n";
    let of_windows = text.replace('\n', "\r\n");
    assert_eq!(format(&of_windows), of_windows);
    assert_eq!(format(&of_windows.replace("  play", "play")), of_windows);
    assert_eq!(format(&text.replace("name = \"x\"\n", "name = \"x\"\r\n")), text);
}

#[test]
fn comments_may_stand_above_the_front_matter() {
    let below = "+++\nname = \"x\"\n+++\nturn {\n  play move\n}\n";
    let text = format!("# Words.\n\n  # +++\n{below}");
    let parsed = parse(FileId(0), &text);
    assert_eq!(parsed.diagnostics, []);
    assert!(parsed.front.contains_key("name") && parsed.rules.parts.len() == 1);
    assert_eq!(format(&text), text);
    let tokens = crate::syntax::tokens_of(&text);
    assert_eq!(tokens.fences[0].start, text.len() - below.len());
    assert_eq!(&text[tokens.front[0].start..tokens.front[0].end], "# Words.");
}

#[test]
fn what_else_stands_above_the_front_matter_is_said_once() {
    let text = "# Words.\nversion 1\n+++\nname = \"x\"\n+++\nturn {\n  play move\n}\n";
    let parsed = parse(FileId(0), text);
    let found: Vec<_> = parsed.diagnostics.iter().map(|one| (one.code, one.span.of(text))).collect();
    assert_eq!(found, [("E0001", "version 1")]);
    assert!(parsed.front.contains_key("name") && parsed.rules.parts.len() == 1);
}
