//! The game that a search looks ahead in: decisions of players, played, marked and gone back to.

use crate::model::setup::Outcome;
use crate::model::{KindId, PlayerId, SideId, SiteId, StoredId};
use crate::program::Program;

use super::direct::{Direct, Playing};
use super::game::Game;
use super::moves::Move;
use super::position::Position;
use super::positions::Positions;
use super::run::LimitReached;
use super::store::{Store, mix};

/// A game under way that is looked ahead in. Only players decide: what chance does comes of numbers that look random, which
/// [`Line::deal`] begins, and is drawn as soon as it is asked.
///
/// A mark is a decision to come back to, as often as one likes: see [`Line::mark`]. A clone is a game of its own, for another thread.
pub trait Line: Clone + Send {
    /// Who must choose; nobody if the game is over, or if it goes beyond what the [limits](super::LimitReached) let a game be.
    fn actor(&self) -> Option<PlayerId>;
    /// Whether nobody can choose because it goes beyond these limits, or beyond what is played without the general machine.
    fn lost(&self) -> bool;
    /// How many options there are. What stands at which place depends on the position alone.
    fn options(&self) -> usize;
    /// How many of them take pieces by their legs.
    fn taking(&self) -> usize;
    /// Shows each option in order.
    fn each_option(&self, each: impl FnMut(Glance));
    /// Shows each piece on the board, those in towers included.
    fn each_piece(&self, each: impl FnMut(Standing));
    /// How many pieces of a side and kind stand on the board; nothing where pieces lie under others, or if it is no quicker to look at
    /// [each](Line::each_piece).
    fn many(&self, _: SideId, _: KindId) -> Option<u32> {
        None
    }
    /// On how many places pieces stand.
    fn occupied(&self) -> usize;
    /// What a counter or a clock of that player or side says; of what is the position's own, that of the first. A truth is 0 or 1.
    fn stored(&self, stored: StoredId, owner: usize) -> i64;
    /// How many turns are over, as the word `turns` says it: of a turn with a decision left behind its end, that one too.
    fn turns(&self) -> u32;
    /// How many things lie in a pile, by its place in the [layout](crate::program::Layout::piles).
    fn lying(&self, pile: usize) -> i64;
    /// The sides that have won, as bits; none of them if it is drawn, and nothing while it is going on.
    fn winners(&self) -> Option<u8>;
    /// How it has ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Equal decisions have equal numbers; what has stood before, clocks, and how many turns were played are not in it.
    fn hash(&self) -> u64;
    /// The same of what everybody can see: who decides, and the pieces on the board.
    fn open_hash(&self) -> u64 {
        let mut pieces = 0_u64;
        self.each_piece(|Standing { side, kind, site, under }| {
            let piece = u64::from(side.0) << 32 | u64::from(kind.0) << 24 | u64::from(site.0);
            let under = under.map_or(0, |commander| u64::from(commander.0) + 1);
            // In towers there can be several alike.
            pieces = pieces.wrapping_add(mix(piece << 8 | under));
        });
        mix(pieces ^ self.actor().map_or(0, |player| u64::from(player.0) + 1))
    }
    /// What chance draws from now on comes of this number.
    fn deal(&mut self, seed: u64);
    /// What chance draws from now on are the results at these places; after them each time the first one, where there are no more than
    /// `most`, else any. [`Line::draws`] tells what it was.
    fn foresee(&mut self, places: &[u32], most: u32);
    /// What chance has drawn since [`Line::foresee`], in order.
    fn draws(&self) -> &[Draw];
    /// Whether chance has drawn anything since [`Line::deal`] or [`Line::foresee`].
    fn drew(&self) -> bool;
    /// Back to where it began, with no mark; what chance decides there, and from then on, comes of this number.
    fn restart(&mut self, seed: u64);
    /// The game stands at the beginning of a turn of the player at that place of the turn order, with just these pieces on the board;
    /// all else is as where it began. From then on lines that wait for patience to run out do not apply, [`Line::restart`] comes back
    /// here, and there is no mark. It is for rules whose positions are [plain](Program::is_plain).
    fn arrange(&mut self, pieces: &[Standing], turn: u8);
    /// Plays an option.
    fn play(&mut self, option: usize);
    /// The same; `soon` is told what the lower half of the [hash](Line::hash) will be, if it is known before all else is, and nothing
    /// comes between: who has something to fetch by it need not wait for it then.
    fn play_telling(&mut self, option: usize, soon: impl FnOnce(u64)) {
        let _ = soon;
        self.play(option);
    }
    /// Plays an option, of which only is asked what stands there then and whether the game is over by it: what there is to choose
    /// is not worked out. After it comes [`Line::back`].
    fn peek(&mut self, option: usize);
    /// The decision at hand becomes the last mark.
    fn mark(&mut self);
    /// Back to the last mark.
    fn back(&mut self);
    /// The last mark is one no more. That is said at its decision: the game does not move.
    fn unmark(&mut self);
    /// Which of the moves of a position, at which it stands, an option is.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    fn place(&mut self, option: usize, game: &Game, moves: &[Move]) -> Result<Option<usize>, LimitReached>;
}

/// What chance has drawn that was foreseen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// The place of the result among all.
    pub place: u32,
    /// How many results there are.
    pub results: u32,
    /// How likely this one is; 0 where there are more than were to be foreseen.
    pub share: f64,
}

/// What can be told of an option at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// Which rule, which piece and where to, as one number: it is the same for moves that look the same in different positions.
    pub key: u64,
    /// How many pieces its legs take.
    pub takes: u8,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whose it is.
    pub side: SideId,
    /// What it is.
    pub kind: KindId,
    /// Where it stands.
    pub site: SiteId,
    /// Whose the commander of its tower is, if it is another piece.
    pub under: Option<SideId>,
}

/// A piece below a commander of its own side counts one part of so many.
const BELOW: i32 = 3;

impl Standing {
    /// What a piece of this worth counts for whose it is: in a tower the commander whole, what is under it a share if it is the
    /// commander's, and nothing if it is a prisoner.
    pub fn counts(&self, worth: i32) -> i32 {
        match self.under {
            None => worth,
            Some(commander) if commander == self.side => worth / BELOW,
            Some(_) => 0,
        }
    }
}

/// Shows each piece on the board of a store, those in towers included.
pub(super) fn each_piece(program: &Program, store: &Store, mut each: impl FnMut(Standing)) {
    let layout = &program.layout;
    for site in (0..layout.sites as u16).map(SiteId) {
        let Some((commander, kind)) = store.piece_at(site, layout) else { continue };
        let commander = SideId(commander as u8);
        each(Standing { side: commander, kind: KindId(kind as u8), site, under: None });
        let below = store.below(site, layout);
        below.for_each(|(side, kind)| each(Standing { side, kind, site, under: Some(commander) }));
    }
}

/// What is done with a [`Line`], whatever carries it out.
pub trait Look {
    /// What comes of it.
    type Found;

    /// Looks ahead.
    fn look<L: Line>(self, line: &mut L) -> Self::Found;
}

/// What looks ahead in the games of one program, made once.
///
/// ```
/// use draughtsman::engine::{Ahead, Game, Line, Look};
/// # use draughtsman::library;
///
/// /// How many replies there are to each move.
/// struct Replies;
///
/// impl Look for Replies {
///     type Found = Vec<usize>;
///
///     fn look<L: Line>(self, line: &mut L) -> Vec<usize> {
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
/// let ahead = Ahead::new(&program);
/// let replies = ahead.look(&program, &Game::new(&program).unwrap(), Replies);
/// assert_eq!(replies, [7; 7]);
/// ```
pub struct Ahead(Option<Direct>);

impl Ahead {
    /// What looks ahead in games of this program.
    pub fn new(program: &Program) -> Ahead {
        Ahead(Direct::new(program).ok())
    }

    /// A whole game from a position, if these rules are played directly: see [`Direct::game`].
    pub fn game<'d>(&'d self, program: &Program, position: &Position) -> Option<Playing<'d>> {
        self.0.as_ref()?.game(program, position)
    }

    /// Looks ahead from where a game stands. What chance decides there is drawn as by [`Line::restart`] with 0.
    pub fn look<T: Look>(&self, program: &Program, game: &Game, look: T) -> T::Found {
        let directly = match &self.0 {
            Some(direct) => direct.look(program, game, look),
            None => Err(look),
        };
        directly.unwrap_or_else(|look| look.look(&mut Positions::of(program, game)))
    }

    /// The same by the general machine alone, for who was [lost](Line::lost): it knows what for.
    ///
    /// # Errors
    /// The limit beyond which the line goes where it stands at last.
    pub fn by_machine<T: Look>(program: &Program, game: &Game, look: T) -> Result<T::Found, LimitReached> {
        let mut line = Positions::of(program, game);
        let found = look.look(&mut line);
        line.into_limit().map_or(Ok(found), Err)
    }
}

impl std::fmt::Debug for Ahead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Ahead(directly)" } else { "Ahead(position by position)" })
    }
}
