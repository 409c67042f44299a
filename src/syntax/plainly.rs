//! Explains lines that cannot be parsed because of a plain word: an everyday word used where the language has another.

use super::grammar::{Rule, read};
use super::limits::{Kind, Token, tokens};
use super::mistake::is_bare_call;
use super::plain::{Stands, instead_of, plain_word};
use super::words::is_reserved;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A line that was parsed up to a certain byte.
pub(super) struct Said<'l> {
    /// The grammar rule by which it was parsed.
    pub kind: Rule,
    /// The line.
    pub line: &'l str,
    /// Its words.
    pub words: &'l [Token],
    /// The byte at which parsing failed.
    pub stopped: usize,
}

impl<'l> Said<'l> {
    fn word(&self, token: &Token) -> &'l str {
        &self.line[token.start..token.end]
    }

    /// The diagnostic if a plain word is to blame. `span` is the span of the line.
    pub(super) fn plainly(&self, code: &'static str, span: Span) -> Option<Diagnostic> {
        let at = |from: usize, to: usize| Span { start: span.start + from as u32, end: span.start + to as u32, ..span };
        let first = self.words.first().map_or("", |token| self.word(token));
        let shape = self.duty_of_pieces(code, first, at).or_else(|| self.torn_word(code, at));
        let shape = shape.or_else(|| self.turned_back(code, first, at)).or_else(|| self.not_of_more(code, at));
        let shape = shape.or_else(|| self.narrowed_item(code, at)).or_else(|| self.when_behind(code, at));
        if let Some(found) = shape.or_else(|| self.of_another_sort(code, first, at)) {
            return Some(found);
        }
        let event_end = self.line.find([':', '{']).filter(|_| matches!(first, "when" | "before")).unwrap_or(0);
        for token in self.words {
            let event = plain_word(self.word(token), Stands::Event).filter(|_| token.end <= event_end);
            let line = || plain_word(self.word(token), Stands::Line).filter(|_| token.start <= self.stopped);
            let Some(row) = event.or_else(line) else { continue };
            let mut changes = instead_of(row, self.line, token.start..token.end);
            changes.retain(|(_, text)| text != self.word(token));
            changes.retain(|(end, text)| self.reads_with(token.start, *end, text));
            // a word that has a meaning itself is to blame only if replacing it makes the line correct
            if changes.is_empty() && is_reserved(self.word(token)) {
                continue;
            }
            let message = match row.stands {
                Stands::Event => format!("`{}` is no event", self.word(token)),
                _ if is_reserved(self.word(token)) => format!("`{}` cannot stand here", self.word(token)),
                _ => format!("`{}` is no word of the language", self.word(token)),
            };
            let found = Diagnostic::error(code, at(token.start, token.end), message).help(row.says);
            // a superfluous word may also be a misspelt one, so its removal is not proposed
            changes.retain(|(_, text)| !text.is_empty());
            return Some(changes.into_iter().fold(found, |found, (end, text)| found.propose(at(token.start, end), text)));
        }
        None
    }

    fn reads_with(&self, start: usize, end: usize, text: &str) -> bool {
        let tried = format!("{}{text}{}", &self.line[..start], &self.line[end..]);
        read(self.kind, &tried).is_ok_and(|tree| !is_bare_call(tree))
    }

    /// Explains an obligation of pieces: `man must capture`, `add man must capture`.
    fn duty_of_pieces(&self, code: &'static str, first: &str, at: impl Fn(usize, usize) -> Span) -> Option<Diagnostic> {
        let words = if first == "add" { &self.words[1..] } else { self.words };
        let (subject, must) = (words.first()?, words.iter().skip(1).find(|token| self.word(token) == "must")?);
        if matches!(self.word(subject), "chain" | "must" | "replace" | "remove") {
            return None;
        }
        let (who, what) = (self.line[subject.start..must.start].trim(), self.line[must.end..].trim());
        let what = what.split([' ', ':', '{']).next().unwrap_or_default();
        // `chian must continue` is a misspelt chain law
        if matches!(what, "continue" | "reverse" | "turn" | "not") {
            return None;
        }
        let message = "what must be done is said of moves, not of pieces";
        let found = Diagnostic::error(code, at(must.start, must.end), message)
            .help(format!(
                "for all pieces alike, write `must {what}`; to prefer those of {who}, `must {what} where actor is {who}`"
            ))
            .help("what pieces are allowed to do is said with `may`");
        Some(found)
    }

    /// Explains a word that lacks its hyphen: `any way`.
    fn torn_word(&self, code: &'static str, at: impl Fn(usize, usize) -> Span) -> Option<Diagnostic> {
        let pairs = self.words.windows(2).filter(|pair| self.line[pair[0].end..pair[1].start].trim().is_empty());
        for pair in pairs.filter(|pair| pair[0].end < pair[1].start) {
            let joined = format!("{}-{}", self.word(&pair[0]), self.word(&pair[1]));
            if JOINED.contains(&joined.as_str()) && self.reads_with(pair[0].start, pair[1].end, &joined) {
                let span = at(pair[0].start, pair[1].end);
                let message = format!("`{}` is written with a hyphen", joined);
                return Some(Diagnostic::error(code, span, message).propose(span, joined));
            }
        }
        None
    }

    /// Explains `chain must not turn back`.
    fn turned_back(&self, code: &'static str, first: &str, at: impl Fn(usize, usize) -> Span) -> Option<Diagnostic> {
        let pair = self.words.windows(2).find(|pair| self.word(&pair[0]) == "turn")?;
        let back = matches!(self.word(&pair[1]), "back" | "backward" | "backwards" | "around" | "round");
        if first != "chain" || !back || !self.reads_with(pair[0].start, pair[1].end, "reverse") {
            return None;
        }
        let span = at(pair[0].start, pair[1].end);
        let found = Diagnostic::error(code, span, "a chain turns, or it does not; to go back where one came from is `reverse`");
        let law = "no leg against the one before it is `chain must not reverse`, all legs one way `chain must not turn`";
        Some(found.help(law).propose(span, "reverse"))
    }

    /// Explains `taking enemy not on centre`: in a path, a filtered phrase needs brackets.
    fn narrowed_item(&self, code: &'static str, at: impl Fn(usize, usize) -> Span) -> Option<Diagnostic> {
        let stopped = self.words.iter().position(|token| token.start == self.stopped)?;
        let (filter, before) = (self.word(&self.words[stopped]), self.word(self.words.get(stopped.checked_sub(1)?)?));
        let item = self.words[..stopped].iter().rposition(|token| matches!(self.word(token), "past" | "taking" | "to"))?;
        let quantity = |token: &Token| {
            let word = self.word(token);
            matches!(word, "any" | "some" | "all") || word.starts_with(|c: char| c.is_ascii_digit())
        };
        let from = self.words[item + 1..stopped].iter().find(|token| !quantity(token))?.start;
        if !matches!(filter, "on" | "in" | "where" | "with")
            || self.line[from..self.stopped].contains([',', ':', ';', '{', '('])
        {
            return None;
        }
        let from = self.line[..from].trim_end_matches('(').len();
        let rest = &self.line[self.stopped..];
        let ends = [rest.find([',', ':', ';', '{']), rest.find(" if "), Some(rest.len())];
        let (to, meant) = ends.into_iter().flatten().find_map(|end| {
            let to = self.stopped + rest[..end].trim_end().len();
            let meant = format!("({})", &self.line[from..to]);
            self.reads_with(from, to, &meant).then_some((to, meant))
        })?;
        let what = if before == "not" { format!("not {filter}") } else { filter.to_owned() };
        let found = Diagnostic::error(code, at(from, to), format!("in a path, what `{what}` narrows down stands in brackets"));
        Some(found.propose(at(from, to), meant))
    }

    /// Explains words of the language used for others: `must take`, `step diagonal any distance`, `idle = 0`, `repeat = 3`.
    fn of_another_sort(&self, code: &'static str, first: &str, at: impl Fn(usize, usize) -> Span) -> Option<Diagnostic> {
        let second = self.words.get(1).map_or("", |token| self.word(token));
        if let (Some(token), "must", "take" | "taking") = (self.words.get(1), first, second)
            && self.reads_with(token.start, token.end, "capture")
        {
            let found = Diagnostic::error(code, at(token.start, token.end), format!("`{second}` is no class of moves"));
            let says = "moves are named by their chapter: `must capture`, `play capture`";
            return Some(found.help(says).propose(at(token.start, token.end), "capture"));
        }
        let far = ["distance", "distances", "number", "squares", "fields", "cells", "steps"];
        let pair = self.words.windows(2).find(|pair| {
            matches!(self.word(&pair[0]), "any" | "some" | "every")
                && far.contains(&self.word(&pair[1]))
                && pair[0].start >= self.stopped
        });
        if let Some([any, what]) = pair {
            let found = Diagnostic::error(code, at(any.start, what.end), "how far it goes is said by the verb");
            let says = "to the next square is `step WAYS`, any distance `fly WAYS`; over one piece, from any distance and to any, \
                        `fly WAYS over PIECES`; over several, `go WAYS, past some PIECES, to empty`";
            return Some(found.help(says));
        }
        let repeat = self.words.iter().find(|token| self.word(token) == "repeat" && token.start <= self.stopped);
        if let Some(token) = repeat.filter(|token| self.reads_with(token.start, token.end, "repeats")) {
            let found = Diagnostic::error(code, at(token.start, token.end), "`repeat` is done, and no number");
            let says = "how often the position has stood is `repeats`: `draw if repeats >= 3`";
            return Some(found.help(says).propose(at(token.start, token.end), "repeats"));
        }
        // an assignment such as `idle = 0`, alone or after `when man lands:`
        if !self.line[self.stopped..].starts_with('=') {
            return None;
        }
        let from = self.line[..self.stopped].rfind([':', '{', ';']).map_or(0, |mark| mark + 1);
        let from = from + self.line[from..].len() - self.line[from..].trim_start().len();
        let rest = &self.line[self.stopped + 1..];
        let to = self.stopped + 1 + rest.find([';', '}']).unwrap_or(rest.len());
        let to = self.line[..to].trim_end().len();
        let meant =
            format!("set {} to {}", self.line[from..self.stopped].trim_end(), self.line[self.stopped + 1..to].trim_start());
        // the left side must be a name or a field of something
        let left = self.line[from..self.stopped].trim();
        let is_name = left.split_whitespace().count() == 1 || left.contains(" of ");
        (is_name && self.reads_with(from, to, &meant)).then(|| {
            let found = Diagnostic::error(code, at(from, to), "`=` asks whether two numbers are the same; it sets none");
            found.help("a counter is set by `set COUNTER to NUMBER`").propose(at(from, to), meant)
        })
    }

    /// Explains `when` after a statement: `draw "time" when turns >= 60`.
    fn when_behind(&self, code: &'static str, at: impl Fn(usize, usize) -> Span) -> Option<Diagnostic> {
        let here = |token: &&Token| token.start >= self.stopped && self.line[self.stopped..token.start].trim().is_empty();
        let when = self.words.iter().skip(1).find(here).filter(|token| self.word(token) == "when")?;
        let found = Diagnostic::error(code, at(when.start, when.end), "`when` cannot stand here")
            .help("a condition behind a rule or a statement is said with `if`; `when` begins an effect");
        self.reads_with(when.start, when.end, "if").then(|| found.propose(at(when.start, when.end), "if"))
    }

    /// Explains `empty not castle of mover`: after a phrase, `not` takes one word.
    fn not_of_more(&self, code: &'static str, at: impl Fn(usize, usize) -> Span) -> Option<Diagnostic> {
        let stopped = self.words.iter().position(|token| token.start == self.stopped && self.word(token) == "of")?;
        let not = self.words.get(stopped.checked_sub(2)?).filter(|token| self.word(token) == "not")?;
        let (name, last) = (self.words.get(stopped - 1)?, self.words.get(stopped + 1)?);
        let meant = format!("not ({})", &self.line[name.start..last.end]);
        let found = Diagnostic::error(code, at(name.start, last.end), "`not` takes one word here");
        Some(match self.reads_with(not.start, last.end, &meant) {
            true => found.propose(at(not.start, last.end), meant),
            false => found.help(format!("write `{meant}`")),
        })
    }
}

/// The diagnostic for a rule line that was parsed as a verb with arguments, if a plain word in it is to blame. The line is
/// `text`, with the span `span`.
///
/// ```
/// use draughtsman::source::{FileId, Span};
/// let line = "it becomes king";
/// let found = draughtsman::syntax::said_plainly("E0314", line, Span::new(FileId(0), 0, line.len())).unwrap();
/// assert_eq!(found.message, "`becomes` is no word of the language");
/// ```
pub fn said_plainly(code: &'static str, text: &str, span: Span) -> Option<Diagnostic> {
    let words: Vec<Token> = tokens(text, 0).filter(|token| token.kind == Kind::Word).collect();
    Said { kind: Rule::lone_rule, line: text, words: &words, stopped: text.len() }.plainly(code, span)
}

/// Words of the language that contain a hyphen.
pub const JOINED: [&str; 4] = ["any-way", "far-row", "home-row", "remove-from-play"];

/// The word in the place of an event's verb, if it is none: the grammar notices the missing verb only after it.
pub(super) fn no_event(line: &str, words: &[Token], stopped: usize, expected: &[Rule]) -> Option<Token> {
    let events = [Rule::event_verb, Rule::lands, Rule::rests, Rule::k_lands, Rule::k_rests, Rule::k_leaves];
    let last = words.iter().rfind(|token| token.end <= stopped)?;
    let over = line.get(stopped..).is_none_or(|rest| rest.trim_start().starts_with([':', '{']) || rest.trim().is_empty());
    (over && words.len() > 2 && expected.iter().any(|kind| events.contains(kind))).then_some(*last)
}
