//! Analysis of statements without a position: whether they run through, and what must be in place for that.

use super::{ForcedEnd, Needs};
use crate::model::LocalId;
use crate::model::expr::{Field, Given, Type};
use crate::model::rules::{Effects, PathMode};
use crate::program::Program;
use crate::program::code::{Block, BlockId, Chooser, Count, EventKind, Op, PieceTo, TokenTo, Trigger};
use crate::program::node::{Node, NodeId, Relative};

/// The depth of events within events to which the analysis goes; the machine allows 64.
const DEEPEST: usize = 6;

/// Effects of statements that run through, and after which the tokens at a piece are the same and lie as before.
const KEEPS_TOKENS: Effects = Effects::KIND.or(Effects::STORES).or(Effects::PREVENTS).or(Effects::ENDS.without(RESULTS));

/// Other effects of statements that run through.
const QUIET: Effects = Effects::OWNER.or(Effects::BORNE).or(Effects::SHOWS).or(RESULTS);

const RESULTS: Effects = Effects::WINS.or(Effects::LOSES).or(Effects::DRAWS);

pub(super) struct Follower<'p> {
    pub(super) program: &'p Program,
}

/// The outcome of statements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// They may need a decision, or may fail.
    Loud,
    /// They run through, and so does what follows.
    On,
    /// They end the move for the time being, as something becomes known.
    Ends,
}

/// The state of the analysis.
#[derive(Clone, Default)]
pub(super) struct Way {
    /// The events whose triggers are being analysed, the innermost last.
    pub(super) events: Vec<EventKind>,
    /// What must be in place; `None` if it is not recorded.
    pub(super) needs: Option<Needs>,
    /// Names that the statements bind, as bits.
    pub(super) bound: u64,
    /// A piece may leave the board.
    pub(super) leaves: bool,
    /// The number of moves of tokens under a name, of tokens to slots, and of tokens under a name to slots.
    pub(super) moved: [u32; 3],
    /// Conditions on where the move began under which the event does not run through; `None` if they are not recorded.
    unless: Option<Vec<NodeId>>,
    /// The phrases that names stand for.
    pub(super) names: Vec<(LocalId, NodeId)>,
    /// Phrases of tokens at the subject of the event, with the faces (bits) that they may have.
    pub(super) faces: Vec<(NodeId, u64)>,
}

impl Way {
    /// Forgets what is known of names and faces, as pieces or tokens may be elsewhere now.
    fn changed(&mut self) {
        self.names.clear();
        self.faces.clear();
    }

    /// Keeps what is known in both of two branches, `other` being the faces in the second.
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

impl Follower<'_> {
    /// Whether a body runs through in every position.
    pub(super) fn body(&self, body: BlockId) -> bool {
        self.block(body, &mut Way::default()) != Flow::Loud
    }

    /// Whether all that happens at an event runs through in every position.
    pub(super) fn event(&self, event: EventKind) -> bool {
        self.event_within(event, &mut Way::default()) != Flow::Loud
    }

    /// Conditions on where the move began: unless one holds, all that happens at an event runs through in every position. `None`
    /// if it may not run through otherwise, either.
    pub(super) fn event_unless(&self, event: EventKind) -> Option<Vec<NodeId>> {
        let mut way = Way { unless: Some(Vec::new()), ..Way::default() };
        let flow = self.event_within(event, &mut way);
        way.unless.filter(|_| flow != Flow::Loud)
    }

    /// The index from which on a block runs through in any case, and the tail that runs through if things are in place.
    pub(super) fn end(&self, block: &Block) -> (u16, ForcedEnd) {
        let mut end = ForcedEnd { from: block.ops.len() as u16, needs: Needs::default() };
        let mut always = end.from;
        let mut way = Way { needs: Some(Needs::default()), ..Way::default() };
        for (i, (op, _)) in block.ops.iter().enumerate().rev() {
            way.changed();
            let flow = self.op(op, &mut way);
            let needs = way.needs.unwrap_or_default();
            // A name that is bound on the way, or that denotes a piece which leaves, does not denote the same before the
            // statement. A token that moves to a slot displaces the one there, which a name may denote.
            let displaced = way.moved[0] > 0 && way.moved[1] > 0 && way.moved != [1; 3];
            let gone = needs.there & way.bound != 0 || way.leaves && (needs.one != 0 || needs.actor) || displaced;
            if flow == Flow::Loud || gone {
                break;
            }
            end = ForcedEnd { from: i as u16, needs };
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
        // What was known is about another subject, and is not kept up to date with what the triggers do.
        way.changed();
        let plain = self.program.game.immediate_endings.iter().all(|soon| self.only_ends(soon.script.body));
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

    /// Whether a condition depends on nothing but where the move began.
    fn of_start(&self, condition: NodeId) -> bool {
        match self.program.node(condition) {
            Node::Given(Given::Start) | Node::Sites(_) | Node::RelativeSites(_, Relative::Mover) => true,
            // These are relative to the owner of the moving piece, which is the mover unless owners can change.
            Node::RelativeSites(_, Relative::Actor | Relative::Described) => !self.program.ever(Effects::OWNER),
            node @ (Node::Is(..) | Node::And(_) | Node::Or(_) | Node::Not(_) | Node::Union(_) | Node::Without(..)) => {
                node.parts().iter().all(|part| self.of_start(*part))
            }
            _ => false,
        }
    }

    fn block(&self, block: BlockId, way: &mut Way) -> Flow {
        for (op, _) in &self.program.block(block).ops {
            // Chance is another actor: the list of a player's moves ends there.
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

    /// Follows a capture of pieces.
    fn taking(&self, way: &mut Way) -> Flow {
        way.leaves = true;
        let events = [EventKind::BeforeTaken, EventKind::Taken, EventKind::Leaves];
        events.into_iter().fold(Flow::On, |flow, event| match flow {
            Flow::On => self.event_within(event, way),
            flow => flow,
        })
    }

    /// Follows a block that may run any number of times: what is learnt in it is not known after it.
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

    /// Follows the turning of tokens. If the new face is open to all, the move ends for the time being; else all tokens lie so.
    fn turn(&self, of: NodeId, to: NodeId, way: &mut Way) -> Flow {
        let known = match (self.program.node(to), self.program.type_of(of)) {
            (Node::Bits(face), Type::Token(token)) if face.count_ones() == 1 => {
                let faces = self.program.equipment.tokens[token.index()].faces;
                let open = faces.is_none_or(|faces| {
                    let many = self.program.equipment.enums[faces.index()].values.len() as u32;
                    face.trailing_zeros() + 1 == many
                });
                // If that face is open the move goes on only if there are no tokens.
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

    /// The phrase, with names resolved, if it denotes tokens of the subject of the event or under its site.
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

    /// Whether a condition cannot hold, given how tokens lie.
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

/// Whether an event has a piece as its subject, which is the first name of its triggers.
pub(super) fn has_subject(event: EventKind) -> bool {
    matches!(event, EventKind::Lands | EventKind::Rests | EventKind::BeforeTaken | EventKind::Taken | EventKind::Leaves)
}
