//! Phrases that denote members, numbers or truths; stored things and piles.

use super::super::term::{Bits, BitsId, Num, NumId, Off, Set, SetId, TURNS, Truth, TruthId};
use super::{Bound, ByOwner, Compiler, Context, Whose, name};
use crate::engine::word::Word;
use crate::model::equipment::PileOwner;
use crate::model::expr::{Field, Given, Type};
use crate::model::rules::StoredOf;
use crate::model::{PileId, StoredId};
use crate::program::node::{Node, NodeId};

impl<B: Word> Compiler<'_, B> {
    /// The members that a phrase denotes.
    pub(in super::super) fn bits(&mut self, id: NodeId, context: &Context) -> Option<BitsId> {
        let program = self.program;
        let equipment = &program.equipment;
        Some(match program.node(id) {
            Node::None => self.phrases.constant_bits(0),
            Node::Bits(bits) => self.phrases.constant_bits(*bits),
            Node::RelativeDirections(way, to) => {
                let ways = |side: usize| program.geometry.ways(side, *way);
                match self.whose(*to, context)? {
                    Whose::Side(sides) => self.phrases.put_bits(Bits::Known(sides.map(ways))),
                    Whose::Actor => {
                        let [first, second] = [0, 1].map(|side| self.phrases.constant_bits(ways(side)));
                        self.phrases.put_bits(Bits::Whose(first, second))
                    }
                    Whose::Sides(sides) => self.map(sides, vec![ways(0), ways(1)]),
                }
            }
            Node::Given(given) => {
                let players = &equipment.players;
                let of = |turn: usize| self.phrases.turn_players[turn];
                let bits = match given {
                    Given::Mover => std::array::from_fn(|turn| 1 << of(turn)),
                    Given::Opponent => std::array::from_fn(|turn| {
                        let side = players.get(of(turn) as usize).map(|player| player.side);
                        let others = players.iter().enumerate().filter(|(_, player)| Some(player.side) != side);
                        others.fold(0, |all, (i, _)| all | 1 << i)
                    }),
                    Given::Players => [(1 << players.len()) - 1; TURNS],
                    Given::Sides => [(1 << equipment.sides.len()) - 1; TURNS],
                    _ => return None,
                };
                self.phrases.put_bits(Bits::Known(bits))
            }
            Node::Stored(stored, of) => {
                let owners = self.owners(*stored, *of, context)?;
                let bits = match self.slot(*stored, owners) {
                    Some(slot) => Bits::Kept(slot),
                    None => Bits::KeptOf(stored.0 as u16, owners),
                };
                self.phrases.put_bits(bits)
            }
            Node::Intersect(parts) => {
                let mut all = self.phrases.constant_bits(u64::MAX);
                for part in parts {
                    let part = self.bits(*part, context)?;
                    all = self.phrases.put_bits(Bits::And(all, part));
                }
                all
            }
            Node::Union(parts) => {
                let mut all = self.phrases.constant_bits(0);
                for part in parts {
                    let part = self.bits(*part, context)?;
                    all = self.phrases.put_bits(Bits::Or(all, part));
                }
                all
            }
            Node::Without(a, b) => {
                let (a, b) = (self.bits(*a, context)?, self.bits(*b, context)?);
                self.phrases.put_bits(Bits::Without(a, b))
            }
            Node::Field(field, of) => self.field_bits(*field, *of, context)?,
            Node::Local(local) => match context.bound(*local) {
                Some(Bound::Members(members)) => self.phrases.constant_bits(members),
                Some(Bound::Element(_)) => return None,
                None => self.phrases.put_bits(Bits::Local(name(*local)?)),
            },
            Node::If(condition, yes, no) => {
                let condition = self.truth(*condition, context)?;
                let (yes, no) = (self.bits(*yes, context)?, self.bits(*no, context)?);
                self.phrases.put_bits(Bits::If(condition, yes, no))
            }
            Node::Where(what, it, condition) => {
                let of = self.bits(*what, context)?;
                let members = 0..self.universe(*what);
                let truths = members.map(|member| self.truth(*condition, &context.with_members(*it, 1 << member)));
                let truths: Vec<TruthId> = truths.collect::<Option<_>>()?;
                let list = place(&mut self.phrases.truth_lists, truths);
                self.phrases.put_bits(Bits::Where(of, list))
            }
            Node::Extreme(what, it, most, key) => {
                let of = self.bits(*what, context)?;
                let members = 0..self.universe(*what);
                let keys = members.map(|member| self.number(*key, &context.with_members(*it, 1 << member)));
                let keys: Vec<NumId> = keys.collect::<Option<_>>()?;
                let list = place(&mut self.phrases.number_lists, keys);
                self.phrases.put_bits(Bits::Extreme(of, *most, list))
            }
            Node::In(what, container, not) => {
                let (what, container) = (self.bits(*what, context)?, self.bits(*container, context)?);
                self.phrases.put_bits(if *not { Bits::Without(what, container) } else { Bits::And(what, container) })
            }
            _ => return None,
        })
    }

    /// How many members there can be.
    fn universe(&self, id: NodeId) -> usize {
        let equipment = &self.program.equipment;
        match self.program.type_of(id) {
            Type::Direction => equipment.board.directions.len(),
            Type::Player => equipment.players.len(),
            Type::Side => equipment.sides.len(),
            Type::Kind => equipment.kinds.len(),
            Type::Value(values) => equipment.enums[values.index()].values.len(),
            _ => 0,
        }
    }

    fn field_bits(&mut self, field: Field, of: NodeId, context: &Context) -> Option<BitsId> {
        let equipment = &self.program.equipment;
        Some(match field {
            Field::Owner => {
                let pieces = self.pieces(of, context)?;
                self.owners_of(pieces)
            }
            Field::Kind => {
                let (set, off) = self.pieces(of, context)?;
                self.phrases.put_bits(Bits::Kinds(set, off))
            }
            Field::SideOf => {
                let players = self.bits(of, context)?;
                self.sides_of_players(players)
            }
            Field::PlayersOf => {
                let sides = self.bits(of, context)?;
                let of_side = |side: usize| {
                    let players = equipment.players.iter().enumerate();
                    players.filter(|(_, player)| player.side.index() == side).fold(0, |all, (i, _)| all | 1 << i)
                };
                let table = (0..equipment.sides.len()).map(of_side).collect();
                self.map(sides, table)
            }
            Field::PlayerAttribute(i) => {
                let players = self.bits(of, context)?;
                let attribute = |player: &crate::model::equipment::Player| {
                    player.attributes.get(i as usize).map_or(0, |(_, _, values)| *values)
                };
                let table = equipment.players.iter().map(attribute).collect();
                self.map(players, table)
            }
            _ => return None,
        })
    }

    fn map(&mut self, of: BitsId, table: Vec<u64>) -> BitsId {
        let table = place(&mut self.phrases.maps, table);
        self.phrases.put_bits(Bits::Map(of, table))
    }

    pub(super) fn sides_of_players(&mut self, players: BitsId) -> BitsId {
        let table = self.program.equipment.players.iter().map(|player| 1 << player.side.0).collect();
        self.map(players, table)
    }

    /// Whose a stored thing is meant, as bits.
    pub(in super::super) fn owners(&mut self, stored: StoredId, of: Option<NodeId>, context: &Context) -> Option<BitsId> {
        Some(match (self.program.stored[stored.index()].of, of) {
            (StoredOf::Position, _) => self.phrases.constant_bits(1),
            (_, None) => {
                let movers = self.phrases.turn_players.map(|player| 1 << player);
                self.phrases.put_bits(Bits::Known(movers))
            }
            (StoredOf::Side, Some(of)) if self.program.type_of(of) == Type::Player => {
                let players = self.bits(of, context)?;
                self.sides_of_players(players)
            }
            (_, Some(of)) => self.bits(of, context)?,
        })
    }

    /// The first number of a stored thing, for each place of the turn order, where that is known beforehand and of one owner.
    fn slot(&self, stored: StoredId, owners: BitsId) -> Option<[u8; TURNS]> {
        let Bits::Known(owners) = *self.phrases.bits.get(owners) else { return None };
        let slots = self.phrases.slots.all_stored()[stored.index()];
        let one = |bits: u64| bits.count_ones() == 1 && (bits.trailing_zeros() as usize) < slots.owners;
        let at = |bits: u64| (slots.start + bits.trailing_zeros() as usize * slots.width) as u8;
        owners.iter().all(|bits| one(*bits)).then(|| owners.map(at))
    }

    pub(super) fn kept_sites(&mut self, stored: StoredId, of: Option<NodeId>, context: &Context) -> Option<SetId> {
        let owners = self.owners(stored, of, context)?;
        Some(match self.slot(stored, owners) {
            Some(slot) => self.phrases.put_set(Set::Kept(slot)),
            None => self.phrases.put_set(Set::KeptOf(stored.0 as u16, owners)),
        })
    }

    /// Which piles a phrase denotes: their places in the layout, as bits.
    pub(in super::super) fn piles(&mut self, id: NodeId, context: &Context) -> Option<BitsId> {
        Some(match self.program.node(id) {
            Node::Field(Field::Pile(pile), of) => self.piles_of(*pile, *of, context)?,
            Node::Union(parts) => {
                let mut all = self.phrases.constant_bits(0);
                for part in parts {
                    let part = self.piles(*part, context)?;
                    all = self.phrases.put_bits(Bits::Or(all, part));
                }
                all
            }
            _ => return None,
        })
    }

    fn piles_of(&mut self, pile: PileId, of: NodeId, context: &Context) -> Option<BitsId> {
        let (program, layout) = (self.program, &self.program.layout);
        let owners = match program.equipment.piles[pile.index()].of {
            PileOwner::Common | PileOwner::One(_) => self.phrases.constant_bits(1),
            declared => {
                let bits = self.bits(of, context)?;
                let by_side = declared == PileOwner::EachSide && program.type_of(of) == Type::Player;
                if by_side { self.sides_of_players(bits) } else { bits }
            }
        };
        let table = (0..8).map(|owner| layout.pile(pile, owner).map_or(0, |place| 1 << place)).collect();
        Some(self.map(owners, table))
    }

    /// The number that a phrase denotes, or several.
    pub(in super::super) fn number(&mut self, id: NodeId, context: &Context) -> Option<NumId> {
        let program = self.program;
        if let Type::Value(_) = program.type_of(id) {
            let bits = self.bits(id, context)?;
            return Some(self.phrases.put_num(Num::Places(bits)));
        }
        let num = match program.node(id) {
            Node::None => Num::None,
            Node::Number(number) => Num::Known([*number; TURNS]),
            Node::Given(Given::Turns) => Num::Turns,
            Node::Given(Given::Repeats) => Num::Repeats,
            Node::Stored(stored, of) => {
                let owners = self.owners(*stored, *of, context)?;
                match self.slot(*stored, owners) {
                    Some(slot) => Num::Slot(slot),
                    None => Num::SlotOf(stored.0 as u16, owners),
                }
            }
            Node::Count(of) => return self.count(*of, context),
            Node::Total(field, of) => return self.total(*field, *of, context),
            Node::Arithmetic(op, a, b) => Num::Arithmetic(*op, self.number(*a, context)?, self.number(*b, context)?),
            Node::Order(what, list) => {
                if program.type_of(*list) != Type::Piece {
                    return None;
                }
                let (list, like) = (self.pieces(*list, context)?, self.like(*what, context)?);
                Num::Order(list.0, list.1, like.0, like.1)
            }
            Node::Union(parts) => {
                let mut all = self.number(parts[0], context)?;
                for part in &parts[1..] {
                    let part = self.number(*part, context)?;
                    all = self.phrases.put_num(Num::Union(all, part));
                }
                return Some(all);
            }
            Node::Field(field @ (Field::Worth | Field::File | Field::Rank), of) => match program.type_of(*of) {
                Type::Piece => {
                    let (set, off) = self.pieces(*of, context)?;
                    Num::Each(*field, set, off)
                }
                Type::Site if *field != Field::Worth => {
                    let none = self.phrases.put_off(Off::None);
                    Num::Each(*field, self.sites(*of, context)?, none)
                }
                Type::Kind if *field == Field::Worth => Num::EachKind(self.bits(*of, context)?),
                _ => return None,
            },
            Node::If(condition, yes, no) => {
                Num::If(self.truth(*condition, context)?, self.number(*yes, context)?, self.number(*no, context)?)
            }
            Node::Local(local) if context.bound(*local).is_none() => Num::Local(name(*local)?),
            _ => return None,
        };
        Some(self.phrases.put_num(num))
    }

    fn count(&mut self, of: NodeId, context: &Context) -> Option<NumId> {
        if let Some(count) = self.counted_in(of, context) {
            return count;
        }
        let num = match self.program.type_of(of) {
            Type::Site => Num::CountSites(self.sites(of, context)?),
            Type::Piece => {
                let (set, off) = self.pieces(of, context)?;
                Num::CountPieces(set, off)
            }
            Type::Number => Num::CountNumbers(self.number(of, context)?),
            Type::Truth => Num::CountTruth(self.truth(of, context)?),
            Type::Token(_) | Type::Pile | Type::Move => return None,
            _ => Num::CountBits(self.bits(of, context)?),
        };
        Some(self.phrases.put_num(num))
    }

    /// How many pieces `P in PILE` denotes; nothing said of other phrases.
    fn counted_in(&mut self, of: NodeId, context: &Context) -> Option<Option<NumId>> {
        let program = self.program;
        let Node::In(what, container, false) = program.node(of) else { return None };
        let Node::Contents(piles) = program.node(*container) else { return None };
        if program.type_of(of) != Type::Piece || program.type_of(*piles) != Type::Pile {
            return None;
        }
        Some(self.pieces_in(*what, *piles, context))
    }

    fn pieces_in(&mut self, what: NodeId, piles: NodeId, context: &Context) -> Option<NumId> {
        let (piles, boards) = (self.piles(piles, context)?, self.classes(what, context)?);
        let all = (0..self.program.layout.piles.len()).filter_map(|pile| {
            let first = self.phrases.slots.pile(pile, 0, 0) as u8;
            let meant = self.has_member(piles, pile);
            let never = *self.phrases.truths.get(meant) == Truth::Known([false; TURNS]);
            (!never).then_some((first, meant))
        });
        let all: Vec<(u8, TruthId)> = all.collect();
        let nothing = self.phrases.put_num(Num::Known([0; TURNS]));
        let mut sum = nothing;
        for (first, meant) in all {
            for board in (0..8u8).filter(|board| boards >> board & 1 != 0) {
                let one = self.phrases.put_num(Num::Slot([first + board; TURNS]));
                let one = match *self.phrases.truths.get(meant) {
                    Truth::Known([true, true, true, true]) => one,
                    _ => self.phrases.put_num(Num::If(meant, one, nothing)),
                };
                sum = if sum == nothing {
                    one
                } else {
                    self.phrases.put_num(Num::Arithmetic(crate::model::expr::Arithmetic::Add, sum, one))
                };
            }
        }
        Some(sum)
    }

    /// The sides and kinds of pieces off the board that a phrase says they are of, where it says that of all alike.
    fn classes(&mut self, what: NodeId, context: &Context) -> Option<u8> {
        let every = self.phrases.every_board;
        Some(match self.program.node(what) {
            Node::Given(Given::Pieces) => every,
            Node::PiecesOfKinds(kinds) => {
                let kinds = self.bits(*kinds, context)?;
                self.phrases.boards_of(3, self.phrases.same_bits(kinds)?)
            }
            Node::Field(Field::PiecesOf, sides) => {
                let sides = self.bits(*sides, context)?;
                self.phrases.boards_of(self.phrases.same_bits(sides)?, u64::MAX)
            }
            Node::Intersect(parts) => {
                let mut all = every;
                for part in parts {
                    all &= self.classes(*part, context)?;
                }
                all
            }
            Node::Union(parts) => {
                let mut all = 0;
                for part in parts {
                    all |= self.classes(*part, context)?;
                }
                all
            }
            Node::Without(a, b) => self.classes(*a, context)? & !self.classes(*b, context)?,
            _ => return None,
        })
    }

    fn total(&mut self, field: Field, of: NodeId, context: &Context) -> Option<NumId> {
        let num = match (self.program.type_of(of), field) {
            (Type::Piece, Field::Worth) => {
                let (set, off) = self.pieces(of, context)?;
                Num::Worth(set, off)
            }
            (Type::Piece, Field::File | Field::Rank) => {
                let (set, off) = self.pieces(of, context)?;
                Num::Total(field, set, off)
            }
            (Type::Site, Field::File | Field::Rank) => {
                let none = self.phrases.put_off(Off::None);
                Num::Total(field, self.sites(of, context)?, none)
            }
            (Type::Kind, Field::Worth) => Num::WorthOfKinds(self.bits(of, context)?),
            _ => return None,
        };
        Some(self.phrases.put_num(num))
    }

    /// Whether a phrase holds.
    pub(in super::super) fn truth(&mut self, id: NodeId, context: &Context) -> Option<TruthId> {
        let program = self.program;
        let truth = match program.node(id) {
            Node::None => Truth::Known([false; TURNS]),
            Node::Truth(truth) => Truth::Known([*truth; TURNS]),
            Node::And(parts) => {
                let mut all = self.phrases.constant_truth(true);
                for part in parts {
                    let part = self.truth(*part, context)?;
                    all = self.phrases.put_truth(Truth::And(all, part));
                }
                return Some(all);
            }
            Node::Or(parts) => {
                let mut any = self.phrases.constant_truth(false);
                for part in parts {
                    let part = self.truth(*part, context)?;
                    any = self.phrases.put_truth(Truth::Or(any, part));
                }
                return Some(any);
            }
            Node::Not(of) => Truth::Not(self.truth(*of, context)?),
            Node::Some(of) => return self.any(*of, context),
            Node::Compare(order, a, b) => Truth::Compare(*order, self.number(*a, context)?, self.number(*b, context)?),
            Node::Is(a, b) => return self.is(*a, *b, context),
            Node::CanPath(who, path) => {
                let (who, _) = self.pieces(*who, context)?;
                let test = self.can_path(*path, context)?;
                return Some(self.any_where(who, test));
            }
            Node::CanGroup(who, groups, prey) => {
                if program.type_of(*who) != Type::Piece {
                    return None;
                }
                let (who, _) = self.pieces(*who, context)?;
                let test = self.can_group(groups, *prey, context)?;
                return Some(self.any_where(who, test));
            }
            Node::Stored(stored, of) => {
                let owners = self.owners(*stored, *of, context)?;
                match self.slot(*stored, owners) {
                    Some(slot) => Truth::Slot(slot),
                    None => Truth::SlotOf(stored.0 as u16, owners),
                }
            }
            Node::Local(local) if context.bound(*local).is_none() => Truth::Local(name(*local)?),
            Node::If(condition, yes, no) => {
                Truth::If(self.truth(*condition, context)?, self.truth(*yes, context)?, self.truth(*no, context)?)
            }
            _ => return None,
        };
        Some(self.phrases.put_truth(truth))
    }

    /// Whether there is anything that a phrase denotes.
    fn any(&mut self, of: NodeId, context: &Context) -> Option<TruthId> {
        if let Some(count) = self.counted_in(of, context) {
            let (count, zero) = (count?, self.phrases.put_num(Num::Known([0; TURNS])));
            return Some(self.phrases.put_truth(Truth::Compare(crate::syntax::ast::Order::More, count, zero)));
        }
        let truth = match self.program.type_of(of) {
            Type::Site => Truth::Any(self.sites(of, context)?),
            Type::Piece => {
                let (set, off) = self.pieces(of, context)?;
                let (on, off) = (self.phrases.put_truth(Truth::Any(set)), self.phrases.put_truth(Truth::AnyOff(off)));
                Truth::Or(on, off)
            }
            Type::Truth => return self.truth(of, context),
            Type::Number => Truth::AnyNumber(self.number(of, context)?),
            Type::Move => {
                let asked = &mut self.phrases.asked;
                let place = asked.iter().position(|known| *known == of).unwrap_or_else(|| {
                    asked.push(of);
                    asked.len() - 1
                });
                if place >= 64 {
                    return None;
                }
                Truth::Moves(place as u8)
            }
            Type::Token(_) | Type::Pile => return None,
            _ => Truth::AnyBits(self.bits(of, context)?),
        };
        Some(self.phrases.put_truth(truth))
    }

    /// `A is B`: A is not empty and contained in B.
    fn is(&mut self, a: NodeId, b: NodeId, context: &Context) -> Option<TruthId> {
        let program = self.program;
        match program.type_of(a) {
            Type::Truth => {
                let (a, b) = (self.truth(a, context)?, self.truth(b, context)?);
                Some(self.phrases.put_truth(Truth::Same(a, b)))
            }
            Type::Direction | Type::Player | Type::Side | Type::Kind | Type::Value(_) => {
                if program.type_of(a) != program.type_of(b) {
                    return None;
                }
                let (a, b) = (self.bits(a, context)?, self.bits(b, context)?);
                let (some, within) = (Truth::AnyBits(a), Truth::WithinBits(a, b));
                Some(self.both(some, within))
            }
            Type::Site => {
                if let Node::Field(Field::Site, pieces) = program.node(a) {
                    return self.place_is(*pieces, b, context);
                }
                let (a, b) = (self.sites(a, context)?, self.like_site(b, context)?);
                Some(self.both(Truth::Any(a), Truth::Within(a, b)))
            }
            Type::Piece => {
                let (board, off) = self.pieces(a, context)?;
                let (like, like_off) = self.like(b, context)?;
                let some = {
                    let (on, off) = (self.phrases.put_truth(Truth::Any(board)), self.phrases.put_truth(Truth::AnyOff(off)));
                    Truth::Or(on, off)
                };
                let within = {
                    let on = self.phrases.put_truth(Truth::Within(board, like));
                    let off = self.phrases.put_truth(Truth::WithinOff(off, like_off));
                    Truth::And(on, off)
                };
                Some(self.both(some, within))
            }
            _ => None,
        }
    }

    fn both(&mut self, a: Truth, b: Truth) -> TruthId {
        let (a, b) = (self.phrases.put_truth(a), self.phrases.put_truth(b));
        self.phrases.put_truth(Truth::And(a, b))
    }

    /// `site of P is S`: relative words of S are those of the owner of each piece.
    fn place_is(&mut self, pieces: NodeId, b: NodeId, context: &Context) -> Option<TruthId> {
        let (board, off) = self.pieces(pieces, context)?;
        let taken = self.sites_of_taken(off);
        let (on, gone) = (self.phrases.put_truth(Truth::Any(board)), self.phrases.put_truth(Truth::AnyOff(off)));
        let some = Truth::Or(on, gone);
        let within = match self.by_owner(|compiler, context| compiler.like_site(b, context), context)? {
            ByOwner::Same(b) => {
                let all = self.phrases.or(board, taken);
                Truth::Within(all, b)
            }
            ByOwner::Each(sides, nobody) => {
                let and = |phrases: &mut super::Phrases<B>, set: SetId, b: SetId| phrases.and(set, b);
                let fits = self.each_owner(board, sides, nobody, and);
                let mut all = self.phrases.put_truth(Truth::Within(board, fits));
                for (side, b) in sides.into_iter().enumerate() {
                    let bits = self.phrases.constant_bits(1 << side);
                    let own = self.phrases.put_off(Off::Sides(bits));
                    let own = self.phrases.put_off(Off::And(off, own));
                    let own = self.sites_of_taken(own);
                    let within = self.phrases.put_truth(Truth::Within(own, b));
                    all = self.phrases.put_truth(Truth::And(all, within));
                }
                let always = self.phrases.constant_truth(true);
                Truth::And(all, always)
            }
        };
        Some(self.both(some, within))
    }
}

/// The place of a list among others, put there if it is new.
pub(super) fn place<T: PartialEq>(lists: &mut Vec<Vec<T>>, list: Vec<T>) -> u32 {
    let known = lists.iter().position(|known| *known == list);
    known.unwrap_or_else(|| {
        lists.push(list);
        lists.len() - 1
    }) as u32
}
