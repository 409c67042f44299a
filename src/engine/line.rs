//! The game as a search sees it: decisions of players that are played, marked and returned to.

use crate::model::setup::Outcome;
use crate::model::{KindId, PlayerId, SideId, SiteId, StoredId};
use crate::program::Program;

use super::bitboard::{BitboardEngine, Playing};
use super::game::Game;
use super::moves::Move;
use super::position::Position;
use super::positions::MachineLine;
use super::run::LimitReached;
use super::store::{Store, mix};

/// A game under way for a search to explore. Only players decide: chance is drawn at once, from a pseudo-random sequence that
/// [`Line::deal`] seeds.
///
/// Marks form a stack of decisions to return to, any number of times: see [`Line::mark`]. A clone is an independent game, for
/// another thread.
pub trait Line: Clone + Send {
    /// Who must choose; `None` if the game is over, or if it goes beyond the [limits](super::LimitReached).
    fn actor(&self) -> Option<PlayerId>;
    /// Whether there is nothing to choose because the game goes beyond these limits, or beyond what can be played without the
    /// general machine.
    fn lost(&self) -> bool;
    /// The number of options. Their order depends on the position alone.
    fn options(&self) -> usize;
    /// The number of options whose legs take pieces.
    fn taking(&self) -> usize;
    /// Calls `each` for every option, in order.
    fn each_option(&self, each: impl FnMut(Glance));
    /// Calls `each` for every piece on the board, including those inside towers.
    fn each_piece(&self, each: impl FnMut(BoardPiece));
    /// The number of pieces of a side and kind on the board; `None` where pieces can lie under others, or where it is no faster
    /// than [each](Line::each_piece).
    fn many(&self, _: SideId, _: KindId) -> Option<u32> {
        None
    }
    /// The number of occupied sites.
    fn occupied(&self) -> usize;
    /// The value of a counter or clock, of the player or side with index `owner` (0 for one of the position itself). A truth is
    /// 0 or 1.
    fn stored(&self, stored: StoredId, owner: usize) -> i64;
    /// The number of turns that are over, as the word `turns` has it: a turn whose end still has a decision pending counts.
    fn turns(&self) -> u32;
    /// The number of things in a pile, by the pile's index in the [layout](crate::program::Layout::piles).
    fn lying(&self, pile: usize) -> i64;
    /// The sides that have won, as bits (0 for a draw); `None` while the game goes on.
    fn winners(&self) -> Option<u8>;
    /// How the game has ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// A hash of the decision: equal decisions have equal hashes. Earlier positions, clocks and the number of turns are not part
    /// of it.
    fn hash(&self) -> u64;
    /// A hash of what everybody can see: who decides, and the pieces on the board.
    fn open_hash(&self) -> u64 {
        let mut pieces = 0_u64;
        self.each_piece(|BoardPiece { side, kind, site, under }| {
            let piece = u64::from(side.0) << 32 | u64::from(kind.0) << 24 | u64::from(site.0);
            let under = under.map_or(0, |commander| u64::from(commander.0) + 1);
            // A sum, since a tower can contain identical pieces, which would cancel out under XOR.
            pieces = pieces.wrapping_add(mix(piece << 8 | under));
        });
        mix(pieces ^ self.actor().map_or(0, |player| u64::from(player.0) + 1))
    }
    /// Seeds the sequence from which chance draws from now on.
    fn deal(&mut self, seed: u64);
    /// Prescribes what chance draws from now on: the results with these indices, after them the first result wherever there are
    /// at most `most`, else any one. [`Line::draws`] reports what was drawn.
    fn foresee(&mut self, places: &[u32], most: u32);
    /// What chance has drawn since [`Line::foresee`], in order.
    fn draws(&self) -> &[ChanceDraw];
    /// Whether chance has drawn anything since [`Line::deal`] or [`Line::foresee`].
    fn drew(&self) -> bool;
    /// Returns to where the line began and drops all marks. Chance draws from this seed, beginning with what it decides there.
    fn restart(&mut self, seed: u64);
    /// Sets the game to the beginning of a turn of the player at this index of the turn order, with exactly these pieces on the
    /// board; all else is as where the line began. From then on patience endings (those that read a clock or `repeats`) do not
    /// apply, [`Line::restart`] returns here, and there are no marks. For rules whose positions are [plain](Program::is_plain).
    fn arrange(&mut self, pieces: &[BoardPiece], turn: u8);
    /// Plays an option.
    fn play(&mut self, option: usize);
    /// The same. An engine that can predict the lower half of the next [hash](Line::hash) calls `soon` with it before the
    /// options there are listed, so that the caller can prefetch a table entry. It is a hint: wrong where something else happens
    /// before the next decision.
    fn play_telling(&mut self, option: usize, soon: impl FnOnce(u64)) {
        let _ = soon;
        self.play(option);
    }
    /// Plays an option only to look at the board after it and at whether the game is over: the options there are not listed. It
    /// must be followed by [`Line::back`].
    fn peek(&mut self, option: usize);
    /// Pushes the decision at hand as the last mark.
    fn mark(&mut self);
    /// Returns to the last mark, which stays.
    fn back(&mut self);
    /// Removes the last mark. To be called at the marked decision: the game itself does not move.
    fn unmark(&mut self);
    /// The index of an option among `moves`, those of the current position of `game`, which must be where the line is.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    fn place(&mut self, option: usize, game: &Game, moves: &[Move]) -> Result<Option<usize>, LimitReached>;
}

/// A draw of chance made under [`Line::foresee`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChanceDraw {
    /// The index of the result.
    pub place: u32,
    /// The number of possible results.
    pub results: u32,
    /// The probability of this result; 0 where there are more results than `foresee` allowed for.
    pub share: f64,
}

/// What is known of an option without playing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// Rule, piece and destination as one number. Moves that look the same in different positions have the same key.
    pub key: u64,
    /// The number of pieces that its legs take.
    pub takes: u8,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPiece {
    /// The side that owns it.
    pub side: SideId,
    /// Its kind.
    pub kind: KindId,
    /// Its site.
    pub site: SiteId,
    /// The owner of the commander of its tower, if it is not the commander itself.
    pub under: Option<SideId>,
}

/// A piece below a commander of its own side counts this fraction (one third) of its worth.
const BELOW: i32 = 3;

impl BoardPiece {
    /// What a piece of this worth counts for its owner: a commander in full, a piece below a commander of its own side a share,
    /// a prisoner nothing.
    pub fn counts(&self, worth: i32) -> i32 {
        match self.under {
            None => worth,
            Some(commander) if commander == self.side => worth / BELOW,
            Some(_) => 0,
        }
    }
}

/// Calls `each` for every piece on the board of a store, including those inside towers.
pub(super) fn each_piece(program: &Program, store: &Store, mut each: impl FnMut(BoardPiece)) {
    let layout = &program.layout;
    for site in (0..layout.sites as u16).map(SiteId) {
        let Some((commander, kind)) = store.piece_at(site, layout) else { continue };
        let commander = SideId(commander as u8);
        each(BoardPiece { side: commander, kind: KindId(kind as u8), site, under: None });
        let below = store.below(site, layout);
        below.for_each(|(side, kind)| each(BoardPiece { side, kind, site, under: Some(commander) }));
    }
}

/// A search over a [`Line`], generic over the engine that carries the line out.
pub trait LineVisitor {
    /// The result of the search.
    type Output;

    /// Runs the search on a line.
    fn visit<L: Line>(self, line: &mut L) -> Self::Output;
}

/// Runs searches in the games of one program: on the bitboard engine where it supports the rules, else on the general machine.
/// Made once for a program.
///
/// ```
/// use draughtsman::engine::{LookAhead, Game, Line, LineVisitor};
/// # use draughtsman::library;
///
/// /// How many replies there are to each move.
/// struct Replies;
///
/// impl LineVisitor for Replies {
///     type Output = Vec<usize>;
///
///     fn visit<L: Line>(self, line: &mut L) -> Vec<usize> {
///         line.mark();
///         let replies = (0..line.options()).map(|option| {
///             line.play(option);
///             let replies = line.options();
///             line.back();
///             replies
///         });
///         replies.collect()
///     }
/// }
///
/// let program = library::bundled("english").unwrap().program;
/// let ahead = LookAhead::new(&program);
/// let replies = ahead.look(&program, &Game::new(&program).unwrap(), Replies);
/// assert_eq!(replies, [7; 7]);
/// ```
pub struct LookAhead(Option<BitboardEngine>);

impl LookAhead {
    /// Prepares searches in the games of this program.
    pub fn new(program: &Program) -> LookAhead {
        LookAhead(BitboardEngine::new(program).ok())
    }

    /// A whole game from a position, if the bitboard engine supports these rules: see [`BitboardEngine::game`].
    pub fn game<'d>(&'d self, program: &Program, position: &Position) -> Option<Playing<'d>> {
        self.0.as_ref()?.game(program, position)
    }

    /// Runs a search from the current position of a game. Chance is drawn as after [`Line::restart`] with seed 0.
    pub fn look<T: LineVisitor>(&self, program: &Program, game: &Game, look: T) -> T::Output {
        let directly = match &self.0 {
            Some(bitboards) => bitboards.look(program, game, look),
            None => Err(look),
        };
        directly.unwrap_or_else(|look| look.visit(&mut MachineLine::of(program, game)))
    }

    /// The same on the general machine alone, for a search that was [lost](Line::lost): only the machine knows which limit was
    /// reached.
    ///
    /// # Errors
    /// The limit reached at the decision where the search leaves the line.
    pub fn by_machine<T: LineVisitor>(program: &Program, game: &Game, look: T) -> Result<T::Output, LimitReached> {
        let mut line = MachineLine::of(program, game);
        let found = look.visit(&mut line);
        line.into_limit().map_or(Ok(found), Err)
    }
}

impl std::fmt::Debug for LookAhead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Ahead(directly)" } else { "Ahead(position by position)" })
    }
}
