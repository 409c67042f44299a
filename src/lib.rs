#![doc = "Draughtsman: a rules interpreter for checkers and draughts variants."]

pub mod diagnostic;
pub mod engine;
pub mod model;
pub mod notation;
pub mod source;
pub mod syntax;
