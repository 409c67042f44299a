//! Events and their triggers.

use std::collections::BTreeMap;

use crate::model::LocalId;
use crate::model::expr::Expr;
use crate::model::rules::{Event, Trigger};

use super::doing::ActiveStatement;
use super::limits::{Limit, MOST_TRIGGERS};
use super::phrases::{Thing, Value};
use super::position::PieceNo;
use super::run::{Ran, Run};

/// An event, without the pieces and sites that a trigger names.
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
    /// Runs the triggers of an event in order; `about` is the piece concerned, if any. Each trigger is tested when its turn
    /// comes. Once the piece has left the board, the remaining triggers are skipped.
    pub(super) fn tell(&mut self, moment: Moment, about: Option<PieceNo>) -> Ran {
        let variant = self.variant;
        for trigger in &variant.rules.triggers {
            let (waits_for, subject, place) = waits_for(&trigger.event);
            if waits_for != moment {
                continue;
            }
            // A piece that leaves may have been taken earlier and stayed until now; `stands` does not find such pieces.
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
            self.doing.push(ActiveStatement::of(crate::source::Span::default(), trigger.rule));
            return Err(self.limit(Limit::Triggers));
        }
        self.depth += 1;
        let it = about.map(|piece| (LocalId(0), Value::Things(vec![Thing::Piece(piece)])));
        let names: BTreeMap<LocalId, Value> = it.into_iter().collect();
        self.within(&trigger.scope, names, |run| run.block_of(&trigger.body))?;
        self.depth = before;
        self.test_immediate_endings()
    }
}

/// Splits the event of a trigger into the moment, the pieces concerned and the sites.
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
