//! Analyses that need many moves: perft, diff, coverage, simulation and others. No files, no terminals.

pub mod balance;
pub mod collection;
pub mod coverage;
pub mod diff;
pub mod explain;
pub mod matches;
pub mod perft;
pub mod replay;
pub mod simulate;
pub mod snapshot;
pub mod split;
