//! `simulate --report`, `--sweep`, `--shard` and `merge`: measures of made-up games of which they are known, and that all ways to the same
//! games come to the same.

mod measures;
mod page;
mod parts;
mod shared;
mod sides;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::shell::{Ended, file, run_in};

/// The JSON that a command says in a folder; its processor time is left out.
fn json(folder: &Path, arguments: &[&str]) -> Value {
    let Ended { code, out, err } = run_in(folder, &[arguments, &["--json"]].concat(), b"");
    assert_eq!(code, 0, "{arguments:?}: {err}");
    let mut said: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {out}"));
    untimed(&mut said);
    said
}

/// Takes out how long anything took.
fn untimed(said: &mut Value) {
    match said {
        Value::Object(object) => {
            object.remove("cpu_seconds");
            object.values_mut().for_each(untimed);
        }
        Value::Array(all) => all.iter_mut().for_each(untimed),
        _ => {}
    }
}

/// A made-up game in a folder of its own.
fn made_up(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "made-up.draughts", text);
    (folder, path.into())
}

/// The report of games by a made-up game.
fn report(text: &str, arguments: &[&str]) -> Value {
    let (folder, _) = made_up(text);
    json(folder.path(), &[&["simulate", "made-up.draughts", "--report"], arguments].concat())
}

/// What is measured of the first rules.
fn case(text: &str, arguments: &[&str]) -> Value {
    report(text, arguments)["cases"][0].clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}
