//! A game that is learned from.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use super::MEASURED_LIMIT;
use crate::agents::below;
use crate::agents::learned::{MOST_OPTIONS, Plan, Seen};
use crate::agents::thinker::{Clock, Thinker};
use crate::analysis::simulate::Simulator;
use crate::engine::{Ahead, Game, LimitReached, Line, Look};
use crate::model::SideId;

/// Decisions at random that a game begins with: at least so many, and fewer than so many.
const OPENING: [u64; 2] = [2, 10];

/// Of so many positions one is learned from: those of one game have one end, and are not so many examples.
const ONE_OF: u64 = 4;

/// Some positions of a game in which there was more to choose from than what to take, and how it ended.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    moments: Vec<Moment>,
    codes: Vec<u16>,
    gauges: Vec<u8>,
    /// The sides that have won, as bits; none, if it was drawn or cut off.
    winners: u8,
}

#[derive(Clone, Copy, Debug)]
struct Moment {
    /// How many codes there are up to its end.
    codes: u32,
    mover: SideId,
    options: u8,
}

impl Lesson {
    /// How many positions.
    pub fn positions(&self) -> usize {
        self.moments.len()
    }

    /// A position, and what came of it to the side that is meant: 1 for a win, 0 for a loss.
    pub(super) fn position(&self, plan: &Plan, number: usize) -> (Seen<'_>, f32) {
        let Moment { codes, mover, options } = self.moments[number];
        let first = number.checked_sub(1).map_or(0, |before| self.moments[before].codes);
        let gauges = self.gauges.len() / self.moments.len();
        let whom = plan.whom(mover);
        let result = match self.winners {
            0 => 0.5,
            winners => f32::from(winners >> whom.0 & 1),
        };
        let seen = Seen {
            codes: &self.codes[first as usize..codes as usize],
            gauges: &self.gauges[number * gauges..(number + 1) * gauges],
            whom,
            moves: whom == mover,
            options,
        };
        (seen, result)
    }
}

/// Plays a game of somebody against himself.
pub(super) fn game(
    simulator: &Simulator<'_>,
    plan: &Plan,
    pupil: &mut Thinker,
    rng: &dyn Fn() -> ChaCha8Rng,
    clock: Clock<'_>,
) -> Result<Lesson, LimitReached> {
    let program = simulator.program();
    let sides: Vec<SideId> = program.equipment.players.iter().map(|player| player.side).collect();
    let start = Game::from(simulator.start().clone());
    pupil.forget();
    let whole = Whole { plan, pupil, rng: rng(), sides: &sides, clock };
    let (lesson, lost) = simulator.ahead().look(program, &start, whole);
    if !lost {
        return Ok(lesson);
    }
    pupil.forget();
    Ok(Ahead::by_machine(program, &start, Whole { plan, pupil, rng: rng(), sides: &sides, clock })?.0)
}

/// A game to its end.
struct Whole<'w> {
    plan: &'w Plan,
    pupil: &'w mut Thinker,
    rng: ChaCha8Rng,
    /// The side of each player.
    sides: &'w [SideId],
    clock: Clock<'w>,
}

impl Look for Whole<'_> {
    /// And whether it was lost.
    type Found = (Lesson, bool);

    fn look<L: Line>(mut self, line: &mut L) -> Self::Found {
        let mut lesson = Lesson::default();
        line.restart(self.rng.next_u64());
        let [least, most] = OPENING;
        let opening = least + below(most - least, &mut self.rng);
        for decision in 0..u64::from(MEASURED_LIMIT) {
            let Some(player) = line.actor().filter(|_| !self.clock.stops()) else { break };
            let option = if decision < opening {
                below(line.options() as u64, &mut self.rng) as usize
            } else {
                // Where pieces have to be taken, what stands there tells less.
                let tells = line.options() > 1 && (line.taking() < line.options() || below(ONE_OF, &mut self.rng) == 0);
                if tells && below(ONE_OF, &mut self.rng) == 0 {
                    self.note(line, self.sides[player.index()], &mut lesson);
                }
                let Some(thought) = self.pupil.choose(line, &mut self.rng, self.clock) else { break };
                thought.option
            };
            line.deal(self.rng.next_u64());
            line.play(option);
        }
        let all = self.sides.iter().fold(0, |all, side| all | 1 << side.0);
        lesson.winners = line.winners().filter(|winners| *winners != all).unwrap_or(0);
        (lesson, line.lost())
    }
}

impl Whole<'_> {
    fn note(&self, line: &impl Line, mover: SideId, lesson: &mut Lesson) {
        line.each_piece(|standing| lesson.codes.push(self.plan.code(standing) as u16));
        self.plan.read(line, &mut lesson.gauges);
        let options = line.options().min(MOST_OPTIONS) as u8;
        lesson.moments.push(Moment { codes: lesson.codes.len() as u32, mover, options });
    }
}
