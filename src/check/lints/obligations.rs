//! Obligations that filter nothing, because no other rule offers a move that could violate them.

use crate::diagnostic::Diagnostic;
use crate::model::GroupId;
use crate::model::expr::{Expr, ExprKind, Given};
use crate::model::rules::{Block, Effects, MoveGroup, MoveVerb, Obligation, PathItem, Times};
use crate::syntax::print::spanless;

use super::Looked;

/// The moves that an obligation names: those of some classes, perhaps narrowed down.
struct Named<'a> {
    groups: &'a [GroupId],
    /// The keys of `with most` (`true`) and `with least`, innermost first.
    best_by: Vec<(&'a Expr, bool)>,
    /// Whether there is a `where`, which may leave none of them.
    narrowed: bool,
}

impl Looked<'_> {
    /// W0840.
    pub(super) fn obligations(&mut self) {
        let rules = self.rules;
        for (i, one) in rules.obligations.iter().enumerate() {
            if !self.asked_line(one.rule) {
                continue;
            }
            let line = self.line_span(one.rule);
            let earlier = rules.obligations[..i].iter().find(|earlier| self.implies(earlier, one));
            if let Some(earlier) = earlier {
                let first = self.line_span(earlier.rule);
                self.found.push(
                    Diagnostic::warning(
                        "W0840",
                        line,
                        "this obligation is never violated: one before it leaves it nothing to filter",
                    )
                    .label(first, "this one"),
                );
            } else if let Some((at, why, help)) = self.idle_reason(one) {
                let at = if line.contains(at) { at } else { line };
                let found = Diagnostic::warning("W0840", at, format!("this obligation is never violated: {why}"));
                self.found.push(found.help(help));
            }
        }
    }

    fn idle_reason(&self, one: &Obligation) -> Option<(crate::source::Span, String, &'static str)> {
        let named = named(&one.moves)?;
        let offered = |group: &GroupId| self.rules.groups.get(group.index()).is_some_and(|group| !group.rules.is_empty());
        let names = |groups: &[GroupId]| {
            let names: Vec<String> = groups
                .iter()
                .filter_map(|group| self.rules.groups.get(group.index()))
                .map(|group| format!("`{}`", group.name))
                .collect();
            names.join(" or ")
        };
        if !named.groups.iter().any(offered) {
            let why = format!("there is no rule in {}", names(named.groups));
            return Some((one.moves.span, why, "without such moves there is nothing that must be preferred"));
        }
        let all = (0..self.rules.groups.len()).map(|i| GroupId(i as u8));
        let every = all.into_iter().filter(offered).all(|group| named.groups.contains(&group));
        if every && named.best_by.is_empty() && !named.narrowed {
            return Some((
                one.moves.span,
                "every move there is is one of these".to_owned(),
                "an obligation chooses between moves: some class of moves must be outside it",
            ));
        }
        let (key, most) = named.best_by.first()?;
        if every && named.best_by.len() == 1 && !named.narrowed && *most && counts_taken(key) && self.takes_alike(named.groups)
        {
            return Some((
                key.span,
                "every such move takes exactly one piece".to_owned(),
                "a move takes more where a `chain` law lets it go on",
            ));
        }
        None
    }

    /// Whether every move of these classes takes exactly one piece.
    fn takes_alike(&self, groups: &[GroupId]) -> bool {
        let takes = |block: &Block| block.effects().any(Effects::TAKES | Effects::LEG | Effects::PREVENTS);
        let by_trigger = self.rules.triggers.iter().any(|trigger| takes(&trigger.body));
        let one = |group: &MoveGroup| {
            group.chain.is_empty()
                && group.rules.iter().all(|rule| match &rule.verb {
                    MoveVerb::Path(_, path) => !takes(&rule.then) && takes_one(&path.items),
                    MoveVerb::Body(..) => false,
                })
        };
        !by_trigger && groups.iter().all(|group| self.rules.groups.get(group.index()).is_some_and(one))
    }

    /// Whether no candidate that the first obligation leaves can violate the second.
    fn implies(&self, first: &Obligation, second: &Obligation) -> bool {
        let same_condition = match (&first.condition, &second.condition) {
            (None, _) => true,
            (Some(a), Some(b)) => spanless(&a.kind) == spanless(&b.kind),
            (Some(_), None) => false,
        };
        if !same_condition {
            return false;
        }
        // either identical, or the first takes the best of the very classes that the second names
        if spanless(&first.moves.kind) == spanless(&second.moves.kind) {
            return true;
        }
        match (named(&first.moves), named(&second.moves)) {
            (Some(one), Some(other)) => {
                let plain = |named: &Named<'_>| !named.narrowed;
                plain(&one) && plain(&other) && other.best_by.is_empty() && one.groups == other.groups
            }
            _ => false,
        }
    }
}

fn takes_one(items: &[PathItem]) -> bool {
    const ONE: Times = Times { least: 1, most: Some(1), whole: false };
    let taken = items.iter().filter(|item| matches!(item, PathItem::Taking(times, _) if *times == ONE)).count();
    let others =
        items.iter().filter(|item| matches!(item, PathItem::Taking(..) | PathItem::Group(..) | PathItem::Counted(..))).count();
    taken == 1 && others == 1
}

fn counts_taken(key: &Expr) -> bool {
    match &key.kind {
        ExprKind::Count(set) => matches!(set.kind, ExprKind::Given(Given::Taken)),
        kind => matches!(kind, ExprKind::Given(Given::Taken)),
    }
}

fn named(moves: &Expr) -> Option<Named<'_>> {
    match &moves.kind {
        ExprKind::Moves(groups) => Some(Named { groups, best_by: Vec::new(), narrowed: false }),
        ExprKind::Extreme(from, _, most, key) => {
            let mut named = named(from)?;
            named.best_by.push((key, *most));
            Some(named)
        }
        ExprKind::Where(from, ..) => Some(Named { narrowed: true, ..named(from)? }),
        _ => None,
    }
}
