//! Coverage of the language: records, by name, each kind of phrase, statement, path item and event that a run evaluates or
//! executes. A test requires that all of them are used.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::model::Measure;
use crate::model::expr::{CanVerb, Expr, ExprKind, Field, RelativeTo};
use crate::model::print::statements;
use crate::model::rules::{Event, PathItem, StatementKind};

/// The set of construct names recorded so far.
#[derive(Debug, Default)]
pub struct Watch(RefCell<BTreeSet<&'static str>>);

impl Watch {
    /// The names recorded so far.
    pub fn seen(&self) -> BTreeSet<&'static str> {
        self.0.borrow().clone()
    }

    pub(super) fn phrase(&self, phrase: &Expr) {
        self.0.borrow_mut().insert(name_of_phrase(&phrase.kind));
    }

    pub(super) fn statement(&self, statement: &StatementKind) {
        self.0.borrow_mut().insert(statements::name(statement));
    }

    pub(super) fn item(&self, item: &PathItem) {
        self.0.borrow_mut().insert(name_of_item(item));
    }

    pub(super) fn event(&self, event: &Event) {
        self.0.borrow_mut().insert(name_of_event(event));
    }
}

fn name_of_phrase(phrase: &ExprKind) -> &'static str {
    match phrase {
        ExprKind::Number(_) => "number",
        ExprKind::Truth(_) => "true, false",
        ExprKind::None => "none",
        ExprKind::Sites(_) => "sites",
        ExprKind::RelativeSites(_, to) => match to {
            RelativeTo::Described => "row of the piece described",
            RelativeTo::Actor => "row of the actor",
            RelativeTo::Mover => "row of the mover",
            RelativeTo::Of(_) => "row of a side",
        },
        ExprKind::Directions(_) => "directions",
        ExprKind::RelativeDirections(_, to) => match to {
            RelativeTo::Described => "ways of the piece described",
            RelativeTo::Actor => "ways of the actor",
            RelativeTo::Mover => "ways of the mover",
            RelativeTo::Of(_) => "ways of a side",
        },
        ExprKind::Kinds(_) => "kinds",
        ExprKind::Players(_) => "players by name",
        ExprKind::Sides(_) => "sides by name",
        ExprKind::Values(_) => "values",
        ExprKind::Tokens(_) => "tokens",
        ExprKind::Given(given) => given.word(),
        ExprKind::Local(_) => "a name",
        ExprKind::Stored(_, None) => "a counter or keep",
        ExprKind::Stored(_, Some(_)) => "a counter or keep of somebody",
        ExprKind::Moves(_) => "moves",
        ExprKind::MovesOf(..) => "moves of a player",
        ExprKind::Intersect(_) => "in all",
        ExprKind::Union(_) => "or of sets",
        ExprKind::Without(..) => "not of sets",
        ExprKind::Field(field, _) => name_of_field(*field),
        ExprKind::From(..) => "from",
        ExprKind::Beyond(..) => "beyond",
        ExprKind::On(_, _, false) => "on",
        ExprKind::On(_, _, true) => "not on",
        ExprKind::In(_, _, false) => "in",
        ExprKind::In(_, _, true) => "not in",
        ExprKind::Where(..) => "where",
        ExprKind::Extreme(_, _, true, _) => "with most",
        ExprKind::Extreme(_, _, false, _) => "with least",
        ExprKind::If(..) => "if then else",
        ExprKind::PiecesOfKinds(_) => "pieces of kinds",
        ExprKind::PiecesBearing(_, None, _) => "pieces that bear a value",
        ExprKind::PiecesBearing(_, Some(_), _) => "pieces whose token bears a value",
        ExprKind::TokensBearing(..) => "tokens that bear a value",
        ExprKind::TokensFaced(..) => "tokens with a face",
        ExprKind::Contents(_) => "contents",
        ExprKind::Count(_) => "count",
        ExprKind::Some(_) => "some",
        ExprKind::Total(..) => "total",
        ExprKind::Order(..) => "order",
        ExprKind::Arithmetic(..) => "arithmetic",
        ExprKind::Compare(..) => "comparison",
        ExprKind::Is(..) => "is",
        ExprKind::And(_) => "and",
        ExprKind::Or(_) => "or of truths",
        ExprKind::Not(_) => "not of a truth",
        ExprKind::Can(_, CanVerb::Path(_)) => "can follow a path",
        ExprKind::Can(_, CanVerb::Group(_, None, _)) => "can move by a class",
        ExprKind::Can(_, CanVerb::Group(_, Some(_), _)) => "can take by a class",
        ExprKind::Can(_, CanVerb::Body(_)) => "can carry out a verb",
    }
}

fn name_of_field(field: Field) -> &'static str {
    match field {
        Field::Owner => "owner of",
        Field::Site => "site of",
        Field::Kind => "kind of",
        Field::Worth => "value of a piece",
        Field::Slot(_) => "slot of",
        Field::Attribute(_) => "attribute of a token",
        Field::Face => "face of",
        Field::Under => "under",
        Field::Measure(measure) => measure.word(),
        Field::Top => "top of",
        Field::Bottom => "bottom of",
        Field::First => "first of",
        Field::Last => "last of",
        Field::SideOf => "side of",
        Field::PlayersOf => "player of",
        Field::PlayerAttribute(_) => "attribute of a player",
        Field::PiecesOf => "piece of",
        Field::Pile(_) => "pile of",
        Field::ActorOf => "actor of a move",
        Field::Opposite => "opposite of",
    }
}

fn name_of_item(item: &PathItem) -> &'static str {
    match item {
        PathItem::Past(..) => "past",
        PathItem::Taking(..) => "taking",
        PathItem::To(_) => "to",
        PathItem::Here => "here",
        PathItem::Group(..) => "a group of path items",
        PathItem::Counted(..) => "a path item as often as is reckoned",
    }
}

fn name_of_event(event: &Event) -> &'static str {
    match event {
        Event::Lands(..) => "lands",
        Event::Rests(..) => "rests",
        Event::BeforeTaken(_) => "before taken",
        Event::Taken(_) => "is taken",
        Event::Leaves(_) => "leaves",
        Event::LegBegins => "leg begins",
        Event::LegEnds => "leg ends",
        Event::MoveBegins => "move begins",
        Event::MoveEnds => "move ends",
        Event::TurnBegins => "turn begins",
        Event::TurnEnds => "turn ends",
    }
}

/// The names of all constructs.
pub static WORDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| [OTHERS, &Measure::ALL.map(Measure::word), &statements::NAMES].concat());

/// The names of all constructs except statements and measures of sites.
const OTHERS: &[&str] = &[
    "number",
    "true, false",
    "none",
    "sites",
    "row of the piece described",
    "row of the actor",
    "row of the mover",
    "row of a side",
    "directions",
    "ways of the piece described",
    "ways of the actor",
    "ways of the mover",
    "ways of a side",
    "kinds",
    "players by name",
    "sides by name",
    "values",
    "tokens",
    "actor",
    "mover",
    "opponent",
    "every-player",
    "every-side",
    "taken",
    "passed",
    "start",
    "landing",
    "trail",
    "legs",
    "turns",
    "repeats",
    "every-piece",
    "empty",
    "a name",
    "a counter or keep",
    "a counter or keep of somebody",
    "moves",
    "moves of a player",
    "in all",
    "or of sets",
    "not of sets",
    "owner of",
    "site of",
    "kind of",
    "value of a piece",
    "slot of",
    "attribute of a token",
    "face of",
    "under",
    "top of",
    "bottom of",
    "first of",
    "last of",
    "side of",
    "player of",
    "attribute of a player",
    "piece of",
    "pile of",
    "actor of a move",
    "opposite of",
    "from",
    "beyond",
    "on",
    "not on",
    "in",
    "not in",
    "where",
    "with most",
    "with least",
    "if then else",
    "pieces of kinds",
    "pieces that bear a value",
    "pieces whose token bears a value",
    "tokens that bear a value",
    "tokens with a face",
    "contents",
    "count",
    "some",
    "total",
    "order",
    "arithmetic",
    "comparison",
    "is",
    "and",
    "or of truths",
    "not of a truth",
    "can follow a path",
    "can move by a class",
    "can take by a class",
    "can carry out a verb",
    "past",
    "taking",
    "to",
    "here",
    "a group of path items",
    "a path item as often as is reckoned",
    "lands",
    "rests",
    "before taken",
    "is taken",
    "leaves",
    "leg begins",
    "leg ends",
    "move begins",
    "move ends",
    "turn begins",
    "turn ends",
];
