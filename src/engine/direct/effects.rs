//! Statements that ask nobody.

use smallvec::SmallVec;

use super::super::word::Word;
use super::ops::{Op, Pile, Place, Put, Whither};
use super::phrases::Term;
use super::rules::Source;
use super::run::{Done, MOVE, Run, Stop, TURN, Told};
use super::scene::Spot;
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
                self.scene.names[*local as usize] = self.value(*value)?;
                return Ok(());
            }
            Op::Require(condition) => return if self.holds(condition) { Ok(()) } else { Err(Stop::Failed) },
            Op::Again(block) => return self.as_long_as_it_changes(*block),
            Op::Recount => {
                self.count_repeats();
                return Ok(());
            }
            Op::Prevent => {
                self.along.prevented = true;
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
            Op::Sweep(course) => self.sweep(*course)?,
            Op::SetKind(of, to) => {
                let kinds = rules.phrases.bits(*to, &self.scene);
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
            Op::Put(numbers, clocks) => {
                self.put_numbers(numbers);
                self.scene.state.numbers[CLOCKS_SET] |= *clocks as i32;
            }
            Op::SetNumber(cells, to) => {
                let number = rules.phrases.number(*to, &self.scene);
                for at in self.owners(cells) {
                    self.set_number(cells, at, number);
                }
            }
            Op::Raise(cells, by) => {
                let by = rules.phrases.number(*by, &self.scene);
                for at in self.owners(cells) {
                    let now = i64::from(self.scene.state.numbers[at]);
                    self.set_number(cells, at, now.saturating_add(by));
                }
            }
            Op::SetKept(cells, to) => {
                let value = rules.phrases.value(*to, &self.scene);
                for at in self.owners(cells) {
                    cells.stored.set(&rules.slots, &mut self.scene.state, at, value);
                }
            }
            Op::Exchange(sites) => self.exchange(sites)?,
            Op::Remove(what, pile) => self.remove(*what, pile.as_ref())?,
            Op::Move(what, to) => self.move_piece(*what, *to)?,
            Op::Stack(what, to, on_top) => self.pile_up(*what, *to, *on_top)?,
            Op::SetSlot(slot, of, to) => {
                let values = rules.phrases.bits(*to, &self.scene);
                let value = (values != 0).then_some(values.trailing_zeros() as usize);
                self.set_slot(*slot as usize, rules.phrases.sites(*of, &self.scene), value);
                let part = value.map_or(0, |value| value as u32 + 1);
                self.change_lying(*of, &|slots, code| slots.borne[*slot as usize].with_part(code, part))?;
            }
            Op::Send(what, to) => self.send_tokens(*what, to)?,
            Op::Deal(what, to) => self.deal(*what, to)?,
            Op::TurnUp(of, to) => self.turn_up(*of, *to)?,
            Op::Show(what, to, sides) => self.show(*what, *to, *sides)?,
            Op::Shuffle(piles) => self.shuffle(*piles)?,
            Op::Place { kind, owner, source, to } => {
                let side = owner.map_or_else(|| rules.side(self.scene.state.turn), usize::from);
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
        if self.along.depth > 0 { self.soon() } else { Ok(()) }
    }

    /// `end leg`, `end move` and the like: what has ended is seen to when the block is over.
    fn end_early(&mut self, what: EndOf) {
        match what {
            EndOf::Leg => self.along.leg_ended = true,
            EndOf::Move => self.along.ended = self.along.ended.max(MOVE),
            EndOf::Turn | EndOf::Game => self.along.ended = TURN,
        }
    }

    /// Sets numbers that are known beforehand.
    fn put_numbers(&mut self, numbers: &[Put]) {
        let state = &mut self.scene.state;
        for put in numbers.iter().filter(|put| put.turns >> state.turn & 1 != 0) {
            state.numbers[put.at as usize] = put.number;
        }
    }

    fn take_pieces(&mut self, what: Term) -> Done {
        self.take_lying(what)?;
        let mut set = self.rules.phrases.sites(what, &self.scene);
        let mut sites: SmallVec<[B; 8]> = SmallVec::new();
        while let Some(site) = set.take() {
            sites.push(site);
        }
        self.take_all(&sites, false, |_| false)
    }

    fn remove(&mut self, what: Term, pile: Option<&Pile>) -> Done {
        let mut set = self.rules.phrases.sites(what, &self.scene);
        let pile = pile.and_then(|pile| self.pile(pile));
        self.drop_lying(what, pile)?;
        let mark = self.stack.marks.len();
        while let Some(site) = set.take() {
            self.stack.marks.push(site);
        }
        for i in mark..self.stack.marks.len() {
            let site = self.stack.marks[i];
            if site.any() {
                self.while_going(i, |run| run.leave_board(site, pile))?;
            }
        }
        self.stack.marks.truncate(mark);
        Ok(())
    }

    fn move_piece(&mut self, what: Term, to: Term) -> Done {
        if let Term::Lying(_) = what
            && self.bring(what, to)?
        {
            return Ok(());
        }
        let (pieces, taken) = self.rules.phrases.pieces(what, &self.scene);
        if pieces.any() || taken != 0 {
            let to = self.one_site(to)?;
            if taken != 0 || pieces.count() != 1 || self.board_of(to).is_some() && to != pieces {
                return Err(Stop::Failed);
            }
            self.relocate(&[(pieces, to)]);
        }
        Ok(())
    }

    /// A piece less where fresh ones come from.
    fn take_from(&mut self, source: &Source) -> Done {
        let player = self.rules.player(self.scene.state.turn);
        let at = source.from[player].ok_or(Stop::Failed)?;
        if let Some(boards) = source.listed {
            let code = self.rules.slots.bare_code(boards[player].into());
            return if self.take_from_pile(at.into(), u16::MAX, code) { Ok(()) } else { Err(Stop::Failed) };
        }
        let left = &mut self.scene.state.numbers[at as usize];
        if *left == 0 {
            return Err(Stop::Failed);
        }
        *left -= 1;
        Ok(())
    }

    fn send_tokens(&mut self, what: Term, to: &Whither) -> Done {
        let tokens = self.rules.phrases.tokens(what, &self.scene);
        if tokens.is_empty() {
            return Ok(());
        }
        let to = match to {
            Whither::Under(_) => return Err(Stop::TooMuch),
            Whither::Box(token) => Spot::Box(*token),
            Whither::Pile(pile) => Spot::Pile(self.pile(pile).ok_or(Stop::Failed)? as u8),
            Whither::Slot(slot, piece) => {
                let site = self.rules.phrases.sites(*piece, &self.scene).lowest();
                let single =
                    tokens.len() == 1 && tokens[0].1.is_power_of_two() && tokens[0].1.trailing_zeros().is_multiple_of(4);
                if !site.any() || !single {
                    return Err(Stop::Failed);
                }
                Spot::Slot { slot: *slot, site: site.first() as u16 }
            }
        };
        self.send(&tokens, to)
    }

    pub(super) fn one_site(&self, to: Term) -> Result<B, Stop> {
        let sites = self.rules.phrases.sites(to, &self.scene);
        if sites.any() && sites.lowest() == sites { Ok(sites) } else { Err(Stop::Failed) }
    }

    fn place(&mut self, side: usize, kind: usize, to: &Place) -> Done {
        let kinds = self.rules.slots.kinds;
        match to {
            Place::Site(to) => {
                let to = self.one_site(*to)?;
                if self.board_of(to).is_some() {
                    return Err(Stop::Failed);
                }
                self.put(side * kinds + kind, to);
                self.told.push(Told::Placed(to));
            }
            Place::Tower(to, on_top) => {
                let to = self.host(*to)?;
                let code = self.rules.slots.bare_code(side * kinds + kind);
                self.stack(to, code, Lifted::ELSEWHERE, *on_top)?;
            }
            Place::Pile(pile) => {
                let pile = self.pile(pile);
                let code = self.rules.slots.code(side, kind, std::iter::empty());
                self.drop_piece(code, pile)?;
            }
            Place::Box => {}
        }
        Ok(())
    }

    pub(super) fn pile(&self, pile: &Pile) -> Option<usize> {
        let owner = match pile.of {
            None => 0,
            Some(of) => {
                let bits = self.rules.phrases.bits(of, &self.scene);
                (0..pile.owners.len()).find(|owner| bits >> owner & 1 != 0 && pile.owners[*owner].is_some())?
            }
        };
        pile.owners[owner].map(usize::from)
    }

    /// Changes the owner or kind of pieces.
    fn change(&mut self, of: Term, side: Option<usize>, kind: Option<usize>) -> Done {
        let kinds = self.rules.slots.kinds;
        let pieces = self.rules.phrases.sites(of, &self.scene);
        self.change_lying(of, &|slots, code| slots.of_other(code, side, kind))?;
        let boards = &mut self.scene.state.boards;
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
        self.along.changed = true;
        Ok(())
    }

    fn exchange(&mut self, sites: &[Term]) -> Done {
        let mut cycle: SmallVec<[B; 4]> = SmallVec::new();
        for site in sites {
            let site = self.rules.phrases.sites(*site, &self.scene).lowest();
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

    /// The sides that a term of sides, or players, means.
    pub(super) fn to_sides(&self, who: Term, players: bool) -> u64 {
        let bits = self.rules.phrases.bits(who, &self.scene);
        if players { self.sides_of_players(bits) } else { bits }
    }

    /// The first numbers of stored things to be set.
    fn owners(&self, cells: &Cells) -> SmallVec<[usize; 2]> {
        let stored = &cells.stored;
        let owners = match cells.of {
            Some(of) if !stored.common => self.rules.phrases.bits(of, &self.scene),
            // What each has is said with whose it is (E0317).
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
            self.scene.state.numbers[at] = number.clamp(least, greatest) as i32;
        }
        if let Some(clock) = cells.clock {
            self.scene.state.numbers[CLOCKS_SET] |= 1 << clock;
        }
    }
}
