//! The names that may be completed.

use crate::check::{Meaning, Mention, Sort};
use crate::model::expr::Type;
use crate::model::{EnumId, TokenId};
use crate::source::Span;
use crate::syntax::front::{Table, Value};

use super::super::Document;
use super::super::front::keys;
use super::{Completion, Offered};

/// A declared name, and its type in phrases, if that is known.
pub(super) struct Candidate<'d> {
    pub(super) meaning: &'d Meaning,
    pub(super) ty: Option<Type>,
    /// Whether it is a value of an attribute of pieces: such a name may also stand for the pieces with that value.
    pub(super) borne: bool,
}

/// All declared names, deduplicated.
pub(super) fn candidates(document: &Document) -> Vec<Candidate<'_>> {
    let mut all: Vec<Candidate<'_>> = Vec::new();
    let borne = borne(document);
    let mut places = rustc_hash::FxHashMap::default();
    for Mention { meaning, ty, .. } in document.checked.mentions.iter().filter(|one| one.meaning.declared.is_some()) {
        let key = (meaning.sort, meaning.name.as_str(), meaning.declared);
        let at = *places.entry(key).or_insert_with(|| {
            let within = |set: &Span| {
                meaning.declared.is_some_and(|at| set.file == at.file && set.start <= at.start && at.end <= set.end)
            };
            all.push(Candidate { meaning, ty: natural(meaning.sort), borne: borne.iter().any(within) });
            all.len() - 1
        });
        all[at].ty = all[at].ty.or(*ty);
    }
    all
}

/// The declarations of the sets from which attributes of pieces take their values.
fn borne(document: &Document) -> Vec<Span> {
    let fronts = || document.loaded.files.iter().map(|(_, parsed)| &parsed.front);
    let kinds = fronts().filter_map(|front| keys(front.get("pieces")?)).flat_map(Table::values).filter_map(keys);
    let slots = kinds.filter_map(|kind| keys(kind.get("has")?)).flat_map(Table::values);
    let sets = slots.filter_map(|slot| match &slot.value.value {
        Value::String(set) => Some(set.as_str()),
        _ => None,
    });
    let written =
        |set: &str| fronts().filter_map(|front| keys(front.get("sets")?)?.get(set)).map(|set| set.value.span).next_back();
    sets.filter_map(written).collect()
}

/// The type in phrases of things of a sort; particular types of tokens and particular sets are not distinguished.
pub(super) fn natural(sort: Sort) -> Option<Type> {
    Some(match sort {
        Sort::Player => Type::Player,
        Sort::Side => Type::Side,
        Sort::Kind => Type::Kind,
        Sort::Pile => Type::Pile,
        Sort::Region | Sort::Site => Type::Site,
        Sort::Number => Type::Number,
        Sort::Direction => Type::Direction,
        Sort::Moves => Type::Move,
        Sort::Token => Type::Token(TokenId(0)),
        Sort::Set | Sort::Value => Type::Value(EnumId(0)),
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

/// The completion for a name.
pub(super) fn offered(meaning: &Meaning) -> Completion {
    Completion {
        label: meaning.name.clone(),
        text: None,
        offered: Offered::Name(meaning.sort),
        detail: meaning.sort.what().to_owned(),
    }
}

/// Whether a name declared in a rule is in scope at a place: it must be declared before, in the same rule.
pub(super) fn in_scope(meaning: &Meaning, rule: Option<Span>, byte: usize) -> bool {
    let (Some(declared), Some(rule)) = (meaning.declared, rule) else { return false };
    declared.file == rule.file && rule.start <= declared.start && (declared.end as usize) < byte
}
