//! The structure of a file: tables, chapters, options, rules; and its foldable ranges.

use crate::source::Span;
use crate::syntax::ast::{Chapter, ChapterName, Item, ItemKind, Part, Rule};
use crate::syntax::front::Value;
use crate::syntax::{Kind, Token, tokens_of};

use super::Document;

/// The sort of a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolSort {
    /// A key or a table of the front matter.
    Key,
    /// A chapter.
    Chapter,
    /// An option.
    Option,
    /// A definition.
    Definition,
    /// A counter, a clock or a kept thing.
    Stored,
    /// Any other rule.
    Rule,
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its sort.
    pub sort: SymbolSort,
    /// The whole part.
    pub span: Span,
    /// The span of its name.
    pub head: Span,
    /// The parts that it contains.
    pub inside: Vec<Symbol>,
}

/// The parts of a file, in order.
///
/// ```
/// use draughtsman::editor::{Document, symbols};
/// let document = Document::read("x.draughts", "+++\nname = \"x\"\n+++\nturn { play move }\n".to_owned(), None, &|_| None);
/// assert_eq!(symbols(&document).iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["name", "turn"]);
/// ```
pub fn symbols(document: &Document) -> Vec<Symbol> {
    let parsed = document.parsed();
    let mut all: Vec<Symbol> = parsed.front.iter().map(|(name, entry)| key(name, entry, 0)).collect();
    for part in &parsed.rules.parts {
        all.push(match part {
            Part::Chapter(one) => chapter(one, document),
            Part::Option(option) => Symbol {
                name: format!("option {}", option.name.value),
                sort: SymbolSort::Option,
                span: option.span,
                head: option.name.span,
                inside: option.chapters.iter().map(|one| chapter(one, document)).collect(),
            },
        });
    }
    all.sort_by_key(|one| one.head.start);
    all.iter_mut().for_each(hold);
    all
}

/// The depth to which tables are listed.
const DEEP: usize = 2;

fn key(name: &str, entry: &crate::syntax::front::Entry, depth: usize) -> Symbol {
    let inside = match &entry.value.value {
        Value::Table(keys) if depth < DEEP => keys.iter().map(|(name, entry)| key(name, entry, depth + 1)).collect(),
        _ => Vec::new(),
    };
    let span = if entry.value.span.start >= entry.key.start { entry.key.to(entry.value.span) } else { entry.key };
    Symbol { name: name.to_owned(), sort: SymbolSort::Key, span, head: entry.key, inside }
}

fn chapter(chapter: &Chapter, document: &Document) -> Symbol {
    let name = match &chapter.name.value {
        ChapterName::Moves(name) => format!("moves {name}"),
        other => other.to_string(),
    };
    let inside = chapter.items.iter().map(|one| item(one, document)).collect();
    Symbol { name, sort: SymbolSort::Chapter, span: chapter.span, head: chapter.name.span, inside }
}

fn item(item: &Item, document: &Document) -> Symbol {
    let (name, sort, head) = match &item.kind {
        ItemKind::Rule(rule) | ItemKind::Add(rule) => match rule {
            Rule::Define(define) => (define.name.value.clone(), SymbolSort::Definition, define.name.span),
            Rule::Stored(stored) => (stored.name.value.clone(), SymbolSort::Stored, stored.name.span),
            _ => (first_line(document, item.span), SymbolSort::Rule, item.span),
        },
        _ => (first_line(document, item.span), SymbolSort::Rule, item.span),
    };
    Symbol { name, sort, span: item.span, head, inside: Vec::new() }
}

fn first_line(document: &Document, span: Span) -> String {
    let text = document.loaded.sources.text(span);
    let line = text.lines().next().unwrap_or("").trim_end_matches([' ', '{']);
    if line.is_empty() { "?".to_owned() } else { line.to_owned() }
}

/// Extends the span of each part so that it contains the spans of its own parts.
fn hold(symbol: &mut Symbol) {
    symbol.inside.iter_mut().for_each(hold);
    symbol.inside.sort_by_key(|one| one.head.start);
    let parts = symbol.inside.iter().map(|one| one.span).chain([symbol.head]);
    let (start, end) =
        parts.fold((symbol.span.start, symbol.span.end), |(start, end), one| (start.min(one.start), end.max(one.end)));
    symbol.span = Span { start, end, ..symbol.span };
}

/// A foldable range, from the first line, which remains visible, to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The range.
    pub span: Span,
    /// Whether it is a comment.
    pub comment: bool,
}

/// The foldable ranges: the front matter and its tables, lists and diagrams; chapters, options and statements in braces;
/// comments of several lines.
pub fn folds(document: &Document) -> Vec<Fold> {
    let (text, file) = (document.text(), document.file());
    let tokens = tokens_of(text);
    let mut all = Vec::new();
    let mut add = |start: usize, end: usize, comment: bool| {
        if text.get(start..end).is_some_and(|text| text.contains('\n')) {
            all.push(Fold { span: Span::new(file, start, end), comment });
        }
    };
    if let [first, last] = tokens.fences[..] {
        add(first.start, last.end, false);
    }
    let mut heading: Option<(usize, usize)> = None;
    let mut open: Vec<usize> = Vec::new();
    let mut fresh = true;
    for token in &tokens.front {
        match token.kind {
            Kind::Open if fresh && open.is_empty() => {
                if let Some((start, end)) = heading.replace((token.start, token.end)) {
                    add(start, end, false);
                }
                open.push(token.start);
            }
            Kind::Open => open.push(token.start),
            Kind::Close => {
                if let Some(start) = open.pop() {
                    add(start, token.end, false);
                }
            }
            Kind::Text => add(token.start, token.end, false),
            _ => {}
        }
        fresh = token.kind == Kind::Newline;
        if let Some((_, end)) = heading.as_mut().filter(|_| !matches!(token.kind, Kind::Newline | Kind::Comment)) {
            *end = token.end;
        }
    }
    if let Some((start, end)) = heading {
        add(start, end, false);
    }
    braces(&tokens.rules, text, &mut add);
    comments(&tokens.front, &mut add);
    comments(&tokens.rules, &mut add);
    all.sort_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
    all
}

fn braces(tokens: &[Token], text: &str, add: &mut impl FnMut(usize, usize, bool)) {
    let mut open = Vec::new();
    for token in tokens {
        match text.get(token.start..token.end) {
            Some("{") => open.push(token.start),
            Some("}") => {
                if let Some(start) = open.pop() {
                    add(start, token.end, false);
                }
            }
            _ => {}
        }
    }
}

/// Adds each group of comments on consecutive lines.
fn comments(tokens: &[Token], add: &mut impl FnMut(usize, usize, bool)) {
    let mut together: Option<(usize, usize)> = None;
    let mut fresh = 1;
    for token in tokens {
        match token.kind {
            Kind::Comment if fresh > 0 => {
                let start = together.filter(|_| fresh == 1).map_or(token.start, |(start, _)| start);
                if let Some((start, end)) = together.filter(|_| fresh > 1) {
                    add(start, end, true);
                }
                together = Some((start, token.end));
                fresh = 0;
            }
            Kind::Newline => fresh += 1,
            _ => {
                if let Some((start, end)) = together.take() {
                    add(start, end, true);
                }
                fresh = 0;
            }
        }
    }
    if let Some((start, end)) = together {
        add(start, end, true);
    }
}
