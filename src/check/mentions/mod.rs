//! Which names stand in the texts, and what each of them means. Whoever looks a name up says here what was found; nobody looks it
//! up a second time. So an editor can go from a name to where it was declared and back.

mod front;
mod noted;
mod rules;

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::expr::Type;
use crate::source::Span;
use crate::syntax::front::Table;
use crate::syntax::words_of;

use super::variant::Link;

pub use front::sorts_of;

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

/// What was found out about names.
pub(super) struct Named {
    /// Every name that stands in the files.
    pub(super) mentions: Vec<Mention>,
    /// Every word of the language that stands for something.
    pub(super) given: Vec<(String, Type)>,
}

/// What has been found so far.
#[derive(Default)]
pub(super) struct Mentions {
    seen: RefCell<FxHashMap<Span, Meaning>>,
    types: RefCell<FxHashMap<Span, Type>>,
    /// The words of the language that stand for something, and what of.
    given: RefCell<Vec<(String, Type)>>,
    /// The rules that no game has and that were looked at all the same.
    struck: RefCell<FxHashSet<Span>>,
}

impl Mentions {
    /// A name was looked up, and is this. What was said of a place first stays.
    pub(super) fn note(&self, span: Span, sort: Sort, name: &str, declared: Option<Span>) {
        let mut all = self.seen.borrow_mut();
        all.entry(span).or_insert_with(|| Meaning { sort, name: name.to_owned(), declared });
    }

    /// Of which type the name of a phrase was found to be.
    pub(super) fn note_type(&self, span: Span, ty: Type) {
        self.types.borrow_mut().entry(span).or_insert(ty);
    }

    /// All names of all files, in the order of the texts; `front` is the front matter laid together, `text` what stands at a place.
    pub(super) fn finish<'t>(self, front: &Table, chain: &[Link<'_>], text: impl Fn(Span) -> &'t str) -> Named {
        let mut things = front::Things::of(front);
        for link in chain {
            rules::declarations(&link.parsed.rules, &mut |sort, name, span| {
                if matches!(sort, Sort::Option | Sort::Moves | Sort::Stored) {
                    things.declare(sort, name, span);
                }
                let own = matches!(sort, Sort::Phrase | Sort::Verb | Sort::Parameter).then_some(span);
                self.note(span, sort, name, own);
            });
        }
        for link in chain {
            front::mentions(&link.parsed.front, &things, &self);
        }
        let (seen, types, given) = (self.seen.into_inner(), self.types.into_inner(), self.given.into_inner());
        let is_parameter = |at: Option<Span>| at.and_then(|at| seen.get(&at)).is_some_and(|one| one.sort == Sort::Parameter);
        let sort = |meaning: &Meaning| if is_parameter(meaning.declared) { Sort::Parameter } else { meaning.sort };
        let mention = |(span, meaning): (&Span, &Meaning)| Mention {
            span: *span,
            meaning: Meaning { sort: sort(meaning), ..meaning.clone() },
            ty: types.get(span).copied(),
        };
        let mut all: Vec<Mention> = seen.iter().map(mention).collect();
        for one in all.iter_mut().filter(|one| one.meaning.declared.is_none()) {
            one.meaning.declared = things.place(one.meaning.sort, &one.meaning.name);
            if one.meaning.declared.is_none() && one.meaning.sort == Sort::Direction {
                one.meaning.sort = Sort::Word; // one of the compass
            }
        }
        in_order(&mut all);
        beginnings(&mut all, text);
        Named { mentions: all, given }
    }
}

/// What contains another stands before it.
fn in_order(all: &mut [Mention]) {
    all.sort_unstable_by_key(|one| (one.span.file, one.span.start, std::cmp::Reverse(one.span.end)));
}

/// The words of a rule's beginning mean what they mean in the rule.
fn beginnings<'t>(all: &mut Vec<Mention>, text: impl Fn(Span) -> &'t str) {
    let mut more = Vec::new();
    for one in all.iter().filter(|one| one.meaning.sort == Sort::Rule) {
        let Some(rule) = one.meaning.declared else { continue };
        let from = all.partition_point(|other| (other.span.file, other.span.start) < (rule.file, rule.start));
        let within = all[from..].iter().take_while(|other| other.span.file == rule.file && other.span.start < rule.end);
        let within: Vec<&Mention> = within.filter(|other| other.span != rule).collect();
        for (at, word) in words_of(text(one.span)) {
            let same = within.iter().find(|other| text(other.span) == word);
            more.extend(same.map(|same| {
                let start = one.span.start as usize + at;
                Mention {
                    span: Span::new(one.span.file, start, start + word.len()),
                    meaning: same.meaning.clone(),
                    ty: same.ty,
                }
            }));
        }
    }
    all.extend(more);
    in_order(all);
}
