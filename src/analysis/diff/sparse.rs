//! Random positions: a few pieces on random sites, and counters close to the constants in the rules.

use std::collections::BTreeSet;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};

use crate::model::board::Facing;
use crate::model::equipment::SlotType;
use crate::model::rules::{StoredOf, StoredType};
use crate::model::setup::{Kept, Piece, SlotContent, StoredRef};
use crate::model::{Equipment, KindId, Setup, SideId, SiteId, SlotId, StoredId};
use crate::program::{Node, Program};

use super::Version;

/// A random number generator, determined by a seed and a stream number.
pub(super) struct Dice(ChaCha8Rng);

impl Dice {
    pub(super) fn new(seed: u64, stream: u64) -> Dice {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Dice(rng)
    }

    /// A number below `limit`. The slight bias towards small numbers does not matter here.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit.max(1) as u64) as usize
    }

    /// A number from the whole range.
    pub(super) fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// Constructs random positions for two versions.
pub(super) struct Sparse<'v> {
    equipment: &'v Equipment,
    program: &'v Program,
    /// The constants in the rules of either version, with their neighbours.
    numbers: Vec<i64>,
    /// The constants that only one version has, with their neighbours.
    changed: Vec<i64>,
    most: usize,
}

impl<'v> Sparse<'v> {
    /// `None` if the game has tokens: these are conserved, so they occur in positions of games only.
    pub(super) fn of(a: &Version<'v>, b: &Version<'v>) -> Option<Sparse<'v>> {
        let equipment = &a.program.equipment;
        if !equipment.tokens.is_empty() {
            return None;
        }
        let named = |program: &Program| {
            let numbers =
                program.phrases.nodes.iter().filter_map(|node| if let Node::Number(one) = node { Some(*one) } else { None });
            numbers.collect::<Vec<i64>>()
        };
        let (of_a, of_b) = (named(a.program), named(b.program));
        let around = |numbers: &[i64]| {
            let near = numbers.iter().flat_map(|number| number.saturating_sub(2)..=number.saturating_add(1));
            near.filter(|number| *number >= 0).collect::<BTreeSet<i64>>().into_iter().collect::<Vec<i64>>()
        };
        let changed: Vec<i64> = of_a.iter().filter(|one| !of_b.contains(one)).copied().collect();
        let new: Vec<i64> = of_b.iter().filter(|one| !of_a.contains(one)).copied().collect();
        let (numbers, changed) = (around(&[of_a, of_b].concat()), around(&[changed, new].concat()));
        let most = (equipment.board.sites.len() / 3).clamp(2, 18);
        Some(Sparse { equipment, program: a.program, numbers, changed, most })
    }

    /// A random position, which a version may reject.
    pub(super) fn draw(&self, dice: &mut Dice) -> Setup {
        let equipment = self.equipment;
        let turn = dice.below(equipment.turn_order.len()) as u8;
        // Piles are as in the initial position, since their contents are conserved.
        let mut setup = Setup { turn, piles: self.program.start.piles.clone(), ..Setup::default() };
        let sites = equipment.board.sites.len();
        let mut free: Vec<u16> = (0..sites as u16).collect();
        // Some positions are crowded, as long captures need many pieces.
        let most = if dice.one_in(3) { self.most } else { self.most.min(9) };
        let count = 1 + dice.below(most);
        // In some positions one side has most of the pieces, and in some all pieces are of the first kind.
        let favoured = (!dice.one_in(3)).then(|| dice.below(equipment.sides.len()));
        let plain = dice.below(4);
        for _ in 0..count.min(sites) {
            let site = SiteId(free.swap_remove(dice.below(free.len())));
            let height =
                if equipment.stacks > 1 && dice.one_in(4) { 1 + dice.below(3.min(equipment.stacks as usize)) } else { 1 };
            let tower: Vec<Piece> = (0..height).filter_map(|_| self.piece(site, favoured, plain, dice)).collect();
            if !tower.is_empty() {
                setup.board.push((site, tower));
            }
        }
        setup.board.sort_by_key(|(site, _)| *site);
        if dice.one_in(2) {
            self.count(&mut setup, dice);
        }
        setup
    }

    fn piece(&self, site: SiteId, favoured: Option<usize>, plain: usize, dice: &mut Dice) -> Option<Piece> {
        let equipment = self.equipment;
        let side = match favoured {
            Some(side) if !dice.one_in(4) => side,
            _ => dice.below(equipment.sides.len()),
        };
        let owner = SideId(side as u8);
        let class = equipment.board.sites[site.index()].class;
        let fits = |kind: &usize| {
            let kind = &equipment.kinds[*kind];
            kind.owner.is_none_or(|of| of == owner) && kind.on.is_none_or(|on| on == class)
        };
        let kinds: Vec<usize> = (0..equipment.kinds.len()).filter(fits).collect();
        let kind = match plain {
            0 => *kinds.first()?,
            _ if dice.one_in(2) => *kinds.first()?,
            _ => *kinds.get(dice.below(kinds.len()))?,
        };
        // Pieces of the first kind are not put on the last row, where they would usually have been promoted.
        if kinds.len() > 1 && kind == kinds[0] && self.on_last_row(site, side) {
            return None;
        }
        let slots = (0..equipment.slots.len()).filter(|slot| equipment.kinds[kind].slots >> slot & 1 == 1);
        let slots = slots.filter_map(|slot| match equipment.slots[slot].holds {
            SlotType::Value(values) => {
                let value = dice.below(equipment.enums[values.index()].values.len()) as u8;
                Some((SlotId(slot as u8), SlotContent::Value(value)))
            }
            SlotType::Token(_) => None,
        });
        Some(Piece { owner, kind: KindId(kind as u8), slots: slots.collect() })
    }

    fn on_last_row(&self, site: SiteId, side: usize) -> bool {
        let (board, site) = (&self.equipment.board, &self.equipment.board.sites[site.index()]);
        match self.equipment.sides[side].faces {
            Facing::North => site.rank == board.ranks,
            Facing::South => site.rank == 1,
            Facing::East => site.file == board.files,
            Facing::West => site.file == 1,
        }
    }

    /// Sets counters and clocks to values where something is about to happen.
    fn count(&self, setup: &mut Setup, dice: &mut Dice) {
        for (i, stored) in self.program.stored.iter().enumerate() {
            let StoredType::Number { least, greatest, start } = stored.holds else { continue };
            if dice.one_in(2) {
                continue;
            }
            let owners = match stored.of {
                StoredOf::Position => 1,
                StoredOf::Player => self.equipment.players.len(),
                StoredOf::Side => self.equipment.sides.len(),
            };
            let within = |numbers: &[i64]| -> Vec<i64> {
                numbers.iter().copied().filter(|number| (least..=greatest).contains(number)).collect()
            };
            let (near, changed) = (within(&self.numbers), within(&self.changed));
            let number = match dice.below(4) {
                0 | 1 if !changed.is_empty() => changed[dice.below(changed.len())],
                0 => greatest.saturating_sub(dice.below(2) as i64).max(least),
                _ if near.is_empty() => least,
                _ => near[dice.below(near.len())],
            };
            if number != start {
                let stored = StoredRef { stored: StoredId(i as u8), owner: dice.below(owners) as u8 };
                setup.stored.push((stored, Kept::Number(number)));
            }
        }
    }
}

/// Removes most pieces from a position of a game.
pub(super) fn thinned(mut setup: Setup, dice: &mut Dice) -> Setup {
    let keep = 1 + dice.below(10);
    while setup.board.len() > keep {
        setup.board.remove(dice.below(setup.board.len()));
    }
    setup
}
