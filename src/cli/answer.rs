//! How a command ends: exit codes, and what is said on standard error.

use std::io;
use std::process::ExitCode;

/// What a command answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It did what was asked: exit 0.
    Yes,
    /// The answer is no: exit 1. Errors were found, a file is not formatted, a move is illegal.
    No,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Misuse, unreadable or wrong input, in a sentence: exit 2.
    Wrong(String),
    /// The same, told already: exit 2.
    Told,
    /// The answer could not be written; a closed pipe is no failure, the reader has had enough.
    Output(io::Error),
}

impl Failure {
    /// Wrong input, in a sentence.
    pub(crate) fn wrong(problem: impl ToString) -> Failure {
        Failure::Wrong(problem.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// What the shell is told.
pub(super) fn exit_code(result: Result<Answer, Failure>) -> ExitCode {
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            super::report::say("error", &format!("the answer cannot be written: {error}"));
            ExitCode::from(2)
        }
        Err(Failure::Wrong(problem)) => {
            super::report::say("error", &problem);
            ExitCode::from(2)
        }
        Err(Failure::Told) => ExitCode::from(2),
    }
}
