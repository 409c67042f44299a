//! Tables for one board and one set of rules.

use crate::model::SiteSet;
use crate::model::board::Board;
use crate::program::Program;
use crate::program::kernels::{Capture, Chain, Hop, Kernels, MOST_KINDS, Quiet, When};

use super::super::word::Word;
use super::embedding::{Embedding, shift};
use super::form::{BoardOf, Form, RulesOf, Sets};
use super::hops::Over;
use super::step::Line;
use super::tally::Scale;
use super::view::{Goes, settled};
use super::ways::{Rules as _, Ways};

/// Steps, masks and rules for a form of game.
pub(in crate::engine) struct Geometry<F: Form> {
    pub(in crate::engine) compulsory: bool,
    pub(in crate::engine) chain: Chain,
    pub(in crate::engine) embedding: Embedding,
    pub(in crate::engine) law: F::Law,
    /// All sites.
    pub(in crate::engine) all: F::Word,
    /// The rules for each side.
    pub(in crate::engine) sides: [Side<F>; 2],
    /// By direction, the rays from every site.
    pub(in crate::engine) lines: Vec<Line<F::Word>>,
    /// By direction of a leg, the directions that the next leg may not take, as bits.
    pub(in crate::engine) barred: Vec<u32>,
    /// By direction, itself and its opposite, as bits.
    pub(in crate::engine) along: Vec<u32>,
    /// Sites of captured pieces that are free for the rest of the chain: all, or none if pieces are removed after the move.
    pub(in crate::engine) lifted: F::Word,
    /// Start and victim determine a jump; no chain lands where it captured, or returns to its start but round a circle.
    pub(in crate::engine) plain: bool,
    /// How captures are compared.
    pub(in crate::engine) scale: Scale,
    /// For each side, what its specialised view assumes, if there is such a view.
    pub(super) settled: Option<[Goes; 2]>,
}

/// The rules for one side.
pub(in crate::engine) struct Side<F: Form> {
    pub(in crate::engine) kinds: <F::Sets as Sets<F::Word>>::Of<Kind<F>>,
}

/// What one kind of one side may do.
pub(in crate::engine) struct Kind<F: Form> {
    pub(in crate::engine) quiet: RulesOf<F, Slide<F>>,
    pub(in crate::engine) hops: RulesOf<F, Over<F>>,
    pub(in crate::engine) takers: RulesOf<F, Taker<F>>,
    /// Two of its rules or directions may reach the same site without taking anything.
    pub(in crate::engine) meets: bool,
    /// It only makes short jumps: from beside the victim to the site just behind it.
    pub(in crate::engine) near: bool,
    /// All its captures may begin at any distance.
    pub(in crate::engine) afar: bool,
    /// By kind, the sites on which it has that kind after a move of one leg, all promotions included.
    pub(in crate::engine) becomes: F::Sets,
    /// By kind, the sites on which it has that kind once it has landed.
    landing: F::Sets,
    /// By kind, the sites on which it has that kind once it rests.
    pub(in crate::engine) at_rest: F::Sets,
    /// The landings from which its chain may go on.
    pub(in crate::engine) open: F::Word,
    /// The number of legs from which on a capture may be found twice: first where routes are alike, then where they are distinct.
    pub(in crate::engine) twice: [u32; 2],
}

/// A rule of steps or slides.
pub(in crate::engine) struct Slide<F: Form> {
    pub(in crate::engine) ways: F::Ways,
    pub(in crate::engine) far: bool,
}

/// A rule of jumps or flights.
pub(in crate::engine) struct Taker<F: Form> {
    pub(in crate::engine) ways: F::Ways,
    /// All sites for kinds of the other side that it captures, none for other kinds.
    prey: F::Sets,
    /// The same for kinds of its own side.
    own_prey: F::Sets,
    pub(in crate::engine) from_afar: bool,
    pub(in crate::engine) lands_afar: bool,
}

impl<F: Form> Kind<F> {
    /// The kind of a piece of kind `was` once it has landed.
    #[inline(always)]
    pub(in crate::engine) fn on_landing(&self, was: usize, at: F::Word) -> usize {
        self.landing.kind_at(at).unwrap_or(was)
    }

    /// The landings on which it keeps its kind.
    #[inline(always)]
    pub(in crate::engine) fn stays(&self, kind: usize) -> F::Word {
        self.landing[kind]
    }
}

impl<F: Form> Taker<F> {
    /// The pieces that it may capture, if the mover set out from `from`.
    #[inline(always)]
    pub(in crate::engine) fn prey(&self, board: &BoardOf<F>, from: F::Word) -> F::Word {
        let mut prey = F::Word::ZERO;
        for kind in 0..F::Sets::KINDS {
            prey |= board.enemy[kind] & self.prey[kind];
            if F::OVER_ANY {
                prey |= board.own[kind] & self.own_prey[kind] & !from;
            }
        }
        prey
    }
}

impl<F: Form> Geometry<F> {
    /// Code is specialised for the commonest positions and for the processor's instruction that counts bits. Not for wide words,
    /// whose code is long enough, nor in web builds and unit tests, which it would make larger.
    pub(super) const SPECIAL: bool = F::Word::BITS <= 128 && !cfg!(any(test, target_family = "wasm"));
    /// Move generation also has code of its own for positions in which the side to move has pieces of the first kind alone.
    pub(super) const APART: bool = Self::SPECIAL && F::Ways::KNOWN;

    /// The tables of a game of this form; `None` if its rules do not fit the form.
    pub(in crate::engine) fn new(
        program: &Program,
        kernels: &Kernels,
        embedding: &Embedding,
        law: F::Law,
    ) -> Option<Geometry<F>> {
        let board = &program.equipment.board;
        let all = sites::<F::Word>(embedding, |_| true);
        if kernels.quiet.len() > F::Sets::KINDS || kernels.over_any() && !F::OVER_ANY {
            return None;
        }
        let mut worth = [0; MOST_KINDS];
        for (worth, kind) in worth.iter_mut().zip(&program.equipment.kinds) {
            *worth = u64::try_from(kind.value).ok().filter(|worth| *worth < 1000)?;
        }
        let back = |way: usize| board.directions[way].opposite.map_or(0, |back| 1u32 << back);
        let directions = 0..board.directions.len();
        let bars = |way: usize| {
            let back = if kernels.no_reverse { back(way) } else { 0 };
            let on = if kernels.must_turn { 1 << way } else { 0 };
            back | on | if kernels.must_not_turn { !(1 << way) } else { 0 }
        };
        let plain = F::Ways::STRAIGHT && plain(board, kernels, embedding);
        let side = |side: usize| Side::new(board, kernels, side, embedding, all, plain);
        let sides = [side(0)?, side(1)?];
        Some(Geometry {
            law,
            all,
            settled: settled(&sides, kernels, plain),
            sides,
            lines: directions.clone().map(|way| line(board, embedding, way)).collect(),
            barred: directions.clone().map(bars).collect(),
            along: directions.map(|way| back(way) | 1 << way).collect(),
            lifted: if kernels.removal_after_move { F::Word::ZERO } else { all },
            plain,
            scale: Scale::of(kernels, worth)?,
            compulsory: kernels.compulsory,
            chain: kernels.chain,
            embedding: embedding.clone(),
        })
    }
}

impl<F: Form> Geometry<F> {
    /// The rays in the direction of a way.
    #[inline(always)]
    pub(in crate::engine) fn line(&self, ways: &F::Ways, way: usize) -> &Line<F::Word> {
        &self.lines[ways.direction(way)]
    }
}

impl<F: Form> Side<F> {
    fn new(board: &Board, kernels: &Kernels, side: usize, embedding: &Embedding, all: F::Word, plain: bool) -> Option<Side<F>> {
        let row = |row: &SiteSet| sites::<F::Word>(embedding, |site| row.words()[site / 64] >> (site % 64) & 1 != 0);
        let crowned = |kind: usize, at_rest: bool| {
            let of = kernels.promotions.iter().filter(|one| one.kinds >> kind & 1 != 0);
            let mut becomes = F::Sets::none();
            becomes[kind] = all;
            let mut ends = F::Word::ZERO;
            let mut known = false;
            for one in of.filter(|one| (one.when == When::AtRest) == at_rest) {
                // Two promotions of one kind: tables do not record which comes first.
                if std::mem::replace(&mut known, true) {
                    return None;
                }
                let row = row(&one.row[side]);
                becomes[kind] &= !row;
                becomes[one.to] |= row;
                if one.when == When::EndsMove {
                    ends |= row;
                }
            }
            Some((becomes, ends))
        };
        let ways = |set: u32| {
            let set = (0..board.directions.len()).filter(|way| set >> way & 1 != 0);
            F::Ways::of(&set.map(|way| (way as u8, groups(board, embedding, way))).collect::<Vec<_>>())
        };
        let (quiet, hops, captures) = (
            |kind: usize| kernels.quiet.get(kind).map_or(&[][..], Vec::as_slice),
            |kind: usize| kernels.hops.get(kind).map_or(&[][..], Vec::as_slice),
            |kind: usize| kernels.captures.get(kind).map_or(&[][..], Vec::as_slice),
        );
        let near = |kind: usize| captures(kind).iter().all(|one| !one.from_afar && !one.lands_afar);
        let kinds = F::Sets::each(|kind| {
            let (landing, ends) = crowned(kind, false)?;
            let (at_rest, _) = crowned(kind, true)?;
            let mut becomes = F::Sets::none();
            for on_landing in 0..F::Sets::KINDS {
                let (part, _) = crowned(on_landing, true)?;
                for kind in 0..F::Sets::KINDS {
                    becomes[kind] |= part[kind] & landing[on_landing];
                }
            }
            let mut asked = 0;
            for quiet in quiet(kind) {
                // Two rules with a common direction would generate a move twice.
                if asked & quiet.ways[side] != 0 {
                    return None;
                }
                asked |= quiet.ways[side];
            }
            let of_kinds = |kinds: u32| {
                let mut sets = F::Sets::none();
                (0..F::Sets::KINDS).filter(|kind| kinds >> kind & 1 != 0).for_each(|kind| sets[kind] = all);
                sets
            };
            let slide = |quiet: &Quiet| Some(Slide { ways: ways(quiet.ways[side])?, far: quiet.far });
            let over = |hop: &Hop| Some(Over::new(ways(hop.ways[side])?, hop, of_kinds));
            let taker = |capture: &Capture| {
                Some(Taker {
                    ways: ways(capture.ways[side])?,
                    prey: of_kinds(capture.prey),
                    own_prey: of_kinds(capture.own_prey),
                    from_afar: capture.from_afar,
                    lands_afar: capture.lands_afar,
                })
            };
            Some(Kind {
                quiet: RulesOf::<F, Slide<F>>::of(quiet(kind).iter().map(slide).collect::<Option<_>>()?)?,
                hops: RulesOf::<F, Over<F>>::of(hops(kind).iter().map(over).collect::<Option<_>>()?)?,
                meets: meets(board, quiet(kind), hops(kind), side),
                takers: RulesOf::<F, Taker<F>>::of(captures(kind).iter().map(taker).collect::<Option<_>>()?)?,
                near: near(kind),
                afar: captures(kind).iter().all(|one| one.from_afar),
                becomes,
                landing,
                at_rest,
                open: if kernels.chain == Chain::Single { F::Word::ZERO } else { all & !ends },
                // Chains of short jumps that take the same pieces in the same order follow the same path; in another order, they
                // go round a circle. A flight may land on different sites between one victim and the next.
                twice: match (plain, (0..kernels.captures.len()).all(near)) {
                    (false, _) => [1, 1],
                    (true, false) if !near(kind) => [2, 2],
                    (true, false) => [3, 2],
                    (true, true) => [3, u32::MAX],
                },
            })
        })?;
        Some(Side { kinds })
    }
}

/// Whether two rules or directions lead from some site to the same site: by a step, a slide, or a hop over a number of pieces.
fn meets(board: &Board, quiet: &[Quiet], hops: &[Hop], side: usize) -> bool {
    // For each rule its directions, then which of the sites ahead it can reach: the index of the first, and the end.
    let slides = quiet.iter().map(|one| (one.ways[side], 0, if one.far { board.sites.len() } else { 1 }));
    let most = |one: &Hop| one.times.most.map_or(board.sites.len(), usize::from);
    let over = hops.iter().map(|one| (one.ways[side], usize::from(one.times.least), most(one) + 1));
    let rules: Vec<(u32, usize, usize)> = slides.chain(over).collect();
    let reached = |from: usize| {
        let mut seen = vec![false; board.sites.len()];
        let ways = rules.iter().flat_map(|rule| (0..board.directions.len()).map(move |way| (way, rule)));
        let mut ways = ways.filter(|(way, (ways, ..))| ways >> way & 1 != 0);
        ways.any(|(way, (_, first, end))| {
            let ahead = std::iter::successors(board.steps[way][from], |at| board.steps[way][at.index()]);
            let mut ahead = ahead.take_while(|at| at.index() != from).take(*end).map(|at| at.index());
            let mut here = Vec::new();
            while let Some(at) = ahead.next().filter(|at| !here.contains(at)) {
                here.push(at);
            }
            here.into_iter().skip(*first).any(|at| std::mem::replace(&mut seen[at], true))
        })
    };
    (0..board.sites.len()).any(reached)
}

/// The sites for which something holds.
fn sites<B: Word>(embedding: &Embedding, holds: impl Fn(usize) -> bool) -> B {
    let bits = embedding.bits.iter().enumerate().filter(|(site, _)| holds(*site));
    bits.fold(B::ZERO, |set, (_, bit)| set | B::bit(u32::from(*bit)))
}

/// The sites that have a step in a direction, grouped by the shift of that step in bits.
fn groups<B: Word>(board: &Board, embedding: &Embedding, way: usize) -> Vec<(i32, B)> {
    let mut groups: Vec<(i32, B)> = Vec::new();
    for (from, to) in board.steps[way].iter().enumerate() {
        let Some(to) = to else { continue };
        let (from, to) = (embedding.bits[from], embedding.bits[to.index()]);
        let (by, one) = (i32::from(to) - i32::from(from), B::bit(u32::from(from)));
        match groups.iter_mut().find(|(known, _)| *known == by) {
            Some((_, sites)) => *sites |= one,
            None => groups.push((by, one)),
        }
    }
    groups
}

/// The rays from every site in a direction.
fn line<B: Word>(board: &Board, embedding: &Embedding, way: usize) -> Line<B> {
    let mut ahead = vec![B::ZERO; B::BITS as usize];
    for (site, bit) in embedding.bits.iter().enumerate() {
        let ray = &mut ahead[*bit as usize];
        let mut at = site;
        while let Some(to) = board.steps[way][at] {
            let to_bit = B::bit(u32::from(embedding.bits[to.index()]));
            if (*ray & to_bit).any() || to.index() == site {
                break;
            }
            *ray |= to_bit;
            at = to.index();
        }
    }
    let up = matches!(shift(board, &embedding.bits, way), Ok(Some(by)) if by > 0);
    Line { up, ahead: ahead.into() }
}

/// Whether a jump is determined by its start and victim, and no chain lands where it captured: sites joined by jumps form
/// classes, and no jump may capture in its own class. Steps are shifts here, so a chain returns to its start only round a circle.
fn plain(board: &Board, kernels: &Kernels, embedding: &Embedding) -> bool {
    let jumps = || kernels.captures.iter().flatten();
    let ways = jumps().fold(0, |ways, jump| ways | jump.ways[0] | jump.ways[1]);
    let ways: Vec<usize> = (0..board.directions.len()).filter(|way| ways >> way & 1 != 0).collect();
    for side in 0..2 {
        for captures in &kernels.captures {
            let mut seen = 0;
            for capture in captures {
                if seen & capture.ways[side] != 0 {
                    return false;
                }
                seen |= capture.ways[side];
            }
        }
    }
    // A flight may land on any site, where a piece promoted in passing could begin a jump in another class.
    let flies = |kind: usize| kernels.captures[kind].iter().any(|one| one.from_afar || one.lands_afar);
    let in_passing = kernels.promotions.iter().filter(|one| one.when == When::InPassing && !flies(one.to));
    if in_passing.flat_map(|one| (0..kernels.captures.len()).filter(|kind| one.kinds >> kind & 1 != 0)).any(flies) {
        return false;
    }
    let mut shifts: Vec<i32> = ways.iter().filter_map(|way| shift(board, &embedding.bits, *way).ok().flatten()).collect();
    let all = shifts.len();
    shifts.sort_unstable();
    shifts.dedup();
    if shifts.len() < all {
        return false;
    }
    let mut class: Vec<usize> = (0..board.sites.len()).collect();
    let jump = |way: usize, from: usize| {
        let victim = board.steps[way][from]?.index();
        Some((victim, board.steps[way][victim]?.index()))
    };
    for &way in &ways {
        for from in 0..class.len() {
            if let Some((_, to)) = jump(way, from) {
                let (joined, into) = (class[to], class[from]);
                class.iter_mut().filter(|one| **one == joined).for_each(|one| *one = into);
            }
        }
    }
    ways.iter().all(|&way| (0..class.len()).all(|from| jump(way, from).is_none_or(|(victim, _)| class[victim] != class[from])))
}
