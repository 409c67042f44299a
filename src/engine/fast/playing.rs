//! Whole games by the generators: moves, clocks, repetition and every ending, just as the general machine plays them.

use crate::model::setup::Outcome;
use crate::model::{SideId, SiteId, SiteSet};
use crate::program::Program;
use crate::program::shape::{Line, MOST_SLOTS, Shape};

use super::super::kernel::{Board, BoardOf, Embedding, Form, Geometry, Law, MoveOf, Scratch, ScratchOf};
use super::super::position::Position;
use super::super::store::mix;
use super::super::word::Word;
use super::Kinds;
use super::carried::Carried;
use super::course::{Course, Ended, set_of};
use super::pieces::Pieces;

/// The rules of whole games: all that goes on beside the moves.
pub(super) struct Playing<B> {
    course: Course<B>,
    /// Some line asks how often a position has stood.
    repeats: bool,
}

impl<B: Word> Playing<B> {
    /// The rules of whole games, if they have a shape.
    pub(super) fn new(program: &Program, shape: &Shape, embedding: &Embedding) -> Option<Playing<B>> {
        let course = shape.playing.as_ref().filter(|course| course.slots.len() <= MOST_SLOTS)?;
        let repeats = course.endings.iter().any(|line| line.condition.as_ref().is_some_and(|one| one.asks_repeats()));
        let all = set_of(embedding, &SiteSet::full(program.layout.sites));
        Some(Playing { course: Course::new(program, shape, course, embedding, all), repeats })
    }
}

/// A game of a shaped variant, played by its generators.
///
/// ```
/// # use draughtsman::{engine::{Position, fast::Tables}, library};
/// let program = library::bundled("english").unwrap().program;
/// let tables = Tables::new(&program).unwrap();
/// let mut game = tables.game(&program, &Position::start(&program).unwrap()).unwrap();
/// while game.options() > 0 {
///     game.play(0);
/// }
/// assert!(game.outcome().is_some());
/// ```
pub struct Playout<'p>(pub(super) Box<dyn Game + 'p>);

impl Playout<'_> {
    /// How many moves there are; none when the game is over. Their order is fixed, and the generators' own.
    #[inline]
    pub fn options(&self) -> usize {
        self.0.options()
    }

    /// Start, end and captures of a move.
    pub fn option(&self, i: usize) -> (SiteId, SiteId, SiteSet) {
        self.0.option(i)
    }

    /// Plays a move.
    #[inline]
    pub fn play(&mut self, i: usize) {
        self.0.play(i);
    }

    /// Back to the position where it began.
    pub fn restart(&mut self) {
        self.0.restart();
    }

    /// How the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// The pieces now.
    pub fn pieces(&self) -> super::Pieces {
        self.0.pieces()
    }
}

/// What a game is, whatever its form.
pub(super) trait Game {
    /// How many moves there are; none when the game is over.
    fn options(&self) -> usize;
    /// Start, end and captures of a move.
    fn option(&self, i: usize) -> (SiteId, SiteId, SiteSet);
    /// Plays a move.
    fn play(&mut self, i: usize);
    /// Back to the beginning.
    fn restart(&mut self);
    /// How the game has ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The pieces now.
    fn pieces(&self) -> super::Pieces;
}

/// A game under way.
pub(super) struct Under<'p, F: Form> {
    geometry: &'p Geometry<F>,
    playing: &'p Playing<F::Word>,
    start: (BoardOf<F>, Carried<MOST_SLOTS>),
    board: BoardOf<F>,
    carried: Carried<MOST_SLOTS>,
    moves: Vec<MoveOf<F>>,
    scratch: ScratchOf<F>,
    /// Hashes of the positions that have stood since something was last taken.
    stood: Vec<u64>,
    over: Option<Over>,
}

/// Why a game is over.
#[derive(Clone, Copy)]
enum Over {
    Line(Ended),
    /// The side that has to move cannot; who wins, as bits.
    Stuck(u8, u8),
}

impl<'p, F: Form<Sets = Kinds<<F as Form>::Word>>> Under<'p, F> {
    /// A game from a position at the start of a turn; `None` if that holds more than is carried.
    pub(super) fn new(
        geometry: &'p Geometry<F>,
        playing: &'p Playing<F::Word>,
        program: &Program,
        position: &Position,
        keep: bool,
    ) -> Option<Under<'p, F>> {
        let carried = playing.course.carried(program, position, &geometry.embedding)?;
        let state = geometry.law.state(program, position, &geometry.embedding)?;
        let board = Board::of::<F::Word>(program, position, &geometry.embedding, state);
        let scratch = Scratch::new(keep);
        let start = (board, carried);
        let (moves, stood) = (Vec::new(), Vec::new());
        let mut game = Under { geometry, playing, start, board, carried, moves, scratch, stood, over: None };
        game.restart();
        Some(game)
    }

    /// The moves of who is to move, or the end.
    fn look(&mut self) {
        let Under { geometry, board, moves, scratch, .. } = self;
        geometry.list(board, scratch, moves);
        if moves.is_empty() {
            let winners = self.playing.course.winners_when_stuck(&Pieces::of(&self.board), &self.carried);
            self.over = Some(Over::Stuck(self.board.side, winners));
        }
    }

    fn hash(&self, pieces: &Pieces<F::Word>, carried: &Carried<MOST_SLOTS>) -> u64 {
        let halves = pieces.own.iter().chain(&pieces.enemy).flat_map(|set| [set.part(0), set.part(1)]);
        let halves = halves.enumerate().filter(|(_, half)| *half != 0);
        let board = halves.fold(u64::from(pieces.side), |hash, (i, half)| {
            hash.wrapping_add(mix(half ^ (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
        });
        let numbers = self.playing.course.of_position(carried);
        numbers.fold(board, |hash, (i, number)| hash.wrapping_add(mix((i as u64) << 40 | u64::from(number as u32))))
    }

    /// Whether the other side could move, were it its turn.
    fn could_move(&mut self, pieces: &Pieces<F::Word>, carried: &Carried<MOST_SLOTS>) -> bool {
        let mut carried = *carried;
        let (next, soon) = self.playing.course.passed(pieces, &mut carried);
        self.set(&next, &carried);
        self.look();
        // A game that ends as the turn begins is not asked whether there are moves.
        soon.is_some() || !self.moves.is_empty()
    }

    fn set(&mut self, pieces: &Pieces<F::Word>, carried: &Carried<MOST_SLOTS>) {
        let Pieces { own, enemy, side } = *pieces;
        self.board = Board { own, enemy, side, state: self.geometry.law.of_numbers(&carried.cells) };
        self.carried = *carried;
    }

    fn end(&mut self, over: Over) {
        self.moves.clear();
        self.over = Some(over);
    }
}

impl<F: Form<Sets = Kinds<<F as Form>::Word>>> Game for Under<'_, F> {
    fn options(&self) -> usize {
        self.moves.len()
    }

    fn option(&self, i: usize) -> (SiteId, SiteId, SiteSet) {
        let bits = &self.geometry.embedding.bits;
        let sites = |set: F::Word| {
            let mut sites = SiteSet::empty(bits.len());
            let there = |bit: &u16| (set & F::Word::bit(u32::from(*bit))).any();
            bits.iter().enumerate().filter(|(_, bit)| there(bit)).for_each(|(site, _)| sites.insert(SiteId(site as u16)));
            sites
        };
        let mv = &self.moves[i];
        let to = mv.to.iter().fold(F::Word::ZERO, |all, to| all | *to);
        let one = |set: F::Word| sites(set).first().unwrap_or_default();
        (one(mv.from), one(to), sites(mv.taken))
    }

    fn play(&mut self, i: usize) {
        let mv = self.moves[i];
        let course = &self.playing.course;
        let mut carried = self.carried;
        let (after, facts, soon) = course.moved(&Pieces::of(&self.board), &mv, &mut carried);
        if let Some(soon) = soon {
            return self.end(Over::Line(soon));
        }
        let mut repeats = 1;
        let mut stands = 0;
        if self.playing.repeats {
            let mut next = carried;
            course.turn_over(&mut next);
            stands = self.hash(&after.passed(), &next);
            if mv.taken.any() {
                // What was taken never comes back.
                self.stood.clear();
            }
            repeats += self.stood.iter().filter(|hash| **hash == stands).count() as u32;
        }
        if let Some((ended, after_stuck)) = course.over(&after, &facts, &carried, repeats) {
            if after_stuck && !self.could_move(&after, &carried) {
                return;
            }
            return self.end(Over::Line(ended));
        }
        let (next, soon) = course.passed(&after, &mut carried);
        if self.playing.repeats {
            self.stood.push(if course.begins() { self.hash(&next, &carried) } else { stands });
        }
        self.set(&next, &carried);
        match soon {
            Some(soon) => self.end(Over::Line(soon)),
            None => self.look(),
        }
    }

    fn restart(&mut self) {
        (self.board, self.carried) = self.start;
        self.over = None;
        self.stood.clear();
        if self.playing.repeats {
            let hash = self.hash(&Pieces::of(&self.board), &self.carried);
            self.stood.push(hash);
        }
        self.look();
    }

    fn outcome(&self) -> Option<Outcome> {
        let course = &self.playing.course;
        let (line, winners): (&Line<F::Word>, u8) = match self.over? {
            Over::Line(ended) => (course.lines().nth(ended.line as usize)?, ended.winners),
            Over::Stuck(side, winners) => (course.stuck(side), winners),
        };
        let winners = [0, 1].into_iter().filter(|side| winners >> side & 1 != 0).map(SideId).collect();
        Some(Outcome { winners, reason: line.reason.clone(), rule: line.rule, scores: Vec::new(), ranking: Vec::new() })
    }

    fn pieces(&self) -> super::Pieces {
        self.board.pieces::<F::Word>(&self.geometry.embedding)
    }
}
