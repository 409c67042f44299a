//! Constructed positions: a few pieces placed at random, or a position of a game with changes. They serve to observe rules, and
//! need not be reachable.

use crate::model::rules::StoredType;
use crate::model::setup::{Kept, Piece, StoredRef};
use crate::model::{KindId, Setup, SideId, SiteId, StoredId};
use crate::program::{Node, Program};

/// A source of random numbers: returns a number below its argument. The same seed gives the same numbers.
pub type Numbers<'n> = dyn FnMut(u64) -> u64 + 'n;

/// Maximum number of constants of the rules that are tried as counter values.
const MOST_NUMBERS: usize = 64;

/// Constructs positions.
pub(super) struct Sketcher<'p> {
    program: &'p Program,
    /// The constants in the rules, with their neighbours.
    numbers: Vec<i64>,
}

impl<'p> Sketcher<'p> {
    pub(super) fn new(program: &'p Program) -> Sketcher<'p> {
        let said = program.phrases.nodes.iter().filter_map(|node| match node {
            Node::Number(number) => Some(*number),
            _ => None,
        });
        let mut numbers: Vec<i64> =
            said.flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)]).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.retain(|number| (0..=1_000_000).contains(number));
        numbers.truncate(MOST_NUMBERS);
        Sketcher { program, numbers }
    }

    /// This number of pieces on an otherwise empty board; everything off the board is as in `base`.
    pub(super) fn sparse(&self, base: &Setup, pieces: usize, numbers: &mut Numbers<'_>) -> Setup {
        let equipment = &self.program.equipment;
        let mut setup = Setup { board: Vec::new(), pending: None, outcome: None, out: Vec::new(), ..base.clone() };
        for i in 0..pieces {
            let kind = numbers(equipment.kinds.len() as u64) as usize;
            let declared = &equipment.kinds[kind];
            // The first pieces belong to different sides, as most rules are about enemies.
            let side = if i < 2 { i % equipment.sides.len() } else { numbers(equipment.sides.len() as u64) as usize };
            let owner = declared.owner.unwrap_or(SideId(side as u8));
            let sites: Vec<SiteId> = self.sites(declared.on, &setup).collect();
            if sites.is_empty() {
                break;
            }
            let site = sites[numbers(sites.len() as u64) as usize];
            let like = |piece: &&Piece| piece.kind.index() == kind;
            let models: Vec<&Piece> = base.board.iter().flat_map(|(_, tower)| tower).filter(like).collect();
            let slots = match models.len() {
                0 => Vec::new(),
                some => models[numbers(some as u64) as usize].slots.clone(),
            };
            let place = setup.board.partition_point(|(at, _)| *at < site);
            setup.board.insert(place, (site, vec![Piece { owner, kind: KindId(kind as u8), slots }]));
        }
        self.stir(&mut setup, numbers);
        setup
    }

    /// A position with some pieces removed, perhaps one changed, and changed counters.
    pub(super) fn thinned(&self, base: &Setup, numbers: &mut Numbers<'_>) -> Setup {
        let equipment = &self.program.equipment;
        let mut setup = Setup { pending: None, outcome: None, ..base.clone() };
        let off = numbers(setup.board.len() as u64);
        for _ in 0..off {
            setup.board.remove(numbers(setup.board.len() as u64) as usize);
        }
        if !setup.board.is_empty() && numbers(2) == 0 {
            let at = numbers(setup.board.len() as u64) as usize;
            let kind = numbers(equipment.kinds.len() as u64) as usize;
            if let (Some(piece), true) = (setup.board[at].1.last_mut(), equipment.kinds[kind].owner.is_none()) {
                piece.kind = KindId(kind as u8);
            }
        }
        self.stir(&mut setup, numbers);
        setup
    }

    /// A position that fills at least half of the board.
    pub(super) fn crowded(&self, base: &Setup, numbers: &mut Numbers<'_>) -> Setup {
        let sites = self.program.equipment.board.sites.len();
        let empty = 1 + numbers((sites as u64 / 2).max(1)) as usize;
        self.sparse(base, sites.saturating_sub(empty), numbers)
    }

    fn sites(&self, on: Option<crate::model::board::SiteClass>, setup: &Setup) -> impl Iterator<Item = SiteId> {
        let free = move |site: &SiteId| setup.board.binary_search_by_key(site, |(at, _)| *at).is_err();
        let all = self.program.equipment.board.sites.iter().enumerate();
        let fits = all.filter(move |(_, site)| on.is_none_or(|class| class == site.class));
        fits.map(|(i, _)| SiteId(i as u16)).filter(free)
    }

    /// Changes whose turn it is, the number of turns, and the counters.
    fn stir(&self, setup: &mut Setup, numbers: &mut Numbers<'_>) {
        setup.turn = numbers(self.program.equipment.turn_order.len() as u64) as u8;
        if let (Some(turns), true) = (self.any(numbers), numbers(2) == 0) {
            setup.turns = turns as u32;
        }
        for (i, stored) in self.program.stored.iter().enumerate() {
            let StoredType::Number { least, greatest, .. } = stored.holds else { continue };
            for owner in 0..self.program.layout.stored[i].owners {
                let value = match numbers(4) {
                    0 => continue,
                    1 => greatest,
                    2 => greatest.saturating_sub(1),
                    _ => self.any(numbers).unwrap_or(least),
                };
                let at = StoredRef { stored: StoredId(i as u8), owner: owner as u8 };
                setup.stored.retain(|(known, _)| *known != at);
                setup.stored.push((at, Kept::Number(value.clamp(least, greatest))));
            }
        }
        setup.stored.sort_by_key(|(at, _)| *at);
    }

    fn any(&self, numbers: &mut Numbers<'_>) -> Option<i64> {
        match self.numbers.len() {
            0 => None,
            some => Some(self.numbers[numbers(some as u64) as usize]),
        }
    }
}
