//! Syntax highlighting: the sort of each word of a rule file.

use crate::check::{Mention, Sort};
use crate::source::Span;
use crate::syntax::words::{CHAPTERS, RESERVED, SPECIAL};
use crate::syntax::{Kind, Token, tokens_of};

use super::Document;

/// The sort of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// `# …`
    Comment,
    /// `"…"`
    Text,
    /// `12`
    Number,
    /// A reserved word at this place; in the front matter, `true` and `false`.
    Keyword,
    /// A sign: `=`, `..`, `+`.
    Operator,
    /// `[pieces]`
    Heading,
    /// A key of the front matter.
    Key,
    /// A name, by the sort of thing that it names.
    Name(Sort),
}

/// A coloured piece of text within one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coloured {
    /// The place.
    pub span: Span,
    /// Its sort.
    pub colour: Colour,
    /// Whether this is the declaration of the name.
    pub declares: bool,
    /// Whether the name comes from the language or its prelude.
    pub given: bool,
}

/// All coloured pieces of text, in order; none extends over the end of a line.
///
/// ```
/// use draughtsman::editor::{Colour, Document, colours};
/// let document = Document::read("x.draughts", "+++\n+++\nturn { play move }".to_owned(), None, &|_| None);
/// assert_eq!(colours(&document)[2].colour, Colour::Keyword);
/// ```
pub fn colours(document: &Document) -> Vec<Coloured> {
    let (text, file) = (document.text(), document.file());
    let names: Vec<&Mention> = document.mentions().iter().filter(|one| one.meaning.sort != Sort::Rule).collect();
    let tokens = tokens_of(text);
    let mut all = Vec::new();
    let mut add = |token: &Token, colour: Colour, name: Option<&Mention>| {
        let declared = name.and_then(|name| name.meaning.declared);
        let span = Span::new(file, token.start, token.end);
        let declares = name.is_some_and(|name| declared == Some(name.span));
        let library = document.loaded.files.first().map(|(file, _)| *file).filter(|library| *library != file);
        let given = match colour {
            Colour::Name(Sort::Word) => true,
            Colour::Name(Sort::Moves) => declared.is_none() || CHAPTERS.contains(&span.of(text)),
            _ => declared.is_some_and(|at| Some(at.file) == library),
        };
        lines(text, span, &mut |span| all.push(Coloured { span, colour, declares, given }));
    };
    for fence in &tokens.fences {
        add(fence, Colour::Operator, None);
    }
    let word = |token: &Token| text.get(token.start..token.end).unwrap_or("");
    for (i, token) in tokens.front.iter().enumerate() {
        let behind = tokens.front[i + 1..].iter().map(word).find(|word| !word.trim().is_empty());
        let before = tokens.front[..i].iter().rev().map(word).find(|word| !word.trim_matches([' ', '\t']).is_empty());
        let in_heading = is_heading(&tokens.front, i, &word);
        let name = named(&names, token);
        let key = matches!(behind, Some("=" | ".")) && !matches!(before, Some("="));
        match token.kind {
            Kind::Comment => add(token, Colour::Comment, None),
            Kind::Text if !key => add(token, Colour::Text, None),
            Kind::Word | Kind::Text if in_heading || key => {
                let colour = if in_heading { Colour::Heading } else { Colour::Key };
                add(token, name.map_or(colour, |name| Colour::Name(name.meaning.sort)), name);
            }
            Kind::Word if word(token).starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+')) => {
                add(token, Colour::Number, None);
            }
            Kind::Word if matches!(word(token), "true" | "false") => add(token, Colour::Keyword, None),
            Kind::Other if word(token) == "=" => add(token, Colour::Operator, None),
            _ => {}
        }
    }
    for token in &tokens.rules {
        match token.kind {
            Kind::Comment => add(token, Colour::Comment, None),
            Kind::Text => add(token, Colour::Text, None),
            Kind::Word => {
                let name = named(&names, token);
                match of_word(word(token), token, name, document) {
                    Some(colour) => add(token, colour, name),
                    None => continue,
                }
            }
            Kind::Other if matches!(word(token), "=" | ".." | "<" | "<=" | ">" | ">=" | "!=" | "+" | "-" | "*") => {
                add(token, Colour::Operator, None);
            }
            _ => {}
        }
    }
    all.sort_by_key(|one| one.span.start);
    all
}

fn of_word(word: &str, token: &Token, name: Option<&Mention>, document: &Document) -> Option<Colour> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Colour::Number);
    }
    if RESERVED.contains(&word) || heads(document, token) {
        return Some(Colour::Keyword);
    }
    match name {
        Some(name) => Some(Colour::Name(name.meaning.sort)),
        None if SPECIAL.contains(&word) || CHAPTERS.contains(&word) || word == "option" => Some(Colour::Keyword),
        None => None,
    }
}

/// Whether the word begins a chapter.
fn heads(document: &Document, token: &Token) -> bool {
    let word = document.text().get(token.start..token.end).unwrap_or("");
    let behind = document.text().get(token.end..).unwrap_or("").trim_start_matches([' ', '\t']);
    CHAPTERS.contains(&word) && behind.starts_with('{')
}

/// Whether a token of the front matter is in a `[heading]`.
fn is_heading<'t>(front: &[Token], at: usize, word: &impl Fn(&Token) -> &'t str) -> bool {
    let line = front[..at].iter().rposition(|token| token.kind == Kind::Newline).map_or(0, |newline| newline + 1);
    let first = front.get(line).is_some_and(|token| word(token) == "[");
    first && !front[line..at].iter().any(|token| word(token) == "=")
}

fn named<'m>(names: &[&'m Mention], token: &Token) -> Option<&'m Mention> {
    let at = names.partition_point(|one| (one.span.start as usize) < token.start);
    names[at..]
        .iter()
        .take_while(|one| one.span.start as usize == token.start)
        .find(|one| one.span.end as usize == token.end)
        .copied()
}

/// Splits a span into its lines.
fn lines(text: &str, span: Span, see: &mut dyn FnMut(Span)) {
    let mut start = span.start as usize;
    for line in span.of(text).split_inclusive('\n') {
        let length = line.trim_end_matches(['\n', '\r']).len();
        if length > 0 {
            see(Span::new(span.file, start, start + length));
        }
        start += line.len();
    }
}
