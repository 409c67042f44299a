//! What can never happen: pieces that never exist, promotions and effects that never occur, rules of moves that never fit.

use crate::diagnostic::Diagnostic;
use crate::model::SideId;
use crate::model::expr::Expr;
use crate::model::rules::{Event, MoveVerb, PathItem, StatementKind, Subject};
use crate::model::walk::any_statement;

use crate::source::Span;

use super::Looked;
use super::appear::subjects;
use super::reckon::{Around, Reckoner};

impl Looked<'_> {
    /// W0820 for kinds that can never exist, W0821 and W0822 for triggers that can never run, W0823 for rules of moves that can
    /// never be used.
    pub(super) fn impossible(&mut self) {
        let reckoner = self.reckoner();
        let kinds_asked = self.equipment.kinds.iter().any(|kind| self.kind_asked(&kind.name).is_some());
        let mut promised = 0;
        for trigger in &self.rules.triggers {
            let (set, on) = match &trigger.event {
                Event::Lands(set, on) | Event::Rests(set, on) => (set, on.as_ref()),
                Event::BeforeTaken(set) | Event::Taken(set) | Event::Leaves(set) => (set, None),
                _ => continue,
            };
            if !(kinds_asked || self.asked_line(trigger.rule)) {
                continue;
            }
            let missing = reckoner.kinds(set, &Around::default()) & self.reach().kinds() == 0;
            if missing || !subjects(self.reach(), reckoner, &trigger.event).is_empty() {
                continue;
            }
            let promotes = any_statement(&trigger.body, &mut |one| match &one.kind {
                StatementKind::SetKind(_, kind) => {
                    promised |= reckoner.bits(kind, &Around::default()) as u32;
                    true
                }
                _ => false,
            });
            let (code, what) = if promotes { ("W0821", "this promotion") } else { ("W0822", "this") };
            let who = self.sources.text(set.span);
            let message = match on {
                Some(on) => format!("{what} can never happen: no {who} can get to {}", self.sources.text(on.span)),
                None => format!("{what} can never happen to a {who}"),
            };
            let at = on.map_or(set.span, |on| on.span);
            let line = self.line_span(trigger.rule);
            let at = if line.contains(at) { at } else { line };
            self.found.push(
                Diagnostic::warning(code, at, message)
                    .help("reckoned with every rule of moves as if its conditions always held, from the set-up on"),
            );
        }
        // a kind that only such a promotion would make is not reported as well
        for (i, kind) in self.equipment.kinds.iter().enumerate() {
            // a kind that a parent declares is reported for the parent only
            let Some(at) = self.kind_asked(&kind.name) else { continue };
            if (self.reach().kinds() | promised) >> i & 1 != 0 {
                continue;
            }
            self.found.push(
                Diagnostic::warning("W0820", at, format!("there can never be a `{}`", kind.name))
                    .help("none stands on the board at the start, and no rule makes, brings in or promotes to one"),
            );
        }
        self.moveless(reckoner);
    }

    /// Where the file declares a kind, if that place is to be examined.
    fn kind_asked(&self, name: &str) -> Option<Span> {
        self.declared("pieces", name).filter(|at| self.asked(*at))
    }

    fn moveless(&mut self, reckoner: Reckoner<'_>) {
        for rule in self.rules.groups.iter().flat_map(|group| &group.rules) {
            if !self.asked_line(rule.rule) {
                continue;
            }
            let MoveVerb::Path(_, path) = &rule.verb else { continue };
            let line = self.line_span(rule.rule);
            let anywhere = Around::default();
            if let Subject::Pieces(set) = &rule.subject {
                let kinds = reckoner.kinds(set, &anywhere);
                if kinds != 0 && kinds & self.reach().kinds() == 0 {
                    continue; // the kind itself is reported
                }
            }
            let empty = |set: &Expr| reckoner.empty(set, &anywhere);
            let items = path.items.iter().filter_map(|item| match item {
                PathItem::Past(times, set) | PathItem::Taking(times, set) if times.least > 0 => Some(set),
                PathItem::To(set) => Some(set),
                _ => None,
            });
            let subject = match &rule.subject {
                Subject::Pieces(set) | Subject::Players(set) => set,
            };
            let sides = 0..self.equipment.sides.len();
            let board = &self.equipment.board;
            let leads = |way: usize| board.steps.get(way).is_some_and(|steps| steps.iter().any(Option::is_some));
            let leading = (0..board.directions.len()).filter(|way| leads(*way)).fold(0u64, |bits, way| bits | 1 << way);
            let no_way = sides.clone().all(|side| {
                let around = Around { side: Some(SideId(side as u8)), ..Around::default() };
                reckoner.bits(&path.ways, &around) & leading == 0
            });
            let at = if no_way { Some(&path.ways) } else { std::iter::once(subject).chain(items).find(|set| empty(set)) };
            let Some(set) = at else { continue };
            let at = if line.contains(set.span) { set.span } else { line };
            let what = if no_way { "there is no such way" } else { "nothing is ever there" };
            let found = Diagnostic::warning("W0823", at, format!("this rule can never be used: {what}"));
            self.found.push(found.help("words side by side mean what is in all of them; `or` unites"));
        }
    }
}
