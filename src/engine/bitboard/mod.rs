//! The bitboard engine plays whole games and counts leaves. A position is a few sets of sites and numbers, which are copied
//! rather than undone; phrases are evaluated on whole sets. It serves rules that no generator of [`super::kernel`] covers:
//! bodies, triggers, choices, chance, pieces that bear tokens. Rules that it cannot express (`compile/` finds them, [`Refusal`]
//! names them) leave the game to the general machine, against which this engine is tested.

mod afresh;
mod again;
mod asks;
mod attributes;
mod back;
mod batches;
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
mod follow;
mod game;
mod generated;
mod geometry;
mod hops;
mod identities;
mod joint;
mod jumps;
mod keys;
mod last_steps;
mod left_out;
mod legs;
mod line;
mod list;
#[cfg(all(test, unit_games))]
mod lockstep;
mod loops;
mod memory;
mod move_state;
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
mod same_move;
mod script;
mod shuffles;
mod slots;
mod steps;
mod stood;
mod stored;
#[cfg(all(test, unit_games))]
mod tests;
mod token_names;
mod towers;
mod trials;
mod turns;
mod winding;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use beside::LeafCount;
use game::{ErasedGame, GameInProgress};

use super::game as game_so_far;
use super::kernel::Tables;
use super::line::{BoardPiece, LineVisitor};
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

/// The bitboard engine for one program, compiled once.
pub struct BitboardEngine {
    made: Box<Made>,
    /// Generators for classes of moves, if turns carry nothing that moves depend on.
    kernels: Option<Tables>,
    /// In how many positions rules without a generator were checked, and in how many they were played. Both are counted until it
    /// is known whether the generators pay.
    beside: [AtomicU32; 2],
    /// Routes are distinct.
    distinct: bool,
}

enum Made {
    Small(Arc<Rules<u64>>),
    Double(Arc<Rules<u128>>),
    Rich(Arc<Rules<Rich>>),
    Wide(Arc<Rules<Wide>>),
}

impl BitboardEngine {
    /// Compiles the rules of a program.
    ///
    /// # Errors
    /// What the engine cannot express.
    pub fn new(program: &Program) -> Result<BitboardEngine, Refusal> {
        BitboardEngine::counting(program, program.equipment.routes)
    }

    /// The same, with this setting of which routes are distinct in place of the program's.
    ///
    /// # Errors
    /// What the engine cannot express.
    pub fn counting(program: &Program, routes: Routes) -> Result<BitboardEngine, Refusal> {
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
        made.map(|made| BitboardEngine {
            made: Box::new(made),
            kernels: Tables::new(program),
            beside: Default::default(),
            distinct: routes == Routes::Distinct,
        })
    }

    /// A whole game from a position at the start of a turn that has not occurred before, or from the very start, set-up included.
    /// Chance draws the same each time, until [`Playing::restart`]. `None` if the game is already over, its position holds more
    /// than there is room for, or its turn is under way.
    pub fn game<'d>(&'d self, program: &Program, position: &Position) -> Option<Playing<'d>> {
        let mut game = self.begin(program, position, begins(program, position))?;
        game.restart(&mut |_| 0);
        Some(Playing(game))
    }

    /// The number of leaves `depth` plies below a position, as [`crate::analysis::perft`] counts them. `made`: the moves of the
    /// last ply are made too. `None`, with nothing known, if no game can begin there or one exceeds the limits of the engine.
    pub fn leaves(&self, program: &Program, position: &Position, depth: u32, made: bool) -> Option<u64> {
        match &self.kernels {
            Some(kernels) if position.machine.is_none() && !beside::give_way(&self.beside) => {
                match self.generated(kernels, program, position, depth, made) {
                    LeafCount::Leaves(leaves) => Some(leaves),
                    LeafCount::Lost => None,
                    LeafCount::Crowded => self.begin(program, position, position.begins_turn(program))?.leaves(depth, made),
                }
            }
            _ => match self.counted_alone(program, position, depth, made) {
                None => self.begin(program, position, position.begins_turn(program))?.leaves(depth, made),
                leaves => leaves,
            },
        }
    }

    /// The same by the generators that list moves, if what turns carry matters in some positions only.
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

    /// The same by generators; this engine plays the rules that have none.
    fn generated(&self, kernels: &Tables, program: &Program, position: &Position, depth: u32, made: bool) -> LeafCount {
        let ways = (self.distinct, made);
        if kernels.alone() {
            return kernels.leaves(program, position, depth, ways, None).map_or(LeafCount::Lost, LeafCount::Leaves);
        }
        match &*self.made {
            Made::Small(rules) => beside::leaves(rules, kernels, program, position, (depth, ways), &self.beside),
            Made::Double(rules) => beside::leaves(rules, kernels, program, position, (depth, ways), &self.beside),
            Made::Wide(rules) => beside::leaves(rules, kernels, program, position, (depth, ways), &self.beside),
            Made::Rich(rules) => beside::leaves(rules, kernels, program, position, (depth, ways), &self.beside),
        }
    }

    /// The position after each option that does not end the game; patience endings are not applied. `None` unless all of these
    /// are the first decision of a turn.
    pub fn replies(&self, program: &Program, position: &Position) -> Option<Vec<Position>> {
        self.begin(program, position, position.begins_turn(program))?.replies(program)
    }

    /// Runs a search from the current position of a game, if that fits.
    ///
    /// # Errors
    /// The visitor, if it was not run.
    pub(super) fn look<T: LineVisitor>(&self, program: &Program, game: &game_so_far::Game, look: T) -> Result<T::Output, T> {
        fn ahead<B: Word, T: LineVisitor>(
            rules: &Rules<B>,
            program: &Program,
            game: &game_so_far::Game,
            look: T,
        ) -> Result<T::Output, T> {
            match line::Ahead::of(rules, program, game) {
                Some(mut line) => Ok(look.visit(&mut line)),
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

    /// A game at a position where one can begin, before its beginning. `begins`: it begins with the turn, not with the set-up.
    fn begin<'d>(&'d self, program: &Program, position: &Position, begins: bool) -> Option<Box<dyn ErasedGame + 'd>> {
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
            Made::Small(rules) => Box::new(GameInProgress::new(rules, program, position, begins)),
            Made::Double(rules) => Box::new(GameInProgress::new(rules, program, position, begins)),
            Made::Wide(rules) => Box::new(GameInProgress::new(rules, program, position, begins)),
            Made::Rich(rules) => Box::new(GameInProgress::new(rules, program, position, begins)),
        })
    }
}

/// Whether a game can begin at a position: `begins` says that it is the first decision of a turn, or it is the very start.
fn can_begin(program: &Program, position: &Position, begins: bool) -> bool {
    let starts = || position.turns() == 0 && Position::start(program).is_ok_and(|start| start == *position);
    position.outcome().is_none() && (begins || starts())
}

/// Whether a position is the first decision of a turn; where repetition is evaluated, only if the beginning of the turn has
/// changed nothing that counts for it.
fn begins(program: &Program, position: &Position) -> bool {
    position.begins_turn(program) && (position.standing() == position.hash() || !compile::look::asks_repeats(program))
}

/// A game that the bitboard engine plays.
///
/// ```
/// # use draughtsman::{engine::{BitboardEngine, Position}, library};
/// let program = library::bundled("collateral").unwrap().program;
/// let bitboards = BitboardEngine::new(&program).unwrap();
/// let mut game = bitboards.game(&program, &Position::start(&program).unwrap()).unwrap();
/// while game.options() > 0 {
///     game.play(0);
/// }
/// assert!(game.outcome().is_some() && !game.lost());
/// ```
pub struct Playing<'d>(Box<dyn ErasedGame + 'd>);

impl Playing<'_> {
    /// The number of options of the player who must choose; 0 when the game is over. Their order is fixed, and the engine's own.
    pub fn options(&self) -> usize {
        self.0.options()
    }

    /// The player who must choose; `None` when the game is over.
    pub fn actor(&self) -> Option<PlayerId> {
        self.0.actor()
    }

    /// Shows each piece on the board, those in towers included.
    pub fn each_piece(&self, each: &mut dyn FnMut(BoardPiece)) {
        self.0.each_piece(each);
    }

    /// Plays an option and continues to the next decision of a player.
    pub fn play(&mut self, i: usize) {
        self.0.play(i);
    }

    /// Returns to the position where the game began. `draw` returns a number below the one that it is given; it is called only if
    /// there is chance in the game, to seed what chance draws from then on.
    pub fn restart(&mut self, draw: &mut dyn FnMut(u64) -> u64) {
        self.0.restart(draw);
    }

    /// How the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// Whether something happened that only the general machine can carry out, such as a chain of very many legs or triggers that
    /// set each other off without end. There are no options then; the machine must play the game.
    pub fn lost(&self) -> bool {
        self.0.lost()
    }

    /// The current position, if it is the first decision of a turn.
    pub fn position(&self, program: &Program) -> Option<Position> {
        self.0.position(program)
    }

    /// The position at the next decision after an option, `None` if that is not the first of a turn; the game itself does not
    /// move.
    ///
    /// # Errors
    /// How the game has ended by the option; `None` if it is lost.
    pub fn after(&mut self, program: &Program, i: usize) -> Result<Option<Position>, Option<Outcome>> {
        self.0.after(program, i)
    }

    /// The index in `moves`, the moves of the game's current position, of the one that an option is. `None`, which should not
    /// occur, if it is none of them.
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

    /// From now on what chance draws is recorded, for [`Playing::results`].
    pub fn note_results(&mut self) {
        self.0.note_results();
    }

    /// The results that chance has drawn since the last call, each by its index among all possible ones, if they are
    /// [recorded](Playing::note_results).
    pub fn results(&mut self) -> Vec<usize> {
        self.0.results()
    }
}
