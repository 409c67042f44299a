//! The words of a rule, by which a child refers to a rule of its parent. Brackets, commas, colons and articles do not count, so
//! that a beginning matches however these are written.

use super::canonical;
use crate::syntax::ast::Rule;
use crate::syntax::limits::{Kind, Token, tokens};
use crate::syntax::words::ARTICLES;

/// The words of a rule.
///
/// ```
/// use draughtsman::{source::FileId, syntax::{ast::{ItemKind, Part}, parse_rules, print::words}};
/// let (file, _) = parse_rules(FileId(0), "promotion { when a man lands on (far-row or home-row): promote it to king }");
/// let Part::Chapter(chapter) = &file.parts[0] else { return };
/// let ItemKind::Rule(rule) = &chapter.items[0].kind else { return };
/// assert_eq!(words(rule)[..6], ["when", "man", "lands", "on", "far-row", "or"]);
/// ```
pub fn words(rule: &Rule) -> Vec<String> {
    beginning(&canonical(rule))
}

/// The rest of a rule after its first words, as many as `words` contains.
///
/// ```
/// use draughtsman::syntax::print::behind;
/// assert_eq!(behind("man may jump (forward) over enemy", "a man may jump"), "(forward) over enemy");
/// ```
pub fn behind<'r>(rule: &'r str, words: &str) -> &'r str {
    let last = beginning(words).len().checked_sub(1).and_then(|last| tokens_that_count(rule).nth(last));
    last.map_or(rule, |last| &rule[last.end..]).trim_start()
}

fn tokens_that_count(text: &str) -> impl Iterator<Item = Token> + '_ {
    let counts = |token: &Token| matches!(token.kind, Kind::Word | Kind::Text | Kind::Other);
    let means = |word: &str| !ARTICLES.contains(&word) && !matches!(word, "," | ";");
    tokens(text, 0).filter(move |token| counts(token) && means(&text[token.start..token.end]))
}

/// The words of a text.
pub(crate) fn beginning(text: &str) -> Vec<String> {
    let mut words: Vec<String> = tokens_that_count(text).map(|token| text[token.start..token.end].to_string()).collect();
    // `chain may not reverse` is equivalent to `chain must not reverse`
    if let [chain, may, not, ..] = words.as_mut_slice()
        && chain == "chain"
        && may == "may"
        && not == "not"
    {
        *may = "must".to_string();
    }
    words
}
