//! The parsed files that make up a variant.

use crate::source::FileId;
use crate::syntax::Parsed;

/// One file of a chain.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// Its text.
    pub file: FileId,
    /// The file, parsed.
    pub parsed: &'a Parsed,
}
