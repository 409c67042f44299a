//! Whole games: at random, by whatever plays them and by the general machine; of somebody who looks ahead; with many endings.

use std::rc::Rc;

use draughtsman::agents::{Agent, Clock, below, generator, tally};
use draughtsman::analysis::simulate::Simulator;
use draughtsman::program::Program;

use super::positions::{bundled, said, start};
use super::row::{Figure, Row};
use super::work::Work;

/// The rows.
pub const ROWS: &[Row] = &[
    Row { name: "games", figures: games },
    Row { name: "greedy", figures: greedy },
    Row { name: "endings", figures: endings },
];

/// A game is cut off after so many decisions: a random one of some rules has no end.
const LONGEST: u32 = 400;

const SEED: u64 = 1;

/// Games of some rules.
pub(crate) fn simulator(program: &'static Program) -> Simulator<'static> {
    Simulator::new(program, start(program), LONGEST)
}

/// Games of an agent against itself, by their numbers; how many were played to an end, or were cut off.
pub(crate) fn played(simulator: &Simulator<'_>, agent: Agent, numbers: std::ops::Range<u64>) -> u64 {
    let agents = vec![agent; simulator.program().equipment.players.len()];
    tally(simulator, &agents, SEED, numbers, Clock::none()).expect("no limit is reached").games
}

/// Whole games, counted.
fn whole(what: &str, program: &'static Program, agent: Agent, games: u64) -> Rc<Work> {
    let simulator = simulator(program);
    Work::new(format!("{what}, {games} {agent} games"), "games", move || played(&simulator, agent, 0..games))
}

/// Random games, of which the decisions are counted: the same games are played by nobody twice.
fn decisions(what: &str, program: &'static Program, games: u64) -> Rc<Work> {
    let simulator = simulator(program);
    assert!(simulator.playout().is_some(), "{what} is played directly");
    Work::new(format!("{what}, {games} random games"), "decisions", move || {
        let mut game = simulator.playout().expect("as before");
        let decided = (0..games).map(|number| {
            let mut rng = generator(SEED, number);
            let played = simulator.play_directly(&mut game, &mut |options| below(options, &mut rng));
            u64::from(played.expect("nothing is lost").decisions)
        });
        decided.sum()
    })
}

/// The same by the general machine.
fn decisions_of_machine(what: &str, program: &'static Program, games: u64) -> Rc<Work> {
    let simulator = simulator(program);
    Work::new(format!("{what} by the machine, {games} random games"), "decisions", move || {
        let decided = (0..games).map(|number| {
            let mut rng = generator(SEED, number);
            let played = simulator.play_by_moves(&mut |options| below(options, &mut rng));
            u64::from(played.expect("no limit is reached").decisions)
        });
        decided.sum()
    })
}

/// Games, how many of them, how many by the machine, and how many times as fast as by the machine.
const RANDOM: [(&str, u64, u64, Option<f64>); 10] = [
    ("english", 500, 10, None),
    ("international", 200, 5, None),
    ("guerrilla", 200, 3, None),
    ("collateral", 500, 20, None),
    ("warp", 60, 2, None),
    ("saving_private", 50, 5, None),
    ("chaos", 40, 2, None),
    ("lasca", 50, 5, Some(5.0)),
    ("tablut", 20, 1, Some(20.0)),
    ("halma", 5, 1, Some(100.0)),
];

/// Random games, directly and by the machine.
fn games() -> Vec<Figure> {
    let figure = |(variant, directly, by_machine, wanted): (&str, u64, u64, Option<f64>)| {
        let program = bundled(variant);
        let (one, other) = (decisions(variant, program, directly), decisions_of_machine(variant, program, by_machine));
        Figure::Ratio(one, other, wanted)
    };
    RANDOM.map(figure).into()
}

/// Games of who looks one decision ahead, of random ones.
fn greedy() -> Vec<Figure> {
    let program = bundled("english");
    let (one, other) = (whole("english", program, Agent::Greedy, 64), whole("english", program, Agent::Random, 500));
    vec![Figure::Ratio(one, other, Some(0.15))]
}

/// English draughts with a hundred endings that never hold: there are 24 pieces.
fn with_endings() -> String {
    let endings: String = (1..=100).map(|n| format!("  add draw \"never, {n}\" if count piece > {}\n", 24 + n)).collect();
    format!("+++\nname = \"Endings\"\nversion = \"1.0.0\"\nextends = \"english\"\n+++\nvictory {{\n{endings}}}\n")
}

/// Games with many endings, of those with few.
fn endings() -> Vec<Figure> {
    let games = |what: &str, program| whole(what, program, Agent::Random, 200);
    let (one, other) = (said(&with_endings()), bundled("english"));
    vec![Figure::Ratio(games("english with a hundred endings", one), games("english", other), Some(0.5))]
}
