//! Long texts are checked with little memory and little work, whatever they are, and little is said of them.

use std::time::Duration;

use draughtsman::check::{Checked, Choices, Levels};
use draughtsman::library::{certain, load_text};
use draughtsman::notation::findings::human;
use rayon::prelude::*;

use super::texts::{BYTES, Much, all};
use super::weight::weighed;

/// The most memory that a check may take: half a gibibyte for a mebibyte, as promised; a part of it whatever is checked.
const MOST_BYTES: usize = (128 << 20) + 384 * BYTES;

/// How often a check may ask for memory: 96 times for each byte.
const MOST_REQUESTS: usize = 96 * BYTES;

/// How long a check may take: what is promised of a release. What is built for tests is slower, and not timed.
const LONGEST: Duration = Duration::from_secs(3);

/// What is said at most: mistakes, oddities, and a word that there are more of each.
const MOST_SAID: usize = 2_002;

fn check(much: &Much) -> Result<(), String> {
    let text = much.text();
    let ((said, shown), weight) = weighed(|| {
        let loaded = load_text("much", "much.draughts", text.into_bytes(), None);
        let Checked { diagnostics: mut found, .. } = loaded.check(&Choices::default());
        certain(&loaded, &Choices::default(), &Levels::default(), &mut found);
        let shown = human(&loaded.sources, &found.iter().collect::<Vec<_>>(), false);
        (found.len(), shown.len())
    });
    let in_time = cfg!(debug_assertions) || weight.time <= LONGEST;
    let fits = weight.most <= MOST_BYTES && weight.requests <= MOST_REQUESTS && said <= MOST_SAID && shown < 1 << 20;
    if fits && in_time { Ok(()) } else { Err(format!("{}: {weight:?}, {said} said in {shown} bytes", much.name)) }
}

#[test]
fn much_of_anything_is_checked_with_little_work() {
    let heavy: Vec<String> = all().par_iter().filter_map(|much| check(much).err()).collect();
    assert!(heavy.is_empty(), "\n{}", heavy.join("\n"));
}
