//! What a move does, in the order in which it happens: its text is made of that, and two ways to make a move are compared by it.

use crate::model::expr::Type;
use crate::model::setup;
use crate::model::{SiteId, TokenId};

/// One part of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// A piece sets out from here.
    Actor(SiteId),
    /// A verb with a body, by its name.
    Verb(String),
    /// A leg of a path: where it begins, where it is aimed, what it takes.
    Leg(SiteId, SiteId, Vec<SiteId>),
    /// A piece comes onto the board here.
    Placed(SiteId),
    /// Things are chosen under a name.
    Chosen(String, Vec<Chosen>),
    /// The i-th of several alternatives.
    Alternative(usize),
    /// A `may` is taken up, or not.
    May(bool),
    /// An optional `play` is declined.
    Declined,
}

/// A thing chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// A site.
    Site(SiteId),
    /// A piece that commands a site, or was taken there.
    Piece(SiteId),
    /// A piece elsewhere.
    Off(setup::Piece),
    /// A token.
    Token(TokenId, setup::Token),
    /// A number.
    Number(i64),
    /// A player, a side, a kind, a direction or a value, by its place.
    Member(Type, u8),
}
