//! Compiling blocks of statements.

use smallvec::SmallVec;

use super::super::super::word::Word;
use super::super::again::repeated;
use super::super::move_state::NAMES;
use super::super::ops::{By, Op, PieceTarget, Pile, Put, Several, TokenTarget};
use super::super::refusal::Cause;
use super::super::rules::BlockAt;
use super::super::stored::Cells;
use super::{Maker, Term};
use crate::model::equipment::{PileOwner, SlotType};
use crate::model::expr::{Field, Given, Type};
use crate::model::rules::{Effects, Ending as EndOf, PathMode, StoredType};
use crate::model::{LocalId, RuleId, StoredId};
use crate::program::BlockId;
use crate::program::code::{self, Chooser, Count, PieceTo, TokenTo};
use crate::program::node::{Node, NodeId};

/// Numbers of a position, and what they are set to.
type Numbers = SmallVec<[Put; 2]>;

impl<B: Word> Maker<'_, B> {
    /// Compiles a block, unless somebody is asked in it.
    pub(super) fn alone(&mut self, block: BlockId) -> Option<BlockAt> {
        if self.program.asks(block) { None } else { self.block(block) }
    }

    /// Compiles a block.
    pub(super) fn block(&mut self, block: BlockId) -> Option<BlockAt> {
        let mut ops = Vec::new();
        self.ops(block, &mut ops)?;
        self.keep_block(ops)
    }

    /// Whether the body of a loop moves no tokens but that which its name means. Others of the loop, which are counted by class
    /// only, could not be followed.
    fn leaves_others(&self, local: LocalId, body: BlockId) -> bool {
        let program = self.program;
        let carries = Effects::LEG | Effects::MOVES | Effects::MAKES | Effects::EXCHANGES | Effects::TAKES | Effects::KIND;
        let of_another = |op: &code::Op| match op {
            code::Op::MoveToken(what, TokenTo::Pile(_) | TokenTo::Box) => *program.node(*what) != Node::Local(local),
            code::Op::MoveToken(..) => true,
            _ => false,
        };
        !program.effects(body).any(carries | Effects::PLAYS) && !program.some_op(body, &of_another)
    }

    /// Compiles one statement of a block as a block.
    pub(super) fn one(&mut self, block: BlockId, i: usize) -> Option<BlockAt> {
        let (op, line) = self.program.block(block).ops.get(i)?;
        let mut ops = Vec::new();
        self.op(op, *line, &mut ops)?;
        self.keep_block(ops)
    }

    pub(super) fn keep_block(&mut self, ops: Vec<Op>) -> Option<BlockAt> {
        self.blocks.push(ops);
        u16::try_from(self.blocks.len() - 1).ok()
    }

    fn ops(&mut self, block: BlockId, ops: &mut Vec<Op>) -> Option<()> {
        let program = self.program;
        for (op, line) in &program.block(block).ops {
            self.op(op, *line, ops)?;
        }
        Some(())
    }

    pub(super) fn op(&mut self, op: &code::Op, line: RuleId, ops: &mut Vec<Op>) -> Option<()> {
        let program = self.program;
        if let code::Op::Verb(_, inner) = op {
            return self.ops(*inner, ops);
        }
        self.refusal.line(line);
        let outer = std::mem::take(&mut self.repeats);
        let made = match op {
            code::Op::Either(blocks) => Op::Either(blocks.iter().map(|block| self.block(*block)).collect::<Option<Vec<_>>>()?),
            code::Op::May(inner) => Op::May(self.block(*inner)?),
            code::Op::MayRepeat(inner) => Op::MayRepeat(self.block(*inner)?),
            code::Op::Repeat(Some(times), inner) => Op::Repeat(self.term(*times)?, self.block(*inner)?),
            code::Op::Repeat(None, inner) => repeated(program, *inner, self.block(*inner)?),
            code::Op::For(local, set, inner) => {
                let set = self.term(*set)?;
                if matches!(set, Term::Tokens(_)) && !self.leaves_others(*local, *inner) {
                    return self.refusal.refuse(Cause::Lying);
                }
                Op::For(self.named(*local, set)?, set, self.block(*inner)?)
            }
            code::Op::If(condition, yes, no) => Op::If(self.test(*condition)?, self.block(*yes)?, self.block(*no)?),
            code::Op::As(piece, inner) => Op::As(self.term(*piece)?, self.block(*inner)?),
            code::Op::Choose { local, name, count: None, from, by: Chooser::Current }
                if !self.off_board(*from) && !matches!(self.term(*from), Some(Term::PilePieces(_))) =>
            {
                let from = self.term(*from)?;
                Op::Choose { local: self.named(*local, from)?, name: self.name(name), from, rest: None, pair: None }
            }
            code::Op::Choose { local, name, count, from, by } => {
                Op::ChooseSome(Box::new(self.several(*local, name, *count, *from, *by)?))
            }
            code::Op::Let(local, value) => {
                let value = self.term(*value)?;
                Op::Let(self.named(*local, value)?, value)
            }
            code::Op::Require(condition) => Op::Require(self.test(*condition)?),
            code::Op::Path(path) => {
                let leg_path = self.phrases.path(program, *path)?;
                let sweeps = program.paths[path.0 as usize].mode == PathMode::Sweep;
                if sweeps { Op::Sweep(leg_path) } else { Op::Path(leg_path, false) }
            }
            code::Op::MovePiece(what, PieceTo::Box) => Op::Remove(self.term(*what)?, None),
            code::Op::MovePiece(what, PieceTo::Pile(pile)) => {
                let pile = self.pile(*pile)?;
                Op::Remove(self.term(*what)?, Some(pile))
            }
            code::Op::MovePiece(what, PieceTo::Site(to)) => Op::Move(self.term(*what)?, self.term(*to)?),
            code::Op::MovePiece(what, to @ (PieceTo::TopOf(host) | PieceTo::BottomOf(host))) => {
                Op::Stack(self.term(*what)?, self.term(*host)?, matches!(to, PieceTo::TopOf(_)))
            }
            code::Op::PlaceNew(new, to) => Op::Place {
                kind: new.kind.0,
                owner: program.equipment.kinds[new.kind.index()].owner.map(|side| side.0),
                source: self.source(new),
                to: match to {
                    PieceTo::Site(to) => PieceTarget::Site(self.term(*to)?),
                    PieceTo::Pile(pile) => PieceTarget::Pile(self.pile(*pile)?),
                    PieceTo::Box => PieceTarget::Box,
                    PieceTo::BottomOf(host) | PieceTo::TopOf(host) => {
                        PieceTarget::Tower(self.term(*host)?, matches!(to, PieceTo::TopOf(_)))
                    }
                },
            },
            code::Op::Take(what) => Op::Take(self.term(*what)?),
            code::Op::SetSlot(slot, of, to) => {
                let SlotType::Value(_) = program.equipment.slots[slot.index()].holds else { return None };
                Op::SetSlot(slot.0, self.term(*of)?, self.term(*to)?)
            }
            code::Op::MoveToken(what, to) => {
                let Type::Token(token) = program.type_of(*what) else { return None };
                let cards = self.slots.cards.are(token);
                let to = match to {
                    TokenTo::Pile(pile) => TokenTarget::Pile(self.pile(*pile)?),
                    TokenTo::Slot(slot, piece) => TokenTarget::Slot(slot.0, self.term(*piece)?),
                    TokenTo::Box => TokenTarget::Box(token.0),
                    TokenTo::Under(site) => TokenTarget::Under(self.term(*site)?),
                };
                if cards { Op::Deal(self.term(*what)?, to) } else { Op::Send(self.term(*what)?, to) }
            }
            code::Op::SetFace(of, to) if self.is_of_cards(*of) => Op::TurnUp(self.term(*of)?, self.term(*to)?),
            code::Op::Show(what, to) if self.is_of_cards(*what) => {
                Op::Show(self.term(*what)?, self.term(*to)?, program.type_of(*to) == Type::Side)
            }
            code::Op::Shuffle(pile) => Op::Shuffle(self.phrases.piles(program, *pile)?),
            code::Op::SetKind(of, to) => Op::SetKind(self.term(*of)?, self.term(*to)?),
            code::Op::SetOwner(of, to) => Op::SetOwner(self.term(*of)?, self.term(*to)?, program.type_of(*to) == Type::Player),
            code::Op::SetNumber(id, of, to) if self.constant(*id, *of, *to).is_some() => {
                let (numbers, clocks) = self.constant(*id, *of, *to)?;
                Op::SetConstants(numbers, clocks)
            }
            code::Op::SetNumber(id, of, to) => Op::SetNumber(self.cells(*id, *of)?, self.term(*to)?),
            code::Op::SetKept(id, of, to) => Op::SetKept(self.cells(*id, *of)?, self.term(*to)?),
            code::Op::Raise(id, of, by) => Op::Raise(self.cells(*id, *of)?, self.term(*by)?),
            code::Op::Exchange(sites) => Op::Exchange(sites.iter().map(|site| self.term(*site)).collect::<Option<Vec<_>>>()?),
            code::Op::Prevent => Op::Prevent,
            code::Op::End(EndOf::Game, why) => Op::Score(self.reason(why, line)?),
            code::Op::End(what, _) => Op::End(*what),
            code::Op::Wins(who, why) => {
                Op::Wins(self.term(*who)?, program.type_of(*who) == Type::Player, self.reason(why, line)?)
            }
            code::Op::Loses(who, why) => {
                Op::Loses(self.term(*who)?, program.type_of(*who) == Type::Player, self.reason(why, line)?)
            }
            code::Op::Draw(why) => Op::Draw(self.reason(why, line)?),
            code::Op::SetFace(..) | code::Op::Show(..) | code::Op::Play { .. } | code::Op::Verb(..) => return None,
        };
        if std::mem::replace(&mut self.repeats, outer) {
            ops.push(Op::Recount);
        }
        ops.push(made);
        Some(())
    }

    /// Whether a phrase denotes tokens that are recorded one by one.
    fn is_of_cards(&self, node: NodeId) -> bool {
        matches!(self.program.type_of(node), Type::Token(token) if self.slots.cards.are(token))
    }

    /// Whether a phrase denotes what lies in piles, or tokens.
    fn off_board(&self, node: NodeId) -> bool {
        let program = self.program;
        let contents = |node: &NodeId| matches!(program.node(*node), Node::Contents(_));
        match program.node(node) {
            Node::In(_, container, false) => contents(container),
            _ => contents(&node) || matches!(program.type_of(node), Type::Token(_)),
        }
    }

    /// A choice of several things, or one that another player or chance makes.
    fn several(&mut self, local: LocalId, name: &str, count: Option<Count>, from: NodeId, by: Chooser) -> Option<Several> {
        if count.is_some() && self.program.type_of(from) == Type::Number {
            return None;
        }
        let (count, exactly) = match count {
            None => (None, false),
            Some(Count::Exactly(number)) => (Some((self.term(number)?, None)), true),
            Some(Count::Between(least, most)) => {
                let least = self.term(least)?;
                let most = match most {
                    Some(most) => Some(self.term(most)?),
                    None => None,
                };
                (Some((least, most)), false)
            }
        };
        let by = match by {
            Chooser::Current => By::Mover,
            Chooser::Chance => By::Chance,
            Chooser::Player(who) => By::Player(self.term(who)?, self.program.type_of(who) == Type::Side),
        };
        let from = self.term(from)?;
        if matches!(from, Term::PilePieces(_)) && count.is_some() {
            return self.refusal.refuse(Cause::Lying);
        }
        Some(Several { rest: None, local: self.named(local, from)?, name: self.name(name), from, by, count, exactly })
    }

    pub(super) fn local(&self, local: LocalId) -> Option<u8> {
        (local.index() < NAMES).then_some(local.index() as u8)
    }

    /// Records that a name means the value of a term, and returns its index.
    fn named(&mut self, local: LocalId, of: Term) -> Option<u8> {
        self.lying.retain(|known| *known != local);
        if let Term::PilePieces(_) = of {
            self.lying.push(local);
        }
        self.local(local)
    }

    fn name(&mut self, name: &str) -> u16 {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }) as u16
    }

    fn reason(&mut self, why: &Option<String>, line: RuleId) -> Option<u16> {
        let reason = why.clone().unwrap_or_else(|| self.program.lines[line.index()].text.clone());
        self.reasons.push((line, reason));
        u16::try_from(self.reasons.len() - 1).ok()
    }

    fn pile(&mut self, node: NodeId) -> Option<Pile> {
        let program = self.program;
        let Node::Field(Field::Pile(pile), of) = program.node(node) else { return None };
        let owners = std::array::from_fn(|owner| program.layout.pile(*pile, owner as u8).map(|at| at as u8));
        let of = match program.equipment.piles[pile.index()].of {
            PileOwner::Common | PileOwner::One(_) => None,
            PileOwner::EachSide | PileOwner::EachPlayer => Some(self.term(*of)?),
        };
        Some(Pile { owners, of })
    }

    /// The numbers that setting a stored thing to a constant changes, and the mark of its clock; none if the value is not
    /// constant, or the owner is not known.
    fn constant(&self, id: StoredId, of: Option<NodeId>, to: NodeId) -> Option<(Numbers, u32)> {
        let declared = &self.program.stored[id.index()];
        let (Node::Number(number), StoredType::Number { least, greatest, .. }) = (self.program.node(to), declared.holds) else {
            return None;
        };
        let stored = self.stored(id);
        let clocks = self.program.clock_bit(id).map_or(0, |bit| 1 << bit);
        let number = (*number).clamp(least, greatest) as i32;
        if stored.common {
            return Some((stored.at.iter().map(|at| Put { turns: u8::MAX, at: *at, number }).collect(), clocks));
        }
        let mover = |node: NodeId| *self.program.node(node) == Node::Given(Given::Mover);
        let is_mover = |node: NodeId| match self.program.node(node) {
            Node::Field(Field::SideOf, players) => mover(*players),
            _ => mover(node),
        };
        if !of.is_none_or(is_mover) {
            return None;
        }
        let order = self.program.equipment.turn_order.iter().enumerate();
        let own = order.map(|(turn, player)| {
            let owner = if stored.of_side { self.side_of[player.index()] } else { player.0 };
            Put { turns: 1 << turn, at: stored.at[usize::from(owner)], number }
        });
        Some((own.collect(), clocks))
    }

    fn cells(&mut self, id: StoredId, of: Option<NodeId>) -> Option<Cells> {
        let of = match of {
            Some(of) => Some(self.term(of)?),
            None => None,
        };
        Some(Cells { stored: self.stored(id), of, clock: self.program.clock_bit(id) })
    }
}
