//! A case: its moves, its perft numbers, and the lines played from it.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::engine::{Actor, Counting, Game, Position};
use draughtsman::library::Ready;
use draughtsman::model::setup::Item;
use toml::{Table, Value};

use super::moves::{Listed, Record, Style, could_mean, list, means, parse_record};
use super::position::{self, Letters, begin, board, counted, counters, parse, setup, words};
use super::{numbers, tables, text};

/// How much to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Everything that is wrong.
    Thorough,
    /// Whether anything is.
    Hasty,
}

/// What is wrong with a case; nothing if all of it holds.
pub(crate) fn run(ready: &Ready, letters: &Letters, style: Style, case: &Table, patience: Patience) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Err(problem) = run_case(ready, letters, style, case, patience, &mut wrong) {
        wrong.push(problem);
    }
    let label = format!("{} {:?}: ", text(case, "name"), case.get("position").and_then(Value::as_str).unwrap_or("start"));
    wrong.into_iter().map(|problem| format!("{label}{problem}")).collect()
}

fn run_case(
    ready: &Ready,
    letters: &Letters,
    style: Style,
    case: &Table,
    patience: Patience,
    wrong: &mut Vec<String>,
) -> Result<(), String> {
    let enough = |wrong: &[String]| patience == Patience::Hasty && !wrong.is_empty();
    let start = match case.contains_key("position") || case.contains_key("counters") || case.contains_key("piles") {
        true => begin(ready, &setup(ready, letters, case)?)?,
        false => Position::start(&ready.program).map_err(|limit| limit.to_string())?,
    };
    wrong.extend(differences(ready, style, &start, case)?);
    for (key, counting) in [("perft", Counting::Keep), ("drop", Counting::Drop)] {
        for (i, expected) in numbers(case.get(key)).into_iter().enumerate() {
            if enough(wrong) {
                return Ok(());
            }
            let way = Way { counting, ..Way::USUAL };
            let leaves = perft(&ready.program, &start, i as u32 + 1, way).map_err(|limit| limit.to_string())?;
            if leaves != expected {
                wrong.push(format!("{key} {} is {leaves}, not {expected}", i + 1));
            }
        }
    }
    for line in tables(case.get("then")) {
        if enough(wrong) {
            return Ok(());
        }
        let played = line.get("play").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let label = format!("after {}", Value::Array(played.to_vec()));
        match run_line(ready, letters, style, &start, line, played) {
            Ok(problems) => wrong.extend(problems.into_iter().map(|problem| format!("{label}: {problem}"))),
            Err(problem) => wrong.push(format!("{label}: {problem}")),
        }
    }
    Ok(())
}

/// Legal moves that should not be, and the reverse.
///
/// Where the facts give captured squares or crowns at all, they have to be right.
pub(crate) fn differences(ready: &Ready, style: Style, position: &Position, case: &Table) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    let facts = super::strings(case.get("moves"));
    let whole = style == Style::Paths || !text(case, "name").is_empty() || facts.iter().any(|fact| fact.contains(['{', '=']));
    if !case.contains_key("moves") && !case.contains_key("special") {
        return Ok(wrong);
    }
    let mut left = list(ready, position, style, Counting::AsWritten)?;
    for fact in facts {
        match left
            .iter()
            .position(|one| one.record.is_none() && if whole { means(&fact, &one.text) } else { could_mean(&fact, &one.text) })
        {
            Some(i) => drop(left.remove(i)),
            None => wrong.push(format!("{fact} is missing")),
        }
    }
    for table in tables(case.get("special")) {
        let fact = parse_record(table);
        match left.iter().position(|one| matches(one, &fact)) {
            Some(i) => drop(left.remove(i)),
            None => wrong.push(format!("{fact:?} is missing")),
        }
    }
    wrong.extend(left.iter().map(|one| match &one.record {
        None => format!("{} is too many", one.text),
        Some(record) => format!("{record:?} is too many"),
    }));
    Ok(wrong)
}

fn matches(listed: &Listed, fact: &Record) -> bool {
    listed.record.as_ref().is_some_and(|record| record.is(fact))
}

fn find<'a>(listed: &'a [Listed], fact: &Value) -> Result<&'a Listed, String> {
    let found: Vec<&Listed> = match fact {
        Value::Table(table) => {
            let fact = parse_record(table);
            listed.iter().filter(|one| matches(one, &fact)).collect()
        }
        fact => {
            let fact = fact.as_str().unwrap_or_default();
            listed.iter().filter(|one| one.record.is_none() && could_mean(fact, &one.text)).collect()
        }
    };
    match found[..] {
        [one] => Ok(one),
        [] => {
            let texts: Vec<&str> = listed.iter().map(|one| one.text.as_str()).collect();
            Err(format!("{fact} is not legal; {} are", texts.join(" ")))
        }
        _ => Err(format!("{fact} could be several moves")),
    }
}

fn run_line(
    ready: &Ready,
    letters: &Letters,
    style: Style,
    start: &Position,
    line: &Table,
    played: &[Value],
) -> Result<Vec<String>, String> {
    let mut game = Game::from(start.clone());
    for fact in played {
        let listed = list(ready, game.position(), style, Counting::AsWritten)?;
        let mv = &find(&listed, fact)?.mv;
        game.play(&ready.program, mv).map_err(|limit| limit.to_string())?;
    }
    let mut wrong = differences(ready, style, game.position(), line)?;
    let outcome = game.position().outcome();
    let sides = &ready.variant.equipment.sides;
    let ended = outcome.map_or("none".to_owned(), |outcome| match &outcome.winners[..] {
        [] => "draw".to_owned(),
        winners => winners.iter().map(|side| sides[side.index()].name.as_str()).collect::<Vec<_>>().join("+"),
    });
    let expected = text(line, "outcome");
    if !expected.is_empty() && ended != expected {
        let why = outcome.map_or("", |outcome| outcome.reason.as_str());
        wrong.push(format!("the outcome is {ended} ({why}), not {expected}"));
    }
    if let Some(count) = line.get("count").and_then(Value::as_integer) {
        let moves = game.options(&ready.program).map_err(|limit| limit.to_string())?;
        if moves.len() as i64 != count {
            wrong.push(format!("{} moves, not {count}", moves.len()));
        }
    }
    if let Some(name) = line.get("player").and_then(Value::as_str) {
        let player = Actor::Player(position::player(ready, name)?);
        let actor = game.actor(&ready.program);
        if actor != Some(player) {
            wrong.push(format!("{actor:?} is to choose, not {name}"));
        }
    }
    let reached = game.position().to_setup(&ready.program);
    if let Some(fact) = line.get("position").and_then(Value::as_str) {
        let (mover, expected) = parse(ready, letters, fact)?;
        if board(&reached) != expected {
            wrong.push(format!("reached {}", words(ready, &board(&reached))));
        }
        if outcome.is_none() && game.position().mover(&ready.program) != mover {
            wrong.push("the other player is to move".to_owned());
        }
    }
    for (name, value) in line.get("counters").and_then(Value::as_table).into_iter().flatten() {
        for (which, expected) in counters(ready, name, value)? {
            let now = counted(ready, &reached, which);
            if draughtsman::model::setup::Kept::Number(now) != expected {
                wrong.push(format!("{name} is {now}, not {expected:?}"));
            }
        }
    }
    for (name, holds) in line.get("piles").and_then(Value::as_table).into_iter().flatten() {
        let declared = &ready.variant.equipment.piles;
        for (what, count) in holds.as_table().into_iter().flatten() {
            let kind = position::kind(ready, what)?;
            let of_name = reached.piles.iter().filter(|(pile, _)| declared[pile.pile.index()].name == *name);
            let items = of_name.flat_map(|(_, items)| items);
            let found = items.filter(|item| matches!(item, Item::Piece(piece) if piece.kind == kind)).count() as i64;
            if Some(found) != count.as_integer() {
                wrong.push(format!("{found} {what} in {name}, not {count}"));
            }
        }
    }
    Ok(wrong)
}
