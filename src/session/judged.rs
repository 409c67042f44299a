//! A whole game, decision by decision: what each was worth, and what would have been better.

use crate::agents::{self, Clock, Thinker};
use crate::engine::Actor;
use crate::model::{PlayerId, SideId};

use super::{Error, Session, Variation};

/// What is thought of a decision of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its place in the game, from 0.
    pub ply: usize,
    /// Who decided.
    pub player: PlayerId,
    /// The text of the move.
    pub text: String,
    /// The best move there, and how it goes on.
    pub best: Variation,
    /// What the move was worth to who decided: by the best reply that was found, or the end of the game. As of [`Variation::value`]
    /// and [`Variation::decided`], counted from this decision.
    pub value: f64,
    /// In how many decisions the game is won or lost after it, if that is certain.
    pub decided: Option<i32>,
    /// How many points of a game are given away, from 0 to 1, as far as leads tell: see [`Judged::judgement`].
    pub lost: f64,
}

/// What a move is called that gives something away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// A tenth of a game or more: `?!`.
    Dubious,
    /// A fifth or more: `?`.
    Mistake,
    /// Three tenths or more: `??`.
    Blunder,
}

impl Judged {
    /// Points of a game, from 0 to 1, that the move stands for to who decided, as far as leads tell.
    pub fn points(&self) -> f64 {
        points(self.value, self.decided)
    }

    /// What the move is called, if it gives something away. The bounds are those that most sites use which annotate games of chess.
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
    /// What an agent thinks of each decision that players have made in this game; `told` is told how many of them it has thought
    /// about. It stops early if the clock does.
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
    /// More than two sides play, or something is hidden: then what a move was worth cannot be told from what the next player
    /// thinks. A rule that does not come to an end.
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
        // From the last position to the first: what comes later is known then.
        let (mut session, mut judged) = (self.clone(), Vec::new());
        let mut later = Worth::at_the_end(self);
        while !clock.stops() {
            let Some(undone) = session.undo()? else { break };
            let Some(Actor::Player(player)) = session.position().actor(session.program()) else {
                // What chance brought says nothing of the move before it.
                later = None;
                continue;
            };
            let analysis = session.analyse(None, thinker, 1, clock, &|_| ())?;
            // What was not thought to its end is not told.
            let Some(best) = analysis.lines.into_iter().next().filter(|_| !clock.stops()) else { break };
            let side = equipment.players[player.index()].side;
            let here = Worth { value: best.value, decided: best.decided, side };
            let after = later.map_or(here, |later| later.one_before(side));
            let ply = session.texts().len();
            // The best move gives nothing away, even if it turns out that it was worth less than was thought.
            let is_best = best.texts.first() == Some(&undone.text);
            let lost = if is_best { 0.0 } else { (here.points() - after.points()).max(0.0) };
            judged.push(Judged { ply, player, text: undone.text, best, value: after.value, decided: after.decided, lost });
            // What was played may be better than what was thought to be the best.
            later = Some(if after.points() > here.points() { after } else { here });
            told(judged.len());
        }
        judged.reverse();
        Ok(judged)
    }
}

/// What a position is worth to a side.
#[derive(Clone, Copy)]
struct Worth {
    value: f64,
    decided: Option<i32>,
    side: SideId,
}

impl Worth {
    /// Where a game has come to; nothing if the rules have not ended it.
    fn at_the_end(session: &Session) -> Option<Worth> {
        let outcome = session.position().outcome()?;
        let side = outcome.winners.first().copied();
        Some(Worth { value: 0.0, decided: side.map(|_| 0), side: side.unwrap_or_default() })
    }

    /// The same to another side, or the same one, one decision earlier.
    fn one_before(self, side: SideId) -> Worth {
        let ours = side == self.side;
        let (value, decided) = match self.decided {
            // Who has won has won after no decision more: there is no sign to go by.
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

/// A worth in points of a game.
fn points(value: f64, decided: Option<i32>) -> f64 {
    match decided {
        Some(plies) if plies > 0 => 1.0,
        Some(_) => 0.0,
        None => agents::points(value * f64::from(agents::PIECE)),
    }
}
