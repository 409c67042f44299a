//! Compiles phrases to nodes, of which equal ones are shared, and paths to items.

use std::collections::HashMap;

use crate::model::expr::{CanVerb, Expr, ExprKind, RelativeTo, Type};
use crate::model::rules;
use crate::program::code::{Block, Item, Path, PathId, Set};
use crate::program::node::{Node, NodeId, Nodes, Relative};

/// A program under construction.
pub(super) struct Builder<'v> {
    pub(super) nodes: Vec<Node>,
    pub(super) blocks: Vec<Block>,
    /// The checked statements that each block was made from.
    pub(super) written: Vec<&'v rules::Block>,
    pub(super) paths: Vec<Path>,
    pub(super) types: Vec<Type>,
    known: HashMap<(Node, Type), NodeId>,
    left_out: &'v rules::LeftOut,
}

impl<'v> Builder<'v> {
    /// An empty program.
    pub(super) fn new(left_out: &'v rules::LeftOut) -> Builder<'v> {
        Builder {
            nodes: Vec::new(),
            blocks: Vec::new(),
            written: Vec::new(),
            paths: Vec::new(),
            types: Vec::new(),
            known: HashMap::new(),
            left_out,
        }
    }

    pub(super) fn phrase(&mut self, expr: &'v Expr) -> NodeId {
        let node = self.node(expr);
        if let Some(id) = self.known.get(&(node.clone(), expr.ty)) {
            return *id;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.types.push(expr.ty);
        self.known.insert((node, expr.ty), id);
        id
    }

    fn all(&mut self, exprs: &'v [Expr]) -> Nodes {
        exprs.iter().map(|expr| self.phrase(expr)).collect()
    }

    fn relative(&mut self, to: &'v RelativeTo) -> Relative {
        match to {
            RelativeTo::Described => Relative::Described,
            RelativeTo::Actor => Relative::Actor,
            RelativeTo::Mover => Relative::Mover,
            RelativeTo::Of(sides) => Relative::Of(self.phrase(sides)),
        }
    }

    fn node(&mut self, expr: &'v Expr) -> Node {
        match &expr.kind {
            ExprKind::Number(number) => Node::Number(*number),
            ExprKind::Truth(truth) => Node::Truth(*truth),
            ExprKind::None => Node::None,
            ExprKind::Sites(set) => Node::Sites(set.clone()),
            ExprKind::RelativeSites(row, to) => Node::RelativeSites(*row, self.relative(to)),
            ExprKind::Directions(set) => Node::Bits(*set as u64),
            ExprKind::RelativeDirections(way, to) => Node::RelativeDirections(*way, self.relative(to)),
            ExprKind::Kinds(set) => Node::Bits(*set as u64),
            ExprKind::Players(set) | ExprKind::Sides(set) => Node::Bits(*set as u64),
            ExprKind::Values(set) => Node::Bits(*set),
            ExprKind::Tokens(token) => Node::Tokens(*token),
            ExprKind::Given(given) => Node::Given(*given),
            ExprKind::Local(local) => Node::Local(*local),
            ExprKind::Stored(id, of) => Node::Stored(*id, of.as_ref().map(|of| self.phrase(of))),
            ExprKind::Moves(groups) => Node::Moves(groups.iter().copied().collect()),
            ExprKind::MovesOf(moves, players) => Node::MovesOf(self.phrase(moves), self.phrase(players)),
            ExprKind::Intersect(parts) => Node::Intersect(self.all(parts)),
            ExprKind::Union(parts) => Node::Union(self.all(parts)),
            ExprKind::Without(a, b) => Node::Without(self.phrase(a), self.phrase(b)),
            ExprKind::Field(field, of) => Node::Field(*field, self.phrase(of)),
            ExprKind::From(ways, from) => Node::From(self.phrase(ways), self.phrase(from), from.ty == Type::Piece),
            ExprKind::Beyond(ways, from) => Node::Beyond(self.phrase(ways), self.phrase(from), from.ty == Type::Piece),
            ExprKind::On(what, sites, not) => Node::On(self.phrase(what), self.phrase(sites), *not),
            ExprKind::In(what, container, not) => Node::In(self.phrase(what), self.phrase(container), *not),
            ExprKind::Where(what, it, condition) => Node::Where(self.phrase(what), *it, self.phrase(condition)),
            ExprKind::Extreme(what, it, most, key) => Node::Extreme(self.phrase(what), *it, *most, self.phrase(key)),
            ExprKind::If(condition, a, b) => Node::If(self.phrase(condition), self.phrase(a), self.phrase(b)),
            ExprKind::PiecesOfKinds(kinds) => Node::PiecesOfKinds(self.phrase(kinds)),
            ExprKind::PiecesBearing(slot, attribute, values) => Node::PiecesBearing(*slot, *attribute, self.phrase(values)),
            ExprKind::TokensBearing(token, attribute, values) => Node::TokensBearing(*token, *attribute, self.phrase(values)),
            ExprKind::TokensFaced(token, faces) => Node::TokensFaced(*token, self.phrase(faces)),
            ExprKind::Contents(of) => Node::Contents(self.phrase(of)),
            ExprKind::Count(of) => Node::Count(self.phrase(of)),
            ExprKind::Some(of) => Node::Some(self.phrase(of)),
            ExprKind::Total(field, of) => Node::Total(*field, self.phrase(of)),
            ExprKind::Order(what, list) => Node::Order(self.phrase(what), self.phrase(list)),
            ExprKind::Arithmetic(op, a, b) => Node::Arithmetic(*op, self.phrase(a), self.phrase(b)),
            ExprKind::Compare(order, a, b) => Node::Compare(*order, self.phrase(a), self.phrase(b)),
            ExprKind::Is(a, b) => Node::Is(self.phrase(a), self.phrase(b)),
            ExprKind::And(parts) => Node::And(self.all(parts)),
            ExprKind::Or(parts) => Node::Or(self.all(parts)),
            ExprKind::Not(of) => Node::Not(self.phrase(of)),
            ExprKind::Can(who, verb) => {
                let who = self.phrase(who);
                match verb {
                    CanVerb::Path(path) => Node::CanPath(who, self.path(path)),
                    CanVerb::Group(groups, prey, asker) => {
                        let prey = prey.as_ref().map(|prey| self.phrase(prey));
                        let without = self.left_out.get(asker).map(|rules| rules.as_slice().into()).unwrap_or_default();
                        Node::CanGroup(who, groups.iter().copied().collect(), prey, without)
                    }
                    CanVerb::Body(block) => Node::CanBody(who, self.block(block)),
                }
            }
        }
    }

    pub(super) fn path(&mut self, path: &'v rules::Path) -> PathId {
        let here = path.items.iter().position(|item| matches!(item, rules::PathItem::Here));
        let (behind, ahead) = match here {
            Some(at) => (&path.items[..at], &path.items[at + 1..]),
            None => (&[][..], &path.items[..]),
        };
        let compiled = Path {
            mode: path.mode,
            ways: self.phrase(&path.ways),
            behind: self.items(behind),
            ahead: self.items(ahead),
            rule: path.rule,
        };
        if let Some(at) = self.paths.iter().position(|known| *known == compiled) {
            return PathId(at as u32);
        }
        self.paths.push(compiled);
        PathId(self.paths.len() as u32 - 1)
    }

    fn items(&mut self, items: &'v [rules::PathItem]) -> Vec<Item> {
        let mut compiled = Vec::with_capacity(items.len());
        for item in items {
            compiled.push(match item {
                rules::PathItem::Past(times, set) => Item::Past(*times, self.set(set)),
                rules::PathItem::Taking(times, set) => Item::Taking(*times, self.set(set)),
                rules::PathItem::To(set) => Item::To(self.set(set)),
                rules::PathItem::Group(times, items) => Item::Group(*times, self.items(items)),
                rules::PathItem::Counted(number, items) => Item::Counted(self.phrase(number), self.items(items)),
                rules::PathItem::Here => continue,
            });
        }
        compiled
    }

    fn set(&mut self, set: &'v Expr) -> Set {
        Set { node: self.phrase(set), pieces: set.ty == Type::Piece }
    }
}
