//! What belongs to a player or side: `piece of it`, `man of mover`, `move of opponent`.

use crate::diagnostic::Diagnostic;
use crate::model::Measure;
use crate::model::expr::{Expr, ExprKind, Field, Given, Type};
use crate::model::rules::Chooser;
use crate::source::Span;
use crate::syntax::ast;

use super::checker::Checker;
use super::coerce::Refusal;
use super::env::{Env, unfold};
use super::mentions::Sort;
use super::reading::{Many, Reading};

/// The fields that the language itself provides.
const GIVEN_FIELDS: &[&str] =
    &["owner", "site", "kind", "value", "top", "bottom", "first", "last", "face", "side", "player", "opposite"];

impl<'a> Checker<'a> {
    /// The readings as players or as sides (`ty`); where players are wanted, a side stands for its players.
    pub(super) fn owner_as(&self, readings: &[Reading], ty: Type) -> Option<Reading> {
        if let Ok(one) = self.nearest_as(readings, ty) {
            return Some(one);
        }
        let side = readings.iter().find(|one| one.ty() == Type::Side && ty == Type::Player)?;
        let many = if side.many == Many::One { self.players_of_a_side() } else { side.many };
        Some(side.wrap(ty, |set| ExprKind::Field(Field::PlayersOf, set)).times(many).farther(1))
    }

    /// Who chooses: chance, or a player or side.
    pub(super) fn chooser(&mut self, env: &Env<'a>, by: &'a ast::Expr) -> Option<Chooser> {
        let (_, inner, _) = unfold(env, by);
        if matches!(&inner.kind, ast::ExprKind::Name(name) if name == "chance") {
            self.mentions.note(inner.span, Sort::Word, "chance", None);
            return Some(Chooser::Chance);
        }
        let who = self.somebody_single(env, by)?;
        Some(Chooser::Player(who.expr))
    }

    /// One player or one side, after `by`.
    pub(super) fn somebody_single(&mut self, env: &Env<'a>, by: &'a ast::Expr) -> Option<Reading> {
        let readings = self.phrase(env, by);
        let player = readings.iter().find(|one| one.ty() == Type::Player);
        let side = readings.iter().find(|one| one.ty() == Type::Side);
        let who = match player.or(side) {
            Some(who) => who.clone(),
            None => self.pick(&readings, Type::Player, by.span)?,
        };
        self.single(&who, by.span, "`by`");
        self.somebody_plays(&who.expr, by.span, "chooses", "a player who plays chooses, or chance: `by opponent`, `by chance`");
        Some(who)
    }

    /// E0084 if the phrase names a neutral player or side, which never acts.
    fn somebody_plays(&mut self, who: &Expr, span: Span, does: &str, instead: &str) {
        let named = match who.kind {
            ExprKind::Players(players) => players & self.neutral(Type::Player) != 0,
            ExprKind::Sides(sides) => sides & self.neutral(Type::Side) != 0,
            _ => false,
        };
        if named {
            let name = self.sources.text(span).to_owned();
            let message = format!("`{name}` is neutral: nobody plays for it, and so nobody {does}");
            self.report(Diagnostic::error("E0084", span, message).help(instead.to_owned()));
        }
    }

    /// The side that a result names: it wins or loses.
    pub(super) fn decided(&mut self, env: &Env<'a>, who: &'a ast::Expr, does: &str) -> Option<Expr> {
        let side = self.expect(env, who, Type::Side)?.expr;
        self.somebody_plays(&side, who.span, does, "name a side that plays, or `draw`");
        Some(side)
    }

    /// The neutral players or sides, as a bit set.
    pub(super) fn neutral(&self, ty: Type) -> u8 {
        let eq = self.equipment;
        let bits = |neutral: &mut dyn Iterator<Item = bool>| {
            neutral.enumerate().fold(0, |all, (i, neutral)| all | u8::from(neutral) << i)
        };
        match ty {
            Type::Side => bits(&mut eq.sides.iter().map(|side| side.neutral)),
            _ => bits(&mut eq.players.iter().map(|player| eq.sides[player.side.index()].neutral)),
        }
    }

    /// The readings as sides: sides, players, or the owners of pieces.
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

    /// `piece of it`, `man of mover`, `move of opponent`: the things of this description that belong to a player or side.
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
                let types: Vec<String> = readings.iter().map(|one| self.type_name(one.ty())).collect();
                let text = self.sources.text(what.span);
                let found = if inner.iter().all(|one| one.ty() == Type::Number) {
                    Diagnostic::error("E0327", of, format!("`{text}` is a number, and belongs to nobody"))
                        .help(format!("write `{text}` alone"))
                } else if inner.iter().all(|one| one.ty() == Type::Direction) {
                    Diagnostic::error("E0327", of, format!("`{text}` is a direction, and leads from a place"))
                        .help(format!("what lies that way is `{text} from {}`", self.sources.text(of)))
                } else {
                    let not = super::coerce::any_of(&types);
                    Diagnostic::error("E0327", of, format!("`{text}` can only belong to a player, not to {not}"))
                };
                self.report(found);
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
                let message =
                    format!("pieces, piles and areas belong to players; `{text}` is {}", super::coerce::any_of(&found));
                let found = Diagnostic::error("E0328", what.span, message);
                let number = inner.iter().all(|one| one.ty() == Type::Number);
                self.report(if number { found.help(format!("write `{text}` alone")) } else { found });
                Vec::new()
            }
        }
    }

    /// Whether a word has a meaning anywhere, without reading it as a phrase.
    fn knows(&self, name: &str) -> bool {
        self.spellings(name).any(|one| self.is_declared(&one) || self.equipment.board.site(&one).is_some())
    }

    pub(super) fn unknown_field(&mut self, name: &str, span: Span) {
        let eq = self.equipment;
        let mut known: Vec<&str> = GIVEN_FIELDS.to_vec();
        known.extend(Measure::ALL.map(Measure::word));
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
