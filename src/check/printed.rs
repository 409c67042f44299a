//! How each rule reads, printed once however many options are tried.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::syntax::ast::Rule;
use crate::syntax::print::{beginning, canonical};

/// A rule on one line.
#[derive(Debug, Default)]
pub(super) struct Text {
    /// As messages call it.
    pub(super) text: String,
    words: OnceCell<Vec<String>>,
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
    made: RefCell<FxHashMap<*const Rule, Rc<Text>>>,
    /// The rules are kept where they are for as long as their addresses are asked for.
    rules: std::marker::PhantomData<&'a Rule>,
}

impl<'a> Printed<'a> {
    /// How a rule reads.
    pub(super) fn of(&self, rule: &'a Rule) -> Rc<Text> {
        let print = || Rc::new(Text { text: canonical(rule), words: OnceCell::new() });
        self.made.borrow_mut().entry(std::ptr::from_ref(rule)).or_insert_with(print).clone()
    }
}
