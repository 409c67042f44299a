//! What phrases are asked at: a position, and how far a move has come.

use std::cell::{Cell, RefCell};

use super::super::effort::MOST_WORK;
use super::super::word::Word;
use super::slots::Slots;

/// Most names of a script.
pub(super) const NAMES: usize = 16;

/// A position.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct State<B: Word> {
    /// Pieces on the board by side, then kind. Which bit stands for which site, [`super::order`] says.
    pub(super) boards: B::Boards,
    /// Pieces on the board by what they bear in each slot.
    pub(super) bearings: B::Bearings,
    /// What else there is: which number stands for what, the table of slots says.
    pub(super) numbers: B::Numbers,
    /// Whose turn it is: the place in the turn order.
    pub(super) turn: u8,
}

/// A piece that the move has taken, as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken<B> {
    pub(super) site: B,
    pub(super) side: u8,
    pub(super) kind: u8,
    /// All that it was: side, kind and what it bore. See [`super::slots::Slots::code`].
    pub(super) code: u32,
}

/// Where tokens lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Spot {
    /// In a pile, by its place in the layout.
    Pile(u8),
    /// Out of the game: the type of the tokens.
    Box(u8),
    /// In a slot of the piece on a site.
    Slot { slot: u8, site: u16 },
    /// Under a site, by its bit.
    Under(u16),
    /// In a slot of a piece that the move has taken, as it was.
    Taken { slot: u8, place: u8 },
    /// Here and there, or nowhere: the type of the tokens. What they are is known.
    Various(u8),
}

/// Where a piece lies that commands no site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lies {
    /// In a pile, by its place in the layout: so many lie below it; 0 where the order of the pile means nothing.
    Pile { pile: u8, at: u16 },
    /// In the tower on a site, by its bit: so many lie below it.
    Tower { site: u16, at: u8 },
    /// Nowhere: the move has taken it, as the piece at this place of the list.
    Taken(u8),
}

/// A value under a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Named<B> {
    #[default]
    Nothing,
    Sites(B),
    /// Pieces on the board, by their sites.
    Pieces(B),
    /// Pieces that the move has taken, as bits by their places in the list.
    Taken(u64),
    Bits(u64),
    Number(i64),
    Truth(bool),
    /// Tokens at one place: how many of each class, 4 bits a class.
    Tokens {
        spot: Spot,
        of: u64,
    },
    /// A card: where it lies, and the number that it is.
    Card {
        spot: Spot,
        cell: u32,
    },
    /// A piece in a pile or a tower, and what it is: see [`super::slots::Slots::code`].
    Off {
        lies: Lies,
        code: u32,
    },
}

/// How far a move has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Come<B> {
    /// Who acts, what waits, what was passed over, the start, the landing and the trail.
    pub(super) places: [B; 6],
    pub(super) legs: u16,
}

/// A position in the midst of a move. Branches copy `state` and the names they bind, and put them back.
#[derive(Clone, Debug)]
pub(super) struct Scene<B: Word> {
    pub(super) state: State<B>,
    /// Where the acting piece stands; nothing if there is none, or it has left the board.
    pub(super) actor: B,
    pub(super) taken: Vec<Taken<B>>,
    /// Taken pieces that stay on the board until the move is over.
    pub(super) waiting: B,
    /// Sites passed over in this leg.
    pub(super) passed: B,
    pub(super) start: B,
    pub(super) landing: B,
    pub(super) trail: B,
    /// How many legs there were.
    pub(super) legs: u16,
    pub(super) names: [Named<B>; NAMES],
    /// How often the position has now stood, where that is asked.
    pub(super) repeats: u32,
    /// What the decision at hand has taken so far: statements, and elements of which something is asked, by the parts of a word.
    pub(super) work: Cell<u64>,
    /// Elements that conditions far inside one another are asked of.
    pub(super) deep: RefCell<Vec<(B, u64)>>,
}

impl<B: Word> Scene<B> {
    /// A position in which nothing has been done.
    pub(super) fn of(state: State<B>) -> Scene<B> {
        let none = B::ZERO;
        Scene {
            state,
            actor: none,
            taken: Vec::new(),
            waiting: none,
            passed: none,
            start: none,
            landing: none,
            trail: none,
            legs: 0,
            names: [Named::Nothing; NAMES],
            repeats: 1,
            work: Cell::new(0),
            deep: RefCell::default(),
        }
    }

    /// The empty board.
    pub(super) fn empty(slots: &Slots) -> Scene<B> {
        Scene::of(State {
            boards: B::boards(slots.boards),
            bearings: B::bearings(slots.bearings.all),
            numbers: B::numbers(slots.many),
            turn: 0,
        })
    }

    /// How far the move has come, but for what it has taken.
    #[inline]
    pub(super) fn come(&self) -> Come<B> {
        Come { places: [self.actor, self.waiting, self.passed, self.start, self.landing, self.trail], legs: self.legs }
    }

    /// As far as then.
    #[inline]
    pub(super) fn come_to(&mut self, come: &Come<B>) {
        [self.actor, self.waiting, self.passed, self.start, self.landing, self.trail] = come.places;
        self.legs = come.legs;
    }

    /// One more statement, or one more element of which something is asked; whether it makes sense to go on.
    #[inline]
    pub(super) fn works(&self) -> bool {
        self.work.set(self.work.get() + B::PARTS as u64);
        !self.is_too_much()
    }

    /// Whether the decision at hand takes more than any may; the general machine says which line it is.
    pub(super) fn is_too_much(&self) -> bool {
        self.work.get() > MOST_WORK
    }
}

impl<B: Word> Come<B> {
    /// Nothing was done.
    pub(super) const NOTHING: Come<B> = Come { places: [B::ZERO; 6], legs: 0 };
}

impl<B: Word> Clone for State<B> {
    #[inline]
    fn clone(&self) -> State<B> {
        let State { boards, bearings, numbers, turn } = self;
        State { boards: boards.clone(), bearings: bearings.clone(), numbers: numbers.clone(), turn: *turn }
    }

    // Where a position has as much room as it needs, that which is there is used again; else all of it is copied at once.
    #[inline]
    fn clone_from(&mut self, other: &State<B>) {
        if B::FLAT {
            *self = other.clone();
            return;
        }
        self.boards.clone_from(&other.boards);
        self.bearings.clone_from(&other.bearings);
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
