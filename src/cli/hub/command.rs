//! `hub:./scan hub`: how an engine is started, and how long it may think.

use std::fmt::{Display, Formatter};

use draughtsman::agents::Effort;

/// An engine that speaks Hub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    /// As it was said.
    text: String,
    /// The program, and what it is told.
    pub(super) words: Vec<String>,
    /// How much it thinks about a move.
    pub(super) effort: Effort,
}

/// What comes before an engine's command.
const PREFIX: &str = "hub:";

impl Command {
    /// `hub:COMMAND` or `hub:EFFORT:COMMAND`; none if the text is something else.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read(text: &str) -> Option<Result<Command, String>> {
        let rest = text.strip_prefix(PREFIX)?;
        let effort = rest.split_once(':').and_then(|(effort, command)| Some((effort.parse::<Effort>().ok()?, command)));
        let (effort, command) = effort.unwrap_or((Effort::default(), rest));
        let words = words(command);
        Some(match words {
            Err(problem) => Err(format!("`{text}`: {problem}")),
            Ok(words) if words.is_empty() => Err(format!("`{text}` says no program: hub:\"./scan hub\"")),
            Ok(words) => Ok(Command { text: text.to_owned(), words, effort }),
        })
    }
}

impl Display for Command {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// The words of a command; what stands in single or double quotes is one.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("{open} is never closed"));
    }
    words.extend(word);
    Ok(words)
}
