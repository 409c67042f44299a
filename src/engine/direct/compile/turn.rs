//! The scripts of the set-up and of a turn.

use super::super::super::word::Word;
use super::super::phrases::Term;
use super::super::refusal::Cause;
use super::super::rules::{BlockAt, LOOPS, Play, Step, TurnRules};
use super::super::stored::{Clock, Fresh};
use super::{Maker, look};
use crate::model::StoredId;
use crate::model::expr::{Given, Type};
use crate::model::rules::{Each, StoredType};
use crate::program::code::{EventKind, Op, Trigger};
use crate::program::node::{Node, NodeId};
use crate::program::{BlockId, Program};

impl<B: Word> Maker<'_, B> {
    /// The set-up, and what a turn is made of.
    pub(super) fn turn_rules(&mut self) -> Option<TurnRules> {
        let program = self.program;
        let steps = self.turn()?;
        Some(TurnRules {
            setup: self.setup()?,
            steps,
            locals: self.script_locals()?,
            several_plays: program.quiet.several_plays,
            rule: program.game.turn.rule,
            fresh: self.fresh(),
            clocks: self.clocks(),
        })
    }

    /// The scripts before the first turn, in which of players nobody is asked.
    fn setup(&mut self) -> Option<Vec<BlockAt>> {
        let program = self.program;
        let scripts = program.game.setup.iter().map(|script| {
            self.locals(script.locals)?;
            self.by_chance_alone(script.body)
        });
        scripts.collect()
    }

    /// How many names scripts have.
    fn script_locals(&mut self) -> Option<u8> {
        let scripts = self.program.game.setup.iter().chain([&self.program.game.turn]);
        self.locals(scripts.map(|script| script.locals).max().unwrap_or(0))
    }

    /// A block in which of players nobody is asked.
    pub(super) fn by_chance_alone(&mut self, block: BlockId) -> Option<BlockAt> {
        let asks = self.program.some_op(block, &look::asks_player);
        if asks { self.refusal.refuse(Cause::Questions) } else { self.block(block) }
    }

    /// The steps of a turn.
    fn turn(&mut self) -> Option<Vec<Step>> {
        // Where a turn ends, and where one begins, a question would be one with the decision that follows.
        for event in [EventKind::TurnBegins, EventKind::TurnEnds] {
            let triggers = self.program.triggers.of(event);
            let asks = |trigger: &&Trigger| self.program.some_op(trigger.body, &look::asks_player);
            if let Some(trigger) = triggers.iter().find(asks) {
                self.refusal.line(trigger.rule);
                return self.refusal.refuse(Cause::Questions);
            }
        }
        let turn = &self.program.game.turn;
        self.refusal.line(turn.rule);
        self.locals(turn.locals)?;
        let mut steps = Vec::new();
        self.steps(turn.body, 0, &mut steps)?;
        Some(steps)
    }

    /// The steps of a block within so many loops.
    fn steps(&mut self, block: BlockId, loops: usize, steps: &mut Vec<Step>) -> Option<()> {
        let ops = &self.program.block(block).ops;
        for (i, (op, line)) in ops.iter().enumerate() {
            self.refusal.line(*line);
            match op {
                Op::Play(moves, None) => self.play(*moves, [false, false], steps)?,
                Op::May(inner) | Op::MayRepeat(inner) => {
                    let [(Op::Play(moves, None), _)] = self.program.block(*inner).ops.as_slice() else {
                        return self.refusal.refuse(Cause::Questions);
                    };
                    self.play(*moves, [true, matches!(op, Op::MayRepeat(_))], steps)?;
                }
                Op::If(condition, yes, no) => {
                    let test = self.test(*condition)?;
                    let at = steps.len();
                    steps.push(Step::Unless(test, 0));
                    self.steps(*yes, loops, steps)?;
                    let over = steps.len();
                    steps.push(Step::Jump(0));
                    let otherwise = steps.len();
                    self.steps(*no, loops, steps)?;
                    let end = steps.len();
                    if let Step::Unless(_, to) = &mut steps[at] {
                        *to = otherwise;
                    }
                    steps[over] = Step::Jump(end);
                }
                Op::Repeat(Some(times), inner) if self.plays(*inner) => {
                    if loops >= LOOPS {
                        return self.refusal.refuse(Cause::Room);
                    }
                    let times = self.term(*times)?;
                    steps.push(Step::Times(loops, times));
                    let at = steps.len();
                    steps.push(Step::Count(loops, 0));
                    self.steps(*inner, loops + 1, steps)?;
                    steps.push(Step::Jump(at));
                    let end = steps.len();
                    steps[at] = Step::Count(loops, end);
                }
                Op::Verb(_, inner) => self.steps(*inner, loops, steps)?,
                op if self.holds_play(op) => return self.refusal.refuse(Cause::Play),
                op => {
                    let piece = match op {
                        Op::Let(_, what) | Op::Choose(_, _, _, what, _) => {
                            matches!(self.program.type_of(*what), Type::Piece | Type::Token(_))
                        }
                        _ => false,
                    };
                    if piece {
                        return self.refusal.refuse(Cause::Lying);
                    }
                    let alone = self.statement(op, block, i)?;
                    steps.push(Step::Do(alone));
                }
            }
        }
        Some(())
    }

    /// A statement of a script, as a block in which of players nobody is asked.
    fn statement(&mut self, op: &Op, block: BlockId, i: usize) -> Option<BlockAt> {
        let inner = |block: &BlockId| self.program.some_op(*block, &look::asks_player);
        let asks = look::asks_player(op)
            || match op {
                Op::If(_, yes, no) => inner(yes) || inner(no),
                Op::Repeat(_, block) | Op::For(_, _, block) | Op::As(_, block) => inner(block),
                _ => false,
            };
        if asks { self.refusal.refuse(Cause::Questions) } else { self.one(block, i) }
    }

    /// Whether a block holds a decision of the turn.
    fn plays(&self, block: BlockId) -> bool {
        self.program.some_op(block, &|op| matches!(op, Op::Play(..)))
    }

    fn holds_play(&self, op: &Op) -> bool {
        match op {
            Op::Play(..) => true,
            Op::Either(blocks) => blocks.iter().any(|block| self.plays(*block)),
            Op::If(_, yes, no) => self.plays(*yes) || self.plays(*no),
            Op::May(block) | Op::MayRepeat(block) | Op::Repeat(_, block) | Op::For(_, _, block) | Op::As(_, block) => {
                self.plays(*block)
            }
            _ => false,
        }
    }

    fn play(&mut self, moves: NodeId, [optional, again]: [bool; 2], steps: &mut Vec<Step>) -> Option<()> {
        let (moves, only) = match self.program.node(moves) {
            Node::Where(of, _, condition) => (*of, Some(self.about_actor(*condition)?)),
            _ => (moves, None),
        };
        let Some(groups) = classes(self.program, moves) else { return self.refusal.refuse(Cause::Play) };
        steps.push(Step::Play(Play { groups, only, optional, again }));
        Some(())
    }

    /// What is asked about a move, if it asks about nothing but the piece that moves.
    fn about_actor(&mut self, condition: NodeId) -> Option<Term> {
        let done = |node: &Node| {
            matches!(
                node,
                Node::Given(Given::Taken | Given::Passed | Given::Start | Given::Landing | Given::Trail | Given::Legs)
            )
        };
        let can = |node: &Node| matches!(node, Node::CanGroup(..) | Node::CanPath(..) | Node::CanBody(..));
        if self.program.reads(condition, &|node| done(node) || can(node)) {
            self.refusal.refuse(Cause::Play)
        } else {
            self.term(condition)
        }
    }

    fn fresh(&self) -> Fresh {
        let kept_for = |each: Each| self.program.kept_for(each).map(|id| self.stored(id)).collect();
        let forgotten = self.program.afterwards.forgotten.iter().map(|id| self.stored(*id)).collect();
        Fresh { of_turn: kept_for(Each::Turn), of_move: kept_for(Each::Move), forgotten }
    }

    fn clocks(&self) -> Vec<Clock> {
        let stored = self.program.stored.iter().enumerate().filter(|(_, stored)| stored.clock);
        let clock = |(i, stored): (usize, &crate::model::rules::Stored)| {
            let StoredType::Number { greatest, .. } = stored.holds else { return None };
            Some(Clock { bit: (i % 32) as u8, at: self.stored(StoredId(i as _)).at, greatest: greatest as i32 })
        };
        stored.filter_map(clock).collect()
    }
}

/// The classes that a phrase means in any case, as bits.
fn classes(program: &Program, moves: NodeId) -> Option<u64> {
    match program.node(moves) {
        Node::Moves(groups) => Some(groups.iter().fold(0, |all, group| all | 1 << group.0)),
        Node::Union(parts) => parts.iter().try_fold(0, |all, part| Some(all | classes(program, *part)?)),
        _ => None,
    }
}
