//! Legal moves of chosen positions as a player reads them, kept in `snapshots/moves/`.

use crate::facts;
use crate::facts::shown::SHOWN;

fn check(variant: &str) {
    let mut run = 0;
    for shown in SHOWN.iter().filter(|shown| shown.variant == variant) {
        let options: Vec<String> = shown.options.iter().map(|option| (*option).to_owned()).collect();
        let ready = facts::rules(variant, &options).expect("there is a rule file");
        let text = shown.listing(&ready).expect("a position of the game");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/moves"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(shown.name, text));
        run += 1;
    }
    assert!(run > 0, "{variant} has no positions");
}

#[test]
fn english() {
    check("english");
}

#[test]
fn international() {
    check("international");
}

#[test]
fn collateral() {
    check("collateral");
}

/// What a position holds and no diagram shows is said by every command that shows it, in the words of the rule file.
#[test]
fn what_is_counted_and_kept_is_said_by_every_command() {
    let position = r#"{"player":"White","board":{"b2":"White man","c3":"Black man"},"counters":{"idle":7,"gone":["a1","d4"]}}"#;
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("kept.draughts");
    let source = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/variants/english.draughts")).expect("a file");
    std::fs::write(&rules, source.replace("  clock idle:", "  keep gone: site\n  clock idle:")).expect("a file");
    let rules = rules.display().to_string();
    for arguments in [&["position"][..], &["moves"], &["explain"], &["explain", "9-14"], &["render"], &["play"]] {
        let all = [&[arguments[0], &rules], &arguments[1..], &["--position", position]].concat();
        let said = crate::shell::run_with(&all, b"quit\n").out;
        for part in ["idle: 7", "gone: 18, 29"] {
            assert!(said.contains(part), "{arguments:?}: no `{part}` in\n{said}");
        }
    }
    let after = crate::shell::run(&["moves", &rules, "--position", position, "--after"]).out;
    assert!(after.contains("idle: 0") || !after.split_once("1. ").expect("a move").1.contains("idle"), "{after}");
}

/// Where a kind stands is said for set-ups; rules may lead its pieces elsewhere, and positions with them are read.
#[test]
fn a_piece_is_read_wherever_rules_may_lead_it() {
    let rules = "+++\nname = \"Imps\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"4x4\"\npoints = \"inner\"\n[pieces]\n\
                 man = { symbol = \"m\" }\nimp = { symbol = \"i\", on = \"points\" }\n[setup]\nman = { White = \"a1\", Black = \"d4\" }\n+++\n\
                 movement {\n  man may step orthogonal: promote it to imp\n  imp may step diagonal\n}\n";
    let ended = crate::shell::run_with(&["moves", "-", "--position", "W:WIa2:BMd4"], rules.as_bytes());
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(ended.out.contains("White to move, 2 moves:"), "{}", ended.out);
}
