//! One flat file: the rules of a variant, chapter by chapter, each as somebody wrote it.

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
    /// The rules that children have struck out, and those that options name.
    pub(super) struck: Vec<FlatLine<'a>>,
    /// In the order in which they first appear.
    pub(super) chapters: Vec<FlatChapter<'a>>,
    /// What has been defined so far in which of them, though it be struck out since.
    pub(super) defined: HashSet<(usize, &'a str, Signature)>,
}

/// A chapter of the flat file.
#[derive(Clone, Debug)]
pub(super) struct FlatChapter<'a> {
    /// Which.
    pub(super) name: Spanned<ChapterName>,
    /// The `##` lines above it.
    pub(super) doc: Option<&'a Spanned<String>>,
    /// Its rules in order, those struck out included.
    pub(super) lines: Vec<FlatLine<'a>>,
    /// Whether some file (not the library) has it.
    pub(super) present: bool,
}

/// A rule of the flat file.
#[derive(Clone, Debug)]
pub(super) struct FlatLine<'a> {
    /// As written.
    pub(super) rule: &'a Rule,
    /// Its `##` words.
    pub(super) doc: Option<&'a Spanned<String>>,
    /// Where.
    pub(super) span: Span,
    /// The option that put it here.
    pub(super) option: Option<&'a str>,
    /// Whether the library has it.
    pub(super) library: bool,
    /// By what it was struck out: the option, and where.
    pub(super) gone: Option<(&'a str, Span)>,
    /// How it reads.
    pub(super) printed: Rc<Text>,
}
