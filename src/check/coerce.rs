//! Converts a reading of one type into one of another. Each step is a node of the checked phrase.

use crate::diagnostic::Diagnostic;
use crate::model::equipment::{PileHolds, SlotType};
use crate::model::expr::{ExprKind, Field, Type};
use crate::model::{EnumId, SlotId, TokenId};
use crate::source::Span;

use super::checker::Checker;
use super::reading::{Many, Reading, is_set};

/// Why a reading cannot have a type.
#[derive(Clone, Debug)]
pub(super) enum Refusal {
    /// There is no coercion between the types.
    NoWay,
    /// It can be converted in several ways, described here.
    TwoWays(Vec<String>),
    /// Readings of several types, listed here, can be converted and are equally near.
    Unclear(Vec<Type>),
}

impl<'a> Checker<'a> {
    /// Converts the reading to type `to`; its rank grows with the distance.
    pub(super) fn coerce(&self, reading: &Reading, to: Type) -> Result<Reading, Refusal> {
        let from = reading.ty();
        if reading.open {
            return self.coerce_none(reading, to);
        }
        if from == to {
            return Ok(reading.clone());
        }
        match (from, to) {
            (Type::Kind, Type::Piece) => {
                Ok(Reading { many: Many::Several, ..reading.wrap(to, ExprKind::PiecesOfKinds).farther(1) })
            }
            (Type::Value(values), Type::Piece) => self.bearers(reading, values),
            (Type::Value(values), Type::Token(token)) => self.bearing_tokens(reading, values, token),
            (Type::Piece, Type::Site) => Ok(reading.wrap(to, |set| ExprKind::Field(Field::Site, set)).farther(1)),
            (Type::Kind | Type::Value(_), Type::Site) => {
                let pieces = self.coerce(reading, Type::Piece)?;
                self.coerce(&pieces, Type::Site)
            }
            (Type::Pile, Type::Piece | Type::Token(_)) => match self.contents(reading) {
                Some(inside) if inside.ty() == to => Ok(inside),
                _ => Err(Refusal::NoWay),
            },
            (Type::Player, Type::Side) => Ok(Reading {
                many: if self.equipment.sides.len() <= 2 && reading.many == Many::Several && self.is_opponent(reading) {
                    Many::One
                } else {
                    reading.many
                },
                ..reading.wrap(to, |set| ExprKind::Field(Field::SideOf, set)).farther(2)
            }),
            (Type::Pile, Type::Number | Type::Truth) => {
                let inside = self.contents(reading).ok_or(Refusal::NoWay)?;
                self.coerce(&inside, to)
            }
            (_, Type::Number) if is_set(from) => Ok(reading.wrap(to, ExprKind::Count).times(Many::One).farther(8)),
            (_, Type::Truth) if is_set(from) => Ok(reading.wrap(to, ExprKind::Some).times(Many::One).farther(4)),
            _ => Err(Refusal::NoWay),
        }
    }

    fn coerce_none(&self, reading: &Reading, to: Type) -> Result<Reading, Refusal> {
        let kind = match to {
            Type::Truth => ExprKind::Truth(false),
            Type::Number => ExprKind::Number(0),
            _ => ExprKind::None,
        };
        Ok(Reading { rank: reading.rank, ..Reading::new(kind, to, reading.expr.span, Many::Maybe) })
    }

    fn is_opponent(&self, reading: &Reading) -> bool {
        let opponent = ExprKind::Given(crate::model::expr::Given::Opponent);
        match &reading.expr.kind {
            ExprKind::Without(all, _) => all.kind == opponent,
            kind => *kind == opponent,
        }
    }

    /// The pieces that bear the value in a slot of their own; if no slot has such values, those that bear it by a token in a
    /// slot.
    fn bearers(&self, reading: &Reading, values: EnumId) -> Result<Reading, Refusal> {
        let own: Vec<(SlotId, Option<u8>)> = (0u8..)
            .zip(&self.equipment.slots)
            .filter(|(_, slot)| slot.holds == SlotType::Value(values))
            .map(|(i, _)| (SlotId(i), None))
            .collect();
        let by_token = || -> Vec<(SlotId, Option<u8>)> {
            let slots = (0u8..).zip(&self.equipment.slots);
            let tokens = slots.filter_map(|(i, slot)| match slot.holds {
                SlotType::Token(token) => Some((SlotId(i), token)),
                SlotType::Value(_) => None,
            });
            let attributes = tokens.flat_map(|(slot, token)| {
                let attributes = self.equipment.tokens.get(token.index()).map_or(&[][..], |one| &one.attributes[..]);
                let fitting = (0u8..).zip(attributes).filter(|(_, (_, of))| *of == values);
                fitting.map(move |(i, _)| (slot, Some(i))).collect::<Vec<_>>()
            });
            attributes.collect()
        };
        let (ways, distance) = if own.is_empty() { (by_token(), 3) } else { (own, 2) };
        match ways[..] {
            [] => Err(Refusal::NoWay),
            [(slot, attribute)] => Ok(Reading {
                many: Many::Several,
                ..reading.wrap(Type::Piece, |set| ExprKind::PiecesBearing(slot, attribute, set)).farther(distance)
            }),
            _ => Err(Refusal::TwoWays(ways.iter().map(|(slot, way)| self.way_text(*slot, *way)).collect())),
        }
    }

    fn way_text(&self, slot: SlotId, attribute: Option<u8>) -> String {
        let Some(slot) = self.equipment.slots.get(slot.index()) else { return String::new() };
        let name = attribute.and_then(|i| match slot.holds {
            SlotType::Token(token) => self.equipment.tokens.get(token.index())?.attributes.get(i as usize),
            SlotType::Value(_) => None,
        });
        match name {
            Some((attribute, _)) => format!("`{attribute}` of its `{}`", slot.name),
            None => format!("its `{}`", slot.name),
        }
    }

    /// The tokens that have the value as an attribute or a face.
    fn bearing_tokens(&self, reading: &Reading, values: EnumId, token: TokenId) -> Result<Reading, Refusal> {
        let Some(declared) = self.equipment.tokens.get(token.index()) else { return Err(Refusal::NoWay) };
        let many = |reading: Reading| reading.times(Many::Several).farther(2);
        if declared.faces == Some(values) {
            return Ok(many(reading.wrap(Type::Token(token), |set| ExprKind::TokensFaced(token, set))));
        }
        let ways: Vec<(u8, &str)> = (0u8..)
            .zip(&declared.attributes)
            .filter(|(_, (_, of))| *of == values)
            .map(|(i, (name, _))| (i, name.as_str()))
            .collect();
        match ways[..] {
            [] => Err(Refusal::NoWay),
            [(attribute, _)] => {
                Ok(many(reading.wrap(Type::Token(token), |set| ExprKind::TokensBearing(token, attribute, set))))
            }
            _ => Err(Refusal::TwoWays(ways.iter().map(|(_, name)| format!("its `{name}`")).collect())),
        }
    }

    /// The contents of piles.
    pub(super) fn contents(&self, piles: &Reading) -> Option<Reading> {
        let ty = match self.pile_holds(&piles.expr)? {
            PileHolds::Token(token) => Type::Token(token),
            PileHolds::Pieces | PileHolds::Kind(_) => Type::Piece,
        };
        Some(piles.wrap(ty, ExprKind::Contents).times(Many::Several).farther(1))
    }

    /// What the piles of a phrase hold.
    pub(super) fn pile_holds(&self, piles: &crate::model::expr::Expr) -> Option<PileHolds> {
        match &piles.kind {
            ExprKind::Field(Field::Pile(pile), _) => self.equipment.piles.get(pile.index()).map(|pile| pile.holds),
            ExprKind::Local(local) => self.scope.holds(*local),
            ExprKind::If(_, a, b) => self.pile_holds(a).or_else(|| self.pile_holds(b)),
            ExprKind::Union(all) | ExprKind::Intersect(all) => all.iter().find_map(|one| self.pile_holds(one)),
            ExprKind::Where(a, ..) | ExprKind::Extreme(a, ..) | ExprKind::Without(a, _) => self.pile_holds(a),
            _ => None,
        }
    }

    /// The nearest reading as type `to`, or an error at `span`. If there are no readings, an error has been reported already.
    pub(super) fn pick(&mut self, readings: &[Reading], to: Type, span: Span) -> Option<Reading> {
        match self.nearest_as(readings, to) {
            Ok(reading) => {
                if matches!(&reading.expr.kind, ExprKind::Count(moves) if moves.ty == Type::Move) && to == Type::Number {
                    self.report(Diagnostic::error("E0614", span, "moves are not counted").help(
                        "how many turns have been played is `turns`; whether there is a move is asked by `some capture`",
                    ));
                    return None;
                }
                Some(reading)
            }
            Err(_) if readings.is_empty() => None,
            Err(Refusal::TwoWays(ways)) => {
                self.two_ways(span, to, &ways);
                None
            }
            Err(Refusal::Unclear(types)) => {
                self.unclear(&types, span);
                None
            }
            Err(Refusal::NoWay) => {
                self.misfit(readings, to, span);
                None
            }
        }
    }

    /// The reading that is nearest as type `to`.
    pub(super) fn nearest_as(&self, readings: &[Reading], to: Type) -> Result<Reading, Refusal> {
        let mut best: Vec<(Type, Reading)> = Vec::new();
        let mut refusal = Refusal::NoWay;
        for reading in readings {
            match self.coerce(reading, to) {
                Ok(one) => match best.first().map(|(_, first)| first.rank.cmp(&one.rank)) {
                    None | Some(std::cmp::Ordering::Greater) => best = vec![(reading.ty(), one)],
                    Some(std::cmp::Ordering::Equal) => best.push((reading.ty(), one)),
                    Some(std::cmp::Ordering::Less) => {}
                },
                Err(Refusal::NoWay) => {}
                Err(other) => refusal = other,
            }
        }
        match best.len() {
            0 => Err(refusal),
            1 => Ok(best.remove(0).1),
            _ => Err(Refusal::Unclear(best.iter().map(|(ty, _)| *ty).collect())),
        }
    }

    /// The only reading of least rank, whatever its type, or E0304.
    pub(super) fn settle(&mut self, mut readings: Vec<Reading>, span: Span) -> Option<Reading> {
        let least = readings.iter().map(|one| one.rank).min()?;
        readings.retain(|one| one.rank == least);
        if readings.len() > 1 {
            let types: Vec<Type> = readings.iter().map(Reading::ty).collect();
            self.unclear(&types, span);
            return None;
        }
        readings.pop()
    }

    fn unclear(&mut self, types: &[Type], span: Span) {
        let types: Vec<String> = types.iter().map(|ty| self.type_name(*ty)).collect();
        let text = self.sources.text(span).to_string();
        self.report(
            Diagnostic::error("E0304", span, format!("`{text}` can be {}", any_of(&types)))
                .help("the words beside it do not decide; name what has it, as in `kind of …` or `card where …`"),
        );
    }

    fn two_ways(&mut self, span: Span, to: Type, ways: &[String]) {
        let text = self.sources.text(span).to_string();
        let to = self.type_name(to);
        self.report(
            Diagnostic::error("E0305", span, format!("`{text}` says {to} in {} ways", ways.len()))
                .help(format!("it may be meant by {}", any_of(ways)))
                .help("say which with `where`, as in `piece where colour of it is red`"),
        );
    }

    /// For `count own man`, followed in the text by ` or king = 1`: the phrase with the brackets that make it count both.
    fn counted_either(&self, text: &str, span: Span) -> Option<String> {
        let line = self.sources.get(span.file).text.get(span.end as usize..)?.lines().next()?;
        let rest = line.trim_start().strip_prefix("or ")?;
        let other = rest[..rest.find(['<', '>', '=', '!'])?].trim();
        let words = other.split(' ').filter(|word| *word != "or");
        let (head, last) = text.starts_with("count ").then(|| text.rsplit_once(' ')).flatten()?;
        let simple = words.clone().all(|word| word.chars().all(|c| c.is_alphanumeric() || c == '-'));
        (simple && words.clone().count() > 0 && !last.ends_with(')')).then(|| format!("{head} ({last} or {other})"))
    }

    fn misfit(&mut self, readings: &[Reading], to: Type, span: Span) {
        let found: Vec<String> = readings.iter().map(|one| self.type_name(one.ty())).collect();
        let (text, to_name) = (self.sources.text(span).to_string(), self.type_name(to));
        let shown = if text.len() <= 40 && !text.contains('\n') { format!("`{text}`") } else { "this".to_string() };
        let mut found = Diagnostic::error("E0302", span, format!("expected {to_name}, but {shown} is {}", any_of(&found)));
        for one in readings {
            found = match (one.ty(), to) {
                (Type::Number, Type::Truth) => match self.counted_either(&text, span) {
                    Some(meant) => found.help(format!("what is in one set or another is counted with brackets: `{meant}`")),
                    None => found.help("compare it: `… > 0`"),
                },
                (Type::Player | Type::Side, Type::Piece) => found.help("the pieces of a player are `piece of …`"),
                (Type::Site, Type::Piece) => found.help("the pieces there are `piece on …`"),
                (Type::Side, Type::Player) => found.help("the players of a side are `player of …`"),
                (Type::Token(_), Type::Piece) => found.help("the pieces that have one are `piece where some … of it`"),
                (Type::Truth, Type::Piece) => match text.split_once(' ') {
                    Some(("no", set)) => found.help(format!("that none of them can is `not ({set} can …)`")),
                    Some(("some", set)) => found.help(format!("that one of them can is `{set} can …`")),
                    _ => found,
                },
                _ => found,
            };
        }
        self.report(found);
    }
}

/// `a, b or c`
pub(super) fn any_of(names: &[String]) -> String {
    match names {
        [] => "nothing".to_string(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} or {last}", some.join(", ")),
    }
}
