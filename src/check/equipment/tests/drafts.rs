//! Front matters of whole games, with repetitive parts shortened.

use super::{checked, pieces, said, sound};
use crate::model::board::Facing;
use crate::model::equipment::{Match, PileHolds, PileOwner, RegionSites, SeenBy, SlotType};
use crate::model::setup::{Item, Token};
use crate::model::{KindId, PileId, PlayerId, SideId, TokenId};

const DRAUGHTS: &str = r#"
name    = "Draughts"
aliases = ["checkers"]
authors = ["traditional"]
version = "1.0.0"
[players]
Black = { faces = "south" }
White = { faces = "north" }
[board]
grid = "8x8"
play = "dark"
[notation]
squares = "numbers"
pdn     = 21
[pieces]
man  = { symbol = "m" }
king = { symbol = "k", value = 2 }
[setup]
diagram = """
. b . b . b . b
b . b . b . b .
. b . b . b . b
. . . . . . . .
. . . . . . . .
w . w . w . w .
. w . w . w . w
w . w . w . w .
"""
"#;

#[test]
fn a_plain_game() {
    let (game, start) = sound(DRAUGHTS);
    assert_eq!((game.about.title.as_str(), game.about.version.as_str()), ("Draughts", "1.0.0"));
    assert_eq!(game.players.iter().map(|player| game.faces(player)).collect::<Vec<_>>(), [Facing::South, Facing::North]);
    assert_eq!(game.turn_order, [PlayerId(0), PlayerId(1)]);
    assert_eq!(game.sides.len(), 2);
    assert_eq!((game.kinds[0].plural.as_str(), game.kinds[1].value), ("men", 2));
    assert!(game.notation.numbers);
    assert_eq!(game.notation.pdn, Some(21));
    assert_eq!(start.board.len(), 24);
    assert_eq!(pieces(&game, &start)[0], "b8 Black man");
    assert_eq!(pieces(&game, &start)[23], "g1 White man");
}

#[test]
fn a_child_states_differences() {
    let child = r#"
name    = "Draughts by night"
extends = "draughts"
[players]
White = { faces = "north" }
Black = { faces = "south" }
[notation]
squares = "algebraic"
"#;
    let (made, found) = checked(&[DRAUGHTS, child], &[]);
    assert_eq!(said(child, &found), "");
    let (game, start) = made.expect("equipment");
    assert_eq!(game.players[0].name, "White");
    assert_eq!(game.about.extends.as_deref(), Some("draughts"));
    assert!(game.about.aliases.is_empty() && game.about.authors.is_empty(), "what names the parent is not inherited");
    assert_eq!((game.notation.numbers, game.notation.pdn), (false, None));
    assert_eq!(start.board.len(), 24);
    assert_eq!(start.board[0].1[0].owner, SideId(1));
}

#[test]
fn points_and_a_supply() {
    let toml = r#"
name = "Siege"
routes = "distinct"
[players]
Rebel = {}
Guard = {}
[board]
grid = "8x8"
play = "dark"
points = "inner"
[pieces]
stone   = { owner = "Rebel", on = "points",  symbol = "o" }
checker = { owner = "Guard", on = "squares", symbol = "C" }
[piles]
supply = { of = "Rebel", holds = "stone", seen_by = "all" }
[setup]
checker = ["c5", "d4", "d6", "e3", "e5", "f4"]
supply  = { stone = 66 }
[option.match.match]
games  = 2
wins_as = "Rebel"
better = "supply"
"#;
    let (game, start) = sound(toml);
    assert_eq!(pieces(&game, &start).len(), 6);
    assert_eq!(pieces(&game, &start)[0], "d6 Guard checker");
    assert_eq!(game.piles[0].of, PileOwner::One(PlayerId(0)));
    assert_eq!(game.piles[0].holds, PileHolds::Kind(KindId(0)));
    assert_eq!(start.piles[0].1.len(), 66);
    assert!(matches!(&start.piles[0].1[0], Item::Piece(stone) if stone.owner == SideId(0)));
    assert_eq!(game.games_of_match, None);
    assert_eq!(game.options.iter().map(|one| (one.name.as_str(), one.on)).collect::<Vec<_>>(), [("match", false)]);
    let (made, _) = checked(&[toml], &["match"]);
    let wanted = Match { games: 2, wins_as: Some(PlayerId(0)), better: Some(PileId(0)) };
    assert_eq!(made.and_then(|(game, _)| game.games_of_match), Some(wanted));
}

#[test]
fn men_on_their_own_camp() {
    let (game, start) = sound(
        r#"
name = "Camps"
[players]
White = {}
Black = {}
[board]
grid = "8x8"
[regions]
camp = { White = ["a1-d1", "a2-c2", "a3-b3", "a4"], Black = ["h8-e8", "h7-f7", "h6-g6", "h5"] }
centre = "d4-e5"
[pieces]
man = { symbol = "m" }
[setup]
camp = "man"
"#,
    );
    let all = pieces(&game, &start);
    assert_eq!(all.len(), 20);
    assert!(all.contains(&"c2 White man".to_owned()) && all.contains(&"e8 Black man".to_owned()));
    assert!(matches!(&game.regions[0].sites, RegionSites::BySide(sets) if sets.len() == 2 && sets[0].len() == 10));
    assert!(matches!(&game.regions[1].sites, RegionSites::Same(set) if set.len() == 4));
}

#[test]
fn symbols_say_what_letters_stand_for() {
    let (game, start) = sound(
        r#"
name = "Hunt"
[players]
Stags = {}
Swans = {}
[board]
grid = "3x3"
[regions]
castle = "b2"
[pieces]
soldier = { symbol = "t" }
king    = { symbol = "k", owner = "Swans" }
[setup]
diagram = """
m . m
. K s
m . m
"""
symbols = { m = "Stags soldier", s = "Swans soldier", K = "king" }
"#,
    );
    assert_eq!(pieces(&game, &start)[2..4], ["b2 Swans king".to_owned(), "c2 Swans soldier".to_owned()]);
    assert_eq!(game.kinds[1].owner, Some(SideId(1)));
}

const CARDS: &str = r#"
name = "Cards"
[players]
South = { faces = "north" }
North = { faces = "south" }
[board]
grid = "8x8"
play = "dark"
under = "card"
[regions]
half = { South = "a1-h4", North = "a5-h8" }
[tokens.card]
suit  = ["clubs", "diamonds", "hearts", "spades"]
value = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"]
faces = ["face-down", "face-up"]
[piles]
deck      = { of = "side",   holds = "card",  seen_by = "nobody" }
stockpile = { of = "player", holds = "card",  seen_by = "owner" }
discard   = { holds = "card", seen_by = "all" }
captured  = { of = "side",   holds = "piece", seen_by = "all" }
[pieces]
man  = { symbol = "m" }
king = { symbol = "k", value = 2 }
[setup]
man = { South = ["a1", "c1"], North = "h8" }
[option.queens.pieces.queen]
symbol = "q"
[option.footmen.sets]
service = ["footman"]
[option.footmen.pieces]
man  = { symbol = "m", has = { service = "service" } }
king = { symbol = "k", has = { service = "service" } }
[option.partners.players]
South-1 = { side = "South", faces = "north" }
North-1 = { side = "North", faces = "south" }
South-2 = { side = "South", faces = "north" }
North-2 = { side = "North", faces = "south" }
[option.three]
turn_order = ["South", "North-1", "South", "North-2"]
excludes = ["partners"]
[option.three.players]
South   = { side = "South", faces = "north" }
North-1 = { side = "North", faces = "south" }
North-2 = { side = "North", faces = "south" }
"#;

#[test]
fn cards_that_nothing_places_lie_in_the_box() {
    let (game, start) = sound(CARDS);
    assert_eq!(game.tokens[0].classes.len(), 52);
    assert!(game.tokens[0].classes.iter().all(|class| class.copies == 1));
    assert_eq!(game.tokens[0].classes[51].values, [3, 12]);
    assert_eq!(game.enums.iter().map(|set| set.name.as_str()).collect::<Vec<_>>(), ["card.suit", "card.value", "card.face"]);
    assert_eq!(game.under, Some(("card".to_owned(), TokenId(0))));
    assert_eq!(start.unplaced[0].1.len(), 52);
    assert_eq!((game.piles[0].of, game.piles[0].seen_by), (PileOwner::EachSide, SeenBy::Nobody));
    assert_eq!(pieces(&game, &start), ["h8 North man", "a1 South man", "c1 South man"]);
}

#[test]
fn options_change_players_and_pieces() {
    let (made, found) = checked(&[CARDS], &["partners"]);
    assert_eq!(said(CARDS, &found), "");
    let (game, start) = made.expect("equipment");
    assert_eq!(game.players.len(), 4);
    assert_eq!(game.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>(), ["South", "North"]);
    assert_eq!(game.players[2].side, SideId(0));
    assert_eq!(start.board.len(), 3);

    let (made, found) = checked(&[CARDS], &["three", "queens", "footmen"]);
    assert_eq!(said(CARDS, &found), "");
    let (game, _) = made.expect("equipment");
    assert_eq!(game.turn_order, [PlayerId(0), PlayerId(1), PlayerId(0), PlayerId(2)]);
    assert_eq!(game.kinds.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>(), ["man", "king", "queen"]);
    assert_eq!(game.kinds.iter().map(|kind| kind.slots).collect::<Vec<_>>(), [1, 1, 0]);
    assert_eq!(game.kinds[1].value, 2, "what the option does not say of a kind stays");
    assert!(matches!(game.slots[0].holds, SlotType::Value(_)));
}

#[test]
fn bags_filled_by_value() {
    let (game, start) = sound(
        r#"
name = "Bags"
[sets]
colour = ["red", "green", "blue"]
[players]
South = { colours = ["red"] }
North = { colours = ["blue", "green"] }
[board]
grid = "4x4"
[tokens]
shield = { colour = "colour" }
potion = { power = ["ghost", "leap"] }
coin   = {}
[pieces]
man = { symbol = "m", has = { colour = "colour", shield = "shield", potion = "potion" } }
[piles]
shields = { of = "player", holds = "shield" }
potions = { holds = "potion" }
hidden  = { holds = "coin", seen_by = "nobody" }
[setup]
pieces = [{ at = "a1", kind = "man", owner = "South", potion = "leap", colour = "red" }]
shields = { South = { blue = 5 }, North = { red = 5 } }
potions = { each = 4, leap = 3 }
hidden = { coin = 7 }
"#,
    );
    assert_eq!(
        game.players[1].attributes.iter().map(|(name, _, bits)| (name.as_str(), *bits)).collect::<Vec<_>>(),
        [("colours", 0b110)]
    );
    let copies = |token: usize| game.tokens[token].classes.iter().map(|class| class.copies).collect::<Vec<_>>();
    assert_eq!(copies(0), [5, 0, 5]);
    assert_eq!(copies(1), [4, 4]);
    assert_eq!(copies(2), [7]);
    assert_eq!(start.unplaced, []);
    assert_eq!(start.board[0].1[0].slots.len(), 2);
    assert_eq!(start.piles.iter().map(|(_, items)| items.len()).collect::<Vec<_>>(), [5, 5, 7, 7]);
    assert_eq!(start.shuffles.len(), 1);
    assert!(matches!(start.piles[3].1[0], Item::Token(Token::Unseen { shuffle: 0, .. })));
}

#[test]
fn towers_are_written_from_below() {
    let (game, start) = sound(
        r#"
name = "Towers"
[players]
White = {}
Black = {}
[board]
grid = "7x7"
play = "dark"
stacks = 3
[pieces]
soldier = { symbol = "s" }
officer = { symbol = "o" }
[setup]
pieces = [{ at = "a1", kind = "soldier", owner = "Black" }, { at = "a1", kind = "officer", owner = "White" }]
"#,
    );
    assert_eq!(game.stacks, 3);
    assert_eq!(pieces(&game, &start), ["a1 Black soldier", "a1 White officer"]);
}

#[test]
fn numbers_that_a_group_may_change() {
    let toml = r#"
name = "Limits"
[players]
White = {}
Black = {}
[board]
grid = "4x4"
[pieces]
man = {}
[numbers]
quiet-limit = 100
reign = { value = 3, least = 1, greatest = 9 }
[setup]
man = { White = "a1", Black = "d4" }
"#;
    let (game, _) = sound(toml);
    assert_eq!((game.numbers[0].value, game.numbers[0].range), (100, (0, 1_000_000)));
    assert_eq!(game.kinds[0].symbol, 'm');
    let mut found = Vec::new();
    let made = super::equipment(&super::tree(toml), &[], &[("reign".to_owned(), 4)], &mut found);
    assert_eq!(made.map(|(game, _)| (game.numbers[1].value, game.numbers[1].default)), Some((4, 3)));
    let wrong = [("reign".to_owned(), 10), ("reing".to_owned(), 1)];
    super::equipment(&super::tree(toml), &[], &wrong, &mut found);
    assert_eq!(
        said(toml, &found),
        "E0054 [reign] `reign` cannot be 10; accepted: 1 to 9\nE0053 [numbers] there is no number option `reing`; did you mean `reign`?"
    );
}
