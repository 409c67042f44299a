//! Compiled paths, and finding every leg of a piece by one.

use smallvec::SmallVec;

use super::super::word::Word;
use super::geometry::ones;
use super::move_state::MoveState;
use super::phrases::{ActorClass, At, BitsId, NumberId, Phrases, SetId};
use crate::model::rules::{PathMode, Times};

/// The index of a compiled path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PathAt(pub(super) u16);

/// A leg: one match of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leg<B> {
    /// The direction.
    pub(super) way: u8,
    /// Where the piece ends; its own site if it stays.
    pub(super) to: B,
    /// The pieces that it takes; [`Phrases::in_order`] has their order.
    pub(super) taken: B,
    /// The pieces that it goes over without taking.
    pub(super) passed: B,
}

/// How far a piece goes by a straight path or a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    pub(super) way: u8,
    /// How many sites ahead it lands; 0 if it stays.
    pub(super) ahead: u16,
    /// How many pieces it takes.
    pub(super) takes: u32,
}

/// A compiled path. Its directions and sets are given for each side that the acting piece may belong to.
#[derive(Clone, Debug)]
pub(super) struct CompiledPath {
    pub(super) mode: PathMode,
    pub(super) sides: SmallVec<[OfSide; 2]>,
    pub(super) behind: Vec<PathItem>,
    pub(super) ahead: Vec<PathItem>,
    /// Every item matches exactly one site, ahead of the piece.
    pub(super) straight: bool,
    /// The first item can repeat, each round of the same length, and every other matches exactly one site; nothing lies behind.
    pub(super) slides: bool,
    /// Directions and sets are the same for all sides.
    pub(super) same: bool,
    /// The criteria by which directions and sets differ between acting pieces, if they depend on nothing else about these.
    pub(super) actor_classes: Option<Vec<ActorClass>>,
    /// Supersets of the directions and sets that do not depend on the acting piece, where there are such criteria.
    pub(super) superset: Option<SmallVec<[OfSide; 2]>>,
    /// Different matches of the items may be the same leg.
    pub(super) repeats: bool,
    /// The number of items that take, including those behind the piece.
    pub(super) takings: u8,
    /// The number of items behind the piece that take.
    pub(super) takings_behind: u8,
}

/// The directions and sets of a path for the acting pieces of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OfSide {
    pub(super) ways: BitsId,
    pub(super) sets: SmallVec<[SetId; 4]>,
    pub(super) numbers: SmallVec<[NumberId; 1]>,
}

/// An item of a path; sets are indices into [`OfSide::sets`].
#[derive(Clone, Debug)]
pub(super) enum PathItem {
    Past(Times, u8),
    Taking(Times, u8),
    To(u8),
    Group(Times, Vec<PathItem>),
    /// A group, as often as the number at this index of [`OfSide::numbers`] says.
    Counted(u8, Vec<PathItem>),
}

/// The evaluated sets and numbers of a path for one side.
pub(super) struct PathSets<B> {
    pub(super) sets: SmallVec<[B; 4]>,
    pub(super) numbers: SmallVec<[i64; 1]>,
    pub(super) pieces: B,
}

impl<B: Word> Phrases<B> {
    /// Calls `found` for every leg of the piece on a site by a path, with it as the acting piece, except in the barred
    /// directions.
    pub(super) fn each(&self, leg_path: PathAt, moving: &MoveState<B>, from: B, barred: u64, found: &mut impl FnMut(Leg<B>)) {
        let at = At::of(moving).acting(from);
        self.legs_at(leg_path, from, barred, &at, &mut |leg| {
            found(leg);
            false
        });
    }

    /// The same for each piece on these sites, with the site on which each leg begins.
    pub(super) fn each_of(
        &self,
        leg_path: PathAt,
        moving: &MoveState<B>,
        among: B,
        barred: u64,
        found: &mut impl FnMut(B, Leg<B>),
    ) {
        let form = &self.compiled_paths[leg_path.0 as usize];
        let at = At::of(moving);
        let mut left = among;
        if form.straight && form.actor_classes.is_some() {
            left = B::ZERO;
            self.part_by_part(form, among, barred, &at, |side, at, mine| {
                let known = self.known_sets(form, side, at);
                for way in ones(self.members(form.sides[side].ways, at) & !barred, self.geometry.ways) {
                    let mut able = self.straight_movers(form, &known, way, mine);
                    while let Some(from) = able.take() {
                        if let Some(leg) = self.straight_leg(form, &known, way, from) {
                            found(from, leg);
                        }
                    }
                }
            });
        }
        while let Some(from) = left.take() {
            self.each(leg_path, moving, from, barred, &mut |leg| found(from, leg));
        }
    }

    /// Whether a piece has at most one leg by a path in a direction.
    pub(super) fn is_straight(&self, leg_path: PathAt) -> bool {
        self.compiled_paths[leg_path.0 as usize].straight
    }

    /// Those of the pieces on these sites that have a leg by a path, each as the acting piece, in a direction that is not barred.
    pub(super) fn able(&self, leg_path: PathAt, moving: &MoveState<B>, among: B, barred: u64) -> B {
        self.able_at(leg_path, among, barred, None, &At::of(moving))
    }

    /// Groups the pieces on these sites that have a leg by a straight path or a slide by how far they go. The same reach may
    /// occur several times, with different pieces.
    pub(super) fn movers(&self, leg_path: PathAt, moving: &MoveState<B>, among: B, found: &mut impl FnMut(Reach, B)) {
        let form = &self.compiled_paths[leg_path.0 as usize];
        let at = At::of(moving);
        if form.actor_classes.is_none() {
            return self.each_of(leg_path, moving, among, 0, &mut |from, leg| {
                let ahead = self.geometry.ray(leg.way.into(), from).iter().position(|site| *site == leg.to);
                found(Reach { way: leg.way, ahead: ahead.map_or(0, |ahead| ahead as u16 + 1), takes: leg.taken.count() }, from);
            });
        }
        self.part_by_part(form, among, 0, &at, |side, at, mine| {
            let known = self.known_sets(form, side, at);
            for way in ones(self.members(form.sides[side].ways, at), self.geometry.ways) {
                if form.slides {
                    self.sliders(form, &known, way, mine, found);
                    continue;
                }
                let movers = self.straight_movers(form, &known, way, mine);
                if movers.any() {
                    found(form.reach(way, 0), movers);
                }
            }
        });
    }

    /// Shows what a leg takes, in the order of its path.
    pub(super) fn in_order(&self, leg_path: PathAt, from: B, leg: &Leg<B>, each: &mut impl FnMut(B)) {
        if leg.taken == leg.taken.lowest() {
            if leg.taken.any() {
                each(leg.taken);
            }
            return;
        }
        let form = &self.compiled_paths[leg_path.0 as usize];
        let back = self.geometry.opposite[leg.way as usize].filter(|_| form.takings_behind > 0);
        let ahead = (form.takings > form.takings_behind).then_some(leg.way);
        for way in back.into_iter().chain(ahead) {
            let ray = self.geometry.ray(way as usize, from).iter();
            ray.filter(|site| (**site & leg.taken).any()).for_each(|site| each(*site));
        }
    }

    /// Those of the pieces that have a leg by a path; with `prey`, a leg that takes something of that set.
    pub(super) fn able_at(&self, leg_path: PathAt, among: B, barred: u64, prey: Option<B>, at: &At<'_, B>) -> B {
        let form = &self.compiled_paths[leg_path.0 as usize];
        let (mut left, mut able) = (among, B::ZERO);
        if prey.is_some() && form.takings == 0 {
            return able;
        }
        if form.straight && form.actor_classes.is_some() && (prey.is_none() || form.takings == 1) {
            left = B::ZERO;
            self.part_by_part(form, among, barred, at, |side, at, mut mine| {
                let mut known = self.known_sets(form, side, at);
                if let Some(prey) = prey {
                    narrow(form, &mut known, prey);
                }
                for way in ones(self.members(form.sides[side].ways, at) & !barred, self.geometry.ways) {
                    let movers = self.straight_movers(form, &known, way, mine);
                    able |= movers;
                    mine &= !movers;
                    if !mine.any() {
                        break;
                    }
                }
            });
        }
        while let Some(from) = left.take() {
            let at = at.acting(from);
            let takes = |leg: Leg<B>| prey.is_none_or(|prey| (leg.taken & prey).any());
            if self.legs_at(leg_path, from, barred, &at, &mut |leg| takes(leg)) {
                able |= from;
            }
        }
        able
    }

    /// Splits pieces into parts for which the sets and directions of a path are the same; calls `each` with one of the part
    /// acting.
    #[inline]
    fn part_by_part(
        &self,
        form: &CompiledPath,
        among: B,
        barred: u64,
        at: &At<'_, B>,
        mut each: impl FnMut(usize, &At<'_, B>, B),
    ) {
        let mut left = among;
        for side in 0..self.sides_boards.len() {
            let mine = if form.same { left } else { self.of_side(side, left, at) };
            left &= !mine;
            if !mine.any() {
                continue;
            }
            match (&form.actor_classes, &form.superset) {
                (Some(traits), Some(loose)) => {
                    let mut may = mine;
                    if form.straight && mine != mine.lowest() {
                        let known = self.known_of(&loose[side], at);
                        let ways = ones(self.members(loose[side].ways, at) & !barred, self.geometry.ways);
                        may = ways.fold(B::ZERO, |may, way| may | self.straight_movers(form, &known, way, mine));
                    }
                    if may == may.lowest() {
                        if may.any() {
                            each(side, &at.acting(may), may);
                        }
                        continue;
                    }
                    for part in self.parts(traits, may, at) {
                        each(side, &at.acting(part.lowest()), part);
                    }
                }
                _ => each(side, at, mine),
            }
        }
    }

    /// Those of the pieces that use a side's sets: its own, and for the side to move also those on sites without a piece.
    #[inline]
    fn of_side(&self, side: usize, among: B, at: &At<'_, B>) -> B {
        let others = if self.turn_side(at) == side { self.every_board & !self.sides_boards[side] } else { 0 };
        match others {
            0 => among & at.boards(self.sides_boards[side]),
            others => among & !at.boards(others),
        }
    }

    /// Calls `found` for every leg by a path with the piece on a site acting, until it returns true; returns whether it did.
    fn legs_at(&self, leg_path: PathAt, from: B, barred: u64, at: &At<'_, B>, found: &mut dyn FnMut(Leg<B>) -> bool) -> bool {
        let form = &self.compiled_paths[leg_path.0 as usize];
        let side = self.actor_side(at);
        let ways = self.members(form.sides[side].ways, at) & !barred;
        if ways == 0 {
            return false;
        }
        let known = self.known_sets(form, side, at);
        if form.straight {
            let mut ways = ones(ways, self.geometry.ways);
            return ways.any(|way| self.straight_leg(form, &known, way, from).is_some_and(&mut *found));
        }
        ones(ways, self.geometry.ways).any(|way| self.winding_legs(form, &known, way, from, found))
    }

    #[inline]
    fn known_sets(&self, form: &CompiledPath, side: usize, at: &At<'_, B>) -> PathSets<B> {
        self.known_of(&form.sides[side], at)
    }

    #[inline]
    fn known_of(&self, of: &OfSide, at: &At<'_, B>) -> PathSets<B> {
        let mut sets = SmallVec::new();
        for set in &of.sets {
            sets.push(self.set(*set, at));
        }
        let numbers = of.numbers.iter().map(|number| self.one(*number, at)).collect();
        PathSets { sets, numbers, pieces: at.moving.state.occupied() & !at.moving.waiting }
    }

    /// Those of the pieces that have a leg by a straight path in a direction.
    #[inline]
    fn straight_movers(&self, form: &CompiledPath, known: &PathSets<B>, way: usize, among: B) -> B {
        if !self.geometry.quick(way) {
            let (mut left, mut able) = (among, B::ZERO);
            while let Some(from) = left.take() {
                if self.straight_leg(form, known, way, from).is_some() {
                    able |= from;
                }
            }
            return able;
        }
        let mut fits = self.geometry.every;
        for stage in form.ahead.iter().rev() {
            fits = self.geometry.come(way, fits & known.sets[stage.set()]);
        }
        among & fits & self.geometry.long(way, form.ahead.len())
    }

    /// The leg by a straight path in a direction, if there is one.
    #[inline]
    fn straight_leg(&self, form: &CompiledPath, known: &PathSets<B>, way: usize, from: B) -> Option<Leg<B>> {
        let ray = self.geometry.ray(way, from).get(..form.ahead.len())?;
        let fits = |(stage, site): (&PathItem, &B)| (known.sets[stage.set()] & *site).any();
        form.ahead.iter().zip(ray).all(fits).then(|| leg_along(form, ray, known.pieces, way, from))
    }

    /// The leg of the acting piece by a straight path in a direction, without testing that it can be made.
    pub(super) fn leg_listed(&self, leg_path: PathAt, moving: &MoveState<B>, way: usize) -> Option<Leg<B>> {
        let form = &self.compiled_paths[leg_path.0 as usize];
        let ray = self.geometry.ray(way, moving.actor).get(..form.ahead.len())?;
        let pieces = At::of(moving).boards(self.every_board) & !moving.waiting;
        Some(leg_along(form, ray, pieces, way, moving.actor))
    }
}

impl CompiledPath {
    /// How far a piece goes in a direction; by a slide, with `many` rounds of its first item.
    pub(super) fn reach(&self, way: usize, many: usize) -> Reach {
        let (again, single) =
            if self.slides { (self.ahead[0].again().1, &self.ahead[1..]) } else { (&[][..], &self.ahead[..]) };
        let lands = single.iter().rposition(|stage| matches!(stage, PathItem::To(_))).map_or(single.len(), |last| last + 1);
        let takes = |stages: &[PathItem]| stages.iter().filter(|stage| matches!(stage, PathItem::Taking(..))).count();
        Reach {
            way: way as u8,
            ahead: (many * again.len() + lands) as u16,
            takes: (many * takes(again) + takes(single)) as u32,
        }
    }
}

impl PathItem {
    /// How often the item may be repeated, and the items of one round, each of one site.
    pub(super) fn again(&self) -> (Times, &[PathItem]) {
        match self {
            PathItem::Past(times, _) | PathItem::Taking(times, _) => (*times, std::slice::from_ref(self)),
            PathItem::Group(times, group) => (*times, group),
            PathItem::To(_) | PathItem::Counted(..) => {
                (Times { least: 1, most: Some(1), whole: false }, std::slice::from_ref(self))
            }
        }
    }

    /// The index of its set; 0 for groups.
    pub(super) fn set(&self) -> usize {
        match self {
            PathItem::Past(_, set) | PathItem::Taking(_, set) | PathItem::To(set) => *set as usize,
            PathItem::Group(..) | PathItem::Counted(..) => 0,
        }
    }
}

/// The leg by a straight path over the sites of a ray.
#[inline]
fn leg_along<B: Word>(form: &CompiledPath, ray: &[B], pieces: B, way: usize, from: B) -> Leg<B> {
    let mut leg = Leg { way: way as u8, to: from, taken: B::ZERO, passed: B::ZERO };
    let mut landing = ray.last().copied().unwrap_or(from);
    for (stage, site) in form.ahead.iter().zip(ray) {
        match stage {
            PathItem::Past(..) => leg.passed |= pieces & *site,
            PathItem::Taking(..) => leg.taken |= *site,
            PathItem::To(_) | PathItem::Group(..) | PathItem::Counted(..) => landing = *site,
        }
    }
    if form.mode == PathMode::Go {
        leg.to = landing;
    }
    leg
}

/// Restricts what may be taken to a set.
fn narrow<B: Word>(form: &CompiledPath, known: &mut PathSets<B>, prey: B) {
    for stage in &form.ahead {
        if let PathItem::Taking(_, set) = stage {
            // Every item has an entry of its own, even where two have the same set.
            known.sets[*set as usize] &= prey;
        }
    }
}
