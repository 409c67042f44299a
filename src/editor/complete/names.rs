//! The names that there are.

use crate::check::{Meaning, Mention, Sort};
use crate::model::expr::Type;
use crate::source::Span;

use super::super::Document;
use super::{Completion, Offered};

/// A name that could be written, and of which type it is, as far as that is known.
pub(super) struct Candidate<'d> {
    pub(super) meaning: &'d Meaning,
    pub(super) ty: Option<Type>,
}

/// Everything that is declared, each once.
pub(super) fn candidates(document: &Document) -> Vec<Candidate<'_>> {
    let mut all: Vec<Candidate<'_>> = Vec::new();
    let mut places = rustc_hash::FxHashMap::default();
    for Mention { meaning, ty, .. } in document.checked.mentions.iter().filter(|one| one.meaning.declared.is_some()) {
        let key = (meaning.sort, meaning.name.as_str(), meaning.declared);
        let at = *places.entry(key).or_insert_with(|| {
            all.push(Candidate { meaning, ty: natural(meaning.sort) });
            all.len() - 1
        });
        all[at].ty = all[at].ty.or(*ty);
    }
    all
}

/// What a thing of a sort is in a phrase, whichever it is.
fn natural(sort: Sort) -> Option<Type> {
    Some(match sort {
        Sort::Player => Type::Player,
        Sort::Side => Type::Side,
        Sort::Kind => Type::Kind,
        Sort::Pile => Type::Pile,
        Sort::Region | Sort::Site => Type::Site,
        Sort::Number => Type::Number,
        Sort::Direction => Type::Direction,
        Sort::Moves => Type::Move,
        _ => return None,
    })
}

/// The names of some sorts, in the order of these.
pub(super) fn of_sort(document: &Document, sorts: &[Sort]) -> Vec<Completion> {
    let all = candidates(document);
    let of =
        |sort: &Sort| all.iter().filter(|one| one.meaning.sort == *sort).map(|one| offered(one.meaning)).collect::<Vec<_>>();
    sorts.iter().flat_map(of).collect()
}

/// A name as it is offered.
pub(super) fn offered(meaning: &Meaning) -> Completion {
    Completion {
        label: meaning.name.clone(),
        text: None,
        offered: Offered::Name(meaning.sort),
        detail: meaning.sort.what().to_owned(),
    }
}

/// Whether a name that a rule gives to something is known at a place: it is given before, in the same rule.
pub(super) fn in_scope(meaning: &Meaning, rule: Option<Span>, byte: usize) -> bool {
    let (Some(declared), Some(rule)) = (meaning.declared, rule) else { return false };
    declared.file == rule.file && rule.start <= declared.start && (declared.end as usize) < byte
}
