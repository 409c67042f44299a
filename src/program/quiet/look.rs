//! Statements followed without a position: whether they run through, and what must be in place for that.

use super::{Needs, QuietEnd};
use crate::model::LocalId;
use crate::model::expr::{Field, Given, Type};
use crate::model::rules::{Effects, PathMode};
use crate::program::Program;
use crate::program::code::{Block, BlockId, Chooser, Count, EventKind, Op, PieceTo, TokenTo, Trigger};
use crate::program::node::{Node, NodeId, Relative};

/// Events within events that are followed; the machine allows eight.
const DEEPEST: usize = 6;

/// What runs through, and after which the tokens about a piece are the same, and lie as before.
const KEEPS_TOKENS: Effects = Effects::KIND.or(Effects::STORES).or(Effects::PREVENTS).or(Effects::ENDS.without(RESULTS));

/// What runs through otherwise.
const QUIET: Effects = Effects::OWNER.or(Effects::BORNE).or(Effects::SHOWS).or(RESULTS);

const RESULTS: Effects = Effects::WINS.or(Effects::LOSES).or(Effects::DRAWS);

pub(super) struct Look<'p> {
    pub(super) program: &'p Program,
}

/// How statements go on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// Somebody may be asked, or they may fail.
    Loud,
    /// They run through, and what follows does.
    On,
    /// The move has ended for now: something becomes known.
    Ends,
}

/// What is known on the way.
#[derive(Clone, Default)]
pub(super) struct Way {
    /// The events under way.
    pub(super) events: Vec<EventKind>,
    /// What must be in place; nobody looks where that is no use.
    pub(super) needs: Option<Needs>,
    /// Names that statements bind on the way.
    pub(super) bound: u64,
    /// A piece may leave the board on the way.
    pub(super) leaves: bool,
    /// Moves of tokens under a name, of tokens to slots, and of those under a name to slots.
    pub(super) moved: [u32; 3],
    /// Conditions on where the move began under which the event does not run through; nobody looks where that is no use.
    unless: Option<Vec<NodeId>>,
    /// Names for phrases.
    pub(super) names: Vec<(LocalId, NodeId)>,
    /// Tokens about the subject of the event, and their faces: none has another.
    pub(super) faces: Vec<(NodeId, u64)>,
}

impl Way {
    /// Pieces or tokens may be elsewhere now.
    fn changed(&mut self) {
        self.names.clear();
        self.faces.clear();
    }

    /// What is known whether this way was gone or another.
    fn learnt_either(&mut self, other: &[(NodeId, u64)]) {
        self.faces.retain_mut(|(phrase, faces)| match other.iter().find(|(same, _)| same == phrase) {
            Some((_, more)) => {
                *faces |= more;
                true
            }
            None => false,
        });
    }
}

impl Look<'_> {
    /// Whether a body runs through, whatever the position.
    pub(super) fn body(&self, body: BlockId) -> bool {
        self.block(body, &mut Way::default()) != Flow::Loud
    }

    /// Whether all that happens at an event runs through, whatever the position.
    pub(super) fn event(&self, event: EventKind) -> bool {
        self.event_within(event, &mut Way::default()) != Flow::Loud
    }

    /// Conditions on where the move began without which all that happens at an event runs through, whatever the position; none if there
    /// are no such.
    pub(super) fn event_unless(&self, event: EventKind) -> Option<Vec<NodeId>> {
        let mut way = Way { unless: Some(Vec::new()), ..Way::default() };
        let flow = self.event_within(event, &mut way);
        way.unless.filter(|_| flow != Flow::Loud)
    }

    /// The end of a block that runs through in any case, and the one that runs through where things are in place.
    pub(super) fn end(&self, block: &Block) -> (u16, QuietEnd) {
        let mut end = QuietEnd { from: block.ops.len() as u16, needs: Needs::default() };
        let mut always = end.from;
        let mut way = Way { needs: Some(Needs::default()), ..Way::default() };
        for (i, (op, _)) in block.ops.iter().enumerate().rev() {
            way.changed();
            let flow = self.op(op, &mut way);
            let needs = way.needs.unwrap_or_default();
            // What is bound or leaves on the way is not what stands there before it. A token goes where another lies, which then
            // is no longer there.
            let displaced = way.moved[0] > 0 && way.moved[1] > 0 && way.moved != [1; 3];
            let gone = needs.there & way.bound != 0 || way.leaves && (needs.one != 0 || needs.actor) || displaced;
            if flow == Flow::Loud || gone {
                break;
            }
            end = QuietEnd { from: i as u16, needs };
            if needs == Needs::default() {
                always = end.from;
            }
        }
        (always, end)
    }

    fn event_within(&self, event: EventKind, way: &mut Way) -> Flow {
        let triggers = self.program.triggers.of(event);
        if triggers.is_empty() {
            return Flow::On;
        }
        if way.events.contains(&event) || way.events.len() >= DEEPEST {
            return Flow::Loud;
        }
        let mut events = way.events.clone();
        events.push(event);
        let mut inside = Way { events, ..Way::default() };
        // What was known before is about another subject, and what has happened since is not followed.
        way.changed();
        let plain = self.program.game.soon.iter().all(|soon| self.only_ends(soon.script.body));
        for trigger in triggers {
            if trigger.condition.is_some_and(|condition| self.refuted(condition, &inside)) {
                continue;
            }
            inside.names.clear();
            if !plain {
                inside.faces.clear();
            }
            let before = inside.faces.clone();
            let flow = self.block(trigger.body, &mut inside);
            let always = self.always(trigger);
            match flow {
                Flow::Loud => match (&mut way.unless, trigger.condition) {
                    (Some(unless), Some(condition)) if self.of_start(condition) => {
                        unless.push(condition);
                        inside.faces = before;
                    }
                    _ => return Flow::Loud,
                },
                Flow::Ends if always => return Flow::Ends,
                Flow::Ends => inside.faces = before,
                Flow::On if always => {}
                Flow::On => inside.learnt_either(&before),
            }
        }
        Flow::On
    }

    /// Whether a block does nothing but end the game.
    fn only_ends(&self, block: BlockId) -> bool {
        self.program.block(block).ops.iter().all(|(op, _)| match op {
            Op::Wins(..) | Op::Loses(..) | Op::Draw(_) | Op::End(..) | Op::Let(..) => true,
            Op::If(_, yes, no) => self.only_ends(*yes) && self.only_ends(*no),
            Op::Verb(_, inner) => self.only_ends(*inner),
            _ => false,
        })
    }

    /// Whether a trigger applies to every subject of its event.
    fn always(&self, trigger: &Trigger) -> bool {
        let every = |subject: NodeId| *self.program.node(subject) == Node::Given(Given::Pieces);
        trigger.condition.is_none() && trigger.place.is_none() && trigger.subject.is_none_or(every)
    }

    /// Whether a condition asks for nothing but where the move began.
    fn of_start(&self, condition: NodeId) -> bool {
        match self.program.node(condition) {
            Node::Given(Given::Start) | Node::Sites(_) | Node::RelativeSites(_, Relative::Mover) => true,
            // Of whoever owns the piece that moves, before it does.
            Node::RelativeSites(_, Relative::Actor | Relative::Described) => !self.program.ever(Effects::OWNER),
            node @ (Node::Is(..) | Node::And(_) | Node::Or(_) | Node::Not(_) | Node::Union(_) | Node::Without(..)) => {
                node.parts().iter().all(|part| self.of_start(*part))
            }
            _ => false,
        }
    }

    fn block(&self, block: BlockId, way: &mut Way) -> Flow {
        for (op, _) in &self.program.block(block).ops {
            // Chance is somebody else: a list of a player's moves ends there.
            if let Op::Choose { count: count @ (None | Some(Count::Exactly(_))), by: Chooser::Chance, .. } = op {
                return if count.is_some() { Flow::Ends } else { Flow::Loud };
            }
            match self.op(op, way) {
                Flow::On => {}
                flow => return flow,
            }
        }
        Flow::On
    }

    fn op(&self, op: &Op, way: &mut Way) -> Flow {
        match op {
            Op::If(condition, yes, no) => return self.either(*condition, *yes, *no, way),
            Op::Verb(_, inner) => return self.block(*inner, way),
            Op::For(local, _, inner) => {
                way.bound |= bit(*local);
                way.changed();
                return self.inner(*inner, way);
            }
            Op::As(_, inner) => {
                way.changed();
                return self.inner(*inner, way);
            }
            Op::Take(_) => return self.taking(way),
            Op::Path(path) if self.program.paths[path.0 as usize].mode == PathMode::Sweep => {
                return if self.program.paths[path.0 as usize].takes() { self.taking(way) } else { Flow::On };
            }
            Op::MovePiece(_, PieceTo::Pile(_) | PieceTo::Box) => {
                way.leaves = true;
                way.changed();
                return self.event_within(EventKind::Leaves, way);
            }
            Op::Let(local, what) => {
                way.bound |= bit(*local);
                way.names.retain(|(name, _)| name != local);
                way.names.push((*local, *what));
            }
            Op::SetFace(of, to) => return self.turn(*of, *to, way),
            Op::MoveToken(what, to) => {
                way.changed();
                if !self.there(*what, way) || !self.arrives(*what, to, way) {
                    return Flow::Loud;
                }
                let (named, slot) = (matches!(self.program.node(*what), Node::Local(_)), matches!(to, TokenTo::Slot(..)));
                for (i, one) in [named, slot, named && slot].into_iter().enumerate() {
                    way.moved[i] += u32::from(one);
                }
            }
            Op::Repeat(..) => return Flow::Loud,
            op => {
                let effects = self.program.own_effects(op);
                if !effects.only(KEEPS_TOKENS | QUIET) {
                    return Flow::Loud;
                }
                if !effects.only(KEEPS_TOKENS) {
                    way.changed();
                }
            }
        }
        Flow::On
    }

    /// Pieces are taken.
    fn taking(&self, way: &mut Way) -> Flow {
        way.leaves = true;
        let events = [EventKind::BeforeTaken, EventKind::Taken, EventKind::Leaves];
        events.into_iter().fold(Flow::On, |flow, event| match flow {
            Flow::On => self.event_within(event, way),
            flow => flow,
        })
    }

    /// A block that may run several times, or not at all: what is learnt in it is not known after it.
    fn inner(&self, block: BlockId, way: &mut Way) -> Flow {
        let flow = self.block(block, way);
        way.changed();
        if flow == Flow::Loud { Flow::Loud } else { Flow::On }
    }

    fn either(&self, condition: NodeId, yes: BlockId, no: BlockId, way: &mut Way) -> Flow {
        let (before, names) = (way.faces.clone(), way.names.clone());
        let refuted = self.refuted(condition, way);
        let first = if refuted { Flow::Ends } else { self.block(yes, way) };
        let learnt = std::mem::replace(&mut way.faces, before);
        let kept = std::mem::replace(&mut way.names, names);
        let second = self.block(no, way);
        way.names.retain(|name| kept.contains(name));
        match (first, second) {
            (Flow::Loud, _) | (_, Flow::Loud) => Flow::Loud,
            (Flow::Ends, Flow::Ends) => Flow::Ends,
            (Flow::Ends, Flow::On) => Flow::On,
            (Flow::On, Flow::Ends) => {
                way.faces = learnt;
                Flow::On
            }
            (Flow::On, Flow::On) => {
                way.learnt_either(&learnt);
                Flow::On
            }
        }
    }

    /// Tokens are turned: a face that is open ends the move for now; else they all lie so afterwards.
    fn turn(&self, of: NodeId, to: NodeId, way: &mut Way) -> Flow {
        let known = match (self.program.node(to), self.program.type_of(of)) {
            (Node::Bits(face), Type::Token(token)) if face.count_ones() == 1 => {
                let faces = self.program.equipment.tokens[token.index()].faces;
                let open = faces.is_none_or(|faces| {
                    let many = self.program.equipment.enums[faces.index()].values.len() as u32;
                    face.trailing_zeros() + 1 == many
                });
                // Where they are turned open the move goes on only if there are none.
                Some(if open { 0 } else { *face })
            }
            _ => None,
        };
        way.faces.clear();
        if let (Some(face), Some(phrase)) = (known, self.about_subject(of, way)) {
            way.faces.push((phrase, face));
        }
        Flow::On
    }

    /// A phrase of tokens that lie where the subject of the event stands or is, without the names that it was given.
    fn about_subject(&self, of: NodeId, way: &Way) -> Option<NodeId> {
        let phrase = self.named(of, way);
        way.events.last().filter(|event| has_subject(**event))?;
        let mut inner = phrase;
        loop {
            match self.program.node(inner) {
                Node::Field(Field::Under | Field::Slot(_) | Field::Site, of) => inner = *of,
                Node::Local(LocalId(0)) => return Some(phrase),
                _ => return None,
            }
        }
    }

    /// The phrase that a name stands for.
    fn named(&self, id: NodeId, way: &Way) -> NodeId {
        let Node::Local(local) = self.program.node(id) else { return id };
        way.names.iter().rev().find(|(name, _)| name == local).map_or(id, |(_, what)| *what)
    }

    /// Whether a condition cannot hold, as tokens lie.
    fn refuted(&self, condition: NodeId, way: &Way) -> bool {
        match self.program.node(condition) {
            Node::And(parts) => parts.iter().any(|part| self.refuted(*part, way)),
            Node::Or(parts) => parts.iter().all(|part| self.refuted(*part, way)),
            Node::Is(tokens, like) => {
                let tokens = self.named(*tokens, way);
                let known = way.faces.iter().find(|(phrase, _)| *phrase == tokens);
                known.is_some_and(|(_, faces)| *faces == 0 || !self.may_lie(*like, *faces))
            }
            _ => false,
        }
    }
}

pub(super) fn bit(local: LocalId) -> u64 {
    1u64.checked_shl(u32::from(local.0)).unwrap_or(0)
}

/// Whether an event is about a piece, which is the first name of its triggers.
pub(super) fn has_subject(event: EventKind) -> bool {
    matches!(event, EventKind::Lands | EventKind::Rests | EventKind::BeforeTaken | EventKind::Taken | EventKind::Leaves)
}
