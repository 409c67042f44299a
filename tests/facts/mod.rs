//! Facts against the engine: what a case says, in the terms of `tests/facts/README.md`.
#![allow(dead_code, reason = "every test file uses a part of it")]

pub(crate) mod case;
pub(crate) mod moves;
pub(crate) mod position;
pub(crate) mod tokens;

use std::path::PathBuf;

use draughtsman::check::Choices;
use draughtsman::library::{self, Ready};
use draughtsman::program::Program;
use toml::{Table, Value};

/// A file of facts.
pub(crate) fn read(file: &str) -> Table {
    let path = folder().join("facts").join(file);
    std::fs::read_to_string(path).expect("the file of facts is there").parse().expect("the facts are TOML")
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The rules of a variant, bundled or a draft, with options as on the command line: `NAME`, `NAME=off`, `NUMBER=50`. `None` if
/// there is no such file.
pub(crate) fn rules(name: &str, options: &[String]) -> Option<Ready> {
    let draft = folder().join("drafts").join(format!("{name}.draughts"));
    let argument = match draft.is_file() {
        true => draft.display().to_string(),
        false if library::text_of(name).is_some() => name.to_owned(),
        false => return None,
    };
    let loaded = library::load(&argument).expect("the rule file can be read");
    let mut choices = Choices::default();
    for option in options {
        match option.split_once('=') {
            Some((name, "off")) => choices.options.push((name.to_owned(), false)),
            Some((name, number)) => choices.numbers.push((name.to_owned(), number.parse().expect("a number"))),
            None => choices.options.push((option.clone(), true)),
        }
    }
    let checked = loaded.check(&choices);
    let said: Vec<&str> = checked.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert!(checked.refusals.is_empty(), "{name}: {:?}", checked.refusals);
    let variant = checked.variant.unwrap_or_else(|| panic!("{name}: {said:?}"));
    let program = Program::compile(&variant);
    Some(Ready { variant, program })
}

/// The names of every rule file there is.
pub(crate) fn every_variant() -> Vec<String> {
    let drafts = std::fs::read_dir(folder().join("drafts")).into_iter().flatten().flatten();
    let drafts = drafts.filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned()));
    let mut names: Vec<String> = library::names().map(str::to_owned).chain(drafts).collect();
    names.sort();
    names.dedup();
    names
}

/// The texts of a list.
pub(crate) fn strings(value: Option<&Value>) -> Vec<String> {
    let list = value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect()
}

/// The tables of a list.
pub(crate) fn tables(value: Option<&Value>) -> impl Iterator<Item = &Table> {
    value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice).iter().filter_map(Value::as_table)
}

/// The numbers of a list.
pub(crate) fn numbers(value: Option<&Value>) -> Vec<u64> {
    let list = value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(|one| one.as_integer().map(|number| number as u64)).collect()
}

/// A text of a table; empty if it has none.
pub(crate) fn text<'a>(table: &'a Table, key: &str) -> &'a str {
    table.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Fails with everything that was found wrong.
pub(crate) fn report(run: usize, failures: &[String]) {
    assert!(failures.is_empty(), "{} of {run} facts do not hold:\n{}", failures.len(), failures.join("\n"));
    assert!(run > 0, "no facts were tried");
}
