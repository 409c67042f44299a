//! What every code of every stage means, in words for the author: the one list of codes.
//!
//! The texts stand in `docs/codes/`, a chapter of the book and this module's data at once. Each code is a heading, paragraphs, and
//! examples in fences: `wrong` earns exactly that code, `right` does not; `parent` is the file that both extend; `option` is what
//! they are checked with; `whole` is a whole file, all others are excerpts. A code that no short text earns says so in a
//! paragraph that begins "No example:".

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

/// One diagnostic code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// `E0301`, `W0801`: never reused for another meaning.
    pub code: &'static str,
    /// What is wrong, in general: "a word that nobody has declared".
    pub title: &'static str,
    /// What it means, why it is a mistake, and what to do: paragraphs, as Markdown.
    pub text: Vec<&'static str>,
    /// Texts that show it.
    pub examples: Vec<Example>,
}

/// A text that shows what a code means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// What it shows.
    pub part: Part,
    /// What it is written in.
    pub language: Language,
    /// `limit=5000`: what it is checked with.
    pub choices: Vec<&'static str>,
    /// The text, whole lines.
    pub text: &'static str,
}

/// What an example shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The file that the others extend.
    Parent,
    /// The mistake.
    Wrong,
    /// How to do without it.
    Right,
}

/// What an example is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Chapters of rules.
    Rules,
    /// Keys of a front matter.
    FrontMatter,
    /// Both.
    WholeFile,
}

impl Code {
    /// The examples that show this.
    pub fn examples(&self, part: Part) -> impl Iterator<Item = &Example> {
        self.examples.iter().filter(move |one| one.part == part)
    }
}

/// All codes, in alphabetical order.
pub fn all() -> &'static [Code] {
    &ALL
}

/// Whether a word is meant as a code: a letter of such, then digits.
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

/// The code that is meant: small letters and missing zeros are understood.
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

/// The codes that may have been meant by one that there is not: a digit is wrong, or two are swapped; the nearest numbers first.
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

/// From which code to which there are some, by the first two digits: `E0301–E0362`.
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
