//! Errors in texts that are no rule files (a position, a game, a move), with the wrong part marked as in a rule file.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer};

use super::human::Lines;
use crate::notation::{Before, Part};
use crate::source::{FileId, Source, Sources, Span, escaped};

/// A quotation: a text with a marked part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The name of the text: a path, an argument, `<stdin>`.
    pub name: String,
    /// The whole text, or some lines of it.
    pub text: String,
    /// What precedes these lines.
    pub before: Before,
    /// The wrong part, as a byte range of these lines.
    pub span: Range<usize>,
}

impl Quote {
    /// A quotation of a range of a text, or of a part of one.
    pub fn new<'t>(name: impl Into<String>, text: impl Into<Part<'t>>, span: Range<usize>) -> Quote {
        let Part { text, before } = text.into();
        Quote { name: name.into(), text: text.to_owned(), before, span }
    }

    /// The line and column at which the wrong part begins, from 1.
    pub fn line_column(&self) -> (usize, usize) {
        let (line, column) = Source::new("", self.text.as_str()).line_column(self.span.start as u32);
        (self.before.lines + line, column)
    }
}

/// The message, the line with the wrong part marked, and what would be accepted; in colour (ANSI) or without.
///
/// ```
/// use draughtsman::notation::findings::{Quote, quoted};
/// let quote = Quote::new("--position", "B:W33:B1", 3..5);
/// let text = quoted("`33` is not on the board", Some(&quote), &["accepted: 1 to 32".to_owned()], false);
/// assert!(text.starts_with("error: `33` is not on the board\n --> --position:1:4\n"), "{text}");
/// assert!(text.contains("1 | B:W33:B1\n  |    ^^\n"), "{text}");
/// ```
pub fn quoted(message: &str, quote: Option<&Quote>, help: &[String], colour: bool) -> String {
    let mut sources = Sources::new();
    let spelt = quote.map(spelt);
    let quote = spelt.as_ref();
    if let Some(quote) = quote {
        sources.add(Source::new(quote.name.as_str(), quote.text.as_str()));
    }
    let mut group = Level::ERROR.primary_title(escaped(message)).elements(Vec::<Origin<'_>>::new());
    if let Some(quote) = quote {
        let span = Span::new(FileId(0), quote.span.start, quote.span.end);
        group = match Lines::around(&sources, FileId(0), &[span]) {
            Some(lines) => {
                let marked = AnnotationKind::Primary.span(lines.within(span));
                group.element(lines.behind(quote.before.lines).snippet().annotation(marked))
            }
            None => {
                let (line, column) = quote.line_column();
                group.element(Origin::path(escaped(&quote.name)).line(line).char_column(column))
            }
        };
    }
    for help in help {
        group = group.element(Level::HELP.message(escaped(help)));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).render(&[group]) + "\n"
}

/// The same with control characters made visible, as everywhere else.
fn spelt(quote: &Quote) -> Quote {
    let Range { start, end } = quote.span;
    let part = |range: Range<usize>| escaped(quote.text.get(range).unwrap_or_default()).into_owned();
    let (before, marked, behind) = (part(0..start), part(start..end), part(end..quote.text.len()));
    match [&before, &marked, &behind].iter().map(|part| part.len()).sum::<usize>() > quote.text.len() {
        true => Quote { span: before.len()..before.len() + marked.len(), text: before + &marked + &behind, ..quote.clone() },
        false => quote.clone(),
    }
}

/// The line with the marked part, and below it a line with a caret under each character of the part; without colour.
///
/// ```
/// assert_eq!(draughtsman::notation::findings::marked("c3-z9", 3..5), "c3-z9\n   ^^");
/// ```
pub fn marked(text: &str, span: Range<usize>) -> String {
    let chars = |range: Range<usize>| text.get(range).map_or(0, |part| part.chars().count());
    format!("{text}\n{}{}", " ".repeat(chars(0..span.start)), "^".repeat(chars(span).max(1)))
}
