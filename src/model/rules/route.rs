//! Whether it matters by which way a move has come to what it came to: whether the rules may still ask for it.

use super::{Event, Rules, StatementKind, Subject};
use crate::model::expr::{CanVerb, Expr, ExprKind, Given};
use crate::model::walk::{any_in_rules, any_phrase, any_statement, blocks, plays};

/// When the rules ask for a move's `legs`, `trail` or `passed`, other than to prefer it. Two ways that come to the same are one move
/// unless what is still to come asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RouteAsked {
    /// At any time: the rest of a move that is cut may ask.
    pub on_the_way: bool,
    /// When the move is over: in the rest of the turn, or at its end.
    pub afterwards: bool,
}

impl RouteAsked {
    /// Whether what is to come may ask, in the middle of a move or after it.
    pub fn still(self, under_way: bool) -> bool {
        if under_way { self.on_the_way } else { self.afterwards }
    }
}

/// When the rules ask for the way of a move.
///
/// ```text
/// chain may continue if legs < 3            on the way
/// mover wins "far" if legs > 3              afterwards too
/// turn { play move; if legs > 1: play move }
/// must capture with most legs               never: the ways are compared before they are made one
/// ```
pub fn route_asked(rules: &Rules) -> RouteAsked {
    if !any_in_rules(rules, &mut of_route) {
        return RouteAsked::default();
    }
    let on_the_way = any_in_rules(&Rules { obligations: Vec::new(), ..rules.clone() }, &mut of_route);
    let again = plays(&rules.turn.body) > 1 && any_beginning(rules);
    RouteAsked { on_the_way, afterwards: again || any_in_rules(&after_a_move(rules), &mut of_route) }
}

fn of_route(phrase: &Expr) -> bool {
    matches!(phrase.kind, ExprKind::Given(Given::Legs | Given::Trail | Given::Passed))
}

/// Whether it is asked before another move of the turn begins.
fn any_beginning(rules: &Rules) -> bool {
    let of_rules = rules.groups.iter().flat_map(|group| &group.rules).flat_map(|rule| {
        let (Subject::Pieces(who) | Subject::Players(who)) = &rule.subject;
        [who].into_iter().chain(&rule.condition)
    });
    let mut asked = of_rules.chain(rules.obligations.iter().flat_map(|one| &one.condition));
    asked.any(|phrase| any_phrase(phrase, &mut of_route))
}

/// The rules that apply to what a move leaves behind.
fn after_a_move(rules: &Rules) -> Rules {
    let at_the_end = rules.triggers.iter().filter(|trigger| trigger.event == Event::TurnEnds);
    let mut after = Rules {
        triggers: at_the_end.cloned().collect(),
        turn: rules.turn.clone(),
        endings: rules.endings.clone(),
        ..Rules::default()
    };
    let sets_off = |kind: &StatementKind| {
        use StatementKind::{Exchange, MovePiece, Path, PlaceNew, Take};
        matches!(kind, Exchange(_) | MovePiece(..) | Path(_) | PlaceNew(..) | Take(_))
    };
    if blocks(&after).into_iter().any(|block| any_statement(block, &mut |statement| sets_off(&statement.kind))) {
        after.triggers.clone_from(&rules.triggers);
    }
    if any_in_rules(&after, &mut |phrase| matches!(phrase.kind, ExprKind::Can(_, CanVerb::Group(..)))) {
        after.groups.clone_from(&rules.groups);
    }
    after
}
