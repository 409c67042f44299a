//! Which token is meant, where several are alike: counted by both engines.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::Position;
use draughtsman::library::load_text;
use draughtsman::program::Program;

/// Rules with gems that lie open, of which these moves are made.
fn gems(moves: &str) -> String {
    format!(
        "+++\nname = \"Gems\"\n[players]\nSouth = {{ faces = \"north\" }}\nNorth = {{ faces = \"south\" }}\n[board]\ngrid = \"2x3\"\n\
         [tokens.gem]\nhue = [\"red\", \"blue\"]\ncopies = 8\n[pieces]\nman = {{ symbol = \"m\", has = {{ worn = \"gem\", second = \"gem\" }} }}\n\
         king = {{ symbol = \"k\" }}\n[piles]\nheap = {{ holds = \"gem\" }}\nother = {{ holds = \"gem\" }}\n[setup]\n\
         heap = {{ red = 2, blue = 1 }}\nother = {{ red = 1, blue = 1 }}\ndiagram = \"\"\"\nn n\n. .\ns s\n\"\"\"\n+++\n\
         movement {{\n  man may step forward\n  {moves}\n}}\nvictory {{ draw if turns > 60 }}\n"
    )
}

/// Rules with cards that nobody has seen, one on each man.
fn cards(moves: &str) -> String {
    format!(
        "+++\nname = \"Cards\"\n[players]\nSouth = {{ faces = \"north\" }}\nNorth = {{ faces = \"south\" }}\n[board]\ngrid = \"2x3\"\n\
         [tokens.card]\nsuit = [\"clubs\", \"hearts\"]\ncopies = 3\nfaces = [\"hidden\", \"open\"]\n\
         [pieces]\nman = {{ symbol = \"m\", has = {{ held = \"card\" }} }}\nking = {{ symbol = \"k\" }}\n[piles]\n\
         deck = {{ holds = \"card\", seen_by = \"nobody\" }}\nhand = {{ of = \"player\", holds = \"card\", seen_by = \"owner\" }}\n\
         waste = {{ holds = \"card\", seen_by = \"all\" }}\n[setup]\ndeck = {{ each = 3 }}\ndiagram = \"\"\"\nn n\n. .\ns s\n\"\"\"\n+++\n\
         setup {{\n  shuffle deck\n  for m in man: move top of deck to held of m\n}}\n\
         movement {{\n  man may step forward\n  {moves}\n}}\nvictory {{ draw if turns > 60 }}\n"
    )
}

/// The leaves four decisions deep, counted with the bitboard engine and by the machine alone.
fn counted(text: String) -> [u64; 2] {
    let checked = load_text("meant", "meant.draughts", text.clone().into_bytes(), None).check(&Choices::default());
    let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics)));
    let start = Position::start(&program).expect("no limit");
    [true, false].map(|quick| perft(&program, &start, 4, Way { quick, ..Way::USUAL }).expect("no limit"))
}

#[test]
fn names_of_gems_that_come_together_are_told_apart() {
    for moves in [
        "mover may two { choose g in heap; choose h in other; move h to heap; move g to box; if h is red: move h to other }\n  \
         mover may one { choose g in other; move g to box }",
        "mover may box-two { choose g in heap; choose h in other; move g to box; move h to box; move g to heap; move h to other }\n  \
         mover may one { choose g in other; move g to box }\n  mover may eat { choose any x in heap; move x to box }",
        "mover may three { choose g in heap; let h = g; move h to other; choose k in other; move k to box; move g to heap }",
        "man may bear { choose g in heap; move g to worn of it }\n  \
         man may drop { let h = worn of it; require some h; choose g in heap; move h to heap; move g to other; if g is red: move h to box }\n  \
         mover may eat { choose some x in other; move x to box }",
        "mover may go-round { for g in heap { if g is red and some (blue gem in other) { move (blue gem in heap) to box; \
         move (blue gem in other) to heap }; if g is blue: move g to other } }\n  mover may one { choose g in heap; move g to box }",
        "mover may every-other { choose g in heap; set even to 0; for one in heap { raise even by 1; if even = 2: move one to other }; move g to box; \
         if g is red: move g to other }\n  mover may one { choose g in heap; move g to box }\n}\nstate {\n  counter even: 0..9",
    ] {
        let [quick, machine] = counted(gems(moves));
        assert_eq!(quick, machine, "{moves}");
    }
}

#[test]
fn a_card_that_left_the_game_unseen_is_not_the_next_one_in_its_slot() {
    let moves = "man may change { let c = held of it; require some c; set kind of it to king; set kind of it to man; \
                 move top of deck to held of it; move c to waste }";
    let [quick, machine] = counted(cards(moves));
    assert_eq!(quick, machine);
}

#[test]
fn what_is_still_to_be_done_with_a_card_distinguishes_moves() {
    for moves in [
        "man may two { either { move held of it to waste } or { show held of it to player } }",
        "man may two { either { show held of it to mover } or { show held of it to player } }",
        "man may two { either { move held of it to hand of opponent } or { show held of it to opponent } }",
    ] {
        let [quick, machine] = counted(cards(moves));
        assert_eq!(quick, machine, "{moves}");
    }
}
