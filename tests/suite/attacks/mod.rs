//! What strangers may send: texts that are made to be slow or to be much, and whatever a fuzzer once found or keeps.
//!
//! `fuzz/` attacks the same [`targets`] with inputs of its own; what it keeps, and what it found before it was mended, is tried here each time.

mod decisions;
mod kept;
mod long;
pub(crate) mod targets;
mod texts;
mod weight;
