//! Phrases compiled to terms over sets of sites.

mod arena;
mod build;
mod cards;
mod compile;
mod cost;
mod first_legs;
mod lots;
mod put;
mod questions;
mod roots;
mod scalars;
mod sets;
mod term;
mod tokens;
mod traits;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, Weak};

use arena::Arena;
use compile::{Compiler, Context};
use smallvec::SmallVec;

use super::super::word::Word;
use super::cards::Hand;
use super::geometry::{Geometry, ones};
use super::paths::{Course, Form};
use super::refusal::Cause;
use super::rules::Rules;
use super::scene::{Named, Scene};
use super::slots::Slots;
use crate::model::expr::Type;
use crate::model::{Measure, SiteId, SiteSet};
use crate::program::code::PathId;
use crate::program::node::NodeId;
use crate::program::{BlockId, Program};
pub(super) use lots::Lot;
use questions::Question;
pub(super) use sets::At;
use term::{Bits, Cards, FirstLeg, Like, Lying, Num, Off, Set, Sort, TRIED, TURNS, Test, Tok, Truth};
pub(super) use term::{BitsId, CardsId, LyingId, NumId, OffId, SetId, TokId, TruthId};
pub(super) use tokens::Groups;
pub(super) use traits::Trait;

/// Several numbers.
pub(super) type Numbers = SmallVec<[i64; 4]>;

/// A compiled phrase, by what it denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Term {
    /// Sites.
    Sites(SetId),
    /// Pieces on the board; and of those that the move has taken.
    Pieces(SetId, OffId),
    /// Directions, players, sides, kinds or values.
    Bits(BitsId),
    /// Numbers.
    Number(NumId),
    /// A truth.
    Truth(TruthId),
    /// Tokens.
    Tokens(TokId),
    /// Tokens that are told one by one.
    Cards(CardsId),
    /// Pieces in piles or towers.
    Lying(LyingId),
}

/// The terms of a program.
#[derive(Clone, Debug)]
pub(super) struct Phrases<B> {
    /// Steps and rays.
    pub(super) geometry: Geometry<B>,
    pub(super) slots: Slots,
    terms: Terms,
    tables: Tables<B>,
    seats: Seats,
    pub(super) courses: Vec<Form>,
    paths: HashMap<(PathId, Context), Option<Course>>,
    /// Names and elements may mean pieces in piles and towers.
    lies: bool,
    /// The rules that these phrases are of, once they are made: some phrases ask what could be done by them.
    rules: Arc<OnceLock<Weak<Rules<B>>>>,
    /// Statements of which phrases ask whether they could be carried out.
    tried: Vec<BlockId>,
    /// The boards of each side, as bits.
    pub(super) sides_boards: SmallVec<[u64; 2]>,
    pub(super) every_board: u64,
    /// What each kind counts.
    worths: Vec<i64>,
    /// Of each measure, in order, what it is of each site by its bit.
    measures: [Vec<i64>; Measure::ALL.len()],
}

/// What phrases have become, each sort on a tape of its own.
#[derive(Clone, Debug, Default)]
struct Terms {
    sets: Arena<Set>,
    offs: Arena<Off>,
    bits: Arena<Bits>,
    nums: Arena<Num>,
    truths: Arena<Truth>,
    tests: Arena<Test>,
    toks: Arena<Tok>,
    hands: Arena<Cards>,
    sorts: Arena<Sort>,
    lyings: Arena<Lying>,
    likes: Arena<Like>,
}

/// What terms refer to beside each other.
#[derive(Clone, Debug)]
struct Tables<B> {
    /// Sets known beforehand, for each place of the turn order.
    known: Vec<[B; TURNS]>,
    /// Boards as bits, for each place of the turn order.
    boards: Vec<[u64; TURNS]>,
    lists: Vec<Vec<SetId>>,
    maps: Vec<Vec<u64>>,
    truth_lists: Vec<Vec<TruthId>>,
    number_lists: Vec<Vec<NumId>>,
    first_legs: Vec<Vec<FirstLeg>>,
    questions: Vec<Question>,
}

/// The player, and its side, at each place of the turn order; behind its end it begins again.
#[derive(Clone, Copy, Debug)]
struct Seats {
    players: [u8; TURNS],
    sides: [u8; TURNS],
    /// How many places there are.
    many: usize,
}

impl<B: Word> Phrases<B> {
    /// No terms yet; unless the board has too many sites for the word, or turns go round too many players.
    pub(super) fn of(program: &Program, slots: &Slots) -> Result<Phrases<B>, Cause> {
        let (equipment, kinds) = (&program.equipment, program.layout.kinds);
        let order = &equipment.turn_order;
        if order.is_empty() || order.len() > TURNS {
            return Err(Cause::Sides);
        }
        let players: [u8; TURNS] = std::array::from_fn(|turn| order[turn % order.len()].0);
        let side = |player: u8| equipment.players.get(player as usize).map_or(0, |player| player.side.0);
        let own = |side: usize| (0..kinds).fold(0u64, |all, kind| all | 1 << (side * kinds + kind));
        let sides_boards: SmallVec<[u64; 2]> = (0..program.layout.sides).map(own).collect();
        let by_bit = |measure: Measure| {
            let mut numbers = vec![0; B::BITS as usize];
            for site in (0..equipment.board.sites.len()).map(|site| SiteId(site as u16)) {
                numbers[slots.order.bit::<B>(site).first() as usize] = measure.of(&equipment.board, site);
            }
            numbers
        };
        let mut terms = Terms::default();
        // The first of all: nothing is told by its number.
        terms.offs.put(Off::None, 0);
        Ok(Phrases {
            geometry: Geometry::of(program, &slots.order).ok_or(Cause::Sites)?,
            slots: slots.clone(),
            terms,
            tables: Tables {
                known: Vec::new(),
                boards: Vec::new(),
                lists: Vec::new(),
                maps: Vec::new(),
                truth_lists: Vec::new(),
                number_lists: Vec::new(),
                first_legs: Vec::new(),
                questions: Vec::new(),
            },
            seats: Seats { players, sides: players.map(side), many: order.len() },
            courses: Vec::new(),
            paths: HashMap::new(),
            lies: lots::lies(program),
            rules: Arc::default(),
            tried: Vec::new(),
            every_board: sides_boards.iter().fold(0, |all, boards| all | boards),
            sides_boards,
            worths: equipment.kinds.iter().map(|kind| kind.value).collect(),
            measures: Measure::ALL.map(by_bit),
        })
    }

    /// Compiles a phrase; none if it has no form.
    pub(super) fn compile(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        let context = &Context::default();
        let mut compiler = Compiler { phrases: self, program };
        Some(match program.type_of(node) {
            Type::Site => Term::Sites(compiler.sites(node, context)?),
            Type::Piece => {
                if let Some(lying) = compiler.lying(node, context) {
                    return lying.map(Term::Lying);
                }
                let (set, off) = compiler.pieces(node, context)?;
                Term::Pieces(set, off)
            }
            Type::Direction | Type::Player | Type::Side | Type::Kind | Type::Value(_) => {
                Term::Bits(compiler.bits(node, context)?)
            }
            Type::Number => Term::Number(compiler.number(node, context)?),
            Type::Truth => Term::Truth(compiler.truth(node, context)?),
            Type::Token(token) if compiler.phrases.slots.cards.are(token) => Term::Cards(compiler.cards(node, context)?),
            Type::Token(_) => Term::Tokens(compiler.tokens(node, context)?),
            Type::Pile | Type::Move => return None,
        })
    }

    /// Compiles what a piece is asked to be (`Eval::contains`): the subject of a rule or trigger, prey. [`Phrases::pieces`] then
    /// gives every site whose piece is such a one, and the taken pieces that were.
    pub(super) fn test(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        let (set, off) = Compiler { phrases: self, program }.like(node, &Context::default())?;
        Some(Term::Pieces(set, off))
    }

    /// Compiles where a piece is asked to stand (`Eval::stands_on`), relative words being those of its owner: the sites on which
    /// some piece stands so.
    pub(super) fn place(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        Compiler { phrases: self, program }.place(node, &Context::default()).map(Term::Sites)
    }

    /// Compiles the sites that a phrase denotes where it describes a piece of a side; none if they may change in the game.
    pub(super) fn region(&mut self, program: &Program, node: NodeId, side: usize) -> Option<Term> {
        let set = Compiler { phrases: self, program }.region(node, side)?;
        self.is_known(set).map(|_| Term::Sites(set))
    }

    /// The sites that a phrase denotes where it describes a piece of a side; none if they may change in the game, or from turn to turn.
    pub(super) fn fixed_region(&mut self, program: &Program, node: NodeId, side: usize) -> Option<B> {
        let set = Compiler { phrases: self, program }.region(node, side)?;
        let known = self.is_known(set)?;
        known.iter().all(|sites| *sites == known[0]).then_some(known[0])
    }

    /// Compiles a path; none if some phrase of it has no form.
    pub(super) fn path(&mut self, program: &Program, path: PathId) -> Option<Course> {
        Compiler { phrases: self, program }.path(path, &Context::default())
    }

    /// A set of sites as a word.
    pub(super) fn word(&self, sites: &SiteSet) -> B {
        let words = sites.words().iter().enumerate();
        self.geometry.order.set(words.fold(B::ZERO, |all, (i, word)| all | B::of(i, *word)))
    }

    /// The statements of which terms ask whether they could be carried out.
    pub(super) fn tried(&self) -> &[BlockId] {
        &self.tried
    }

    /// What these phrases are part of.
    pub(super) fn belong_to(&self, rules: &Arc<Rules<B>>) {
        // Nobody has told before.
        let _ = self.rules.set(Arc::downgrade(rules));
    }

    /// Whether something must be tried to know what a truth is.
    pub(super) fn tries(&self, term: Term) -> bool {
        matches!(term, Term::Truth(truth) if self.terms.truths.needs(truth) & TRIED != 0)
    }

    /// The sites that a term denotes; of pieces those on the board.
    #[inline]
    pub(super) fn sites(&self, term: Term, scene: &Scene<B>) -> B {
        match term {
            Term::Sites(set) | Term::Pieces(set, _) => self.set(set, &At::of(scene)),
            Term::Lying(lying) => self.come(lying, scene),
            _ => B::ZERO,
        }
    }

    /// The pieces that a term denotes: on the board, and taken, as bits by their places in [`Scene::taken`].
    #[inline]
    pub(super) fn pieces(&self, term: Term, scene: &Scene<B>) -> (B, u64) {
        let at = At::of(scene);
        match term {
            Term::Pieces(set, off) => (self.set(set, &at), self.off(off, &at)),
            Term::Lying(lying) => (self.come(lying, scene), 0),
            _ => (B::ZERO, 0),
        }
    }

    /// The members that a term denotes.
    #[inline]
    pub(super) fn bits(&self, term: Term, scene: &Scene<B>) -> u64 {
        match term {
            Term::Bits(bits) => self.members(bits, &At::of(scene)),
            _ => 0,
        }
    }

    /// The number that a term denotes; 0 if it denotes none.
    #[inline]
    pub(super) fn number(&self, term: Term, scene: &Scene<B>) -> i64 {
        match term {
            Term::Number(number) => self.plain_number(number, scene).unwrap_or_else(|| self.one(number, &At::of(scene))),
            _ => 0,
        }
    }

    /// The numbers that a term denotes: what is chosen from, keys of `with most` that are compared in order. Of values, their places.
    pub(super) fn numbers(&self, term: Term, scene: &Scene<B>) -> Numbers {
        match term {
            Term::Number(number) => self.many(number, &At::of(scene)),
            Term::Bits(values) => self.places(values, &At::of(scene)),
            _ => Numbers::new(),
        }
    }

    /// Whether a term holds.
    #[inline]
    pub(super) fn truth(&self, term: Term, scene: &Scene<B>) -> bool {
        let Term::Truth(truth) = term else { return false };
        self.weighed(truth, scene).unwrap_or_else(|| self.holds(truth, &At::of(scene)))
    }

    /// The tokens that a term denotes, place by place.
    pub(super) fn tokens(&self, term: Term, scene: &Scene<B>) -> Groups {
        match term {
            Term::Tokens(tokens) => self.groups(tokens, &At::of(scene)),
            _ => Groups::new(),
        }
    }

    /// Compiles which piles a phrase denotes: their places in the layout.
    pub(super) fn piles(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        Compiler { phrases: self, program }.piles(node, &Context::default()).map(Term::Bits)
    }

    /// The cards that a term denotes, in the machine's order.
    pub(super) fn cards(&self, term: Term, scene: &Scene<B>) -> Hand {
        match term {
            Term::Cards(cards) => self.hand(cards, &At::of(scene)),
            _ => Hand::new(),
        }
    }

    /// The name, if a term is one of a piece in a pile or a tower.
    pub(super) fn name_lying(&self, term: Term) -> Option<u8> {
        match term {
            Term::Lying(lying) => match *self.terms.lyings.get(lying) {
                Lying::Local(local) => Some(local),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where a piece stands that had its name in a pile or a tower, if it has come onto the board since.
    fn come(&self, lying: LyingId, scene: &Scene<B>) -> B {
        match *self.terms.lyings.get(lying) {
            Lying::Local(local) => match scene.names[local as usize] {
                Named::Pieces(pieces) => pieces,
                _ => B::ZERO,
            },
            _ => B::ZERO,
        }
    }

    /// The pieces in piles and towers that a term denotes.
    pub(super) fn pieces_lying(&self, term: Term, scene: &Scene<B>) -> Lot {
        match term {
            Term::Lying(lying) => self.lot(lying, &At::of(scene)),
            _ => Lot::new(),
        }
    }

    /// The piece in a pile or a tower that a name means.
    pub(super) fn lying_named(&mut self, local: u8) -> Term {
        Term::Lying(self.put_lying(Lying::Local(local)))
    }

    /// The value of a term, to be bound to a name, if it is one; of pieces those on the board if there are any.
    pub(super) fn value(&self, term: Term, scene: &Scene<B>) -> Named<B> {
        let at = At::of(scene);
        match term {
            Term::Sites(set) => Named::Sites(self.set(set, &at)),
            Term::Pieces(set, off) => match (self.set(set, &at), self.off(off, &at)) {
                (board, off) if off == 0 || board.any() => Named::Pieces(board),
                (_, off) => Named::Taken(off),
            },
            Term::Bits(bits) => Named::Bits(self.members(bits, &at)),
            Term::Number(number) => Named::Number(self.one(number, &at)),
            Term::Truth(truth) => Named::Truth(self.holds(truth, &at)),
            Term::Lying(lying) => Named::Pieces(self.come(lying, scene)),
            Term::Tokens(_) | Term::Cards(_) => Named::Nothing,
        }
    }

    /// The side of the mover.
    #[inline]
    pub(super) fn turn_side(&self, at: &At<'_, B>) -> usize {
        self.seats.sides[at.turn] as usize
    }
}
