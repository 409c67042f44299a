//! One mistake gives one message, which says what to write.

use super::{FRONT, checked};

const MOVES: &str = "movement { man may step forward }\n";

/// The diagnostics of rules: code, text and advice.
fn said(rules: &str) -> Vec<String> {
    let text = format!("{FRONT}{MOVES}{rules}\n");
    let (sources, checked) = checked(&[("hints.draughts", &text)], &[]);
    let line = |one: &crate::diagnostic::Diagnostic| {
        format!("{} [{}] {}; {}", one.code, sources.text(one.span), one.message, one.advice().join("; "))
    };
    checked.diagnostics.iter().map(line).collect()
}

#[track_caller]
fn check(rules: &str, expected: &str) {
    assert_eq!(said(rules), [expected], "{rules}");
}

#[test]
fn the_word_that_is_wrong_is_the_one_that_is_spoken_of() {
    check(
        "movement { king may shift { choose next in empty; move actor onto next } }",
        "E0314 [onto] `move` says where with `to`, not with `onto`; it reads `move PIECE to SITE`; did you mean `to`?",
    );
    check(
        "movement { king may shift { choose way in any-way; require some own on (way beyond of actor); go way, to empty } }",
        "E0301 [beyond] `beyond` is not declared; it reads `D beyond S`, as in `north beyond it`, without `of`",
    );
    check(
        "state { counter lives of player: 0..3 }\neffects { when man lands: lower life of mover by 1 }",
        "E0338 [life of mover] `life of mover` cannot be set; did you mean `lives`?",
    );
    check("move swapping {\n king may step any-way\n}", "E0101 [move] there is no chapter `move`; did you mean `moves`?");
}

/// Where moves are played or a set of moves is read, the help names the classes of moves, behind `or` too.
#[test]
fn classes_are_named_where_a_class_is_not_declared() {
    for rules in ["turn { play movement or waiting }", "turn { play waiting }"] {
        check(rules, "E0301 [waiting] `waiting` is not declared; the classes of moves are `movement`, `capture`, `move`");
    }
}

#[test]
fn plain_english_is_answered_by_what_it_means_here() {
    let is = "what holds now is `is`; what was so before has to be kept: `keep …` in `state`; did you mean `is` or `as`?";
    check("effects { when man lands if it was king: end move }", &format!("E0301 [was] `was` is not declared; {is}"));
    check(
        "turn { play move; opponent plays move }",
        "E0314 [opponent] `opponent` is no verb here; another player chooses a move by `play MOVES by opponent`",
    );
}

#[test]
fn marks_of_other_languages() {
    let marks = [("=>", ">="), ("=<", "<="), ("==", "="), ("<>", "!="), ("=!", "!="), ("≥", ">=")];
    for (mark, here) in marks {
        let rules = format!("effects {{ when man lands {{ require count own {mark} 1 }} }}");
        check(&rules, &format!("E0115 [{mark}] `{mark}` has no meaning in a rule; did you mean `{here}`?"));
    }
    for (mark, here) in [("&&", "and"), ("||", "or")] {
        let rules = format!("effects {{ when man lands if count own > 1 {mark} it is king: end move }}");
        check(&rules, &format!("E0115 [{mark}] `{mark}` has no meaning in a rule; did you mean `{here}`?"));
    }
    let rules = "effects { when man lands { require !(it is man) } }";
    check(rules, "E0115 [!] `!` has no meaning in a rule; it is written `not`, with blanks around it");
}

#[test]
fn a_condition_behind_a_statement_is_said_with_if() {
    for ending in ["draw \"time\" when turns >= 60", "mover wins when turns >= 60", "end game \"time\" when turns >= 60"] {
        check(
            &format!("victory {{\n {ending}\n}}"),
            "E0103 [when] `when` cannot stand here; a condition behind a rule or a statement is said with `if`; `when` begins an \
             effect; did you mean `if`?",
        );
    }
}

#[test]
fn a_name_that_comes_of_a_slip_is_no_slip_of_its_own() {
    let slide = |choice: &str| format!("movement {{ king may slide {{\n {choice}\n go way, to empty\n }} }}");
    check(&slide("chose way in orthogonal"), "E0314 [chose] `chose` is no verb here; did you mean `choose`?");
    check(&slide("choose way in anyway"), "E0301 [anyway] `anyway` is not declared; did you mean `any-way`?");
    check(&slide("let way = nroth"), "E0301 [nroth] `nroth` is not declared; did you mean `north`?");
}
