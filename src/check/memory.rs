//! What one game of a file leaves to the next: with an option the other way, most lines stand as before and mean the same.
//!
//! A line means the same in two games if all that it looked at is the same: the equipment, the classes of moves, and whatever
//! definitions, counters and kept things go by the names that were looked up while it was checked, by the first time it was. A
//! line about which something is said is checked in each game. So that a line once checked can be taken over as it is, a line
//! has one number in all games.
//!
//! Only the first game and the latest two can leave anything: most options change little of the first, and one that needs others is like
//! its neighbours. Of a file with many options nothing else is kept.

use std::any::{Any, TypeId};
use std::cell::{Ref, RefCell};
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::RuleId;
use crate::model::expr::Type;
use crate::model::rules::{RuleLine, Stored};
use crate::source::{FileId, Span};
use crate::syntax::ast::{Define, Rule};

use super::definitions::{Asked, asked};

/// How many surroundings are known at a time: those of the first game and the latest.
const KNOWN: usize = 3;

/// The lines of some games, numbered, and what each of them came to.
#[derive(Default)]
pub(super) struct Memory<'a> {
    lines: RefCell<Vec<RuleLine>>,
    numbers: RefCell<FxHashMap<*const Rule, RuleId>>,
    /// The lines that begin at a place. No two lines overlap that begin at different ones.
    beginnings: RefCell<BTreeMap<(FileId, u32), Vec<RuleId>>>,
    /// Each with its number, the first game's first.
    surroundings: RefCell<Vec<(usize, Surroundings)>>,
    pub(super) kept: RefCell<FxHashMap<(*const Rule, TypeId), Vec<Kept>>>,
    /// The rules are kept where they are for as long as their addresses are asked for.
    rules: PhantomData<&'a Rule>,
}

/// What a line, or all lines of a script, came to.
pub(super) struct Kept {
    /// The lines.
    pub(super) of: Vec<*const Rule>,
    /// In which surroundings.
    pub(super) surroundings: usize,
    /// Whether every move had an acting piece, as far as known before; and behind it.
    pub(super) always_actor: (bool, bool),
    /// The names that were looked up.
    pub(super) asked: Vec<Asked>,
    /// The definitions that were used.
    pub(super) used: Vec<*const Define>,
    /// What it came to.
    pub(super) made: Arc<dyn Any + Send + Sync>,
}

/// A definition, and the types of what it is given.
type Defined<'d> = (*const Define, &'d [Option<Type>]);

/// All that a line may look at.
#[derive(PartialEq)]
pub(super) struct Surroundings {
    pub(super) equipment: usize,
    pub(super) scored: bool,
    pub(super) groups: Vec<String>,
    pub(super) definitions: Vec<(Asked, *const Define, Vec<Option<Type>>)>,
    pub(super) stored: Vec<Stored>,
}

impl Surroundings {
    /// The definitions of each name.
    fn by_name(&self) -> FxHashMap<Asked, Vec<Defined<'_>>> {
        let mut all: FxHashMap<Asked, Vec<Defined<'_>>> = FxHashMap::default();
        for (name, define, types) in &self.definitions {
            all.entry(*name).or_default().push((*define, types.as_slice()));
        }
        all
    }

    /// The names that do not mean the same there; none if nothing can be taken over from there.
    fn changed(&self, there: &Surroundings) -> Option<FxHashSet<Asked>> {
        if self.equipment != there.equipment || self.scored != there.scored || self.groups != there.groups {
            return None;
        }
        let mut changed = FxHashSet::default();
        if self.definitions != there.definitions {
            let (here, there) = (self.by_name(), there.by_name());
            changed.extend(here.keys().chain(there.keys()).filter(|name| here.get(name) != there.get(name)));
        }
        for i in 0..self.stored.len().max(there.stored.len()) {
            let (here, there) = (self.stored.get(i), there.stored.get(i));
            if here != there {
                changed.extend(here.into_iter().chain(there).map(|stored| asked(&stored.name)));
            }
        }
        Some(changed)
    }
}

/// What a game can take over: for each surroundings known, the names that mean something else now.
#[derive(Default)]
pub(super) struct Here {
    /// Which equipment it is among those of the other games.
    pub(super) equipment: usize,
    pub(super) surroundings: usize,
    pub(super) changed: Vec<(usize, Option<FxHashSet<Asked>>)>,
}

impl Here {
    /// Nothing can be taken over yet; the equipment has this number.
    pub(super) fn of(equipment: usize) -> Here {
        Here { equipment, ..Here::default() }
    }
}

impl Memory<'_> {
    /// The number of a line; of a new one, the next.
    pub(super) fn number(&self, rule: &Rule, line: impl FnOnce() -> RuleLine) -> RuleId {
        let mut lines = self.lines.borrow_mut();
        *self.numbers.borrow_mut().entry(std::ptr::from_ref(rule)).or_insert_with(|| {
            let (line, number) = (line(), RuleId(lines.len().min(usize::from(u16::MAX)) as u16));
            self.beginnings.borrow_mut().entry((line.span.file, line.span.start)).or_default().push(number);
            lines.push(line);
            number
        })
    }

    /// Every line so far, by number.
    pub(super) fn lines(&self) -> Ref<'_, Vec<RuleLine>> {
        self.lines.borrow()
    }

    /// The lines in which that stands.
    pub(super) fn lines_around(&self, span: Span) -> Vec<RuleId> {
        let beginnings = self.beginnings.borrow();
        let last = beginnings.range(..=(span.file, span.start)).next_back();
        let lines = last.into_iter().flat_map(|(_, lines)| lines).copied();
        lines.filter(|line| self.span(*line).contains(span)).collect()
    }

    /// The first lines, for good.
    pub(super) fn into_lines(self, count: usize) -> Vec<RuleLine> {
        let mut lines = self.lines.into_inner();
        lines.truncate(count);
        lines
    }

    /// Where a line is written.
    pub(super) fn span(&self, rule: RuleId) -> Span {
        self.lines.borrow().get(rule.index()).map_or(Span::default(), |line| line.span)
    }

    /// Takes note of the surroundings in which lines are going to be checked.
    pub(super) fn enter(&self, here: Surroundings) -> Here {
        let mut all = self.surroundings.borrow_mut();
        let known = all.iter().find(|(_, one)| *one == here).map(|(number, _)| *number);
        let surroundings = known.unwrap_or_else(|| {
            if all.len() == KNOWN {
                let (number, _) = all.remove(1);
                self.kept.borrow_mut().values_mut().for_each(|kept| kept.retain(|one| one.surroundings != number));
            }
            let number = all.last().map_or(0, |(number, _)| number + 1);
            all.push((number, here));
            number
        });
        let here = all.iter().find(|(number, _)| *number == surroundings);
        let equipment = here.map_or(0, |(_, here)| here.equipment);
        let changed = here.into_iter().flat_map(|(_, here)| all.iter().map(|(number, there)| (*number, here.changed(there))));
        Here { equipment, surroundings, changed: changed.collect() }
    }
}

impl Kept {
    pub(super) fn fits(&self, of: &[&Rule], here: &Here, always_actor: bool) -> bool {
        let same = self.of.len() == of.len() && self.of.iter().zip(of).all(|(one, other)| std::ptr::eq(*one, *other));
        let changed =
            here.changed.iter().find(|(number, _)| *number == self.surroundings).and_then(|(_, changed)| changed.as_ref());
        same && self.always_actor.0 == always_actor
            && changed.is_some_and(|changed| changed.is_empty() || !self.asked.iter().any(|name| changed.contains(name)))
    }
}
