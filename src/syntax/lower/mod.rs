//! Lowers the grammar's parse tree to the syntax tree. Everything that the grammar accepts is lowered without failure; lines
//! that it rejects become diagnostics.

mod file;
mod junk;
mod path;
mod phrase;
mod rule;
mod statement;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span, Spanned};
use crate::syntax::ast::{Expr, ExprKind, RuleFile, Word};
use crate::syntax::grammar::{Found, Rule, is_mark, read};
use crate::syntax::limits::{Kind, tokens};
use crate::syntax::mistake::{self, Mistakes};

/// The greatest number in a rule, so small that sums of such numbers do not overflow.
const GREATEST_NUMBER: i64 = 1_000_000_000;

/// Lowers the rules of `text`, which begin at byte `base`.
pub(super) fn rules(file: FileId, text: &str, base: usize, found: &mut Vec<Diagnostic>) -> RuleFile {
    match read(Rule::file, &text[base..]) {
        Ok(tree) => {
            let mut lower = Lower { file, text, base, found, mistakes: Mistakes::default() };
            lower.file(tree)
        }
        Err(stopped) => {
            found.push(mistake::unreadable(file, text, base, stopped));
            RuleFile::default()
        }
    }
}

struct Lower<'t, 'd> {
    file: FileId,
    text: &'t str,
    base: usize,
    found: &'d mut Vec<Diagnostic>,
    mistakes: Mistakes,
}

/// The significant parts of a match.
fn parts(found: Found<'_>) -> impl Iterator<Item = Found<'_>> {
    found.into_inner().filter(|part| !is_mark(part.as_rule()))
}

/// The kind of the first part, marks and keywords included.
fn first(found: &Found<'_>) -> Option<Rule> {
    found.clone().into_inner().next().map(|part| part.as_rule())
}

impl<'t> Lower<'t, '_> {
    /// The span of a match, without trailing white space and comments.
    fn span(&self, found: &Found<'_>) -> Span {
        let start = self.base + found.as_span().start();
        Span::new(self.file, start, start + trimmed(found.as_str()))
    }

    /// The span of a match, including `##` lines and comments.
    fn whole_span(&self, found: &Found<'_>) -> Span {
        let start = self.base + found.as_span().start();
        Span::new(self.file, start, start + found.as_str().trim_end().len())
    }

    fn word(&self, found: Option<Found<'_>>, at: Span) -> Word {
        match found {
            Some(found) => Spanned::new(found.as_str().trim_end_matches('(').to_string(), self.span(&found)),
            None => Spanned::new(String::new(), at),
        }
    }

    fn text(&self, found: Option<Found<'_>>) -> Option<Spanned<String>> {
        let found = found.filter(|found| found.as_rule() == Rule::string)?;
        Some(Spanned::new(found.as_str().trim_matches('"').to_string(), self.span(&found)))
    }

    fn number(&mut self, found: &Found<'_>) -> Expr {
        let span = self.span(found);
        let number = found.as_str().parse::<i64>().ok().filter(|number| number.abs() <= GREATEST_NUMBER);
        if number.is_none() {
            let message = format!("this number is too large: the greatest is {GREATEST_NUMBER}");
            self.found.push(Diagnostic::error("E0107", span, message));
        }
        Expr { kind: ExprKind::Number(number.unwrap_or(GREATEST_NUMBER)), span }
    }

    /// Separates the `##` lines among the first parts of `found` from its other parts.
    fn docs<'f>(&self, found: Found<'f>) -> (Option<Spanned<String>>, Vec<Found<'f>>) {
        let mut words: Option<Spanned<String>> = None;
        let mut rest = Vec::new();
        for part in parts(found) {
            if part.as_rule() != Rule::doc {
                rest.push(part);
                continue;
            }
            let start = self.base + part.as_span().start();
            let line = part.into_inner().next().map_or("", |text| text.as_str()).trim_end();
            let span = Span::new(self.file, start, start + "##".len() + line.len());
            let line = line.trim_start();
            match &mut words {
                Some(words) => {
                    words.value.push('\n');
                    words.value.push_str(line);
                    words.span = words.span.to(span);
                }
                None => words = Some(Spanned::new(line.to_string(), span)),
            }
        }
        (words, rest)
    }

    /// The span from the first part that is no `##` line to the end.
    fn span_below_docs(&self, whole: Span, docs: &Option<Spanned<String>>) -> Span {
        let Some(docs) = docs else { return whole };
        let text = self.text.get(docs.span.end as usize..whole.end as usize).unwrap_or("");
        let mut start = docs.span.end as usize;
        for line in text.split_inclusive('\n') {
            let blank = line.len() - line.trim_start().len();
            if blank < line.len() && !line.trim_start().starts_with('#') {
                return Span::new(self.file, start + blank, whole.end as usize);
            }
            start += line.len();
        }
        whole
    }
}

/// Length of a text without trailing white space and comments. A match may include some, since the grammar skips them before it
/// looks for a continuation.
fn trimmed(text: &str) -> usize {
    let mut end = text.trim_end().len();
    loop {
        let line = text[..end].rfind('\n').map_or(0, |i| i + 1);
        if !text[line..end].contains('#') {
            return end;
        }
        let comment = tokens(&text[..end], line).find(|token| token.kind == Kind::Comment);
        let Some(comment) = comment else { return end };
        end = text[..comment.start].trim_end().len();
    }
}
