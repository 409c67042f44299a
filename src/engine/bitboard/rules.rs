//! The rules of a game as the bitboard engine carries them out.

use smallvec::SmallVec;

use super::super::kernel::Generators;
use super::super::word::Word;
pub(super) use super::ends::{Ending, Ends, ImmediateEnding, Stretch};
use super::hops::Hops;
use super::jumps::Jumps;
use super::ops::Op;
use super::paths::PathAt;
use super::phrases::{Phrases, Term};
pub(super) use super::plays::{LOOPS, Play, Step};
use super::slots::StateLayout;
use super::stored::{Clock, Fresh};
use crate::model::RuleId;
use crate::model::rules::RouteAsked;
use crate::program::code::EventKind;
use crate::program::kernels::{KindsPresent, Of};

/// The most players, and the most sides.
pub(super) const PLAYERS: usize = 8;

/// A block of statements, as an index into [`Rules::blocks`].
pub(super) type BlockAt = u16;
/// A rule of moves, as an index into [`Rules::rules`].
pub(super) type RuleAt = u8;

/// The compiled rules of a program: all that is needed to list and play moves.
pub(super) struct Rules<B> {
    pub(super) phrases: Phrases<B>,
    pub(super) slots: StateLayout,
    pub(super) players: Players,
    pub(super) groups: Vec<Group>,
    /// The rules of all classes, one class after the other.
    pub(super) rules: Vec<Rule>,
    pub(super) blocks: Vec<Vec<Op>>,
    /// Triggers by event, in the order of `EventKind::ALL`.
    pub(super) triggers: Vec<Vec<Trigger<B>>>,
    pub(super) turn: TurnRules,
    pub(super) ends: Ends,
    pub(super) obligations: Vec<Obligation>,
    /// The questions about single moves that obligations and plays evaluate.
    pub(super) asked: Vec<MoveQuestion>,
    /// Blocks of which phrases evaluate whether they could be carried out.
    pub(super) tried: Vec<BlockAt>,
    pub(super) happens: Happens,
    pub(super) recurrence: Recurrence,
    pub(super) distinction: Distinction,
    pub(super) pairs: Vec<Pair<B>>,
    /// The generators that list the moves, if there are any.
    pub(super) listing: Option<Listing<B>>,
}

/// The players.
pub(super) struct Players {
    /// The side of each player.
    pub(super) side_of: Vec<u8>,
    /// The players in turn order.
    pub(super) order: Vec<u8>,
    /// For each player, the pile for what it captures.
    pub(super) captured: Vec<Option<usize>>,
}

/// What a game consists of apart from its moves: the set-up, and turns.
pub(super) struct TurnRules {
    /// The scripts before the first turn.
    pub(super) setup: Vec<BlockAt>,
    /// The script of a turn.
    pub(super) steps: Vec<Step>,
    /// The most names of the script of the turn, or of one of the set-up.
    pub(super) locals: u8,
    /// Those names of the turn that denote pieces from one step to another, as bits.
    pub(super) pieces: u16,
    /// The restrictions that plays put on their moves.
    pub(super) admitted: Vec<Class>,
    /// A turn may consist of several plays.
    pub(super) several_plays: bool,
    /// The line of the turn, reported when nobody can move.
    pub(super) rule: RuleId,
    /// Stored things that start afresh.
    pub(super) fresh: Fresh,
    pub(super) clocks: Vec<Clock>,
}

/// What can happen in a game at all; the engine does not look for anything else.
pub(super) struct Happens {
    /// Decisions other than the mover's own in a body may interrupt moves, or names of the turn must follow pieces.
    pub(super) asks: bool,
    /// A player may have to decide between moves: see [`super::script`].
    pub(super) between_moves: bool,
    /// Chance may have to decide.
    pub(super) chance: bool,
    /// Nothing happens before the choice of a move's first leg.
    pub(super) starts: bool,
}

/// How positions recur, and where that matters.
pub(super) struct Recurrence {
    /// From the end of a turn to the next decision nothing that counts for repetition changes, other than by passing the turn on.
    pub(super) calm: bool,
    /// Pieces that have been taken never come back.
    pub(super) gone: bool,
    /// Subjects, places or paths depend on how often the position has occurred.
    pub(super) asked: bool,
}

/// What distinguishes moves, and how much of them must be run to find out.
pub(super) struct Distinction {
    /// Routes are distinct.
    pub(super) distinct: bool,
    /// Moves that take different numbers of pieces by their legs have different results, provided that they take nothing else.
    pub(super) counts_distinguish: bool,
    /// Some moves of a single leg may be identical to others.
    pub(super) steps_may_coincide: bool,
    /// Moves by paths take nothing but what their legs take, unless one of these holds; `None` if that is never known.
    pub(super) captures_known: Option<Vec<Test>>,
    /// Moves by paths with different landings are distinct, unless one of these holds; `None` if that is never known.
    pub(super) landings_distinguish: Option<Vec<Test>>,
    /// The events of a move at which something may be taken otherwise than by legs.
    pub(super) taken_at: SmallVec<[EventKind; 1]>,
    /// When it matters by which route a move has reached its result.
    pub(super) route_asked: RouteAsked,
    /// Each move must be run to its end to be listed, as a condition evaluates it, or its route matters.
    pub(super) run_to_end: bool,
}

/// Generators that list the moves of a turn, and what is evaluated for them.
pub(super) struct Listing<B> {
    /// The classes of moves, as bits.
    pub(super) groups: u64,
    /// Rules that take nothing and have a condition, and the kinds of pieces that they are for, as bits.
    pub(super) asked: Vec<(RuleAt, u32)>,
    /// When a capture must be made, if not always.
    pub(super) obligation: Option<Test>,
    /// Triggers that run once for a whole capture: the event, the index among its triggers, and which pieces they concern.
    pub(super) once: Vec<(usize, usize, Of)>,
    /// Pieces are promoted when they rest.
    pub(super) at_rest: bool,
    /// The pieces with which what turns carry matters to a count; `None` if it may matter in any position.
    pub(super) watched: Option<KindsPresent>,
    pub(super) generators: Box<dyn Generators<B>>,
}

/// A class of moves.
pub(super) struct Group {
    /// Its first rule, and the one after its last.
    pub(super) rules: (RuleAt, RuleAt),
    /// Chain laws: whether the chain must continue, and when they apply.
    pub(super) chain: Vec<(bool, Option<Test>)>,
    pub(super) turning: Turning,
    /// Taken pieces leave when the move is over.
    pub(super) waits: bool,
    /// The chain may continue by rules with bodies.
    pub(super) bodies: bool,
    /// Statements after a leg by one of its rules may need a decision.
    pub(super) asks: bool,
    /// After the chain the rest of the move needs no decision and cannot fail, unless one of these conditions on where it began
    /// holds; `None` if that is not known of any move.
    pub(super) end: Option<Vec<Test>>,
    /// `Some` if all of its moves are chains of jumps in which nothing else happens.
    pub(super) jumps: Option<Jumps>,
    /// `Some` if all of its moves are chains of hops in which nothing else happens, distinguished only by where they land.
    pub(super) hops: Option<Hops>,
}

/// How the heading of a chain's leg depends on that of the leg before.
pub(super) struct Turning {
    pub(super) must_not_reverse: bool,
    pub(super) must_turn: bool,
    pub(super) must_not_turn: bool,
}

impl Turning {
    /// The directions barred after a leg in direction `heading`, as bits; `opposite` has for each direction the one back.
    pub(super) fn barred(&self, heading: u8, opposite: &[Option<u8>]) -> u64 {
        let last = 1 << heading;
        let back = opposite[usize::from(heading)].filter(|_| self.must_not_reverse).map_or(0, |back| 1 << back);
        back | if self.must_turn { last } else { 0 } | if self.must_not_turn { !last } else { 0 }
    }
}

/// `SET may VERB`
pub(super) struct Rule {
    pub(super) group: u8,
    /// The pieces, or players, that it is for.
    pub(super) subject: Term,
    /// The subject as a description that the acting piece is matched against, where that differs.
    pub(super) test: Option<Term>,
    pub(super) by_player: bool,
    pub(super) condition: Option<Test>,
    /// The parts of the condition that depend only on how many pieces of each kind every side has.
    pub(super) counted: Test,
    /// The condition is the same for all pieces.
    pub(super) fixed: bool,
    pub(super) verb: Verb,
    /// The name of a verb with a body, as a number from 1; 0 for a path.
    pub(super) named: u8,
    pub(super) locals: u8,
    pub(super) then: Option<BlockAt>,
    /// Its verb is a body that needs no decision, cannot fail and is the whole move.
    pub(super) forced_body: bool,
    /// `Some` if its moves are single legs, straight or a slide, after which nothing can fail: the rules whose legs may be the
    /// same moves, possibly itself among them, as bits.
    pub(super) single_leg: Option<u64>,
    /// Its path depends on where the move begins, apart from landings on empty sites.
    pub(super) reads_start: bool,
    /// A set that must not be empty for its body to begin.
    pub(super) needed_set: Option<Term>,
    /// The choice with which its body begins, if no other decision follows.
    pub(super) opening: Option<Opening>,
}

/// The choice with which a body begins, and after which the rest needs no decision and cannot fail.
pub(super) struct Opening {
    pub(super) name: u16,
    pub(super) from: Term,
    pub(super) rest: Guard,
}

/// The verb of a rule.
pub(super) enum Verb {
    Path(PathAt),
    Body(BlockAt),
}

/// A condition: all of its parts hold.
pub(super) type Test = SmallVec<[Part; 1]>;

/// A part of a condition.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) term: Term,
    /// It depends on how often the position has occurred, and is evaluated before the end of a turn.
    pub(super) repeats: bool,
    /// Its index among the phrases that depend only on how many pieces of each kind every side has, if its answers are
    /// remembered.
    pub(super) counted: Option<u8>,
}

/// When the rest after a choice needs no decision and cannot fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// Always.
    Open,
    /// The chosen site is empty, and the source, if given, holds such a piece.
    Free(Option<Source>),
    /// The acting piece has not been chosen.
    Other,
    /// There is an acting piece, if the flag is set, and the names in both sets of bits denote pieces on the board, those in the
    /// second exactly one.
    There(bool, u16, u16),
    /// The chosen site is empty, and this name denotes a piece in a pile or a tower.
    Bring(u8),
}

/// Where new pieces come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// For each player the index of the number that counts such pieces, or their pile if it is a list.
    pub(super) from: [Option<u16>; PLAYERS],
    /// For a list, the board of such a piece, which gives its side and kind, for each player.
    pub(super) listed: Option<[u8; PLAYERS]>,
}

/// A body of two placements, the second next to the first, and nothing between them: the sites for the second are known without
/// making the first.
pub(super) struct Pair<B> {
    pub(super) rule: RuleAt,
    /// For each first site, by its bit, the sites for the second.
    pub(super) beside: Vec<B>,
    /// The directions from the first to the second, if each is a few shifts and no two of them lead to the same site.
    pub(super) ways: Option<u64>,
    pub(super) sources: [Option<Source>; 2],
}

/// A trigger.
pub(super) struct Trigger<B> {
    /// Neither what it waits for nor its body reads or binds a name.
    pub(super) nameless: bool,
    /// What it waits for depends neither on names nor on the progress of the move.
    pub(super) bare: bool,
    pub(super) locals: u8,
    pub(super) subject: Option<Term>,
    pub(super) place: Option<Term>,
    /// The sites of its place for a piece of each side, where they are fixed.
    pub(super) regions: Option<SmallVec<[B; 2]>>,
    /// The boards of the pieces that it waits for, as bits, where side and kind alone decide.
    pub(super) boards: Option<u64>,
    pub(super) condition: Option<Test>,
    pub(super) body: BlockAt,
}

/// An obligation.
pub(super) struct Obligation {
    pub(super) moves: Class,
    pub(super) condition: Option<Test>,
}

/// A set of moves: those that an obligation prefers, or that a `play` admits.
pub(super) enum Class {
    Groups(u64),
    And(Vec<Class>),
    Or(Vec<Class>),
    Without(Box<Class>, Box<Class>),
    If(Test, Box<Class>, Box<Class>),
    /// Those for which a question holds, by its index in [`Rules::asked`].
    Where(Box<Class>, usize),
    /// Those with the most of something, or the least if the flag is not set.
    Extreme(Box<Class>, bool, usize),
}

impl Class {
    /// Whether it depends on nothing but the classes of moves.
    pub(super) fn by_class(&self) -> bool {
        match self {
            Class::Groups(_) => true,
            Class::And(parts) | Class::Or(parts) => parts.iter().all(Class::by_class),
            Class::Without(a, b) | Class::If(_, a, b) => a.by_class() && b.by_class(),
            Class::Where(..) | Class::Extreme(..) => false,
        }
    }
}

/// A question about a single move.
#[derive(Clone, Copy)]
pub(super) enum MoveQuestion {
    Truth(Term),
    Numbers(Term),
}

impl<B: Word> Rules<B> {
    /// The indices of the rules of a class.
    pub(super) fn of_group(&self, group: usize) -> std::ops::Range<usize> {
        let (from, to) = self.groups[group].rules;
        from as usize..to as usize
    }

    /// The player at a place of the turn order.
    pub(super) fn player(&self, turn: u8) -> usize {
        self.players.order[turn as usize] as usize
    }

    /// Whether a chain that a rule begins may continue by a body.
    pub(super) fn goes_on_by_bodies(&self, rule: RuleAt) -> bool {
        self.groups[self.rules[rule as usize].group as usize].bodies
    }

    /// The first place of a player in the turn order.
    pub(super) fn place_of(&self, player: u8) -> Option<u8> {
        self.players.order.iter().position(|one| *one == player).map(|turn| turn as u8)
    }

    /// Whether a rule has a path.
    pub(super) fn is_path(&self, rule: RuleAt) -> bool {
        matches!(self.rules[rule as usize].verb, Verb::Path(..))
    }

    /// The side of the player at a place of the turn order.
    pub(super) fn side(&self, turn: u8) -> usize {
        self.players.side_of[self.player(turn)] as usize
    }
}
