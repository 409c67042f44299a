//! The games of one chain of files: the one asked for, and those with an option the other way. What they have in common is made
//! once.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, any_error};
use crate::model::equipment::OptionInfo;
use crate::model::{Equipment, RuleId, Rules, Setup};
use crate::source::{Sources, Span};
use crate::syntax::ast::RuleFile;
use crate::syntax::front::{Table, Value};

use super::apart::{Named, named};
use super::equipment::{equipment, laid, with_options};
use super::link::Link;
use super::lints::{self, Only};
use super::memory::Memory;
use super::mentions::Mentions;
use super::printed::Printed;
use super::rolls::{Places, Roll};

/// What looking at a game for oddities costs, beside reading all its rules: one part in so many.
const LOOK: usize = 4;

/// So many keys and items of a front matter cost as much as a word of the rules, whenever equipment is made of them.
const PARTS: usize = 4;

/// What a board costs, in words of rules.
const BOARD: usize = 500;

/// What is the same whatever options are on, and what one game leaves to the next.
pub(super) struct All<'a, 'p> {
    sources: &'a Sources,
    front: &'p Table,
    chain: &'p [Link<'a>],
    printed: Printed<'a>,
    memory: Rc<Memory<'a>>,
    /// What the first game is played with, and the latest that is played with something else.
    stock: RefCell<Vec<Rc<Stock>>>,
    mentions: &'a Mentions,
    places: Places,
    /// What all games so far have cost, in words of rules that were read, about.
    work: Cell<usize>,
    /// The most words that a game has.
    longest: Cell<usize>,
}

/// What some games are played with.
pub(super) struct Stock {
    /// Which it is of those that there have been.
    number: usize,
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
    /// What it is played with.
    pub(super) stock: Rc<Stock>,
    /// Its rules, without their lines.
    pub(super) rules: Rules,
    /// Its lines in order.
    pub(super) lines: Vec<RuleId>,
    /// Which lines and options it has.
    pub(super) roll: Rc<Roll>,
    /// Where its lines are.
    pub(super) memory: Rc<Memory<'a>>,
}

impl<'a, 'p> All<'a, 'p> {
    /// Nothing has been checked yet.
    pub(super) fn new(sources: &'a Sources, front: &'p Table, chain: &'p [Link<'a>], mentions: &'a Mentions) -> All<'a, 'p> {
        All {
            sources,
            front,
            chain,
            printed: Printed::default(),
            memory: Rc::default(),
            stock: RefCell::default(),
            mentions,
            places: Places::default(),
            work: Cell::new(0),
            longest: Cell::new(0),
        }
    }

    /// What all games so far have cost: words of rules that were read, and what else is work, reckoned in such words.
    pub(super) fn work(&self) -> usize {
        self.work.get()
    }

    fn spend(&self, words: usize) {
        self.work.set(self.work.get() + words);
    }

    /// The game with these options.
    pub(super) fn at_once(&self, infos: &[OptionInfo], numbers: &[(String, i64)]) -> Game<'a> {
        let on: Vec<String> = infos.iter().filter(|one| one.on).map(|one| one.name.clone()).collect();
        let memory = Rc::clone(&self.memory);
        let stock = self.stock(&on, infos, numbers);
        let mut diagnostics = stock.diagnostics.clone();
        let (mut rules, mut lines) = (Rules::default(), Vec::new());
        if let Some((equipment, _)) = &stock.made {
            let files: Vec<&RuleFile> = self.chain.iter().map(|link| &link.parsed.rules).collect();
            let checked = super::rules(
                self.sources,
                &files,
                &on,
                (stock.number, equipment, &stock.named),
                (&self.printed, &memory, self.mentions),
            );
            diagnostics.extend(checked.found);
            (rules, lines) = (checked.rules, checked.lines);
            self.spend(checked.words + lines.len());
            self.longest.set(self.longest.get().max(checked.words));
        }
        let (odd, diagnostics) = diagnostics.into_iter().partition(plays_no_part);
        let roll = Rc::new(Roll { on, lines: lines.iter().copied().collect(), made: stock.made.is_some() });
        Game { diagnostics, odd, stock, rules, lines, roll, memory }
    }

    /// What a game with these options on is played with. Which options there are is noted as for the first.
    fn stock(&self, on: &[String], infos: &[OptionInfo], numbers: &[(String, i64)]) -> Rc<Stock> {
        let laid = laid(self.front, on);
        let mut all = self.stock.borrow_mut();
        if let Some(known) = all.iter().find(|one| one.laid == laid && one.numbers == numbers) {
            return Rc::clone(known);
        }
        let number = all.last().map_or(0, |latest| latest.number + 1);
        let mut diagnostics = Vec::new();
        let front = with_options(self.front, on);
        self.spend(parts(&front) / PARTS + BOARD);
        let made = equipment(&front, infos, numbers, &mut diagnostics);
        let new = Rc::new(Stock { number, laid, numbers: numbers.to_vec(), made, diagnostics, named: named(&front) });
        all.truncate(1);
        all.push(Rc::clone(&new));
        new
    }

    /// What is odd in a game; or what is odd in it about what is no part of another.
    pub(super) fn odd(&self, game: &Game<'a>, without: Option<&Roll>) -> Vec<Diagnostic> {
        let Some((equipment, start)) = &game.stock.made else { return game.odd.clone() };
        let elsewhere = |span: Span| without.is_some_and(|other| self.has(other, span));
        let mut odd: Vec<Diagnostic> = game.odd.iter().filter(|one| !elsewhere(one.span)).cloned().collect();
        let lines = game.memory.lines();
        let only =
            without.map(|other| Only { lines: &game.roll.lines - &other.lines, asked: Box::new(|span| !elsewhere(span)) });
        let nothing_new = |other: &Roll| game.roll.on.iter().all(|option| other.on.contains(option));
        if only.as_ref().is_none_or(|only| !only.lines.is_empty() || !without.is_some_and(nothing_new)) {
            self.spend(if only.is_none() { self.longest.get() / LOOK } else { 0 });
            let made = (equipment, start, &game.rules);
            odd.extend(lints::look(self.sources, self.chain, made, (&lines, &game.lines), only));
        }
        odd
    }

    /// Whether the line or the key that stands there is part of a game.
    pub(super) fn has(&self, roll: &Roll, span: Span) -> bool {
        self.places.has(roll, span, (self.chain, &self.memory))
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

impl Game<'_> {
    /// What is said of it.
    pub(super) fn said(&self) -> FxHashSet<(&'static str, Span)> {
        self.diagnostics.iter().map(|one| (one.code, one.span)).collect()
    }

    /// Whether it can be played as it is.
    pub(super) fn is_sound(&self) -> bool {
        self.stock.made.is_some() && !any_error(&self.diagnostics)
    }
}

/// Whether it says that something plays no part; which it must not play with any option either.
fn plays_no_part(one: &Diagnostic) -> bool {
    one.code.starts_with("W08")
}

/// How many keys and items of lists there are in a front matter.
fn parts(front: &Table) -> usize {
    fn of(value: &Value) -> usize {
        match value {
            Value::Array(items) => items.iter().map(|item| 1 + of(&item.value)).sum(),
            Value::Table(inner) => parts(inner),
            _ => 0,
        }
    }
    front.values().map(|entry| 1 + of(&entry.value.value)).sum()
}
