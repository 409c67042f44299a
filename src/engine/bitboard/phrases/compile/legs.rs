//! Paths, and `it can PATH`, `it can capture`.

use smallvec::SmallVec;

use super::super::ids::{SetId, TestId};
use super::super::term::{ACTOR, FirstLeg, MOVE, Test};
use super::windings::few;
use super::{Compiler, Context, place};
use crate::engine::bitboard::paths::{CompiledPath, OfSide, PathAt, PathItem};
use crate::engine::word::Word;
use crate::model::expr::{Field, Given};
use crate::model::rules::{Each, Stored, Times};
use crate::model::{GroupId, RuleId};
use crate::program::code::{Item, PathId, Set, Verb};
use crate::program::node::{Node, NodeId};

impl<B: Word> Compiler<'_, B> {
    /// A compiled path, for any acting piece.
    pub(in super::super) fn path(&mut self, id: PathId, context: &Context) -> Option<PathAt> {
        let key = (id, context.acting_any());
        if let Some(known) = self.phrases.paths.get(&key) {
            return *known;
        }
        let leg_path = self.form(id, context).map(|form| {
            self.phrases.compiled_paths.push(form);
            PathAt(self.phrases.compiled_paths.len() as u16 - 1)
        });
        self.phrases.paths.insert(key, leg_path);
        leg_path
    }

    fn form(&mut self, id: PathId, context: &Context) -> Option<CompiledPath> {
        let path = &self.program.paths[id.0 as usize];
        if !few(path, self.program.geometry.longest()) {
            return None;
        }
        let contexts: Vec<Context> = (0..self.program.layout.sides).map(|side| context.acting(side)).collect();
        let ways = contexts.iter().map(|context| {
            Some(OfSide { ways: self.bits(path.ways, context)?, sets: SmallVec::new(), numbers: SmallVec::new() })
        });
        let mut sides: SmallVec<[OfSide; 2]> = ways.collect::<Option<_>>()?;
        let (mut free, mut takings) = (0, 0);
        let behind = self.stages(&path.behind, &contexts, &mut sides, &mut free, &mut takings)?;
        let takings_behind = takings;
        let ahead = self.stages(&path.ahead, &contexts, &mut sides, &mut free, &mut takings)?;
        // Where rays come back on themselves a site may lie both behind and ahead. The order in which pieces are taken is then
        // known only if all of them lie on one of the two.
        let both = takings_behind > 0 && takings > takings_behind;
        if self.phrases.geometry.turns && !path.behind.is_empty() && (both || free > 1) {
            return None;
        }
        let sets = sides.iter().flat_map(|side| side.sets.iter().copied());
        let traits = self.phrases.traits(sets, sides.iter().map(|side| side.ways));
        let asked = traits.as_ref().is_some_and(|traits| !traits.is_empty());
        let mut looser = |side: &OfSide| OfSide {
            ways: self.phrases.superset_of_bits(side.ways),
            sets: side.sets.iter().map(|set| self.phrases.superset(*set)).collect(),
            numbers: side.numbers.clone(),
        };
        let loose = asked.then(|| sides.iter().map(&mut looser).collect());
        Some(CompiledPath {
            mode: path.mode,
            straight: behind.is_empty() && path.ahead.iter().all(is_single),
            slides: behind.is_empty() && is_slide(&path.ahead),
            same: sides.iter().all(|side| *side == sides[0]),
            actor_classes: traits,
            superset: loose,
            repeats: free > 1,
            takings,
            takings_behind,
            sides,
            behind,
            ahead,
        })
    }

    fn stages(
        &mut self,
        items: &[Item],
        contexts: &[Context],
        sides: &mut [OfSide],
        free: &mut u32,
        takings: &mut u8,
    ) -> Option<Vec<PathItem>> {
        let mut stages = Vec::new();
        for item in items {
            if let Item::Past(times, _) | Item::Taking(times, _) | Item::Group(times, _) = item {
                *free += u32::from(!times.whole && times.most != Some(times.least));
            }
            stages.push(match item {
                Item::Past(times, set) => PathItem::Past(*times, self.path_set(*set, contexts, sides)?),
                Item::Taking(times, set) => {
                    *takings = takings.saturating_add(1);
                    PathItem::Taking(*times, self.path_set(*set, contexts, sides)?)
                }
                Item::To(set) => PathItem::To(self.path_set(*set, contexts, sides)?),
                Item::Group(times, group) => {
                    *free += 2;
                    PathItem::Group(*times, self.stages(group, contexts, sides, free, takings)?)
                }
                Item::Counted(number, group) => {
                    *free += 2;
                    let place = sides.first()?.numbers.len() as u8;
                    for (context, side) in contexts.iter().zip(sides.iter_mut()) {
                        side.numbers.push(self.number(*number, context)?);
                    }
                    PathItem::Counted(place, self.stages(group, contexts, sides, free, takings)?)
                }
            });
        }
        Some(stages)
    }

    /// Adds the set of an item for each side, and returns its index.
    fn path_set(&mut self, set: Set, contexts: &[Context], sides: &mut [OfSide]) -> Option<u8> {
        let place = sides.first()?.sets.len() as u8;
        for (context, side) in contexts.iter().zip(sides) {
            side.sets.push(if set.pieces { self.pieces(set.node, context)?.0 } else { self.sites(set.node, context)? });
        }
        Some(place)
    }

    /// A test of whether a piece can follow a path.
    pub(super) fn can_path(&mut self, path: PathId, context: &Context) -> Option<TestId> {
        let leg_path = self.path(path, context)?;
        Some(self.phrases.put_test(Test::Able(leg_path)))
    }

    /// Whether a phrase certainly denotes only pieces that the mover moves: those of its side, or the acting one.
    pub(super) fn mine(&self, pieces: NodeId, context: &Context) -> bool {
        match self.program.node(pieces) {
            Node::Given(Given::Actor) => true,
            Node::Local(local) => context.mine.contains(local),
            Node::Field(Field::PiecesOf, of) => {
                let of = match self.program.node(*of) {
                    Node::Field(Field::SideOf, player) => *player,
                    _ => *of,
                };
                *self.program.node(of) == Node::Given(Given::Mover)
            }
            Node::Intersect(parts) => parts.iter().any(|part| self.mine(*part, context)),
            Node::Union(parts) => parts.iter().all(|part| self.mine(*part, context)),
            Node::Where(what, ..) | Node::Extreme(what, ..) | Node::Without(what, _) | Node::On(what, ..) => {
                self.mine(*what, context)
            }
            _ => false,
        }
    }

    /// The pieces of players, if each player is the only one of its side.
    pub(super) fn pieces_of_players(&mut self, players: NodeId, context: &Context) -> Option<SetId> {
        let mut sides = self.program.equipment.players.iter().map(|player| player.side.index()).enumerate();
        if !sides.all(|(player, side)| player == side) {
            return None;
        }
        let sides = self.bits(players, context)?;
        Some(self.pieces_of(sides, false))
    }

    /// A test of whether a piece can make a first leg by a rule of these classes, but for the lines `without`, taking one of the
    /// prey if that is given; `mine` says that all such pieces are the mover's to move.
    pub(super) fn can_group(
        &mut self,
        groups: &[GroupId],
        prey: Option<NodeId>,
        (without, mine): (&[RuleId], bool),
        context: &Context,
    ) -> Option<TestId> {
        let program = self.program;
        let context = context.acting_any();
        let prey = self.prey(prey, &context)?;
        let mut legs = Vec::new();
        for rule in groups
            .iter()
            .flat_map(|group| &program.groups[group.index()].rules)
            .filter(|rule| !rule.by_player && !without.contains(&rule.rule))
        {
            let path = match rule.verb {
                Verb::Path(path) => path,
                Verb::Body(..) if prey.is_some() => continue,
                Verb::Body(..) => return Some(self.pieces_asked(groups, prey, without, mine)),
            };
            let (subject, _) = self.like(rule.subject, &context)?;
            let condition = match rule.condition {
                Some(condition) => Some(self.truth(condition, &context)?),
                None => None,
            };
            let leg_path = self.path(path, &context)?;
            let phrases = &self.phrases;
            let condition_asks = condition.map_or(0, |condition| phrases.terms.truths.needs(condition));
            let rule_asks = phrases.terms.sets.needs(subject) | condition_asks;
            // Pieces of others are evaluated on their turn, when no move is under way: phrases that read the move must be tried.
            let of_move = || {
                let nodes = program.paths[path.0 as usize].nodes();
                nodes.into_iter().chain([rule.subject]).chain(rule.condition).any(|node| self.reads_of_move(node))
            };
            let others = !mine && ((rule_asks | phrases.course_needs(leg_path)) & MOVE != 0 || of_move());
            // A piece that does not act sets out from where it stands.
            let nodes = program.paths[path.0 as usize].nodes();
            if others || nodes.into_iter().any(|node| program.reads_start(node)) {
                return Some(self.pieces_asked(groups, prey, without, mine));
            }
            let asks = rule_asks | prey.map_or(0, |prey| phrases.terms.sets.needs(prey));
            legs.push(FirstLeg { subject, condition, leg_path, prey, alike: asks & ACTOR == 0 });
        }
        let list = place(&mut self.phrases.tables.first_legs, legs);
        Some(self.phrases.put_test(Test::Legs(list, mine)))
    }

    /// Whether a phrase may read something stored that starts afresh with each move.
    fn reads_of_move(&self, node: NodeId) -> bool {
        let stored = &self.program.stored;
        let kept = |stored: &Stored| stored.each == Each::Move;
        stored.iter().any(kept)
            && self.program.reads(node, &|node| match node {
                Node::Stored(id, _) => kept(&stored[id.index()]),
                // These depend on rules, whose phrases may read it.
                Node::CanGroup(..) | Node::CanPath(..) | Node::CanBody(..) => true,
                _ => false,
            })
    }
}

/// Whether the first item is repeated a variable number of times, each round of the same length, and every other item is one site.
fn is_slide(items: &[Item]) -> bool {
    let several = |times: &Times| !times.whole && times.most != Some(times.least);
    match items {
        [first, single @ ..] if !single.is_empty() && single.iter().all(is_single) => match first {
            Item::Past(times, _) | Item::Taking(times, _) => several(times),
            Item::Group(times, group) => {
                several(times) && group.iter().all(|item| is_single(item) && !matches!(item, Item::To(_)))
            }
            Item::To(_) | Item::Counted(..) => false,
        },
        _ => false,
    }
}

/// Whether an item is exactly one site.
fn is_single(item: &Item) -> bool {
    match item {
        Item::To(_) => true,
        Item::Past(times, _) | Item::Taking(times, _) => times.least == 1 && times.most == Some(1),
        Item::Group(..) | Item::Counted(..) => false,
    }
}
