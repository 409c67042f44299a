//! Compiling bodies of rules: what must hold for the rest of a move to be forced after their last choice.

use super::super::super::word::Word;
use super::super::geometry::ones;
use super::super::ops::Op;
use super::super::rules::{BlockAt, Guard, Pair, Source};
use super::Maker;
use crate::model::expr::{Field, Given, NewPiece};
use crate::model::{LocalId, PlayerId};
use crate::program::BlockId;
use crate::program::code::{self, Chooser, MoveRule, PieceTo};
use crate::program::layout::PileForm;
use crate::program::node::{Node, NodeId};

impl<B: Word> Maker<'_, B> {
    /// Compiles the body of a rule, and records of its last choice what must hold for the rest of the move to be forced.
    pub(super) fn body(&mut self, block: BlockId, group: usize, rule: &MoveRule) -> Option<BlockAt> {
        let program = self.program;
        let quiet = &program.forced_rest;
        let compiled = &program.groups[group];
        let rest_quiet = quiet.blocks[rule.then.0 as usize] == 0
            && quiet.leg_ends
            && compiled.chain.is_empty()
            && quiet.groups[group].ends();
        let source = &program.block(block).ops;
        let mut ops = Vec::new();
        for (at, (op, line)) in source.iter().enumerate() {
            let first = ops.len();
            self.op(op, *line, &mut ops)?;
            if !rest_quiet {
                continue;
            }
            let last = self.rest(block, at + 1, op);
            let two = if at == 0 { self.pair(block, rule) } else { None };
            if let Some(Op::ChooseSome(several)) = ops.get_mut(first) {
                several.rest = last;
            }
            if let Some(Op::Choose { rest, pair, .. }) = ops.get_mut(first) {
                *rest = last;
                if let Some(two) = two {
                    *pair = Some(self.pairs.len());
                    self.pairs.push(two);
                }
            }
        }
        self.keep_block(ops)
    }

    /// What must hold for the rest of a block to be forced after a choice; none if it never is.
    fn rest(&self, block: BlockId, next: usize, op: &code::Op) -> Option<Guard> {
        let code::Op::Choose { local: chosen, count: None, by: Chooser::Current, .. } = op else { return None };
        let ops = &self.program.block(block).ops;
        let quiet_from = self.program.forced_rest.blocks[block.0 as usize] as usize;
        if next >= ops.len() || quiet_from <= next {
            return Some(Guard::Open);
        }
        let end = &self.program.forced_rest.ends[block.0 as usize];
        if end.from as usize <= next {
            let others = |names: u64| u16::try_from(names & !(1 << chosen.0)).ok();
            return Some(Guard::There(end.needs.actor, others(end.needs.there)?, others(end.needs.one)?));
        }
        if quiet_from > next + 1 {
            return None;
        }
        let is_chosen = |node: &NodeId| *self.bare_site(*node) == Node::Local(*chosen);
        let is_actor = |node: &NodeId| *self.bare_site(*node) == Node::Given(Given::Actor);
        match self.bare(&ops[next].0) {
            code::Op::PlaceNew(new, PieceTo::Site(site)) if is_chosen(site) => Some(Guard::Free(self.source(new))),
            code::Op::MovePiece(what, PieceTo::Site(site)) if is_chosen(site) => match self.program.node(*what) {
                Node::Local(local) if self.lying.contains(local) => self.local(*local).map(Guard::Bring),
                _ => None,
            },
            code::Op::Exchange(sites) if sites.len() == 2 && sites.iter().any(is_actor) && sites.iter().any(is_chosen) => {
                Some(Guard::Other)
            }
            _ => None,
        }
    }

    /// The pair of placements that a body consists of, if it does.
    fn pair(&self, block: BlockId, rule: &MoveRule) -> Option<Pair<B>> {
        let program = self.program;
        let ops = program.block(block).ops.get(..4)?;
        let [
            (code::Op::Choose { local: a, name, count: None, by: Chooser::Current, .. }, _),
            (place_a, _),
            (code::Op::Choose { local: b, count: None, from, by: Chooser::Current, .. }, _),
            (place_b, _),
        ] = ops
        else {
            return None;
        };
        let (code::Op::PlaceNew(new_a, PieceTo::Site(at_a)), code::Op::PlaceNew(new_b, PieceTo::Site(at_b))) =
            (self.bare(place_a), self.bare(place_b))
        else {
            return None;
        };
        let is = |node: NodeId, local: LocalId| *program.node(node) == Node::Local(local);
        let quiet = program.forced_rest.blocks[block.0 as usize] <= 4 && program.game.immediate_endings.is_empty();
        if !quiet || !is(*at_a, *a) || !is(*at_b, *b) {
            return None;
        }
        let Node::Intersect(parts) = program.node(*from) else { return None };
        let [x, y] = parts.as_slice() else { return None };
        let (empty, beside) = if *program.node(*x) == Node::Given(Given::Empty) { (*x, *y) } else { (*y, *x) };
        let Node::From(ways, start, false) = program.node(beside) else { return None };
        let Node::Bits(ways) = program.node(*ways) else { return None };
        if *program.node(empty) != Node::Given(Given::Empty) || !is(*start, *a) {
            return None;
        }
        // No other rule may have the same moves; so none may make a choice of this name.
        let rules: Vec<_> = program.groups.iter().flat_map(|group| &group.rules).collect();
        let others = rules.iter().filter(|other| !std::ptr::eq(**other, rule));
        let names = |other: &MoveRule| {
            let chooses = |op: &code::Op| matches!(op, code::Op::Choose { name: other, .. } if other == name);
            matches!(other.verb, code::Verb::Body(_, body) if program.some_op(body, &chooses))
        };
        if others.clone().any(|other| names(other)) {
            return None;
        }
        let geometry = &self.phrases.geometry;
        let around = |site: B| ones(*ways, geometry.ways).map(move |way| geometry.step(way, site)).filter(|to| to.any());
        let beside = (0..B::BITS).map(|bit| around(B::bit(bit)).fold(B::ZERO, |all, to| all | to)).collect::<Vec<B>>();
        let apart = |bit: u32| {
            let here = B::bit(bit);
            around(here).all(|to| to != here) && around(here).count() == beside[bit as usize].count() as usize
        };
        let shifts = ones(*ways, geometry.ways).all(|way| geometry.quick(way)) && (0..B::BITS).all(apart);
        let at = self.rule_at(rule)?;
        Some(Pair { rule: at, ways: shifts.then_some(*ways), beside, sources: [self.source(new_a), self.source(new_b)] })
    }

    /// The index of a rule among all.
    fn rule_at(&self, rule: &MoveRule) -> Option<u8> {
        let mut rules = self.program.groups.iter().flat_map(|group| &group.rules);
        rules.position(|other| std::ptr::eq(other, rule)).map(|at| at as u8)
    }

    /// The single statement that a verb stands for, if it is such a verb; else the statement.
    fn bare<'o>(&'o self, op: &'o code::Op) -> &'o code::Op {
        match op {
            code::Op::Verb(_, block) => match self.program.block(*block).ops.as_slice() {
                [(op, _)] => self.bare(op),
                _ => op,
            },
            _ => op,
        }
    }

    /// The piece, if a phrase is its site; else the phrase.
    fn bare_site(&self, node: NodeId) -> &Node {
        match self.program.node(node) {
            Node::Field(Field::Site, of) => self.program.node(*of),
            node => node,
        }
    }

    /// Where a fresh piece comes from, if it comes from a pile.
    pub(super) fn source(&self, new: &NewPiece) -> Option<Source> {
        let (equipment, layout) = (&self.program.equipment, &self.program.layout);
        let (from, players) = (new.from?, equipment.players.len());
        let side = |player: usize| equipment.kinds[new.kind.index()].owner.unwrap_or(equipment.players[player].side);
        let pile =
            |player: usize| layout.pile(from, equipment.piles[from.index()].of.place(PlayerId(player as u8), side(player)));
        let board = |player: usize| (side(player).index() * layout.kinds + new.kind.index()) as u8;
        let listed = (0..players).filter_map(pile).any(|pile| !matches!(layout.piles[pile].form, PileForm::Counts(_)));
        let number = |player: usize| {
            let pile = pile(player)?;
            Some(if listed { pile } else { self.slots.pile(pile, side(player).index(), new.kind.index()) } as u16)
        };
        Some(Source {
            from: std::array::from_fn(|player| if player < players { number(player) } else { None }),
            listed: listed.then(|| std::array::from_fn(|player| if player < players { board(player) } else { 0 })),
        })
    }
}
