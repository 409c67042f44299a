//! Random setups of a sample, with every part that a setup may have.

use super::*;
use crate::model::StoredId;
use crate::model::rules::PileRef;
use crate::model::setup::Setup;
use crate::model::setup::{Item, Kept, Outcome, Pending, Plain, Shuffle, SlotContent, StoredRef, Token};
use crate::notation::tokens::everybody;
use std::collections::BTreeMap;

/// A small pseudo-random generator.
pub(in crate::notation) struct Dice(pub(in crate::notation) u64);

impl Dice {
    pub(in crate::notation) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
    fn often(&mut self) -> bool {
        self.below(3) > 0
    }
}

fn token(equipment: &Equipment, kind: TokenId, shuffles: usize, dice: &mut Dice) -> Token {
    let declared = &equipment.tokens[kind.index()];
    let face = declared.faces.map_or(0, |faces| dice.below(equipment.enums[faces.index()].values.len()) as u8);
    let shuffle = (shuffles > 0).then(|| dice.below(shuffles) as u8);
    match shuffle {
        Some(shuffle) if !dice.often() => {
            let seen_by = if dice.often() { 0 } else { dice.below(1 << equipment.players.len()) as u8 };
            Token::Unseen { face, seen_by, shuffle }
        }
        _ => Token::Seen {
            class: dice.below(declared.classes.len()) as u16,
            face,
            seen_by: if dice.often() { everybody(equipment) } else { dice.below(1 << equipment.players.len()) as u8 },
            shuffle: shuffle.filter(|_| dice.below(4) == 0),
        },
    }
}

fn any_piece(equipment: &Equipment, shuffles: usize, dice: &mut Dice) -> Piece {
    let kind = dice.below(equipment.kinds.len());
    let owner = equipment.kinds[kind].owner.unwrap_or(SideId(dice.below(equipment.sides.len()) as u8));
    let mut slots = Vec::new();
    for (i, slot) in equipment.slots.iter().enumerate() {
        if dice.often() {
            slots.push((
                SlotId(i as u8),
                match slot.holds {
                    SlotType::Value(values) => {
                        SlotContent::Value(dice.below(equipment.enums[values.index()].values.len()) as u8)
                    }
                    SlotType::Token(kind) => SlotContent::Token(token(equipment, kind, shuffles, dice)),
                },
            ));
        }
    }
    Piece { owner, kind: KindId(kind as u8), slots }
}

fn plain(dice: &mut Dice, depth: usize) -> Plain {
    match dice.below(if depth == 0 { 2 } else { 4 }) {
        0 => Plain::Number(dice.below(2000) as i64 - 1000),
        1 => Plain::Word(["north\"east", "", "a = [1]", "é\n"][dice.below(4)].into()),
        2 => Plain::List((0..dice.below(4)).map(|_| plain(dice, depth - 1)).collect()),
        _ => Plain::Record(
            ["pc", "a b", "", "x.y"][..dice.below(5)].iter().map(|k| ((*k).to_string(), plain(dice, depth - 1))).collect(),
        ),
    }
}

fn piles(equipment: &Equipment, shuffles: usize, dice: &mut Dice) -> Vec<(PileRef, Vec<Item>)> {
    let mut piles = BTreeMap::new();
    for (i, pile) in equipment.piles.iter().enumerate() {
        let owners = match pile.of {
            PileOwner::Common | PileOwner::One(_) => 1,
            PileOwner::EachSide => equipment.sides.len(),
            PileOwner::EachPlayer => equipment.players.len(),
        };
        for owner in 0..owners {
            let one = |dice: &mut Dice| match pile.holds {
                PileHolds::Token(kind) => Item::Token(token(equipment, kind, shuffles, dice)),
                PileHolds::Pieces => Item::Piece(any_piece(equipment, shuffles, dice)),
                PileHolds::Kind(kind) => Item::Piece(Piece { kind, ..any_piece(equipment, shuffles, dice) }),
            };
            if dice.often() {
                let mut items = Vec::new();
                for _ in 0..dice.below(4) {
                    let item = one(dice);
                    items.extend(std::iter::repeat_n(item, 1 + dice.below(3)));
                }
                piles.insert(PileRef { pile: crate::model::PileId(i as u8), owner: owner as u8 }, items);
            }
        }
    }
    piles.into_iter().collect()
}

/// A setup determined by the seed.
pub(in crate::notation) fn setup(equipment: &Equipment, seed: u64) -> Setup {
    let dice = &mut Dice(seed);
    let mut setup = Setup { turn: dice.below(equipment.turn_order.len()) as u8, ..Setup::default() };
    setup.turns = if dice.often() { dice.below(300) as u32 } else { 0 };
    let shuffles = if equipment.tokens.is_empty() { 0 } else { dice.below(4) };
    for _ in 0..shuffles {
        let kind = dice.below(equipment.tokens.len());
        let left: Vec<(u16, u16)> = (0..equipment.tokens[kind].classes.len())
            .map(|class| (class as u16, dice.below(4) as u16))
            .filter(|(_, n)| *n > 0)
            .collect();
        setup.shuffles.push(Shuffle { token: TokenId(kind as u8), left });
    }
    for i in 0..equipment.board.sites.len() {
        if dice.below(3) == 0 {
            let height = 1 + dice.below(equipment.stacks as usize);
            setup.board.push((SiteId(i as u16), (0..height).map(|_| any_piece(equipment, shuffles, dice)).collect()));
        }
        if let Some((_, kind)) = equipment.under
            && dice.often()
        {
            setup.under.push((SiteId(i as u16), token(equipment, kind, shuffles, dice)));
        }
    }
    setup.piles = piles(equipment, shuffles, dice);
    let stored = |i: usize, owner: usize| StoredRef { stored: StoredId(i as u8), owner: owner as u8 };
    if dice.often() {
        setup.stored = vec![
            (stored(0, 0), Kept::Number(dice.below(100) as i64)),
            (stored(1, dice.below(equipment.players.len())), Kept::Number(dice.below(100) as i64 - 5)),
            (stored(2, dice.below(2)), Kept::Number(dice.below(2) as i64)),
            (
                stored(3, 0),
                Kept::Sites((0..dice.below(4)).map(|_| SiteId(dice.below(equipment.board.sites.len()) as u16)).collect()),
            ),
            (stored(4, 0), Kept::Bits(dice.below(1 << equipment.kinds.len()) as u64)),
        ];
    }
    if dice.below(5) == 0 {
        setup.out.push(SideId(dice.below(equipment.sides.len()) as u8));
    }
    if dice.below(2) == 0 {
        let actor = dice.often().then(|| PlayerId(dice.below(equipment.players.len()) as u8));
        let stack = (0..dice.below(4)).map(|_| plain(dice, 3)).collect();
        setup.pending = Some(Pending { program: dice.0, actor, stack });
    }
    if dice.below(4) == 0 {
        setup.outcome = Some(Outcome {
            winners: (0..dice.below(2)).map(|i| SideId(i as u8)).collect(),
            reason: ["elimination", "\"\n"][dice.below(2)].into(),
            rule: RuleId(dice.below(3) as u16),
            scores: (0..equipment.players.len() * dice.below(2)).map(|i| i as i64 - 1).collect(),
            ranking: (0..dice.below(3).min(equipment.sides.len())).map(|i| vec![SideId(i as u8)]).collect(),
        });
    }
    setup
}
