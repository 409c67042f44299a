//! `when EVENT …`, `before EVENT …`.

use crate::diagnostic::Diagnostic;
use crate::model::expr::{Expr, Type};
use crate::model::rules::{Event, Trigger};
use crate::syntax::ast::{self, EventVerb, Rule};

use super::chapters::Line;
use super::checker::Checker;
use super::env::{Env, It, Relative, Stage};
use super::reading::Many;

impl<'a> Checker<'a> {
    /// A trigger, if the line is one.
    pub(super) fn trigger(&mut self, (rule, line): &Line<'a>) -> Option<Trigger> {
        let Rule::Trigger { before, event, condition, suite } = line.rule else { return None };
        self.refuel();
        let mut env = Env::new(*rule, Stage::Trigger { before: *before });
        let checked = self.event(&mut env, event, *before);
        let holds = self.condition(&env, condition);
        let body = match condition {
            Some(condition) => self.under(condition, true, |this| this.block(&env, suite)),
            None => self.block(&env, suite),
        };
        let scope = self.scope.finish();
        Some(Trigger { rule: *rule, scope, event: checked?, condition: holds?, body })
    }

    /// The event of a trigger; sets in `env` what its condition and statements can refer to.
    fn event(&mut self, env: &mut Env<'a>, event: &'a ast::Event, before: bool) -> Option<Event> {
        if before && !matches!(event.verb, EventVerb::Taken) {
            self.report(
                Diagnostic::error("E0420", event.span, "only one event can be forestalled: that a piece is taken")
                    .help("write `before PIECES is taken`, or `when` for `before`"),
            );
        }
        if matches!(event.verb, EventVerb::Begins | EventVerb::Ends) {
            return self.time_event(env, event);
        }
        let sure = matches!(event.verb, EventVerb::Lands(_) | EventVerb::Rests(_));
        let local = self.scope.add("it", Type::Piece, Many::One, None);
        env.moment.actor = Some(if sure { Many::One } else { self.some_actor() });
        env.moment.facts = true;
        env.it = It::Local(local);
        let pieces = self.expect(env, &event.subject, Type::Piece);
        let on = match &event.verb {
            EventVerb::Lands(Some(sites)) | EventVerb::Rests(Some(sites)) => {
                let described = env.relative_to(Relative::Described);
                Some(self.expect(&described, sites, Type::Site))
            }
            _ => None,
        };
        let on: Option<Expr> = match on {
            Some(sites) => Some(sites?.expr),
            None => None,
        };
        let pieces = pieces?.expr;
        Some(match event.verb {
            EventVerb::Lands(_) => Event::Lands(pieces, on),
            EventVerb::Rests(_) => Event::Rests(pieces, on),
            EventVerb::Taken if before => Event::BeforeTaken(pieces),
            EventVerb::Taken => Event::Taken(pieces),
            _ => Event::Leaves(pieces),
        })
    }

    fn time_event(&mut self, env: &mut Env<'a>, event: &'a ast::Event) -> Option<Event> {
        let begins = matches!(event.verb, EventVerb::Begins);
        let word = match &event.subject.kind {
            ast::ExprKind::Name(word) => word.as_str(),
            _ => "",
        };
        let found = match (word, begins) {
            ("leg", true) => Event::LegBegins,
            ("leg", false) => Event::LegEnds,
            ("move", true) => Event::MoveBegins,
            ("move", false) => Event::MoveEnds,
            ("turn", true) => Event::TurnBegins,
            ("turn", false) => Event::TurnEnds,
            _ => {
                let verb = if begins { "begins" } else { "ends" };
                let message = format!("a leg, a move or a turn {verb}; nothing else does");
                let found = Diagnostic::error("E0424", event.subject.span, message);
                self.report(found.near(event.subject.span, word, ["leg", "move", "turn"]));
                return None;
            }
        };
        if found != Event::TurnBegins {
            env.moment.actor = Some(self.some_actor());
            env.moment.facts = true;
        }
        if !matches!(found, Event::TurnBegins | Event::TurnEnds) {
            env.it = It::Actor;
        }
        Some(found)
    }
}
