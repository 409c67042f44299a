//! The keys at the top, `[numbers]`, `[notation]` and `[match]`.

use super::names::Names;
use super::read::{Found, beginning, choice, inside, number, section, text, texts, unknown, wrong_type};
use super::schema::{FAR, LANGUAGE};
use super::unknown::{misspells, refuse_unknown_keys, suggested};
use crate::check::lints::{LINTS, Level};
use crate::diagnostic::Diagnostic;
use crate::model::equipment::{About, Match, Notation, NumberOption, OptionInfo, Pile, Player, Routes};
use crate::model::hub::{self, Squares};
use crate::model::{Equipment, PileId, PlayerId};
use crate::source::Span;
use crate::syntax::front::{Entry, Node, Table, Value};
use crate::syntax::parent::{FIRST_VERSION, Parent};

/// `name`, `version` and so on, and whether routes distinguish moves.
pub(super) fn about(top: &Table, out: &mut Found) -> (About, Routes) {
    refuse_unknown_keys("", "the front matter", top, out);
    if !top.contains_key("name") && !misspells("", top, "name") {
        let found = Diagnostic::error("E0010", beginning(top), "the front matter has no `name`");
        out.push(found.help("the title of the game: `name = \"Pocket draughts\"`"));
    }
    let mut one = |key: &str| top.get(key).and_then(|entry| text(key, &entry.value, out)).map(str::to_owned);
    let (title, version, source, extends) = (one("name"), one("version"), one("source"), one("extends"));
    let mut many = |key: &str| -> Vec<String> {
        let found = top.get(key).map(|entry| texts(key, &entry.value, out));
        found.into_iter().flatten().map(|(text, _)| text.to_owned()).collect()
    };
    let (aliases, authors) = (many("aliases"), many("authors"));
    language(top, out);
    let year = top.get("year").and_then(|entry| number("year", &entry.value, -5000..=3000, out));
    let choices = [("alike", Routes::Alike), ("distinct", Routes::Distinct)];
    let routes = top.get("routes").and_then(|entry| choice("routes", &entry.value, &choices, out)).unwrap_or(Routes::Alike);
    let about = About {
        title: title.unwrap_or_default(),
        aliases,
        authors,
        year,
        version: version.unwrap_or_else(|| FIRST_VERSION.to_owned()),
        source,
        extends: extends.map(|parent| Parent::read(&parent).name.to_owned()),
    };
    (about, routes)
}

/// `language = 2`
fn language(top: &Table, out: &mut Found) {
    let Some(entry) = top.get("language") else { return };
    if let Value::Integer(version) = entry.value.value
        && version > LANGUAGE
    {
        let message = format!("this file is written in language {version}; this program knows the language up to {LANGUAGE}");
        out.push(Diagnostic::error("E0083", entry.value.span, message).help("a newer version of the program may read it"));
        return;
    }
    number("language", &entry.value, 1..=LANGUAGE, out);
}

/// `[lints]`: checks the names and the levels.
pub(super) fn lints(top: &Table, out: &mut Found) {
    for (name, entry) in section(top, "lints", out).into_iter().flatten() {
        if let Some(lint) = LINTS.iter().find(|lint| lint.code == name) {
            let message = format!("`[lints]` names lints by their names; `{name}` is `{}`", lint.name);
            out.push(Diagnostic::error("E0012", entry.key, message).propose(entry.key, lint.name));
        } else if !LINTS.iter().any(|lint| lint.name == name) {
            unknown("E0012", "lint", name, entry.key, LINTS.iter().map(|lint| lint.name), out);
        }
        choice(name, &entry.value, &Level::ALL, out);
    }
}

/// `[notation]`
pub(super) fn notation(top: &Table, out: &mut Found) -> Notation {
    let mut notation = Notation { numbers: false, pdn: None, hub: None };
    let Some(keys) = section(top, "notation", out) else { return notation };
    refuse_unknown_keys("notation", "[notation]", keys, out);
    if let Some(entry) = keys.get("squares") {
        notation.numbers = choice("squares", &entry.value, &[("algebraic", false), ("numbers", true)], out).unwrap_or(false);
    }
    if let Some(entry) = keys.get("pdn") {
        notation.pdn = number("pdn", &entry.value, 0..=999, out).map(|number| number as u16);
    }
    notation.hub = keys.get("hub").and_then(|entry| hub_name(&entry.value, out));
    notation
}

/// `hub = "killer"`: the protocol lists such names in quotes, separated by spaces, so few characters are allowed.
fn hub_name(node: &Node, out: &mut Found) -> Option<String> {
    let word = text("hub", node, out)?;
    if hub::is_name(word) {
        return Some(word.to_owned());
    }
    let found = Diagnostic::error("E0085", node.span, format!("`{word}` is no name of the Hub protocol"));
    out.push(found.help("small letters, digits, `-` and `!`, such as `hub = \"normal\"`"));
    None
}

/// Reports a Hub name of a game that the Hub protocol cannot represent.
pub(super) fn hub(top: &Table, equipment: &Equipment, out: &mut Found) {
    let Some(entry) = inside(top, "notation", "hub").filter(|_| equipment.notation.hub.is_some()) else { return };
    if let Err(reason) = Squares::of(equipment) {
        let found = Diagnostic::error("E0086", entry.key, format!("the Hub protocol cannot write this game down: {reason}"));
        out.push(found.help("take `hub` out"));
    }
}

/// `[match]`
pub(super) fn games_of_match(top: &Table, players: &[Player], piles: &[Pile], out: &mut Found) -> Option<Match> {
    let keys = section(top, "match", out)?;
    refuse_unknown_keys("match", "[match]", keys, out);
    let games = keys.get("games").and_then(|entry| number("games", &entry.value, 1..=100, out));
    let mut place = |key: &str, code: &'static str, what: &str, names: Vec<&str>| {
        let node = &keys.get(key)?.value;
        let word = text(key, node, out)?;
        let found = names.iter().position(|name| *name == word);
        if found.is_none() {
            unknown(code, what, word, node.span, names.into_iter(), out);
        }
        found.map(|i| i as u8)
    };
    let wins_as = place("wins_as", "E0021", "player", players.iter().map(|player| player.name.as_str()).collect());
    let better = place("better", "E0057", "pile", piles.iter().map(|pile| pile.name.as_str()).collect());
    Some(Match { games: games.unwrap_or(2) as u32, wins_as: wins_as.map(PlayerId), better: better.map(PileId) })
}

/// `[numbers]`, with the values that a group has chosen. A value for an option is reported by `super::of_other_sort`.
pub(super) fn numbers<'a>(
    top: &'a Table,
    (set, options): (&[(String, i64)], &[OptionInfo]),
    names: &mut Names<'a>,
    out: &mut Found,
) -> Vec<NumberOption> {
    let mut numbers = Vec::new();
    let listed = section(top, "numbers", out);
    for (name, entry) in listed.into_iter().flatten() {
        names.declare("a number", name, entry.key, out);
        let Some(mut made) = number_option(name, entry, out) else { continue };
        if let Some((_, value)) = set.iter().rev().find(|(one, _)| one == name) {
            if (made.range.0..=made.range.1).contains(value) {
                made.value = *value;
            } else {
                let message = format!("`{name}` cannot be {value}");
                let help = format!("accepted: {} to {}", made.range.0, made.range.1);
                out.push(Diagnostic::error("E0054", entry.key, message).help(help));
            }
        }
        numbers.push(made);
    }
    let known = |name: &String| listed.is_some_and(|listed| listed.contains_key(name));
    let is_option = |name: &String| options.iter().any(|option| option.name == *name);
    for (name, _) in set.iter().filter(|(name, _)| !known(name) && !is_option(name)) {
        let known: Vec<&str> = listed.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        let span = top.get("numbers").map_or(beginning(top), |entry| entry.key);
        let found = Diagnostic::error("E0053", span, format!("there is no number option `{name}`"));
        out.push(suggested(found, name, known.into_iter()));
    }
    numbers
}

/// `quiet-limit = 100`, `quiet-limit = { value = 100, least = 1, greatest = 1000 }`
fn number_option(name: &str, entry: &Entry, out: &mut Found) -> Option<NumberOption> {
    let (value, least, greatest) = match &entry.value.value {
        Value::Integer(_) => (number(name, &entry.value, -FAR..=FAR, out)?, None, None),
        Value::Table(keys) => {
            refuse_unknown_keys("numbers.NAME", &format!("the number `{name}`"), keys, out);
            let mut part = |key: &str| keys.get(key).and_then(|entry| number(key, &entry.value, -FAR..=FAR, out));
            let (least, greatest) = (part("least"), part("greatest"));
            let Some(value) = part("value") else {
                if !keys.contains_key("value") {
                    out.push(Diagnostic::error("E0010", entry.key, format!("the number `{name}` has no `value`")));
                }
                return None;
            };
            (value, least, greatest)
        }
        _ => {
            wrong_type(name, &entry.value, "a whole number, or `{ value = …, least = …, greatest = … }`", out);
            return None;
        }
    };
    let range = (least.unwrap_or(value.min(0)), greatest.unwrap_or(value.max(FAR)));
    if !(range.0..=range.1).contains(&value) {
        let message = format!("`{name}` is {value}, outside its own range {} to {}", range.0, range.1);
        out.push(out_of_range(entry, if value < range.0 { "least" } else { "greatest" }, message));
    }
    Some(NumberOption { name: name.to_owned(), value, default: value, range })
}

/// E0052, with labels where the number is declared elsewhere: in the file or the option that this declaration overrides.
fn out_of_range(entry: &Entry, bound: &str, message: String) -> Diagnostic {
    let here = entry.value.span;
    let found = Diagnostic::error("E0052", here, message);
    let Value::Table(keys) = &entry.value.value else { return found };
    let elsewhere = |span: Span| span.file != here.file || span.end <= here.start || here.end <= span.start;
    let said = ["value", bound].map(|key| keys.get(key).filter(|said| elsewhere(said.key)).map(|said| (key, said.key)));
    said.into_iter().flatten().fold(found, |found, (key, span)| found.label(span, format!("its `{key}`")))
}
