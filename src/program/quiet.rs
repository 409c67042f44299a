//! After which choices the rest of a move runs through by itself: nobody is asked again, and nothing can forbid it. Whoever only
//! lists moves need not run it then.

use super::Program;
use super::code::{self, BlockId, Chooser, Count, EventKind, Op, PieceTo, TokenTo, Verb};
use super::node::{Node, NodeId};
use crate::model::LocalId;
use crate::model::equipment::PileOwner;
use crate::model::expr::{Field, Given};
use crate::model::rules::Each;

/// What is known of the program, decided once. Where it says no, the rest of the move has to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quiet {
    /// A move begins with nothing but the choice of its first leg.
    pub starts: bool,
    /// Obligations ask for classes of moves only, not for what a move does.
    pub by_class: bool,
    /// What a leg takes is known as soon as it is chosen, for nothing is taken but by legs, and nothing that is taken is spared:
    /// always, but for players of whom one of these conditions holds. `None`: it is never known.
    pub captures_known: Option<Vec<NodeId>>,
    /// When a leg is over, nothing happens that asks or forbids.
    pub leg_ends: bool,
    /// For each class.
    pub groups: Vec<QuietGroup>,
    /// For each block, from which statement on it runs through by itself.
    pub blocks: Vec<u16>,
}

/// What is known of a class of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuietGroup {
    /// When the chain is over, the rest of the move runs through.
    pub end: bool,
    /// For each rule, after a leg by it that takes nothing, and after one that takes something: no chain, and the rest of the
    /// move runs through.
    pub legs: Vec<[bool; 2]>,
}

/// Events within events that are followed; the machine allows eight.
const DEEPEST: usize = 6;

impl Quiet {
    pub(super) fn of(program: &Program) -> Quiet {
        let look = Look { program };
        let soon = program.soon.iter().all(|soon| look.block(soon.script.body, &mut Vec::new()));
        let groups = program.groups.iter().map(|group| {
            let end = soon
                && look.event(EventKind::Rests)
                && look.event(EventKind::MoveEnds)
                && (!group.removal_after_move || look.event(EventKind::Leaves));
            let legs = group.rules.iter().map(|rule| {
                let quiet = end
                    && group.chain.is_empty()
                    && matches!(rule.verb, Verb::Path(_))
                    && look.block(rule.then, &mut Vec::new())
                    && look.event(EventKind::LegBegins)
                    && look.event(EventKind::Lands)
                    && look.event(EventKind::LegEnds);
                let taken = [EventKind::BeforeTaken, EventKind::Taken, EventKind::Leaves];
                [quiet, quiet && taken.into_iter().all(|event| look.event(event))]
            });
            QuietGroup { end, legs: legs.collect() }
        });
        let blocks = program.blocks.iter().map(|block| {
            let loud = block.ops.iter().rposition(|(op, _)| !look.op(op, &mut Vec::new()));
            loud.map_or(0, |at| at as u16 + 1)
        });
        Quiet {
            captures_known: look.captures_known(),
            leg_ends: soon && look.event(EventKind::LegEnds),
            blocks: blocks.collect(),
            starts: program.triggers.move_begins.is_empty() && program.stored.iter().all(|stored| stored.each != Each::Move),
            by_class: program.obligations.iter().all(|one| by_class(program, one.moves)),
            groups: groups.collect(),
        }
    }
}

/// Whether a phrase of moves asks for classes only.
pub fn by_class(program: &Program, moves: NodeId) -> bool {
    match program.node(moves) {
        Node::Moves(_) => true,
        Node::Intersect(parts) | Node::Union(parts) => parts.iter().all(|part| by_class(program, *part)),
        Node::Without(a, b) | Node::If(_, a, b) => by_class(program, *a) && by_class(program, *b),
        _ => false,
    }
}

struct Look<'p> {
    program: &'p Program,
}

impl Look<'_> {
    /// See [`Quiet::captures_known`]. What bodies of verbs take does not tell moves apart.
    fn captures_known(&self) -> Option<Vec<NodeId>> {
        let program = self.program;
        let others = program.groups.iter().flat_map(|group| &group.rules).map(|rule| rule.then);
        let others = others.chain(program.soon.iter().map(|soon| soon.script.body)).chain([program.turn.body]);
        if others.into_iter().any(|block| self.takes(block)) {
            return None;
        }
        let triggers = EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event));
        let taking = triggers.filter(|trigger| self.takes(trigger.body));
        taking.map(|trigger| trigger.condition.filter(|condition| self.of_mover(*condition))).collect()
    }

    /// Whether a block takes pieces, or prevents that.
    fn takes(&self, block: BlockId) -> bool {
        self.program.block(block).ops.iter().any(|(op, _)| match op {
            Op::Take(_) | Op::Prevent => true,
            Op::MovePiece(_, to) | Op::PlaceNew(_, to) => matches!(to, PieceTo::BottomOf(_) | PieceTo::TopOf(_)),
            Op::Either(blocks) => blocks.iter().any(|block| self.takes(*block)),
            Op::If(_, yes, no) => self.takes(*yes) || self.takes(*no),
            Op::May(block)
            | Op::Repeat(_, block)
            | Op::MayRepeat(block)
            | Op::For(_, _, block)
            | Op::As(_, block)
            | Op::Verb(_, block) => self.takes(*block),
            Op::Path(path) => self.program.paths[path.0 as usize].ahead.iter().any(|item| !matches!(item, code::Item::To(_))),
            _ => false,
        })
    }

    /// Whether a condition asks for nothing but whose turn it is.
    fn of_mover(&self, id: NodeId) -> bool {
        match self.program.node(id) {
            Node::Given(Given::Mover | Given::Opponent) | Node::Bits(_) | Node::Truth(_) => true,
            node @ (Node::Is(..)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Field(Field::SideOf | Field::PlayersOf, _)) => node.parts().iter().all(|part| self.of_mover(*part)),
            _ => false,
        }
    }

    fn event(&self, event: EventKind) -> bool {
        self.event_within(event, &mut Vec::new())
    }

    fn event_within(&self, event: EventKind, under_way: &mut Vec<EventKind>) -> bool {
        if self.program.triggers.of(event).is_empty() {
            return true;
        }
        if under_way.contains(&event) || under_way.len() >= DEEPEST {
            return false;
        }
        under_way.push(event);
        let quiet = self.program.triggers.of(event).iter().all(|trigger| self.block(trigger.body, under_way));
        under_way.pop();
        quiet
    }

    fn block(&self, block: BlockId, under_way: &mut Vec<EventKind>) -> bool {
        for (op, _) in &self.program.block(block).ops {
            // Chance is somebody else: a list of a player's moves ends there.
            if matches!(op, Op::Choose(_, _, None | Some(Count::Exactly(_)), _, Chooser::Chance)) {
                return matches!(op, Op::Choose(_, _, Some(_), _, _));
            }
            if !self.op(op, under_way) {
                return false;
            }
        }
        true
    }

    /// Whether tokens are those on a piece of the board, all of which can be moved: the acting piece, or the subject of the event.
    fn there(&self, what: NodeId, under_way: &[EventKind]) -> bool {
        let Node::Field(Field::Slot(_), of) = self.program.node(what) else { return false };
        let subject = matches!(
            under_way.last(),
            Some(EventKind::Lands | EventKind::Rests | EventKind::BeforeTaken | EventKind::Taken | EventKind::Leaves)
        );
        match self.program.node(*of) {
            Node::Given(Given::Actor) => true,
            Node::Local(LocalId(0)) => subject,
            _ => false,
        }
    }

    /// Whether there is a pile for such tokens: one of all, or one of their piece's owner.
    fn arrives(&self, what: NodeId, to: &TokenTo) -> bool {
        let pile = match to {
            TokenTo::Box => return true,
            TokenTo::Pile(pile) => *pile,
            TokenTo::Slot(..) | TokenTo::Under(_) => return false,
        };
        let Node::Field(Field::Pile(pile), of) = self.program.node(pile) else { return false };
        if matches!(self.program.equipment.piles[pile.index()].of, PileOwner::Common | PileOwner::One(_)) {
            return true;
        }
        match (self.program.node(*of), self.program.node(what)) {
            (Node::Given(Given::Mover), _) => true,
            (Node::Field(Field::Owner, owned), Node::Field(Field::Slot(_), of)) => owned == of,
            _ => false,
        }
    }

    fn op(&self, op: &Op, under_way: &mut Vec<EventKind>) -> bool {
        match op {
            Op::If(_, yes, no) => self.block(*yes, under_way) && self.block(*no, under_way),
            Op::For(_, _, inner) | Op::As(_, inner) | Op::Verb(_, inner) => self.block(*inner, under_way),
            Op::Take(_) => {
                let events = [EventKind::BeforeTaken, EventKind::Taken, EventKind::Leaves];
                events.into_iter().all(|event| self.event_within(event, under_way))
            }
            Op::MovePiece(_, PieceTo::Pile(_) | PieceTo::Box) => self.event_within(EventKind::Leaves, under_way),
            Op::Let(..)
            | Op::SetKind(..)
            | Op::SetOwner(..)
            | Op::SetSlot(..)
            | Op::SetFace(..)
            | Op::Show(..)
            | Op::SetNumber(..)
            | Op::SetKept(..)
            | Op::Raise(..)
            | Op::Prevent
            | Op::End(..)
            | Op::Wins(..)
            | Op::Loses(..)
            | Op::Draw(_) => true,
            Op::Either(_)
            | Op::May(_)
            | Op::Repeat(..)
            | Op::MayRepeat(_)
            | Op::Choose(..)
            | Op::Require(_)
            | Op::Path(_)
            | Op::MovePiece(..)
            | Op::PlaceNew(..)
            | Op::Exchange(_)
            | Op::Shuffle(_)
            | Op::Play(..) => false,
            Op::MoveToken(what, to) => self.there(*what, under_way) && self.arrives(*what, to),
        }
    }
}
