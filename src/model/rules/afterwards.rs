//! What the rules may still ask of a move once it is over: what they do not ask for cannot tell two moves apart.

use std::collections::BTreeSet;

use super::{Block, Each, Effects, Event, Rules, Subject};
use crate::model::StoredId;
use crate::model::expr::{CanVerb, Expr, ExprKind, HangsOn, Type};
use crate::model::walk::{any_in_rules, any_phrase, blocks, plays};

/// What of a move matters when it is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Afterwards {
    /// Which stored things nobody reads any more.
    pub forgotten: BTreeSet<StoredId>,
    /// When it matters by which way the move has come to what it came to.
    pub route_asked: RouteAsked,
}

impl Afterwards {
    /// What these rules ask.
    pub fn of(rules: &Rules) -> Afterwards {
        Afterwards { forgotten: forgotten(rules), route_asked: route_asked(rules) }
    }
}

/// Of what is marked `each move`, that of which nothing reads what a move leaves behind: not the script of the turn, no trigger that
/// may go off outside moves, no ending. The next move finds it afresh.
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

/// Whether a phrase reads a stored thing. What it asks about pieces' moves may.
fn reads(phrase: &Expr, id: StoredId) -> bool {
    match &phrase.kind {
        ExprKind::Stored(read, _) => *read == id,
        // Players are asked as if their move began, afresh.
        ExprKind::Can(who, CanVerb::Group(..)) => who.ty != Type::Player,
        _ => false,
    }
}

/// Whether statements do nothing but set this one thing: then what they read of it makes no difference to anything else.
fn only_sets(block: &Block, id: StoredId) -> bool {
    block.statements.iter().all(|statement| statement.kind.stores() == Some(id))
}

/// When the rules ask for a move's `legs`, `trail` or `passed`, other than to prefer it. Two ways that come to the same are one move
/// unless what is still to come asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RouteAsked {
    /// At any time: the rest of a move that is cut may ask.
    pub on_the_way: bool,
    /// By anything but movement and obligations: triggers, the turn, endings.
    pub elsewhere: bool,
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

/// Whether a phrase asks what a piece could do next, by rules that may ask for the way. Players are asked as if their move began.
fn of_further_legs(phrase: &Expr) -> bool {
    matches!(&phrase.kind, ExprKind::Can(who, CanVerb::Group(..)) if who.ty != Type::Player)
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

/// What applies to what a move leaves behind: the script of the turn, endings, scores, triggers of these events, and those that all
/// this may set off outside moves.
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

/// Whether nothing but a move tells such an event. Pieces are taken and leave at other times too.
fn of_a_move(event: &Event) -> bool {
    match event {
        Event::Lands(..) | Event::Rests(..) | Event::LegBegins | Event::LegEnds | Event::MoveBegins | Event::MoveEnds => true,
        Event::BeforeTaken(_) | Event::Taken(_) | Event::Leaves(_) | Event::TurnBegins | Event::TurnEnds => false,
    }
}
