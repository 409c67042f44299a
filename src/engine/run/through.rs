//! What of a move runs through by itself after a choice, as far as that depends on the position: see [`crate::program::quiet`].

use smallvec::SmallVec;

use crate::model::equipment::PileOwner;
use crate::model::expr::{Given, NewPiece};
use crate::model::{LocalId, SiteId};
use crate::program::code::{Op, PieceTo, RuleRef, Verb};
use crate::program::layout::PileForm;
use crate::program::node::Node;

use super::Runner;
use crate::engine::machine::{MoveStage, Task};
use crate::engine::moves::Chosen;
use crate::engine::value::{Element, PieceData};

/// On what it depends whether the rest of a move runs through after a choice under a name.
pub(in crate::engine) enum Guard {
    /// On nothing.
    Open,
    /// A piece is placed on the site chosen: it must be empty.
    Free,
    /// The acting piece changes places with the one chosen, which must be another.
    Other(SiteId),
}

impl Runner<'_> {
    /// Whether a move by a rule begins with nothing but the choice of its first leg.
    pub(in crate::engine) fn opens_with_legs(&self, rule: RuleRef) -> bool {
        let compiled = &self.program.groups[rule.group.index()].rules[rule.index as usize];
        self.program.quiet.starts && matches!(compiled.verb, Verb::Path(_))
    }

    /// Whether a move runs through after its first leg.
    pub(in crate::engine) fn leg_runs_through(&self, rule: RuleRef, takes_nothing: bool) -> bool {
        self.program.quiet.groups[rule.group.index()].legs[rule.index as usize][usize::from(!takes_nothing)]
    }

    /// Whether the move under way runs through when its chain is over.
    pub(in crate::engine) fn chain_runs_through(&self) -> bool {
        self.machine.run.rule.is_some_and(|rule| self.program.quiet.groups[rule.group.index()].end)
    }

    /// On what it depends whether the move runs through after the choice under a name that is on top of the stack; `None` if it may
    /// not in any case.
    pub(in crate::engine) fn runs_through_after(&self) -> Option<Guard> {
        let program = self.program;
        let (Task::Choose { block, at, .. }, below) = self.machine.tasks.split_last()? else { return None };
        let (Op::Choose(chosen, _, None, ..), _) = program.block(*block).ops.get(*at as usize)? else { return None };
        let rule = self.machine.run.rule?;
        let group = &program.groups[rule.group.index()];
        let mut guard = Guard::Open;
        for (i, task) in below.iter().rev().enumerate() {
            match task {
                Task::Block { block, next, .. } => {
                    let quiet_from = program.quiet.blocks[block.0 as usize];
                    if quiet_from > *next {
                        if i != 0 || quiet_from > next + 1 {
                            return None;
                        }
                        guard = self.guard(&program.block(*block).ops[*next as usize].0, *chosen)?;
                    }
                }
                Task::Forget { .. } => {}
                Task::Then { rule } => {
                    let then = group.rules[rule.index as usize].then;
                    if program.quiet.blocks[then.0 as usize] > 0 {
                        return None;
                    }
                }
                Task::LegEnds if program.quiet.leg_ends => {}
                Task::Chain if group.chain.is_empty() => {}
                Task::MoveEnds { stage: MoveStage::Removal } => {
                    return program.quiet.groups[rule.group.index()].end.then_some(guard);
                }
                _ => return None,
            }
        }
        None
    }

    /// What must hold for a statement to go through.
    fn guard(&self, op: &Op, chosen: LocalId) -> Option<Guard> {
        let is_chosen = |node: &crate::program::NodeId| *self.program.node(*node) == Node::Local(chosen);
        match op {
            Op::PlaceNew(new, PieceTo::Site(site)) if is_chosen(site) => self.in_stock(new).then_some(Guard::Free),
            Op::Exchange(sites) => {
                let is_actor = |node: &crate::program::NodeId| *self.program.node(*node) == Node::Given(Given::Actor);
                let pair = sites.len() == 2 && sites.iter().any(is_actor) && sites.iter().any(is_chosen);
                self.machine.run.actor.filter(|_| pair).map(Guard::Other)
            }
            _ => None,
        }
    }

    /// Whether there is such a piece to be placed, as far as counting tells.
    fn in_stock(&self, new: &NewPiece) -> bool {
        let Some(pile) = new.from else { return true };
        let (data, from) = self.fresh_piece(new);
        let layout = &self.program.layout;
        let Some(cells) = layout.pile(pile, from).map(|at| &layout.piles[at]) else { return false };
        let at = cells.start + data.side as usize * layout.kinds + data.kind as usize;
        matches!(cells.form, PileForm::Counts(_)) && self.store.cell(at) > 0
    }

    /// A fresh piece, and whose pile it comes from.
    pub(super) fn fresh_piece(&self, new: &NewPiece) -> (PieceData, u8) {
        let equipment = &self.program.equipment;
        let mover = self.mover();
        let side = equipment.kinds[new.kind.index()].owner.unwrap_or(equipment.players[mover.index()].side);
        let slots = equipment.slots.iter().map(|_| 0).collect();
        let owner = new.from.map_or(0, |pile| match equipment.piles[pile.index()].of {
            PileOwner::EachPlayer => mover.0,
            PileOwner::EachSide => side.0,
            PileOwner::Common | PileOwner::One(_) => 0,
        });
        (PieceData { side: side.0, kind: new.kind.0, slots }, owner)
    }

    /// Whether a guard lets these things pass.
    pub(in crate::engine) fn guarded(&self, guard: &Guard, things: &[Element]) -> bool {
        match (guard, things) {
            (Guard::Open, _) => true,
            (Guard::Free, [Element::Site(site)]) => self.store.piece_at(*site, &self.program.layout).is_none(),
            (Guard::Other(actor), [Element::Piece(site)]) => site != actor,
            _ => false,
        }
    }

    /// The choice on top of the stack by its name, and things as it would name them.
    pub(in crate::engine) fn named(&self, things: &[Element]) -> Option<(&str, SmallVec<[Chosen; 1]>)> {
        let Some(Task::Choose { block, at, .. }) = self.machine.tasks.last() else { return None };
        let (Op::Choose(_, name, _, from, _), _) = self.program.block(*block).ops.get(*at as usize)? else { return None };
        Some((name, things.iter().map(|thing| self.plain(thing, *from)).collect()))
    }
}
