//! Output about the games: about each, or about all together.

use std::io::Write;

use draughtsman::analysis::collection::Collection;
use draughtsman::notation::counted;
use draughtsman::notation::json::SCHEMA;
use draughtsman::notation::json::collection::{Collected, Note, Stopped};
use draughtsman::notation::pdn;
use indexmap::IndexMap;

use super::super::answer::{self, Failure, Misread};
use super::super::ci::{self, Fault, Format, Tried};
use super::super::output::{self, Made};
use super::super::{report, terminal, write_json};
use super::played::Played;
use super::{Arguments, totals};

/// What has been reported, and what is collected for the end.
pub(super) struct Told<'a> {
    arguments: &'a Arguments,
    pub(super) tried: usize,
    pub(super) stopped: usize,
    written: String,
    /// By name and options of their rules.
    collections: IndexMap<(String, Option<String>), Collection>,
    /// Problems and notes, written at the end if the answer is in JSON.
    collected: (Vec<Stopped>, Vec<Note>),
    tests: Vec<Tried>,
}

impl<'a> Told<'a> {
    /// Nothing has been reported yet.
    pub(super) fn new(arguments: &'a Arguments) -> Told<'a> {
        let (written, collections) = (String::new(), IndexMap::new());
        Told { arguments, tried: 0, stopped: 0, written, collections, collected: Default::default(), tests: Vec::new() }
    }

    /// Reports the result of a game.
    pub(super) fn tell(
        &mut self,
        file: &str,
        number: usize,
        played: Result<Played, Box<Misread>>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        self.tried += 1;
        self.stopped += usize::from(played.is_err());
        match self.arguments.format.format() {
            Format::Human => self.in_words(file, number, played, out),
            Format::Json => {
                self.collect(file, number, played);
                Ok(())
            }
            Format::Report(_) => {
                let fault = played.err().map(|misread| Fault { kind: "stopped".to_owned(), ..Fault::unread(file, &misread) });
                let (file, name) = (file.to_owned(), format!("game {number}"));
                self.tests.push(Tried { file, name, faults: fault.into_iter().collect() });
                Ok(())
            }
        }
    }

    fn in_words(
        &mut self,
        file: &str,
        number: usize,
        played: Result<Played, Box<Misread>>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let name = format!("{file}, game {number}");
        match played {
            Ok(played) if self.arguments.tells_lines() => {
                writeln!(out, "{name}: {}", played.line)?;
                played.notes.iter().try_for_each(|note| writeln!(out, "{name}: {note}"))?;
            }
            Ok(played) if self.arguments.writes() => {
                let game = pdn::write(&played.game).map_err(|error| Failure::Wrong(format!("{name}: {error}")))?;
                self.written.push_str(if self.written.is_empty() { "" } else { "\n" });
                self.written.push_str(&game);
                played.notes.iter().for_each(|note| report::say("note", &format!("{name}: {note}")));
            }
            Ok(played) => {
                played.notes.iter().for_each(|note| report::say("note", &format!("{name}: {note}")));
                self.count(played);
            }
            Err(mut misread) => {
                misread.problem = match misread.quote {
                    Some(_) => format!("game {number}, {}", misread.problem),
                    None => format!("{name}: {}", misread.problem),
                };
                answer::say(&misread);
            }
        }
        Ok(())
    }

    fn collect(&mut self, file: &str, number: usize, played: Result<Played, Box<Misread>>) {
        let (file, game) = (file.to_owned(), number);
        match played {
            Err(misread) => self.collected.0.push(Stopped { file, game, problem: misread.to_wire() }),
            Ok(played) => {
                let note = |text: &String| Note { file: file.clone(), game, text: text.clone() };
                self.collected.1.extend(played.notes.iter().map(note));
                self.count(played);
            }
        }
    }

    fn count(&mut self, played: Played) {
        let depth = self.arguments.tree;
        let collection = self.collections.entry(played.rules).or_insert_with(|| Collection::of_openings(depth));
        let game = &played.game;
        collection.add(game.moves.iter().map(|mv| mv.text.as_str()), game.result, game.fen().is_none());
    }

    /// Reports on all games together.
    pub(super) fn end(self, out: &mut dyn Write) -> Result<(), Failure> {
        let arguments = self.arguments;
        match arguments.format.format() {
            Format::Report(report) => return ci::write(report, "pdn", &self.tests, out),
            Format::Json => {
                let (stopped, notes) = self.collected;
                let variants = self.collections.into_iter().map(|(rules, games)| totals::wire(rules, games, arguments.least));
                let variants = variants.collect();
                return write_json(out, &Collected { schema: SCHEMA, games: self.tried, stopped, notes, variants });
            }
            Format::Human => {}
        }
        match &arguments.output {
            path @ Some(_) => {
                let made = Made::Games(&self.written);
                return output::answer(path.as_ref(), &self.written, made, arguments.force, out);
            }
            None if arguments.write => return Ok(terminal::data(self.written.as_bytes(), out)?),
            None => {}
        }
        for (rules, games) in self.collections {
            totals::write(&totals::wire(rules, games, arguments.least), out)?;
        }
        match self.stopped {
            0 => writeln!(out, "{} played through", counted(self.tried as u64, "game"))?,
            stopped => writeln!(out, "{}, of which {stopped} could not be played through", counted(self.tried as u64, "game"))?,
        }
        Ok(())
    }
}
