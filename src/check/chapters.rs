//! Checks the chapters one after another, and that each chapter contains only rules that belong there.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::model::expr::Type;
use crate::model::rules::{Effects, Script, half_move_clock};
use crate::model::{RuleId, Rules};
use crate::source::Span;
use crate::syntax::ast::{ChapterName, Rule};
use crate::syntax::words_of;

use super::checker::Checker;
use super::env::{Env, Stage};
use super::flat::{Flat, FlatLine};
use super::reading::Many;

/// A rule of the flat file with its number.
pub(super) type Line<'a> = (RuleId, FlatLine<'a>);

impl<'a> Checker<'a> {
    /// Checks every chapter of the flat file. Declarations come first, because rules may use names declared further down.
    pub(super) fn chapters(&mut self, flat: &Flat<'a, '_>) -> Rules {
        let lines = self.number_lines(flat);
        let of = |name: &ChapterName| -> Vec<Line<'a>> {
            lines.iter().filter(|(chapter, _)| *chapter == name).map(|(_, line)| line.clone()).collect()
        };
        for (chapter, (_, line)) in &lines {
            self.fits_chapter(chapter, line);
        }
        self.scored = lines.iter().any(|(_, (_, line))| matches!(line.rule, Rule::Score { .. }));
        self.define_all(&of(&ChapterName::Definitions));
        self.declare_stored(&of(&ChapterName::State));
        let mut names = vec![ChapterName::Movement, ChapterName::Capture];
        names.extend(flat.chapters.iter().map(|one| one.name.value.clone()).filter(|n| matches!(n, ChapterName::Moves(_))));
        self.name_groups(&names);
        self.look_around();
        let mut rules = Rules { stored: self.stored.clone(), ..Rules::default() };
        for name in &names {
            let group = self.group(name, &of(name));
            rules.groups.push(group);
        }
        for line in of(&ChapterName::Obligation) {
            rules.obligations.extend(self.made(&[line.1.rule], |this| this.obligation(&line)));
        }
        rules.setup.extend(self.script(&of(&ChapterName::Setup), Stage::Setup));
        rules.turn = self.script(&of(&ChapterName::Turn), Stage::Turn).unwrap_or_default();
        self.some_decision(flat, &rules.turn);
        let triggered = [ChapterName::State, ChapterName::Effects, ChapterName::Promotion, ChapterName::Victory];
        for chapter in triggered {
            for line in of(&chapter) {
                rules.triggers.extend(self.made(&[line.1.rule], |this| this.trigger(&line)));
            }
        }
        for line in of(&ChapterName::Victory) {
            rules.scores.extend(self.made(&[line.1.rule], |this| this.score(&line)));
            rules.endings.extend(self.made(&[line.1.rule], |this| this.ending(&line)));
        }
        self.never_ending(&rules);
        rules.left_out = self.questions(&rules);
        self.unused_definitions();
        self.look_at_struck(flat);
        if let Some(clock) = half_move_clock(&rules) {
            rules.stored[clock.index()].half_moves = true;
        }
        rules
    }

    fn number_lines<'f>(&mut self, flat: &'f Flat<'a, '_>) -> Vec<(&'f ChapterName, Line<'a>)> {
        let mut all = Vec::new();
        for chapter in &flat.chapters {
            for line in &chapter.lines {
                let id = self.memory.number(line.rule, || crate::model::rules::RuleLine {
                    chapter: chapter.name.value.to_string(),
                    text: line.printed.text.clone(),
                    doc: line.doc.map(|doc| doc.value.clone()),
                    span: line.span,
                    place: self.sources.place(line.span),
                    option: line.option.map(str::to_string),
                });
                self.lines.push(id);
                all.push((&chapter.name.value, (id, line.clone())));
            }
        }
        all
    }

    /// E0401 if a rule does not belong in the chapter.
    fn fits_chapter(&mut self, chapter: &ChapterName, line: &FlatLine<'a>) {
        let (what, chapters) = belongs(line.rule);
        let name = match chapter {
            ChapterName::Moves(_) => "moves".to_string(),
            other => other.to_string(),
        };
        if chapters.contains(&name.as_str()) {
            return;
        }
        let names: Vec<String> = chapters.iter().map(|name| format!("`{name}`")).collect();
        let span = self.first_word(line.span);
        let found = Diagnostic::error("E0401", span, format!("{what} cannot stand in `{chapter}`"));
        let text = self.sources.text(line.span);
        let words: Vec<(usize, &str)> = words_of(text).take(2).collect();
        self.report(match words[..] {
            [(start, modal @ ("may" | "must")), (end, last @ "continue")] => {
                let law = format!("chain {modal} continue");
                let at = |offset: usize| line.span.start + offset as u32;
                let both = Span { start: at(start), end: at(end + last.len()), ..line.span };
                found.help(format!("that a move goes on is a law of chains: `{law}`")).propose(both, law)
            }
            _ => found.help(format!("it belongs in {}", super::coerce::any_of(&names))),
        });
    }

    fn first_word(&self, span: Span) -> Span {
        let text = self.sources.text(span);
        let len = text.find(|c: char| !(c.is_alphanumeric() || c == '-')).unwrap_or(text.len());
        Span { end: span.start + len.max(1) as u32, ..span }
    }

    /// The statements of `setup` or `turn`, in one scope.
    fn script(&mut self, lines: &[Line<'a>], stage: Stage) -> Option<Arc<Script>> {
        let rules: Vec<&'a Rule> = lines.iter().map(|(_, line)| line.rule).collect();
        self.made(&rules, |this| this.script_of(lines, stage))
    }

    fn script_of(&mut self, lines: &[Line<'a>], stage: Stage) -> Option<Script> {
        let (first, _) = lines.first()?;
        self.refuel();
        let mut env = Env::new(*first, stage);
        if stage == Stage::Turn {
            env.moment.actor = Some(self.some_actor());
            env.moment.facts = true;
        }
        let mut script = Script { rule: *first, ..Script::default() };
        for (rule, line) in lines {
            self.room.fuel = self.room.fuel.max(1000);
            env.rule = *rule;
            if let Rule::Statement(statement) = line.rule {
                script.body.statements.extend(self.statement(&mut env, statement));
            }
        }
        script.scope = self.scope.finish();
        Some(script)
    }

    /// E0425 if the turn contains no `play`.
    fn some_decision(&mut self, flat: &Flat<'a, '_>, turn: &Script) {
        let plays = turn.body.effects().any(Effects::PLAYS);
        let chapter = flat.chapters.iter().find(|chapter| chapter.name.value == ChapterName::Turn);
        if !plays && !crate::diagnostic::any_error(&self.findings.found) {
            let span = chapter.map(|chapter| chapter.name.span).unwrap_or_default();
            self.report_plain(
                Diagnostic::error("E0425", span, "nothing is played in this turn")
                    .help("`play move` lets the mover play whatever the rules allow"),
            );
        }
    }

    /// Whether a move has an acting piece: always, or perhaps not, once a rule of players (`mover may …`) has been read.
    pub(super) fn some_actor(&self) -> Many {
        if self.always_actor { Many::One } else { Many::Maybe }
    }

    pub(super) fn obligation(&mut self, (rule, line): &Line<'a>) -> Option<crate::model::rules::Obligation> {
        let Rule::Must { moves, condition } = line.rule else { return None };
        self.refuel();
        let env = Env::new(*rule, Stage::Move);
        let moves = self.expect(&env, moves, Type::Move);
        let condition = self.condition(&env, condition);
        let scope = self.scope.finish();
        Some(crate::model::rules::Obligation { rule: *rule, scope, moves: moves?.expr, condition: condition? })
    }

    /// `[if C]`; the outer `None` after an error.
    #[allow(clippy::option_option)]
    pub(super) fn condition(
        &mut self,
        env: &Env<'a>,
        condition: &'a Option<crate::syntax::ast::Expr>,
    ) -> Option<Option<crate::model::expr::Expr>> {
        match condition {
            None => Some(None),
            Some(condition) => Some(Some(self.truth(env, condition)?.expr)),
        }
    }
}

/// The chapters that contain move rules.
const MOVES: &[&str] = &["movement", "capture", "moves"];

/// For each sort of rule: the words that mark it, what messages call it, and its chapters.
const PLACES: [(&[&str], &str, &[&str]); 10] = [
    (&["define"], "a definition", &["definitions"]),
    (&["counter", "clock", "keep"], "`counter`, `clock` or `keep`", &["state"]),
    (&["may"], "what somebody may do", MOVES),
    (&["chain"], "`chain`", MOVES),
    (&["removal"], "`removal`", MOVES),
    (&["must"], "`must`", &["obligation"]),
    (&["when", "before"], "`when` or `before`", &["effects", "promotion", "state", "victory"]),
    (&["as"], "`as soon as`", &["victory"]),
    (&["who"], "what becomes of a player without moves", &["victory"]),
    (&["score"], "`score`", &["victory"]),
];

/// What messages call a plain statement, and the chapters in which it may be a rule by itself.
const STATEMENTS: (&str, &[&str]) = ("a plain statement", &["turn", "setup", "victory"]);

/// The chapters that may contain a rule that begins with this word of the language, or is marked by it, as by `may` or `who`.
///
/// ```
/// use draughtsman::check::chapters_of;
/// assert_eq!(chapters_of("must"), ["obligation"]);
/// assert_eq!(chapters_of("require"), ["turn", "setup", "victory"]);
/// ```
pub fn chapters_of(word: &str) -> &'static [&'static str] {
    place_of(word).1
}

fn place_of(word: &str) -> (&'static str, &'static [&'static str]) {
    let place = PLACES.iter().find(|(words, ..)| words.contains(&word));
    place.map_or(STATEMENTS, |(_, what, chapters)| (what, chapters))
}

/// What messages call a rule, and the chapters in which it belongs.
fn belongs(rule: &Rule) -> (&'static str, &'static [&'static str]) {
    place_of(match rule {
        Rule::Define(_) => "define",
        Rule::Stored(_) => "counter",
        Rule::May { .. } => "may",
        Rule::Chain { .. } => "chain",
        Rule::Removal(_) => "removal",
        Rule::Must { .. } => "must",
        Rule::Trigger { .. } => "when",
        Rule::Soon { .. } => "as",
        Rule::CannotMove { .. } => "who",
        Rule::Score { .. } => "score",
        Rule::Statement(_) => "",
    })
}
