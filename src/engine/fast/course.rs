//! What goes on beside the moves: numbers carried from turn to turn, what sets them, and how the game ends. In the order in which
//! the general machine does it.

use crate::model::SiteSet;
use crate::model::rules::Each;
use crate::program::Program;
use crate::program::kernels::When;
use crate::program::shape::terms::{Condition, Squares};
use crate::program::shape::{self, Act, Effect, Holds, Line, Shape, Slot, Verdict, Whom};

use super::super::kernel::{Embedding, Move};
use super::super::position::Position;
use super::super::word::Word;
use super::Kinds;
use super::carried::Carried;
use super::pieces::{Pieces, kind_at};
use super::terms::{Facts, Ground, Scene, kept, site};

/// The course of a game over sets of bits.
pub(super) struct Course<B> {
    of: shape::Course<B>,
    pub(super) ground: Ground<B>,
    /// What a piece is just before it rests is what it was when it set out: it changes at rest only.
    changes_at_rest: bool,
    /// The first slots of numbers that start afresh each move, each turn; of kept pieces; of clocks.
    each_move: Vec<usize>,
    each_turn: Vec<usize>,
    pieces: Vec<usize>,
    clocks: Vec<usize>,
    /// The slot that counts turns.
    turns: Option<usize>,
}

/// A line by which a game has ended, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// The `as soon as` lines first, then the others.
    pub(super) line: u8,
    /// Sides that win, as bits; none or all: a draw.
    pub(super) winners: u8,
}

impl<B: Word> Course<B> {
    /// The course of a shape on a board; `conditions` are those that are asked elsewhere.
    pub(super) fn new(
        program: &Program,
        shape: &Shape,
        course: &shape::Course<SiteSet>,
        embedding: &Embedding,
        all: B,
    ) -> Course<B> {
        let of = course.map(&|sites| set_of(embedding, sites));
        let slots = |some: &dyn Fn(&Slot) -> bool| {
            let found = of.slots.iter().enumerate().filter(|(_, slot)| some(slot));
            found.map(|(i, _)| i).collect::<Vec<usize>>()
        };
        Course {
            ground: Ground { all, near: neighbours(program, embedding) },
            changes_at_rest: shape.kernels.promotions.iter().any(|one| one.when == When::AtRest),
            each_move: slots(&|slot| slot.each == Each::Move),
            each_turn: slots(&|slot| slot.each == Each::Turn),
            pieces: slots(&|slot| slot.holds == Holds::Piece),
            clocks: slots(&|slot| slot.clock && slot.stored.is_some()),
            turns: of.slots.iter().position(|slot| slot.stored.is_none()),
            of,
        }
    }

    /// What a position carries; `None` if it holds more than a slot can.
    pub(super) fn carried<const N: usize>(
        &self,
        program: &Program,
        position: &Position,
        embedding: &Embedding,
    ) -> Option<Carried<N>> {
        Carried::at(&self.of.slots, program, position, embedding)
    }

    /// Every line that [`Ended`] counts.
    pub(super) fn lines(&self) -> impl Iterator<Item = &Line<B>> {
        self.of.soon.iter().chain(&self.of.endings)
    }

    /// What becomes of a player of that side who cannot move.
    pub(super) fn stuck(&self, side: u8) -> &Line<B> {
        &self.of.stuck[side as usize & 1]
    }

    /// A move is made: its pieces, and all that it sets up to the end of the turn. An `as soon as` line may have ended the game.
    pub(super) fn moved<const N: usize>(
        &self,
        before: &Pieces<B>,
        mv: &Move<B, Kinds<B>>,
        carried: &mut Carried<N>,
    ) -> (Pieces<B>, Facts<B>, Option<Ended>) {
        let was = kind_at(&before.own, mv.from);
        self.afresh(&self.each_move, carried);
        if !self.of.move_begins.is_empty() {
            let facts = Facts { actor: mv.from, start: mv.from, ..Facts::NONE };
            self.happen(&self.of.move_begins, before, &facts, was, carried);
        }
        let (after, facts) = before.after(mv);
        for slot in &self.pieces {
            let at = kept::<B>(carried.cells[*slot]);
            if at == mv.from {
                carried.cells[*slot] = site(facts.actor);
            } else if (at & mv.taken).any() {
                carried.cells[*slot] = 0;
            }
        }
        let mut landed = after;
        for (kind, own) in landed.own.iter_mut().enumerate() {
            *own = *own & !facts.actor | if kind == was { facts.actor } else { B::ZERO };
        }
        let kind = kind_at(&mv.to, facts.actor);
        let first = if mv.taken.any() { &self.of.captures } else { &self.of.steps };
        self.happen(first, &landed, &facts, was, carried);
        if !self.of.rests.is_empty() {
            let (resting, kind) = if self.changes_at_rest { (&landed, was) } else { (&after, kind) };
            self.happen(&self.of.rests, resting, &facts, kind, carried);
        }
        self.happen(&self.of.move_ends, &after, &facts, kind, carried);
        let soon = self.ended(&self.of.soon, 0, &after, &facts, carried, 1).map(|(ended, _)| ended);
        self.tick(carried);
        self.happen(&self.of.turn_ends, &after, &facts, kind, carried);
        (after, facts, soon)
    }

    /// Whether an `as soon as` line has ended the game.
    pub(super) fn ends_at_once<const N: usize>(&self, after: &Pieces<B>, facts: &Facts<B>, carried: &Carried<N>) -> bool {
        self.ended(&self.of.soon, 0, after, facts, carried, 1).is_some()
    }

    /// The line between turns by which the game has ended, and whether it decides only if the next player can move.
    pub(super) fn over<const N: usize>(
        &self,
        after: &Pieces<B>,
        facts: &Facts<B>,
        carried: &Carried<N>,
        repeats: u32,
    ) -> Option<(Ended, bool)> {
        self.ended(&self.of.endings, self.of.soon.len(), after, facts, carried, repeats)
    }

    /// The next turn begins.
    pub(super) fn passed<const N: usize>(&self, after: &Pieces<B>, carried: &mut Carried<N>) -> (Pieces<B>, Option<Ended>) {
        let next = after.passed();
        self.turn_over(carried);
        self.happen(&self.of.turn_begins, &next, &Facts::NONE, 0, carried);
        let soon = self.ended(&self.of.soon, 0, &next, &Facts::NONE, carried, 1).map(|(ended, _)| ended);
        (next, soon)
    }

    /// Numbers as the next player finds them, before anything happens in that turn.
    pub(super) fn turn_over<const N: usize>(&self, carried: &mut Carried<N>) {
        carried.set = 0;
        self.afresh(&self.each_turn, carried);
    }

    /// Whether something happens when a turn begins.
    pub(super) fn begins(&self) -> bool {
        !self.of.turn_begins.is_empty()
    }

    /// The numbers that belong to the position for repetition.
    pub(super) fn of_position<'c, const N: usize>(
        &'c self,
        carried: &'c Carried<N>,
    ) -> impl Iterator<Item = (usize, i32)> + 'c {
        let counted = self.of.slots.iter().enumerate().filter(|(_, slot)| !slot.clock && slot.each != Each::Move);
        counted.map(|(i, _)| (i, carried.cells[i]))
    }

    fn tick<const N: usize>(&self, carried: &mut Carried<N>) {
        if let Some(turns) = self.turns {
            carried.cells[turns] = carried.cells[turns].saturating_add(1);
        }
        for &at in &self.clocks {
            let slot = &self.of.slots[at];
            let (Some(id), Holds::Number { greatest, .. }) = (slot.stored, slot.holds) else { continue };
            if carried.set >> (id.index() % 32) & 1 == 0 && carried.cells[at] < greatest {
                carried.cells[at] += 1;
            }
        }
    }

    fn afresh<const N: usize>(&self, slots: &[usize], carried: &mut Carried<N>) {
        for &at in slots {
            carried.cells[at] = match self.of.slots[at].holds {
                Holds::Number { start, .. } => start,
                Holds::Truth | Holds::Piece | Holds::Site => 0,
            };
        }
    }

    /// Effects, one after the other.
    fn happen<const N: usize>(
        &self,
        effects: &[Effect<B>],
        pieces: &Pieces<B>,
        facts: &Facts<B>,
        kind: usize,
        carried: &mut Carried<N>,
    ) {
        for effect in effects {
            let concerns = effect.kinds >> kind & 1 != 0
                && (effect.prey == 0 || facts.took(effect.prey))
                && effect.place.as_ref().is_none_or(|place| (place[pieces.side as usize & 1] & facts.actor).any());
            if !concerns {
                continue;
            }
            let before = *carried;
            let holds =
                |condition: &Condition<B>| Scene::new(&self.ground, pieces.views(), &before.cells, facts).truth(condition);
            if effect.condition.as_ref().is_none_or(holds) {
                self.act(&effect.acts, pieces, facts, carried);
            }
        }
    }

    fn act<const N: usize>(&self, acts: &[Act<B>], pieces: &Pieces<B>, facts: &Facts<B>, carried: &mut Carried<N>) {
        for act in acts {
            let before = *carried;
            let scene = Scene::new(&self.ground, pieces.views(), &before.cells, facts);
            match act {
                Act::If(condition, yes, no) => {
                    let acts = if scene.truth(condition) { yes } else { no };
                    self.act(acts, pieces, facts, carried);
                }
                Act::Set(slot, whom, number) => {
                    let number = scene.number(number);
                    self.each_of(&scene, *slot, whom, carried, |_| number);
                }
                Act::Raise(slot, whom, by) => {
                    let by = scene.number(by);
                    self.each_of(&scene, *slot, whom, carried, |now| i64::from(now).saturating_add(by));
                }
                Act::Keep(slot, whom, squares) => {
                    let squares: &Squares<B> = squares;
                    let kept = i64::from(site(scene.squares(squares)));
                    self.each_of(&scene, *slot, whom, carried, |_| kept);
                }
            }
        }
    }

    /// Sets a number for each of those that are meant.
    fn each_of<const N: usize>(
        &self,
        scene: &Scene<'_, B>,
        slot: usize,
        whom: &Whom<B>,
        carried: &mut Carried<N>,
        to: impl Fn(i32) -> i64,
    ) {
        let mut put = |at: usize| {
            let slot = &self.of.slots[at];
            let value = to(carried.cells[at]);
            carried.cells[at] = match slot.holds {
                Holds::Number { least, greatest, .. } => value.clamp(i64::from(least), i64::from(greatest)) as i32,
                Holds::Truth | Holds::Piece | Holds::Site => value as i32,
            };
            if let (true, Some(id)) = (slot.clock, slot.stored) {
                carried.set |= 1 << (id.index() % 32);
            }
        };
        match whom {
            Whom::Alone => put(slot),
            _ => sides(scene, whom).for_each(|side| put(slot + side as usize)),
        }
    }

    fn ended<const N: usize>(
        &self,
        lines: &[Line<B>],
        first: usize,
        pieces: &Pieces<B>,
        facts: &Facts<B>,
        carried: &Carried<N>,
        repeats: u32,
    ) -> Option<(Ended, bool)> {
        let mut scene = Scene::new(&self.ground, pieces.views(), &carried.cells, facts);
        scene.repeats = repeats;
        lines.iter().enumerate().find_map(|(i, line)| {
            if !line.condition.as_ref().is_none_or(|condition| scene.truth(condition)) {
                return None;
            }
            let winners = winners(&scene, &line.verdict)?;
            Some((Ended { line: (first + i) as u8, winners }, line.after_stuck))
        })
    }

    /// Who wins when the side to move cannot move.
    pub(super) fn winners_when_stuck<const N: usize>(&self, pieces: &Pieces<B>, carried: &Carried<N>) -> u8 {
        let none = Facts::NONE;
        let scene = Scene::new(&self.ground, pieces.views(), &carried.cells, &none);
        winners(&scene, &self.stuck(pieces.side).verdict).unwrap_or(0)
    }
}

/// The sides that win by a verdict, as bits; `None` if it is about nobody.
fn winners<B: Word>(scene: &Scene<'_, B>, verdict: &Verdict<B>) -> Option<u8> {
    let of = |whom: &Whom<B>| sides(scene, whom).fold(0u8, |all, side| all | 1 << side);
    match verdict {
        Verdict::Draw => Some(0),
        Verdict::Wins(whom) => Some(of(whom)).filter(|sides| *sides != 0).map(|sides| if sides == 3 { 0 } else { sides }),
        Verdict::Loses(whom) => Some(of(whom)).filter(|sides| *sides != 0).map(|sides| 3 & !sides),
    }
}

fn sides<B: Word>(scene: &Scene<'_, B>, whom: &Whom<B>) -> impl Iterator<Item = u8> {
    let meant = [0, 1].map(|side| match whom {
        Whom::Alone => false,
        Whom::Both => true,
        Whom::One(who) => scene.who(*who) == side,
        Whom::Where(condition) => scene.about(side).truth(condition),
    });
    [0, 1].into_iter().filter(move |side| meant[*side as usize])
}

/// Sites as bits.
pub(super) fn set_of<B: Word>(embedding: &Embedding, sites: &SiteSet) -> B {
    sites.iter().fold(B::ZERO, |set, site| set | B::bit(u32::from(embedding.bits[site.index()])))
}

/// The neighbours of each bit in every set of directions that some phrase steps in.
fn neighbours<B: Word>(program: &Program, embedding: &Embedding) -> Vec<(u32, Box<[B]>)> {
    use crate::program::Node;
    let board = &program.equipment.board;
    let stepped = program.nodes.iter().filter_map(|node| match node {
        Node::From(ways, ..) => match program.node(*ways) {
            Node::Bits(ways) => Some(*ways as u32),
            _ => None,
        },
        _ => None,
    });
    let table = |ways: u32| {
        let mut near = vec![B::ZERO; B::BITS as usize];
        for (site, bit) in embedding.bits.iter().enumerate() {
            let ways = (0..board.directions.len()).filter(|way| ways >> way & 1 != 0);
            let steps = ways.filter_map(|way| board.steps[way][site]);
            near[*bit as usize] = steps.fold(B::ZERO, |all, to| all | B::bit(u32::from(embedding.bits[to.index()])));
        }
        (ways, near.into())
    };
    stepped.collect::<std::collections::BTreeSet<u32>>().into_iter().map(table).collect()
}
