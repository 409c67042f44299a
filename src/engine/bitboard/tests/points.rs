//! Random points of a move, as states of the general machine and of the bitboard engine.

use smallvec::SmallVec;

use super::super::move_state::{Card, MoveState, NamedValue, Taken, TokenSpot};
use super::super::order::Order;
use super::super::slots::StateLayout;
use crate::engine::machine::Machine;
use crate::engine::position::Position;
use crate::engine::tokens::Token;
use crate::engine::value::{Borne, OffPiece, PieceData, PieceSet, TakenPiece, TokenPlace, TokenRef, Value};
use crate::engine::word::Word;
use crate::model::equipment::{Slot, SlotType};
use crate::model::expr::Type;
use crate::model::{LocalId, SiteId, SiteSet, TokenId};
use crate::program::Program;

/// Random numbers (SplitMix64, Steele, Lea and Flood 2014).
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % bound.max(1) as u64) as usize
    }
}

/// A point of a move, as a state of both engines.
pub(super) struct Point<B: Word> {
    pub(super) machine: Machine,
    pub(super) moving: MoveState<B>,
}

pub(super) fn word<B: Word>(set: &SiteSet, order: &Order) -> B {
    set.iter().fold(B::ZERO, |all, site| all | order.bit(site))
}

pub(super) fn site_set<B: Word>(mut set: B, program: &Program, order: &Order) -> SiteSet {
    let mut sites = program.layout.no_sites();
    while let Some(one) = set.take() {
        sites.insert(order.site(one));
    }
    sites
}

/// A random point of a move: a piece acts, some are taken, some of these wait to be removed, and names are bound.
pub(super) fn point<B: Word>(
    program: &Program,
    slots: &StateLayout,
    position: &Position,
    names: &[(LocalId, Type)],
    dice: &mut Dice,
) -> Point<B> {
    let state = slots.state::<B>(program, position);
    let order = &slots.order;
    let bit = |site: SiteId| order.bit(site);
    let word = |set: &SiteSet| word::<B>(set, order);
    let sites = program.layout.sites;
    let mut machine = Machine::default();
    let mut moving = MoveState {
        state: state.clone(),
        actor: B::ZERO,
        taken: Vec::new(),
        waiting: B::ZERO,
        passed: B::ZERO,
        start: B::ZERO,
        landing: B::ZERO,
        trail: B::ZERO,
        legs: 0,
        under_way: false,
        names: [NamedValue::Nothing; super::super::move_state::NAMES],
        repeats: 1,
        work: Default::default(),
        deep: Default::default(),
    };
    let pieces: Vec<SiteId> = site_set(state.occupied(), program, order).iter().collect();
    let any = |dice: &mut Dice| SiteId(dice.below(sites) as u16);
    let piece = |dice: &mut Dice| pieces.get(dice.below(pieces.len())).copied();
    if dice.below(4) > 0 {
        let actor = piece(dice);
        machine.moving.actor = actor;
        moving.actor = actor.map_or(B::ZERO, bit);
        machine.moving.start = Some(any(dice));
        moving.start = machine.moving.start.map_or(B::ZERO, bit);
        moving.legs = dice.below(5) as u16;
        machine.moving.legs = moving.legs;
        machine.moving.landing = (dice.below(3) > 0).then(|| any(dice));
        moving.landing = machine.moving.landing.map_or(B::ZERO, bit);
        for _ in 0..dice.below(4) {
            let (stood, passed) = (any(dice), any(dice));
            machine.moving.trail.push(stood);
            moving.trail |= bit(stood);
            machine.moving.passed.push(passed);
            moving.passed |= bit(passed);
        }
        for _ in 0..dice.below(4) {
            let (Some(site), waits) = (piece(dice), dice.below(2) == 0) else { continue };
            let (side, kind) = if waits {
                match position.store.piece_at(site, &program.layout) {
                    Some((side, kind)) => (side as u8, kind as u8),
                    None => continue,
                }
            } else {
                (dice.below(2) as u8, dice.below(program.layout.kinds) as u8)
            };
            let site = if waits { site } else { any(dice) };
            let parts: Vec<u32> = (0..slots.borne.len())
                .map(|i| match waits {
                    true => slots.part_on(i, bit(site), &state),
                    false => some_part(program, slots, i, dice),
                })
                .collect();
            let code = slots.code(side.into(), kind.into(), parts.into_iter());
            let cells = slots.borne.iter().map(|slot| slot.cell(code)).collect();
            let data = PieceData { side, kind, slots: cells };
            let borne = borne(program, &data);
            machine.moving.taken.push(TakenPiece { site, data, waits, borne });
            moving.taken.push(Taken { site: bit(site), side, kind, code });
            if waits {
                moving.waiting |= bit(site);
            }
        }
    }
    machine.values = vec![Value::None; 64];
    for (name, ty) in names {
        let (value, named) = match ty {
            Type::Site => {
                let mut set = program.layout.no_sites();
                set.insert(any(dice));
                (Value::Sites(set.clone()), NamedValue::Sites(word(&set)))
            }
            Type::Piece if !moving.taken.is_empty() && dice.below(3) == 0 => {
                let place = dice.below(moving.taken.len()) as u8;
                let off = SmallVec::from_elem(OffPiece::Taken(place), 1);
                (Value::Pieces(PieceSet { board: program.layout.no_sites(), off }), NamedValue::Taken(1 << place))
            }
            Type::Piece => {
                let mut set = program.layout.no_sites();
                piece(dice).into_iter().for_each(|site| set.insert(site));
                (Value::Pieces(PieceSet::on(set.clone())), NamedValue::Pieces(word(&set)))
            }
            Type::Number => {
                let number = dice.below(4) as i64;
                (Value::Number(number), NamedValue::Number(number))
            }
            Type::Player | Type::Side => {
                let bits = 1 << dice.below(2);
                (Value::Bits(bits), NamedValue::Bits(bits))
            }
            Type::Kind => {
                let bits = 1 << dice.below(program.layout.kinds);
                (Value::Bits(bits), NamedValue::Bits(bits))
            }
            Type::Value(values) => {
                let bits = 1 << dice.below(program.equipment.enums[values.index()].values.len());
                (Value::Bits(bits), NamedValue::Bits(bits))
            }
            Type::Token(token) if slots.cards.are(*token) => some_card(program, slots, *token, dice),
            Type::Token(token) => some_tokens(program, slots, *token, dice),
            _ => (Value::None, NamedValue::Nothing),
        };
        machine.values[name.index()] = value;
        moving.names[name.index()] = named;
    }
    Point { machine, moving }
}

/// A random thing that a piece may bear in a slot, or nothing.
fn some_part(program: &Program, slots: &StateLayout, slot: usize, dice: &mut Dice) -> u32 {
    let borne = &slots.borne[slot];
    let cell = match (borne.token, borne.cards) {
        _ if dice.below(4) == 0 => 0,
        (None, _) => 1 + dice.below(borne.classes) as u32,
        (Some(_), None) => Token::public(dice.below(borne.classes) as u16).cell(),
        (Some(token), Some(_)) => some_cell(program, TokenId(token), dice),
    };
    borne.part_of_cell(cell)
}

/// The tokens on a piece that was taken, wherever they are.
fn borne(program: &Program, piece: &PieceData) -> Borne {
    let slots = program.equipment.slots.iter().zip(&piece.slots);
    let token = |(slot, cell): (&Slot, &u32)| match slot.holds {
        SlotType::Token(kind) if *cell != 0 => Some(TokenRef { kind: kind.0, place: TokenPlace::Gone, at: 0, cell: *cell }),
        _ => None,
    };
    slots.map(token).collect()
}

/// A random card, known or not, whether it is there or not.
pub(super) fn some_card<B: Word>(
    program: &Program,
    slots: &StateLayout,
    token: TokenId,
    dice: &mut Dice,
) -> (Value, NamedValue<B>) {
    let cell = some_cell(program, token, dice);
    let site = SiteId(dice.below(program.layout.sites) as u16);
    let piles: Vec<u8> = (0..slots.piles.len()).filter(|i| slots.piles[*i].token == Some(token.0)).map(|i| i as u8).collect();
    let place = match piles.get(dice.below(piles.len() + 2)) {
        Some(pile) => TokenPlace::Pile(*pile),
        None => TokenPlace::Under(site),
    };
    let spot = match place {
        TokenPlace::Pile(pile) => TokenSpot::Pile(pile),
        _ => TokenSpot::Under(slots.order.bit::<B>(site).first() as u16),
    };
    (
        Value::Tokens(smallvec::smallvec![TokenRef { kind: token.0, place, at: 0, cell }]),
        NamedValue::Card(Card::alone(spot, cell)),
    )
}

fn some_cell(program: &Program, token: TokenId, dice: &mut Dice) -> u32 {
    let known = &program.equipment.tokens[token.index()];
    let faces = known.faces.map_or(1, |faces| program.equipment.enums[faces.index()].values.len());
    let own = program.layout.shuffles.iter().position(|shuffle| shuffle.token == token).map(|own| own as u8);
    let class = dice.below(known.classes.len() + 1).checked_sub(1).map(|class| class as u16);
    let class = class.or(own.is_none().then_some(0));
    let (face, shuffle) = (dice.below(faces) as u8, own.filter(|_| class.is_none()));
    Token { class, shuffle, seen_by: u8::from(class.is_some() && program.layout.hidden[token.index()]), face }.cell()
}

/// Random tokens at one place, whether they are there or not.
pub(super) fn some_tokens<B: Word>(
    program: &Program,
    slots: &StateLayout,
    token: TokenId,
    dice: &mut Dice,
) -> (Value, NamedValue<B>) {
    let classes = program.equipment.tokens[token.index()].classes.len();
    let piles: Vec<u8> = (0..slots.piles.len()).filter(|i| slots.piles[*i].token == Some(token.0)).map(|i| i as u8).collect();
    let borne: Vec<u8> = (0..slots.borne.len()).filter(|i| slots.borne[*i].token == Some(token.0)).map(|i| i as u8).collect();
    let site = dice.below(program.layout.sites) as u16;
    let (place, spot, many) = match (dice.below(3), piles.is_empty(), borne.first()) {
        (0, ..) => (TokenPlace::Box, TokenSpot::Box(token.0), 1),
        (1, _, Some(slot)) => {
            let bit = slots.order.bit::<B>(SiteId(site)).first();
            (TokenPlace::Slot(SiteId(site), *slot), TokenSpot::Slot { slot: *slot, site: bit as u16 }, 1)
        }
        (_, true, _) => return (Value::None, NamedValue::Nothing),
        _ => {
            let pile = piles[dice.below(piles.len())];
            (TokenPlace::Pile(pile), TokenSpot::Pile(pile), 1 + dice.below(3))
        }
    };
    let mut drawn: Vec<usize> = (0..many).map(|_| dice.below(classes)).collect();
    drawn.sort_unstable();
    let refs = drawn.iter().map(|class| TokenRef { kind: token.0, place, at: 0, cell: Token::public(*class as u16).cell() });
    let of = drawn.iter().fold(0, |of, class| of + (1 << (4 * class)));
    (Value::Tokens(refs.collect()), NamedValue::Tokens { spot, of })
}
