//! Events and their triggers.

use crate::model::{LocalId, SiteId};
use crate::program::code::EventKind;
use crate::program::node::{Node, NodeId};

use super::{MOST_TRIGGERS, Runner};
use crate::engine::machine::{About, Task};
use crate::engine::trace::Fired;
use crate::engine::value::Element;

impl About {
    /// The site of the piece, if it is still on the board.
    pub(super) fn site(self) -> Option<crate::model::SiteId> {
        match self {
            About::Piece(site) => Some(site),
            About::Nothing | About::Gone => None,
        }
    }
}

impl Runner<'_> {
    /// An event happens, if any trigger waits for it.
    pub(super) fn tell(&mut self, event: EventKind, about: About) {
        if !self.program.triggers.of(event).is_empty() {
            self.push(Task::Event { event, about, next: 0 });
        }
    }

    /// Whether a piece is surely none of those that a phrase denotes, as its kind tells.
    fn is_no(&self, subject: NodeId, site: SiteId) -> bool {
        let Node::PiecesOfKinds(kinds) = self.program.node(subject) else { return false };
        let Node::Bits(kinds) = self.program.node(*kinds) else { return false };
        self.store.piece_at(site, &self.program.layout).is_some_and(|(_, kind)| kinds >> kind & 1 == 0)
    }

    /// The next trigger of an event that applies.
    pub(super) fn event(&mut self, event: EventKind, about: About, next: u16) {
        if about == About::Gone {
            return;
        }
        let triggers = self.program.triggers.of(event);
        for (i, trigger) in triggers.iter().enumerate().skip(next as usize) {
            if let About::Piece(site) = about
                && trigger.subject.is_some_and(|subject| self.is_no(subject, site))
            {
                continue;
            }
            let base = self.machine.values.len() as u16;
            let mut eval = self.eval(base);
            if let About::Piece(site) = about {
                let piece = Element::Piece(site);
                eval = eval.binding(LocalId(0), self.only(site));
                let fits = trigger.subject.is_none_or(|subject| eval.contains(subject, &piece))
                    && trigger.place.is_none_or(|place| eval.stands_on(place, site));
                if !fits {
                    continue;
                }
            }
            if !trigger.condition.is_none_or(|condition| eval.truth(condition)) {
                continue;
            }
            if self.machine.depth >= MOST_TRIGGERS {
                self.reach("triggers that set each other off more than 8 deep", Some(trigger.rule));
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
