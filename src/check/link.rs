//! The files that make up a variant, each read.

use crate::source::FileId;
use crate::syntax::Parsed;

/// One file of a chain.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// Its text.
    pub file: FileId,
    /// The file, read.
    pub parsed: &'a Parsed,
}
