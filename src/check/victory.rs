//! `victory`: endings and scores.

use crate::model::expr::{Expr, ExprKind, Given, Type};
use crate::model::rules::{Block, EndingKind, EndingLine, Score};
use crate::model::walk::{any_in_block, any_phrase};
use crate::syntax::ast::Rule;

use super::chapters::Line;
use super::checker::Checker;
use super::env::{Env, It, Stage};
use super::reading::Many;

impl<'a> Checker<'a> {
    /// An ending, if the line is one.
    pub(super) fn ending(&mut self, (rule, line): &Line<'a>) -> Option<EndingLine> {
        self.refuel();
        let mut env = Env::new(*rule, Stage::Ending);
        env.moment.actor = Some(self.some_actor());
        env.moment.facts = true;
        let (kind, body) = match line.rule {
            Rule::Statement(statement) => {
                let statement = self.statement(&mut env, statement);
                (Some(EndingKind::AfterTurn), Block { statements: statement.into_iter().collect() })
            }
            Rule::Soon { condition, suite } => {
                let holds = self.truth(&env, condition);
                (holds.map(|holds| EndingKind::AsSoonAs(holds.expr)), self.block(&env, suite))
            }
            Rule::CannotMove { player, suite } => {
                let mut env = Env::new(*rule, Stage::Ending);
                let local = self.scope.add("it", Type::Player, Many::One, None);
                let players = self.players(&env, player);
                env.it = It::Local(local);
                (players.map(|players| EndingKind::CannotMove(players.expr)), self.block(&env, suite))
            }
            _ => return None,
        };
        let scope = self.scope.finish();
        let kind = kind?;
        let patience = self.impatient(&kind, &body);
        Some(EndingLine { rule: *rule, scope, kind, body, patience })
    }

    /// Whether this is a patience line: it reads a clock or `repeats`.
    fn impatient(&self, kind: &EndingKind, body: &Block) -> bool {
        let mut waits = |phrase: &Expr| match phrase.kind {
            ExprKind::Given(Given::Repeats) => true,
            ExprKind::Stored(id, _) => self.stored.get(id.index()).is_some_and(|stored| stored.clock),
            _ => false,
        };
        let early = match kind {
            EndingKind::AsSoonAs(phrase) | EndingKind::CannotMove(phrase) => any_phrase(phrase, &mut waits),
            EndingKind::AfterTurn => false,
        };
        early || any_in_block(body, &mut waits)
    }

    /// `score of PLAYERS is E`, if the line is one.
    pub(super) fn score(&mut self, (rule, line): &Line<'a>) -> Option<Score> {
        let Rule::Score { player, value } = line.rule else { return None };
        self.refuel();
        let mut env = Env::new(*rule, Stage::Ending);
        let local = self.scope.add("it", Type::Player, Many::One, None);
        let players = self.players(&env, player);
        env.it = It::Local(local);
        let value = self.number(&env, value);
        let scope = self.scope.finish();
        Some(Score { rule: *rule, scope, player: players?.expr, value: value?.expr })
    }
}
