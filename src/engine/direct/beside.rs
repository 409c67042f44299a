//! Rules that no generator is made for, beside those that have one (`program/kernels`): whether one of them can be used is asked of
//! every position that generators come to; where one can, its moves are listed and made here, all of them.

use smallvec::SmallVec;

use super::super::kernel::{Back, Lying, Others, Reached};
use super::super::word::Word;
use super::count::{Act, Tree};
use super::counted::Gate;
use super::game::Under;
use super::rules::{Rules, Test};
use super::run::{Mode, Run, Stop};
use super::scene::State;
use crate::model::SiteId;
use crate::program::Program;
use crate::program::kernels::Kernels;

/// After so many positions it is known whether generators are of use.
const MANY: u32 = 256;

/// Whether others play so often beside generators that these are of no use.
pub(super) fn crowded([asks, plays]: [u32; 2]) -> bool {
    asks >= MANY && plays > MANY / 2
}

/// Positions that generators have come to, in the order of bits that they use, and back.
pub(super) struct Beside<'t, 'r, B: Word> {
    tree: Tree<'t, 'r, B>,
    /// Asks whether such rules can be used.
    asked: Run<'r, B>,
    /// Their places.
    odd: SmallVec<[usize; 4]>,
    /// Where each of them asks how many pieces of each kind everybody has.
    gate: Option<Gate>,
    /// Chains of generators may go on by one.
    goes_on: bool,
    /// A position at the start of a turn, and its pieces as generators told them.
    state: State<B>,
    said: SmallVec<[u64; 8]>,
    /// The place in the turn order of each side.
    turns: [u8; 2],
    /// For each bit of generators the site, as a set.
    sites: Vec<B>,
    /// For each site the bit of generators.
    bits: &'t [u16],
    /// Decisions kept.
    level: usize,
    /// Of how many positions it was asked, and in how many something was played here.
    pub(super) seen: [u32; 2],
    /// It is played here so often that generators are of no use.
    pub(super) crowded: bool,
    /// Something went beyond bounds.
    pub(super) lost: bool,
}

/// A position told to generators: bits by side, kind and part.
struct Told {
    side: u8,
    kinds: usize,
    /// How many parts a set has.
    parts: usize,
    sets: SmallVec<[u64; 8]>,
}

impl Lying for Told {
    fn side(&self) -> u8 {
        self.side
    }

    fn part(&self, side: usize, kind: usize, i: usize) -> u64 {
        if kind < self.kinds && i < self.parts { self.sets[(side * self.kinds + kind) * self.parts + i] } else { 0 }
    }
}

impl<'t, 'r, B: Word> Beside<'t, 'r, B> {
    /// What can be done in games from a position on, where generators use these bits for the sites.
    pub(super) fn new(
        rules: &'r Rules<B>,
        program: &Program,
        kernels: &Kernels,
        game: &'t mut Under<'r, B>,
        bits: &'t [u16],
        made: bool,
    ) -> Beside<'t, 'r, B> {
        game.run.aim.patience = false;
        let mut state = game.standing().clone();
        state.boards.as_mut().fill(B::ZERO);
        let mut asked = Run::new(rules, state.clone());
        (asked.aim.mode, asked.listed.lands, asked.aim.patience) = (Mode::Any, true, false);
        let most = bits.iter().max().map_or(0, |most| usize::from(*most) + 1);
        let mut sites = vec![B::ZERO; most.next_multiple_of(64)];
        for (site, bit) in bits.iter().enumerate() {
            sites[usize::from(*bit)] = rules.slots.order.bit(SiteId(site as u16));
        }
        let odd: SmallVec<[usize; 4]> = kernels.odd.iter().map(|odd| rules.of_group(odd.group).start + odd.index).collect();
        let tests: Vec<Test> = odd.iter().map(|at| rules.rules[*at].counted.clone()).collect();
        let gated = tests.iter().all(|test| !test.is_empty());
        let turn = |side: usize| (0..2).find(|turn| rules.side(*turn) == side).unwrap_or(0);
        Beside {
            tree: Tree::new(game, made),
            asked,
            odd,
            gate: gated.then(|| Gate::new(tests, rules.players.order.len())),
            goes_on: kernels.odd.iter().any(|odd| odd.goes_on),
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

    /// Takes over a position of generators: what is otherwise than in the last.
    fn set(&mut self, at: &dyn Lying) {
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

    /// Whether some rule may be used, as far as how many pieces of each kind everybody has tells.
    fn may_be_used(&mut self, at: &dyn Reached) -> bool {
        let Some(gate) = &mut self.gate else { return true };
        let turn = usize::from(self.turns[usize::from(at.side()) & 1]);
        let counts = at.counts(self.asked.rules.slots.kinds);
        if let Some(known) = gate.known(counts, turn) {
            return known;
        }
        self.set(at);
        self.asked.anew(&self.state);
        let Some(gate) = &mut self.gate else { return true };
        let may = self.asked.any_holds(&gate.tests);
        gate.note(counts, turn, may);
        may
    }

    /// Whether some rule can be used in a position of generators.
    fn usable(&mut self, at: &dyn Reached) -> bool {
        if !self.may_be_used(at) {
            return false;
        }
        self.set(at);
        let asked = &mut self.asked;
        asked.anew(&self.state);
        asked.aim.decider = asked.rules.player(self.state.turn) as u8;
        let (own, mut last) = (asked.own(), None);
        self.odd.iter().any(|at| match asked.list_rule(*at, own, &mut last) {
            Ok(()) if !asked.scene.is_too_much() => false,
            Ok(()) | Err(Stop::TooMuch) => {
                self.lost = true;
                true
            }
            Err(_) => true,
        })
    }

    /// Leaves below the position at hand, all of whose moves are listed here.
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
            if self.tree.play(Some(Act { level, option }), true).is_err() || self.lost {
                self.lost = true;
                break;
            }
            if depth == 1 {
                leaves += 1;
            } else if self.tree.game.run.over.is_none() {
                let told = self.told();
                match back.leaves(&told, depth - 1, self) {
                    Some(below) => leaves += below,
                    None => self.lost = true,
                }
            }
        }
        self.level = level;
        leaves
    }

    /// The position that the game has come to.
    fn told(&self) -> Told {
        let run = &self.tree.game.run;
        let (rules, state) = (run.rules, &run.scene.state);
        let (kinds, parts) = (rules.slots.kinds, self.sites.len() / 64);
        let mut sets = SmallVec::from_elem(0, 2 * kinds * parts);
        for (board, of_board) in sets.chunks_mut(parts).enumerate() {
            let mut left = state.boards[board];
            while let Some(one) = left.take() {
                let bit = usize::from(self.bits[rules.slots.order.site(one).index()]);
                of_board[bit / 64] |= 1 << (bit % 64);
            }
        }
        Told { side: rules.side(state.turn) as u8, kinds, parts, sets }
    }
}

impl<B: Word> Others for Beside<'_, '_, B> {
    fn leaves(&mut self, at: &dyn Reached, depth: u32, back: &dyn Back) -> Option<u64> {
        if self.lost || self.crowded {
            return Some(0);
        }
        let there = self.goes_on && at.captures() || self.usable(at);
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
}
