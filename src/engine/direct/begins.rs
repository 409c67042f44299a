//! Whether moves could be begun: only their first legs are looked for.

use super::super::word::Word;
use super::paths::Course;
use super::rules::{Moves, RuleAt};
use super::run::{Done, Mode, Run, Stop};
use crate::model::rules::Each;

impl<B: Word> Run<'_, B> {
    /// Finds out whether there are moves of classes that phrases ask about.
    #[inline(never)]
    pub(super) fn ask_moves(&mut self, asked: u64) {
        for i in (0..self.rules.moves.len()).filter(|i| asked >> i & 1 != 0) {
            let rules = self.rules;
            let Moves { groups, without, of } = rules.moves[i];
            let mover = rules.player(self.scene.state.turn);
            let players = of.map_or(1 << mover, |of| rules.phrases.bits(of, &self.scene));
            let turns =
                (0..rules.players.side_of.len()).filter(|player| players >> player & 1 != 0).map(|player| match player {
                    player if player == mover => Some(self.scene.state.turn),
                    player => rules.players.order.iter().position(|one| usize::from(*one) == player).map(|turn| turn as u8),
                });
            let found = turns.flatten().any(|turn| {
                let mut other = Run::new(rules, self.scene.state.clone());
                rules.begin_afresh(&mut other.scene.state, Each::Move);
                other.scene.state.turn = turn;
                (other.aim.mode, other.aim.begins) = (Mode::Any, Some(without));
                other.scene.work.set(self.scene.work.get());
                let found = other.list_groups(groups);
                self.scene.work.set(other.scene.work.get());
                found == Err(Stop::Found)
            });
            self.scene.moves = self.scene.moves & !(1 << i) | u64::from(found) << i;
        }
    }

    /// Whether one of these pieces could begin a move by a path.
    pub(super) fn begin_by(&mut self, rule: RuleAt, course: Course, mut among: B) -> Done {
        let first = self.legs.len();
        while let Some(from) = among.take() {
            self.scene.actor = from;
            self.offer(rule, course, 0);
            if self.legs.len() > first {
                return Err(Stop::Found);
            }
        }
        self.scene.actor = B::ZERO;
        Ok(())
    }
}
