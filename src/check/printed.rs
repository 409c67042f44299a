//! The text of each rule, printed once for all games.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::syntax::ast::Rule;
use crate::syntax::print::{beginning, canonical};

/// A rule as one line of text.
#[derive(Debug, Default)]
pub(super) struct Text {
    /// The text shown in messages.
    pub(super) text: String,
    words: OnceCell<Vec<String>>,
}

impl Text {
    /// Its words, by which children refer to it.
    pub(super) fn words(&self) -> &[String] {
        self.words.get_or_init(|| beginning(&self.text))
    }
}

/// The texts of rules.
#[derive(Debug, Default)]
pub(super) struct Printed<'a> {
    made: RefCell<FxHashMap<*const Rule, Rc<Text>>>,
    /// Borrows the rules, so that their addresses stay valid as keys.
    rules: std::marker::PhantomData<&'a Rule>,
}

impl<'a> Printed<'a> {
    /// The text of a rule.
    pub(super) fn of(&self, rule: &'a Rule) -> Rc<Text> {
        let print = || Rc::new(Text { text: canonical(rule), words: OnceCell::new() });
        self.made.borrow_mut().entry(std::ptr::from_ref(rule)).or_insert_with(print).clone()
    }
}
