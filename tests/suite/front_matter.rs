//! The JSON schema of the front matter, asked of a validator that is not ours: it agrees with the checker.

use std::path::Path;

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use draughtsman::check::equipment::KEYS;
use draughtsman::library::{check_text, front_matter_schema, names, text_of};
use serde_json::Value as Json;
use toml::{Table, Value};

/// The schema, as the validator keeps it.
struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    /// What is wrong with this front matter.
    fn problem(&self, front: &Table) -> Option<String> {
        self.schemas.validate(&json(front), self.index).err().map(|error| error.to_string())
    }
}

fn schema() -> Schema {
    let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
    compiler.set_default_draft(Draft::V7);
    compiler.add_resource("front-matter.json", front_matter_schema()).unwrap();
    let index = compiler.compile("front-matter.json", &mut schemas).unwrap();
    Schema { schemas, index }
}

fn front(text: &str) -> Table {
    text.split("+++\n").nth(1).unwrap().parse().unwrap()
}

fn json(front: &Table) -> Json {
    serde_json::to_value(front).unwrap()
}

#[track_caller]
fn fits(schema: &Schema, front: &Table, what: &str) {
    assert_eq!(schema.problem(front), None, "{what}");
}

#[test]
fn every_bundled_front_matter_fits() {
    let schema = schema();
    for name in names() {
        fits(&schema, &front(text_of(name).unwrap()), name);
    }
}

/// A file with one of everything.
fn everything() -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/errors/everything.draughts");
    let mut front = front(&std::fs::read_to_string(path).unwrap());
    let more =
        "[numbers.limit]\nvalue = 7\n[match]\ngames = 2\n[notation]\nsquares = \"numbers\"\n[option.big]\ndefault = false\n";
    front.extend(more.parse::<Table>().unwrap());
    front
}

/// The table of a file with one of everything that a row of [`KEYS`] speaks of.
fn table<'a>(front: &'a mut Table, name: &str) -> &'a mut Table {
    let path: &[&str] = match name {
        "" => &[],
        "players.NAME" => &["players", "Black"],
        "pieces.NAME" => &["pieces", "man"],
        "tokens.NAME" => &["tokens", "card"],
        "piles.NAME" => &["piles", "deck"],
        "numbers.NAME" => &["numbers", "limit"],
        "option.NAME" => &["option", "big"],
        other => &[other],
    };
    path.iter().fold(front, |table, key| {
        let entry = table.entry(*key).or_insert_with(|| Value::Table(Table::new()));
        entry.as_table_mut().unwrap()
    })
}

fn fixed() -> impl Iterator<Item = (&'static str, &'static str)> {
    let fixed = KEYS.iter().filter(|key| key.key.bytes().any(|byte| byte.is_ascii_lowercase()) && key.table != "setup.pieces");
    fixed.map(|key| (key.table, key.key))
}

#[test]
fn a_misspelt_key_does_not_fit() {
    let schema = schema();
    let front = everything();
    fits(&schema, &front, "everything");
    // Further keys of these are names of the author's.
    let named = ["players.NAME", "tokens.NAME", "setup"];
    for (name, key) in fixed().filter(|(name, _)| !named.contains(name)) {
        let mut wrong = front.clone();
        table(&mut wrong, name).insert(format!("{key}x"), Value::Integer(1));
        assert!(schema.problem(&wrong).is_some(), "{key}x in {name}");
    }
}

/// What the schema refuses is a mistake, and what is a wrong key, sort of value, word or number to the checker the schema refuses.
#[test]
fn schema_and_checker_agree() {
    let schema = schema();
    let front = everything();
    let probes =
        "text = \"zzz\"\nlow = -7000000\nhigh = 7000000\none = 1\ntruth = true\nlist = []\ntexts = [\"zzz\"]\nnumbers = [7]
lists = [[true]]\ntable = {}\ntables = { zzz = \"zzz\" }\ntruths = { zzz = true }\n"
            .parse::<Table>()
            .unwrap();
    let mut wrong = Vec::new();
    for (name, key) in fixed() {
        for (probe, value) in &probes {
            let mut changed = front.clone();
            table(&mut changed, name).insert(key.to_owned(), value.clone());
            let text = format!("+++\n{changed}+++\n");
            let found = check_text("probe.draughts", &text);
            let codes: Vec<&str> = found.iter().map(|one| one.code).filter(|code| code.starts_with('E')).collect();
            let sort = codes.iter().any(|code| ["E0007", "E0011", "E0012", "E0013", "E0014"].contains(code));
            match schema.problem(&changed).is_none() {
                true if sort => wrong.push(format!("{name}.{key} = {probe}: fits, but {codes:?}")),
                false if codes.is_empty() => wrong.push(format!("{name}.{key} = {probe}: does not fit, but is right")),
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
