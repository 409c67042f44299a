//! The words of a rule, by which a child names a rule of its parent. Brackets, commas, colons and articles are no words, so a
//! beginning fits however they were written.

use super::canonical;
use crate::syntax::ast::Rule;
use crate::syntax::limits::{Kind, tokens};
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

/// The words of a text.
pub(crate) fn beginning(text: &str) -> Vec<String> {
    let mut words: Vec<String> = tokens(text, 0)
        .filter(|token| matches!(token.kind, Kind::Word | Kind::Text | Kind::Other))
        .map(|token| &text[token.start..token.end])
        .filter(|word| !ARTICLES.contains(word) && !matches!(*word, "," | ";"))
        .map(str::to_string)
        .collect();
    // `chain may not reverse` says the same as `chain must not reverse`
    if let [chain, may, not, ..] = words.as_mut_slice()
        && chain == "chain"
        && may == "may"
        && not == "not"
    {
        *may = "must".to_string();
    }
    words
}
