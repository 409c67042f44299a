//! Logistic regression: finds the worths by which positions predict best how their games ended (Buro 1995, for Othello).

use std::sync::Arc;

use chacha20::ChaCha8Rng;

use super::{Lesson, Prior};
use crate::agents::below;
use crate::agents::curve::logistic;
use crate::agents::learned::{Features, Learned, Plan, Worth, share};
use crate::agents::limits::LEAD;

/// A worth of 1 here is this many hundredths of a piece: then the [`points`](crate::agents::points) of a position are the average
/// result of such positions.
const HUNDREDTHS: f32 = LEAD as f32 / 2.0;
/// The step size of AdaGrad (Duchi, Hazan and Singer 2011); steps shrink as more gradients have been seen.
const RATE: f32 = 0.1;
/// The factor by which steps of patterns are smaller, because there are many and each occurs seldom.
const OF_PATTERNS: f32 = 0.1;
/// A pattern that occurred n times keeps n / (n + this) of its worth, half of it if it occurred this often.
const HALF_BELIEVED: f32 = 100.0;

/// The worths that are being learned, by their numbers in the plan; each with all pieces on the board, and with none.
pub(super) struct Regression {
    worths: Vec<[f32; 2]>,
    /// How often each number occurred in the positions that were learned from last.
    met: Vec<u32>,
}

impl Regression {
    /// Pieces begin with the worths of `prior`, everything else with 0.
    pub(super) fn new(plan: &Plan, prior: &Prior<'_>) -> Regression {
        let mut worths = vec![[0.0; 2]; plan.many()];
        plan.each_place(&mut |number, side, kind, site| worths[number] = [prior(side, kind, site) as f32 / HUNDREDTHS; 2]);
        Regression { met: vec![0; worths.len()], worths }
    }

    /// Goes through all positions `passes` times, each time in another random order.
    pub(super) fn learn(&mut self, plan: &Plan, lessons: &[Lesson], passes: usize, rng: &mut ChaCha8Rng) {
        let places = |(lesson, of): (usize, &Lesson)| (0..of.positions()).map(move |number| (lesson as u32, number as u32));
        let mut order: Vec<(u32, u32)> = lessons.iter().enumerate().flat_map(places).collect();
        let patterns = plan.patterns();
        let mut squares = vec![[1.0f32; 2]; self.worths.len()];
        self.met.fill(0);
        let (mut told, mut telling) = (Vec::new(), Features::by(plan));
        for pass in 0..passes {
            for last in (1..order.len()).rev() {
                order.swap(last, below(last as u64 + 1, rng) as usize);
            }
            for (lesson, number) in &order {
                let (seen, result) = lessons[*lesson as usize].position(plan, *number as usize);
                telling.tell(&seen, &mut told);
                let share = share(seen.codes.len(), plan.pieces());
                let shares = [share, 1.0 - share];
                if pass == 0 {
                    told.iter().for_each(|(number, _)| self.met[*number as usize] += 1);
                }
                let worth = |(number, times): &(u32, f32)| {
                    let [full, empty] = self.worths[*number as usize];
                    times * (full * shares[0] + empty * shares[1])
                };
                let wrong = logistic(told.iter().map(worth).sum::<f32>().into()) as f32 - result;
                for (number, times) in &told {
                    let number = *number as usize;
                    let rate = if patterns.contains(&number) { RATE * OF_PATTERNS } else { RATE };
                    for (end, share) in shares.iter().enumerate() {
                        let slope = wrong * times * share;
                        let square = &mut squares[number][end];
                        *square += slope * slope;
                        self.worths[number][end] -= rate * slope / square.sqrt();
                    }
                }
            }
        }
    }

    /// What was learned, in hundredths of a piece.
    pub(super) fn learned(&self, plan: &Arc<Plan>) -> Learned {
        let patterns = plan.patterns();
        let worth = |(number, worth): (usize, &[f32; 2])| -> Worth {
            let met = self.met[number] as f32;
            let believed = if patterns.contains(&number) { met / (met + HALF_BELIEVED) } else { 1.0 };
            let most = f32::from(i16::MAX);
            worth.map(|one| (one * believed * HUNDREDTHS).round().clamp(-most, most) as i16)
        };
        Learned::new(Arc::clone(plan), self.worths.iter().enumerate().map(worth).collect())
    }
}
