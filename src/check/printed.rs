//! How each rule reads, printed once however many options are tried.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::syntax::ast::Rule;
use crate::syntax::print::{beginning, canonical};

/// A rule on one line.
#[derive(Debug, Default)]
pub(super) struct Text {
    /// As messages call it.
    pub(super) text: String,
    words: OnceLock<Vec<String>>,
}

impl Text {
    /// Its words, by which children name it.
    pub(super) fn words(&self) -> &[String] {
        self.words.get_or_init(|| beginning(&self.text))
    }
}

/// The rules of some files as they read.
#[derive(Debug, Default)]
pub(super) struct Printed<'a> {
    /// By where each stands in memory.
    made: Mutex<FxHashMap<usize, Arc<Text>>>,
    /// The rules are kept where they are for as long as their addresses are asked for.
    rules: std::marker::PhantomData<&'a Rule>,
}

impl<'a> Printed<'a> {
    /// How a rule reads.
    pub(super) fn of(&self, rule: &'a Rule) -> Arc<Text> {
        let print = || Arc::new(Text { text: canonical(rule), words: OnceLock::new() });
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(std::ptr::from_ref(rule).addr()).or_insert_with(print).clone()
    }
}
