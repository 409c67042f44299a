//! What comes of a move, by which it is told from others.

use smallvec::SmallVec;

use super::super::word::Word;
use super::batches::Batch;
use super::joint::Place;
use super::keys::{blend, mingle, named, spot};
use super::rules::RuleAt;
use super::run::{Done, Mode, Over, Run, Stop, TURN, Told};
use super::scene::{Named, State};

/// All that tells a move from others.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fate<B: Word> {
    pub(super) told: Vec<Told<B>>,
    /// What it takes.
    pub(super) taken: SmallVec<[B; 4]>,
    pub(super) state: State<B>,
    /// If it ends the game: how.
    over: Option<Over>,
    /// It has ended the turn, and another play might have followed.
    pub(super) ends: bool,
    /// How many legs there were, the trail, and what the last leg went over, where that may still be asked.
    route: Option<(u16, B, B)>,
    /// If somebody else is asked: where the move stood then.
    pub(super) rest: Option<Rest<B>>,
    /// How far the turn has come, where other moves of the list may leave it elsewhere.
    pub(super) place: Option<Box<Place<B>>>,
}

/// Where a move stood when somebody else was asked.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rest<B> {
    actor: B,
    heading: Option<u8>,
    taken: Vec<B>,
    /// Which statement asks, what is under its names, and which pieces events under way are about.
    asks: (usize, Vec<Named<B>>, Vec<B>),
    /// The rule of a leg that is under way.
    rule: Option<RuleAt>,
    /// What is to come of its statements: see [`Along::to_come`](super::run::Along::to_come).
    to_come: u32,
    /// Where the piece of a leg is to land that has not landed yet.
    landing: Option<B>,
}

impl<B: Word> Run<'_, B> {
    /// What comes of each move of a batch.
    pub(super) fn fates(&mut self, batch: &Batch<B>) -> Result<Vec<Fate<B>>, Stop> {
        let fate = |run: &Self, done| match done {
            Err(Stop::Failed | Stop::Found | Stop::Replay | Stop::TooMuch) => Err(Stop::TooMuch),
            _ => Ok(run.fate()),
        };
        (0..batch.count).map(|i| self.carried_out(batch, i, fate)?).collect()
    }

    /// Plays a move of a batch, looks at what has come of it, and takes it back.
    pub(super) fn carried_out<T>(&mut self, batch: &Batch<B>, i: u32, look: impl FnOnce(&Self, Done) -> T) -> Result<T, Stop> {
        let from = self.decode(batch, i).ok_or(Stop::TooMuch)?;
        let root = self.scene.state.clone();
        let mode = std::mem::replace(&mut self.aim.mode, Mode::Play);
        self.asking.exploring = true;
        let done = self.run_rule(batch.rule, from);
        self.asking.exploring = false;
        self.asking.stopped = done == Err(Stop::Asked);
        let found = look(self, done);
        self.asking.stopped = false;
        self.aim.mode = mode;
        self.scene.state.clone_from(&root);
        self.over = None;
        self.fresh();
        self.chosen.choices.clear();
        Ok(found)
    }

    pub(super) fn fate(&self) -> Fate<B> {
        let action = self.told.iter().any(|told| matches!(told, Told::Verb(_)));
        let from = self.told.iter().find_map(|told| match told {
            Told::Actor(from) | Told::Leg { from, .. } => Some(*from),
            _ => None,
        });
        let mut told: Vec<Told<B>> = vec![Told::Actor(from.unwrap_or(B::ZERO))];
        for (i, one) in self.told.iter().enumerate() {
            match one {
                Told::Chosen(..) | Told::Verb(_) => told.push(*one),
                Told::Leg { to, .. } if self.rules.telling.distinct && !action => {
                    let rest = &self.told[i + 1..];
                    let captured = rest.iter().take_while(|told| !matches!(told, Told::Leg { .. }));
                    let captured = captured.filter(|told| matches!(told, Told::Captured(_)));
                    let at = told.len();
                    told.push(Told::Verb(0));
                    told.extend(captured);
                    if told.len() == at + 1 {
                        told.push(Told::Placed(*to));
                    }
                }
                _ => {}
            }
        }
        let scene = &self.scene;
        let in_order: SmallVec<[B; 4]> = scene.taken.iter().map(|taken| taken.site).collect();
        let mut taken = in_order.clone();
        taken.sort_unstable_by_key(|site| site.first());
        // Between moves nobody acts.
        let moves = !self.asking.script;
        let rest = self.asking.stopped.then(|| Rest {
            actor: if moves { scene.actor } else { B::ZERO },
            heading: self.along.heading.filter(|_| moves),
            taken: if moves { in_order.to_vec() } else { Vec::new() },
            rule: self.leg_under_way().filter(|_| moves),
            to_come: self.along.to_come,
            landing: self.landing_to_come().filter(|_| moves),
            asks: (self.asking.asked.place, self.names_under_way().copied().collect(), self.stack.marks.clone()),
        });
        Fate {
            told,
            taken,
            state: self.what_stays().into_owned(),
            over: self.over.clone(),
            ends: self.ends_turn(),
            route: self.route(),
            rest,
            place: self.names_followed(),
        }
    }

    /// The rule of a leg that is under way.
    fn leg_under_way(&self) -> Option<RuleAt> {
        self.along.in_leg.then_some(self.along.leg_rule)
    }

    /// What is under the names of the scripts under way.
    fn names_under_way(&self) -> impl Iterator<Item = &Named<B>> {
        self.scene.names[..self.along.locals as usize].iter().chain(&self.stack.frames)
    }

    /// Where the acting piece is to land, if somebody is asked before it does: while a piece is taken on the way.
    pub(super) fn landing_to_come(&self) -> Option<B> {
        let last = self.told.iter().rev().find_map(|told| match told {
            Told::Leg { from, to } => Some((*from, *to)),
            _ => None,
        });
        last.filter(|(from, to)| *from == self.scene.actor && from != to).map(|(_, to)| to)
    }

    /// By which way it has come here, where that may still be asked.
    fn route(&self) -> Option<(u16, B, B)> {
        let under_way = self.asking.stopped && !self.asking.script;
        let asked = self.rules.telling.route_asked.still(under_way) && self.over.is_none();
        asked.then_some((self.scene.legs, self.scene.trail, self.scene.passed))
    }

    /// Whether it keeps another play of the turn from being made; where the game is over there is none.
    fn ends_turn(&self) -> bool {
        self.rules.turn.several_plays && self.along.ended >= TURN && self.over.is_none()
    }

    /// What was taken and what stays of a move, mixed into a hash: what [`Fate`] tells of it.
    pub(super) fn rest(&self, hash: u64) -> u64 {
        let scene = &self.scene;
        let taken = scene.taken.iter().fold(0u64, |all, taken| all.wrapping_add(taken.site.key()));
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
        let hash = mingle(blend(hash, scene.actor), self.along.heading.map_or(0, |heading| 1 + u64::from(heading)));
        let hash = scene.taken.iter().fold(hash, |hash, taken| blend(hash, taken.site));
        let hash = mingle(hash, self.leg_under_way().map_or(0, |rule| 1 + u64::from(rule)));
        let hash = mingle(hash, self.along.to_come.into());
        let hash = spot(hash, self.landing_to_come().unwrap_or(B::ZERO));
        let hash = mingle(mingle(hash, 2), self.asking.asked.place as u64);
        let hash = (0..).zip(self.names_under_way()).fold(hash, |hash, (name, value)| named(hash, name, value));
        self.stack.marks.iter().fold(hash, |hash, mark| blend(hash, *mark))
    }
}
