//! Undeclared words: what was probably meant, and what is declared.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, nearest, ranked};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Call, LabelWord};
use crate::syntax::plain::{PIECES, Stands, USUAL, plain_word};
use crate::syntax::words::{RESERVED, SPECIAL, is_reserved};
use crate::syntax::{JOINED, contrary_of, glossary, misspelt_keywords, said_plainly, words_of, words_of_line};

use super::checker::Checker;
use super::definitions::{label_text, outline};
use super::env::Env;

/// Maximum number of undeclared words for which a similar word is sought; where there are more, proposals do not help.
const MOST_SOUGHT: usize = 200;

/// Maximum length in bytes of a verb with its arguments that is searched for misspelt keywords.
const LONGEST: usize = 200;

/// Maximum number of names listed of one sort.
const MOST_LISTED: usize = 8;

impl<'a> Checker<'a> {
    /// Reports a word that does not denote a set.
    pub(super) fn unknown_word(&mut self, env: &Env<'a>, name: &str, span: Span) {
        if self.unknown.perhaps.contains(name) {
            return;
        }
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

    /// Counts one more search for a similar word; whether it is still allowed.
    fn may_seek(&mut self) -> bool {
        self.unknown.sought += 1;
        self.unknown.sought <= MOST_SOUGHT
    }

    /// Reports a field name that is not declared.
    pub(super) fn unknown_field_among<'k>(&mut self, name: &str, span: Span, known: impl Iterator<Item = &'k str>) {
        self.may_seek();
        let found = self.not_declared(name, span, known);
        self.report(found);
    }

    fn not_declared<'k>(&self, name: &str, span: Span, known: impl Iterator<Item = &'k str>) -> Diagnostic {
        let mut found = Diagnostic::error("E0301", span, format!("`{name}` is not declared"));
        // In an expanded definition, the span may be that of another word.
        if self.sources.text(span) != name {
            return found;
        }
        if let Some((torn, whole)) = self.torn(name, span) {
            return found.help(format!("`{whole}` is written with a hyphen")).propose(torn, whole);
        }
        if name == "beyond" && self.words_behind(span).next().is_some_and(|(_, word)| word == "of") {
            return found.help("it reads `D beyond S`, as in `north beyond it`, without `of`");
        }
        if let Some(entry) =
            glossary::of(name).find(|one| one.means.ends_with("if declared") && plain_word(name, Stands::Set).is_none())
        {
            let kind = self.equipment.kinds.first().map_or("…", |kind| &kind.name);
            return found.help(format!(
                "`{name}` is {}; it is declared under `[piles]`: `{name} = {{ of = \"player\", holds = \"{kind}\" }}`",
                entry.means
            ));
        }
        if like_a_site(name) {
            let sites = self.equipment.board.sites.iter().map(|site| site.name.as_str());
            return found.help(list("the squares and points of play are", sites));
        }
        if like_a_way(name) {
            let ways = self.equipment.board.directions.iter().map(|way| way.name.as_str());
            return found.help(list("the ways on this board are", ways));
        }
        if !self.misspells_its_own(name) {
            if let Some(rest) = contrary_of(name).find(|rest| self.is_declared(rest)) {
                return found.help(format!(
                    "what is not `{rest}` is said with `not`, behind what it is taken from: `… not {rest}`, as in `piece not king`, \
                     `(site not empty)`, `any-way not diagonal`"
                ));
            }
            found = self.plainly(found, name, span, Stands::Set);
            if let Some(piece) = piece_of_that_name(name) {
                if found.help.is_empty() {
                    found = found.help("a piece is called what `[pieces]` in the front matter calls its kind");
                }
                return found.help(format!("declare it there first: `{piece} = {{ symbol = \"{}\" }}`", &piece[..1]));
            }
        }
        if let Some((whole, meant)) = self.genitive(name, span) {
            return found.help("what belongs to something is said with `of`: `home-row of opponent`").propose(whole, meant);
        }
        // If the word is explained without a replacement, no similar word is proposed.
        if (found.help.is_empty() || !found.proposals.is_empty()) && self.unknown.sought <= MOST_SOUGHT {
            // Reserved words are similar to any word of two letters: they compete with a similar name, but are not proposed by
            // themselves.
            let known: Vec<&str> = known.collect();
            let names = known.iter().copied().filter(|known| likely(name, known));
            if nearest(name, names).is_some() {
                found = found.near(span, name, known.into_iter().filter(|known| !is_contrary(name, known)));
            }
        }
        if lacks_a_letter_of_and(name) {
            found = found.propose(span, "and");
        }
        if found.proposals.is_empty() && found.help.is_empty() { self.listed(found) } else { found }
    }

    /// Whether the word is one edit away from a name that the file declares: then that name is meant, even if the word is known
    /// from other games.
    fn misspells_its_own(&self, name: &str) -> bool {
        let eq = self.equipment;
        let own = self.stored.iter().map(|stored| stored.name.as_str()).chain(self.definitions.own_names());
        let own = own.chain(eq.regions.iter().map(|region| region.name.as_str()));
        let own = own.chain(eq.kinds.iter().map(|kind| kind.name.as_str()));
        let own = own.chain(eq.piles.iter().map(|pile| pile.name.as_str()));
        self.unknown.sought <= MOST_SOUGHT && ranked(name, own).first().is_some_and(|(far, _)| *far == 1)
    }

    /// Adds what the table of plain words says about a word.
    fn plainly(&self, found: Diagnostic, name: &str, span: Span, stands: Stands) -> Diagnostic {
        let Some(row) = plain_word(name, stands).or_else(|| plain_word(name, Stands::Line)) else { return found };
        row.instead.iter().fold(found.help(row.says), |found, text| found.propose(span, *text))
    }

    /// `far row`: the span of both words, and the word with a hyphen.
    fn torn(&self, name: &str, span: Span) -> Option<(Span, String)> {
        let behind = self.sources.get(span.file).text.get(span.end as usize..)?;
        let (at, next) = self.words_behind(span).next()?;
        let whole = format!("{name}-{next}");
        let known = JOINED.contains(&whole.as_str()) || self.is_declared(&whole);
        let apart = at > 0 && behind[..at].trim().is_empty();
        (known && apart).then(|| (Span { end: span.end + (at + next.len()) as u32, ..span }, whole))
    }

    /// `opponent's home row`: its span, and the same with `of`.
    fn genitive(&self, name: &str, span: Span) -> Option<(Span, String)> {
        let whose = name.strip_suffix("'s").or_else(|| name.strip_suffix("'"))?;
        let behind: Vec<(usize, &str)> = self.words_behind(span).take(2).collect();
        let known = |word: &str| JOINED.contains(&word) || glossary::of(word).next().is_some() || self.is_declared(word);
        let end = |(at, word): (usize, &str)| Span { end: span.end + (at + word.len()) as u32, ..span };
        let first = *behind.first()?;
        let two = behind.get(1).map(|second| (format!("{}-{}", first.1, second.1), end(*second)));
        let (what, span) =
            two.filter(|(whole, _)| known(whole)).or_else(|| known(first.1).then(|| (first.1.to_owned(), end(first))))?;
        known(whose).then(|| (span, format!("{what} of {whose}")))
    }

    /// The words after a span, up to the end of the line.
    fn words_behind(&self, span: Span) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let sources: &'a crate::source::Sources = self.sources;
        words_of_line(sources.get(span.file).text.get(span.end as usize..).unwrap_or_default())
    }

    /// Adds a list of the declared names that may have been meant.
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
        // After `play` and `must`, classes of moves are expected, possibly several with `or`.
        let before = self.sources.get(found.span.file).text.get(..found.span.start as usize).unwrap_or_default();
        let mut words = before.rsplit(|c: char| c.is_whitespace() || c == '{').filter(|word| !word.is_empty());
        let mut played = words.next();
        while played == Some("or") {
            words.next();
            played = words.next();
        }
        if let Some("play" | "must") = played {
            let classes = self.groups.iter().map(String::as_str).chain(["move"]);
            return found.help(list("the classes of moves are", classes));
        }
        let behind = self.sources.get(found.span.file).text.get(found.span.end as usize..).unwrap_or_default();
        if behind.trim_start_matches(' ').starts_with(['=', '<', '>']) || behind.trim_start_matches(' ').starts_with("!=") {
            let name = self.sources.text(found.span);
            return found.help(format!(
                "a number is declared in `state`: `counter {name}: 0..100`, or `clock {name}: 0..100`, which goes up by itself each turn"
            ));
        }
        let sorts: Vec<String> = sorts.into_iter().filter(|sort| !sort.is_empty()).collect();
        found.help(sorts.join("; "))
    }

    /// The wrong label of a statement such as `move PIECE onto SITE`; after `may`, `can` or `=`, `move` is a verb.
    fn move_with(&self, call: &'a Call) -> Option<&'a Spanned<LabelWord>> {
        let before = self.sources.get(call.span.file).text.get(..call.span.start as usize)?.trim_end();
        let (label, _) = call.labelled.first().filter(|_| call.name.value == "move" && call.args.len() == 1)?;
        let verb = before.ends_with("may") || before.ends_with("can") || before.ends_with('=');
        (!verb && label.value != LabelWord::To).then_some(label)
    }

    /// Reports a call that is no verb, or does not fit any verb of its name. `asked`: it is after `can`, where classes of moves
    /// are allowed too.
    pub(super) fn unknown_verb(&mut self, call: &'a Call, asked: bool) {
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
        if let Some(label) = self.move_with(call) {
            let word = label_text(label.value);
            let found = Diagnostic::error("E0314", label.span, format!("`move` says where with `to`, not with `{word}`"));
            let found = found.help("it reads `move PIECE to SITE`");
            return self.report(found.propose(label.span, "to"));
        }
        let found = Diagnostic::error("E0314", call.name.span, format!("`{name}` is no verb here"));
        let plain = plain_word(name, Stands::Verb).is_none();
        if let Some(found) = said_plainly(found.code, self.sources.text(call.span), call.span).filter(|_| plain) {
            self.report(found);
            return;
        }
        if plain && let Some(found) = self.misspelt_behind(call) {
            self.report(found);
            return;
        }
        if self.groups.iter().any(|group| group == name) {
            let says = format!("`{name}` is a class of moves: it may stand behind `can`, `must` and `play`");
            let found = self.plainly(found, name, call.name.span, Stands::Verb);
            self.report(found.help(says));
            return;
        }
        if nearest(name, ["choose"]).is_some() {
            let words = words_of(self.sources.text(call.span)).map(|(_, word)| word.to_owned());
            self.unknown.perhaps.extend(words);
        }
        let mut found = self.plainly(found, name, call.name.span, Stands::Verb);
        let classes: Vec<String> = self.groups.iter().cloned().chain(["move".to_owned()]).filter(|_| asked).collect();
        let classes = classes.iter().map(String::as_str);
        if (found.help.is_empty() || !found.proposals.is_empty()) && self.may_seek() {
            let verbs = self.definitions.verb_names();
            let known = verbs.chain(RESERVED).filter(|known| likely(name, known));
            found = found.near(call.name.span, name, known.chain(classes.clone()));
        }
        if found.proposals.is_empty() && found.help.is_empty() {
            found = found.help(match asked {
                true => list("define it, or ask for a class of moves:", classes),
                false => format!("define it: `define {name} {{ … }}`, or give it statements: `may {name} {{ … }}`"),
            });
        }
        self.report(found);
    }

    /// `mover wiins`: a keyword after the first word is misspelt, so that the line was read as a verb with arguments.
    fn misspelt_behind(&mut self, call: &'a Call) -> Option<Diagnostic> {
        let name = call.name.value.as_str();
        let (line, start) = (self.sources.text(call.span), call.span.start);
        let likely = line != name && line.len() <= LONGEST && nearest(name, self.definitions.verb_names()).is_none();
        if !likely || !self.may_seek() {
            return None;
        }
        let respelt = misspelt_keywords(line);
        let at = |word: &Range<usize>| Span { start: start + word.start as u32, end: start + word.end as u32, ..call.span };
        let (word, _) = respelt.first().filter(|(word, _)| word.start > 0)?;
        let message = format!("`{}` does not belong here", &line[word.clone()]);
        let found = Diagnostic::error("E0314", at(word), message);
        Some(respelt.iter().fold(found, |found, (word, keyword)| found.propose(at(word), *keyword)))
    }
}

/// Whether a word that is similar to a known one is likely to be a misspelling of it.
fn likely(word: &str, known: &str) -> bool {
    let letters = word.chars().count();
    !is_contrary(word, known) && (letters > 2 || letters == 2 && !is_reserved(known))
}

/// Whether the known word is the opposite of the written one: `none` is never meant by `one`.
fn is_contrary(word: &str, known: &str) -> bool {
    word == "one" && known == "none"
}

/// `a9`, `c3*`
fn like_a_site(word: &str) -> bool {
    let mut letters = word.chars();
    let file = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    file && word.len() > 1 && letters.all(|c| c.is_ascii_digit() || c == '*')
}

/// `north` on a hexagonal board: a direction that other boards have.
fn like_a_way(word: &str) -> bool {
    matches!(word, "north" | "south" | "east" | "west" | "northeast" | "southeast" | "southwest" | "northwest")
}

/// A usual name of a piece that this game does not have.
fn piece_of_that_name(name: &str) -> Option<&'static str> {
    let one = |name: &str| USUAL.iter().chain(PIECES).find(|piece| **piece == name).copied();
    one(name).or_else(|| one(name.strip_suffix('s')?)).or_else(|| (name == "men").then_some("man"))
}

/// `ad`, `nd`: a word this short is similar to many others, so `and` is proposed in addition.
fn lacks_a_letter_of_and(word: &str) -> bool {
    matches!(word, "ad" | "nd")
}

/// `the players are `White`, `Black``, shortened if there are many; empty if there are none.
fn list<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> String {
    let mut all: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    if all.is_empty() {
        return String::new();
    }
    let more = if all.len() > MOST_LISTED { " …" } else { "" };
    all.truncate(MOST_LISTED);
    format!("{what} {}{more}", all.join(", "))
}
