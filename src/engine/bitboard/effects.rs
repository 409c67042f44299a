//! Statements that ask nobody.

use smallvec::SmallVec;

use super::super::word::Word;
use super::move_state::TokenSpot;
use super::ops::{Op, PieceTarget, Pile, Put, TokenTarget};
use super::phrases::Term;
use super::rules::Source;
use super::run::{BitDeed, Done, MOVE, Run, Stop, TURN};
use super::slots::CLOCKS_SET;
use super::stored::Cells;
use super::towers::Lifted;
use crate::model::rules::{Ending as EndOf, StoredType};

impl<B: Word> Run<'_, B> {
    /// Carries out a statement that asks nobody.
    pub(super) fn effect(&mut self, op: &Op) -> Done {
        let rules = self.rules;
        match op {
            Op::Let(local, value) => {
                self.moving.names[*local as usize] = self.value(*value)?;
                return Ok(());
            }
            Op::Require(condition) => return if self.holds(condition) { Ok(()) } else { Err(Stop::Failed) },
            Op::Again(block) => return self.as_long_as_it_changes(*block),
            Op::Recount => {
                self.count_repeats();
                return Ok(());
            }
            Op::Prevent => {
                self.progress.prevented = true;
                return Ok(());
            }
            Op::End(what) => {
                self.end_early(*what);
                return Ok(());
            }
            Op::Score(reason) => return self.count_scores(*reason),
            Op::Wins(who, players, reason) => return self.win(self.sides_of(*who, *players), *reason),
            Op::Loses(who, players, reason) => {
                let losers = self.sides_of(*who, *players);
                return if losers == 0 { Ok(()) } else { self.lose(losers, *reason) };
            }
            Op::Draw(reason) => return self.end(0, *reason),
            Op::Take(what) => self.take_pieces(*what)?,
            Op::Sweep(leg_path) => self.sweep(*leg_path)?,
            Op::SetKind(of, to) => {
                let kinds = rules.phrases.bits(*to, &self.moving);
                if kinds.count_ones() == 1 {
                    self.change(*of, None, Some(kinds.trailing_zeros() as usize))?;
                }
            }
            Op::SetOwner(of, to, players) => {
                let sides = self.to_sides(*to, *players);
                if sides.count_ones() == 1 {
                    self.change(*of, Some(sides.trailing_zeros() as usize), None)?;
                }
            }
            Op::SetConstants(numbers, clocks) => {
                self.put_numbers(numbers);
                self.moving.state.numbers[CLOCKS_SET] |= *clocks as i32;
            }
            Op::SetNumber(cells, to) => {
                let number = rules.phrases.number(*to, &self.moving);
                for at in self.owners(cells) {
                    self.set_number(cells, at, number);
                }
            }
            Op::Raise(cells, by) => {
                let by = rules.phrases.number(*by, &self.moving);
                for at in self.owners(cells) {
                    let now = i64::from(self.moving.state.numbers[at]);
                    self.set_number(cells, at, now.saturating_add(by));
                }
            }
            Op::SetKept(cells, to) => {
                let value = rules.phrases.value(*to, &self.moving);
                for at in self.owners(cells) {
                    cells.stored.set(&rules.slots, &mut self.moving.state, at, value);
                }
            }
            Op::Exchange(sites) => self.exchange(sites)?,
            Op::Remove(what, pile) => self.remove(*what, pile.as_ref())?,
            Op::Move(what, to) => self.move_piece(*what, *to)?,
            Op::Stack(what, to, on_top) => self.pile_up(*what, *to, *on_top)?,
            Op::SetSlot(slot, of, to) => {
                let values = rules.phrases.bits(*to, &self.moving);
                let value = (values != 0).then_some(values.trailing_zeros() as usize);
                self.set_slot(*slot as usize, rules.phrases.sites(*of, &self.moving), value);
                let part = value.map_or(0, |value| value as u32 + 1);
                self.change_lying(*of, &|slots, code| slots.borne[*slot as usize].with_part(code, part))?;
            }
            Op::Send(what, to) => self.send_tokens(*what, to)?,
            Op::Deal(what, to) => self.deal(*what, to)?,
            Op::TurnUp(of, to) => self.turn_up(*of, *to)?,
            Op::Show(what, to, sides) => self.show(*what, *to, *sides)?,
            Op::Shuffle(piles) => self.shuffle(*piles)?,
            Op::Place { kind, owner, source, to } => {
                let side = owner.map_or_else(|| rules.side(self.moving.state.turn), usize::from);
                if let Some(source) = source {
                    self.take_from(source)?;
                }
                self.place(side, *kind as usize, to)?;
            }
            Op::Either(_)
            | Op::May(_)
            | Op::Repeat(..)
            | Op::MayRepeat(_)
            | Op::WhileItChanges(_)
            | Op::For(..)
            | Op::If(..)
            | Op::As(..)
            | Op::Choose { .. }
            | Op::ChooseSome(_)
            | Op::Path(..) => return Ok(()),
        }
        self.effect_over()
    }

    fn effect_over(&mut self) -> Done {
        if self.progress.depth > 0 { self.end_immediately() } else { Ok(()) }
    }

    /// `end leg`, `end move` and the like: only recorded here; what runs next acts on it.
    fn end_early(&mut self, what: EndOf) {
        match what {
            EndOf::Leg => self.progress.leg_ended = true,
            EndOf::Move => self.progress.ended = self.progress.ended.max(MOVE),
            EndOf::Turn | EndOf::Game => self.progress.ended = TURN,
        }
    }

    /// Sets numbers whose new values are constants.
    fn put_numbers(&mut self, numbers: &[Put]) {
        let state = &mut self.moving.state;
        for put in numbers.iter().filter(|put| put.turns >> state.turn & 1 != 0) {
            state.numbers[put.at as usize] = put.number;
        }
    }

    fn take_pieces(&mut self, what: Term) -> Done {
        self.take_lying(what)?;
        let mut set = self.rules.phrases.sites(what, &self.moving);
        let mut sites: SmallVec<[B; 8]> = SmallVec::new();
        while let Some(site) = set.take() {
            sites.push(site);
        }
        self.take_all(&sites, false, |_| false)
    }

    fn remove(&mut self, what: Term, pile: Option<&Pile>) -> Done {
        let mut set = self.rules.phrases.sites(what, &self.moving);
        let pile = pile.and_then(|pile| self.pile(pile));
        self.drop_lying(what, pile)?;
        let mark = self.stack.piece_marks.len();
        while let Some(site) = set.take() {
            self.stack.piece_marks.push(site);
        }
        for i in mark..self.stack.piece_marks.len() {
            let site = self.stack.piece_marks[i];
            if site.any() {
                self.while_going(i, |run| run.leave_board(site, pile))?;
            }
        }
        self.stack.piece_marks.truncate(mark);
        Ok(())
    }

    fn move_piece(&mut self, what: Term, to: Term) -> Done {
        if let Term::PilePieces(_) = what
            && self.bring(what, to)?
        {
            return Ok(());
        }
        let (pieces, taken) = self.rules.phrases.pieces(what, &self.moving);
        if pieces.any() || taken != 0 {
            let to = self.one_site(to)?;
            if taken != 0 || pieces.count() != 1 || self.board_of(to).is_some() && to != pieces {
                return Err(Stop::Failed);
            }
            self.relocate(&[(pieces, to)]);
        }
        Ok(())
    }

    /// Takes a piece from where fresh pieces come from; fails if there is none.
    fn take_from(&mut self, source: &Source) -> Done {
        let player = self.rules.player(self.moving.state.turn);
        let at = source.from[player].ok_or(Stop::Failed)?;
        if let Some(boards) = source.listed {
            let code = self.rules.slots.bare_code(boards[player].into());
            return if self.take_from_pile(at.into(), u16::MAX, code) { Ok(()) } else { Err(Stop::Failed) };
        }
        let left = &mut self.moving.state.numbers[at as usize];
        if *left == 0 {
            return Err(Stop::Failed);
        }
        *left -= 1;
        Ok(())
    }

    fn send_tokens(&mut self, what: Term, to: &TokenTarget) -> Done {
        let tokens = self.rules.phrases.tokens(what, &self.moving);
        if tokens.is_empty() {
            return Ok(());
        }
        let to = match to {
            TokenTarget::Under(_) => return Err(Stop::TooMuch),
            TokenTarget::Box(token) => TokenSpot::Box(*token),
            TokenTarget::Pile(pile) => TokenSpot::Pile(self.pile(pile).ok_or(Stop::Failed)? as u8),
            TokenTarget::Slot(slot, piece) => {
                let site = self.rules.phrases.sites(*piece, &self.moving).lowest();
                let single =
                    tokens.len() == 1 && tokens[0].1.is_power_of_two() && tokens[0].1.trailing_zeros().is_multiple_of(4);
                if !site.any() || !single {
                    return Err(Stop::Failed);
                }
                TokenSpot::Slot { slot: *slot, site: site.first() as u16 }
            }
        };
        self.send(&tokens, to)
    }

    pub(super) fn one_site(&self, to: Term) -> Result<B, Stop> {
        let sites = self.rules.phrases.sites(to, &self.moving);
        if sites.any() && sites.lowest() == sites { Ok(sites) } else { Err(Stop::Failed) }
    }

    fn place(&mut self, side: usize, kind: usize, to: &PieceTarget) -> Done {
        let kinds = self.rules.slots.kinds;
        match to {
            PieceTarget::Site(to) => {
                let to = self.one_site(*to)?;
                if self.board_of(to).is_some() {
                    return Err(Stop::Failed);
                }
                self.put(side * kinds + kind, to);
                self.deeds.push(BitDeed::Placed(to));
            }
            PieceTarget::Tower(to, on_top) => {
                let to = self.host(*to)?;
                let code = self.rules.slots.bare_code(side * kinds + kind);
                self.stack(to, code, Lifted::ELSEWHERE, *on_top)?;
            }
            PieceTarget::Pile(pile) => {
                let pile = self.pile(pile);
                let code = self.rules.slots.code(side, kind, std::iter::empty());
                self.drop_piece(code, B::ZERO, pile)?;
            }
            PieceTarget::Box => {}
        }
        Ok(())
    }

    pub(super) fn pile(&self, pile: &Pile) -> Option<usize> {
        let owner = match pile.of {
            None => 0,
            Some(of) => {
                let bits = self.rules.phrases.bits(of, &self.moving);
                (0..pile.owners.len()).find(|owner| bits >> owner & 1 != 0 && pile.owners[*owner].is_some())?
            }
        };
        pile.owners[owner].map(usize::from)
    }

    /// Changes the owner or the kind of pieces.
    fn change(&mut self, of: Term, side: Option<usize>, kind: Option<usize>) -> Done {
        let kinds = self.rules.slots.kinds;
        let pieces = self.rules.phrases.sites(of, &self.moving);
        self.change_lying(of, &|slots, code| slots.of_other(code, side, kind))?;
        let boards = &mut self.moving.state.boards;
        let old: SmallVec<[B; 8]> = boards.as_ref().iter().map(|board| *board & pieces).collect();
        for (i, these) in old.into_iter().enumerate() {
            let to = side.unwrap_or(i / kinds) * kinds + kind.unwrap_or(i % kinds);
            if these.any() && to != i {
                boards[i] &= !these;
                boards[to] |= these;
            }
        }
        if let Some(kind) = kind {
            self.strip(pieces, kind);
        }
        self.progress.changed = true;
        Ok(())
    }

    fn exchange(&mut self, sites: &[Term]) -> Done {
        let mut cycle: SmallVec<[B; 4]> = SmallVec::new();
        for site in sites {
            let site = self.rules.phrases.sites(*site, &self.moving).lowest();
            if !site.any() || cycle.contains(&site) {
                return Err(Stop::Failed);
            }
            cycle.push(site);
        }
        let next = (0..cycle.len()).map(|i| (cycle[i], cycle[(i + 1) % cycle.len()]));
        let shifts: SmallVec<[(B, B); 4]> = next.collect();
        self.relocate(&shifts);
        Ok(())
    }

    fn sides_of_players(&self, players: u64) -> u64 {
        let sides = self.rules.players.side_of.iter().enumerate().filter(|(player, _)| players >> player & 1 != 0);
        sides.fold(0, |sides, (_, side)| sides | 1 << side)
    }

    /// The sides that a term of sides, or of players, means, as bits.
    pub(super) fn to_sides(&self, who: Term, players: bool) -> u64 {
        let bits = self.rules.phrases.bits(who, &self.moving);
        if players { self.sides_of_players(bits) } else { bits }
    }

    /// For each owner that is meant, the first number of a stored thing.
    fn owners(&self, cells: &Cells) -> SmallVec<[usize; 2]> {
        let stored = &cells.stored;
        let owners = match cells.of {
            Some(of) if !stored.common => self.rules.phrases.bits(of, &self.moving),
            // A stored thing that each owner has one of is always written with its owner (E0317).
            _ => 1,
        };
        let mut found = SmallVec::new();
        for (owner, at) in stored.at.as_slice().iter().enumerate() {
            if owners >> owner & 1 != 0 {
                found.push(*at as usize);
            }
        }
        found
    }

    fn set_number(&mut self, cells: &Cells, at: usize, number: i64) {
        if let StoredType::Number { least, greatest, .. } = cells.stored.holds {
            self.moving.state.numbers[at] = number.clamp(least, greatest) as i32;
        }
        if let Some(clock) = cells.clock {
            self.moving.state.numbers[CLOCKS_SET] |= 1 << clock;
        }
    }
}
