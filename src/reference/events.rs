//! Events, and the triggers that wait for them.

use std::collections::BTreeMap;

use crate::model::LocalId;
use crate::model::expr::Expr;
use crate::model::rules::{Event, Trigger};

use super::doing::Doing;
use super::limits::{Limit, MOST_TRIGGERS};
use super::phrases::{Thing, Value};
use super::position::PieceNo;
use super::run::{Ran, Run};

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Lands,
    Rests,
    BeforeTaken,
    Taken,
    Leaves,
    LegBegins,
    LegEnds,
    MoveBegins,
    MoveEnds,
    TurnBegins,
    TurnEnds,
}

impl<'v> Run<'v> {
    /// Something happens, to a piece or to none: the triggers that wait for it run in order. Each is tested when its turn comes. If
    /// the piece is no longer on the board, those still to come do not run.
    pub(super) fn tell(&mut self, moment: Moment, about: Option<PieceNo>) -> Ran {
        let variant = self.variant;
        for trigger in &variant.rules.triggers {
            let (waits_for, subject, place) = waits_for(&trigger.event);
            if waits_for != moment {
                continue;
            }
            // What leaves may have been taken long ago, and have waited.
            let there = |piece| if moment == Moment::Leaves { self.position.commands(piece) } else { self.stands(piece) };
            if about.is_some_and(|piece| there(piece).is_none()) {
                return Ok(());
            }
            if self.applies(trigger, subject, place, about) {
                self.run_trigger(trigger, about)?;
            }
        }
        Ok(())
    }

    fn applies(
        &self,
        trigger: &'v Trigger,
        subject: Option<&'v Expr>,
        place: Option<&'v Expr>,
        about: Option<PieceNo>,
    ) -> bool {
        let mut asking = self.asking_afresh();
        if let Some(piece) = about {
            let it = Thing::Piece(piece);
            asking = asking.naming(LocalId(0), vec![it]);
            let fits = subject.is_none_or(|subject| asking.among(subject, it))
                && place.is_none_or(|place| asking.stands_on(it, place));
            if !fits {
                return false;
            }
        }
        trigger.condition.as_ref().is_none_or(|condition| asking.truth(condition))
    }

    fn run_trigger(&mut self, trigger: &'v Trigger, about: Option<PieceNo>) -> Ran {
        self.step()?;
        if let Some(watch) = self.watch {
            watch.event(&trigger.event);
        }
        let before = self.depth;
        if before >= MOST_TRIGGERS {
            self.doing.push(Doing::of(crate::source::Span::default(), trigger.rule));
            return Err(self.limit(Limit::Triggers));
        }
        self.depth += 1;
        let it = about.map(|piece| (LocalId(0), Value::Things(vec![Thing::Piece(piece)])));
        let names: BTreeMap<LocalId, Value> = it.into_iter().collect();
        self.within(&trigger.scope, names, |run| run.block_of(&trigger.body))?;
        self.depth = before;
        self.soon()
    }
}

/// The moment that an event of a rule is, whom it is about, and where.
fn waits_for(event: &Event) -> (Moment, Option<&Expr>, Option<&Expr>) {
    match event {
        Event::Lands(pieces, on) => (Moment::Lands, Some(pieces), on.as_ref()),
        Event::Rests(pieces, on) => (Moment::Rests, Some(pieces), on.as_ref()),
        Event::BeforeTaken(pieces) => (Moment::BeforeTaken, Some(pieces), None),
        Event::Taken(pieces) => (Moment::Taken, Some(pieces), None),
        Event::Leaves(pieces) => (Moment::Leaves, Some(pieces), None),
        Event::LegBegins => (Moment::LegBegins, None, None),
        Event::LegEnds => (Moment::LegEnds, None, None),
        Event::MoveBegins => (Moment::MoveBegins, None, None),
        Event::MoveEnds => (Moment::MoveEnds, None, None),
        Event::TurnBegins => (Moment::TurnBegins, None, None),
        Event::TurnEnds => (Moment::TurnEnds, None, None),
    }
}
