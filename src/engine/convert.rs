//! Arrangements to positions and back.

use crate::program::Program;
use crate::model::Setup;

use super::store::Store;

/// Why an arrangement is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A stub.
    #[error("x")]
    X,
}

pub(super) fn arrange(_program: &Program, _setup: &Setup, _store: &mut Store) {}
