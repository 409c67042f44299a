//! Compiling a program to the rules of the bitboard engine. A game whose rules cannot be expressed is left to the general machine.

mod blocks;
mod bodies;
mod counted;
mod hops;
mod jumps;
mod last_steps;
mod listing;
pub(super) mod look;
mod moves;
mod obligations;
mod turn;

use std::cell::Cell;
use std::sync::Arc;

use smallvec::SmallVec;

use super::super::kernel::Generated;
use super::super::word::Word;
use super::move_state::NAMES;
use super::ops::Op;
use super::phrases::{Phrases, Term};
use super::refusal::{Cause, Refusal};
use super::rules::{
    BlockAt, Distinction, Ending, Ends, Happens, ImmediateEnding, Pair, Part, Players, Recurrence, Rule, Rules, Step, Test,
    Trigger, TurnRules,
};
use super::slots::StateLayout;
use super::stored::StoredCells;
use crate::model::equipment::Routes;
use crate::model::expr::{Field, Given, Type};
use crate::model::rules::StoredOf;
use crate::model::{LocalId, RuleId, StoredId};
use crate::program::code::{self, EventKind};
use crate::program::node::{Node, NodeId};
use crate::program::{BlockId, Program};

/// The state of compiling one program.
pub(super) struct Maker<'p, B> {
    program: &'p Program,
    phrases: Phrases<B>,
    slots: StateLayout,
    blocks: Vec<Vec<Op>>,
    reasons: Vec<(RuleId, String)>,
    /// Phrases whose values are cached by piece counts.
    counted: Vec<NodeId>,
    /// The number of stretches of endings whose requirements are cached.
    gated: usize,
    /// The names of choices.
    names: Vec<String>,
    /// The names of verbs with bodies.
    verbs: Vec<String>,
    pairs: Vec<Pair<B>>,
    asked: Vec<super::rules::MoveQuestion>,
    side_of: Vec<u8>,
    /// Whether different routes are one move.
    routes: Routes,
    /// Somebody other than the mover may be asked, or the mover elsewhere than in the body of a move.
    asks: bool,
    /// Names of the current script that mean pieces in piles or towers.
    lying: Vec<LocalId>,
    /// A term compiled for the current statement reads `repeats`.
    repeats: bool,
    /// Why the program is refused, if the current line cannot be expressed.
    refusal: &'p RefusalAt,
}

/// The current line, and what in it cannot be expressed.
struct RefusalAt(Cell<Refusal>);

impl RefusalAt {
    /// Sets the line to which all that is compiled from here on belongs.
    fn line(&self, rule: RuleId) {
        self.0.set(Refusal { cause: Cause::Phrase, rule: Some(rule) });
    }

    /// Refuses the current line for this cause; always `None`.
    fn refuse<T>(&self, cause: Cause) -> Option<T> {
        self.0.set(Refusal { cause, ..self.0.get() });
        None
    }
}

impl<B: Generated> Rules<B> {
    /// The rules of a program, or why they cannot be expressed. `routes` may differ from what the program says.
    pub(super) fn of(program: &Program, routes: Routes) -> Result<Arc<Rules<B>>, Refusal> {
        let equipment = &program.equipment;
        let of_equipment = |cause: Cause| Refusal { cause, rule: None };
        let slots = StateLayout::of::<B>(program).map_err(of_equipment)?;
        let refusal = RefusalAt(Cell::new(of_equipment(Cause::Phrase)));
        let maker = Maker {
            program,
            phrases: Phrases::of(program, &slots).map_err(of_equipment)?,
            slots: slots.clone(),
            blocks: Vec::new(),
            reasons: Vec::new(),
            counted: Vec::new(),
            gated: 0,
            names: Vec::new(),
            verbs: Vec::new(),
            pairs: Vec::new(),
            asked: Vec::new(),
            side_of: equipment.players.iter().map(|player| player.side.0).collect(),
            routes,
            // A card may become known to the chooser during a move; what is chosen after that is a further decision.
            asks: program.others_are_asked() || slots.cards.any(),
            lying: Vec::new(),
            repeats: false,
            refusal: &refusal,
        };
        let rules = Arc::new(maker.made().ok_or_else(|| refusal.0.get())?);
        rules.phrases.belong_to(&rules);
        Ok(rules)
    }
}

impl<B: Generated> Maker<'_, B> {
    /// The rules, if everything can be expressed.
    fn made(mut self) -> Option<Rules<B>> {
        let program = self.program;
        // In this order, because the first line that cannot be expressed is the one reported.
        let turn = self.turn_rules()?;
        let (groups, rules) = self.moves()?;
        let triggers = EventKind::ALL.iter().map(|event| self.triggers(*event)).collect::<Option<Vec<_>>>()?;
        let ends = self.ends()?;
        let obligations =
            program.obligations.iter().map(|obligation| self.obligation(obligation)).collect::<Option<Vec<_>>>()?;
        let telling = self.telling(&rules, &turn)?;
        let tried = self.tried()?;
        let repeats = std::mem::take(&mut self.repeats) || look::paths_read_repeats(program);
        let calm = look::calm(program) && !turn.steps.iter().any(|step| matches!(step, Step::Do(_) | Step::Way(_)));
        let (listing, questions) = (self.listing(&rules), self.questions());
        Some(Rules {
            players: Players {
                side_of: self.side_of,
                order: program.equipment.turn_order.iter().map(|player| player.0).collect(),
                captured: program.layout.captured.clone(),
            },
            groups,
            rules,
            blocks: self.blocks,
            triggers,
            tried,
            happens: Happens {
                // Names of a turn's script follow the pieces that they mean only where moves are run, as in games with questions.
                asks: self.asks || turn.pieces != 0,
                between_moves: questions,
                chance: look::chance(program) || self.slots.cards.any(),
                starts: program.forced_rest.starts,
            },
            recurrence: Recurrence { calm, gone: !look::anything_comes(program), asked: repeats },
            turn,
            ends: Ends { reasons: self.reasons, ..ends },
            obligations,
            asked: self.asked,
            distinction: telling,
            pairs: self.pairs,
            listing,
            phrases: self.phrases,
            slots: self.slots,
        })
    }

    fn telling(&mut self, rules: &[Rule], turn: &TurnRules) -> Option<Distinction> {
        let program = self.program;
        let mut unless = |conditions: &Option<Vec<NodeId>>| match conditions {
            Some(unless) => Some(Some(unless.iter().map(|condition| self.test(*condition)).collect::<Option<Vec<_>>>()?)),
            None => Some(None),
        };
        let captures_known = unless(&program.forced_rest.captures_known)?;
        let landings_tell = unless(&program.forced_rest.landings_distinguish)?;
        let route = program.afterwards.route_asked;
        Some(Distinction {
            distinct: self.routes == Routes::Distinct,
            counts_distinguish: look::counts_tell(program),
            steps_may_coincide: rules.iter().filter_map(|rule| rule.single_leg).any(|like| like != 0),
            captures_known,
            landings_distinguish: landings_tell,
            taken_at: look::taken_at(program),
            route_asked: route,
            run_to_end: route.afterwards
                || route.on_the_way && self.asks
                || !program.forced_rest.by_class
                || turn.asks_about_moves(),
        })
    }
}

impl<B: Word> Maker<'_, B> {
    /// Compiles a phrase.
    fn term(&mut self, node: NodeId) -> Option<Term> {
        if let Node::Local(local) = self.program.node(node)
            && self.lying.contains(local)
        {
            return Some(self.phrases.lying_named(self.local(*local)?));
        }
        if self.may_lie(node) {
            return self.refusal.refuse(Cause::Lying);
        }
        self.repeats |= look::reads_repeats(self.program, node);
        self.phrases.compile(self.program, node)
    }

    /// Compiles a condition.
    fn test(&mut self, node: NodeId) -> Option<Test> {
        let mut test = self.test_between_turns(node)?;
        let repeats = look::reads_repeats(self.program, node);
        test.iter_mut().for_each(|part| part.repeats = repeats);
        Some(test)
    }

    /// Compiles a condition that is evaluated between turns, where `repeats` is known.
    fn test_between_turns(&mut self, node: NodeId) -> Option<Test> {
        let mut test = Test::new();
        for part in self.parts_of(node) {
            let term = self.phrases.compile(self.program, part)?;
            test.push(Part { term, repeats: false, counted: self.counted(part, term) });
        }
        Some(test)
    }

    /// The parts that must all hold for a condition to hold.
    fn parts_of(&self, node: NodeId) -> SmallVec<[NodeId; 4]> {
        match self.program.node(node) {
            Node::And(parts) => parts.iter().copied().collect(),
            _ => SmallVec::from_elem(node, 1),
        }
    }

    /// Begins a script, and returns its number of names if there is room for them.
    fn locals(&mut self, locals: u16) -> Option<u8> {
        self.lying.clear();
        if locals as usize > NAMES { self.refusal.refuse(Cause::Names) } else { Some(locals as u8) }
    }

    /// Whether a phrase may denote a piece in a pile or a tower by a name of the current script.
    fn may_lie(&self, node: NodeId) -> bool {
        let program = self.program;
        if self.lying.is_empty() || program.type_of(node) != Type::Piece {
            return false;
        }
        match program.node(node) {
            Node::Local(local) => self.lying.contains(local),
            Node::Intersect(parts) | Node::Union(parts) => parts.iter().any(|part| self.may_lie(*part)),
            Node::Without(of, _) | Node::Where(of, ..) | Node::Extreme(of, ..) | Node::On(of, ..) | Node::In(of, _, true) => {
                self.may_lie(*of)
            }
            Node::In(what, container, false) => self.may_lie(*what) || self.may_lie(*container),
            Node::If(_, yes, no) => self.may_lie(*yes) || self.may_lie(*no),
            Node::Field(Field::Top | Field::Bottom | Field::First | Field::Last, of) => self.may_lie(*of),
            _ => false,
        }
    }

    /// The blocks that phrases try out; phrases in them may try out further ones.
    fn tried(&mut self) -> Option<Vec<BlockAt>> {
        let mut tried = Vec::new();
        self.lying.clear();
        while let Some(block) = self.phrases.tried().get(tried.len()).copied() {
            tried.push(self.block(block)?);
        }
        Some(tried)
    }

    fn triggers(&mut self, event: EventKind) -> Option<Vec<Trigger<B>>> {
        let program = self.program;
        let triggers = program.triggers.of(event).iter();
        triggers.map(|trigger| self.trigger(event, trigger)).collect()
    }

    fn trigger(&mut self, event: EventKind, trigger: &code::Trigger) -> Option<Trigger<B>> {
        let program = self.program;
        self.refusal.line(trigger.rule);
        let subject = match trigger.subject {
            Some(subject) if *program.node(subject) == Node::Given(Given::Pieces) => None,
            Some(subject) => {
                self.repeats |= look::reads_repeats(program, subject);
                Some(self.phrases.test(program, subject)?)
            }
            None => None,
        };
        let place = match trigger.place {
            Some(place) => {
                self.repeats |= look::reads_repeats(program, place);
                Some(self.phrases.place(program, place)?)
            }
            None => None,
        };
        let regions = trigger
            .place
            .and_then(|place| (0..program.layout.sides).map(|side| self.phrases.fixed_region(program, place, side)).collect());
        let bare = subject.iter().chain(&place).all(|term| self.phrases.asks_no_move(*term));
        Some(Trigger {
            nameless: look::nameless(program, trigger),
            bare,
            locals: self.locals(trigger.locals.max(1))?,
            subject,
            place,
            regions,
            boards: look::boards(program, event, trigger.subject),
            condition: match trigger.condition {
                Some(condition) => Some(self.test(condition)?),
                None => None,
            },
            body: self.block(trigger.body)?,
        })
    }

    /// The endings, without their reasons, which are collected with the blocks.
    fn ends(&mut self) -> Option<Ends> {
        let program = self.program;
        let soon = program.game.immediate_endings.iter().map(|soon| self.immediate_ending(soon)).collect::<Option<Vec<_>>>()?;
        let between = program.game.endings.iter().map(|ending| self.ending(ending)).collect::<Option<Vec<_>>>()?;
        let soon_conditions: Vec<_> = program.game.immediate_endings.iter().map(|soon| Some(soon.condition)).collect();
        let conditions: Vec<_> =
            program.game.endings.iter().map(|ending| if_of(program, ending).map(|(test, _)| test)).collect();
        let scores = program.game.scores.iter().map(|score| Some((self.term(score.player)?, self.term(score.value)?)));
        let scores = scores.collect::<Option<Vec<_>>>()?;
        Some(Ends {
            immediate: soon,
            immediate_stretches: self.stretches(&soon_conditions),
            immediate_of_boards: program.game.immediate_endings.iter().all(|soon| look::of_boards(program, soon.condition)),
            between,
            stretches: self.stretches(&conditions),
            repeats: look::asks_repeats(program),
            scores,
            reasons: Vec::new(),
        })
    }

    fn immediate_ending(&mut self, soon: &code::ImmediateEnding) -> Option<ImmediateEnding> {
        self.refusal.line(soon.script.rule);
        Some(ImmediateEnding {
            locals: self.locals(soon.script.locals)?,
            condition: self.test(soon.condition)?,
            body: self.alone(soon.script.body)?,
            patience: soon.patience,
        })
    }

    fn ending(&mut self, ending: &code::Ending) -> Option<Ending> {
        let program = self.program;
        self.refusal.line(ending.script.rule);
        let (condition, body) = match if_of(program, ending) {
            Some((test, body)) => (Some(self.test_between_turns(test)?), body),
            None => (None, ending.script.body),
        };
        Some(Ending {
            locals: self.locals(if ending.cannot_move.is_some() {
                ending.script.locals.max(1)
            } else {
                ending.script.locals
            })?,
            cannot_move: match ending.cannot_move {
                Some(who) => Some(self.term(who)?),
                None => None,
            },
            condition,
            body: self.alone(body)?,
            patience: ending.patience,
            rule: ending.script.rule,
        })
    }

    pub(super) fn stored(&self, id: StoredId) -> StoredCells {
        let program = self.program;
        let stored = &program.stored[id.index()];
        let owners = 0..program.layout.stored[id.index()].owners;
        StoredCells {
            at: owners.map(|owner| self.slots.stored(id, owner) as u16).collect(),
            holds: stored.holds,
            common: stored.of == StoredOf::Position,
            of_side: stored.of == StoredOf::Side,
        }
    }
}

/// The condition of an ending between turns, and what follows it, if it has that form. An ending about a player who cannot move
/// names that player before anything is evaluated.
fn if_of(program: &Program, ending: &code::Ending) -> Option<(NodeId, BlockId)> {
    match (ending.cannot_move, program.block(ending.script.body).ops.as_slice()) {
        (None, [(code::Op::If(test, yes, no), _)]) if program.block(*no).ops.is_empty() => Some((*test, *yes)),
        _ => None,
    }
}
