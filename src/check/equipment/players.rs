//! `[players]` and `turn_order`: who plays, for which side, and who moves after whom.

use super::names::{Names, Role, check, too_many};
use super::read::{Found, beginning, choice, inside, section, table, text, texts, truth, unknown, wrong_type};
use super::unknown::misspells;
use crate::diagnostic::{Diagnostic, nearest};
use crate::model::board::Facing;
use crate::model::equipment::{Enumeration, Player, Side};
use crate::model::{EnumId, PlayerId, SideId};
use crate::source::Span;
use crate::syntax::front::{Node, Table, Value};

/// Players, sides and the order of turns.
pub(super) struct Roles {
    pub(super) players: Vec<Player>,
    pub(super) sides: Vec<Side>,
    pub(super) turn_order: Vec<PlayerId>,
}

const FACES: &[(&str, Facing)] =
    &[("north", Facing::North), ("south", Facing::South), ("east", Facing::East), ("west", Facing::West)];

/// The roles; `None` if there are no players.
pub(super) fn roles<'a>(top: &'a Table, enums: &[Enumeration], names: &mut Names<'a>, out: &mut Found) -> Option<Roles> {
    if !top.contains_key("players") {
        if !misspells("", top, "players") {
            let found = Diagnostic::error("E0010", beginning(top), "the front matter has no `[players]`");
            out.push(found.help("say who plays, in turn order: `White = { faces = \"north\" }`"));
        }
        return None;
    }
    let listed = section(top, "players", out)?;
    let span = top["players"].key;
    too_many("players", listed.len(), 8, span, out);
    let mut roles = Roles { players: Vec::new(), sides: Vec::new(), turn_order: Vec::new() };
    for (name, entry) in listed.iter().take(8) {
        names.declare("a player", name, entry.key, out);
    }
    for (name, entry) in listed.iter().take(8) {
        let Some(keys) = table(name, &entry.value, out) else { continue };
        if let Some((side, span)) = player(name, keys, enums, &mut roles, out).filter(|(side, _)| !listed.contains_key(*side)) {
            names.declare("a side", side, span, out);
        }
    }
    for player in &roles.players {
        let side = &roles.sides[player.side.index()];
        if side.neutral && side.name != player.name {
            let message = format!("`{}` plays for `{}`, and nobody plays for who is neutral", player.name, side.name);
            let at = listed.get(&player.name).map_or(span, |entry| entry.key);
            out.push(Diagnostic::error("E0084", at, message).help("leave out `side`, or `neutral`"));
        }
    }
    same_attributes(&mut roles.players);
    let playing = roles.players.iter().filter(|player| !roles.sides[player.side.index()].neutral).count();
    if playing < 2 {
        out.push(Diagnostic::error("E0026", span, "a game has at least two players"));
    } else if roles.sides.len() == 1 && roles.players.len() > 1 {
        out.push(Diagnostic::error("E0026", span, format!("all players are on the side `{}`", roles.sides[0].name)));
    }
    roles.turn_order = turn_order(top, &roles, out);
    (!roles.players.is_empty()).then_some(roles)
}

/// Adds one player; returns the name of its side if that is stated and new.
fn player<'a>(
    name: &str,
    keys: &'a Table,
    enums: &[Enumeration],
    roles: &mut Roles,
    out: &mut Found,
) -> Option<(&'a str, Span)> {
    let mut made = Player { name: name.to_owned(), side: SideId(0), attributes: Vec::new() };
    let (mut side, mut faces, mut neutral, mut full) = (None, None, None, false);
    for (key, entry) in keys {
        match key.as_str() {
            "faces" => faces = choice(key, &entry.value, FACES, out).map(|faces| (faces, entry.value.span)),
            "neutral" => neutral = truth(key, &entry.value, out).unwrap_or(false).then_some(entry.value.span),
            "side" => side = text(key, &entry.value, out).map(|side| (side, entry.value.span)),
            _ if made.attributes.len() == 16 => {
                full = full || too_many("attributes of a player", 17, 16, entry.key, out);
            }
            _ => {
                let Some((set, bits)) = attribute(key, &entry.value, enums, out) else { continue };
                check("an attribute", key, entry.key, Role::Field, out);
                let earlier = roles.players.iter().flat_map(|other| &other.attributes).find(|(other, _, _)| other == key);
                if earlier.is_some_and(|(_, other, _)| *other != set) {
                    let message = format!("`{key}` is of another set here than for the players before");
                    out.push(Diagnostic::error("E0027", entry.value.span, message));
                } else {
                    made.attributes.push((key.clone(), set, bits));
                }
            }
        }
    }
    let word = side.map_or(name, |(side, _)| side);
    let known = roles.sides.iter().position(|one| one.name == word);
    made.side = SideId(known.unwrap_or(roles.sides.len()) as u8);
    match known {
        Some(known) => as_partners(name, &roles.sides[known], faces, out),
        None => {
            let faces = faces.map_or(Facing::North, |(faces, _)| faces);
            roles.sides.push(Side { name: word.to_owned(), faces, neutral: neutral.is_some() });
        }
    }
    if let Some(span) = neutral.filter(|_| word != name) {
        let message = format!("`{name}` is neutral, and so on nobody's side");
        out.push(Diagnostic::error("E0084", span, message).help("leave out `side`, or `neutral`"));
    }
    roles.players.push(made);
    side.filter(|_| known.is_none())
}

/// E0087: a player of a side with other players faces another way than they do.
fn as_partners(name: &str, side: &Side, faces: Option<(Facing, Span)>, out: &mut Found) {
    let other = faces.filter(|(faces, _)| *faces != side.faces);
    let there = FACES.iter().find(|(_, faces)| *faces == side.faces);
    if let (Some((_, span)), Some((there, _))) = (other, there) {
        let message = format!("`{name}` plays for `{}`, which looks {there}", side.name);
        let help = format!("`forward` is one way for all of a side: write `faces = \"{there}\"`, or leave it out");
        out.push(Diagnostic::error("E0087", span, message).help(help));
    }
}

/// `colours = ["red", "orange"]`: the set that contains all these values, and their bits.
fn attribute(key: &str, node: &Node, enums: &[Enumeration], out: &mut Found) -> Option<(EnumId, u64)> {
    let near = nearest(key, ["faces", "neutral", "side"]);
    if let (Some(near), Value::Boolean(_)) = (near, &node.value) {
        let message = format!("`{key}` is no key of a player");
        out.push(Diagnostic::error("E0011", node.span, message).help(format!("did you mean the key `{near}`?")));
        return None;
    }
    if !matches!(node.value, Value::String(_) | Value::Array(_)) {
        wrong_type(key, node, "values of a set", out);
        return None;
    }
    let values = texts(key, node, out);
    let unknown_value = values.iter().find(|(value, _)| !enums.iter().any(|set| place_in(set, value).is_some()));
    if let Some((value, span)) = unknown_value {
        let message = format!("`{value}` is no value of any set");
        let found = Diagnostic::error("E0024", *span, message);
        out.push(match near {
            Some(near) => found.help(format!("further keys of a player are values of a set; did you mean the key `{near}`?")),
            None => found.help("further keys of a player are values of a set: declare them in `[sets]`"),
        });
        return None;
    }
    let bits = |set: &Enumeration| {
        values.iter().try_fold(0u64, |bits, (value, _)| place_in(set, value).map(|place| bits | 1 << place))
    };
    let mut fitting = enums.iter().enumerate().filter_map(|(i, set)| Some((EnumId(i as u8), bits(set)?)));
    let found = fitting.next();
    match (found, fitting.next()) {
        (Some(found), None) => Some(found),
        (Some((first, _)), Some((second, _))) => {
            let names = (&enums[first.index()].name, &enums[second.index()].name);
            let message = format!("`{key}` could be of `{}` or of `{}`", names.0, names.1);
            out.push(Diagnostic::error("E0027", node.span, message).help("give the values names that only one set has"));
            None
        }
        (None, _) => {
            out.push(Diagnostic::error("E0027", node.span, format!("no set has all the values of `{key}`")));
            None
        }
    }
}

fn place_in(set: &Enumeration, value: &str) -> Option<usize> {
    set.values.iter().position(|one| one == value)
}

/// Gives every player every attribute, in one order; those that a player lacks are empty.
fn same_attributes(players: &mut [Player]) {
    let mut all: Vec<(String, EnumId)> = Vec::new();
    for (name, set, _) in players.iter().flat_map(|player| &player.attributes) {
        if !all.iter().any(|(known, _)| known == name) {
            all.push((name.clone(), *set));
        }
    }
    for player in players {
        let bits = |name: &str, set| {
            player.attributes.iter().find(|(one, kind, _)| one == name && *kind == set).map_or(0, |(_, _, bits)| *bits)
        };
        player.attributes = all.iter().map(|(name, set)| (name.clone(), *set, bits(name, *set))).collect();
    }
}

fn turn_order(top: &Table, Roles { players, sides, .. }: &Roles, out: &mut Found) -> Vec<PlayerId> {
    let neutral = |player: usize| sides[players[player].side.index()].neutral;
    let all = || (0..players.len()).filter(|i| !neutral(*i)).map(|i| PlayerId(i as u8)).collect();
    let Some(entry) = top.get("turn_order") else { return all() };
    let mut order = Vec::new();
    let named = texts("turn_order", &entry.value, out);
    let anew = top.get("players").map(|listed| listed.key).filter(|listed| *listed == entry.key);
    if let Some(listed) = anew {
        of_others(listed, &named, players, out);
    }
    for (name, span) in &named {
        match players.iter().position(|player| player.name == *name) {
            Some(i) if neutral(i) => {
                let message = format!("`{name}` is neutral and has no turns");
                let found = Diagnostic::error("E0084", anew.unwrap_or(*span), message);
                out.push(match anew {
                    Some(_) => found.label(*span, "the turn order").help(ANEW),
                    None => found.help("leave the name out, or `neutral`"),
                });
            }
            Some(i) => order.push(PlayerId(i as u8)),
            None if anew.is_some() => {}
            None => unknown("E0021", "player", name, *span, players.iter().map(|player| player.name.as_str()), out),
        }
    }
    if matches!(&entry.value.value, Value::Array(items) if items.is_empty()) {
        out.push(Diagnostic::error("E0020", entry.value.span, "`turn_order` names nobody"));
    }
    if too_many("turns in `turn_order`", order.len(), 64, entry.value.span, out) {
        order.truncate(64);
    }
    if order.len() == named.len() && !order.is_empty() {
        for (i, player) in players.iter().enumerate() {
            if !order.contains(&PlayerId(i as u8)) && !neutral(i) {
                let message = format!("`{}` never has a turn: `turn_order` leaves the player out", player.name);
                let own = inside(top, "players", &player.name).filter(|_| anew.is_some());
                let found = Diagnostic::warning("W0850", own.map_or(entry.value.span, |own| own.key), message);
                out.push(if own.is_some() { found.label(entry.value.span, "the turn order").help(ANEW) } else { found });
            }
        }
    }
    if order.is_empty() { all() } else { order }
}

/// Help for a turn order that does not fit the players.
const ANEW: &str = "say `turn_order` anew beside these players";

/// E0021, at the heading of new players: the turn order kept from before names others.
fn of_others(listed: Span, named: &[(&str, Span)], players: &[Player], out: &mut Found) {
    let mut others: Vec<&(&str, Span)> = Vec::new();
    for one in named.iter().filter(|(name, _)| players.iter().all(|player| player.name != *name)) {
        if !others.iter().any(|(name, _)| *name == one.0) {
            others.push(one);
        }
    }
    let Some((_, span)) = others.first() else { return };
    let names: Vec<String> = others.iter().map(|(name, _)| format!("`{name}`")).collect();
    let message = format!("`turn_order` names {}, whom these players leave out", names.join(", "));
    out.push(Diagnostic::error("E0021", listed, message).label(*span, "the turn order").help(ANEW));
}

impl Roles {
    /// The side with this name, or the side of the player with this name.
    pub(super) fn side(&self, name: &str) -> Option<SideId> {
        side_named(&self.players, &self.sides, name)
    }

    /// The same, or a diagnostic.
    pub(super) fn side_or_say(&self, name: &str, span: Span, out: &mut Found) -> Option<SideId> {
        let found = self.side(name);
        if found.is_none() {
            unknown("E0021", "player or side", name, span, names(&self.players, &self.sides).into_iter(), out);
        }
        found
    }
}

/// The side with this name, or the side of the player with this name.
pub(super) fn side_named(players: &[Player], sides: &[Side], name: &str) -> Option<SideId> {
    let side = sides.iter().position(|side| side.name == name).map(|i| SideId(i as u8));
    side.or_else(|| players.iter().find(|player| player.name == name).map(|player| player.side))
}

/// The names of players and sides, for suggestions.
pub(super) fn names<'a>(players: &'a [Player], sides: &'a [Side]) -> Vec<&'a str> {
    let mut all: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    for side in sides {
        if !all.contains(&side.name.as_str()) {
            all.push(&side.name);
        }
    }
    all
}
