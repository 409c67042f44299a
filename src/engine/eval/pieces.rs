//! Phrases that denote pieces.

use super::Eval;
use super::filters::ones;
use crate::engine::tokens::Token;
use crate::engine::value::{Element, OffPiece, PieceSet, Value};
use crate::model::equipment::SlotType;
use crate::model::expr::{Field, Given, Type};
use crate::model::rules::StoredOf;
use crate::model::{SiteId, SiteSet, SlotId};
use crate::program::node::{Node, NodeId};

impl Eval<'_> {
    /// The pieces that a phrase denotes.
    pub(in crate::engine) fn pieces(&mut self, id: NodeId) -> PieceSet {
        let Some((memo, key)) = self.kept(id, Type::Piece) else { return self.pieces_anew(id) };
        if let Some(board) = memo.sites(key) {
            return PieceSet::on(board);
        }
        let pieces = self.pieces_anew(id);
        if pieces.off.is_empty() {
            memo.keep_sites(key, &pieces.board);
        }
        pieces
    }

    fn pieces_anew(&mut self, id: NodeId) -> PieceSet {
        let program = self.program;
        let none = || PieceSet::on(program.layout.no_sites());
        if self.is_spent() {
            return none();
        }
        match program.node(id) {
            Node::Given(Given::Pieces) => PieceSet::on(self.all_pieces()),
            Node::Given(Given::Actor) => PieceSet::on(self.at(self.actor())),
            Node::Given(Given::Taken) => {
                PieceSet { board: program.layout.no_sites(), off: (0..self.taken().len() as u8).map(OffPiece::Taken).collect() }
            }
            Node::Given(Given::Passed) => {
                let mut set = program.layout.no_sites();
                self.machine.moving.passed.iter().for_each(|site| set.insert(*site));
                set.intersect(&self.all_pieces());
                PieceSet::on(set)
            }
            Node::Field(Field::PiecesOf, sides) => {
                let sides = self.bits(*sides);
                PieceSet::on(self.boards(sides, u64::MAX))
            }
            Node::PiecesOfKinds(kinds) => {
                let kinds = self.bits(*kinds);
                PieceSet::on(self.boards(u64::MAX, kinds))
            }
            Node::PiecesBearing(slot, attribute, values) => {
                let values = self.bits(*values);
                PieceSet::on(self.bearing(*slot, *attribute, values))
            }
            Node::Contents(of) => self.contents(*of),
            Node::Field(Field::Top | Field::Bottom | Field::First | Field::Last, _) => self.end_of_list(id),
            Node::Field(Field::ActorOf, _) => PieceSet::on(self.at(self.actor())),
            Node::Stored(stored, of) => {
                let mut set = self.stored_sites(*stored, *of);
                set.intersect(&self.all_pieces());
                PieceSet::on(set)
            }
            Node::Intersect(parts) => self.pieces_in_all(parts),
            Node::Union(parts) => {
                let mut all = none();
                for part in parts {
                    let other = self.pieces(*part);
                    all.board.unite(&other.board);
                    for off in other.off {
                        if !all.off.contains(&off) {
                            all.off.push(off);
                        }
                    }
                }
                all
            }
            Node::Without(a, b) => {
                let mut all = self.pieces(*a);
                if all.off.is_empty() {
                    let other = self.pieces(*b);
                    all.board.subtract(&other.board);
                } else {
                    let other = self.pieces(*b);
                    all.board.subtract(&other.board);
                    all.off.retain(|off| !self.contains(*b, &Element::Off(off.clone())));
                }
                all
            }
            Node::On(what, on, not) => self.standing(*what, *on, *not),
            Node::Local(local) => match self.named(*local) {
                Value::Pieces(pieces) => pieces.clone(),
                Value::Sites(sites) => {
                    let mut set = sites.clone();
                    set.intersect(&self.all_pieces());
                    PieceSet::on(set)
                }
                _ => none(),
            },
            _ => match self.shared(id) {
                Some(Value::Pieces(pieces)) => pieces,
                Some(Value::Sites(sites)) => {
                    let mut set = sites;
                    set.intersect(&self.all_pieces());
                    PieceSet::on(set)
                }
                _ => none(),
            },
        }
    }

    /// The pieces on the board that have one of these values in a slot, or a token there that does.
    fn bearing(&self, slot: SlotId, attribute: Option<u8>, values: u64) -> SiteSet {
        let none = self.layout().no_sites();
        let Some((memo, state)) = self.memo.filter(|_| self.candidate.is_none()) else {
            let mut set = self.all_pieces();
            for site in set.clone().iter() {
                if !self.bears(slot, attribute, self.slot_cell(site, slot), values) {
                    set.remove(site);
                }
            }
            return set;
        };
        memo.borne((slot, attribute), state, values, none, |sets| {
            for site in self.all_pieces().iter() {
                let borne = self.borne(slot, attribute, site);
                if borne != 0 {
                    let value = borne.trailing_zeros() as usize;
                    while sets.len() <= value {
                        sets.push(self.layout().no_sites());
                    }
                    sets[value].insert(site);
                }
            }
        })
    }

    /// The value that the piece on a site has in a slot, or that the token there has, as one bit; 0 if there is none or it is
    /// unknown.
    pub(super) fn borne(&self, slot: SlotId, attribute: Option<u8>, site: SiteId) -> u64 {
        let cell = self.slot_cell(site, slot);
        match (self.program.equipment.slots[slot.index()].holds, attribute) {
            (SlotType::Value(_), _) if cell != 0 => 1 << (cell - 1),
            (SlotType::Token(token), Some(i)) => {
                let class = Token::read(cell).and_then(|token| token.class);
                class.map_or(0, |class| {
                    1 << self.program.equipment.tokens[token.index()].classes[class as usize].values[i as usize]
                })
            }
            _ => 0,
        }
    }

    /// Whether any of these pieces may be among those that a phrase denotes, as far as its form shows: `false` is certain.
    pub(in crate::engine) fn may_be_among(&self, id: NodeId, pieces: &SiteSet) -> bool {
        let program = self.program;
        match program.node(id) {
            Node::Intersect(parts) => parts.iter().all(|part| self.may_be_among(*part, pieces)),
            Node::Without(what, _) | Node::Where(what, ..) | Node::On(what, ..)
                if program.type_of(*what) == program.type_of(id) =>
            {
                self.may_be_among(*what, pieces)
            }
            Node::PiecesBearing(slot, attribute, values) => match program.node(*values) {
                Node::Bits(values) => self.bearing(*slot, *attribute, *values).meets(pieces),
                _ => true,
            },
            Node::PiecesOfKinds(kinds) => match program.node(*kinds) {
                Node::Bits(kinds) => self.any_of_kinds(*kinds, pieces),
                _ => true,
            },
            Node::Stored(stored, None) if program.stored[stored.index()].of == StoredOf::Position => {
                let cells = self.layout().stored[stored.index()];
                (cells.start..cells.start + cells.width).any(|at| self.store.cell(at) != 0)
            }
            _ => true,
        }
    }

    /// Whether any of these pieces is of one of these kinds.
    fn any_of_kinds(&self, kinds: u64, pieces: &SiteSet) -> bool {
        let layout = self.layout();
        for kind in ones(kinds).take_while(|kind| *kind < layout.kinds) {
            for side in 0..layout.sides {
                let board = self.store.board(side, kind, layout);
                for (i, word) in pieces.words().iter().enumerate() {
                    if board[i] & word != 0 {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The pieces of a side that a phrase denotes; `None` unless it asks for kinds only and no piece waits on the board.
    pub(in crate::engine) fn of_side(&self, id: NodeId, side: usize) -> Option<SiteSet> {
        let Node::PiecesOfKinds(kinds) = self.program.node(id) else { return None };
        let Node::Bits(kinds) = self.program.node(*kinds) else { return None };
        if self.candidate.is_some() || self.machine.waiting().next().is_some() {
            return None;
        }
        let layout = self.layout();
        let mut set = layout.no_sites();
        ones(*kinds)
            .take_while(|kind| *kind < layout.kinds)
            .for_each(|kind| self.store.add_board(side, kind, layout, &mut set));
        Some(set)
    }

    pub(super) fn at(&self, site: Option<SiteId>) -> SiteSet {
        let mut set = self.layout().no_sites();
        if let Some(site) = site {
            set.insert(site);
        }
        set
    }

    /// Every piece on the board that is not taken.
    pub(super) fn all_pieces(&self) -> SiteSet {
        self.boards(u64::MAX, u64::MAX)
    }

    /// The pieces of these sides and kinds that are not taken.
    fn boards(&self, sides: u64, kinds: u64) -> SiteSet {
        let layout = self.layout();
        let mut set = layout.no_sites();
        for side in (0..layout.sides).filter(|side| sides >> side & 1 != 0) {
            for kind in (0..layout.kinds).filter(|kind| kinds >> kind & 1 != 0) {
                self.store.add_board(side, kind, layout, &mut set);
            }
        }
        if self.candidate.is_none() {
            self.machine.waiting().for_each(|site| set.remove(site));
        }
        set
    }

    /// Whether there is any piece of these sides on the board that is not taken.
    pub(super) fn any_of(&self, sides: u64) -> bool {
        let layout = self.layout();
        if self.candidate.is_none() && self.machine.waiting().next().is_some() {
            return !self.boards(sides, u64::MAX).is_empty();
        }
        let mut boards = (0..layout.sides).filter(|side| sides >> side & 1 != 0);
        boards.any(|side| (0..layout.kinds).any(|kind| self.store.board(side, kind, layout).iter().any(|word| *word != 0)))
    }

    fn pieces_in_all(&mut self, parts: &[NodeId]) -> PieceSet {
        let concrete = parts.iter().position(|part| !self.is_open(*part)).unwrap_or(0);
        let mut set = self.pieces(parts[concrete]);
        for (_, part) in parts.iter().enumerate().filter(|(i, _)| *i != concrete) {
            if set.board.is_empty() && set.off.is_empty() {
                break;
            }
            if !set.board.is_empty() {
                let other = self.pieces(*part);
                set.board.intersect(&other.board);
            }
            set.off.retain(|off| self.contains(*part, &Element::Off(off.clone())));
        }
        set
    }

    /// Whether a phrase describes pieces (kind, owner, attribute) rather than naming particular ones.
    fn is_open(&self, id: NodeId) -> bool {
        matches!(
            self.program.node(id),
            Node::PiecesOfKinds(_) | Node::PiecesBearing(..) | Node::Field(Field::PiecesOf, _) | Node::Given(Given::Pieces)
        )
    }

    /// `P on S`, where S may denote other sites for each owner. Pieces off the board are on no site.
    fn standing(&mut self, what: NodeId, on: NodeId, not: bool) -> PieceSet {
        let PieceSet { board: mut pieces, mut off } = self.pieces(what);
        off.retain(|off| {
            let OffPiece::Below(site, _) = off else { return not };
            let site = *site;
            let owner = self.owner(&Element::Off(off.clone()));
            self.describing_side(owner, |eval| eval.sites(on)).contains(site) != not
        });
        let layout = self.layout();
        let mut kept = layout.no_sites();
        for side in 0..layout.sides {
            let mut own = self.boards(1 << side, u64::MAX);
            own.intersect(&pieces);
            if own.is_empty() {
                continue;
            }
            let sites = self.describing_side(Some(side), |eval| eval.sites(on));
            if not {
                own.subtract(&sites)
            } else {
                own.intersect(&sites)
            }
            kept.unite(&own);
        }
        pieces.intersect(&kept);
        PieceSet { board: pieces, off }
    }
}
