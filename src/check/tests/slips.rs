//! One mistake gives one message, about the right word.

use super::checked;
use crate::diagnostic::Diagnostic;

/// A small game, to which rules are added.
const FRONT: &str = r#"name = "Slips"
[players]
White = { faces = "north" }
Black = { faces = "south" }
[board]
grid = "6x6"
[pieces]
man = { symbol = "m", plural = "men" }
king = { symbol = "k" }
[setup]
man = { White = ["a1", "c1"], Black = ["a6", "c6"] }
"#;

/// Rules without mistakes.
const RULES: &str = "movement {\n  man may step forward\n  king may step diagonal\n}\n";

/// The errors of a file: code and text, with what may have been meant, and the help.
fn found(front: &str, rules: &str) -> Vec<(String, Vec<String>)> {
    let text = format!("+++\n{front}+++\n{rules}");
    let (sources, checked) = checked(&[("slips", &text)], &[]);
    let told = |one: &Diagnostic| {
        let meant = one.proposals.first().map(|change| format!(" -> {}", change.replacement)).unwrap_or_default();
        (format!("{} {}{meant}", one.code, sources.text(one.span)), one.help.clone())
    };
    checked.diagnostics.iter().filter(|one| one.code.starts_with('E')).map(told).collect()
}

/// The same without the help.
fn said_of(front: &str, rules: &str) -> Vec<String> {
    found(front, rules).into_iter().map(|(said, _)| said).collect()
}

fn said(rules: &str) -> Vec<String> {
    said_of(FRONT, rules)
}

fn chapter(name: &str, line: &str) -> String {
    format!("{name} {{\n  {line}\n}}\n")
}

#[test]
fn a_misspelt_result_is_to_blame_and_not_who_wins() {
    for (word, meant) in [("wiins", "wins"), ("wns", "wins"), ("winss", "wins"), ("lses", "loses")] {
        assert_eq!(said(&chapter("victory", &format!("mover {word} if no enemy"))), [format!("E0314 {word} -> {meant}")]);
    }
}

#[test]
fn a_line_that_broke_off_is_one_mistake_with_its_rest() {
    let define = "definitions {\n  define mill = piece called one where\n    count (piece on north beyond one) = 2 or\n    count own = 2\n}\n";
    let found = found(FRONT, &format!("{define}{RULES}"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].1.iter().any(|help| help.starts_with("a rule goes on in the next line only")), "{found:?}");
}

#[test]
fn well_known_names_of_pieces_are_no_slips() {
    let queen = |line: &str| found(FRONT, &chapter("movement", line));
    for name in ["queen", "dog", "queens"] {
        let said = queen(&format!("{name} may step diagonal"));
        assert_eq!(said[0].0, format!("E0301 {name}"));
        assert!(said[0].1.iter().any(|help| help.contains("declare it there first")), "{said:?}");
    }
    let one = FRONT.replace("king = { symbol = \"k\" }\n", "");
    let said = found(&one, &chapter("movement", "king may step diagonal"));
    assert_eq!(said[0].0, "E0301 king");
}

#[test]
fn what_belongs_to_somebody_is_said_with_of() {
    let rule = chapter("promotion", "when man rests on opponent's home row: promote it to king");
    assert_eq!(said(&format!("{RULES}{rule}")), ["E0301 opponent's -> home-row of opponent"]);
}

#[test]
fn words_that_lack_what_declares_them_are_told_where() {
    let help =
        |chapter_name: &str, line: &str| found(FRONT, &format!("{RULES}{}", chapter(chapter_name, line))).remove(0).1.join(" ");
    assert!(help("victory", "draw if idle = 40").contains("`clock idle: 0..100`"));
    assert!(help("effects", "when man lands if some supply: end move").contains("under `[piles]`"));
    assert!(help("obligation", "must capture maximum").contains("`must capture with most taken`"));
    assert!(help("victory", "draw if position repeats 3 times").contains("`draw if repeats >= 3`"));
    assert!(help("victory", "mover wins if count man or king = 1").contains("`count (man or king)`"));
    assert!(help("victory", "mover wins if count own man or king = 1").contains("`count own (man or king)`"));
}

#[test]
fn marks_that_other_texts_have() {
    for (line, meant) in [
        ("man may step forward // ahead", "#"),
        ("man may step forward.", ""),
        ("man\u{a0}may step forward", " "),
        ("man may step any–way", "-"),
    ] {
        let said = said(&chapter("movement", line));
        assert!(said.len() == 1 && said[0].starts_with("E0115") && said[0].ends_with(&format!("-> {meant}")), "{said:?}");
    }
}

#[test]
fn without_two_players_no_letter_is_asked_about() {
    let drawn = "diagram = \"\"\"\nb . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\nw . . . . .\n\"\"\"\n";
    let drawn = FRONT.replace("man = { White = [\"a1\", \"c1\"], Black = [\"a6\", \"c6\"] }\n", drawn);
    assert_eq!(said_of(&drawn, RULES), [""; 0]);
    let alone = drawn.replace("Black = { faces = \"south\" }\n", "");
    assert_eq!(said_of(&alone, RULES), ["E0026 players"]);
}

#[test]
fn what_uses_a_thing_of_an_unknown_type_is_not_told() {
    let state = "state {\n  keep living: siet each move\n  keep home of player: siet\n}\n";
    let uses = "effects {\n  when man lands {\n    set living to landing\n    set home of mover to landing\n    if some enemy on living: take enemy on living\n  \
                  let there = living\n    take enemy on there\n    for spot in living: take enemy on spot\n  }\n}\n\
                  victory {\n  mover wins if some own on living\n  mover loses if some own on home of mover\n}\n";
    assert_eq!(said(&format!("{RULES}{state}{uses}")), ["E0315 siet -> site"; 2]);
    let define = "definitions {\n  define near (place: siet) = any-way from place\n}\n";
    assert_eq!(said(&format!("{define}movement {{\n  man may step near(a1)\n}}\n")), ["E0315 siet -> site"]);
    assert_eq!(said(&format!("{define}{RULES}")), ["E0315 siet -> site"]);
}

#[test]
fn a_name_misspelt_where_it_is_declared_is_told_once() {
    let mna = FRONT.replace("man = { s", "mna = { s").replace("man = { W", "mna = { W");
    let twice = "movement {\n  man may step forward\n  man may hop forward over own\n}\n";
    assert_eq!(said_of(&mna, twice), ["E0301 man -> man"]);
    let state = "state {\n  keep jmuped: site\n}\n";
    let uses = "effects {\n  when man lands: set jumped to landing\n  when move ends: take enemy on jumped\n}\n";
    assert_eq!(said(&format!("{RULES}{state}{uses}")), ["E0301 jumped -> jumped"]);
    let once = "effects {\n  when move ends: take enemy on jumped\n}\n";
    assert_eq!(said(&format!("{RULES}{state}{once}")), ["E0301 jumped -> jmuped"]);
    let whiet = format!("{}player = \"White\"\n", FRONT.replace("\nWhite", "\nWhiet"));
    let all = said_of(&whiet, RULES);
    assert!(all.len() == 1 && all[0].starts_with("E0021 White"), "{all:?}");
}

#[test]
fn a_misspelt_word_that_stands_twice_is_told_once() {
    let all = found(FRONT, "movement {\n  man may step forwrd\n  king may step forwrd\n}\n");
    assert_eq!(all, [("E0301 forwrd -> forward".to_owned(), vec!["the same in line 16".to_owned()])]);
}

#[test]
fn a_misspelt_key_is_not_missing_too() {
    for (right, wrong) in [("name =", "namme ="), ("[players]", "[playrs]"), ("[board]", "[bord]"), ("[pieces]", "[ipeces]")] {
        let (word, meant) = (wrong.trim_matches(['[', ']', '=', ' ']), right.trim_matches(['[', ']', '=', ' ']));
        assert_eq!(said_of(&FRONT.replace(right, wrong), RULES), [format!("E0011 {word} -> {meant}")]);
    }
    assert_eq!(said_of(&FRONT.replace("grid", "gird"), RULES), ["E0012 gird -> grid"]);
}

#[test]
fn what_a_misspelt_statement_would_have_named_is_not_told() {
    let rules = "effects {\n  when move ends {\n    coose extra in enemy\n    take extra\n  }\n}\n";
    assert_eq!(said(&format!("{RULES}{rules}")), ["E0314 coose -> choose"]);
}

#[test]
fn the_word_that_is_near_is_found() {
    let capture = |line: &str| format!("{RULES}{}", chapter("capture", line));
    for (line, expected) in [
        ("man may jump forward over enemy if own can cature", "E0314 cature -> capture"),
        ("man may jump forward over enemy if own can moove", "E0314 moove -> move"),
        (
            "man may jump forward over enemy: for way in any-way: take enemy on (opposit of way) from it",
            "E0301 opposit -> opposite",
        ),
        ("man may jump forward over enemy if no (enemy where it is man ad it is on edge)", "E0301 ad -> and"),
        ("man may jump forward over enemy if no king an no man", "E0103 an -> and"),
    ] {
        assert_eq!(said(&capture(line)), [expected]);
    }
}

#[test]
fn hexagons_have_other_ways() {
    let hex = FRONT.replace("grid = \"6x6\"", "grid = \"6x6\"\nlines = \"hex\"");
    let all = found(&hex, "movement {\n  man may step north\n}\n");
    assert_eq!(all[0].0, "E0301 north");
    assert!(all[0].1[0].starts_with("the ways on this board are `northeast`, `east`"), "{all:?}");
}

#[test]
fn what_is_narrowed_down_in_a_path_and_looked_up_in_a_row_is_bracketed() {
    let capture = |line: &str| format!("{RULES}{}", chapter("capture", line));
    for (line, expected) in [
        ("man may sweep any-way, taking enemy not on edge, past own", "E0103 enemy not on edge -> (enemy not on edge)"),
        (
            "man may go any-way, taking 2 enemy where it is man, to empty",
            "E0103 enemy where it is man -> (enemy where it is man)",
        ),
        ("man may go any-way, taking enemy, to empty on edge if no king", "E0103 empty on edge -> (empty on edge)"),
        (
            "man may jump forward over enemy: for way in any-way: take enemy on opposite of way from landing",
            "E0303 way from landing -> (opposite of way) from landing",
        ),
    ] {
        assert_eq!(said(&capture(line)), [expected]);
    }
}

#[test]
fn to_turn_back_is_to_reverse() {
    let rules = "capture {\n  man may jump any-way over enemy\n  chain must not turn back\n}\n";
    assert_eq!(said(&format!("{RULES}{rules}")), ["E0103 turn back -> reverse"]);
    let all = found(FRONT, &format!("{RULES}{}", chapter("capture", "chain must not go")));
    assert!(all[0].1[0].ends_with("`chain must turn` or `chain must not turn`"), "{all:?}");
}
