//! Lowers files: chapters, options, and lines outside of both.

use super::{Lower, parts};
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Chapter, ChapterEdit, ChapterName, OptionBlock, Part, RuleFile};
use crate::syntax::grammar::{Found, Rule};
use crate::syntax::mistake::{self, Place};
use crate::syntax::words::CHAPTERS;

impl Lower<'_, '_> {
    pub(super) fn file(&mut self, tree: Found<'_>) -> RuleFile {
        let mut parts_of_file = Vec::new();
        let mut strays = Vec::new();
        for part in parts(tree) {
            if part.as_rule() != Rule::stray {
                self.strays(&mut strays, Place::File);
            }
            match part.as_rule() {
                Rule::chapter => parts_of_file.extend(self.chapter(part).map(Part::Chapter)),
                Rule::option_block => parts_of_file.push(Part::Option(self.option(part))),
                Rule::stray => strays.push(self.whole_span(&part)),
                Rule::dangling => self.dangling(&part),
                _ => {}
            }
        }
        self.strays(&mut strays, Place::File);
        RuleFile { parts: parts_of_file }
    }

    fn option(&mut self, found: Found<'_>) -> OptionBlock {
        let whole = self.span(&found);
        let (doc, rest) = self.docs(found);
        let span = self.span_below_docs(whole, &doc);
        let mut option = OptionBlock { doc, name: Spanned::new(String::new(), span), chapters: Vec::new(), span };
        let mut strays = Vec::new();
        for part in rest {
            if part.as_rule() != Rule::stray_inside {
                self.strays(&mut strays, Place::Option);
            }
            match part.as_rule() {
                Rule::any_name => option.name = self.word(Some(part), span),
                Rule::chapter => option.chapters.extend(self.chapter(part)),
                Rule::stray_inside => strays.push(self.whole_span(&part)),
                Rule::dangling => self.dangling(&part),
                Rule::unclosed => self.unclosed(span),
                _ => {}
            }
        }
        self.strays(&mut strays, Place::Option);
        option
    }

    fn chapter(&mut self, found: Found<'_>) -> Option<Chapter> {
        let whole = self.span(&found);
        let before = self.found.len();
        let (doc, rest) = self.docs(found);
        let span = self.span_below_docs(whole, &doc);
        let (mut edit, mut name, mut items) = (None, None, Vec::new());
        for part in rest {
            match part.as_rule() {
                Rule::edit_word => {
                    let value = if part.as_str() == "remove" { ChapterEdit::Remove } else { ChapterEdit::Replace };
                    edit = Some(Spanned::new(value, self.span(&part)));
                }
                Rule::header => name = Some(self.header(part)?),
                Rule::item => items.extend(self.item(part)),
                Rule::junk => self.junk(&part, Place::Chapter),
                Rule::dangling => self.dangling(&part),
                Rule::unclosed => self.unclosed_chapter(span, before),
                _ => {}
            }
        }
        let name = name?;
        self.misplaced(&mut items, &name);
        Some(Chapter { doc, edit, name, items, span })
    }

    /// The chapter of a header. A misspelt name is reported and read as the nearest one.
    fn header(&mut self, found: Found<'_>) -> Option<Spanned<ChapterName>> {
        let span = self.span(&found);
        let inner = parts(found).next()?;
        if inner.as_rule() == Rule::group {
            let name = self.word(parts(inner).next(), span);
            return Some(Spanned::new(ChapterName::Moves(name.value), span));
        }
        let word = inner.as_str();
        if let Some(name) = ChapterName::of(word) {
            return Some(Spanned::new(name, span));
        }
        let mut diagnostic = Diagnostic::error("E0101", span, format!("there is no chapter `{word}`"));
        let meant = nearest(word, CHAPTERS);
        diagnostic = match (word, meant) {
            ("option" | "moves", _) => {
                diagnostic.message = format!("`{word}` needs a name");
                diagnostic.help(format!("write `{word} some-name {{ … }}`"))
            }
            (_, Some(_)) => diagnostic.near(span, word, CHAPTERS),
            _ => diagnostic.help(format!("the chapters are {} and `moves NAME`", mistake::quoted(&CHAPTERS))),
        };
        self.found.push(diagnostic);
        Some(Spanned::new(ChapterName::of(meant?)?, span))
    }

    /// Reports an unclosed brace, at the place where the closing one seems to be missing.
    pub(super) fn unclosed(&mut self, span: Span) {
        let end = span.end as usize;
        if self.mistakes.unclosed == Some(end) {
            return;
        }
        self.mistakes.unclosed = Some(end);
        let open = mistake::unclosed_brace(self.text, span);
        self.found.push(mistake::missing_brace(self.file, self.text, open, mistake::end_of(self.text, open, end)));
    }

    fn unclosed_chapter(&mut self, span: Span, before: usize) {
        let open = mistake::unclosed_brace(self.text, span);
        let mut seen = 0;
        // text after the missing brace was parsed in the wrong context, so its diagnostics are dropped
        self.found.retain(|one| {
            seen += 1;
            seen <= before || (one.span.start as usize) < open || !mistake::is_about_a_line(one.code)
        });
        self.unclosed(span);
    }
}

impl ChapterName {
    /// The chapter with this name, except `moves NAME`.
    pub fn of(word: &str) -> Option<ChapterName> {
        Some(match word {
            "definitions" => ChapterName::Definitions,
            "setup" => ChapterName::Setup,
            "turn" => ChapterName::Turn,
            "movement" => ChapterName::Movement,
            "capture" => ChapterName::Capture,
            "obligation" => ChapterName::Obligation,
            "promotion" => ChapterName::Promotion,
            "effects" => ChapterName::Effects,
            "state" => ChapterName::State,
            "victory" => ChapterName::Victory,
            _ => return None,
        })
    }
}
