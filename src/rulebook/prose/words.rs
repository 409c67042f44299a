//! Single words: articles, capitals, lists, emphasis.

/// Begins an emphasised part of a text of the book; no author can write this character.
pub(in crate::rulebook) const EM: char = '\u{E000}';
/// Ends an emphasised part.
pub(in crate::rulebook) const OFF: char = '\u{E001}';

/// Letters before which `a` becomes `an`.
const ARTICLE_VOWELS: [char; 4] = ['a', 'e', 'i', 'o'];

/// A name in words: `far-row` is `far row`.
pub(in crate::rulebook) fn spoken(name: &str) -> String {
    name.replace(['-', '_'], " ")
}

/// A word of the author's own, emphasised.
pub(in crate::rulebook) fn emphasised(name: &str) -> String {
    format!("{EM}{}{OFF}", spoken(name))
}

/// The words with an indefinite article: `an enemy man`.
pub(in crate::rulebook) fn a(words: &str) -> String {
    let first = words.chars().find(|c| c.is_alphanumeric());
    let vowel = first.is_some_and(|c| ARTICLE_VOWELS.contains(&c.to_ascii_lowercase()));
    format!("{} {words}", if vowel { "an" } else { "a" })
}

/// The text with a capital letter at the beginning.
pub(in crate::rulebook) fn capital(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = false;
    for c in text.chars() {
        if !done && c == EM {
            // A word of the author's own is left as it is written.
            done = true;
            out.push(c);
        } else if !done && c.is_alphanumeric() {
            done = true;
            out.extend(c.to_uppercase());
        } else {
            out.push(c);
        }
    }
    out
}

/// `a, b or c`
pub(in crate::rulebook) fn joined(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} {word} {last}", init.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_articles_capitals_and_lists() {
        assert_eq!(a("enemy man"), "an enemy man");
        assert_eq!(a("man"), "a man");
        assert_eq!(capital(&emphasised("far-row")), format!("{EM}far row{OFF}"));
        assert_eq!(joined(&["a".into(), "b".into(), "c".into()], "or"), "a, b or c");
    }
}
