//! What can follow the beginning of a line: each word is tried with the grammar.

use super::expected::form;
use super::grammar::{Rule, read};
use super::words::{RESERVED, SPECIAL};

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A rule of a chapter.
    Rule,
    /// A statement in braces.
    Statement,
}

/// What can follow the beginning of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fitting {
    /// Words of the language, in alphabetical order.
    pub keywords: Vec<&'static str>,
    /// Whether a noun can follow.
    pub noun: bool,
    /// Whether a verb can follow.
    pub verb: bool,
}

/// Maximum length in bytes of a beginning that is examined.
const LONGEST: usize = 2000;

/// What can follow the beginning of a line.
///
/// ```
/// use draughtsman::syntax::{Line, fitting};
/// let behind = fitting(Line::Rule, "man may ");
/// assert!(behind.verb && !behind.noun && behind.keywords.contains(&"go"));
/// assert_eq!(fitting(Line::Rule, "man may step forward over an enemy if ").keywords.first(), Some(&"a"));
/// ```
pub fn fitting(line: Line, before: &str) -> Fitting {
    if before.len() > LONGEST {
        return Fitting::default();
    }
    let kind = match line {
        Line::Rule => Rule::lone_rule,
        Line::Statement => Rule::lone_statement,
    };
    let fits = |word: &str| stands(kind, before, word);
    let mut keywords: Vec<&'static str> = RESERVED.iter().chain(&SPECIAL).copied().filter(|word| fits(word)).collect();
    keywords.sort_unstable();
    let verb = keywords.contains(&"go");
    // wherever a noun can follow, so can an article
    let noun = keywords.contains(&"the") && fits(SOME_NAME);
    // special words can also be names: if a name fits, only special words that begin a line are offered
    if noun || fits(SOME_NAME) {
        let begins = before.trim().is_empty();
        keywords.retain(|word| RESERVED.contains(word) || begins && form(word).is_some());
    }
    Fitting { keywords, noun, verb }
}

/// A name that no file declares.
const SOME_NAME: &str = "q-q";

/// A character that is invalid everywhere in a rule.
const NOTHING: char = '§';

fn stands(kind: Rule, before: &str, word: &str) -> bool {
    let text = format!("{before}{word} {NOTHING}");
    match read(kind, &text) {
        Ok(_) => true,
        Err(stopped) => stopped.at >= before.len() + word.len(),
    }
}
