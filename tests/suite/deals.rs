//! What chance lays out before the first turn, over many seeds: the cards of Saving Private Checkers, the colours, shields and
//! potions of Chaos Checkers. The numbers are those of `[[audit]]` in `facts/cards.toml` and `facts/chaos.toml`, each scenario T1.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::shell;

const SEEDS: std::ops::RangeInclusive<u32> = 1..=25;

/// The position in which a game begins.
fn dealt(variant: &str, options: &[&str], seed: u32) -> Value {
    let seed = seed.to_string();
    let mut arguments = vec!["moves", variant, "--json", "--seed", &seed];
    arguments.extend(options.iter().flat_map(|option| ["--option", option]));
    shell::json(&arguments)["position"].clone()
}

fn entries(table: &Value) -> impl Iterator<Item = (&str, &Value)> {
    table.as_object().expect("a table").iter().map(|(key, value)| (key.as_str(), value))
}

fn on_ranks(square: &str, low: char, high: char) -> bool {
    square.chars().nth(1).is_some_and(|rank| (low..=high).contains(&rank))
}

/// `queen spades`, whether or not it says behind it who has not seen it.
fn suit_and_rank(card: &str) -> (String, String) {
    let mut words = card.split(' ');
    let rank = words.next().expect("a rank");
    (words.next().expect("a suit").to_owned(), rank.to_owned())
}

/// The suits of South.
fn audit_cards(options: &[&str], holders: &[(&str, &str, usize)], seed: u32) -> Vec<String> {
    let position = dealt("saving_private", options, seed);
    let mut decks: BTreeMap<&str, BTreeSet<(String, String)>> = BTreeMap::new();
    for (player, side, count) in holders {
        let held = position["piles"]["stockpile"][player].as_array().expect("a stockpile");
        assert_eq!(held.len(), *count, "{player}, seed {seed}");
        decks.entry(side).or_default().extend(held.iter().map(|card| suit_and_rank(card.as_str().expect("a card"))));
    }
    let mut laid = 0;
    for (square, card) in entries(&position["tokens"]).filter(|(place, _)| !place.starts_with('?')) {
        let pool = card.as_str().expect("nobody knows which");
        assert!(pool.starts_with('?') && !pool.contains("face-up"), "{square}: {pool}, seed {seed}");
        let side = if on_ranks(square, '1', '4') { "South" } else { "North" };
        // Unseen cards are those of their pool; all of it lies on one half.
        let cards = entries(&position["tokens"][pool]["card"]).map(|(card, _)| suit_and_rank(card));
        decks.entry(side).or_default().extend(cards);
        laid += 1;
    }
    assert_eq!(laid, 32);
    let suits: Vec<Vec<String>> = decks
        .values()
        .map(|deck| {
            assert_eq!(deck.len(), 26, "seed {seed}");
            let suits: BTreeSet<String> = deck.iter().map(|(suit, _)| suit.clone()).collect();
            suits.into_iter().collect()
        })
        .collect();
    for two in &suits {
        let red = two.iter().filter(|suit| ["diamonds", "hearts"].contains(&suit.as_str())).count();
        assert_eq!((two.len(), red), (2, 1), "one red and one black suit, seed {seed}");
    }
    assert!(suits[0].iter().all(|suit| !suits[1].contains(suit)), "52 different cards, seed {seed}");
    for (side, low, high) in [("South", '1', '3'), ("North", '6', '8')] {
        let men: Vec<&str> =
            entries(&position["board"]).filter(|(_, piece)| piece["owner"] == side).map(|(at, _)| at).collect();
        assert!(men.len() == 12 && men.iter().all(|at| on_ranks(at, low, high)), "{men:?}");
    }
    // `decks` goes by name, North before South.
    suits[1].clone()
}

/// rulings/cards.md T1; (d) 8: which suits go together is drawn.
#[test]
fn t1_every_deal_of_cards() {
    let drawn: BTreeSet<Vec<String>> =
        SEEDS.map(|seed| audit_cards(&[], &[("South", "South", 10), ("North", "North", 10)], seed)).collect();
    assert_eq!(drawn.len(), 4, "each red suit goes with each black one: {drawn:?}");
}

/// rulings/cards.md (d) 7.
#[test]
fn every_deal_to_partners() {
    let four = [("South-1", "South", 5), ("South-2", "South", 5), ("North-1", "North", 5), ("North-2", "North", 5)];
    let three = [("South", "South", 10), ("North-1", "North", 5), ("North-2", "North", 5)];
    for seed in SEEDS {
        audit_cards(&["partners"], &four, seed);
        audit_cards(&["three"], &three, seed);
    }
}

fn counted(pile: &Value, into: &mut BTreeMap<String, u64>) {
    match pile {
        Value::Array(all) => {
            all.iter().for_each(|one| *into.entry(one.as_str().expect("a token").to_owned()).or_default() += 1)
        }
        all => {
            entries(all).for_each(|(one, count)| *into.entry(one.to_owned()).or_default() += count.as_u64().expect("a number"))
        }
    }
}

/// rulings/chaos.md T1.
#[test]
fn t1_every_draw_of_colours_shields_and_potions() {
    for (options, powers) in [(&[][..], 10), (&["pink"][..], 11)] {
        for seed in SEEDS {
            let position = dealt("chaos", options, seed);
            let sides = [
                ("South", ["orange", "red", "yellow"], ["blue", "cyan", "purple"]),
                ("North", ["blue", "cyan", "purple"], ["orange", "red", "yellow"]),
            ];
            let mut potions = BTreeMap::new();
            counted(&position["piles"]["potions"], &mut potions);
            assert_eq!(potions.values().sum::<u64>(), powers * 5 - 24, "seed {seed}");
            for (side, own, shields_of_side) in sides {
                let (mut colours, mut shields) = (BTreeMap::new(), BTreeMap::new());
                counted(&position["piles"]["shields"][side], &mut shields);
                assert_eq!(shields.values().sum::<u64>(), 3, "{side}, seed {seed}");
                for (at, piece) in entries(&position["board"]).filter(|(_, piece)| piece["owner"] == side) {
                    let word = |slot: &str| {
                        piece[slot].as_str().unwrap_or_else(|| panic!("{at} has a {slot}, seed {seed}")).to_owned()
                    };
                    *colours.entry(word("colour")).or_default() += 1;
                    *shields.entry(word("shield")).or_default() += 1;
                    *potions.entry(word("potion")).or_default() += 1;
                }
                assert_eq!(colours, own.map(|colour| (colour.to_owned(), 4)).into(), "{side}, seed {seed}");
                assert_eq!(shields, shields_of_side.map(|colour| (colour.to_owned(), 5)).into(), "{side}, seed {seed}");
            }
            assert!(potions.len() as u64 == powers && potions.values().all(|count| *count == 5), "{potions:?}, seed {seed}");
        }
    }
}
