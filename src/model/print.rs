//! Prints checked rules as text that shows every coercion and the reference of every relative word.
//!
//! A phrase is printed as `(what part part)`: `own king on far-row` becomes
//! `(on (and (pieces-of mover) (of-kind king)) (far-row described))`.

use super::equipment::Equipment;
use super::expr::{CanVerb, Expr, ExprKind, Field, RelativeRow, RelativeTo, Type};
use super::rules::{Path, PathItem, PathMode, Rules, Scope, Times};
use super::{EnumId, GroupId, LocalId, StoredId};

mod entries;
mod rules;
pub use entries::{Entry, entries};
pub use rules::{rules, variant};
pub(crate) mod statements;

/// Prints the phrases and statements of one rule.
#[derive(Clone, Copy)]
pub struct Printer<'a> {
    /// Names of players, kinds and so on.
    pub equipment: &'a Equipment,
    /// Names of classes of moves, counters and `keep`s.
    pub rules: &'a Rules,
    /// The names bound in the rule.
    pub scope: &'a Scope,
}

impl Printer<'_> {
    /// Prints a phrase.
    pub fn phrase(&self, expr: &Expr) -> String {
        use ExprKind::*;
        let one = |word: &str, a: &Expr| format!("({word} {})", self.phrase(a));
        let two = |word: &str, a: &Expr, b: &Expr| format!("({word} {} {})", self.phrase(a), self.phrase(b));
        let all = |word: &str, all: &[Expr]| {
            let parts: Vec<String> = all.iter().map(|one| self.phrase(one)).collect();
            format!("({word} {})", parts.join(" "))
        };
        let not = |word: &str, not: bool| if not { format!("not-{word}") } else { word.to_string() };
        match &expr.kind {
            Number(number) => number.to_string(),
            Truth(truth) => truth.to_string(),
            None => "none".into(),
            Sites(set) => self.sites(set),
            RelativeSites(row, to) => format!("({} {})", self.row(*row), self.relative(to)),
            Directions(set) => self.directions(*set),
            RelativeDirections(way, to) => format!("({} {})", way.word(), self.relative(to)),
            Kinds(bits) => self.names(u64::from(*bits), self.equipment.kinds.iter().map(|one| &one.name)),
            Players(bits) => self.names(u64::from(*bits), self.equipment.players.iter().map(|one| &one.name)),
            Sides(bits) => {
                format!("side:{}", self.names(u64::from(*bits), self.equipment.sides.iter().map(|one| &one.name)))
            }
            Values(bits) => {
                let values = match expr.ty {
                    Type::Value(EnumId(i)) => self.equipment.enums.get(i as usize),
                    _ => Option::None,
                };
                self.names(*bits, values.into_iter().flat_map(|one| &one.values))
            }
            Tokens(token) => {
                let name = self.equipment.tokens.get(token.index()).map_or("token", |one| &one.name);
                format!("every-{name}")
            }
            Given(given) => given.word().into(),
            Local(local) => self.local(*local),
            Stored(id, Option::None) => self.stored(*id),
            Stored(id, Option::Some(of)) => one(&self.stored(*id), of),
            Moves(groups) => self.groups(groups),
            MovesOf(moves, of) => two("moves-of", moves, of),
            Intersect(parts) => all("and", parts),
            Union(parts) => all("or", parts),
            Without(a, b) => two("without", a, b),
            Field(field, of) => one(&self.field(*field, of.ty), of),
            From(ways, from) => two("from", ways, from),
            Beyond(ways, from) => two("beyond", ways, from),
            On(a, b, negated) => two(&not("on", *negated), a, b),
            In(a, b, negated) => two(&not("in", *negated), a, b),
            Where(a, local, b) => format!("(where {} {} {})", self.phrase(a), self.local(*local), self.phrase(b)),
            Extreme(a, local, most, b) => {
                let word = if *most { "most" } else { "least" };
                format!("({word} {} {} {})", self.phrase(a), self.local(*local), self.phrase(b))
            }
            If(a, b, c) => format!("(if {} {} {})", self.phrase(a), self.phrase(b), self.phrase(c)),
            PiecesOfKinds(a) => one("of-kind", a),
            PiecesBearing(slot, way, a) => {
                let slot = self.equipment.slots.get(slot.index());
                let name = slot.map_or("slot", |slot| &slot.name);
                match way {
                    Option::None => one(&format!("bearing:{name}"), a),
                    Option::Some(i) => one(&format!("bearing:{name}.{i}"), a),
                }
            }
            TokensBearing(token, attribute, a) => {
                let token = self.equipment.tokens.get(token.index());
                let name = token.map_or("token", |token| &token.name);
                let attribute = token.and_then(|token| token.attributes.get(*attribute as usize));
                one(&format!("{name}-with:{}", attribute.map_or("?", |(name, _)| name)), a)
            }
            TokensFaced(token, a) => {
                let name = self.equipment.tokens.get(token.index()).map_or("token", |one| &one.name);
                one(&format!("{name}-faced"), a)
            }
            Contents(a) => one("contents", a),
            Count(a) => one("count", a),
            Some(a) => one("some", a),
            Total(field, a) => one(&format!("total:{}", self.field(*field, a.ty)), a),
            Order(a, b) => two("order", a, b),
            Arithmetic(how, a, b) => two(how.sign(), a, b),
            Compare(order, a, b) => two(order.sign(), a, b),
            Is(a, b) => two("is", a, b),
            And(parts) => all("all", parts),
            Or(parts) => all("either", parts),
            Not(a) => one("not", a),
            Can(who, verb) => format!("(can {} {})", self.phrase(who), self.can(verb)),
        }
    }

    fn can(&self, verb: &CanVerb) -> String {
        match verb {
            CanVerb::Path(path) => self.path(path),
            CanVerb::Group(groups, prey, _) => match prey {
                Some(prey) => format!("({} {})", self.groups(groups), self.phrase(prey)),
                None => self.groups(groups),
            },
            CanVerb::Body(block) => format!("{{{}}}", self.inline(block)),
        }
    }

    /// Prints a path.
    pub fn path(&self, path: &Path) -> String {
        let mode = match path.mode {
            PathMode::Go => "go",
            PathMode::Strike => "strike",
            PathMode::Sweep => "sweep",
        };
        format!("({mode} {} {})", self.phrase(&path.ways), self.items(&path.items))
    }

    fn items(&self, items: &[PathItem]) -> String {
        let parts: Vec<String> = items.iter().map(|item| self.item(item)).collect();
        parts.join(" ")
    }

    fn item(&self, item: &PathItem) -> String {
        match item {
            PathItem::Past(times, set) => format!("(past{} {})", times_text(*times), self.phrase(set)),
            PathItem::Taking(times, set) => format!("(taking{} {})", times_text(*times), self.phrase(set)),
            PathItem::To(set) => format!("(to {})", self.phrase(set)),
            PathItem::Here => "here".into(),
            PathItem::Counted(number, items) => format!("(times {} {})", self.phrase(number), self.items(items)),
            PathItem::Group(times, items) => format!("(group{} {})", times_text(*times), self.items(items)),
        }
    }

    fn sites(&self, set: &super::SiteSet) -> String {
        let (count, all) = (set.len(), self.equipment.board.sites.len());
        if count == all && all > 0 {
            return "every-site".into();
        }
        if count > 12 {
            return format!("sites:{count}");
        }
        let names: Vec<&str> =
            set.iter().filter_map(|site| self.equipment.board.sites.get(site.index())).map(|one| one.name.as_str()).collect();
        names.join("|")
    }

    fn directions(&self, set: u32) -> String {
        match self.equipment.board.named.iter().find(|one| one.set == set) {
            Some(named) => named.name.clone(),
            None => self.names(u64::from(set), self.equipment.board.directions.iter().map(|one| &one.name)),
        }
    }

    fn names<'n>(&self, bits: u64, names: impl Iterator<Item = &'n String>) -> String {
        let chosen: Vec<&str> =
            names.enumerate().filter(|(i, _)| *i < 64 && bits >> i & 1 == 1).map(|(_, name)| name.as_str()).collect();
        chosen.join("|")
    }

    fn relative(&self, to: &RelativeTo) -> String {
        match to {
            RelativeTo::Described => "described".into(),
            RelativeTo::Actor => "actor".into(),
            RelativeTo::Mover => "mover".into(),
            RelativeTo::Of(whose) => self.phrase(whose),
        }
    }

    fn row(&self, row: RelativeRow) -> String {
        match row {
            RelativeRow::Far => "far-row".into(),
            RelativeRow::Home => "home-row".into(),
            RelativeRow::Region(region) => {
                self.equipment.regions.get(region.index()).map_or("region".into(), |one| one.name.clone())
            }
        }
    }

    fn field(&self, field: Field, of: Type) -> String {
        let eq = self.equipment;
        match field {
            Field::Owner => "owner".into(),
            Field::Site => "site".into(),
            Field::Kind => "kind".into(),
            Field::Worth => "worth".into(),
            Field::Slot(slot) => eq.slots.get(slot.index()).map_or("slot".into(), |slot| slot.name.clone()),
            Field::Attribute(i) => match of {
                Type::Token(token) => {
                    let token = eq.tokens.get(token.index());
                    let name = token.and_then(|token| token.attributes.get(i as usize));
                    name.map_or("attribute".into(), |(name, _)| name.clone())
                }
                _ => "attribute".into(),
            },
            Field::Face => "face".into(),
            Field::Under => "under".into(),
            Field::Measure(measure) => measure.word().into(),
            Field::Top => "top".into(),
            Field::Bottom => "bottom".into(),
            Field::First => "first".into(),
            Field::Last => "last".into(),
            Field::SideOf => "side-of".into(),
            Field::PlayersOf => "players-of".into(),
            Field::PlayerAttribute(i) => {
                let named = eq.players.iter().find_map(|player| player.attributes.get(i as usize));
                named.map_or("attribute".into(), |(name, ..)| name.clone())
            }
            Field::PiecesOf => "pieces-of".into(),
            Field::Pile(pile) => {
                format!("pile:{}", eq.piles.get(pile.index()).map_or("pile", |pile| &pile.name))
            }
            Field::ActorOf => "actor-of".into(),
            Field::Opposite => "opposite".into(),
        }
    }

    fn local(&self, local: LocalId) -> String {
        let name = self.scope.locals.get(local.index()).map_or("?", |local| &local.name);
        format!("{name}.{}", local.0)
    }

    fn stored(&self, id: StoredId) -> String {
        self.rules.stored.get(id.index()).map_or("stored".into(), |stored| stored.name.clone())
    }

    fn groups(&self, groups: &[GroupId]) -> String {
        if groups.len() == self.rules.groups.len() {
            return "move".into();
        }
        let names: Vec<&str> =
            groups.iter().filter_map(|id| self.rules.groups.get(id.index())).map(|group| group.name.as_str()).collect();
        names.join("|")
    }
}

fn times_text(times: Times) -> String {
    match times {
        Times { whole: true, .. } => " all".into(),
        Times { least: 1, most: Some(1), .. } => String::new(),
        Times { least: 0, most: None, .. } => " any".into(),
        Times { least: 1, most: None, .. } => " some".into(),
        Times { least, most: Some(most), .. } if least == most => format!(" {least}"),
        Times { least, most: Some(most), .. } => format!(" {least}..{most}"),
        Times { least, most: None, .. } => format!(" {least}.."),
    }
}
