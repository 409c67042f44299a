//! One game by all three: the engine as `simulate` uses it, its general machine, and the reference.

use std::collections::VecDeque;

use chacha20::ChaCha8Rng;
use draughtsman::agents;
use draughtsman::analysis::simulate::Played;
use draughtsman::engine::{Actor, Game, Move, Playing};
use draughtsman::notation::movetext;
use draughtsman::reference::Watch;

use super::super::forms::replays;
use super::super::games::full;
use super::games::{Broken, Case};
use super::laws::at_decision;
use super::told::Tried;
use crate::agree::both::{Both, Stands, Which};

/// The laws are tried at one decision in so many, with all that has stood before.
const LOOK: usize = 16;

/// Plays the game of a seed, of which it is known how it was played, by all three: so many decisions at most.
pub(super) fn in_lockstep(case: &Case<'_>, seed: u64, most: u32, played: &Played, tried: &mut Tried) -> Result<(), Broken> {
    let mut decision = 0;
    let ran = follow(case, seed, most, played, tried, &mut decision);
    ran.map_err(|told| match told {
        Told::Law(broken) => broken,
        Told::Apart(problem) => Broken { law: "the reference plays the same game", decision, problem },
    })
}

/// Why it is not followed further.
enum Told {
    Law(Broken),
    Apart(String),
}

impl From<String> for Told {
    fn from(problem: String) -> Told {
        Told::Apart(problem)
    }
}

fn follow(case: &Case<'_>, seed: u64, most: u32, played: &Played, tried: &mut Tried, decision: &mut usize) -> Result<(), Told> {
    let (ready, program) = (case.ready, &case.ready.program);
    let said = |limit: draughtsman::engine::LimitReached| limit.to_string();
    let watch = Watch::default();
    let mut both = Both::start(&ready.variant, program, &watch)?;
    let mut stands = Stands::default();
    let mut bitboards = BitboardEngine::new(case, seed);
    let mut game = Game::new(program).map_err(said)?;
    let (mut decisions, mut words) = (0, Vec::new());
    let most = most.min(case.simulator.most());
    while let Some(actor) = game.actor(program) {
        if matches!(actor, Actor::Player(_)) {
            if decisions >= most {
                break;
            }
            decisions += 1;
        }
        let options = game.options(program).map_err(said)?;
        if *decision % LOOK == LOOK / 2 {
            at_decision(case, &game, &options, seed << 16 | *decision as u64, *decision, tried).map_err(Told::Law)?;
        }
        let chosen = bitboards.choose(case, &game, actor, &options)?;
        both.decide(Which::This(chosen), &mut stands)?;
        words.push(movetext::texts(&ready.variant.equipment, &options, full(ready)).swap_remove(chosen));
        game.play(program, &options[chosen]).map_err(said)?;
        *decision += 1;
        if both.position() != game.position() {
            return Err("the game with its past is at another position".to_owned().into());
        }
    }
    tried.lockstep += 1;
    tried.lockstep_decisions += *decision as u64;
    let over = game.position().outcome();
    if (over.is_some() || most == case.simulator.most()) && (over, decisions) != (played.outcome.as_ref(), played.decisions) {
        let problem = format!("{over:?} after {decisions}, not {:?} after {}", played.outcome, played.decisions);
        return Err(problem.into());
    }
    replays(ready, &game, words).map_err(|problem| format!("saved with its moves: {problem}"))?;
    tried.laws += 1;
    Ok(())
}

/// The game as it was played before: by what plays it directly, if anything does, else by the machine.
struct BitboardEngine<'c> {
    playing: Option<Playing<'c>>,
    /// What chance has drawn and nobody has asked for yet.
    results: VecDeque<usize>,
    rng: ChaCha8Rng,
}

impl<'c> BitboardEngine<'c> {
    fn new(case: &'c Case<'_>, seed: u64) -> BitboardEngine<'c> {
        let mut rng = agents::generator(seed, 0);
        let mut playing = case.simulator.playout();
        let mut results = VecDeque::new();
        if let Some(playing) = &mut playing {
            playing.note_results();
            playing.restart(&mut |below| agents::below(below, &mut rng));
            results.extend(playing.results());
        }
        BitboardEngine { playing, results, rng }
    }

    /// Which of these options is taken, by its place.
    fn choose(&mut self, case: &Case<'_>, game: &Game, actor: Actor, options: &[Move]) -> Result<usize, String> {
        let program = &case.ready.program;
        let Some(playing) = &mut self.playing else {
            let chosen = match actor {
                Actor::Chance => agents::by_weight(options, &mut self.rng),
                Actor::Player(_) => agents::random(options, &mut self.rng),
            };
            return chosen.ok_or_else(|| "chance has no way".to_owned());
        };
        if actor == Actor::Chance {
            return self.results.pop_front().ok_or_else(|| "nothing was drawn here".to_owned());
        }
        if playing.options() != options.len() {
            return Err(format!("{} options of the engine's, not {}", playing.options(), options.len()));
        }
        if playing.position(program).is_some_and(|position| position != *game.position()) {
            return Err("the engine's game is at another position".to_owned());
        }
        let option = agents::below(playing.options() as u64, &mut self.rng) as usize;
        let chosen = playing.move_of(program, option, game.position(), options).map_err(|limit| limit.to_string())?;
        playing.play(option);
        self.results.extend(playing.results());
        chosen.ok_or_else(|| format!("option {option} is no move"))
    }
}
