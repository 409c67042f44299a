//! Reports lines that could not be parsed, one diagnostic each.

use std::ops::Range;

use super::Lower;
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{ChapterName, Item, ItemKind, Rule as AstRule, StatementKind, Verb};
use crate::syntax::expected::form_in;
use crate::syntax::grammar::Found;
use crate::syntax::mistake::{MOST_LINES, Place, diagnose, misspelt_keywords};
use crate::syntax::plainly::said_plainly;
use crate::syntax::words::CHAPTERS;

/// Help on where a rule may continue on the next line.
const GOES_ON: &str = "a rule goes on in the next line only behind a comma, an opening bracket, `=`, `or` or `and`, and where the next line \
                       begins with a closing bracket, `where`, `and`, `or`, `else` or `by`";

impl Lower<'_, '_> {
    /// Reports a bad line of a chapter or suite.
    pub(super) fn junk(&mut self, found: &Found<'_>, place: Place) {
        let span = self.below_docs(self.whole_span(found));
        let said = self.found.last().is_some_and(|last| last.span.start == span.start);
        if self.goes_on(span) || said || !self.may_report(span) {
            return;
        }
        let mut one = diagnose(self.file, self.text, span, place);
        let deep = self.depth(span.start as usize);
        let below = self.text[span.end as usize..].lines().find(|line| !line.trim().is_empty());
        let deeper =
            below.is_some_and(|line| line.len() - line.trim_start().len() > deep && !line.trim_start().starts_with('}'));
        if one.message.ends_with("found the end of the line") && deeper {
            self.mistakes.broken_off = Some((span.end as usize, deep));
            one = one.help(GOES_ON);
        }
        self.found.push(one);
    }

    /// Whether a bad line is the continuation of an incomplete line above: it is indented more, with only white space between.
    fn goes_on(&mut self, span: Span) -> bool {
        let Some((end, deep)) = self.mistakes.broken_off else { return false };
        let between = self.text.get(end..span.start as usize).unwrap_or("-");
        let rest = between.trim().is_empty() && self.depth(span.start as usize) > deep;
        self.mistakes.broken_off = rest.then_some((span.end as usize, deep));
        rest
    }

    /// The indentation of the line at a byte position.
    fn depth(&self, at: usize) -> usize {
        let line = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        self.text[line..].len() - self.text[line..].trim_start_matches([' ', '\t']).len()
    }

    /// Reports `##` lines with nothing below them.
    pub(super) fn dangling(&mut self, found: &Found<'_>) {
        let message = "these words of the rule book stand above no rule";
        let help = "`##` lines belong to the rule, chapter or option below them; write a note with one `#`";
        self.found.push(Diagnostic::warning("W0890", self.whole_span(found), message).help(help));
    }

    /// Reports adjacent lines outside any chapter as one mistake.
    pub(super) fn strays(&mut self, strays: &mut Vec<Span>, place: Place) {
        let Some(first) = strays.first().map(|span| self.below_docs(*span)) else { return };
        let all = std::mem::take(strays);
        if !self.may_report(first) {
            return;
        }
        let text = first.of(self.text);
        let line = text.lines().next().unwrap_or("").trim_end();
        let span = Span { end: first.start + line.len() as u32, ..first };
        // The text before a colon is tested as a chapter heading, although chapters have braces.
        let heading = line.split(':').next().unwrap_or("").trim_end();
        let words: Vec<&str> = heading.split_whitespace().collect();
        let name = words.first().copied().unwrap_or("");
        let only_braces = all.iter().all(|span| span.of(self.text) == "}");
        let found = if only_braces {
            Diagnostic::error("E0111", span, "this `}` closes nothing").help("take it out, or look for a missing `{` above")
        } else if words.len() == 1 && (CHAPTERS.contains(&name) || name == "option")
            || words.len() == 2 && matches!(name, "moves" | "option")
        {
            Diagnostic::error("E0120", span, format!("`{heading}` needs a `{{`"))
                .help(format!("write `{heading} {{` before its rules and `}}` after them"))
        } else if let ["option" | "moves", name @ .., "{"] = &words[..]
            && name.len() > 1
        {
            let says = format!("the name behind `{}` is one word, joined by hyphens", words[0]);
            let joined = name.join("-");
            let start = span.start + line.find(name[0]).unwrap_or(0) as u32;
            let end = span.start + line.find('{').unwrap_or(line.len()) as u32;
            let whole = Span { start, end, ..span };
            let whole = Span { end: start + whole.of(self.text).trim_end().len() as u32, ..whole };
            Diagnostic::error("E0102", whole, says).propose(whole, joined)
        } else if let [first, _, "{", ..] = words[..]
            && let Some(meant @ ("moves" | "option")) = nearest(first, ["moves", "option"])
        {
            let word = Span { end: span.start + first.len() as u32, ..span };
            Diagnostic::error("E0101", word, format!("there is no chapter `{first}`")).propose(word, meant)
        } else if place == Place::Option {
            Diagnostic::error("E0119", span, "an option holds chapters, not lines")
                .help("put the line into a chapter inside the option, such as `movement { … }`")
        } else {
            Diagnostic::error("E0102", span, "this line stands outside every chapter")
                .help(format!("put it into one of the chapters: {} or `moves NAME`", crate::syntax::mistake::quoted(&CHAPTERS)))
        };
        self.found.push(found);
    }

    /// Reports and removes items that consist of words only, in chapters without statements: they were parsed as verb calls, but
    /// are misspelt rules.
    pub(super) fn misplaced(&mut self, items: &mut Vec<Item>, name: &Spanned<ChapterName>) {
        if matches!(name.value, ChapterName::Setup | ChapterName::Turn | ChapterName::Victory) {
            return;
        }
        items.retain(|item| {
            if !is_words_only(&item.kind) {
                return true;
            }
            let line = item.span.of(self.text);
            let mut found = Diagnostic::error("E0103", item.span, format!("this is no rule of `{}`", name.span.of(self.text)));
            let respelt = misspelt_keywords(line);
            let start = item.span.start as usize;
            let at = |word: &Range<usize>| Span::new(self.file, start + word.start, start + word.end);
            if let Some(plain) = said_plainly(found.code, line, item.span) {
                found = plain;
            } else if let Some((word, _)) = respelt.first() {
                let span = at(word);
                found = Diagnostic { span, message: format!("`{}` does not belong here", span.of(self.text)), ..found };
            } else if let Some(form) = form_in(&name.value) {
                found = found.help(form);
            }
            found = respelt.iter().fold(found, |found, (word, keyword)| found.propose(at(word), *keyword));
            self.found.push(found);
            false
        });
    }

    fn may_report(&mut self, span: Span) -> bool {
        self.mistakes.lines += 1;
        if self.mistakes.lines == MOST_LINES + 1 {
            let message = format!("more than {MOST_LINES} lines could not be read; the rest are passed over");
            self.found.push(Diagnostic::error("E0123", Span { end: span.start, ..span }, message));
        }
        self.mistakes.lines <= MOST_LINES
    }

    /// A span without the `##` lines at its beginning.
    fn below_docs(&self, span: Span) -> Span {
        let mut start = span.start as usize;
        for line in span.of(self.text).split_inclusive('\n') {
            let blank = line.len() - line.trim_start().len();
            if blank < line.len() && !line.trim_start().starts_with('#') {
                return Span { start: (start + blank) as u32, ..span };
            }
            start += line.len();
        }
        span
    }
}

fn is_words_only(kind: &ItemKind) -> bool {
    let (ItemKind::Rule(rule) | ItemKind::Add(rule)) = kind else { return false };
    let AstRule::Statement(statement) = rule else { return false };
    let mut kind = &statement.kind;
    while let StatementKind::Conditional(inner, _) = kind {
        kind = &inner.kind;
    }
    matches!(kind, StatementKind::Verb(Verb::Call(_)))
}
