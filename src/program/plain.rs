//! Whether pieces on the board and the side to move are the whole of a position: nothing else affects what can happen from there,
//! except for patience lines.

use std::collections::HashSet;

use crate::model::RuleId;
use crate::model::expr::Given;
use crate::model::rules::{Each, Effects};

use super::code::{EventKind, Op, PathId, Verb};
use super::node::{Node, NodeId};
use super::{BlockId, Program};

/// Why positions of a game are not plain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlain {
    /// There are not two players of two sides who take turns.
    #[error("two players of two sides must take turns, and all pieces belong to them")]
    Sides,
    /// Pieces have attributes or slots, or something is below them.
    #[error("pieces bear something, or stand on one another")]
    Pieces,
    /// There are things off the board.
    #[error("there are piles or tokens")]
    Piles,
    /// Something is thrown or drawn.
    #[error("chance decides")]
    Chance,
    /// A counter or kept thing lasts from turn to turn.
    #[error("`{name}` is kept from turn to turn")]
    Kept {
        /// Its name.
        name: String,
    },
    /// A counter or kept thing that starts afresh in every turn.
    #[error("`{name}` is kept from move to move")]
    KeptForTurn {
        /// Its name.
        name: String,
    },
    /// Another player than the mover chooses something in a move.
    #[error("a player chooses something in the move of another")]
    Asked,
    /// Something is chosen before or after the move of a turn.
    #[error("something is chosen when a turn begins or ends, outside of its move")]
    AskedOutside,
    /// A turn is not one move.
    #[error("a turn is more than one move")]
    Turn,
    /// A line that is not a patience line reads a clock, the number of turns or repetitions.
    #[error(
        "{place}: `{line}` asks how long the game has lasted, how long ago something was, or how often the position has stood"
    )]
    Past {
        /// Where it is.
        place: String,
        /// The line.
        line: String,
    },
}

impl Program {
    /// Whether pieces on the board and the side to move are all that affects what can happen, except for patience lines: two
    /// players take turns of one move each, and nothing is drawn, hidden, kept or decided besides.
    ///
    /// ```
    /// # use draughtsman::library;
    /// let program = |name| library::bundled(name).unwrap().program;
    /// assert!(program("english").is_plain().is_ok());
    /// assert_eq!(program("lasca").is_plain().unwrap_err().to_string(), "pieces bear something, or stand on one another");
    /// ```
    ///
    /// # Errors
    /// The first reason why not.
    pub fn is_plain(&self) -> Result<(), NotPlain> {
        let equipment = &self.equipment;
        let order: HashSet<_> = equipment.turn_order.iter().collect();
        if equipment.sides.len() != 2
            || equipment.players.len() != 2
            || equipment.sides.iter().any(|side| side.neutral)
            || (equipment.turn_order.len(), order.len()) != (2, 2)
        {
            return Err(NotPlain::Sides);
        }
        if !equipment.slots.is_empty() || equipment.stacks > 1 || equipment.under.is_some() {
            return Err(NotPlain::Pieces);
        }
        if !equipment.piles.is_empty() || !equipment.tokens.is_empty() {
            return Err(NotPlain::Piles);
        }
        if self.ever(Effects::ASKS_CHANCE) {
            return Err(NotPlain::Chance);
        }
        if let Some(kept) = self.stored.iter().find(|one| !one.clock && one.each != Each::Move) {
            let name = kept.name.clone();
            return Err(if kept.each == Each::Turn { NotPlain::KeptForTurn { name } } else { NotPlain::Kept { name } });
        }
        if self.somebody_else_is_asked() {
            return Err(NotPlain::Asked);
        }
        if [EventKind::TurnBegins, EventKind::TurnEnds].into_iter().any(|event| self.some_trigger_asks(event)) {
            return Err(NotPlain::AskedOutside);
        }
        if !matches!(self.block(self.game.turn.body).ops.as_slice(), [(Op::Play { by: None, .. }, _)]) {
            return Err(NotPlain::Turn);
        }
        match Past::of(self).found {
            Some(rule) => {
                let line = &self.lines[rule.index()];
                Err(NotPlain::Past { place: line.place.clone(), line: line.head() })
            }
            None => Ok(()),
        }
    }

    /// Whether there is a patience line: one that reads a clock or repetitions.
    pub fn is_patient(&self) -> bool {
        self.game.endings.iter().any(|ending| ending.patience) || self.game.immediate_endings.iter().any(|soon| soon.patience)
    }

    /// Whether a patience line may let somebody win or lose, instead of drawing the game.
    pub fn patience_wins(&self) -> bool {
        let endings = self.game.endings.iter().filter(|ending| ending.patience).map(|ending| ending.script.body);
        let soon = self.game.immediate_endings.iter().filter(|soon| soon.patience).map(|soon| soon.script.body);
        endings.chain(soon).any(|body| self.effects(body).any(Effects::WINS | Effects::LOSES))
    }

    /// Whether a block needs a decision.
    pub(crate) fn asks(&self, block: BlockId) -> bool {
        self.effects(block).any(Effects::ASKS)
    }

    /// Whether a trigger needs a decision, or a rule needs one by somebody other than the mover.
    pub(crate) fn others_are_asked(&self) -> bool {
        EventKind::ALL.into_iter().any(|event| self.some_trigger_asks(event)) || self.somebody_else_is_asked()
    }

    fn some_trigger_asks(&self, event: EventKind) -> bool {
        self.triggers.of(event).iter().any(|trigger| self.asks(trigger.body))
    }

    /// Whether somebody other than the mover chooses anything: chance, or a player by name.
    fn somebody_else_is_asked(&self) -> bool {
        self.ever(Effects::ASKS_ANOTHER | Effects::ASKS_CHANCE)
    }
}

/// A search for a line that reads the past.
struct Past<'p> {
    program: &'p Program,
    nodes: HashSet<NodeId>,
    blocks: HashSet<BlockId>,
    /// The first such line.
    found: Option<RuleId>,
}

impl Past<'_> {
    /// Searches all lines except patience lines.
    fn of(program: &Program) -> Past<'_> {
        let mut past = Past { program, nodes: HashSet::new(), blocks: HashSet::new(), found: None };
        for group in &program.groups {
            for rule in &group.rules {
                past.phrases(rule.rule, [rule.subject].into_iter().chain(rule.condition));
                match &rule.verb {
                    Verb::Path(path) => past.path(rule.rule, *path),
                    Verb::Body(_, body) => past.block(rule.rule, *body),
                }
                past.block(rule.rule, rule.then);
            }
            group.chain.iter().for_each(|law| past.phrases(law.rule, law.condition));
        }
        program.obligations.iter().for_each(|one| past.phrases(one.rule, [one.moves].into_iter().chain(one.condition)));
        for trigger in EventKind::ALL.into_iter().flat_map(|event| program.triggers.of(event)) {
            if program.block(trigger.body).ops.iter().all(|(op, _)| past.winds(op)) {
                continue;
            }
            past.phrases(trigger.rule, trigger.subject.into_iter().chain(trigger.place).chain(trigger.condition));
            past.block(trigger.rule, trigger.body);
        }
        past.block(program.game.turn.rule, program.game.turn.body);
        for ending in program.game.endings.iter().filter(|ending| !ending.patience) {
            past.phrases(ending.script.rule, ending.cannot_move);
            past.block(ending.script.rule, ending.script.body);
        }
        for soon in program.game.immediate_endings.iter().filter(|soon| !soon.patience) {
            past.phrases(soon.script.rule, [soon.condition]);
            past.block(soon.script.rule, soon.script.body);
        }
        program.game.scores.iter().for_each(|score| past.phrases(score.rule, [score.player, score.value]));
        past
    }

    /// Whether a statement does nothing but set clocks. What it reads matters only where the clock is read, which is found there.
    fn winds(&self, op: &Op) -> bool {
        match op {
            Op::If(_, then, otherwise) => {
                [then, otherwise].into_iter().all(|block| self.program.block(*block).ops.iter().all(|(op, _)| self.winds(op)))
            }
            op => op.stores().is_some_and(|id| self.program.stored[id.index()].clock),
        }
    }

    fn phrases(&mut self, rule: RuleId, nodes: impl IntoIterator<Item = NodeId>) {
        for id in nodes {
            if !self.nodes.insert(id) {
                continue;
            }
            let program = self.program;
            let node = program.node(id);
            let reads = match node {
                Node::Given(Given::Turns | Given::Repeats) => true,
                Node::Stored(stored, _) => program.stored[stored.index()].clock,
                _ => false,
            };
            if reads {
                self.found = self.found.or(Some(rule));
            }
            self.phrases(rule, node.parts());
            match node {
                Node::CanPath(_, path) => self.path(rule, *path),
                Node::CanBody(_, body) => self.block(rule, *body),
                _ => {}
            }
        }
    }

    fn path(&mut self, rule: RuleId, path: PathId) {
        self.phrases(rule, self.program.paths[path.0 as usize].nodes());
    }

    fn block(&mut self, rule: RuleId, block: BlockId) {
        if !self.blocks.insert(block) {
            return;
        }
        for (op, _) in &self.program.block(block).ops {
            if self.winds(op) {
                continue;
            }
            self.phrases(rule, op.phrases().into_iter().copied());
            if let Op::Path(path) = op {
                self.path(rule, *path);
            }
            op.blocks().into_iter().for_each(|inner| self.block(rule, *inner));
        }
    }
}
