//! `draughtsman list`: the variants that there are.

use std::io::Write;

use draughtsman::check::Choices;
use draughtsman::library::{self, Loaded};
use draughtsman::model::Variant;
use draughtsman::notation::diagram;
use draughtsman::session::{Rules, Session};
use serde::Serialize;

use super::answer::{Answer, Failure};
use super::arguments::JsonArgument;
use super::{report, write_json};

/// List the variants: those that are bundled, and those in the folders of DRAUGHTSMAN_PATH
#[derive(clap::Args)]
#[command(after_help = include_str!("help/list.txt"))]
pub(crate) struct Arguments {
    /// Only those that have all these words in their name, title, aliases, authors, year, parent, board, players or options
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Options and numbers too
    #[arg(long)]
    options: bool,
    /// The board at the start too
    #[arg(long, conflicts_with = "json")]
    boards: bool,
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
    name: String,
    /// Its path, if it is not bundled.
    file: Option<String>,
    /// The SHA-256 hash of the text of its file, by which the rules can be pinned.
    sha256: String,
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

/// Lists the variants.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let own = library::searched().flat_map(|folder| library::files(&folder)).map(|path| path.display().to_string());
    let own = own.map(|file| (file.clone(), Some(file)));
    let mut variants = Vec::new();
    for (name, file) in library::names().map(|name| (name.to_owned(), None)).chain(own) {
        // A file with mistakes does not hide the others.
        let loaded = match library::load(&name) {
            Ok(loaded) => loaded,
            Err(error) => {
                report::say("note", &error.to_string());
                continue;
            }
        };
        match loaded.check(&Choices::default()).variant {
            Some(variant) => variants.push((entry(&loaded, &variant, file), loaded)),
            None => report::say("note", &format!("{name} has mistakes: `draughtsman check {name}` tells them")),
        }
    }
    variants.retain(|(entry, _)| arguments.words.iter().all(|word| entry.has(word)));
    let answer = if variants.is_empty() { Answer::No } else { Answer::Yes };
    if arguments.json.json {
        let variants = variants.into_iter().map(|(entry, _)| entry).collect();
        write_json(out, &List { schema: 1, variants })?;
        return Ok(answer);
    }
    let width = variants.iter().map(|(entry, _)| entry.name.chars().count()).max().unwrap_or(0);
    for (entry, loaded) in &variants {
        let names: Vec<&str> = std::iter::once(entry.title.as_str()).chain(entry.aliases.iter().map(String::as_str)).collect();
        let file = entry.file.as_ref().map_or(String::new(), |file| format!(", {file}"));
        writeln!(out, "{:width$}  {} ({}{file})", entry.name, names.join(", "), entry.board)?;
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
        if arguments.boards {
            writeln!(out, "\n{}", board(loaded)?)?;
        }
    }
    Ok(answer)
}

/// The board at the start, after the chance there.
fn board(loaded: &Loaded) -> Result<String, Failure> {
    let mut session = Session::new(Rules::new(loaded.clone(), &Choices::default())?)?;
    session.set_seed(0);
    session.play_chance()?;
    Ok(diagram::board(&session.variant().equipment, &session.shown(None), false))
}

fn entry(loaded: &Loaded, variant: &Variant, file: Option<String>) -> Entry {
    let equipment = variant.equipment.clone();
    Entry {
        name: loaded.id.clone(),
        file,
        sha256: library::sha256(loaded.text().as_bytes()),
        board: format!("{}x{}", equipment.board.files, equipment.board.ranks),
        players: equipment.players.into_iter().map(|player| player.name).collect(),
        options: equipment.options.into_iter().map(|one| Switch { name: one.name, on: one.on, text: one.doc }).collect(),
        numbers: equipment.numbers.into_iter().map(number).collect(),
        title: equipment.about.title,
        version: equipment.about.version,
        aliases: equipment.about.aliases,
        authors: equipment.about.authors,
        year: equipment.about.year,
        extends: equipment.about.extends,
    }
}

impl Entry {
    /// Whether one of the texts that are searched contains a word, ignoring case.
    fn has(&self, word: &str) -> bool {
        let lists = [&self.aliases, &self.authors, &self.players];
        let options = self.options.iter().map(|one| &one.name).chain(self.numbers.iter().map(|one| &one.name));
        let said = [&self.name, &self.title, &self.board].into_iter().chain(&self.extends).chain(options);
        let said = said.chain(lists.into_iter().flatten()).cloned().chain(self.year.map(|year| year.to_string()));
        let word = word.to_lowercase();
        said.into_iter().any(|text| text.to_lowercase().contains(&word))
    }
}

fn number(one: draughtsman::model::equipment::NumberOption) -> Number {
    Number { name: one.name, value: one.value, least: one.range.0, greatest: one.range.1 }
}
