//! `A can VERB`: whether somebody could make a move now, judged by its first leg only.

use crate::model::expr::{CanVerb, Expr, ExprKind, Type};
use crate::model::rules::{MoveRule, MoveVerb, Scope, Subject};
use crate::model::walk::classes_of;
use crate::model::{GroupId, PlayerId, RuleId};

use super::phrases::{EvalContext, Thing};
use super::position::PieceNo;
use super::run::{Moving, Ran, Run, some_way};

/// The scope for trial runs of a verb. Scopes only serve to compare candidates, which trial runs never do.
static NO_SCOPE: Scope = Scope { locals: Vec::new() };

impl<'v> EvalContext<'_, 'v> {
    /// Whether one of `who` can do this.
    pub(super) fn can(&self, who: &'v Expr, verb: &'v CanVerb) -> bool {
        match verb {
            CanVerb::Path(path) => self.pieces(who).into_iter().any(|piece| self.can_follow(path, piece)),
            CanVerb::Body(block) => self.pieces(who).into_iter().any(|piece| {
                self.attempt(&|run: &mut Run<'v>| {
                    run.moving.actor = Some(piece);
                    run.within(&NO_SCOPE, self.names_here(), |run| run.block_of(block))
                })
            }),
            CanVerb::Group(classes, prey, asker) => {
                let asked = AskedMoves { classes, without: self.left_out(*asker), prey: prey.as_deref() };
                if who.ty == Type::Player {
                    return self.players_of(who).into_iter().any(|player| self.can_play(player, &asked, None));
                }
                self.pieces(who).into_iter().any(|piece| match self.other_owner(piece) {
                    Some(player) => self.can_play(player, &asked, Some(piece)),
                    None => {
                        let mut rules = rules_of(self.run, classes).filter(|(_, rule)| !asked.without.contains(&rule.rule));
                        rules.any(|(_, rule)| self.can_begin(rule, piece, &asked, self))
                    }
                })
            }
        }
    }

    /// The player who would move this piece, if that is not the mover: the next player of its side. None for the acting piece
    /// and the pieces of the mover's side.
    fn other_owner(&self, piece: PieceNo) -> Option<PlayerId> {
        let side = self.run.position.pieces[&piece].owner;
        let others = side != self.run.side_of(self.mover()) && self.actor() != Some(piece);
        others.then(|| self.run.next_of(&[side])).flatten()
    }

    /// Whether moves of these classes can be made by the mover, or by the players that the phrase names.
    pub(super) fn can_be_made(&self, moves: &'v Expr) -> bool {
        self.watch(moves);
        let players = match &moves.kind {
            ExprKind::MovesOf(_, players) => self.players_of(players),
            _ => vec![self.mover()],
        };
        let classes = classes_of(moves);
        let asked = AskedMoves { classes: &classes, without: &[], prey: None };
        players.into_iter().any(|player| self.can_play(player, &asked, None))
    }

    /// The players that a phrase denotes.
    pub(super) fn players_of(&self, phrase: &'v Expr) -> Vec<PlayerId> {
        let player = |thing: Thing| if let Thing::Member(player) = thing { Some(PlayerId(player)) } else { None };
        self.things(phrase).into_iter().filter_map(player).collect()
    }

    /// Whether a rule lets a piece make a leg, the next one of its move if that is under way, else the first one of a move.
    fn can_begin(&self, rule: &'v MoveRule, piece: PieceNo, asked: &AskedMoves<'_, 'v>, asker: &EvalContext<'_, 'v>) -> bool {
        if !self.admits(rule, piece) {
            return false;
        }
        let goes_on = self.run.moving.under_way && self.actor() == Some(piece);
        let judging = if goes_on { self.clone() } else { self.setting_out(piece) };
        judging.can_make(rule, Some(piece), asked, asker)
    }

    /// Whether a piece, or with none a player, can make a leg by a rule that admits it, one that takes prey if `asked.prey` is
    /// given. The prey is evaluated in the context of the question, `asker`.
    fn can_make(
        &self,
        rule: &'v MoveRule,
        piece: Option<PieceNo>,
        asked: &AskedMoves<'_, 'v>,
        asker: &EvalContext<'_, 'v>,
    ) -> bool {
        match (&rule.verb, piece, asked.prey) {
            (MoveVerb::Path(_, path), Some(piece), None) => self.can_follow(path, piece),
            (MoveVerb::Path(_, path), Some(piece), Some(prey)) => {
                let legs = self.matches(path, piece).unwrap_or_default();
                let acting = asker.acting(Some(piece));
                legs.iter().flat_map(|leg| &leg.taken).any(|taken| acting.among(prey, Thing::Piece(*taken)))
            }
            (MoveVerb::Body(..), _, None) => self.can_carry_out(rule, piece),
            (MoveVerb::Path(..), None, _) | (MoveVerb::Body(..), _, Some(_)) => false,
        }
    }

    /// The rules that the questions of a line leave out, because evaluating them would evaluate the same question again.
    fn left_out(&self, asker: RuleId) -> &'v [RuleId] {
        self.run.variant.rules.left_out.get(&asker).map_or(&[], Vec::as_slice)
    }

    /// Whether `player`, if on turn, could begin one of the moves in question, with the piece `with` if it is given. What a move
    /// under way has taken stays taken.
    fn can_play(&self, player: PlayerId, asked: &AskedMoves<'_, 'v>, with: Option<PieceNo>) -> bool {
        let mut run = self.run.trial();
        let taken = if run.moving.under_way { std::mem::take(&mut run.moving.taken) } else { Vec::new() };
        run.moving = Moving { taken, ..Moving::default() };
        run.fresh_each_move();
        run.stuck = None;
        let order = &run.variant.equipment.turn_order;
        run.position.turn = order.iter().position(|one| *one == player).unwrap_or(run.position.turn);
        let asking = run.asking_afresh();
        if let Some(piece) = with {
            let mut rules = rules_of(self.run, asked.classes).filter(|(_, rule)| !asked.without.contains(&rule.rule));
            return rules.any(|(_, rule)| asking.can_begin(rule, piece, asked, self));
        }
        run.openings(asked.classes, asked.without, player).into_iter().any(|(_, rule, piece)| {
            let judging = piece.map_or_else(|| asking.clone(), |piece| asking.setting_out(piece));
            judging.can_make(rule, piece, asked, self)
        })
    }

    /// Whether the subject and the condition of a rule admit a piece.
    pub(super) fn admits(&self, rule: &'v MoveRule, piece: PieceNo) -> bool {
        let Subject::Pieces(who) = &rule.subject else { return false };
        let acting = self.acting(Some(piece));
        acting.among(who, Thing::Piece(piece)) && rule.condition.as_ref().is_none_or(|condition| acting.truth(condition))
    }

    /// Whether a rule with a body can be carried out to its end.
    pub(super) fn can_carry_out(&self, rule: &'v MoveRule, piece: Option<PieceNo>) -> bool {
        self.attempt(&|run: &mut Run<'v>| {
            (run.moving.actor, run.moving.under_way) = (piece, true);
            if let Some(start) = self.sets_out {
                (run.moving.start, run.moving.trail) = (Some(start), vec![start]);
            }
            run.body(rule)
        })
    }

    /// Whether `go` can be completed in any way, in a trial run from here.
    fn attempt(&self, go: &dyn Fn(&mut Run<'v>) -> Ran) -> bool {
        let mut run = self.run.trial();
        run.tried = true;
        let by = run.decider();
        some_way(&run, by, go).unwrap_or(false)
    }
}

/// The moves that a `can` phrase is about.
struct AskedMoves<'q, 'v> {
    classes: &'q [GroupId],
    /// Lines whose rules are left out.
    without: &'q [RuleId],
    /// If given, the moves must take a piece of this set.
    prey: Option<&'v Expr>,
}

/// The rules of some classes of moves, in order.
pub(super) fn rules_of<'v>(run: &Run<'v>, classes: &[GroupId]) -> impl Iterator<Item = (GroupId, &'v MoveRule)> + use<'v> {
    let variant = run.variant;
    let classes = classes.to_vec();
    classes
        .into_iter()
        .flat_map(move |class| variant.rules.groups[class.index()].rules.iter().map(move |rule| (class, &**rule)))
}
