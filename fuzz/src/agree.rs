//! What compares the reference with the engine.

#[path = "../../tests/suite/agree/both.rs"]
pub(crate) mod both;
