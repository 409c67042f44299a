//! `A can VERB`: whether somebody could do that now. Only the first leg counts.

use crate::model::expr::{CanVerb, Expr, ExprKind, Type};
use crate::model::rules::{MoveRule, MoveVerb, Subject};
use crate::model::{GroupId, PlayerId, RuleId};

use super::phrases::{Asking, Thing};
use super::position::PieceNo;
use super::run::{Moving, Ran, Run, some_way};

impl<'v> Asking<'_, 'v> {
    /// Whether one of these can do it.
    pub(super) fn can(&self, who: &'v Expr, verb: &'v CanVerb) -> bool {
        match verb {
            CanVerb::Path(path) => self.pieces(who).into_iter().any(|piece| self.can_follow(path, piece)),
            CanVerb::Body(block) => self.pieces(who).into_iter().any(|piece| {
                self.attempt(&|run: &mut Run<'v>| {
                    run.moving.actor = Some(piece);
                    run.block_of(block)
                })
            }),
            CanVerb::Group(classes, prey, asker) if who.ty == Type::Player => {
                debug_assert!(prey.is_none(), "a player takes nothing by itself");
                self.players_of(who).into_iter().any(|player| self.can_play(player, classes, self.left_out(*asker)))
            }
            CanVerb::Group(classes, prey, asker) => {
                let pieces = self.pieces(who);
                let without = self.left_out(*asker);
                let rules = || rules_of(self.run, classes).filter(|(_, rule)| !without.contains(&rule.rule));
                pieces.iter().any(|piece| rules().any(|(_, rule)| self.can_begin(rule, *piece, prey.as_deref())))
            }
        }
    }

    /// Whether moves can be made: by the mover, or by the players that the phrase names.
    pub(super) fn can_be_made(&self, moves: &'v Expr) -> bool {
        self.watch(moves);
        let players = match &moves.kind {
            ExprKind::MovesOf(_, players) => self.players_of(players),
            _ => vec![self.mover()],
        };
        let classes = classes_of(moves);
        players.into_iter().any(|player| self.can_play(player, &classes, &[]))
    }

    /// The players of a phrase.
    pub(super) fn players_of(&self, phrase: &'v Expr) -> Vec<PlayerId> {
        let player = |thing: Thing| if let Thing::Member(player) = thing { Some(PlayerId(player)) } else { None };
        self.things(phrase).into_iter().filter_map(player).collect()
    }

    /// Whether a rule lets a piece begin a leg, taking something of a set if one is given.
    fn can_begin(&self, rule: &'v MoveRule, piece: PieceNo, prey: Option<&'v Expr>) -> bool {
        if !self.admits(rule, piece) {
            return false;
        }
        match &rule.verb {
            MoveVerb::Path(_, path) => {
                let Some(prey) = prey else { return self.can_follow(path, piece) };
                let legs = self.matches(path, piece).unwrap_or_default();
                let acting = self.acting(Some(piece));
                legs.iter().flat_map(|leg| &leg.taken).any(|taken| acting.among(prey, Thing::Piece(*taken)))
            }
            MoveVerb::Body(..) => prey.is_none() && self.can_carry_out(rule, Some(piece)),
        }
    }

    /// The rules that the questions of a line leave out, because these would ask it in turn.
    fn left_out(&self, asker: RuleId) -> &'v [RuleId] {
        self.run.variant.rules.left_out.get(&asker).map_or(&[], Vec::as_slice)
    }

    /// Whether a player, if it were on turn, could begin a move of these classes, by other rules than those of some lines.
    fn can_play(&self, player: PlayerId, classes: &[GroupId], without: &[RuleId]) -> bool {
        let mut run = self.run.trial();
        run.moving = Moving::default();
        run.stuck = None;
        let order = &run.variant.equipment.turn_order;
        run.position.turn = order.iter().position(|one| *one == player).unwrap_or(run.position.turn);
        run.openings(classes, without, player).into_iter().any(|(_, rule, piece)| {
            let asking = run.asking_afresh();
            match piece {
                Some(piece) => asking.can_begin(rule, piece, None),
                None => asking.can_carry_out(rule, None),
            }
        })
    }

    /// Whether a rule's set and condition admit a piece as it stands.
    pub(super) fn admits(&self, rule: &'v MoveRule, piece: PieceNo) -> bool {
        let Subject::Pieces(who) = &rule.subject else { return false };
        let acting = self.acting(Some(piece));
        acting.among(who, Thing::Piece(piece)) && rule.condition.as_ref().is_none_or(|condition| acting.truth(condition))
    }

    /// Whether a rule with a body can be carried out.
    pub(super) fn can_carry_out(&self, rule: &'v MoveRule, piece: Option<PieceNo>) -> bool {
        self.attempt(&|run: &mut Run<'v>| {
            run.moving.actor = piece;
            run.body(rule)
        })
    }

    /// Whether there is any way to the end of something tried from here.
    fn attempt(&self, go: &dyn Fn(&mut Run<'v>) -> Ran) -> bool {
        let mut run = self.run.trial();
        run.tried = true;
        let by = run.decider();
        some_way(&run, by, go).unwrap_or(false)
    }
}

/// The rules of classes of moves, in their order.
pub(super) fn rules_of<'v>(run: &Run<'v>, classes: &[GroupId]) -> impl Iterator<Item = (GroupId, &'v MoveRule)> + use<'v> {
    let variant = run.variant;
    let classes = classes.to_vec();
    classes
        .into_iter()
        .flat_map(move |class| variant.rules.groups[class.index()].rules.iter().map(move |rule| (class, &**rule)))
}

/// The classes that a phrase of moves speaks of.
pub(super) fn classes_of(moves: &Expr) -> Vec<GroupId> {
    let mut classes = match &moves.kind {
        ExprKind::Moves(classes) => classes.clone(),
        ExprKind::Intersect(parts) | ExprKind::Union(parts) => parts.iter().flat_map(classes_of).collect(),
        ExprKind::Without(a, _)
        | ExprKind::Where(a, ..)
        | ExprKind::Extreme(a, ..)
        | ExprKind::In(a, ..)
        | ExprKind::MovesOf(a, _) => classes_of(a),
        ExprKind::If(_, a, b) => [classes_of(a), classes_of(b)].concat(),
        _ => Vec::new(),
    };
    classes.sort_unstable();
    classes.dedup();
    classes
}
