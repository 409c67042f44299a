//! `F of X`, and the given words such as `mover` and `taken`.

use crate::model::equipment::{PileOwner, RegionSites};
use crate::model::expr::{Expr, Field, Given, RelativeRow, RelativeTo, RelativeWay, Type};
use crate::model::rules::{PileRef, StoredOf};
use crate::model::setup::StoredRef;
use crate::model::{PileId, PlayerId, SideId, SiteId, StoredId};

use super::phrases::{EvalContext, Thing, members};
use super::position::{Item, Kept, TokenNo};
use super::run::Taken;

impl<'v> EvalContext<'_, 'v> {
    /// The field of each of the things that `of` denotes.
    pub(super) fn field(&self, field: Field, of: &'v Expr, ty: Type) -> Vec<Thing> {
        let each = |has: &dyn Fn(Thing) -> Option<Thing>| self.things(of).into_iter().filter_map(has).collect();
        match field {
            Field::Owner => each(&|thing| Some(Thing::Member(self.owner_of(thing)?.0))),
            Field::Kind => each(&|thing| Some(Thing::Member(self.kind_of(thing)?.0))),
            Field::Site => each(&|thing| self.site_of(thing).map(Thing::Site)),
            Field::Slot(slot) => match ty {
                Type::Token(_) => each(&|thing| self.slot_token(thing, slot).map(Thing::Token)),
                _ => each(&|thing| self.slot_value(thing, slot).map(Thing::Member)),
            },
            Field::Attribute(i) => each(&|thing| match thing {
                Thing::Token(token) => self.attribute(token, i).map(Thing::Member),
                _ => None,
            }),
            Field::Face => each(&|thing| match thing {
                Thing::Token(token) => Some(Thing::Member(self.run.position.tokens.get(&token)?.face)),
                _ => None,
            }),
            Field::Under => each(&|thing| self.run.position.under.get(&self.site_of(thing)?).copied().map(Thing::Token)),
            Field::Top | Field::Last => self.end_of(of, true),
            Field::Bottom | Field::First => self.end_of(of, false),
            Field::SideOf => self.sides(of).into_iter().map(|side| Thing::Member(side.0)).collect(),
            Field::PlayersOf => {
                let sides = self.sides(of);
                self.players(|player| sides.contains(&self.run.side_of(player)))
            }
            Field::PlayerAttribute(i) => {
                let values = |thing: &Thing| match thing {
                    Thing::Member(player) => {
                        let player = &self.run.variant.equipment.players[usize::from(*player)];
                        player.attributes.get(usize::from(i)).map_or(0, |(_, _, values)| *values)
                    }
                    _ => 0,
                };
                self.things(of).iter().flat_map(|player| members(values(player))).collect()
            }
            Field::PiecesOf => {
                let sides = self.sides(of);
                let mut pieces = self.pieces_of_the_board();
                pieces.retain(|piece| self.owner_of(*piece).is_some_and(|owner| sides.contains(&owner)));
                pieces
            }
            Field::Pile(pile) => self.piles_of(pile, of).into_iter().map(Thing::Pile).collect(),
            Field::Opposite => {
                let directions = &self.run.variant.equipment.board.directions;
                let back = |way: usize| directions[way].opposite.map(Thing::Member);
                self.directions(of).into_iter().filter_map(back).collect()
            }
            Field::ActorOf => self.actor().map(Thing::Piece).into_iter().collect(),
            Field::Worth | Field::Measure(_) => Vec::new(),
        }
    }

    /// The value of a given word.
    pub(super) fn given(&self, given: Given) -> Vec<Thing> {
        let site = |site: Option<SiteId>| site.map(Thing::Site).into_iter().collect();
        let moving = &self.run.moving;
        match given {
            Given::Actor => self.actor().map(Thing::Piece).into_iter().collect(),
            Given::Mover => vec![Thing::Member(self.mover().0)],
            Given::Opponent => {
                let side = self.run.side_of(self.mover());
                self.players(|player| self.run.side_of(player) != side)
            }
            Given::Players => self.players(|_| true),
            Given::Sides => (0..self.run.variant.equipment.sides.len() as u8).map(Thing::Member).collect(),
            Given::Taken => (0..self.taken().len()).map(Thing::Taken).collect(),
            Given::Passed => {
                moving.passed.iter().filter(|piece| self.stands(**piece).is_some()).map(|piece| Thing::Piece(*piece)).collect()
            }
            Given::Start => site(self.sets_out.or(self.candidate.map_or(moving.start, |candidate| candidate.start))),
            Given::Landing => site(self.candidate.map_or(moving.landing, |candidate| candidate.landing)),
            Given::Trail => {
                let trail = self.candidate.map_or(&moving.trail[..], |candidate| &candidate.trail);
                let trail = self.sets_out.as_ref().map_or(trail, std::slice::from_ref);
                trail.iter().copied().map(Thing::Site).collect()
            }
            Given::Pieces => self.pieces_of_the_board(),
            Given::Empty => self.every_site().filter(|site| self.is_empty(*site)).map(Thing::Site).collect(),
            Given::Turns | Given::Repeats | Given::Legs => Vec::new(),
        }
    }

    /// The number of legs so far, of the current move or of the candidate being judged.
    pub(super) fn legs(&self) -> usize {
        self.candidate.map_or(self.run.moving.legs, |candidate| candidate.legs)
    }

    /// The pieces taken, by the current move or by the candidate being judged.
    pub(super) fn taken(&self) -> &[Taken] {
        self.candidate.map_or(&self.run.moving.taken, |candidate| &candidate.taken)
    }

    fn every_site(&self) -> impl Iterator<Item = SiteId> + use<> {
        (0..self.run.variant.equipment.board.sites.len()).map(|site| SiteId(site as u16))
    }

    /// Whether no piece is on a site. A taken piece that waits for removal occupies its site; the origin of a path is empty.
    pub(super) fn is_empty(&self, site: SiteId) -> bool {
        self.run.position.commander(site).is_none() || self.path_from == Some(site)
    }

    /// The commanders of all sites, without those waiting for removal.
    pub(super) fn pieces_of_the_board(&self) -> Vec<Thing> {
        self.run.position.board.keys().filter_map(|site| self.run.piece_on(*site)).map(Thing::Piece).collect()
    }

    /// The site of a thing; for a taken piece, where it was taken.
    pub(super) fn site_of(&self, thing: Thing) -> Option<SiteId> {
        match thing {
            Thing::Site(site) => Some(site),
            Thing::Piece(piece) | Thing::Alone(piece) => self.run.position.site_of(piece),
            Thing::Taken(i) => self.taken().get(i).map(|taken| taken.site),
            _ => None,
        }
    }

    /// The sites that a phrase denotes.
    pub(super) fn sites(&self, phrase: &'v Expr) -> Vec<SiteId> {
        self.things(phrase).into_iter().filter_map(|thing| self.site_of(thing)).collect()
    }

    /// The first or last element of a list or pile, or the bottom or top piece of each tower.
    fn end_of(&self, of: &'v Expr, last: bool) -> Vec<Thing> {
        let end = |things: Vec<Thing>| if last { things.last().copied() } else { things.first().copied() };
        if of.ty == Type::Pile {
            return end(self.contents(of)).into_iter().collect();
        }
        let things = self.things(of);
        let in_tower = |thing: &Thing| match thing {
            Thing::Piece(piece) => {
                let tower = &self.run.position.board[&self.run.position.commands(*piece)?];
                Some(Thing::Alone(if last { tower[tower.len() - 1] } else { tower[0] }))
            }
            _ => None,
        };
        let towers: Vec<Thing> = things.iter().filter_map(in_tower).collect();
        if towers.is_empty() { end(things).into_iter().collect() } else { towers }
    }

    /// The contents of piles, or the pieces below commanders.
    pub(super) fn contents(&self, of: &'v Expr) -> Vec<Thing> {
        let position = &self.run.position;
        let contents = |thing: Thing| match thing {
            Thing::Pile(pile) => position
                .in_pile(pile)
                .iter()
                .map(|item| match item {
                    Item::Piece(piece) => Thing::Piece(*piece),
                    Item::Token(token) => Thing::Token(*token),
                })
                .collect(),
            Thing::Piece(piece) => match position.commands(piece) {
                Some(site) => position.prisoners(site).iter().copied().map(Thing::Alone).collect(),
                None => Vec::new(),
            },
            _ => Vec::new(),
        };
        self.things(of).into_iter().flat_map(contents).collect()
    }

    /// All tokens of the phrase's type: in the box, in piles, under sites and on commanders.
    pub(super) fn every_token(&self, phrase: &'v Expr) -> Vec<Thing> {
        let position = &self.run.position;
        let piled = position.piles.keys().flat_map(|pile| position.in_pile(*pile)).filter_map(|item| match item {
            Item::Token(token) => Some(token),
            Item::Piece(_) => None,
        });
        let borne = position.board.values().filter_map(|tower| tower.last());
        let borne = borne.flat_map(|piece| position.pieces[piece].tokens.values().copied());
        let all = position.in_box().into_iter().chain(piled).chain(position.under.values().copied()).chain(borne);
        let of_type = |token: &TokenNo| Type::Token(position.tokens[token].kind) == phrase.ty;
        all.filter(of_type).map(Thing::Token).collect()
    }

    fn players(&self, meant: impl Fn(PlayerId) -> bool) -> Vec<Thing> {
        let all = (0..self.run.variant.equipment.players.len() as u8).map(PlayerId);
        all.filter(|player| meant(*player)).map(|player| Thing::Member(player.0)).collect()
    }

    /// The sides that a phrase of sides or players denotes.
    pub(super) fn sides(&self, phrase: &'v Expr) -> Vec<SideId> {
        let side = |thing: Thing| match (thing, phrase.ty) {
            (Thing::Member(player), Type::Player) => Some(self.run.side_of(PlayerId(player))),
            (Thing::Member(side), _) => Some(SideId(side)),
            _ => None,
        };
        let mut sides: Vec<SideId> = self.things(phrase).into_iter().filter_map(side).collect();
        sides.sort();
        sides.dedup();
        sides
    }

    /// The pile of each of these players or sides.
    fn piles_of(&self, pile: PileId, of: &'v Expr) -> Vec<PileRef> {
        let owners: Vec<u8> = match self.run.variant.equipment.piles[pile.index()].of {
            PileOwner::Common | PileOwner::One(_) => vec![0],
            PileOwner::EachSide => self.sides(of).into_iter().map(|side| side.0).collect(),
            PileOwner::EachPlayer => {
                let member = |thing: Thing| if let Thing::Member(member) = thing { Some(member) } else { None };
                self.things(of).into_iter().filter_map(member).collect()
            }
        };
        owners.into_iter().map(|owner| PileRef { pile, owner }).collect()
    }

    /// The piles that a phrase denotes.
    pub(super) fn piles(&self, phrase: &'v Expr) -> Vec<PileRef> {
        let pile = |thing: Thing| if let Thing::Pile(pile) = thing { Some(pile) } else { None };
        self.things(phrase).into_iter().filter_map(pile).collect()
    }

    /// References to the values of a counter, clock or `keep`, one for each owner that `of` denotes.
    pub(super) fn stored(&self, stored: StoredId, of: Option<&'v Expr>) -> Vec<StoredRef> {
        let owners: Vec<u8> = match (self.run.variant.rules.stored[stored.index()].of, of) {
            // The checker requires `of` for what each player or side has (E0317).
            (StoredOf::Position, _) | (_, None) => vec![0],
            (StoredOf::Side, Some(of)) => self.sides(of).into_iter().map(|side| side.0).collect(),
            (StoredOf::Player, Some(of)) => {
                let member = |thing: Thing| if let Thing::Member(member) = thing { Some(member) } else { None };
                self.things(of).into_iter().filter_map(member).collect()
            }
        };
        owners.into_iter().map(|owner| StoredRef { stored, owner }).collect()
    }

    /// The things that a `keep` contains.
    pub(super) fn kept_things(&self, stored: StoredId, of: Option<&'v Expr>) -> Vec<Thing> {
        let things = |stored: StoredRef| match self.run.position.stored.get(&stored) {
            Some(Kept::Sites(sites)) => sites.iter().copied().map(Thing::Site).collect(),
            Some(Kept::Members(members)) => members.iter().copied().map(Thing::Member).collect(),
            Some(Kept::Pieces(pieces)) => {
                pieces.iter().filter(|piece| self.stands(**piece).is_some()).copied().map(Thing::Piece).collect()
            }
            _ => Vec::new(),
        };
        self.stored(stored, of).into_iter().flat_map(things).collect()
    }

    /// The sites that a relative word such as `far-row` denotes.
    pub(super) fn relative_sites(&self, row: RelativeRow, to: &'v RelativeTo) -> Vec<Thing> {
        let equipment = &self.run.variant.equipment;
        let faces = |side: SideId| equipment.sides[side.index()].faces;
        let of_side = |side: SideId| match row {
            RelativeRow::Far => equipment.board.far_row(faces(side)),
            RelativeRow::Home => equipment.board.far_row(faces(side).reversed()),
            RelativeRow::Region(region) => match &equipment.regions[region.index()].sites {
                RegionSites::Same(sites) => sites.clone(),
                RegionSites::BySide(sites) => sites.get(side.index()).cloned().unwrap_or_default(),
            },
        };
        self.whose(to).into_iter().flat_map(|side| of_side(side).iter().collect::<Vec<_>>()).map(Thing::Site).collect()
    }

    /// The directions that a relative word such as `forward` denotes.
    pub(super) fn relative_directions(&self, way: RelativeWay, to: &'v RelativeTo) -> Vec<Thing> {
        let equipment = &self.run.variant.equipment;
        let of_side = |side: SideId| {
            let faces = equipment.sides[side.index()].faces;
            match way {
                RelativeWay::Forward => equipment.board.forward(faces),
                RelativeWay::Backward => equipment.board.backward(faces),
                RelativeWay::Sideways => equipment.board.sideways(faces),
            }
        };
        self.whose(to).into_iter().flat_map(|side| members(u64::from(of_side(side)))).collect()
    }

    /// The directions that a phrase denotes.
    pub(super) fn directions(&self, phrase: &'v Expr) -> Vec<usize> {
        let way = |thing: Thing| if let Thing::Member(way) = thing { Some(usize::from(way)) } else { None };
        self.things(phrase).into_iter().filter_map(way).collect()
    }

    /// The sites one step from things in some directions, or with `all` every site in these directions. From a piece, relative
    /// words refer to its owner.
    pub(super) fn beside(&self, ways: &'v Expr, from: &'v Expr, all: bool) -> Vec<Thing> {
        let board = &self.run.variant.equipment.board;
        let from_one = |thing: Thing| {
            let asking = match thing {
                Thing::Piece(_) | Thing::Alone(_) => self.describing(self.owner_of(thing)),
                _ => self.clone(),
            };
            let site = self.site_of(thing);
            let far = if all { board.sites.len() } else { 1 };
            // `Board::line` goes round a cyclic line; the site itself is left out.
            let on = move |way, site| board.line(way, site).take(far).filter(move |next| !all || *next != site);
            let steps = move |way| site.into_iter().flat_map(move |site| on(way, site)).map(Thing::Site);
            asking.directions(ways).into_iter().flat_map(steps)
        };
        self.things(from).into_iter().flat_map(from_one).collect()
    }
}
