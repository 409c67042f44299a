//! Games by the direct engine and by the general machine, choice by choice, those of chance too: as many options, as likely, the same
//! memory after each, and the same end.

mod files;
mod tokens;

use std::collections::HashMap;

use super::chance::Luck;
use super::game::{Asks, Game, Under};
use super::rules::Rules;
use super::{Direct, Made};
use crate::engine::position::{Counting, Position};
use crate::engine::run::Actor;
use crate::engine::word::Word;
use crate::library;
use crate::program::Program;

/// Options of chance that are looked at, of all.
const DRAWS: usize = 4;
/// A decision among more options is not looked into.
const MOST_OPTIONS: usize = 1200;

/// The next of a row of numbers that look random (xorshift, Marsaglia 2003).
pub(super) fn next(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 33) as usize
}

/// A game here, at a decision of anybody: the last decision of a player, what was done there, and the results of chance since.
#[derive(Clone)]
struct Node<'r, B: Word> {
    base: Under<'r, B>,
    act: Option<usize>,
    script: Vec<u32>,
    now: Under<'r, B>,
}

impl<'r, B: Word> Node<'r, B> {
    fn of(base: &Under<'r, B>, act: Option<usize>, script: Vec<u32>) -> Node<'r, B> {
        let mut now = base.clone();
        now.run.luck = Luck::told(&script);
        now.run.weights.clear();
        match act {
            None => now.begin(),
            Some(i) => now.play(i),
        }
        Node { base: base.clone(), act, script, now }
    }

    fn chance(&self) -> bool {
        self.now.asks == Asks::Chance
    }

    fn after(&self, i: usize) -> Node<'r, B> {
        if self.chance() {
            let mut script = self.script.clone();
            script.push(i as u32);
            Node::of(&self.base, self.act, script)
        } else {
            Node::of(&self.now, Some(i), Vec::new())
        }
    }

    fn options(&self) -> usize {
        if self.chance() { self.now.run.weights.len() } else { self.now.options() }
    }

    fn told(&self) -> Result<String, String> {
        if self.now.over {
            return Ok(format!("{:?}", self.now.outcome()));
        }
        if self.now.lost() && !self.chance() {
            return Err(format!("lost, asked {:?}", self.now.run.asked));
        }
        let by = if self.chance() { "chance" } else { "a player" };
        Ok(format!("{} options of {by}, {:?}", self.options(), self.now.standing()))
    }
}

fn told<B: Word>(rules: &Rules<B>, program: &Program, position: &Position) -> Result<String, String> {
    if position.outcome().is_some() {
        return Ok(format!("{:?}", position.outcome()));
    }
    let moves = position.moves(program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
    let by = if position.actor(program) == Some(Actor::Chance) { "chance" } else { "a player" };
    Ok(format!("{} options of {by}, {:?}", moves.len(), rules.slots.read::<B>(program, &position.store)))
}

/// A game both ways, of so many decisions at most; what differs first.
fn game<B: Word>(rules: &Rules<B>, program: &Program, seed: u64, most: usize) -> Result<usize, String> {
    let mut seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut position = Position::start(program).map_err(|limit| limit.to_string())?;
    let mut stood = vec![position.hash()];
    let mut node = Node::of(&Under::new(rules, program, &position), None, Vec::new());
    for decision in 0..most {
        // Where the machine comes to a limit, nothing is to be expected here.
        let there = told(rules, program, &position)?;
        let here = node.told()?;
        if here != there {
            let moves = position.moves(program, Counting::AsWritten);
            let moves: Vec<_> = moves.iter().flatten().map(|mv| (&mv.rule, &mv.deeds)).collect();
            return Err(format!("decision {decision}:\n  {here}, not\n  {there}\n{:?}\n{moves:?}", node.now.run.listed));
        }
        if position.outcome().is_some() {
            return Ok(decision);
        }
        let moves = position.moves(program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
        if moves.is_empty() || moves.len() > MOST_OPTIONS && !node.chance() {
            return Ok(decision);
        }
        let play = |position: &Position, i: usize, stood: &[u64]| {
            position.play(program, &moves[i], stood).map_err(|limit| limit.to_string())
        };
        let (next_here, next_there) = if node.chance() {
            let weights: Vec<u64> = moves.iter().map(|mv| mv.weight).collect();
            if weights != node.now.run.weights {
                return Err(format!("decision {decision}: {:?} ways, not {weights:?}", node.now.run.weights));
            }
            for _ in 0..DRAWS {
                let i = next(&mut seed) % moves.len();
                let there = told(rules, program, &play(&position, i, &stood)?)?;
                let here = node.after(i).told()?;
                if here != there {
                    return Err(format!("decision {decision}, result {i}:\n  {here}, not\n  {there}"));
                }
            }
            let i = next(&mut seed) % moves.len();
            (node.after(i), play(&position, i, &stood)?)
        } else {
            let mut after: HashMap<String, (i32, usize)> = HashMap::new();
            for i in 0..moves.len() {
                after.entry(told(rules, program, &play(&position, i, &stood)?)?).or_insert((0, i)).0 += 1;
            }
            // Where several come to the same, the rest of the turn may tell them apart.
            let whole = |i: usize| play(&position, i, &stood).is_ok_and(|next| next.machine.is_none());
            let apart = after.values().filter(|(many, i)| *many == 1 || whole(*i)).map(|(_, i)| *i);
            let mut apart: Vec<usize> = apart.collect();
            apart.sort_unstable();
            let pick = if apart.is_empty() { None } else { Some(apart[next(&mut seed) % apart.len()]) };
            let mut chosen = None;
            for i in 0..node.options() {
                let after_this = node.after(i);
                let here = after_this.told()?;
                match after.get_mut(&here) {
                    Some((left, which)) => {
                        *left -= 1;
                        if Some(*which) == pick {
                            chosen = Some((after_this, *which));
                        }
                    }
                    None => {
                        let all: Vec<&String> = after.keys().collect();
                        return Err(format!("decision {decision}: nothing comes to\n  {here}, only\n  {all:?}"));
                    }
                }
            }
            if after.values().any(|(left, _)| *left != 0) {
                let left: Vec<_> = after.iter().filter(|(_, (left, _))| *left != 0).collect();
                let told: Vec<_> = left.iter().map(|(_, (_, i))| &moves[*i]).collect();
                return Err(format!(
                    "decision {decision}: what comes of options comes of others, of {moves:?}\n{left:?}\n{told:?}"
                ));
            }
            match chosen {
                Some((node, which)) => (node, play(&position, which, &stood)?),
                None => return Ok(decision),
            }
        };
        if next_there.turns() != position.turns() {
            stood.push(next_there.hash());
        }
        (node, position) = (next_here, next_there);
    }
    Ok(most)
}

/// Games of a program, if it has a form: how many decisions were looked at.
pub(super) fn games(program: &Program, seeds: u64, most: usize) -> Result<Option<usize>, String> {
    let Ok(direct) = Direct::new(program) else { return Ok(None) };
    let mut all = 0;
    for seed in 1..=seeds {
        let done = match &*direct.made {
            Made::Small(rules) => game(rules, program, seed, most),
            Made::Double(rules) => game(rules, program, seed, most),
            Made::Wide(rules) => game(rules, program, seed, most),
            Made::Rich(rules) => game(rules, program, seed, most),
        };
        all += done.map_err(|problem| format!("game {seed}: {}", problem.chars().take(6000).collect::<String>()))?;
    }
    Ok(Some(all))
}

/// Games of each rule file: so many, or as many as `DRAUGHTSMAN_GAMES` says.
pub(super) fn many(unless: u64) -> u64 {
    std::env::var("DRAUGHTSMAN_GAMES").ok().and_then(|number| number.parse().ok()).unwrap_or(unless)
}

/// Games with chance, several decisions in a turn, or choices by others, by their bundled files.
const FORMED: [&str; 6] =
    ["chaos", "chaos invulnerability-by-choice", "chaos pink", "guerrilla every-checker-captures", "konane", "warp"];

#[test]
fn bundled_games_go_step_by_step() {
    let (mut played, mut failures) = (Vec::new(), Vec::new());
    for name in library::names() {
        for (whole, program) in crate::engine::direct::tests::programs(name) {
            match games(&program, many(1), 60) {
                Ok(Some(decisions)) => played.push((whole, decisions)),
                Ok(None) => {}
                Err(problem) if problem.contains("more than") => {}
                Err(problem) => failures.push(format!("{whole}: {problem}")),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let looked_at = |name: &str| played.iter().any(|(one, decisions)| one == name && *decisions >= 40);
    let missing: Vec<_> = FORMED.iter().filter(|name| !looked_at(name)).collect();
    assert!(missing.is_empty(), "not played directly: {missing:?}, but {played:?}");
}
