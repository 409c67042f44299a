//! Every bundled rule file, with each of its options, and small ones with what no bundled one says: from the start and from the middle of
//! random games. Nothing of the language goes untried.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use draughtsman::check::Choices;
use draughtsman::library::{self, load_text};
use draughtsman::model::Variant;
use draughtsman::reference::{WORDS, Watch};

use super::both::{Much, agree, much};
use crate::dice::next;

/// Rule files with what no bundled one says.
const SMALL: [(&str, &str); 45] = [
    ("phrases", include_str!("../bitboard/phrases.draughts")),
    ("tokens", include_str!("../bitboard/tokens.draughts")),
    ("tried", include_str!("../bitboard/tried.draughts")),
    ("asked", include_str!("../bitboard/asked.draughts")),
    ("bodies", include_str!("../bitboard/bodies.draughts")),
    ("cut", include_str!("../bitboard/cut.draughts")),
    ("lasts", include_str!("../bitboard/lasts.draughts")),
    ("thirds", include_str!("../bitboard/thirds.draughts")),
    ("scripts", include_str!("../bitboard/scripts.draughts")),
    ("named", include_str!("../bitboard/named.draughts")),
    ("hidden", include_str!("../bitboard/hidden.draughts")),
    ("hands", include_str!("../bitboard/hands.draughts")),
    ("marked", include_str!("../bitboard/marked.draughts")),
    ("ordered", include_str!("../bitboard/ordered.draughts")),
    ("parts", include_str!("../bitboard/parts.draughts")),
    ("supply", include_str!("../bitboard/supply.draughts")),
    ("coins", include_str!("../bitboard/coins.draughts")),
    ("followed piles", include_str!("../bitboard/followed_piles.draughts")),
    ("followed pieces", include_str!("../bitboard/followed_pieces.draughts")),
    ("followed waiting", include_str!("../bitboard/followed_waiting.draughts")),
    ("followed further", include_str!("../bitboard/followed_further.draughts")),
    ("followed cards", include_str!("../bitboard/followed_cards.draughts")),
    ("followed back", include_str!("../bitboard/followed_back.draughts")),
    ("starts", include_str!("../bitboard/starts.draughts")),
    ("seldom boards", include_str!("../bitboard/seldom_boards.draughts")),
    ("seldom cards", include_str!("../bitboard/seldom_cards.draughts")),
    ("seldom piles", include_str!("../bitboard/seldom_piles.draughts")),
    ("seldom tokens", include_str!("../bitboard/seldom_tokens.draughts")),
    ("seldom towers", include_str!("../bitboard/seldom_towers.draughts")),
    ("statements", include_str!("statements.draughts")),
    ("towers", include_str!("towers.draughts")),
    ("secrets", include_str!("secrets.draughts")),
    ("corners", include_str!("corners.draughts")),
    ("lines", include_str!("lines.draughts")),
    ("three", include_str!("three.draughts")),
    ("twice", include_str!("twice.draughts")),
    ("scores", include_str!("scores.draughts")),
    ("commanders", include_str!("commanders.draughts")),
    ("prisoners", include_str!("prisoners.draughts")),
    ("attacked", include_str!("attacked.draughts")),
    ("soon", include_str!("soon.draughts")),
    ("blasts", include_str!("blasts.draughts")),
    ("carried", include_str!("../views/rules/carried.draughts")),
    ("stacked", include_str!("../views/rules/stacked.draughts")),
    ("partners", include_str!("../views/rules/partners.draughts")),
];

/// A rule file by its name, with some options turned over, if that can be: some options need another, and two that change
/// the same line exclude each other (E0210).
fn read(name: &str, options: &Turned) -> Option<Variant> {
    let loaded = match SMALL.iter().find(|(small, _)| *small == name) {
        Some((_, text)) => load_text(name, &format!("{name}.draughts"), text.as_bytes().to_vec(), None),
        None => library::load(name).expect("there is a rule file"),
    };
    let options = options.to_vec();
    let checked = loaded.check(&Choices { options, ..Choices::default() });
    if !checked.refusals.is_empty() || checked.diagnostics.iter().any(|one| one.code == "E0210") {
        return None;
    }
    Some(checked.variant.unwrap_or_else(|| panic!("{name}: {:#?}", checked.diagnostics)))
}

/// Options that are turned over.
type Turned = Vec<(String, bool)>;

/// A rule file, and options of it that are turned over.
type Case = (&'static str, Turned);

fn meant(name: &str) -> bool {
    std::env::var("DRAUGHTSMAN_ONLY").map_or(true, |only| only == name)
}

/// Tries cases, two at a time; the words that were made use of.
fn try_all(cases: &[Case], much: &(dyn Fn(&str) -> Much + Sync)) -> BTreeSet<&'static str> {
    let (at, decisions) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (failures, words) = (Mutex::new(Vec::new()), Mutex::new(BTreeSet::new()));
    let work = || {
        while let Some((name, options)) = cases.get(at.fetch_add(1, Ordering::Relaxed)) {
            let Some(variant) = read(name, options) else { continue };
            let watch = Watch::default();
            match agree(&variant, &watch, much(name)) {
                Ok(many) => {
                    decisions.fetch_add(many, Ordering::Relaxed);
                }
                Err(problem) => failures.lock().expect("nobody has panicked").push(format!("{name} {options:?}: {problem}")),
            }
            words.lock().expect("nobody has panicked").extend(watch.seen());
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let failures = failures.into_inner().expect("nobody has panicked");
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n\n"));
    assert!(decisions.into_inner() > 0);
    words.into_inner().expect("nobody has panicked")
}

#[test]
fn rule_files_mean_the_same_to_both_and_every_word_is_tried() {
    let names = library::names().chain(SMALL.iter().map(|(name, _)| *name));
    let cases: Vec<Case> = names.filter(|name| meant(name)).map(|name| (name, Turned::new())).collect();
    let small = |name: &str| SMALL.iter().any(|(small, _)| *small == name);
    let words = try_all(&cases, &|name| {
        match name {
            // Its turns end with a hundred questions.
            "phrases" => Much { games: much(), starts: 3, plies: 8, follow: 1, moves: 60 },
            // The reference asks of each piece about each piece about each square about each piece.
            "tried" => Much { games: much(), starts: 14, plies: 8, follow: 1, moves: 100 },
            _ if small(name) => Much { games: 10 * much(), starts: 14, plies: 8, follow: 1, moves: 100 },
            _ => Much { games: much(), starts: 1, plies: 24, follow: 2, moves: 40 },
        }
    });
    if std::env::var("DRAUGHTSMAN_ONLY").is_ok() {
        return;
    }
    let all: BTreeSet<&str> = WORDS.iter().copied().collect();
    let missing: Vec<_> = all.difference(&words).collect();
    assert!(missing.is_empty(), "never tried: {missing:?}");
    let unlisted: Vec<_> = words.difference(&all).collect();
    assert!(unlisted.is_empty(), "in no list: {unlisted:?}");
}

#[test]
fn options_mean_the_same_to_both() {
    let mut cases: Vec<Case> = Vec::new();
    for name in library::names().filter(|name| meant(name)) {
        let variant = read(name, &Turned::new()).expect("it can be played");
        cases.extend(variant.equipment.options.iter().map(|option| (name, vec![(option.name.clone(), !option.on)])));
    }
    try_all(&cases, &|_| Much { games: much(), starts: 0, plies: 8, follow: 1, moves: 12 });
}

/// Pairs of options that are tried of one rule file.
const PAIRS: usize = 3;

#[test]
fn pairs_of_options_mean_the_same_to_both() {
    let mut seed = 0x9E37_79B9_7F4A_7C15;
    let mut cases: Vec<Case> = Vec::new();
    for name in library::names().filter(|name| meant(name)) {
        let variant = read(name, &Turned::new()).expect("it can be played");
        let options: Vec<_> = variant.equipment.options.iter().map(|option| (option.name.clone(), !option.on)).collect();
        let pairs = (0..options.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        let mut pairs: Vec<Case> = pairs.map(|(j, i)| (name, vec![options[j].clone(), options[i].clone()])).collect();
        while pairs.len() > PAIRS * much() {
            pairs.swap_remove(next(&mut seed) % pairs.len());
        }
        cases.extend(pairs);
    }
    try_all(&cases, &|_| Much { games: much(), starts: 0, plies: 8, follow: 1, moves: 12 });
}
