//! `serve --json`: the addresses of the pages.

use serde::{Deserialize, Serialize};

/// What is served, and the links to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Serving {
    /// The version of this format.
    pub schema: u32,
    /// A page with every variant; null where a game between people is served.
    pub gallery: Option<String>,
    /// The pages of the rule files that were given.
    pub pages: Vec<Address>,
    /// The seats of a game between people, by the players' names.
    pub seats: Vec<Address>,
}

/// The address of a page or seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// The file as it was given, or the player.
    pub name: String,
    /// The link. It is secret.
    pub address: String,
}
