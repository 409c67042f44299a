//! Counting leaves by generators, where what turns carry over (counters, kept things) matters in some positions only.

use super::super::kernel::{Answers, Carries, Found, Standing, Went};
use super::super::position::Position;
use super::super::word::Word;
use super::game::GameInProgress;
use super::move_state::State;
use super::rules::{Listing, Rules};
use super::run::Stop;
use crate::model::rules::Each;
use crate::program::Program;
use crate::program::kernels::KindsPresent;

/// The number of leaves below a position at the start of a turn. None if generators do not list the moves, if what is carried
/// matters everywhere, or if something goes beyond the bounds.
pub(super) fn leaves<B: Word>(
    rules: &Rules<B>,
    program: &Program,
    position: &Position,
    depth: u32,
    ways: (bool, bool),
) -> Option<u64> {
    let listing = rules.listing.as_ref()?;
    let (generators, watched) = (&listing.generators, listing.watched?);
    if watched == KindsPresent::default() {
        return generators.leaves(program, position, depth, ways, None);
    }
    if !rules.slots.fits(program, position) {
        return None;
    }
    let mut game = GameInProgress::new(rules, program, position, position.begins_turn(program));
    game.run.aim.patience = false;
    game.begin();
    if game.over || game.lost {
        return game.over.then_some(0);
    }
    let root = game.run.moving.state.clone();
    let mut after = After { game, listing, states: vec![root.clone()] };
    let answers = after.answers();
    let at = Standing { sets: &root.boards.as_ref()[..rules.slots.boards], side: rules.side(root.turn), answers };
    generators.carried(&at, depth, ways, watched, &mut after)
}

/// The states along the current line of moves, by ply.
struct After<'r, B: Word> {
    game: GameInProgress<'r, B>,
    listing: &'r Listing<B>,
    states: Vec<State<B>>,
}

impl<B: Word> Carries<B> for After<'_, B> {
    fn play(&mut self, ply: usize, mv: &Found<B>) -> Went {
        let run = &mut self.game.run;
        run.moving.state.clone_from(&self.states[ply]);
        run.over = None;
        (run.turn.at, run.turn.later) = (0, false);
        let played = run.play_generated(mv, 0).and_then(|()| {
            run.play_ends();
            run.turn_passes()
        });
        run.rules.begin_afresh(&mut run.moving.state, Each::Move);
        match played {
            Err(Stop::Over) => return Went::Over,
            Err(_) => return Went::Lost,
            Ok(()) => {}
        }
        match self.states.get_mut(ply + 1) {
            Some(state) => state.clone_from(&run.moving.state),
            None => self.states.push(run.moving.state.clone()),
        }
        Went::On
    }

    fn answers(&mut self) -> Answers<B> {
        self.game.run.answers(self.listing)
    }
}
