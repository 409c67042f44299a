//! The flat file: the rules of a variant, chapter by chapter, each as written.

use std::collections::HashSet;
use std::rc::Rc;

use super::definitions::Signature;
use super::mentions::Mentions;
use super::printed::{Printed, Text};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{ChapterName, Rule};

/// All rules of a variant, chapter by chapter.
#[derive(Clone)]
pub(super) struct Flat<'a, 'p> {
    pub(super) printed: &'p Printed<'a>,
    pub(super) mentions: &'p Mentions,
    /// The rules that `replace` and `remove` lines of children and options name.
    pub(super) struck: Vec<FlatLine<'a>>,
    /// The chapters, in the order in which they first appear.
    pub(super) chapters: Vec<FlatChapter<'a>>,
    /// The definitions met so far, each with the index of its chapter, struck out ones included.
    pub(super) defined: HashSet<(usize, &'a str, Signature)>,
}

/// A chapter of the flat file.
#[derive(Clone, Debug)]
pub(super) struct FlatChapter<'a> {
    /// Its name.
    pub(super) name: Spanned<ChapterName>,
    /// The `##` lines above it.
    pub(super) doc: Option<&'a Spanned<String>>,
    /// Its rules in order, struck out ones included.
    pub(super) lines: Vec<FlatLine<'a>>,
    /// Whether some file other than the library has it.
    pub(super) present: bool,
}

/// A rule of the flat file.
#[derive(Clone, Debug)]
pub(super) struct FlatLine<'a> {
    /// The rule as written.
    pub(super) rule: &'a Rule,
    /// Its `##` text.
    pub(super) doc: Option<&'a Spanned<String>>,
    /// Where it is written.
    pub(super) span: Span,
    /// The option that added it.
    pub(super) option: Option<&'a str>,
    /// Whether it comes from the library.
    pub(super) library: bool,
    /// What struck it out: the option ("" for a file), and where.
    pub(super) gone: Option<(&'a str, Span)>,
    /// The rule as one line of text.
    pub(super) printed: Rc<Text>,
}
