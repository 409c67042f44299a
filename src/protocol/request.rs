//! Requests.

use std::fmt;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Visitor};

use crate::notation::json::change::Change;

/// A request. [`requests`](super::requests) lists the fields of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// Is repeated in the reply.
    pub id: Option<Id>,
    /// The name of the request: `load`.
    pub request: Option<String>,
    /// The name of the game; none for the game without a name.
    pub game: Option<String>,
    pub(super) rules: Rules,
    pub(super) seed: Option<u64>,
    pub(super) position: Place,
    pub(super) ply: Option<usize>,
    pub(super) seat: Option<String>,
    pub(super) mv: Option<Named>,
    pub(super) after: Option<bool>,
    pub(super) steps: Steps,
    pub(super) view: View,
    pub(super) thought: Thought,
    pub(super) perft: Perft,
    /// The request to cancel.
    pub of: Option<Id>,
}

/// The rules to load.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rules {
    pub(super) variant: Option<String>,
    pub(super) text: Option<String>,
    pub(super) options: Option<Vec<String>>,
}

/// The position at which a game starts anew.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Place {
    pub(super) text: Option<String>,
    pub(super) number: Option<usize>,
    pub(super) change: Option<Change>,
}

/// The number of decisions to undo or redo.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Steps {
    pub(super) count: Option<usize>,
    pub(super) revealed: Option<bool>,
}

/// The form in which a position is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct View {
    pub(super) form: Option<String>,
    pub(super) flip: Option<bool>,
    pub(super) bare: Option<bool>,
    pub(super) areas: Option<bool>,
    pub(super) last: Option<bool>,
    pub(super) marks: Marks,
}

/// The marks in a picture, by the names of sites.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Marks {
    pub(super) highlight: Option<Vec<String>>,
    pub(super) dots: Option<Vec<String>>,
    pub(super) crosses: Option<Vec<String>>,
    pub(super) arrows: Option<Vec<(String, String)>>,
}

/// The agent, and the use of its result.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Thought {
    pub(super) agent: Option<String>,
    pub(super) play: Option<bool>,
    pub(super) lines: Option<u16>,
}

/// What perft counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Perft {
    pub(super) depth: Option<u32>,
    pub(super) divide: Option<bool>,
}

/// All requests, with the fields that each may have besides `id`, `request` and `game`.
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

/// Identifies a request: a number or a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// 7
    Number(i64),
    /// `"seven"`
    Text(String),
}

/// A move by its text, or by its number in the list with a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named(pub(super) String);

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

/// The maximum length of the text of a move, in bytes.
const LONGEST_MOVE: usize = 10_000;
