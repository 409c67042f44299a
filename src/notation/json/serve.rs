//! `serve --json`: where the pages are.

use serde::{Deserialize, Serialize};

/// What is served, and by which links people come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Serving {
    /// Of this format.
    pub schema: u32,
    /// A page with every variant; null where a game between people is kept.
    pub gallery: Option<String>,
    /// The pages of the files that were given.
    pub pages: Vec<Address>,
    /// The seats of a game between people, by the players' names.
    pub seats: Vec<Address>,
}

/// Where something is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// A file as it was given, or a player.
    pub name: String,
    /// The link. It is a secret.
    pub address: String,
}
