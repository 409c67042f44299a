//! Moves used as a truth in a condition on moves.

use super::{FRONT, checked};

#[track_caller]
fn check(obligation: &str, expected: &[&str]) {
    let moves = "movement { man may step forward\n king may step any-way }\ncapture { piece may jump any-way over enemy\n chain must continue }";
    let text = format!("{FRONT}{moves}\nobligation {{ {obligation} }}\n");
    let (sources, checked) = checked(&[("truths.draughts", &text)], &[]);
    assert!(!checked.diagnostics.iter().any(|one| one.code.starts_with('E')), "{obligation}: {:#?}", checked.diagnostics);
    let of = checked.diagnostics.iter().filter(|one| one.code == "W0843").map(|one| sources.text(one.span));
    assert_eq!(of.collect::<Vec<_>>(), expected, "{obligation}");
}

#[test]
fn moves_that_stand_as_a_truth() {
    let men = "(move where actor is man with most taken)";
    check(&format!("must move where actor is king or {men}"), &[men]);
    check("must move where capture", &["capture"]);
    check("must (move where actor is king) or ((move where actor is man) with most taken)", &[]);
    check("must move where actor is king and some capture", &[]);
    check("must movement if capture", &[]);
}
