//! `draughtsman list`: the bundled variants.

use std::io::Write;

use draughtsman::library;
use serde::Serialize;

use super::answer::{Answer, Failure};
use super::arguments::JsonArgument;
use super::write_json;

/// List the bundled variants, with the options that each has
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  draughtsman list                          names and titles
  draughtsman list --options                with the options and numbers that a group may change
  draughtsman list --json                   for programs")]
pub(crate) struct Arguments {
    /// Options and numbers too
    #[arg(long)]
    options: bool,
    #[command(flatten)]
    json: JsonArgument,
}

#[derive(Serialize)]
struct List {
    schema: u32,
    variants: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    title: String,
    version: String,
    aliases: Vec<String>,
    authors: Vec<String>,
    year: Option<i64>,
    extends: Option<String>,
    board: String,
    players: Vec<String>,
    options: Vec<Switch>,
    numbers: Vec<Number>,
}

#[derive(Serialize)]
struct Switch {
    name: String,
    on: bool,
    text: String,
}

#[derive(Serialize)]
struct Number {
    name: String,
    value: i64,
    least: i64,
    greatest: i64,
}

/// Lists.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let variants: Vec<Entry> = library::names().filter_map(entry).collect();
    if arguments.json.json {
        write_json(out, &List { schema: 1, variants })?;
        return Ok(Answer::Yes);
    }
    let width = variants.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in &variants {
        let names: Vec<&str> = std::iter::once(entry.title.as_str()).chain(entry.aliases.iter().map(String::as_str)).collect();
        writeln!(out, "{:width$}  {} ({})", entry.name, names.join(", "), entry.board)?;
        if arguments.options {
            for option in &entry.options {
                let on = if option.on { " (on)" } else { "" };
                let text = option.text.lines().next().unwrap_or_default();
                writeln!(out, "{:width$}    {}{on}  {text}", "", option.name)?;
            }
            for Number { name, value, least, greatest } in &entry.numbers {
                writeln!(out, "{:width$}    {name}={value}  {least} to {greatest}", "")?;
            }
        }
    }
    Ok(Answer::Yes)
}

fn entry(name: &'static str) -> Option<Entry> {
    let equipment = library::bundled(name)?.variant.equipment;
    let board = format!("{}x{}", equipment.board.files, equipment.board.ranks);
    Some(Entry {
        name,
        board,
        players: equipment.players.into_iter().map(|player| player.name).collect(),
        options: equipment.options.into_iter().map(|one| Switch { name: one.name, on: one.on, text: one.doc }).collect(),
        numbers: equipment.numbers.into_iter().map(number).collect(),
        title: equipment.title,
        version: equipment.version,
        aliases: equipment.aliases,
        authors: equipment.authors,
        year: equipment.year,
        extends: equipment.extends,
    })
}

fn number(one: draughtsman::model::equipment::NumberOption) -> Number {
    Number { name: one.name, value: one.value, least: one.range.0, greatest: one.range.1 }
}
