//! A game that is learned from.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use super::MEASURED_LIMIT;
use crate::agents::learned::{MOST_OPTIONS, Plan, Seen};
use crate::agents::thinker::{Clock, Thinker};
use crate::agents::{below, points};
use crate::analysis::simulate::Simulator;
use crate::engine::{Ahead, Game, LimitReached, Line, Look};
use crate::model::SideId;

/// Decisions at random that a game begins with: at least so many, and fewer than so many.
const OPENING: [u64; 2] = [2, 10];

/// Of so many positions one is learned from where pieces have to be taken: what stands there tells less.
const ONE_OF: u64 = 4;

/// Some positions of a game in which there was more to choose from than what to take, and what came of them.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    moments: Vec<Moment>,
    codes: Vec<u16>,
    gauges: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Moment {
    /// How many codes there are up to its end.
    codes: u32,
    mover: SideId,
    options: u8,
    /// What came of it to the side that is meant: 1 for a win, 0 for a loss.
    came: f32,
}

impl Lesson {
    /// How many positions.
    pub fn positions(&self) -> usize {
        self.moments.len()
    }

    /// A position, and what came of it to the side that is meant: 1 for a win, 0 for a loss.
    pub(super) fn position(&self, plan: &Plan, number: usize) -> (Seen<'_>, f32) {
        let Moment { codes, mover, options, came } = self.moments[number];
        let first = number.checked_sub(1).map_or(0, |before| self.moments[before].codes);
        let gauges = self.gauges.len() / self.moments.len();
        let whom = plan.whom(mover);
        let seen = Seen {
            codes: &self.codes[first as usize..codes as usize],
            gauges: &self.gauges[number * gauges..(number + 1) * gauges],
            whom,
            moves: whom == mover,
            options,
        };
        (seen, came)
    }

    /// What came of each position: by the sides that have won, as bits, and what was thought at each decision of the side that is meant,
    /// which comes after so many positions. What came of a decision counts by a share.
    fn judge(&mut self, plan: &Plan, course: &[(usize, f32)], winners: u8, share: f32) {
        let ended = |whom: SideId| if winners == 0 { 0.5 } else { f32::from(winners >> whom.0 & 1) };
        for moment in &mut self.moments {
            moment.came = ended(plan.whom(moment.mover));
        }
        // What is thought by one of more than two sides says nothing of the others.
        let Some(mut came) = self.moments.first().map(|moment| moment.came).filter(|_| plan.is_of_two()) else { return };
        for (noted, value) in course.iter().rev() {
            came = share * came + (1.0 - share) * value;
            if let Some(moment) = noted.checked_sub(1) {
                self.moments[moment].came = came;
            }
        }
    }
}

/// Plays a game of somebody against himself. What came of a decision counts by that share, of 1; what was thought at it is the rest.
pub(super) fn game(
    simulator: &Simulator<'_>,
    plan: &Plan,
    pupil: &mut Thinker,
    rng: &dyn Fn() -> ChaCha8Rng,
    clock: Clock<'_>,
    came: f32,
) -> Result<Lesson, LimitReached> {
    let program = simulator.program();
    let sides: Vec<SideId> = program.equipment.players.iter().map(|player| player.side).collect();
    let start = Game::from(simulator.start().clone());
    pupil.forget();
    let whole = Whole { plan, pupil, rng: rng(), sides: &sides, clock, came };
    let (lesson, lost) = simulator.ahead().look(program, &start, whole);
    if !lost {
        return Ok(lesson);
    }
    pupil.forget();
    Ok(Ahead::by_machine(program, &start, Whole { plan, pupil, rng: rng(), sides: &sides, clock, came })?.0)
}

/// A game to its end.
struct Whole<'w> {
    plan: &'w Plan,
    pupil: &'w mut Thinker,
    rng: ChaCha8Rng,
    /// The side of each player.
    sides: &'w [SideId],
    clock: Clock<'w>,
    /// How much what came of a decision counts, of 1; what was thought at it is the rest.
    came: f32,
}

impl Look for Whole<'_> {
    /// And whether it was lost.
    type Found = (Lesson, bool);

    fn look<L: Line>(mut self, line: &mut L) -> Self::Found {
        let mut lesson = Lesson::default();
        let mut course = Vec::new();
        line.restart(self.rng.next_u64());
        let [least, most] = OPENING;
        let opening = least + below(most - least, &mut self.rng);
        for decision in 0..u64::from(MEASURED_LIMIT) {
            let Some(player) = line.actor().filter(|_| !self.clock.stops()) else { break };
            let option = if decision < opening {
                below(line.options() as u64, &mut self.rng) as usize
            } else {
                if line.options() > 1 && (line.taking() < line.options() || below(ONE_OF, &mut self.rng) == 0) {
                    self.note(line, self.sides[player.index()], &mut lesson);
                }
                let mover = self.sides[player.index()];
                let Some(thought) = self.pupil.choose(line, &mut self.rng, self.clock) else { break };
                // Where there is no choice nobody has looked ahead.
                if line.options() > 1 {
                    let value = points(thought.value.into());
                    let value = if self.plan.whom(mover) == mover { value } else { 1.0 - value };
                    course.push((lesson.moments.len(), value as f32));
                }
                thought.option
            };
            line.deal(self.rng.next_u64());
            line.play(option);
        }
        let all = self.sides.iter().fold(0, |all, side| all | 1 << side.0);
        let winners = line.winners().filter(|winners| *winners != all).unwrap_or(0);
        lesson.judge(self.plan, &course, winners, self.came);
        (lesson, line.lost())
    }
}

impl Whole<'_> {
    fn note(&self, line: &impl Line, mover: SideId, lesson: &mut Lesson) {
        line.each_piece(|standing| lesson.codes.push(self.plan.code(standing) as u16));
        self.plan.read(line, &mut lesson.gauges);
        let options = line.options().min(MOST_OPTIONS) as u8;
        lesson.moments.push(Moment { codes: lesson.codes.len() as u32, mover, options, came: 0.5 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    #[test]
    fn what_came_is_how_it_ended_and_what_was_thought_on_the_way() {
        let plan = |name: &str| Plan::plain(&library::bundled(name).expect("it is bundled").program);
        let moment = |mover| Moment { codes: 0, mover: SideId(mover), options: 2, came: 0.5 };
        let came = |winners: u8, share: f32| {
            let mut lesson = Lesson { moments: vec![moment(0), moment(1)], ..Lesson::default() };
            // The second decision was not noted, nor was one before the first position.
            lesson.judge(&plan("english"), &[(0, 0.9), (1, 0.5), (1, 0.2), (2, 0.6)], winners, share);
            lesson.moments.iter().map(|moment| moment.came).collect::<Vec<_>>()
        };
        assert_eq!(came(0b01, 1.0), [1.0, 1.0], "to the first side, whoever moves");
        assert_eq!(came(0b10, 1.0), [0.0, 0.0]);
        assert_eq!(came(0, 1.0), [0.5, 0.5]);
        // 0.6 and 1 come to 0.8, with 0.2 to 0.5, with 0.5 to 0.5.
        assert_eq!(came(0b01, 0.5), [0.5, 0.8]);
        assert_eq!(came(0, 0.0), [0.5, 0.6]);
    }
}
