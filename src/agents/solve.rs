//! Solves problems: the shortest forced win within a number of moves, by trying all lines, with all first moves that achieve it.

mod table;

use std::collections::HashSet;

use self::table::{NEVER, Table};
use super::analysis::places;
use super::known::Known;
use super::learned::Unfit;
use super::thinker::Clock;
use super::timing::Timing;
use super::turns::may_pass;
use crate::endgames::Value;
use crate::engine::{Actor, Game, LimitReached, Line, LineVisitor, LookAhead};
use crate::model::{PlayerId, SideId};
use crate::program::Program;

/// Lines are followed no further than this; other players may make many decisions in a row before the one that is to win.
const MOST_PLIES: u32 = 600;
/// Positions between two checks of the clock.
const BETWEEN_LOOKS: u64 = 1024;

/// The result of the search for a forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The player that is to win, which is the one that decides.
    pub player: PlayerId,
    /// The shortest win; none if there is none within the moves tried.
    pub win: Option<Win>,
    /// Within how many of the player's own decisions all lines were tried.
    pub moves: u32,
    /// The number of decisions searched.
    pub nodes: u64,
    /// All lines were followed to their ends, so there is no win within more moves either.
    pub never: bool,
    /// The value of the position if there is no win at all and it was found: only with two sides, where the other has no win
    /// either, or one within the same number of its own decisions.
    pub otherwise: Option<Otherwise>,
    /// The value by endgame tables, if they know it.
    pub known: Option<Value>,
}

/// The value of a position that is not won, if both sides play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// The other side cannot win either.
    Drawn,
    /// The other side can force a win within this many of its own decisions.
    Lost(u32),
}

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The number of the player's own decisions, the last one included.
    pub moves: u32,
    /// For each first decision that wins in this number: it, and how the game continues with the longest resistance, as indices
    /// in [`Game::options`], sorted. Several of them are duals: the problem is then unsound.
    pub lines: Vec<Vec<usize>>,
    /// The clock stopped the search before all lines reached their ends.
    pub cut_short: bool,
}

/// Why nothing can be said.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// A rule exceeds a limit of the engine.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The endgame tables beside the rules are damaged, or belong to other rules.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// No player decides.
    #[error("no player decides here: there is nothing to think about")]
    Nobody,
    /// Something is hidden.
    #[error("something is hidden: no win can be proved")]
    Hidden,
    /// Chance decides something.
    #[error("chance has a hand in it: no win can be proved")]
    Chance,
    /// Other players decide too many times in a row.
    #[error("a way goes on for more than {MOST_PLIES} decisions: nothing can be proved of it")]
    Endless,
}

/// Looks for the shortest forced win of the player that decides, within `moves` of its own decisions. `told` is called with each
/// number of moves for which all lines were tried. If the clock stops the search, [`Solution::moves`] is the last of these.
///
/// Clocks and the number of turns continue from the position. Whether a position has occurred before does not matter, because a
/// shortest win repeats nothing.
///
/// ```
/// use draughtsman::agents::{self, Clock};
/// use draughtsman::engine::{LookAhead, Game, Position};
/// # use draughtsman::{library, notation::{Terms, fen}};
/// let ready = library::bundled("english").unwrap();
/// let setup = fen::read(&Terms::from(&ready.variant), "W:W18:B14,22").unwrap();
/// let game = Game::from(Position::from_setup(&ready.program, &setup).unwrap());
/// let solved = agents::solve(&ready.program, &LookAhead::new(&ready.program), &game, 3, 1 << 20, Clock::none(), &|_| ());
/// assert_eq!(solved.unwrap().win, None, "one man against two");
/// ```
///
/// # Errors
/// See [`Unsolved`].
pub fn solve(
    program: &Program,
    ahead: &LookAhead,
    game: &Game,
    moves: u32,
    memory: usize,
    clock: Clock<'_>,
    told: &dyn Fn(u32),
) -> Result<Solution, Unsolved> {
    let Some(Actor::Player(player)) = game.actor(program) else { return Err(Unsolved::Nobody) };
    if program.layout.hidden.contains(&true) {
        return Err(Unsolved::Hidden);
    }
    // A line that is lost has no options, so an error in listing the moves must be returned here.
    game.options(program)?;
    let side = program.equipment.players[player.index()].side;
    let sides: Vec<SideId> = program.equipment.players.iter().map(|player| player.side).collect();
    let other = other_side(&sides, side);
    let (table, tables) = (Table::of(memory), Known::of(program)?);
    let known = tables.as_ref().and_then(|tables| ahead.look(program, game, tables));
    let tables = tables.and_then(|tables| tables.complete(program));
    let timing = Timing::of(program, MOST_PLIES);
    let passes = may_pass(program);
    let search = Search {
        side,
        sides,
        timing,
        passes,
        table,
        tables,
        clock,
        nodes: 0,
        stopped: false,
        drew: false,
        endless: false,
        cut: false,
    };
    let Found { moves, win, nodes, never, otherwise, cut_short } =
        ahead.look(program, game, Problem { search, other, moves, told })?;
    let win = win.map(|(moves, lines)| {
        let lines = lines.iter().map(|line| places(program, ahead, game, line));
        let mut lines: Vec<Vec<usize>> = lines.collect::<Result<_, LimitReached>>()?;
        // Options that lead to the same move in the list are reported once.
        let mut met = HashSet::new();
        lines.retain(|line| line.first().is_some_and(|first| met.insert(*first)));
        lines.sort_unstable();
        Ok::<_, LimitReached>(Win { moves, lines, cut_short })
    });
    Ok(Solution { player, win: win.transpose()?, moves, nodes, never, otherwise, known })
}

/// The opposing side, if exactly two sides play.
fn other_side(sides: &[SideId], side: SideId) -> Option<SideId> {
    let mut others = sides.iter().copied().filter(|one| *one != side);
    let other = others.next()?;
    others.all(|one| one == other).then_some(other)
}

/// A search for the shortest win, to be run on a line.
struct Problem<'p> {
    search: Search<'p>,
    /// The other side, if exactly two play.
    other: Option<SideId>,
    moves: u32,
    told: &'p dyn Fn(u32),
}

/// The result, in options of the line.
struct Found {
    moves: u32,
    win: Option<(u32, Vec<Vec<usize>>)>,
    nodes: u64,
    never: bool,
    otherwise: Option<Otherwise>,
    /// The clock has stopped the search, or the search for the line of play after a win.
    cut_short: bool,
}

impl LineVisitor for Problem<'_> {
    type Output = Result<Found, Unsolved>;

    fn visit<L: Line>(self, line: &mut L) -> Self::Output {
        let Problem { mut search, other, moves, told } = self;
        let mut tried = 0;
        let found = |search: &Search<'_>, tried, win, never, otherwise| Found {
            moves: tried,
            win,
            nodes: search.nodes,
            never,
            otherwise,
            cut_short: search.stopped,
        };
        for within in 1..=moves {
            search.cut = false;
            let winning = search.winning(line, within);
            if search.drew {
                return Err(Unsolved::Chance);
            }
            if search.stopped {
                break;
            }
            tried = within;
            if search.endless && winning.is_empty() {
                return Err(Unsolved::Endless);
            }
            told(within);
            if !winning.is_empty() {
                let lines = winning.into_iter().map(|first| search.line_of_play(line, first, within)).collect();
                return Ok(found(&search, tried, Some((within, lines)), false, None));
            }
            if !search.cut {
                let otherwise = other.and_then(|other| search.otherwise(line, other, moves));
                return Ok(found(&search, tried, None, true, otherwise));
            }
        }
        Ok(found(&search, tried, None, false, None))
    }
}

/// A search for wins of one side.
struct Search<'s> {
    side: SideId,
    /// The side of each player.
    sides: Vec<SideId>,
    timing: Timing,
    /// A turn may pass without a decision, so the number of decisions until a win does not say which player makes how many.
    passes: bool,
    table: Table,
    tables: Option<Known>,
    clock: Clock<'s>,
    nodes: u64,
    stopped: bool,
    /// Chance has drawn something.
    drew: bool,
    /// A line was longer than any that is followed.
    endless: bool,
    /// A line was not followed to its end.
    cut: bool,
}

impl Search<'_> {
    /// Whether the player that decides is on the side that is to win.
    fn ours(&self, line: &impl Line) -> Option<bool> {
        line.actor().map(|player| self.sides.get(player.index()) == Some(&self.side))
    }

    /// The value of the current decision, at which its side has no win: whether the other side has one, within `moves` of its own
    /// decisions. None if that was not found.
    fn otherwise(&mut self, line: &mut impl Line, other: SideId, moves: u32) -> Option<Otherwise> {
        self.side = other;
        self.table.forget();
        for within in 1..=moves {
            self.cut = false;
            let lost = self.wins(line, 0, within);
            if self.stopped || self.drew || self.endless {
                return None;
            }
            if lost || !self.cut {
                return Some(if lost { Otherwise::Lost(within) } else { Otherwise::Drawn });
            }
        }
        None
    }

    /// The options of the current decision that win within so many of the side's own decisions, this one included.
    fn winning(&mut self, line: &mut impl Line, within: u32) -> Vec<usize> {
        line.mark();
        let mut winning = Vec::new();
        for option in 0..line.options() {
            self.play(line, option);
            if self.wins(line, 1, within - 1) {
                winning.push(option);
            }
            line.back();
        }
        line.unmark();
        winning
    }

    fn play(&mut self, line: &mut impl Line, option: usize) {
        line.deal(0);
        line.play(option);
        self.drew |= line.drew();
    }

    /// Whether the side can force a win from the current position, `ply` decisions from the root, within `left` of its own
    /// decisions.
    fn wins(&mut self, line: &mut impl Line, ply: u32, left: u32) -> bool {
        if let Some(winners) = line.winners() {
            return winners >> self.side.0 & 1 != 0;
        }
        self.nodes += 1;
        self.stopped |= self.nodes.is_multiple_of(BETWEEN_LOOKS) && self.clock.stops();
        self.endless |= ply > MOST_PLIES;
        let over = |ours: bool| ours && left == 0 || ply > MOST_PLIES || self.stopped || self.drew;
        // If no player decides though the game is not over, the line has exceeded a limit.
        let Some(ours) = self.ours(line).filter(|ours| !over(*ours)) else {
            self.cut = true;
            return false;
        };
        if let Some(value) = self.tables.as_ref().and_then(|tables| tables.value(line)) {
            // Tables ignore clocks, which can delay or prevent a win, but not make it sooner.
            let Some([least, most]) = own_decisions(value, ours, self.passes) else { return false };
            if least > left {
                self.cut = true;
                return false;
            }
            if most <= left && !self.timing.clocks() {
                return true;
            }
        }
        let hash = line.hash() ^ self.timing.number(line);
        if let Some(known) = self.table.get(hash, left) {
            self.cut |= !known && !self.table.never(hash);
            return known;
        }
        let before = std::mem::take(&mut self.cut);
        line.mark();
        let mut wins = !ours;
        for option in self.order(line, ours) {
            self.play(line, option);
            let after = self.wins(line, ply + 1, left - u32::from(ours));
            line.back();
            if after == ours {
                wins = ours;
                break;
            }
        }
        line.unmark();
        if !self.stopped && !self.drew {
            self.table.put(hash, if wins || self.cut { left } else { NEVER }, wins);
        }
        self.cut |= before;
        wins
    }

    /// The order in which options are tried: captures first at decisions of the side that is to win.
    fn order(&self, line: &impl Line, ours: bool) -> Vec<usize> {
        let mut takes = Vec::with_capacity(line.options());
        line.each_option(|glance| takes.push(glance.takes));
        let mut order: Vec<usize> = (0..takes.len()).collect();
        if ours {
            order.sort_by_key(|option| std::cmp::Reverse(takes[*option]));
        }
        order
    }

    /// The line of play after an option that wins within so many decisions, with the longest resistance of the others.
    fn line_of_play(&mut self, line: &mut impl Line, first: usize, within: u32) -> Vec<usize> {
        line.mark();
        let mut played = vec![first];
        self.play(line, first);
        let mut left = within - 1;
        while let Some(ours) = self.ours(line)
            && line.winners().is_none()
            && !(ours && left == 0)
        {
            let (options, ply) = (0..line.options(), played.len() as u32 + 1);
            let next = match ours {
                true => options.min_by_key(|option| self.needs(line, *option, ply, left - 1)),
                false => options.max_by_key(|option| self.needs(line, *option, ply, left)),
            };
            let Some(option) = next.filter(|_| !self.stopped) else { break };
            left -= u32::from(ours);
            self.play(line, option);
            played.push(option);
        }
        line.back();
        line.unmark();
        played
    }

    /// The number of the side's own decisions that a win takes after an option, `ply` decisions from the root; `left + 1` if it
    /// takes more than `left`.
    fn needs(&mut self, line: &mut impl Line, option: usize, ply: u32, left: u32) -> u32 {
        line.mark();
        self.play(line, option);
        let needs = (0..=left).find(|within| self.wins(line, ply, *within)).unwrap_or(left + 1);
        line.back();
        line.unmark();
        needs
    }
}

/// The least and the greatest number of the side's own decisions in a win known by tables, if it is one; `ours` says whether that
/// side decides first. If no turn can pass, the sides decide alternately.
fn own_decisions(value: Value, ours: bool, passes: bool) -> Option<[u32; 2]> {
    let (plies, own) = match value {
        Value::Won(plies) if ours => (plies, plies.div_ceil(2)),
        Value::Lost(plies) if !ours => (plies, plies / 2),
        _ => return None,
    };
    Some(if passes { [u32::from(ours), plies.into()] } else { [own.into(); 2] })
}
