//! Long texts are checked with little memory and little work, whatever they are, and little is said of them.

use std::time::Duration;

use draughtsman::check::{Checked, Choices, Levels};
use draughtsman::library::{certain, load_text};
use draughtsman::notation::findings::human;
use rayon::prelude::*;

use super::texts::{BYTES, Much, all};
use super::weight::{Weight, weighed};

/// The most memory that a check of so many bytes may take: half a gibibyte for a mebibyte, as promised; a part of it whatever is checked.
const fn most_bytes(bytes: usize) -> usize {
    (128 << 20) + 384 * bytes
}

/// How often it may ask for memory: 96 times for each byte, and some more whatever is checked.
const fn most_requests(bytes: usize) -> usize {
    96 * ((128 << 10) + bytes)
}

/// How long a check may take: what is promised of a release. What is built for tests is slower, and not timed.
const LONGEST: Duration = Duration::from_secs(3);

/// What is said at most: mistakes, oddities, and a word that there are more of each.
const MOST_SAID: usize = 2_002;

/// How often a check that took too long is tried again: what else the machine does makes it slower, and never faster.
const AGAIN: usize = 2;

/// What a check of a text takes, how much it finds, and how many bytes are said of it.
fn tried(text: &str) -> (usize, usize, Weight) {
    let ((said, shown), weight) = weighed(|| {
        let loaded = load_text("much", "much.draughts", text.as_bytes().to_vec(), None);
        let Checked { diagnostics: mut found, .. } = loaded.check(&Choices::default());
        certain(&loaded, &Choices::default(), &Levels::default(), &mut found);
        let shown = human(&loaded.sources, &found.iter().collect::<Vec<_>>(), false);
        (found.len(), shown.len())
    });
    (said, shown, weight)
}

fn check(much: &Much, bytes: usize) -> Result<(), String> {
    let text = much.text(bytes);
    let (said, shown, weight) = tried(&text);
    let fits =
        weight.most <= most_bytes(bytes) && weight.requests <= most_requests(bytes) && said <= MOST_SAID && shown < 1 << 20;
    let in_time = |weight: Weight| cfg!(debug_assertions) || weight.time <= LONGEST;
    if fits && (in_time(weight) || (0..AGAIN).any(|_| in_time(tried(&text).2))) {
        Ok(())
    } else {
        Err(format!("{bytes} bytes, {}: {weight:?}, {said} said in {shown} bytes", much.name))
    }
}

#[test]
fn much_of_anything_is_checked_with_little_work() {
    let texts = all();
    let tried = texts.par_iter().flat_map_iter(|much| BYTES.iter().map(move |bytes| check(much, *bytes)));
    let heavy: Vec<String> = tried.filter_map(Result::err).collect();
    assert!(heavy.is_empty(), "\n{}", heavy.join("\n"));
}
