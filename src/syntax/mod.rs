//! The first rung: text to tree.
pub mod ast;
