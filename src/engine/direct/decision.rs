//! A decision to come back to, by who counts leaves and by who looks ahead.

use super::super::word::Word;
use super::asks::Root;
use super::batches::Listed;
use super::game::{Asks, Under};
use super::options::Options;
use super::run::{Done, Mode};
use super::scene::{Named, State};
use super::turns::Turn;

/// A decision, as it was noted.
#[derive(Clone)]
pub(super) struct Decision<B: Word> {
    state: State<B>,
    turn: Turn<B>,
    asks: Asks,
    options: usize,
    /// Its moves; only while one is played the game has them.
    pub(super) listed: Box<Listed<B>>,
    /// The move at hand: what it goes back to, who decides how it goes on, how it can, and what chance has drawn in it.
    root: Option<Root<B>>,
    decider: u8,
    rest: Options,
    drawn: Vec<Named<B>>,
    /// How many positions had stood, and the hash of the one in which the next turn begins.
    stood: usize,
    coming: Option<u64>,
}

impl<B: Word> Decision<B> {
    /// Room for one.
    fn new(state: State<B>) -> Decision<B> {
        Decision {
            state,
            turn: Turn::default(),
            asks: Asks::Move,
            options: 0,
            listed: Box::default(),
            root: None,
            decider: 0,
            rest: Options::default(),
            drawn: Vec::new(),
            stood: 0,
            coming: None,
        }
    }
}

impl<B: Word> Under<'_, B> {
    /// Notes the decision at hand at a place of a row, or behind its end. Its list is there from now on.
    pub(super) fn keep(&mut self, row: &mut Vec<Decision<B>>, at: usize) {
        if at == row.len() {
            row.push(Decision::new(self.standing().clone()));
        }
        let kept = &mut row[at];
        kept.state.clone_from(self.standing());
        let Under { run, asks, options, .. } = self;
        kept.turn.copy(&run.turn);
        (kept.asks, kept.options) = (*asks, *options);
        (kept.stood, kept.coming) = (run.history.stood.len(), run.history.coming);
        std::mem::swap(&mut kept.listed, &mut run.listed);
        if *asks == Asks::Rest {
            kept.root.clone_from(&run.asking.root);
            kept.decider = run.aim.decider;
            kept.rest.clone_from(&run.asking.options);
            kept.drawn.clone_from(&run.chance.drawn);
        }
    }

    /// Back to a decision.
    pub(super) fn back_to(&mut self, kept: &Decision<B>) {
        (self.over, self.lost, self.asks, self.options) = (false, false, kept.asks, kept.options);
        self.stands(&kept.state);
        let run = &mut self.run;
        (run.over, run.aim.mode) = (None, Mode::List);
        run.turn.copy(&kept.turn);
        run.history.back_to(kept.stood, kept.coming);
        if kept.asks == Asks::Rest {
            run.asking.root.clone_from(&kept.root);
            run.aim.decider = kept.decider;
            run.asking.options.clone_from(&kept.rest);
            run.chance.drawn.clone_from(&kept.drawn);
        }
        run.at_last();
    }

    /// Plays an option of the decision at which the game stands, and which was noted, up to the end of the move.
    pub(super) fn act_at(&mut self, kept: &mut Decision<B>, option: usize) -> Done {
        std::mem::swap(&mut kept.listed, &mut self.run.listed);
        let made = self.act(option);
        std::mem::swap(&mut kept.listed, &mut self.run.listed);
        made
    }
}
