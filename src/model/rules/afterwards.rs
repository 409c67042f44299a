//! What the rules may still read about a move when it is over. What they do not read does not distinguish two moves.

use std::collections::BTreeSet;

use super::{Block, Each, Effects, Event, Rules, Subject};
use crate::model::StoredId;
use crate::model::expr::{CanVerb, Expr, ExprKind, HangsOn, Type};
use crate::model::walk::{any_in_rules, any_phrase, blocks, plays};

/// What still matters about a move when it is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Afterwards {
    /// Values marked `each move` that nothing reads after a move.
    pub forgotten: BTreeSet<StoredId>,
    /// When the route of the move still matters.
    pub route_asked: RouteAsked,
}

impl Afterwards {
    /// Analyses the rules.
    pub fn of(rules: &Rules) -> Afterwards {
        Afterwards { forgotten: forgotten(rules), route_asked: route_asked(rules) }
    }
}

/// The values marked `each move` that nothing reads after a move: neither the turn script, nor a trigger that may run outside
/// moves, nor an ending. The next move resets them.
///
/// ```text
/// counter hops: 0..2 each move                     (read in rules and in `when move ends`: forgotten)
/// keep first: piece each move                      (read in `mover wins if first is king`: not)
/// ```
fn forgotten(rules: &Rules) -> BTreeSet<StoredId> {
    let each_move = rules.stored.iter().enumerate().filter(|(_, stored)| stored.each == Each::Move);
    let mut each_move: BTreeSet<StoredId> = each_move.map(|(i, _)| StoredId(i as u8)).collect();
    let after = after_a_move(rules, &[Event::TurnEnds, Event::TurnBegins]);
    each_move.retain(|id| {
        let mut after = after.clone();
        after.triggers.retain(|trigger| !only_sets(&trigger.body, *id));
        !any_in_rules(&after, &mut |phrase| reads(phrase, *id))
    });
    each_move
}

/// Whether evaluating a phrase may read a stored value. Questions about what pieces can do may do so in conditions of rules.
fn reads(phrase: &Expr, id: StoredId) -> bool {
    match &phrase.kind {
        ExprKind::Stored(read, _) => *read == id,
        // A question about players is evaluated as if a new move began, so the value is reset.
        ExprKind::Can(who, CanVerb::Group(..)) => who.ty != Type::Player,
        _ => false,
    }
}

/// Whether the statements only set this value. What they read then affects nothing else.
fn only_sets(block: &Block, id: StoredId) -> bool {
    block.statements.iter().all(|statement| statement.kind.stores() == Some(id))
}

/// When the rules read the `legs`, `trail` or `passed` of a move, other than in obligations. Two routes with the same result
/// are distinct moves only if a later part of the rules reads one of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RouteAsked {
    /// At any time in a move: the rest of a move that has been cut may read it.
    pub on_the_way: bool,
    /// In parts other than rules of moves and obligations: triggers, the turn, endings.
    pub elsewhere: bool,
    /// After the move: in the rest of the turn or at its end.
    pub afterwards: bool,
}

impl RouteAsked {
    /// Whether remaining rules may read the route, during the move or after it.
    pub fn still(self, under_way: bool) -> bool {
        if under_way { self.on_the_way } else { self.afterwards }
    }
}

/// Determines when the rules read the route of a move.
///
/// ```text
/// chain may continue if legs < 3            on the way
/// mover wins "far" if legs > 3              afterwards too
/// turn { play move; if legs > 1: play move }
/// must capture with most legs               never: the ways are compared before they are made one
/// ```
fn route_asked(rules: &Rules) -> RouteAsked {
    if !any_in_rules(rules, &mut of_route) {
        return RouteAsked::default();
    }
    let on_the_way = any_in_rules(&Rules { obligations: Vec::new(), ..rules.clone() }, &mut of_route);
    let mut elsewhere = |phrase: &Expr| of_route(phrase) || of_further_legs(phrase);
    let elsewhere = any_in_rules(&Rules { groups: Vec::new(), obligations: Vec::new(), ..rules.clone() }, &mut elsewhere);
    let again = plays(&rules.turn.body) > 1 && any_beginning(rules);
    let mut after = after_a_move(rules, &[Event::TurnEnds]);
    if any_in_rules(&after, &mut |phrase| matches!(phrase.kind, ExprKind::Can(_, CanVerb::Group(..)))) {
        after.groups.clone_from(&rules.groups);
    }
    RouteAsked { on_the_way, elsewhere, afterwards: again || any_in_rules(&after, &mut of_route) }
}

fn of_route(phrase: &Expr) -> bool {
    matches!(phrase.kind, ExprKind::Given(given) if given.hangs_on() == HangsOn::Route)
}

/// Whether a phrase asks what a piece can do next, since the rules for that may read the route. A question about players is
/// evaluated as if a new move began.
fn of_further_legs(phrase: &Expr) -> bool {
    matches!(&phrase.kind, ExprKind::Can(who, CanVerb::Group(..)) if who.ty != Type::Player)
}

/// Whether the route of the last move is read when another move of the turn begins.
fn any_beginning(rules: &Rules) -> bool {
    let of_rules = rules.groups.iter().flat_map(|group| &group.rules).flat_map(|rule| {
        let (Subject::Pieces(who) | Subject::Players(who)) = &rule.subject;
        [who].into_iter().chain(&rule.condition)
    });
    let mut asked = of_rules.chain(rules.obligations.iter().flat_map(|one| &one.condition));
    asked.any(|phrase| any_phrase(phrase, &mut of_route))
}

/// The rules that may run or be evaluated after a move: turn script, endings, scores, triggers of these events, and triggers
/// that these may set off outside moves.
fn after_a_move(rules: &Rules, events: &[Event]) -> Rules {
    let among = rules.triggers.iter().filter(|trigger| events.contains(&trigger.event));
    let mut after = Rules {
        triggers: among.cloned().collect(),
        turn: rules.turn.clone(),
        endings: rules.endings.clone(),
        scores: rules.scores.clone(),
        ..Rules::default()
    };
    let sets_off = Effects::EXCHANGES | Effects::MOVES | Effects::LEG | Effects::MAKES | Effects::TAKES;
    if blocks(&after).into_iter().any(|block| block.effects().any(sets_off)) {
        let set_off = rules.triggers.iter().filter(|trigger| !of_a_move(&trigger.event) && !events.contains(&trigger.event));
        after.triggers.extend(set_off.cloned());
    }
    after
}

/// Whether the event only occurs within moves. Pieces can also be taken or leave at other times.
fn of_a_move(event: &Event) -> bool {
    match event {
        Event::Lands(..) | Event::Rests(..) | Event::LegBegins | Event::LegEnds | Event::MoveBegins | Event::MoveEnds => true,
        Event::BeforeTaken(_) | Event::Taken(_) | Event::Leaves(_) | Event::TurnBegins | Event::TurnEnds => false,
    }
}
