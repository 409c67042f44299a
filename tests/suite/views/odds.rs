//! The odds of what a player may believe in. Each rule file here deals in its `setup` chapter and is then at its first decision;
//! every way the deal can go is walked, and what each player sees is compared with what is drawn from that view, every draw walked
//! too. Nothing is estimated.

use std::collections::HashMap;

use draughtsman::engine::{Actor, Game, Position};
use draughtsman::library::{Ready, load_text};
use draughtsman::model::PlayerId;
use draughtsman::model::setup::{Item, Setup, Token};

use super::games::players;
use crate::facts;

/// A rule file with a few cards, dealt like this.
fn dealing(cards: &str, setup: &str) -> Ready {
    let text = format!(
        r#"+++
name = "Dealt"

[players]
South = {{ faces = "north" }}
North = {{ faces = "south" }}

[board]
grid  = "2x2"
under = "card"

[tokens.card]
name-of = ["ace", "king", "queen", "joker"]
copies = 2
faces  = ["face-down", "face-up"]

[piles]
deck    = {{ holds = "card", seen_by = "nobody" }}
other   = {{ holds = "card", seen_by = "nobody" }}
hand    = {{ of = "player", holds = "card", seen_by = "owner" }}
discard = {{ holds = "card", seen_by = "all" }}

[pieces.man]
symbol = "m"

[setup]
deck = {cards}
diagram = """
n .
. s
"""
+++

setup {{
{setup}
}}

movement {{
  mover may pass
}}

victory {{
  draw "enough" if turns >= 2
}}
"#
    );
    let loaded = load_text("dealt", "dealt.draughts", text.into_bytes(), None);
    facts::ready(&loaded, &[]).unwrap_or_else(|problem| panic!("{problem}"))
}

/// How likely each position is after the deal.
fn deals(ready: &Ready) -> HashMap<Position, f64> {
    let program = &ready.program;
    let mut all: HashMap<Position, f64> = HashMap::new();
    let mut open = vec![(Game::new(program).expect("a game"), 1.0)];
    while let Some((game, odds)) = open.pop() {
        if game.actor(program) != Some(Actor::Chance) {
            *all.entry(game.position().clone()).or_default() += odds;
            continue;
        }
        let moves = game.options(program).expect("results of chance");
        let ways: u64 = moves.iter().map(|mv| mv.weight).sum();
        for mv in &moves {
            let mut next = game.clone();
            next.play(program, mv).expect("a result of chance");
            open.push((next, odds * mv.weight as f64 / ways as f64));
        }
    }
    all
}

/// How likely each position is to be drawn for a player: every course of the draws is walked.
fn sampled(ready: &Ready, from: &Position, player: PlayerId) -> HashMap<Position, f64> {
    let mut all: HashMap<Position, f64> = HashMap::new();
    let mut open: Vec<Vec<u64>> = vec![Vec::new()];
    while let Some(course) = open.pop() {
        let (mut at, mut odds, mut further) = (0, 1.0, None);
        let position = from.sample(&ready.program, player, &mut |limit| {
            odds /= limit as f64;
            let drawn = course.get(at).copied().unwrap_or_else(|| {
                further.get_or_insert(limit);
                0
            });
            at += 1;
            drawn
        });
        match further {
            Some(limit) => open.extend((0..limit).map(|drawn| course.iter().copied().chain([drawn]).collect())),
            None => *all.entry(position).or_default() += odds,
        }
    }
    all
}

/// For each player and each view, what is drawn is what was dealt, with the same odds.
fn agree(cards: &str, setup: &str) {
    let ready = dealing(cards, setup);
    let dealt = deals(&ready);
    let total: f64 = dealt.values().sum();
    assert!((total - 1.0).abs() < 1e-9, "{total}");
    for player in players(&ready) {
        let mut views: HashMap<Position, Vec<(&Position, f64)>> = HashMap::new();
        for (position, odds) in &dealt {
            views.entry(position.view(&ready.program, player)).or_default().push((position, *odds));
        }
        for (view, group) in views {
            let of_view: f64 = group.iter().map(|(_, odds)| odds).sum();
            let drawn = sampled(&ready, &view, player);
            assert_eq!(drawn.len(), group.len(), "{cards} {setup}: so many positions look alike");
            for (position, odds) in group {
                let (expected, drawn) = (odds / of_view, drawn.get(position).copied().unwrap_or_default());
                assert!((expected - drawn).abs() < 1e-9, "{cards} {setup}: dealt {expected}, drawn {drawn}");
            }
        }
    }
}

#[test]
fn cards_in_two_hands_and_under_squares() {
    agree(
        "{ ace = 1, king = 1, queen = 2 }",
        "shuffle deck; for p in player: move top of deck to hand of p; for s in empty: move top of deck to card of s",
    );
    agree("{ ace = 2, king = 2, queen = 1 }", "shuffle deck; for p in player { repeat 2: move top of deck to hand of p }");
}

#[test]
fn what_was_seen_before_it_was_turned_down_is_remembered() {
    let deal = "shuffle deck; for p in player: move top of deck to hand of p; for s in empty: move top of deck to card of s";
    agree(
        "{ ace = 1, king = 1, queen = 2 }",
        &format!("{deal}; set face of card of a1 to face-up; set face of card of a1 to face-down; show card of b2 to North"),
    );
}

#[test]
fn cards_that_are_shown_and_handed_on() {
    let deal = "shuffle deck; for p in player { repeat 2: move top of deck to hand of p }";
    agree(
        "{ ace = 1, king = 2, queen = 1, joker = 1 }",
        &format!("{deal}; choose one in card in hand of South by chance; move one to hand of North"),
    );
    agree(
        "{ ace = 1, king = 2, queen = 1, joker = 1 }",
        &format!("{deal}; choose one in card in hand of South by chance; show one to North; move one to card of a1"),
    );
}

#[test]
fn half_a_deck_that_goes_over_unseen_and_is_mixed_again() {
    agree(
        "{ ace = 2, king = 1, queen = 1 }",
        "shuffle deck; repeat 2: move top of deck to other; move top of deck to hand of South; shuffle other; \
         move top of other to hand of North",
    );
}

/// The cards that were thrown away are mixed anew while the others are held: those can be none of them.
#[test]
fn a_discard_that_is_shuffled_while_cards_are_held() {
    agree(
        "{ ace = 1, king = 1, queen = 2, joker = 1 }",
        "shuffle deck; for p in player: move top of deck to hand of p
         repeat 3: move top of deck to discard
         for c in card in discard: move c to deck
         shuffle deck; move top of deck to hand of North; move top of deck to card of a1",
    );
}

/// By hand. South holds the ace and knows that North holds two of the king and the two queens: (queen, queen) is one pair of the
/// three, (king, queen) two.
#[test]
fn three_cards_by_hand() {
    let ready = dealing(
        "{ ace = 1, king = 1, queen = 2 }",
        "shuffle deck; move top of deck to hand of South; repeat 2: move top of deck to hand of North",
    );
    let held = |setup: &Setup, player: u8| -> Vec<u16> {
        let hand = ready.variant.equipment.piles.iter().position(|pile| pile.name == "hand").expect("a pile");
        let of = setup.piles.iter().filter(|(pile, _)| pile.pile.index() == hand && pile.owner == player);
        let classes = of.flat_map(|(_, items)| items).filter_map(|item| match item {
            Item::Token(Token::Seen { class, .. }) => Some(*class),
            _ => None,
        });
        let mut classes: Vec<u16> = classes.collect();
        classes.sort_unstable();
        classes
    };
    let dealt = deals(&ready);
    let with_ace = dealt.keys().find(|position| held(&position.to_setup(&ready.program), 0) == [0]).expect("a deal");
    let mut odds: HashMap<Vec<u16>, f64> = HashMap::new();
    for (position, each) in sampled(&ready, with_ace, PlayerId(0)) {
        *odds.entry(held(&position.to_setup(&ready.program), 1)).or_default() += each;
    }
    let expected = HashMap::from([(vec![1, 2], 2.0 / 3.0), (vec![2, 2], 1.0 / 3.0)]);
    assert_eq!(odds.len(), expected.len(), "{odds:?}");
    assert!(expected.iter().all(|(hand, each)| (odds[hand] - each).abs() < 1e-12), "{odds:?}");
}

/// By hand. Two cards of one shuffle, A and B, lie in the deck; X, which all have seen, is shuffled into it: each of the three is as
/// likely to come up, and each as likely to be in North's hand.
#[test]
fn a_card_mixed_in_has_its_part_of_the_odds() {
    let ready = dealing(
        "{ ace = 1, king = 1, queen = 1 }",
        "shuffle deck; move top of deck to discard; for c in card in discard: move c to deck; shuffle deck; \
         move top of deck to hand of North",
    );
    let dealt = deals(&ready);
    for position in dealt.keys() {
        let drawn = sampled(&ready, position, PlayerId(0));
        assert_eq!(drawn.len(), 3);
        assert!(drawn.values().all(|odds| (odds - 1.0 / 3.0).abs() < 1e-12), "{drawn:?}");
    }
}
