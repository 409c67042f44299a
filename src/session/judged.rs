//! The analysis of a whole game, decision by decision: the value of each move, and the best alternative.

use crate::agents::{self, Clock, Thinker};
use crate::engine::Actor;
use crate::model::{PlayerId, SideId};

use super::{Error, Session, Variation};

/// The analysis of a decision of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The index of the decision in the game, from 0.
    pub ply: usize,
    /// The player who decided.
    pub player: PlayerId,
    /// The text of the move.
    pub text: String,
    /// The best move, and its continuation.
    pub best: Variation,
    /// The value of the move played for the player who decided, from the best reply found, or the end of the game. In the units
    /// of [`Variation::value`]; see also `decided`, counted from this decision.
    pub value: f64,
    /// The number of decisions to a proved win or loss, as in [`Variation::decided`].
    pub decided: Option<i32>,
    /// The expected points given away, from 0 to 1, computed from leads: see [`Judged::judgement`].
    pub lost: f64,
}

/// A class of bad moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// At least a tenth of a game is given away: `?!`.
    Dubious,
    /// At least a fifth: `?`.
    Mistake,
    /// At least three tenths: `??`.
    Blunder,
}

impl Judged {
    /// The expected points of the move for the player who decided, from 0 to 1, computed from leads.
    pub fn points(&self) -> f64 {
        points(self.value, self.decided)
    }

    /// The class of the move, if it is bad. The bounds are those of most sites that annotate chess games.
    pub fn judgement(&self) -> Option<Judgement> {
        match self.lost {
            lost if lost >= 0.3 => Some(Judgement::Blunder),
            lost if lost >= 0.2 => Some(Judgement::Mistake),
            lost if lost >= 0.1 => Some(Judgement::Dubious),
            _ => None,
        }
    }
}

impl Session {
    /// An agent's analysis of each decision of a player in this game; `told` is called with the number of decisions analysed.
    /// It stops early if the clock does.
    ///
    /// ```
    /// use draughtsman::agents::{Clock, MEMORY, Thinker};
    /// use draughtsman::session::Session;
    /// let mut session = Session::bundled("english")?;
    /// for text in ["11-15", "22-18", "15x22", "25x18"] {
    ///     session.play(text, None)?;
    /// }
    /// let mut thinker = Thinker::new(session.program(), "alpha-beta:depth=3".parse().unwrap(), MEMORY);
    /// let judged = session.judge(&mut thinker, Clock::none(), &|_| ())?;
    /// assert_eq!(judged.len(), 4);
    /// assert_eq!((judged[2].lost, judged[2].judgement()), (0.0, None), "it was the only move");
    /// # Ok::<(), draughtsman::session::Error>(())
    /// ```
    ///
    /// # Errors
    /// More than two sides play, or something is hidden: then the value of a move does not follow from the next player's
    /// analysis. Or a rule does not terminate.
    pub fn judge(&self, thinker: &mut Thinker, clock: Clock<'_>, told: &dyn Fn(usize)) -> Result<Vec<Judged>, Error> {
        let equipment = &self.program().equipment;
        if equipment.sides.iter().filter(|side| !side.neutral).count() > 2 {
            return Err(Error::wrong(
                "a game of more than two sides is analysed position by position: give --position and --ply",
            ));
        }
        if self.hides() {
            return Err(Error::wrong(
                "where something is hidden a game is analysed position by position: give --position and --ply",
            ));
        }
        // From the last position to the first, so that later values are known.
        let (mut session, mut judged) = (self.clone(), Vec::new());
        let mut later = Worth::at_the_end(self);
        while !clock.stops() {
            let Some(undone) = session.undo()? else { break };
            let Some(Actor::Player(player)) = session.position().actor(session.program()) else {
                // A result of chance says nothing about the move before it.
                later = None;
                continue;
            };
            let analysis = session.analyse(None, thinker, 1, clock, &|_| ())?;
            // An interrupted analysis is discarded.
            let Some(best) = analysis.lines.into_iter().next().filter(|_| !clock.stops()) else { break };
            let side = equipment.players[player.index()].side;
            let here = Worth { value: best.value, decided: best.decided, side };
            let after = later.map_or(here, |later| later.one_before(side));
            let ply = session.texts().len();
            // The best move gives nothing away, even if its value turns out to be lower than expected.
            let is_best = best.texts.first() == Some(&undone.text);
            let lost = if is_best { 0.0 } else { (here.points() - after.points()).max(0.0) };
            judged.push(Judged { ply, player, text: undone.text, best, value: after.value, decided: after.decided, lost });
            // The move played may be better than the one thought best.
            later = Some(if after.points() > here.points() { after } else { here });
            told(judged.len());
        }
        judged.reverse();
        Ok(judged)
    }
}

/// The value of a position for a side.
#[derive(Clone, Copy)]
struct Worth {
    value: f64,
    decided: Option<i32>,
    side: SideId,
}

impl Worth {
    /// The value of the final position; none if the rules have not ended the game.
    fn at_the_end(session: &Session) -> Option<Worth> {
        let outcome = session.position().outcome()?;
        let side = outcome.winners.first().copied();
        Some(Worth { value: 0.0, decided: side.map(|_| 0), side: side.unwrap_or_default() })
    }

    /// The value for another side, or the same one, one decision earlier.
    fn one_before(self, side: SideId) -> Worth {
        let ours = side == self.side;
        let (value, decided) = match self.decided {
            // A game already won has distance 0, and so no sign.
            Some(0) => (0.0, Some(if ours { 1 } else { -1 })),
            decided => {
                let sign = if ours { 1 } else { -1 };
                (self.value * f64::from(sign), decided.map(|plies| sign * (plies + plies.signum())))
            }
        };
        Worth { value, decided, side }
    }

    fn points(&self) -> f64 {
        points(self.value, self.decided)
    }
}

/// Converts a value into expected points.
fn points(value: f64, decided: Option<i32>) -> f64 {
    match decided {
        Some(plies) if plies > 0 => 1.0,
        Some(_) => 0.0,
        None => agents::points(value * f64::from(agents::PIECE)),
    }
}
