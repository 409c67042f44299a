//! What makes rule files, and compares the bitboard engine with the machine.

#[path = "../../tests/suite/bitboard/both.rs"]
pub(crate) mod both;
#[path = "../../tests/suite/bitboard/made.rs"]
pub(crate) mod made;
