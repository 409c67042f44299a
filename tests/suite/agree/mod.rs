//! The reference and the engine agree: from the same position as many moves, equally likely, to the same positions and ends, with the
//! same words. They are compared as plain data, through what both show to everybody.
//!
//! Quick as it stands; `DRAUGHTSMAN_AGREE=10` tries ten times as much, `DRAUGHTSMAN_ONLY=NAME` one rule file.

mod afresh;
pub(crate) mod both;
mod bundled;
mod faults;
mod landings;
mod limits;
mod nothing;
mod preferences;
mod questions;
mod random;
mod towers;
mod work;
