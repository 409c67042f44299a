//! What a player sees of a game as numbers, for machine learning.
//!
//! The numbers encode the player's view and the steps already taken towards the current decision. They leave out the order of
//! piles and the rest of an interrupted turn; positions in JSON have both.

use crate::engine::Actor;
use crate::model::equipment::{PileHolds, SlotType};
use crate::model::expr::Type;
use crate::model::rules::{PileRef, StoredOf, StoredType};
use crate::model::setup::{Item, Kept, Piece, SlotContent, StoredRef, Token};
use crate::model::{Equipment, PlayerId, Setup, StoredId, TokenId};
use crate::notation::member;

use super::Stepwise;

/// A part of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// `pieces`
    pub name: String,
    /// The shape of its table of numbers, in row-major order.
    pub shape: Vec<usize>,
    /// The index of its first number.
    pub start: usize,
}

impl Field {
    /// One past the index of its last number.
    pub fn end(&self) -> usize {
        self.start + self.shape.iter().product::<usize>()
    }
}

impl Stepwise {
    /// The parts of every observation of games by these rules, in order.
    pub fn fields(&self) -> Vec<Field> {
        let mut sheet = Sheet { fields: Some(Vec::new()), numbers: &mut [], at: 0 };
        self.write(PlayerId::default(), &mut sheet);
        sheet.fields.unwrap_or_default()
    }

    /// Writes what a player sees into `numbers`; what exceeds its length is dropped.
    ///
    /// ```
    /// use draughtsman::{model::PlayerId, session::{Session, Stepwise}};
    /// let game = Stepwise::new(Session::bundled("english")?)?;
    /// let fields = game.fields();
    /// let mut numbers = vec![0.0; fields.last().map_or(0, |field| field.end())];
    /// game.observe(PlayerId(0), &mut numbers);
    /// let pieces = fields.iter().find(|field| field.name == "pieces").unwrap();
    /// assert_eq!(numbers[pieces.start..pieces.end()].iter().sum::<f32>(), 24.0);
    /// # Ok::<(), draughtsman::session::Error>(())
    /// ```
    pub fn observe(&self, player: PlayerId, numbers: &mut [f32]) {
        numbers.fill(0.0);
        self.write(player, &mut Sheet { fields: None, numbers, at: 0 });
    }

    fn write(&self, player: PlayerId, sheet: &mut Sheet<'_>) {
        let session = self.session();
        let (equipment, seen) = (&session.program().equipment, session.shown(Some(player)));
        let players = equipment.players.len();
        let seats: Vec<PlayerId> = equipment.deciding().collect();
        let seat = |player: PlayerId| seats.iter().position(|one| *one == player).unwrap_or(usize::MAX);
        sheet.one_of("me", seats.len(), seat(player));
        let decider = match self.actor() {
            Some(Actor::Player(decider)) => seat(decider),
            Some(Actor::Chance) => seats.len(),
            None => usize::MAX,
        };
        sheet.one_of("decides", seats.len() + 1, decider);
        sheet.one_of("turn", equipment.turn_order.len(), usize::from(seen.turn));
        let turns = sheet.field(|| "turns".to_owned(), &[1]);
        sheet.add(turns, seen.turns as f32);
        let out = sheet.field(|| "out".to_owned(), &[equipment.sides.len()]);
        seen.out.iter().for_each(|side| sheet.add(out + side.index(), 1.0));
        let taken = sheet.field(|| "steps".to_owned(), &[self.vocabulary().len()]);
        if self.actor() == Some(Actor::Player(player)) {
            self.taken().iter().zip(1u16..).for_each(|(word, nth)| sheet.add(taken + *word as usize, f32::from(nth)));
        }
        board(equipment, &seen, sheet);
        for (declared, pile) in (0u8..).zip(&equipment.piles) {
            for (owner, name) in owners(equipment, &pile.of) {
                let at = PileRef { pile: crate::model::PileId(declared), owner };
                let items = seen.piles.iter().find(|(of, _)| *of == at).map_or(&[][..], |(_, items)| items);
                contents(equipment, pile.holds, &format!("pile {}{name}", pile.name), items, sheet);
            }
        }
        for (i, stored) in session.program().stored.iter().enumerate() {
            let owners = match stored.of {
                StoredOf::Position => 1,
                StoredOf::Player => players,
                StoredOf::Side => equipment.sides.len(),
            };
            let of_type = match stored.holds {
                StoredType::Set(Type::Site | Type::Piece) => equipment.board.sites.len(),
                StoredType::Set(Type::Truth) | StoredType::Number { .. } => 1,
                StoredType::Set(ty) => (0..64).take_while(|i| member(equipment, ty, *i).is_some()).count(),
            };
            let start = sheet.field(|| format!("stored {}", stored.name), &[owners, of_type]);
            for owner in 0..owners {
                let at = StoredRef { stored: StoredId(i as _), owner: owner as u8 };
                let kept = seen.stored.iter().find(|(of, _)| *of == at).map(|(_, kept)| kept);
                keep(stored.holds, kept, start + owner * of_type, of_type, sheet);
            }
        }
        for (i, shuffle) in session.program().layout.shuffles.iter().enumerate() {
            let start = sheet.field(|| format!("unseen {}", i + 1), &[shuffle.classes]);
            let left = seen.shuffles.get(i).map_or(&[][..], |shuffle| &shuffle.left);
            left.iter().for_each(|(class, count)| sheet.add(start + usize::from(*class), f32::from(*count)));
        }
        for (token, declared) in equipment.tokens.iter().enumerate() {
            let start = sheet.field(|| format!("box {}", declared.name), &[declared.classes.len()]);
            let of_type = seen.unplaced.iter().filter(|(of, _)| of.index() == token);
            of_type.flat_map(|(_, left)| left).for_each(|(class, count)| {
                sheet.add(start + usize::from(*class), f32::from(*count));
            });
        }
    }
}

/// The destination of the numbers, and, if requested, the names of their parts.
struct Sheet<'s> {
    fields: Option<Vec<Field>>,
    numbers: &'s mut [f32],
    at: usize,
}

impl Sheet<'_> {
    fn field(&mut self, name: impl FnOnce() -> String, shape: &[usize]) -> usize {
        let start = self.at;
        self.at += shape.iter().product::<usize>();
        if let Some(fields) = &mut self.fields {
            fields.push(Field { name: name(), shape: shape.to_vec(), start });
        }
        start
    }

    fn add(&mut self, at: usize, number: f32) {
        if let Some(place) = self.numbers.get_mut(at) {
            *place += number;
        }
    }

    fn one_of(&mut self, name: &str, length: usize, at: usize) {
        let start = self.field(|| name.to_owned(), &[length]);
        if at < length {
            self.add(start + at, 1.0);
        }
    }
}

/// Writes the pieces, from the commanders of towers down, their attributes and tokens, and the tokens under sites.
fn board(equipment: &Equipment, seen: &Setup, sheet: &mut Sheet<'_>) {
    let (sites, levels) = (equipment.board.sites.len(), usize::from(equipment.stacks.max(1)));
    let (kinds, of_pieces) = (equipment.kinds.len(), equipment.sides.len() * equipment.kinds.len());
    let pieces = sheet.field(|| "pieces".to_owned(), &[levels, of_pieces, sites]);
    let widths: Vec<usize> = equipment.slots.iter().map(|slot| slot_width(equipment, slot.holds)).collect();
    let of_slot = |(slot, width): (&crate::model::equipment::Slot, &usize)| {
        sheet.field(|| format!("bears {}", slot.name), &[levels, *width, sites])
    };
    let slots: Vec<usize> = equipment.slots.iter().zip(&widths).map(of_slot).collect();
    for (site, tower) in &seen.board {
        for (level, piece) in tower.iter().rev().enumerate().take(levels) {
            let of = piece.owner.index() * kinds + piece.kind.index();
            sheet.add(pieces + (level * of_pieces + of) * sites + site.index(), 1.0);
            for (slot, content) in &piece.slots {
                let Some((start, width)) = slots.get(slot.index()).zip(widths.get(slot.index())) else { continue };
                let first = start + level * width * sites + site.index();
                let holds = equipment.slots[slot.index()].holds;
                borne(equipment, holds, content, &mut |place| sheet.add(first + place * sites, 1.0));
            }
        }
    }
    if let Some((name, token)) = &equipment.under {
        let start = sheet.field(|| format!("under {name}"), &[token_width(equipment, *token), sites]);
        for (site, lying) in &seen.under {
            known(equipment, *token, lying, &mut |place| sheet.add(start + place * sites + site.index(), 1.0));
        }
    }
}

/// Writes the contents of a pile: the number of each thing.
fn contents(equipment: &Equipment, holds: PileHolds, name: &str, items: &[Item], sheet: &mut Sheet<'_>) {
    let (kinds, of_pieces) = (equipment.kinds.len(), equipment.sides.len() * equipment.kinds.len());
    if let PileHolds::Token(token) = holds {
        let start = sheet.field(|| name.to_owned(), &[token_width(equipment, token)]);
        for item in items {
            if let Item::Token(lying) = item {
                known(equipment, token, lying, &mut |place| sheet.add(start + place, 1.0));
            }
        }
        return;
    }
    let widths: Vec<usize> = equipment.slots.iter().map(|slot| slot_width(equipment, slot.holds)).collect();
    let start = sheet.field(|| name.to_owned(), &[of_pieces + widths.iter().sum::<usize>()]);
    for item in items {
        let Item::Piece(Piece { owner, kind, slots }) = item else { continue };
        sheet.add(start + owner.index() * kinds + kind.index(), 1.0);
        for (slot, content) in slots {
            let first = start + of_pieces + widths[..slot.index()].iter().sum::<usize>();
            borne(equipment, equipment.slots[slot.index()].holds, content, &mut |place| sheet.add(first + place, 1.0));
        }
    }
}

fn keep(holds: StoredType, kept: Option<&Kept>, start: usize, width: usize, sheet: &mut Sheet<'_>) {
    let at_start = match holds {
        StoredType::Number { start, .. } => start,
        StoredType::Set(_) => 0,
    };
    match kept {
        None => sheet.add(start, at_start as f32),
        Some(Kept::Number(number)) => sheet.add(start, *number as f32),
        Some(Kept::Sites(sites)) => sites.iter().for_each(|site| sheet.add(start + site.index(), 1.0)),
        Some(Kept::Bits(bits)) => (0..width.min(64)).filter(|i| bits >> i & 1 == 1).for_each(|i| sheet.add(start + i, 1.0)),
    }
}

/// The owners of a pile, with a suffix for the name of each.
fn owners(equipment: &Equipment, of: &crate::model::equipment::PileOwner) -> Vec<(u8, String)> {
    use crate::model::equipment::PileOwner;
    match of {
        PileOwner::Common | PileOwner::One(_) => vec![(0, String::new())],
        PileOwner::EachSide => (0u8..).zip(&equipment.sides).map(|(i, side)| (i, format!(" of {}", side.name))).collect(),
        PileOwner::EachPlayer => (0u8..).zip(&equipment.players).map(|(i, one)| (i, format!(" of {}", one.name))).collect(),
    }
}

fn slot_width(equipment: &Equipment, holds: SlotType) -> usize {
    match holds {
        SlotType::Value(values) => equipment.enums[values.index()].values.len(),
        SlotType::Token(token) => token_width(equipment, token),
    }
}

fn borne(equipment: &Equipment, holds: SlotType, content: &SlotContent, add: &mut dyn FnMut(usize)) {
    match (holds, content) {
        (_, SlotContent::Value(value)) => add(usize::from(*value)),
        (SlotType::Token(token), SlotContent::Token(lying)) => known(equipment, token, lying, add),
        (SlotType::Value(_), SlotContent::Token(_)) => {}
    }
}

/// The number of entries that describe one token: each class, an unknown class, each face, and each player who has seen it.
fn token_width(equipment: &Equipment, token: TokenId) -> usize {
    equipment.tokens[token.index()].classes.len() + 1 + faces(equipment, token) + equipment.players.len()
}

fn faces(equipment: &Equipment, token: TokenId) -> usize {
    equipment.tokens[token.index()].faces.map_or(0, |faces| equipment.enums[faces.index()].values.len())
}

fn known(equipment: &Equipment, token: TokenId, lying: &Token, add: &mut dyn FnMut(usize)) {
    let (classes, faces) = (equipment.tokens[token.index()].classes.len(), faces(equipment, token));
    let (class, face, seen_by) = match lying {
        Token::Seen { class, face, seen_by, .. } => (usize::from(*class), *face, *seen_by),
        Token::Unseen { face, seen_by, .. } => (classes, *face, *seen_by),
    };
    add(class);
    if usize::from(face) < faces {
        add(classes + 1 + usize::from(face));
    }
    let players = equipment.players.len().min(8);
    (0..players).filter(|i| seen_by >> i & 1 == 1).for_each(|i| add(classes + 1 + faces + i));
}
