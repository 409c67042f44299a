//! `draughtsman train`: learns from games by the rules of a file, and writes the result beside the file.

mod told;

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::builder::UnknownArgumentValueParser;
use draughtsman::agents::{
    self, Contest, Lesson, MEASURED_LIMIT, MEASURED_OPENING, MatchSettings, MatchTally, Thinker, Training, Undecided, can_learn,
};
use draughtsman::analysis::simulate::Simulator;
use draughtsman::engine::LimitReached;
use draughtsman::model::Variant;
use draughtsman::notation::counted;
use draughtsman::notation::json::SCHEMA;
use draughtsman::notation::json::contest::{Match, Points};
use draughtsman::notation::json::training;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, PositionArguments, RulesArguments, time, whole};
use super::interrupt::Interrupt;
use super::output::{self, ForceArgument, Made};
use super::processor::{Clock, threads};
use super::{position, progress};

/// Learn from games what positions are worth, for all agents that look ahead
///
/// It plays against itself, and learns what pieces are worth where they stand, next to which others, and early or late in the game; of
/// the game it knows the checked rules only. It writes that beside the rule file, and plays a match against the baseline (the values of
/// pieces and how much there is to choose from), so that one sees what it is worth. What all but certainly plays worse than the baseline is not written.
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/train.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    /// Play so many games; without --time however long that takes
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=10_000_000))]
    games: Option<u64>,
    /// Play and learn so long: `10s`, `600s`; without --games ten minutes, if nothing else is said
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    time: Option<Duration>,
    #[arg(long = "minutes", hide = true, value_parser = UnknownArgumentValueParser::suggest_arg("--time"))]
    _minutes: Option<String>,
    /// Fix all chance
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How many games of the match against the baseline, 0 for none
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u64>(0..=1_000_000))]
    measure: u64,
    /// How many threads play side by side; with --games the result is the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    /// Write here, not beside the rules
    #[arg(long = "out", short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    json: JsonArgument,
}

/// The time of a run, if nothing is given.
const USUAL_TIME: Duration = Duration::from_secs(600);
/// Tenths of the time that are for playing; the rest is for the last step of learning.
const PLAYING: u32 = 9;

/// The means and limits of a run.
struct Work<'w> {
    threads: Option<rayon::ThreadPool>,
    interrupt: &'w Interrupt,
    /// The time from which on no game is begun.
    end: Option<Instant>,
    bar: ProgressBar,
    begun: Instant,
    games: Option<u64>,
}

/// Learns from games, measures the result, and writes it.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let asked = PositionArguments { rules: arguments.rules.clone(), ..Default::default() };
    let begun = position::begin(&asked)?;
    let session = &begun.session;
    can_learn(session.program()).map_err(|reason| Failure::Wrong(format!("nothing can be learned here: {reason}")))?;
    let beside = || session.rules().loaded().weights_path(&session.variant().equipment);
    let path = arguments.out.clone().or_else(beside);
    let path = path.ok_or_else(|| Failure::wrong("the rules are no file: say where to write with --out"))?;
    // If the result cannot be written, nothing is learned.
    output::ready(Some(&path), Made::Weights, arguments.force)?;
    let simulator = Simulator::new(session.program(), session.position().clone(), MEASURED_LIMIT);
    let interrupt = Interrupt::heed()?;
    let processor = Clock::start();
    let mut training = Training::new(&simulator, arguments.seed);
    let work = Work::of(arguments, &interrupt)?;
    work.learn(&mut training)?;
    work.bar.finish_and_clear();
    let (games, positions) = training.learned_from();
    if games == 0 {
        return interrupt.end(Answer::No, || "nothing was learned yet, and nothing is written".to_owned());
    }
    if positions == 0 && !interrupt.asked() {
        return Err(Failure::Wrong(format!(
            "nothing is written: there is no position to learn from in {}",
            counted(games, "game")
        )));
    }
    let gain = if arguments.measure > 0 { work.measure(arguments, session.variant(), &simulator, &training)? } else { None };
    let worse = gain.as_ref().is_some_and(is_worse);
    let written = match worse {
        true => Ok(()),
        false => output::answer(Some(&path), &training.write(&session.variant().id), Made::Weights, arguments.force, out),
    };
    let is_written = !worse && written.is_ok();
    let said = training::Training {
        schema: SCHEMA,
        variant: session.variant().id.clone(),
        seed: arguments.seed,
        games,
        positions,
        file: is_written.then(|| path.display().to_string()),
        gain,
        cpu_seconds: processor.seconds(),
    };
    let told = output::beside((!worse).then_some(&path), arguments.json.json, &said, out, |out| {
        told::write(&said, (worse, interrupt.asked()), out)
    });
    output::at_last(told, written)?;
    let answer = if worse { Answer::No } else { Answer::Yes };
    interrupt.end(answer, || format!("what {games} games have taught is written to {}", path.display()))
}

/// Whether it is almost certain that the match shows a loss. The error is not taken below a bound, since a few games with the
/// same result give too small an estimate.
fn is_worse(gain: &Match) -> bool {
    let Points { score, error, even, .. } = gain.points;
    let least_error = 0.25 / (gain.results.games as f64).sqrt();
    score.is_some_and(|score| score + 1.96 * error.unwrap_or(0.5).max(least_error) < even)
}

impl Work<'_> {
    fn of<'w>(arguments: &Arguments, interrupt: &'w Interrupt) -> Result<Work<'w>, Failure> {
        let Arguments { games, time, .. } = *arguments;
        let time = time.or((games.is_none()).then_some(USUAL_TIME));
        let begun = Instant::now();
        let bar = match (games, time) {
            (Some(games), None) => progress::counted(games, "games"),
            (_, time) => progress::counted(time.unwrap_or(USUAL_TIME).as_secs(), "s of learning"),
        };
        let end = time.map(|time| begun + time * PLAYING / 10);
        Ok(Work { threads: threads(arguments.threads)?, interrupt, end, bar, begun, games })
    }

    /// Whether no further game is begun.
    fn is_over(&self) -> bool {
        self.interrupt.asked() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Plays and learns in rounds, up to the end.
    fn learn(&self, training: &mut Training<'_>) -> Result<(), Failure> {
        loop {
            let round = training.next_round();
            let numbers = round.start..self.games.map_or(round.end, |games| round.end.min(games));
            let lessons = self.lessons(training, numbers).map_err(Failure::wrong)?;
            let last = self.is_over() || self.games.is_some_and(|games| round.end >= games);
            // If the run is interrupted, what was learned in earlier rounds is enough.
            let is_known = self.interrupt.asked() && training.learned_from().0 > 0;
            if !lessons.is_empty() && !is_known {
                training.learn(lessons, last);
            }
            if last {
                return Ok(());
            }
        }
    }

    /// Plays the games of some numbers, in their order, as far as time allows.
    fn lessons(&self, training: &Training<'_>, numbers: Range<u64>) -> Result<Vec<Lesson>, LimitReached> {
        let stop = || self.interrupt.asked();
        let clock = agents::Clock::none().stopped_by(&stop);
        let one = |pupil: &mut Thinker, number: u64| -> Result<Option<Lesson>, LimitReached> {
            if self.is_over() {
                return Ok(None);
            }
            let lesson = training.game(pupil, number, clock)?;
            match self.end {
                Some(_) => self.bar.set_position(self.begun.elapsed().as_secs()),
                None => self.bar.inc(1),
            }
            // An interrupted game is incomplete.
            Ok((!stop()).then_some(lesson))
        };
        let pupil = || training.pupil();
        let lessons: Result<Vec<Option<Lesson>>, LimitReached> = match &self.threads {
            None => {
                let mut pupil = pupil();
                numbers.map(|number| one(&mut pupil, number)).collect()
            }
            Some(threads) => threads.install(|| numbers.into_par_iter().map_init(pupil, one).collect()),
        };
        Ok(lessons?.into_iter().flatten().collect())
    }

    /// Plays the match against the baseline. It has no games if all end within the opening; `None` if it was interrupted.
    fn measure(
        &self,
        arguments: &Arguments,
        variant: &Variant,
        simulator: &Simulator<'_>,
        training: &Training<'_>,
    ) -> Result<Option<Match>, Failure> {
        let stop = || self.interrupt.asked();
        let clock = agents::Clock::none().stopped_by(&stop);
        let contest =
            || Contest::between(simulator, &|which| training.measured(which), MEASURED_OPENING, arguments.seed, clock);
        let a_round = variant.equipment.playing().count() as u64;
        let rounds = arguments.measure.div_ceil(a_round);
        let bar = progress::counted(rounds * a_round, "games of the match");
        let one = |contest: &mut Contest<'_>, number: u64| -> Result<_, Undecided> {
            if stop() {
                return Ok(None);
            }
            let round = contest.counted(number)?;
            bar.inc(a_round);
            Ok(Some(round))
        };
        let rounds: Result<Vec<_>, Undecided> = match &self.threads {
            None => {
                let mut contest = contest();
                (0..rounds).map(|number| one(&mut contest, number)).collect()
            }
            Some(threads) => threads.install(|| (0..rounds).into_par_iter().map_init(contest, one).collect()),
        };
        bar.finish_and_clear();
        let rounds = rounds.map_err(Failure::wrong)?;
        if stop() {
            return Ok(None);
        }
        let mut counted = MatchTally::new(a_round as usize);
        rounds.iter().flatten().for_each(|round| counted.add(round));
        let opponent = Training::opponent().to_string();
        let agents = [opponent.trim_end_matches(",baseline").to_owned(), opponent];
        let between = MatchSettings {
            variant,
            agents,
            seed: arguments.seed,
            opening: MEASURED_OPENING,
            openings: None,
            limit: MEASURED_LIMIT,
            control: None,
            ends: None,
        };
        Ok(Some(counted.to_wire(&between)))
    }
}
