//! What names mean, and the table in which the checker collects that.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::expr::Type;
use crate::source::Span;

/// A name at one place, and what it means there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Where the name is, without quotes.
    pub span: Span,
    /// What it means.
    pub meaning: Meaning,
    /// The type that it has here, if it is in a phrase.
    pub ty: Option<Type>,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// What sort of thing it names.
    pub sort: Sort,
    /// The name as declared: `man` for `men`.
    pub name: String,
    /// Where it is declared; `None` for words of the language.
    pub declared: Option<Span>,
}

/// The sorts of things that have names.
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
    /// An attribute or slot of pieces, tokens or players
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
    /// `define NAME` for a path or for statements, or the name of a verb with braces
    Verb,
    /// `counter`, `clock` or `keep`
    Stored,
    /// `movement`, `capture`, `moves NAME`
    Moves,
    /// A parameter of a definition
    Parameter,
    /// A name given by `let`, `for`, `choose` or `called`
    Local,
    /// A word of the language, if the file has not given it another meaning
    Word,
    /// A square or a point
    Site,
    /// The variant that a file extends
    File,
    /// The beginning of a parent's rule, behind `replace` and `remove`
    Rule,
}

impl Sort {
    /// What such a thing is called in messages, with an article.
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

/// The meanings found so far.
#[derive(Default)]
pub(in crate::check) struct Mentions {
    pub(super) seen: RefCell<FxHashMap<Span, Meaning>>,
    pub(super) types: RefCell<FxHashMap<Span, Type>>,
    /// The words of the language that mean something, with their types.
    pub(super) given: RefCell<Vec<(String, Type)>>,
    /// The rules that are in no game, and were checked for their names nevertheless.
    pub(super) struck: RefCell<FxHashSet<Span>>,
}

impl Mentions {
    /// Records what a name means. Of several meanings recorded for one place, the first stays.
    pub(in crate::check) fn note(&self, span: Span, sort: Sort, name: &str, declared: Option<Span>) {
        let mut all = self.seen.borrow_mut();
        all.entry(span).or_insert_with(|| Meaning { sort, name: name.to_owned(), declared });
    }

    /// Records the type of a name in a phrase.
    pub(in crate::check) fn note_type(&self, span: Span, ty: Type) {
        self.types.borrow_mut().entry(span).or_insert(ty);
    }
}
