//! Movement of pieces: between sites, into and out of piles, onto and below one another.

use crate::model::SiteId;
use crate::model::equipment::PileOwner;
use crate::model::expr::{Expr, NewPiece, Type};
use crate::model::rules::{PieceDestination, PileRef};

use super::deeds::Deed;
use super::limits::Limit;
use super::phrases::Thing;
use super::position::{Item, Piece, PieceNo};
use super::run::{Moving, Ran, Run, Stop};

impl<'v> Run<'v> {
    /// Moves the towers on some sites to others, simultaneously.
    pub(super) fn relocate(&mut self, shifts: &[(SiteId, SiteId)]) {
        let lifted: Vec<_> = shifts.iter().map(|(from, to)| (*to, self.position.board.remove(from))).collect();
        for (to, tower) in lifted {
            if let Some(tower) = tower {
                self.position.board.insert(to, tower);
            }
        }
    }

    /// Moves a piece to a pile, or removes it from the game.
    pub(super) fn put_away(&mut self, piece: PieceNo, pile: Option<PileRef>) {
        self.position.forget(piece);
        match pile {
            Some(pile) => {
                self.position.forget_tokens(piece);
                self.position.lift(piece);
                self.position.piles.entry(pile).or_default().push(Item::Piece(piece));
            }
            None => {
                for token in self.position.discard(piece) {
                    self.position.put_in_box(token, self.everybody());
                }
            }
        }
    }

    /// `move X to Y`
    pub(super) fn move_pieces(&mut self, what: &'v Expr, to: &'v PieceDestination) -> Ran {
        let things = self.asking().things(what);
        if things.is_empty() {
            return Ok(());
        }
        match to {
            PieceDestination::Box => self.send_away(&things, None),
            PieceDestination::Pile(pile) => {
                let pile = self.asking().piles(pile).first().copied();
                self.send_away(&things, pile)
            }
            PieceDestination::Site(site) => self.move_to_site(&things, self.one_site(site)?),
            PieceDestination::BottomOf(tower) | PieceDestination::TopOf(tower) => {
                let on_top = matches!(to, PieceDestination::TopOf(_));
                let target = self.asking().pieces(tower).into_iter().find_map(|piece| self.stands(piece));
                let Some(target) = target else { return Err(Stop::Failed) };
                for thing in things {
                    self.join(thing, target, on_top)?;
                }
                Ok(())
            }
        }
    }

    fn send_away(&mut self, things: &[Thing], pile: Option<PileRef>) -> Ran {
        for thing in things {
            match *thing {
                Thing::Piece(piece) if self.stands(piece).is_some() => self.leave(piece, pile)?,
                Thing::Piece(piece) | Thing::Alone(piece) => self.put_away(piece, pile),
                _ => {}
            }
        }
        Ok(())
    }

    fn move_to_site(&mut self, things: &[Thing], to: SiteId) -> Ran {
        let [thing] = things else { return Err(Stop::Failed) };
        let from = match thing {
            Thing::Piece(piece) => self.stands(*piece),
            _ => None,
        };
        if self.position.commander(to).is_some() && from != Some(to) {
            return Err(Stop::Failed);
        }
        match (*thing, from) {
            (_, Some(from)) => self.relocate(&[(from, to)]),
            (Thing::Piece(piece) | Thing::Alone(piece), None) => {
                self.position.lift(piece);
                self.arrive(piece, to);
            }
            _ => return Err(Stop::Failed),
        }
        Ok(())
    }

    fn arrive(&mut self, piece: PieceNo, site: SiteId) {
        self.position.board.insert(site, vec![piece]);
        self.decision.deeds.push(Deed::Placed(site));
    }

    /// The single site that a phrase means; fails if it means none or several.
    fn one_site(&self, phrase: &'v Expr) -> Ran<SiteId> {
        match self.asking().sites(phrase)[..] {
            [site] => Ok(site),
            _ => Err(Stop::Failed),
        }
    }

    /// Puts a piece below or on top of the tower on `target`: a commander with everything below it, other pieces alone.
    fn join(&mut self, thing: Thing, target: SiteId, on_top: bool) -> Ran {
        let (piece, alone) = match thing {
            Thing::Piece(piece) => (piece, self.stands(piece).is_none()),
            Thing::Alone(piece) => (piece, true),
            _ => return Ok(()),
        };
        let from = self.position.site_of(piece);
        if !alone && from == Some(target) {
            return Ok(());
        }
        if let Some(from) = from.filter(|from| self.imprisons(piece, *from, target)) {
            self.name_capture(from);
        }
        let group = match from {
            Some(from) if !alone => self.position.board.get(&from).cloned().unwrap_or_default(),
            _ => vec![piece],
        };
        let commanded = group.iter().copied().filter(|one| self.position.commands(*one).is_some());
        let commanded: Vec<PieceNo> = commanded.chain(self.position.commander(target)).collect();
        for one in &group {
            self.position.lift(*one);
        }
        let tower = self.position.board.entry(target).or_default();
        let place = if on_top { tower.len() } else { 0 };
        tower.splice(place..place, group.iter().copied());
        if tower.len() > usize::from(self.variant.equipment.stacks.max(1)) {
            return Err(self.limit(Limit::Tower));
        }
        for one in commanded {
            if self.position.commands(one).is_none() {
                self.position.forget(one);
                self.position.forget_tokens(one);
            }
        }
        Ok(())
    }

    /// Whether this puts an enemy commander into a tower of the mover; the text of the move shows that as a capture.
    fn imprisons(&self, piece: PieceNo, from: SiteId, target: SiteId) -> bool {
        let mover = self.side_of(self.mover());
        let owner = |piece: PieceNo| self.position.pieces[&piece].owner;
        self.position.commander(from) == Some(piece)
            && owner(piece) != mover
            && self.position.commander(target).is_some_and(|commander| owner(commander) == mover)
    }

    /// `move new K to Y`
    pub(super) fn place_new(&mut self, new: &'v NewPiece, to: &'v PieceDestination) -> Ran {
        let piece = self.fresh_piece(new)?;
        match to {
            PieceDestination::Site(site) => {
                let site = self.one_site(site)?;
                if self.position.commander(site).is_some() {
                    return Err(Stop::Failed);
                }
                self.position.lift(piece);
                self.arrive(piece, site);
                Ok(())
            }
            PieceDestination::BottomOf(tower) | PieceDestination::TopOf(tower) => {
                let target = self.asking().pieces(tower).into_iter().find_map(|piece| self.stands(piece));
                let Some(target) = target else { return Err(Stop::Failed) };
                self.join(Thing::Alone(piece), target, matches!(to, PieceDestination::TopOf(_)))
            }
            PieceDestination::Pile(pile) => {
                let pile = self.asking().piles(pile).first().copied();
                self.put_away(piece, pile);
                Ok(())
            }
            PieceDestination::Box => {
                self.put_away(piece, None);
                Ok(())
            }
        }
    }

    /// A new piece of the mover, or of the owner of its kind; taken from the `supply` pile of the kind, if there is one.
    fn fresh_piece(&mut self, new: &NewPiece) -> Ran<PieceNo> {
        let equipment = &self.variant.equipment;
        let owner = equipment.kinds[new.kind.index()].owner.unwrap_or_else(|| self.side_of(self.mover()));
        if let Some(pile) = new.from {
            let of = match equipment.piles[pile.index()].of {
                PileOwner::EachPlayer => self.mover().0,
                PileOwner::EachSide => owner.0,
                PileOwner::Common | PileOwner::One(_) => 0,
            };
            let waiting = self.position.in_pile(PileRef { pile, owner: of }).into_iter().rev();
            let piece = waiting.filter_map(|item| if let Item::Piece(piece) = item { Some(piece) } else { None });
            let fits = |piece: &PieceNo| {
                let piece = &self.position.pieces[piece];
                piece.owner == owner && piece.kind == new.kind && piece.values.is_empty() && piece.tokens.is_empty()
            };
            return piece.into_iter().find(fits).ok_or(Stop::Failed);
        }
        let piece = Piece { owner, kind: new.kind, values: Default::default(), tokens: Default::default() };
        let number = PieceNo(self.position.number());
        self.position.pieces.insert(number, piece);
        Ok(number)
    }

    /// `exchange A, B, …`: each tower goes to the next site of the cycle; an empty site makes the next one empty.
    pub(super) fn exchange(&mut self, all: &'v [Expr]) -> Ran {
        let mut cycle: Vec<SiteId> = Vec::new();
        for one in all {
            let asking = self.asking();
            let site = match one.ty {
                Type::Piece => asking.pieces(one).into_iter().find_map(|piece| self.stands(piece)),
                _ => asking.sites(one).first().copied(),
            };
            match site {
                Some(site) if !cycle.contains(&site) => cycle.push(site),
                _ => return Err(Stop::Failed),
            }
        }
        let next = cycle.iter().cycle().skip(1);
        let shifts: Vec<(SiteId, SiteId)> = cycle.iter().copied().zip(next.copied()).collect();
        self.relocate(&shifts);
        Ok(())
    }
}

impl Moving<'_> {
    /// Whether two moves are in the same state so far.
    pub(super) fn same_so_far(&self, other: &Moving<'_>) -> bool {
        let plain = |moving: &Moving<'_>| {
            let ended = (moving.leg_ended, moving.ended);
            let seen = (moving.passed.clone(), moving.heading, moving.legs, moving.landing, moving.trail.clone());
            (moving.actor, moving.taken.clone(), seen, ended)
        };
        plain(self) == plain(other)
    }
}
