//! Which names occur in the texts, and what each of them means. Whatever looks up a name during the check records the result
//! here, so that no name is looked up twice. An editor uses this to go from a name to its declaration and back.

mod front;
mod meaning;
mod noted;
mod rules;

use crate::model::expr::Type;
use crate::source::Span;
use crate::syntax::front::Table;
use crate::syntax::words_of;

use super::link::Link;

pub use front::sorts_of;
pub(super) use meaning::Mentions;
pub use meaning::{Meaning, Mention, Sort};

/// What has been found out about names.
pub(super) struct Named {
    /// Every name in the files.
    pub(super) mentions: Vec<Mention>,
    /// Every word of the language that means something, with its type.
    pub(super) given: Vec<(String, Type)>,
}

impl Mentions {
    /// All names of all files, in text order. `front` is the merged front matter, `text` gives the text at a place.
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

/// Sorts by place; a mention that contains another comes before it.
fn in_order(all: &mut [Mention]) {
    all.sort_unstable_by_key(|one| (one.span.file, one.span.start, std::cmp::Reverse(one.span.end)));
}

/// Adds the words of rules' beginnings: each means what it means in the rule.
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
