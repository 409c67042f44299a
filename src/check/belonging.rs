//! What belongs to somebody: `piece of it`, `man of mover`, `move of opponent`.

use crate::diagnostic::Diagnostic;
use crate::model::expr::{ExprKind, Field, Given, Type};
use crate::source::Span;
use crate::syntax::ast;

use super::Checker;
use super::coerce::Refusal;
use super::env::Env;
use super::reading::{Many, Reading};

/// Fields that the language gives.
const GIVEN_FIELDS: &[&str] =
    &["owner", "site", "kind", "value", "top", "bottom", "first", "last", "file", "rank", "face", "side", "player"];

impl<'a> Checker<'a> {
    /// Somebody, as players or sides; also the players of sides.
    pub(super) fn owner_as(&self, readings: &[Reading], ty: Type) -> Option<Reading> {
        if let Ok(one) = self.nearest_as(readings, ty) {
            return Some(one);
        }
        let side = readings.iter().find(|one| one.ty() == Type::Side && ty == Type::Player)?;
        let many = if side.many == Many::One { self.players_of_a_side() } else { side.many };
        Some(side.wrap(ty, |set| ExprKind::Field(Field::PlayersOf, set)).times(many).farther(1))
    }

    /// Somebody, as sides: sides, players, or the owners of pieces.
    pub(super) fn whose(&self, readings: &[Reading]) -> Option<Reading> {
        self.somebody(readings).or_else(|| {
            let pieces = self.nearest_as(readings, Type::Piece).ok()?;
            Some(pieces.wrap(Type::Side, |set| ExprKind::Field(Field::Owner, set)).farther(1))
        })
    }

    pub(super) fn somebody(&self, readings: &[Reading]) -> Option<Reading> {
        let people: Vec<Reading> =
            readings.iter().filter(|one| matches!(one.ty(), Type::Player | Type::Side)).cloned().collect();
        self.nearest_as(&people, Type::Side).ok()
    }

    /// `piece of it`, `man of mover`, `move of opponent`: what belongs to somebody.
    pub(super) fn owned(
        &mut self,
        env: &Env<'a>,
        what: &'a ast::Expr,
        readings: &[Reading],
        of: Span,
        span: Span,
    ) -> Vec<Reading> {
        let Some(sides) = self.somebody(readings) else {
            if let ast::ExprKind::Name(name) = &what.kind
                && env.find(name).is_none()
                && !self.knows(name)
            {
                self.unknown_field(name, what.span);
                return Vec::new();
            }
            let inner = self.phrase(env, what);
            if !inner.is_empty() {
                let found: Vec<String> = readings.iter().map(|one| self.type_name(one.ty())).collect();
                self.report(Diagnostic::error(
                    "E0327",
                    of,
                    format!(
                        "`{}` can only belong to a player, not to {}",
                        self.sources.text(what.span),
                        super::coerce::any_of(&found)
                    ),
                ));
            }
            return Vec::new();
        };
        let inner = self.phrase(env, what);
        if inner.is_empty() {
            return Vec::new();
        }
        if let Some(moves) = inner.iter().find(|one| one.ty() == Type::Move) {
            let Some(players) = self.owner_as(readings, Type::Player) else { return Vec::new() };
            let kind = ExprKind::MovesOf(Box::new(moves.expr.clone()), Box::new(players.expr));
            return vec![Reading::new(kind, Type::Move, span, Many::Several)];
        }
        match self.nearest_as(&inner, Type::Piece) {
            Ok(pieces) => {
                let rank = sides.rank;
                let theirs = sides.wrap(Type::Piece, |set| ExprKind::Field(Field::PiecesOf, set)).expr;
                let kind = match pieces.expr.kind {
                    ExprKind::Given(Given::Pieces) => theirs.kind,
                    _ => ExprKind::Intersect(vec![pieces.expr, theirs]),
                };
                vec![Reading { rank, ..Reading::new(kind, Type::Piece, span, pieces.many.fewer()) }]
            }
            Err(Refusal::TwoWays(_) | Refusal::Unclear(_)) => self.pick(&inner, Type::Piece, what.span).into_iter().collect(),
            Err(Refusal::NoWay) => {
                let found: Vec<String> = inner.iter().map(|one| self.type_name(one.ty())).collect();
                let text = self.sources.text(what.span).to_string();
                self.report(Diagnostic::error(
                    "E0328",
                    what.span,
                    format!("pieces, piles and areas belong to players; `{text}` is {}", super::coerce::any_of(&found)),
                ));
                Vec::new()
            }
        }
    }

    /// Whether a word means anything, as far as can be told without reading it.
    fn knows(&self, name: &str) -> bool {
        let env = Env::new(crate::model::RuleId(0), super::env::Stage::Loose);
        let known = self.known_words(&env);
        self.spellings(name).any(|one| known.iter().any(|known| *known == one) || self.equipment.board.site(&one).is_some())
    }

    pub(super) fn unknown_field(&mut self, name: &str, span: Span) {
        let eq = self.equipment;
        let mut known: Vec<&str> = GIVEN_FIELDS.to_vec();
        known.extend(eq.slots.iter().map(|slot| slot.name.as_str()));
        known.extend(eq.tokens.iter().flat_map(|token| token.attributes.iter().map(|(name, _)| name.as_str())));
        known.extend(eq.piles.iter().map(|pile| pile.name.as_str()));
        known.extend(eq.under.iter().map(|(name, _)| name.as_str()));
        known.extend(self.stored.iter().map(|stored| stored.name.as_str()));
        known.extend(["far-row", "home-row", "piece"]);
        let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        self.unknown_field_among(name, span, known.iter().map(String::as_str));
    }
}
