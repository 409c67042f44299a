//! `--each`: a line for each game, as JSON or as CSV.

use std::io::Write;

use clap::ValueEnum;
use draughtsman::analysis::simulate::Played;
use draughtsman::model::SideId;
use draughtsman::notation::json::simulate::GameLine;
use draughtsman::program::Program;

use super::super::answer::Failure;
use super::super::write_json;

/// What lines look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// A JSON object on each line (docs/formats.md)
    Jsonl,
    /// Values with commas, the first line says which
    Csv,
}

/// Writes a line for each game.
pub(super) struct Rows {
    form: Form,
    /// Whether each line names the rules of its game.
    several: bool,
    begun: bool,
}

impl Rows {
    /// Lines of a run. If `follows` is set, they continue other lines, and have no header.
    pub(super) fn new(form: Form, several: bool, follows: bool) -> Rows {
        Rows { form, several, begun: follows }
    }

    /// Writes the line of a game, and before the first one the header that CSV needs.
    pub(super) fn write(&mut self, case: &str, row: &GameLine, out: &mut dyn Write) -> Result<(), Failure> {
        let row = GameLine { rules: self.several.then(|| case.to_owned()), ..row.clone() };
        if self.form == Form::Jsonl {
            return write_json(out, &row);
        }
        let fields = row.fields();
        if !std::mem::replace(&mut self.begun, true) {
            let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
            write!(out, "{}\r\n", names.join(","))?;
        }
        let values: Vec<String> = fields.into_iter().map(|(_, value)| quoted(value)).collect();
        write!(out, "{}\r\n", values.join(","))?;
        Ok(())
    }
}

/// A value of CSV, in quotation marks where RFC 4180 requires them.
fn quoted(value: String) -> String {
    let plain = !value.contains([',', '"', '\n', '\r']);
    if plain { value } else { format!("\"{}\"", value.replace('"', "\"\"")) }
}

/// The line of a game.
pub(super) fn row(number: u64, played: &Played, program: &Program) -> GameLine {
    let equipment = &program.equipment;
    let name = |side: &SideId| equipment.sides[side.index()].name.clone();
    let (outcome, course) = (played.outcome.as_ref(), played.course.as_ref());
    GameLine {
        game: number,
        rules: None,
        winners: outcome.map(|outcome| outcome.winners.iter().map(name).collect()),
        reason: outcome.map(|outcome| outcome.reason.clone()),
        rule: outcome.map(|outcome| program.lines[outcome.rule.index()].place.clone()),
        decisions: played.decisions,
        options: played.options,
        first: course.and_then(|course| course.first.as_ref().map(name)),
        taken: course.map_or(0, |course| course.taken),
        lead_changes: course.map_or(0, |course| course.lead_changes),
    }
}
