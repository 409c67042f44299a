//! `draughtsman explain`: what a code means; why a move is legal or not.

use std::io::Write;

use draughtsman::check::lint_name;
use draughtsman::codes::{self, Code, Part};
use serde::Serialize;

use super::answer::{Answer, Failure};
use super::arguments::{JsonArgument, PositionArguments};
use super::{explain_move, terminal, write_json};

/// Explain a code that `check` has given, or why a move is legal, illegal or compulsory
#[derive(clap::Args)]
#[command(after_help = include_str!("help/explain.txt"))]
pub(crate) struct Arguments {
    /// A code of `check` such as E0301, or a variant
    #[arg(value_name = "CODE|VARIANT", required_unless_present = "list", conflicts_with = "list")]
    what: Option<String>,
    /// All codes, one on each line
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    json: JsonArgument,
    #[command(flatten)]
    question: explain_move::Arguments,
}

impl Arguments {
    /// The position whose moves are explained, or `None` if the argument is a code.
    pub(crate) fn position(&self) -> Option<PositionArguments> {
        let variant = self.what.as_deref().filter(|what| !codes::looks_like_one(what))?;
        Some(self.question.position(variant))
    }
}

/// Greatest width of a line of text, in characters.
const WIDTH: usize = 80;

#[derive(Serialize)]
struct List {
    schema: u32,
    codes: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    code: &'static str,
    severity: &'static str,
    title: &'static str,
    lint: Option<&'static str>,
    text: Vec<&'static str>,
    parent: Option<&'static str>,
    wrong: Option<&'static str>,
    right: Option<&'static str>,
}

/// Explains a code, or the moves of a position.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let json = arguments.json.json;
    let Some(what) = arguments.what.as_deref() else {
        return list(json, out);
    };
    if !codes::looks_like_one(what) {
        return explain_move::run(what, &arguments.question, json, out);
    }
    let Some(code) = codes::find(what) else {
        return Err(no_code(what));
    };
    explain_move::refuse(&arguments.question, code.code)?;
    if json {
        write_json(out, &List { schema: 1, codes: vec![entry(code)] })?;
    } else {
        let mut text = Vec::new();
        page(code, &mut text)?;
        terminal::styled(&text, out)?;
    }
    Ok(Answer::Yes)
}

/// The failure for an unknown code. It names similar codes, or all ranges of codes.
fn no_code(what: &str) -> Failure {
    let near = codes::near(what);
    let titled: Vec<String> = near.iter().map(|one| format!("\n  {}: {}", one.code, one.title)).collect();
    let (told, accepted): (String, Vec<String>) = match near.is_empty() {
        true => (format!(": there are {}", codes::ranges().join(", ")), codes::ranges()),
        false => (format!("; the nearest are{}", titled.concat()), near.iter().map(|one| one.code.to_owned()).collect()),
    };
    Failure::said(format!("there is no code `{what}`{told}\nAll: draughtsman explain --list"), accepted)
}

fn list(json: bool, out: &mut dyn Write) -> Result<Answer, Failure> {
    if json {
        write_json(out, &List { schema: 1, codes: codes::all().iter().map(entry).collect() })?;
    } else {
        for one in codes::all() {
            writeln!(out, "{}  {}", one.code, one.title)?;
        }
    }
    Ok(Answer::Yes)
}

fn entry(one: &Code) -> Entry {
    let text = |part| one.examples(part).next().map(|example| example.text);
    Entry {
        code: one.code,
        severity: severity(one),
        title: one.title,
        lint: lint_name(one.code),
        text: one.text.clone(),
        parent: text(Part::Parent),
        wrong: text(Part::Wrong),
        right: text(Part::Right),
    }
}

fn severity(one: &Code) -> &'static str {
    if one.code.starts_with('W') { "warning" } else { "error" }
}

fn page(one: &Code, out: &mut dyn Write) -> Result<(), Failure> {
    let (strong, dim) = (anstyle::Style::new().bold(), anstyle::Style::new().dimmed());
    writeln!(out, "{strong}{} {}{strong:#}: {}", severity(one), one.code, one.title)?;
    for paragraph in &one.text {
        writeln!(out, "\n{}", wrapped(paragraph))?;
    }
    if let Some(name) = lint_name(one.code) {
        let levels = format!(
            "Its level: `check --allow {name}` or `--deny {name}`, or under `[lints]` in the file `{name} = \"allow\"`."
        );
        writeln!(out, "\n{}", wrapped(&levels))?;
    }
    for (part, title) in [(Part::Parent, "In the parent"), (Part::Wrong, "Wrong"), (Part::Right, "Right")] {
        for example in one.examples(part) {
            let choices: String = example.choices.iter().map(|choice| format!(", with --option {choice}")).collect();
            writeln!(out, "\n{strong}{title}{strong:#}{choices}:\n")?;
            for line in example.text.trim_end().lines() {
                writeln!(out, "{}", format!("    {dim}|{dim:#} {line}").trim_end())?;
            }
        }
    }
    Ok(())
}

/// A paragraph wrapped at [`WIDTH`] characters; longer words are not broken.
fn wrapped(paragraph: &str) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in paragraph.split_whitespace() {
        let chars = word.chars().count();
        if length > 0 {
            let fits = length + 1 + chars <= WIDTH;
            lines.push(if fits { ' ' } else { '\n' });
            length = if fits { length + 1 } else { 0 };
        }
        lines.push_str(word);
        length += chars;
    }
    lines
}
