//! Choosing several things out of a set, with identical ones not distinguished: the results that chance draws and the
//! combinations from which a player chooses. Both are numbered in a fixed order.

use std::collections::VecDeque;

use smallvec::SmallVec;

use super::super::line::ChanceDraw;
use super::super::store::{GOLDEN, mix};
use super::super::word::Word;
use super::asks::Decider;
use super::elements::{Elements, as_chosen, bundle};
use super::move_state::NamedValue;
use super::ops::{By, Several};
use super::phrases::Term;
use super::rules::Guard;
use super::run::{BitDeed, Done, Mode, Run, Stop};

/// The maximum number of combinations for one choice, and the maximum number of things in all of them together; beyond, the
/// general machine reports which limit is reached.
const MOST_RESULTS: u64 = 100_000;
const MOST_THINGS: u64 = 1_000_000;

/// Where the results of chance come from: first given results, by their numbers; then pseudo-random numbers (SplitMix64,
/// Steele, Lea and Flood 2014). Where there is neither, a run stops at chance.
#[derive(Clone, Debug, Default)]
pub(super) struct ChanceSource {
    pub(super) given: VecDeque<u32>,
    pub(super) rolling: Option<u64>,
    /// If not 0, draws are recorded, and once the given results are used up a draw with at most this many results takes the
    /// first one.
    pub(super) foreseen: u32,
    pub(super) draws: Vec<ChanceDraw>,
}

impl ChanceSource {
    /// Only these results.
    pub(super) fn given(places: &[u32]) -> ChanceSource {
        ChanceSource { given: places.iter().copied().collect(), ..ChanceSource::default() }
    }

    /// Pseudo-random numbers from this state on.
    pub(super) fn rolling(state: u64) -> ChanceSource {
        ChanceSource { rolling: Some(state), ..ChanceSource::default() }
    }

    /// From now on these results; after them the first one wherever there are at most `most` results, else a random one.
    pub(super) fn foresee(&mut self, places: &[u32], most: u32) {
        (self.rolling, self.foreseen) = (Some(0), most);
        self.given.clear();
        self.given.extend(places);
        self.draws.clear();
    }

    /// The number of the next result if it is given or is to be the first; none if it is to be random. The draw is recorded.
    fn foreseen<B: Word>(&mut self, groups: &Elements<B>, least: u32, most: u32) -> Option<u32> {
        let many = results(groups, least, most);
        let few = many <= u64::from(self.foreseen);
        let told = self.given.pop_front().or_else(|| few.then_some(0));
        let place = told.unwrap_or(0);
        let share = if few { share(groups, least, most, place) } else { 0.0 };
        self.draws.push(ChanceDraw { place, results: u32::try_from(many).unwrap_or(u32::MAX), share });
        told
    }

    /// A uniformly distributed number below a bound (Lemire 2019).
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

/// The source of chance, and what it has decided.
#[derive(Clone)]
pub(super) struct Chance<B> {
    pub(super) source: ChanceSource,
    /// What has been drawn in this move.
    pub(super) drawn: Vec<NamedValue<B>>,
    /// The numbers of the results drawn, if they are recorded.
    pub(super) results: Option<Vec<usize>>,
    /// For each result the number of ways to draw it, where the run stopped at chance.
    #[cfg(test)]
    pub(super) weights: Vec<u64>,
}

impl<B> Default for Chance<B> {
    fn default() -> Chance<B> {
        Chance {
            source: ChanceSource::default(),
            drawn: Vec::new(),
            results: None,
            #[cfg(test)]
            weights: Vec::new(),
        }
    }
}

impl<'r, B: Word> Run<'r, B> {
    /// What a `choose` statement chooses: the given choice or the draw of chance. None if the player who lists moves chooses:
    /// then every combination is to be tried.
    pub(super) fn chosen_by(&mut self, draw: &Several) -> Result<Option<NamedValue<B>>, Stop> {
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
            return if self.progress.depth > 0 { Err(Stop::Replay) } else { Ok(None) };
        }
        let place = std::ptr::from_ref(draw) as usize;
        Err(self.ask(by, 0..many as u32, true, place))
    }

    /// Tries every combination that the player who lists moves can choose, each followed by `then`.
    pub(super) fn every_choice(&mut self, draw: &Several, then: &mut dyn FnMut(&mut Run<'r, B>) -> Done) -> Done {
        let (groups, least, most) = self.sizes(draw, Decider::Player(self.aim.decider))?;
        let mut all = Vec::new();
        (least..=most).for_each(|size| each(&groups, size, &mut |chosen, _| all.push(bundle(chosen))));
        let Some(all) = all.into_iter().collect::<Option<Vec<_>>>() else { return Err(Stop::TooMuch) };
        // Statements about a piece in a pile may fail, so such choices are run.
        let on_board = all.iter().all(|one| !matches!(one, NamedValue::Off { .. }));
        let list = self.aim.mode == Mode::List && !self.rules.distinction.run_to_end && self.progress.depth == 0 && on_board;
        if list && draw.rest.as_ref().is_some_and(|rest| self.any_will_do(rest)) {
            for (i, chosen) in all.into_iter().enumerate() {
                self.chosen.choices.push(i as u32);
                self.deeds.push(BitDeed::Chosen(draw.name, as_chosen(chosen)));
                let noted = self.note();
                self.deeds.pop();
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

    /// Whether the rest of the move runs through whatever is chosen.
    fn any_will_do(&self, rest: &Guard) -> bool {
        matches!(rest, Guard::Open | Guard::There(..)) && self.free(rest, B::ZERO).is_some()
    }

    /// Binds a name to what was chosen, and records the choice as a deed.
    pub(super) fn bind(&mut self, local: u8, name: u16, chosen: NamedValue<B>) {
        self.deeds.push(BitDeed::Chosen(name, as_chosen(chosen)));
        self.unplace_others(chosen);
        self.moving.names[local as usize] = chosen;
    }

    pub(super) fn drawn_by_chance(&mut self, groups: &Elements<B>, least: u32, most: u32) -> Result<NamedValue<B>, Stop> {
        self.record_position();
        let luck = &mut self.chance.source;
        let told = if luck.foreseen > 0 { luck.foreseen(groups, least, most) } else { luck.given.pop_front() };
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

    /// The things to choose from, and the least and the greatest number of them to choose.
    fn sizes(&self, draw: &Several, by: Decider) -> Result<(Elements<B>, u32, u32), Stop> {
        let phrases = &self.rules.phrases;
        let groups = self.elements_of(draw.from)?;
        let many: u32 = groups.iter().map(|(_, count)| count).sum();
        let number = |term: Term| phrases.number(term, &self.moving).clamp(0, i64::from(u32::MAX)) as u32;
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
        let turn = self.moving.state.turn;
        let mover = rules.player(turn) as u8;
        match by {
            By::Mover => Decider::Player(self.chooser()),
            By::Chance => Decider::Chance,
            By::Player(who, sides) => {
                let bits = rules.phrases.bits(who, &self.moving);
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

/// The number of combinations.
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
    // The number of combinations of each size, made of the groups so far.
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

/// The combination numbered `place`.
fn result<B: Word>(groups: &Elements<B>, least: u32, most: u32, place: u32) -> Option<NamedValue<B>> {
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

/// The number of a combination.
fn place<B: Word>(groups: &Elements<B>, least: u32, most: u32, result: &NamedValue<B>) -> Option<usize> {
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

/// The probability of the combination numbered `place`.
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

/// Visits every combination of `size` things, with the number of ways to draw it, in the machine's order.
fn each<B: Word>(groups: &[(NamedValue<B>, u32)], size: u32, visit: &mut dyn FnMut(&[NamedValue<B>], u64)) {
    fn extend<B: Word>(
        groups: &[(NamedValue<B>, u32)],
        size: u32,
        chosen: &mut Vec<NamedValue<B>>,
        ways: u64,
        visit: &mut dyn FnMut(&[NamedValue<B>], u64),
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

/// A random combination, weighted by the number of ways to draw it.
fn roll<B: Word>(groups: &Elements<B>, least: u32, most: u32, state: &mut u64) -> Option<NamedValue<B>> {
    let total: u32 = groups.iter().map(|(_, count)| count).sum();
    let mut size = least;
    if least < most {
        let ways = |size: u32| binomial(u64::from(total), u64::from(size));
        let all = (least..=most).fold(0u64, |all, size| all.saturating_add(ways(size)));
        let mut left = ChanceSource::below(state, all.max(1));
        while size < most && left >= ways(size) {
            left -= ways(size);
            size += 1;
        }
    }
    let mut pick = |left: u32, taken: &[u32]| {
        let mut place = ChanceSource::below(state, u64::from(left.max(1))) as u32;
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
    let chosen: SmallVec<[NamedValue<B>; 8]> = chosen.collect();
    bundle(&chosen)
}
