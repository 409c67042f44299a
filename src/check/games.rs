//! The games of one chain of files: the one asked for, and those with an option the other way. What they have in common is made
//! once.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, any_error};
use crate::model::equipment::OptionInfo;
use crate::model::{Equipment, RuleId, Rules, Setup};
use crate::source::{Sources, Span};
use crate::syntax::ast::{Part, RuleFile};
use crate::syntax::front::{Table, Value};

use super::apart::{Named, named};
use super::equipment::{equipment, laid, with_options};
use super::lints::{self, Only};
use super::memory::Memory;
use super::mentions::Mentions;
use super::printed::Printed;
use super::variant::Link;

/// What is the same whatever options are on, and what one game leaves to the next.
pub(super) struct All<'a, 'p> {
    sources: &'a Sources,
    front: &'p Table,
    chain: &'p [Link<'a>],
    printed: Printed<'a>,
    memory: Rc<Memory<'a>>,
    stock: RefCell<Vec<Rc<Stock>>>,
    mentions: &'a Mentions,
}

/// What some games are played with.
pub(super) struct Stock {
    /// The options that change it.
    laid: Vec<String>,
    numbers: Vec<(String, i64)>,
    pub(super) made: Option<(Equipment, Setup)>,
    diagnostics: Vec<Diagnostic>,
    /// The names of things of its front matter.
    named: Vec<Named>,
}

/// A chain with some options on.
pub(super) struct Game<'a> {
    /// What is wrong.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What plays no part in this game, as far as was seen while it was checked.
    odd: Vec<Diagnostic>,
    on: Vec<String>,
    /// What it is played with.
    pub(super) stock: Rc<Stock>,
    /// Its rules, without their lines.
    pub(super) rules: Rules,
    /// Its lines in order.
    pub(super) lines: Vec<RuleId>,
    /// Where its lines are.
    pub(super) memory: Rc<Memory<'a>>,
}

impl<'a, 'p> All<'a, 'p> {
    /// Nothing has been checked yet.
    pub(super) fn new(sources: &'a Sources, front: &'p Table, chain: &'p [Link<'a>], mentions: &'a Mentions) -> All<'a, 'p> {
        All { sources, front, chain, printed: Printed::default(), memory: Rc::default(), stock: RefCell::default(), mentions }
    }

    /// The game with these options.
    pub(super) fn at_once(&self, infos: &[OptionInfo], numbers: &[(String, i64)]) -> Game<'a> {
        let on: Vec<String> = infos.iter().filter(|one| one.on).map(|one| one.name.clone()).collect();
        let memory = Rc::clone(&self.memory);
        let (number, stock) = self.stock(&on, infos, numbers);
        let mut diagnostics = stock.diagnostics.clone();
        let (mut rules, mut lines) = (Rules::default(), Vec::new());
        if let Some((equipment, _)) = &stock.made {
            let files: Vec<&RuleFile> = self.chain.iter().map(|link| &link.parsed.rules).collect();
            let checked = super::rules(
                self.sources,
                &files,
                &on,
                (number, equipment, &stock.named),
                (&self.printed, &memory, self.mentions),
            );
            diagnostics.extend(checked.found);
            (rules, lines) = (checked.rules, checked.lines);
        }
        let (odd, diagnostics) = diagnostics.into_iter().partition(plays_no_part);
        Game { diagnostics, odd, on, stock, rules, lines, memory }
    }

    /// What a game with these options on is played with, and its number. Which options there are is noted as for the first.
    fn stock(&self, on: &[String], infos: &[OptionInfo], numbers: &[(String, i64)]) -> (usize, Rc<Stock>) {
        let laid = laid(self.front, on);
        let mut all = self.stock.borrow_mut();
        let known = all.iter().position(|one| one.laid == laid && one.numbers == numbers);
        let number = known.unwrap_or_else(|| {
            let mut diagnostics = Vec::new();
            let front = with_options(self.front, on);
            let made = equipment(&front, infos, numbers, &mut diagnostics);
            all.push(Rc::new(Stock { laid, numbers: numbers.to_vec(), made, diagnostics, named: named(&front) }));
            all.len() - 1
        });
        (number, all[number].clone())
    }

    /// What is odd in every game in which its line stands.
    ///
    /// What the first game finds odd is asked of the others. Those are asked by themselves only about what is no part of the
    /// first.
    pub(super) fn odd_everywhere(&self, games: &[Game<'a>]) -> Vec<Diagnostic> {
        let sound: Vec<&Game<'a>> = games.iter().filter(|game| game.is_sound()).collect();
        let Some((first, others)) = sound.split_first() else { return Vec::new() };
        let mut odd = vec![self.odd(first, None)];
        odd.extend(others.iter().map(|game| self.odd(game, Some(first))));
        if odd.iter().all(Vec::is_empty) {
            return Vec::new();
        }
        odd.truncate(1);
        odd.extend(others.iter().map(|game| self.odd(game, None)));
        let told = |one: &Diagnostic| (one.code, one.span);
        let told_in: Vec<FxHashSet<(&str, Span)>> = odd.iter().map(|found| found.iter().map(told).collect()).collect();
        let everywhere = |one: &&Diagnostic| {
            let mut games = sound.iter().zip(&told_in);
            games.all(|(game, odd)| odd.contains(&told(one)) || !game.has(self.chain, one.span))
        };
        let mut seen = FxHashSet::default();
        odd.iter().flatten().filter(|one| seen.insert(told(one))).filter(everywhere).cloned().collect()
    }

    /// What is odd in a game; or what is odd in it about what is no part of another.
    pub(super) fn odd(&self, game: &Game<'a>, without: Option<&Game<'a>>) -> Vec<Diagnostic> {
        let Some((equipment, start)) = &game.stock.made else { return game.odd.clone() };
        let elsewhere = |span: Span| without.is_some_and(|other| other.has(self.chain, span));
        let mut odd: Vec<Diagnostic> = game.odd.iter().filter(|one| !elsewhere(one.span)).cloned().collect();
        let lines = game.memory.lines();
        let only = without.map(|other| Only { lines: game.lines_without(other), asked: Box::new(|span| !elsewhere(span)) });
        let nothing_new = |other: &Game<'a>| game.on.iter().all(|option| other.on.contains(option));
        if only.as_ref().is_none_or(|only| !only.lines.is_empty() || !without.is_some_and(nothing_new)) {
            odd.extend(lints::look(self.sources, self.chain, (equipment, start, &game.rules), (&lines, &game.lines), only));
        }
        odd
    }

    /// The parts of a game, for good.
    pub(super) fn taken(self, game: Game<'a>) -> Option<(Equipment, Setup, Rules)> {
        let All { memory, stock, .. } = self;
        drop((memory, stock));
        let Game { stock, mut rules, lines, memory, .. } = game;
        let (equipment, start) = match Rc::try_unwrap(stock) {
            Ok(stock) => stock.made?,
            Err(shared) => shared.made.clone()?,
        };
        rules.lines = match Rc::try_unwrap(memory) {
            Ok(memory) => memory.into_lines(lines.len()),
            Err(shared) => shared.lines()[..lines.len()].to_vec(),
        };
        Some((equipment, start, rules))
    }
}

impl<'a> Game<'a> {
    fn is_sound(&self) -> bool {
        self.stock.made.is_some() && !any_error(&self.diagnostics)
    }

    /// Whether the line or the key that stands there is part of this game.
    pub(super) fn has(&self, chain: &[Link<'_>], span: Span) -> bool {
        if self.stock.made.is_none() {
            return false;
        }
        let all = self.memory.lines();
        let mut lines = self.lines.iter().filter_map(|line| all.get(line.index()));
        if lines.any(|line| super::contains(line.span, span)) {
            return true;
        }
        let Some(link) = chain.iter().find(|link| link.file == span.file) else { return false };
        let written = link.parsed.rules.parts.iter().any(|part| match part {
            Part::Chapter(chapter) => super::contains(chapter.span, span),
            Part::Option(block) => super::contains(block.span, span),
        });
        // a line that is written, and is not among those of the game
        !written && option_around(&link.parsed.front, span).is_none_or(|option| self.on.contains(option))
    }

    /// The lines that are no lines of another game.
    fn lines_without(&self, other: &Game<'a>) -> FxHashSet<RuleId> {
        // without a memory in common the numbers say nothing
        let known: FxHashSet<RuleId> =
            other.lines.iter().copied().filter(|_| Rc::ptr_eq(&self.memory, &other.memory)).collect();
        self.lines.iter().copied().filter(|line| !known.contains(line)).collect()
    }
}

/// Whether it says that something plays no part; which it must not play with any option either.
fn plays_no_part(one: &Diagnostic) -> bool {
    one.code.starts_with("W08")
}

/// The option whose equipment has the key that stands there.
fn option_around(front: &Table, span: Span) -> Option<&String> {
    fn has(table: &Table, span: Span) -> bool {
        table.values().any(|entry| entry.key == span || matches!(&entry.value.value, Value::Table(inner) if has(inner, span)))
    }
    let Value::Table(options) = &front.get("option")?.value.value else { return None };
    let inside = options.iter().find(|(_, entry)| matches!(&entry.value.value, Value::Table(inner) if has(inner, span)));
    inside.map(|(name, _)| name)
}
