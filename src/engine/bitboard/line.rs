//! Search: a game under way with marked decisions to return to.

mod way;

use super::super::kernel::{Found, How};
use super::super::line::{BoardPiece, ChanceDraw, Glance, Line};
use super::super::run::LimitReached;
use super::super::word::Word;
use super::batches::{Batch, BatchKind, Listed};
use super::chance::ChanceSource;
use super::decision::Decision;
use super::game::{DecisionKind, ErasedGame as _, GameInProgress};
use super::keys::{blend, mingle, spot};
use super::slots;
use crate::engine::game::Game;
use crate::engine::moves::Move;
use crate::model::setup::Outcome;
use crate::model::{KindId, PlayerId, SideId, StoredId};
use crate::program::Program;

/// A game under way, and a stack of decisions that it can return to.
#[derive(Clone)]
pub(super) struct Ahead<'r, B: Word> {
    game: GameInProgress<'r, B>,
    program: &'r Program,
    /// The first `used` are in use; the others are kept for their memory.
    marks: Vec<Decision<B>>,
    used: usize,
    /// The game is at the last mark, which holds the list of moves.
    marked: bool,
    /// How the position where the search began was reached: from the first mark if an option is recorded, else from the
    /// beginning.
    way: Lead,
    /// The seed that chance was last given.
    dealt: u64,
}

/// What has led to the current position from the last decision of a player: the option played, or the beginning of the game, and
/// what chance has drawn since.
#[derive(Clone, Default)]
struct Lead {
    option: Option<usize>,
    drawn: Vec<u32>,
    /// The seed of what chance draws after that.
    then: Option<u64>,
}

impl<B: Word> Ahead<'_, B> {
    /// The moves of the current decision.
    fn listed(&self) -> &Listed<B> {
        if self.marked { &self.marks[self.used - 1].listed } else { &self.game.run.listed }
    }
}

impl<B: Word> Line for Ahead<'_, B> {
    fn actor(&self) -> Option<PlayerId> {
        self.game.decides()
    }

    fn lost(&self) -> bool {
        self.game.lost
    }

    fn options(&self) -> usize {
        self.game.options
    }

    fn taking(&self) -> usize {
        match self.game.decision {
            _ if self.game.options == 0 => return 0,
            DecisionKind::Continuation => return self.game.run.asking.options.taking(),
            DecisionKind::Move | DecisionKind::Chance => {}
        }
        let takes = |batch: &&Batch<B>| batch.takes > 0 || matches!(batch.kind, BatchKind::Chains(_));
        let listed = self.listed();
        let captures = listed.found.moves.iter().filter(|found| matches!(found.how, How::Capture { .. })).count();
        listed.batches.iter().filter(takes).fold(captures, |sum, batch| sum + batch.count as usize)
    }

    fn each_option(&self, mut each: impl FnMut(Glance)) {
        if self.game.options == 0 {
            return;
        }
        if self.game.decision == DecisionKind::Continuation {
            return self.game.run.asking.options.each(|choices, takes| {
                let key = choices.fold(1, |key, choice| mingle(key, u64::from(choice) + 1));
                each(Glance { key, takes });
            });
        }
        let listed = self.listed();
        for batch in &listed.batches {
            let Batch { kind: form, rule, takes, choices: (first, last), .. } = *batch;
            let rule = u64::from(rule) << 8 | 1;
            let choices = &listed.choices[first as usize..last as usize];
            match form {
                BatchKind::One => {
                    let key = choices.iter().fold(spot(rule, batch.from), |key, choice| mingle(key, u64::from(*choice) + 1));
                    each(Glance { key: spot(key, batch.to), takes });
                }
                BatchKind::Steps(way, ahead) => {
                    let mut left = batch.set;
                    while let Some(from) = left.take() {
                        each(Glance { key: mingle(spot(rule, from), u64::from(ahead) << 8 | u64::from(way)), takes });
                    }
                }
                BatchKind::Last | BatchKind::Hops | BatchKind::Bodies => {
                    let mut left = batch.set;
                    while let Some(one) = left.take() {
                        each(Glance { key: spot(spot(rule, batch.from), one), takes });
                    }
                }
                BatchKind::Pairs => (0..batch.count).for_each(|i| each(Glance { key: mingle(rule, u64::from(i) + 1), takes })),
                BatchKind::Chains(way) => {
                    let key = mingle(spot(rule, batch.from), u64::from(way) + 1);
                    (0..batch.count).for_each(|i| each(Glance { key: mingle(key, u64::from(i) + 1), takes: takes.max(1) }));
                }
            }
        }
        listed.found.moves.iter().for_each(|found| glance(found, &mut each));
        if listed.total() < self.game.options {
            each(Glance { key: 0, takes: 0 });
        }
    }

    // Inlined into its caller; otherwise what the caller computes from piece to piece would be written to memory.
    #[inline(always)]
    fn each_piece(&self, each: impl FnMut(BoardPiece)) {
        self.game.each_standing(each);
    }

    fn many(&self, side: SideId, kind: KindId) -> Option<u32> {
        let slots = &self.game.run.rules.slots;
        let board = self.game.standing().boards[side.index() * slots.kinds + kind.index()];
        slots.towers.is_none().then(|| board.count())
    }

    fn occupied(&self) -> usize {
        self.game.standing().occupied().count() as usize
    }

    fn stored(&self, stored: StoredId, owner: usize) -> i64 {
        self.game.standing().numbers.as_ref()[self.game.run.rules.slots.stored(stored, owner)].into()
    }

    fn turns(&self) -> u32 {
        self.game.standing().numbers.as_ref()[slots::TURNS] as u32
    }

    fn lying(&self, pile: usize) -> i64 {
        let (pile, numbers) = (&self.game.run.rules.slots.piles[pile], self.game.standing().numbers.as_ref());
        match pile.most {
            Some(_) => numbers[pile.start].into(),
            None if pile.deck.is_some() => numbers[pile.start].into(),
            None => numbers[pile.start..pile.start + pile.classes].iter().map(|many| i64::from(*many)).sum(),
        }
    }

    fn winners(&self) -> Option<u8> {
        self.game.run.over.as_ref().filter(|_| self.game.over).map(|over| over.winners)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn hash(&self) -> u64 {
        let GameInProgress { run, decision: asks, options, .. } = &self.game;
        // The number of options is known last, so it affects only the upper half.
        let choice = mingle(0, *options as u64) & !u64::from(u32::MAX);
        let digest = || run.repetition_hash(self.game.standing());
        debug_assert!(run.history.decision_hash.is_none_or(|hash| hash == digest()), "something has happened since");
        let stands = run.history.decision_hash.unwrap_or_else(digest);
        // A finished game has no turn; `turn` may still hold what another option left there.
        if self.game.over {
            return stands;
        }
        let hash = mingle(stands, run.turn.digest()) ^ choice;
        if *asks == DecisionKind::Continuation { mingle(hash, run.digest_of_rest()) } else { hash }
    }

    fn deal(&mut self, seed: u64) {
        self.game.run.chance.source = ChanceSource::rolling(seed);
        self.dealt = seed;
    }

    fn restart(&mut self, seed: u64) {
        // The mark from which the beginning was reached comes first; it is not one of the search's own.
        self.used = usize::from(self.way.option.is_some());
        let way = Lead { then: Some(seed), ..self.way.clone() };
        self.go(&way);
        self.dealt = seed;
    }

    fn arrange(&mut self, pieces: &[BoardPiece], turn: u8) {
        (self.used, self.marked, self.way) = (0, false, Lead::default());
        self.game.run.history.earlier.clear();
        self.game.arrange(pieces, turn);
    }

    fn foresee(&mut self, places: &[u32], most: u32) {
        self.game.run.chance.source.foresee(places, most);
        self.dealt = 0;
    }

    fn draws(&self) -> &[ChanceDraw] {
        &self.game.run.chance.source.draws
    }

    fn drew(&self) -> bool {
        let luck = &self.game.run.chance.source;
        luck.rolling != Some(self.dealt) || !luck.draws.is_empty()
    }

    fn peek(&mut self, option: usize) {
        self.game.run.aim.any_option = true;
        self.play(option);
        self.game.run.aim.any_option = false;
    }

    fn play(&mut self, option: usize) {
        self.play_telling(option, |_| ());
    }

    fn play_telling(&mut self, option: usize, soon: impl FnOnce(u64)) {
        if option >= self.game.options {
            return;
        }
        let made = if std::mem::take(&mut self.marked) {
            self.game.act_at(&mut self.marks[self.used - 1], option)
        } else {
            self.game.act(option)
        };
        soon(self.game.run.foretell());
        self.game.goes_on(made);
    }

    fn mark(&mut self) {
        if self.marked {
            // Of two marks at one decision each holds the list.
            self.game.run.listed.clone_from(&self.marks[self.used - 1].listed);
        }
        self.game.keep(&mut self.marks, self.used);
        self.used += 1;
        self.marked = true;
    }

    fn back(&mut self) {
        let Some(last) = self.used.checked_sub(1) else { return };
        self.game.back_to(&self.marks[last]);
        self.marked = true;
    }

    fn unmark(&mut self) {
        let Some(last) = self.used.checked_sub(1) else { return };
        if self.marked {
            std::mem::swap(&mut self.marks[last].listed, &mut self.game.run.listed);
            self.marked = false;
        }
        self.used = last;
    }

    fn place(&mut self, option: usize, game: &Game, moves: &[Move]) -> Result<Option<usize>, LimitReached> {
        self.here().move_by(self.program, option, game.position(), moves)
    }
}

/// Shows the moves of one entry that the generators have found.
fn glance<B: Word>(found: &Found<B>, each: &mut impl FnMut(Glance)) {
    let mut left = found.set;
    match found.how {
        How::Steps { way } => {
            while let Some(from) = left.take() {
                each(Glance { key: mingle(spot(1, from), u64::from(way) + 1), takes: 0 });
            }
        }
        How::Slides => {
            while let Some(to) = left.take() {
                each(Glance { key: spot(spot(3, found.from), to), takes: 0 });
            }
        }
        How::Capture { .. } => {
            let key = blend(spot(spot(2, found.from), found.to), left);
            each(Glance { key: spot(key, found.last), takes: left.count() as u8 });
        }
    }
}
