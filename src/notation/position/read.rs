//! Reads a setup written with names.

use super::super::error::Error;
use super::super::json::{SCHEMA, outcome};
use super::super::squares::Index;
use super::super::tokens::{find_class, read_token};
use super::super::{Header, Terms};
use super::field::Field;
use super::{BOX, piles, places, plain, stored};
use crate::model::equipment::SlotType;
use crate::model::setup::{Outcome, Pending, Piece, Setup, Shuffle, SlotContent, Token};
use crate::model::{Equipment, KindId, PlayerId, SideId, SiteId, SlotId, TokenId};

/// The keys of a setup, without those that name its rules.
pub(in crate::notation) fn setup_keys() -> [&'static str; 11] {
    ["player", "turn", "turns", "board", "piles", "counters", "tokens", "known", "out", "pending", "outcome"]
}

/// The rules that a position says it belongs to: `variant`, `options` and, in TOML, `numbers`.
pub fn header(field: &Field) -> Result<Header, Error> {
    let mut header = Header::default();
    if let Some(variant) = field.get("variant") {
        header.variant = variant.text()?.to_string();
    }
    if let Some(list) = field.get("options") {
        let mut on = Vec::new();
        for option in list.items()? {
            let (name, value) = option.text()?.split_once('=').unwrap_or((option.text()?, "on"));
            match (value.trim(), value.trim().parse()) {
                ("on", _) => on.push(name.trim().to_string()),
                ("off", _) => {}
                (_, Ok(number)) => header.numbers.push((name.trim().to_string(), number)),
                _ => return Err(option.error(format!("`{value}` is not a number, nor `on` or `off`"))),
            }
        }
        header.options = Some(on);
    }
    for (name, value) in field.get("numbers").map_or(Ok(Vec::new()), |record| record.entries())? {
        header.numbers.push((name.to_string(), value.number()?));
    }
    Ok(header)
}

/// Reads a whole position. Everything is optional; without `player` it is the first turn of the turn order.
pub fn from_field(terms: &Terms, field: &Field) -> Result<Setup, Error> {
    field.only(&[&["schema", "variant", "options"], setup_keys().as_slice()].concat())?;
    schema(field)?;
    header(field)?;
    let equipment = terms.equipment;
    let index = Index::new(equipment);
    let mut setup = Setup { turn: turn(equipment, field)?, ..Setup::default() };
    if let Some(turns) = field.get("turns") {
        setup.turns = turns.number()?;
    }
    for (name, field) in entries(field, "board")? {
        let site = index.site(name, field.at())?;
        setup.board.push((site, tower(equipment, &field)?));
    }
    for (name, field) in entries(field, "piles")? {
        setup.piles.extend(piles::read(equipment, name, &field)?);
    }
    for (name, field) in entries(field, "counters")? {
        setup.stored.extend(stored::read(terms, &index, name, &field)?);
    }
    tokens(equipment, &index, field, &mut setup)?;
    for side in field.get("out").map_or(Ok(Vec::new()), |list| list.items())? {
        setup.out.push(side_named(equipment, side.text()?, &side)?);
    }
    setup.pending = field.get("pending").map(|pending| read_pending(equipment, &pending)).transpose()?;
    setup.outcome = field.get("outcome").map(|ended| read_outcome(terms, &ended)).transpose()?;
    setup.board.sort_by_key(|(site, _)| *site);
    setup.under.sort_by_key(|(site, _)| *site);
    setup.piles.sort_by_key(|(pile, _)| *pile);
    setup.stored.sort_by_key(|(stored, _)| *stored);
    refuse_twice(field, equipment, setup.board.iter().map(|(site, _)| *site))?;
    refuse_twice(field, equipment, setup.under.iter().map(|(site, _)| *site))?;
    known(equipment, field, &mut setup)?;
    Ok(setup)
}

fn schema(field: &Field) -> Result<(), Error> {
    match field.get("schema") {
        Some(schema) if schema.number::<u32>()? != SCHEMA => {
            Err(schema.error("this version of the format is not known").accepting(SCHEMA.to_string()))
        }
        _ => Ok(()),
    }
}

fn entries<'v>(field: &Field<'v>, key: &str) -> Result<Vec<(&'v str, Field<'v>)>, Error> {
    field.get(key).map_or(Ok(Vec::new()), |record| record.entries())
}

fn turn(equipment: &Equipment, field: &Field) -> Result<u8, Error> {
    let order = &equipment.turn_order;
    let player = match field.get("player") {
        Some(name) => Some(player_named(equipment, name.text()?, &name)?),
        None => None,
    };
    if let Some(turn) = field.get("turn") {
        let place: usize = turn.number()?;
        let found = place.checked_sub(1).and_then(|place| order.get(place));
        return match (found, player) {
            (Some(found), Some(player)) if *found != player => {
                Err(turn.error(format!("turn {place} of the turn order is not that of the player named")))
            }
            (Some(_), _) => Ok((place - 1) as u8),
            (None, _) => Err(turn.error("there is no such turn").accepting(format!("1 to {}", order.len()))),
        };
    }
    let Some(player) = player else { return Ok(0) };
    let place = order.iter().position(|one| *one == player);
    place.map(|place| place as u8).ok_or_else(|| field.error("this player never has a turn"))
}

fn side_named(equipment: &Equipment, name: &str, field: &Field) -> Result<SideId, Error> {
    let sides = equipment.sides.iter().map(|side| side.name.as_str());
    Ok(SideId(field.named("a side", sides, name)? as u8))
}

fn player_named(equipment: &Equipment, name: &str, field: &Field) -> Result<PlayerId, Error> {
    let players = equipment.players.iter().map(|player| player.name.as_str());
    Ok(PlayerId(field.named("a player", players, name)? as u8))
}

/// A piece or a list of pieces; a piece is a record or, in short form, `"Black king"`.
fn tower(equipment: &Equipment, field: &Field) -> Result<Vec<Piece>, Error> {
    let one = |field: &Field| match field.value().as_str() {
        Some(words) => piece_of(equipment, words, field),
        None => piece_record(equipment, field),
    };
    match field.value().is_array() {
        true => field.items()?.iter().map(one).collect(),
        false => Ok(vec![one(field)?]),
    }
}

/// `Black king`
pub(in crate::notation) fn piece_of(equipment: &Equipment, words: &str, field: &Field) -> Result<Piece, Error> {
    let Some((owner, kind)) = words.trim().rsplit_once(' ') else {
        return Err(field.error(format!("`{words}` is not a piece")).accepting("an owner and a kind"));
    };
    let kinds = equipment.kinds.iter().map(|kind| kind.name.as_str());
    let kind = KindId(field.named("a kind of piece", kinds, kind)? as u8);
    Ok(Piece { owner: side_named(equipment, owner.trim_end(), field)?, kind, slots: Vec::new() })
}

/// `{"owner":"Black","kind":"king","potion":"ghost"}`
pub(super) fn piece_record(equipment: &Equipment, field: &Field) -> Result<Piece, Error> {
    let kind_field = field.required("kind")?;
    let kinds = equipment.kinds.iter().map(|kind| kind.name.as_str());
    let kind = kind_field.named("a kind of piece", kinds, kind_field.text()?)?;
    let declared = &equipment.kinds[kind];
    let own_slots =
        equipment.slots.iter().enumerate().filter(|(i, _)| declared.slots.checked_shr(*i as u32).unwrap_or(0) & 1 == 1);
    let own_slots: Vec<_> = own_slots.collect();
    let accepted = ["owner", "kind"].into_iter().chain(own_slots.iter().map(|(_, slot)| slot.name.as_str()));
    field.only(&accepted.collect::<Vec<_>>())?;
    let owner = match (field.get("owner"), declared.owner) {
        (None, Some(owner)) => owner,
        _ => {
            let owner = field.required("owner")?;
            side_named(equipment, owner.text()?, &owner)?
        }
    };
    let mut slots = Vec::new();
    for (i, slot) in own_slots {
        let Some(content) = field.get(&slot.name) else { continue };
        let words = content.text()?;
        let content = match slot.holds {
            SlotType::Value(values) => {
                let names = equipment.enums.get(values.index()).map_or(&[][..], |values| &values.values);
                let what = format!("a {}", slot.name);
                SlotContent::Value(content.named(&what, names.iter().map(String::as_str), words)? as u8)
            }
            SlotType::Token(kind) => SlotContent::Token(read_token(equipment, kind, words, 0, &content.at())?),
        };
        slots.push((SlotId(i as u8), content));
    }
    Ok(Piece { owner, kind: KindId(kind as u8), slots })
}

/// Reads tokens under squares, in the box and in shuffles.
fn tokens(equipment: &Equipment, index: &Index, field: &Field, setup: &mut Setup) -> Result<(), Error> {
    let all = entries(field, "tokens")?;
    let (boxed, all): (Vec<_>, Vec<_>) = all.into_iter().partition(|(name, _)| *name == BOX);
    for (_, field) in boxed {
        for (name, left) in field.entries()? {
            setup.unplaced.push(left_of(equipment, &field, name, &left)?);
        }
    }
    setup.unplaced.sort();
    let (shuffles, under): (Vec<_>, Vec<_>) = all.into_iter().partition(|(name, _)| name.starts_with('?'));
    for (i, (name, field)) in shuffles.into_iter().enumerate() {
        if name != format!("?{}", i + 1) {
            return Err(field.error("shuffles are numbered in order").accepting(format!("?{}", i + 1)));
        }
        setup.shuffles.push(shuffle(equipment, &field)?);
    }
    for (name, field) in under {
        let Some((_, kind)) = &equipment.under else {
            return Err(field.error("no tokens lie under the squares of this game"));
        };
        let site: SiteId = index.site(name, field.at())?;
        setup.under.push((site, read_token(equipment, *kind, field.text()?, 0, &field.at())?));
    }
    Ok(())
}

/// `{"card":{"7 spades":1,"ace clubs":2}}`
fn shuffle(equipment: &Equipment, field: &Field) -> Result<Shuffle, Error> {
    let entries = field.entries()?;
    let [(name, inner)] = entries.as_slice() else {
        return Err(field.error("a shuffle is of one type of tokens"));
    };
    let (token, left) = left_of(equipment, field, name, inner)?;
    Ok(Shuffle { token, left })
}

/// `"card":{"7 spades":1,"ace clubs":2}`: a type of token, and the number of tokens of each class.
fn left_of(equipment: &Equipment, field: &Field, name: &str, counts: &Field) -> Result<(TokenId, Vec<(u16, u16)>), Error> {
    let types = equipment.tokens.iter().map(|token| token.name.as_str());
    let token = TokenId(field.named("a type of token", types, name)? as u8);
    let mut left = Vec::new();
    for (name, count) in counts.entries()? {
        let class = find_class(equipment, token, name).ok_or_else(|| count.error(format!("there is no `{name}`")))?;
        left.push((class, count.number()?));
    }
    left.sort_unstable();
    Ok((token, left))
}

fn read_pending(equipment: &Equipment, field: &Field) -> Result<Pending, Error> {
    let items = field.items()?;
    let Some((head, stack)) = items.split_first() else {
        return Err(field.error("a cut move begins with who decides and for which rules"));
    };
    head.only(&["program", "actor"])?;
    let program = head.required("program")?;
    let number = u64::from_str_radix(program.text()?, 16);
    let number = number.map_err(|_| program.error("this is no fingerprint").accepting("hexadecimal digits"))?;
    let actor = head.required("actor")?;
    let actor = match actor.text()? {
        "chance" => None,
        name => Some(player_named(equipment, name, &actor)?),
    };
    Ok(Pending { program: number, actor, stack: stack.iter().map(plain::from_field).collect::<Result<_, _>>()? })
}

fn read_outcome(terms: &Terms, field: &Field) -> Result<Outcome, Error> {
    field.only(&["winners", "reason", "rule", "scores", "ranking"])?;
    let sides = |list: &Field| -> Result<Vec<SideId>, Error> {
        list.items()?.iter().map(|side| side_named(terms.equipment, side.text()?, side)).collect()
    };
    let rule = field.required("rule")?;
    let place = rule.text()?;
    let found = outcome::rule_at(terms, place);
    let mut scores = Vec::new();
    if let Some(given) = field.get("scores") {
        given.only(&terms.equipment.players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>())?;
        for player in &terms.equipment.players {
            scores.push(given.required(&player.name)?.number()?);
        }
    }
    Ok(Outcome {
        winners: sides(&field.required("winners")?)?,
        reason: field.required("reason")?.text()?.to_string(),
        rule: found.ok_or_else(|| rule.error(format!("no rule stands at `{place}`")))?,
        scores,
        ranking: field
            .get("ranking")
            .map_or(Ok(Vec::new()), |list| list.items())?
            .iter()
            .map(sides)
            .collect::<Result<_, _>>()?,
    })
}

fn refuse_twice(field: &Field, equipment: &Equipment, sites: impl Iterator<Item = SiteId>) -> Result<(), Error> {
    let sites: Vec<SiteId> = sites.collect();
    match sites.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(field.error(format!("{} is given twice", super::super::squares::name(equipment, pair[0])))),
        None => Ok(()),
    }
}

/// Sets the knowers of every token: those that `known` names, else those expected at its place; an unseen token is expected to
/// be known to nobody.
fn known(equipment: &Equipment, field: &Field, setup: &mut Setup) -> Result<(), Error> {
    let shuffles = setup.shuffles.len();
    let mut named = indexmap::IndexMap::<&str, u8>::new();
    for (player, list) in entries(field, "known")? {
        let bit = match player {
            "nobody" => 0,
            name => 1u8.checked_shl(u32::from(player_named(equipment, name, &list)?.0)).unwrap_or(0),
        };
        for place in list.items()? {
            *named.entry(place.text()?).or_default() |= bit;
        }
    }
    let mut unmixed = None;
    places::visit(equipment, setup, &mut |place, expected, token| {
        let mask = named.swap_remove(place.as_str());
        let shuffle = match token {
            Token::Seen { seen_by, shuffle, .. } => {
                *seen_by = mask.unwrap_or(expected);
                *shuffle
            }
            Token::Unseen { seen_by, shuffle, .. } => {
                *seen_by = mask.unwrap_or(0);
                Some(*shuffle)
            }
        };
        if shuffle.is_some_and(|shuffle| shuffle as usize >= shuffles) {
            unmixed = Some(place);
        }
    });
    if let Some(place) = unmixed {
        return Err(field.error(format!("the token at `{place}` comes from a shuffle that `tokens` does not describe")));
    }
    match named.first() {
        Some((place, _)) => Err(field.error(format!("known: no token lies at `{place}`"))),
        None => Ok(()),
    }
}
