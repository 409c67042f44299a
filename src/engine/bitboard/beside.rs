//! Rules for which there is no generator, next to rules that have one (`program/kernels`). Every position that the generators
//! reach is tested for whether such a rule applies; if one does, all moves of that position are listed and made here.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use smallvec::SmallVec;

use super::super::kernel::{Back, Others, PieceSets, Reached, Tables};
use super::super::position::Position;
use super::super::word::Word;
use super::count::{Act, Tree};
use super::counted::Gate;
use super::game::GameInProgress;
use super::move_state::State;
use super::rules::{Rules, Test};
use super::run::{Mode, Run, Stop};
use crate::model::SiteId;
use crate::program::Program;
use crate::program::kernels::{Kernels, KindsPresent, Odd};

/// The number of positions after which it is decided whether generators are worthwhile.
const MANY: u32 = 256;

/// Where some of the odd rules may be used, if pieces tell.
fn needs(kernels: &Kernels, of: impl Fn(&Odd) -> bool) -> Option<KindsPresent> {
    kernels.odd.iter().filter(|odd| of(odd)).try_fold(KindsPresent::NOTHING, |all, odd| Some(all | odd.needs?))
}

/// Whether a position with pieces of these kinds is such a one.
fn has(needed: Option<KindsPresent>, kinds: [u32; 2]) -> bool {
    needed.is_none_or(|needed| needed.has(kinds))
}

/// The result of counting leaves by generators.
pub(super) enum LeafCount {
    Leaves(u64),
    /// The limits of the engine were exceeded.
    Lost,
    /// Generators do not pay for these rules.
    Crowded,
}

fn loaded(numbers: &[AtomicU32; 2]) -> [u32; 2] {
    numbers.each_ref().map(|number| number.load(Relaxed))
}

/// Whether generators are known not to be worthwhile, by the numbers of positions tested and played.
pub(super) fn give_way(seen: &[AtomicU32; 2]) -> bool {
    crowded(loaded(seen))
}

/// Counts the leaves below a position by generators, and by this engine for rules that have none.
pub(super) fn leaves<B: Word>(
    rules: &Rules<B>,
    kernels: &Tables,
    program: &Program,
    position: &Position,
    (depth, ways): (u32, (bool, bool)),
    seen: &[AtomicU32; 2],
) -> LeafCount {
    let Some(described) = program.kernels.as_ref().filter(|_| rules.slots.fits(program, position)) else {
        return LeafCount::Lost;
    };
    let mut game = GameInProgress::new(rules, program, position, position.begins_turn(program));
    let mut beside = OddRules::new(rules, program, described, &mut game, kernels.bits(), ways.1);
    beside.seen = loaded(seen);
    // Generators are judged by positions near the root first: those that a count comes to first are all below one move.
    for shallow in 1..depth {
        if beside.seen[0] >= MANY {
            break;
        }
        kernels.leaves(program, position, shallow, ways, Some(&mut beside));
    }
    let leaves = kernels.leaves(program, position, depth, ways, Some(&mut beside));
    seen.iter().zip(beside.seen).for_each(|(all, many)| all.store(many, Relaxed));
    match leaves.filter(|_| !beside.lost) {
        Some(_) if beside.crowded => LeafCount::Crowded,
        Some(leaves) => LeafCount::Leaves(leaves),
        None => LeafCount::Lost,
    }
}

/// Whether moves have been played here in so large a share of the positions that generators are not worthwhile.
fn crowded([asks, plays]: [u32; 2]) -> bool {
    asks >= MANY && plays > MANY / 2
}

/// Plays positions reached by generators, converting between their order of bits and the order used here.
struct OddRules<'t, 'r, B: Word> {
    tree: Tree<'t, 'r, B>,
    /// Tests whether such rules apply.
    asked: Run<'r, B>,
    /// These rules, by their places in [`Rules::rules`].
    odd: SmallVec<[usize; 4]>,
    /// A quick test by piece counts, if each of these rules has a condition on them.
    gate: Option<Gate>,
    /// Where one of them may be used, and where one may continue chains that generators play: wherever there are such pieces, or
    /// everywhere.
    needs: Option<KindsPresent>,
    goes_on: Option<KindsPresent>,
    /// Positions with pieces that set off what generators do not know.
    apart: KindsPresent,
    /// A position at the start of a turn, and its pieces as the generators last gave them.
    state: State<B>,
    said: SmallVec<[u64; 8]>,
    /// For each side its place in the turn order.
    turns: [u8; 2],
    /// For each bit of the generators the site, as a set.
    sites: Vec<B>,
    /// For each site the bit of the generators.
    bits: &'t [u16],
    /// The number of decisions kept.
    level: usize,
    /// The number of positions tested, and the number of those that were played here; counted up to [`MANY`] positions.
    seen: [u32; 2],
    /// The same, as last computed: generators are not worthwhile.
    crowded: bool,
    /// Something went beyond the bounds of this engine.
    lost: bool,
}

/// A position in the generators' order of bits: sets by side and kind, in parts of 64 bits.
struct GeneratorBoards {
    side: u8,
    kinds: usize,
    /// The number of parts of a set.
    parts: usize,
    sets: SmallVec<[u64; 8]>,
}

impl PieceSets for GeneratorBoards {
    fn side(&self) -> u8 {
        self.side
    }

    fn part(&self, side: usize, kind: usize, i: usize) -> u64 {
        if kind < self.kinds && i < self.parts { self.sets[(side * self.kinds + kind) * self.parts + i] } else { 0 }
    }
}

impl<'t, 'r, B: Word> OddRules<'t, 'r, B> {
    /// For counting leaves in positions of this game, where generators use these bits for the sites.
    fn new(
        rules: &'r Rules<B>,
        program: &Program,
        kernels: &Kernels,
        game: &'t mut GameInProgress<'r, B>,
        bits: &'t [u16],
        made: bool,
    ) -> OddRules<'t, 'r, B> {
        game.run.aim.patience = false;
        let mut state = game.standing().clone();
        state.boards.as_mut().fill(B::ZERO);
        let mut asked = Run::new(rules, state.clone());
        (asked.aim.mode, asked.listed.landings_distinct, asked.aim.patience) = (Mode::Any, true, false);
        let most = bits.iter().max().map_or(0, |most| usize::from(*most) + 1);
        let mut sites = vec![B::ZERO; most.next_multiple_of(64)];
        for (site, bit) in bits.iter().enumerate() {
            sites[usize::from(*bit)] = rules.slots.order.bit(SiteId(site as u16));
        }
        let odd: SmallVec<[usize; 4]> = kernels.odd.iter().map(|odd| rules.of_group(odd.group).start + odd.index).collect();
        let tests: Vec<Test> = odd.iter().map(|at| rules.rules[*at].counted.clone()).collect();
        let gated = tests.iter().all(|test| !test.is_empty());
        let turn = |side: usize| (0..2).find(|turn| rules.side(*turn) == side).unwrap_or(0);
        OddRules {
            tree: Tree::new(game, made),
            asked,
            odd,
            gate: gated.then(|| Gate::new(tests, rules.players.order.len())),
            needs: needs(kernels, |_| true),
            goes_on: needs(kernels, |odd| odd.goes_on),
            apart: kernels.apart,
            state,
            said: SmallVec::from_elem(0, 2 * rules.slots.kinds * sites.len() / 64),
            turns: [turn(0), turn(1)],
            sites,
            bits,
            level: 0,
            seen: [0; 2],
            crowded: false,
            lost: program.layout.sides != 2,
        }
    }

    /// Takes over a position of the generators, changing only what differs from the previous one.
    fn set(&mut self, at: &dyn PieceSets) {
        let kinds = self.asked.rules.slots.kinds;
        let parts = self.sites.len() / 64;
        for (board, said) in self.said.chunks_mut(parts).enumerate() {
            let parts = said.iter_mut().zip(self.sites.chunks(64)).enumerate();
            for (i, (before, sites)) in parts {
                let now = at.part(board / kinds, board % kinds, i);
                let mut changed = std::mem::replace(before, now) ^ now;
                while changed != 0 {
                    self.state.boards[board] ^= sites[changed.trailing_zeros() as usize];
                    changed &= changed - 1;
                }
            }
        }
        self.state.turn = self.turns[usize::from(at.side()) & 1];
    }

    /// Whether one of these rules may apply, judged by piece counts alone.
    fn may_be_used(&mut self, at: &dyn Reached) -> bool {
        let Some(gate) = &mut self.gate else { return true };
        let turn = usize::from(self.turns[usize::from(at.side()) & 1]);
        let counts = at.counts(self.asked.rules.slots.kinds);
        if let Some(known) = gate.known(counts, turn) {
            return known;
        }
        self.set(at);
        self.asked.reset_to(&self.state);
        let Some(gate) = &mut self.gate else { return true };
        let may = self.asked.any_holds(&gate.tests);
        gate.note(counts, turn, may);
        may
    }

    /// Whether one of these rules applies in a position of the generators.
    fn usable(&mut self, at: &dyn Reached) -> bool {
        if !self.may_be_used(at) {
            return false;
        }
        self.set(at);
        let asked = &mut self.asked;
        asked.reset_to(&self.state);
        asked.aim.decider = asked.rules.player(self.state.turn) as u8;
        let (own, mut last) = (asked.own(), None);
        self.odd.iter().any(|at| match asked.list_rule(*at, own, &mut last) {
            Ok(()) if !asked.moving.is_too_much() => false,
            Ok(()) | Err(Stop::TooMuch) => {
                self.lost = true;
                true
            }
            Err(_) => true,
        })
    }

    /// The number of leaves below the current position, with all of its moves listed here.
    fn played(&mut self, depth: u32, back: &dyn Back) -> u64 {
        let game = &mut *self.tree.game;
        game.begin_at(&self.state);
        let many = if game.over { 0 } else { game.options };
        self.lost |= game.lost;
        if depth == 1 && !back.made() {
            return many as u64;
        }
        let level = self.level;
        self.tree.keep(level);
        self.level += 1;
        let mut leaves = 0;
        for option in 0..many {
            match self.tree.play(Some(Act { level, option }), true) {
                Ok(true) if !self.lost => {}
                // The turn goes on by a question, which generators cannot be told.
                Ok(false) => {
                    (self.seen, self.crowded) = ([MANY; 2], true);
                    break;
                }
                _ => {
                    self.lost = true;
                    break;
                }
            }
            if depth == 1 {
                leaves += 1;
            } else if self.tree.game.run.over.is_none() {
                let told = self.boards();
                match back.leaves(&told, depth - 1, self) {
                    Some(below) => leaves += below,
                    None => self.lost = true,
                }
            }
        }
        self.level = level;
        leaves
    }

    /// The current position of the game, converted for the generators.
    fn boards(&self) -> GeneratorBoards {
        let run = &self.tree.game.run;
        let (rules, state) = (run.rules, &run.moving.state);
        let (kinds, parts) = (rules.slots.kinds, self.sites.len() / 64);
        let mut sets = SmallVec::from_elem(0, 2 * kinds * parts);
        for (board, of_board) in sets.chunks_mut(parts).enumerate() {
            let mut left = state.boards[board];
            while let Some(one) = left.take() {
                let bit = usize::from(self.bits[rules.slots.order.site(one).index()]);
                of_board[bit / 64] |= 1 << (bit % 64);
            }
        }
        GeneratorBoards { side: rules.side(state.turn) as u8, kinds, parts, sets }
    }
}

impl<B: Word> Others for OddRules<'_, '_, B> {
    fn leaves(&mut self, at: &dyn Reached, depth: u32, back: &dyn Back) -> Option<u64> {
        if self.lost || self.crowded {
            return Some(0);
        }
        let kinds = at.kinds();
        let odd = |rules: &mut Self| has(rules.goes_on, kinds) && at.captures() || rules.usable(at);
        let there = self.apart.has(kinds) || has(self.needs, kinds) && odd(self);
        if self.seen[0] < MANY {
            self.seen[0] += 1;
            self.seen[1] += u32::from(there);
            self.crowded = crowded(self.seen);
        }
        there.then(|| {
            self.set(at);
            self.played(depth, back)
        })
    }

    fn stay_away(&mut self, at: &dyn Reached) -> bool {
        let [own, other] = at.kinds();
        let next = [other, own];
        // Whether generators are worthwhile is judged by positions that are asked about.
        if self.seen[0] < MANY || self.apart.has(next) || has(self.goes_on, next) {
            return false;
        }
        if !has(self.needs, next) {
            return true;
        }
        let Some(gate) = &mut self.gate else { return false };
        let turn = usize::from(self.turns[1 - (usize::from(at.side()) & 1)]);
        gate.known(at.counts(self.asked.rules.slots.kinds), turn) == Some(false)
    }
}
