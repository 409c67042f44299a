//! The symmetries of rules: turns of the board, with or without a swap of the sides. They are found by playing, not derived from
//! the rules.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

use chacha20::ChaCha8Rng;

use crate::agents::{below, by_weight};
use crate::engine::{Actor, Counting, Position};
use crate::model::board::SiteClass;
use crate::model::equipment::{Equipment, PileOwner};
use crate::model::rules::StoredOf;
use crate::model::setup::{Item, Kept, Setup};
use crate::model::{SideId, SiteId};
use crate::program::Program;

/// A symmetry of the board.
///
/// `turn-2 swap` turns it by half a circle and swaps the sides; `mirror turn-0` swaps left and right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agents) struct Symmetry {
    /// Quarter turns, applied after the mirror.
    quarters: u8,
    mirror: bool,
    /// The two sides are swapped.
    pub(super) swap: bool,
}

/// The number of positions that are tried.
const TRIED: usize = 24;
/// The moves of a position are played if there are no more than the square of this.
const PLAYED: usize = 12;
/// The number of decisions after which another game is begun.
const LONGEST: usize = 60;

impl Symmetry {
    /// The identity.
    pub(in crate::agents) const NONE: Symmetry = Symmetry { quarters: 0, mirror: false, swap: false };

    /// All symmetries, the identity first.
    fn all() -> impl Iterator<Item = Symmetry> {
        let swaps = [false, true].into_iter();
        swaps.flat_map(|swap| {
            [false, true].into_iter().flat_map(move |mirror| (0..4).map(move |quarters| Symmetry { quarters, mirror, swap }))
        })
    }

    /// The site to which each site is moved; none if one is moved off the board.
    pub(super) fn sites(self, equipment: &Equipment) -> Option<Vec<SiteId>> {
        let board = &equipment.board;
        let spots: Vec<(i32, i32)> = board.sites.iter().map(spot).collect();
        let (low, high) = spots.iter().fold(((i32::MAX, i32::MAX), (i32::MIN, i32::MIN)), |(low, high), (x, y)| {
            ((low.0.min(*x), low.1.min(*y)), (high.0.max(*x), high.1.max(*y)))
        });
        // About the middle, in half units.
        let turned = |(x, y): (i32, i32)| {
            let (mut x, mut y) = (2 * x - low.0 - high.0, 2 * y - low.1 - high.1);
            if self.mirror {
                x = -x;
            }
            for _ in 0..self.quarters {
                (x, y) = (y, -x);
            }
            (x + low.0 + high.0, y + low.1 + high.1)
        };
        let to = |(place, from): (usize, &(i32, i32))| {
            let (x, y) = turned(*from);
            let same = |other: &usize| {
                (2 * spots[*other].0, 2 * spots[*other].1) == (x, y) && board.sites[*other].class == board.sites[place].class
            };
            (0..spots.len()).find(same).map(|site| SiteId(site as u16))
        };
        spots.iter().enumerate().map(to).collect()
    }
}

/// The coordinates of a site in halves of a square.
pub(super) fn spot(site: &crate::model::board::Site) -> (i32, i32) {
    let half = i32::from(site.class == SiteClass::Point);
    (2 * i32::from(site.file) + half, 2 * i32::from(site.rank) + half)
}

/// All symmetries of the rules, as far as random games show: each position tried and its image have equally many moves, which
/// lead to positions that are images of each other.
pub(in crate::agents) fn symmetries(program: &Program, rng: &mut ChaCha8Rng) -> Vec<Symmetry> {
    let equipment = &program.equipment;
    let may_swap = equipment.sides.len() == 2 && equipment.players.len() == 2 && equipment.turn_order.len() == 2;
    let ways = Symmetry::all().filter(|way| may_swap || !way.swap);
    let mut left: Vec<(Symmetry, Vec<SiteId>)> = ways.filter_map(|way| Some((way, way.sites(equipment)?))).collect();
    let mut tried = 0;
    // The number of games is limited, because a game without decisions has no positions to try.
    for _ in 0..TRIED {
        let Ok(mut position) = Position::start(program) else { break };
        for ply in 0..LONGEST {
            let Ok(moves) = position.moves(program, Counting::AsWritten) else { break };
            if ply % 3 == 0 && tried < TRIED && position.outcome().is_none() {
                tried += 1;
                left.retain(|(way, sites)| *way == Symmetry::NONE || is_same(program, &position, *way, sites));
            }
            let chosen = match position.actor(program) {
                Some(Actor::Chance) => by_weight(&moves, rng),
                _ if moves.is_empty() => None,
                _ => Some(below(moves.len() as u64, rng) as usize),
            };
            let Some(Ok(next)) = chosen.map(|chosen| position.play(program, &moves[chosen], &[])) else { break };
            position = next;
        }
        if tried >= TRIED || left.len() == 1 {
            break;
        }
    }
    let left = if is_closed(&left) { left } else { left.into_iter().filter(|(way, _)| *way == Symmetry::NONE).collect() };
    left.into_iter().map(|(way, _)| way).collect()
}

/// Whether the composition of any two of these is one of them; if not, the tries failed to exclude a wrong one.
fn is_closed(ways: &[(Symmetry, Vec<SiteId>)]) -> bool {
    let after = |(one, first): &(Symmetry, Vec<SiteId>), (other, then): &(Symmetry, Vec<SiteId>)| {
        let sites: Vec<SiteId> = first.iter().map(|site| then[site.index()]).collect();
        ways.iter().any(|(way, to)| way.swap == (one.swap != other.swap) && *to == sites)
    };
    ways.iter().all(|one| ways.iter().all(|other| after(one, other)))
}

/// Whether a position and its image have the same moves up to the symmetry.
fn is_same(program: &Program, position: &Position, way: Symmetry, sites: &[SiteId]) -> bool {
    let setup = position.to_setup(program);
    if setup.pending.is_some() {
        return true;
    }
    let Ok(other) = Position::from_setup(program, &turned(program, &setup, way, sites)) else { return false };
    let results = |position: &Position, turn: bool| -> Option<Vec<String>> {
        let moves = position.moves(program, Counting::AsWritten).ok()?;
        let mut results = vec![moves.len().to_string()];
        // All moves are played or, if there are many, none: a part of them could not be matched between the two positions.
        if moves.len() <= PLAYED * PLAYED {
            for mv in &moves {
                let mut after = position.play(program, mv, &[]).ok()?.to_setup(program);
                after.pending = None;
                if turn {
                    after = turned(program, &after, way, sites);
                }
                let winners = after.outcome.as_ref().map(|outcome| &outcome.winners);
                results.push(format!("{:?}{:?}{}{winners:?}", after.board, after.piles, after.turn));
            }
        }
        results.sort_unstable();
        Some(results)
    };
    results(position, true) == results(&other, false)
}

/// The image of an arrangement.
fn turned(program: &Program, setup: &Setup, way: Symmetry, sites: &[SiteId]) -> Setup {
    let mut turned = setup.clone();
    let other = |owner: u8, owners: bool| if way.swap && owners { 1 - owner.min(1) } else { owner };
    for (site, tower) in &mut turned.board {
        *site = sites[site.index()];
        tower.iter_mut().for_each(|piece| piece.owner = way.side(piece.owner));
    }
    turned.board.sort_by_key(|(site, _)| *site);
    turned.under.iter_mut().for_each(|(site, _)| *site = sites[site.index()]);
    turned.under.sort_by_key(|(site, _)| *site);
    for (pile, items) in &mut turned.piles {
        let of = program.equipment.piles[pile.pile.index()].of;
        pile.owner = other(pile.owner, matches!(of, PileOwner::EachSide | PileOwner::EachPlayer));
        for item in items {
            if let Item::Piece(piece) = item {
                piece.owner = way.side(piece.owner);
            }
        }
    }
    for (stored, kept) in &mut turned.stored {
        if let Kept::Sites(kept) = kept {
            kept.iter_mut().for_each(|site| *site = sites[site.index()]);
            kept.sort_unstable();
        }
        stored.owner = other(stored.owner, program.stored[stored.stored.index()].of != StoredOf::Position);
    }
    turned.piles.sort_by_key(|(pile, _)| *pile);
    turned.stored.sort_by_key(|(stored, _)| *stored);
    if way.swap {
        turned.turn = 1 - turned.turn.min(1);
        if let Some(outcome) = &mut turned.outcome {
            outcome.winners.iter_mut().for_each(|side| *side = way.side(*side));
        }
    }
    turned
}

impl Symmetry {
    /// The side that a side becomes.
    pub(super) fn side(self, side: SideId) -> SideId {
        if self.swap && side.0 < 2 { SideId(1 - side.0) } else { side }
    }
}

impl Display for Symmetry {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let mirror = if self.mirror { "mirror " } else { "" };
        let swap = if self.swap { " swap" } else { "" };
        write!(f, "{mirror}turn-{}{swap}", self.quarters)
    }
}

impl FromStr for Symmetry {
    type Err = ();

    fn from_str(text: &str) -> Result<Symmetry, ()> {
        Symmetry::all().find(|way| way.to_string() == text).ok_or(())
    }
}

#[cfg(all(test, unit_games))]
mod tests {
    use super::*;
    use crate::agents::generator;
    use crate::library;

    #[test]
    fn symmetries_are_found_by_playing() {
        let of = |name: &str| -> Vec<String> {
            let program = library::bundled(name).unwrap().program;
            symmetries(&program, &mut generator(1, 0)).iter().map(Symmetry::to_string).collect()
        };
        // Squares of one colour are used and men go forward: half a turn with a swap of the sides.
        assert_eq!(of("english"), ["turn-0", "turn-2 swap"]);
        // All squares are used, so left and right can be swapped.
        assert_eq!(of("turkish"), ["turn-0", "mirror turn-0", "turn-2 swap", "mirror turn-2 swap"]);
        // The sides have different pieces, on a board with all eight symmetries.
        assert_eq!(of("tablut").len(), 8);
        assert!(of("tablut").iter().all(|way| !way.ends_with("swap")));
        for way in Symmetry::all() {
            assert_eq!(way.to_string().parse(), Ok(way));
        }
    }
}
