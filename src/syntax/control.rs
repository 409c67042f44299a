//! Control characters: they are invisible, and terminals act on them. A rule file may contain only line ends and tabs.

use std::borrow::Cow;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span, escaped, is_control};

/// Maximum number of places that are reported.
const MOST_TOLD: usize = 200;
/// Maximum number of characters of a stretch that are spelt out in a message.
const MOST_SPELT: usize = 40;

/// Replaces control characters by spaces, so that the rest can be parsed at the same byte positions, and reports each stretch
/// of them.
pub(super) fn blanked<'t>(file: FileId, text: &'t str, found: &mut Vec<Diagnostic>) -> Cow<'t, str> {
    let mut clean = String::new();
    let mut at = 0;
    for (told, (start, end)) in stretches(text).enumerate() {
        let stretch = &text[start..end];
        clean.push_str(&text[at..start]);
        // A single CR stays a line end; it is only reported.
        clean.push_str(&if stretch == "\r" { stretch.to_owned() } else { " ".repeat(stretch.len()) });
        at = end;
        if told < MOST_TOLD {
            let message = format!("`{}`: a control character has no place in a rule file", spelling(stretch));
            found.push(wrong(Span::new(file, start, end), message).propose(Span::new(file, start, end), instead(stretch)));
        }
    }
    if at == 0 {
        return Cow::Borrowed(text);
    }
    clean.push_str(&text[at..]);
    Cow::Owned(clean)
}

/// Extends spans to whole characters: a span found among the spaces that replace a character may begin or end inside it.
pub(super) fn whole(text: &str, found: &mut [Diagnostic]) {
    let whole = |span: &mut Span| {
        let border = |at: u32| at as usize >= text.len() || text.is_char_boundary(at as usize);
        while !border(span.start) {
            span.start -= 1;
        }
        while !border(span.end) {
            span.end += 1;
        }
    };
    for one in found {
        whole(&mut one.span);
        one.labels.iter_mut().for_each(|label| whole(&mut label.span));
        one.proposals.iter_mut().for_each(|change| whole(&mut change.span));
    }
}

/// Reports control characters in the value of a front-matter text with escapes, such as `name = "\u001b[31m"`.
pub(super) fn spelt(span: Span, text: &str) -> Option<Diagnostic> {
    stretches(text).next()?;
    let message = "this text spells out a control character, which has no place in a rule file";
    Some(wrong(span, message.to_owned()).propose(span, quoted(&cleaned(text))))
}

fn wrong(span: Span, message: String) -> Diagnostic {
    let help = "nobody sees it, and a terminal obeys it: leave it out";
    Diagnostic::error("E0124", span, message).help(help)
}

/// A stretch with its characters spelt out, shortened if it is long.
fn spelling(stretch: &str) -> String {
    match stretch.char_indices().nth(MOST_SPELT) {
        Some((end, _)) => format!("{}…", escaped(&stretch[..end])),
        None => escaped(stretch).into_owned(),
    }
}

/// The replacement for a stretch of control characters.
fn instead(stretch: &str) -> &'static str {
    match stretch {
        "\r" => "\n",
        _ if stretch.contains(char::is_whitespace) => " ",
        _ => "",
    }
}

fn cleaned(text: &str) -> String {
    let mut clean = String::new();
    let mut at = 0;
    for (start, end) in stretches(text) {
        clean.push_str(&text[at..start]);
        clean.push_str(instead(&text[start..end]));
        at = end;
    }
    clean + &text[at..]
}

/// A TOML string on one line.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    format!("\"{text}\"")
}

/// The stretches of control characters, with what terminals interpret together with them: `ESC [ 31 m`, `ESC ] … BEL`.
fn stretches(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text.get(at..)?.find(is_control)?;
            let rest = &text[start..];
            if rest.starts_with("\r\n") {
                at = start + 1;
                continue;
            }
            at = start + if rest.starts_with('\r') { 1 } else { length(rest) };
            return Some((start, at));
        }
    })
}

/// The length of the control characters and sequences at the beginning of a text.
fn length(text: &str) -> usize {
    let mut end = 0;
    while let Some(c) = text[end..].chars().next().filter(|c| is_control(*c) && *c != '\r') {
        end += c.len_utf8();
        if c == '\u{1b}' {
            end += sequence(&text[end..]);
        }
    }
    end
}

/// The length of the rest of an escape sequence after its escape character.
fn sequence(text: &str) -> usize {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    match line.chars().next() {
        // Without a final letter it is not a sequence.
        Some('[') => line[1..]
            .find(|c: char| !matches!(c, ' '..='?'))
            .filter(|end| line.as_bytes()[1 + end].is_ascii())
            .map_or(0, |end| end + 2),
        Some(']') => match (line.find('\u{7}'), line.find("\u{1b}\\")) {
            (Some(bell), _) => bell + 1,
            (None, Some(end)) => end + 2,
            (None, None) => 0,
        },
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, told: usize) {
        let mut found = Vec::new();
        let blank = blanked(FileId(0), text, &mut found);
        assert_eq!((cleaned(text).as_str(), found.len()), (expected, told), "{text:?}");
        assert_eq!(blank.len(), text.len(), "{text:?}");
        assert!(!blank.contains(|c| is_control(c) && c != '\r'), "{blank:?}");
    }

    #[test]
    fn what_a_terminal_obeys_is_taken_out() {
        check("a man\tmay\r\nstep", "a man\tmay\r\nstep", 0);
        check("a\u{8}b\u{1b}[31mc", "abc", 2);
        check("\u{1b}]0;PWN\u{7}\u{1b}[35mX", "X", 1);
        check("\u{1b}]0;PWN\u{1b}\\X", "X", 1);
        check("\u{1b}]0;PWN\nX", "]0;PWN\nX", 1);
        check("\u{1b}[é", "[é", 1);
        check("\u{1b}[", "[", 1);
        check("man\u{b}may\u{85}step", "man may step", 2);
        check("old\rlines\r\r\n", "old\nlines\n\r\n", 2);
        check("\u{9b}31m\u{202e}x\u{7f}\0", "31mx", 3);
    }

    #[test]
    fn a_text_of_the_front_matter_is_written_anew() {
        let found = spelt(Span::default(), "a \"b\"\u{1b}[31m\\\n").unwrap();
        assert_eq!(found.proposals[0].replacement, r#""a \"b\"\\\n""#);
        assert_eq!(spelt(Span::default(), "two\nlines"), None);
    }
}
