//! Logistic regression: worths by which positions tell most surely how their games ended (Buro 1995, for Othello).

use std::sync::Arc;

use chacha20::ChaCha8Rng;

use super::{Lesson, Prior};
use crate::agents::below;
use crate::agents::curve::logistic;
use crate::agents::learned::{Learned, Plan, Told, Worth, share};
use crate::agents::limits::LEAD;

/// A worth of 1 here is so many hundredths of a piece: then [`points`](crate::agents::points) of a position are the points that such
/// positions have brought.
const HUNDREDTHS: f32 = LEAD as f32 / 2.0;
/// How far a worth goes at a step (AdaGrad, Duchi, Hazan and Singer 2011): the less, the more is known of it.
const RATE: f32 = 0.1;
/// How far a pattern's goes of that: there are many, and each is met seldom.
const OF_PATTERNS: f32 = 0.1;
/// What of a pattern's worth is believed: a half, when it was met so often.
const HALF_BELIEVED: f32 = 100.0;

/// Worths that are being learned, by their numbers; with all pieces, and with none.
pub(super) struct Regression {
    worths: Vec<[f32; 2]>,
    /// How often each was met in what was learned from last.
    met: Vec<u32>,
}

impl Regression {
    /// Pieces are worth what is said, everything else nothing.
    pub(super) fn new(plan: &Plan, prior: &Prior<'_>) -> Regression {
        let mut worths = vec![[0.0; 2]; plan.many()];
        plan.each_place(&mut |number, side, kind, site| worths[number] = [prior(side, kind, site) as f32 / HUNDREDTHS; 2]);
        Regression { met: vec![0; worths.len()], worths }
    }

    /// Goes through all positions so often, each time in another order.
    pub(super) fn learn(&mut self, plan: &Plan, lessons: &[Lesson], passes: usize, rng: &mut ChaCha8Rng) {
        let places = |(lesson, of): (usize, &Lesson)| (0..of.positions()).map(move |number| (lesson as u32, number as u32));
        let mut order: Vec<(u32, u32)> = lessons.iter().enumerate().flat_map(places).collect();
        let patterns = plan.patterns();
        let mut squares = vec![[1.0f32; 2]; self.worths.len()];
        self.met.fill(0);
        let (mut told, mut telling) = (Vec::new(), Told::by(plan));
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
