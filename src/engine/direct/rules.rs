//! The rules of a game as the direct engine carries them out.

use smallvec::SmallVec;

use super::super::kernel::Generators;
use super::super::word::Word;
pub(super) use super::ends::{Ending, Ends, Soon, Stretch};
use super::hops::Hops;
use super::jumps::Jumps;
use super::ops::Op;
use super::paths::Course;
use super::phrases::{Phrases, Term};
pub(super) use super::plays::{LOOPS, Play, Step};
use super::slots::Slots;
use super::stored::{Clock, Fresh};
use crate::model::RuleId;
use crate::model::rules::RouteAsked;
use crate::program::code::EventKind;
use crate::program::kernels::{Of, Watched};

/// Most players, and sides.
pub(super) const PLAYERS: usize = 8;

/// A block of statements, by its place in [`Rules::blocks`].
pub(super) type BlockAt = u16;
/// Rules, by their places in [`Rules::rules`], as bits or numbers.
pub(super) type RuleAt = u8;

/// Everything that is needed to list and play moves, made once.
pub(super) struct Rules<B> {
    pub(super) phrases: Phrases<B>,
    pub(super) slots: Slots,
    pub(super) players: Players,
    pub(super) groups: Vec<Group>,
    /// The rules of all classes, one class after the other.
    pub(super) rules: Vec<Rule>,
    pub(super) blocks: Vec<Vec<Op>>,
    /// Triggers by event, in the order of `EventKind::ALL`.
    pub(super) triggers: Vec<Vec<Trigger<B>>>,
    pub(super) turn: TurnRules,
    pub(super) ends: Ends,
    pub(super) duties: Vec<Duty>,
    /// For each term of a duty that is asked about every move: what it is.
    pub(super) asked: Vec<Asked>,
    /// Statements of which phrases ask whether they could be carried out.
    pub(super) tried: Vec<BlockAt>,
    pub(super) happens: Happens,
    pub(super) recurrence: Recurrence,
    pub(super) telling: Telling,
    pub(super) pairs: Vec<Pair<B>>,
    /// Generators list the moves.
    pub(super) listing: Option<Listing<B>>,
}

/// Who plays.
pub(super) struct Players {
    /// The side of each player.
    pub(super) side_of: Vec<u8>,
    /// Players in turn order.
    pub(super) order: Vec<u8>,
    /// For each player, the pile of what it captures.
    pub(super) captured: Vec<Option<usize>>,
}

/// What a game is made of beside its moves: the set-up, and turns.
pub(super) struct TurnRules {
    /// What happens before the first turn.
    pub(super) setup: Vec<BlockAt>,
    /// What a turn is made of.
    pub(super) steps: Vec<Step>,
    /// How many names the script of the turn has, or one of the set-up.
    pub(super) locals: u8,
    /// Which of them mean pieces from one step to another, as bits.
    pub(super) pieces: u16,
    /// What plays admit.
    pub(super) admitted: Vec<Class>,
    /// It may be made of several plays.
    pub(super) several_plays: bool,
    /// The line of the turn, by which nobody can move.
    pub(super) rule: RuleId,
    /// What is not kept all the game.
    pub(super) fresh: Fresh,
    pub(super) clocks: Vec<Clock>,
}

/// What can happen in a game at all, and what cannot: what cannot is not looked for.
pub(super) struct Happens {
    /// Somebody may be asked otherwise than in the body of a move by who makes it.
    pub(super) asks: bool,
    /// A player may be asked otherwise than in a move: see [`super::script`].
    pub(super) questions: bool,
    /// Chance may be asked.
    pub(super) chance: bool,
    /// A move begins with nothing but the choice of its first leg.
    pub(super) starts: bool,
}

/// How positions come again, and what for.
pub(super) struct Recurrence {
    /// From where a turn ends to the next decision nothing changes but what passes on.
    pub(super) calm: bool,
    /// What is taken never comes back.
    pub(super) gone: bool,
    /// Who may move, where to or what is waited for, depends on how often the position has stood.
    pub(super) asked: bool,
}

/// What tells moves apart, and how much must be done to tell.
pub(super) struct Telling {
    /// Routes are told apart.
    pub(super) distinct: bool,
    /// Moves that take more or fewer pieces by their legs come to different ends, where that is all that they take.
    pub(super) counts_tell: bool,
    /// Some moves of one leg may be the same as others.
    pub(super) steps_alike: bool,
    /// What legs take is all that moves by paths take, unless one of these holds; none if never.
    pub(super) captures_known: Option<Vec<Test>>,
    /// Moves by paths that land elsewhere are others, unless one of these holds; none if never.
    pub(super) landings_tell: Option<Vec<Test>>,
    /// At which events of a move something may be taken but by legs.
    pub(super) taken_at: SmallVec<[EventKind; 1]>,
    /// When it matters by which way a move has come to what it came to.
    pub(super) route_asked: RouteAsked,
    /// Each move must be run to its end to be listed: duties ask about it, or it matters by which way it came there.
    pub(super) whole: bool,
}

/// Generators that list the moves of a turn, and what is asked beside them.
pub(super) struct Listing<B> {
    /// The classes of moves, as bits.
    pub(super) groups: u64,
    /// Rules of moves that take nothing and that hold only if, and of which kinds, as bits.
    pub(super) asked: Vec<(RuleAt, u32)>,
    /// When a capture must be made, if not always.
    pub(super) duty: Option<Test>,
    /// Triggers that happen once in a capture, by event and place, and of whom.
    pub(super) once: Vec<(usize, usize, Of)>,
    /// Pieces become others when they rest.
    pub(super) at_rest: bool,
    /// Where generators that count ask what is carried.
    pub(super) watched: Option<Watched>,
    pub(super) generators: Box<dyn Generators<B>>,
}

/// A class of moves.
pub(super) struct Group {
    /// Its first rule, and the one behind its last.
    pub(super) rules: (RuleAt, RuleAt),
    /// Chain laws: whether the chain must go on, and when they apply.
    pub(super) chain: Vec<(bool, Option<Test>)>,
    pub(super) turning: Turning,
    /// What is taken leaves when the move is over.
    pub(super) waits: bool,
    /// The chain may go on by rules with bodies.
    pub(super) bodies: bool,
    /// Somebody is asked after a leg, by what follows its rule.
    pub(super) asks: bool,
    /// When the chain is over the rest of the move runs through, unless one of these holds, which ask where it began; none if that is not
    /// known of any move.
    pub(super) end: Option<Vec<Test>>,
    /// All of its moves are chains of jumps in which nothing else happens.
    pub(super) jumps: Option<Jumps>,
    /// All of its moves are chains of hops in which nothing else happens, and where they land is all that tells them apart.
    pub(super) hops: Option<Hops>,
}

/// Where the legs of a chain may head, each after the one before it.
pub(super) struct Turning {
    pub(super) must_not_reverse: bool,
    pub(super) must_turn: bool,
    pub(super) must_not_turn: bool,
}

impl Turning {
    /// The directions that are barred after a leg in this one, as bits; of each direction `opposite` has the one back.
    pub(super) fn barred(&self, heading: u8, opposite: &[Option<u8>]) -> u64 {
        let last = 1 << heading;
        let back = opposite[usize::from(heading)].filter(|_| self.must_not_reverse).map_or(0, |back| 1 << back);
        back | if self.must_turn { last } else { 0 } | if self.must_not_turn { !last } else { 0 }
    }
}

/// `SET may VERB`
pub(super) struct Rule {
    pub(super) group: u8,
    /// Which pieces, or players.
    pub(super) subject: Term,
    /// The same, asked of the acting piece, where that is another question.
    pub(super) test: Option<Term>,
    pub(super) by_player: bool,
    pub(super) condition: Option<Test>,
    /// The parts of the condition that ask only how many pieces of each kind everybody has.
    pub(super) counted: Test,
    /// The condition is the same for all pieces.
    pub(super) fixed: bool,
    pub(super) verb: Verb,
    /// The name of a verb with a body, by its place among them, from 1.
    pub(super) named: u8,
    pub(super) locals: u8,
    pub(super) then: Option<BlockAt>,
    /// Its body runs through by itself, and is the whole move.
    pub(super) quiet: bool,
    /// Its moves are one leg each, straight or a slide, after which nothing can go wrong: which rules, itself among them, may have legs that
    /// are the same moves, as bits.
    pub(super) plain: Option<u64>,
    /// What there must be some of for a body to begin.
    pub(super) root: Option<Term>,
    /// What is chosen first, if that is all.
    pub(super) opening: Option<Opening>,
}

/// The choice with which a body begins, and after which it runs through.
pub(super) struct Opening {
    pub(super) name: u16,
    pub(super) from: Term,
    pub(super) rest: Guard,
}

/// What a rule lets one do.
pub(super) enum Verb {
    Path(Course),
    Body(BlockAt),
}

/// A condition: all of these hold.
pub(super) type Test = SmallVec<[Part; 1]>;

/// A part of a condition.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) term: Term,
    /// It asks how often the position has stood, and not at the end of a turn.
    pub(super) repeats: bool,
    /// Its place among those that ask only how many pieces of each kind everybody has, if it is worth it to remember the answer.
    pub(super) counted: Option<u8>,
}

/// What runs through by itself after a choice, if.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// In any case.
    Open,
    /// The site chosen is empty, and this pile holds such a piece.
    Free(Option<Source>),
    /// The acting piece was not chosen.
    Other,
    /// There is an acting piece, if the flag is set, and under these names there are pieces on the board, as bits; of the second ones
    /// just one.
    There(bool, u16, u16),
    /// The site chosen is empty, and under this name is a piece in a pile.
    Bring(u8),
}

/// Where fresh pieces come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// By player the place of the number of such pieces; or the pile, if its pieces are told one by one.
    pub(super) from: [Option<u16>; PLAYERS],
    /// What such a piece is then, by player: the place of its board.
    pub(super) listed: Option<[u8; PLAYERS]>,
}

/// Two placements, the second beside the first, and nothing between them: what the second can be is known without making the first.
pub(super) struct Pair<B> {
    pub(super) rule: RuleAt,
    /// For each site, by its bit, those for the second.
    pub(super) beside: Vec<B>,
    /// The directions from the first to the second, if they are but a few shifts and no two of them lead to the same site.
    pub(super) ways: Option<u64>,
    pub(super) sources: [Option<Source>; 2],
}

/// A trigger.
pub(super) struct Trigger<B> {
    /// No name is read before its body, or in it.
    pub(super) nameless: bool,
    /// What it waits for is asked without its names.
    pub(super) bare: bool,
    pub(super) locals: u8,
    pub(super) subject: Option<Term>,
    pub(super) place: Option<Term>,
    /// The sites of the place for a piece of each side, where they are known beforehand.
    pub(super) regions: Option<SmallVec<[B; 2]>>,
    /// The boards of pieces that it waits for, as bits, where these are told by side and kind alone.
    pub(super) boards: Option<u64>,
    pub(super) condition: Option<Test>,
    pub(super) body: BlockAt,
}

/// An obligation.
pub(super) struct Duty {
    pub(super) moves: Class,
    pub(super) condition: Option<Test>,
}

/// Moves preferred, or admitted.
pub(super) enum Class {
    Groups(u64),
    And(Vec<Class>),
    Or(Vec<Class>),
    Without(Box<Class>, Box<Class>),
    If(Test, Box<Class>, Box<Class>),
    /// Of which something holds, by its place in [`Rules::asked`].
    Where(Box<Class>, usize),
    /// That have the most, or least, of something.
    Extreme(Box<Class>, bool, usize),
}

impl Class {
    /// Whether it asks for nothing but the classes of moves.
    pub(super) fn by_class(&self) -> bool {
        match self {
            Class::Groups(_) => true,
            Class::And(parts) | Class::Or(parts) => parts.iter().all(Class::by_class),
            Class::Without(a, b) | Class::If(_, a, b) => a.by_class() && b.by_class(),
            Class::Where(..) | Class::Extreme(..) => false,
        }
    }
}

/// What is asked about a move.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Truth(Term),
    Numbers(Term),
}

impl<B: Word> Rules<B> {
    /// The rules of a class.
    pub(super) fn of_group(&self, group: usize) -> std::ops::Range<usize> {
        let (from, to) = self.groups[group].rules;
        from as usize..to as usize
    }

    /// Whose turn it is.
    pub(super) fn player(&self, turn: u8) -> usize {
        self.players.order[turn as usize] as usize
    }

    /// Whether a move by a rule may go on by a body.
    pub(super) fn goes_on_by_bodies(&self, rule: RuleAt) -> bool {
        self.groups[self.rules[rule as usize].group as usize].bodies
    }

    /// The place of a player in the turn order.
    pub(super) fn place_of(&self, player: u8) -> Option<u8> {
        self.players.order.iter().position(|one| *one == player).map(|turn| turn as u8)
    }

    /// Whether a rule has a path.
    pub(super) fn is_path(&self, rule: RuleAt) -> bool {
        matches!(self.rules[rule as usize].verb, Verb::Path(..))
    }

    /// The side whose turn it is.
    pub(super) fn side(&self, turn: u8) -> usize {
        self.players.side_of[self.player(turn)] as usize
    }
}
