//! Words with a meaning in every file are no good names in the rules either.

use super::{FRONT, checked};

/// The names in rules that hide such a word.
fn hiding(rules: &str) -> Vec<String> {
    let text = format!("{FRONT}{rules}");
    let (sources, checked) = checked(&[("given.draughts", &text)], &[]);
    assert!(checked.variant.is_some(), "{:?}", checked.diagnostics);
    let hides = checked.diagnostics.iter().filter(|one| one.code == "W0844");
    hides.map(|one| sources.text(one.span).to_owned()).collect()
}

#[test]
fn words_given_are_no_good_names_in_the_rules() {
    let moves = "movement { man may step forward }\n";
    let hidden: &[(&str, &str)] = &[
        ("edge", "definitions { define edge = site where rank of it = 1 }\nvictory { draw if some own on edge }"),
        ("start", "definitions { define start = own }\nvictory { draw if no start }"),
        ("mover", "definitions { define see (mover: player) = piece of mover }\nvictory { draw if no see(Black) }"),
        (
            "it",
            "definitions { define keep-out (it: piece) { require it is not on edge } }\neffects { when man lands: keep-out(it) }",
        ),
        ("landing", "effects { when piece lands { let landing = own; require some landing } }"),
        ("trail", "effects { when piece lands { choose trail in own; take trail } }"),
        ("piece", "effects { when man lands { for piece in own king: take piece } }"),
        ("empty", "effects { when man lands { take own called empty where empty is king } }"),
        ("turns", "state { counter turns: 0..9\n when turn ends: raise turns by 1 }\nvictory { draw if turns > 8 }"),
        ("taken", "effects { when piece lands { choose taken in own; take taken } }"),
        ("moves box", "moves box { king may step any-way }"),
    ];
    for (name, rules) in hidden {
        assert_eq!(hiding(&format!("{moves}{rules}\n")), [*name], "{rules}");
    }
}

#[test]
fn words_of_the_library_and_what_means_something_in_one_place_are_names() {
    let rules = "definitions { define abs (n: number) = n\n define first = own king }
        movement { man may step forward\n king may slide { choose place in empty; choose way in any-way; go way, to place } }
        state { counter legs: 0..9\n when man lands { for beyond in forward from it: raise legs by abs(1) } }
        victory { draw if no first and legs > 3 }\n";
    assert_eq!(hiding(rules), [""; 0]);
}
