//! Positions, moves, play, outcome: pure, without I/O, clock or ambient randomness; it knows no spans, no formats, and no
//! variant by name.

pub mod moves;
