//! Everything that is known about one variant, fact by fact, to be held against any text of its rules.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::engine::{Counting, Position};
use draughtsman::library::Ready;
use toml::{Table, Value};

use super::audit;
use super::case::{self, Patience};
use super::moves::Style;
use super::position::{Letters, begin, board, parse, setup};
use super::shown::{SHOWN, Shown};
use super::{folder, numbers, read, strings, tables, text, tokens};

/// Files of cases, and how they write captures.
const CASES: [(&str, Style); 5] = [
    ("edge_cases.toml", Style::Sets),
    ("cousins.toml", Style::Names),
    ("collateral.toml", Style::Paths),
    ("guerrilla.toml", Style::Paths),
    ("warp.toml", Style::Paths),
];

/// Files of games with tokens.
const TOKENS: [&str; 2] = ["cards.toml", "chaos.toml"];

/// Most leaves of a number that is counted by the generators for the shape of the rules, and by the machine.
const MOST_LEAVES: [u64; 2] = [100_000, 5_000];

/// One thing that is known.
pub(crate) struct Fact {
    /// What to call it.
    pub(crate) name: String,
    /// The options that have to be on.
    pub(crate) options: Vec<String>,
    known: Known,
}

enum Known {
    Case(Letters, Style, Table),
    Tokens(Table),
    /// What every game with tokens has when it is set up.
    Audit(Table),
    /// Root moves of an entry of `perft.toml`.
    Moves(Table),
    /// The first position of a variant of `perft.toml`.
    Start(Table),
    /// Numbers of an entry of `perft.toml`, or of a variant's start; by which counting.
    Numbers(Table, Vec<Counting>),
    Shown(&'static Shown, String),
}

/// All that is known of a variant.
pub(crate) fn of(variant: &str) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (file, style) in CASES.into_iter().filter(|(file, _)| there_is(file)) {
        let head = read(file);
        for case in cases(&head, variant) {
            let known = Known::Case(Letters::of(&head, variant), style, case.clone());
            facts.push(Fact { name: format!("{file}: {}", text(case, "name")), options: strings(case.get("options")), known });
        }
    }
    for file in TOKENS {
        let head = read(file);
        for audit in tables(head.get("audit")).filter(|_| text(&head, "variant") == variant) {
            let name = format!("{file}: {}", text(audit, "name"));
            facts.push(Fact { name, options: strings(audit.get("options")), known: Known::Audit(audit.clone()) });
        }
        for case in cases(&head, variant) {
            let known = Known::Tokens(case.clone());
            facts.push(Fact { name: format!("{file}: {}", text(case, "name")), options: strings(case.get("options")), known });
        }
    }
    for shown in SHOWN.iter().filter(|shown| shown.variant == variant) {
        let options = shown.options.iter().map(|option| (*option).to_owned()).collect();
        let Some(snapshot) = shown.snapshot() else { continue };
        facts.push(Fact { name: format!("snapshot {}", shown.name), options, known: Known::Shown(shown, snapshot) });
    }
    facts.extend(published(variant));
    facts
}

fn there_is(file: &str) -> bool {
    folder().join("facts").join(file).is_file()
}

fn cases<'a>(head: &'a Table, variant: &str) -> impl Iterator<Item = &'a Table> {
    let whole = text(head, "variant") == variant;
    tables(head.get("case")).filter(move |case| whole || text(case, "variant") == variant)
}

/// Numbers and root moves.
fn published(variant: &str) -> Vec<Fact> {
    let file = read("perft.toml");
    let both = vec![Counting::Keep, Counting::Drop];
    let fact = |name: String, known| Fact { name, options: Vec::new(), known };
    let mut facts = Vec::new();
    if let Some(head) = file["variant"].get(variant).and_then(Value::as_table) {
        facts.push(fact("perft.toml: start".to_owned(), Known::Start(head.clone())));
        facts.push(fact("perft.toml: numbers from the start".to_owned(), Known::Numbers(head.clone(), both.clone())));
    }
    for entry in tables(file.get("position")).filter(|entry| text(entry, "variant") == variant) {
        let name = format!("perft.toml: {} {}", text(entry, "tag"), text(entry, "fen"));
        // The numbers of Frisian were counted with its limit on king moves, which tells routes apart by their moves only.
        let countings = if variant == "frisian" { both[1..].to_vec() } else { both.clone() };
        if let Some(root) = entry.get("root_moves").and_then(Value::as_str) {
            let moves = root.split(';').filter(|text| !text.is_empty()).map(|text| Value::String(text.to_owned()));
            let mut case = entry.clone();
            case.insert("moves".to_owned(), Value::Array(moves.collect()));
            facts.push(fact(format!("{name}, root moves"), Known::Moves(case)));
        }
        facts.push(fact(name, Known::Numbers(entry.clone(), countings)));
    }
    facts
}

impl Fact {
    /// What is wrong, if these rules do not keep to it.
    pub(crate) fn problem(&self, ready: &Ready) -> Option<String> {
        match &self.known {
            Known::Case(letters, style, case) => case::run(ready, letters, *style, case, Patience::Hasty).into_iter().next(),
            Known::Tokens(case) => tokens::run(ready, case, Patience::Hasty).into_iter().next(),
            Known::Audit(table) => audit::problem(ready, table),
            Known::Shown(shown, snapshot) => match shown.listing(ready) {
                Ok(text) => (text.trim_end() != snapshot.trim_end()).then(|| "the moves shown are others".to_owned()),
                Err(problem) => Some(problem),
            },
            Known::Moves(case) => {
                let wrong =
                    entry_position(ready, case).and_then(|position| case::differences(ready, Style::Sets, &position, case));
                wrong.map_or_else(Some, |wrong| wrong.into_iter().next())
            }
            Known::Start(head) => other_start(ready, head).unwrap_or_else(Some),
            Known::Numbers(entry, countings) => other_numbers(ready, entry, countings).unwrap_or_else(Some),
        }
    }
}

/// Who begins, and from what.
fn other_start(ready: &Ready, head: &Table) -> Result<Option<String>, String> {
    let start = Position::start(&ready.program).map_err(|limit| limit.to_string())?;
    let (mover, expected) = parse(ready, &Letters::draughts(), text(head, "start"))?;
    if board(&start.to_setup(&ready.program)) != expected {
        return Ok(Some("the game begins from another position".to_owned()));
    }
    // Its numbers were counted with White to move, although Black begins: the entry says so.
    let open = text(head, "rules").contains("black first - irrelevant");
    Ok((!open && start.mover(&ready.program) != mover).then(|| "the other player begins".to_owned()))
}

fn entry_position(ready: &Ready, entry: &Table) -> Result<Position, String> {
    match entry.contains_key("fen") {
        true => begin(ready, &setup(ready, &Letters::draughts(), entry)?),
        false => Position::start(&ready.program).map_err(|limit| limit.to_string()),
    }
}

/// Whether generators count the leaves of a game, or list its moves.
pub(crate) fn by_generators(program: &draughtsman::program::Program) -> bool {
    program.kernels.is_some() || program.lists.is_some()
}

fn other_numbers(ready: &Ready, entry: &Table, countings: &[Counting]) -> Result<Option<String>, String> {
    let start = entry_position(ready, entry)?;
    let most = MOST_LEAVES[usize::from(!by_generators(&ready.program))];
    for counting in countings {
        let key = if *counting == Counting::Keep { "perft_keep" } else { "perft_drop" };
        let way = Way { counting: *counting, ..Way::USUAL };
        for (i, expected) in numbers(entry.get(key)).into_iter().enumerate().take_while(|(_, expected)| *expected <= most) {
            let leaves = perft(&ready.program, &start, i as u32 + 1, way).map_err(|limit| limit.to_string())?;
            if leaves != expected {
                return Ok(Some(format!("{key} {} is {leaves}, not {expected}", i + 1)));
            }
        }
    }
    Ok(None)
}
