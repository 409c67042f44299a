//! Boards with lines of their own, neutral sides, and computed numbers.

use super::{checked, render::render};

/// A board of a ring and a line across, with a neutral stone, and these rules.
fn drawn(front: &str, rules: &str) -> String {
    format!(
        "+++\nname = \"Drawn\"\nlanguage = 2\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n\
         Stone = {{ neutral = true }}\n[board]\ngrid = \"3x3\"\n{front}[pieces]\nman = {{ symbol = \"m\", plural = \"men\" }}\n\
         [setup]\nman = {{ White = [\"a1\"], Black = [\"c3\"], Stone = [\"b2\"] }}\n+++\n{rules}"
    )
}

/// A ring, and a line across it.
const RING: &str = "lines = [\"a1 c1 c3 a3 a1\", \"a1 b2 c3\"]\n";

/// The codes of the errors.
fn errors(text: &str) -> Vec<&'static str> {
    let found = checked(&[("drawn", text)], &[]).1.diagnostics;
    found.iter().map(|one| one.code).filter(|code| code.starts_with('E')).collect()
}

#[test]
fn an_argument_may_use_the_definition_that_it_is_given_to() {
    let rules = |twice: &str, condition: &str| {
        let define = format!("definitions {{\n  define twice(n: number) = {twice}\n}}\n");
        drawn("", &format!("{define}movement {{\n  man may step any-way if {condition} > 1\n}}\n"))
    };
    assert!(errors(&rules("n + n", "twice(twice(count own))")).is_empty());
    assert!(errors(&rules("n + n", "abs(abs(count own) - twice(abs(count enemy)))")).is_empty());
    assert_eq!(errors(&rules("n + twice(n)", "twice(twice(count own))")), ["E0601"]);
}

#[test]
fn who_goes_straight_on_comes_to_the_edge_but_not_round_a_ring() {
    let rules = |law: &str| format!("movement {{\n  man may go any-way, to empty\n  chain must continue\n{law}}}\n");
    assert_eq!(errors(&drawn("", &rules(""))), ["E0612"]);
    assert!(errors(&drawn("", &rules("  chain must not turn\n"))).is_empty());
    assert_eq!(errors(&drawn(RING, &rules("  chain must not turn\n"))), ["E0612"]);
}

#[test]
fn a_line_that_crosses_itself_leaves_its_sites_on_the_board() {
    let rules = "movement {\n  man may step any-way\n}\n";
    let found = |lines: &str| checked(&[("drawn", &drawn(lines, rules))], &[]).1.diagnostics;
    let itself = "lines = [\"a1 b2 c3\", \"c2 b2 a2 b1 b2 b3\"]\n";
    assert_eq!(errors(&drawn(itself, rules)), ["E0049"]);
    let crossing = found(itself);
    assert!(crossing[0].help[0].contains("part it there in two lines"), "{crossing:?}");
    assert_eq!(errors(&drawn("lines = [\"a1 b2 c3 b3 b2 b1\"]\n", rules)), ["E0049"]);
    let apart = found("lines = [\"a1 b2 c3\", \"b2 a2\", \"a1 b1 c1\", \"a1 c1\"]\n");
    assert!(apart[0].help[0].contains("draw both as one line"), "{apart:?}");
}

#[test]
fn nobody_chooses_for_a_neutral_side() {
    let rules = |who: &str| {
        format!("movement {{\n  man may think {{\n    choose spot in empty by {who}\n    place new man at spot\n  }}\n}}\n")
    };
    assert!(errors(&drawn("", &rules("opponent"))).is_empty());
    assert_eq!(errors(&drawn("", &rules("Stone"))), ["E0084"]);
}

#[test]
fn a_neutral_side_neither_wins_nor_loses() {
    let rules =
        |end: &str| drawn("", &format!("movement {{\n  man may step any-way\n}}\nvictory {{\n  {end} if count own = 0\n}}\n"));
    assert!(errors(&rules("White wins")).is_empty());
    assert_eq!(errors(&rules("Stone wins")), ["E0084"]);
    assert_eq!(errors(&rules("Stone loses")), ["E0084"]);
}

#[test]
fn a_leap_is_not_called_as_a_line_that_bends() {
    let leaps = |name: &str| format!("{RING}[directions]\n{name} = [[1, 2]]\n");
    assert!(errors(&drawn(&leaps("along-9"), "")).is_empty());
    assert_eq!(errors(&drawn(&leaps("along-1"), "")), ["E0019"]);
}

#[test]
fn a_key_of_a_player_nearly_right() {
    let text = drawn("", "").replace("neutral = true", "netural = true");
    let (sources, checked) = checked(&[("drawn", &text)], &[]);
    let said = render(&sources, &checked.diagnostics);
    assert!(said.contains("E0011") && said.contains("did you mean the key `neutral`?"), "{said}");
}

#[test]
fn words_of_version_2_nearly_right_or_out_of_place() {
    let told = |rules: &str| {
        let (sources, checked) = checked(&[("drawn", &drawn("", rules))], &[]);
        render(&sources, &checked.diagnostics)
    };
    let said = told("movement {\n  own calld one where rank of one > 1 may step any-way\n}\n");
    assert!(said.contains("did you mean `called`?"), "{said}");
    for whose in ["it", "mover"] {
        let said = told(&format!(
            "movement {{\n  man may step any-way\n}}\nobligation {{\n  must movement with most legs of {whose}\n}}\n"
        ));
        assert!(said.contains("write `legs` alone"), "{said}");
    }
}
