//! What of the language a run has made use of: each kind of phrase, statement, path item and event that was asked or carried out, by
//! a name. A test counts them, so that nothing of the language goes untried.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::model::expr::{CanVerb, Expr, ExprKind, Field, Given, RelativeTo};
use crate::model::rules::{ChooseCount, Chooser, Ending, Event, PathItem, PieceDestination, StatementKind, TokenDestination};

/// The names of what was made use of.
#[derive(Debug, Default)]
pub struct Watch(RefCell<BTreeSet<&'static str>>);

impl Watch {
    /// What was made use of so far.
    pub fn seen(&self) -> BTreeSet<&'static str> {
        self.0.borrow().clone()
    }

    pub(super) fn phrase(&self, phrase: &Expr) {
        self.0.borrow_mut().insert(name_of_phrase(&phrase.kind));
    }

    pub(super) fn statement(&self, statement: &StatementKind) {
        self.0.borrow_mut().insert(name_of_statement(statement));
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
        ExprKind::Given(given) => name_of_given(*given),
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
        ExprKind::Can(_, CanVerb::Group(_, None)) => "can move by a class",
        ExprKind::Can(_, CanVerb::Group(_, Some(_))) => "can take by a class",
        ExprKind::Can(_, CanVerb::Body(_)) => "can carry out a verb",
    }
}

fn name_of_given(given: Given) -> &'static str {
    match given {
        Given::Actor => "actor",
        Given::Mover => "mover",
        Given::Opponent => "opponent",
        Given::Players => "player",
        Given::Sides => "side",
        Given::Taken => "taken",
        Given::Passed => "passed",
        Given::Start => "start",
        Given::Landing => "landing",
        Given::Trail => "trail",
        Given::Turns => "turns",
        Given::Repeats => "repeats",
        Given::Pieces => "piece",
        Given::Empty => "empty",
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
        Field::File => "file of",
        Field::Rank => "rank of",
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
    }
}

fn name_of_statement(statement: &StatementKind) -> &'static str {
    use StatementKind::*;
    match statement {
        Either(_) => "either",
        May(_) => "may",
        Repeat(Some(_), _) => "repeat so often",
        Repeat(None, _) => "repeat",
        MayRepeat(_) => "may repeat",
        For(..) => "for",
        If(..) => "if",
        As(..) => "as",
        Choose { by: Chooser::Chance, .. } => "choose by chance",
        Choose { by: Chooser::Player(_), .. } => "choose by a player",
        Choose { count: None, .. } => "choose",
        Choose { count: Some(ChooseCount::Exactly(_)), .. } => "choose so many",
        Choose { count: Some(ChooseCount::Between(..)), .. } => "choose some",
        Let(..) => "let",
        Require(_) => "require",
        Path(_) => "a path",
        Verb(..) => "a verb",
        MovePiece(_, to) => name_of_destination(to),
        PlaceNew(..) => "move new",
        MoveToken(_, TokenDestination::Pile(_)) => "move a token to a pile",
        MoveToken(_, TokenDestination::Slot(..)) => "move a token to a slot",
        MoveToken(_, TokenDestination::Under(_)) => "move a token under a site",
        MoveToken(_, TokenDestination::Box) => "move a token to the box",
        Take(_) => "take",
        SetKind(..) => "set kind",
        SetOwner(..) => "set owner",
        SetSlot(..) => "set an attribute",
        SetFace(..) => "set face",
        SetNumber(..) => "set a number",
        SetKept(..) => "set a keep",
        Raise(..) => "raise",
        Exchange(_) => "exchange",
        Shuffle(_) => "shuffle",
        Show(..) => "show",
        Prevent => "prevent",
        End(Ending::Leg, _) => "end leg",
        End(Ending::Move, _) => "end move",
        End(Ending::Turn, _) => "end turn",
        End(Ending::Game, _) => "end game",
        Play { by: None, .. } => "play",
        Play { by: Some(_), .. } => "play by",
        Wins(..) => "wins",
        Loses(..) => "loses",
        Draw(_) => "draw",
    }
}

fn name_of_destination(to: &PieceDestination) -> &'static str {
    match to {
        PieceDestination::Site(_) => "move to a site",
        PieceDestination::Pile(_) => "move to a pile",
        PieceDestination::BottomOf(_) => "move to bottom",
        PieceDestination::TopOf(_) => "move to top",
        PieceDestination::Box => "move to box",
    }
}

fn name_of_item(item: &PathItem) -> &'static str {
    match item {
        PathItem::Past(..) => "past",
        PathItem::Taking(..) => "taking",
        PathItem::To(_) => "to",
        PathItem::Here => "here",
        PathItem::Group(..) => "a group of path items",
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

/// All names that there are.
pub const WORDS: &[&str] = &[
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
    "player",
    "side",
    "taken",
    "passed",
    "start",
    "landing",
    "trail",
    "turns",
    "repeats",
    "piece",
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
    "file of",
    "rank of",
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
    "from",
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
    "either",
    "may",
    "repeat so often",
    "repeat",
    "may repeat",
    "for",
    "if",
    "as",
    "choose by chance",
    "choose by a player",
    "choose",
    "choose so many",
    "choose some",
    "let",
    "require",
    "a path",
    "a verb",
    "move to a site",
    "move to a pile",
    "move to bottom",
    "move to top",
    "move to box",
    "move new",
    "move a token to a pile",
    "move a token to a slot",
    "move a token under a site",
    "move a token to the box",
    "take",
    "set kind",
    "set owner",
    "set an attribute",
    "set face",
    "set a number",
    "set a keep",
    "raise",
    "exchange",
    "shuffle",
    "show",
    "prevent",
    "end leg",
    "end move",
    "end turn",
    "end game",
    "play",
    "play by",
    "wins",
    "loses",
    "draw",
    "past",
    "taking",
    "to",
    "here",
    "a group of path items",
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
