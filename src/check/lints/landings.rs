//! Legs that never land: where the landing has to be occupied, the piece stays where it is.

use crate::diagnostic::Diagnostic;
use crate::model::expr::{Expr, ExprKind, Field, Given, Type};
use crate::model::rules::{MoveVerb, Path, PathItem, PathMode};

use super::Looked;

impl Looked<'_> {
    /// W0849: a leg whose landing is always occupied, so that the piece never lands.
    pub(super) fn landings(&mut self) {
        let mut found = Vec::new();
        for rule in self.rules.groups.iter().flat_map(|group| &group.rules).filter(|rule| self.asked_line(rule.rule)) {
            let MoveVerb::Path(_, path) = &rule.verb else { continue };
            // what follows the leg may do something with the piece there
            if !rule.then.statements.is_empty() || self.equipment.stacks > 1 {
                continue;
            }
            if let Some(landing) = only_occupied(path) {
                let line = self.line_span(rule.rule);
                found.push(if line.contains(landing.span) { landing.span } else { line });
            }
        }
        for at in found {
            let says = "this can only land where something stands: the piece stays where it is";
            self.report(LANDING_HELP.iter().fold(Diagnostic::warning("W0849", at, says), |found, help| found.help(*help)));
        }
    }
}

/// What the author may have meant by a landing that is occupied.
pub(in crate::check) const LANDING_HELP: [&str; 2] = [
    "to take a piece by moving onto it is `pounce WAYS onto PIECES`, or in a path `taking PIECES` as the last item",
    "to go over one is `jump WAYS over PIECES`, which takes it, or `hop WAYS over PIECES`; to take it and stay is `strike`",
];

/// The landing of a path that moves its piece, if it is always occupied.
pub(in crate::check) fn only_occupied(path: &Path) -> Option<&Expr> {
    let mut all = path.items.iter().filter_map(landing);
    let last = all.next_back().filter(|_| path.mode == PathMode::Go)?;
    (occupied(last) && all.all(occupied)).then_some(last)
}

fn landing(item: &PathItem) -> Option<&Expr> {
    if let PathItem::To(set) = item { Some(set) } else { None }
}

/// Whether there is a piece on every site of the set.
fn occupied(sites: &Expr) -> bool {
    match &sites.kind {
        _ if sites.ty == Type::Piece => stand(sites),
        ExprKind::Field(Field::Site, pieces) => pieces.ty == Type::Piece && stand(pieces),
        ExprKind::Without(_, away) => away.kind == ExprKind::Given(Given::Empty),
        ExprKind::Intersect(parts) => parts.iter().any(occupied),
        ExprKind::Union(parts) => parts.iter().all(occupied),
        ExprKind::Where(from, ..) | ExprKind::Extreme(from, ..) => occupied(from),
        _ => false,
    }
}

/// Whether the pieces of the set are all on the board.
fn stand(pieces: &Expr) -> bool {
    match &pieces.kind {
        ExprKind::Given(Given::Pieces) | ExprKind::PiecesOfKinds(_) | ExprKind::Field(Field::PiecesOf, _) => true,
        ExprKind::Intersect(parts) => parts.iter().any(stand),
        ExprKind::Union(parts) => parts.iter().all(stand),
        ExprKind::On(from, _, false) | ExprKind::Where(from, ..) | ExprKind::Extreme(from, ..) | ExprKind::Without(from, _) => {
            stand(from)
        }
        _ => false,
    }
}
