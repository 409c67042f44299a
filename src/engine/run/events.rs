//! Events and their triggers.

use crate::model::expr::Given;
use crate::model::{LocalId, SiteId};
use crate::program::code::{EventKind, Trigger};
use crate::program::node::{Node, NodeId, Relative};

use super::{MOST_TRIGGERS, Runner};
use crate::engine::machine::{About, Task};
use crate::engine::trace::Fired;
use crate::engine::value::Element;

impl About {
    /// The site of the piece, if it is still on the board.
    pub(in crate::engine) fn site(self) -> Option<crate::model::SiteId> {
        match self {
            About::Piece(site) => Some(site),
            About::Nothing | About::Gone => None,
        }
    }
}

impl Runner<'_> {
    /// Reports an event: its triggers become the next task, if it has any.
    pub(super) fn tell(&mut self, event: EventKind, about: About) {
        if !self.program.triggers.of(event).is_empty() {
            self.push(Task::Event { event, about, next: 0 });
        }
    }

    /// Whether a phrase denotes the pieces of a kind, as far as its form shows; `None` if it must be evaluated.
    fn told_by_kind(&self, id: NodeId, kind: usize) -> Option<bool> {
        match self.program.node(id) {
            Node::Given(Given::Pieces) => Some(true),
            Node::PiecesOfKinds(kinds) => match self.program.node(*kinds) {
                Node::Bits(kinds) => Some(kinds >> kind & 1 != 0),
                _ => None,
            },
            Node::Without(a, b) => Some(self.told_by_kind(*a, kind)? && !self.told_by_kind(*b, kind)?),
            _ => None,
        }
    }

    /// Whether the subject and the place of a trigger fit the piece on a site; `None` if they must be evaluated.
    fn fits(&self, trigger: &Trigger, site: SiteId) -> Option<bool> {
        if trigger.subject.is_none() && trigger.place.is_none() {
            return Some(true);
        }
        let (side, kind) = self.store.piece_at(site, &self.program.layout)?;
        if let Some(subject) = trigger.subject
            && !self.told_by_kind(subject, kind)?
        {
            return Some(false);
        }
        let Some(place) = trigger.place else { return Some(true) };
        match self.program.node(place) {
            Node::RelativeSites(row, Relative::Described) => Some(self.program.geometry.row(side, *row).contains(site)),
            _ => None,
        }
    }

    /// Starts the next trigger of an event that applies; the later ones remain a task.
    pub(super) fn event(&mut self, event: EventKind, about: About, next: u16) {
        if about == About::Gone {
            return;
        }
        let triggers = self.program.triggers.of(event);
        for (i, trigger) in triggers.iter().enumerate().skip(next as usize) {
            let told = match about {
                About::Piece(site) => self.fits(trigger, site),
                _ => Some(true),
            };
            if told == Some(false) {
                continue;
            }
            let base = self.machine.values.len() as u16;
            if told.is_none() || trigger.condition.is_some() {
                let mut eval = self.eval(base);
                if let About::Piece(site) = about {
                    let piece = Element::Piece(site);
                    eval = eval.binding(LocalId(0), self.only(site));
                    let fits = told == Some(true)
                        || trigger.subject.is_none_or(|subject| eval.contains(subject, &piece))
                            && trigger.place.is_none_or(|place| eval.stands_on(place, site));
                    if !fits {
                        continue;
                    }
                }
                if !trigger.condition.is_none_or(|condition| eval.truth(condition)) {
                    continue;
                }
            }
            if self.machine.depth >= MOST_TRIGGERS {
                self.reach("triggers that set each other off more than 64 deep", Some(trigger.rule));
                return;
            }
            self.trace.note(Fired::Trigger(trigger.rule));
            self.push(Task::Event { event, about, next: i as u16 + 1 });
            self.machine.depth += 1;
            self.push(Task::TriggerEnds);
            let base = self.enter(trigger.locals);
            if let About::Piece(site) = about {
                let piece = self.only(site);
                self.bind_value(base, LocalId(0), piece);
            }
            self.push(Task::Block { block: trigger.body, next: 0, base });
            return;
        }
    }
}
