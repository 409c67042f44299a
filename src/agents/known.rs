//! Endgame tables in a search.

use std::cmp::Reverse;
use std::sync::Arc;

use smallvec::SmallVec;

use super::agent::Agent;
use super::evaluation::Evaluation;
use super::learned::{Unfit, of_program, sha256};
use super::limits::{MOST_DEPTH, Thought, over};
use super::retrograde::endgames_of;
use crate::endgames::{Endgames, MOST_PIECES, Placed, Value};
use crate::engine::{Line, LineVisitor};
use crate::model::{PlayerId, SideId};
use crate::notation::json::goes_by::GoesBy;
use crate::program::Program;

/// The endgame tables beside the rules of a program.
#[derive(Clone, Debug)]
pub struct Known {
    endgames: Arc<Endgames>,
    kinds: usize,
    turn_order: Vec<PlayerId>,
}

impl PartialEq for Known {
    fn eq(&self, other: &Known) -> bool {
        Arc::ptr_eq(&self.endgames, &other.endgames)
    }
}

impl Eq for Known {}

impl Known {
    /// The tables of a program, if there are any beside its rules.
    ///
    /// # Errors
    /// The file is no table file, or belongs to other rules.
    pub fn of(program: &Program) -> Result<Option<Known>, Unfit> {
        let endgames = endgames_of(program).map_err(|why| {
            let name = program.beside.endgames.as_ref().map(|beside| beside.path().display().to_string()).unwrap_or_default();
            Unfit::Endgames { name, why }
        })?;
        let equipment = &program.equipment;
        let (kinds, turn_order) = (equipment.kinds.len(), equipment.turn_order.clone());
        Ok(endgames.map(|endgames| Known { endgames, kinds, turn_order }))
    }

    /// The same for agents that rely on tables: none if running out of patience can win the game, because tables ignore that.
    pub(super) fn complete(self, program: &Program) -> Option<Known> {
        (!program.patience_wins()).then_some(self)
    }

    /// The value of the current position for the player to move, if tables know it.
    pub fn value(&self, line: &impl Line) -> Option<Value> {
        if line.occupied() > self.endgames.most_pieces() as usize {
            return None;
        }
        let player = line.actor()?;
        let mut pieces = placed(line, self.kinds);
        let turn = self.turn_order.iter().position(|one| *one == player)?;
        self.endgames.value(&mut pieces, turn)
    }
}

/// Looks up the current position.
impl LineVisitor for &Known {
    type Output = Option<Value>;

    fn visit<L: Line>(self, line: &mut L) -> Option<Value> {
        self.value(line)
    }
}

/// Whether this many MiB of memory can be allocated, as far as the system says.
pub fn has_memory(mebibytes: u32) -> bool {
    let bytes = usize::try_from(u64::from(mebibytes) << 20);
    bytes.is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

/// Whether an agent can play by the rules of a program. It cannot if it is to use more memory than there is, or if it uses a file
/// of learned weights or tables beside the rules that is damaged or belongs to other rules.
///
/// # Errors
/// Why it cannot.
pub fn fit(program: &Program, agent: Agent) -> Result<(), Unfit> {
    if let Some(mebibytes) = agent.memory().filter(|mebibytes| !has_memory(*mebibytes)) {
        return Err(Unfit::Memory { mebibytes });
    }
    if agent.uses_learned_weights() {
        of_program(program)?;
    }
    if agent.uses_endgame_tables() {
        Known::of(program)?;
    }
    Ok(())
}

/// The files beside the rules of a program that any of the agents uses, by name.
pub fn goes_by(program: &Program, agents: &[Agent]) -> GoesBy {
    let learned = program.beside.learned.as_ref().filter(|_| agents.iter().any(|agent| agent.uses_learned_weights()));
    let knows = agents.iter().any(|agent| agent.uses_endgame_tables());
    let known = knows.then(|| Known::of(program).ok().flatten()?.complete(program)).flatten();
    let tables = program.beside.endgames.as_ref().filter(|_| known.is_some());
    GoesBy {
        weights: learned.map(|beside| beside.name.clone()),
        endgames: tables.map(|beside| beside.path().display().to_string()),
    }
}

/// Identifies the contents of the files that these agents use, wherever they are stored: a hash of the learned weights, and the
/// greatest number of pieces and the number of the tables, whose values follow from the rules. Empty where they use none.
pub fn fingerprint(program: &Program, agents: &[Agent]) -> String {
    let GoesBy { weights, endgames } = goes_by(program, agents);
    let learned = program.beside.learned.as_ref().filter(|_| weights.is_some()).and_then(|beside| beside.text.as_ref().ok());
    let known = endgames.and_then(|_| Known::of(program).ok().flatten());
    let learned = learned.map(|text| format!("-{}", sha256(text.as_bytes())));
    let tables = known.map(|known| format!("-{}-{}", known.endgames.most_pieces(), known.endgames.summaries().len()));
    [learned, tables].into_iter().flatten().collect()
}

/// The pieces on the board as tables number them; if there are more than a table can hold, only one more than that.
pub(super) fn placed(line: &impl Line, kinds: usize) -> SmallVec<[Placed; MOST_PIECES + 1]> {
    let mut pieces = SmallVec::new();
    line.each_piece(|one| {
        if pieces.len() <= MOST_PIECES {
            pieces.push(Placed { board: (one.side.index() * kinds + one.kind.index()) as u16, site: one.site });
        }
    });
    pieces
}

/// The best options of the current decision if tables know that it is won or lost, the best one first: the soonest win, or the
/// latest loss. Each line is continued up to the greatest depth of a search. None in a drawn position: the opponents can still go
/// wrong there, so the agent searches.
pub(super) fn thoughts(line: &mut impl Line, evaluation: &Evaluation, lines: usize) -> Option<Vec<Thought>> {
    let side = evaluation.side(line.actor()?);
    evaluation.exact(line, side, 0).filter(|value| *value != 0)?;
    let nodes = line.options() as u64;
    line.mark();
    let ranked = ranked(line, evaluation, 1);
    let thoughts = ranked.into_iter().take(lines.max(1)).map(|(value, option)| {
        line.play(option);
        let thought = Thought { line: goes_on(line, evaluation), value, depth: 1, nodes, ..Thought::without(option) };
        line.back();
        thought
    });
    let thoughts: Vec<Thought> = thoughts.collect();
    line.unmark();
    (!thoughts.is_empty()).then_some(thoughts)
}

/// Continues decided lines to the end of the game where tables know how; the search stopped where tables answered.
pub(super) fn go_on(line: &mut impl Line, evaluation: &Evaluation, thoughts: &mut [Thought]) {
    line.mark();
    for thought in thoughts.iter_mut().filter(|thought| thought.decided().is_some()) {
        line.play(thought.option);
        thought.line.iter().for_each(|option| line.play(*option));
        if evaluation.exact(line, SideId(0), 0).is_some() {
            thought.line.extend(goes_on(line, evaluation));
        }
        line.back();
    }
    line.unmark();
}

/// The options of the decision at the last mark whose values tables know, with their values for the player that decides, best
/// first.
fn ranked(line: &mut impl Line, evaluation: &Evaluation, ply: usize) -> Vec<(i32, usize)> {
    let Some(side) = line.actor().map(|player| evaluation.side(player)) else { return Vec::new() };
    let mut ranked = Vec::new();
    for option in 0..line.options() {
        line.play(option);
        let exact = match line.winners() {
            Some(winners) => Some(over(winners, side, ply)),
            None => evaluation.exact(line, side, ply),
        };
        if let Some(value) = exact {
            ranked.push((value, evaluation.value(line, side), option));
        }
        line.back();
    }
    ranked.sort_by_key(|(value, standing, option)| (Reverse((*value, *standing)), *option));
    ranked.into_iter().map(|(value, _, option)| (value, option)).collect()
}

/// Plays the best options by tables from the current position on, and returns them.
fn goes_on(line: &mut impl Line, evaluation: &Evaluation) -> Vec<usize> {
    let mut played = Vec::new();
    while played.len() < MOST_DEPTH as usize && line.actor().is_some() {
        line.mark();
        let best = ranked(line, evaluation, 0).first().map(|(_, option)| *option);
        line.unmark();
        let Some(option) = best else { break };
        line.play(option);
        played.push(option);
    }
    played
}
