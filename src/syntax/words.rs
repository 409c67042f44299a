//! The words of the language itself, and the keywords similar to a given word.

use super::glossary::{GLOSSARY, Standing};
use crate::diagnostic::ranked;

/// The reserved words, which cannot be names, from the glossary.
pub const RESERVED: [&str; reserved()] = {
    let mut words = [""; reserved()];
    let (mut all, mut i) = (0, 0);
    while i < GLOSSARY.len() {
        if matches!(GLOSSARY[i].standing, Standing::Reserved) {
            words[all] = GLOSSARY[i].word;
            all += 1;
        }
        i += 1;
    }
    words
};

/// The number of reserved words.
const fn reserved() -> usize {
    let (mut all, mut i) = (0, 0);
    while i < GLOSSARY.len() {
        all += matches!(GLOSSARY[i].standing, Standing::Reserved) as usize;
        i += 1;
    }
    all
}

/// Words that have a meaning in one place only and can be names elsewhere.
pub const SPECIAL: [&str; 13] =
    ["after", "beyond", "called", "continue", "game", "leg", "move", "moves", "once", "reverse", "soon", "taken", "turn"];

/// Words that are skipped before any word of a phrase.
pub const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// The chapters in the usual order; `moves NAME` goes with `movement` and `capture`.
pub const CHAPTERS: [&str; 10] =
    ["definitions", "setup", "turn", "movement", "capture", "obligation", "promotion", "effects", "state", "victory"];

/// Words of earlier drafts of the language, with what to write instead.
pub(super) const REMOVED: [(&str, &str); 4] = [
    ("swap", "write `exchange A, B` for `swap A with B`"),
    ("stuck", "write `player who cannot move loses` for `when mover is stuck: mover loses`"),
    ("using", "the words between the arguments of a verb are `to`, `over`, `onto` and `at`"),
    ("into", "the words between the arguments of a verb are `to`, `over`, `onto` and `at`"),
];

/// Whether a word cannot be a name.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// The keywords of which a word may be a misspelling, nearest first.
pub(super) fn meant(word: &str) -> Vec<&'static str> {
    if word.len() < 2 || is_reserved(word) {
        return Vec::new();
    }
    let known = RESERVED.iter().chain(&SPECIAL).filter(|known| known.len() > 1);
    ranked(word, known.copied()).into_iter().map(|(_, known)| known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::grammar::{Rule, read};

    #[test]
    fn the_list_is_sorted_and_is_the_grammars() {
        assert!(RESERVED.is_sorted());
        for word in RESERVED {
            assert!(read(Rule::name, word).is_err(), "`{word}` can be a name");
        }
        for word in SPECIAL.iter().chain(&CHAPTERS).chain(&["option", "cannons", "ant", "thee", "order", "android"]) {
            assert_eq!(read(Rule::name, word).ok().map(|found| found.as_str()), Some(*word));
        }
    }

    #[test]
    fn every_keyword_of_the_grammar_is_in_the_glossary() {
        let grammar = include_str!("../../grammar/draughtsman.pest");
        let rules = grammar.match_indices(" = @{ \"").map(|(at, sign)| (&grammar[..at], &grammar[at + sign.len()..]));
        let keywords = rules.filter(|(name, _)| name.split_whitespace().next_back().is_some_and(|name| name.starts_with("k_")));
        let words: Vec<&str> = keywords.filter_map(|(_, text)| text.split('"').next()).collect();
        assert!(words.contains(&"shuffle"));
        let unknown: Vec<&&str> = words.iter().filter(|word| GLOSSARY.iter().all(|one| one.word != **word)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn misspelt_words() {
        assert_eq!(meant("mya").first(), Some(&"may"));
        assert_eq!(meant("whne").first(), Some(&"when"));
        assert!(meant("checker").is_empty());
    }
}
