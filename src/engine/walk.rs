//! A game played on and on by choices alone, for random games: no position is kept, no move has a text, and what was worked out for
//! one decision is not worked out again.

use std::borrow::Cow;

use crate::model::setup::Outcome;
use crate::program::{Layout, Program};

use super::brief::{self, Sketch};
use super::line::{Standing, each_piece};
use super::machine::Task;
use super::position::{Position, run_on, turn_start};
use super::run::{Actor, Choice, LimitReached, Pick, Runner, Step};
use super::{list, oblige};

/// A game under way, by the general machine.
///
/// ```
/// # use draughtsman::{engine::{Position, Walk}, library};
/// let program = library::bundled("collateral").unwrap().program;
/// let mut walk = Walk::new(&program, &Position::start(&program).unwrap());
/// while walk.actor().is_some() {
///     assert!(walk.options().unwrap() > 0);
///     walk.play(0).unwrap();
/// }
/// assert!(walk.outcome().is_some());
/// ```
pub struct Walk<'p> {
    /// The game as it stands, with the hashes of what stood at the ends of turns.
    runner: Runner<'p>,
    /// The choice at hand; none when the game is over.
    choice: Option<Choice>,
    /// The moves at hand, once they were asked for.
    listed: Option<Vec<Sketch>>,
    /// Memory of lists.
    room: Vec<Sketch>,
}

impl<'p> Walk<'p> {
    /// A game from a position.
    pub fn new(program: &'p Program, start: &Position) -> Walk<'p> {
        let mut runner = start.resume(program);
        runner.past.stood = Cow::Owned(vec![start.standing()]);
        let mut walk = Walk { runner, choice: None, listed: None, room: Vec::new() };
        if start.outcome().is_none() {
            let Ok(()) = walk.go_on(|_| ()) else { return walk };
        }
        walk
    }

    /// Who must choose; nobody if the game is over.
    pub fn actor(&self) -> Option<Actor> {
        self.choice.as_ref().map(|choice| choice.by)
    }

    /// The position, as [`Position::play`] makes it.
    pub fn position(&self) -> Position {
        let Runner { program, store, machine, began, .. } = &self.runner;
        let fresh = machine.tasks.len() <= 3 && *machine == turn_start(program);
        Position { store: store.clone(), machine: (!fresh).then(|| Box::new(machine.clone())), began: *began }
    }

    /// Shows each piece on the board.
    pub fn each_piece(&self, each: impl FnMut(Standing)) {
        each_piece(self.runner.program, &self.runner.store, each);
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.runner.machine.outcome.as_deref()
    }

    /// How many options the decision has: as many as [`Position::moves`], in the same order.
    ///
    /// # Errors
    /// A rule that does not come to an end, or offers more than 100,000 moves.
    pub fn options(&mut self) -> Result<usize, LimitReached> {
        let Some(choice) = self.choice.take() else { return Ok(0) };
        if self.listed.is_none() && choice.by != Actor::Chance {
            let listed = self.list(&choice);
            self.choice = Some(choice);
            self.listed = Some(listed?);
        } else {
            self.choice = Some(choice);
        }
        Ok(match (&self.listed, &self.choice) {
            (Some(listed), _) => listed.len(),
            (None, Some(Choice { draw: Some(draw), .. })) => draw.weights().len(),
            (None, choice) => choice.as_ref().map_or(0, |choice| choice.options.len()),
        })
    }

    fn list(&mut self, choice: &Choice) -> Result<Vec<Sketch>, LimitReached> {
        let runner = &mut self.runner;
        runner.afresh();
        // As positions list their moves: what has stood is for endings.
        let stood = std::mem::take(&mut runner.past.stood);
        let play = match runner.machine.tasks.last() {
            Some(Task::Play { moves, .. }) => Some(*moves),
            _ => None,
        };
        let listed = match brief::brief(runner, choice, play, std::mem::take(&mut self.room)) {
            Some(listed) => Ok(listed),
            None => list::runs(runner, choice, runner.program.equipment.routes).and_then(|mut found| {
                oblige::oblige(runner, &mut found);
                runner.counts()?;
                Ok(list::merge(found).into_iter().map(|found| Sketch::of(found.mv.record)).collect())
            }),
        };
        self.runner.past.stood = stood;
        listed
    }

    /// The ways that lead to each option of chance, in order; nothing if a player decides.
    pub fn ways(&self) -> impl Iterator<Item = u64> + Clone {
        let chance = move || self.choice.iter().filter(|choice| choice.by == Actor::Chance);
        let drawn = chance().filter_map(|choice| choice.draw.as_ref()).flat_map(|draw| draw.weights().iter().copied());
        drawn.chain(chance().flat_map(|choice| &choice.options).map(|pick| match pick {
            Pick::Things(_, ways) | Pick::Identity(_, ways) => *ways,
            _ => 1,
        }))
    }

    /// Plays an option of the decision. One that does not exist ends nothing and plays nothing.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn play(&mut self, option: usize) -> Result<(), LimitReached> {
        self.options()?;
        let listed = self.listed.take();
        let one = [option as u16];
        let record: &[u16] = match &listed {
            Some(listed) => listed.get(option).map_or(&[], |sketch| &sketch.record),
            None => &one,
        };
        let Some(choice) = self.choice.take() else { return Ok(()) };
        let drawn = choice.draw.as_ref().and_then(|draw| draw.get(option));
        let Some((pick, rest)) = record
            .split_first()
            .and_then(|(first, rest)| Some((drawn.as_ref().or_else(|| choice.options.get(*first as usize))?, rest)))
        else {
            (self.choice, self.listed) = (Some(choice), listed);
            return Ok(());
        };
        let played = self.go_on(|runner| {
            runner.machine.deeds.clear();
            runner.take(pick);
            for next in rest {
                match runner.advance() {
                    Step::Choice(Choice { options, .. }) => match options.get(*next as usize) {
                        Some(pick) => runner.take(pick),
                        None => break,
                    },
                    Step::Cut | Step::Failed | Step::Over => break,
                }
            }
        });
        self.room = listed.unwrap_or_default();
        played
    }

    /// Goes on to the next decision, or to the end of the game.
    fn go_on(&mut self, first: impl FnOnce(&mut Runner<'_>)) -> Result<(), LimitReached> {
        let runner = &mut self.runner;
        let turns = runner.store.cell(Layout::TURNS);
        runner.afresh();
        (runner.untold, runner.lazy) = (true, true);
        first(runner);
        self.choice = run_on(runner)?;
        runner.machine.deeds.clear();
        if runner.store.cell(Layout::TURNS) != turns {
            let began = runner.began.0;
            runner.past.stood.to_mut().push(began);
        }
        Ok(())
    }
}
