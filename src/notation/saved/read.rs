//! Reads saved games and positions in TOML.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::super::error::{At, Error};
use super::super::position::{self, Field, setup_keys};
use super::super::squares;
use super::super::{GameClock, Header, NoTimeControl, Terms, TimeControl, read_time};
use super::{Earlier, Ended, SavedGame, grid};
use crate::model::equipment::RegionSites;
use crate::model::setup::{Piece, Setup};
use crate::model::{Equipment, KindId, SideId};

/// The rules that a saved game belongs to.
pub fn header(text: &str) -> Result<Header, Error> {
    position::header(&Field::root(&parse(text)?))
}

/// The keys of a saved game.
const KEYS: [&str; 10] = ["schema", "variant", "options", "numbers", "seed", "moves", "ended", "clock", "setup", "earlier"];

/// Whether a text is a saved game, by whatever rules.
pub(super) fn is_one(text: &str) -> bool {
    parse(text).is_ok_and(|value| {
        let field = Field::root(&value);
        field.get("schema").is_some() && field.only(&KEYS).is_ok() && position::header(&field).is_ok()
    })
}

/// Reads a saved game.
pub fn read(terms: &Terms, text: &str) -> Result<SavedGame, Error> {
    let value = parse(text)?;
    let field = Field::root(&value);
    if value.as_object().is_none_or(Map::is_empty) {
        return Err(Error::new(At::Whole, "there is nothing in it, neither a position nor a game"));
    }
    field.only(&KEYS)?;
    if let Some(schema) = field.get("schema").filter(|schema| schema.value() != 1) {
        return Err(schema.error("this version of the format is not known").accepting("1"));
    }
    let mut game = SavedGame { header: position::header(&field)?, ..SavedGame::default() };
    game.seed = seed(&field)?;
    game.moves = moves(&field)?;
    game.start = field.get("setup").map(|start| setup(terms, &start)).transpose()?;
    if let Some(field) = field.get("ended") {
        field.only(&["winners", "reason", "left"])?;
        game.ended = Some(ended(terms, &field)?);
    }
    game.clock = field.get("clock").map(|field| clock(terms, &field)).transpose()?;
    for field in field.get("earlier").map_or(Ok(Vec::new()), |list| list.items())? {
        field.only(&["winners", "reason", "left", "seed", "moves", "setup"])?;
        game.earlier.push(Earlier {
            ended: ended(terms, &field)?,
            seed: seed(&field)?,
            moves: moves(&field)?,
            start: field.get("setup").map(|start| setup(terms, &start)).transpose()?,
        });
    }
    Ok(game)
}

fn seed(field: &Field) -> Result<Option<u64>, Error> {
    let Some(seed) = field.get("seed") else { return Ok(None) };
    let read = match seed.value() {
        Value::String(digits) => digits.parse().ok(),
        other => other.as_u64(),
    };
    read.map(Some).ok_or_else(|| seed.error("this is no seed").accepting("0 to 18446744073709551615"))
}

fn moves(field: &Field) -> Result<Vec<String>, Error> {
    let items = field.get("moves").map_or(Ok(Vec::new()), |list| list.items())?;
    items.iter().map(|mv| Ok(mv.text()?.to_string())).collect()
}

/// The winners of a finished game, and the reason.
fn ended(terms: &Terms, field: &Field) -> Result<Ended, Error> {
    let mut ended = Ended::default();
    for side in field.required("winners")?.items()? {
        let names = terms.equipment.sides.iter().map(|side| side.name.as_str());
        ended.winners.push(SideId(side.named("a side", names, side.text()?)? as u8));
    }
    if let Some(reason) = field.get("reason") {
        ended.reason = reason.text()?.to_string();
    }
    if let Some(left) = field.get("left") {
        ended.left = left.number()?;
    }
    Ok(ended)
}

/// The game clock; a player who is not named has all the time of the control.
fn clock(terms: &Terms, field: &Field) -> Result<GameClock, Error> {
    field.only(&["control", "left"])?;
    let control = field.required("control")?;
    let control: TimeControl = control.text()?.parse().map_err(|wrong: NoTimeControl| control.error(wrong.to_string()))?;
    let players = &terms.equipment.players;
    let mut left = vec![control.main; players.len()];
    for (name, field) in field.get("left").map_or(Ok(Vec::new()), |left| left.entries())? {
        let player = field.named("a player", players.iter().map(|player| player.name.as_str()), name)?;
        left[player] =
            read_time(field.text()?).ok_or_else(|| field.error("this is no time").accepting_any(["4m", "12s", "150ms"]))?;
    }
    Ok(GameClock::standing(control, left))
}

pub(in crate::notation) fn parse(text: &str) -> Result<Value, Error> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let at = error.span().map_or(At::Whole, |span| At::line_of(text, span.start));
        Error::new(at, format!("this is no TOML: {}", error.message().replace('\n', ", ")))
    })
}

/// Reads the `[setup]` table: the keys of a position, a `diagram` with its `symbols`, and the short forms that a rule file may
/// use: sites of a kind, a kind on a region, contents of a pile.
pub(in crate::notation) fn setup(terms: &Terms, field: &Field) -> Result<Setup, Error> {
    let equipment = terms.equipment;
    let short = |key: &str| {
        equipment.kinds.iter().any(|kind| kind.name == key || kind.plural == key)
            || equipment.regions.iter().any(|region| region.name == key)
            || equipment.piles.iter().any(|pile| pile.name == key)
    };
    let (own, extra): (Vec<_>, Vec<_>) = field.entries()?.into_iter().partition(|(key, _)| setup_keys().contains(key));
    let mut record: Map<String, Value> = own.iter().map(|(key, field)| (key.to_string(), field.value().clone())).collect();
    let mut laid = Vec::new();
    for (key, field) in &extra {
        match *key {
            "diagram" => {}
            "symbols" => {}
            key if short(key) => lay(terms, key, field, &mut laid, &mut record)?,
            key => {
                let accepted = setup_keys().into_iter().chain(["diagram", "symbols", "a kind, region or pile"]);
                return Err(field.error(format!("unknown key `{key}`")).accepting_any(accepted));
            }
        }
    }
    let whole = Value::Object(record);
    let mut setup = position::from_field(terms, &Field::below_key("setup", &whole))?;
    if let Some(diagram) = field.get("diagram") {
        let symbols = symbols(equipment, field)?;
        laid.extend(grid::read(equipment, diagram.text()?, &symbols, &diagram.at())?);
    }
    for (site, tower) in laid {
        // `board` takes precedence over other entries for a site.
        match setup.board.binary_search_by_key(&site, |(at, _)| *at) {
            Ok(_) => {}
            Err(place) => setup.board.insert(place, (site, tower)),
        }
    }
    Ok(setup)
}

/// `symbols = { K = "Swedes king" }`
fn symbols(equipment: &Equipment, field: &Field) -> Result<FxHashMap<String, Piece>, Error> {
    let entries = field.get("symbols").map_or(Ok(Vec::new()), |record| record.entries())?;
    let symbol = |(name, field): (&str, Field)| Ok((name.to_string(), position::piece_of(equipment, field.text()?, &field)?));
    entries.into_iter().map(symbol).collect()
}

type Laid = Vec<(crate::model::SiteId, Vec<Piece>)>;

/// `checker = ["c5", "d4"]`, `camp = "man"`, `supply = { stone = 66 }`
fn lay(terms: &Terms, key: &str, field: &Field, laid: &mut Laid, record: &mut Map<String, Value>) -> Result<(), Error> {
    let equipment = terms.equipment;
    if equipment.piles.iter().any(|pile| pile.name == key) {
        let piles = record.entry("piles").or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(piles) = piles {
            piles.insert(key.to_string(), field.value().clone());
        }
        return Ok(());
    }
    if let Some(kind) = equipment.kinds.iter().position(|kind| kind.name == key || kind.plural == key) {
        let Some(owner) = equipment.kinds[kind].owner else {
            return Err(field.error(format!("whose `{key}`?")).accepting("a diagram, or records in `board`"));
        };
        let index = squares::Index::new(equipment);
        for item in field.items()? {
            let piece = Piece { owner, kind: KindId(kind as u8), slots: Vec::new() };
            laid.push((index.site(item.text()?, item.at())?, vec![piece]));
        }
        return Ok(());
    }
    let kinds = equipment.kinds.iter().map(|kind| kind.name.as_str());
    let kind = KindId(field.named("a kind of piece", kinds, field.text()?)? as u8);
    let Some(region) = equipment.regions.iter().find(|region| region.name == key) else { return Ok(()) };
    match &region.sites {
        RegionSites::BySide(sets) => {
            for (side, set) in sets.iter().enumerate() {
                let piece = Piece { owner: SideId(side as u8), kind, slots: Vec::new() };
                laid.extend(set.iter().map(|site| (site, vec![piece.clone()])));
            }
        }
        RegionSites::Same(set) => {
            let Some(owner) = equipment.kinds[kind.index()].owner else {
                return Err(field.error("whose are the pieces on this region?").accepting("records in `board`"));
            };
            laid.extend(set.iter().map(|site| (site, vec![Piece { owner, kind, slots: Vec::new() }])));
        }
    }
    Ok(())
}
