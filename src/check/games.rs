//! The games of one chain of files: the one asked for, and those with one option switched. What they have in common is computed
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

/// Running the lints on a game costs 1/`LOOK` of what reading all its rules costs.
const LOOK: usize = 3;

/// A line that is reused from another game costs as much as this many words of the rules.
const LINE: usize = 3;

/// Whenever equipment is built, this many keys and items of the front matter cost as much as one word of the rules.
const PARTS: usize = 4;

/// The cost of building a board, in words of rules.
const BOARD: usize = 500;

/// What all games of the chain share, and what is kept from one game to the next.
pub(super) struct All<'a, 'p> {
    sources: &'a Sources,
    front: &'p Table,
    chain: &'p [Link<'a>],
    printed: Printed<'a>,
    memory: Rc<Memory<'a>>,
    /// The equipment of the first game, and the latest that differs from it.
    stock: RefCell<Vec<Rc<Stock>>>,
    mentions: &'a Mentions,
    places: Places,
    /// The approximate cost of all games so far, in words of rules.
    work: Cell<usize>,
    /// The number of words of the longest game.
    longest: Cell<usize>,
}

/// The equipment and set-up of one or more games.
pub(super) struct Stock {
    /// Its number in the order in which equipment was built.
    number: usize,
    /// The options that change it.
    laid: Vec<String>,
    numbers: Vec<(String, i64)>,
    pub(super) made: Option<(Equipment, Setup)>,
    diagnostics: Vec<Diagnostic>,
    /// The names that its front matter declares.
    named: Vec<Named>,
}

/// The rules of a chain with some options on, checked.
pub(super) struct Game<'a> {
    /// What is wrong.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Parts of the rules that have no effect in this game (W08xx), as far as checking the rules has shown.
    odd: Vec<Diagnostic>,
    /// Its equipment and set-up.
    pub(super) stock: Rc<Stock>,
    /// Its rules, without their lines.
    pub(super) rules: Rules,
    /// The numbers of its lines, in the order of the flat file.
    pub(super) lines: Vec<RuleId>,
    /// The lines and options that it has.
    pub(super) roll: Rc<Roll>,
    /// The texts and spans of its lines.
    pub(super) memory: Rc<Memory<'a>>,
}

impl<'a, 'p> All<'a, 'p> {
    /// Before any game has been checked.
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

    /// The cost of all games so far, in words of rules: words that were read, and other work converted into words.
    pub(super) fn work(&self) -> usize {
        self.work.get()
    }

    fn spend(&self, words: usize) {
        self.work.set(self.work.get() + words);
    }

    /// Checks the game with these options.
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
            self.spend(checked.words + LINE * lines.len());
            self.longest.set(self.longest.get().max(checked.words));
        }
        let (odd, diagnostics) = diagnostics.into_iter().partition(plays_no_part);
        let roll = Rc::new(Roll { on, lines: lines.iter().copied().collect(), made: stock.made.is_some() });
        Game { diagnostics, odd, stock, rules, lines, roll, memory }
    }

    /// The equipment of a game with these options on. If games share equipment, its list of options is that of the first of them.
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

    /// The oddities of a game; with `without`, only those in lines and keys that the other game does not have.
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

    /// Whether the line or key at a span is part of a game.
    pub(super) fn has(&self, roll: &Roll, span: Span) -> bool {
        self.places.has(roll, span, (self.chain, &self.memory))
    }

    /// Takes equipment, set-up and rules out of a game.
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
    /// Code and span of each of its diagnostics.
    pub(super) fn said(&self) -> FxHashSet<(&'static str, Span)> {
        self.diagnostics.iter().map(|one| (one.code, one.span)).collect()
    }

    /// Whether it can be played.
    pub(super) fn is_sound(&self) -> bool {
        self.stock.made.is_some() && !any_error(&self.diagnostics)
    }
}

/// Whether a diagnostic says that something has no effect, which must hold with every option to be reported.
fn plays_no_part(one: &Diagnostic) -> bool {
    one.code.starts_with("W08")
}

/// The number of keys and list items of a front matter.
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
