//! What names mean, and what has been found of them so far.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::expr::Type;
use crate::source::Span;

/// A name where it stands, and what it means there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The name, without quotes.
    pub span: Span,
    /// What it means.
    pub meaning: Meaning,
    /// Of which type that is here, if it stands in a phrase.
    pub ty: Option<Type>,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// What sort of thing goes by it.
    pub sort: Sort,
    /// As it was declared: `man` for `men`.
    pub name: String,
    /// Where it was declared; nowhere, if the language has it.
    pub declared: Option<Span>,
}

/// What goes by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// `[players]`
    Player,
    /// `side = "South"` of a player
    Side,
    /// `[pieces]`
    Kind,
    /// `[tokens]`
    Token,
    /// `[sets]`, or a list of values of a token
    Set,
    /// A value of a set
    Value,
    /// What pieces, tokens or players have
    Attribute,
    /// `[piles]`
    Pile,
    /// `[regions]`
    Region,
    /// `[numbers]`
    Number,
    /// `[directions]`
    Direction,
    /// `option NAME`, `[option.NAME]`
    Option,
    /// `define NAME = PHRASE`
    Phrase,
    /// `define NAME` for a path or for statements, or a verb of a rule's own
    Verb,
    /// `counter`, `clock` or `keep`
    Stored,
    /// `movement`, `capture`, `moves NAME`
    Moves,
    /// A parameter of a definition
    Parameter,
    /// A name given by `let`, `for`, `choose` or `called`
    Local,
    /// A word of the language that means something wherever nobody else has taken it
    Word,
    /// A square or a point
    Site,
    /// The variant that a file extends
    File,
    /// The beginning of a rule of the parent, behind `replace` and `remove`
    Rule,
}

impl Sort {
    /// What such a thing is called, with its article.
    pub fn what(self) -> &'static str {
        match self {
            Sort::Player => "a player",
            Sort::Side => "a side",
            Sort::Kind => "a kind",
            Sort::Token => "a type of token",
            Sort::Set => "a set",
            Sort::Value => "a value",
            Sort::Attribute => "an attribute",
            Sort::Pile => "a pile",
            Sort::Region => "a region",
            Sort::Number => "a number",
            Sort::Direction => "a direction",
            Sort::Option => "an option",
            Sort::Phrase => "a phrase",
            Sort::Verb => "a verb",
            Sort::Stored => "a counter, a clock or a kept thing",
            Sort::Moves => "a class of moves",
            Sort::Parameter => "a parameter",
            Sort::Local => "a name of this rule",
            Sort::Word => "a word of the language",
            Sort::Site => "a site",
            Sort::File => "a variant",
            Sort::Rule => "a rule of the parent",
        }
    }
}

/// What has been found so far.
#[derive(Default)]
pub(in crate::check) struct Mentions {
    pub(super) seen: RefCell<FxHashMap<Span, Meaning>>,
    pub(super) types: RefCell<FxHashMap<Span, Type>>,
    /// The words of the language that stand for something, and what of.
    pub(super) given: RefCell<Vec<(String, Type)>>,
    /// The rules that no game has and that were looked at all the same.
    pub(super) struck: RefCell<FxHashSet<Span>>,
}

impl Mentions {
    /// A name was looked up, and is this. What was said of a place first stays.
    pub(in crate::check) fn note(&self, span: Span, sort: Sort, name: &str, declared: Option<Span>) {
        let mut all = self.seen.borrow_mut();
        all.entry(span).or_insert_with(|| Meaning { sort, name: name.to_owned(), declared });
    }

    /// Of which type the name of a phrase was found to be.
    pub(in crate::check) fn note_type(&self, span: Span, ty: Type) {
        self.types.borrow_mut().entry(span).or_insert(ty);
    }
}
