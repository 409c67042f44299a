//! Mutants written into a text, each under its number.

use std::ops::Range;

use crate::sites::{ON, Site};

/// A file with mutants in it.
pub(crate) struct Planted {
    /// Its text.
    pub(crate) text: String,
    /// Where each stands in it, by its number.
    pub(crate) places: Vec<(usize, Range<usize>)>,
}

/// Whether two places of a file cannot both be changed: one lies in a phrase that the other writes twice, or they change the same bytes.
pub(crate) fn in_the_way(one: &Site, other: &Site) -> bool {
    let (a, b) = (one.range(), other.range());
    let apart = a.end <= b.start || b.end <= a.start;
    let touching = a.start == b.start || a.end == b.end || a.end == b.start || b.end == a.start;
    touching || !apart && (one.copies() || other.copies() || crossing(&a, &b))
}

fn crossing(a: &Range<usize>, b: &Range<usize>) -> bool {
    let holds = |outer: &Range<usize>, inner: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
    !holds(a, b) && !holds(b, a)
}

/// A text with these mutants in it.
pub(crate) fn planted(text: &str, mutants: &[(usize, &Site)]) -> Planted {
    let mut edits: Vec<(usize, &Range<usize>, String)> = Vec::new();
    for (number, site) in mutants {
        let on = format!("crate::mutant::on({number})");
        edits.extend(site.edits.iter().map(|(range, new)| (*number, range, new.replace(ON, &on))));
    }
    edits.sort_by_key(|(_, range, _)| (range.start, range.end));
    let mut new = String::with_capacity(text.len() + 64 * edits.len());
    let mut places: Vec<(usize, Range<usize>)> = Vec::new();
    let mut done = 0;
    for (number, range, edit) in edits {
        new.push_str(&text[done..range.start]);
        let start = new.len();
        new.push_str(&edit);
        done = range.end;
        match places.iter_mut().find(|(known, _)| *known == number) {
            Some((_, place)) => place.end = new.len(),
            None => places.push((number, start..new.len())),
        }
    }
    new.push_str(&text[done..]);
    Planted { text: new, places }
}
