//! Phrases compiled to terms, which are evaluated on whole sets of sites.

mod actor_classes;
mod arena;
mod build;
mod cards;
mod compile;
mod cost;
mod first_legs;
mod ids;
mod needed_sets;
mod pile_pieces;
mod put;
mod questions;
#[cfg(all(test, unit_games))]
mod reached;
mod scalars;
mod sets;
mod term;
mod tokens;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, Weak};

use arena::Terms;
use compile::{Compiler, Context};
pub(super) use ids::{BitsId, CardSetId, NumberId, PilePiecesId, SetId, TakenSetId, TokenSetId, TruthId};
use smallvec::SmallVec;

use super::super::word::Word;
use super::cards::Hand;
use super::geometry::{Geometry, ones};
use super::move_state::{MoveState, NamedValue};
use super::paths::{CompiledPath, PathAt};
use super::refusal::Cause;
use super::rules::Rules;
use super::slots::StateLayout;
use crate::model::expr::Type;
use crate::model::{Measure, SiteId, SiteSet};
use crate::program::code::PathId;
use crate::program::node::NodeId;
use crate::program::{BlockId, Program};
pub(super) use actor_classes::ActorClass;
pub(super) use pile_pieces::PilePieceList;
use questions::Trial;
#[cfg(all(test, unit_games))]
pub(super) use reached::Reached;
pub(super) use sets::At;
use term::{FirstLeg, OffBoardSet, PilePieces, TRIED, TURNS};
pub(super) use tokens::Groups;

/// A list of numbers.
pub(super) type Numbers = SmallVec<[i64; 4]>;

/// A compiled phrase, by the type of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Term {
    /// Sites.
    Sites(SetId),
    /// Pieces on the board, and pieces off it: those that the move has taken, or that names and elements mean.
    Pieces(SetId, TakenSetId),
    /// Directions, players, sides, kinds, values or piles, one bit each.
    Bits(BitsId),
    /// A number, or several.
    Number(NumberId),
    /// A truth.
    Truth(TruthId),
    /// Tokens of a type that is counted by class.
    Tokens(TokenSetId),
    /// Tokens that are recorded one by one.
    Cards(CardSetId),
    /// Pieces in piles or towers.
    PilePieces(PilePiecesId),
}

/// All compiled phrases and paths of a program, and the tables that they refer to.
#[derive(Clone, Debug)]
pub(super) struct Phrases<B> {
    /// Steps and rays.
    pub(super) geometry: Geometry<B>,
    pub(super) slots: StateLayout,
    terms: Terms,
    tables: Tables<B>,
    seats: Seats,
    pub(super) compiled_paths: Vec<CompiledPath>,
    paths: HashMap<(PathId, Context), Option<PathAt>>,
    /// Whether names and elements may mean pieces in piles and towers.
    may_be_off_board: bool,
    /// The rules that these phrases belong to, set once they are made: some phrases try out moves by them.
    rules: Arc<OnceLock<Weak<Rules<B>>>>,
    /// Blocks of statements that phrases try out, to find whether they can be carried out.
    tried: Vec<BlockId>,
    /// For each side its boards, as bits.
    pub(super) sides_boards: SmallVec<[u64; 2]>,
    pub(super) every_board: u64,
    /// The value of each kind.
    worths: Vec<i64>,
    /// For each measure, in the order of `Measure::ALL`, its number at each site, by the site's bit.
    measures: [Vec<i64>; Measure::ALL.len()],
}

/// Tables that terms refer to by index.
#[derive(Clone, Debug)]
struct Tables<B> {
    /// Constant sets, for each place of the turn order.
    known: Vec<[B; TURNS]>,
    /// Sets of boards as bits, for each place of the turn order.
    boards: Vec<[u64; TURNS]>,
    lists: Vec<Vec<SetId>>,
    maps: Vec<Vec<u64>>,
    truth_lists: Vec<Vec<TruthId>>,
    number_lists: Vec<Vec<NumberId>>,
    first_legs: Vec<Vec<FirstLeg>>,
    questions: Vec<Trial>,
}

/// The player, and its side, at each place of the turn order, which is repeated to fill the arrays.
#[derive(Clone, Copy, Debug)]
struct Seats {
    players: [u8; TURNS],
    sides: [u8; TURNS],
    /// How many places there are.
    many: usize,
}

impl<B: Word> Phrases<B> {
    /// Phrases without any term; an error if the board has too many sites for the word, or the turn order too many places.
    pub(super) fn of(program: &Program, slots: &StateLayout) -> Result<Phrases<B>, Cause> {
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
        // `TakenSetId(0)` is the empty set: other code relies on it.
        terms.off_board.put(OffBoardSet::None, 0);
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
            compiled_paths: Vec::new(),
            paths: HashMap::new(),
            may_be_off_board: pile_pieces::lies(program),
            rules: Arc::default(),
            tried: Vec::new(),
            every_board: sides_boards.iter().fold(0, |all, boards| all | boards),
            sides_boards,
            worths: equipment.kinds.iter().map(|kind| kind.value).collect(),
            measures: Measure::ALL.map(by_bit),
        })
    }

    /// Compiles a phrase; none if the bitboard engine cannot express it.
    pub(super) fn compile(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        let context = &Context::default();
        let mut compiler = Compiler { phrases: self, program };
        Some(match program.type_of(node) {
            Type::Site => Term::Sites(compiler.sites(node, context)?),
            Type::Piece => {
                if let Some(lying) = compiler.lying(node, context) {
                    return lying.map(Term::PilePieces);
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

    /// Compiles a description that a piece is matched against (`Eval::contains`): the subject of a rule or trigger, prey.
    /// [`Phrases::pieces`] then gives the sites of all pieces that match, and the taken pieces that match.
    pub(super) fn test(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        let (set, off) = Compiler { phrases: self, program }.like(node, &Context::default())?;
        Some(Term::Pieces(set, off))
    }

    /// Compiles a place that a piece is matched against (`Eval::stands_on`), relative words being those of its owner: the sites
    /// whose pieces match.
    pub(super) fn place(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        Compiler { phrases: self, program }.place(node, &Context::default()).map(Term::Sites)
    }

    /// Compiles the sites that a phrase denotes where it describes a piece of a side; none if they may change during the game.
    pub(super) fn region(&mut self, program: &Program, node: NodeId, side: usize) -> Option<Term> {
        let set = Compiler { phrases: self, program }.region(node, side)?;
        self.is_known(set).map(|_| Term::Sites(set))
    }

    /// The sites that a phrase denotes where it describes a piece of a side; none if they may change in the game or by turn.
    pub(super) fn fixed_region(&mut self, program: &Program, node: NodeId, side: usize) -> Option<B> {
        let set = Compiler { phrases: self, program }.region(node, side)?;
        let known = self.is_known(set)?;
        known.iter().all(|sites| *sites == known[0]).then_some(known[0])
    }

    /// Compiles a path; none if one of its phrases cannot be expressed.
    pub(super) fn path(&mut self, program: &Program, path: PathId) -> Option<PathAt> {
        Compiler { phrases: self, program }.path(path, &Context::default())
    }

    /// A set of sites as a word.
    pub(super) fn word(&self, sites: &SiteSet) -> B {
        let words = sites.words().iter().enumerate();
        self.geometry.order.set(words.fold(B::ZERO, |all, (i, word)| all | B::of(i, *word)))
    }

    /// The blocks of statements that phrases try out.
    pub(super) fn tried(&self) -> &[BlockId] {
        &self.tried
    }

    /// Sets the rules that these phrases are part of.
    pub(super) fn belong_to(&self, rules: &Arc<Rules<B>>) {
        // This is called once, so the cell is empty.
        let _ = self.rules.set(Arc::downgrade(rules));
    }

    /// Whether the value of a truth is found by trying moves or statements.
    pub(super) fn tries(&self, term: Term) -> bool {
        matches!(term, Term::Truth(truth) if self.terms.truths.needs(truth) & TRIED != 0)
    }

    /// The sites that a term denotes; of pieces those on the board.
    #[inline]
    pub(super) fn sites(&self, term: Term, moving: &MoveState<B>) -> B {
        match term {
            Term::Sites(set) | Term::Pieces(set, _) => self.set(set, &At::of(moving)),
            Term::PilePieces(lying) => self.come(lying, moving),
            _ => B::ZERO,
        }
    }

    /// The pieces that a term denotes: those on the board, and those taken, as bits by index in [`MoveState::taken`].
    #[inline]
    pub(super) fn pieces(&self, term: Term, moving: &MoveState<B>) -> (B, u64) {
        let at = At::of(moving);
        match term {
            Term::Pieces(set, off) => (self.set(set, &at), self.off(off, &at)),
            Term::PilePieces(lying) => (self.come(lying, moving), 0),
            _ => (B::ZERO, 0),
        }
    }

    /// The members that a term denotes, as bits.
    #[inline]
    pub(super) fn bits(&self, term: Term, moving: &MoveState<B>) -> u64 {
        match term {
            Term::Bits(bits) => self.members(bits, &At::of(moving)),
            _ => 0,
        }
    }

    /// The number that a term denotes; 0 if it denotes none.
    #[inline]
    pub(super) fn number(&self, term: Term, moving: &MoveState<B>) -> i64 {
        match term {
            Term::Number(number) => self.plain_number(number, moving).unwrap_or_else(|| self.one(number, &At::of(moving))),
            _ => 0,
        }
    }

    /// The numbers that a term denotes: choices, or keys of `with most`, compared lexicographically. Of values, their places.
    pub(super) fn numbers(&self, term: Term, moving: &MoveState<B>) -> Numbers {
        match term {
            Term::Number(number) => self.many(number, &At::of(moving)),
            Term::Bits(values) => self.places(values, &At::of(moving)),
            _ => Numbers::new(),
        }
    }

    /// Whether a truth holds.
    #[inline]
    pub(super) fn truth(&self, term: Term, moving: &MoveState<B>) -> bool {
        let Term::Truth(truth) = term else { return false };
        self.weighed(truth, moving).unwrap_or_else(|| self.holds(truth, &At::of(moving)))
    }

    /// The tokens that a term denotes, grouped by where they lie.
    pub(super) fn tokens(&self, term: Term, moving: &MoveState<B>) -> Groups {
        match term {
            Term::Tokens(tokens) => self.groups(tokens, &At::of(moving)),
            _ => Groups::new(),
        }
    }

    /// Compiles a phrase that denotes piles: the set of their indices in the layout.
    pub(super) fn piles(&mut self, program: &Program, node: NodeId) -> Option<Term> {
        Compiler { phrases: self, program }.piles(node, &Context::default()).map(Term::Bits)
    }

    /// The cards that a term denotes, in the machine's order.
    pub(super) fn cards(&self, term: Term, moving: &MoveState<B>) -> Hand {
        match term {
            Term::Cards(cards) => self.hand(cards, &At::of(moving)),
            _ => Hand::new(),
        }
    }

    /// The name, if a term is the piece in a pile or a tower that a name means.
    pub(super) fn name_lying(&self, term: Term) -> Option<u8> {
        match term {
            Term::PilePieces(lying) => match *self.terms.pile_pieces.get(lying) {
                PilePieces::Local(local) => Some(local),
                _ => None,
            },
            _ => None,
        }
    }

    /// The site of a piece that got its name in a pile or a tower, if it has come onto the board since.
    fn come(&self, lying: PilePiecesId, moving: &MoveState<B>) -> B {
        match *self.terms.pile_pieces.get(lying) {
            PilePieces::Local(local) => match moving.names[local as usize] {
                NamedValue::Pieces(pieces) => pieces,
                _ => B::ZERO,
            },
            _ => B::ZERO,
        }
    }

    /// The pieces in piles and towers that a term denotes.
    pub(super) fn pile_pieces(&self, term: Term, moving: &MoveState<B>) -> PilePieceList {
        match term {
            Term::PilePieces(lying) => self.lot(lying, &At::of(moving)),
            _ => PilePieceList::new(),
        }
    }

    /// The term for the piece in a pile or a tower that a name means.
    pub(super) fn lying_named(&mut self, local: u8) -> Term {
        Term::PilePieces(self.put_lying(PilePieces::Local(local)))
    }

    /// The value of a term, to be bound to a name, if it is a single value; of pieces those on the board if there are any.
    pub(super) fn value(&self, term: Term, moving: &MoveState<B>) -> NamedValue<B> {
        let at = At::of(moving);
        match term {
            Term::Sites(set) => NamedValue::Sites(self.set(set, &at)),
            Term::Pieces(set, off) => match (self.set(set, &at), self.off(off, &at)) {
                (board, off) if off == 0 || board.any() => NamedValue::Pieces(board),
                (_, off) => NamedValue::Taken(off),
            },
            Term::Bits(bits) => NamedValue::Bits(self.members(bits, &at)),
            Term::Number(number) => NamedValue::Number(self.one(number, &at)),
            Term::Truth(truth) => NamedValue::Truth(self.holds(truth, &at)),
            Term::PilePieces(lying) => NamedValue::Pieces(self.come(lying, moving)),
            Term::Tokens(_) | Term::Cards(_) => NamedValue::Nothing,
        }
    }

    /// The side of the mover.
    #[inline]
    pub(super) fn turn_side(&self, at: &At<'_, B>) -> usize {
        self.seats.sides[at.turn] as usize
    }
}
