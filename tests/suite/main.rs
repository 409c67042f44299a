//! Everything that is tried from outside, in one program: a module each. `cargo test --test suite play` runs those of one module, or with a
//! word in their names. The facts are a program of their own, in which each has a name: `tests/facts/`.

mod agents;
mod agree;
mod analyse;
mod attacks;
mod bad_input;
mod balance;
mod book;
mod check;
mod ci;
mod clauses;
mod cli;
mod collections;
mod commands;
mod counts;
mod coverage;
mod deals;
mod dice;
mod diff;
mod direct;
mod editor;
mod endgames;
mod errors;
mod explain;
#[path = "../facts/mod.rs"]
mod facts;
mod failures;
mod fault;
#[cfg(unix)]
mod files;
mod flat;
mod format;
mod front_matter;
#[cfg(unix)]
mod full_screen;
mod hub;
#[cfg(target_os = "linux")]
mod interrupts;
mod kernels;
mod language_examples;
mod laws;
mod limits;
mod lints;
mod lists;
mod matches;
mod memory;
mod mending;
mod names;
mod new;
mod odd;
mod older;
mod openings;
mod page;
mod pages;
mod pdn;
mod plain;
mod play;
mod pointing;
mod positions;
mod readme;
mod render;
mod reports;
mod rulebook;
mod secrets;
#[cfg(unix)]
mod serve;
mod session;
mod shell;
mod shells;
mod simulate;
mod size;
mod snapshot;
mod solve;
mod steps;
mod structure;
mod tally;
mod terminal;
mod threads;
mod train;
mod turns;
mod undo;
mod versions;
mod views;
mod walk;
mod watch;
mod words;
