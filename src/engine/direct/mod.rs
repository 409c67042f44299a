//! Whole games played directly, and leaves counted: a position is a few sets of sites and numbers, which are copied and never undone;
//! a phrase is reckoned on whole sets. For rules that no generator of [`super::kernel`] knows: bodies, triggers, choices, chance, pieces
//! that bear tokens. What has no form here (`compile/` finds it, [`Refusal`] names it) leaves the game to the general machine, which says
//! what is right; this says it fast, and is tested against it.

mod afresh;
mod again;
mod alike;
mod asks;
mod back;
mod batches;
mod bearing;
mod begins;
mod beside;
mod bodies;
mod borne;
mod cards;
mod carried;
mod chains;
mod chance;
mod coming;
mod compile;
mod count;
mod counted;
mod deals;
mod decision;
mod effects;
mod elements;
mod endings;
mod ends;
mod events;
mod fates;
mod follow;
mod game;
mod generated;
mod geometry;
mod hops;
mod joint;
mod jumps;
mod keys;
mod leaves;
mod left_out;
mod legs;
mod line;
mod list;
#[cfg(all(test, unit_games))]
mod lockstep;
mod loops;
mod memory;
mod noted;
mod nth;
mod off;
mod ops;
mod options;
mod order;
mod paths;
mod phrases;
mod piled;
mod places;
mod plays;
mod refusal;
mod rules;
mod run;
mod scene;
mod script;
mod shuffles;
mod slots;
mod steps;
mod stood;
mod stored;
#[cfg(all(test, unit_games))]
mod tests;
mod towers;
mod trials;
mod turns;
mod winding;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use beside::Beside;
use game::{Game, Under};

use super::game as game_so_far;
use super::kernel::Tables;
use super::line::{Look, Standing};
use super::moves::Move;
use super::position::Position;
use super::run::LimitReached;
use super::wide::Wide;
use super::word::{Rich, Word};
use crate::model::PlayerId;
use crate::model::equipment::Routes;
use crate::model::setup::Outcome;
use crate::program::Program;
pub use refusal::{Cause, Refusal};
use rules::Rules;

/// What the direct engine needs of one program, made once.
pub struct Direct {
    made: Box<Made>,
    /// Generators of classes of moves, if turns carry nothing.
    kernels: Option<Tables>,
    /// How often others were asked beside generators, and how often they played, until it is known whether generators are of use.
    beside: [AtomicU32; 2],
    /// Routes are told apart.
    distinct: bool,
}

enum Made {
    Small(Arc<Rules<u64>>),
    Double(Arc<Rules<u128>>),
    Rich(Arc<Rules<Rich>>),
    Wide(Arc<Rules<Wide>>),
}

impl Direct {
    /// The rules of a program as they are carried out directly.
    ///
    /// # Errors
    /// What there is no form for.
    pub fn new(program: &Program) -> Result<Direct, Refusal> {
        Direct::counting(program, program.equipment.routes)
    }

    /// The same, where moves are told apart so.
    ///
    /// # Errors
    /// What there is no form for.
    pub fn counting(program: &Program, routes: Routes) -> Result<Direct, Refusal> {
        let small = || Rules::of(program, routes).map(Made::Small);
        let rich = || Rules::of(program, routes).map(Made::Rich);
        let double = || Rules::of(program, routes).map(Made::Double);
        let wide = || Rules::of(program, routes).map(Made::Wide);
        let words: [&dyn Fn() -> Result<Made, Refusal>; 4] = [&small, &rich, &double, &wide];
        let mut made = small();
        for next in &words[1..] {
            match made {
                Err(refusal) if refusal.cause.is_room() => made = next(),
                _ => break,
            }
        }
        made.map(|made| Direct {
            made: Box::new(made),
            kernels: Tables::new(program),
            beside: Default::default(),
            distinct: routes == Routes::Distinct,
        })
    }

    /// A whole game from a position at the start of a turn, which has not stood before, or from the start of all, set-up included;
    /// moves are told apart as the rules say. What chance draws is the same each time, until [`Playing::restart`]. None if the game is
    /// over already, its position holds more than there is room for, or its turn is under way.
    pub fn game<'d>(&'d self, program: &Program, position: &Position) -> Option<Playing<'d>> {
        let mut game = self.begin(program, position, begins(program, position))?;
        game.restart(&mut |_| 0);
        Some(Playing(game))
    }

    /// Leaves so many plies below a position, as [`crate::analysis::perft`] counts them; `made`: with every move made, the last ones
    /// too. None if no game can begin there, or one goes beyond bounds on its way: then nothing is known.
    pub fn leaves(&self, program: &Program, position: &Position, depth: u32, made: bool) -> Option<u64> {
        match &self.kernels {
            Some(kernels) if position.machine.is_none() && !beside::crowded(loaded(&self.beside)) => {
                match self.generated(kernels, program, position, depth, made) {
                    Counted::Leaves(leaves) => Some(leaves),
                    Counted::Lost => None,
                    Counted::Crowded => self.begin(program, position, position.begins_turn(program))?.leaves(depth, made),
                }
            }
            _ => match self.counted_alone(program, position, depth, made) {
                None => self.begin(program, position, position.begins_turn(program))?.leaves(depth, made),
                leaves => leaves,
            },
        }
    }

    /// The same by generators that list moves, if what is carried from turn to turn matters only here and there.
    fn counted_alone(&self, program: &Program, position: &Position, depth: u32, made: bool) -> Option<u64> {
        if position.machine.is_some() || position.outcome().is_some() {
            return None;
        }
        let ways = (self.distinct, made);
        match &*self.made {
            Made::Small(rules) => carried::leaves(rules, program, position, depth, ways),
            Made::Double(rules) => carried::leaves(rules, program, position, depth, ways),
            Made::Rich(rules) => carried::leaves(rules, program, position, depth, ways),
            Made::Wide(rules) => carried::leaves(rules, program, position, depth, ways),
        }
    }

    /// The same by generators, and for rules that have none by what is beside them.
    fn generated(&self, kernels: &Tables, program: &Program, position: &Position, depth: u32, made: bool) -> Counted {
        let ways = (self.distinct, made);
        if kernels.alone() {
            return kernels.leaves(program, position, depth, ways, None).map_or(Counted::Lost, Counted::Leaves);
        }
        match &*self.made {
            Made::Small(rules) => beside(rules, kernels, program, position, (depth, ways), &self.beside),
            Made::Double(rules) => beside(rules, kernels, program, position, (depth, ways), &self.beside),
            Made::Wide(rules) => beside(rules, kernels, program, position, (depth, ways), &self.beside),
            Made::Rich(rules) => beside(rules, kernels, program, position, (depth, ways), &self.beside),
        }
    }

    /// The position after each option, without endings that wait for patience to run out, but for those that end the game; if they
    /// all are the first of a turn.
    pub fn replies(&self, program: &Program, position: &Position) -> Option<Vec<Position>> {
        self.begin(program, position, position.begins_turn(program))?.replies(program)
    }

    /// Looks ahead from where a game stands, if it holds no more than there is room for.
    ///
    /// # Errors
    /// What was to be done, if it was not.
    pub(super) fn look<T: Look>(&self, program: &Program, game: &game_so_far::Game, look: T) -> Result<T::Found, T> {
        fn ahead<B: Word, T: Look>(
            rules: &Rules<B>,
            program: &Program,
            game: &game_so_far::Game,
            look: T,
        ) -> Result<T::Found, T> {
            match line::Ahead::of(rules, program, game) {
                Some(mut line) => Ok(look.look(&mut line)),
                None => Err(look),
            }
        }
        match &*self.made {
            Made::Small(rules) => ahead(rules, program, game, look),
            Made::Double(rules) => ahead(rules, program, game, look),
            Made::Wide(rules) => ahead(rules, program, game, look),
            Made::Rich(rules) => ahead(rules, program, game, look),
        }
    }

    /// A game that can begin at a position, before its beginning; `begins`: with the turn, not with all.
    fn begin<'d>(&'d self, program: &Program, position: &Position, begins: bool) -> Option<Box<dyn Game + 'd>> {
        let fits = match &*self.made {
            Made::Small(rules) => rules.slots.fits(program, position),
            Made::Double(rules) => rules.slots.fits(program, position),
            Made::Wide(rules) => rules.slots.fits(program, position),
            Made::Rich(rules) => rules.slots.fits(program, position),
        };
        if !fits || !can_begin(program, position, begins) {
            return None;
        }
        Some(match &*self.made {
            Made::Small(rules) => Box::new(Under::new(rules, program, position, begins)),
            Made::Double(rules) => Box::new(Under::new(rules, program, position, begins)),
            Made::Wide(rules) => Box::new(Under::new(rules, program, position, begins)),
            Made::Rich(rules) => Box::new(Under::new(rules, program, position, begins)),
        })
    }
}

/// Whether a position is the first decision of a turn, which is known, or the start of all.
fn can_begin(program: &Program, position: &Position, begins: bool) -> bool {
    let starts = || position.turns() == 0 && Position::start(program).is_ok_and(|start| start == *position);
    position.outcome().is_none() && (begins || starts())
}

/// Whether a position is the first decision of a turn; where it matters what has stood, of one whose beginning has changed nothing
/// that counts for it.
fn begins(program: &Program, position: &Position) -> bool {
    position.begins_turn(program) && (position.standing() == position.hash() || !compile::look::asks_repeats(program))
}

/// What generators, and what is beside them, have counted.
enum Counted {
    Leaves(u64),
    /// Something went beyond bounds.
    Lost,
    /// Generators are of no use here.
    Crowded,
}

fn loaded(numbers: &[AtomicU32; 2]) -> [u32; 2] {
    numbers.each_ref().map(|number| number.load(Relaxed))
}

/// Leaves below a position, by generators and what is beside them.
fn beside<B: Word>(
    rules: &Rules<B>,
    kernels: &Tables,
    program: &Program,
    position: &Position,
    (depth, ways): (u32, (bool, bool)),
    seen: &[AtomicU32; 2],
) -> Counted {
    let Some(described) = program.kernels.as_ref().filter(|_| rules.slots.fits(program, position)) else {
        return Counted::Lost;
    };
    let mut game = Under::new(rules, program, position, position.begins_turn(program));
    let mut beside = Beside::new(rules, program, described, &mut game, kernels.bits(), ways.1);
    beside.seen = loaded(seen);
    let leaves = kernels.leaves(program, position, depth, ways, Some(&mut beside));
    seen.iter().zip(beside.seen).for_each(|(all, many)| all.store(many, Relaxed));
    match leaves.filter(|_| !beside.lost) {
        Some(_) if beside.crowded => Counted::Crowded,
        Some(leaves) => Counted::Leaves(leaves),
        None => Counted::Lost,
    }
}

/// A game played directly.
///
/// ```
/// # use draughtsman::{engine::{Direct, Position}, library};
/// let program = library::bundled("collateral").unwrap().program;
/// let direct = Direct::new(&program).unwrap();
/// let mut game = direct.game(&program, &Position::start(&program).unwrap()).unwrap();
/// while game.options() > 0 {
///     game.play(0);
/// }
/// assert!(game.outcome().is_some() && !game.lost());
/// ```
pub struct Playing<'d>(Box<dyn Game + 'd>);

impl Playing<'_> {
    /// How many options the player has who must choose; none when the game is over. Their order is fixed, and the engine's own.
    pub fn options(&self) -> usize {
        self.0.options()
    }

    /// Who must choose; nobody when the game is over.
    pub fn actor(&self) -> Option<PlayerId> {
        self.0.actor()
    }

    /// Shows each piece on the board.
    pub fn each_piece(&self, each: &mut dyn FnMut(Standing)) {
        self.0.each_piece(each);
    }

    /// Plays an option, and on to the next decision of a player.
    pub fn play(&mut self, i: usize) {
        self.0.play(i);
    }

    /// Back to the position where it began. `draw` takes a number below the one that it is given; it is asked only if there is
    /// chance in the game, for what chance draws from then on.
    pub fn restart(&mut self, draw: &mut dyn FnMut(u64) -> u64) {
        self.0.restart(draw);
    }

    /// How the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// Whether something happened that only the general machine carries out: a chain of very many legs, triggers that set each
    /// other off for ever. There are no moves then; the game must be played by the machine.
    pub fn lost(&self) -> bool {
        self.0.lost()
    }

    /// The position now, at the first decision of a turn.
    pub fn position(&self, program: &Program) -> Option<Position> {
        self.0.position(program)
    }

    /// The position at the next decision after an option, if that is the first of a turn, or how the game has ended by it; the
    /// game stays where it is.
    ///
    /// # Errors
    /// The end of the game; nothing if it is lost.
    pub fn after(&mut self, program: &Program, i: usize) -> Result<Option<Position>, Option<Outcome>> {
        self.0.after(program, i)
    }

    /// Which of the moves of a position, at which the game stands, an option is. None if it is none of them, which should not be.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn move_of(
        &self,
        program: &Program,
        i: usize,
        position: &Position,
        moves: &[Move],
    ) -> Result<Option<usize>, LimitReached> {
        self.0.move_of(program, i, position, moves)
    }

    /// From now on what chance draws is noted, for [`Playing::results`].
    pub fn note_results(&mut self) {
        self.0.note_results();
    }

    /// The results that chance has drawn since this was asked last, each by its place among all that it could have been, if they
    /// are [noted](Playing::note_results).
    pub fn results(&mut self) -> Vec<usize> {
        self.0.results()
    }
}
