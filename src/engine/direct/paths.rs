//! Paths: every way in which a piece can follow one.

use smallvec::SmallVec;

use super::super::word::Word;
use super::geometry::ones;
use super::phrases::{At, BitsId, NumId, Phrases, SetId, Trait};
use super::scene::Scene;
use crate::model::rules::{PathMode, Times};

/// A compiled path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Course(pub(super) u16);

/// One way to follow a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leg<B> {
    /// The direction.
    pub(super) way: u8,
    /// Where the piece ends; its own site if it stays.
    pub(super) to: B,
    /// What it takes; see [`Phrases::in_order`].
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

/// What a path is made of. Its directions and sets are given for each side that the acting piece may be of.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) mode: PathMode,
    pub(super) sides: SmallVec<[OfSide; 2]>,
    pub(super) behind: Vec<Stage>,
    pub(super) ahead: Vec<Stage>,
    /// Every item is one site ahead.
    pub(super) straight: bool,
    /// The first item is repeated any of several times, each round as long, and every other is one site.
    pub(super) slides: bool,
    /// Directions and sets are the same for all sides.
    pub(super) same: bool,
    /// What directions and sets ask of the acting piece, if it is no more than that.
    pub(super) traits: Option<Vec<Trait>>,
    /// Directions and sets that hold at least as much and do not ask which piece acts, if there are such traits.
    pub(super) loose: Option<SmallVec<[OfSide; 2]>>,
    /// Two ways through the items may come to the same.
    pub(super) repeats: bool,
    /// How many of its items take, those behind the piece included.
    pub(super) takings: u8,
    /// How many of those behind the piece take.
    pub(super) takings_behind: u8,
}

/// The directions and sets of a path for the acting pieces of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OfSide {
    pub(super) ways: BitsId,
    pub(super) sets: SmallVec<[SetId; 4]>,
    pub(super) numbers: SmallVec<[NumId; 1]>,
}

/// An item of a path; sets by their places in [`OfSide::sets`].
#[derive(Clone, Debug)]
pub(super) enum Stage {
    Past(Times, u8),
    Taking(Times, u8),
    To(u8),
    Group(Times, Vec<Stage>),
    /// As often as the number at this place of [`OfSide::numbers`].
    Counted(u8, Vec<Stage>),
}

/// The sets of a path for one side, worked out.
pub(super) struct Known<B> {
    pub(super) sets: SmallVec<[B; 4]>,
    pub(super) numbers: SmallVec<[i64; 1]>,
    pub(super) pieces: B,
}

impl<B: Word> Phrases<B> {
    /// Hands on every way for the piece on a site to follow a path with it as the acting piece; not in the directions barred.
    pub(super) fn each(&self, course: Course, scene: &Scene<B>, from: B, barred: u64, found: &mut impl FnMut(Leg<B>)) {
        let at = At::of(scene).acting(from);
        self.legs_at(course, from, barred, &at, &mut |leg| {
            found(leg);
            false
        });
    }

    /// The same for each of the pieces on these sites, with the site that each leg begins on.
    pub(super) fn each_of(&self, course: Course, scene: &Scene<B>, among: B, barred: u64, found: &mut impl FnMut(B, Leg<B>)) {
        let form = &self.courses[course.0 as usize];
        let at = At::of(scene);
        let mut left = among;
        if form.straight && form.traits.is_some() {
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
            self.each(course, scene, from, barred, &mut |leg| found(from, leg));
        }
    }

    /// Whether a piece has at most one way to follow a path in a direction.
    pub(super) fn is_straight(&self, course: Course) -> bool {
        self.courses[course.0 as usize].straight
    }

    /// Those of the pieces on these sites that can follow a path, each as the acting piece, in a direction that is not barred.
    pub(super) fn able(&self, course: Course, scene: &Scene<B>, among: B, barred: u64) -> B {
        self.able_at(course, among, barred, None, &At::of(scene))
    }

    /// Those of the pieces on these sites that can follow a straight path or a slide, by how far they go; that may come twice, with
    /// others of the pieces.
    pub(super) fn movers(&self, course: Course, scene: &Scene<B>, among: B, found: &mut impl FnMut(Reach, B)) {
        let form = &self.courses[course.0 as usize];
        let at = At::of(scene);
        if form.traits.is_none() {
            return self.each_of(course, scene, among, 0, &mut |from, leg| {
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

    /// What a leg takes, in the order of its path.
    pub(super) fn in_order(&self, course: Course, from: B, leg: &Leg<B>, each: &mut impl FnMut(B)) {
        if leg.taken == leg.taken.lowest() {
            if leg.taken.any() {
                each(leg.taken);
            }
            return;
        }
        let form = &self.courses[course.0 as usize];
        let back = self.geometry.opposite[leg.way as usize].filter(|_| form.takings_behind > 0);
        let ahead = (form.takings > form.takings_behind).then_some(leg.way);
        for way in back.into_iter().chain(ahead) {
            let ray = self.geometry.ray(way as usize, from).iter();
            ray.filter(|site| (**site & leg.taken).any()).for_each(|site| each(*site));
        }
    }

    /// Those of the pieces that can follow a path, taking something of a set if one is given.
    pub(super) fn able_at(&self, course: Course, among: B, barred: u64, prey: Option<B>, at: &At<'_, B>) -> B {
        let form = &self.courses[course.0 as usize];
        let (mut left, mut able) = (among, B::ZERO);
        if prey.is_some() && form.takings == 0 {
            return able;
        }
        if form.straight && form.traits.is_some() && (prey.is_none() || form.takings == 1) {
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
            if self.legs_at(course, from, barred, &at, &mut |leg| takes(leg)) {
                able |= from;
            }
        }
        able
    }

    /// Pieces for which the sets and directions of a path are the same, with one of them acting, part by part.
    #[inline]
    fn part_by_part(&self, form: &Form, among: B, barred: u64, at: &At<'_, B>, mut each: impl FnMut(usize, &At<'_, B>, B)) {
        let mut left = among;
        for side in 0..self.sides_boards.len() {
            let mine = if form.same { left } else { self.of_side(side, left, at) };
            left &= !mine;
            if !mine.any() {
                continue;
            }
            match (&form.traits, &form.loose) {
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

    /// Those of the pieces for which the sets of a side are asked: its own, and for the mover where no piece stands.
    #[inline]
    fn of_side(&self, side: usize, among: B, at: &At<'_, B>) -> B {
        let others = if self.turn_side(at) == side { self.every_board & !self.sides_boards[side] } else { 0 };
        match others {
            0 => among & at.boards(self.sides_boards[side]),
            others => among & !at.boards(others),
        }
    }

    /// Every way to follow a path with the piece on a site acting, until one is enough; whether one was.
    fn legs_at(&self, course: Course, from: B, barred: u64, at: &At<'_, B>, found: &mut dyn FnMut(Leg<B>) -> bool) -> bool {
        let form = &self.courses[course.0 as usize];
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
    fn known_sets(&self, form: &Form, side: usize, at: &At<'_, B>) -> Known<B> {
        self.known_of(&form.sides[side], at)
    }

    #[inline]
    fn known_of(&self, of: &OfSide, at: &At<'_, B>) -> Known<B> {
        let mut sets = SmallVec::new();
        for set in &of.sets {
            sets.push(self.set(*set, at));
        }
        let numbers = of.numbers.iter().map(|number| self.one(*number, at)).collect();
        Known { sets, numbers, pieces: at.scene.state.occupied() & !at.scene.waiting }
    }

    /// Those of the pieces that can follow a path each of whose items is one site, in a direction.
    #[inline]
    fn straight_movers(&self, form: &Form, known: &Known<B>, way: usize, among: B) -> B {
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

    /// The one way to follow a path each of whose items is one site, in a direction.
    #[inline]
    fn straight_leg(&self, form: &Form, known: &Known<B>, way: usize, from: B) -> Option<Leg<B>> {
        let ray = self.geometry.ray(way, from).get(..form.ahead.len())?;
        let fits = |(stage, site): (&Stage, &B)| (known.sets[stage.set()] & *site).any();
        form.ahead.iter().zip(ray).all(fits).then(|| leg_along(form, ray, known.pieces, way, from))
    }

    /// The leg of the acting piece by such a path in a direction, of which it is known that it can be made.
    pub(super) fn leg_listed(&self, course: Course, scene: &Scene<B>, way: usize) -> Option<Leg<B>> {
        let form = &self.courses[course.0 as usize];
        let ray = self.geometry.ray(way, scene.actor).get(..form.ahead.len())?;
        let pieces = At::of(scene).boards(self.every_board) & !scene.waiting;
        Some(leg_along(form, ray, pieces, way, scene.actor))
    }
}

impl Form {
    /// How far a piece goes in a direction that is carried so often over the first item of a slide.
    pub(super) fn reach(&self, way: usize, many: usize) -> Reach {
        let (again, single) =
            if self.slides { (self.ahead[0].again().1, &self.ahead[1..]) } else { (&[][..], &self.ahead[..]) };
        let lands = single.iter().rposition(|stage| matches!(stage, Stage::To(_))).map_or(single.len(), |last| last + 1);
        let takes = |stages: &[Stage]| stages.iter().filter(|stage| matches!(stage, Stage::Taking(..))).count();
        Reach {
            way: way as u8,
            ahead: (many * again.len() + lands) as u16,
            takes: (many * takes(again) + takes(single)) as u32,
        }
    }
}

impl Stage {
    /// How often it may be repeated, and of what one round is made, each a site.
    pub(super) fn again(&self) -> (Times, &[Stage]) {
        match self {
            Stage::Past(times, _) | Stage::Taking(times, _) => (*times, std::slice::from_ref(self)),
            Stage::Group(times, group) => (*times, group),
            Stage::To(_) | Stage::Counted(..) => (Times { least: 1, most: Some(1), whole: false }, std::slice::from_ref(self)),
        }
    }

    /// The place of its set.
    pub(super) fn set(&self) -> usize {
        match self {
            Stage::Past(_, set) | Stage::Taking(_, set) | Stage::To(set) => *set as usize,
            Stage::Group(..) | Stage::Counted(..) => 0,
        }
    }
}

/// A leg by a path each of whose items is one site, over these.
#[inline]
fn leg_along<B: Word>(form: &Form, ray: &[B], pieces: B, way: usize, from: B) -> Leg<B> {
    let mut leg = Leg { way: way as u8, to: from, taken: B::ZERO, passed: B::ZERO };
    let mut landing = ray.last().copied().unwrap_or(from);
    for (stage, site) in form.ahead.iter().zip(ray) {
        match stage {
            Stage::Past(..) => leg.passed |= pieces & *site,
            Stage::Taking(..) => leg.taken |= *site,
            Stage::To(_) | Stage::Group(..) | Stage::Counted(..) => landing = *site,
        }
    }
    if form.mode == PathMode::Go {
        leg.to = landing;
    }
    leg
}

/// Only what is in a set may be taken.
fn narrow<B: Word>(form: &Form, known: &mut Known<B>, prey: B) {
    for stage in &form.ahead {
        if let Stage::Taking(_, set) = stage {
            // A set of its own: two items of one path may share theirs.
            known.sets[*set as usize] &= prey;
        }
    }
}
