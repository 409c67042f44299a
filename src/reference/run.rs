//! A run: it executes the rules from the beginning of a turn (or of the game), and takes each choice from a record. Where the
//! record is used up the run stops and reports the options of the next choice. There is no undo: to try another option, the
//! caller clones the run or starts again with a longer record.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::model::expr::Expr;
use crate::model::rules::{MoveRule, Scope};
use crate::model::setup::Outcome;
use crate::model::{GroupId, LocalId, PlayerId, SideId, SiteId, Variant};

use super::deeds::Deed;
use super::doing::ActiveStatement;
use super::limits::{Limit, LimitReached, MOST_CHOICES, MOST_OPTIONS, MOST_TRIED, Work};
use super::phrases::{EvalContext, Value};
use super::position::{Piece, PieceNo, Position};
use super::watch::Watch;

/// Who makes a decision.
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
    /// The record is used up and the decider must choose an option. Each is given by its weight, a number of equal chances.
    Choice(Decider, Vec<u64>),
    /// The decision ends here, and the rest of the turn belongs to a later decision.
    Cut,
    /// The game is over.
    Over,
    /// A statement cannot be carried out, so the run is not a legal move.
    Failed,
    /// A limit was exceeded.
    Limit(LimitReached),
}

/// The result of a part of a run: completed, or stopped.
pub(super) type Ran<T = ()> = Result<T, Stop>;

/// One entry of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The index of the chosen option.
    Chosen(usize),
    /// A result found by a trial run: whether a `play` has moves, or whether a `repeat` has another round.
    Found(bool),
    /// Every option of the choice here would make the run fail, so the choice itself fails.
    Nothing,
}

/// The choices of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    pub(super) entries: Vec<Entry>,
    /// Number of entries consumed so far.
    pub(super) used: usize,
    /// Number of leading entries that belong to earlier decisions.
    pub(super) settled: usize,
    /// An option of the current decision has been chosen, or this is a trial run: the next cut stops the run.
    pub(super) deciding: bool,
    /// It is known that some option of the next choice can be carried out.
    pub(super) sure: bool,
}

/// The current move; after its end, the last move until another begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Moving<'v> {
    /// The rule by which the move began, and its class.
    pub(super) rule: Option<(GroupId, &'v MoveRule)>,
    /// The piece that makes the move.
    pub(super) began_with: Option<PieceNo>,
    /// The acting piece: [`Moving::began_with`], or another one inside `as`.
    pub(super) actor: Option<PieceNo>,
    pub(super) start: Option<SiteId>,
    pub(super) landing: Option<SiteId>,
    pub(super) trail: Vec<SiteId>,
    pub(super) taken: Vec<Taken>,
    /// The pieces that the current leg has passed over without taking them.
    pub(super) passed: Vec<PieceNo>,
    /// The direction of the last leg made by a path.
    pub(super) heading: Option<usize>,
    pub(super) legs: usize,
    /// `end leg` has been executed in this leg.
    pub(super) leg_ended: bool,
    /// `end move` or `end turn` has been executed.
    pub(super) ended: bool,
    /// The move is not over yet.
    pub(super) under_way: bool,
}

/// A taken piece, as it was when it was taken.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Taken {
    pub(super) number: PieceNo,
    pub(super) site: SiteId,
    pub(super) piece: Piece,
    /// It stays on its site until the move is over (`removal after move`).
    pub(super) waits: bool,
}

/// The names of a script with their current values.
#[derive(Clone, Debug)]
pub(super) struct Names<'v> {
    pub(super) scope: &'v Scope,
    pub(super) values: BTreeMap<LocalId, Value>,
}

/// The state of a run.
#[derive(Clone, Debug)]
pub(super) struct Run<'v> {
    pub(super) variant: &'v Variant,
    pub(super) position: Position,
    pub(super) moving: Moving<'v>,
    /// The names of the scripts under way, innermost last.
    pub(super) names: Vec<Names<'v>>,
    /// The player who chooses in place of the mover, in `play … by`.
    pub(super) chooser: Option<PlayerId>,
    /// The player who cannot move, while the statements of `player who cannot move` run.
    pub(super) stuck: Option<PlayerId>,
    /// The nesting depth of triggers.
    pub(super) depth: usize,
    /// Pieces that are being captured or are leaving the board while the triggers of that event run, innermost last.
    pub(super) going: Vec<PieceNo>,
    /// `prevent` has been executed for the capture that is about to happen.
    pub(super) prevented: bool,
    pub(super) turn: Turn,
    /// Whether patience endings (those that read a clock or `repeats`) apply.
    pub(super) patience: bool,
    /// Whether this is a trial that only determines whether something can be done: `as soon as` endings are then not tested.
    pub(super) tried: bool,
    pub(super) outcome: Option<Outcome>,
    pub(super) record: Record,
    /// The statements under way, innermost last.
    pub(super) doing: Vec<ActiveStatement>,
    pub(super) decision: Decision<'v>,
    /// Records which constructs of the language are used, if requested.
    pub(super) watch: Option<&'v Watch>,
}

/// The state of the current turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// The position at the beginning of the turn, and the number of record entries used by then.
    pub(super) began: Option<(Position, usize)>,
    /// `end turn` has been executed.
    pub(super) ended: bool,
    /// The turn has ended, and the endings are being tested.
    pub(super) over: bool,
    /// Number of turns passed since the last choice.
    pub(super) idle: usize,
}

/// The state of the current decision.
#[derive(Clone, Debug, Default)]
pub(super) struct Decision<'v> {
    /// Statements and triggers executed since the last choice.
    pub(super) steps: usize,
    /// The work budget.
    pub(super) work: Work,
    /// What the decision has done so far, in order.
    pub(super) deeds: Vec<Deed>,
    /// The `play` by which the current move began.
    pub(super) under: Option<Under<'v>>,
}

/// The `play` by which a candidate move began, as far as it is needed to decide which candidates that `play` admits.
#[derive(Clone, Debug)]
pub(super) struct Under<'v> {
    pub(super) moves: &'v Expr,
    /// Number of record entries used before the choice of the `play`.
    pub(super) behind: usize,
    /// The run at the point where the `play` was reached; none if it admits whole classes of moves.
    pub(super) at: Option<Rc<Run<'v>>>,
}

impl<'v> Run<'v> {
    /// A run that has executed nothing yet. All of `entries` belong to earlier decisions.
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

    /// A copy of the run for a trial, with an empty record.
    pub(super) fn trial(&self) -> Run<'v> {
        let record = Record { deciding: true, ..Record::default() };
        // If this run replays its record, the trial was charged the first time and gets a budget of its own.
        let work = if self.repeats_itself() { Work::default() } else { self.decision.work.clone() };
        let decision = Decision { steps: self.decision.steps, work, ..Decision::default() };
        Run { record, decision, ..self.clone() }
    }

    /// Whether the run replays choices of its record that are not used up.
    pub(super) fn repeats_itself(&self) -> bool {
        self.record.used < self.record.entries.len()
    }

    /// Makes a choice: returns the index of the recorded option. Fails if there is no option, or if all are recorded to fail.
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

    /// Returns the result of a trial: the one in the record, else that of `attempt`, which is then recorded.
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

    /// Ends the current decision here if any choice has been made in it.
    pub(super) fn cut(&mut self) -> Ran {
        if self.record.deciding { Err(Stop::Cut) } else { Ok(()) }
    }

    /// Handles a part that failed. While the decision has chosen something, the failure makes the whole run fail. After a cut
    /// it is too late for that, and only the rest of the part is left out.
    pub(super) fn too_late(&self, part: Ran) -> Ran {
        match part {
            Err(Stop::Failed) if !self.record.deciding => Ok(()),
            part => part,
        }
    }

    /// Runs `go` with the names of a script. If it stops for a choice the names stay, as part of the identity of a move.
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

    /// The context for evaluating phrases of the current script.
    pub(super) fn asking(&self) -> EvalContext<'_, 'v> {
        EvalContext::new(self, self.names.last().map(|names| &names.values))
    }

    /// The context for evaluating phrases outside any script (subjects and conditions of rules), with no names bound.
    pub(super) fn asking_afresh(&self) -> EvalContext<'_, 'v> {
        EvalContext::new(self, None)
    }

    /// The player whose turn it is, or the one who cannot move while that is handled.
    pub(super) fn mover(&self) -> PlayerId {
        self.stuck.unwrap_or(self.variant.equipment.turn_order[self.position.turn])
    }

    /// Who decides at this point.
    pub(super) fn decider(&self) -> Decider {
        Decider::Player(self.chooser.unwrap_or_else(|| self.mover()))
    }

    /// The side of a player.
    pub(super) fn side_of(&self, player: PlayerId) -> SideId {
        self.variant.equipment.players[player.index()].side
    }

    /// Whether a piece has been taken and stays on its site until the end of the move.
    pub(super) fn waits(&self, piece: PieceNo) -> bool {
        self.moving.taken.iter().any(|taken| taken.waits && taken.number == piece)
    }

    /// The site that a piece commands, unless the piece is taken and waiting for removal.
    pub(super) fn stands(&self, piece: PieceNo) -> Option<SiteId> {
        self.position.commands(piece).filter(|_| !self.waits(piece))
    }

    /// The commander of a site, unless it is taken and waiting for removal.
    pub(super) fn piece_on(&self, site: SiteId) -> Option<PieceNo> {
        self.position.commander(site).filter(|piece| !self.waits(*piece))
    }

    /// The acting piece and its site, unless it is below another piece, off the board, or waiting for removal.
    pub(super) fn actor(&self) -> Option<(PieceNo, SiteId)> {
        let actor = self.moving.actor?;
        Some((actor, self.stands(actor)?))
    }
}

/// Enumerates every way to complete a decision: `go` is run repeatedly on a clone of `start`, each time with one more choice of
/// the decider, until it finishes, is cut, or needs a choice of another decider. Failed runs are skipped. `visit` gets each
/// completed run, why it stopped and its weight, and returns whether to continue.
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

/// Whether `go` can be completed in any way.
pub(super) fn some_way<'v>(start: &Run<'v>, by: Decider, go: &dyn Fn(&mut Run<'v>) -> Ran) -> Result<bool, LimitReached> {
    let mut found = false;
    let visit = &mut |_: Run<'v>, _, _| {
        found = true;
        false
    };
    every_way(start, by, go, visit)?;
    Ok(found)
}
