//! Diagnostics for people, in the style of rustc.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::notation::counted;
use crate::source::{FileId, Sources, Span, escaped};

/// The maximum number of diagnostics shown; of more, the first are shown.
const MOST_SHOWN: usize = 100;

/// The maximum length in bytes of a quotation.
const MOST_QUOTED: usize = 4_000;

/// `2 errors, 1 warning`
pub fn tally(found: &[&Diagnostic]) -> String {
    let errors = found.iter().filter(|one| one.severity == Severity::Error).count();
    let words = |count: usize, word: &str| (count > 0).then(|| counted(count as u64, word));
    let parts: Vec<String> = [words(errors, "error"), words(found.len() - errors, "warning")].into_iter().flatten().collect();
    if parts.is_empty() { "no mistakes".to_owned() } else { parts.join(", ") }
}

/// All diagnostics with the lines they concern, and a blank line after each; in colour (ANSI) or without. Control characters in
/// names and contents of files are made visible, so that they have no effect on a terminal.
pub fn human(sources: &Sources, found: &[&Diagnostic], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() }.decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    for one in found.iter().take(MOST_SHOWN) {
        text.push_str(&visible(&renderer.render(&groups(sources, one))));
        text.push_str("\n\n");
    }
    if found.len() > MOST_SHOWN {
        text.push_str(&format!("… and {} more\n\n", found.len() - MOST_SHOWN));
    }
    text
}

/// The renderer replaces most control characters with symbols; this replaces the others, except the renderer's own escapes.
fn visible(text: &str) -> String {
    let own = |c: char| c == '\u{1b}' || !crate::source::is_control(c);
    text.chars().map(|c| if own(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

fn groups<'a>(sources: &'a Sources, one: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match one.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut main = level.primary_title(escaped(&one.message)).id(one.code).elements(Vec::<Origin<'a>>::new());
    let mut files = vec![one.span.file];
    for label in &one.labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    for file in files {
        main = quote(sources, one, file, main);
    }
    let mut advice = one.advice();
    let title = one.fix.as_ref().and_then(|_| advice.pop()).unwrap_or_else(|| "write this".to_owned());
    for help in advice {
        main = main.element(Level::HELP.message(escaped(&help).into_owned()));
    }
    let mut groups = vec![main];
    if let Some(fix) = &one.fix {
        groups.push(mended(sources, fix, &title));
    }
    groups
}

/// Adds the lines of one file that a diagnostic concerns.
fn quote<'a>(sources: &'a Sources, one: &'a Diagnostic, file: FileId, group: Group<'a>) -> Group<'a> {
    let labels = one.labels.iter().filter(|label| label.span.file == file);
    let primary = (one.span.file == file).then_some(one.span);
    let spans: Vec<Span> = primary.into_iter().chain(labels.clone().map(|label| label.span)).collect();
    let Some(lines) = Lines::around(sources, file, &spans) else {
        let source = sources.get(file);
        let (line, column) = source.line_column(spans.first().map_or(0, |span| span.start));
        return group.element(Origin::path(escaped(&source.name)).line(line).char_column(column));
    };
    let mut snippet = lines.snippet();
    if let Some(span) = primary {
        snippet = snippet.annotation(AnnotationKind::Primary.span(lines.within(span)));
    }
    for label in labels {
        snippet = snippet.annotation(AnnotationKind::Context.span(lines.within(label.span)).label(escaped(&label.text)));
    }
    group.element(snippet)
}

fn mended<'a>(sources: &'a Sources, fix: &'a Fix, title: &str) -> Group<'a> {
    let group = Level::HELP.secondary_title(escaped(title).into_owned()).elements(Vec::<Origin<'a>>::new());
    match Lines::around(sources, fix.span.file, &[fix.span]) {
        Some(lines) => group.element(lines.snippet().patch(Patch::new(lines.within(fix.span), fix.replacement.as_str()))),
        None => group,
    }
}

/// Whole lines of a text. Only these are passed to the renderer, so that the cost does not depend on the length of the file.
pub(super) struct Lines<'a> {
    name: Cow<'a, str>,
    text: &'a str,
    offset: usize,
    first: usize,
}

impl<'a> Lines<'a> {
    /// The lines from the first to the last of these spans; none if that is too much to show.
    pub(super) fn around(sources: &'a Sources, file: FileId, spans: &[Span]) -> Option<Lines<'a>> {
        let source = sources.get(file);
        let all = source.text.as_str();
        let start = spans.iter().map(|span| span.start as usize).min()?.min(all.len());
        let end = spans.iter().map(|span| span.end as usize).max()?.clamp(start, all.len());
        let from = all.as_bytes()[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let to = all.as_bytes()[end..].iter().position(|byte| *byte == b'\n').map_or(all.len(), |newline| end + newline);
        // A byte order mark and a carriage return at the end of the lines are not shown.
        let from = if all[from..].starts_with('\u{feff}') { (from + '\u{feff}'.len_utf8()).min(to) } else { from };
        let text = all.get(from..to).filter(|text| text.len() <= MOST_QUOTED)?;
        let text = text.strip_suffix('\r').unwrap_or(text);
        Some(Lines { name: escaped(&source.name), text, offset: from, first: source.line_column(from as u32).0 })
    }

    /// The same lines, in a text that is preceded by further lines.
    pub(super) fn behind(mut self, lines: usize) -> Lines<'a> {
        self.first += lines;
        self
    }

    pub(super) fn within(&self, span: Span) -> Range<usize> {
        let place = |byte: u32| (byte as usize).saturating_sub(self.offset).min(self.text.len());
        place(span.start)..place(span.end).max(place(span.start))
    }

    pub(super) fn snippet<T: Clone>(&self) -> Snippet<'a, T> {
        Snippet::source(self.text).path(self.name.clone()).line_start(self.first)
    }
}
