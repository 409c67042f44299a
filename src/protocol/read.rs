//! From a line to a request.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::{Deserialize as Derive, Serialize};

use crate::notation::At;
use crate::notation::findings::Quote;
use crate::notation::json::change::Change;
use crate::notation::json::failure::{Failure, Place, Problem};
use crate::session::FAILED;

use super::expected::{change, in_words};

/// What is asked for. Which fields a request may have says [`requests`](super::requests).
#[derive(Clone, Debug, Default, PartialEq, Derive)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Comes back with the answer.
    pub id: Option<Id>,
    /// `load`
    pub request: Option<String>,
    /// Which game; without it one without a name.
    pub game: Option<String>,
    pub(super) variant: Option<String>,
    pub(super) rules: Option<String>,
    pub(super) options: Option<Vec<String>>,
    pub(super) seed: Option<u64>,
    pub(super) position: Option<String>,
    #[serde(default, deserialize_with = "change")]
    pub(super) change: Option<Change>,
    pub(super) number: Option<usize>,
    pub(super) ply: Option<usize>,
    pub(super) seat: Option<String>,
    #[serde(rename = "move")]
    pub(super) mv: Option<Named>,
    pub(super) after: Option<bool>,
    pub(super) count: Option<usize>,
    pub(super) revealed: Option<bool>,
    pub(super) form: Option<String>,
    pub(super) flip: Option<bool>,
    pub(super) bare: Option<bool>,
    pub(super) areas: Option<bool>,
    pub(super) last: Option<bool>,
    pub(super) highlight: Option<Vec<String>>,
    pub(super) dots: Option<Vec<String>>,
    pub(super) crosses: Option<Vec<String>>,
    pub(super) arrows: Option<Vec<(String, String)>>,
    pub(super) agent: Option<String>,
    pub(super) play: Option<bool>,
    pub(super) lines: Option<u16>,
    pub(super) depth: Option<u32>,
    pub(super) divide: Option<bool>,
    /// Which request is to be cancelled.
    pub of: Option<Id>,
}

/// Every request, and which fields it may have besides `id`, `request` and `game`.
pub(super) const REQUESTS: [(&str, &[&str]); 23] = [
    ("variants", &[]),
    ("agents", &[]),
    ("source", &["variant"]),
    ("check", &["variant", "rules", "options"]),
    ("load", &["variant", "rules", "options", "seed"]),
    ("state", &[]),
    ("equipment", &[]),
    ("position", &["position", "number", "ply", "seed"]),
    ("edit", &["change"]),
    ("moves", &["seat", "after"]),
    ("played", &["seat"]),
    ("play", &["move", "ply", "seat"]),
    ("chance", &["seat"]),
    ("undo", &["count", "revealed", "seat"]),
    ("redo", &["count", "seat"]),
    ("explain", &["move", "seat"]),
    ("view", &["seat", "form", "flip", "bare", "areas", "last", "highlight", "dots", "crosses", "arrows"]),
    ("agent", &["agent", "play", "seat"]),
    ("analyse", &["agent", "lines", "seat"]),
    ("book", &[]),
    ("perft", &["depth", "divide"]),
    ("cancel", &["of"]),
    ("close", &[]),
];

/// What tells a request from others: a number or a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// 7
    Number(i64),
    /// `"seven"`
    Text(String),
}

impl Id {
    /// The `id` of a line that is no request, if it is JSON that has one: the refusal bears it.
    pub fn of(line: &str) -> Option<Id> {
        #[derive(Derive)]
        struct Bearer {
            id: Option<Id>,
        }
        serde_json::from_str::<Bearer>(line).ok()?.id
    }
}

/// A move by its text, or by its number in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named(pub(super) String);

impl Request {
    /// Reads a line, the n-th of its stream counted from 1.
    ///
    /// # Errors
    /// It is no JSON, no request, or has a field that this request has not; with the place.
    pub fn read(line: &str, number: usize) -> Result<Request, Failure> {
        let wrong = |at: Option<Range<usize>>, text: String, accepted: Vec<String>| {
            let quote = |span| Quote::new(REQUEST, line, span);
            let place = at.map(|span| Place { line: number, ..Place::from(&quote(span)) });
            Failure::of(vec![Problem { text, place, accepted }], FAILED)
        };
        // A reader of records would take a list of their values for one.
        let start = line.len() - line.trim_start().len();
        if !line[start..].starts_with('{') {
            let end = line[start..].chars().next().map_or(start, |first| start + first.len_utf8());
            return Err(wrong(Some(start..end), "a request is an object: {\"request\":…}".to_owned(), Vec::new()));
        }
        let request: Request = serde_json::from_str(line).map_err(|error| {
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
        match request.given().into_iter().find(|field| !fields.contains(field)) {
            None => Ok(request),
            Some(field) => {
                let accepted = fields.iter().map(|field| (*field).to_owned()).collect();
                Err(wrong(quoted(line, field), format!("`{name}` has no field `{field}`"), accepted))
            }
        }
    }

    /// The fields that it has, besides those that every request may have.
    fn given(&self) -> Vec<&'static str> {
        let all = [
            ("variant", self.variant.is_some()),
            ("rules", self.rules.is_some()),
            ("options", self.options.is_some()),
            ("seed", self.seed.is_some()),
            ("position", self.position.is_some()),
            ("change", self.change.is_some()),
            ("number", self.number.is_some()),
            ("ply", self.ply.is_some()),
            ("seat", self.seat.is_some()),
            ("move", self.mv.is_some()),
            ("after", self.after.is_some()),
            ("count", self.count.is_some()),
            ("revealed", self.revealed.is_some()),
            ("form", self.form.is_some()),
            ("flip", self.flip.is_some()),
            ("bare", self.bare.is_some()),
            ("areas", self.areas.is_some()),
            ("last", self.last.is_some()),
            ("highlight", self.highlight.is_some()),
            ("dots", self.dots.is_some()),
            ("crosses", self.crosses.is_some()),
            ("arrows", self.arrows.is_some()),
            ("agent", self.agent.is_some()),
            ("play", self.play.is_some()),
            ("lines", self.lines.is_some()),
            ("depth", self.depth.is_some()),
            ("divide", self.divide.is_some()),
            ("of", self.of.is_some()),
        ];
        all.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
    }
}

/// What a line is called where something in it is wrong.
const REQUEST: &str = "request";

/// A line that is no text or too long; `number` as in [`Request::read`].
pub fn unreadable(number: usize, at: usize, problem: String) -> Failure {
    let place = Place { file: REQUEST.to_owned(), start: at, end: at, line: number, column: at + 1 };
    Failure::of(vec![Problem { place: Some(place), ..Problem::new(problem) }], FAILED)
}

/// The word that ends at a column, counted in bytes from 1: where the reader noticed that something is wrong.
fn before(line: &str, column: usize) -> Range<usize> {
    let end = (column.min(line.len())..=line.len()).find(|at| line.is_char_boundary(*at)).unwrap_or(line.len());
    let start = line[..end].char_indices().next_back().map_or(0, |(at, _)| at);
    match At::Byte(start).word_of(line) {
        Some(_) => start..end,
        None => end..end,
    }
}

/// Where a text stands in quotes, if it does so once.
fn quoted(line: &str, text: &str) -> Option<Range<usize>> {
    let literal = format!("\"{text}\"");
    let mut found = line.match_indices(&literal);
    let (at, _) = found.next()?;
    found.next().is_none().then(|| at + 1..at + 1 + text.len())
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Id, D::Error> {
        from.deserialize_any(IdReader)
    }
}

struct IdReader;

impl Visitor<'_> for IdReader {
    type Value = Id;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number or a text of at most 200 bytes")
    }

    fn visit_i64<E>(self, value: i64) -> Result<Id, E> {
        Ok(Id::Number(value))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Id, E> {
        i64::try_from(value).map(Id::Number).map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(value), &self))
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<Id, E> {
        match value.len() <= 200 {
            true => Ok(Id::Text(value.to_owned())),
            false => Err(E::invalid_length(value.len(), &self)),
        }
    }
}

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Named, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Named;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move's text, or its number in the list of moves, from 1")
            }

            fn visit_u64<E>(self, value: u64) -> Result<Named, E> {
                Ok(Named(format!("{value}.")))
            }

            fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<Named, E> {
                match value.len() <= LONGEST_MOVE {
                    true => Ok(Named(value.to_owned())),
                    false => Err(E::custom(format_args!("a move's text has at most {LONGEST_MOVE} bytes"))),
                }
            }
        }
        from.deserialize_any(Reader)
    }
}

/// The longest text of a move, in bytes.
const LONGEST_MOVE: usize = 10_000;
