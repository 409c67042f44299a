//! Lines of the protocol: `set-param name=variant value="normal"` is a command with pairs of names and values.

use std::fmt::Write;

/// A parsed line.
///
/// ```
/// use draughtsman::hub::Line;
/// let line = Line::read(r#"pos pos=Wbe moves="1-2 3x4""#).unwrap();
/// assert_eq!((line.command.as_str(), line.get("moves"), line.has("pos")), ("pos", Some("1-2 3x4"), true));
/// assert!(Line::read("pos pos=\"Wbe").is_err(), "a quote is never closed");
/// assert!(Line::read("level depth=3 depth=4").is_err(), "which?");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The first word; empty for an empty line.
    pub command: String,
    /// The pairs that follow, in order; a word alone has no value.
    pub pairs: Vec<(String, Option<String>)>,
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Line, String> {
        let mut rest = text.trim();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let command = rest[..end].to_owned();
        rest = rest[end..].trim_start();
        let mut pairs: Vec<(String, Option<String>)> = Vec::new();
        while !rest.is_empty() {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let name = rest[..end].to_owned();
            if pairs.iter().any(|(known, _)| *known == name) {
                return Err(format!("`{name}` stands twice"));
            }
            rest = &rest[end..];
            let Some(value) = rest.strip_prefix('=') else {
                pairs.push((name, None));
                rest = rest.trim_start();
                continue;
            };
            let (value, after) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').ok_or_else(|| format!("the quote behind `{name}=` is never closed"))?,
                None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
            };
            pairs.push((name, Some(value.to_owned())));
            rest = after.trim_start();
        }
        Ok(Line { command, pairs })
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(one, _)| one == name)?.1.as_deref()
    }

    /// Whether a name is present, with or without a value.
    pub fn has(&self, name: &str) -> bool {
        self.pairs.iter().any(|(one, _)| one == name)
    }
}

/// Writes a line. Values other than single words are quoted; quotes within a value are replaced.
///
/// ```
/// assert_eq!(draughtsman::hub::line("error", &[("message", "no \"x\" here")]), r#"error message="no 'x' here""#);
/// ```
pub fn line(command: &str, pairs: &[(&str, &str)]) -> String {
    let mut line = command.to_owned();
    for (name, value) in pairs {
        let value: String = value
            .chars()
            .map(|c| {
                if c == '"' {
                    '\''
                } else if c.is_control() {
                    ' '
                } else {
                    c
                }
            })
            .collect();
        let quote = if value.is_empty() || value.contains([' ', '=', '\'']) { "\"" } else { "" };
        let _ = write!(line, " {name}={quote}{value}{quote}");
    }
    line
}
