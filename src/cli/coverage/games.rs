//! Plays games in parallel, and counts what plays a part in them.

use draughtsman::agents::{self, Undecided, Watched};
use draughtsman::analysis::coverage::{Counts, Points, Watch};
use draughtsman::analysis::simulate::{Simulator, Tally};

use super::super::agents::{Who, own};
use super::super::answer::Failure;
use super::super::interrupt::Interrupt;
use super::super::processor::Parts;
use super::super::progress;

/// Number of games in one part of the work.
const AT_ONCE: u64 = 16;

/// What determines the games, apart from the rules and who decides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) games: u64,
    pub(crate) seed: u64,
    /// Number of random decisions at the beginning of each game.
    pub(crate) opening: u32,
}

/// The games to count over.
pub(crate) struct Games<'g> {
    pub(crate) simulator: &'g Simulator<'g>,
    pub(crate) watch: &'g Watch<'g>,
    pub(crate) points: &'g Points<'g>,
    pub(crate) who: &'g [Who],
    pub(crate) run: Run,
}

impl Games<'_> {
    /// Plays the games, and counts.
    pub(crate) fn counted(
        &self,
        threads: Option<&rayon::ThreadPool>,
        interrupt: &Interrupt,
    ) -> Result<(Counts, Tally), Failure> {
        let Games { simulator, watch, points, who, run } = self;
        let bar = progress::counted(run.games, "games");
        let sides = watch.program().equipment.sides.len();
        let stop = || interrupt.asked();
        let clock = agents::Clock::wall().stopped_by(&stop);
        let some = |part: u64| -> Result<(Counts, Tally), Undecided> {
            let first = part * AT_ONCE;
            let (mut counts, mut tally) = (Counts::new(points), Tally::new(sides));
            let watched = match own(who) {
                Some(agents) => Watched::new(simulator, &agents, run.seed, clock),
                None => {
                    let deciders = who.iter().map(|who| who.decider(simulator.program())).collect();
                    Watched::between(simulator, deciders, run.seed, clock)
                }
            };
            let mut watched = watched.after_opening(run.opening);
            for number in (first..(first + AT_ONCE).min(run.games)).take_while(|_| !stop()) {
                let Some(played) = watched.game(number, watch, &mut counts)? else { break };
                tally.add(&played);
                bar.inc(1);
            }
            Ok((counts, tally))
        };
        let both = |(counts, tally): (Counts, Tally), (more, others): (Counts, Tally)| (counts.and(&more), tally.and(others));
        let nothing = || (Counts::new(points), Tally::new(sides));
        let parts = Parts { count: run.games.div_ceil(AT_ONCE), some, nothing, both, interrupt };
        let sum = parts.done(threads);
        bar.finish_and_clear();
        sum.map_err(Failure::wrong)
    }
}
