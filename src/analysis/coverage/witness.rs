//! A position for what never happened in games, in which it does.

use super::count::Counts;
use super::points::Point;
use super::sketch::{Numbers, Sketcher};
use super::watch::{Decision, Watch};
use crate::engine::{Actor, LimitReached, Move, Position};
use crate::model::Setup;
use crate::notation::movetext;

/// How hard to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions with few pieces, and changed positions of games.
    pub positions: u64,
    /// Games in which rare things are preferred.
    pub games: u64,
    /// Decisions of each such game.
    pub decisions: u32,
}

/// How far was looked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Positions with few pieces, and changed positions of games, from each of which every move was tried.
    pub positions: u64,
    /// Games.
    pub games: u64,
    /// Decisions in them.
    pub decisions: u64,
}

/// A position, or a game, in which something plays its part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// What.
    pub point: Point,
    /// Where it begins; none: at the start of the rules.
    pub start: Option<Setup>,
    /// The moves from there; with the last one it happens.
    pub moves: Vec<String>,
    /// Whether somebody has played to it; else it was made up.
    pub played: bool,
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// One for each thing that was found.
    pub found: Vec<Witness>,
    /// What was not.
    pub left: Vec<Point>,
    /// How far was looked for what is left.
    pub looked: Looked,
}

/// Most pieces of a position that was made up from nothing.
const MOST_PIECES: u64 = 10;
/// Most moves of a made-up position that are tried.
const MOST_MOVES: usize = 40;
/// Most moves of a decision among which the rarest is looked for.
const MOST_COMPARED: usize = 6;
/// Positions of games that are kept to be changed.
const MOST_KEPT: usize = 256;

/// Looks for positions in which these things happen: few pieces first, then positions of games with pieces taken off, then games
/// in which what is rare is preferred, moves are repeated, or captures shunned.
///
/// # Errors
/// A rule that does not come to an end in a game from the start; of a made-up position that is no error.
pub fn search(watch: &Watch<'_>, wanted: &[Point], effort: Effort, numbers: &mut Numbers<'_>) -> Result<Search, LimitReached> {
    let mut look = Look {
        watch,
        sketcher: Sketcher::new(watch.program),
        search: Search { left: wanted.to_vec(), ..Search::default() },
        counts: Counts::new(watch.points),
        kept: Vec::new(),
    };
    // Something to change, and to take what lies off the board from.
    for _ in 0..8 {
        look.game(0, effort.decisions.min(120), false, numbers)?;
    }
    look.positions(effort.positions, numbers);
    for game in 0..effort.games {
        if look.search.left.is_empty() {
            break;
        }
        look.search.looked.games += 1;
        look.game(1 + game % 4, effort.decisions, true, numbers)?;
    }
    look.positions(effort.positions / 2, numbers);
    Ok(look.search)
}

struct Look<'w, 'p> {
    watch: &'w Watch<'p>,
    sketcher: Sketcher<'p>,
    search: Search,
    counts: Counts,
    kept: Vec<Setup>,
}

impl Look<'_, '_> {
    fn positions(&mut self, most: u64, numbers: &mut Numbers<'_>) {
        for i in 0..most {
            if self.search.left.is_empty() || self.kept.is_empty() {
                return;
            }
            let base = self.kept[numbers(self.kept.len() as u64) as usize].clone();
            // Small positions first; every third one is of a game.
            let pieces = 1 + (i * MOST_PIECES / most.max(1)).min(MOST_PIECES - 1) + numbers(2);
            let setup = match i % 3 {
                2 => self.sketcher.thinned(&base, numbers),
                _ => self.sketcher.sparse(&base, pieces as usize, numbers),
            };
            self.search.looked.positions += 1;
            // What is no position, or never comes to an end, shows nothing.
            let _ = self.try_position(&setup, numbers);
        }
    }

    fn try_position(&mut self, setup: &Setup, numbers: &mut Numbers<'_>) -> Result<(), LimitReached> {
        let Ok(position) = Position::from_setup(self.watch.program, setup) else { return Ok(()) };
        let Some(decision) = self.watch.decision(&position)? else { return Ok(()) };
        if decision.moves.is_empty() {
            return Ok(());
        }
        let step = decision.moves.len().div_ceil(MOST_MOVES).max(1);
        let first = numbers(step as u64) as usize;
        for i in (first..decision.moves.len()).step_by(step) {
            let (_, touched) = self.watch.step(&position, &decision.moves[i], &[position.hash()])?;
            let mut found = self.wanted(&decision.touched);
            found.extend(self.wanted(&touched));
            if !found.is_empty() {
                let text = self.text(&decision, i);
                let start = position.to_setup(self.watch.program);
                self.keep(found, Some(start), vec![text], false);
            }
        }
        Ok(())
    }

    /// One game, by a manner of playing.
    fn game(&mut self, manner: u64, most: u32, looking: bool, numbers: &mut Numbers<'_>) -> Result<(), LimitReached> {
        let mut position = Position::start(self.watch.program)?;
        let mut stood = vec![position.hash()];
        let mut texts = Vec::new();
        self.counts.game_begins();
        for _ in 0..most {
            let Some(decision) = self.watch.decision(&position)? else { break };
            let Some(chosen) = self.choose(&position, &decision, manner, &stood, numbers)? else { break };
            let mv = &decision.moves[chosen];
            let (next, touched) = self.watch.step(&position, mv, &stood)?;
            self.counts.move_begins();
            self.counts.add(self.watch.points, &decision.touched);
            self.counts.add(self.watch.points, &touched);
            let text = self.text(&decision, chosen);
            let mut found = self.wanted(&decision.touched);
            found.extend(self.wanted(&touched));
            if !found.is_empty() {
                self.keep_of_game(found, &position, &texts, &text);
            }
            if looking {
                self.search.looked.decisions += 1;
            }
            texts.push(text);
            if next.turns() != position.turns() {
                stood.push(next.hash());
                self.remember(&next, numbers);
            }
            position = next;
        }
        Ok(())
    }

    fn remember(&mut self, position: &Position, numbers: &mut Numbers<'_>) {
        if numbers(8) != 0 || position.outcome().is_some() {
            return;
        }
        let setup = position.to_setup(self.watch.program);
        match self.kept.len() < MOST_KEPT {
            true => self.kept.push(setup),
            false => self.kept[numbers(MOST_KEPT as u64) as usize] = setup,
        }
    }

    /// A move by a manner: 0 any, 1 what is rarest, 2 back to where the game has been, 3 no capture, 4 the rarest now and then.
    fn choose(
        &self,
        position: &Position,
        decision: &Decision,
        manner: u64,
        stood: &[u64],
        numbers: &mut Numbers<'_>,
    ) -> Result<Option<usize>, LimitReached> {
        let moves = &decision.moves;
        if moves.is_empty() {
            return Ok(None);
        }
        if decision.actor == Actor::Chance {
            return Ok(by_weight(moves, numbers));
        }
        let any = numbers(moves.len() as u64) as usize;
        let rarest = manner == 1 || manner == 4 && numbers(3) == 0;
        if !rarest && manner != 2 && manner != 3 {
            return Ok(Some(any));
        }
        let mut best = (any, f64::MIN);
        for i in (0..moves.len().min(MOST_COMPARED)).map(|i| (any + i) % moves.len()) {
            let mv = &moves[i];
            let worth = if manner == 3 {
                -(mv.captures().len() as f64)
            } else {
                let (next, touched) = self.watch.step(position, mv, stood)?;
                match manner {
                    2 => stood.iter().filter(|hash| **hash == next.hash()).count() as f64,
                    _ => touched.iter().map(|point| 1.0 / (1.0 + self.counts.of(self.watch.points, *point).moves as f64)).sum(),
                }
            };
            if worth > best.1 {
                best = (i, worth);
            }
        }
        Ok(Some(best.0))
    }

    fn wanted(&self, touched: &[Point]) -> Vec<Point> {
        let mut found: Vec<Point> = self.search.left.iter().copied().filter(|point| touched.contains(point)).collect();
        found.dedup();
        found
    }

    fn text(&self, decision: &Decision, i: usize) -> String {
        let program = self.watch.program;
        let mut texts = movetext::texts(&program.equipment, &decision.moves, program.chains_may_stop());
        texts.swap_remove(i)
    }

    /// Of a game the last position will do, if it happens there too with no past.
    fn keep_of_game(&mut self, found: Vec<Point>, position: &Position, before: &[String], text: &str) {
        let setup = position.to_setup(self.watch.program);
        let short: Vec<Point> =
            found.iter().copied().filter(|point| shows(self.watch, *point, &Some(setup.clone()), &[text.to_owned()])).collect();
        let long: Vec<Point> = found.into_iter().filter(|point| !short.contains(point)).collect();
        self.keep(short, Some(setup), vec![text.to_owned()], true);
        let whole = before.iter().cloned().chain([text.to_owned()]).collect();
        self.keep(long, None, whole, true);
    }

    fn keep(&mut self, found: Vec<Point>, start: Option<Setup>, moves: Vec<String>, played: bool) {
        self.search.left.retain(|point| !found.contains(point));
        let witness = |point| Witness { point, start: start.clone(), moves: moves.clone(), played };
        self.search.found.extend(found.into_iter().map(witness));
    }
}

/// Whether something happens with the last of these moves: the test of a [`Witness`].
pub fn shows(watch: &Watch<'_>, point: Point, start: &Option<Setup>, moves: &[String]) -> bool {
    let program = watch.program;
    let first = match start {
        Some(setup) => Position::from_setup(program, setup).ok(),
        None => Position::start(program).ok(),
    };
    let Some(mut position) = first else { return false };
    let mut stood = vec![position.hash()];
    let mut last = Vec::new();
    for text in moves {
        let Ok(Some(decision)) = watch.decision(&position) else { return false };
        let texts = movetext::texts(&program.equipment, &decision.moves, program.chains_may_stop());
        let Some(chosen) = texts.iter().position(|one| one == text) else { return false };
        let Ok((next, touched)) = watch.step(&position, &decision.moves[chosen], &stood) else { return false };
        if next.turns() != position.turns() {
            stood.push(next.hash());
        }
        last = decision.touched;
        last.extend(touched);
        position = next;
    }
    last.contains(&point)
}

pub(super) fn by_weight(moves: &[Move], numbers: &mut Numbers<'_>) -> Option<usize> {
    let total = moves.iter().fold(0u64, |sum, mv| sum.saturating_add(mv.weight));
    let mut rest = numbers(total.max(1));
    moves.iter().position(|mv| {
        let here = rest < mv.weight;
        rest = rest.saturating_sub(mv.weight);
        here
    })
}
