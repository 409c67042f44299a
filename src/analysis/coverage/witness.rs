//! Searches for positions in which a rule takes part that took part in none of the games.

use super::count::Counts;
use super::points::Point;
use super::proof::{Witness, shows, shrink};
use super::sketch::{Numbers, Sketcher};
use super::watch::{Decision, Watch};
use crate::engine::{Actor, LimitReached, Position, drawn};
use crate::model::{Setup, SiteId};
use crate::notation::json::coverage::Looked;
use crate::notation::movetext;

/// How much to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Number of positions to construct, with few pieces or by changing positions of games.
    pub positions: u64,
    /// Number of games that prefer rare events.
    pub games: u64,
    /// Maximum number of decisions of such a game.
    pub decisions: u32,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// A witness for each point that was found.
    pub found: Vec<Witness>,
    /// The points that were not found.
    pub left: Vec<Point>,
    /// How much was searched in total.
    pub looked: Looked,
}

/// Maximum number of pieces of a sparse position.
const MOST_PIECES: u64 = 10;
/// Maximum number of moves of a constructed position that are tried.
const MOST_MOVES: usize = 40;
/// Maximum number of moves of a decision that are compared for rarity.
const MOST_COMPARED: usize = 6;
/// Number of decisions of a game in which pieces move back and forth.
const BACK_AND_FORTH: u32 = 40;
/// Maximum number of positions of games that are kept as a basis for changed ones.
const MOST_KEPT: usize = 256;

/// Searches for positions in which the wanted points take part: first constructed positions, then games that prefer rare
/// events, repeat moves, or avoid captures. Stops when `goes_on` returns false.
///
/// # Errors
/// A rule that does not come to an end in a game from the initial position; in a constructed position it is no error.
pub fn search(
    watch: &Watch<'_>,
    wanted: &[Point],
    effort: Effort,
    numbers: &mut Numbers<'_>,
    goes_on: &dyn Fn() -> bool,
) -> Result<Search, LimitReached> {
    let mut look = Look {
        watch,
        goes_on,
        sketcher: Sketcher::new(watch.program),
        search: Search { left: wanted.to_vec(), ..Search::default() },
        counts: Counts::new(watch.points),
        kept: Vec::new(),
    };
    // These games provide positions to change, and realistic contents of piles for constructed positions.
    for _ in 0..8 {
        look.game(Manner::Any, None, effort.decisions.min(120), numbers)?;
    }
    look.search.looked = Looked::default();
    look.positions(effort.positions, numbers);
    for game in 0..effort.games {
        if look.search.left.is_empty() || !goes_on() {
            break;
        }
        let manner = [Manner::Rarest, Manner::Back, Manner::Shy, Manner::Mixed, Manner::BackFromFew][game as usize % 5];
        match manner {
            // In a game from a constructed position a limit is no error.
            Manner::BackFromFew => drop(look.back_and_forth(numbers)),
            _ => look.game(manner, None, effort.decisions, numbers)?,
        }
    }
    look.positions(effort.positions / 2, numbers);
    look.search.found.iter_mut().filter(|_| goes_on()).for_each(|found| shrink(watch, found));
    Ok(look.search)
}

/// How moves are chosen in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// At random.
    Any,
    /// The move with the rarest events among a few.
    Rarest,
    /// Back to where the piece came from.
    Back,
    /// The same, from a position with few pieces.
    BackFromFew,
    /// The move that captures least.
    Shy,
    /// Like [`Manner::Rarest`] in a third of the decisions, else at random.
    Mixed,
}

struct Look<'w, 'p> {
    watch: &'w Watch<'p>,
    goes_on: &'w dyn Fn() -> bool,
    sketcher: Sketcher<'p>,
    search: Search,
    counts: Counts,
    kept: Vec<Setup>,
}

impl Look<'_, '_> {
    fn positions(&mut self, most: u64, numbers: &mut Numbers<'_>) {
        for i in 0..most {
            if self.search.left.is_empty() || self.kept.is_empty() || !(self.goes_on)() {
                return;
            }
            let base = self.kept[numbers(self.kept.len() as u64) as usize].clone();
            // The number of pieces grows with i; some positions are thinned ones of games, some are crowded.
            let pieces = 1 + (i * MOST_PIECES / most.max(1)).min(MOST_PIECES - 1) + numbers(2);
            let setup = match i % 5 {
                2 | 3 => self.sketcher.thinned(&base, numbers),
                4 => self.sketcher.crowded(&base, numbers),
                _ => self.sketcher.sparse(&base, pieces as usize, numbers),
            };
            self.search.looked.positions += 1;
            // Positions that cannot be set up, or reach a limit, show nothing.
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
            let (_, touched) = self.watch.step(&position, &decision.moves[i], &[position.standing()])?;
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

    /// Plays a game in which pieces move back and forth, from a position with few of them.
    fn back_and_forth(&mut self, numbers: &mut Numbers<'_>) -> Result<(), LimitReached> {
        if self.kept.is_empty() {
            return Ok(());
        }
        let base = self.kept[numbers(self.kept.len() as u64) as usize].clone();
        let pieces = 2 + numbers(5) as usize;
        let setup = self.sketcher.sparse(&base, pieces, numbers);
        let Ok(position) = Position::from_setup(self.watch.program, &setup) else { return Ok(()) };
        self.game(Manner::BackFromFew, Some(position), BACK_AND_FORTH, numbers)
    }

    /// Plays one game in a given manner, from a position or from the start.
    fn game(
        &mut self,
        manner: Manner,
        start: Option<Position>,
        most: u32,
        numbers: &mut Numbers<'_>,
    ) -> Result<(), LimitReached> {
        let made_up = start.as_ref().map(|position| position.to_setup(self.watch.program));
        let mut position = match start {
            Some(position) => position,
            None => Position::start(self.watch.program)?,
        };
        let mut stood = vec![position.standing()];
        let mut texts = Vec::new();
        let mut last: Vec<Option<(SiteId, SiteId)>> = vec![None; self.watch.program.equipment.players.len()];
        self.counts.game_begins();
        self.search.looked.games += 1;
        for _ in 0..most {
            let Some(decision) = self.watch.decision(&position)? else { break };
            let before = match decision.actor {
                Actor::Player(player) => last[player.index()],
                Actor::Chance => None,
            };
            let Some(chosen) = self.choose(&position, &decision, manner, before, numbers)? else { break };
            let mv = &decision.moves[chosen];
            if let Actor::Player(player) = decision.actor {
                last[player.index()] = mv.from().zip(mv.to());
            }
            let (next, touched) = self.watch.step(&position, mv, &stood)?;
            self.counts.move_begins(decision.actor);
            self.counts.add(self.watch.points, &decision.touched);
            self.counts.add(self.watch.points, &touched);
            let text = self.text(&decision, chosen);
            let mut found = self.wanted(&decision.touched);
            found.extend(self.wanted(&touched));
            if !found.is_empty() {
                self.keep_of_game(found, &position, &made_up, &texts, &text);
            }
            self.search.looked.decisions += 1;
            texts.push(text);
            stood.push(next.stands_after(&position));
            if next.turns() != position.turns() && made_up.is_none() {
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

    fn choose(
        &self,
        position: &Position,
        decision: &Decision,
        manner: Manner,
        before: Option<(SiteId, SiteId)>,
        numbers: &mut Numbers<'_>,
    ) -> Result<Option<usize>, LimitReached> {
        let moves = &decision.moves;
        if moves.is_empty() {
            return Ok(None);
        }
        if decision.actor == Actor::Chance {
            return Ok(drawn(moves.iter().map(|mv| mv.weight), numbers));
        }
        let any = numbers(moves.len() as u64) as usize;
        if manner == Manner::Any || manner == Manner::Mixed && numbers(3) > 0 {
            return Ok(Some(any));
        }
        if let (Manner::Back | Manner::BackFromFew, Some((from, to))) = (manner, before) {
            let back = moves.iter().position(|mv| mv.from() == Some(to) && mv.to() == Some(from));
            if back.is_some() {
                return Ok(back);
            }
        }
        let mut best = (any, f64::MIN);
        for i in (0..moves.len().min(MOST_COMPARED)).map(|i| (any + i) % moves.len()) {
            let mv = &moves[i];
            let worth = match manner {
                Manner::Rarest | Manner::Mixed => {
                    let (_, touched) = self.watch.step(position, mv, &[])?;
                    touched.iter().map(|point| 1.0 / (1.0 + self.counts.of(self.watch.points, *point).moves as f64)).sum()
                }
                _ => -(mv.captures().len() as f64),
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

    /// Keeps the last position of the game as a witness if the points take part there without a history; else the whole game.
    fn keep_of_game(&mut self, found: Vec<Point>, position: &Position, start: &Option<Setup>, before: &[String], text: &str) {
        let last = Some(position.to_setup(self.watch.program));
        let alone = vec![text.to_owned()];
        let (short, long): (Vec<Point>, Vec<Point>) =
            found.into_iter().partition(|point| shows(self.watch, *point, &last, &alone));
        self.keep(short, last, alone, start.is_none());
        let whole = before.iter().cloned().chain([text.to_owned()]).collect();
        self.keep(long, start.clone(), whole, start.is_none());
    }

    fn keep(&mut self, found: Vec<Point>, start: Option<Setup>, moves: Vec<String>, played: bool) {
        self.search.left.retain(|point| !found.contains(point));
        let witness = |point| Witness { point, start: start.clone(), moves: moves.clone(), played };
        self.search.found.extend(found.into_iter().map(witness));
    }
}
