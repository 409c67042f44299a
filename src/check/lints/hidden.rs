//! Rules by which the list of moves tells what its player must not know.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::model::equipment::{PileHolds, SeenBy};
use crate::model::expr::{Expr, ExprKind, Field, Given};
use crate::model::rules::{Block, MoveVerb, StatementKind, Subject};
use crate::model::walk::{any_in_block, any_in_path, any_phrase, any_statement, blocks_of, own_phrases};
use crate::model::{Equipment, LocalId, PileId};
use crate::source::Span;

use super::Looked;

impl Looked<'_> {
    /// W0842: what may be played depends on what lies in a pile that the player does not see, or face down under a site.
    pub(super) fn hidden(&mut self) {
        if self.equipment.piles.iter().all(|pile| pile.seen_by == SeenBy::All) && covered(self.equipment).is_none() {
            return;
        }
        let rules = self.rules;
        let mut told: Vec<(Span, Place)> = Vec::new();
        for rule in rules.groups.iter().flat_map(|group| &group.rules).filter(|rule| self.asked_line(rule.rule)) {
            let (Subject::Pieces(who) | Subject::Players(who)) = &rule.subject;
            let mut unseen = Unseen::of(self.equipment);
            unseen.anybody = !any_phrase(who, &mut says_who)
                && !rule.condition.iter().any(|condition| any_phrase(condition, &mut asks_who))
                && !matches!(&rule.verb, MoveVerb::Body(_, block) if any_in_block(block, &mut asks_who));
            unseen.read(who);
            rule.condition.iter().for_each(|condition| unseen.read(condition));
            match &rule.verb {
                MoveVerb::Path(_, path) => _ = any_in_path(path, &mut |one| unseen.note(one)),
                MoveVerb::Body(_, block) => _ = unseen.before_anything_is_done(block),
            }
            told.extend(unseen.found());
        }
        for obligation in rules.obligations.iter().filter(|one| self.asked_line(one.rule)) {
            let mut unseen = Unseen::of(self.equipment);
            unseen.anybody = !obligation.condition.iter().any(|condition| any_phrase(condition, &mut asks_who));
            unseen.read(&obligation.moves);
            obligation.condition.iter().for_each(|condition| unseen.read(condition));
            told.extend(unseen.found());
        }
        let mut unseen = Unseen::of(self.equipment);
        unseen.anybody = !any_in_block(&rules.turn.body, &mut asks_who);
        any_statement(&rules.turn.body, &mut |one| {
            if let StatementKind::Play { moves, .. } = &one.kind {
                unseen.read(moves);
            }
            false
        });
        told.extend(unseen.found());
        for (at, place) in told {
            let (message, instead) = match place {
                Place::Pile(pile) => {
                    let name = &self.equipment.piles[pile.index()].name;
                    let message = format!("what may be played tells what lies in `{name}`, which the player does not see");
                    (message, "let the player see the pile (`seen_by`)".to_owned())
                }
                Place::Under => {
                    let (name, open) = covered(self.equipment).unwrap_or_default();
                    let message =
                        format!("what may be played tells what the {name} under a site is, though it may lie face down");
                    (message, format!("ask whether it is `{open}` too"))
                }
            };
            let help = format!("let the move be made whatever lies there, and what it comes to depend on it; or {instead}");
            self.report(Diagnostic::warning("W0842", at, message).help(help));
        }
    }
}

/// Where things lie that a player does not see.
#[derive(Clone, Copy)]
enum Place {
    Pile(PileId),
    /// Under a site, and not open to all.
    Under,
}

/// What lies under the sites, if not always open to all, and its open face.
fn covered(equipment: &Equipment) -> Option<(&str, &str)> {
    let (name, token) = equipment.under.as_ref()?;
    let faces = &equipment.enums[equipment.tokens[token.index()].faces?.index()].values;
    (faces.len() > 1).then(|| (name.as_str(), faces.last().map_or("", String::as_str)))
}

/// What a rule reads of things that its player does not see.
struct Unseen<'a> {
    equipment: &'a Equipment,
    /// The rule is everybody's: it does not say of whom.
    anybody: bool,
    /// Names bound to such things, and where they lie.
    names: BTreeMap<LocalId, Place>,
    /// It asks how tokens lie.
    asks_faces: bool,
    told: Vec<(Span, Place)>,
}

impl<'a> Unseen<'a> {
    fn of(equipment: &'a Equipment) -> Unseen<'a> {
        Unseen { equipment, anybody: true, names: BTreeMap::new(), asks_faces: false, told: Vec::new() }
    }

    /// What was read, and where; a rule that asks how tokens lie knows which are open.
    fn found(self) -> impl Iterator<Item = (Span, Place)> {
        let Unseen { asks_faces, told, .. } = self;
        told.into_iter().filter(move |(_, place)| !(asks_faces && matches!(place, Place::Under)))
    }

    fn read(&mut self, phrase: &Expr) {
        any_phrase(phrase, &mut |one| self.note(one));
    }

    /// What a phrase itself reads; its parts come after it.
    fn note(&mut self, phrase: &Expr) -> bool {
        self.asks_faces |= matches!(phrase.kind, ExprKind::Field(Field::Face, _) | ExprKind::TokensFaced(..));
        let from = match &phrase.kind {
            ExprKind::Where(all, name, _) | ExprKind::Extreme(all, name, ..) => {
                if let Some(place) = self.lies(all) {
                    self.names.insert(*name, place);
                }
                None
            }
            ExprKind::Field(field, of) | ExprKind::Total(field, of) if is_of_the_thing(*field) => self.lies(of),
            ExprKind::In(what, pile, _) if names_a_sort(what) => self.lies(pile),
            ExprKind::Is(what, sort) if names_a_sort(sort) => self.lies(what),
            ExprKind::Intersect(parts) if parts.iter().any(names_a_sort) => parts.iter().find_map(|part| self.lies(part)),
            ExprKind::Order(what, list) => self.lies(what).or_else(|| self.lies(list)),
            _ => None,
        };
        self.told.extend(from.map(|place| (phrase.span, place)));
        false
    }

    /// Whether nothing that these statements do could have shown anything to the player; what they read is noted up to there.
    fn before_anything_is_done(&mut self, block: &Block) -> bool {
        block.statements.iter().all(|statement| {
            own_phrases(statement).into_iter().for_each(|phrase| self.read(phrase));
            match &statement.kind {
                StatementKind::Let(name, of)
                | StatementKind::For(name, of, _)
                | StatementKind::Choose { local: name, from: of, .. } => {
                    if let Some(place) = self.lies(of) {
                        self.names.insert(*name, place);
                    }
                }
                StatementKind::Require(_)
                | StatementKind::If(..)
                | StatementKind::Either(_)
                | StatementKind::May(_)
                | StatementKind::Verb(..) => {}
                _ => return false,
            }
            let acting = blocks_of(statement).into_iter().filter(|block| !self.before_anything_is_done(block)).count();
            acting == 0
        })
    }

    /// Where these things lie, if their player does not see them.
    fn lies(&self, things: &Expr) -> Option<Place> {
        match &things.kind {
            ExprKind::Local(name) => self.names.get(name).copied(),
            ExprKind::Contents(of) => self.unseen_pile(of),
            ExprKind::Field(Field::Under, _) => covered(self.equipment).map(|_| Place::Under),
            ExprKind::Field(Field::Top | Field::Bottom | Field::First | Field::Last, of) => {
                self.lies(of).or_else(|| self.unseen_pile(of))
            }
            ExprKind::In(_, of, false) | ExprKind::Where(of, ..) | ExprKind::Extreme(of, ..) | ExprKind::Without(of, _) => {
                self.lies(of)
            }
            ExprKind::Intersect(parts) => parts.iter().find_map(|part| self.lies(part)),
            _ => None,
        }
    }

    fn unseen_pile(&self, pile: &Expr) -> Option<Place> {
        let ExprKind::Field(Field::Pile(id), whose) = &pile.kind else { return None };
        let pile = &self.equipment.piles[id.index()];
        let players = self.equipment.players.len() as u32;
        let theirs = any_phrase(whose, &mut |one| match one.kind {
            ExprKind::Given(Given::Opponent) => true,
            // Whoever else moves does not see it.
            ExprKind::Players(named) => self.anybody && u32::from(named).count_ones() < players,
            _ => false,
        });
        let unseen = match pile.seen_by {
            SeenBy::All => false,
            SeenBy::Owner => theirs,
            SeenBy::Nobody => true,
        };
        (unseen && !matches!(pile.holds, PileHolds::Kind(_))).then_some(Place::Pile(*id))
    }
}

/// Whether a phrase names sides or players.
fn says_who(phrase: &Expr) -> bool {
    matches!(phrase.kind, ExprKind::Players(_) | ExprKind::Sides(_))
}

/// Whether a phrase asks who somebody is.
fn asks_who(phrase: &Expr) -> bool {
    matches!(&phrase.kind, ExprKind::Is(who, one) if says_who(who) || says_who(one))
}

/// Whether a field is of the thing itself, not of where it lies.
fn is_of_the_thing(field: Field) -> bool {
    matches!(field, Field::Attribute(_) | Field::Kind | Field::Owner | Field::Slot(_) | Field::Worth)
}

/// Whether a set is told by what its things are: `hearts`, `king`.
fn names_a_sort(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::TokensBearing(..) | ExprKind::PiecesOfKinds(_) | ExprKind::PiecesBearing(..) => true,
        ExprKind::Intersect(parts) | ExprKind::Union(parts) => parts.iter().any(names_a_sort),
        _ => false,
    }
}
