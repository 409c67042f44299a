//! Phrases that ask what somebody could do, where it must be tried.

use super::super::questions::{Held, Question, What, Whose};
use super::super::term::{SetId, Test, TestId, Truth, TruthId};
use super::{Bound, Compiler, Context, name};
use crate::engine::list::groups_of;
use crate::engine::word::Word;
use crate::model::expr::{Given, Type};
use crate::model::{GroupId, RuleId};
use crate::program::BlockId;
use crate::program::node::{Node, NodeId};

impl<B: Word> Compiler<'_, B> {
    /// Whether there are moves: `some capture`.
    pub(super) fn moves_asked(&mut self, moves: NodeId, context: &Context) -> Option<TruthId> {
        let whose = match self.program.node(moves) {
            Node::MovesOf(_, players) => self.whose_moves(*players, context)?,
            _ => Whose::Mover,
        };
        let groups = bits_of(&groups_of(self.program, moves));
        Some(self.truth_asked(What::Moves { groups, without: 0, whose, prey: None }))
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
        Some(self.truth_asked(What::Moves { groups: bits_of(groups), without: self.rules_of(without), whose, prey }))
    }

    /// Whether a piece could begin a move of classes, by its turn and in its way.
    pub(super) fn pieces_asked(&mut self, groups: &[GroupId], prey: Option<SetId>, without: &[RuleId], mine: bool) -> TestId {
        let whose = Whose::Pieces(mine);
        let of = What::Moves { groups: bits_of(groups), without: self.rules_of(without), whose, prey };
        let question = self.question(Question { of, names: Vec::new() });
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
                Bound::Element(depth, pieces) => Held::Element(*depth, *pieces),
                Bound::Members(members) => Held::Members(*members),
            };
            Some((name(*local)?, held))
        });
        let names = names.collect::<Option<Vec<_>>>()?;
        let question = self.question(Question { of: What::Statements(at), names });
        Some(self.phrases.put_test(Test::Asked(question)))
    }

    /// What is to be taken, where anything is.
    pub(super) fn prey(&mut self, prey: Option<NodeId>, context: &Context) -> Option<Option<SetId>> {
        match prey {
            Some(prey) => Some(Some(self.like(prey, context)?.0)),
            None => Some(None),
        }
    }

    fn whose_moves(&mut self, players: NodeId, context: &Context) -> Option<Whose> {
        debug_assert_eq!(self.program.type_of(players), Type::Player);
        match self.program.node(players) {
            Node::Given(Given::Mover) => Some(Whose::Mover),
            _ => Some(Whose::Players(self.bits(players, context)?)),
        }
    }

    fn truth_asked(&mut self, of: What) -> TruthId {
        let question = self.question(Question { of, names: Vec::new() });
        self.phrases.put_truth(Truth::Moves(question))
    }

    fn question(&mut self, question: Question) -> u32 {
        let questions = &mut self.phrases.tables.questions;
        let known = questions.iter().position(|known| *known == question);
        known.unwrap_or_else(|| {
            questions.push(question);
            questions.len() - 1
        }) as u32
    }

    /// The rules of lines, as bits.
    fn rules_of(&self, lines: &[RuleId]) -> u64 {
        let rules = self.program.groups.iter().flat_map(|group| &group.rules).enumerate();
        rules.filter(|(_, rule)| lines.contains(&rule.rule)).fold(0, |all, (at, _)| all | 1 << at)
    }
}

fn bits_of(groups: &[GroupId]) -> u64 {
    groups.iter().fold(0, |all, group| all | 1 << group.0)
}
