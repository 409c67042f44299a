//! The evaluation of phrases at a point of a run. Every set is found by examining every site and every piece.

use std::collections::BTreeMap;

use crate::model::expr::{Expr, ExprKind, RelativeTo, Type};
use crate::model::rules::PileRef;
use crate::model::{LocalId, PlayerId, SideId, SiteId};

use super::candidates::Candidate;
use super::position::{PieceNo, TokenNo};
use super::run::Run;

/// One element of the set that a phrase denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    Site(SiteId),
    /// A piece. If it commands a site it stands for the whole tower.
    Piece(PieceNo),
    /// A single piece of a tower, without those below it.
    Alone(PieceNo),
    /// The piece taken by the move at this index, as it was when it was taken.
    Taken(usize),
    Token(TokenNo),
    Pile(PileRef),
    /// A direction, player, side, kind or value, by its index.
    Member(u8),
    Number(i64),
}

/// The value of a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Things, in order.
    Things(Vec<Thing>),
    /// A truth.
    Truth(bool),
}

/// The context in which a phrase is evaluated: a run, bound names, and what replaces the mover, the actor or the move.
#[derive(Clone)]
pub(super) struct EvalContext<'a, 'v> {
    pub(super) run: &'a Run<'v>,
    /// The names of the current script.
    names: Option<&'a BTreeMap<LocalId, Value>>,
    /// Names bound by enclosing phrases, such as the `it` of a `where`, innermost last.
    bound: Vec<(LocalId, Value)>,
    /// The owner of the piece being described, to which relative words such as `far-row` refer.
    described: Option<SideId>,
    /// Replaces the acting piece of the move.
    acting: Option<Option<PieceNo>>,
    /// The candidate move being judged, in an obligation or a `play`.
    pub(super) candidate: Option<&'a Candidate<'v>>,
    /// Replaces where the move began, and where it has been: a piece is asked what it could begin here.
    pub(super) sets_out: Option<SiteId>,
    /// Replaces the player whose turn it is.
    moving: Option<PlayerId>,
    /// The origin of the path being matched. It counts as empty.
    pub(super) path_from: Option<SiteId>,
}

impl<'a, 'v> EvalContext<'a, 'v> {
    pub(super) fn new(run: &'a Run<'v>, names: Option<&'a BTreeMap<LocalId, Value>>) -> EvalContext<'a, 'v> {
        EvalContext {
            run,
            names,
            bound: Vec::new(),
            described: None,
            acting: None,
            candidate: None,
            sets_out: None,
            moving: None,
            path_from: None,
        }
    }

    /// The same context with `name` bound to `things`.
    pub(super) fn naming(&self, name: LocalId, things: Vec<Thing>) -> EvalContext<'a, 'v> {
        let mut asking = self.clone();
        asking.bound.push((name, Value::Things(things)));
        asking
    }

    /// The same context with another acting piece.
    pub(super) fn acting(&self, piece: Option<PieceNo>) -> EvalContext<'a, 'v> {
        EvalContext { acting: Some(piece), ..self.clone() }
    }

    /// The same context with another player as the mover.
    pub(super) fn moving(&self, player: PlayerId) -> EvalContext<'a, 'v> {
        EvalContext { moving: Some(player), ..self.clone() }
    }

    /// The same context in which a move begins with a piece.
    pub(super) fn setting_out(&self, piece: PieceNo) -> EvalContext<'a, 'v> {
        EvalContext { sets_out: self.stands(piece), ..self.acting(Some(piece)) }
    }

    /// The same context for judging a candidate move.
    pub(super) fn about(&self, candidate: &'a Candidate<'v>) -> EvalContext<'a, 'v> {
        EvalContext { candidate: Some(candidate), ..self.clone() }
    }

    /// The same context for describing a piece of this side.
    pub(super) fn describing(&self, owner: Option<SideId>) -> EvalContext<'a, 'v> {
        EvalContext { described: owner, ..self.clone() }
    }

    /// The same context for matching a path of `piece` that begins on `from`.
    pub(super) fn matching(&self, piece: PieceNo, from: SiteId) -> EvalContext<'a, 'v> {
        EvalContext { path_from: Some(from), ..self.acting(Some(piece)) }
    }

    /// The mover in this context.
    pub(super) fn mover(&self) -> PlayerId {
        self.moving.unwrap_or_else(|| self.run.mover())
    }

    /// The acting piece in this context; for a candidate, the piece that makes the move.
    pub(super) fn actor(&self) -> Option<PieceNo> {
        match (self.acting, self.candidate) {
            (Some(piece), _) => piece,
            (None, Some(candidate)) => candidate.actor,
            (None, None) => self.run.moving.actor,
        }
        .filter(|piece| self.stands(*piece).is_some())
    }

    /// The site that a piece commands, unless the piece waits for removal. Candidates are judged in the position before the
    /// move, in which no piece waits.
    pub(super) fn stands(&self, piece: PieceNo) -> Option<SiteId> {
        self.run.stands(piece)
    }

    /// All names bound in this context.
    pub(super) fn names_here(&self) -> BTreeMap<LocalId, Value> {
        let mut names = self.names.cloned().unwrap_or_default();
        names.extend(self.bound.iter().cloned());
        names
    }

    /// The value of a name.
    pub(super) fn named(&self, name: LocalId) -> Option<&Value> {
        let bound = self.bound.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value);
        bound.or_else(|| self.names?.get(&name))
    }

    /// The sides to which a relative word refers.
    pub(super) fn whose(&self, to: &'v RelativeTo) -> Vec<SideId> {
        let mover = self.run.side_of(self.mover());
        let of_actor = || self.actor().map_or(mover, |piece| self.run.position.pieces[&piece].owner);
        match to {
            RelativeTo::Of(whose) => self.sides(whose),
            RelativeTo::Mover => vec![mover],
            RelativeTo::Actor => vec![of_actor()],
            RelativeTo::Described => vec![self.described.unwrap_or_else(of_actor)],
        }
    }

    /// Charges the evaluation of a phrase as work, and records its kind for coverage.
    pub(super) fn watch(&self, phrase: &Expr) {
        self.run.works();
        if let Some(watch) = self.run.watch {
            watch.phrase(phrase);
        }
    }

    /// Evaluates a phrase of any type.
    pub(super) fn value(&self, phrase: &'v Expr) -> Value {
        match phrase.ty {
            Type::Truth => Value::Truth(self.truth(phrase)),
            _ => Value::Things(self.things(phrase)),
        }
    }

    /// The elements of the set that a phrase denotes, without duplicates and in order.
    pub(super) fn things(&self, phrase: &'v Expr) -> Vec<Thing> {
        self.watch(phrase);
        if self.run.is_spent() {
            return Vec::new();
        }
        if phrase.ty == Type::Number {
            return self.numbers(phrase).into_iter().map(Thing::Number).collect();
        }
        let things = match &phrase.kind {
            ExprKind::Local(name) => self.things_named(*name),
            ExprKind::If(condition, yes, no) => self.things(if self.truth(condition) { yes } else { no }),
            ExprKind::Where(what, it, condition) => {
                let mut things = self.things(what);
                things.retain(|thing| self.naming(*it, vec![*thing]).truth(condition));
                things
            }
            ExprKind::Extreme(what, it, most, key) => self.extreme(what, *it, *most, key),
            ExprKind::In(what, container, not) => {
                let mut things = self.things(if *not { what } else { container });
                things.retain(|thing| if *not { !self.among(container, *thing) } else { self.among(what, *thing) });
                things
            }
            ExprKind::Intersect(parts) => {
                // The first part that enumerates things is evaluated; the other parts only filter them. Parts that describe
                // properties also hold of pieces off the board, so they cannot enumerate.
                let concrete = parts.iter().position(|part| !describes(part)).unwrap_or(0);
                let mut things = self.things(&parts[concrete]);
                things.retain(|thing| parts.iter().enumerate().all(|(i, part)| i == concrete || self.among(part, *thing)));
                things
            }
            ExprKind::Union(parts) => parts.iter().flat_map(|part| self.things(part)).collect(),
            ExprKind::Without(a, b) => {
                let mut things = self.things(a);
                things.retain(|thing| !self.among(b, *thing));
                things
            }
            ExprKind::On(what, on, not) => {
                let mut things = self.things(what);
                things.retain(|thing| self.stands_on(*thing, on) != *not);
                things
            }
            ExprKind::Field(field, of) => self.field(*field, of, phrase.ty),
            ExprKind::Given(given) => self.given(*given),
            ExprKind::Stored(stored, of) => self.kept_things(*stored, of.as_deref()),
            ExprKind::Contents(of) => self.contents(of),
            ExprKind::Tokens(_) | ExprKind::TokensBearing(..) | ExprKind::TokensFaced(..) => {
                let mut things = self.every_token(phrase);
                things.retain(|thing| self.among(phrase, *thing));
                things
            }
            ExprKind::PiecesOfKinds(_) | ExprKind::PiecesBearing(..) => {
                let mut things = self.pieces_of_the_board();
                things.retain(|thing| self.among(phrase, *thing));
                things
            }
            ExprKind::Sites(sites) => sites.iter().map(Thing::Site).collect(),
            ExprKind::RelativeSites(row, to) => self.relative_sites(*row, to),
            ExprKind::From(ways, from) => self.beside(ways, from, false),
            ExprKind::Beyond(ways, from) => self.beside(ways, from, true),
            ExprKind::Directions(set) | ExprKind::Kinds(set) => members(u64::from(*set)),
            ExprKind::Players(set) | ExprKind::Sides(set) => members(u64::from(*set)),
            ExprKind::Values(set) => members(*set),
            ExprKind::RelativeDirections(way, to) => self.relative_directions(*way, to),
            ExprKind::None | ExprKind::Moves(_) | ExprKind::MovesOf(..) => Vec::new(),
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Count(_)
            | ExprKind::Some(_)
            | ExprKind::Total(..)
            | ExprKind::Order(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Compare(..)
            | ExprKind::Is(..)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Not(_)
            | ExprKind::Can(..) => Vec::new(),
        };
        self.in_order(things)
    }

    /// The value of a name, without pieces removed from the game, and without pieces named as commanders that are now below
    /// another.
    fn things_named(&self, name: LocalId) -> Vec<Thing> {
        let Some(Value::Things(things)) = self.named(name) else { return Vec::new() };
        let there = |thing: &Thing| match *thing {
            Thing::Piece(piece) if self.run.position.site_of(piece).is_some() => {
                self.run.position.commands(piece).map(|_| *thing)
            }
            Thing::Piece(piece) | Thing::Alone(piece) => self.run.position.pieces.contains_key(&piece).then_some(*thing),
            _ => Some(*thing),
        };
        things.iter().filter_map(there).collect()
    }

    /// The things whose key is the greatest, or the least.
    fn extreme(&self, what: &'v Expr, it: LocalId, most: bool, key: &'v Expr) -> Vec<Thing> {
        let keyed = |thing: Thing| (self.naming(it, vec![thing]).numbers(key), thing);
        let keyed: Vec<(Vec<i64>, Thing)> = self.things(what).into_iter().map(keyed).collect();
        let keys = keyed.iter().map(|(key, _)| key);
        let best = if most { keys.max() } else { keys.min() }.cloned();
        keyed.into_iter().filter(|(key, _)| Some(key) == best.as_ref()).map(|(_, thing)| thing).collect()
    }

    /// Removes duplicates and sorts: sites and members by index, pieces that command a site in site order before all others.
    fn in_order(&self, things: Vec<Thing>) -> Vec<Thing> {
        let mut once: Vec<Thing> = Vec::new();
        for thing in things {
            if !once.contains(&thing) {
                once.push(thing);
            }
        }
        let place = |thing: &Thing| match thing {
            Thing::Site(site) => (0, site.index()),
            Thing::Member(member) => (0, usize::from(*member)),
            Thing::Piece(piece) => match self.run.position.commands(*piece) {
                Some(site) => (0, site.index()),
                None => (1, 0),
            },
            _ => (1, 0),
        };
        once.sort_by_key(place);
        once
    }
}

/// Whether a phrase describes a property of pieces or tokens, and so also holds of those that it does not enumerate.
fn describes(phrase: &Expr) -> bool {
    use crate::model::expr::{Field, Given};
    matches!(
        &phrase.kind,
        ExprKind::PiecesOfKinds(_)
            | ExprKind::PiecesBearing(..)
            | ExprKind::Field(Field::PiecesOf, _)
            | ExprKind::Given(Given::Pieces)
            | ExprKind::Tokens(_)
            | ExprKind::TokensBearing(..)
            | ExprKind::TokensFaced(..)
    )
}

/// The members whose bits are set.
pub(super) fn members(bits: u64) -> Vec<Thing> {
    (0..64).filter(|bit| bits >> bit & 1 != 0).map(Thing::Member).collect()
}
