//! The course of a game: how many options there are, what is taken, which side leads.

use smallvec::SmallVec;

use crate::engine::{BoardPiece, GOLDEN, mix};
use crate::model::setup::Outcome;
use crate::model::{Equipment, PlayerId, SideId};

/// Worth of a piece of value 1; a multiple of 3, so that a third of it is a whole number.
const PIECE: i64 = 60;

/// Bound on the absolute value of a kind.
const MOST: i64 = 1_000_000;

/// The course of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// The side that decided first.
    pub first: Option<SideId>,
    /// The number of options at each decision.
    pub options: Vec<u32>,
    /// Number of pieces taken: the sum of the decreases in each side's pieces from one decision to the next.
    pub taken: u32,
    /// Number of decisions that took pieces.
    pub taking: u32,
    /// Whether at any decision some side had led for at least a round.
    pub led: bool,
    /// How often the lead passed from one side to another.
    pub lead_changes: u32,
    /// For each side, the number of decisions at which another side had led for at least a round.
    pub behind: Vec<u32>,
    /// The side ahead at the end, and the number of decisions after which its unbroken lead began.
    pub leader: Option<(SideId, u32)>,
    /// Hash that identifies the game, computed from the board at each decision and from the line that ended it.
    pub hash: u64,
}

/// What the record of a game needs to know of the equipment: the worth of pieces and which sides are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Values {
    /// Worth of each kind, in units of 1/[`PIECE`].
    worth: Vec<i32>,
    /// The side of each player.
    side_of: Vec<SideId>,
    /// Whether each side is played by somebody, i.e. is not neutral.
    plays: Vec<bool>,
    /// Number of decisions that a lead must last to count: one round, so that everybody could answer.
    round: u32,
}

impl Values {
    pub(super) fn of(equipment: &Equipment) -> Values {
        let worth = |value: i64| value.clamp(-MOST, MOST).saturating_mul(PIECE) as i32;
        Values {
            worth: equipment.kinds.iter().map(|kind| worth(kind.value)).collect(),
            side_of: equipment.players.iter().map(|player| player.side).collect(),
            plays: equipment.sides.iter().map(|side| !side.neutral).collect(),
            round: equipment.turn_order.len().max(1) as u32,
        }
    }
}

/// The material of a side on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Has {
    /// Number of pieces that count for the side; prisoners in towers do not.
    pieces: u32,
    worth: i64,
}

/// Records the course of a game.
#[derive(Clone, Debug)]
pub(super) struct Noting<'v> {
    values: &'v Values,
    course: Course,
    has: SmallVec<[Has; 4]>,
    /// The side ahead now, if any, and the number of positions in a row for which this has been so.
    ahead: (Option<SideId>, u32),
    /// The side that last had a lead of at least a round, if any.
    led: Option<SideId>,
}

impl<'v> Noting<'v> {
    /// Starts the record of a game.
    pub(super) fn new(values: &'v Values) -> Noting<'v> {
        let course = Course { behind: vec![0; values.plays.len()], ..Course::default() };
        Noting { values, course, has: SmallVec::new(), ahead: (None, 0), led: None }
    }

    /// Records a decision among `options` options; `stands` enumerates the pieces on the board.
    pub(super) fn decision(&mut self, player: Option<PlayerId>, options: u64, stands: impl FnOnce(&mut dyn FnMut(BoardPiece))) {
        let side = player.and_then(|player| self.values.side_of.get(player.index())).copied();
        self.look(stands);
        self.course.first = self.course.first.or(side);
        self.course.options.push(u32::try_from(options).unwrap_or(u32::MAX));
        self.lead();
        if let (Some(leader), true) = (self.ahead.0, self.lasts()) {
            self.course.led = true;
            self.course.lead_changes += u32::from(self.led.is_some_and(|led| led != leader));
            self.led = Some(leader);
            let others = self.course.behind.iter_mut().enumerate();
            others.filter(|(side, _)| *side != leader.index()).for_each(|(_, behind)| *behind += 1);
        }
    }

    /// Finishes the course; the game is over or was cut off.
    pub(super) fn end(mut self, outcome: Option<&Outcome>, stands: impl FnOnce(&mut dyn FnMut(BoardPiece))) -> Course {
        self.look(stands);
        self.lead();
        let decisions = self.course.options.len() as u32;
        // The board at the end is one position more than there are decisions.
        self.course.leader = self.ahead.0.map(|side| (side, (decisions + 1).saturating_sub(self.ahead.1)));
        let over = outcome.map_or(0, |outcome| u64::from(outcome.rule.0) + 1);
        self.course.hash = mixed(self.course.hash, over);
        self.course
    }

    /// Updates material, captures and hash from the pieces on the board now.
    fn look(&mut self, stands: impl FnOnce(&mut dyn FnMut(BoardPiece))) {
        let Values { worth, plays, .. } = self.values;
        let mut has: SmallVec<[Has; 4]> = SmallVec::from_elem(Has::default(), plays.len());
        let mut board = 0u64;
        stands(&mut |standing: BoardPiece| {
            let BoardPiece { side, kind, site, .. } = standing;
            // A sum, so that the order of the pieces does not matter.
            board = board.wrapping_add(mixed(u64::from(side.0) << 8 | u64::from(kind.0), u64::from(site.0)));
            let Some(one) = has.get_mut(side.index()) else { return };
            one.pieces += u32::from(standing.counts(PIECE as i32) > 0);
            one.worth += i64::from(standing.counts(worth.get(kind.index()).copied().unwrap_or(0)));
        });
        let fewer = self.has.iter().zip(&has).map(|(before, now)| before.pieces.saturating_sub(now.pieces)).sum::<u32>();
        self.course.taken += fewer;
        self.course.taking += u32::from(fewer > 0);
        self.course.hash = mixed(self.course.hash, board);
        self.has = has;
    }

    /// Updates which side is ahead: the one whose material exceeds that of every other side.
    fn lead(&mut self) {
        let playing = || self.has.iter().zip(&self.values.plays).enumerate().filter(|(_, (_, plays))| **plays);
        let most = playing().map(|(_, (has, _))| has.worth).max();
        let mut best = playing().filter(|(_, (has, _))| Some(has.worth) == most).map(|(side, _)| SideId(side as u8));
        let ahead = match (best.next(), best.next()) {
            (Some(side), None) => Some(side),
            _ => None,
        };
        self.ahead = if ahead == self.ahead.0 { (ahead, self.ahead.1 + 1) } else { (ahead, 1) };
    }

    /// Whether the current lead has lasted for a round.
    fn lasts(&self) -> bool {
        self.ahead.1 >= self.values.round
    }
}

/// Mixes one more number into a hash.
pub(super) fn mixed(hash: u64, more: u64) -> u64 {
    mix(hash.wrapping_mul(GOLDEN).wrapping_add(more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{KindId, SiteId};

    /// The course of a game of two sides with these numbers of pieces at each decision, and last at the end.
    fn course(counts: &[[u32; 2]]) -> Course {
        let values = Values { worth: vec![60], side_of: vec![SideId(0), SideId(1)], plays: vec![true; 2], round: 2 };
        let stands = |[a, b]: [u32; 2]| {
            move |each: &mut dyn FnMut(BoardPiece)| {
                for (at, side) in (0..a).map(|at| (at, 0)).chain((a..a + b).map(|at| (at, 1))) {
                    each(BoardPiece { side: SideId(side), kind: KindId(0), site: SiteId(at as u16), under: None });
                }
            }
        };
        let mut noting = Noting::new(&values);
        let (last, before) = counts.split_last().expect("an end");
        for (at, count) in before.iter().enumerate() {
            noting.decision(Some(PlayerId((at % 2) as u8)), 3, stands(*count));
        }
        noting.end(None, stands(*last))
    }

    #[test]
    fn pieces_that_go_are_taken() {
        let course = course(&[[4, 4], [4, 2], [3, 2], [3, 2], [3, 0]]);
        assert_eq!(
            (course.taken, course.taking, course.options.as_slice(), course.first),
            (5, 3, &[3; 4][..], Some(SideId(0)))
        );
    }

    #[test]
    fn an_exchange_is_no_lead() {
        let course = course(&[[4, 4], [4, 3], [3, 3], [3, 3], [3, 3]]);
        assert_eq!((course.led, course.lead_changes, course.behind.as_slice(), course.leader), (false, 0, &[0, 0][..], None));
    }

    /// The position at the end is no decision: it counts only for the leader at the end.
    #[test]
    fn a_lead_counts_at_decisions() {
        for counts in [&[[2, 2], [2, 1]][..], &[[2, 2], [2, 1], [2, 1]]] {
            let course = course(counts);
            assert_eq!((course.led, course.lead_changes, course.behind.as_slice()), (false, 0, &[0, 0][..]), "{counts:?}");
            assert_eq!(course.leader, Some((SideId(0), 1)), "{counts:?}");
        }
        let course = course(&[[2, 2], [2, 1], [2, 1], [2, 1]]);
        assert_eq!((course.led, course.behind.as_slice()), (true, &[0, 1][..]));
    }

    #[test]
    fn a_lead_that_lasts_counts_from_when_it_began() {
        // The first side leads after one decision, the second from the fourth on.
        let course = course(&[[4, 4], [4, 3], [4, 3], [4, 3], [2, 3], [2, 3], [2, 3]]);
        assert_eq!((course.led, course.lead_changes, course.leader), (true, 1, Some((SideId(1), 4))));
        assert_eq!(
            course.behind,
            [1, 2],
            "the lead of the first has lasted at the third and fourth decision, that of the second at the sixth"
        );
    }

    #[test]
    fn other_ways_are_other_games() {
        assert_eq!(course(&[[4, 4], [4, 3], [4, 3]]).hash, course(&[[4, 4], [4, 3], [4, 3]]).hash);
        assert_ne!(course(&[[4, 4], [4, 3], [4, 3]]).hash, course(&[[4, 4], [3, 4], [4, 3]]).hash);
    }
}
