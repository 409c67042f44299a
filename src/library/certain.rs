//! Decides which proposed fix is certain to be what the author meant. This module is the only definition of "certain".
//!
//! Each change is tried alone, and the whole file is checked again. A change *fits* if its mistake is gone and nothing new is
//! reported: no other mistake anywhere, no lint about the words that it inserts. It is *certain* if it is the only best fit: no
//! other change proposed for the file, and no rival, also fits and leaves as few mistakes. A rival is the opposite change: if
//! the proposed word occurs only once in the file, that occurrence may be the misspelt one.
//!
//! If a word is replaced by one with similar spelling, it is certain only if the original can be nothing but a slip
//! ([`is_slip`]): `one` is not a slip for `none`, nor `non-diagonal` for `diagonal`.
//!
//! So a word close to two others that both make sense is not fixed, nor one whose nearest makes no sense.

use std::collections::HashSet;
use std::ops::Range;

use crate::check::{Checked, Choices, Levels, said_once};
use crate::diagnostic::{Diagnostic, Fix, Severity, any_error, ranked};
use crate::source::{Sources, Span};
use crate::syntax::plain::PLAIN;
use crate::syntax::{is_slip, words_of};

use super::Loaded;

/// Maximum number of changes that are tried; further mistakes are left for the next run.
const MOST_TRIED: usize = 60;

/// Maximum number of bytes read for the trials: each trial reads the whole text, and again for each mistake, and checks it.
const MOST_READ: usize = 8_000_000;

/// A word of work of a check ([`Checked::work`]) costs as much as this many bytes that are read.
const WORD: usize = 16;

/// The result of trying a change.
struct Trial {
    /// The change.
    change: Fix,
    /// If the change fits: which of the mistakes it removes, and how many errors remain.
    fits: Option<(Vec<bool>, usize)>,
}

/// Sets the fix of each diagnostic that has a certain proposal. Of the other diagnostics only the proposals that fit are kept,
/// if any do.
///
/// ```
/// use draughtsman::check::{Choices, Levels};
/// use draughtsman::library::{certain, load_text};
/// let text = b"+++\nname = \"x\"\nextends = \"englich\"\n+++\n";
/// let loaded = load_text("x", "x.draughts", text.to_vec(), None);
/// let mut found = loaded.check(&Choices::default()).diagnostics;
/// certain(&loaded, &Choices::default(), &Levels::default(), &mut found);
/// assert_eq!(found[0].fix.as_ref().map(|fix| fix.replacement.as_str()), Some("\"english\""));
/// ```
pub fn certain(loaded: &Loaded, choices: &Choices, levels: &Levels, found: &mut [Diagnostic]) {
    let mut trials: Vec<Trial> = Vec::new();
    // What is left to be read, and the work of the most costly trial so far.
    let (mut left, mut work) = (MOST_READ, 0);
    'trials: for change in found.iter().flat_map(|one| &one.proposals) {
        let both = std::iter::once(change.clone()).chain(rival(&loaded.sources, change));
        let new: Vec<Fix> = both.filter(|change| !trials.iter().any(|trial| trial.change == *change)).collect();
        if trials.len() + new.len() > MOST_TRIED {
            break;
        }
        let reads = loaded.sources.get(change.span.file).text.len().saturating_mul(found.len() + 1);
        // A change is tried together with its rival or not at all.
        let mut pair = Vec::new();
        for change in new {
            if reads.saturating_add(WORD * work) > left {
                break 'trials;
            }
            let (fits, spent) = tried(loaded, choices, levels, &change, found);
            left = left.saturating_sub(reads + WORD * spent);
            work = work.max(spent);
            pair.push(Trial { change, fits });
        }
        trials.extend(pair);
    }
    let judged = |change: &Fix| trials.iter().any(|trial| trial.change == *change);
    for (i, one) in found.iter_mut().enumerate() {
        if one.proposals.is_empty() || !one.proposals.iter().all(judged) {
            continue;
        }
        let mending = trials.iter().filter_map(|trial| {
            let (mended, left) = trial.fits.as_ref()?;
            mended[i].then_some((&trial.change, *left))
        });
        let mending: Vec<(&Fix, usize)> = mending.collect();
        let least = mending.iter().map(|(_, left)| *left).min();
        let mut best = mending.iter().filter(|(_, left)| Some(*left) == least).map(|(change, _)| *change);
        let fitting: Vec<Fix> =
            one.proposals.iter().filter(|own| mending.iter().any(|(change, _)| change == own)).cloned().collect();
        match (best.next(), best.next()) {
            (Some(only), None) if one.proposals.contains(only) && !is_guess(&loaded.sources, only) => {
                one.fix = Some(only.clone());
                one.proposals = vec![only.clone()];
            }
            _ if !fitting.is_empty() => one.proposals = fitting,
            // another mistake is in the way: the likeliest proposal is kept nevertheless
            _ => one.proposals.truncate(1),
        }
    }
}

/// If a change replaces one word by another: the old and the new word.
fn exchanged<'c>(sources: &'c Sources, change: &'c Fix) -> Option<(&'c str, &'c str)> {
    let (old, new) = (sources.text(change.span).trim_matches('"'), change.replacement.trim_matches('"'));
    let is_word = |word: &str| words_of(word).next() == Some((0, word));
    (is_word(old) && is_word(new)).then_some((old, new))
}

/// Whether only similar spelling supports a word, and the original may mean something else.
fn is_guess(sources: &Sources, change: &Fix) -> bool {
    let Some((old, new)) = exchanged(sources, change) else { return false };
    let explained = || PLAIN.iter().any(|row| row.words.contains(&old) && row.instead.contains(&new));
    !ranked(old, [new]).is_empty() && !is_slip(old, new) && !explained()
}

/// The rival of a change that replaces a word: the opposite replacement at the only other occurrence of the new word.
fn rival(sources: &Sources, change: &Fix) -> Option<Fix> {
    let text = &sources.get(change.span.file).text;
    let (old, new) = exchanged(sources, change)?;
    let mut places = occurrences(text, new);
    let place = places.next()?;
    places
        .next()
        .is_none()
        .then(|| Fix { span: Span::new(change.span.file, place.start, place.end), replacement: old.to_owned() })
}

/// The occurrences of a word outside comments, in rules or front matter, quoted or not.
fn occurrences<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
    text.match_indices(word).map(move |(at, _)| at..at + word.len()).filter(move |at| {
        let line = text[..at.start].rfind('\n').map_or(0, |newline| newline + 1);
        !text[line..at.start].contains('#') && !text[..at.start].ends_with(part) && !text[at.end..].starts_with(part)
    })
}

/// Makes a change and checks again. Returns which mistakes are gone and how many errors remain, or `None` if anything new is
/// reported; and the work of the check.
fn tried(
    loaded: &Loaded,
    choices: &Choices,
    levels: &Levels,
    change: &Fix,
    found: &[Diagnostic],
) -> (Option<(Vec<bool>, usize)>, usize) {
    let (start, end) = (change.span.start as usize, change.span.end as usize);
    let old = &loaded.sources.get(change.span.file).text;
    if old.get(start..end).is_none_or(|old| old == change.replacement) {
        return (None, 0);
    }
    let text = format!("{}{}{}", &old[..start], change.replacement, &old[end..]);
    let changed = start..start + change.replacement.len();
    let again = loaded.with_text(change.span.file, text);
    let Checked { diagnostics: said, work, .. } = again.check_at(choices, levels);
    let same = |one: &Diagnostic, later: &Diagnostic| one.code == later.code && moved(one.span, change) == later.span;
    let lines = |sources: &Sources, span: Span| {
        let source = sources.get(span.file);
        source.line_column(span.start).0..=source.line_column(span.end).0
    };
    let there = lines(&again.sources, Span::new(change.span.file, changed.start, changed.end));
    let touches = |later: &Diagnostic| {
        let lines = lines(&again.sources, later.span);
        later.span.file == change.span.file && lines.start() <= there.end() && there.start() <= lines.end()
    };
    // without its parents a file is not checked fully, so only errors on the changed lines count
    let blind = any_error(&loaded.diagnostics);
    // a repeated word is reported at its first place only, so the next place may be reported now
    let once: HashSet<_> = found.iter().filter_map(|one| said_once(&loaded.sources, one)).collect();
    let elsewhere = |later: &Diagnostic| said_once(&again.sources, later).is_some_and(|word| once.contains(&word));
    let is_new = |later: &&Diagnostic| !found.iter().any(|one| same(one, later)) && !elsewhere(later);
    let about_it = |later: &Diagnostic| {
        let (start, end) = (later.span.start as usize, later.span.end as usize);
        later.span.file == change.span.file && start < changed.end && changed.start < end
    };
    let counts = |later: &Diagnostic| match later.severity {
        Severity::Error => !blind || touches(later),
        Severity::Warning => !any_error(found) || about_it(later),
    };
    if said.iter().filter(is_new).any(counts) {
        return (None, work);
    }
    let gone = found.iter().map(|one| !said.iter().any(|later| same(one, later))).collect();
    let left = said.iter().filter(|one| one.severity == Severity::Error).count();
    (Some((gone, left)), work)
}

/// The new position of a span after a change.
fn moved(span: Span, change: &Fix) -> Span {
    if span.file != change.span.file {
        return span;
    }
    let longer = change.replacement.len() as i64 - i64::from(change.span.end - change.span.start);
    let later = |at: u32| (i64::from(at) + longer) as u32;
    let start = if span.start >= change.span.end { later(span.start) } else { span.start };
    let end = if span.end >= change.span.end { later(span.end) } else { span.end };
    Span { start, end, ..span }
}
