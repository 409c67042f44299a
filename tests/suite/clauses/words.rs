//! The words of a rule text, and the table of what may be put in their places.

use std::ops::Range;

/// Words that stand for one another: the name of the change, what is written, what is put there. Several words stand one after
/// another with nothing but spaces between; where two rows of one name fit, the longer counts.
pub(crate) const SWAPS: &[(&str, &str, &str)] = &[
    ("whose", "own", "enemy"),
    ("whose", "enemy", "own"),
    ("whose", "mover", "opponent"),
    ("whose", "opponent", "mover"),
    ("way", "forward", "backward"),
    ("way", "backward", "forward"),
    ("way", "orthogonal", "diagonal"),
    ("way", "diagonal", "orthogonal"),
    ("way", "any-way", "orthogonal"),
    ("narrower way", "any-way", "diagonal"),
    ("row", "far-row", "home-row"),
    ("row", "home-row", "far-row"),
    ("most and least", "most", "least"),
    ("most and least", "least", "most"),
    ("first and last", "first of", "last of"),
    ("first and last", "last of", "first of"),
    ("result", "wins", "loses"),
    ("result", "loses", "wins"),
    ("result", "draw", "mover wins"),
    ("and and or", "and", "or"),
    ("and and or", "or", "and"),
    ("some and no", "some", "no"),
    ("some and no", "no", "some"),
    ("not", "is", "is not"),
    ("not", "is not", "is"),
    ("not", "not on", "on"),
    ("not", "not in", "in"),
    ("not", "not", ""),
    ("how many", "any", "some"),
    ("how many", "any", ""),
    ("how many", "some", "any"),
    ("how many", "all", "some"),
    ("duty", "chain must", "chain may"),
    ("duty", "chain may", "chain must"),
    ("event", "lands", "rests"),
    ("event", "rests", "lands"),
    ("event", "begins", "ends"),
    ("event", "ends", "begins"),
    ("event", "before", "when"),
    ("removal", "at once", "after move"),
    ("removal", "after move", "at once"),
    ("more and less", "raise", "lower"),
    ("more and less", "lower", "raise"),
    ("more and less", "+", "-"),
    ("more and less", "-", "+"),
    ("span", "each turn", "each move"),
    ("span", "each move", "each turn"),
    ("truth", "true", "false"),
    ("truth", "false", "true"),
    ("path", "go", "strike"),
    ("path", "strike", "go"),
    ("path", "sweep", "strike"),
    ("verb", "step", "fly"),
    ("verb", "fly", "step"),
    ("verb of capture", "fly", "jump"),
    ("verb of capture", "jump", "fly"),
    ("verb of capture", "dive", "fly"),
];

/// A word, number or mark of a rule text.
pub(crate) struct Word<'t> {
    /// Where it stands.
    pub(crate) at: Range<usize>,
    /// What it is.
    pub(crate) text: &'t str,
}

/// The words of a stretch of a rule text, without comments and texts in quotes.
pub(crate) fn words(text: &str, within: Range<usize>) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut at = within.start;
    while at < within.end {
        let rest = &text[at..within.end];
        let first = rest.chars().next().unwrap_or(' ');
        let length = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2),
            _ if first.is_alphanumeric() => {
                let inner = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'');
                rest.find(|c| !inner(c)).unwrap_or(rest.len())
            }
            _ => first.len_utf8(),
        };
        if !first.is_whitespace() && !matches!(first, '#' | '"') {
            found.push(Word { at: at..at + length, text: &rest[..length] });
        }
        at += length;
    }
    found
}

/// Every row of the table that fits a place of these words: the row's name, where, and what is put there.
pub(crate) fn swaps<'w>(words: &'w [Word<'_>]) -> impl Iterator<Item = (&'static str, Range<usize>, &'static str)> + 'w {
    (0..words.len()).flat_map(move |at| {
        let fitting = move |pattern: &str| {
            let mut length = 0;
            for part in pattern.split(' ') {
                if words.get(at + length).is_none_or(|word| word.text != part) {
                    return None;
                }
                length += 1;
            }
            Some(length)
        };
        SWAPS.iter().filter_map(move |(name, pattern, instead)| {
            let length = fitting(pattern)?;
            let longer = SWAPS.iter().any(|(other, more, _)| other == name && fitting(more).is_some_and(|more| more > length));
            (!longer).then(|| (*name, words[at].at.start..words[at + length - 1].at.end, *instead))
        })
    })
}

/// Every number, one more and one less.
pub(crate) fn numbers<'w>(words: &'w [Word<'_>]) -> impl Iterator<Item = (Range<usize>, i64)> + 'w {
    words.iter().filter_map(|word| Some((word, word.text.parse::<i64>().ok()?))).flat_map(|(word, number)| {
        let near = [number + 1, number - 1];
        near.into_iter().filter(|near| *near >= 0).map(|near| (word.at.clone(), near))
    })
}
