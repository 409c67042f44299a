//! The best lines of play from where a game stands, in words.

use crate::agents::{self, Clock, Otherwise, Thinker, Unsolved};
use crate::endgames::Value;
use crate::engine::{Actor, Game, SeenMove};
use crate::model::PlayerId;
use crate::notation::json::analysis::{Line, Worth};

use super::{Error, Session};

/// What is thought of the best moves of a decision.
pub type Analysis = agents::Analysis<Variation>;

/// How many moves are told of where nobody says how many, and how many at most.
pub const USUAL_LINES: u16 = 3;
/// See [`USUAL_LINES`].
pub const MOST_LINES: u16 = 1000;

/// A move, and how it goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// What the move is worth to who decides, in pieces that count 1.
    pub value: f64,
    /// In how many decisions the game is won (more than 0) or lost (less), if that is certain.
    pub decided: Option<i32>,
    /// In how many of the positions that were thought about it was the best move, where each was asked alone.
    pub worlds: Option<u64>,
    /// Samples of what chance can bring, or of what may be hidden, count in what it is worth, not all.
    pub sampled: bool,
    /// The text of each move, up to where chance decides. Where the player does not see everything it is the first one alone.
    pub texts: Vec<String>,
}

impl Variation {
    /// What the move is worth, as it is written.
    pub fn worth(&self) -> Worth {
        Worth::of(self.value, self.decided)
    }

    /// The line as it is written in JSON.
    pub fn to_wire(&self) -> Line {
        Line { worth: self.worth(), worlds: self.worlds, samples: self.sampled, moves: self.texts.clone() }
    }
}

impl Analysis {
    /// How many decisions ahead every way was looked at, if that is how it was thought.
    pub fn depth(&self) -> Option<u32> {
        (self.depth > 0).then_some(self.depth)
    }

    /// The lines as they are written in JSON.
    pub fn to_wire(&self) -> Vec<Line> {
        self.lines.iter().map(Variation::to_wire).collect()
    }
}

impl Session {
    /// The best moves of the decision at hand, as many as are asked for and there are, with how it goes on after them. `told` is told from time to time what came of it so far.
    ///
    /// It depends on nothing that a seat, or without one who decides, cannot know.
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
    /// No player decides, or a rule does not come to an end.
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
            // What cannot be told now is an error at the end.
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

    /// The texts of moves one after the other.
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

/// The shortest win of who decides, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who was to win.
    pub player: PlayerId,
    /// In how many of the player's own decisions; nothing if there is no win within those tried.
    pub win: Option<u32>,
    /// For each first move that wins as soon the texts of the moves, if the others hold out as long as they can.
    pub lines: Vec<Vec<String>>,
    /// The clock has stopped it before all of them had come to their ends.
    pub cut_short: bool,
    /// Within how many decisions every way was tried.
    pub moves: u32,
    /// Every way was tried to its end: there is no win within more moves either.
    pub never: bool,
    /// What the position is worth where there is no win at all, if that was found out.
    pub otherwise: Option<Otherwise>,
    /// How many decisions were looked at.
    pub nodes: u64,
    /// What endgame tables say of the position to who decides, if they know it.
    pub known: Option<Value>,
}

impl Session {
    /// The shortest win, within so many of its own decisions, of whoever decides, and every first move that keeps it. See
    /// [`agents::solve`].
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
    /// No player decides, something is hidden, chance has a hand in it, or a rule does not come to an end.
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
