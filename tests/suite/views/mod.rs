//! What a player sees, and what a player may believe in: in random games of every rule file with tokens, and of small ones in which
//! players look, hide, show, give, steal, discard, draw, shuffle and roll.

pub(crate) mod games;
mod odds;
mod prisoners;
pub(crate) mod sampled;
mod seen;
mod shown;
