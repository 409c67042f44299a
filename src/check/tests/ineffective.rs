//! What has no effect where it is, and what never holds although it seems to.

use super::checked;

/// A small game, to which rules are added.
const FRONT: &str = r#"+++
name = "Small"
[players]
White = { faces = "north" }
Black = { faces = "south" }
[numbers]
idle-limit = { value = 30, least = 1, greatest = 400 }
[board]
grid = "6x6"
[pieces]
man = { symbol = "m", plural = "men" }
king = { symbol = "k" }
[piles]
supply = { of = "player", holds = "man" }
[setup]
man = { White = ["a1", "c1"], Black = ["a6", "c6"] }
king = { White = ["e1"] }
supply = { White = { man = 3 }, Black = { man = 3 } }
+++
movement {
  man may step forward
  king may step diagonal
}
capture {
  piece may jump any-way over enemy
}
"#;

/// The diagnostics of added rules: code, text and message.
fn said(rules: &str) -> Vec<String> {
    let text = format!("{FRONT}{rules}\n");
    let (sources, checked) = checked(&[("small", &text)], &[]);
    let told = |one: &crate::diagnostic::Diagnostic| format!("{} [{}] {}", one.code, sources.text(one.span), one.message);
    let asked = |code: &str| {
        matches!(code, "W0830" | "W0831" | "W0846" | "W0847" | "W0848" | "W0849" | "W0873" | "W0874" | "W0875")
            || code.starts_with('E')
    };
    checked.diagnostics.iter().filter(|one| asked(one.code)).map(told).collect()
}

#[track_caller]
fn check(rules: &str, expected: &str) {
    let said = said(rules);
    assert!(said.len() == 1 && said[0].starts_with(expected), "{rules}: {said:?}");
}

#[track_caller]
fn silent(rules: &str) {
    assert_eq!(said(rules), [""; 0], "{rules}");
}

#[test]
fn what_is_demanded_when_a_turn_ends_forbids_nothing() {
    for when in ["turn ends", "turn begins"] {
        check(&format!("effects {{\n when {when}: require count own > 1\n}}"), "W0846 [count own > 1] this forbids nothing");
        // here it guards the statement behind it
        silent(&format!("effects {{\n when {when} {{ require count own > 1; take enemy on a3 }}\n}}"));
    }
    silent("effects {\n when move ends: require count own > 1\n}");
    check("effects {\n when move ends: require repeats < 2\n}", "W0846 [repeats < 2] this bars no repetition");
    check("effects {\n when turn ends: require repeats < 2\n}", "W0846 [repeats < 2] this bars no repetition");
    silent("victory {\n mover loses if repeats > 2\n}");
}

#[test]
fn towers_where_there_are_none() {
    check("effects {\n when man lands: take top of (piece on a3)\n}", "W0847 [top of (piece on a3)] no piece");
    check(
        "movement {\n man may join {\n choose base in own on forward from actor\n move actor to top of base\n }\n}",
        "W0847 [base] no piece",
    );
    check("movement {\n man may step backward if count piece in actor > 0\n}", "W0847 [actor] no piece");
    silent("victory {\n mover wins if some enemy in taken\n}");
    silent("effects {\n when man lands if top of supply of mover is man: end move\n}");
}

#[test]
fn pieces_that_are_put_down() {
    let place =
        |what: &str| format!("movement {{\n mover may put-down {{\n choose spot in empty\n place {what} at spot\n }}\n}}");
    check(&place("man"), "W0848 [man] this moves every `man`");
    silent(&place("new man"));
    // there is only one king
    silent(&place("king"));
}

#[test]
fn what_was_taken_is_off_the_board() {
    let why = "this never holds: what has been taken is no longer on the board";
    check("victory {\n mover wins if enemy king is taken\n}", &format!("W0831 [enemy king is taken] {why}"));
    check("victory {\n as soon as enemy is taken: mover wins\n}", &format!("W0831 [enemy is taken] {why}"));
    assert!(said("victory {\n mover wins if enemy is taken\n}")[0].ends_with("`some enemy in taken`"));
    silent("victory {\n mover wins if some enemy king in taken\n}");
}

#[test]
fn numbers_with_names_bound_as_literals_do() {
    let clock = "state {\n clock idle: 0..idle-limit\n when man lands: set idle to 0\n}\n";
    let ending = |condition: &str| format!("{clock}victory {{\n draw if {condition}\n}}");
    check(&ending("idle > idle-limit"), "W0831 [idle > idle-limit] this never holds: `idle` is at most `idle-limit`");
    check(&ending("idle-limit < idle"), "W0831 [idle-limit < idle]");
    check(&ending("idle <= idle-limit"), "W0830 [idle <= idle-limit]");
    silent(&ending("idle = idle-limit"));
    silent(&ending("idle >= idle-limit"));
}

#[test]
fn moves_are_not_counted() {
    check("victory {\n draw if moves > 200\n}", "E0614 [moves] moves are not counted");
    silent("victory {\n draw if turns > 200\n}");
}

#[test]
fn who_can_only_land_where_something_stands_stays_where_it_is() {
    for set in ["enemy", "own", "(man or enemy king)", "(site not empty)", "(piece on edge)"] {
        let at = set.trim_matches(['(', ')']);
        let rule = format!("moves extra {{\n  king may go diagonal, to {set}\n}}\nturn {{ play move }}");
        let said = said(&rule);
        assert!(said.len() == 1 && said[0].starts_with("W0849 [") && said[0].contains(at), "{set}: {said:?}");
    }
    let extra = |verb: &str| format!("moves extra {{\n  king may {verb}\n}}\nturn {{ play move }}");
    check(&extra("go diagonal, taking enemy, to own"), "W0849 [king may go diagonal, taking enemy, to own]");
    silent(&extra("go diagonal, taking enemy"));
    silent(&extra("go diagonal, past enemy, to (edge or empty)"));
    silent(&extra("strike diagonal, taking enemy"));
    silent(&extra("go diagonal, to own: take enemy on a3"));
    check(
        &format!("{}\nmoves more {{\n  man may go forward, to enemy\n  chain must continue\n}}", extra("step north")),
        "E0612 [",
    );
}

#[test]
fn endings_that_leave_nothing_to_play_or_come_too_late() {
    let victory = |lines: &str| format!("victory {{\n{lines}\n}}");
    check(&victory("mover wins"), "W0873 [mover wins]");
    check(&victory("draw\nmover wins if no enemy"), "W0873 [draw]");
    silent(&victory("mover wins if no enemy\nplayer who cannot move loses"));
    check(&victory("player who cannot move loses\nplayer who cannot move wins"), "W0874 [player who cannot move wins]");
    silent(&victory("player who cannot move: draw if no own\nplayer who cannot move loses"));
}

#[test]
fn a_counter_that_nothing_sets_stays_as_it_began() {
    let state = |line: &str| format!("state {{\n  counter waves: 0..9\n{line}}}\nvictory {{\n  mover wins if waves = 3\n}}");
    check(&state(""), "W0831 [waves = 3]");
    silent(&state("  when man lands: raise waves by 1\n"));
}

#[test]
fn laws_that_leave_no_second_leg() {
    let laws = |laws: &str| {
        format!("moves extra {{\n  king may jump diagonal over own\n  chain may continue\n{laws}\n}}\nturn {{ play move }}")
    };
    check(&laws("chain must turn\nchain must not turn"), "W0875 [chain must not turn]");
    silent(&laws("chain must turn\nchain must not reverse"));
}
