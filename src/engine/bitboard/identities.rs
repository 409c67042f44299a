//! The result of a move, by which identical moves are recognised.

use smallvec::SmallVec;

use super::super::word::Word;
use super::batches::Batch;
use super::joint::TurnProgress;
use super::keys::{blend, mingle, named};
use super::move_state::{NamedValue, State};
use super::rules::RuleAt;
use super::run::{BitDeed, Done, Mode, Over, Run, Stop, TURN};

/// Everything that distinguishes a move from others.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MoveIdentity<B: Word> {
    pub(super) deeds: Vec<BitDeed<B>>,
    /// The sites of the pieces that it takes, sorted.
    pub(super) taken: SmallVec<[B; 4]>,
    pub(super) state: State<B>,
    /// How it ends the game, if it does.
    over: Option<Over>,
    /// It has ended the turn where another play might have followed.
    pub(super) ends: bool,
    /// The number of legs, the trail, and what the last leg passed over, where something may still depend on them.
    route: Option<(u16, B, B)>,
    /// The state of the unfinished move, if somebody else is asked.
    pub(super) rest: Option<Rest<B>>,
    /// How far the turn has come and what its names mean, where moves of the list may differ in that.
    pub(super) place: Option<Box<TurnProgress<B>>>,
}

/// An unfinished move, at the moment when somebody else is asked.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rest<B> {
    actor: B,
    heading: Option<u8>,
    taken: Vec<B>,
    /// The statement that asks, the values of the names in the running scripts, and the pieces that running events are about.
    asks: (usize, Vec<NamedValue<B>>, Vec<B>),
    /// The rule of the leg in progress.
    rule: Option<RuleAt>,
    /// The statements that remain: see [`Progress::to_come`](super::run::Progress::to_come).
    to_come: u32,
    /// A hash of the leg that has not landed yet: see [`Progress::aim`](super::run::Progress::aim).
    aim: u32,
}

impl<B: Word> Run<'_, B> {
    /// The results of all moves of a batch.
    pub(super) fn identities(&mut self, batch: &Batch<B>) -> Result<Vec<MoveIdentity<B>>, Stop> {
        let identity = |run: &Self, done| match done {
            Err(Stop::Failed | Stop::Found | Stop::Replay | Stop::TooMuch) => Err(Stop::TooMuch),
            _ => Ok(run.identity()),
        };
        (0..batch.count).map(|i| self.carried_out(batch, i, identity)?).collect()
    }

    /// Plays a move of a batch, hands the run and its outcome to `look`, and undoes the move.
    pub(super) fn carried_out<T>(&mut self, batch: &Batch<B>, i: u32, look: impl FnOnce(&Self, Done) -> T) -> Result<T, Stop> {
        let from = self.decode(batch, i).ok_or(Stop::TooMuch)?;
        let root = self.moving.state.clone();
        let mode = std::mem::replace(&mut self.aim.mode, Mode::Play);
        self.asking.exploring = true;
        let done = self.run_rule(batch.rule, from);
        self.asking.exploring = false;
        self.asking.stopped = done == Err(Stop::Asked);
        let found = look(self, done);
        self.asking.stopped = false;
        self.aim.mode = mode;
        self.moving.state.clone_from(&root);
        self.over = None;
        self.reset_move();
        self.chosen.choices.clear();
        Ok(found)
    }

    pub(super) fn identity(&self) -> MoveIdentity<B> {
        let action = self.deeds.iter().any(|told| matches!(told, BitDeed::Verb(_)));
        let from = self.deeds.iter().find_map(|told| match told {
            BitDeed::Actor(from) | BitDeed::Leg { from, .. } => Some(*from),
            _ => None,
        });
        let mut told: Vec<BitDeed<B>> = vec![BitDeed::Actor(from.unwrap_or(B::ZERO))];
        for (i, one) in self.deeds.iter().enumerate() {
            match one {
                BitDeed::Chosen(..) | BitDeed::Verb(_) => told.push(*one),
                BitDeed::Leg { to, .. } if self.rules.distinction.distinct && !action => {
                    let rest = &self.deeds[i + 1..];
                    let captured = rest.iter().take_while(|told| !matches!(told, BitDeed::Leg { .. }));
                    let captured = captured.filter(|told| matches!(told, BitDeed::Captured(_)));
                    let at = told.len();
                    told.push(BitDeed::Verb(0));
                    told.extend(captured);
                    if told.len() == at + 1 {
                        told.push(BitDeed::Placed(*to));
                    }
                }
                _ => {}
            }
        }
        let moving = &self.moving;
        let in_order: SmallVec<[B; 4]> = moving.taken.iter().map(|taken| taken.site).collect();
        let mut taken = in_order.clone();
        taken.sort_unstable_by_key(|site| site.first());
        // Between moves there is no acting piece.
        let moves = !self.asking.script;
        let rest = self.asking.stopped.then(|| Rest {
            actor: if moves { moving.actor } else { B::ZERO },
            heading: self.progress.heading.filter(|_| moves),
            taken: if moves { in_order.to_vec() } else { Vec::new() },
            rule: self.leg_under_way().filter(|_| moves),
            to_come: self.progress.to_come,
            aim: if moves { self.progress.aim } else { 0 },
            asks: (self.asking.asked.place, self.names_under_way().copied().collect(), self.stack.piece_marks.clone()),
        });
        MoveIdentity {
            deeds: told,
            taken,
            state: self.what_stays().into_owned(),
            over: self.over.clone(),
            ends: self.ends_turn(),
            route: self.route(),
            rest,
            place: self.names_followed(),
        }
    }

    /// The rule of the leg in progress.
    fn leg_under_way(&self) -> Option<RuleAt> {
        self.progress.in_leg.then_some(self.progress.leg_rule)
    }

    /// The values of the names in the running scripts.
    pub(super) fn names_under_way(&self) -> impl Iterator<Item = &NamedValue<B>> {
        self.moving.names[..self.progress.locals as usize].iter().chain(&self.stack.outer_names)
    }

    /// The same, and what remains of loops, to be changed.
    pub(super) fn names_to_change(&mut self) -> impl Iterator<Item = &mut NamedValue<B>> {
        self.moving.names[..self.progress.locals as usize].iter_mut().chain(&mut self.stack.outer_names)
    }

    /// The route by which the move came here, where something may still depend on it.
    fn route(&self) -> Option<(u16, B, B)> {
        let under_way = self.asking.stopped && !self.asking.script;
        let asked = self.rules.distinction.route_asked.still(under_way) && self.over.is_none();
        asked.then_some((self.moving.legs, self.moving.trail, self.moving.passed))
    }

    /// Whether the move prevents another play of the turn; not if the game is over.
    fn ends_turn(&self) -> bool {
        self.rules.turn.several_plays && self.progress.ended >= TURN && self.over.is_none()
    }

    /// Mixes into a hash what a move has taken and what else [`MoveIdentity`] holds besides deeds and state.
    pub(super) fn rest(&self, hash: u64) -> u64 {
        let moving = &self.moving;
        let taken = moving.taken.iter().fold(0u64, |all, taken| all.wrapping_add(taken.site.key()));
        let hash = mingle(mingle(hash, taken), u64::from(self.ends_turn()));
        if let Some(Over { winners, reason, .. }) = &self.over {
            let reason = reason.map_or(0, |reason| 1 + u64::from(reason));
            return mingle(mingle(mingle(hash, 1), u64::from(*winners)), reason);
        }
        let hash = self.names_followed().map_or(hash, |place| place.digest(hash));
        let hash = self.route().map_or(hash, |(legs, trail, passed)| blend(blend(mingle(hash, legs.into()), trail), passed));
        if !self.asking.stopped {
            return hash;
        }
        let hash = mingle(blend(hash, moving.actor), self.progress.heading.map_or(0, |heading| 1 + u64::from(heading)));
        let hash = moving.taken.iter().fold(hash, |hash, taken| blend(hash, taken.site));
        let hash = mingle(hash, self.leg_under_way().map_or(0, |rule| 1 + u64::from(rule)));
        let hash = mingle(hash, self.progress.to_come.into());
        let hash = mingle(hash, self.progress.aim.into());
        let hash = mingle(mingle(hash, 2), self.asking.asked.place as u64);
        let hash = (0..).zip(self.names_under_way()).fold(hash, |hash, (name, value)| named(hash, name, value));
        self.stack.piece_marks.iter().fold(hash, |hash, mark| blend(hash, *mark))
    }
}
