//! The reference and the engine agree: from the same position as many moves, equally likely, to the same positions and ends, with the
//! same words. They are compared as plain data, through what both show to everybody.

mod both;
mod bundled;
