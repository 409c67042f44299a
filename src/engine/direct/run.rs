//! A move under way: the scene, how far the move has come, and what to go back to.

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
use super::nth::Chains;
use super::ops::Op;
use super::rules::{BlockAt, RuleAt, Rules, Test};
use super::scene::{Named, Scene, State, Taken};
use super::stood::History;
use super::turns::Turn;

/// Most legs of a move, and most triggers that set each other off; beyond, the general machine takes over.
pub(super) const MOST_LEGS: u16 = 60;
pub(super) const MOST_TRIGGERS: u8 = 64;

/// Why a run does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// There is no such run.
    Failed,
    /// The game is over.
    Over,
    /// It was asked whether there is any move, and there is.
    Found,
    /// More than is carried out here.
    TooMuch,
    /// Somebody must choose: see [`Asking::asked`].
    Asked,
    /// Who lists moves is asked where not every way can be gone from: they are listed by running each again and again.
    Replay,
}

pub(super) type Done = Result<(), Stop>;

/// What is done with choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Every way is gone, and noted at its end.
    List,
    /// Whether there is any way to an end.
    Any,
    /// The choices are given.
    Play,
}

/// What `end` has ended beyond the leg; a turn includes the move.
pub(super) const MOVE: u8 = 1;
pub(super) const TURN: u8 = 2;

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Over {
    /// The sides that have won, as bits.
    pub(super) winners: u8,
    /// Its place in [`Ends::reasons`](super::rules::Ends::reasons); none if nobody can move.
    pub(super) reason: Option<u16>,
    pub(super) scores: SmallVec<[i64; 2]>,
}

/// A move as far as it has come, in a game under way.
#[derive(Clone)]
pub(super) struct Run<'r, B: Word> {
    pub(super) rules: &'r Rules<B>,
    pub(super) aim: Aim,
    pub(super) scene: Scene<B>,
    pub(super) along: Along,
    pub(super) rule: RuleAt,
    pub(super) over: Option<Over>,
    pub(super) chosen: Chosen,
    /// What the move is told by: see [`Told`].
    pub(super) told: Vec<Told<B>>,
    pub(super) stack: Stack<B>,
    pub(super) legs: Vec<Offer<B>>,
    pub(super) listed: Box<Listed<B>>,
    pub(super) chains: Chains<B>,
    /// Memory of generators.
    pub(super) spare: Spare,
    pub(super) asking: Asking<B>,
    pub(super) chance: Chance<B>,
    /// How far the turn has come.
    pub(super) turn: Turn<B>,
    /// Turns passed without a choice.
    pub(super) idle: usize,
    pub(super) history: History,
    /// What is known of phrases that ask only how many pieces there are.
    pub(super) counted: Option<Box<Counted<B>>>,
}

/// What a run is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) mode: Mode,
    /// Who lists moves.
    pub(super) decider: u8,
    /// It is asked whether moves could be begun: only the first leg counts, and these rules, as bits, are left out.
    pub(super) begins: Option<u64>,
    /// Endings that wait for patience to run out apply.
    pub(super) patience: bool,
    /// Of the next decision it is only asked whether there is any option.
    pub(super) peeking: bool,
    /// Of every option it is told how many pieces it takes.
    pub(super) weighs: bool,
}

impl Aim {
    /// A game is played, and the moves of its decisions are listed.
    const GAME: Aim = Aim { mode: Mode::List, decider: 0, begins: None, patience: true, peeking: false, weighs: false };
}

/// The way that a move goes.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    /// The choices taken, or in play those to be taken.
    pub(super) choices: Vec<u32>,
    /// Which choice is the next.
    pub(super) next: usize,
    /// The first of the choices of the decision at hand.
    pub(super) fork: usize,
}

/// How far a move has come, beside the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Along {
    /// The direction of the last leg.
    pub(super) heading: Option<u8>,
    /// `end leg` was said in this leg.
    pub(super) leg_ended: bool,
    pub(super) ended: u8,
    pub(super) depth: u8,
    pub(super) prevented: bool,
    /// How many names the script under way has.
    pub(super) locals: u8,
    /// Pieces have changed since it was last asked what ends the game as soon as it holds.
    pub(super) changed: bool,
    /// A leg is under way, and what its rule says after it is to come.
    pub(super) in_leg: bool,
    /// The rule of the last leg.
    pub(super) leg_rule: RuleAt,
    /// A hash of the statements that are to come where the blocks under way are over, if somebody may be asked before.
    pub(super) to_come: u32,
}

/// What a player does, as far as it tells moves apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told<B> {
    Actor(B),
    /// A verb, by its name.
    Verb(u8),
    Leg {
        from: B,
        to: B,
    },
    Captured(B),
    Placed(B),
    Chosen(u16, Named<B>),
}

impl<'r, B: Word> Run<'r, B> {
    pub(super) fn new(rules: &'r Rules<B>, state: State<B>) -> Run<'r, B> {
        Run {
            rules,
            aim: Aim::GAME,
            scene: Scene::of(state),
            along: Along::default(),
            rule: 0,
            over: None,
            chosen: Chosen { choices: Vec::new(), next: 0, fork: usize::MAX },
            told: Vec::new(),
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

    /// A move by a rule begins, with a piece or without.
    pub(super) fn set_out(&mut self, rule: RuleAt, from: B) {
        self.fresh();
        self.asking.ending = false;
        (self.along.in_leg, self.along.leg_rule) = (true, rule);
        self.rule = rule;
        (self.scene.actor, self.scene.start, self.scene.trail) = (from, from, from);
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
                None => self.rules.phrases.truth(part.term, &self.scene),
            };
            if !holds {
                return false;
            }
        }
        true
    }

    /// Side and kind of the piece on a site, as the place of their board.
    #[inline]
    pub(super) fn board_of(&self, site: B) -> Option<usize> {
        self.scene.state.boards.as_ref()[..self.rules.slots.boards].iter().position(|board| (*board & site).any())
    }

    /// Puts a piece on a board.
    pub(super) fn put(&mut self, board: usize, site: B) {
        self.scene.state.boards[board] |= site;
        self.along.changed = true;
    }

    /// Takes the piece on a site off its board.
    pub(super) fn lift(&mut self, site: B) -> Option<usize> {
        let board = self.board_of(site)?;
        self.scene.state.boards[board] &= !site;
        self.along.changed = true;
        Some(board)
    }

    /// Moves whatever stands on sites, all at once; everything that refers to a piece follows it.
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
        if self.scene.actor == from && !self.scene.passed.any() && self.nothing_else_refers() {
            self.scene.actor = to;
        } else {
            self.follow(&[(from, to)]);
        }
    }

    /// Whether nothing refers to pieces but what the move says of itself.
    #[inline]
    fn nothing_else_refers(&self) -> bool {
        let named = !self.stack.marks.is_empty() || self.along.locals > 0 || !self.stack.frames.is_empty();
        !named && self.rules.slots.kept_pieces().is_empty()
    }

    /// A piece is no longer among the pieces: nothing refers to it any more.
    pub(super) fn forget(&mut self, site: B) {
        self.follow(&[(site, B::ZERO)]);
    }

    /// Changes every reference to pieces.
    pub(super) fn follow(&mut self, shifts: &[(B, B)]) {
        if let (true, [(from, to)]) = (self.nothing_else_refers(), shifts) {
            for place in [&mut self.scene.actor, &mut self.scene.passed] {
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
        let scene = &mut self.scene;
        scene.actor = shift(scene.actor);
        scene.passed = shift(scene.passed);
        self.stack.marks.iter_mut().for_each(|mark| *mark = shift(*mark));
        if self.along.locals > 0 || !self.stack.frames.is_empty() {
            for name in scene.names[..self.along.locals as usize].iter_mut().chain(&mut self.stack.frames) {
                if let Named::Pieces(pieces) = name {
                    *pieces = shift(*pieces);
                }
            }
        }
        for at in self.rules.slots.kept_pieces() {
            let set = self.rules.slots.kept(&scene.state, *at);
            if (set & all).any() {
                self.rules.slots.keep(&mut scene.state, *at, shift(set));
            }
        }
    }

    /// Notes a piece taken by the move.
    pub(super) fn note_taken(&mut self, site: B, board: usize) {
        self.note_taken_as(site, self.code_of(board, site));
    }

    /// The same of what it was.
    pub(super) fn note_taken_as(&mut self, site: B, code: u32) {
        let (kinds, board) = (self.rules.slots.kinds, self.rules.slots.board_of(code));
        self.scene.taken.push(Taken { site, side: (board / kinds) as u8, kind: (board % kinds) as u8, code });
        self.told.push(Told::Captured(site));
    }

    /// The next of the choices given. It stops where there was nothing to choose.
    pub(super) fn given(&mut self) -> Result<Option<u32>, Stop> {
        let choice = self.chosen.choices.get(self.chosen.next).copied();
        if self.chosen.next == self.chosen.fork {
            self.told.clear();
            self.asking.deeds.clear();
        }
        self.chosen.next += 1;
        if choice == Some(NOTHING) {
            return Err(Stop::Failed);
        }
        if self.asking.script && choice.is_some() {
            // A decision was made in this turn.
            self.idle = 0;
            self.stand();
        }
        Ok(choice)
    }

    /// A block from which not every way is gone.
    pub(super) fn block_alone(&mut self, block: BlockAt) -> Done {
        match self.rules.blocks[block as usize].as_slice() {
            [op @ (Op::Put(..) | Op::SetNumber(..) | Op::SetKept(..) | Op::Raise(..))] => self.effect(op),
            _ => self.block(block, 0, &mut |_| Ok(())),
        }
    }
}
