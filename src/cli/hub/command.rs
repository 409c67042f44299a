//! `hub:./scan hub`: how an external engine is started, and how long it may think.

use std::fmt::{Display, Formatter};

use draughtsman::agents::Effort;

/// An external engine that speaks the Hub protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    /// The text as it was given.
    text: String,
    /// The program and its arguments.
    pub(super) words: Vec<String>,
    /// Its effort for each move.
    pub(super) effort: Effort,
}

/// The prefix that distinguishes engines from agents of this program.
const PREFIX: &str = "hub:";

impl Command {
    /// Reads `hub:COMMAND` or `hub:EFFORT:COMMAND`. Returns `None` if the text is something else.
    ///
    /// # Errors
    /// What is wrong with the command.
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

/// Splits a command into words. Text in single or double quotes is one word.
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
