//! `move X to Y`: what can be moved where.

use crate::diagnostic::Diagnostic;
use crate::model::equipment::{PileHolds, SlotType};
use crate::model::expr::{Expr, ExprKind, NewPiece, Type};
use crate::model::rules::{PieceDestination, StatementKind, TokenDestination};
use crate::model::{KindId, PileId, SlotId, TokenId};
use crate::syntax::ast::{self, ExprKind as Phrase};

use super::checker::Checker;
use super::env::{Env, unfold};
use super::mentions::Sort;
use super::reading::is_set;

/// What is moved.
enum Moved {
    New(NewPiece),
    Pieces(Expr),
    Tokens(TokenId, Expr),
}

/// The destination.
enum Place {
    Box,
    Slot(SlotId, TokenId, Expr),
    Under(TokenId, Expr),
    Bottom(Expr),
    Top(Expr),
    Pile(PileHolds, Expr),
    Site(Expr),
}

impl<'a> Checker<'a> {
    /// `move X to Y`
    pub(super) fn transfer(&mut self, env: &Env<'a>, what: &'a ast::Expr, to: &'a ast::Expr) -> Option<StatementKind> {
        let place = self.place(env, to);
        let moved = self.moved(env, what);
        let (place, moved) = (place?, moved?);
        let pieces = |place: Place| match place {
            Place::Box => Ok(PieceDestination::Box),
            Place::Bottom(of) => Ok(PieceDestination::BottomOf(of)),
            Place::Top(of) => Ok(PieceDestination::TopOf(of)),
            Place::Pile(PileHolds::Pieces | PileHolds::Kind(_), pile) => Ok(PieceDestination::Pile(pile)),
            Place::Site(site) => Ok(PieceDestination::Site(site)),
            Place::Slot(..) | Place::Under(..) | Place::Pile(PileHolds::Token(_), _) => Err("a piece"),
        };
        let tokens = |token: TokenId, place: Place| match place {
            Place::Box => Ok(TokenDestination::Box),
            Place::Slot(slot, of, piece) if of == token => Ok(TokenDestination::Slot(slot, piece)),
            Place::Under(of, site) if of == token => Ok(TokenDestination::Under(site)),
            Place::Pile(PileHolds::Token(of), pile) if of == token => Ok(TokenDestination::Pile(pile)),
            _ => Err("a token"),
        };
        let made = match moved {
            Moved::New(new) => pieces(place).map(|to| StatementKind::PlaceNew(new, to)),
            Moved::Pieces(set) => pieces(place).map(|to| StatementKind::MovePiece(set, to)),
            Moved::Tokens(token, set) => tokens(token, place).map(|to| StatementKind::MoveToken(set, to)),
        };
        match made {
            Ok(made) => Some(made),
            Err(thing) => {
                self.report(
                    Diagnostic::error("E0339", to.span, format!("{thing} of this type cannot go here"))
                        .label(what.span, "this is moved")
                        .help("pieces go to sites, piles of pieces, `bottom of` or `top of` a tower, and `box`")
                        .help("tokens go to piles of such tokens, slots of pieces for them, under sites, and `box`"),
                );
                None
            }
        }
    }

    fn moved(&mut self, env: &Env<'a>, what: &'a ast::Expr) -> Option<Moved> {
        let (inside, inner, _) = unfold(env, what);
        if let Phrase::New(kind) = &inner.kind {
            return self.new_piece(&inside, kind).map(Moved::New);
        }
        let readings = self.phrase(env, what);
        let things = self.things(readings, what.span)?;
        match things.ty() {
            Type::Piece => Some(Moved::Pieces(things.expr)),
            Type::Token(token) => Some(Moved::Tokens(token, things.expr)),
            _ if is_set(things.ty()) => self.pick(&[things], Type::Piece, what.span).map(|one| Moved::Pieces(one.expr)),
            _ => None,
        }
    }

    /// `new KIND`, taken from the pile `supply` if there is one that holds this kind.
    fn new_piece(&mut self, env: &Env<'a>, word: &'a ast::Word) -> Option<NewPiece> {
        let readings = self.word(env, &word.value, word.span);
        let reading = self.pick(&readings, Type::Kind, word.span)?;
        let kind = match reading.expr.kind {
            ExprKind::Kinds(kinds) => self.only_kind(kinds),
            _ if env.moment.stage == super::env::Stage::Loose => Some(KindId(0)),
            _ => None,
        };
        let Some(kind) = kind else {
            self.report(
                Diagnostic::error("E0344", word.span, "a new piece must be of one kind, known beforehand")
                    .help("as in `new man`"),
            );
            return None;
        };
        let waits = |holds: PileHolds| matches!(holds, PileHolds::Pieces) || holds == PileHolds::Kind(kind);
        let from = self.equipment.piles.iter().position(|pile| pile.name == "supply" && waits(pile.holds));
        Some(NewPiece { kind, from: from.map(|i| PileId(i as u8)) })
    }

    fn place(&mut self, env: &Env<'a>, to: &'a ast::Expr) -> Option<Place> {
        let (inside, inner, _) = unfold(env, to);
        if let Phrase::Name(name) = &inner.kind
            && name == "box"
            && inside.find(name).is_none()
        {
            self.mentions.note(inner.span, Sort::Word, name, None);
            return Some(Place::Box);
        }
        if let Phrase::Of(field, of) = &inner.kind
            && let Phrase::Name(name) = &field.kind
            && inside.find(name).is_none()
            && let Some(place) = self.place_of(&inside, name, of)
        {
            self.note_field(name, field.span);
            return place;
        }
        let readings = self.phrase(env, to);
        if let Some(pile) = readings.iter().find(|one| one.ty() == Type::Pile) {
            let pile = pile.clone();
            self.single(&pile, to.span, "`move`");
            let Some(holds) = self.pile_holds(&pile.expr) else {
                self.unknown_pile(to.span);
                return None;
            };
            return Some(Place::Pile(holds, pile.expr));
        }
        let site = self.pick(&readings, Type::Site, to.span)?;
        self.single(&site, to.span, "`move`");
        Some(Place::Site(site.expr))
    }

    /// `bottom of X`, `shield of X`, `card of X` as destinations; the outer `None` if it is no such destination.
    #[allow(clippy::option_option)]
    fn place_of(&mut self, env: &Env<'a>, name: &str, of: &'a ast::Expr) -> Option<Option<Place>> {
        let slot = self.spellings(name).find_map(|name| {
            (0u8..).zip(&self.equipment.slots).find(|(_, slot)| slot.name == *name).map(|(i, slot)| (i, slot.holds))
        });
        let under = self.equipment.under.as_ref().filter(|(slot, _)| slot == name).map(|(_, token)| *token);
        if matches!(name, "bottom" | "top") {
            let readings = self.phrase(env, of);
            if readings.iter().any(|one| one.ty() == Type::Pile) {
                return None;
            }
            let tower = self.pick(&readings, Type::Piece, of.span);
            return Some(tower.map(|tower| {
                self.single(&tower, of.span, "`move`");
                if name == "top" { Place::Top(tower.expr) } else { Place::Bottom(tower.expr) }
            }));
        }
        let readings = self.phrase(env, of);
        if readings.is_empty() {
            return Some(None);
        }
        if let Some((slot, SlotType::Token(token))) = slot
            && let Ok(piece) = self.nearest_as(&readings, Type::Piece)
        {
            self.single(&piece, of.span, "`move`");
            return Some(Some(Place::Slot(SlotId(slot), token, piece.expr)));
        }
        let token = under?;
        let site = self.nearest_as(&readings, Type::Site).ok()?;
        self.single(&site, of.span, "`move`");
        Some(Some(Place::Under(token, site.expr)))
    }
}
