//! So many things out of a set, alike ones not told apart: what chance draws, and all that others may choose.

use std::collections::VecDeque;

use smallvec::SmallVec;

use super::super::line::Draw;
use super::super::store::{GOLDEN, mix};
use super::super::word::Word;
use super::asks::Decider;
use super::elements::{Elements, bundle, told};
use super::ops::{By, Several};
use super::phrases::Term;
use super::rules::Guard;
use super::run::{Done, Mode, Run, Stop, Told};
use super::scene::Named;

/// Most results of one choice, and most things in all of them: where there are more, the general machine says which limit is reached.
const MOST_RESULTS: u64 = 100_000;
const MOST_THINGS: u64 = 1_000_000;

/// What decides for chance: results by their places, in the order of all, and then numbers that look random (SplitMix64, Steele,
/// Lea and Flood 2014). Where there is neither, whoever comes to chance stops there.
#[derive(Clone, Debug, Default)]
pub(super) struct Luck {
    pub(super) told: VecDeque<u32>,
    pub(super) rolling: Option<u64>,
    /// Of no more results than so many the first one is drawn, and what is drawn is noted; 0 where nothing is foreseen.
    pub(super) foreseen: u32,
    pub(super) draws: Vec<Draw>,
}

impl Luck {
    /// Nothing but these results.
    pub(super) fn told(places: &[u32]) -> Luck {
        Luck { told: places.iter().copied().collect(), ..Luck::default() }
    }

    /// Numbers that begin with this one.
    pub(super) fn rolling(state: u64) -> Luck {
        Luck { rolling: Some(state), ..Luck::default() }
    }

    /// From now on these results, then the first ones, where there are no more than so many; else any.
    pub(super) fn foresee(&mut self, places: &[u32], most: u32) {
        (self.rolling, self.foreseen) = (Some(0), most);
        self.told.clear();
        self.told.extend(places);
        self.draws.clear();
    }

    /// The place of the next result where it is foreseen, which is noted.
    fn foreseen<B: Word>(&mut self, groups: &Elements<B>, least: u32, most: u32) -> Option<u32> {
        let many = results(groups, least, most);
        let few = many <= u64::from(self.foreseen);
        let told = self.told.pop_front().or_else(|| few.then_some(0));
        let place = told.unwrap_or(0);
        let share = if few { share(groups, least, most, place) } else { 0.0 };
        self.draws.push(Draw { place, results: u32::try_from(many).unwrap_or(u32::MAX), share });
        told
    }

    /// A number below another one, each as likely (Lemire 2019).
    fn below(state: &mut u64, bound: u64) -> u64 {
        loop {
            let number = mix(*state);
            *state = state.wrapping_add(GOLDEN);
            let wide = u128::from(number) * u128::from(bound);
            if wide as u64 >= bound.wrapping_neg() % bound.max(1) {
                return (wide >> 64) as u64;
            }
        }
    }
}

/// What decides for chance, and what it has decided.
#[derive(Clone)]
pub(super) struct Chance<B> {
    pub(super) luck: Luck,
    /// What it has drawn in this move.
    pub(super) drawn: Vec<Named<B>>,
    /// What it has drawn, each by its place in the order of all, where somebody wants to know.
    pub(super) results: Option<Vec<usize>>,
    /// Ways to its results, where it stopped.
    #[cfg(test)]
    pub(super) weights: Vec<u64>,
}

impl<B> Default for Chance<B> {
    fn default() -> Chance<B> {
        Chance {
            luck: Luck::default(),
            drawn: Vec::new(),
            results: None,
            #[cfg(test)]
            weights: Vec::new(),
        }
    }
}

impl<'r, B: Word> Run<'r, B> {
    /// What a statement chooses, if it is known here; else it is to be gone every way.
    pub(super) fn chosen_by(&mut self, draw: &Several) -> Result<Option<Named<B>>, Stop> {
        let by = self.decider_of(draw.by);
        let (groups, least, most) = self.sizes(draw, by)?;
        let many = results(&groups, least, most);
        if many == 0 {
            return Err(Stop::Failed);
        }
        if self.aim.mode == Mode::Play
            && let Some(which) = self.given()?
        {
            let drawn = match by {
                Decider::Chance => self.chance.drawn.get(which as usize).copied(),
                Decider::Player(_) => result(&groups, least, most, which),
            };
            return drawn.map(Some).ok_or(Stop::TooMuch);
        }
        if many > MOST_RESULTS || many.saturating_mul(u64::from(most)) > MOST_THINGS {
            return Err(Stop::TooMuch);
        }
        if self.aim.mode == Mode::Play && by == Decider::Chance && !self.asking.exploring {
            return self.drawn_by_chance(&groups, least, most).map(Some);
        }
        if self.aim.mode != Mode::Play && by == Decider::Player(self.aim.decider) {
            return if self.along.depth > 0 { Err(Stop::Replay) } else { Ok(None) };
        }
        let place = std::ptr::from_ref(draw) as usize;
        Err(self.ask(by, 0..many as u32, true, place))
    }

    /// Every way that who lists moves can choose, and what follows each.
    pub(super) fn every_choice(&mut self, draw: &Several, then: &mut dyn FnMut(&mut Run<'r, B>) -> Done) -> Done {
        let (groups, least, most) = self.sizes(draw, Decider::Player(self.aim.decider))?;
        let mut all = Vec::new();
        (least..=most).for_each(|size| each(&groups, size, &mut |chosen, _| all.push(bundle(chosen))));
        let Some(all) = all.into_iter().collect::<Option<Vec<_>>>() else { return Err(Stop::TooMuch) };
        // A piece in a pile is not in place for statements.
        let on_board = all.iter().all(|one| !matches!(one, Named::Off { .. }));
        let list = self.aim.mode == Mode::List && !self.rules.telling.whole && self.along.depth == 0 && on_board;
        if list && draw.rest.as_ref().is_some_and(|rest| self.any_will_do(rest)) {
            for (i, chosen) in all.into_iter().enumerate() {
                self.chosen.choices.push(i as u32);
                self.told.push(Told::Chosen(draw.name, told(chosen)));
                let noted = self.note();
                self.told.pop();
                self.chosen.choices.pop();
                noted?;
            }
            return Ok(());
        }
        self.branches(
            all.len(),
            |_, i| i as u32,
            |run, i| {
                run.bind(draw.local, draw.name, all[i]);
                then(run)
            },
        )
    }

    /// Whether the rest runs through whatever is chosen.
    fn any_will_do(&self, rest: &Guard) -> bool {
        matches!(rest, Guard::Open | Guard::There(..)) && self.free(rest, B::ZERO).is_some()
    }

    /// What was chosen goes under its name.
    pub(super) fn bind(&mut self, local: u8, name: u16, chosen: Named<B>) {
        self.told.push(Told::Chosen(name, told(chosen)));
        self.scene.names[local as usize] = chosen;
    }

    pub(super) fn drawn_by_chance(&mut self, groups: &Elements<B>, least: u32, most: u32) -> Result<Named<B>, Stop> {
        self.stand();
        let luck = &mut self.chance.luck;
        let told = if luck.foreseen > 0 { luck.foreseen(groups, least, most) } else { luck.told.pop_front() };
        let drawn = match (told, &mut luck.rolling) {
            (Some(place), _) => result(groups, least, most, place),
            (None, Some(state)) => Some(roll(groups, least, most, state).ok_or(Stop::TooMuch)?),
            (None, None) => None,
        };
        let Some(drawn) = drawn else {
            #[cfg(test)]
            {
                self.chance.weights.clear();
                let weights = &mut self.chance.weights;
                (least..=most).for_each(|size| each(groups, size, &mut |_, ways| weights.push(ways)));
            }
            return Err(self.ask(Decider::Chance, 0..results(groups, least, most) as u32, true, 0));
        };
        if let Some(results) = &mut self.chance.results {
            results.extend(place(groups, least, most, &drawn));
        }
        self.idle = 0;
        self.chosen.choices.push(self.chance.drawn.len() as u32);
        self.chosen.next = self.chosen.choices.len();
        self.chance.drawn.push(drawn);
        Ok(drawn)
    }

    /// Things to choose from, and how many of them.
    fn sizes(&self, draw: &Several, by: Decider) -> Result<(Elements<B>, u32, u32), Stop> {
        let phrases = &self.rules.phrases;
        let groups = self.elements_of(draw.from)?;
        let many: u32 = groups.iter().map(|(_, count)| count).sum();
        let number = |term: Term| phrases.number(term, &self.scene).clamp(0, i64::from(u32::MAX)) as u32;
        let (least, most) = match draw.count {
            None => (1, 1),
            Some((least, _)) if draw.exactly => {
                let exactly = if by == Decider::Chance { number(least).min(many) } else { number(least) };
                (exactly, exactly)
            }
            Some((least, most)) => (number(least), most.map_or(many, number).min(many)),
        };
        Ok((groups, least, most))
    }

    pub(super) fn decider_of(&self, by: By) -> Decider {
        let rules = self.rules;
        let turn = self.scene.state.turn;
        let mover = rules.player(turn) as u8;
        match by {
            By::Mover => Decider::Player(self.chooser()),
            By::Chance => Decider::Chance,
            By::Player(who, sides) => {
                let bits = rules.phrases.bits(who, &self.scene);
                let players = 0..rules.players.side_of.len() as u8;
                let first = if sides {
                    let many = rules.players.order.len() as u8;
                    let in_turn = (0..many).map(|i| rules.player((turn + i) % many) as u8);
                    in_turn.into_iter().find(|player| bits >> rules.players.side_of[*player as usize] & 1 != 0)
                } else {
                    players.into_iter().find(|player| bits >> player & 1 != 0)
                };
                Decider::Player(first.unwrap_or(mover))
            }
        }
    }
}

/// How many results there are.
fn results<B: Word>(groups: &Elements<B>, least: u32, most: u32) -> u64 {
    if (least, most) == (1, 1) {
        return groups.len() as u64;
    }
    if groups.iter().all(|(_, count)| *count == 1) {
        let of_size = |size: u32| binomial(groups.len() as u64, u64::from(size));
        return (least..=most).fold(0, |all, size| all.saturating_add(of_size(size)));
    }
    let many: u32 = groups.iter().map(|(_, count)| count).sum();
    let most = most.min(many) as usize;
    // How many results of each size there are of the groups so far.
    let mut sizes: SmallVec<[u64; 16]> = SmallVec::from_elem(0, most + 1);
    sizes[0] = 1;
    for (_, count) in groups {
        for size in (1..=most).rev() {
            let fewer = &sizes[size.saturating_sub(*count as usize)..size];
            sizes[size] = fewer.iter().fold(sizes[size], |all, fewer| all.saturating_add(*fewer));
        }
    }
    sizes.get(least as usize..).unwrap_or_default().iter().fold(0, |all, size| all.saturating_add(*size))
}

fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1u64, |product, i| product.saturating_mul(n - i) / (i + 1))
}

/// The result at a place, in the order of all.
fn result<B: Word>(groups: &Elements<B>, least: u32, most: u32, place: u32) -> Option<Named<B>> {
    if (least, most) == (1, 1) {
        return groups.get(place as usize).map(|(one, _)| *one);
    }
    let (mut left, mut found) = (place, None);
    (least..=most).for_each(|size| {
        each(groups, size, &mut |chosen, _| {
            if left == 0 && found.is_none() {
                found = bundle(chosen);
            }
            left = left.wrapping_sub(1);
        });
    });
    found
}

/// The place of a result in the order of all.
fn place<B: Word>(groups: &Elements<B>, least: u32, most: u32, result: &Named<B>) -> Option<usize> {
    let (mut place, mut found) = (0, None);
    (least..=most).for_each(|size| {
        each(groups, size, &mut |chosen, _| {
            if found.is_none() && bundle(chosen).as_ref() == Some(result) {
                found = Some(place);
            }
            place += 1;
        });
    });
    found
}

/// How likely the result at a place is, in the order of all.
fn share<B: Word>(groups: &Elements<B>, least: u32, most: u32, place: u32) -> f64 {
    let (mut all, mut here, mut at) = (0.0, 0.0, 0);
    (least..=most).for_each(|size| {
        each(groups, size, &mut |_, ways| {
            all += ways as f64;
            here += if at == place { ways as f64 } else { 0.0 };
            at += 1;
        });
    });
    here / all
}

/// Shows every choice of so many things, with the number of ways to make it, in the machine's order.
fn each<B: Word>(groups: &[(Named<B>, u32)], size: u32, visit: &mut dyn FnMut(&[Named<B>], u64)) {
    fn extend<B: Word>(
        groups: &[(Named<B>, u32)],
        size: u32,
        chosen: &mut Vec<Named<B>>,
        ways: u64,
        visit: &mut dyn FnMut(&[Named<B>], u64),
    ) {
        if size == 0 {
            return visit(chosen, ways);
        }
        let Some(((element, count), rest)) = groups.split_first() else { return };
        let left: u32 = rest.iter().map(|(_, count)| count).sum();
        for take in (0..=(*count).min(size)).rev().filter(|take| left >= size - take) {
            chosen.extend(std::iter::repeat_n(*element, take as usize));
            let ways = ways.saturating_mul(binomial(u64::from(*count), u64::from(take)));
            extend(rest, size - take, chosen, ways, visit);
            chosen.truncate(chosen.len() - take as usize);
        }
    }
    extend(groups, size, &mut Vec::new(), 1, visit);
}

/// A result, each as likely as there are ways to it.
fn roll<B: Word>(groups: &Elements<B>, least: u32, most: u32, state: &mut u64) -> Option<Named<B>> {
    let total: u32 = groups.iter().map(|(_, count)| count).sum();
    let mut size = least;
    if least < most {
        let ways = |size: u32| binomial(u64::from(total), u64::from(size));
        let all = (least..=most).fold(0u64, |all, size| all.saturating_add(ways(size)));
        let mut left = Luck::below(state, all.max(1));
        while size < most && left >= ways(size) {
            left -= ways(size);
            size += 1;
        }
    }
    let mut pick = |left: u32, taken: &[u32]| {
        let mut place = Luck::below(state, u64::from(left.max(1))) as u32;
        let mut found = 0;
        for (i, (_, count)) in groups.iter().enumerate() {
            let count = count - taken.get(i).copied().unwrap_or(0);
            if place < count {
                found = i;
                break;
            }
            place -= count;
        }
        found
    };
    if size == 1 {
        return groups.get(pick(total, &[])).map(|(one, _)| *one);
    }
    let mut taken: SmallVec<[u32; 16]> = SmallVec::from_elem(0, groups.len());
    for i in 0..size {
        let one = pick(total - i, &taken);
        taken[one] += 1;
    }
    let chosen = groups.iter().zip(&taken).flat_map(|((one, _), count)| std::iter::repeat_n(*one, *count as usize));
    let chosen: SmallVec<[Named<B>; 8]> = chosen.collect();
    bundle(&chosen)
}
