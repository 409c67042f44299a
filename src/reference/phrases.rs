//! Phrases: what each denotes at a point of a run. A phrase is asked by looking at every site and every piece.

use std::collections::BTreeMap;

use crate::model::expr::{Expr, ExprKind, RelativeTo, Type};
use crate::model::rules::PileRef;
use crate::model::{LocalId, PlayerId, SideId, SiteId};

use super::candidates::Candidate;
use super::position::{PieceNo, TokenNo};
use super::run::Run;

/// One thing that a phrase denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    Site(SiteId),
    /// A piece; one that commands a site stands for its tower.
    Piece(PieceNo),
    /// A piece of a tower by itself, without those below it.
    Alone(PieceNo),
    /// The i-th piece that the move has taken, as it was.
    Taken(usize),
    Token(TokenNo),
    Pile(PileRef),
    /// A direction, player, side, kind or value, by its place.
    Member(u8),
    Number(i64),
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Things, in order.
    Things(Vec<Thing>),
    /// A truth.
    Truth(bool),
}

/// A point of a run at which phrases are asked.
#[derive(Clone)]
pub(super) struct Asking<'a, 'v> {
    pub(super) run: &'a Run<'v>,
    /// The names of the script under way.
    names: Option<&'a BTreeMap<LocalId, Value>>,
    /// Names bound in the phrase itself: the `it` of a `where`. The innermost last.
    bound: Vec<(LocalId, Value)>,
    /// Whose the piece is that is being described.
    described: Option<SideId>,
    /// The piece that acts, if it is not that of the move.
    acting: Option<Option<PieceNo>>,
    /// The move that is judged, in an obligation.
    pub(super) candidate: Option<&'a Candidate<'v>>,
    /// Who moves, if it is not the player whose turn it is.
    moving: Option<PlayerId>,
    /// The site from which a path is being matched: it counts as empty.
    pub(super) path_from: Option<SiteId>,
}

impl<'a, 'v> Asking<'a, 'v> {
    pub(super) fn new(run: &'a Run<'v>, names: Option<&'a BTreeMap<LocalId, Value>>) -> Asking<'a, 'v> {
        Asking { run, names, bound: Vec::new(), described: None, acting: None, candidate: None, moving: None, path_from: None }
    }

    /// With a name for things.
    pub(super) fn naming(&self, name: LocalId, things: Vec<Thing>) -> Asking<'a, 'v> {
        let mut asking = self.clone();
        asking.bound.push((name, Value::Things(things)));
        asking
    }

    /// With another acting piece.
    pub(super) fn acting(&self, piece: Option<PieceNo>) -> Asking<'a, 'v> {
        Asking { acting: Some(piece), ..self.clone() }
    }

    /// With another player who moves.
    pub(super) fn moving(&self, player: PlayerId) -> Asking<'a, 'v> {
        Asking { moving: Some(player), ..self.clone() }
    }

    /// About a candidate move.
    pub(super) fn about(&self, candidate: &'a Candidate<'v>) -> Asking<'a, 'v> {
        Asking { candidate: Some(candidate), ..self.clone() }
    }

    /// Where a piece of this side is described.
    pub(super) fn describing(&self, owner: Option<SideId>) -> Asking<'a, 'v> {
        Asking { described: owner, ..self.clone() }
    }

    /// While a path is matched from a site.
    pub(super) fn matching(&self, piece: PieceNo, from: SiteId) -> Asking<'a, 'v> {
        Asking { path_from: Some(from), ..self.acting(Some(piece)) }
    }

    /// Who moves.
    pub(super) fn mover(&self) -> PlayerId {
        self.moving.unwrap_or_else(|| self.run.mover())
    }

    /// The acting piece; of a candidate move, the one that moves.
    pub(super) fn actor(&self) -> Option<PieceNo> {
        match (self.acting, self.candidate) {
            (Some(piece), _) => piece,
            (None, Some(candidate)) => candidate.actor,
            (None, None) => self.run.moving.actor,
        }
        .filter(|piece| self.stands(*piece).is_some())
    }

    /// The site that a piece commands, if it is among the pieces of the board. Before the move, where candidates are judged, nothing
    /// waits to be taken off.
    pub(super) fn stands(&self, piece: PieceNo) -> Option<SiteId> {
        self.run.stands(piece)
    }

    /// All names that mean something here, those of the phrase itself too.
    pub(super) fn names_here(&self) -> BTreeMap<LocalId, Value> {
        let mut names = self.names.cloned().unwrap_or_default();
        names.extend(self.bound.iter().cloned());
        names
    }

    /// What a name stands for.
    pub(super) fn named(&self, name: LocalId) -> Option<&Value> {
        let bound = self.bound.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value);
        bound.or_else(|| self.names?.get(&name))
    }

    /// The sides that a relative word is about.
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

    /// A phrase is asked.
    pub(super) fn watch(&self, phrase: &Expr) {
        self.run.works();
        if let Some(watch) = self.run.watch {
            watch.phrase(phrase);
        }
    }

    /// The value of a phrase of any type.
    pub(super) fn value(&self, phrase: &'v Expr) -> Value {
        match phrase.ty {
            Type::Truth => Value::Truth(self.truth(phrase)),
            _ => Value::Things(self.things(phrase)),
        }
    }

    /// Everything that a phrase denotes, in order.
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
                // What says which things are meant comes first; what says what they are like tells which of them.
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

    /// The things that a name stands for, those pieces left out that are no longer where they were called by it.
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

    /// The things for which a key is greatest or least.
    fn extreme(&self, what: &'v Expr, it: LocalId, most: bool, key: &'v Expr) -> Vec<Thing> {
        let keyed = |thing: Thing| (self.naming(it, vec![thing]).numbers(key), thing);
        let keyed: Vec<(Vec<i64>, Thing)> = self.things(what).into_iter().map(keyed).collect();
        let keys = keyed.iter().map(|(key, _)| key);
        let best = if most { keys.max() } else { keys.min() }.cloned();
        keyed.into_iter().filter(|(key, _)| Some(key) == best.as_ref()).map(|(_, thing)| thing).collect()
    }

    /// Each thing once: sites in the order of the board, members in that of their declaration, pieces that command a site in the order
    /// of the sites, and before the others.
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

/// Whether a phrase says what things are like, not which are meant.
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
