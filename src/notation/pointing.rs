//! Entering moves by pointing at squares one after another, with a mouse or keys.

use crate::engine::moves::{Chosen, Deed, Move};
use crate::model::SiteId;

/// An option that begins with the squares picked so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its index in the list of options.
    pub option: usize,
    /// The square to pick next; none if the option is complete.
    pub next: Option<SiteId>,
}

/// The squares that identify a move when pointed at: the start and the landings of its piece, placements and choices; if that
/// is a single square, also what it captures.
fn way(mv: &Move) -> Vec<SiteId> {
    let placed = mv.deeds.iter().filter_map(|deed| if let Deed::Placed(site) = deed { Some(*site) } else { None });
    let chosen = mv.deeds.iter().filter_map(|deed| if let Deed::Chosen(_, things) = deed { Some(things) } else { None });
    let chosen = chosen.flatten().filter_map(|thing| match thing {
        Chosen::Site(site) | Chosen::Piece(site) => Some(*site),
        Chosen::Off(_) | Chosen::Token(..) | Chosen::Number(_) | Chosen::Member(..) => None,
    });
    let mut way: Vec<SiteId> = mv.from().into_iter().chain(mv.path()).chain(placed).chain(chosen).collect();
    way.dedup();
    if way.len() < 2 {
        way.extend(mv.captures());
        way.dedup();
    }
    way
}

/// The options that begin with these squares; if there are none, those that do so when squares between may be left out.
///
/// ```
/// use draughtsman::notation::pointing::{candidates, meant};
/// # use draughtsman::session::Session;
/// let session = Session::bundled("english")?;
/// let moves = &session.decision(None)?.moves;
/// let from = moves[0].from().unwrap();
/// let begun = candidates(moves, &[from]);
/// assert!(begun.iter().all(|one| moves[one.option].from() == Some(from) && one.next.is_some()));
/// let whole = candidates(moves, &[from, moves[0].to().unwrap()]);
/// assert_eq!(meant(&whole, false), Some(0));
/// # Ok::<(), draughtsman::session::Error>(())
/// ```
pub fn candidates(moves: &[Move], picked: &[SiteId]) -> Vec<Candidate> {
    let ways: Vec<Vec<SiteId>> = moves.iter().map(way).collect();
    let going_on = |follows: fn(&[SiteId], &[SiteId]) -> Option<usize>| {
        let on = |(option, way): (usize, &Vec<SiteId>)| {
            follows(way, picked).map(|used| Candidate { option, next: way.get(used).copied() })
        };
        ways.iter().enumerate().filter_map(on).collect::<Vec<_>>()
    };
    let straight = going_on(|way, picked| way.starts_with(picked).then_some(picked.len()));
    if straight.is_empty() { going_on(in_short) } else { straight }
}

/// The number of squares of a way that the picked squares account for if squares between may be left out; the first square of
/// both must be the same.
fn in_short(way: &[SiteId], picked: &[SiteId]) -> Option<usize> {
    let mut used = 0;
    for (i, site) in picked.iter().enumerate() {
        let at = way.iter().skip(used).position(|one| one == site)?;
        if i == 0 && at > 0 {
            return None;
        }
        used += at + 1;
    }
    Some(used)
}

/// The option selected by these candidates: the only candidate if it is complete, or the only complete one if the last square
/// was picked twice.
pub fn meant(candidates: &[Candidate], twice: bool) -> Option<usize> {
    let mut complete = candidates.iter().filter(|one| one.next.is_none());
    match (candidates, complete.next(), complete.next()) {
        ([_], Some(one), None) => Some(one.option),
        (_, Some(one), None) if twice => Some(one.option),
        _ => None,
    }
}
