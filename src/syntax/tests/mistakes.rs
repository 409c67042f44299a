//! Snapshots of the diagnostics of all kinds of mistakes, to be judged from a player's point of view.

use crate::source::{FileId, Source};
use crate::syntax::print::rule_file;
use crate::syntax::{MOST_BYTES_OF_A_FILE, parse};

/// The diagnostics of a text, one paragraph each.
fn told(text: &str) -> String {
    let source = Source::new("file", text);
    let mut out = String::new();
    for one in parse(FileId(0), text).diagnostics {
        let (line, column) = source.line_column(one.span.start);
        let shown = one.span.of(text).lines().next().unwrap_or("");
        out.push_str(&format!("{} {line}:{column} `{shown}`: {}\n", one.code, one.message));
        for help in one.advice() {
            out.push_str(&format!("  help: {help}\n"));
        }
        for change in &one.proposals {
            out.push_str(&format!("  may be: {} -> {}\n", change.span.of(text), change.replacement));
        }
    }
    out
}

fn snapshot(name: &str, cases: &[(&str, &str)]) {
    let all: Vec<String> = cases
        .iter()
        .map(|(chapter, lines)| {
            let rules = if chapter.is_empty() { lines.to_string() } else { format!("{chapter} {{\n{lines}\n}}\n") };
            let found = told(&format!("+++\nname = \"x\"\n+++\n{rules}"));
            format!("{}\n{}\n", rules.trim_end().lines().map(|line| format!("| {line}")).collect::<Vec<_>>().join("\n"), found)
        })
        .collect();
    show(name, &all.join("\n"));
}

fn show(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn lines_of_chapters() {
    snapshot(
        "syntax_lines",
        &[
            ("movement", "  man mya step forward"),
            ("movement", "  “man” may step forward"),
            ("movement", "  man may go north, to (empty not castle of mover)"),
            ("turn", "  play move if turns > 3\n  else play capture\n  play move"),
            ("movement", "  man may"),
            ("movement", "  man may swap if count own = 1 and mover cannot capture"),
            ("movement", "  man may swap with enemy"),
            ("movement", "  man may step forward if"),
            ("movement", "  man may step forward \"why\""),
            ("movement", "  man step forward\n  king may step"),
            ("movement", "  man may go north"),
            ("movement", "  man may go north, over enemy"),
            ("capture", "  chian must continue"),
            ("capture", "  chain must contine"),
            ("capture", "  removal at end"),
            ("capture", "  man may jump over (enemy on far-row"),
            ("capture", "  man may jump over enemy)"),
            ("obligation", "  must"),
            ("promotion", "  whne man lands: promote it to king"),
            ("promotion", "  when man lnads on far-row: promote it to king"),
            ("promotion", "  when man lands on far-row promote it to king"),
            (
                "effects",
                "  when move ends {\n    swap it with actor\n    mvoe it to box\n    set x 3\n    let count = 3\n    take\n  }",
            ),
            ("effects", "  when move ends {\n    man may step forward\n  }"),
            ("effects", "  before man is taken prevent"),
            ("state", "  counter reign of player 0..3"),
            ("state", "  counter reign: 0..99999999999999999999"),
            ("state", "  clock the: 0..3"),
            ("state", "  keep starters"),
            ("definitions", "  define own piece of mover"),
            ("definitions", "  define draw = piece"),
            ("definitions", "  define jump (ways direction) = go ways, to empty"),
            ("victory", "  mover wins \"held the centre"),
            ("victory", "  mover wisn \"held the centre\""),
            ("victory", "  when mover is stuck: mover loses"),
            ("victory", "  player who cannot moves loses"),
            ("victory", "  mover wins if x = 3 % 2"),
            ("victory", "  mover wins ## when ahead"),
            ("victory", "  as soon no enemy: mover wins"),
            ("victory", "  score of player count own"),
            ("turn", "  play movement or"),
            ("turn", "  play movement; ; play capture"),
            ("movement", "  replace king may step king may fly"),
            ("movement", "  replace by king may fly"),
            ("movement", "  remove"),
            ("movement", "  man may step\n  ## Nothing below."),
        ],
    );
}

#[test]
fn chapters_and_braces() {
    snapshot(
        "syntax_chapters",
        &[
            ("", "capure {\n  man may jump over enemy\n}"),
            ("", "mvoement {\n  man my step\n}"),
            ("", "recipes {\n  man may step\n}"),
            ("", "capture\n  man may jump over enemy\n  king may jump over enemy\n}"),
            ("", "man may step\nmovement { man may step }"),
            ("", "movement: man may step; king may step"),
            ("", "option {\n}\n"),
            ("", "option lone-stone\n  movement { }\n"),
            ("", "option lone-stone {\n  man may step\n}"),
            ("", "movement {\n  man may step\n\ncapture {\n  man may jump\n}"),
            (
                "",
                "effects {\n  when move ends {\n    take it\n  when turn ends: pass\n  man may jump\n}\ncapture {\n  man may jump\n}",
            ),
            ("", "effects {\n  when move ends {\n    either { take it\n"),
            ("", "movement {\n  man may step\n}\n}\n"),
        ],
    );
}

#[test]
fn front_matter() {
    let cases = [
        "",
        "movement { man may step }",
        "+++\nname = \"x\"\nmovement {\n  man may step\n}\n",
        "+++\nname = \"x\nplay = dark\ngrid = [1, 2\nname = 3\n+++\n",
        "+++\nname = \"x\"\nname = \"y\"\n[board]\n[board]\n+++\n",
        "+++\nyear = 2009-01-01\nvalue = 99999999999999999999\nodd = inf\n+++\n",
    ];
    let all: Vec<String> = cases
        .iter()
        .map(|text| {
            format!("{}\n{}\n", text.lines().map(|line| format!("| {line}")).collect::<Vec<_>>().join("\n"), told(text))
        })
        .collect();
    show("syntax_front_matter", &all.join("\n"));
}

#[test]
fn too_much() {
    let deep = |open: &str, close: &str| {
        told(&format!("+++\n+++\nturn {{\n require {}x{}\n}}\n", open.repeat(100_000), close.repeat(100_000)))
    };
    for found in [deep("(", ")"), deep("not ", ""), deep("(", ""), deep("x of ", ""), deep("x where ", "")] {
        assert_eq!(found.lines().filter(|line| line.starts_with('E')).count(), 1, "{found:.300}");
        assert!(found.starts_with("E0108"), "{found:.300}");
    }
    for nest in ["if x: ", "if x:\n", "if x: # why\n\n", "may:\n", "either:\n", "may ", "either { ", "{", "repeat: "] {
        let found = told(&format!("+++\n+++\nturn {{\n {}\n}}\n", nest.repeat(80_000)));
        assert!(found.starts_with("E0108"), "{nest}: {found:.300}");
    }
    let row = |first: &str, more: &str| told(&format!("+++\n+++\nturn {{\n require {first}{}\n}}\n", more.repeat(60_000)));
    for (first, more) in
        [("1", " + 1"), ("1", " - 1"), ("1", " * 1"), ("x", " on y"), ("x", " in y"), ("x", " beyond y"), ("(x", " on y")]
    {
        let found = row(first, more);
        assert!(found.starts_with("E0121"), "{more}: {found:.300}");
    }
    // Juxtaposed words do not nest, nor do the parts of what is joined by `or`.
    assert_eq!(row("x", " or y on z + 1"), "");
    assert!(told(&" ".repeat(MOST_BYTES_OF_A_FILE + 1)).starts_with("E0109"));
    let arrays = told(&format!("+++\nx = {}\n+++\n", "[".repeat(100_000)));
    assert!(arrays.contains("E0003"), "{arrays:.300}");
    let all_of = |unit: &str| told(&format!("+++\n+++\n{}", unit.repeat(MOST_BYTES_OF_A_FILE / unit.len() - 8)));
    assert_eq!(all_of("\n"), "");
    assert_eq!(all_of("# {\n"), "");
    assert!(all_of("turn {\n").starts_with("E0108"));
    assert!(all_of("turn { play x }\n").starts_with("E0121"));
    let junk = told(&format!("+++\n+++\nturn {{\n{}}}\n", "% $ §\n".repeat(5000)));
    assert!(junk.contains("E0123"));
}

#[test]
fn what_follows_a_bad_line_is_read() {
    let parsed = parse(FileId(0), "+++\n+++\nturn {\n  play 3 4 to x\n  play move\n}\ncapture { man may jump }\n");
    assert_eq!(parsed.diagnostics.len(), 1);
    assert_eq!(rule_file(&parsed.rules), "turn {\n  play move\n}\n\ncapture {\n  man may jump\n}\n");
}
