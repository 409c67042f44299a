//! Reads requests from lines.

use std::fmt;
use std::ops::Range;

use serde::Deserialize as Derive;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use crate::notation::At;
use crate::notation::findings::Quote;
use crate::notation::json::failure::{Failure, Place, Problem};
use crate::session::FAILED;

use super::expected::{Changed, in_words};
use super::request::{Id, REQUESTS, Request};

impl Id {
    /// The `id` of a line that is not a request, if the line is JSON and has one; the refusal includes it.
    pub fn of(line: &str) -> Option<Id> {
        #[derive(Derive)]
        struct Bearer {
            id: Option<Id>,
        }
        serde_json::from_str::<Bearer>(line).ok()?.id
    }
}

impl Request {
    /// Reads a line; `number` counts the lines of its stream from 1.
    ///
    /// # Errors
    /// The line is no JSON, no request, or has a field that this request does not have; the failure gives the place.
    pub fn read(line: &str, number: usize) -> Result<Request, Failure> {
        let wrong = |at: Option<Range<usize>>, text: String, accepted: Vec<String>| {
            let quote = |span| Quote::new(REQUEST, line, span);
            let place = at.map(|span| Place { line: number, ..Place::from(&quote(span)) });
            Failure::of(vec![Problem { text, place, accepted }], FAILED)
        };
        // serde would otherwise accept a list of the fields' values.
        let start = line.len() - line.trim_start().len();
        if !line[start..].starts_with('{') {
            let end = line[start..].chars().next().map_or(start, |first| start + first.len_utf8());
            return Err(wrong(Some(start..end), "a request is an object: {\"request\":…}".to_owned(), Vec::new()));
        }
        let Heard(request, given) = serde_json::from_str(line).map_err(|error| {
            let said = error.to_string();
            let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
            let text = if error.is_data() { in_words(said) } else { format!("this is no JSON: {said}") };
            wrong(Some(before(line, error.column())), text, Vec::new())
        })?;
        let names = || REQUESTS.iter().map(|(name, _)| (*name).to_owned()).collect();
        let Some(name) = request.request.as_deref() else {
            return Err(wrong(None, "`request` is missing: what is asked for".to_owned(), names()));
        };
        let Some((_, fields)) = REQUESTS.iter().find(|(known, _)| *known == name) else {
            return Err(wrong(quoted(line, name), format!("there is no request `{name}`"), names()));
        };
        match given.into_iter().find(|field| !fields.contains(field)) {
            None => Ok(request),
            Some(field) => {
                let accepted = fields.iter().map(|field| (*field).to_owned()).collect();
                Err(wrong(quoted(line, field), format!("`{name}` has no field `{field}`"), accepted))
            }
        }
    }
}

/// A request, and the names of its fields other than the common ones.
struct Heard(Request, Vec<&'static str>);

/// Reads the value of a field; returns whether it is other than null.
type Reader<M, E> = fn(&mut Request, &mut M) -> Result<bool, E>;

/// The fields that every request may have.
const COMMON: [&str; 3] = ["id", "request", "game"];

/// All fields, in the order in which error messages list them.
fn fields<'de, M: MapAccess<'de>>() -> [(&'static str, Reader<M, M::Error>); 31] {
    [
        ("id", |to, from| read(&mut to.id, from)),
        ("request", |to, from| read(&mut to.request, from)),
        ("game", |to, from| read(&mut to.game, from)),
        ("variant", |to, from| read(&mut to.rules.variant, from)),
        ("rules", |to, from| read(&mut to.rules.text, from)),
        ("options", |to, from| read(&mut to.rules.options, from)),
        ("seed", |to, from| read(&mut to.seed, from)),
        ("position", |to, from| read(&mut to.position.text, from)),
        ("change", |to, from| {
            to.position.change = from.next_value::<Changed>()?.0;
            Ok(to.position.change.is_some())
        }),
        ("number", |to, from| read(&mut to.position.number, from)),
        ("ply", |to, from| read(&mut to.ply, from)),
        ("seat", |to, from| read(&mut to.seat, from)),
        ("move", |to, from| read(&mut to.mv, from)),
        ("after", |to, from| read(&mut to.after, from)),
        ("count", |to, from| read(&mut to.steps.count, from)),
        ("revealed", |to, from| read(&mut to.steps.revealed, from)),
        ("form", |to, from| read(&mut to.view.form, from)),
        ("flip", |to, from| read(&mut to.view.flip, from)),
        ("bare", |to, from| read(&mut to.view.bare, from)),
        ("areas", |to, from| read(&mut to.view.areas, from)),
        ("last", |to, from| read(&mut to.view.last, from)),
        ("highlight", |to, from| read(&mut to.view.marks.highlight, from)),
        ("dots", |to, from| read(&mut to.view.marks.dots, from)),
        ("crosses", |to, from| read(&mut to.view.marks.crosses, from)),
        ("arrows", |to, from| read(&mut to.view.marks.arrows, from)),
        ("agent", |to, from| read(&mut to.thought.agent, from)),
        ("play", |to, from| read(&mut to.thought.play, from)),
        ("lines", |to, from| read(&mut to.thought.lines, from)),
        ("depth", |to, from| read(&mut to.perft.depth, from)),
        ("divide", |to, from| read(&mut to.perft.divide, from)),
        ("of", |to, from| read(&mut to.of, from)),
    ]
}

fn read<'de, T: Deserialize<'de>, M: MapAccess<'de>>(to: &mut Option<T>, from: &mut M) -> Result<bool, M::Error> {
    *to = from.next_value()?;
    Ok(to.is_some())
}

impl<'de> Deserialize<'de> for Heard {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Heard, D::Error> {
        from.deserialize_map(HeardReader)
    }
}

struct HeardReader;

impl<'de> Visitor<'de> for HeardReader {
    type Value = Heard;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut from: M) -> Result<Heard, M::Error> {
        let fields = fields::<M>();
        let mut request = Request::default();
        // For each field that has occurred, whether it has a value.
        let mut met = [None; 31];
        while let Some(name) = from.next_key::<String>()? {
            let Some(at) = fields.iter().position(|(known, _)| *known == name) else {
                let known: Vec<String> = fields.iter().map(|(known, _)| format!("`{known}`")).collect();
                return Err(M::Error::custom(format_args!("unknown field `{name}`, expected one of {}", known.join(", "))));
            };
            let (name, reader) = fields[at];
            if met[at].is_some() {
                return Err(M::Error::duplicate_field(name));
            }
            met[at] = Some(reader(&mut request, &mut from)?);
        }
        let given = fields.iter().zip(met).filter(|(_, met)| *met == Some(true)).map(|((name, _), _)| *name);
        Ok(Heard(request, given.filter(|name| !COMMON.contains(name)).collect()))
    }
}

/// The name of a line in error messages.
const REQUEST: &str = "request";

/// The failure of a line that is no text or too long; `number` as in [`Request::read`].
pub fn unreadable(number: usize, at: usize, problem: String) -> Failure {
    let place = Place { file: REQUEST.to_owned(), start: at, end: at, line: number, column: at + 1 };
    Failure::of(vec![Problem { place: Some(place), ..Problem::new(problem) }], FAILED)
}

/// The word that ends at a column, counted in bytes from 1, at which serde noticed the error.
fn before(line: &str, column: usize) -> Range<usize> {
    let end = (column.min(line.len())..=line.len()).find(|at| line.is_char_boundary(*at)).unwrap_or(line.len());
    let start = line[..end].char_indices().next_back().map_or(0, |(at, _)| at);
    match At::Byte(start).word_of(line) {
        Some(_) => start..end,
        None => end..end,
    }
}

/// The byte range of a text that occurs in quotes exactly once.
fn quoted(line: &str, text: &str) -> Option<Range<usize>> {
    let literal = format!("\"{text}\"");
    let mut found = line.match_indices(&literal);
    let (at, _) = found.next()?;
    found.next().is_none().then(|| at + 1..at + 1 + text.len())
}
