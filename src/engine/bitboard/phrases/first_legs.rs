//! Whether pieces can make the first leg of a move: `it can capture enemy`.

use super::Phrases;
use super::sets::At;
use super::term::FirstLeg;
use crate::engine::bitboard::move_state::MoveState;
use crate::engine::word::Word;

impl<B: Word> Phrases<B> {
    /// Those of the pieces that can make one of these first legs. Unless all are `mine` to move, pieces of other sides (but the
    /// acting one) are evaluated on the next turn of their side.
    pub(super) fn legs_of(&self, list: u32, mine: bool, among: B, at: &At<'_, B>) -> B {
        if mine {
            return self.able_by(list, among, at, at);
        }
        let (mut own, mut found) = (among, B::ZERO);
        for (side, boards) in self.sides_boards.iter().enumerate().filter(|(side, _)| *side != self.turn_side(at)) {
            let Some(turn) = self.next_turn(side, at) else { continue };
            let theirs = among & at.boards(*boards) & !at.actor;
            own &= !theirs;
            if theirs.any() {
                // On their turn no move is under way, so no taken piece waits to be removed.
                let moving = MoveState { waiting: B::ZERO, ..at.moving.clone() };
                found |= self.able_by(list, theirs, &At { turn, moving: &moving, ..*at }, at);
                at.moving.work.set(moving.work.get());
            }
        }
        found | self.able_by(list, own, at, at)
    }

    /// Whether one of the pieces can make one of these first legs.
    pub(super) fn any_leg_of(&self, list: u32, mine: bool, among: B, at: &At<'_, B>) -> bool {
        if mine {
            return self.tables.first_legs[list as usize].iter().any(|leg| self.leg_of(leg, among, at, at).any());
        }
        self.legs_of(list, mine, among, at).any()
    }

    /// The next turn of a side, as a place in the turn order; the present turn if it is that of the side.
    pub(super) fn next_turn(&self, side: usize, at: &At<'_, B>) -> Option<usize> {
        (0..self.seats.many).map(|i| (at.turn + i) % self.seats.many).find(|turn| self.seats.sides[*turn] as usize == side)
    }

    fn able_by(&self, list: u32, among: B, at: &At<'_, B>, asker: &At<'_, B>) -> B {
        let mut found = B::ZERO;
        for leg in &self.tables.first_legs[list as usize] {
            found |= self.leg_of(leg, among & !found, at, asker);
        }
        found
    }

    /// Those of the pieces that can make a first leg. Its prey is evaluated where the phrase stands (`asker`), the rest on their
    /// turn.
    fn leg_of(&self, leg: &FirstLeg, among: B, at: &At<'_, B>, asker: &At<'_, B>) -> B {
        if !among.any() {
            return among;
        }
        if leg.alike {
            let among = among & self.set(leg.subject, at);
            if !among.any() || !leg.condition.is_none_or(|condition| self.holds(condition, at)) {
                return B::ZERO;
            }
            return self.able_at(leg.leg_path, among, 0, leg.prey.map(|prey| self.set(prey, asker)), at);
        }
        let (mut left, mut found) = (among, B::ZERO);
        while let Some(one) = left.take().filter(|_| at.moving.works()) {
            let (at, asker) = (at.acting(one), asker.acting(one));
            if (self.set(leg.subject, &at) & one).any()
                && leg.condition.is_none_or(|condition| self.holds(condition, &at))
                && self.able_at(leg.leg_path, one, 0, leg.prey.map(|prey| self.set(prey, &asker)), &at).any()
            {
                found |= one;
            }
        }
        found
    }
}
