//! What a player may believe of pieces that were taken, while the move that took them goes on.

use draughtsman::agents;
use draughtsman::engine::Game;
use draughtsman::library::load_text;
use draughtsman::model::PlayerId;
use draughtsman::model::setup::{Item, Kept, SlotContent, Token};

use crate::facts;

/// Each man bears a card that only its owner has seen. Behind a capture the opponent is asked something; then the rules read the
/// card of what was taken.
const RULES: &str = r#"+++
name = "Prisoners"
[sets]
reply = ["yea", "nay"]
[players]
South = { faces = "north" }
North = { faces = "south" }
[board]
grid = "1x2"
[tokens.card]
value = ["low", "high"]
copies = 4
faces = ["hidden", "open"]
[pieces]
man = { symbol = "m", has = { held = "card" } }
[piles]
deck = { holds = "card", seen_by = "nobody" }
captured = { of = "player", holds = "piece" }
[setup]
deck = { each = 4 }
diagram = """
n
s
"""
+++
setup {
  shuffle deck
  for m in man {
    move top of deck to held of m
    show held of m to player of owner of m
  }
}
capture {
  man may pounce orthogonal onto enemy
}
effects {
  when move ends if some taken {
    choose answer in yea or nay by opponent
    if value of held of taken is high: raise mood by 1
  }
}
state {
  counter mood: 0..9
}
victory {
  draw if turns > 60
}
"#;

#[test]
fn the_card_of_a_prisoner_is_that_of_what_was_taken() {
    let ready = facts::ready(&load_text("prisoners", "prisoners.draughts", RULES.as_bytes().to_vec(), None), &[])
        .unwrap_or_else(|problem| panic!("{problem}"));
    let program = &ready.program;
    let mut game = Game::new(program).expect("no limit");
    let play = |game: &mut Game| {
        let moves = game.options(program).expect("no limit");
        game.play(program, &moves[0]).expect("no limit");
    };
    // Chance shows two cards; then South takes.
    (0..3).for_each(|_| play(&mut game));
    let mut seen = [0; 2];
    for number in 0..32 {
        let sampled = agents::sample(program, game.position(), PlayerId(0), &mut agents::generator(number, 0));
        let mut imagined = game.imagining(sampled);
        play(&mut imagined);
        let setup = imagined.position().to_setup(program);
        let mood = setup.stored.iter().any(|(_, kept)| *kept == Kept::Number(1));
        let [(_, items)] = &setup.piles.iter().filter(|(_, items)| matches!(items[0], Item::Piece(_))).collect::<Vec<_>>()[..]
        else {
            panic!("one pile of prisoners")
        };
        let Item::Piece(prisoner) = &items[0] else { panic!("a prisoner") };
        let [(_, SlotContent::Token(Token::Seen { class, .. }))] = &prisoner.slots[..] else { panic!("its card") };
        assert_eq!(mood, *class == 1, "sample {number}: class {class}");
        seen[usize::from(*class)] += 1;
    }
    assert!(seen.iter().all(|many| *many > 0), "{seen:?}");
}
