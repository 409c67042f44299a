//! Phrases about what players or pieces can do, where that must be tried.

use super::super::ids::{SetId, TestId, TruthId};
use super::super::questions::{BoundTo, Trial, TrialOf, TriedMovers};
use super::super::term::{Test, Truth};
use super::{Bound, Compiler, Context, name};
use crate::engine::list::groups_of;
use crate::engine::word::Word;
use crate::model::expr::{Given, Type};
use crate::model::{GroupId, RuleId};
use crate::program::BlockId;
use crate::program::node::{Node, NodeId};

impl<B: Word> Compiler<'_, B> {
    /// `some capture`: whether there are such moves.
    pub(super) fn moves_asked(&mut self, moves: NodeId, context: &Context) -> Option<TruthId> {
        let whose = match self.program.node(moves) {
            Node::MovesOf(_, players) => self.whose_moves(*players, context)?,
            _ => TriedMovers::Mover,
        };
        let groups = bits_of(&groups_of(self.program, moves));
        Some(self.truth_asked(TrialOf::Moves { groups, without: 0, whose, prey: None }))
    }

    /// `mover can capture`, `opponent can capture own king`.
    pub(super) fn players_asked(
        &mut self,
        who: NodeId,
        groups: &[GroupId],
        prey: Option<NodeId>,
        without: &[RuleId],
        context: &Context,
    ) -> Option<TruthId> {
        let whose = self.whose_moves(who, context)?;
        let prey = self.prey(prey, &context.acting_any())?;
        Some(self.truth_asked(TrialOf::Moves { groups: bits_of(groups), without: self.rules_of(without), whose, prey }))
    }

    /// A test of whether a piece can begin a move of these classes, tried on its turn.
    pub(super) fn pieces_asked(&mut self, groups: &[GroupId], prey: Option<SetId>, without: &[RuleId], mine: bool) -> TestId {
        let whose = TriedMovers::Pieces(mine);
        let of = TrialOf::Moves { groups: bits_of(groups), without: self.rules_of(without), whose, prey };
        let question = self.question(Trial { of, names: Vec::new() });
        self.phrases.put_test(Test::Asked(question))
    }

    /// `it can { … }`
    pub(super) fn can_body(&mut self, block: BlockId, context: &Context) -> Option<TestId> {
        let tried = &mut self.phrases.tried;
        let at = tried.iter().position(|known| *known == block).unwrap_or_else(|| {
            tried.push(block);
            tried.len() - 1
        });
        let names = context.bound.iter().map(|(local, bound)| {
            let held = match bound {
                Bound::Element(depth, pieces) => BoundTo::Element(*depth, *pieces),
                Bound::Members(members) => BoundTo::Members(*members),
            };
            Some((name(*local)?, held))
        });
        let names = names.collect::<Option<Vec<_>>>()?;
        let question = self.question(Trial { of: TrialOf::Statements(at), names });
        Some(self.phrases.put_test(Test::Asked(question)))
    }

    /// The sites whose pieces match a description of prey, if there is one.
    pub(super) fn prey(&mut self, prey: Option<NodeId>, context: &Context) -> Option<Option<SetId>> {
        match prey {
            Some(prey) => Some(Some(self.like(prey, context)?.0)),
            None => Some(None),
        }
    }

    fn whose_moves(&mut self, players: NodeId, context: &Context) -> Option<TriedMovers> {
        debug_assert_eq!(self.program.type_of(players), Type::Player);
        match self.program.node(players) {
            Node::Given(Given::Mover) => Some(TriedMovers::Mover),
            _ => Some(TriedMovers::Players(self.bits(players, context)?)),
        }
    }

    fn truth_asked(&mut self, of: TrialOf) -> TruthId {
        let question = self.question(Trial { of, names: Vec::new() });
        self.phrases.put_truth(Truth::Moves(question))
    }

    fn question(&mut self, question: Trial) -> u32 {
        let questions = &mut self.phrases.tables.questions;
        let known = questions.iter().position(|known| *known == question);
        known.unwrap_or_else(|| {
            questions.push(question);
            questions.len() - 1
        }) as u32
    }

    /// The rules of these lines, as bits.
    fn rules_of(&self, lines: &[RuleId]) -> u64 {
        let rules = self.program.groups.iter().flat_map(|group| &group.rules).enumerate();
        rules.filter(|(_, rule)| lines.contains(&rule.rule)).fold(0, |all, (at, _)| all | 1 << at)
    }
}

fn bits_of(groups: &[GroupId]) -> u64 {
    groups.iter().fold(0, |all, group| all | 1 << group.0)
}
