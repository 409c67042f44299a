//! What phrases are evaluated on: a position, and how far a move has come in it.

use std::cell::{Cell, RefCell};

use super::super::effort::MOST_WORK;
use super::super::word::Word;
use super::slots::StateLayout;

/// The most names of a script.
pub(super) const NAMES: usize = 16;

/// A position.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct State<B: Word> {
    /// Pieces on the board: one set for each side and kind, by side, then kind. [`super::order`] says which bit stands for which
    /// site.
    pub(super) boards: B::Boards,
    /// Pieces on the board: one set for each class or value that they can bear in a slot.
    pub(super) attributes: B::Attributes,
    /// Everything else; [`Slots`] says which number stands for what.
    pub(super) numbers: B::Numbers,
    /// Whose turn it is, as a place in the turn order.
    pub(super) turn: u8,
}

/// A piece that the move has taken, as it was when taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken<B> {
    pub(super) site: B,
    pub(super) side: u8,
    pub(super) kind: u8,
    /// Its side, kind and what it bore as one number: see [`super::slots::Slots::code`].
    pub(super) code: u32,
}

/// Where tokens lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TokenSpot {
    /// In a pile, by its index in the layout.
    Pile(u8),
    /// In the box; the type of the tokens.
    Box(u8),
    /// In a slot of the piece on a site.
    Slot { slot: u8, site: u16 },
    /// Under a site, by its bit.
    Under(u16),
    /// In a slot of a taken piece, as it was; `place` is its index in the list of taken pieces.
    Taken { slot: u8, place: u8 },
    /// In several places; the type of the tokens. Only their classes are known.
    Various(u8),
    /// Where no phrase finds it: on a piece in a pile or below another, or out of the game; the type of the token.
    Gone(u8),
}

/// A card: where it lies, how many come before it in its pile or in the box, and its number (`engine/tokens.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Card {
    pub(super) spot: TokenSpot,
    pub(super) at: u16,
    pub(super) cell: u32,
}

/// Where a piece is that lies in a pile or a tower, or has been taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PiecePlace {
    /// In a pile, by its index in the layout; `at` pieces lie below it, or 0 where the pile has no order.
    Pile { pile: u8, at: u16 },
    /// In the tower on a site, by its bit; `at` pieces lie below it.
    Tower { site: u16, at: u8 },
    /// Nowhere, as the move has taken it; its index in the list of taken pieces.
    Taken(u8),
}

/// The value of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NamedValue<B> {
    #[default]
    Nothing,
    Sites(B),
    /// Pieces on the board, by their sites.
    Pieces(B),
    /// Pieces that the move has taken, as bits by their indices in the list.
    Taken(u64),
    Bits(u64),
    Number(i64),
    Truth(bool),
    /// Tokens at one place: how many of each class, 4 bits a class.
    Tokens {
        spot: TokenSpot,
        of: u64,
    },
    Card(Card),
    /// A piece in a pile or a tower, and its code: see [`super::slots::Slots::code`].
    Off {
        place: PiecePlace,
        code: u32,
    },
}

impl TokenSpot {
    /// In a slot of the piece on a site; none without a site.
    pub(super) fn on<B: Word>(slot: usize, site: B) -> Option<TokenSpot> {
        site.any().then(|| TokenSpot::Slot { slot: slot as u8, site: site.first() as u16 })
    }
}

impl Card {
    /// A card where no others lie, or whose place among them is not known.
    pub(super) fn alone(spot: TokenSpot, cell: u32) -> Card {
        Card { spot, at: 0, cell }
    }

    /// Whether two cards are identical: at the same place, and the same is known of both.
    pub(super) fn is_like(&self, other: &Card) -> bool {
        Card { at: other.at, ..*self } == *other
    }

    fn is_beside(&self, other: &Card) -> bool {
        self.spot == other.spot && matches!(self.spot, TokenSpot::Pile(_) | TokenSpot::Box(_))
    }

    /// The same card after another one has been put down.
    pub(super) fn behind(&self, new: &Card) -> Card {
        let later = self.is_beside(new) && self.at >= new.at;
        Card { at: self.at + u16::from(later), ..*self }
    }

    /// The same card after another one has been taken away.
    pub(super) fn without(&self, gone: &Card) -> Card {
        let later = self.is_beside(gone) && self.at > gone.at;
        Card { at: self.at - u16::from(later), ..*self }
    }
}

/// How far a move has come: the sites that it involves, and its number of legs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveSites<B> {
    /// The acting piece, waiting pieces, pieces passed over, the start, the landing and the trail.
    pub(super) places: [B; 6],
    pub(super) legs: u16,
    under_way: bool,
}

/// A position during a move. Branches save `state` and the names they bind, and restore them.
#[derive(Clone, Debug)]
pub(super) struct MoveState<B: Word> {
    pub(super) state: State<B>,
    /// The site of the acting piece; empty if there is none, or it has left the board.
    pub(super) actor: B,
    pub(super) taken: Vec<Taken<B>>,
    /// Taken pieces that stay on the board until the move is over.
    pub(super) waiting: B,
    /// The sites of pieces passed over in this leg.
    pub(super) passed: B,
    pub(super) start: B,
    pub(super) landing: B,
    pub(super) trail: B,
    /// The number of legs so far.
    pub(super) legs: u16,
    /// The move is not over yet.
    pub(super) under_way: bool,
    pub(super) names: [NamedValue<B>; NAMES],
    /// How often the position has now occurred, where a phrase depends on it.
    pub(super) repeats: u32,
    /// The work of the current decision so far: statements and evaluated elements, times the 64-bit parts of a word.
    pub(super) work: Cell<u64>,
    /// The elements of conditions that are nested too deeply for [`super::phrases::At`] to hold them.
    pub(super) deep: RefCell<Vec<(B, u64)>>,
}

impl<B: Word> MoveState<B> {
    /// A position in which no move has begun.
    pub(super) fn of(state: State<B>) -> MoveState<B> {
        let none = B::ZERO;
        MoveState {
            state,
            actor: none,
            taken: Vec::new(),
            waiting: none,
            passed: none,
            start: none,
            landing: none,
            trail: none,
            legs: 0,
            under_way: false,
            names: [NamedValue::Nothing; NAMES],
            repeats: 1,
            work: Cell::new(0),
            deep: RefCell::default(),
        }
    }

    /// The empty board.
    pub(super) fn empty(slots: &StateLayout) -> MoveState<B> {
        MoveState::of(State {
            boards: B::boards(slots.boards),
            attributes: B::attributes(slots.attributes.all),
            numbers: B::numbers(slots.many),
            turn: 0,
        })
    }

    /// How far the move has come, apart from what it has taken.
    #[inline]
    pub(super) fn come(&self) -> MoveSites<B> {
        let places = [self.actor, self.waiting, self.passed, self.start, self.landing, self.trail];
        MoveSites { places, legs: self.legs, under_way: self.under_way }
    }

    /// Goes back to a point that [`MoveState::come`] has returned.
    #[inline]
    pub(super) fn come_to(&mut self, come: &MoveSites<B>) {
        [self.actor, self.waiting, self.passed, self.start, self.landing, self.trail] = come.places;
        (self.legs, self.under_way) = (come.legs, come.under_way);
    }

    /// Counts one more statement or evaluated element; returns whether the limit is not yet exceeded.
    #[inline]
    pub(super) fn works(&self) -> bool {
        self.work.set(self.work.get() + B::PARTS as u64);
        !self.is_too_much()
    }

    /// Whether the current decision exceeds the limit on work; the general machine then reports the line.
    pub(super) fn is_too_much(&self) -> bool {
        self.work.get() > MOST_WORK
    }
}

impl<B: Word> MoveSites<B> {
    /// No move has begun.
    pub(super) const NOTHING: MoveSites<B> = MoveSites { places: [B::ZERO; 6], legs: 0, under_way: false };
}

impl<B: Word> Clone for State<B> {
    #[inline]
    fn clone(&self) -> State<B> {
        let State { boards, attributes, numbers, turn } = self;
        State { boards: boards.clone(), attributes: attributes.clone(), numbers: numbers.clone(), turn: *turn }
    }

    // A state with allocated memory reuses it; a flat one is copied at once.
    #[inline]
    fn clone_from(&mut self, other: &State<B>) {
        if B::FLAT {
            *self = other.clone();
            return;
        }
        self.boards.clone_from(&other.boards);
        self.attributes.clone_from(&other.attributes);
        self.numbers.clone_from(&other.numbers);
        self.turn = other.turn;
    }
}

impl<B: Word> State<B> {
    /// Every site with a piece.
    pub(super) fn occupied(&self) -> B {
        self.boards.as_ref().iter().fold(B::ZERO, |all, set| all | *set)
    }
}
