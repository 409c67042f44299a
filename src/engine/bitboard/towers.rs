//! Pieces below the commanders of sites: reading them from a state, and changing them in it.

use smallvec::SmallVec;

use super::super::word::Word;
use super::move_state::{PiecePlace, State};
use super::phrases::Term;
use super::refusal::Cause;
use super::run::{BitDeed, Done, Run, Stop};
use super::slots::StateLayout;
use crate::model::SiteId;
use crate::program::layout::Layout;

/// Pieces on one another, from the bottom up, as codes: see [`Slots::code`].
pub(super) type Pieces = SmallVec<[u32; 24]>;

/// Where the pieces below commanders are kept: `width` numbers for each site, in the order of the sites. Each number holds some
/// pieces from the lowest bits up, as their codes plus 1; 0 is no piece, and only the commander is above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Towers {
    /// The first number.
    start: usize,
    /// Numbers for each site.
    width: usize,
    /// Bits for each piece.
    bits: u32,
    /// The most pieces on a site, including the commander.
    most: usize,
}

/// Which pieces of a tower are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// All below the commander.
    Below,
    /// The commander.
    Top,
    /// The lowest, which may be the commander.
    Bottom,
}

/// Where a piece was taken from, alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifted<B> {
    /// The site of its tower, if it was in one.
    pub(super) tower: B,
    /// It was the commander of that tower, and possibly the only piece.
    commanded: bool,
}

impl<B: Word> Lifted<B> {
    /// From no tower.
    pub(super) const ELSEWHERE: Lifted<B> = Lifted { tower: B::ZERO, commanded: false };

    /// The site that the piece commanded; empty if it commanded none.
    pub(super) fn left(&self) -> B {
        if self.commanded { self.tower } else { B::ZERO }
    }
}

impl Towers {
    /// The towers of a layout in which a piece has one of `pieces` codes, in the numbers from `start` on.
    pub(super) fn of(layout: &Layout, pieces: u64, start: usize) -> Result<Towers, Cause> {
        let bits = u64::BITS - pieces.leading_zeros();
        if bits > u32::BITS {
            return Err(Cause::Room);
        }
        let below = layout.tower_cells.saturating_sub(1) / layout.tower_width;
        let width = below.div_ceil((32 / bits) as usize);
        Ok(Towers { start, width, bits, most: below + 1 })
    }

    /// Shows every piece below a commander.
    pub(super) fn each(&self, numbers: &[i32], sites: usize, each: &mut dyn FnMut(u32)) {
        (0..sites).for_each(|site| self.below(numbers, SiteId(site as u16)).into_iter().for_each(&mut *each));
    }

    /// Changes all such pieces, in numbers of which the first `left_out` are missing.
    pub(super) fn change_from(&self, numbers: &mut [i32], left_out: usize, sites: usize, changed: &dyn Fn(u32) -> u32) {
        Towers { start: self.start - left_out, ..*self }.change(numbers, sites, changed);
    }

    /// Changes all such pieces.
    pub(super) fn change(&self, numbers: &mut [i32], sites: usize, changed: &dyn Fn(u32) -> u32) {
        for site in (0..sites).map(|site| SiteId(site as u16)) {
            let mut below = self.below(numbers, site);
            below.iter_mut().for_each(|piece| *piece = changed(*piece));
            self.set_below(numbers, site, &below);
        }
    }

    /// How many numbers are needed for `sites` sites.
    pub(super) fn numbers(&self, sites: usize) -> usize {
        sites * self.width
    }

    /// The pieces below the commander of a site.
    #[inline]
    pub(super) fn below(&self, numbers: &[i32], site: SiteId) -> Pieces {
        let first = self.start + site.index() * self.width;
        let mut pieces = Pieces::new();
        let all = u32::MAX >> (u32::BITS - self.bits);
        for number in &numbers[first..first + self.width] {
            let mut left = *number as u32;
            while left != 0 {
                pieces.push((left & all) - 1);
                left = left.checked_shr(self.bits).unwrap_or(0);
            }
        }
        pieces
    }

    /// Sets the pieces below the commander of a site.
    pub(super) fn set_below(&self, numbers: &mut [i32], site: SiteId, pieces: &[u32]) {
        let first = self.start + site.index() * self.width;
        let mut parts = pieces.chunks((32 / self.bits) as usize);
        for number in &mut numbers[first..first + self.width] {
            let part = parts.next().unwrap_or_default().iter().rev();
            *number = part.fold(0u32, |all, piece| all.checked_shl(self.bits).unwrap_or(0) | (*piece + 1)) as i32;
        }
    }
}

impl StateLayout {
    /// The pieces below the commander of a site.
    #[inline]
    pub(super) fn below<B: Word>(&self, site: B, state: &State<B>) -> Pieces {
        self.towers.map_or_else(Pieces::new, |towers| towers.below(state.numbers.as_ref(), self.order.site(site)))
    }

    fn set_below<B: Word>(&self, site: B, pieces: &[u32], state: &mut State<B>) {
        if let Some(towers) = self.towers {
            towers.set_below(state.numbers.as_mut(), self.order.site(site), pieces);
        }
    }

    /// The code of the commander of a site.
    fn commander<B: Word>(&self, site: B, state: &State<B>) -> Option<u32> {
        let board = state.boards.as_ref()[..self.boards].iter().position(|board| (*board & site).any())?;
        Some(self.code_on(board, site, state))
    }

    /// Shows the pieces of the towers on some sites, one after the other.
    pub(super) fn in_towers<B: Word>(&self, mut sites: B, part: Part, state: &State<B>, each: &mut dyn FnMut(PiecePlace, u32)) {
        while let Some(site) = sites.take() {
            let below = self.below(site, state);
            let lies = |at: usize| PiecePlace::Tower { site: site.first() as u16, at: at as u8 };
            let commander = || self.commander(site, state);
            match part {
                Part::Below => below.iter().enumerate().for_each(|(at, piece)| each(lies(at), *piece)),
                Part::Bottom if !below.is_empty() => each(lies(0), below[0]),
                Part::Top | Part::Bottom => {
                    if let Some(piece) = commander() {
                        each(lies(below.len()), piece);
                    }
                }
            }
        }
    }
}

impl<B: Word> Run<'_, B> {
    fn pieces_below(&self, site: B) -> Pieces {
        self.rules.slots.below(site, &self.moving.state)
    }

    fn put_below(&mut self, site: B, pieces: &[u32]) {
        self.rules.slots.set_below(site, pieces, &mut self.moving.state);
    }

    /// Checks whether a tower has room for `pieces` pieces; if not, the general machine reports the limit.
    fn has_room(&self, pieces: usize) -> Done {
        let most = self.rules.slots.towers.map_or(1, |towers| towers.most);
        if pieces <= most { Ok(()) } else { Err(Stop::TooMuch) }
    }

    /// Moves what lies below commanders along with them.
    pub(super) fn carry_towers(&mut self, shifts: &[(B, B)]) {
        if self.rules.slots.towers.is_none() {
            return;
        }
        let towers: SmallVec<[(B, Pieces); 4]> = shifts.iter().map(|(from, to)| (*to, self.pieces_below(*from))).collect();
        shifts.iter().for_each(|(from, _)| self.put_below(*from, &[]));
        towers.iter().for_each(|(to, pieces)| self.put_below(*to, pieces));
    }

    /// Moves what lies below the commander of a site to a pile, or out of the game.
    pub(super) fn raze(&mut self, site: B, pile: Option<usize>) -> Done {
        if self.rules.slots.towers.is_none() {
            return Ok(());
        }
        let below = self.pieces_below(site);
        self.put_below(site, &[]);
        below.iter().try_for_each(|piece| self.drop_piece(*piece, B::ZERO, pile))
    }

    /// Takes a piece out of a tower, if there is one. If it was the commander, the next piece below takes command, and references
    /// to it must be updated: see [`Self::commands_now`].
    pub(super) fn take_from_tower(&mut self, site: B, at: usize) -> Option<(u32, Lifted<B>)> {
        let mut below = self.pieces_below(site);
        if at < below.len() {
            let piece = below.remove(at);
            self.put_below(site, &below);
            return Some((piece, Lifted { tower: site, commanded: false }));
        }
        let piece = self.lift_alone(site)?;
        if let Some(commander) = below.pop() {
            self.come(commander, site);
            self.put_below(site, &below);
        }
        Some((piece, Lifted { tower: site, commanded: true }))
    }

    /// After a commander has left its tower alone: references to it go with it to the site that it commands now, if any, and not
    /// to the next commander.
    pub(super) fn commands_now(&mut self, lifted: Lifted<B>, now: B) {
        if lifted.commanded {
            self.follow(&[(lifted.tower, now)]);
        }
    }

    /// Puts a piece onto the commander of a site, or below everything there; returns the site that it commands then.
    pub(super) fn stack(&mut self, site: B, piece: u32, lifted: Lifted<B>, on_top: bool) -> Result<B, Stop> {
        let mut below = self.pieces_below(site);
        self.has_room(below.len() + 2)?;
        if !on_top && self.board_of(site).is_some() {
            below.insert(0, piece);
            self.put_below(site, &below);
            return Ok(B::ZERO);
        }
        if let Some(commander) = self.lift_alone(site) {
            // If the piece itself has just left this tower, references to the site are still its own.
            if !(lifted.commanded && lifted.tower == site) {
                self.forget(site);
            }
            below.push(commander);
        }
        self.come(piece, site);
        self.put_below(site, &below);
        Ok(site)
    }

    /// Puts a whole tower onto another, or below it, in its own order.
    fn join(&mut self, from: B, to: B, on_top: bool) -> Done {
        let whole = |run: &Self, site: B| {
            let mut all = run.pieces_below(site);
            all.extend(run.rules.slots.commander(site, &run.moving.state));
            all
        };
        let (group, host) = (whole(self, from), whole(self, to));
        self.has_room(group.len() + host.len())?;
        let (mut all, upper) = if on_top { (host, group) } else { (group, host) };
        all.extend(upper);
        self.put_below(from, &[]);
        self.lift_alone(from);
        self.lift_alone(to);
        if let Some(commander) = all.pop() {
            self.come(commander, to);
        }
        self.put_below(to, &all);
        // References to the new commander stay; those to the other one go, as it is no longer among the pieces.
        self.follow(&if on_top { [(from, to), (to, B::ZERO)] } else { [(from, B::ZERO), (to, to)] });
        Ok(())
    }

    /// Lifts the commander of a site, with what it bears, but not the pieces below it.
    fn lift_alone(&mut self, site: B) -> Option<u32> {
        let board = self.lift(site)?;
        let code = self.code_of(board, site);
        self.bare(site);
        Some(code)
    }

    /// Changes a piece of a tower.
    pub(super) fn change_in_tower(&mut self, site: B, at: usize, changed: &dyn Fn(&StateLayout, u32) -> u32) {
        let mut below = self.pieces_below(site);
        if let Some(piece) = below.get(at).copied() {
            below[at] = self.stripped(changed(&self.rules.slots, piece), B::ZERO);
            self.put_below(site, &below);
        } else if let Some(commander) = self.lift_alone(site) {
            let commander = self.stripped(changed(&self.rules.slots, commander), site);
            self.come(commander, site);
        }
    }

    /// `move X to top of Y`, `move X to bottom of Y`
    pub(super) fn pile_up(&mut self, what: Term, to: Term, on_top: bool) -> Done {
        let lot = self.rules.phrases.pile_pieces(what, &self.moving);
        let (mut towers, _) = self.rules.phrases.pieces(what, &self.moving);
        if lot.is_empty() && !towers.any() {
            return Ok(());
        }
        let to = self.host(to)?;
        for (lies, ..) in lot {
            if let PiecePlace::Tower { site, at } = lies {
                self.tell_prisoner(B::bit(site.into()), at.into(), to);
            }
        }
        self.each_off(what, |run, code, lifted| run.stack(to, code, lifted, on_top))?;
        towers &= !to;
        while let Some(from) = towers.take() {
            self.join(from, to, on_top)?;
        }
        Ok(())
    }

    /// The tower that others join.
    pub(super) fn host(&self, to: Term) -> Result<B, Stop> {
        let to = self.rules.phrases.sites(to, &self.moving).lowest();
        if to.any() { Ok(to) } else { Err(Stop::Failed) }
    }

    /// Records an enemy commander that joins a tower of the mover's: it distinguishes moves as a capture does.
    fn tell_prisoner(&mut self, from: B, at: usize, into: B) {
        let (kinds, mover) = (self.rules.slots.kinds, self.rules.side(self.moving.state.turn));
        let side = |site: B| self.board_of(site).map(|board| board / kinds);
        let commands = at >= self.pieces_below(from).len();
        if commands && side(from).is_some_and(|side| side != mover) && side(into) == Some(mover) {
            self.deeds.push(BitDeed::Captured(from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn towers_of_all_heights_are_told() {
        for pieces in [1u64, 4, 7, 8, 64, 255, 70_000, 0xFFFF_FFFF] {
            let bits = u64::BITS - u64::leading_zeros(pieces);
            let per = (32 / bits) as usize;
            let towers = Towers { start: 3, width: 12, bits, most: 64 };
            let mut numbers = vec![-1; 3 + 2 * 12];
            numbers[3..].fill(0);
            for height in (0..=12 * per).rev() {
                let below: Pieces = (0..height).map(|i| (i as u64 * 31 % pieces) as u32).collect();
                towers.set_below(&mut numbers, SiteId(1), &below);
                assert_eq!(towers.below(&numbers, SiteId(1)), below, "{height} of {pieces}");
                assert!(towers.below(&numbers, SiteId(0)).is_empty());
            }
        }
    }
}
