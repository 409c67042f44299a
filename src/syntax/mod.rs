//! The first rung: text to tree.
pub mod ast;
pub mod front;
pub mod words;
