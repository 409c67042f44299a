//! The origin of an option: the rule lines that make a move, and the line that asks for a decision.

use crate::model::RuleId;
use crate::program::Program;
use crate::program::code::RuleRef;

use super::machine::Task;
use super::moves::Move;
use super::position::Position;
use super::run::{Choice, Pick, Runner, Step};

impl Position {
    /// The lines that make a move, in the order in which they are used: that of the rule by which it begins, then those of the
    /// rules of its further legs. For a choice, a result of chance or a declined option, the line that asks for it. Each line
    /// occurs once; there is at least one, unless the move is not one of this position.
    ///
    /// ```
    /// # use draughtsman::{engine::{Counting, Position}, library};
    /// let program = library::bundled("english").unwrap().program;
    /// let start = Position::start(&program).unwrap();
    /// let moves = start.moves(&program, Counting::AsWritten).unwrap();
    /// let lines = start.made_by(&program, &moves[0]);
    /// assert_eq!(program.lines[lines[0].index()].text, "man may step forward diagonal");
    /// ```
    pub fn made_by(&self, program: &Program, mv: &Move) -> Vec<RuleId> {
        lines_of(self.resume(program), mv)
    }
}

/// The lines that make a move listed from this run's decision.
pub(super) fn lines_of(mut runner: Runner<'_>, mv: &Move) -> Vec<RuleId> {
    let mut lines: Vec<RuleId> = Vec::new();
    let mut asked = None;
    for next in &mv.record {
        let Step::Choice(Choice { options, .. }) = runner.advance() else { break };
        asked = asked.or_else(|| Some(asking(&runner)));
        let Some(pick) = options.get(*next as usize) else { break };
        if let Pick::Rule(rule, _) | Pick::Leg(rule, _) | Pick::Body(rule) = pick.as_ref() {
            let line = line_of(runner.program, *rule);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        runner.take(&pick);
    }
    if lines.is_empty() {
        lines.extend(asked);
    }
    lines
}

fn line_of(program: &Program, rule: RuleRef) -> RuleId {
    program.groups[rule.group.index()].rules[rule.index as usize].rule
}

/// The line of the choice on top of the stack; if it has none, of the nearest task below it, else of the move or the turn.
fn asking(runner: &Runner<'_>) -> RuleId {
    let program = runner.program;
    let first_of = |block: &crate::program::BlockId| program.block(*block).ops.first().map(|(_, rule)| *rule);
    let of_task = |task: &Task| match task {
        Task::Choose { block, at, .. } | Task::Either { block, at, .. } => {
            program.block(*block).ops.get(*at as usize).map(|(_, rule)| *rule)
        }
        Task::May { block, .. } | Task::Again { block, .. } | Task::Each { block, .. } => first_of(block),
        Task::Path { path, .. } => program.paths.get(path.0 as usize).map(|path| path.rule),
        Task::Leg { rule } => Some(line_of(program, *rule)),
        Task::Block { block, next, .. } => {
            program.block(*block).ops.get((*next as usize).saturating_sub(1)).map(|(_, rule)| *rule)
        }
        Task::Setup { next } => program.game.setup.get((*next as usize).saturating_sub(1)).map(|script| script.rule),
        _ => None,
    };
    let of_move = || runner.machine.moving.rule.map(|rule| line_of(program, rule));
    let top = runner.machine.tasks.last().and_then(of_task);
    let below = || runner.machine.tasks.iter().rev().skip(1).find_map(of_task);
    top.or_else(below).or_else(of_move).unwrap_or(program.game.turn.rule)
}
