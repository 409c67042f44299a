//! Random games with secrets.

use draughtsman::agents;
use draughtsman::engine::Game;
use draughtsman::library::{self, Ready};
use draughtsman::model::PlayerId;

use crate::facts;

/// Decisions of one game at which a law is tried, and from how many on a game is given up.
const TRIED: usize = 24;
const LONGEST: usize = 800;

/// How often every number of decisions is multiplied: `DRAUGHTSMAN_PLIES=1000` tries about so many in each rule file.
pub(crate) fn tried() -> usize {
    std::env::var("DRAUGHTSMAN_PLIES").ok().and_then(|plies| plies.parse().ok()).unwrap_or(TRIED)
}

/// The rule files with tokens, each as it is and with each of its options; and the small ones.
pub(crate) fn rules() -> Vec<(String, Ready)> {
    let mut all = Vec::new();
    for name in facts::every_variant() {
        let ready = facts::rules(&name, &[]).expect("there is a rule file");
        if ready.variant.equipment.tokens.is_empty() {
            continue;
        }
        let options: Vec<String> = ready.variant.equipment.options.iter().map(|option| option.name.clone()).collect();
        all.push((name.clone(), ready));
        for option in options {
            let loaded = library::load(&facts::path_of(&name).expect("a file").display().to_string()).expect("a file");
            // Options that need another one are not tried alone.
            if let Ok(ready) = facts::ready(&loaded, std::slice::from_ref(&option)) {
                all.push((format!("{name} --option {option}"), ready));
            }
        }
    }
    all.extend(["peeking", "carried", "partners", "stacked"].map(|name| (name.to_owned(), small(name))));
    assert!(all.iter().filter(|(_, ready)| hides(ready)).count() > 4);
    all
}

/// A small rule file of this folder.
pub(crate) fn small(name: &str) -> Ready {
    let path = format!("{}/tests/suite/views/rules/{name}.draughts", env!("CARGO_MANIFEST_DIR"));
    facts::ready(&library::load(&path).expect("a rule file"), &[]).unwrap_or_else(|problem| panic!("{name}: {problem}"))
}

/// Whether anything can be hidden.
pub(crate) fn hides(ready: &Ready) -> bool {
    ready.program.layout.hidden.contains(&true)
}

/// Every player.
pub(crate) fn players(ready: &Ready) -> impl Iterator<Item = PlayerId> + use<> {
    (0..ready.program.equipment.players.len() as u8).map(PlayerId)
}

/// Plays random games and shows some of their states to a law, with a number of their own.
pub(crate) fn in_random_games(law: impl Fn(&Ready, &Game, u64) -> Result<(), String>) {
    let mut failures = Vec::new();
    let rules = rules();
    for (name, ready) in &rules {
        let mut tries = 0;
        for seed in 1..=tried() as u64 {
            if tries >= tried() {
                break;
            }
            if let Err(problem) = one_game(ready, seed, &mut tries, &law) {
                failures.push(format!("{name}, game {seed}: {problem}"));
                break;
            }
        }
    }
    facts::report(rules.len(), &failures);
}

fn one_game(
    ready: &Ready,
    seed: u64,
    tries: &mut usize,
    law: &impl Fn(&Ready, &Game, u64) -> Result<(), String>,
) -> Result<(), String> {
    let program = &ready.program;
    let mut game = Game::new(program).map_err(|limit| limit.to_string())?;
    let from = *tries;
    while *tries < tried() && *tries < from + TRIED && game.moves().len() < LONGEST {
        let decision = game.moves().len();
        let mut rng = agents::generator(seed, decision as u64);
        // What is drawn at set-up is much of the same, and so are neighbours.
        let often = if game.position().turns() == 0 { 16 } else { 3 };
        if agents::below(often, &mut rng) == 0 {
            *tries += 1;
            law(ready, &game, seed << 16 | decision as u64).map_err(|problem| format!("decision {decision}: {problem}"))?;
        }
        let moves = game.options(program).map_err(|limit| limit.to_string())?;
        let Some(chosen) = agents::by_weight(&moves, &mut rng) else { break };
        game.play(program, &moves[chosen]).map_err(|limit| limit.to_string())?;
    }
    Ok(())
}
