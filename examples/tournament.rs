//! Two agents play each other in every bundled variant, each side once: `cargo run --release --example tournament`
#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use draughtsman::agents::{Agent, Clock};
use draughtsman::engine::Actor;
use draughtsman::library;
use draughtsman::session::{Error, Session};

/// A game that is not over by then is cut off.
const LONGEST: usize = 400;

fn main() -> Result<(), Error> {
    for variant in library::names() {
        let results = [play(variant, [Agent::Greedy, Agent::Random])?, play(variant, [Agent::Random, Agent::Greedy])?];
        println!("{variant:<15} greedy first: {}; greedy second: {}", results[0], results[1]);
    }
    Ok(())
}

/// Plays a game, and says how it ended.
fn play(variant: &str, agents: [Agent; 2]) -> Result<String, Error> {
    let mut session = Session::bundled(variant)?;
    session.set_seed(1);
    // Nobody decides when the game is over. An agent decides by what its player can see; where chance decides, any will do.
    while let Some(actor) = session.actor().filter(|_| session.texts().len() < LONGEST) {
        let agent = match actor {
            Actor::Player(player) => agents[player.index() % 2],
            Actor::Chance => Agent::Random,
        };
        let Some(index) = session.agent(agent, Clock::wall())? else { break };
        session.take(index)?;
    }
    let sides = &session.variant().equipment.sides;
    Ok(match session.position().outcome() {
        None => format!("cut off after {LONGEST} decisions"),
        Some(outcome) => {
            let winners: Vec<&str> = outcome.winners.iter().map(|side| sides[side.index()].name.as_str()).collect();
            let winners = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
            format!("{winners} won after {} decisions", session.texts().len())
        }
    })
}
