//! Chains that need never end: legs that take nothing and may come back to where the piece has been.

use crate::diagnostic::Diagnostic;
use crate::model::board::Facing;
use crate::model::expr::{Expr, ExprKind, Given, RelativeWay};
use crate::model::rules::{Block, MoveVerb, Path, PathItem, Rules, StatementKind};
use crate::model::walk::{any_phrase, any_statement};
use crate::model::{SiteId, StoredId};

use super::Checker;

impl<'a> Checker<'a> {
    /// E0612 for each rule of a chain that can go round for ever.
    pub(super) fn never_ending(&mut self, rules: &Rules) {
        for group in &rules.groups {
            let Some(law) = group.chain.first() else { continue };
            // Who goes straight on comes to the edge, where no line leads round.
            if group.must_not_turn.is_some() && self.lines_end() {
                continue;
            }
            for rule in &group.rules {
                let MoveVerb::Path(_, path) = &rule.verb else { continue };
                let ends = takes(&path.items) || self.shuns_its_trail(&path.items, rules) || self.only_forward(path);
                if ends || changes_pieces(&rule.then) {
                    continue;
                }
                let (at, law) = (self.line_span(rule.rule), self.line_span(law.rule));
                self.report_plain(
                    Diagnostic::error("E0612", at, "this chain need never end: its legs take nothing and may lead back")
                        .label(law, "the chain goes on by this law")
                        .help("let it land only where it has not been: `to (empty not on trail)`"),
                );
            }
        }
    }

    /// Whether every line of the board ends somewhere.
    fn lines_end(&self) -> bool {
        let board = &self.equipment.board;
        let sites = || (0..board.sites.len()).map(|site| SiteId(site as u16));
        (0..board.directions.len()).all(|way| sites().all(|site| board.line(way, site).all(|next| next != site)))
    }

    /// Whether what has been visited in this move is kept out.
    fn shuns_its_trail(&self, items: &[PathItem], rules: &Rules) -> bool {
        items.iter().any(|item| match item {
            PathItem::Past(times, set) => times.least > 0 && self.shuns(set, rules),
            PathItem::To(set) | PathItem::Taking(_, set) => self.shuns(set, rules),
            PathItem::Group(times, items) => times.least > 0 && self.shuns_its_trail(items, rules),
            PathItem::Here | PathItem::Counted(..) => false,
        })
    }

    fn shuns(&self, set: &Expr, rules: &Rules) -> bool {
        let grows = |one: &Expr| match one.kind {
            ExprKind::Given(Given::Trail) => true,
            ExprKind::Stored(id, _) => self.is_kept_each_move(one) && is_set(id, rules),
            _ => false,
        };
        let visited = |set: &Expr| any_phrase(set, &mut |one| grows(one));
        any_phrase(set, &mut |one| match &one.kind {
            ExprKind::Without(_, away) => visited(away),
            ExprKind::On(_, away, true) | ExprKind::In(_, away, true) => visited(away),
            ExprKind::Where(_, _, holds) => any_phrase(holds, &mut |one| match &one.kind {
                ExprKind::Not(inner) => visited(inner),
                _ => false,
            }),
            _ => false,
        })
    }

    /// Whether every leg brings the piece nearer to the far row, on a board where forward never leads back.
    fn only_forward(&self, path: &Path) -> bool {
        let forward = any_phrase(&path.ways, &mut |one| {
            matches!(one.kind, ExprKind::RelativeDirections(RelativeWay::Forward | RelativeWay::Backward, _))
        });
        let plain = matches!(path.ways.kind, ExprKind::Intersect(_) | ExprKind::RelativeDirections(..));
        let board = &self.equipment.board;
        let onward = |facing: Facing| {
            let ahead = board.forward(facing);
            (0..board.directions.len()).filter(|i| ahead >> i & 1 == 1).all(|direction| {
                board.steps[direction].iter().enumerate().all(|(from, to)| {
                    let at = |site: usize| {
                        let site = &board.sites[site];
                        facing.along((site.file as i8, site.rank as i8))
                    };
                    to.is_none_or(|to| at(to.index()) > at(from))
                })
            })
        };
        forward && plain && self.equipment.sides.iter().all(|side| onward(side.faces))
    }
}

/// Whether what follows a leg changes the pieces on the board, so that the same leg may not be found there again.
fn changes_pieces(then: &Block) -> bool {
    use StatementKind::*;
    any_statement(then, &mut |one| {
        matches!(
            one.kind,
            Take(_) | MovePiece(..) | PlaceNew(..) | SetKind(..) | SetOwner(..) | SetSlot(..) | Exchange(_) | End(..)
        )
    })
}

/// Whether some rule or trigger sets a kept thing.
fn is_set(id: StoredId, rules: &Rules) -> bool {
    let sets =
        |block: &Block| any_statement(block, &mut |one| matches!(&one.kind, StatementKind::SetKept(set, ..) if *set == id));
    let of_rules = rules
        .groups
        .iter()
        .flat_map(|group| &group.rules)
        .any(|rule| sets(&rule.then) || matches!(&rule.verb, MoveVerb::Body(_, body) if sets(body)));
    of_rules || rules.triggers.iter().any(|trigger| sets(&trigger.body))
}

fn takes(items: &[PathItem]) -> bool {
    items.iter().any(|item| match item {
        PathItem::Taking(times, _) => times.least > 0,
        PathItem::Group(times, items) => times.least > 0 && takes(items),
        _ => false,
    })
}
