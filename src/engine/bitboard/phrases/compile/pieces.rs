//! Phrases that denote pieces: those on the board as a set of sites, and those off the board.

use super::super::ids::{BitsId, SetId, TakenSetId};
use super::super::term::{Bits, OffBoardSet, Set};
use super::{Bound, ByOwner, Compiler, Context, name};
use crate::engine::word::Word;
use crate::model::expr::{Field, Given, Type};
use crate::program::node::{Node, NodeId, Nodes};

impl<B: Word> Compiler<'_, B> {
    /// The pieces that a phrase denotes.
    pub(in super::super) fn pieces(&mut self, id: NodeId, context: &Context) -> Option<(SetId, TakenSetId)> {
        let program = self.program;
        let none = self.phrases.put_off_board(OffBoardSet::None);
        Some(match program.node(id) {
            Node::None => (self.phrases.nothing(), none),
            Node::Given(given) => match given {
                Given::Pieces => (self.phrases.every_piece(), none),
                Given::Actor => (self.phrases.put_set(Set::Actor), none),
                Given::Taken => (self.phrases.nothing(), self.phrases.put_off_board(OffBoardSet::All)),
                Given::Passed => (self.on_pieces(Set::Passed), none),
                _ => return None,
            },
            Node::Field(Field::PiecesOf, sides) => {
                let sides = self.bits(*sides, context)?;
                (self.pieces_of(sides, false), none)
            }
            Node::PiecesOfKinds(kinds) => {
                let kinds = self.bits(*kinds, context)?;
                (self.pieces_of_kinds(kinds, false), none)
            }
            Node::PiecesBearing(slot, attribute, values) => {
                let values = self.bits(*values, context)?;
                let classes = self.classes_borne(*slot, *attribute, values);
                (self.bearing(*slot, classes, false), none)
            }
            Node::Field(Field::ActorOf, _) => (self.phrases.put_set(Set::Actor), none),
            Node::Field(field @ (Field::First | Field::Last), of) => {
                let (board, off) = self.pieces(*of, context)?;
                if *field == Field::First {
                    (self.phrases.put_set(Set::First(board)), self.phrases.put_off_board(OffBoardSet::First(board, off)))
                } else {
                    (self.phrases.put_set(Set::Last(board, off)), self.phrases.put_off_board(OffBoardSet::Last(off)))
                }
            }
            Node::Stored(stored, of) => {
                let kept = self.kept_sites(*stored, *of, context)?;
                (self.among_pieces(kept), none)
            }
            Node::Intersect(parts) => self.in_all(parts, context)?,
            Node::Union(parts) => {
                let (mut board, mut off) = (self.phrases.nothing(), none);
                for part in parts {
                    let (more, more_off) = self.pieces(*part, context)?;
                    board = self.phrases.or(board, more);
                    off = self.phrases.put_off_board(OffBoardSet::Or(off, more_off));
                }
                (board, off)
            }
            Node::Without(a, b) => {
                let (board, off) = self.pieces(*a, context)?;
                let (less, _) = self.pieces(*b, context)?;
                let board = self.phrases.without(board, less);
                if off == none {
                    return Some((board, none));
                }
                let (_, like) = self.like(*b, context)?;
                (board, self.phrases.put_off_board(OffBoardSet::Without(off, like)))
            }
            Node::On(what, on, not) => {
                let (what, off) = self.pieces(*what, context)?;
                let what = self.among_pieces(what);
                (self.standing_on(what, *on, *not, context)?, self.off_standing(off, *on, *not, context)?)
            }
            Node::Local(local) => {
                let off = match context.bound(*local) {
                    Some(Bound::Element(depth, _)) => OffBoardSet::It(depth),
                    Some(Bound::Members(_)) => return None,
                    None => OffBoardSet::Local(name(*local)?),
                };
                (self.local_set(*local, context)?, self.phrases.put_off_board(off))
            }
            Node::If(condition, yes, no) => {
                let condition = self.truth(*condition, context)?;
                let (yes, no) = (self.pieces(*yes, context)?, self.pieces(*no, context)?);
                let board = self.phrases.set_if(condition, yes.0, no.0);
                (board, self.phrases.put_off_board(OffBoardSet::If(condition, yes.1, no.1)))
            }
            Node::Where(what, it, condition) => {
                let (board, off) = self.pieces(*what, context)?;
                self.filtered_pieces((*what, board, off), *it, *condition, context)?
            }
            Node::Extreme(what, it, most, key) => {
                let (board, off) = self.pieces(*what, context)?;
                let (inner, depth) = context.with_element(*it, true)?;
                let key = self.number(*key, &inner)?;
                let set = self.phrases.put_set(Set::Extreme(board, off, depth, *most, key));
                let off = if off == none {
                    none
                } else {
                    self.phrases.put_off_board(OffBoardSet::Extreme(board, off, depth, *most, key))
                };
                (set, off)
            }
            Node::In(what, container, not) => {
                let of = if *not { *what } else { *container };
                let other = if *not { *container } else { *what };
                let (board, off) = self.pieces(of, context)?;
                let (like, like_off) = self.like(other, context)?;
                if *not {
                    (self.phrases.without(board, like), self.phrases.put_off_board(OffBoardSet::Without(off, like_off)))
                } else {
                    (self.phrases.and(board, like), self.phrases.put_off_board(OffBoardSet::And(off, like_off)))
                }
            }
            _ => return None,
        })
    }

    /// The sites whose pieces match a phrase as a description (`Eval::contains`), and the pieces off the board that match it.
    pub(in super::super) fn like(&mut self, id: NodeId, context: &Context) -> Option<(SetId, TakenSetId)> {
        let program = self.program;
        let (none, all) = (self.phrases.put_off_board(OffBoardSet::None), self.phrases.put_off_board(OffBoardSet::All));
        let every = self.phrases.geometry.every;
        Some(match program.node(id) {
            Node::Intersect(parts) => {
                let (mut board, mut off) = self.like(parts[0], context)?;
                for part in &parts[1..] {
                    let (other, other_off) = self.like(*part, context)?;
                    board = self.phrases.and(board, other);
                    off = self.phrases.put_off_board(OffBoardSet::And(off, other_off));
                }
                (board, off)
            }
            Node::Union(parts) => {
                let (mut board, mut off) = (self.phrases.nothing(), none);
                for part in parts {
                    let (other, other_off) = self.like(*part, context)?;
                    board = self.phrases.or(board, other);
                    off = self.phrases.put_off_board(OffBoardSet::Or(off, other_off));
                }
                (board, off)
            }
            Node::Without(a, b) => {
                let (a, b) = (self.like(*a, context)?, self.like(*b, context)?);
                (self.phrases.without(a.0, b.0), self.phrases.put_off_board(OffBoardSet::Without(a.1, b.1)))
            }
            Node::Where(what, it, condition) => {
                let (board, off) = self.like(*what, context)?;
                self.filtered_pieces((*what, board, off), *it, *condition, context)?
            }
            Node::In(what, container, not) => {
                let (a, b) = (self.like(*what, context)?, self.like(*container, context)?);
                if *not {
                    (self.phrases.without(a.0, b.0), self.phrases.put_off_board(OffBoardSet::Without(a.1, b.1)))
                } else {
                    (self.phrases.and(a.0, b.0), self.phrases.put_off_board(OffBoardSet::And(a.1, b.1)))
                }
            }
            Node::If(condition, yes, no) => {
                let condition = self.truth(*condition, context)?;
                let (yes, no) = (self.like(*yes, context)?, self.like(*no, context)?);
                let board = self.phrases.set_if(condition, yes.0, no.0);
                (board, self.phrases.put_off_board(OffBoardSet::If(condition, yes.1, no.1)))
            }
            Node::On(what, on, not) => {
                let (what, off) = self.like(*what, context)?;
                (self.standing_on(what, *on, *not, context)?, self.off_standing(off, *on, *not, context)?)
            }
            Node::Given(Given::Pieces) => (self.phrases.constant(every), all),
            Node::PiecesOfKinds(kinds) => {
                let kinds = self.bits(*kinds, context)?;
                (self.pieces_of_kinds(kinds, true), self.phrases.put_off_board(OffBoardSet::Kinds(kinds)))
            }
            Node::Field(Field::PiecesOf, sides) => {
                let sides = self.bits(*sides, context)?;
                (self.pieces_of(sides, true), self.phrases.put_off_board(OffBoardSet::Sides(sides)))
            }
            Node::PiecesBearing(slot, attribute, values) => {
                let values = self.bits(*values, context)?;
                let classes = self.classes_borne(*slot, *attribute, values);
                (self.bearing(*slot, classes, true), self.off_bearing(*slot, classes))
            }
            Node::Tokens(_) | Node::TokensBearing(..) | Node::TokensFaced(..) => return None,
            Node::RelativeSites(..) => (self.place(id, context)?, none),
            Node::Sites(_) => (self.sites(id, context)?, none),
            _ if program.type_of(id) == Type::Piece => match self.lying(id, context) {
                Some(lying) => (self.phrases.nothing(), self.phrases.put_off_board(OffBoardSet::Among(lying?))),
                None => self.pieces(id, context)?,
            },
            _ => return None,
        })
    }

    /// The sites whose pieces stand on what a phrase denotes, relative words being those of each piece's owner.
    pub(in super::super) fn place(&mut self, id: NodeId, context: &Context) -> Option<SetId> {
        let standing = self.phrases.everybody();
        self.standing_on(standing, id, false, context)
    }

    /// The sites that a phrase denotes where it describes a piece of a side.
    pub(in super::super) fn region(&mut self, id: NodeId, side: usize) -> Option<SetId> {
        self.sites(id, &Context::default().describing(Some(side)))
    }

    /// Those of the pieces that stand on what a phrase denotes for each piece's owner; with `not`, those that do not.
    pub(super) fn standing_on(&mut self, what: SetId, on: NodeId, not: bool, context: &Context) -> Option<SetId> {
        let part = |phrases: &mut super::Phrases<B>, set: SetId, on: SetId| {
            if not { phrases.without(set, on) } else { phrases.and(set, on) }
        };
        Some(match self.by_owner(|compiler, context| compiler.sites(on, context), context)? {
            ByOwner::Same(on) => part(self.phrases, what, on),
            ByOwner::Each(sides, nobody) => self.each_owner(what, sides, nobody, part),
        })
    }

    /// The same for pieces off the board: they stand on no site, unless they are in towers.
    fn off_standing(&mut self, off: TakenSetId, on: NodeId, not: bool, context: &Context) -> Option<TakenSetId> {
        let none = self.phrases.put_off_board(OffBoardSet::None);
        if off == none || !self.phrases.may_be_off_board || self.phrases.slots.towers.is_none() {
            return Some(if not { off } else { none });
        }
        let standing = match self.by_owner(|compiler, context| compiler.sites(on, context), context)? {
            ByOwner::Same(on) => self.phrases.put_off_board(OffBoardSet::On(off, on)),
            ByOwner::Each(sides, _) => {
                let mut all = none;
                for (side, on) in sides.into_iter().enumerate() {
                    let side = self.phrases.constant_bits(1 << side);
                    let own = self.phrases.put_off_board(OffBoardSet::Sides(side));
                    let own = self.phrases.put_off_board(OffBoardSet::And(off, own));
                    let own = self.phrases.put_off_board(OffBoardSet::On(own, on));
                    all = self.phrases.put_off_board(OffBoardSet::Or(all, own));
                }
                all
            }
        };
        Some(if not { self.phrases.put_off_board(OffBoardSet::Without(off, standing)) } else { standing })
    }

    fn on_pieces(&mut self, set: Set) -> SetId {
        let set = self.phrases.put_set(set);
        self.among_pieces(set)
    }

    /// Those of a set with a piece on them that is not taken.
    pub(super) fn among_pieces(&mut self, set: SetId) -> SetId {
        let every = self.phrases.every_piece();
        self.phrases.and(set, every)
    }

    pub(super) fn pieces_of(&mut self, sides: BitsId, waiting: bool) -> SetId {
        let kinds = self.phrases.constant_bits(u64::MAX);
        self.phrases.boards(sides, kinds, waiting)
    }

    fn pieces_of_kinds(&mut self, kinds: BitsId, waiting: bool) -> SetId {
        let sides = self.phrases.constant_bits(u64::MAX);
        self.phrases.boards(sides, kinds, waiting)
    }

    fn in_all(&mut self, parts: &Nodes, context: &Context) -> Option<(SetId, TakenSetId)> {
        let concrete = parts.iter().position(|part| !self.is_open(*part)).unwrap_or(0);
        let none = self.phrases.put_off_board(OffBoardSet::None);
        let (mut board, mut off) = self.pieces(parts[concrete], context)?;
        for (_, part) in parts.iter().enumerate().filter(|(i, _)| *i != concrete) {
            let (other, _) = self.pieces(*part, context)?;
            board = self.phrases.and(board, other);
            if off != none {
                let (_, like) = self.like(*part, context)?;
                off = self.phrases.put_off_board(OffBoardSet::And(off, like));
            }
        }
        Some((board, off))
    }

    /// Whether a phrase only describes pieces (`own`, `king`), and does not mean particular ones.
    pub(super) fn is_open(&self, id: NodeId) -> bool {
        matches!(
            self.program.node(id),
            Node::PiecesOfKinds(_) | Node::PiecesBearing(..) | Node::Field(Field::PiecesOf, _) | Node::Given(Given::Pieces)
        )
    }

    /// The owners of pieces, as bits of sides.
    pub(super) fn owners_of(&mut self, pieces: (SetId, TakenSetId)) -> BitsId {
        self.phrases.put_bits(Bits::Owners(pieces.0, pieces.1))
    }
}
