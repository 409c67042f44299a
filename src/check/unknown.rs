//! Words that nobody declares: what may be meant by them, and what there is.

use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Span;
use crate::syntax::ast::{Call, LabelWord};
use crate::syntax::plain::{Stands, plain_word};
use crate::syntax::words::{RESERVED, SPECIAL, is_reserved};
use crate::syntax::{JOINED, said_plainly, words_of};

use super::Checker;
use super::definitions::outline;
use super::env::Env;

/// Most words that nobody declares for which a word that may be meant is sought: who has so many is not helped by it.
const MOST_SOUGHT: usize = 200;

/// Most names listed of one sort.
const MOST_LISTED: usize = 8;

impl<'a> Checker<'a> {
    /// A word that should stand for a set.
    pub(super) fn unknown_word(&mut self, env: &Env<'a>, name: &str, span: Span) {
        if self.fields_named(name) {
            self.report(
                Diagnostic::error("E0306", span, format!("`{name}` is looked up in something"))
                    .help(format!("write `{name} of …`")),
            );
            return;
        }
        if let Some(verb) = self.definitions.any(name) {
            let line = self.line_span(verb.rule);
            let takes = if super::definitions::signature(verb.ast).0 { "a verb" } else { "a definition with arguments" };
            let found = Diagnostic::error("E0319", span, format!("`{name}` is {takes}; here a set is expected"))
                .label(line, "defined here");
            self.report(self.plainly(found, name, span, Stands::Set));
            return;
        }
        let known = if self.may_seek() { self.known_words(env) } else { Vec::new() };
        let known = known.iter().map(String::as_str).filter(|word| word.starts_with(char::is_alphabetic) && word.len() > 1);
        let found = self.not_declared(name, span, known.chain(RESERVED).chain(SPECIAL));
        self.report(found);
    }

    /// Whether a word that may be meant by one that nobody declares is sought once more.
    fn may_seek(&mut self) -> bool {
        self.sought += 1;
        self.sought <= MOST_SOUGHT
    }

    /// A word looked up in something that has nothing of that name.
    pub(super) fn unknown_field_among<'k>(&mut self, name: &str, span: Span, known: impl Iterator<Item = &'k str>) {
        self.may_seek();
        let found = self.not_declared(name, span, known);
        self.report(found);
    }

    fn not_declared<'k>(&self, name: &str, span: Span, known: impl Iterator<Item = &'k str>) -> Diagnostic {
        let mut found = Diagnostic::error("E0301", span, format!("`{name}` is not declared"));
        // in a definition that is put in, a word may stand elsewhere than in the text
        if self.sources.text(span) != name {
            return found;
        }
        if let Some((torn, whole)) = self.torn(name, span) {
            return found.help(format!("`{whole}` is written with a hyphen")).propose(torn, whole);
        }
        if like_a_site(name) {
            let sites = self.equipment.board.sites.iter().map(|site| site.name.as_str());
            return found.help(list("the squares and points of play are", sites));
        }
        found = self.plainly(found, name, span, Stands::Set);
        // of a word that is explained, what may be written instead is known
        if (found.help.is_empty() || !found.proposals.is_empty()) && self.sought <= MOST_SOUGHT {
            // Any word of two letters is near to some that are reserved: they are rivals of a name that is near, and named with it only.
            let known: Vec<&str> = known.collect();
            let names = known.iter().copied().filter(|known| likely(name, known));
            if nearest(name, names).is_some() {
                found = found.near(span, name, known);
            }
        }
        if found.proposals.is_empty() && found.help.is_empty() { self.listed(found) } else { found }
    }

    /// With what the table of plain words says of a word.
    fn plainly(&self, found: Diagnostic, name: &str, span: Span, stands: Stands) -> Diagnostic {
        let Some(row) = plain_word(name, stands).or_else(|| plain_word(name, Stands::Line)) else { return found };
        row.instead.iter().fold(found.help(row.says), |found, text| found.propose(span, *text))
    }

    /// `far row`: the two words, and the one that they are.
    fn torn(&self, name: &str, span: Span) -> Option<(Span, String)> {
        let text = &self.sources.get(span.file).text;
        let behind = text.get(span.end as usize..)?;
        let (at, next) = words_of(behind.lines().next()?).next()?;
        let whole = format!("{name}-{next}");
        let known = JOINED.contains(&whole.as_str()) || self.is_declared(&whole);
        let apart = at > 0 && behind[..at].trim().is_empty();
        (known && apart).then(|| (Span { end: span.end + (at + next.len()) as u32, ..span }, whole))
    }

    /// With what is declared, as far as it may be meant.
    fn listed(&self, found: Diagnostic) -> Diagnostic {
        let eq = self.equipment;
        let regions = eq.regions.iter().map(|region| region.name.as_str());
        let stored = self.stored.iter().map(|stored| stored.name.as_str());
        let sorts = [
            list("the kinds of piece here are", eq.kinds.iter().map(|kind| kind.name.as_str())),
            list("the players are", eq.players.iter().map(|player| player.name.as_str())),
            list("the regions are", regions),
            list("the piles are", eq.piles.iter().map(|pile| pile.name.as_str())),
            list("`state` has", stored),
        ];
        let sorts: Vec<String> = sorts.into_iter().filter(|sort| !sort.is_empty()).collect();
        found.help(sorts.join("; "))
    }

    /// A verb that is none, or none with these words.
    pub(super) fn unknown_verb(&mut self, call: &'a Call) {
        let name = call.name.value.as_str();
        self.definitions.mark_name(name);
        let forms: Vec<String> = self.definitions.verbs(name).iter().map(|one| format!("`{}`", outline(one.ast))).collect();
        if !forms.is_empty() {
            let found = Diagnostic::error("E0313", call.span, format!("no `{name}` takes these words"))
                .help(format!("there is {}", super::coerce::any_of(&forms)));
            let has = |word: LabelWord| call.labelled.iter().any(|(label, _)| label.value == word);
            if has(LabelWord::Onto) {
                return self.report(found.help(
                    "`pounce WAYS onto PIECES` takes what stands next to it by moving onto it; from a distance that is \
                     `go WAYS, past any empty, taking PIECES`",
                ));
            }
            let found = if has(LabelWord::Over) { self.plainly(found, "leap", call.name.span, Stands::Verb) } else { found };
            let others = self.definitions.with_labels_of(call);
            self.report(others.fold(found, |found, other| found.propose(call.name.span, other.name.value.as_str())));
            return;
        }
        let found = Diagnostic::error("E0314", call.name.span, format!("`{name}` is no verb here"));
        let plain = plain_word(name, Stands::Verb).is_none();
        if let Some(found) = said_plainly(found.code, self.sources.text(call.span), call.span).filter(|_| plain) {
            self.report(found);
            return;
        }
        if self.groups.iter().any(|group| group == name) {
            let says = format!("`{name}` is a class of moves: it may stand behind `can`, `must` and `play`");
            let found = self.plainly(found, name, call.name.span, Stands::Verb);
            self.report(found.help(says));
            return;
        }
        let mut found = self.plainly(found, name, call.name.span, Stands::Verb);
        if (found.help.is_empty() || !found.proposals.is_empty()) && self.may_seek() {
            let verbs = self.definitions.verb_names();
            found = found.near(call.name.span, name, verbs.chain(RESERVED).filter(|known| likely(name, known)));
        }
        if found.proposals.is_empty() && found.help.is_empty() {
            found = found.help(format!("define it: `define {name} {{ … }}`, or give it statements: `may {name} {{ … }}`"));
        }
        self.report(found);
    }
}

/// Whether a word that is near to another one is likely to be meant.
fn likely(word: &str, known: &str) -> bool {
    let letters = word.chars().count();
    letters > 2 || letters == 2 && !is_reserved(known)
}

/// `a9`, `c3*`
fn like_a_site(word: &str) -> bool {
    let mut letters = word.chars();
    let file = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    file && word.len() > 1 && letters.all(|c| c.is_ascii_digit() || c == '*')
}

/// `the players are `White`, `Black``, shortened when there are many; empty if there are none.
fn list<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> String {
    let mut all: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    if all.is_empty() {
        return String::new();
    }
    let more = if all.len() > MOST_LISTED { " …" } else { "" };
    all.truncate(MOST_LISTED);
    format!("{what} {}{more}", all.join(", "))
}
