//! From what is written to what is meant: names are looked up, geometry becomes tables, and everything that cannot be meant is
//! said with its place, all of it at once. It does not know how anything runs.

pub mod board;
pub mod equipment;
