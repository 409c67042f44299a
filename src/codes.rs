//! The meaning of every diagnostic code, in words for authors. This is the only list of codes.
//!
//! The texts are in `docs/codes/`, which is both a chapter of the book and the data of this module. Each code has a heading,
//! paragraphs, and examples in fences: a `wrong` example produces exactly this code, a `right` one does not; `parent` is the
//! file that both extend; `option` gives the choices for the check; `whole` marks a whole file, others are excerpts. A code
//! without a short example has a paragraph that begins "No example:".

mod page;

use std::sync::LazyLock;

/// The pages, in the order of the book.
const PAGES: [&str; 7] = [
    include_str!("../docs/codes/front-matter.md"),
    include_str!("../docs/codes/syntax.md"),
    include_str!("../docs/codes/parents.md"),
    include_str!("../docs/codes/words.md"),
    include_str!("../docs/codes/rules.md"),
    include_str!("../docs/codes/warnings.md"),
    include_str!("../docs/codes/lints.md"),
];

static ALL: LazyLock<Vec<Code>> = LazyLock::new(|| {
    let mut all: Vec<Code> = PAGES.into_iter().flat_map(page::codes).collect();
    all.sort_by_key(|one| one.code);
    all
});

/// A diagnostic code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code: `E0301`, `W0801`. It is never reused with another meaning.
    pub code: &'static str,
    /// What is wrong, in general: "a word that nobody has declared".
    pub title: &'static str,
    /// What it means, why it is a mistake, and what to do: paragraphs in Markdown.
    pub text: Vec<&'static str>,
    /// Examples.
    pub examples: Vec<Example>,
}

/// A text that shows what a code means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its role.
    pub part: Part,
    /// The kind of text.
    pub language: Language,
    /// The choices for the check: `limit=5000`.
    pub choices: Vec<&'static str>,
    /// The text, in whole lines.
    pub text: &'static str,
}

/// The role of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The file that the others extend.
    Parent,
    /// A text with the mistake.
    Wrong,
    /// A text without the mistake.
    Right,
}

/// The kind of text of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Chapters of rules.
    Rules,
    /// Keys of front matter.
    FrontMatter,
    /// Front matter and rules.
    WholeFile,
}

impl Code {
    /// The examples with this role.
    pub fn examples(&self, part: Part) -> impl Iterator<Item = &Example> {
        self.examples.iter().filter(move |one| one.part == part)
    }
}

/// All codes, in alphabetical order.
pub fn all() -> &'static [Code] {
    &ALL
}

/// Whether a word looks like a code: one of the letters E and W, then digits.
///
/// ```
/// use draughtsman::codes::looks_like_one;
/// assert!(looks_like_one("e301") && looks_like_one("W0801") && !looks_like_one("english") && !looks_like_one("e"));
/// ```
pub fn looks_like_one(word: &str) -> bool {
    let digits = word.strip_prefix(['e', 'E', 'w', 'W']).unwrap_or_default();
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    !digits.is_empty() && digits.len() <= 8 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The code that a word means. Lower case and missing zeros are accepted.
///
/// ```
/// use draughtsman::codes::find;
/// assert_eq!(find("e301").unwrap().code, "E0301");
/// assert!(find("E9999").is_none());
/// ```
pub fn find(word: &str) -> Option<&'static Code> {
    let (letter, digits) = parts(word)?;
    let meant = format!("{letter}{:0>4}", digits.trim_start_matches('0'));
    all().iter().find(|one| one.code == meant)
}

/// Existing codes similar to one that does not exist: with one digit changed, or two swapped; the nearest numbers first.
///
/// ```
/// let near: Vec<&str> = draughtsman::codes::near("E0130").iter().map(|one| one.code).collect();
/// assert!(near.contains(&"E0103"), "{near:?}");
/// assert!(draughtsman::codes::near("E9999").is_empty());
/// ```
pub fn near(word: &str) -> Vec<&'static Code> {
    const MOST: usize = 4;
    const NEAR: usize = 1;
    let Some((letter, digits)) = parts(word) else { return Vec::new() };
    let meant = format!("{letter}{:0>4}", digits.trim_start_matches('0'));
    let number = |text: &str| text.get(1..).and_then(|digits| digits.parse::<u32>().ok()).unwrap_or(u32::MAX);
    let mut ranked: Vec<(usize, u32, &Code)> = all()
        .iter()
        .map(|one| (strsim::damerau_levenshtein(&meant, one.code), number(&meant).abs_diff(number(one.code)), one))
        .collect();
    ranked.retain(|(edits, ..)| *edits <= NEAR);
    ranked.sort_by_key(|(edits, distance, one)| (*edits, *distance, one.code));
    ranked.into_iter().take(MOST).map(|(.., one)| one).collect()
}

/// The ranges of existing codes, grouped by their first two digits: `E0301–E0362`.
///
/// ```
/// assert!(draughtsman::codes::ranges().iter().any(|range| range.starts_with("E0301–")));
/// ```
pub fn ranges() -> Vec<String> {
    let group = |one: &Code| one.code.get(..3).unwrap_or_default().to_owned();
    let ends = all().chunk_by(|a, b| group(a) == group(b)).filter_map(|some| Some((some.first()?.code, some.last()?.code)));
    ends.map(|(first, last)| if first == last { first.to_owned() } else { format!("{first}–{last}") }).collect()
}

fn parts(word: &str) -> Option<(char, &str)> {
    if !looks_like_one(word) {
        return None;
    }
    let letter = word.chars().next()?.to_ascii_uppercase();
    Some((letter, word[1..].trim_start_matches('-')))
}

#[cfg(test)]
mod tests;
