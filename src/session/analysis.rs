//! Analysis of the current position: best lines and shortest wins, as move texts.

use crate::agents::{self, Clock, Otherwise, Thinker, Unsolved};
use crate::endgames::Value;
use crate::engine::{Actor, Game, SeenMove};
use crate::model::PlayerId;
use crate::notation::json::analysis::{Line, Worth};

use super::{Error, Session};

/// The analysis of a decision.
pub type Analysis = agents::Analysis<Variation>;

/// The default number of lines, and the maximum.
pub const USUAL_LINES: u16 = 3;
/// See [`USUAL_LINES`].
pub const MOST_LINES: u16 = 1000;

/// A move and its continuation.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The value of the move for the player who decides, in units of a piece that counts 1.
    pub value: f64,
    /// The number of decisions to a proved win (more than 0) or loss (less than 0); none if nothing is proved.
    pub decided: Option<i32>,
    /// The number of sampled positions in which the move was best, if positions were sampled and analysed separately.
    pub worlds: Option<u64>,
    /// Whether the value rests on samples of chance or of hidden things rather than on all of them.
    pub sampled: bool,
    /// The texts of the moves, up to a decision of chance. If the player does not see everything, only the first move.
    pub texts: Vec<String>,
}

impl Variation {
    /// The value of the move in its written form.
    pub fn worth(&self) -> Worth {
        Worth::of(self.value, self.decided)
    }

    /// The line in the form of the JSON output.
    pub fn to_wire(&self) -> Line {
        Line { worth: self.worth(), worlds: self.worlds, samples: self.sampled, moves: self.texts.clone() }
    }
}

impl Analysis {
    /// The number of decisions searched in full width, for agents that search.
    pub fn depth(&self) -> Option<u32> {
        (self.depth > 0).then_some(self.depth)
    }

    /// The lines in the form of the JSON output.
    pub fn to_wire(&self) -> Vec<Line> {
        self.lines.iter().map(Variation::to_wire).collect()
    }
}

impl Session {
    /// The best moves of the current decision, at most `lines`, with their continuations. `told` is called now and then with
    /// the results so far.
    ///
    /// The analysis uses only what `seat` can know; without a seat, what the player who decides can know.
    ///
    /// ```
    /// use draughtsman::agents::{Clock, MEMORY, Thinker};
    /// use draughtsman::session::Session;
    /// let session = Session::bundled("english")?;
    /// let mut thinker = Thinker::new(session.program(), "alpha-beta:depth=4".parse().unwrap(), MEMORY);
    /// let analysis = session.analyse(None, &mut thinker, 2, Clock::none(), &|_| ())?;
    /// assert_eq!((analysis.depth, analysis.lines.len()), (4, 2));
    /// assert!(analysis.lines[0].texts.len() >= 4, "{:?}", analysis.lines[0].texts);
    /// # Ok::<(), draughtsman::session::Error>(())
    /// ```
    ///
    /// # Errors
    /// No player decides, or a rule does not terminate.
    pub fn analyse(
        &self,
        seat: Option<PlayerId>,
        thinker: &mut Thinker,
        lines: usize,
        clock: Clock<'_>,
        told: &(dyn Fn(&Analysis) + Sync),
    ) -> Result<Analysis, Error> {
        let player = self.who_thinks()?;
        let game = match seat.filter(|_| self.hides()) {
            Some(_) => self.game().imagining(self.seen(seat)),
            None => self.game().clone(),
        };
        let so_far = |analysis: &agents::Analysis| {
            // An error at this point occurs again at the end, where it is returned.
            if let Ok(analysis) = self.in_words(&game, player, analysis) {
                told(&analysis);
            }
        };
        let (program, ahead) = (self.program(), self.rules().ahead());
        let mut rng = if seat.is_some() { self.aside(seat) } else { self.generator() };
        let analysis = agents::analyse(program, ahead, &game, thinker, lines, &mut rng, clock, &so_far)?;
        self.in_words(&game, player, &analysis.ok_or_else(|| Error::wrong(Unsolved::Nobody))?)
    }

    /// The player whose decision it is.
    fn who_thinks(&self) -> Result<PlayerId, Error> {
        match self.actor() {
            Some(Actor::Player(player)) => Ok(player),
            Some(Actor::Chance) | None => Err(Error::wrong(Unsolved::Nobody)),
        }
    }

    fn in_words(&self, game: &Game, player: PlayerId, analysis: &agents::Analysis) -> Result<Analysis, Error> {
        let lines = analysis.lines.iter().map(|line| {
            Ok(Variation {
                value: f64::from(line.value) / f64::from(agents::PIECE),
                decided: agents::decided(line.value),
                worlds: line.worlds,
                sampled: line.sampled,
                texts: match analysis.worlds {
                    None => self.spelt_out(game, &line.options)?,
                    Some(_) => self.seen_by(game, player, &line.options)?,
                },
            })
        });
        let lines = lines.collect::<Result<_, Error>>()?;
        Ok(Analysis { player: analysis.player, depth: analysis.depth, nodes: analysis.nodes, worlds: analysis.worlds, lines })
    }

    /// The texts of consecutive moves.
    fn spelt_out(&self, game: &Game, options: &[usize]) -> Result<Vec<String>, Error> {
        let mut game = game.clone();
        let mut texts = Vec::new();
        for option in options {
            let moves = game.options(self.program())?;
            let Some(mv) = moves.get(*option) else { break };
            texts.extend(self.texts_of(&moves).into_iter().nth(*option));
            game.play(self.program(), mv)?;
        }
        Ok(texts)
    }

    /// The texts of moves of one decision as a player sees them.
    fn seen_by(&self, game: &Game, player: PlayerId, options: &[usize]) -> Result<Vec<String>, Error> {
        let seen = game.position().moves_seen_by(self.program(), player)?;
        let moves: Vec<_> = seen.into_iter().map(|SeenMove { mv, .. }| mv).collect();
        let texts = self.texts_of(&moves);
        Ok(options.iter().filter_map(|option| texts.get(*option).cloned()).collect())
    }
}

/// The shortest win of the player who decides, as move texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The player who was to win.
    pub player: PlayerId,
    /// The number of that player's decisions to the win; none if there is no win within the moves searched.
    pub win: Option<u32>,
    /// A line of texts for each first move that wins as fast as possible, against the longest defence.
    pub lines: Vec<Vec<String>>,
    /// Whether the clock stopped the search before all lines were followed to their ends.
    pub cut_short: bool,
    /// The number of the player's decisions within which all lines were searched.
    pub moves: u32,
    /// Whether all lines were searched to their ends, so that there is no longer win either.
    pub never: bool,
    /// The value of the position if there is no win at all, if it was determined.
    pub otherwise: Option<Otherwise>,
    /// The number of decisions searched.
    pub nodes: u64,
    /// The value of the position in the endgame tables for the player who decides, if they have it.
    pub known: Option<Value>,
}

impl Session {
    /// The shortest win of the player who decides, within at most `moves` decisions of that player, and every first move that
    /// keeps it. See [`agents::solve`].
    ///
    /// ```
    /// use draughtsman::agents::{Clock, MEMORY};
    /// use draughtsman::session::Session;
    /// let session = Session::bundled("breakthrough")?;
    /// assert_eq!(session.solve(2, MEMORY, Clock::none(), &|_| ())?.win, None);
    /// # Ok::<(), draughtsman::session::Error>(())
    /// ```
    ///
    /// # Errors
    /// No player decides, something is hidden, chance is involved, or a rule does not terminate.
    pub fn solve(&self, moves: u32, memory: usize, clock: Clock<'_>, told: &dyn Fn(u32)) -> Result<Solution, Error> {
        let player = self.who_thinks()?;
        let (program, ahead) = (self.program(), self.rules().ahead());
        let solved = agents::solve(program, ahead, self.game(), moves, memory, clock, told).map_err(Error::wrong)?;
        let (win, lines, cut_short) = match solved.win {
            Some(win) => (Some(win.moves), win.lines, win.cut_short),
            None => (None, Vec::new(), false),
        };
        let lines = lines.iter().map(|line| self.spelt_out(self.game(), line)).collect::<Result<_, _>>()?;
        let agents::Solution { moves, never, otherwise, nodes, known, .. } = solved;
        Ok(Solution { player, win, lines, cut_short, moves, never, otherwise, nodes, known })
    }
}
