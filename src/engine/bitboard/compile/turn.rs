//! The scripts of the set-up and of a turn.

use super::super::super::word::Word;
use super::super::ops::By;
use super::super::phrases::Term;
use super::super::refusal::Cause;
use super::super::rules::{BlockAt, Class, LOOPS, Play, Step, TurnRules};
use super::super::stored::{Clock, Fresh};
use super::Maker;
use crate::engine::list::{groups_of, whole_classes};
use crate::model::expr::Type;
use crate::model::rules::{Each, Effects, StoredType};
use crate::model::{LocalId, StoredId};
use crate::program::code::{EventKind, Op};
use crate::program::node::{Node, NodeId};
use crate::program::{Asks, BlockId, Program};

/// The steps of a turn that are compiled so far.
#[derive(Default)]
struct Steps {
    all: Vec<Step>,
    /// The moves that plays admit.
    admitted: Vec<Class>,
    /// Names that mean pieces, as bits.
    pieces: u16,
}

impl<B: Word> Maker<'_, B> {
    /// The set-up, and the script of a turn.
    pub(super) fn turn_rules(&mut self) -> Option<TurnRules> {
        let program = self.program;
        let Steps { all: steps, admitted, pieces } = self.turn()?;
        Some(TurnRules {
            setup: self.setup()?,
            steps,
            locals: self.script_locals()?,
            pieces,
            admitted,
            several_plays: program.forced_rest.several_plays,
            rule: program.game.turn.rule,
            fresh: self.fresh(),
            clocks: self.clocks(),
        })
    }

    /// The scripts before the first turn.
    fn setup(&mut self) -> Option<Vec<BlockAt>> {
        let program = self.program;
        let scripts = program.game.setup.iter().map(|script| {
            self.locals(script.locals)?;
            self.block(script.body)
        });
        scripts.collect()
    }

    /// How many names the scripts have at most.
    fn script_locals(&mut self) -> Option<u8> {
        let scripts = self.program.game.setup.iter().chain([&self.program.game.turn]);
        self.locals(scripts.map(|script| script.locals).max().unwrap_or(0))
    }

    /// Whether a player is asked anything outside of moves.
    pub(super) fn questions(&self) -> bool {
        let program = self.program;
        let asks = |op: &Op| match op {
            Op::Play { .. } => false,
            Op::May(inner) | Op::MayRepeat(inner) => only_play(program, *inner).is_none(),
            op => program.own_effects(op).any(Effects::ASKS_CHOOSER | Effects::ASKS_ANOTHER),
        };
        let asks = |block: BlockId| program.some_op(block, &asks);
        [EventKind::TurnBegins, EventKind::TurnEnds]
            .into_iter()
            .flat_map(|event| program.triggers.of(event))
            .any(|trigger| asks(trigger.body))
            || program.game.setup.iter().any(|script| asks(script.body))
            || asks(program.game.turn.body)
    }

    /// The steps of a turn.
    fn turn(&mut self) -> Option<Steps> {
        let turn = &self.program.game.turn;
        self.refusal.line(turn.rule);
        self.locals(turn.locals)?;
        let mut steps = Steps::default();
        self.steps(turn.body, 0, &mut steps)?;
        Some(steps)
    }

    /// Adds the steps of a block that is inside this many loops.
    fn steps(&mut self, block: BlockId, loops: usize, steps: &mut Steps) -> Option<()> {
        let ops = &self.program.block(block).ops;
        for (i, (op, line)) in ops.iter().enumerate() {
            self.refusal.line(*line);
            match op {
                Op::Play { moves, by } => self.play((*moves, *by), [false, false], steps)?,
                Op::May(inner) | Op::MayRepeat(inner) if self.plays(*inner) => {
                    let again = matches!(op, Op::MayRepeat(_));
                    match only_play(self.program, *inner) {
                        Some(play) => self.play(play, [true, again], steps)?,
                        None => self.may(*inner, again, loops, steps)?,
                    }
                }
                Op::Either(blocks) if self.holds_play(op) => self.either(blocks, loops, steps)?,
                Op::If(condition, yes, no) => {
                    let test = self.test(*condition)?;
                    let at = steps.all.len();
                    steps.all.push(Step::Unless(test, 0));
                    self.steps(*yes, loops, steps)?;
                    let over = steps.all.len();
                    steps.all.push(Step::Jump(0));
                    let otherwise = steps.all.len();
                    self.steps(*no, loops, steps)?;
                    let end = steps.all.len();
                    if let Step::Unless(_, to) = &mut steps.all[at] {
                        *to = otherwise;
                    }
                    steps.all[over] = Step::Jump(end);
                }
                Op::Repeat(Some(times), inner) if self.plays(*inner) => {
                    if loops >= LOOPS {
                        return self.refusal.refuse(Cause::Room);
                    }
                    let times = self.term(*times)?;
                    steps.all.push(Step::Times(loops, times));
                    let at = steps.all.len();
                    steps.all.push(Step::Count(loops, 0));
                    self.steps(*inner, loops + 1, steps)?;
                    steps.all.push(Step::Jump(at));
                    let end = steps.all.len();
                    steps.all[at] = Step::Count(loops, end);
                }
                Op::For(local, of, inner) if self.plays(*inner) => self.each((*local, *of, *inner), loops, steps)?,
                Op::Verb(_, inner) => self.steps(*inner, loops, steps)?,
                op if self.holds_play(op) => return self.refusal.refuse(Cause::Play),
                op => {
                    let alone = self.one(block, i)?;
                    if let Op::Let(local, what) | Op::Choose { local, from: what, .. } = op {
                        self.name_of_turn(*local, *what, steps)?;
                    }
                    steps.all.push(Step::Do(alone));
                }
            }
        }
        Some(())
    }

    /// Records a name of the script for the steps that follow.
    fn name_of_turn(&mut self, local: LocalId, what: NodeId, steps: &mut Steps) -> Option<()> {
        match self.program.type_of(what) {
            // Tokens go with the pieces that bear them, and what is in piles is identified by where it lies: neither can be
            // followed.
            Type::Token(_) => return self.refusal.refuse(Cause::Lying),
            Type::Piece if self.lying.contains(&local) => return self.refusal.refuse(Cause::Lying),
            Type::Piece => steps.pieces |= 1 << self.local(local)?,
            _ => {}
        }
        Some(())
    }

    /// Steps that are taken for each of some things.
    fn each(&mut self, (local, of, inner): (LocalId, NodeId, BlockId), loops: usize, steps: &mut Steps) -> Option<()> {
        let number = u8::try_from(steps.all.len()).ok()?;
        let things = match self.term(of)? {
            Term::PilePieces(_) => return self.refusal.refuse(Cause::Lying),
            things => things,
        };
        self.name_of_turn(local, of, steps)?;
        steps.all.push(Step::Each(number, things));
        let at = steps.all.len();
        steps.all.push(Step::Next(number, 0, 0));
        self.steps(inner, loops, steps)?;
        steps.all.push(Step::Jump(at));
        let end = steps.all.len();
        steps.all[at] = Step::Next(number, self.local(local)?, end);
        Some(())
    }

    /// Lists of steps, one of which is chosen.
    fn either(&mut self, blocks: &[BlockId], loops: usize, steps: &mut Steps) -> Option<()> {
        let at = steps.all.len();
        steps.all.push(Step::Way(Vec::new()));
        let (mut ways, mut ends) = (Vec::new(), Vec::new());
        for block in blocks {
            ways.push(steps.all.len());
            self.steps(*block, loops, steps)?;
            ends.push(steps.all.len());
            steps.all.push(Step::Jump(0));
        }
        let end = steps.all.len();
        ends.into_iter().for_each(|over| steps.all[over] = Step::Jump(end));
        steps.all[at] = Step::Way(ways);
        Some(())
    }

    /// Steps that may be taken or not; with `again`, as often as wanted.
    fn may(&mut self, block: BlockId, again: bool, loops: usize, steps: &mut Steps) -> Option<()> {
        let at = steps.all.len();
        steps.all.push(Step::Way(Vec::new()));
        self.steps(block, loops, steps)?;
        if again {
            steps.all.push(Step::Jump(at));
        }
        let end = steps.all.len();
        steps.all[at] = Step::Way(vec![at + 1, end]);
        Some(())
    }

    /// Whether a block contains a `play`.
    fn plays(&self, block: BlockId) -> bool {
        self.program.effects(block).any(Effects::PLAYS)
    }

    fn holds_play(&self, op: &Op) -> bool {
        matches!(op, Op::Play { .. }) || op.blocks().into_iter().any(|block| self.plays(*block))
    }

    fn play(&mut self, (moves, by): Played, [optional, again]: [bool; 2], steps: &mut Steps) -> Option<()> {
        let program = self.program;
        let groups = groups_of(program, moves).iter().fold(0, |all, group| all | 1 << group.0);
        let (mut admits, mut only) = (None, None);
        if !whole_classes(program, moves) {
            steps.admitted.push(self.class(moves)?);
            admits = Some(u16::try_from(steps.admitted.len() - 1).ok()?);
        }
        if let Node::Where(of, _, condition) = program.node(moves)
            && whole_classes(program, *of)
            && self.is_about_actor(*condition)
        {
            only = Some(self.term(*condition)?);
        }
        let by = match by {
            Some(by) => Some(By::Player(self.term(by)?, program.type_of(by) == Type::Side)),
            None => None,
        };
        steps.all.push(Step::Play(Play { groups, admits, only, by, optional, again }));
        Some(())
    }

    /// Whether a condition depends on nothing of a move but the piece that moves.
    fn is_about_actor(&self, condition: NodeId) -> bool {
        !self.program.asks_about(condition).any(Asks::MOVE | Asks::TRIES)
    }

    fn fresh(&self) -> Fresh {
        let kept_for = |each: Each| self.program.kept_for(each).map(|id| self.stored(id)).collect();
        let forgotten = self.program.afterwards.forgotten.iter().map(|id| self.stored(*id)).collect();
        Fresh { of_turn: kept_for(Each::Turn), of_move: kept_for(Each::Move), forgotten }
    }

    fn clocks(&self) -> Vec<Clock> {
        let clock = |(id, stored): (StoredId, &crate::model::rules::Stored)| {
            let (bit, StoredType::Number { greatest, .. }) = (self.program.clock_bit(id)?, stored.holds) else { return None };
            Some(Clock { bit, at: self.stored(id).at, greatest: greatest as i32 })
        };
        (0..).map(StoredId).zip(&self.program.stored).filter_map(clock).collect()
    }
}

/// Which moves are played, and by which player, if not the mover.
type Played = (NodeId, Option<NodeId>);

/// The `play` that a block consists of, if it does: making such a move or none is then one decision.
fn only_play(program: &Program, block: BlockId) -> Option<Played> {
    match program.block(block).ops.as_slice() {
        [(Op::Play { moves, by }, _)] => Some((*moves, *by)),
        _ => None,
    }
}
