//! The tokens of front matter, for highlighting and completion. Its meaning is left to the TOML library.

use super::limits::{Kind, Token};

/// The tokens of front matter from byte `from` to byte `to`. Bare keys, numbers and truths are words; a quoted text is one
/// token, even if it has several lines.
pub(super) fn tokens(text: &str, from: usize, to: usize) -> impl Iterator<Item = Token> + '_ {
    let text = text.get(..to).unwrap_or(text);
    let mut at = from;
    std::iter::from_fn(move || {
        let blank = |c: &char| matches!(c, ' ' | '\t' | '\r');
        at += text.get(at..)?.chars().take_while(blank).map(char::len_utf8).sum::<usize>();
        let rest = text.get(at..)?;
        let first = rest.chars().next()?;
        let (kind, length) = match first {
            '\n' => (Kind::Newline, 1),
            '#' => (Kind::Comment, rest.find(['\n', '\r']).unwrap_or(rest.len())),
            '"' | '\'' => (Kind::Text, quoted(rest, first)),
            '[' | '{' => (Kind::Open, 1),
            ']' | '}' => (Kind::Close, 1),
            c if is_bare(c) => (Kind::Word, rest.find(|c| !is_bare(c)).unwrap_or(rest.len())),
            _ => (Kind::Other, first.len_utf8()),
        };
        let token = Token { kind, start: at, end: at + length };
        at += length;
        Some(token)
    })
}

fn is_bare(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '+')
}

/// The length of a quoted text including its quotes, closed or not.
fn quoted(rest: &str, quote: char) -> usize {
    let long: String = [quote; 3].iter().collect();
    if let Some(inside) = rest.strip_prefix(long.as_str()) {
        return inside.find(long.as_str()).map_or(rest.len(), |end| end + 6);
    }
    let mut escaped = false;
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return i,
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            c if c == quote => return i + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(Kind, &str)> {
        tokens(text, 0, text.len()).map(|token| (token.kind, &text[token.start..token.end])).collect()
    }

    #[test]
    fn texts_and_comments_are_one_token_each() {
        let all = words("a-b = \"x # \\\" y\" # why\n[c.d]\ne = '''\n#\n'''");
        let texts: Vec<&str> = all.iter().map(|(_, text)| *text).collect();
        assert_eq!(
            texts,
            ["a-b", "=", "\"x # \\\" y\"", "# why", "\n", "[", "c", ".", "d", "]", "\n", "e", "=", "'''\n#\n'''"]
        );
        assert_eq!(all[3].0, Kind::Comment);
        assert_eq!(words("a = \"x\nb").last(), Some(&(Kind::Word, "b")));
    }
}
