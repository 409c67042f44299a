//! A game of self-play that is learned from.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use super::MEASURED_LIMIT;
use crate::agents::learned::{MOST_OPTIONS, Plan, Seen};
use crate::agents::thinker::{Clock, Thinker};
use crate::agents::{below, points};
use crate::analysis::simulate::Simulator;
use crate::engine::{Game, LimitReached, Line, LineVisitor, LookAhead};
use crate::model::SideId;

/// The number of random decisions at the beginning: at least the first, and less than the second.
const OPENING: [u64; 2] = [2, 10];

/// Of the positions with captures only, one in so many is learned from: the material in them says less about the result.
const ONE_OF: u64 = 4;

/// Positions of a game in which there was a choice, with the result that each is to predict.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    moments: Vec<Moment>,
    codes: Vec<u16>,
    gauges: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Moment {
    /// The end of its codes in [`Lesson::codes`].
    codes: u32,
    mover: SideId,
    options: u8,
    /// The result for the side from whose view the position is learned: 1 for a win, 0 for a loss.
    came: f32,
}

impl Lesson {
    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.moments.len()
    }

    /// A position, and its result for the side from whose view it is learned: 1 for a win, 0 for a loss.
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

    /// Sets the result of each position from the winners of the game, as bits, and from the search values at each decision.
    /// `course` holds for each decision how many positions precede it and its value; `share` is the weight of what follows a
    /// decision against its own value.
    fn judge(&mut self, plan: &Plan, course: &[(usize, f32)], winners: u8, share: f32) {
        let ended = |whom: SideId| if winners == 0 { 0.5 } else { f32::from(winners >> whom.0 & 1) };
        for moment in &mut self.moments {
            moment.came = ended(plan.whom(moment.mover));
        }
        // With more than two sides the values of one side say nothing about the others.
        let Some(mut came) = self.moments.first().map(|moment| moment.came).filter(|_| plan.is_of_two()) else { return };
        for (noted, value) in course.iter().rev() {
            came = share * came + (1.0 - share) * value;
            if let Some(moment) = noted.checked_sub(1) {
                self.moments[moment].came = came;
            }
        }
    }
}

/// Plays a game of self-play. `came` is the weight of what follows a decision; its own search value has the rest of 1.
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
    Ok(LookAhead::by_machine(program, &start, Whole { plan, pupil, rng: rng(), sides: &sides, clock, came })?.0)
}

/// Plays a game to its end on a line.
struct Whole<'w> {
    plan: &'w Plan,
    pupil: &'w mut Thinker,
    rng: ChaCha8Rng,
    /// The side of each player.
    sides: &'w [SideId],
    clock: Clock<'w>,
    /// The weight of what follows a decision; its own search value has the rest of 1.
    came: f32,
}

impl LineVisitor for Whole<'_> {
    /// The lesson, and whether the line was [lost](Line::lost).
    type Output = (Lesson, bool);

    fn visit<L: Line>(mut self, line: &mut L) -> Self::Output {
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
                // Without a choice nothing was searched, so there is no value.
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
            // 0.9 precedes the first position, and 0.2 belongs to a decision whose position was not noted.
            lesson.judge(&plan("english"), &[(0, 0.9), (1, 0.5), (1, 0.2), (2, 0.6)], winners, share);
            lesson.moments.iter().map(|moment| moment.came).collect::<Vec<_>>()
        };
        assert_eq!(came(0b01, 1.0), [1.0, 1.0], "to the first side, whoever moves");
        assert_eq!(came(0b10, 1.0), [0.0, 0.0]);
        assert_eq!(came(0, 1.0), [0.5, 0.5]);
        // 0.6 and 1 give 0.8, with 0.2 it becomes 0.5, with 0.5 it stays 0.5.
        assert_eq!(came(0b01, 0.5), [0.5, 0.8]);
        assert_eq!(came(0, 0.0), [0.5, 0.6]);
    }
}
