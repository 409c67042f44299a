//! What a move does, in order. The text of a move is made from its deeds, and they are part of what decides whether two
//! candidates are the same move.

use crate::model::expr::Type;
use crate::model::setup;
use crate::model::{SiteId, TokenId};

/// One element of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// The piece on this site acts.
    Actor(SiteId),
    /// A verb with a body, by name.
    Verb(String),
    /// A leg by a path: its origin, its intended landing, and the sites of the pieces it takes.
    Leg(SiteId, SiteId, Vec<SiteId>),
    /// A piece is placed on this site from off the board.
    Placed(SiteId),
    /// Things chosen under a name.
    Chosen(String, Vec<Chosen>),
    /// The alternative chosen in an `either`, by index.
    Alternative(usize),
    /// Whether a `may` is taken up.
    May(bool),
    /// An optional `play` is declined.
    Declined,
}

/// A chosen thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// A site.
    Site(SiteId),
    /// A piece, by the site that it commands or where it was taken.
    Piece(SiteId),
    /// A piece off the board or below a commander.
    Off(setup::Piece),
    /// A token.
    Token(TokenId, setup::Token),
    /// A number.
    Number(i64),
    /// A player, side, kind, direction or value, by its index.
    Member(Type, u8),
}
