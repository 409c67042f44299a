//! Decisions that are kept and restored, for counting leaves and for search.

use super::super::word::Word;
use super::asks::ReplayFrom;
use super::batches::Listed;
use super::game::{DecisionKind, GameInProgress};
use super::move_state::{NamedValue, State};
use super::options::Options;
use super::run::{Done, Mode};
use super::turns::Turn;

/// A kept decision.
#[derive(Clone)]
pub(super) struct Decision<B: Word> {
    state: State<B>,
    turn: Turn<B>,
    asks: DecisionKind,
    options: usize,
    /// Its moves; the game holds them only while one of them is played.
    pub(super) listed: Box<Listed<B>>,
    /// The unfinished move, if the decision is how it goes on: what is run again, who decides, the options, and what chance
    /// has drawn in it.
    root: Option<ReplayFrom<B>>,
    decider: u8,
    rest: Options,
    drawn: Vec<NamedValue<B>>,
    /// The number of positions in the history, and the hash of the position in which the next turn begins.
    stood: usize,
    coming: Option<u64>,
}

impl<B: Word> Decision<B> {
    /// An empty one, to be filled.
    fn new(state: State<B>) -> Decision<B> {
        Decision {
            state,
            turn: Turn::default(),
            asks: DecisionKind::Move,
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

impl<B: Word> GameInProgress<'_, B> {
    /// Keeps the current decision at a place of a vector, or at its end. From then on the kept decision holds the list of
    /// moves.
    pub(super) fn keep(&mut self, row: &mut Vec<Decision<B>>, at: usize) {
        if at == row.len() {
            row.push(Decision::new(self.standing().clone()));
        }
        let kept = &mut row[at];
        kept.state.clone_from(self.standing());
        let GameInProgress { run, decision: asks, options, .. } = self;
        kept.turn.copy(&run.turn);
        (kept.asks, kept.options) = (*asks, *options);
        (kept.stood, kept.coming) = (run.history.stood.len(), run.history.next_hash);
        std::mem::swap(&mut kept.listed, &mut run.listed);
        if *asks == DecisionKind::Continuation {
            kept.root.clone_from(&run.asking.replay_from);
            kept.decider = run.aim.decider;
            kept.rest.clone_from(&run.asking.options);
            kept.drawn.clone_from(&run.chance.drawn);
        }
    }

    /// Restores a decision.
    pub(super) fn back_to(&mut self, kept: &Decision<B>) {
        (self.over, self.lost, self.decision, self.options) = (false, false, kept.asks, kept.options);
        self.reset_to(&kept.state);
        let run = &mut self.run;
        (run.over, run.aim.mode) = (None, Mode::List);
        // A choice in a script that was the last ply has not been gone on from.
        run.asking.resumes = None;
        run.turn.copy(&kept.turn);
        run.history.back_to(kept.stood, kept.coming);
        if kept.asks == DecisionKind::Continuation {
            run.asking.replay_from.clone_from(&kept.root);
            run.aim.decider = kept.decider;
            run.asking.options.clone_from(&kept.rest);
            run.chance.drawn.clone_from(&kept.drawn);
        }
        run.at_last();
    }

    /// Plays an option of the kept decision at which the game is, up to the end of the move.
    pub(super) fn act_at(&mut self, kept: &mut Decision<B>, option: usize) -> Done {
        std::mem::swap(&mut kept.listed, &mut self.run.listed);
        let made = self.act(option);
        std::mem::swap(&mut kept.listed, &mut self.run.listed);
        made
    }
}
