//! What of a move runs through by itself after a choice, as far as that depends on the position: see [`crate::program::quiet`].

use smallvec::SmallVec;

use crate::model::equipment::PileOwner;
use crate::model::expr::{Given, NewPiece};
use crate::model::{LocalId, SiteId, SiteSet};
use crate::program::code::{Chooser, Op, PieceTo, RuleRef, Verb};
use crate::program::layout::PileForm;
use crate::program::node::{Node, NodeId};
use crate::program::quiet::Needs;
use crate::program::{BlockId, Program};

use super::Runner;
use crate::engine::machine::{MoveStage, Task};
use crate::engine::moves::Chosen;
use crate::engine::value::{Element, PieceData, TokenPlace, TokenRef, Value};

/// On what it depends whether the rest of a move runs through after a choice under a name: on what stands behind it, and on whether
/// what is chosen is in place.
pub(in crate::engine) struct Guard {
    next: Next,
    /// It must be on the board, or a token that can be moved.
    there: bool,
}

/// The statement behind a choice.
enum Next {
    /// On nothing.
    Open,
    /// A piece is placed on the site chosen: it must be empty.
    Free,
    /// The acting piece changes places with the one chosen, which must be another.
    Other(SiteId),
}

/// Two placements, the second beside the first, and nothing between them: what the second can be is known without making the first.
pub(in crate::engine) struct Pair<'p> {
    /// The directions from the first to the second.
    ways: u64,
    empty: SiteSet,
    /// The names of both choices.
    pub(in crate::engine) names: [&'p str; 2],
}

impl Pair<'_> {
    /// The sites for the second placement.
    pub(in crate::engine) fn seconds(&self, program: &Program, first: SiteId) -> SiteSet {
        let board = &program.equipment.board;
        let mut seconds = program.layout.no_sites();
        for way in (0..board.directions.len()).filter(|way| self.ways >> way & 1 != 0) {
            if let Some(next) = board.step(way, first).filter(|next| *next != first && self.empty.contains(*next)) {
                seconds.insert(next);
            }
        }
        seconds
    }
}

impl<'a> Runner<'a> {
    /// The pair of placements that begins with the choice on top of the stack, if that is what it is: `choose A in …`, `place a new
    /// piece at A`, `choose B in empty D from A`, `place a new piece at B`, and then what runs through.
    pub(in crate::engine) fn pair_of_placements(&self) -> Option<Pair<'a>> {
        let program = self.program;
        let Some(Task::Choose { block, at, base }) = self.machine.tasks.last() else { return None };
        let ops = program.block(*block).ops.get(*at as usize..*at as usize + 4)?;
        let [
            (Op::Choose(a, name_a, None, _, by_a), _),
            (place_a, _),
            (Op::Choose(b, name_b, None, from, by_b), _),
            (place_b, _),
        ] = ops
        else {
            return None;
        };
        let (Op::PlaceNew(new_a, PieceTo::Site(at_a)), Op::PlaceNew(new_b, PieceTo::Site(at_b))) =
            (self.bare(place_a), self.bare(place_b))
        else {
            return None;
        };
        let is = |node: NodeId, local: LocalId| *program.node(node) == Node::Local(local);
        let plain = *by_a == Chooser::Current && *by_b == Chooser::Current && is(*at_a, *a) && is(*at_b, *b);
        // As soon as one is placed something may happen, and the same pile must have two.
        if !plain || !program.soon.is_empty() || self.machine.depth > 0 || self.stock(new_a)? < 2 || self.stock(new_b)? < 2 {
            return None;
        }
        let Node::Intersect(parts) = program.node(*from) else { return None };
        let [x, y] = parts.as_slice() else { return None };
        let (empty, beside) = if *program.node(*x) == Node::Given(Given::Empty) { (*x, *y) } else { (*y, *x) };
        let Node::From(ways, start, false) = program.node(beside) else { return None };
        if *program.node(empty) != Node::Given(Given::Empty) || !is(*start, *a) || !program.fixed[ways.0 as usize] {
            return None;
        }
        self.rest_runs_through(*block, *at + 4)?;
        let mut eval = self.eval(*base);
        Some(Pair { ways: eval.bits(*ways), empty: eval.sites(empty), names: [name_a, name_b] })
    }

    /// Whether a move runs through from a statement of the block on top of the stack.
    fn rest_runs_through(&self, block: BlockId, from: u16) -> Option<()> {
        if self.program.quiet.blocks[block.0 as usize] > from {
            return None;
        }
        let tasks = self.machine.tasks.split_last()?.1;
        let above = tasks.iter().rev().skip_while(|task| matches!(task, Task::Block { block: same, .. } if *same == block));
        let mut guard = Guard { next: Next::Open, there: false };
        self.runs_through_below(above, None, &mut guard)
    }

    /// Whether a move by a rule begins with nothing but the choice of its first leg.
    pub(in crate::engine) fn opens_with_legs(&self, rule: RuleRef) -> bool {
        let compiled = &self.program.groups[rule.group.index()].rules[rule.index as usize];
        self.program.quiet.starts && matches!(compiled.verb, Verb::Path(_))
    }

    /// Whether a move by a rule with a body runs through: it is one leg, and nobody is asked anything.
    pub(in crate::engine) fn body_runs_through(&self, rule: RuleRef) -> bool {
        let quiet = &self.program.quiet;
        quiet.starts && quiet.groups[rule.group.index()].bodies[rule.index as usize]
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
        let (Task::Choose { block, at, base }, below) = self.machine.tasks.split_last()? else { return None };
        let (Op::Choose(chosen, _, None, ..), _) = program.block(*block).ops.get(*at as usize)? else { return None };
        let mut guard = Guard { next: Next::Open, there: false };
        let mut rest = below.iter().rev().peekable();
        if let Some(Task::Block { block, next, base: of }) = rest.peek() {
            let (always, end) = (program.quiet.blocks[block.0 as usize], program.quiet.ends[block.0 as usize]);
            if always > *next && end.from > *next {
                guard.next = self.guard(&program.block(*block).ops[*next as usize].0, *chosen)?;
            }
            if always > *next && (always > next + 1 || end.from <= *next) {
                if end.from > next + 1 {
                    return None;
                }
                self.in_place(end.needs, *of, Some((*base, *chosen)), &mut guard)?;
            }
            rest.next();
            self.runs_through_below(rest, None, &mut guard)?;
        } else {
            self.runs_through_below(rest, Some((*base, *chosen)), &mut guard)?;
        }
        Some(guard)
    }

    /// Whether these tasks, and the rest of the move, run through. Only if `chosen` is about to be chosen just before them, the first
    /// statements may need something in place, and what is chosen must be as `guard` says in the end: who knows what happens to it
    /// before later ones.
    fn runs_through_below<'t>(
        &self,
        tasks: impl Iterator<Item = &'t Task>,
        mut chosen: Option<(u16, LocalId)>,
        guard: &mut Guard,
    ) -> Option<()> {
        let program = self.program;
        let rule = self.machine.run.rule?;
        let group = &program.groups[rule.group.index()];
        for task in tasks {
            match task {
                Task::Block { block, next, base } => {
                    let end = program.quiet.ends[block.0 as usize];
                    if program.quiet.blocks[block.0 as usize] > *next {
                        if end.from > *next || chosen.is_none() {
                            return None;
                        }
                        self.in_place(end.needs, *base, chosen, guard)?;
                    }
                    chosen = None;
                }
                Task::Forget { .. } => {}
                Task::TriggerEnds if program.quiet.soon => chosen = None,
                Task::Event { event, next, .. } if program.quiet.event(*event, *next as usize) => chosen = None,
                Task::Then { rule } => {
                    let then = group.rules[rule.index as usize].then;
                    if program.quiet.blocks[then.0 as usize] > 0 {
                        return None;
                    }
                }
                Task::LegEnds if program.quiet.leg_ends => {}
                Task::Chain if group.chain.is_empty() => {}
                Task::MoveEnds { stage: MoveStage::Removal } => {
                    return program.quiet.groups[rule.group.index()].end.then_some(());
                }
                _ => return None,
            }
        }
        None
    }

    /// Whether what statements need is in place, as far as it is known; what is about to be chosen is left to the guard.
    fn in_place(&self, needs: Needs, base: u16, chosen: Option<(u16, LocalId)>, guard: &mut Guard) -> Option<()> {
        if needs.actor && self.machine.run.actor.is_none() {
            return None;
        }
        let mut left = needs.there | needs.one;
        while left != 0 {
            let local = left.trailing_zeros() as u16;
            left &= left - 1;
            let one = needs.one >> local & 1 != 0;
            if chosen == Some((base, LocalId(local))) {
                guard.there = true;
                continue;
            }
            let many = match self.machine.values.get((base + local) as usize)? {
                Value::Pieces(pieces) if pieces.off.is_empty() => pieces.board.len(),
                Value::Tokens(tokens) if tokens.iter().all(can_be_moved) => tokens.len(),
                _ => return None,
            };
            if one && many != 1 {
                return None;
            }
        }
        Some(())
    }

    /// The statement that a verb stands for, if it is one.
    fn bare<'o>(&'o self, op: &'o Op) -> &'o Op {
        match op {
            Op::Verb(_, block) => match self.program.block(*block).ops.as_slice() {
                [(op, _)] => self.bare(op),
                _ => op,
            },
            _ => op,
        }
    }

    /// What must hold for a statement to go through.
    fn guard(&self, op: &Op, chosen: LocalId) -> Option<Next> {
        let is_chosen = |node: &NodeId| *self.program.node(*node) == Node::Local(chosen);
        match self.bare(op) {
            Op::PlaceNew(new, PieceTo::Site(site)) if is_chosen(site) => {
                self.stock(new).filter(|stock| *stock > 0).map(|_| Next::Free)
            }
            Op::Exchange(sites) => {
                let is_actor = |node: &NodeId| *self.program.node(*node) == Node::Given(Given::Actor);
                let pair = sites.len() == 2 && sites.iter().any(is_actor) && sites.iter().any(is_chosen);
                self.machine.run.actor.filter(|_| pair).map(Next::Other)
            }
            _ => None,
        }
    }

    /// How many such pieces there are to be placed, as far as counting tells.
    fn stock(&self, new: &NewPiece) -> Option<u32> {
        let Some(pile) = new.from else { return Some(u32::MAX) };
        let (data, from) = self.fresh_piece(new);
        let layout = &self.program.layout;
        let cells = &layout.piles[layout.pile(pile, from)?];
        let at = cells.start + data.side as usize * layout.kinds + data.kind as usize;
        matches!(cells.form, PileForm::Counts(_)).then(|| self.store.cell(at))
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
        let in_place = |thing: &Element| match thing {
            Element::Piece(_) => true,
            Element::Token(token) => can_be_moved(token),
            _ => false,
        };
        if guard.there && !things.iter().all(in_place) {
            return false;
        }
        match (&guard.next, things) {
            (Next::Open, _) => true,
            (Next::Free, [Element::Site(site)]) => self.is_free(*site),
            (Next::Other(actor), [Element::Piece(site)]) => site != actor,
            _ => false,
        }
    }

    /// Whether nothing stands on a site.
    pub(in crate::engine) fn is_free(&self, site: SiteId) -> bool {
        self.store.piece_at(site, &self.program.layout).is_none()
    }

    /// The choice on top of the stack by its name, and things as it would name them.
    pub(in crate::engine) fn named(&self, things: &[Element]) -> Option<(&str, SmallVec<[Chosen; 1]>)> {
        let Some(Task::Choose { block, at, .. }) = self.machine.tasks.last() else { return None };
        let (Op::Choose(_, name, _, from, _), _) = self.program.block(*block).ops.get(*at as usize)? else { return None };
        Some((name, things.iter().map(|thing| self.plain(thing, *from)).collect()))
    }
}

/// Whether a token lies where it can be taken from.
fn can_be_moved(token: &TokenRef) -> bool {
    !matches!(token.place, TokenPlace::TakenSlot(..))
}
