//! Completion of a line by Tab.

use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::command::COMMANDS;

/// What the next line may be.
#[derive(Default)]
pub(super) struct Words {
    /// The moves of the current decision, as the viewer may see them.
    pub(super) moves: Vec<String>,
}

impl Words {
    /// Where the part of a line begins that is to be replaced, and its completions.
    pub(super) fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.len() - line.trim_start().len();
        let begun = &line[start..];
        if let Some(at) = ["why ", ":why "].iter().find(|word| begun.starts_with(**word)).map(|word| start + word.len()) {
            return (at, self.moves_like(&line[at..]));
        }
        let (colon, bare) = match begun.strip_prefix(':') {
            Some(bare) => (":", bare),
            None => ("", begun),
        };
        let mut all = if colon.is_empty() { self.moves_like(begun) } else { Vec::new() };
        let commands = COMMANDS.iter().filter(|word| !bare.is_empty() && word.starts_with(bare));
        all.extend(commands.map(|word| format!("{colon}{word}")));
        (start, all)
    }

    /// The moves that begin with a text, whatever sign is between squares.
    fn moves_like(&self, begun: &str) -> Vec<String> {
        let is_sign = |c: char| matches!(c, '-' | 'x' | ':' | ' ');
        let alike = |(a, b): (char, char)| a.eq_ignore_ascii_case(&b) || is_sign(a) && is_sign(b);
        let fits = |text: &&String| text.chars().count() >= begun.chars().count() && text.chars().zip(begun.chars()).all(alike);
        self.moves.iter().filter(fits).cloned().collect()
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.trim_start().trim_start_matches(':');
        if ["save ", "load "].iter().any(|word| begun.starts_with(word)) {
            let (start, files) = FilenameCompleter::new().complete_path(line, pos)?;
            // A file name is read literally. Names that would be escaped, as for a shell, are left out.
            let plain = files.into_iter().map(|file| file.replacement).filter(|name| !name.contains("\\ "));
            return Ok((start, plain.collect()));
        }
        Ok(self.completions(line.get(..pos).unwrap_or(line)))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}
