//! Matches of agents, each against the one before it: does more thought win?

use draughtsman::agents::{ACCEPTED, Clock, Contest, MatchSettings, goes_by};
use draughtsman::notation::json::contest::Match;

use super::super::agents::{Who, own, read};
use super::super::answer::Failure;
use super::super::contest::Rounds;
use super::super::{progress, report};
use super::cases::Case;
use super::games::Table;
use super::{Arguments, simulator};

/// Number of random decisions at the start of each game, if it is not given.
const USUAL_OPENING: u32 = 6;

/// The agents to compare, the weakest first; none if no comparison was asked for.
pub(super) fn asked(arguments: &Arguments, case: &Case) -> Result<Vec<Who>, Failure> {
    let Some(text) = &arguments.thought else { return Ok(Vec::new()) };
    let (variant, program) = (case.session.variant(), case.session.program());
    let who = apart(text).iter().map(|text| read(text, variant, program)).collect::<Result<Vec<_>, _>>()?;
    if who.len() < 2 {
        return Err(Failure::wrong("--thought compares agents: two or more are accepted, with commas: `greedy,level:3`"));
    }
    Ok(who)
}

/// Splits a list of agents at commas. The limits of an effort have commas too: `alpha-beta:400,2s` is one agent.
fn apart(text: &str) -> Vec<String> {
    let begins = |part: &str| {
        let name = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
        ACCEPTED.iter().map(|agent| name(agent)).chain(["hub".to_owned()]).any(|known| known == name(part))
    };
    let mut all: Vec<String> = Vec::new();
    for part in text.split(',') {
        match all.last_mut().filter(|_| !begins(part)) {
            Some(agent) => *agent += &format!(",{part}"),
            None => all.push(part.to_owned()),
        }
    }
    all
}

/// Plays a match for each pair of neighbours, until it is interrupted.
pub(super) fn ladder(table: &Table<'_>, case: &Case, who: &[Who]) -> Result<Vec<Match>, Failure> {
    let Table { arguments, run, interrupt, threads, .. } = *table;
    let variant = case.session.variant();
    let simulator = simulator(case, run.limit, false);
    let a_round = variant.equipment.playing().count().max(1) as u64;
    let rounds = arguments.thought_games.div_ceil(a_round);
    let opening = if run.opening == 0 { USUAL_OPENING } else { run.opening };
    let bar = progress::counted(rounds * a_round * who.len().saturating_sub(1) as u64, "games");
    let mut steps = Vec::new();
    for pair in who.windows(2) {
        let [weaker, stronger] = pair else { continue };
        let stop = || interrupt.asked();
        let clock = Clock::wall().stopped_by(&stop);
        let two = [stronger.clone(), weaker.clone()];
        let with = |opening: u32| {
            let contest = || match own(&two).as_deref() {
                Some([stronger, weaker]) => Contest::new(&simulator, [*stronger, *weaker], opening, run.seed, clock),
                _ => Contest::between(&simulator, &|which| two[which].decider(simulator.program()), opening, run.seed, clock),
            };
            let rounds = Rounds { count: rounds, sides: a_round as usize, threads, interrupt, bar: &bar, writer: None };
            rounds.played(&contest, &|_| false).map(|(played, _)| played)
        };
        let mut begun = opening;
        let mut played = with(begun)?;
        // If every game ends within the opening, the games begin without one.
        if played.score.games == 0 && begun > 0 {
            begun = 0;
            played = with(begun)?;
        }
        // The games played before an interruption are reported.
        if interrupt.asked() && played.score.games == 0 {
            break;
        }
        let agents = two.each_ref().map(ToString::to_string);
        let between = MatchSettings {
            variant,
            agents,
            seed: run.seed,
            opening: begun,
            openings: None,
            limit: run.limit,
            control: None,
            ends: None,
        };
        let goes_by = goes_by(simulator.program(), &two.iter().filter_map(Who::agent).collect::<Vec<_>>());
        steps.push(Match { goes_by: Some(goes_by), ..played.to_wire(&between) });
        if interrupt.asked() {
            let (games, all, [who, against]) = (played.score.games, rounds * a_round, &two);
            report::say("note", &format!("{games} of {all} games of {who} against {against} were played"));
            break;
        }
    }
    bar.finish_and_clear();
    Ok(steps)
}
