//! Executing statements.

use smallvec::SmallVec;

use crate::model::expr::Type;
use crate::model::rules::StoredType;
use crate::model::{LocalId, SiteId, SlotId, StoredId};
use crate::program::code::{Op, PieceTo};
use crate::program::node::{Node, NodeId};
use crate::program::{BlockId, Layout};

use super::{Runner, Step};
use crate::engine::machine::{About, TakeStage, Task};
use crate::engine::moves::Deed;
use crate::engine::trace::Fired;
use crate::engine::trials;
use crate::engine::value::{Element, OffPiece, PieceData, PieceSet, Value};

impl Runner<'_> {
    /// Executes the next statement of a block, and those after it as long as they need no task of their own.
    pub(super) fn statement(&mut self, mut block: BlockId, mut next: u16, base: u16) -> Option<Step> {
        loop {
            let (op, _) = self.program.block(block).ops.get(next as usize)?;
            match op {
                Op::Let(local, value) => {
                    self.trace.note(Fired::Statement(block, next));
                    let value = self.eval(base).value(*value);
                    self.bind_value(base, *local, value);
                    next += 1;
                }
                Op::If(condition, yes, no) => {
                    self.trace.note(Fired::Statement(block, next));
                    self.go_on_behind(block, next, base);
                    block = if self.eval(base).truth(*condition) { *yes } else { *no };
                    next = 0;
                }
                Op::Verb(_, inner) => {
                    self.trace.note(Fired::Statement(block, next));
                    self.go_on_behind(block, next, base);
                    (block, next) = (*inner, 0);
                }
                _ => return self.one_statement(block, next, base),
            }
        }
    }

    /// Pushes the rest of a block, after one of its statements.
    fn go_on_behind(&mut self, block: BlockId, next: u16, base: u16) {
        if (next as usize) + 1 < self.program.block(block).ops.len() {
            self.push(Task::Block { block, next: next + 1, base });
        }
    }

    fn one_statement(&mut self, block: BlockId, next: u16, base: u16) -> Option<Step> {
        let (op, rule) = self.program.block(block).ops.get(next as usize)?;
        self.go_on_behind(block, next, base);
        let rule = *rule;
        let ran = Fired::Statement(block, next);
        // `wins` and `loses` only take effect if they denote somebody.
        if !matches!(op, Op::Wins(..) | Op::Loses(..)) {
            self.trace.note(ran);
        }
        match op {
            Op::Either(_) => self.push(Task::Either { block, at: next, base }),
            Op::Choose { .. } => self.push(Task::Choose { block, at: next, base }),
            Op::May(inner) => self.may(*inner, base, false),
            Op::MayRepeat(inner) => self.may(*inner, base, true),
            Op::Repeat(times, inner) => {
                let left = times.map(|times| self.eval(base).number(times).clamp(0, u32::MAX as i64) as u32);
                self.push(Task::Again { block: *inner, base, optional: false, left });
            }
            Op::For(local, set, inner) => {
                let mut left = self.eval(base).value(*set).elements();
                left.reverse();
                self.push(Task::Each { local: *local, left, block: *inner, base });
            }
            Op::As(piece, inner) => {
                if let Some(site) = self.eval(base).pieces(*piece).board.first() {
                    let about = self.machine.moving.actor.map_or(About::Gone, About::Piece);
                    self.push(Task::Actor { about });
                    self.machine.moving.actor = Some(site);
                    self.machine.deeds.push(Deed::Actor(site));
                    self.push(Task::Block { block: *inner, next: 0, base });
                }
            }
            Op::Require(condition) => {
                if !self.eval(base).truth(*condition) {
                    let mut trace = std::mem::take(&mut self.trace);
                    trace.stop(block, next, || self.eval(base).compared(*condition));
                    self.trace = trace;
                    return self.fail();
                }
            }
            Op::Path(path) => self.push(Task::Path { path: *path, base }),
            Op::Play { moves, by } => {
                let by = by.map(|by| self.player_of(by, base));
                self.push(Task::Play { moves: *moves, by, optional: false, again: false, base });
            }
            Op::Prevent => self.machine.prevented = true,
            Op::End(what, why) => self.end(*what, why.as_deref(), rule),
            Op::Wins(who, why) => {
                let winners = self.meant(*who, base, ran);
                self.win(winners, why.as_deref(), rule);
            }
            Op::Loses(who, why) => {
                let losers = self.meant(*who, base, ran);
                self.lose(&losers, why.as_deref(), rule);
            }
            Op::Draw(why) => self.over(Vec::new(), why.as_deref(), rule),
            _ => {
                if self.machine.depth > 0 {
                    self.push_immediate_endings();
                }
                return self.effect(op, base);
            }
        }
        None
    }

    /// `may`: an optional `play` is one decision that includes declining; any other block is a choice whether to run it.
    fn may(&mut self, inner: BlockId, base: u16, again: bool) {
        match self.program.block(inner).ops.as_slice() {
            [(Op::Play { moves, by }, _)] => {
                self.trace.note(Fired::Statement(inner, 0));
                let by = by.map(|by| self.player_of(by, base));
                self.push(Task::Play { moves: *moves, by, optional: true, again, base });
            }
            _ if again => self.push(Task::Again { block: inner, base, optional: true, left: None }),
            _ => self.push(Task::May { block: inner, base }),
        }
    }

    /// `repeat`: a number of times, or as long as some run of the block succeeds and changes something.
    pub(super) fn again(&mut self, block: BlockId, base: u16, left: Option<u32>) {
        let left = match left {
            Some(0) => return,
            Some(left) => Some(left - 1),
            None if trials::task_changes(self, Task::Block { block, next: 0, base }) => None,
            None => return,
        };
        self.push(Task::Again { block, base, optional: false, left });
        self.push(Task::Block { block, next: 0, base });
    }

    pub(super) fn each(&mut self, local: LocalId, mut left: Vec<Element>, block: BlockId, base: u16) {
        let Some(element) = left.pop() else { return };
        let value = Value::of(std::slice::from_ref(&element), self.program.layout.sites);
        self.push(Task::Each { local, left, block, base });
        self.bind_value(base, local, value);
        self.push(Task::Block { block, next: 0, base });
    }

    /// Statements that change the position at once.
    fn effect(&mut self, op: &Op, base: u16) -> Option<Step> {
        match op {
            Op::MovePiece(what, to) => return self.move_pieces(*what, to, base),
            Op::PlaceNew(new, to) => return self.place_new(new, to, base),
            Op::MoveToken(what, to) => return self.send_tokens(*what, to, base),
            Op::Take(what) => {
                let pieces = self.eval(base).pieces(*what);
                self.capture_off(&pieces.off);
                let sites: SmallVec<[SiteId; 4]> = pieces.board.iter().collect();
                for site in sites.into_iter().rev() {
                    self.push(Task::Take { about: About::Piece(site), stage: TakeStage::Before, waits: false, of_leg: false });
                }
            }
            Op::SetKind(of, to) => self.set_kinds(*of, *to, base),
            Op::SetOwner(of, to) => self.set_owners(*of, *to, base),
            Op::SetSlot(slot, of, to) => self.set_slots(*slot, *of, *to, base),
            Op::SetFace(of, to) => return self.turn_tokens(*of, *to, base),
            Op::Show(what, to) => return self.show_tokens(*what, *to, base),
            Op::Shuffle(pile) => {
                for pile in self.eval(base).piles(*pile) {
                    self.push(Task::Shuffle { pile });
                }
            }
            Op::SetNumber(id, of, to) => {
                let number = self.eval(base).number(*to);
                let cells = self.eval(base).stored_cells(*id, *of);
                cells.iter().for_each(|at| self.set_number(*id, *at, number));
            }
            Op::Raise(id, of, by) => {
                let by = self.eval(base).number(*by);
                let start = match self.program.stored[id.index()].holds {
                    StoredType::Number { start, .. } => start,
                    StoredType::Set(_) => 0,
                };
                let cells = self.eval(base).stored_cells(*id, *of);
                for at in cells {
                    let now = start + self.store.cell(at) as i32 as i64;
                    self.set_number(*id, at, now.saturating_add(by));
                }
            }
            Op::SetKept(id, of, to) => {
                let value = self.eval(base).value(*to);
                let cells = self.eval(base).stored_cells(*id, *of);
                cells.iter().for_each(|at| self.set_kept(*id, *at, &value));
            }
            Op::Exchange(sites) => return self.exchange(sites, base),
            Op::Either(_) | Op::May(_) | Op::MayRepeat(_) | Op::Repeat(..) | Op::For(..) | Op::If(..) | Op::As(..) => {}
            Op::Choose { .. } | Op::Let(..) | Op::Require(_) | Op::Path(_) | Op::Verb(..) | Op::Play { .. } => {}
            Op::Prevent | Op::End(..) | Op::Wins(..) | Op::Loses(..) | Op::Draw(_) => {}
        }
        None
    }

    fn set_kinds(&mut self, of: NodeId, to: NodeId, base: u16) {
        let kinds = self.eval(base).bits(to);
        if kinds.count_ones() == 1 {
            let kind = kinds.trailing_zeros() as u8;
            let pieces = self.eval(base).pieces(of);
            pieces.board.iter().for_each(|site| self.set_piece(site, None, Some(kind.into())));
            self.change_all_off(of, base, &pieces, &|data| data.kind = kind);
        }
    }

    fn set_owners(&mut self, of: NodeId, to: NodeId, base: u16) {
        let mut sides = self.eval(base).bits(to);
        if self.program.type_of(to) == Type::Player {
            let players = self.program.equipment.players.iter().enumerate();
            let meant = players.filter(|(i, _)| sides >> i & 1 != 0);
            sides = meant.fold(0, |bits, (_, player)| bits | 1 << player.side.0);
        }
        if sides.count_ones() == 1 {
            let side = sides.trailing_zeros() as u8;
            let pieces = self.eval(base).pieces(of);
            pieces.board.iter().for_each(|site| self.set_piece(site, Some(side.into()), None));
            self.change_all_off(of, base, &pieces, &|data| data.side = side);
        }
    }

    fn set_slots(&mut self, slot: SlotId, of: NodeId, to: NodeId, base: u16) {
        let values = self.eval(base).bits(to);
        let cell = if values == 0 { 0 } else { values.trailing_zeros() + 1 };
        let pieces = self.eval(base).pieces(of);
        let start = self.program.layout.slots[slot.index()];
        for site in pieces.board.iter() {
            self.set_cell(start + site.index(), cell);
            self.strip_on(site);
        }
        self.change_all_off(of, base, &pieces, &|data| {
            if let Some(borne) = data.slots.get_mut(slot.index()) {
                *borne = cell;
            }
        });
    }

    fn exchange(&mut self, sites: &[NodeId], base: u16) -> Option<Step> {
        let mut cycle: SmallVec<[SiteId; 4]> = SmallVec::new();
        for site in sites {
            let found = match self.program.type_of(*site) {
                Type::Piece => self.eval(base).pieces(*site).board.first(),
                _ => self.eval(base).sites(*site).first(),
            };
            match found {
                Some(site) if !cycle.contains(&site) => cycle.push(site),
                _ => return self.fail(),
            }
        }
        let next = (0..cycle.len()).map(|i| (cycle[i], cycle[(i + 1) % cycle.len()]));
        let shifts: SmallVec<[(SiteId, SiteId); 4]> = next.collect();
        self.relocate(&shifts);
        None
    }

    /// Changes the pieces of a phrase that are not on the board. Names that mean them continue to do so.
    fn change_all_off(&mut self, of: NodeId, base: u16, pieces: &PieceSet, change: &dyn Fn(&mut PieceData)) {
        for off in &pieces.off {
            if let Some(new) = self.change_off(off, change) {
                let board = self.program.layout.no_sites();
                self.rename(of, base, off, &Value::Pieces(PieceSet { board, off: SmallVec::from_elem(new, 1) }));
            }
        }
    }

    /// Makes names that mean a piece mean another value. If the phrase is a name, only that one; else every name that means just
    /// this piece.
    pub(super) fn rename(&mut self, phrase: NodeId, base: u16, off: &OffPiece, new: &Value) {
        let alone = |pieces: &PieceSet| pieces.board.is_empty() && pieces.off.as_slice() == std::slice::from_ref(off);
        let named = |value: &Value| matches!(value, Value::Pieces(pieces) if alone(pieces));
        if let Node::Local(local) = self.program.node(phrase) {
            if self.machine.values.get(base as usize + local.index()).is_some_and(named) {
                self.bind_value(base, *local, new.clone());
            }
            return;
        }
        self.machine.values.iter_mut().filter(|value| named(value)).for_each(|value| value.clone_from(new));
    }

    fn set_number(&mut self, id: StoredId, at: usize, number: i64) {
        let stored = &self.program.stored[id.index()];
        if let StoredType::Number { least, greatest, start } = stored.holds {
            self.set_cell(at, (number.clamp(least, greatest) - start) as i32 as u32);
        }
        if let Some(bit) = self.program.clock_bit(id) {
            let set = self.store.cell(Layout::CLOCKS_SET);
            self.set_cell(Layout::CLOCKS_SET, set | 1 << bit);
        }
    }

    fn set_kept(&mut self, id: StoredId, at: usize, value: &Value) {
        let words: SmallVec<[u64; 4]> = match value {
            Value::Sites(sites) => SmallVec::from_slice(sites.words()),
            Value::Pieces(pieces) => SmallVec::from_slice(pieces.board.words()),
            Value::Bits(bits) => SmallVec::from_elem(*bits, 1),
            Value::Truth(truth) => {
                self.set_cell(at, *truth as u32);
                return;
            }
            _ => SmallVec::new(),
        };
        let width = self.program.layout.stored[id.index()].width;
        for i in 0..width {
            let word = words.get(i / 2).copied().unwrap_or(0);
            self.set_cell(at + i, (word >> (32 * (i % 2))) as u32);
        }
    }

    /// The site of a destination, if it is exactly one.
    pub(super) fn one_site(&mut self, to: &PieceTo, base: u16) -> Option<SiteId> {
        let node = match to {
            PieceTo::Site(node) => *node,
            PieceTo::BottomOf(node) | PieceTo::TopOf(node) => return self.eval(base).pieces(*node).board.first(),
            PieceTo::Pile(_) | PieceTo::Box => return None,
        };
        let sites = self.eval(base).sites(node);
        if sites.len() == 1 { sites.first() } else { None }
    }
}
