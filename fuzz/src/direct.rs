//! What makes rule files, and compares the direct engine with the machine.

#[path = "../../tests/suite/direct/both.rs"]
pub(crate) mod both;
#[path = "../../tests/suite/direct/made.rs"]
pub(crate) mod made;
