//! Moves in the terms of the facts.

use draughtsman::engine::moves::{Chosen, Deed};
use draughtsman::engine::{Counting, Move, Position};
use draughtsman::library::Ready;
use draughtsman::model::SiteId;
use toml::{Table, Value};

use super::position::{Board, board};

/// How a file of facts writes captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `22x15{18}=K`: from, to, the captured squares.
    Sets,
    /// `c3xe5xg7`: every square landed on.
    Paths,
    /// As `Sets`, but with the names of squares: `a1xc3{b2}=K`.
    Names,
}

/// A move of a position, with its text in the facts' terms or what it changes.
pub(crate) struct Listed {
    /// The engine's move.
    pub(crate) mv: Move,
    /// `c3xe5`; a record's verb for other actions.
    pub(crate) text: String,
    /// What changes, for other actions.
    pub(crate) record: Option<Record>,
}

/// An action that is no path: its verb, its piece, what was chosen, and what it changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Record {
    verb: String,
    from: String,
    chosen: String,
    result: Vec<(String, String)>,
}

/// The legal moves of a position.
pub(crate) fn list(ready: &Ready, position: &Position, style: Style, counting: Counting) -> Result<Vec<Listed>, String> {
    let moves = position.moves(&ready.program, counting).map_err(|limit| limit.to_string())?;
    moves.into_iter().map(|mv| describe(ready, position, style, mv)).collect()
}

fn name(ready: &Ready, style: Style, site: SiteId) -> String {
    let site = &ready.variant.equipment.board.sites[site.index()];
    match (style, site.number) {
        (Style::Sets, Some(number)) if !ready.variant.equipment.about.title.contains("Turkish") => number.to_string(),
        _ => site.name.clone(),
    }
}

fn describe(ready: &Ready, position: &Position, style: Style, mv: Move) -> Result<Listed, String> {
    let named = |site: &SiteId| name(ready, style, *site);
    let plain = mv.deeds.iter().all(|deed| matches!(deed, Deed::Actor(_) | Deed::Leg { .. }));
    let legs = mv.deeds.iter().any(|deed| matches!(deed, Deed::Leg { .. }));
    let placed: Vec<String> = mv
        .deeds
        .iter()
        .filter_map(|deed| match deed {
            Deed::Placed(site) => Some(named(site)),
            _ => None,
        })
        .collect();
    let path: Vec<String> = mv.path().iter().map(named).collect();
    let taken = mv.captures();
    if plain && legs {
        let text = match style {
            Style::Paths => path.join(if taken.is_empty() { "-" } else { "x" }),
            Style::Sets | Style::Names => {
                let (from, to) = (mv.from().unwrap_or_default(), mv.to().unwrap_or_default());
                let crowned = crowned(ready, position, &mv, from, to)?;
                let mut sites: Vec<String> = taken.iter().map(named).collect();
                sites.sort();
                let crowned = if crowned { "=K" } else { "" };
                match sites.is_empty() {
                    true => format!("{}-{}{crowned}", named(&from), named(&to)),
                    false => format!("{}x{}{{{}}}{crowned}", named(&from), named(&to), sites.join(",")),
                }
            }
        };
        return Ok(Listed { mv, text, record: None });
    }
    if !legs && !placed.is_empty() {
        return Ok(Listed { mv, text: placed.join("+"), record: None });
    }
    let record = record(ready, position, &mv)?;
    Ok(Listed { mv, text: record.verb.clone(), record: Some(record) })
}

fn crowned(ready: &Ready, position: &Position, mv: &Move, from: SiteId, to: SiteId) -> Result<bool, String> {
    let kind = |position: &Position, at: SiteId| {
        let setup = position.to_setup(&ready.program);
        setup.tower(at).last().map(|piece| piece.kind)
    };
    let after = position.play_impatiently(&ready.program, mv).map_err(|limit| limit.to_string())?;
    Ok(kind(position, from) != kind(&after, to))
}

fn record(ready: &Ready, position: &Position, mv: &Move) -> Result<Record, String> {
    let after = position.play_impatiently(&ready.program, mv).map_err(|limit| limit.to_string())?;
    let verb = mv.deeds.iter().find_map(|deed| match deed {
        Deed::Verb(verb) => Some(verb.as_str()),
        _ => None,
    });
    let verb = match verb.unwrap_or_default() {
        "trade-places" | "trade-corners" => "swap",
        "crown-another" => "make-queen",
        "pass" => "skip",
        other => other,
    };
    let from = mv.deeds.iter().find_map(|deed| match deed {
        Deed::Actor(site) => Some(name(ready, Style::Paths, *site)),
        _ => None,
    });
    let chosen = mv.deeds.iter().filter_map(|deed| match deed {
        Deed::Chosen(_, chosen) => Some(chosen.iter().map(|chosen| match chosen {
            Chosen::Site(site) | Chosen::Piece(site) => name(ready, Style::Paths, *site),
            Chosen::Number(quarters) => ["", "cw", "half", "ccw"][(*quarters).clamp(0, 3) as usize].to_owned(),
            other => format!("{other:?}"),
        })),
        _ => None,
    });
    let chosen: Vec<String> = chosen.flatten().collect();
    let before = board(&position.to_setup(&ready.program));
    let result = changes(ready, &before, &board(&after.to_setup(&ready.program)));
    Ok(Record { verb: verb.to_owned(), from: from.unwrap_or_default(), chosen: chosen.join(" "), result })
}

fn changes(ready: &Ready, before: &Board, after: &Board) -> Vec<(String, String)> {
    let equipment = &ready.variant.equipment;
    let mut changes = Vec::new();
    for (i, site) in equipment.board.sites.iter().enumerate() {
        let on = |board: &Board| board.iter().find(|(at, _)| at.index() == i).map(|(_, tower)| tower.clone());
        let (old, new) = (on(before), on(after));
        if old != new {
            let words = new.and_then(|tower| tower.last().copied()).map_or("empty".to_owned(), |(owner, kind)| {
                format!("{} {}", equipment.sides[owner.index()].name, equipment.kinds[kind.index()].name)
            });
            changes.push((site.name.clone(), words));
        }
    }
    changes.sort();
    changes
}

/// A record as a file of facts writes it.
pub(crate) fn parse_record(table: &Table) -> Record {
    let text = |key: &str| table.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let result = table.get("result").and_then(Value::as_table).into_iter().flatten();
    let mut result: Vec<(String, String)> =
        result.map(|(site, what)| (site.clone(), what.as_str().unwrap_or_default().to_owned())).collect();
    result.sort();
    let chosen = match text("low").as_str() {
        "" => text("to"),
        low => format!("{low} {}", text("turn")),
    };
    Record { verb: text("verb"), from: text("from"), chosen, result }
}

/// Whether a text of the facts stands for a move: any of its alternatives does.
pub(crate) fn means(fact: &str, listed: &str) -> bool {
    fact.split('|').any(|one| as_listed(one.trim()) == listed)
}

/// The same where only the ends may be given.
pub(crate) fn could_mean(fact: &str, listed: &str) -> bool {
    let ends = listed.split(['{', '=']).next().unwrap_or_default();
    means(fact, listed) || means(fact, ends)
}

/// `08x2{9,12}` as this test writes it: no leading zeros, the captured squares in the order of their texts.
fn as_listed(fact: &str) -> String {
    let (ends, rest) = fact.split_at(fact.find(['{', '=']).unwrap_or(fact.len()));
    let sign = if ends.contains('x') { "x" } else { "-" };
    let ends = ends.split(sign).map(|square| square.trim_start_matches('0')).collect::<Vec<_>>().join(sign);
    match rest.trim_start_matches('{').split_once('}') {
        None => ends + rest,
        Some((taken, crowned)) => {
            let mut taken: Vec<&str> = taken.split(',').collect();
            taken.sort();
            format!("{ends}{{{}}}{crowned}", taken.join(","))
        }
    }
}

impl Record {
    /// Whether this action of the engine is the one that a record of the facts means.
    pub(crate) fn is(&self, fact: &Record) -> bool {
        // Which way a split went, the facts leave to its result.
        let chosen = fact.verb.starts_with("split") || self.chosen == fact.chosen;
        self.verb == fact.verb && self.from == fact.from && chosen && self.result == fact.result
    }
}
