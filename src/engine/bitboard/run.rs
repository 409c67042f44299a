//! A move under way: its state, how far it has come, and what it backtracks to.

use smallvec::SmallVec;

use super::super::kernel::Spare;
use super::super::word::Word;
use super::asks::Asking;
use super::back::Stack;
use super::batches::Listed;
use super::chance::Chance;
use super::counted::Counted;
use super::left_out::NOTHING;
use super::legs::Offer;
use super::move_state::{MoveState, NamedValue, State, Taken};
use super::nth::Chains;
use super::ops::Op;
use super::rules::{BlockAt, RuleAt, Rules, Test};
use super::stood::History;
use super::turns::Turn;

/// The most legs of a move, and the most triggers that set each other off; beyond, the general machine takes over the game.
pub(super) const MOST_LEGS: u16 = 60;
pub(super) const MOST_TRIGGERS: u8 = 64;

/// Why a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It has failed: there is no such move.
    Failed,
    /// The game is over.
    Over,
    /// The question was whether there is any move, and there is.
    Found,
    /// It exceeds the limits of this engine.
    TooMuch,
    /// Somebody must decide: see [`Asking::asked`].
    Asked,
    /// The player whose moves are listed must choose where branches cannot be run; the moves are listed by running them
    /// repeatedly.
    Replay,
}

pub(super) type Done = Result<(), Stop>;

/// How choices are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Every branch is run, and noted at its end.
    List,
    /// Branches are run until one reaches an end.
    Any,
    /// The choices are given.
    Play,
}

/// What `end` has ended beyond the leg: see [`Progress::ended`]. A turn includes the move.
pub(super) const MOVE: u8 = 1;
pub(super) const TURN: u8 = 2;

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Over {
    /// The sides that have won, as bits.
    pub(super) winners: u8,
    /// An index into [`Ends::reasons`](super::rules::Ends::reasons); `None` if nobody can move.
    pub(super) reason: Option<u16>,
    pub(super) scores: SmallVec<[i64; 2]>,
}

/// A game under way, and how far the move in it has come.
#[derive(Clone)]
pub(super) struct Run<'r, B: Word> {
    pub(super) rules: &'r Rules<B>,
    pub(super) aim: Aim,
    pub(super) moving: MoveState<B>,
    pub(super) progress: Progress,
    pub(super) rule: RuleAt,
    pub(super) over: Option<Over>,
    pub(super) chosen: Chosen,
    /// What distinguishes the move: see [`BitDeed`].
    pub(super) deeds: Vec<BitDeed<B>>,
    pub(super) stack: Stack<B>,
    pub(super) legs: Vec<Offer<B>>,
    pub(super) listed: Box<Listed<B>>,
    pub(super) chains: Chains<B>,
    /// Memory reused by generators.
    pub(super) spare: Spare,
    pub(super) asking: Asking<B>,
    pub(super) chance: Chance<B>,
    /// How far the turn has progressed.
    pub(super) turn: Turn<B>,
    /// The number of turns that have passed without a choice.
    pub(super) idle: usize,
    pub(super) history: History,
    /// Remembered answers of phrases that depend only on how many pieces there are.
    pub(super) counted: Option<Box<Counted<B>>>,
}

/// What a run is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) mode: Mode,
    /// The player whose moves are listed.
    pub(super) decider: u8,
    /// Only whether a leg can be made is of interest.
    pub(super) only_first_leg: bool,
    /// Patience endings apply.
    pub(super) patience: bool,
    /// Only whether the next decision has any option is of interest.
    pub(super) any_option: bool,
    /// The number of pieces that each option takes must be known.
    pub(super) counts_takes: bool,
}

impl Aim {
    /// For playing a game and listing the moves of its decisions.
    const GAME: Aim =
        Aim { mode: Mode::List, decider: 0, only_first_leg: false, patience: true, any_option: false, counts_takes: false };
}

/// The choices of a move.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    /// The choices taken; in play, those to be taken.
    pub(super) choices: Vec<u32>,
    /// The index of the next choice.
    pub(super) next: usize,
    /// The index of the first choice of the current decision.
    pub(super) fork: usize,
}

/// How far a move has come, beyond what [`MoveState`] holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// The direction of the last leg.
    pub(super) heading: Option<u8>,
    /// `end leg` has been carried out in this leg.
    pub(super) leg_ended: bool,
    pub(super) ended: u8,
    pub(super) depth: u8,
    pub(super) prevented: bool,
    /// The number of names of the script under way.
    pub(super) locals: u8,
    /// Pieces have changed since immediate endings were last tested.
    pub(super) changed: bool,
    /// A leg is under way, and the statements that follow its rule are still to come.
    pub(super) in_leg: bool,
    /// A hash of the leg that has not landed yet: its direction, its landing and what it takes. 0 if there is none.
    pub(super) aim: u32,
    /// The rule of the last leg.
    pub(super) leg_rule: RuleAt,
    /// A hash of the statements that remain after the blocks under way, where decisions may interrupt them.
    pub(super) to_come: u32,
}

/// What a player does, as far as it distinguishes moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BitDeed<B> {
    Actor(B),
    /// A verb, by the number of its name.
    Verb(u8),
    Leg {
        from: B,
        to: B,
    },
    Captured(B),
    Placed(B),
    Chosen(u16, NamedValue<B>),
}

impl<'r, B: Word> Run<'r, B> {
    pub(super) fn new(rules: &'r Rules<B>, state: State<B>) -> Run<'r, B> {
        Run {
            rules,
            aim: Aim::GAME,
            moving: MoveState::of(state),
            progress: Progress::default(),
            rule: 0,
            over: None,
            chosen: Chosen { choices: Vec::new(), next: 0, fork: usize::MAX },
            deeds: Vec::new(),
            stack: Stack::default(),
            legs: Vec::new(),
            listed: Box::default(),
            chains: Chains::default(),
            spare: Spare::default(),
            asking: Asking::default(),
            chance: Chance::default(),
            turn: Turn::default(),
            idle: 0,
            history: History::default(),
            counted: None,
        }
    }

    /// Begins a move by a rule, with the piece on `from`, or with no piece if that is empty.
    pub(super) fn set_out(&mut self, rule: RuleAt, from: B) {
        self.reset_move();
        self.asking.ending = false;
        (self.progress.in_leg, self.progress.leg_rule) = (true, rule);
        self.rule = rule;
        (self.moving.actor, self.moving.start, self.moving.trail) = (from, from, from);
        self.moving.under_way = true;
    }

    /// Whether a condition holds.
    #[inline]
    pub(super) fn holds(&mut self, test: &Test) -> bool {
        for part in test.as_slice() {
            if part.repeats {
                self.count_repeats();
            }
            let holds = match part.counted {
                Some(at) => self.holds_by_counts(at, part.term),
                None => self.rules.phrases.truth(part.term, &self.moving),
            };
            if !holds {
                return false;
            }
        }
        true
    }

    /// The index of the board of the piece on a site, which gives its side and kind.
    #[inline]
    pub(super) fn board_of(&self, site: B) -> Option<usize> {
        self.moving.state.boards.as_ref()[..self.rules.slots.boards].iter().position(|board| (*board & site).any())
    }

    /// Puts a piece on a board.
    pub(super) fn put(&mut self, board: usize, site: B) {
        self.moving.state.boards[board] |= site;
        self.progress.changed = true;
    }

    /// Takes the piece on a site off its board; returns the index of that board.
    pub(super) fn lift(&mut self, site: B) -> Option<usize> {
        let board = self.board_of(site)?;
        self.moving.state.boards[board] &= !site;
        self.progress.changed = true;
        Some(board)
    }

    /// Moves the pieces on several sites at once; everything that refers to a piece follows it.
    pub(super) fn relocate(&mut self, shifts: &[(B, B)]) {
        self.carry(shifts);
        let lifted: SmallVec<[(B, Option<usize>); 4]> = shifts.iter().map(|(from, to)| (*to, self.lift(*from))).collect();
        for (to, board) in lifted {
            if let Some(board) = board {
                self.put(board, to);
            }
        }
        self.follow(shifts);
    }

    /// Moves the piece on a site to an empty one; everything that refers to it follows.
    #[inline]
    pub(super) fn shift(&mut self, from: B, to: B) {
        if let Some(board) = self.lift(from) {
            self.put(board, to);
        }
        self.carry(&[(from, to)]);
        if self.moving.actor == from && !self.moving.passed.any() && self.nothing_else_refers() {
            self.moving.actor = to;
        } else {
            self.follow(&[(from, to)]);
        }
    }

    /// Whether nothing refers to pieces but the move itself.
    #[inline]
    fn nothing_else_refers(&self) -> bool {
        let named = !self.stack.piece_marks.is_empty() || self.progress.locals > 0 || !self.stack.outer_names.is_empty();
        !named && self.rules.slots.kept_pieces().is_empty()
    }

    /// Removes all references to a piece that is no longer among the pieces.
    pub(super) fn forget(&mut self, site: B) {
        self.follow(&[(site, B::ZERO)]);
    }

    /// Changes every reference to the piece on the first site of a shift, and to the tokens on it, to the second; if that is
    /// empty, removes it.
    pub(super) fn follow(&mut self, shifts: &[(B, B)]) {
        self.carry_named(shifts);
        self.follow_pieces(shifts);
    }

    /// The same without the tokens.
    pub(super) fn follow_pieces(&mut self, shifts: &[(B, B)]) {
        if let (true, [(from, to)]) = (self.nothing_else_refers(), shifts) {
            for place in [&mut self.moving.actor, &mut self.moving.passed] {
                if (*place & *from).any() {
                    *place = *place & !*from | *to;
                }
            }
            return;
        }
        let all = shifts.iter().fold(B::ZERO, |all, (from, _)| all | *from);
        let shift = |set: B| {
            if !(set & all).any() {
                return set;
            }
            let there = shifts.iter().filter(|(from, _)| (set & *from).any());
            there.fold(set & !all, |set, (_, to)| set | *to)
        };
        let moving = &mut self.moving;
        moving.actor = shift(moving.actor);
        moving.passed = shift(moving.passed);
        self.stack.piece_marks.iter_mut().for_each(|mark| *mark = shift(*mark));
        if self.progress.locals > 0 || !self.stack.outer_names.is_empty() {
            for name in self.names_to_change() {
                if let NamedValue::Pieces(pieces) = name {
                    *pieces = shift(*pieces);
                }
            }
        }
        for at in self.rules.slots.kept_pieces() {
            let set = self.rules.slots.kept(&self.moving.state, *at);
            if (set & all).any() {
                self.rules.slots.keep(&mut self.moving.state, *at, shift(set));
            }
        }
    }

    /// Records a piece as taken by the move.
    pub(super) fn note_taken(&mut self, site: B, board: usize) {
        self.note_taken_as(site, self.code_of(board, site));
    }

    /// The same for a piece with this code.
    pub(super) fn note_taken_as(&mut self, site: B, code: u32) {
        let (kinds, board) = (self.rules.slots.kinds, self.rules.slots.board_of(code));
        self.moving.taken.push(Taken { site, side: (board / kinds) as u8, kind: (board % kinds) as u8, code });
        self.deeds.push(BitDeed::Captured(site));
    }

    /// The next of the given choices, if any is left. Fails where there was nothing to choose.
    pub(super) fn given(&mut self) -> Result<Option<u32>, Stop> {
        let choice = self.chosen.choices.get(self.chosen.next).copied();
        if self.chosen.next == self.chosen.fork {
            self.deeds.clear();
            self.asking.deeds.clear();
        }
        self.chosen.next += 1;
        if choice == Some(NOTHING) {
            return Err(Stop::Failed);
        }
        if self.asking.script && choice.is_some() {
            // A decision has been made in this turn.
            self.idle = 0;
            self.record_position();
        }
        Ok(choice)
    }

    /// Runs a block in which no branching is needed.
    pub(super) fn block_alone(&mut self, block: BlockAt) -> Done {
        match self.rules.blocks[block as usize].as_slice() {
            [op @ (Op::SetConstants(..) | Op::SetNumber(..) | Op::SetKept(..) | Op::Raise(..))] => self.effect(op),
            _ => self.block(block, 0, &mut |_| Ok(())),
        }
    }
}
