//! What checking one game of a file leaves for the next: when an option is switched, most lines stay and keep their meaning.
//!
//! A line means the same in two games if everything that it depends on is the same: the equipment, the classes of moves, and the
//! definitions, counters and kept things whose names were looked up when it was first checked. A line with a diagnostic is
//! checked again in each game. Each line has one number in all games, so that its result can be reused unchanged.
//!
//! Only results of the first game and of the latest two surroundings are kept: most options change little of the first game, and
//! an option that needs others is similar to its neighbours.

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

/// Maximum number of surroundings kept: those of the first game and the latest others.
const KNOWN: usize = 3;

/// The numbered lines of all games so far, and the results of checking them.
#[derive(Default)]
pub(super) struct Memory<'a> {
    lines: RefCell<Vec<RuleLine>>,
    numbers: RefCell<FxHashMap<*const Rule, RuleId>>,
    /// The lines that begin at each place. Lines that begin at different places do not overlap.
    beginnings: RefCell<BTreeMap<(FileId, u32), Vec<RuleId>>>,
    /// The surroundings kept, each with its number; the first game's come first.
    surroundings: RefCell<Vec<(usize, Surroundings)>>,
    pub(super) kept: RefCell<FxHashMap<(*const Rule, TypeId), Vec<Kept>>>,
    /// Borrows the rules, so that their addresses stay valid as keys.
    rules: PhantomData<&'a Rule>,
}

/// The result of checking a line, or all lines of a script.
pub(super) struct Kept {
    /// The rules that it was made from.
    pub(super) of: Vec<*const Rule>,
    /// The number of the surroundings in which it was made.
    pub(super) surroundings: usize,
    /// `Checker::always_actor` before and after the check.
    pub(super) always_actor: (bool, bool),
    /// The names that were looked up.
    pub(super) asked: Vec<Asked>,
    /// The definitions that were used.
    pub(super) used: Vec<*const Define>,
    /// The result.
    pub(super) made: Arc<dyn Any + Send + Sync>,
}

/// A definition and the types of its parameters.
type Defined<'d> = (*const Define, &'d [Option<Type>]);

/// Everything outside a line that its meaning may depend on.
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

    /// The names that have another meaning in `there`; `None` if nothing can be reused from there.
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

/// What the current game can reuse: for each known surroundings, the names that now have another meaning.
#[derive(Default)]
pub(super) struct Here {
    /// The number of the equipment among that of all games.
    pub(super) equipment: usize,
    pub(super) surroundings: usize,
    pub(super) changed: Vec<(usize, Option<FxHashSet<Asked>>)>,
}

impl Here {
    /// With equipment of this number; nothing can be reused yet.
    pub(super) fn of(equipment: usize) -> Here {
        Here { equipment, ..Here::default() }
    }
}

impl Memory<'_> {
    /// The number of a line; a new line gets the next number.
    pub(super) fn number(&self, rule: &Rule, line: impl FnOnce() -> RuleLine) -> RuleId {
        let mut lines = self.lines.borrow_mut();
        *self.numbers.borrow_mut().entry(std::ptr::from_ref(rule)).or_insert_with(|| {
            let (line, number) = (line(), RuleId(lines.len().min(usize::from(u16::MAX)) as u16));
            self.beginnings.borrow_mut().entry((line.span.file, line.span.start)).or_default().push(number);
            lines.push(line);
            number
        })
    }

    /// All lines so far, by number.
    pub(super) fn lines(&self) -> Ref<'_, Vec<RuleLine>> {
        self.lines.borrow()
    }

    /// The lines that contain a span.
    pub(super) fn lines_around(&self, span: Span) -> Vec<RuleId> {
        let beginnings = self.beginnings.borrow();
        let last = beginnings.range(..=(span.file, span.start)).next_back();
        let lines = last.into_iter().flat_map(|(_, lines)| lines).copied();
        lines.filter(|line| self.span(*line).contains(span)).collect()
    }

    /// The first `count` lines, by value.
    pub(super) fn into_lines(self, count: usize) -> Vec<RuleLine> {
        let mut lines = self.lines.into_inner();
        lines.truncate(count);
        lines
    }

    /// The span of a line.
    pub(super) fn span(&self, rule: RuleId) -> Span {
        self.lines.borrow().get(rule.index()).map_or(Span::default(), |line| line.span)
    }

    /// Registers the surroundings in which the following lines are checked, dropping the results of the oldest but the first.
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
