//! Facts against the engine: what a case says, in the terms of `tests/facts/README.md`.
#![allow(dead_code, reason = "every test file uses a part of it")]

pub(crate) mod audit;
mod cards;
pub(crate) mod case;
pub(crate) mod gather;
pub(crate) mod moves;
pub(crate) mod position;
pub(crate) mod rulings;
pub(crate) mod shown;
pub(crate) mod tokens;
pub(crate) mod trials;

use std::path::PathBuf;

use draughtsman::check::Choices;
use draughtsman::library::{self, Loaded, Ready};
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

fn variants() -> PathBuf {
    folder().with_file_name("variants")
}

/// The rule file of a variant as it lies in the working tree: a test that has been built once follows every change of it.
pub(crate) fn path_of(name: &str) -> Option<PathBuf> {
    Some(variants().join(format!("{name}.draughts"))).filter(|path| path.is_file())
}

/// The rules of a variant; `None` if there is no such file.
pub(crate) fn rules(name: &str, options: &[String]) -> Option<Ready> {
    let path = path_of(name)?;
    let loaded = library::load(&path.display().to_string()).expect("the rule file can be read");
    Some(ready(&loaded, options).unwrap_or_else(|problem| panic!("{name}: {problem}")))
}

/// A rule file that was read, compiled, with options as on the command line: `NAME`, `NAME=off`, `NUMBER=50`.
pub(crate) fn ready(loaded: &Loaded, options: &[String]) -> Result<Ready, String> {
    let mut choices = Choices::default();
    for option in options {
        match option.split_once('=') {
            Some((name, "off")) => choices.options.push((name.to_owned(), false)),
            Some((name, number)) => {
                let number = number.parse().map_err(|_| format!("{number} is no number"))?;
                choices.numbers.push((name.to_owned(), number));
            }
            None => choices.options.push((option.clone(), true)),
        }
    }
    let checked = loaded.check(&choices);
    if !checked.refusals.is_empty() {
        return Err(format!("{:?}", checked.refusals));
    }
    let said = || checked.diagnostics.iter().map(|found| found.message.as_str()).collect::<Vec<_>>().join("; ");
    let variant = checked.variant.ok_or_else(said)?;
    let program = Program::compile(&variant);
    Ok(Ready { variant, program })
}

/// The names of every rule file there is.
pub(crate) fn every_variant() -> Vec<String> {
    let files = std::fs::read_dir(variants()).into_iter().flatten().flatten();
    let rule_files = files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|ending| ending == "draughts"));
    let mut names: Vec<String> = rule_files.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
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
