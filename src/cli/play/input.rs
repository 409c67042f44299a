//! Input, a line at a time. On a terminal lines can be edited, completed and recalled; other input is read as it comes.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use draughtsman::source::escaped;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor};

use super::super::answer::Failure;
use super::complete::Words;

/// Greatest length of a line, in bytes.
const LONGEST: u64 = 4_096;

/// Standard input.
pub(super) struct Input {
    /// Whether it is a terminal, with a person at it.
    pub(super) terminal: bool,
    editor: Option<Editor<Words, MemHistory>>,
}

/// What was read.
pub(super) enum Typed {
    /// A line, without its end.
    Line(String),
    /// A line that is too long.
    TooLong,
    /// Ctrl-C.
    Stopped,
    /// The end of input.
    End,
}

impl Input {
    pub(super) fn new() -> Input {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        Input { terminal, editor: if terminal { editor() } else { None } }
    }

    /// A flag that becomes true when the terminal is closed. That then ends the input, and not the program.
    pub(super) fn tells_of_its_end(&self) -> Result<Arc<AtomicBool>, Failure> {
        let closed = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        if self.terminal {
            signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::clone(&closed))
                .map_err(|error| Failure::wrong(format!("the system does not tell when the terminal is closed: {error}")))?;
        }
        Ok(closed)
    }

    /// Reads the next line, after a prompt. Tab completes it to a command or one of these words.
    pub(super) fn line(&mut self, prompt: &str, words: &[String], out: &mut dyn Write) -> Result<Typed, Failure> {
        match &mut self.editor {
            Some(editor) => {
                out.flush()?;
                edited(editor, prompt, words)
            }
            None => {
                write!(out, "{prompt}")?;
                out.flush()?;
                plain()
            }
        }
    }

    /// Forgets everything that was typed and cut, before another player takes the keyboard.
    pub(super) fn forget(&mut self) {
        if self.editor.is_some() {
            self.editor = editor();
        }
    }
}

/// A line editor without history, or `None` if the terminal cannot have one.
fn editor() -> Option<Editor<Words, MemHistory>> {
    let config = Config::builder().completion_type(CompletionType::List).build();
    let history = MemHistory::with_config(&config);
    let mut editor = Editor::with_history(config, history).ok()?;
    editor.set_helper(Some(Words::default()));
    Some(editor)
}

fn edited(editor: &mut Editor<Words, MemHistory>, prompt: &str, words: &[String]) -> Result<Typed, Failure> {
    if let Some(helper) = editor.helper_mut() {
        helper.moves = words.to_vec();
    }
    match editor.readline(escaped(prompt).as_ref()) {
        Ok(line) if line.len() as u64 >= LONGEST => Ok(Typed::TooLong),
        Ok(line) => {
            let line = line.trim().to_owned();
            if !line.is_empty() {
                editor.add_history_entry(line.as_str()).map_err(unreadable)?;
            }
            Ok(Typed::Line(line))
        }
        Err(ReadlineError::Interrupted) => Ok(Typed::Stopped),
        Err(ReadlineError::Eof) => Ok(Typed::End),
        Err(error) => Err(unreadable(error)),
    }
}

fn plain() -> Result<Typed, Failure> {
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    stdin.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).map_err(unreadable)?;
    if bytes.is_empty() {
        return Ok(Typed::End);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST {
        stdin.skip_until(b'\n').map_err(unreadable)?;
        return Ok(Typed::TooLong);
    }
    Ok(Typed::Line(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

fn unreadable(error: impl std::fmt::Display) -> Failure {
    Failure::Wrong(format!("standard input: {error}"))
}
