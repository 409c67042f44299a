//! Whether sites or pieces that are found by steps from an element meet a set.

use smallvec::SmallVec;

use super::super::ids::{SetId, TestId};
use super::super::term::{OffBoardSet, Test, Truth};
use super::wheres::About;
use super::{Bound, ByOwner, Compiler, Context};
use crate::engine::word::Word;
use crate::model::expr::{Field, Type};
use crate::program::node::{Node, NodeId};

/// Steps from an element to a single site.
pub(super) struct Chain {
    /// The directions of the steps, in order from the element.
    pub(super) steps: SmallVec<[u8; 4]>,
    /// The elements from which the steps lead into the wanted set.
    pub(super) leads: SetId,
}

impl<B: Word> Compiler<'_, B> {
    /// A test of whether what a phrase denotes for an element meets a wanted set.
    pub(super) fn meets(&mut self, id: NodeId, wanted: SetId, about: &About<'_>) -> Option<TestId> {
        let program = self.program;
        let piece = program.type_of(id) == Type::Piece;
        match program.node(id) {
            Node::Local(local) if *local == about.it => {
                matches!(about.context.bound(*local), Some(Bound::Element(..))).then(|| self.phrases.put_test(Test::In(wanted)))
            }
            Node::Field(Field::Site, of) => self.meets(*of, wanted, about),
            Node::From(ways, from, pieces) => self.steps_meet(*ways, *from, *pieces, wanted, about),
            Node::Intersect(parts) => {
                let (dependent, wanted) = self.narrowed(parts, wanted, about)?;
                self.meets(dependent, wanted, about)
            }
            Node::Union(parts) => {
                let mut any = None;
                for part in parts {
                    let part = self.meets_any(*part, wanted, about)?;
                    any = Some(match any {
                        Some(any) => self.either_test(any, part),
                        None => part,
                    });
                }
                any
            }
            Node::Without(a, b) if !self.mentions(*b, about.it) => {
                let less = self.set_of(*b, about.context)?;
                let wanted = self.phrases.without(wanted, less);
                self.meets(*a, wanted, about)
            }
            Node::On(what, on, not) if !self.mentions(*on, about.it) => {
                if !piece {
                    let on = self.sites(*on, about.context)?;
                    let wanted = if *not { self.phrases.without(wanted, on) } else { self.phrases.and(wanted, on) };
                    return self.meets(*what, wanted, about);
                }
                let wanted = self.among_pieces(wanted);
                let wanted = self.standing_on(wanted, *on, *not, about.context)?;
                self.meets(*what, wanted, about)
            }
            Node::On(what, on, false) if !self.mentions(*what, about.it) => {
                if !piece {
                    let what = self.sites(*what, about.context)?;
                    let wanted = self.phrases.and(wanted, what);
                    return self.meets(*on, wanted, about);
                }
                // Pieces off the board stand on no site.
                let (what, _) = self.pieces(*what, about.context)?;
                let what = self.phrases.and(wanted, what);
                let what = self.among_pieces(what);
                match self.by_owner(|compiler, context| compiler.sites(*on, context), about.context)? {
                    ByOwner::Same(_) => self.meets(*on, what, about),
                    ByOwner::Each(..) => None,
                }
            }
            _ => None,
        }
    }

    /// The same for a phrase that may not depend on the element.
    fn meets_any(&mut self, id: NodeId, wanted: SetId, about: &About<'_>) -> Option<TestId> {
        if self.mentions(id, about.it) {
            return self.meets(id, wanted, about);
        }
        let set = self.set_of(id, about.context)?;
        let both = self.phrases.and(set, wanted);
        let truth = self.phrases.put_truth(Truth::Any(both));
        Some(self.phrases.put_test(Test::Holds(truth)))
    }

    /// A phrase as a set; none if it denotes pieces that may be off the board.
    fn set_of(&mut self, id: NodeId, context: &Context) -> Option<SetId> {
        match self.program.type_of(id) {
            Type::Site => self.sites(id, context),
            Type::Piece => {
                let none = self.phrases.put_off_board(OffBoardSet::None);
                self.pieces(id, context).filter(|(_, off)| *off == none).map(|(set, _)| set)
            }
            _ => None,
        }
    }

    fn steps_meet(&mut self, ways: NodeId, from: NodeId, pieces: bool, wanted: SetId, about: &About<'_>) -> Option<TestId> {
        if self.mentions(ways, about.it) {
            return None;
        }
        let own = pieces && self.is_element(from, about);
        let ways = match self.by_owner(|compiler, context| compiler.bits(ways, context), about.context)? {
            ByOwner::Same(ways) => ways,
            ByOwner::Each(..) if !pieces => self.bits(ways, about.context)?,
            ByOwner::Each(sides, _) if own => {
                // The element is the piece described: its owner decides what relative directions mean.
                let mut all = self.phrases.nothing();
                for (side, ways) in sides.into_iter().enumerate() {
                    let back = self.phrases.step_back(ways, wanted);
                    let standing = self.phrases.standing(side);
                    let back = self.phrases.and(back, standing);
                    all = self.phrases.or(all, back);
                }
                return Some(self.phrases.put_test(Test::In(all)));
            }
            ByOwner::Each(..) => return None,
        };
        let start = match self.program.node(from) {
            Node::Field(Field::Site, of) => *of,
            _ => from,
        };
        if let (true, Some(ways)) = (self.is_element(start, about), self.phrases.same_bits(ways)) {
            let near = self.phrases.geometry.nearness(ways);
            if !self.phrases.geometry.quickly(near) && self.phrases.is_known(wanted).is_none() {
                return Some(self.phrases.put_test(Test::Beside(near, wanted)));
            }
        }
        let back = self.phrases.step_back(ways, wanted);
        self.meets(from, back, about)
    }

    /// Resolves a phrase into single sites, each reached from the element by a chain of steps in one direction each.
    pub(super) fn chains(
        &mut self,
        id: NodeId,
        wanted: SetId,
        steps: &[u8],
        about: &About<'_>,
        found: &mut Vec<Chain>,
    ) -> Option<()> {
        let program = self.program;
        match program.node(id) {
            Node::Local(local) if *local == about.it => {
                let steps = steps.iter().rev().copied().collect();
                found.push(Chain { steps, leads: wanted });
                Some(())
            }
            Node::Field(Field::Site, of) => self.chains(*of, wanted, steps, about, found),
            Node::Union(parts) => parts.iter().try_for_each(|part| self.chains(*part, wanted, steps, about, found)),
            Node::From(ways, from, _) if !self.mentions(*ways, about.it) => {
                let ways = match self.by_owner(|compiler, context| compiler.bits(*ways, context), about.context)? {
                    ByOwner::Same(ways) => self.phrases.same_bits(ways)?,
                    ByOwner::Each(..) => return None,
                };
                for way in super::super::ones(ways, self.phrases.geometry.ways) {
                    let one = self.phrases.constant_bits(1 << way);
                    let back = self.phrases.step_back(one, wanted);
                    let steps: SmallVec<[u8; 4]> = steps.iter().copied().chain([way as u8]).collect();
                    self.chains(*from, back, &steps, about, found)?;
                }
                Some(())
            }
            Node::Intersect(parts) => {
                let (dependent, wanted) = self.narrowed(parts, wanted, about)?;
                self.chains(dependent, wanted, steps, about, found)
            }
            Node::On(what, on, false) if !self.mentions(*what, about.it) => {
                let what = if program.type_of(id) == Type::Piece {
                    let (what, _) = self.pieces(*what, about.context)?;
                    self.among_pieces(what)
                } else {
                    self.sites(*what, about.context)?
                };
                if let ByOwner::Each(..) = self.by_owner(|compiler, context| compiler.sites(*on, context), about.context)? {
                    return None;
                }
                let wanted = self.phrases.and(wanted, what);
                self.chains(*on, wanted, steps, about, found)
            }
            _ => None,
        }
    }

    /// The one part of an intersection that depends on the element, and the wanted set narrowed to the other parts.
    fn narrowed(&mut self, parts: &[NodeId], mut wanted: SetId, about: &About<'_>) -> Option<(NodeId, SetId)> {
        let dependent: SmallVec<[NodeId; 2]> = parts.iter().copied().filter(|part| self.mentions(*part, about.it)).collect();
        let [dependent] = dependent[..] else { return None };
        for part in parts.iter().filter(|part| **part != dependent) {
            let part = self.set_of(*part, about.context)?;
            wanted = self.phrases.and(wanted, part);
        }
        Some((dependent, wanted))
    }

    /// Whether no two chains lead from any site to the same one.
    pub(super) fn apart(&self, chains: &[Chain]) -> bool {
        let geometry = &self.phrases.geometry;
        let mut starts = geometry.every;
        while let Some(start) = starts.take() {
            let mut reached = B::ZERO;
            for chain in chains {
                let step = |site: B, way: &u8| if site.any() { geometry.step(*way as usize, site) } else { site };
                let end = chain.steps.iter().fold(start, step);
                if (end & reached).any() {
                    return false;
                }
                reached |= end;
            }
        }
        true
    }
}
