//! What the mover chooses within its own move, in a trigger, leaves positions between turns plain.

use draughtsman::check::Choices;
use draughtsman::library::{Ready, load_text};

use super::by_reference;
use super::made;

/// Rules of a small board in which something is chosen, as a further chapter says.
fn rules(chosen: &str) -> Ready {
    let text = format!(
        "+++\nname = \"Chosen\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n[board]\ngrid = \"4x4\"\n\
         [pieces]\nman = {{ symbol = \"m\", plural = \"men\" }}\nrook = {{ symbol = \"r\" }}\nqueen = {{ symbol = \"q\" }}\n\
         [setup]\nman = {{ White = [\"a1\"], Black = [\"d4\"] }}\n+++\n\
         movement {{ man may step forward any-way\n rook may step orthogonal\n queen may fly any-way }}\n\
         capture {{ man may jump any-way over an enemy\n rook may jump orthogonal over an enemy\n queen may dive any-way over an enemy\n\
         chain must continue\n removal after move }}\nobligation {{ must capture }}\n\
         victory {{ player who cannot move loses\n draw if repeats = 3 }}\n{chosen}\n"
    );
    let loaded = load_text("chosen", "chosen.draughts", text.into_bytes(), None);
    let checked = loaded.check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    loaded.ready(variant)
}

#[test]
fn what_the_mover_chooses_within_its_move_bars_no_tables() {
    for chosen in [
        "promotion { when man rests on far-row { either { promote it to rook } or { promote it to queen } } }",
        "promotion { when man lands on far-row { either { promote it to rook } or { promote it to queen } } }",
        "effects { when move ends { may: promote own man on far-row to queen } }",
        "effects { when piece is taken { either { promote own man to rook } or { promote own man to queen } } }",
        "effects { when leg ends { if some own man on far-row { choose one in own man on far-row; promote one to queen } } }",
        "effects { when move begins { may: promote own rook to man } }\npromotion { when man rests on far-row: promote it to rook }",
    ] {
        let ready = rules(chosen);
        assert_eq!(ready.program.is_plain(), Ok(()), "{chosen}");
        by_reference::compare(&ready, &made(&ready, 2), 2);
    }
}

#[test]
fn what_is_chosen_outside_of_moves_or_by_others_bars_tables() {
    for (chosen, why) in [
        (
            "effects { when turn ends { may: promote own man on far-row to queen } }",
            "something is chosen when a turn begins or ends, outside of its move",
        ),
        (
            "effects { when turn begins { may: promote own man on far-row to queen } }",
            "something is chosen when a turn begins or ends, outside of its move",
        ),
        (
            "effects { when man rests on far-row { choose one in own by opponent; promote one to queen } }",
            "a player chooses something in the move of another",
        ),
    ] {
        assert_eq!(rules(chosen).program.is_plain().unwrap_err().to_string(), why, "{chosen}");
    }
}
