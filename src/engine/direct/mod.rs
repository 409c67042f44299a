//! Plain games played directly: a position is a few sets of sites and numbers, which are copied and never undone; a phrase is
//! reckoned on whole sets. For rules whose legs, bodies and triggers hold no tokens and no chance. The general machine says what is
//! right; this says it fast, and is tested against it.

mod geometry;
mod paths;
mod phrases;
mod scene;
mod slots;
#[cfg(test)]
mod tests;
