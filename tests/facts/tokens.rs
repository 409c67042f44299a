//! Games with tokens, decision by decision: positions in the JSON of the program, options in the words of the facts.

use super::cards::{card_code, position_json, sides};
use std::collections::BTreeMap;

use draughtsman::engine::moves::{Chosen, Deed};
use draughtsman::engine::{Actor, Counting, Game, Move, Position};
use draughtsman::library::Ready;
use draughtsman::model::equipment::{PileHolds, PileOwner};
use draughtsman::model::expr::Type;
use draughtsman::model::setup::{Item, Piece, SlotContent, Token};
use draughtsman::model::{Setup, SiteId, TokenId};
use draughtsman::notation::tokens::class_words;
use draughtsman::notation::{Terms, json};
use toml::{Table, Value};

use super::case::Patience;
use super::position::begin;
use super::{numbers, strings, tables, text};

/// An option in the words of the facts.
fn option(ready: &Ready, mv: &Move) -> String {
    let equipment = &ready.variant.equipment;
    let named = |site: &SiteId| equipment.board.sites[site.index()].name.clone();
    let taking = mv.group.is_some_and(|group| ready.program.groups[group.index()].name == "capture");
    let mut words: Vec<String> = Vec::new();
    let mut path: Vec<String> = Vec::new();
    let mut takes = taking;
    let mut verb = None;
    let mut actor = None;
    for deed in &mv.deeds {
        match deed {
            Deed::Declined => words.push("none".to_owned()),
            Deed::Actor(site) => actor = Some(named(site)),
            Deed::Verb(name) => {
                verb = Some(name.as_str());
                words.extend(verb_words(name));
                words.extend(actor.take());
            }
            Deed::Leg { from, to, captures } if from == to => {
                let prey = captures.first().map(named).unwrap_or_default();
                words.push(format!("{}*{prey}", named(from)));
            }
            Deed::Leg { from, to, captures } => {
                takes |= !captures.is_empty();
                if path.is_empty() {
                    path.push(named(from));
                }
                path.push(named(to));
            }
            Deed::Chosen(_, chosen) => {
                let chosen: Vec<String> = chosen.iter().map(|chosen| thing(ready, chosen)).collect();
                words.push(chosen.join("+"));
            }
            _ => {}
        }
    }
    if !path.is_empty() {
        words.push(path.join(if takes { "x" } else { "-" }));
    }
    match verb {
        Some("leave") => format!("{}>off", words.concat()),
        _ => words.join(" "),
    }
}

fn verb_words(verb: &str) -> Option<String> {
    let word = match verb {
        "leave" => return None,
        "lie-in-wait" => "ambush",
        "crouch" => "leap",
        "hurry" => "speedy",
        "wish" => "wild",
        "pass-on" => "telekinesis",
        "die" => "sacrifice",
        "drop-ghost" => "drop",
        other => other,
    };
    Some(word.to_owned())
}

fn thing(ready: &Ready, chosen: &Chosen) -> String {
    let equipment = &ready.variant.equipment;
    match chosen {
        Chosen::Site(site) | Chosen::Piece(site) => equipment.board.sites[site.index()].name.clone(),
        Chosen::Off(piece) => {
            piece.slots.iter().map(|(slot, content)| slot_words(ready, slot.index(), content)).collect::<Vec<_>>().join(" ")
        }
        Chosen::Token(kind, token) => token_code(ready, *kind, token),
        Chosen::Member(Type::Value(values), i) => equipment.enums[values.index()].values[usize::from(*i)].clone(),
        other => format!("{other:?}"),
    }
}

fn token_code(ready: &Ready, kind: TokenId, token: &Token) -> String {
    match token {
        Token::Seen { class, .. } => card_code(&class_words(&ready.variant.equipment, kind, *class)),
        Token::Unseen { .. } => "?".to_owned(),
    }
}

fn slot_words(ready: &Ready, slot: usize, content: &SlotContent) -> String {
    use draughtsman::model::equipment::SlotType;
    let equipment = &ready.variant.equipment;
    match (content, equipment.slots[slot].holds) {
        (SlotContent::Value(value), SlotType::Value(values)) => equipment.enums[values.index()].values[*value as usize].clone(),
        (SlotContent::Token(token), SlotType::Token(kind)) => token_code(ready, kind, token),
        _ => "?".to_owned(),
    }
}

fn piece_words(ready: &Ready, piece: &Piece) -> BTreeMap<String, String> {
    let equipment = &ready.variant.equipment;
    let mut words = BTreeMap::from([
        ("owner".to_owned(), equipment.sides[piece.owner.index()].name.clone()),
        ("kind".to_owned(), equipment.kinds[piece.kind.index()].name.clone()),
    ]);
    for (slot, content) in &piece.slots {
        words.insert(equipment.slots[slot.index()].name.clone(), slot_words(ready, slot.index(), content));
    }
    words
}

pub(super) type Pieces = BTreeMap<String, BTreeMap<String, String>>;

fn pieces_of(facts: Option<&Value>, pieces: &mut Pieces) {
    for (square, piece) in facts.and_then(Value::as_table).into_iter().flatten() {
        match piece.as_table() {
            None => drop(pieces.remove(square)),
            Some(piece) => {
                let words = piece.iter().map(|(key, value)| (key.clone(), value.as_str().unwrap_or_default().to_owned()));
                pieces.insert(square.clone(), words.collect());
            }
        }
    }
}

pub(super) fn reached_pieces(ready: &Ready, setup: &Setup) -> Pieces {
    let name = |site: SiteId| ready.variant.equipment.board.sites[site.index()].name.clone();
    setup.board.iter().filter_map(|(site, tower)| Some((name(*site), piece_words(ready, tower.last()?)))).collect()
}

/// What lies in the piles of a name, by owner's index; pieces by kind, tokens in short.
pub(super) fn pile(ready: &Ready, setup: &Setup, name: &str, owner: Option<&str>) -> Vec<String> {
    let equipment = &ready.variant.equipment;
    let mut found = Vec::new();
    for (pile, items) in &setup.piles {
        let declared = &equipment.piles[pile.pile.index()];
        let whose = match declared.of {
            PileOwner::EachPlayer => equipment.players.get(pile.owner as usize).map(|player| &player.name),
            _ => equipment.sides.get(pile.owner as usize).map(|side| &side.name),
        };
        if declared.name == name && owner.is_none_or(|owner| whose.is_some_and(|whose| whose == owner)) {
            found.extend(items.iter().map(|item| match (item, declared.holds) {
                (Item::Token(token), PileHolds::Token(kind)) => token_code(ready, kind, token),
                (Item::Token(_), _) => "?".to_owned(),
                (Item::Piece(piece), _) => {
                    let words = piece_words(ready, piece);
                    match words.get("colour") {
                        Some(colour) => format!("{} {colour}", words["owner"]),
                        None => words["kind"].clone(),
                    }
                }
            }));
        }
    }
    found.sort();
    found
}

/// What is wrong with a case; nothing if all of it holds.
pub(crate) fn run(ready: &Ready, case: &Table, patience: Patience) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Err(problem) = run_case(ready, case, patience, &mut wrong) {
        wrong.push(problem);
    }
    wrong.into_iter().map(|problem| format!("{}: {problem}", text(case, "name"))).collect()
}

fn run_case(ready: &Ready, case: &Table, patience: Patience, wrong: &mut Vec<String>) -> Result<(), String> {
    let facts = case["position"].as_table().expect("a table");
    let wire = position_json(ready, facts)?;
    let setup = json::position::read(&Terms::from(&ready.variant), &wire.to_string()).map_err(|error| error.to_string())?;
    let start = begin(ready, &setup)?;
    wrong.extend(compare(ready, &Game::from(start.clone()), facts, case)?);
    for line in tables(case.get("then")) {
        if patience == Patience::Hasty && !wrong.is_empty() {
            return Ok(());
        }
        let played = strings(line.get("play"));
        let label = format!("after {}", played.join(", "));
        match run_line(ready, &start, facts, line, &played) {
            Ok(problems) => wrong.extend(problems.into_iter().map(|problem| format!("{label}: {problem}"))),
            Err(problem) => wrong.push(format!("{label}: {problem}")),
        }
    }
    Ok(())
}

fn listed(ready: &Ready, position: &Position) -> Result<Vec<(String, Move)>, String> {
    let moves = position.moves(&ready.program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
    Ok(moves.into_iter().map(|mv| (option(ready, &mv), mv)).collect())
}

fn run_line(ready: &Ready, start: &Position, facts: &Table, line: &Table, played: &[String]) -> Result<Vec<String>, String> {
    let mut game = Game::from(start.clone());
    let mut cards: BTreeMap<String, String> = BTreeMap::new();
    for (square, card) in facts.get("cards").and_then(Value::as_table).into_iter().flatten() {
        let code = card.as_str().and_then(|card| card.split(' ').next()).unwrap_or_default();
        cards.insert(square.clone(), code.to_owned());
    }
    for wanted in played {
        let options = listed(ready, game.position())?;
        let found = options.iter().find(|(words, _)| words == wanted);
        let Some((_, mv)) = found else {
            let words: Vec<&str> = options.iter().map(|(words, _)| words.as_str()).collect();
            return Err(format!("{wanted} is no option; {} are", words.join(", ")));
        };
        game.play(&ready.program, mv).map_err(|limit| limit.to_string())?;
        let landed = cards.get(&wanted[wanted.len().saturating_sub(2)..]);
        go_on(ready, &mut game, landed)?;
    }
    compare(ready, &game, facts, line)
}

/// Decisions that the facts do not list: which card it is, and which one of one token to keep.
fn go_on(ready: &Ready, game: &mut Game, landed: Option<&String>) -> Result<(), String> {
    loop {
        let actor = game.actor(&ready.program);
        let options = listed(ready, game.position())?;
        let next = match (actor, landed) {
            (Some(Actor::Chance), Some(card)) => options.iter().find(|(words, _)| words == card),
            (Some(Actor::Player(_)), None) => options.first().filter(|(_, mv)| {
                options.len() == 1 && mv.deeds.iter().all(|deed| matches!(deed, Deed::Chosen(name, _) if name == "kept"))
            }),
            _ => None,
        };
        let Some((_, mv)) = next else { return Ok(()) };
        game.play(&ready.program, mv).map_err(|limit| limit.to_string())?;
    }
}

fn compare(ready: &Ready, game: &Game, facts: &Table, line: &Table) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    let position = game.position();
    if line.contains_key("choices") {
        let mut expected: Vec<(String, u64)> = strings(line.get("choices")).into_iter().map(|words| (words, 1)).collect();
        for (one, weight) in expected.iter_mut().zip(numbers(line.get("weights"))) {
            one.1 = weight;
        }
        let mut found: Vec<(String, u64)> =
            listed(ready, position)?.into_iter().map(|(words, mv)| (sorted(&words), mv.weight)).collect();
        expected.iter_mut().for_each(|one| one.0 = sorted(&one.0));
        found.sort();
        expected.sort();
        if found != expected && !(expected.is_empty() && position.outcome().is_some()) {
            wrong.push(format!("the options are {}, not {}", words(&found), words(&expected)));
        }
    }
    let player = text(line, "player");
    if !player.is_empty() {
        let actor = match game.actor(&ready.program) {
            Some(Actor::Player(id)) => ready.variant.equipment.players[id.index()].name.clone(),
            Some(Actor::Chance) => "chance".to_owned(),
            None => "nobody".to_owned(),
        };
        if actor != player {
            wrong.push(format!("{actor} is to choose, not {player}"));
        }
    }
    let outcome = position.outcome();
    match (line.get("outcome").and_then(Value::as_table), outcome) {
        (None, None) => {}
        (None, Some(_)) if strings(line.get("choices")).is_empty() => {}
        (None, Some(outcome)) => wrong.push(format!("the game is over: {}", outcome.reason)),
        (Some(expected), None) => wrong.push(format!("the game is not over, but {expected}")),
        (Some(expected), Some(outcome)) => {
            let winners: Vec<String> = outcome.winners.iter().map(|side| sides(ready)[side.index()].clone()).collect();
            if winners != strings(expected.get("winners")) {
                wrong.push(format!("{winners:?} won ({}), not {expected}", outcome.reason));
            }
        }
    }
    let setup = position.to_setup(&ready.program);
    if line.contains_key("board") || line.contains_key("choices") {
        let mut expected = Pieces::new();
        pieces_of(facts.get("board"), &mut expected);
        pieces_of(line.get("board"), &mut expected);
        let found = reached_pieces(ready, &setup);
        for square in expected.keys().chain(found.keys()) {
            if expected.get(square) != found.get(square) {
                wrong.push(format!("on {square} is {:?}, not {:?}", found.get(square), expected.get(square)));
            }
        }
    }
    wrong.extend(compare_piles(ready, &setup, facts, line));
    for (player, seen) in line.get("views").and_then(Value::as_table).into_iter().flatten() {
        let view = position.view(&ready.program, super::position::player(ready, player)?).to_setup(&ready.program);
        let seen = compare_piles(ready, &view, &Table::new(), seen.as_table().ok_or("a view is a table")?);
        wrong.extend(seen.into_iter().map(|problem| format!("as {player} sees it, {problem}")));
    }
    Ok(wrong)
}

fn compare_piles(ready: &Ready, setup: &Setup, facts: &Table, line: &Table) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |label: String, found: Vec<String>, mut expected: Vec<String>| {
        expected.sort();
        if found != expected {
            wrong.push(format!("{label} holds {found:?}, not {expected:?}"));
        }
    };
    for name in ["stockpile", "captured", "rescued"] {
        for (owner, expected) in line.get(name).and_then(Value::as_table).into_iter().flatten() {
            check(format!("{name} of {owner}"), pile(ready, setup, name, Some(owner)), strings(Some(expected)));
        }
    }
    if let Some(captured) = line.get("captured").filter(|captured| captured.is_array()) {
        let expected = tables(Some(captured)).map(|piece| format!("{} {}", text(piece, "owner"), text(piece, "colour")));
        check("captured".to_owned(), pile(ready, setup, "captured", None), expected.collect());
    }
    if line.contains_key("discarded") {
        let expected = [strings(facts.get("discard")), strings(line.get("discarded"))].concat();
        check("discard".to_owned(), pile(ready, setup, "discard", None), expected);
    }
    let mut bag = |name: &str, owner: Option<&str>, expected: Option<&Value>| {
        let found = pile(ready, setup, name, owner);
        for (token, count) in expected.and_then(Value::as_table).into_iter().flatten() {
            let now = found.iter().filter(|one| *one == token).count() as i64;
            if Some(now) != count.as_integer() {
                wrong.push(format!("{name} of {owner:?} hold {now} {token}, not {count}"));
            }
        }
    };
    bag("potions", None, line.get("potions"));
    for (owner, expected) in line.get("shields").and_then(Value::as_table).into_iter().flatten() {
        bag("shields", Some(owner), Some(expected));
    }
    let equipment = &ready.variant.equipment;
    for (square, card) in line.get("cards").and_then(Value::as_table).into_iter().flatten() {
        let (Some(site), Some((_, kind))) = (equipment.board.site(square), equipment.under.as_ref()) else {
            wrong.push(format!("no card can lie under {square}"));
            continue;
        };
        let token = setup.under.iter().find(|(at, _)| *at == site).map(|(_, token)| token);
        let found = token.map(|token| {
            let face = match token {
                Token::Seen { face, .. } | Token::Unseen { face, .. } => *face,
            };
            format!("{} {}", token_code(ready, *kind, token), if face == 0 { "down" } else { "up" })
        });
        if found.as_deref() != card.as_str() {
            wrong.push(format!("under {square} lies {found:?}, not {card}"));
        }
    }
    wrong
}

/// Tokens drawn together, in the order of their names.
fn sorted(words: &str) -> String {
    let mut parts: Vec<&str> = words.split('+').collect();
    parts.sort();
    parts.join("+")
}

fn words(options: &[(String, u64)]) -> String {
    let one = |(words, weight): &(String, u64)| if *weight == 1 { words.clone() } else { format!("{words}:{weight}") };
    options.iter().map(one).collect::<Vec<_>>().join(", ")
}
