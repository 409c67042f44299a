//! What could be written next: every word is tried, and the grammar says whether it can stand there.

use super::expected::form;
use super::grammar::{Rule, read};
use super::words::{RESERVED, SPECIAL};

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A rule of a chapter.
    Rule,
    /// A statement in braces.
    Statement,
}

/// What can stand behind the beginning of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fitting {
    /// Words of the language, in alphabetical order.
    pub keywords: Vec<&'static str>,
    /// A word that stands for things.
    pub noun: bool,
    /// A verb.
    pub verb: bool,
}

/// The longest beginning that is looked at, in bytes.
const LONGEST: usize = 2000;

/// What can stand behind the beginning of a line.
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
    // wherever things can be named, so can the article
    let noun = keywords.contains(&"the") && fits(SOME_NAME);
    // the words that are special in one place may be names too: where a name fits, only those that a line begins with are meant
    if noun || fits(SOME_NAME) {
        let begins = before.trim().is_empty();
        keywords.retain(|word| RESERVED.contains(word) || begins && form(word).is_some());
    }
    Fitting { keywords, noun, verb }
}

/// A name that nobody declares.
const SOME_NAME: &str = "q-q";

/// Stands nowhere in a rule.
const NOTHING: char = '§';

fn stands(kind: Rule, before: &str, word: &str) -> bool {
    let text = format!("{before}{word} {NOTHING}");
    match read(kind, &text) {
        Ok(_) => true,
        Err(stopped) => stopped.at >= before.len() + word.len(),
    }
}
