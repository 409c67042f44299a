//! Evaluating phrases in a position. Nothing here changes the position.

mod bits;
mod contents;
mod elements;
mod filters;
pub(super) mod follow;
pub(super) mod memo;
pub(super) mod nearest;
mod numbers;
pub(super) mod path_masks;
pub(super) mod paths;
mod pieces;
mod sites;
mod tokens;

use smallvec::SmallVec;

use crate::model::expr::{Field, Type};
use crate::model::{LocalId, PlayerId, SideId, SiteId, SiteSet};
use crate::program::fixed::Keep;
use crate::program::node::{Node, NodeId, Relative};
use crate::program::{Layout, Program};

use memo::{Key, Memo};

use super::effort::WorkBudget;
use super::machine::Machine;
use super::store::Store;
use super::value::{Element, TakenPiece, Value};

/// A position and a point in a run at which phrases are evaluated.
pub(super) struct Eval<'a> {
    pub(super) program: &'a Program,
    pub(super) store: &'a Store,
    pub(super) machine: &'a Machine,
    /// Where the names of the script under way begin among the machine's values.
    pub(super) base: usize,
    /// Repetition hashes of the positions so far.
    pub(super) stood: &'a [u64],
    /// The memo, and the state of memory for which values are looked up and kept.
    memo: Option<(&'a Memo, u64)>,
    /// The work that the decision may still take.
    pub(super) effort: &'a WorkBudget,
    /// Bound names of conditions (`it`), innermost last.
    pub(super) bound: SmallVec<[(LocalId, Value); 2]>,
    /// The owner of the piece being described, to whom relative words refer.
    described: Option<usize>,
    /// The acting piece, if it is not that of the run.
    acting: Option<Option<SiteId>>,
    /// The candidate move to which `actor`, `taken` and so on refer, in obligations.
    candidate: Option<Candidate<'a>>,
    /// Where a move begins with the acting piece, if it is asked what it could begin here.
    pub(super) sets_out: Option<SiteId>,
    /// The mover, if it is not the player whose turn it is.
    moving: Option<PlayerId>,
}

/// A candidate move as obligations see it, in terms of the position before the move.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub(super) actor: Option<SiteId>,
    pub(super) taken: &'a [TakenPiece],
    pub(super) start: Option<SiteId>,
    pub(super) landing: Option<SiteId>,
    pub(super) trail: &'a [SiteId],
    pub(super) legs: u16,
}

impl<'a> Eval<'a> {
    /// An evaluator at a point of a run. Values are kept in `memo` for this state of memory.
    #[inline]
    pub(super) fn of(
        program: &'a Program,
        store: &'a Store,
        machine: &'a Machine,
        base: usize,
        stood: &'a [u64],
        memo: Option<(&'a Memo, u64)>,
        effort: &'a WorkBudget,
    ) -> Eval<'a> {
        // Which pieces wait to be removed is in the machine, not in memory, so the state of memory would not distinguish it.
        let memo = if machine.moving.taken.iter().any(|taken| taken.waits) { None } else { memo };
        Eval {
            program,
            store,
            machine,
            base,
            stood,
            memo,
            effort,
            bound: SmallVec::new(),
            described: None,
            acting: None,
            candidate: None,
            sets_out: None,
            moving: None,
        }
    }

    /// Where the value of a phrase is memoized, if it is. `as_a` is the type as which it is evaluated; other types are not
    /// memoized.
    #[inline]
    fn kept(&self, id: NodeId, as_a: Type) -> Option<(&'a Memo, Key)> {
        let keep = self.program.phrases.keeping[id.0 as usize];
        let other = self.program.type_of(id) != as_a;
        if keep == Keep::Never || other || self.moving.is_some() || self.candidate.is_some() {
            return None;
        }
        let (memo, state) = self.memo?;
        match keep {
            Keep::Actor if self.described.is_none() => Some((memo, Key { id, state, actor: self.actor() })),
            Keep::Position => Some((memo, Key { id, state, actor: None })),
            _ => None,
        }
    }

    /// With another acting piece.
    #[inline]
    pub(super) fn acting(mut self, actor: Option<SiteId>) -> Eval<'a> {
        self.acting = Some(actor);
        self
    }

    /// With a candidate move to which `actor`, `taken` and so on refer.
    pub(super) fn about(mut self, candidate: Candidate<'a>) -> Eval<'a> {
        self.candidate = Some(candidate);
        self
    }

    /// With a move that begins with the piece on a site.
    pub(super) fn setting_out(mut self, site: SiteId) -> Eval<'a> {
        self.sets_out = Some(site);
        self
    }

    /// With another mover.
    #[inline]
    pub(super) fn moving(mut self, player: PlayerId) -> Eval<'a> {
        self.moving = Some(player);
        self
    }

    /// With a name bound to a value.
    #[inline]
    pub(super) fn binding(mut self, local: LocalId, value: Value) -> Eval<'a> {
        self.bound.push((local, value));
        self
    }

    pub(super) fn layout(&self) -> &'a Layout {
        &self.program.layout
    }

    /// Spends one step and returns whether the effort is used up. If so, the values of phrases no longer matter.
    #[inline]
    fn is_spent(&self) -> bool {
        self.effort.spend(1);
        self.effort.is_spent()
    }

    /// The value of a phrase of any type.
    pub(super) fn value(&mut self, id: NodeId) -> Value {
        match self.program.type_of(id) {
            Type::Site => Value::Sites(self.sites(id)),
            Type::Piece => Value::Pieces(self.pieces(id)),
            Type::Token(_) => Value::Tokens(self.tokens(id)),
            Type::Pile => Value::Piles(self.piles(id)),
            Type::Direction | Type::Player | Type::Side | Type::Kind | Type::Value(_) => Value::Bits(self.bits(id)),
            Type::Number => {
                let mut numbers = self.numbers(id);
                if numbers.len() == 1 { Value::Number(numbers.remove(0)) } else { Value::Numbers(numbers) }
            }
            Type::Truth => Value::Truth(self.truth(id)),
            Type::Move => Value::None,
        }
    }

    /// The value bound to a name.
    pub(super) fn local(&self, local: LocalId) -> Value {
        self.named(local).clone()
    }

    /// The same by reference.
    pub(super) fn named(&self, local: LocalId) -> &Value {
        static NONE: Value = Value::None;
        match self.bound.iter().rev().find(|(name, _)| *name == local) {
            Some((_, value)) => value,
            None => self.machine.values.get(self.base + local.index()).unwrap_or(&NONE),
        }
    }

    /// The site of a phrase that is the name of one site or one piece, or `site of` such a name; `None` for other phrases.
    fn site_of(&self, id: NodeId) -> Option<SiteId> {
        let one = |set: &SiteSet| set.first().filter(|_| set.len() == 1);
        let local = match self.program.node(id) {
            Node::Field(Field::Site, of) => match self.program.node(*of) {
                Node::Local(local) => local,
                _ => return None,
            },
            Node::Local(local) => local,
            _ => return None,
        };
        match self.named(*local) {
            Value::Sites(sites) => one(sites),
            Value::Pieces(pieces) if pieces.off.is_empty() => one(&pieces.board),
            _ => None,
        }
    }

    /// Whose turn it is.
    pub(super) fn mover(&self) -> PlayerId {
        self.moving.unwrap_or_else(|| {
            let order = &self.program.equipment.turn_order;
            order.get(self.store.cell(self.layout().turn()) as usize).copied().unwrap_or_default()
        })
    }

    /// The player of these sides (as bits) whose turn comes soonest.
    pub(super) fn next_of(&self, sides: u64) -> Option<PlayerId> {
        let order = &self.program.equipment.turn_order;
        let now = self.store.cell(self.layout().turn()) as usize;
        let mut from_now = (0..order.len()).map(|i| order[(now + i) % order.len()]);
        from_now.find(|player| sides >> self.side_of(*player).0 & 1 != 0)
    }

    pub(super) fn side_of(&self, player: PlayerId) -> SideId {
        self.program.equipment.players.get(player.index()).map_or(SideId(0), |player| player.side)
    }

    /// The acting piece.
    pub(super) fn actor(&self) -> Option<SiteId> {
        match (self.acting, self.candidate) {
            (Some(actor), _) => actor,
            (None, Some(candidate)) => candidate.actor,
            (None, None) => self.machine.moving.actor,
        }
    }

    /// The pieces taken by the move, or by the candidate.
    pub(super) fn taken(&self) -> &'a [TakenPiece] {
        match self.candidate {
            Some(candidate) => candidate.taken,
            None => &self.machine.moving.taken,
        }
    }

    /// The sides to which a relative word refers, as bits.
    fn sides_about(&mut self, to: Relative) -> u64 {
        match to {
            Relative::Of(of) => {
                let bits = self.bits(of);
                if self.program.type_of(of) == Type::Player { self.sides_of_players(bits) } else { bits }
            }
            Relative::Mover => 1 << self.side_of(self.mover()).0,
            Relative::Described => match self.described {
                Some(side) => 1 << side,
                None => self.sides_about(Relative::Actor),
            },
            Relative::Actor => {
                let owner = self.actor().and_then(|site| self.store.piece_at(site, self.layout()));
                owner.map_or_else(|| 1 << self.side_of(self.mover()).0, |(side, _)| 1 << side)
            }
        }
    }

    fn sides_of_players(&self, players: u64) -> u64 {
        let all = self.program.equipment.players.iter().enumerate();
        all.filter(|(i, _)| players >> i & 1 != 0).fold(0, |sides, (_, player)| sides | 1 << player.side.0)
    }

    /// Evaluates something with a name bound to an element.
    fn with<T>(&mut self, it: LocalId, element: &Element, test: impl FnOnce(&mut Self) -> T) -> T {
        let value = Value::of(std::slice::from_ref(element), self.layout().sites);
        self.bound.push((it, value));
        let result = test(self);
        self.bound.pop();
        result
    }

    /// The elements of a phrase for which a key is greatest or least.
    fn extreme(&mut self, what: NodeId, it: LocalId, most: bool, key: NodeId) -> Vec<Element> {
        let elements = self.value(what).elements();
        let keys: Vec<_> = elements.iter().map(|element| self.with(it, element, |eval| eval.numbers(key))).collect();
        let best = if most { keys.iter().max() } else { keys.iter().min() };
        let Some(best) = best else { return Vec::new() };
        elements.iter().zip(&keys).filter(|(_, key)| *key == best).map(|(element, _)| element.clone()).collect()
    }

    /// Whether the piece on a site is on the sites that a phrase denotes; relative words refer to its owner.
    pub(super) fn stands_on(&mut self, place: NodeId, site: SiteId) -> bool {
        self.describing(site, |eval| eval.sites(place)).contains(site)
    }

    /// The value of a phrase that has one of the forms shared by all types; `None` for other forms.
    fn shared(&mut self, id: NodeId) -> Option<Value> {
        let program = self.program;
        let sites = self.layout().sites;
        Some(match program.node(id) {
            Node::Local(local) => self.local(*local),
            Node::If(condition, yes, no) => {
                let branch = if self.truth(*condition) { *yes } else { *no };
                self.value(branch)
            }
            Node::Where(what, it, condition) => self.filtered(*what, *it, *condition),
            Node::Extreme(what, it, most, key) => Value::of(&self.extreme(*what, *it, *most, *key), sites),
            Node::In(what, container, not) => {
                let mut elements = if *not { self.value(*what).elements() } else { self.value(*container).elements() };
                elements.retain(
                    |element| {
                        if *not { !self.contains(*container, element) } else { self.contains(*what, element) }
                    },
                );
                Value::of(&elements, sites)
            }
            _ => return None,
        })
    }
}
