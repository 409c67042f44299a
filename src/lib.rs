#![doc = "Draughtsman: a rules interpreter for checkers and draughts variants."]

pub mod agents;
pub mod analysis;
pub mod check;
pub mod codes;
pub mod diagnostic;
pub mod engine;
pub mod library;
pub mod model;
pub mod notation;
pub mod program;
pub mod reference;
pub mod rulebook;
pub mod source;
pub mod syntax;
