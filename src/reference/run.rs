//! A run: the rules carried out from the beginning of a turn (or of the game), with the choices of a record. Where the record is
//! used up the run stops and says what there is to choose from. Nothing is ever taken back: whoever wants to try another way
//! copies the run, or begins it again.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::model::expr::Expr;
use crate::model::rules::{MoveRule, Scope};
use crate::model::setup::Outcome;
use crate::model::{GroupId, LocalId, PlayerId, SideId, SiteId, Variant};

use super::deeds::Deed;
use super::doing::Doing;
use super::limits::{Limit, LimitReached, MOST_CHOICES, MOST_OPTIONS, MOST_TRIED, Work};
use super::phrases::{Asking, Value};
use super::position::{Piece, PieceNo, Position};
use super::watch::Watch;

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decider {
    /// A player.
    Player(PlayerId),
    /// Chance.
    Chance,
}

/// Why a run has stopped.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stop {
    /// The record is used up, and somebody must choose: among so many options, each as likely as its number says.
    Choice(Decider, Vec<u64>),
    /// A decision ends here; what follows is another one.
    Cut,
    /// The game is over.
    Over,
    /// The run cannot go on: it is no run.
    Failed,
    /// A limit was reached.
    Limit(LimitReached),
}

/// How far a run has got, unless it has stopped.
pub(super) type Ran<T = ()> = Result<T, Stop>;

/// An entry of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// An option that was chosen, by its place.
    Chosen(usize),
    /// What was found out by trying: whether a `play` has moves, whether a `repeat` goes on.
    Found(bool),
    /// There was nothing to choose: whatever it were, the run stopped.
    Nothing,
}

/// What is chosen in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    pub(super) entries: Vec<Entry>,
    /// Entries that have been used.
    pub(super) used: usize,
    /// Entries of decisions that are over.
    pub(super) settled: usize,
    /// An option of the decision at hand has been chosen, or something is tried out: the next cut ends the run.
    pub(super) deciding: bool,
    /// It was found out that something can be chosen where the record is used up.
    pub(super) sure: bool,
}

/// The move under way, and after it the last one until another begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Moving<'v> {
    /// The rule by which it began, and its class.
    pub(super) rule: Option<(GroupId, &'v MoveRule)>,
    /// The piece that makes it.
    pub(super) began_with: Option<PieceNo>,
    /// The acting piece: that one, or for a while another.
    pub(super) actor: Option<PieceNo>,
    pub(super) start: Option<SiteId>,
    pub(super) landing: Option<SiteId>,
    pub(super) trail: Vec<SiteId>,
    pub(super) taken: Vec<Taken>,
    /// The pieces that the leg has gone over without taking.
    pub(super) passed: Vec<PieceNo>,
    /// The direction of the last leg by a path.
    pub(super) heading: Option<usize>,
    pub(super) legs: usize,
    /// `end leg` was said in this leg.
    pub(super) leg_ended: bool,
    /// `end move` or `end turn` was said.
    pub(super) ended: bool,
    /// It is not over yet.
    pub(super) under_way: bool,
}

/// A piece that was taken, as it was.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Taken {
    pub(super) number: PieceNo,
    pub(super) site: SiteId,
    pub(super) piece: Piece,
    /// It stays on its site until the move is over.
    pub(super) waits: bool,
}

/// The names of a script, and what they stand for so far.
#[derive(Clone, Debug)]
pub(super) struct Names<'v> {
    pub(super) scope: &'v Scope,
    pub(super) values: BTreeMap<LocalId, Value>,
}

/// A run under way.
#[derive(Clone, Debug)]
pub(super) struct Run<'v> {
    pub(super) variant: &'v Variant,
    pub(super) position: Position,
    pub(super) moving: Moving<'v>,
    /// The names of the scripts under way, the innermost last.
    pub(super) names: Vec<Names<'v>>,
    /// Who decides, if it is not the mover: in a `play … by`.
    pub(super) chooser: Option<PlayerId>,
    /// The player who cannot move, in the statements that say what then.
    pub(super) stuck: Option<PlayerId>,
    /// How many triggers have set each other off.
    pub(super) depth: usize,
    /// What is on its way off the board while triggers are told of it, the innermost last.
    pub(super) going: Vec<PieceNo>,
    /// `prevent` was said of the capture about to happen.
    pub(super) prevented: bool,
    pub(super) turn: Turn,
    /// Whether endings apply that wait for patience to run out.
    pub(super) patience: bool,
    /// Whether something is only tried, to know whether it can be done: then no ending is tested in the midst of it.
    pub(super) tried: bool,
    pub(super) outcome: Option<Outcome>,
    pub(super) record: Record,
    /// The statements under way, the innermost last.
    pub(super) doing: Vec<Doing>,
    pub(super) decision: Decision<'v>,
    /// Notes what of the language is made use of, if anybody wants to know.
    pub(super) watch: Option<&'v Watch>,
}

/// How far the turn has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// The position when it began, and how much of the record was used then.
    pub(super) began: Option<(Position, usize)>,
    /// `end turn` was said.
    pub(super) ended: bool,
    /// It is over, and the endings are being tested.
    pub(super) over: bool,
    /// Turns that have gone by since somebody chose something.
    pub(super) idle: usize,
}

/// What goes on since the decision at hand was come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Decision<'v> {
    /// Statements and triggers carried out since the last choice.
    pub(super) steps: usize,
    /// What may still be done.
    pub(super) work: Work,
    /// What was done.
    pub(super) deeds: Vec<Deed>,
    /// The `play` under which the move has begun.
    pub(super) under: Option<Under<'v>>,
}

/// A `play` with whose moves a decision ends.
#[derive(Clone, Debug)]
pub(super) struct Under<'v> {
    pub(super) moves: &'v Expr,
    /// How much of the record was used before it.
    pub(super) behind: usize,
    /// The run that had come to it; none if all moves of some classes are admitted.
    pub(super) at: Option<Rc<Run<'v>>>,
}

impl<'v> Run<'v> {
    /// A run that has done nothing yet.
    pub(super) fn new(variant: &'v Variant, position: Position, entries: Vec<Entry>) -> Run<'v> {
        let settled = entries.len();
        Run {
            variant,
            position,
            moving: Moving::default(),
            names: Vec::new(),
            chooser: None,
            stuck: None,
            depth: 0,
            going: Vec::new(),
            prevented: false,
            turn: Turn::default(),
            patience: true,
            tried: false,
            outcome: None,
            record: Record { entries, settled, ..Record::default() },
            doing: Vec::new(),
            decision: Decision::default(),
            watch: None,
        }
    }

    /// A copy to try something out on.
    pub(super) fn trial(&self) -> Run<'v> {
        let record = Record { deciding: true, ..Record::default() };
        // What is done again was counted the first time.
        let work = if self.repeats_itself() { Work::default() } else { self.decision.work.clone() };
        let decision = Decision { steps: self.decision.steps, work, ..Decision::default() };
        Run { record, decision, ..self.clone() }
    }

    /// Whether it does again what another run has done: its record is not used up.
    pub(super) fn repeats_itself(&self) -> bool {
        self.record.used < self.record.entries.len()
    }

    /// A choice: the place of the option that the record says. It stops if there is nothing to choose, or whatever is chosen.
    pub(super) fn choose(&mut self, by: Decider, ways: Vec<u64>) -> Ran<usize> {
        if ways.is_empty() {
            return Err(Stop::Failed);
        }
        if ways.len() > MOST_OPTIONS {
            return Err(self.limit(Limit::Options));
        }
        let place = match self.record.entries.get(self.record.used) {
            Some(Entry::Chosen(place)) => *place,
            Some(Entry::Nothing) => {
                self.record.used += 1;
                return Err(Stop::Failed);
            }
            Some(Entry::Found(_)) | None => return Err(Stop::Choice(by, ways)),
        };
        if self.record.used >= self.record.settled {
            if !self.record.deciding {
                self.decision.deeds.clear();
                self.decision.under = None;
            }
            self.record.deciding = true;
            if self.record.used - self.record.settled >= MOST_CHOICES {
                return Err(self.limit(Limit::Choices));
            }
        }
        self.record.used += 1;
        self.decision.steps = 0;
        self.turn.idle = 0;
        Ok(place)
    }

    /// What is found out by trying: tried once, and then as the record says.
    pub(super) fn find_out(&mut self, attempt: impl FnOnce(&Run<'v>) -> Ran<bool>) -> Ran<bool> {
        if let Some(Entry::Found(known)) = self.record.entries.get(self.record.used) {
            self.record.used += 1;
            return Ok(*known);
        }
        let found = attempt(self)?;
        self.record.entries.push(Entry::Found(found));
        self.record.used += 1;
        Ok(found)
    }

    /// The decision at hand ends here, if anything has been chosen in it.
    pub(super) fn cut(&mut self) -> Ran {
        if self.record.deciding { Err(Stop::Cut) } else { Ok(()) }
    }

    /// What becomes of a part that could not be carried out to its end. As long as something is being chosen there is no such run. If
    /// that is decided already, it is too late: then the rest of the part is left out.
    pub(super) fn too_late(&self, part: Ran) -> Ran {
        match part {
            Err(Stop::Failed) if !self.record.deciding => Ok(()),
            part => part,
        }
    }

    /// The names of a script, while it runs. Where the script stops for a choice they stay, for whoever compares two such runs.
    pub(super) fn within(
        &mut self,
        scope: &'v Scope,
        names: BTreeMap<LocalId, Value>,
        go: impl FnOnce(&mut Self) -> Ran,
    ) -> Ran {
        let (before, doing) = (self.names.len(), self.doing.len());
        self.names.push(Names { scope, values: names });
        let ran = go(self);
        self.too_late(ran)?;
        self.names.truncate(before);
        self.doing.truncate(doing);
        Ok(())
    }

    /// Phrases of the script under way.
    pub(super) fn asking(&self) -> Asking<'_, 'v> {
        Asking::new(self, self.names.last().map(|names| &names.values))
    }

    /// Phrases that know no names yet: who may act, and when.
    pub(super) fn asking_afresh(&self) -> Asking<'_, 'v> {
        Asking::new(self, None)
    }

    /// Whose turn it is.
    pub(super) fn mover(&self) -> PlayerId {
        self.stuck.unwrap_or(self.variant.equipment.turn_order[self.position.turn])
    }

    /// Who decides here.
    pub(super) fn decider(&self) -> Decider {
        Decider::Player(self.chooser.unwrap_or_else(|| self.mover()))
    }

    /// The side of a player.
    pub(super) fn side_of(&self, player: PlayerId) -> SideId {
        self.variant.equipment.players[player.index()].side
    }

    /// Whether a piece was taken and waits for the end of the move.
    pub(super) fn waits(&self, piece: PieceNo) -> bool {
        self.moving.taken.iter().any(|taken| taken.waits && taken.number == piece)
    }

    /// The site that a piece commands, if it is among the pieces of the board.
    pub(super) fn stands(&self, piece: PieceNo) -> Option<SiteId> {
        self.position.commands(piece).filter(|_| !self.waits(piece))
    }

    /// The piece of a site, if it is among the pieces of the board.
    pub(super) fn piece_on(&self, site: SiteId) -> Option<PieceNo> {
        self.position.commander(site).filter(|piece| !self.waits(*piece))
    }

    /// The acting piece, if it is among the pieces of the board.
    pub(super) fn actor(&self) -> Option<(PieceNo, SiteId)> {
        let actor = self.moving.actor?;
        Some((actor, self.stands(actor)?))
    }
}

/// Shows every way to a decision's end: `go` is run again and again from a copy of `start`, each time with one more choice of the
/// decider, until it ends, is cut, or somebody else must choose. What fails is not shown. `visit` says whether it wants more.
pub(super) fn every_way<'v>(
    start: &Run<'v>,
    by: Decider,
    go: &dyn Fn(&mut Run<'v>) -> Ran,
    visit: &mut dyn FnMut(Run<'v>, Option<Stop>, u64) -> bool,
) -> Result<(), LimitReached> {
    let mut tried = 0;
    let mut ways_left: Vec<(Vec<Entry>, u64)> = vec![(start.record.entries.clone(), 1)];
    while let Some((entries, weight)) = ways_left.pop() {
        let mut run = start.clone();
        run.record.entries = entries;
        let ran = go(&mut run);
        run.counts()?;
        match ran {
            Err(Stop::Choice(who, ways)) if who == by => {
                for (place, way) in ways.into_iter().enumerate().rev() {
                    let mut entries = run.record.entries.clone();
                    entries.push(Entry::Chosen(place));
                    let weight = if by == Decider::Chance { weight.saturating_mul(way) } else { weight };
                    ways_left.push((entries, weight));
                    tried += 1;
                }
                if tried > MOST_TRIED {
                    return Err(run.reached(Limit::Tried));
                }
            }
            Err(Stop::Failed) => {}
            Err(Stop::Limit(limit)) => return Err(limit),
            Err(stop) => {
                if !visit(run, Some(stop), weight) {
                    return Ok(());
                }
            }
            Ok(()) => {
                if !visit(run, None, weight) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Whether there is any way to the end of what is tried.
pub(super) fn some_way<'v>(start: &Run<'v>, by: Decider, go: &dyn Fn(&mut Run<'v>) -> Ran) -> Result<bool, LimitReached> {
    let mut found = false;
    let visit = &mut |_: Run<'v>, _, _| {
        found = true;
        false
    };
    every_way(start, by, go, visit)?;
    Ok(found)
}
