//! Games by the bitboard engine and by the general machine, compared choice by choice, those of chance included: the number of
//! options, their probabilities, the memory after each, and the end of the game.

mod files;
mod odd;
mod reached;
mod tokens;
mod ways;

use std::collections::HashMap;

use super::chance::ChanceSource;
use super::game::{DecisionKind, ErasedGame, GameInProgress};
use super::rules::Rules;
use super::{BitboardEngine, Made};
use crate::engine::position::{Counting, Position};
use crate::engine::run::{Actor, LimitReached};
use crate::engine::word::Word;
use crate::library;
use crate::program::Program;

/// How many results of a draw by chance are compared.
const DRAWS: usize = 4;
/// A game is not followed beyond a decision with more options.
const MOST_OPTIONS: usize = 1200;
/// Where the machine has a longer list, the bitboard engine may give up: it holds every way to make a move before merging them.
const LONGEST: usize = 10_000;

/// Why a game is not followed to its end.
enum End {
    /// The machine reaches a limit, so there is nothing to compare.
    Limit,
    Differs(String),
}

impl From<LimitReached> for End {
    fn from(_: LimitReached) -> End {
        End::Limit
    }
}

impl From<String> for End {
    fn from(differs: String) -> End {
        End::Differs(differs)
    }
}

/// The state of a game by the machine.
#[derive(PartialEq, Eq, Hash)]
struct MachineState {
    /// The state as text, in which both engines must agree.
    text: String,
    long: bool,
}

impl MachineState {
    /// Whether the bitboard engine gives the same state, or may give up.
    fn agrees(&self, here: Option<&String>) -> bool {
        here.map_or(self.long, |here| *here == self.text)
    }
}

/// The next of a row of pseudo-random numbers (xorshift, Marsaglia 2003).
pub(super) fn next(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 33) as usize
}

/// A game by the bitboard engine at any decision: the last decision of a player, the option played there, and the results of
/// chance since.
#[derive(Clone)]
struct Node<'r, B: Word> {
    base: GameInProgress<'r, B>,
    act: Option<usize>,
    script: Vec<u32>,
    now: GameInProgress<'r, B>,
}

impl<'r, B: Word> Node<'r, B> {
    fn of(base: &GameInProgress<'r, B>, act: Option<usize>, script: Vec<u32>) -> Node<'r, B> {
        let mut now = base.clone();
        now.run.chance.source = ChanceSource::given(&script);
        now.run.chance.weights.clear();
        match act {
            None => now.begin(),
            Some(i) => now.play(i),
        }
        Node { base: base.clone(), act, script, now }
    }

    fn chance(&self) -> bool {
        self.now.decision == DecisionKind::Chance
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
        if self.chance() { self.now.run.chance.weights.len() } else { self.now.options() }
    }

    /// The state of the game as text; none if the engine has given up.
    fn told(&self) -> Option<String> {
        if self.now.over {
            return Some(format!("{:?}", self.now.outcome()));
        }
        if self.now.lost() && !self.chance() {
            return None;
        }
        let by = if self.chance() { "chance" } else { "a player" };
        Some(format!("{} options of {by}, {:?}", self.options(), self.now.standing()))
    }
}

fn told<B: Word>(rules: &Rules<B>, program: &Program, position: &Position) -> Result<MachineState, LimitReached> {
    if position.outcome().is_some() {
        return Ok(MachineState { text: format!("{:?}", position.outcome()), long: false });
    }
    let moves = position.moves(program, Counting::AsWritten)?;
    let by = if position.actor(program) == Some(Actor::Chance) { "chance" } else { "a player" };
    let text = format!("{} options of {by}, {:?}", moves.len(), rules.slots.read::<B>(program, &position.store));
    Ok(MachineState { text, long: moves.len() > LONGEST })
}

/// Plays a game by both, for at most `most` decisions: how many were compared, or why the game is not followed.
fn game<B: Word>(rules: &Rules<B>, program: &Program, seed: u64, most: usize) -> Result<usize, End> {
    let mut seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut position = Position::start(program)?;
    let mut stood = vec![position.standing()];
    let mut node =
        Node::of(&GameInProgress::new(rules, program, &position, super::begins(program, &position)), None, Vec::new());
    for decision in 0..most {
        let there = told(rules, program, &position)?;
        let here = node.told();
        if !there.agrees(here.as_ref()) {
            let moves = position.moves(program, Counting::AsWritten)?;
            let moves: Vec<_> = moves.iter().map(|mv| (&mv.rule, &mv.deeds)).collect();
            let listed = &node.now.run.listed;
            return Err(format!("decision {decision}:\n  {here:?}, not\n  {}\n{listed:?}\n{moves:?}", there.text).into());
        }
        if position.outcome().is_some() {
            return Ok(decision);
        }
        let moves = position.moves(program, Counting::AsWritten)?;
        if moves.is_empty() || moves.len() > MOST_OPTIONS && !node.chance() {
            return Ok(decision);
        }
        let play = |position: &Position, i: usize, stood: &[u64]| position.play(program, &moves[i], stood);
        let (next_here, next_there) = if node.chance() {
            let weights: Vec<u64> = moves.iter().map(|mv| mv.weight).collect();
            if weights != node.now.run.chance.weights {
                return Err(format!("decision {decision}: {:?} ways, not {weights:?}", node.now.run.chance.weights).into());
            }
            for _ in 0..DRAWS {
                let i = next(&mut seed) % moves.len();
                let there = told(rules, program, &play(&position, i, &stood)?)?;
                let here = node.after(i).told();
                if !there.agrees(here.as_ref()) {
                    return Err(format!("decision {decision}, result {i}:\n  {here:?}, not\n  {}", there.text).into());
                }
            }
            let i = next(&mut seed) % moves.len();
            (node.after(i), play(&position, i, &stood)?)
        } else {
            let mut after: HashMap<String, (i32, usize)> = HashMap::new();
            let mut long = false;
            for i in 0..moves.len() {
                let there = told(rules, program, &play(&position, i, &stood)?)?;
                long |= there.long;
                after.entry(there.text).or_insert((0, i)).0 += 1;
            }
            // Where several options lead to the same state, the rest of the turn may distinguish them.
            let whole = |i: usize| play(&position, i, &stood).is_ok_and(|next| next.machine.is_none());
            let apart = after.values().filter(|(many, i)| *many == 1 || whole(*i)).map(|(_, i)| *i);
            let mut apart: Vec<usize> = apart.collect();
            apart.sort_unstable();
            let pick = if apart.is_empty() { None } else { Some(apart[next(&mut seed) % apart.len()]) };
            let mut chosen = None;
            for i in 0..node.options() {
                let after_this = node.after(i);
                let Some(here) = after_this.told() else {
                    return if long {
                        Ok(decision)
                    } else {
                        Err(format!("decision {decision}: option {i} is given up").into())
                    };
                };
                match after.get_mut(&here) {
                    Some((left, which)) => {
                        *left -= 1;
                        if Some(*which) == pick {
                            chosen = Some((after_this, *which));
                        }
                    }
                    None => {
                        let all: Vec<&String> = after.keys().collect();
                        return Err(format!("decision {decision}: nothing comes to\n  {here}, only\n  {all:?}").into());
                    }
                }
            }
            if after.values().any(|(left, _)| *left != 0) {
                let left: Vec<_> = after.iter().filter(|(_, (left, _))| *left != 0).collect();
                let told: Vec<_> = left.iter().map(|(_, (_, i))| &moves[*i]).collect();
                let problem =
                    format!("decision {decision}: what comes of options comes of others, of {moves:?}\n{left:?}\n{told:?}");
                return Err(problem.into());
            }
            match chosen {
                Some((node, which)) => (node, play(&position, which, &stood)?),
                None => return Ok(decision),
            }
        };
        stood.push(next_there.stands_after(&position));
        (node, position) = (next_here, next_there);
    }
    Ok(most)
}

/// Plays games of a program, unless it is refused: how many decisions were compared, or the first difference.
pub(super) fn games(program: &Program, seeds: u64, most: usize) -> Result<Option<usize>, String> {
    let Ok(bitboards) = BitboardEngine::new(program) else { return Ok(None) };
    let mut all = 0;
    for seed in 1..=seeds {
        let done = match &*bitboards.made {
            Made::Small(rules) => game(rules, program, seed, most),
            Made::Double(rules) => game(rules, program, seed, most),
            Made::Wide(rules) => game(rules, program, seed, most),
            Made::Rich(rules) => game(rules, program, seed, most),
        };
        all += match done {
            Ok(decisions) => decisions,
            Err(End::Limit) => 0,
            Err(End::Differs(problem)) => {
                return Err(format!("game {seed}: {}", problem.chars().take(6000).collect::<String>()));
            }
        };
    }
    Ok(Some(all))
}

/// The number of games of each rule file: `unless`, or what `DRAUGHTSMAN_GAMES` says.
pub(super) fn many(unless: u64) -> u64 {
    std::env::var("DRAUGHTSMAN_GAMES").ok().and_then(|number| number.parse().ok()).unwrap_or(unless)
}

/// Bundled games with chance, several decisions in a turn, or choices by others, which the bitboard engine must not refuse.
const FORMED: [&str; 8] = [
    "chaos",
    "chaos invulnerability-by-choice",
    "chaos pink",
    "guerrilla every-checker-captures",
    "konane",
    "saving_private footmen",
    "saving_private kings-count-two",
    "warp",
];

#[test]
fn bundled_games_go_step_by_step() {
    let (mut played, mut failures) = (Vec::new(), Vec::new());
    for name in library::names() {
        for (whole, program) in crate::engine::bitboard::tests::programs(name) {
            match games(&program, many(1), 60) {
                Ok(Some(decisions)) => played.push((whole, decisions)),
                Ok(None) => {}
                Err(problem) => failures.push(format!("{whole}: {problem}")),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let looked_at = |name: &str| played.iter().any(|(one, decisions)| one == name && *decisions >= 40);
    let missing: Vec<_> = FORMED.iter().filter(|name| !looked_at(name)).collect();
    assert!(missing.is_empty(), "not played directly: {missing:?}, but {played:?}");
}
