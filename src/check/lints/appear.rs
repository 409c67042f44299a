//! Which pieces can ever exist, and where each of them can ever be: a superset, whatever is played.
//!
//! It begins with the set-up and adds what each rule could do if every condition held, until a round adds nothing.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::model::expr::{Expr, ExprKind, Type};
use crate::model::rules::{
    Block, Effects, Event, MoveRule, MoveVerb, Path, PathItem, PathMode, PieceDestination, Rules, StatementKind, Subject,
    Trigger,
};
use crate::model::setup::Item;
use crate::model::walk::any_statement;
use crate::model::{LocalId, Setup, SideId, SiteId, SiteSet};

use super::reckon::{Around, Known, Reckoner, join, meet};

/// What is possible for the pieces of one kind and one side.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    /// Whether there can be any, on the board or off it.
    there: bool,
    /// The sites where they can be.
    stands: SiteSet,
    /// The sites where they can have landed.
    lands: SiteSet,
}

/// What is possible, by side and kind.
pub(super) struct Reach {
    places: Vec<Vec<Place>>,
}

impl Reach {
    /// What is possible in a game from this set-up.
    pub(super) fn of(start: &Setup, reckoner: Reckoner<'_>) -> Reach {
        let Reckoner { equipment, rules, .. } = reckoner;
        let none = SiteSet::empty(equipment.board.sites.len());
        let nothing = Place { there: false, stands: none.clone(), lands: none };
        let mut reach = Reach { places: vec![vec![nothing; equipment.kinds.len()]; equipment.sides.len()] };
        let pieces = start.board.iter().flat_map(|(site, tower)| tower.iter().map(|piece| (Some(*site), piece)));
        let piled = start.piles.iter().flat_map(|(_, items)| items).filter_map(|item| match item {
            Item::Piece(piece) => Some((None, piece)),
            Item::Token(_) => None,
        });
        for (site, piece) in pieces.chain(piled) {
            let Some(place) = reach.places.get_mut(piece.owner.index()).and_then(|kinds| kinds.get_mut(piece.kind.index()))
            else {
                continue;
            };
            place.there = true;
            // a piece in a pile can be brought in anywhere
            match site {
                Some(site) => place.stands.insert(site),
                None => (place.stands, place.lands) = (reckoner.all_sites(), reckoner.all_sites()),
            }
        }
        let mut followed = Followed::default();
        // every round adds something, except the last
        for _ in 0..equipment.sides.len() * equipment.kinds.len() * (2 * equipment.board.sites.len() + 2) {
            let before = reach.places.clone();
            Widening { reach: &mut reach, reckoner, rules, followed: &mut followed }.round();
            if reach.places == before {
                break;
            }
        }
        reach
    }

    /// The kinds that can exist, as bits.
    pub(super) fn kinds(&self) -> u32 {
        let of = |kinds: &Vec<Place>| kinds.iter().enumerate().fold(0, |bits, (i, place)| bits | u32::from(place.there) << i);
        self.places.iter().map(of).fold(0, |all, bits| all | bits)
    }
}

/// The sides and kinds for which an event can occur, each with the sites where it can.
pub(super) fn subjects<'r>(reach: &'r Reach, reckoner: Reckoner<'r>, event: &'r Event) -> Vec<(SideId, usize, SiteSet)> {
    let (set, on, landed) = match event {
        Event::Lands(set, on) => (set, on.as_ref(), true),
        Event::Rests(set, on) => (set, on.as_ref(), always_lands(reckoner.rules)),
        Event::BeforeTaken(set) | Event::Taken(set) | Event::Leaves(set) => (set, None, false),
        _ => return Vec::new(),
    };
    let mut all = Vec::new();
    for (side, kinds) in reach.places.iter().enumerate() {
        let side = SideId(side as u8);
        let around = Around { side: None, described: Some(side), ..Around::default() };
        let named = reckoner.kinds(set, &around);
        let sites = on.map_or_else(|| reckoner.all_sites(), |on| reckoner.sites(on, &around));
        let sites = meet(sites, &reckoner.sites(set, &Around::default()));
        for (kind, place) in kinds.iter().enumerate().filter(|(kind, place)| place.there && named >> kind & 1 != 0) {
            let possible = meet(sites.clone(), if landed { &place.lands } else { &place.stands });
            if !possible.is_empty() || matches!(event, Event::Leaves(_)) {
                all.push((side, kind, possible));
            }
        }
    }
    all
}

/// Whether every move ends on a site where the piece has landed: all rules are paths that move the piece, and no capture is
/// prevented.
fn always_lands(rules: &Rules) -> bool {
    let mut moves = rules.groups.iter().flat_map(|group| &group.rules);
    let prevents = |trigger: &Arc<Trigger>| trigger.body.effects().any(Effects::PREVENTS);
    moves.all(|rule| matches!(&rule.verb, MoveVerb::Path(_, path) if path.mode == PathMode::Go))
        && !rules.triggers.iter().any(prevents)
}

/// One round, which adds what the rules could do.
struct Widening<'w, 'a> {
    reach: &'w mut Reach,
    reckoner: Reckoner<'a>,
    rules: &'a Rules,
    followed: &'w mut Followed,
}

/// The sites from which each path has been followed, by side and kind: following it again adds nothing.
type Followed = FxHashMap<(*const Path, usize, usize), SiteSet>;

impl Widening<'_, '_> {
    fn round(&mut self) {
        let rules = self.rules;
        for rule in rules.groups.iter().flat_map(|group| &group.rules) {
            self.rule(rule);
        }
        for trigger in &rules.triggers {
            self.trigger(trigger);
        }
        let anywhere = Around::default();
        for script in rules.setup.iter().chain([&rules.turn]) {
            self.block(&script.body, &anywhere);
        }
        for ending in &rules.endings {
            self.block(&ending.body, &anywhere);
        }
        if self.reckoner.equipment.stacks > 1 {
            // a tower moves with its commander, so its pieces may be anywhere
            let all = self.reckoner.all_sites();
            self.everywhere(u32::MAX, &all, |_, place| place.there);
        }
    }

    fn rule(&mut self, rule: &MoveRule) {
        match (&rule.subject, &rule.verb) {
            (Subject::Pieces(set), MoveVerb::Path(_, path)) => {
                let kinds = self.reckoner.kinds(set, &Around::default());
                let from = self.reckoner.sites(set, &Around::default());
                self.path(path, kinds, &from);
            }
            (_, MoveVerb::Path(_, path)) => self.path(path, u32::MAX, &self.reckoner.all_sites()),
            (_, MoveVerb::Body(_, body)) => self.block(body, &Around::default()),
        }
        self.block(&rule.then, &Around::default());
    }

    fn trigger(&mut self, trigger: &Trigger) {
        let about = matches!(
            trigger.event,
            Event::Lands(..) | Event::Rests(..) | Event::BeforeTaken(_) | Event::Taken(_) | Event::Leaves(_)
        );
        if !about {
            self.block(&trigger.body, &Around::default());
            return;
        }
        // a trigger may change the piece before its next statement: the piece is known only in a body with a single change
        let single = changes(&trigger.body) <= 1;
        for (side, kind, sites) in subjects(self.reach, self.reckoner, &trigger.event) {
            let it = match single {
                true => Known { kinds: 1 << kind, sites },
                false => Known { kinds: u32::MAX, sites: self.reckoner.all_sites() },
            };
            let around = Around { side: None, described: Some(side), ..Around::default() }.with(LocalId(0), it);
            self.block(&trigger.body, &around);
        }
    }

    fn block(&mut self, block: &Block, around: &Around) {
        for statement in &block.statements {
            self.statement(&statement.kind, around);
            for inner in statement.kind.blocks() {
                self.block(inner, around);
            }
        }
    }

    fn statement(&mut self, statement: &StatementKind, around: &Around) {
        match statement {
            StatementKind::Path(path) => self.path(path, u32::MAX, &self.reckoner.all_sites()),
            StatementKind::MovePiece(what, to) => {
                let (kinds, sites) = (self.reckoner.kinds(what, around), self.destination(to, around));
                self.everywhere(kinds, &sites, |_, place| place.there);
            }
            StatementKind::PlaceNew(new, to) => {
                let sites = self.destination(to, around);
                let owner = self.reckoner.equipment.kinds.get(new.kind.index()).and_then(|kind| kind.owner);
                self.everywhere(1 << new.kind.index(), &sites, |side, _| owner.is_none_or(|owner| owner == side));
            }
            StatementKind::SetKind(what, kind) => {
                let (old, new) = (self.reckoner.kinds(what, around), self.reckoner.bits(kind, around));
                self.change(old, new as u32, &self.where_it_is(what, around));
            }
            StatementKind::SetOwner(what, _) => {
                let kinds = self.reckoner.kinds(what, around);
                for kind in (0..self.reckoner.equipment.kinds.len()).filter(|kind| kinds >> kind & 1 != 0) {
                    let of_all: Vec<Place> = self.reach.places.iter().map(|kinds| kinds[kind].clone()).collect();
                    for kinds in &mut self.reach.places {
                        of_all.iter().for_each(|place| widen(&mut kinds[kind], place, None));
                    }
                }
            }
            // Any other statement that moves, makes or exchanges pieces may bring existing pieces anywhere.
            other if other.effects(|_| Effects::NONE).any(Effects::MOVES | Effects::MAKES | Effects::EXCHANGES) => {
                let all = self.reckoner.all_sites();
                self.everywhere(u32::MAX, &all, |_, place| place.there);
            }
            _ => {}
        }
    }

    /// Where a piece that is changed can be, if the phrase is a bound name, such as the piece of the event; `None`: anywhere.
    fn where_it_is(&self, what: &Expr, around: &Around) -> Option<SiteSet> {
        match what.kind {
            ExprKind::Local(_) if what.ty == Type::Piece => Some(self.reckoner.sites(what, around)),
            _ => None,
        }
    }

    /// Pieces of the kinds `old` may become pieces of the kinds `new` where they are, within `at` if given.
    fn change(&mut self, old: u32, new: u32, at: &Option<SiteSet>) {
        for kinds in &mut self.reach.places {
            for from in (0..kinds.len()).filter(|kind| old >> kind & 1 != 0) {
                let place = kinds[from].clone();
                for to in (0..kinds.len()).filter(|kind| new >> kind & 1 != 0) {
                    widen(&mut kinds[to], &place, at.as_ref());
                }
            }
        }
    }

    fn everywhere(&mut self, kinds: u32, sites: &SiteSet, of: impl Fn(SideId, &Place) -> bool) {
        for (side, all) in self.reach.places.iter_mut().enumerate() {
            for (kind, place) in all.iter_mut().enumerate() {
                if kinds >> kind & 1 != 0 && of(SideId(side as u8), place) {
                    place.there = true;
                    place.stands.unite(sites);
                    place.lands.unite(sites);
                }
            }
        }
    }

    fn destination(&self, to: &PieceDestination, around: &Around) -> SiteSet {
        match to {
            PieceDestination::Site(site) => self.reckoner.sites(site, around),
            PieceDestination::Box | PieceDestination::Pile(_) => SiteSet::empty(self.reckoner.equipment.board.sites.len()),
            PieceDestination::BottomOf(_) | PieceDestination::TopOf(_) => self.reckoner.all_sites(),
        }
    }

    /// Adds a leg by any piece of these kinds from these sites.
    fn path(&mut self, path: &Path, kinds: u32, from: &SiteSet) {
        if path.mode != PathMode::Go {
            return;
        }
        for side in 0..self.reach.places.len() {
            let around = Around { side: Some(SideId(side as u8)), ..Around::default() };
            let ways = self.reckoner.bits(&path.ways, &around);
            let onto = path.items.iter().find_map(|item| match item {
                PathItem::To(sites) => Some(self.reckoner.sites(sites, &around)),
                _ => None,
            });
            let onto = onto.unwrap_or_else(|| self.reckoner.all_sites());
            for kind in (0..self.reach.places[side].len()).filter(|kind| kinds >> kind & 1 != 0) {
                let place = &self.reach.places[side][kind];
                if place.there {
                    let from = meet(place.stands.clone(), from);
                    let followed = self.followed.entry((std::ptr::from_ref(path), side, kind));
                    let followed = followed.or_insert_with(|| SiteSet::empty(self.reckoner.equipment.board.sites.len()));
                    let fresh: Vec<SiteId> = from.iter().filter(|site| !followed.contains(*site)).collect();
                    followed.unite(&from);
                    let landings = meet(self.landings(path, ways, &fresh), &onto);
                    let place = &mut self.reach.places[side][kind];
                    place.stands.unite(&landings);
                    place.lands.unite(&landings);
                }
            }
        }
    }

    /// Where a leg along this path can end.
    fn landings(&self, path: &Path, ways: u64, from: &[SiteId]) -> SiteSet {
        let board = &self.reckoner.equipment.board;
        let Some((least, most)) = distance(&path.items) else { return self.reckoner.all_sites() };
        let mut sites = SiteSet::empty(board.sites.len());
        for direction in (0..board.directions.len()).filter(|i| ways >> i & 1 != 0) {
            for site in from {
                let ray = board.line(direction, *site).take(most.unwrap_or(usize::MAX));
                ray.skip(least.saturating_sub(1)).for_each(|site| sites.insert(site));
            }
        }
        sites
    }
}

/// The least and the greatest number of steps to the landing (no greatest: no bound); `None` if it may be anywhere.
fn distance(items: &[PathItem]) -> Option<(usize, Option<usize>)> {
    let (mut least, mut most) = (0usize, Some(0usize));
    let mut add = |from: usize, to: Option<usize>| {
        least += from;
        most = most.zip(to).map(|(most, to)| most + to);
    };
    for (i, item) in items.iter().enumerate() {
        match item {
            PathItem::Past(times, _) | PathItem::Taking(times, _) => {
                add(usize::from(times.least), times.most.filter(|_| !times.whole).map(usize::from));
            }
            PathItem::To(_) => {
                add(1, Some(1));
                // items before `here` are matched behind the start and are no steps to the landing
                return (!items[..i].iter().any(|item| matches!(item, PathItem::Here))).then_some((least, most));
            }
            PathItem::Here => return None,
            PathItem::Counted(_, inner) => {
                let ahead = inner.iter().any(|item| !matches!(item, PathItem::To(_)));
                add(0, Some(0).filter(|_| !ahead));
            }
            PathItem::Group(times, inner) => {
                let (from, to) = inner.iter().try_fold((0, Some(0)), |sum: (usize, Option<usize>), item| {
                    let (from, to) = distance_of_one(item)?;
                    Some((sum.0 + from, sum.1.zip(to).map(|(a, b)| a + b)))
                })?;
                let most_times = times.most.filter(|_| !times.whole).map(usize::from);
                add(from * usize::from(times.least), to.zip(most_times).map(|(to, times)| to * times));
            }
        }
    }
    Some((least, most))
}

fn distance_of_one(item: &PathItem) -> Option<(usize, Option<usize>)> {
    match item {
        PathItem::Past(times, _) | PathItem::Taking(times, _) => {
            Some((usize::from(times.least), times.most.filter(|_| !times.whole).map(usize::from)))
        }
        PathItem::To(_) | PathItem::Here | PathItem::Group(..) | PathItem::Counted(..) => None,
    }
}

fn widen(place: &mut Place, by: &Place, at: Option<&SiteSet>) {
    if !by.there {
        return;
    }
    let (stands, lands) = match at {
        Some(at) => (meet(by.stands.clone(), at), meet(by.lands.clone(), at)),
        None => (by.stands.clone(), by.lands.clone()),
    };
    if at.is_some() && stands.is_empty() {
        return;
    }
    place.there = true;
    place.stands = join(std::mem::take(&mut place.stands), &stands);
    place.lands = join(std::mem::take(&mut place.lands), &lands);
}

/// The number of statements that change pieces.
fn changes(block: &Block) -> usize {
    let mut count = 0;
    any_statement(block, &mut |one| {
        let changes = Effects::KIND | Effects::OWNER | Effects::MOVES | Effects::EXCHANGES | Effects::LEG;
        count += usize::from(one.own_effects().any(changes));
        false
    });
    count
}
