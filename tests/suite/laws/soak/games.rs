//! One game: as `simulate` plays it, and once more up to a decision at which the laws are tried.

use std::fmt::{self, Display, Formatter};

use draughtsman::agents;
use draughtsman::analysis::simulate::Simulator;
use draughtsman::engine::{Game, Playing, Position};
use draughtsman::library::Ready;

use super::super::conserved::{Quantity, quantities};
use super::super::ends::{ENDLESS, LIMITS, ends};
use super::laws::at_decision;
use super::lockstep::in_lockstep;
use super::told::Tried;

/// After the decision that is looked at, the rest of its turn is looked at too, chance and answers in the midst of a move among it: so
/// many decisions.
const REST: usize = 4;

/// A rule file, ready for games.
pub(super) struct Case<'r> {
    pub(super) name: &'r str,
    pub(super) ready: &'r Ready,
    pub(super) simulator: Simulator<'r>,
    pub(super) quantities: Vec<Quantity>,
}

impl<'r> Case<'r> {
    pub(super) fn of(name: &'r str, ready: &'r Ready) -> Case<'r> {
        let start = Position::start(&ready.program).expect("a start");
        // An endless game is as long in the end as after a while.
        let most = LIMITS[usize::from(!ENDLESS.contains(&name))];
        let quantities = quantities().remove(name).expect("each variant says what it conserves");
        Case { name, ready, simulator: Simulator::new(&ready.program, start, most), quantities }
    }
}

/// A law that does not hold, and at which decision.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) law: &'static str,
    pub(super) decision: usize,
    pub(super) problem: String,
}

impl Display for Broken {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "decision {}, {}: {}", self.decision, self.law, self.problem)
    }
}

/// Numbers for the choices of a game.
pub(super) fn picks(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut rng = agents::generator(seed, 0);
    move |below| agents::below(below, &mut rng)
}

/// Games of one rule file.
pub(super) struct Games<'c> {
    case: &'c Case<'c>,
    playing: Option<Playing<'c>>,
    pub(super) tried: Tried,
}

impl<'c> Games<'c> {
    pub(super) fn new(case: &'c Case<'c>) -> Games<'c> {
        Games { case, playing: case.simulator.playout(), tried: Tried::default() }
    }

    /// Plays a game and tries the laws; so many decisions of it in lockstep, if any.
    pub(super) fn game(&mut self, seed: u64, lockstep: Option<u32>) -> Result<(), Broken> {
        let simulator = &self.case.simulator;
        let played = match &mut self.playing {
            Some(playing) => simulator.play_out(playing, &mut picks(seed)),
            None => simulator.play_by_moves(&mut picks(seed)),
        };
        let ended = played.map_err(|limit| limit.to_string()).and_then(|played| {
            ends(self.case.name, &played, simulator.most())?;
            Ok(played)
        });
        let played = ended.map_err(|problem| Broken { law: "the game ends", decision: 0, problem })?;
        self.tried.game(&played);
        let mut rng = agents::generator(seed, 1);
        let (decision, position) = self.stop(seed, agents::below(u64::from(played.decisions), &mut rng) as usize)?;
        let mut game = Game::from(position);
        for rest in 0..REST {
            let decision = decision + rest;
            let limit = |limit: draughtsman::engine::LimitReached| Broken {
                law: "the rules come to an end",
                decision,
                problem: limit.to_string(),
            };
            let options = game.options(&self.case.ready.program).map_err(limit)?;
            at_decision(self.case, &game, &options, seed << 8 | rest as u64, decision, &mut self.tried)?;
            let Some(chosen) = agents::by_weight(&options, &mut rng) else { break };
            let turns = game.position().turns();
            game.play(&self.case.ready.program, &options[chosen]).map_err(limit)?;
            if game.position().turns() != turns && game.position().outcome().is_none() {
                break;
            }
        }
        if let Some(most) = lockstep {
            in_lockstep(self.case, seed, most, &played, &mut self.tried)?;
        }
        Ok(())
    }

    /// The position at a decision of a game, or at the next one with which a turn begins; the start if there is none.
    fn stop(&mut self, seed: u64, at: usize) -> Result<(usize, Position), Broken> {
        let program = &self.case.ready.program;
        let Some(playing) = &mut self.playing else { return Ok((0, self.case.simulator.start().clone())) };
        let mut pick = picks(seed);
        playing.restart(&mut pick);
        for decision in 0.. {
            let options = playing.options();
            if options == 0 {
                break;
            }
            if decision >= at
                && let Some(position) = playing.position(program)
            {
                let listed = Game::from(position.clone()).options(program).map_or(0, |options| options.len());
                if listed != options {
                    let problem = format!("{options} options, not {listed} at {:?}", position.to_setup(program));
                    return Err(Broken { law: "the machine lists as many moves", decision, problem });
                }
                return Ok((decision, position));
            }
            playing.play(pick(options as u64) as usize);
        }
        Ok((0, self.case.simulator.start().clone()))
    }
}
