//! The types of all JSON output and input, each as it appears in the text, with `"schema": 1` at the top.

pub mod analysis;
pub mod balance;
pub mod change;
pub mod check;
pub mod collection;
pub mod contest;
pub mod coverage;
pub mod diff;
pub mod endgames;
pub mod equipment;
pub mod explain;
pub mod failure;
pub mod fen;
pub mod goes_by;
pub mod judged;
pub mod moves;
mod once;
pub mod outcome;
pub mod perft;
pub mod position;
pub mod serve;
pub mod simulate;
pub mod snapshot;
pub mod solved;
pub mod trained;
pub mod training;

/// The version of all formats.
pub const SCHEMA: u32 = 1;
