//! The meanings of a single word: all its readings from the front matter, the `state` chapter, the definitions and the language
//! itself.

use std::borrow::Cow;

use crate::diagnostic::Diagnostic;
use crate::model::board::SiteClass;
use crate::model::equipment::{PileOwner, RegionSites};
use crate::model::expr::{Expr, ExprKind, Field, Given, RelativeRow, RelativeTo, RelativeWay, Type, low_bits};
use crate::model::rules::{Stored, StoredOf, StoredType};
use crate::model::{EnumId, GroupId, KindId, LocalId, PileId, RegionId, SiteSet, StoredId, TokenId};
use crate::source::Span;

use super::checker::Checker;
use super::env::{Bound, Env, It, Relative};
use super::mentions::Sort;
use super::reading::{Many, Reading};

/// The words of the language that denote sets.
pub(super) const GIVEN: &[&str] = &[
    "piece",
    "site",
    "square",
    "point",
    "empty",
    "edge",
    "forward",
    "backward",
    "sideways",
    "orthogonal",
    "diagonal",
    "far-row",
    "home-row",
    "mover",
    "opponent",
    "player",
    "side",
    "it",
    "actor",
    "taken",
    "passed",
    "start",
    "landing",
    "trail",
    "legs",
    "turns",
    "repeats",
    "none",
    "true",
    "false",
    "move",
    "kind",
];

/// Given names that files of an earlier language version could declare; a declaration by the file takes precedence.
const LATER: &[&str] = &["legs"];

impl<'a> Checker<'a> {
    /// Every reading of a word; none after an error.
    pub(super) fn word(&mut self, env: &Env<'a>, name: &'a str, span: Span) -> Vec<Reading> {
        let readings = self.readings(env, name, span);
        if let Some(first) = readings.first() {
            self.mentions.note_type(span, first.ty());
        }
        readings
    }

    fn readings(&mut self, env: &Env<'a>, name: &'a str, span: Span) -> Vec<Reading> {
        match env.find(name).cloned() {
            Some(Bound::Local(local)) => {
                self.note_bound(env, name, span);
                return vec![self.local(local, span)];
            }
            Some(Bound::Argument(argument)) => {
                self.note_bound(env, name, span);
                let inside = env.inside(&argument);
                // An argument may use the definition that it is passed to, as it is written outside of it.
                let around = self.put_in.within.split_off(argument.within.min(self.put_in.within.len()));
                let readings = self.phrase(&inside, argument.phrase);
                self.put_in.within.extend(around);
                return self.pick(&readings, argument.ty, argument.phrase.span).into_iter().collect();
            }
            Some(Bound::Unknown) => {
                self.note_bound(env, name, span);
                return Vec::new();
            }
            None => {}
        }
        for spelling in self.spellings(name) {
            if let Some(readings) = self.exact_word(env, &spelling, span) {
                return readings;
            }
        }
        self.unknown_word(env, name, span);
        Vec::new()
    }

    /// A bound variable.
    pub(super) fn local(&self, local: LocalId, span: Span) -> Reading {
        Reading::new(ExprKind::Local(local), self.scope.ty(local), span, self.scope.many(local))
    }

    /// The word itself, then the words of which it may be the plural.
    pub(super) fn spellings<'n>(&self, name: &'n str) -> impl Iterator<Item = Cow<'n, str>> + use<'n, 'a>
    where
        'a: 'n,
    {
        let equipment = self.equipment;
        let kinds = equipment.kinds.iter().filter(move |kind| kind.plural == name).map(|kind| &kind.name);
        let tokens = equipment.tokens.iter().filter(move |token| token.plural == name).map(|token| &token.name);
        let regular =
            [("ies", "y"), ("es", ""), ("s", ""), ("men", "man")].into_iter().filter_map(move |(ending, singular)| {
                name.strip_suffix(ending).map(|stem| Cow::Owned(format!("{stem}{singular}")))
            });
        let declared = kinds.chain(tokens).map(|name| Cow::Borrowed(name.as_str()));
        std::iter::once(Cow::Borrowed(name)).chain(declared).chain(regular)
    }

    /// The readings of a word in exactly this spelling; `None` if it is not declared, empty after an error.
    fn exact_word(&mut self, env: &Env<'a>, name: &str, span: Span) -> Option<Vec<Reading>> {
        if let Some(index) = self.definitions.set(name) {
            return Some(self.expand_set(env, index, span));
        }
        if self.is_typeless(name) {
            self.mentions.note(span, Sort::Stored, name, None);
            return Some(Vec::new());
        }
        let mut all = Vec::new();
        if LATER.contains(&name) {
            all = self.declared(env, name, span);
        }
        if all.is_empty()
            && let Some(given) = self.given_word(env, name, span)
        {
            self.mentions.note(span, Sort::Word, name, None);
            return Some(given.into_iter().collect());
        }
        all = self.declared(env, name, span);
        if all.is_empty() {
            let stored = self.stored_named(name)?;
            self.mentions.note(span, Sort::Stored, name, None);
            self.needs_owner(stored, span);
            return Some(all);
        }
        all.sort_by_key(|one| one.rank);
        self.note_declared(&all[0], name, span);
        Some(all)
    }

    /// The readings of a name of the front matter, the board, the classes of moves, or `state`.
    pub(super) fn declared(&mut self, env: &Env<'a>, name: &str, span: Span) -> Vec<Reading> {
        let eq = self.equipment;
        let mut all = Vec::new();
        let mut add = |kind, ty, many| all.push(Reading::new(kind, ty, span, many));
        if let Some(i) = eq.kinds.iter().position(|kind| kind.name == name) {
            add(ExprKind::Kinds(1 << i), Type::Kind, Many::One);
        }
        for (i, values) in (0u8..).zip(&eq.enums) {
            let ty = Type::Value(EnumId(i));
            if let Some(value) = values.values.iter().position(|value| value == name) {
                add(ExprKind::Values(1 << value), ty, Many::One);
            }
            if values.name == name || values.name.rsplit('.').next() == Some(name) {
                add(ExprKind::Values(low_bits(values.values.len())), ty, Many::Several);
            }
        }
        if let Some(i) = eq.players.iter().position(|player| player.name == name) {
            add(ExprKind::Players(1 << i), Type::Player, Many::One);
        }
        if let Some(i) = eq.sides.iter().position(|side| side.name == name) {
            add(ExprKind::Sides(1 << i), Type::Side, Many::One);
        }
        if let Some(i) = eq.tokens.iter().position(|token| token.name == name) {
            let token = TokenId(i as u8);
            add(ExprKind::Tokens(token), Type::Token(token), Many::Several);
        }
        if let Some(number) = eq.numbers.iter().find(|number| number.name == name) {
            add(ExprKind::Number(number.value), Type::Number, Many::One);
        }
        if let Some(site) = eq.board.site(name) {
            let mut set = SiteSet::empty(eq.board.sites.len());
            set.insert(site);
            add(ExprKind::Sites(set), Type::Site, Many::One);
        }
        let direction = || eq.board.directions.iter().position(|direction| direction.name == name).map(|i| 1u32 << i);
        if let Some(set) = eq.board.named_directions(name).or_else(direction) {
            let many = if set.count_ones() == 1 { Many::One } else { Many::Several };
            add(ExprKind::Directions(set), Type::Direction, many);
        }
        if name == "move" && !self.groups.is_empty() {
            let every = (0..self.groups.len()).map(|i| GroupId(i as u8)).collect();
            add(ExprKind::Moves(every), Type::Move, Many::Several);
        } else if let Some(i) = self.groups.iter().position(|group| group == name) {
            add(ExprKind::Moves(vec![GroupId(i as u8)]), Type::Move, Many::Several);
        }
        for one in &mut all {
            let declared_name = matches!(one.expr.kind, ExprKind::Kinds(_) | ExprKind::Values(_));
            one.named = declared_name && one.many == Many::One;
            // `South` is a player first, and a side second.
            one.rank = if matches!(one.expr.kind, ExprKind::Sides(_)) { 1 } else { 0 };
        }
        all.extend(self.pile_word(name, span));
        all.extend(self.region_word(env, name, span));
        let stored = self.stored_named(name).filter(|i| self.stored[*i].of == StoredOf::Position);
        all.extend(stored.map(|i| self.stored_reading(StoredId(i as u8), None, span)));
        all
    }

    fn pile_word(&self, name: &str, span: Span) -> Option<Reading> {
        let i = self.equipment.piles.iter().position(|pile| pile.name == name)?;
        let (whose, ty, many) = match self.equipment.piles[i].of {
            PileOwner::Common | PileOwner::One(_) => (ExprKind::None, Type::Player, Many::One),
            PileOwner::EachPlayer => (ExprKind::Given(Given::Players), Type::Player, Many::Several),
            PileOwner::EachSide => (ExprKind::Given(Given::Sides), Type::Side, Many::Several),
        };
        let whose = Box::new(Expr { kind: whose, ty, span });
        Some(Reading::new(ExprKind::Field(Field::Pile(PileId(i as u8)), whose), Type::Pile, span, many))
    }

    fn region_word(&self, env: &Env<'a>, name: &str, span: Span) -> Option<Reading> {
        let i = self.equipment.regions.iter().position(|region| region.name == name)?;
        Some(match &self.equipment.regions[i].sites {
            RegionSites::Same(set) => {
                let many = if set.len() == 1 { Many::One } else { Many::Several };
                Reading::new(ExprKind::Sites(set.clone()), Type::Site, span, many)
            }
            RegionSites::BySide(_) => {
                let row = RelativeRow::Region(RegionId(i as u8));
                let to = self.relative(env, span);
                Reading::new(ExprKind::RelativeSites(row, to), Type::Site, span, Many::Several)
            }
        })
    }

    /// The index of the counter, clock or kept thing of this name.
    pub(super) fn stored_named(&self, name: &str) -> Option<usize> {
        self.definitions.ask(name);
        self.stored.iter().position(|stored| stored.name == name)
    }

    /// A counter, clock or kept thing: of a player or side (`of`), or of the position.
    pub(super) fn stored_reading(&self, id: StoredId, of: Option<Expr>, span: Span) -> Reading {
        let (ty, many) = match self.stored.get(id.index()).map(|stored| stored.holds) {
            Some(StoredType::Set(Type::Truth)) => (Type::Truth, Many::One),
            Some(StoredType::Set(ty)) => (ty, Many::Several),
            _ => (Type::Number, Many::One),
        };
        Reading::new(ExprKind::Stored(id, of.map(Box::new)), ty, span, many)
    }

    /// The reading of a word of the language. `Some(None)` if it is one, but not allowed here; the error has been reported.
    pub(super) fn given_word(&mut self, env: &Env<'a>, name: &str, span: Span) -> Option<Option<Reading>> {
        let eq = self.equipment;
        let site = |kind| Reading::new(kind, Type::Site, span, Many::Several);
        let given = |given, ty, many| Reading::new(ExprKind::Given(given), ty, span, many);
        let two = eq.players.iter().filter(|player| !eq.sides[player.side.index()].neutral).count() <= 2;
        Some(Some(match name {
            "piece" => given(Given::Pieces, Type::Piece, Many::Several),
            "empty" => given(Given::Empty, Type::Site, Many::Several),
            "site" => site(ExprKind::Sites(SiteSet::full(eq.board.sites.len()))),
            "square" => site(ExprKind::Sites(eq.board.of_class(SiteClass::Square))),
            "point" => site(ExprKind::Sites(eq.board.of_class(SiteClass::Point))),
            "edge" => site(ExprKind::Sites(eq.board.edge.clone())),
            "far-row" => site(ExprKind::RelativeSites(RelativeRow::Far, self.relative(env, span))),
            "home-row" => site(ExprKind::RelativeSites(RelativeRow::Home, self.relative(env, span))),
            "forward" => self.way(RelativeWay::Forward, env, span),
            "backward" => self.way(RelativeWay::Backward, env, span),
            "sideways" => self.way(RelativeWay::Sideways, env, span),
            "mover" => given(Given::Mover, Type::Player, Many::One),
            "opponent" => self.who_play(given(Given::Opponent, Type::Player, if two { Many::One } else { Many::Several })),
            "player" => self.who_play(given(Given::Players, Type::Player, Many::Several)),
            "side" => self.who_play(given(Given::Sides, Type::Side, Many::Several)),
            "kind" => Reading::new(ExprKind::Kinds(low_bits(eq.kinds.len()) as u32), Type::Kind, span, Many::Several),
            "turns" => given(Given::Turns, Type::Number, Many::One),
            "repeats" => given(Given::Repeats, Type::Number, Many::One),
            "true" | "false" => Reading::new(ExprKind::Truth(name == "true"), Type::Truth, span, Many::One),
            "none" => Reading { open: true, ..Reading::new(ExprKind::None, Type::Truth, span, Many::Maybe) },
            "taken" | "passed" | "start" | "landing" | "trail" | "legs" => return Some(self.fact(env, name, span)),
            "it" => return Some(self.it(env, span)),
            "actor" => return Some(self.actor(env, span)),
            "box" | "chance" => {
                self.misplaced_word(name, span);
                return Some(None);
            }
            _ => return None,
        }))
    }

    /// Players or sides without the neutral ones.
    fn who_play(&self, all: Reading) -> Reading {
        let out = match all.ty() {
            Type::Side => ExprKind::Sides(self.neutral(Type::Side)),
            _ => ExprKind::Players(self.neutral(Type::Player)),
        };
        if matches!(out, ExprKind::Sides(0) | ExprKind::Players(0)) {
            return all;
        }
        let out = Expr { kind: out, ty: all.ty(), span: all.expr.span };
        all.wrap(all.ty(), |all| ExprKind::Without(all, Box::new(out)))
    }

    fn way(&self, way: RelativeWay, env: &Env<'a>, span: Span) -> Reading {
        let to = self.relative(env, span);
        Reading::new(ExprKind::RelativeDirections(way, to), Type::Direction, span, Many::Several)
    }

    /// What a relative word is relative to here.
    pub(super) fn relative(&self, env: &Env<'a>, span: Span) -> RelativeTo {
        match (env.moment.relative, env.moment.actor) {
            (Relative::Described, _) => RelativeTo::Described,
            (Relative::Local(local), _) => {
                let owner = self.local(local, span).wrap(Type::Side, |it| ExprKind::Field(Field::Owner, it));
                RelativeTo::Of(Box::new(owner.expr))
            }
            (Relative::Default, Some(_)) => RelativeTo::Actor,
            (Relative::Default, None) => RelativeTo::Mover,
        }
    }

    fn it(&mut self, env: &Env<'a>, span: Span) -> Option<Reading> {
        match env.it {
            It::Local(local) => Some(self.local(local, span)),
            It::Actor => self.actor(env, span),
            It::Nothing => {
                self.report(
                    Diagnostic::error("E0311", span, "nothing is being described here, so `it` means nothing")
                        .help("`it` is the thing before `where`, the subject of an event, or the acting piece of a rule; `mover may` has none"),
                );
                None
            }
        }
    }

    fn actor(&mut self, env: &Env<'a>, span: Span) -> Option<Reading> {
        let Some(many) = env.moment.actor else {
            self.report(
                Diagnostic::error("E0312", span, "no piece is acting here, so `actor` means nothing")
                    .help("there is one in the rules of pieces, in laws of chains, behind `can`, under `as`, and after a move"),
            );
            return None;
        };
        Some(Reading::new(ExprKind::Given(Given::Actor), Type::Piece, span, many))
    }

    /// Whether an unbound name is a number and can be nothing else.
    pub(super) fn is_number(&self, name: &str) -> bool {
        let stored = self.stored_named(name).map(|i| &self.stored[i]);
        let number = |stored: &Stored| stored.of == StoredOf::Position && matches!(stored.holds, StoredType::Number { .. });
        matches!(name, "turns" | "repeats")
            || LATER.contains(&name)
            || self.equipment.numbers.iter().any(|number| number.name == name)
            || stored.is_some_and(number)
    }

    fn fact(&mut self, env: &Env<'a>, name: &str, span: Span) -> Option<Reading> {
        let (given, ty, many) = match name {
            "taken" => (Given::Taken, Type::Piece, Many::Several),
            "passed" => (Given::Passed, Type::Piece, Many::Several),
            "start" => (Given::Start, Type::Site, Many::One),
            "landing" => (Given::Landing, Type::Site, Many::One),
            "legs" => (Given::Legs, Type::Number, Many::One),
            _ => (Given::Trail, Type::Site, Many::Several),
        };
        if !env.moment.facts {
            self.report(
                Diagnostic::error("E0318", span, format!("no move is being made here, so `{name}` means nothing"))
                    .help("it may stand in move rules, laws of chains, obligations, and triggers of legs and moves"),
            );
            return None;
        }
        Some(Reading::new(ExprKind::Given(given), ty, span, many))
    }

    fn misplaced_word(&mut self, name: &str, span: Span) {
        let help = match name {
            "box" => "things can only be sent there: `move it to box`",
            _ => "it can only choose: `choose … by chance`",
        };
        self.report(Diagnostic::error("E0412", span, format!("`{name}` cannot stand here")).help(help));
    }

    fn needs_owner(&mut self, stored: usize, span: Span) {
        let Some(stored) = self.stored.get(stored) else { return };
        let (name, whose) = (stored.name.clone(), if stored.of == StoredOf::Side { "side" } else { "player" });
        let line = self.line_span(stored.rule);
        self.report(
            Diagnostic::error("E0317", span, format!("each {whose} has a `{name}` of its own; this does not say whose"))
                .label(line, "declared here")
                .help(format!("write `{name} of mover`")),
        );
    }

    /// The kind of a bit set of one kind; `None` if there are several or none.
    pub(super) fn only_kind(&self, kinds: u32) -> Option<KindId> {
        (kinds.count_ones() == 1).then(|| KindId(kinds.trailing_zeros() as u8))
    }
}
