//! Chains that may go on for ever: their legs take nothing and may lead back to where the piece has been.

use crate::diagnostic::Diagnostic;
use crate::model::board::Facing;
use crate::model::expr::{Expr, ExprKind, Field, Given, RelativeWay};
use crate::model::rules::{
    Block, Effects, Event, MoveRule, MoveVerb, Path, PathItem, PathMode, Rules, Statement, StatementKind, Subject, Trigger,
};
use crate::model::walk::{any_in_item, any_in_path, any_phrase, any_statement};
use crate::model::{SiteId, StoredId};

use super::checker::Checker;
use super::lints::{LANDING_HELP, only_occupied};

/// What one of its rules implies for a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Termination {
    /// Each leg makes a change that no later leg undoes.
    Ends,
    /// It depends on conditions or on the course of the game.
    Unknown,
    /// Nothing prevents the piece from going round in circles.
    MayLoop,
}

/// For a leg that can only land on occupied sites.
const STAYS: &str = "it can only land where something stands, so the piece stays where it is and can do the same again";

/// For a path by which the piece stays where it is.
const STRIKES: &str =
    "the piece stays where it is and can do the same again: let it take at least one, `taking enemy` or `taking some enemy`";

/// For a verb that contains no leg.
const IDLES: &str = "it makes no leg, so it can do the same again: `end move` in its braces ends the chain";

impl<'a> Checker<'a> {
    /// E0612 for each rule by which a chain can go on for ever, W0615 for one by which it perhaps can.
    pub(super) fn never_ending(&mut self, rules: &Rules) {
        for group in &rules.groups {
            let Some(law) = group.chain.first() else { continue };
            // All legs follow one line, which reaches the edge, as no line of this board leads back to its start.
            if group.must_not_turn.is_some() && self.lines_end() {
                continue;
            }
            // Conditions that read the number of legs or the trail are assumed to fail at some point.
            if group.chain.iter().all(|law| law.condition.as_ref().is_some_and(counts_legs)) {
                continue;
            }
            let open = group.chain.iter().any(|law| law.condition.is_none());
            for rule in &group.rules {
                let fate = self.termination(rule, rules);
                let (at, law) = (self.line_span(rule.rule), self.line_span(law.rule));
                let found = match fate {
                    Termination::Ends => continue,
                    Termination::MayLoop if open => {
                        let says = match &rule.verb {
                            MoveVerb::Path(_, path) if path.mode != PathMode::Go => {
                                "this chain need never end: its legs need take nothing, and lead nowhere"
                            }
                            _ => "this chain need never end: its legs take nothing and may lead back",
                        };
                        Diagnostic::error("E0612", at, says)
                    }
                    _ => {
                        let says = "this chain may never end: its legs take nothing, and may find again what they found before";
                        Diagnostic::warning("W0615", at, says)
                    }
                };
                let found = found.label(law, "the chain goes on by this law");
                self.report_plain(match &rule.verb {
                    MoveVerb::Path(_, path) if path.mode != PathMode::Go => found.help(STRIKES),
                    MoveVerb::Path(_, path) if only_occupied(path).is_some() => {
                        LANDING_HELP.iter().fold(found.help(STAYS), |found, help| found.help(*help))
                    }
                    MoveVerb::Body(_, body) if !body.effects().any(Effects::LEG) => found.help(IDLES),
                    _ => found.help("let it land only where it has not been: `to (empty not on trail)`"),
                });
            }
        }
    }

    fn termination(&self, rule: &MoveRule, rules: &Rules) -> Termination {
        let asks = rule.condition.iter().any(counts_legs);
        let around =
            rules.triggers.iter().filter(|one| matches!(one.event, Event::Lands(..) | Event::LegBegins | Event::LegEnds));
        let takes_then = |block: &Block| any_statement(block, &mut |one| changes_places(one));
        if asks || takes_then(&rule.then) || changes_what_is_asked(rule) {
            return Termination::Ends;
        }
        let taking: Vec<&Trigger> = around.map(|one| &**one).filter(|one| takes_then(&one.body)).collect();
        if taking.iter().any(|one| one.condition.is_none() && !matches!(one.event, Event::Lands(_, Some(_)))) {
            return Termination::Ends;
        }
        let known = match &rule.verb {
            MoveVerb::Path(_, path) => {
                // A piece that cannot land stays where it is, so where the path would have led does not matter.
                let stays = only_occupied(path).is_some() && !takes(&path.items) && self.equipment.stacks <= 1;
                if !stays && self.ends_along(path, rules) {
                    return Termination::Ends;
                }
                rule.condition.is_none() && !path.items.iter().any(picks) && !takes(&path.items)
            }
            MoveVerb::Body(_, body) => {
                let ends = any_statement(body, &mut |one| match &one.kind {
                    StatementKind::Path(path) => self.ends_along(path, rules),
                    StatementKind::Choose { .. } => true,
                    _ => changes_places(one) || one.own_effects().any(Effects::STORES | Effects::CHANGES),
                });
                // An empty verb, or one of nothing but verb names, as a circular definition (E0601) leaves it: nothing is
                // reported here.
                let says = any_statement(body, &mut |one| !matches!(one.kind, StatementKind::Verb(..)));
                if ends || !says {
                    return Termination::Ends;
                }
                false
            }
        };
        // The piece may have that kind or owner already, so the statements after the leg need not change anything.
        let known = known && !rule.then.effects().any(Effects::CHANGES);
        match known && taking.is_empty() {
            true => Termination::MayLoop,
            false => Termination::Unknown,
        }
    }

    /// Whether legs along a path cannot be repeated without end.
    fn ends_along(&self, path: &Path, rules: &Rules) -> bool {
        let counted = any_in_path(path, &mut |one| one.kind == ExprKind::Given(Given::Legs));
        // If the piece stays where it is, it does not matter where the path leads.
        let goes = path.mode == PathMode::Go;
        takes(&path.items) && !prevents(rules)
            || counted
            || goes && (self.shuns_its_trail(&path.items, rules) || self.one_way(path))
    }

    /// Whether every line of the board ends, none leading back to its start.
    fn lines_end(&self) -> bool {
        let board = &self.equipment.board;
        let sites = || (0..board.sites.len()).map(|site| SiteId(site as u16));
        (0..board.directions.len()).all(|way| sites().all(|site| board.line(way, site).all(|next| next != site)))
    }

    /// Whether the path excludes sites or pieces that this move has visited.
    fn shuns_its_trail(&self, items: &[PathItem], rules: &Rules) -> bool {
        items.iter().any(|item| match item {
            PathItem::Past(times, set) => times.least > 0 && self.shuns(set, rules),
            PathItem::To(set) | PathItem::Taking(_, set) => self.shuns(set, rules),
            PathItem::Group(times, items) => times.least > 0 && self.shuns_its_trail(items, rules),
            PathItem::Here | PathItem::Counted(..) => false,
        })
    }

    fn shuns(&self, set: &Expr, rules: &Rules) -> bool {
        let grows = |one: &Expr| match one.kind {
            ExprKind::Given(Given::Trail) => true,
            ExprKind::Stored(id, _) => self.is_kept_each_move(one) && is_set(id, rules),
            _ => false,
        };
        let visited = |set: &Expr| any_phrase(set, &mut |one| grows(one));
        any_phrase(set, &mut |one| match &one.kind {
            ExprKind::Without(_, away) => visited(away),
            ExprKind::On(_, away, true) | ExprKind::In(_, away, true) => visited(away),
            ExprKind::Where(_, _, holds) => any_phrase(holds, &mut |one| match &one.kind {
                ExprKind::Not(inner) => visited(inner),
                _ => false,
            }),
            _ => false,
        })
    }

    /// Whether the path leads only forward, or only backward, on a board where no such step of a piece of any side leads back along
    /// its facing.
    fn one_way(&self, path: &Path) -> bool {
        let Some(way) = heading(&path.ways) else { return false };
        let board = &self.equipment.board;
        let onward = |facing: Facing| {
            let (ways, sign) = match way {
                RelativeWay::Forward => (board.forward(facing), 1),
                RelativeWay::Backward => (board.backward(facing), -1),
                RelativeWay::Sideways => return false,
            };
            let at = |site: usize| {
                let site = &board.sites[site];
                sign * facing.along((site.file as i8, site.rank as i8))
            };
            (0..board.directions.len()).filter(|i| ways >> i & 1 == 1).all(|direction| {
                let mut steps = board.steps[direction].iter().enumerate();
                steps.all(|(from, to)| to.is_none_or(|to| at(to.index()) > at(from)))
            })
        };
        self.equipment.sides.iter().all(|side| onward(side.faces))
    }
}

/// The one relative way to which all these directions belong, if they say so.
fn heading(ways: &Expr) -> Option<RelativeWay> {
    match &ways.kind {
        ExprKind::RelativeDirections(way, _) => Some(*way),
        ExprKind::Intersect(parts) => parts.iter().find_map(heading),
        ExprKind::Union(parts) => {
            let first = parts.first().and_then(heading)?;
            parts.iter().all(|part| heading(part) == Some(first)).then_some(first)
        }
        _ => None,
    }
}

/// Whether a statement changes which pieces are where, or ends the chain.
fn changes_places(one: &Statement) -> bool {
    let places = Effects::TAKES | Effects::MOVES | Effects::MAKES | Effects::TOKENS | Effects::EXCHANGES;
    match &one.kind {
        StatementKind::Path(path) => path.mode != PathMode::Go || takes(&path.items),
        _ => one.own_effects().any(places | Effects::ENDS),
    }
}

/// Whether the statements after the leg change something that the rule's subject, condition or path reads.
fn changes_what_is_asked(rule: &MoveRule) -> bool {
    let asks = |of: Option<&Expr>, test: &mut dyn FnMut(&Expr) -> bool| {
        // Pieces that were passed over are not those that move.
        let passed = of.is_some_and(|of| of.kind == ExprKind::Given(Given::Passed));
        let subject = match &rule.subject {
            Subject::Pieces(set) | Subject::Players(set) => !passed && any_phrase(set, test),
        };
        subject
            || rule.condition.as_ref().is_some_and(|condition| any_phrase(condition, test))
            || matches!(&rule.verb, MoveVerb::Path(_, path) if any_in_path(path, test))
    };
    any_statement(&rule.then, &mut |one| match &one.kind {
        StatementKind::SetKind(of, _) => asks(Some(of), &mut |part| {
            matches!(part.kind, ExprKind::PiecesOfKinds(_) | ExprKind::Kinds(_) | ExprKind::Field(Field::Kind, _))
        }),
        StatementKind::SetOwner(of, _) => {
            asks(Some(of), &mut |part| matches!(part.kind, ExprKind::Field(Field::Owner | Field::PiecesOf, _)))
        }
        StatementKind::SetSlot(slot, of, _) => asks(Some(of), &mut |part| match &part.kind {
            ExprKind::PiecesBearing(asked, ..) | ExprKind::Field(Field::Slot(asked), _) => asked == slot,
            _ => false,
        }),
        kind => kind
            .stores()
            .is_some_and(|set| asks(None, &mut |part| matches!(part.kind, ExprKind::Stored(asked, _) if asked == set))),
    })
}

/// Whether a condition reads the number of legs or the trail.
fn counts_legs(condition: &Expr) -> bool {
    any_phrase(condition, &mut |one| matches!(one.kind, ExprKind::Given(Given::Legs | Given::Trail)))
}

/// Whether an item has a `where` condition, which may have another value when the piece comes back.
fn picks(item: &PathItem) -> bool {
    any_in_item(item, &mut |one| matches!(one.kind, ExprKind::Where(..)))
}

/// Whether some rule or trigger sets this kept thing.
fn is_set(id: StoredId, rules: &Rules) -> bool {
    let sets = |block: &Block| any_statement(block, &mut |one| one.kind.stores() == Some(id));
    let of_rules = rules
        .groups
        .iter()
        .flat_map(|group| &group.rules)
        .any(|rule| sets(&rule.then) || matches!(&rule.verb, MoveVerb::Body(_, body) if sets(body)));
    of_rules || rules.triggers.iter().any(|trigger| sets(&trigger.body))
}

/// Whether a trigger may keep a piece from being taken, and changes nothing else by which it would be another time.
fn prevents(rules: &Rules) -> bool {
    let changes = Effects::STORES | Effects::CHANGES;
    let idly = |block: &Block| {
        block.effects().any(Effects::PREVENTS)
            && !any_statement(block, &mut |one| changes_places(one) || one.own_effects().any(changes))
    };
    rules.triggers.iter().any(|trigger| idly(&trigger.body))
}

fn takes(items: &[PathItem]) -> bool {
    items.iter().any(|item| match item {
        PathItem::Taking(times, _) => times.least > 0,
        PathItem::Group(times, items) => times.least > 0 && takes(items),
        _ => false,
    })
}
