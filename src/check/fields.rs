//! `F of X`: fields of things, and what belongs to a player or side.

use crate::diagnostic::Diagnostic;
use crate::model::equipment::{PileHolds, PileOwner, RegionSites, SlotType};
use crate::model::expr::{Expr, ExprKind, Field, Given, RelativeRow, RelativeTo, RelativeWay, Type};
use crate::model::rules::StoredOf;
use crate::model::{Measure, PileId, RegionId, SlotId, StoredId, TokenId};
use crate::source::Span;
use crate::syntax::ast::{self, Filter};

use super::checker::Checker;
use super::env::Env;
use super::reading::{Many, Reading};

/// One meaning of a field name.
#[derive(Clone)]
enum Way {
    /// A field of things of the first type; its values are of the second type, and each thing has this many.
    Field(Field, Type, Type, Many),
    /// A pile of each player or side.
    Pile(PileId, Type),
    /// A counter, clock or kept thing of each player or side.
    Stored(StoredId, Type),
    /// `far-row of opponent`
    Row(RelativeRow),
    /// `forward of opponent`
    Direction(RelativeWay),
    /// `top`, `bottom`
    End(Field),
    /// `first`, `last`
    Place(Field),
}

impl<'a> Checker<'a> {
    /// Every reading of `F of X`.
    pub(super) fn field_of(&mut self, env: &Env<'a>, field: &'a ast::Expr, of: &'a ast::Expr, span: Span) -> Vec<Reading> {
        let readings = self.phrase(env, of);
        if readings.is_empty() {
            return Vec::new();
        }
        let name = match &field.kind {
            ast::ExprKind::Name(name) if env.find(name).is_none() => name.as_str(),
            _ => return self.owned(env, field, &readings, of.span, span),
        };
        if self.is_field_typeless(name) {
            return Vec::new();
        }
        let ways = self.ways(name);
        let mut found: Vec<Reading> = Vec::new();
        for way in &ways {
            for one in self.look_up(way, &readings, span) {
                match found.iter_mut().find(|other| other.ty() == one.ty()) {
                    Some(other) if other.rank > one.rank => *other = one,
                    Some(_) => {}
                    None => found.push(one),
                }
            }
        }
        if !found.is_empty() {
            self.note_field(name, field.span);
        }
        if let Some(least) = found.iter().map(|one| one.rank).min() {
            found.retain(|one| one.rank == least);
            for one in &found {
                self.one_of_many(one, name, of.span);
            }
            return found;
        }
        if ways.is_empty() || self.somebody(&readings).is_some() {
            return self.owned(env, field, &readings, of.span, span);
        }
        self.wrong_owner(name, &ways, &readings, field.span, of.span);
        self.bracketed_of(env, field, of, &ways);
        Vec::new()
    }

    /// Whether a word is the name of a field.
    pub(super) fn fields_named(&self, name: &str) -> bool {
        self.spellings(name).any(|name| !self.exact_ways(&name).is_empty())
    }

    /// Whether a word names a kept thing of unknown type.
    fn is_field_typeless(&self, name: &str) -> bool {
        !self.unknown.typeless.is_empty() && self.spellings(name).any(|name| self.is_typeless(&name))
    }

    fn ways(&self, name: &str) -> Vec<Way> {
        let mut spellings = self.spellings(name);
        spellings.find_map(|name| Some(self.exact_ways(&name)).filter(|ways| !ways.is_empty())).unwrap_or_default()
    }

    fn exact_ways(&self, name: &str) -> Vec<Way> {
        let eq = self.equipment;
        let mut ways = match name {
            "owner" => vec![Way::Field(Field::Owner, Type::Piece, Type::Side, Many::One)],
            "site" => vec![Way::Field(Field::Site, Type::Piece, Type::Site, Many::One)],
            "kind" => vec![Way::Field(Field::Kind, Type::Piece, Type::Kind, Many::One)],
            "value" => vec![
                Way::Field(Field::Worth, Type::Piece, Type::Number, Many::One),
                Way::Field(Field::Worth, Type::Kind, Type::Number, Many::One),
            ],
            "side" => vec![
                Way::Field(Field::SideOf, Type::Player, Type::Side, Many::One),
                Way::Field(Field::Owner, Type::Piece, Type::Side, Many::One),
            ],
            "player" => vec![Way::Field(Field::PlayersOf, Type::Side, Type::Player, self.players_of_a_side())],
            "opposite" => vec![Way::Field(Field::Opposite, Type::Direction, Type::Direction, Many::Maybe)],
            "actor" => vec![Way::Field(Field::ActorOf, Type::Move, Type::Piece, Many::One)],
            "top" => vec![Way::End(Field::Top)],
            "bottom" => vec![Way::End(Field::Bottom)],
            "first" => vec![Way::Place(Field::First)],
            "last" => vec![Way::Place(Field::Last)],
            "far-row" => vec![Way::Row(RelativeRow::Far)],
            "home-row" => vec![Way::Row(RelativeRow::Home)],
            "forward" => vec![Way::Direction(RelativeWay::Forward)],
            "backward" => vec![Way::Direction(RelativeWay::Backward)],
            "sideways" => vec![Way::Direction(RelativeWay::Sideways)],
            word => Measure::called(word)
                .map(|measure| Way::Field(Field::Measure(measure), Type::Site, Type::Number, Many::One))
                .into_iter()
                .collect(),
        };
        if name == "face" {
            for (i, token) in (0u8..).zip(&eq.tokens) {
                let faces = token.faces.map(Type::Value);
                ways.extend(faces.map(|to| Way::Field(Field::Face, Type::Token(TokenId(i)), to, Many::One)));
            }
        }
        for (i, slot) in (0u8..).zip(&eq.slots).filter(|(_, slot)| slot.name == name) {
            let to = match slot.holds {
                SlotType::Value(values) => Type::Value(values),
                SlotType::Token(token) => Type::Token(token),
            };
            ways.push(Way::Field(Field::Slot(SlotId(i)), Type::Piece, to, Many::Maybe));
        }
        for (i, token) in (0u8..).zip(&eq.tokens) {
            for (k, (_, values)) in (0u8..).zip(&token.attributes).filter(|(_, (attribute, _))| attribute == name) {
                let from = Type::Token(TokenId(i));
                ways.push(Way::Field(Field::Attribute(k), from, Type::Value(*values), Many::One));
            }
        }
        if let Some((_, token)) = eq.under.as_ref().filter(|(slot, _)| slot == name) {
            ways.push(Way::Field(Field::Under, Type::Site, Type::Token(*token), Many::Maybe));
        }
        let attributes = eq.players.iter().flat_map(|player| (0u8..).zip(&player.attributes));
        let mut attributes = attributes.filter(|(_, (attribute, ..))| attribute == name);
        if let Some((k, (_, values, _))) = attributes.next() {
            ways.push(Way::Field(Field::PlayerAttribute(k), Type::Player, Type::Value(*values), Many::Several));
        }
        if let Some(i) = eq.piles.iter().position(|pile| pile.name == name) {
            match eq.piles[i].of {
                PileOwner::EachSide => ways.push(Way::Pile(PileId(i as u8), Type::Side)),
                PileOwner::EachPlayer => ways.push(Way::Pile(PileId(i as u8), Type::Player)),
                PileOwner::Common | PileOwner::One(_) => {}
            }
        }
        if let Some(i) = self.stored_named(name) {
            match self.stored[i].of {
                StoredOf::Side => ways.push(Way::Stored(StoredId(i as u8), Type::Side)),
                StoredOf::Player => ways.push(Way::Stored(StoredId(i as u8), Type::Player)),
                StoredOf::Position => {}
            }
        }
        let by_side = |region: &crate::model::equipment::Region| matches!(region.sites, RegionSites::BySide(_));
        if let Some(i) = eq.regions.iter().position(|region| region.name == name && by_side(region)) {
            ways.push(Way::Row(RelativeRow::Region(RegionId(i as u8))));
        }
        ways
    }

    pub(super) fn players_of_a_side(&self) -> Many {
        if self.equipment.players.len() == self.equipment.sides.len() { Many::One } else { Many::Several }
    }

    fn look_up(&self, way: &Way, readings: &[Reading], span: Span) -> Vec<Reading> {
        let product = |a: Many, b: Many| if a == Many::Several || b == Many::Several { Many::Several } else { a.max(b) };
        let as_type = |ty| self.nearest_as(readings, ty).ok();
        let made =
            |of: &Reading, kind: ExprKind, ty, many| Some(Reading { rank: of.rank, ..Reading::new(kind, ty, span, many) });
        let boxed = |of: &Reading| Box::new(of.expr.clone());
        let one = match way {
            Way::Field(Field::Worth, from, _, _) => {
                // `value of king` is the value of the kind itself; `value of` a piece is that of its kind.
                let natural = readings.iter().find(|one| one.ty() == *from);
                natural
                    .cloned()
                    .or_else(|| as_type(*from))
                    .and_then(|of| made(&of, ExprKind::Field(Field::Worth, boxed(&of)), Type::Number, of.many))
            }
            Way::Field(field, from, to, each) => as_type(*from).and_then(|of| {
                let many = if *to == Type::Number { of.many } else { product(of.many, *each) };
                made(&of, ExprKind::Field(*field, boxed(&of)), *to, many)
            }),
            Way::Pile(pile, owner) => self
                .owner_as(readings, *owner)
                .and_then(|of| made(&of, ExprKind::Field(Field::Pile(*pile), boxed(&of)), Type::Pile, of.many)),
            Way::Stored(id, owner) => self.owner_as(readings, *owner).map(|of| {
                let base = self.stored_reading(*id, Some(of.expr.clone()), span);
                let number = matches!(base.ty(), Type::Number | Type::Truth);
                let many = if number { of.many } else { base.many };
                Reading { rank: of.rank, many, ..base }
            }),
            Way::Row(row) => self.whose(readings).and_then(|of| {
                let to = RelativeTo::Of(boxed(&of));
                made(&of, ExprKind::RelativeSites(*row, to), Type::Site, Many::Several)
            }),
            Way::Direction(way) => self.whose(readings).and_then(|of| {
                let to = RelativeTo::Of(boxed(&of));
                made(&of, ExprKind::RelativeDirections(*way, to), Type::Direction, Many::Several)
            }),
            Way::End(field) => {
                let pile = readings.iter().find(|one| one.ty() == Type::Pile);
                match pile.map(|pile| (pile, self.pile_holds(&pile.expr))) {
                    Some((pile, Some(holds))) => {
                        let ty = match holds {
                            PileHolds::Token(token) => Type::Token(token),
                            PileHolds::Pieces | PileHolds::Kind(_) => Type::Piece,
                        };
                        made(pile, ExprKind::Field(*field, boxed(pile)), ty, product(pile.many, Many::Maybe))
                    }
                    _ => {
                        as_type(Type::Piece).and_then(|of| made(&of, ExprKind::Field(*field, boxed(&of)), Type::Piece, of.many))
                    }
                }
            }
            Way::Place(field) => readings
                .iter()
                .find(|one| is_list(&one.expr))
                .and_then(|of| made(of, ExprKind::Field(*field, boxed(of)), of.ty(), Many::Maybe)),
        };
        one.into_iter().collect()
    }

    fn wrong_owner(&mut self, name: &str, ways: &[Way], readings: &[Reading], field: Span, of: Span) {
        let mut wanted: Vec<String> = Vec::new();
        for way in ways {
            let text = match way {
                Way::Field(_, from, ..) => self.type_name(*from),
                Way::Pile(..) | Way::Stored(..) | Way::Row(_) | Way::Direction(_) => "a player or side".to_string(),
                Way::End(_) => "a pile or a tower".to_string(),
                Way::Place(_) => "a list such as `taken`".to_string(),
            };
            if !wanted.contains(&text) {
                wanted.push(text);
            }
        }
        let mut found: Vec<String> = readings.iter().map(|one| self.type_name(one.ty())).collect();
        if ways.iter().all(|way| matches!(way, Way::Place(_))) {
            found = vec!["a set without order".to_string()];
        }
        let message =
            format!("`{name} of` wants {}; this is {}", super::coerce::any_of(&wanted), super::coerce::any_of(&found));
        self.report(Diagnostic::error("E0303", of, message).label(field, "looked up here"));
    }

    /// `opposite of way from landing` is read from the right; proposes `(opposite of way) from landing` if that fits.
    fn bracketed_of(&mut self, env: &Env<'a>, field: &'a ast::Expr, of: &'a ast::Expr, ways: &[Way]) {
        let errors = self.findings.found.len();
        let ast::ExprKind::From(first, _) = &alone(of).kind else { return };
        let readings = self.phrase(env, first);
        let fits = ways.iter().any(|way| !self.look_up(way, &readings, of.span).is_empty());
        let Some(last) = self.findings.found.get_mut(errors.saturating_sub(1)).filter(|last| fits && last.code == "E0303")
        else {
            return;
        };
        let (all, near) = (field.span.to(of.span), field.span.to(first.span));
        let rest = Span { start: first.span.end, ..of.span };
        let meant = format!("({}){}", self.sources.text(near), self.sources.text(rest));
        *last = last
            .clone()
            .help("`of` and `from` take all that follows, the last first; bracket what is looked up")
            .propose(all, meant);
    }

    /// E0307 for a number that is looked up in several things at once.
    fn one_of_many(&mut self, reading: &Reading, name: &str, of: Span) {
        if reading.ty() == Type::Number && reading.many == Many::Several && !self.totalling {
            self.report(
                Diagnostic::error("E0307", of, format!("`{name} of` wants one thing, and this may be many"))
                    .help(format!("write `total {name} of …` for the sum, or describe each: `… where {name} of it …`")),
            );
        }
    }

    /// `total F of A`
    pub(super) fn total(&mut self, env: &Env<'a>, inner: &'a ast::Expr, span: Span) -> Option<Reading> {
        let (phrase, filters) = unfiltered(inner);
        let ast::ExprKind::Of(field, of) = &phrase.kind else {
            self.report(
                Diagnostic::error("E0329", inner.span, "`total` adds up a number of each of several things")
                    .help("as in `total value of taken`"),
            );
            return None;
        };
        let mut readings = self.phrase(env, of);
        for filter in filters.into_iter().rev() {
            if readings.is_empty() {
                return None;
            }
            readings = self.filter_readings(env, readings, of.span, filter, inner.span);
        }
        if readings.is_empty() {
            return None;
        }
        let ast::ExprKind::Name(name) = &field.kind else {
            self.report(Diagnostic::error(
                "E0329",
                field.span,
                "`total` wants the name of a number, as in `total value of taken`",
            ));
            return None;
        };
        self.note_field(name, field.span);
        if self.is_field_typeless(name) {
            return None;
        }
        let readings: Vec<Reading> = self.bearing(readings);
        let before = std::mem::replace(&mut self.totalling, true);
        let ways = self.ways(name);
        let looked = ways.iter().flat_map(|way| self.look_up(way, &readings, span));
        let best = looked.filter(|one| one.ty() == Type::Number).min_by_key(|one| one.rank);
        self.totalling = before;
        match best.map(|one| one.expr.kind) {
            Some(ExprKind::Field(field, of)) => Some(Reading::new(ExprKind::Total(field, of), Type::Number, span, Many::One)),
            _ if ways.is_empty() => {
                self.unknown_field(name, field.span);
                None
            }
            _ => {
                let found: Vec<String> = readings.iter().map(|one| self.type_name(one.ty())).collect();
                let message = format!("`{name}` is no number of {}", super::coerce::any_of(&found));
                self.report(
                    Diagnostic::error("E0329", field.span, message).help("`total` adds up numbers, such as `value` of pieces"),
                );
                None
            }
        }
    }
}

/// Whether the elements have a meaningful order: `taken`, `passed`, or a selection of them.
pub(super) fn is_list(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Given(Given::Taken | Given::Passed) => true,
        ExprKind::In(_, list, false) => is_list(list),
        ExprKind::Where(list, ..) | ExprKind::On(list, ..) | ExprKind::Without(list, _) => is_list(list),
        ExprKind::Intersect(all) => all.iter().any(is_list),
        _ => false,
    }
}

/// A phrase without the wrapper that groups a single word.
fn alone(phrase: &ast::Expr) -> &ast::Expr {
    match &phrase.kind {
        ast::ExprKind::Together(words) if words.len() == 1 => alone(&words[0]),
        _ => phrase,
    }
}

/// A phrase without its filters, and those filters, outermost first.
fn unfiltered(phrase: &ast::Expr) -> (&ast::Expr, Vec<&Filter>) {
    let (mut phrase, mut filters) = (phrase, Vec::new());
    loop {
        match &phrase.kind {
            ast::ExprKind::Filtered(base, filter) => {
                filters.push(&**filter);
                phrase = base;
            }
            ast::ExprKind::Together(words) if words.len() == 1 => phrase = &words[0],
            _ => return (phrase, filters),
        }
    }
}
