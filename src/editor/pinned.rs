//! Pinned positions beside a rule file: the number of legal moves that each has now, and whether these are the pinned moves.

use crate::analysis::snapshot::{Change, Section, compare, of_game, parse};
use crate::check::{Care, Choices, Levels};
use crate::library::{Loaded, Ready};
use crate::notation::pinned::{Pinned, places, read};
use crate::notation::{At, Error, counted};
use crate::program::Program;
use crate::source::{Source, Span};

use super::Document;

/// The ending of the file of positions: `.positions.toml` after `pond` for `pond.draughts`.
pub const POSITIONS: &str = ".positions.toml";

/// A code lens: a text shown above a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The line.
    pub span: Span,
    /// The text.
    pub title: String,
    /// Details: the moves, one per line.
    pub more: String,
}

/// The maximum number of moves in the text of a lens.
const NAMED: usize = 6;

/// A lens above each position of a file of positions: its legal moves by these rules, and whether `snapshot` has the same.
pub fn lenses_of_positions(text: &Source, rules: &Loaded, snapshot: Option<&str>) -> Vec<Lens> {
    let Ok(positions) = read(&text.text) else { return Vec::new() };
    let places = places(&text.text).into_iter().map(|at| Span::new(Default::default(), at.start, at.end));
    let mut played = Played::default();
    let lens = |(one, span): (&Pinned, Span)| {
        let lens = |title: String, more: String| Lens { span, title, more };
        match played.section(rules, one) {
            None => lens("these rules cannot be played".to_owned(), String::new()),
            Some(now) => lens(format!("{}{}", brief(&now), state(&now, snapshot)), now.body()),
        }
    };
    positions.iter().zip(places).map(lens).collect()
}

/// A lens at the top of a rule file: the number of pinned positions, and how many of them have changed.
pub fn lenses_of_rules(document: &Document, positions: &str, snapshot: Option<&str>) -> Vec<Lens> {
    let Ok(positions) = read(positions) else { return Vec::new() };
    let mut played = Played::default();
    let now: Option<Vec<Section>> = positions.iter().map(|one| played.section(&document.loaded, one)).collect();
    let (Some(now), false) = (now, positions.is_empty()) else { return Vec::new() };
    let changed: Vec<String> = now.iter().filter(|now| !state(now, snapshot).is_empty()).map(|one| one.name.clone()).collect();
    let count = counted(now.len() as u64, "position");
    let title = match (snapshot, changed.len()) {
        (None, _) => format!("{count}, none pinned yet"),
        (_, 0) => format!("{count}, as pinned"),
        (_, many) => format!("{count}, {many} not as pinned"),
    };
    vec![Lens { span: Span::new(document.file(), 0, 0), title, more: changed.join("\n") }]
}

/// The error in a file of positions: its place, and a message.
pub fn what_is_wrong(text: &str) -> Option<(Span, String)> {
    let error: Error = read(text).err()?;
    let bytes = match error.at {
        At::Byte(at) => at..at,
        At::Line(line, _) => {
            let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
            start..start + text.get(start..).and_then(|rest| rest.lines().next()).map_or(0, str::len)
        }
        At::Whole | At::Key(_) => error.word_of(text).unwrap_or(0..text.lines().next().map_or(0, str::len)),
    };
    Some((Span::new(Default::default(), bytes.start, bytes.end), error.to_string()))
}

/// Compiled rules for each combination of options that positions need.
#[derive(Default)]
struct Played(Vec<(Vec<String>, Option<Ready>)>);

impl Played {
    /// The moves of a position by the current rules.
    fn section(&mut self, rules: &Loaded, position: &Pinned) -> Option<Section> {
        if !self.0.iter().any(|(options, _)| *options == position.options) {
            self.0.push((position.options.clone(), ready(rules, &position.options)));
        }
        let (_, ready) = self.0.iter().find(|(options, _)| *options == position.options)?;
        ready.as_ref().map(|ready| of_game(&ready.variant, &ready.program, position))
    }
}

fn ready(rules: &Loaded, options: &[String]) -> Option<Ready> {
    let choices: Result<Choices, String> = options.iter().map(|option| option.parse::<Choices>()).collect();
    let checked = rules.examine(&choices.ok()?, &Levels::default(), Care::Game);
    let variant = checked.variant.filter(|_| checked.refusals.is_empty())?;
    let program = Program::compile(&variant);
    Some(Ready { variant, program })
}

fn brief(section: &Section) -> String {
    let texts: Vec<&str> = section.moves.iter().take(NAMED).map(|(text, _)| text.as_str()).collect();
    let more = if section.moves.len() > NAMED { ", …" } else { "" };
    let heading = section.heading.trim_end_matches(':');
    if texts.is_empty() { heading.to_owned() } else { format!("{heading}: {}{more}", texts.join(", ")) }
}

fn state(now: &Section, snapshot: Option<&str>) -> &'static str {
    let Some(Ok(pinned)) = snapshot.map(parse) else { return " (not pinned)" };
    match compare(&pinned, std::slice::from_ref(now)).iter().find(|change| change.name() == now.name) {
        Some(Change::New(_)) => " (not pinned)",
        Some(Change::Changed(_)) => " (not as pinned)",
        Some(Change::Stale(_)) | None => "",
    }
}
