//! Cards: tokens that are tracked one by one, because it matters who has seen which of them or how they lie. Each is a number
//! that says what it is, if anybody has seen it (`engine/tokens.rs`). They lie in piles, under sites, on pieces, and in the
//! box.

use smallvec::SmallVec;

use super::super::tokens::Token;
use super::super::word::Word;
use super::move_state::{Card, State, TokenSpot};
use super::refusal::Cause;
use super::slots::StateLayout;
use crate::model::equipment::PileHolds;
use crate::model::{SiteId, TokenId};
use crate::program::Program;
use crate::program::layout::{PileForm, everybody};

/// Several cards.
pub(super) type Hand = SmallVec<[Card; 8]>;

/// What is known of cards in a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cards {
    /// The types of tokens that are tracked one by one, as bits.
    types: u64,
    /// For each type of token.
    sorts: Vec<Sort>,
    /// All players, as bits.
    pub(super) everybody: u8,
    /// The type that lies under sites, and the number of the state for the first site.
    pub(super) under: Option<(u8, usize)>,
    /// What nobody has seen of each shuffle.
    pub(super) shuffles: Vec<Unseen>,
}

/// What is known of a type of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sort {
    /// Whether something about it can be hidden.
    hidden: bool,
    /// The face that lies open, if it has faces.
    open: Option<u8>,
    /// The number of classes.
    classes: usize,
}

/// Where the numbers of unseen tokens of each class are kept for a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unseen {
    pub(super) token: u8,
    /// The first number of the state.
    pub(super) start: usize,
    pub(super) classes: usize,
}

/// What is known of a pile of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deck {
    /// Cards stay in the order in which they came; else they are sorted by their numbers.
    pub(super) ordered: bool,
    /// The players who see them, as bits.
    pub(super) seers: u8,
    /// The shuffle that belongs to the pile.
    pub(super) shuffle: Option<u8>,
}

/// The types of tokens that are tracked one by one, as bits; `countable` says whether a type can be kept as counts.
///
/// # Errors
/// A type of token has too many classes.
pub(super) fn types(program: &Program, countable: impl Fn(usize) -> bool) -> Result<u64, Cause> {
    let (equipment, layout) = (&program.equipment, &program.layout);
    let ordered = |token: usize| {
        let of_type = |holds: PileHolds| holds == PileHolds::Token(TokenId(token as u8));
        layout.piles.iter().any(|pile| of_type(pile.holds) && matches!(pile.form, PileForm::List { .. }))
    };
    let under = |token: usize| equipment.under.as_ref().is_some_and(|(_, under)| under.index() == token);
    let one_by_one = |token: &usize| layout.hidden[*token] || under(*token) || ordered(*token) || !countable(*token);
    let types: u64 = (0..equipment.tokens.len()).filter(one_by_one).fold(0, |all, token| all | 1 << token);
    // On pieces each class has a bit where tokens are tracked one by one, and one more bit is for what nobody has seen.
    if equipment.tokens.iter().any(|of| of.classes.len() > 63) { Err(Cause::Tokens) } else { Ok(types) }
}

impl Cards {
    /// What is known of cards in a program; `number` gives the number of the state for a cell of a position.
    pub(super) fn of(program: &Program, types: u64, number: impl Fn(usize) -> Option<usize>) -> Option<Cards> {
        let (equipment, layout) = (&program.equipment, &program.layout);
        let sorts = equipment.tokens.iter().zip(&layout.hidden).map(|(token, hidden)| Sort {
            hidden: *hidden,
            open: token.faces.map(|faces| (equipment.enums[faces.index()].values.len() - 1) as u8),
            classes: token.classes.len(),
        });
        let under = match (&equipment.under, layout.under) {
            (Some((_, token)), Some(start)) => Some((token.0, number(start)?)),
            _ => None,
        };
        let shuffles = layout
            .shuffles
            .iter()
            .map(|unseen| Some(Unseen { token: unseen.token.0, start: number(unseen.start)?, classes: unseen.classes }));
        Some(Cards {
            types,
            sorts: sorts.collect(),
            everybody: everybody(equipment),
            under,
            shuffles: shuffles.collect::<Option<_>>()?,
        })
    }

    /// Whether there are any cards.
    pub(super) fn any(&self) -> bool {
        self.types != 0
    }

    /// Whether tokens of a type are tracked one by one.
    pub(super) fn are(&self, token: TokenId) -> bool {
        self.types >> token.index() & 1 != 0
    }

    /// Whether anything about a type can be hidden.
    pub(super) fn hidden(&self, token: u8) -> bool {
        self.sorts[token as usize].hidden
    }

    /// Whether a token with this face lies open to all.
    pub(super) fn is_open(&self, token: u8, face: u8) -> bool {
        self.sorts[token as usize].open.is_none_or(|open| open == face)
    }
}

impl StateLayout {
    /// The type of the tokens at a place.
    pub(super) fn token_of(&self, spot: TokenSpot) -> u8 {
        match spot {
            TokenSpot::Pile(pile) => self.piles[pile as usize].token.unwrap_or_default(),
            TokenSpot::Under(_) => self.cards.under.map_or(0, |(token, _)| token),
            TokenSpot::Box(token) | TokenSpot::Various(token) | TokenSpot::Gone(token) => token,
            TokenSpot::Slot { slot, .. } | TokenSpot::Taken { slot, .. } => self.borne[slot as usize].token.unwrap_or_default(),
        }
    }

    /// The numbers of the cards in a pile, in their order.
    pub(super) fn cards_in<'s, B: Word>(&self, pile: usize, state: &'s State<B>) -> &'s [i32] {
        let start = self.piles[pile].start;
        let numbers = state.numbers.as_ref();
        &numbers[start + 1..start + 1 + numbers[start] as usize]
    }

    /// The cards in a pile, in their order.
    pub(super) fn pile_of_cards<B: Word>(&self, pile: usize, state: &State<B>) -> impl DoubleEndedIterator<Item = Card> {
        let cells = self.cards_in(pile, state).iter().enumerate();
        cells.map(move |(at, cell)| Card { spot: TokenSpot::Pile(pile as u8), at: at as u16, cell: *cell as u32 })
    }

    /// The card under a site; 0 if there is none.
    pub(super) fn card_under<B: Word>(&self, site: B, state: &State<B>) -> u32 {
        self.cards.under.map_or(0, |(_, start)| state.numbers[start + self.order.site(site).index()] as u32)
    }

    /// Every card of a type, in the machine's order.
    pub(super) fn every_card<B: Word>(&self, token: u8, state: &State<B>) -> Hand {
        let sort = &self.cards.sorts[token as usize];
        let seen_by = if sort.hidden { self.cards.everybody } else { 0 };
        let mut all = Hand::new();
        for class in 0..sort.classes {
            let cell = Token { seen_by, ..Token::public(class as u16) }.cell();
            let many = state.numbers[self.boxes[token as usize] + class];
            (0..many).for_each(|_| all.push(Card { spot: TokenSpot::Box(token), at: all.len() as u16, cell }));
        }
        for pile in (0..self.piles.len()).filter(|pile| self.piles[*pile].token == Some(token)) {
            all.extend(self.pile_of_cards(pile, state));
        }
        if let Some((_, start)) = self.cards.under.filter(|(under, _)| *under == token) {
            for site in 0..self.sites {
                let cell = state.numbers[start + site] as u32;
                if cell != 0 {
                    all.push(Card::alone(TokenSpot::Under(self.order.bit::<B>(SiteId(site as u16)).first() as u16), cell));
                }
            }
        }
        for slot in (0..self.borne.len()).filter(|slot| self.borne[*slot].token == Some(token)) {
            for site in (0..self.sites).map(|site| self.order.bit::<B>(SiteId(site as u16))) {
                let cell = self.card_on(slot, site, state);
                if cell != 0 {
                    all.push(Card::alone(TokenSpot::Slot { slot: slot as u8, site: site.first() as u16 }, cell));
                }
            }
        }
        all
    }
}
