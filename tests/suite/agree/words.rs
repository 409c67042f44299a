//! Nothing of the language goes untried: each kind of phrase, statement, path item and event is reached by the bundled rule files, or
//! by small ones that are here for that.

use std::collections::BTreeSet;

use draughtsman::check::Choices;
use draughtsman::library::{self, load_text};
use draughtsman::model::Variant;
use draughtsman::reference::{WORDS, Watch};

use super::both::{Much, agree, checked, much};

/// Rule files with what no bundled one says.
const FILES: [(&str, &str); 5] = [
    ("phrases", include_str!("../direct/phrases.draughts")),
    ("tokens", include_str!("../direct/tokens.draughts")),
    ("statements", include_str!("statements.draughts")),
    ("towers", include_str!("towers.draughts")),
    ("secrets", include_str!("secrets.draughts")),
];

fn read((name, text): (&str, &str)) -> Variant {
    let loaded = load_text(name, &format!("{name}.draughts"), text.as_bytes().to_vec(), None);
    let checked = loaded.check(&Choices::default());
    checked.variant.unwrap_or_else(|| panic!("{name}: {:#?}", checked.diagnostics))
}

#[test]
fn small_rule_files_mean_the_same_to_both_and_every_word_is_tried() {
    let watch = Watch::default();
    let mut failures = Vec::new();
    let only = std::env::var("DRAUGHTSMAN_ONLY").ok();
    for file in FILES.into_iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name)) {
        let variant = read(file);
        let tried = agree(&variant, Some(&watch), Much { games: 2 * much(), starts: 14, plies: 30, moves: 500 });
        failures.extend(tried.err().map(|problem| format!("{}: {problem}", file.0)));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    if only.is_some() {
        return;
    }
    for name in library::names() {
        let variant = checked(name, None).expect("it can be played");
        let tried = agree(&variant, Some(&watch), Much { games: 1, starts: 1, plies: 24, moves: 1 });
        failures.extend(tried.err().map(|problem| format!("{name}: {problem}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    let seen = watch.seen();
    let all: BTreeSet<&str> = WORDS.iter().copied().collect();
    let missing: Vec<_> = all.difference(&seen).collect();
    assert!(missing.is_empty(), "never tried: {missing:?}");
    let unlisted: Vec<_> = seen.difference(&all).collect();
    assert!(unlisted.is_empty(), "in no list: {unlisted:?}");
}
