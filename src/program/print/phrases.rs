//! Phrases of a program as text.

use std::collections::BTreeSet;

use crate::model::expr::{Field, RelativeRow, Type};
use crate::model::{GroupId, LocalId, SiteSet, StoredId};
use crate::program::node::{Node, NodeId, Relative};
use crate::program::{BlockId, Program};

use super::Printer;

/// The greatest length of a phrase that is printed inside another one.
const SHORT: usize = 72;

/// Every phrase as text, in the order of the program: parts come before the phrases that contain them.
pub(super) fn texts(program: &Program) -> Vec<String> {
    let mut texts: Vec<String> = Vec::with_capacity(program.phrases.nodes.len());
    for (i, node) in program.phrases.nodes.iter().enumerate() {
        let ty = program.phrases.types.get(i).copied().unwrap_or(Type::Truth);
        let text = Phrase { program, texts: &texts, ty }.text(node);
        texts.push(text);
    }
    texts
}

/// A list of the phrases that are referred to by number, and of those that these refer to.
pub(super) fn listed(program: &Program, texts: &[String], used: BTreeSet<u32>) -> String {
    let mut all = BTreeSet::new();
    let mut open: Vec<u32> = used.into_iter().collect();
    while let Some(number) = open.pop() {
        if all.insert(number) {
            let text = texts.get(number as usize).map_or("", String::as_str);
            open.extend(numbers(text));
        }
    }
    let mut out = String::new();
    if !all.is_empty() {
        out.push_str("\nphrases\n");
    }
    for number in all {
        let text = texts.get(number as usize).map_or("", String::as_str);
        let ty = program.phrases.types.get(number as usize).map_or_else(String::new, |ty| format!("{ty:?}").to_lowercase());
        out.push_str(&format!("  %{number}: {ty} = {text}\n"));
    }
    out
}

/// The numbers of the phrases that a text refers to.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = u32> {
    text.split('%').skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok()
    })
}

impl Printer<'_> {
    /// A phrase as it is printed in a line of instructions.
    pub(super) fn phrase(&mut self, id: NodeId) -> String {
        let text = short(self.phrases, id);
        self.used.extend(numbers(&text));
        text
    }
}

fn short(texts: &[String], id: NodeId) -> String {
    match texts.get(id.0 as usize) {
        Some(text) if text.len() <= SHORT => text.clone(),
        _ => format!("%{}", id.0),
    }
}

struct Phrase<'a> {
    program: &'a Program,
    texts: &'a [String],
    ty: Type,
}

impl Phrase<'_> {
    fn text(&self, node: &Node) -> String {
        let p = |id: &NodeId| short(self.texts, *id);
        let one = |word: &str, a: &NodeId| format!("({word} {})", p(a));
        let two = |word: &str, a: &NodeId, b: &NodeId| format!("({word} {} {})", p(a), p(b));
        let all = |word: &str, all: &[NodeId]| {
            let parts: Vec<String> = all.iter().map(p).collect();
            format!("({word} {})", parts.join(" "))
        };
        let negated = |word: &str, not: bool| if not { format!("not-{word}") } else { word.to_owned() };
        match node {
            Node::None => "none".to_owned(),
            Node::Number(number) => number.to_string(),
            Node::Truth(truth) => truth.to_string(),
            Node::Sites(set) => self.sites(set),
            Node::RelativeSites(row, to) => format!("({} {})", self.row(*row), self.relative(to)),
            Node::Bits(bits) => self.bits(*bits),
            Node::RelativeDirections(way, to) => format!("({} {})", way.word(), self.relative(to)),
            Node::Tokens(token) => {
                format!("every-{}", self.program.equipment.tokens.get(token.index()).map_or("?", |one| &one.name))
            }
            Node::Given(given) => given.word().to_owned(),
            Node::Local(local) => name(*local),
            Node::Stored(id, None) => self.stored(*id),
            Node::Stored(id, Some(of)) => one(&self.stored(*id), of),
            Node::Moves(groups) => self.groups(groups),
            Node::MovesOf(moves, of) => two("moves-of", moves, of),
            Node::Intersect(parts) => all("and", parts),
            Node::Union(parts) => all("or", parts),
            Node::Without(a, b) => two("without", a, b),
            Node::Field(field, of) => one(&self.field(*field, *of), of),
            Node::Beyond(ways, from, of_pieces) => two(if *of_pieces { "beyond-pieces" } else { "beyond" }, ways, from),
            Node::From(ways, from, of_pieces) => two(if *of_pieces { "from-pieces" } else { "from" }, ways, from),
            Node::On(a, b, not) => two(&negated("on", *not), a, b),
            Node::In(a, b, not) => two(&negated("in", *not), a, b),
            Node::Where(a, local, b) => format!("(where {} {} {})", p(a), name(*local), p(b)),
            Node::Extreme(a, local, most, b) => {
                format!("({} {} {} {})", if *most { "most" } else { "least" }, p(a), name(*local), p(b))
            }
            Node::If(a, b, c) => format!("(if {} {} {})", p(a), p(b), p(c)),
            Node::PiecesOfKinds(a) => one("of-kind", a),
            Node::PiecesBearing(slot, way, a) => {
                let slot = self.program.equipment.slots.get(slot.index()).map_or("?", |slot| slot.name.as_str());
                one(&way.map_or(format!("bearing:{slot}"), |way| format!("bearing:{slot}.{way}")), a)
            }
            Node::TokensBearing(token, attribute, a) => {
                let token = self.program.equipment.tokens.get(token.index());
                let attribute = token.and_then(|token| token.attributes.get(*attribute as usize));
                one(&format!("token-with:{}", attribute.map_or("?", |(name, _)| name)), a)
            }
            Node::TokensFaced(_, a) => one("token-faced", a),
            Node::Contents(a) => one("contents", a),
            Node::Count(a) => one("count", a),
            Node::Some(a) => one("some", a),
            Node::Total(field, a) => one(&format!("total:{}", self.field(*field, *a)), a),
            Node::Order(a, b) => two("order", a, b),
            Node::Arithmetic(how, a, b) => two(how.sign(), a, b),
            Node::Compare(order, a, b) => two(order.sign(), a, b),
            Node::Is(a, b) => two("is", a, b),
            Node::And(parts) => all("all", parts),
            Node::Or(parts) => all("either", parts),
            Node::Not(a) => one("not", a),
            Node::CanPath(who, path) => format!("(can {} path:{})", p(who), path.0),
            Node::CanGroup(who, groups, None, _) => format!("(can {} {})", p(who), self.groups(groups)),
            Node::CanGroup(who, groups, Some(prey), _) => format!("(can {} {} {})", p(who), self.groups(groups), p(prey)),
            Node::CanBody(who, BlockId(block)) => format!("(can {} block:{block})", p(who)),
        }
    }

    fn sites(&self, set: &SiteSet) -> String {
        let sites = &self.program.equipment.board.sites;
        match set.len() {
            count if count == sites.len() => "every-site".to_owned(),
            _ => {
                let names = set.iter().filter_map(|site| sites.get(site.index()));
                names.map(|site| site.name.as_str()).collect::<Vec<_>>().join("|")
            }
        }
    }

    fn bits(&self, bits: u64) -> String {
        let equipment = &self.program.equipment;
        let names = |names: &mut dyn Iterator<Item = &str>| {
            let chosen = names.take(64).enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, name)| name);
            chosen.collect::<Vec<_>>().join("|")
        };
        let text = match self.ty {
            Type::Direction => match equipment.board.named.iter().find(|one| u64::from(one.set) == bits) {
                Some(named) => named.name.clone(),
                None => names(&mut equipment.board.directions.iter().map(|one| one.name.as_str())),
            },
            Type::Kind => names(&mut equipment.kinds.iter().map(|one| one.name.as_str())),
            Type::Player => names(&mut equipment.players.iter().map(|one| one.name.as_str())),
            Type::Side => format!("side:{}", names(&mut equipment.sides.iter().map(|one| one.name.as_str()))),
            Type::Value(values) => match equipment.enums.get(values.index()) {
                Some(values) => names(&mut values.values.iter().map(String::as_str)),
                None => String::new(),
            },
            _ => String::new(),
        };
        if text.is_empty() { format!("bits:{bits:b}") } else { text }
    }

    fn relative(&self, to: &Relative) -> String {
        match to {
            Relative::Described => "described".to_owned(),
            Relative::Actor => "actor".to_owned(),
            Relative::Mover => "mover".to_owned(),
            Relative::Of(whose) => short(self.texts, *whose),
        }
    }

    fn row(&self, row: RelativeRow) -> String {
        match row {
            RelativeRow::Far => "far-row".to_owned(),
            RelativeRow::Home => "home-row".to_owned(),
            RelativeRow::Region(region) => {
                self.program.equipment.regions.get(region.index()).map_or("?", |one| &one.name).to_owned()
            }
        }
    }

    fn field(&self, field: Field, of: NodeId) -> String {
        let equipment = &self.program.equipment;
        let text = match field {
            Field::Slot(slot) => equipment.slots.get(slot.index()).map(|slot| slot.name.clone()),
            Field::Attribute(i) => match self.program.phrases.types.get(of.0 as usize) {
                Some(Type::Token(token)) => {
                    let token = equipment.tokens.get(token.index());
                    token.and_then(|token| token.attributes.get(i as usize)).map(|(name, _)| name.clone())
                }
                _ => None,
            },
            Field::PlayerAttribute(i) => {
                equipment.players.iter().find_map(|player| player.attributes.get(i as usize)).map(|(name, ..)| name.clone())
            }
            Field::Pile(pile) => equipment.piles.get(pile.index()).map(|pile| format!("pile:{}", pile.name)),
            Field::SideOf => Some("side-of".to_owned()),
            Field::PlayersOf => Some("players-of".to_owned()),
            Field::PiecesOf => Some("pieces-of".to_owned()),
            Field::ActorOf => Some("actor-of".to_owned()),
            // Other fields are printed by their names.
            other => Some(format!("{other:?}").to_lowercase()),
        };
        text.unwrap_or_else(|| "?".to_owned())
    }

    fn stored(&self, id: StoredId) -> String {
        self.program.stored.get(id.index()).map_or("?", |stored| &stored.name).to_owned()
    }

    fn groups(&self, groups: &[GroupId]) -> String {
        if groups.len() == self.program.groups.len() {
            return "move".to_owned();
        }
        let names = groups.iter().filter_map(|id| self.program.groups.get(id.index()));
        names.map(|group| group.name.as_str()).collect::<Vec<_>>().join("|")
    }
}

/// A bound name, by its number.
pub(super) fn name(local: LocalId) -> String {
    format!("${}", local.0)
}
