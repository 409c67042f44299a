//! An external engine that speaks Hub and chooses moves. Its program is started at the first question, and ended when the
//! [`Ask`] is dropped.

use std::io::{BufRead, BufReader, Read as _, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use draughtsman::agents::{Ask, Effort};
use draughtsman::engine::{Game, Move};
use draughtsman::hub::{self, Line, line};
use draughtsman::model::hub::Squares;
use draughtsman::notation::Pace;
use draughtsman::program::Program;

use super::command::Command;

/// How long an engine may be silent: it may have tables to load.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long an engine may take until its first line of the protocol, which it sends before it loads anything.
const GREETING: Duration = Duration::from_secs(10);

/// How long an engine may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// Greatest number of lines outside the protocol that are ignored before an awaited one.
const MOST_NOISE: usize = 1000;

/// Greatest length of a line, in bytes.
const LONGEST: u64 = 1 << 20;

/// Seconds for each move, if no limit is given.
const USUAL: &str = "1";

/// How often `leave` is called.
const LOOK: Duration = Duration::from_millis(20);

/// Asks the engine of a command for moves, as long as `leave` returns false. It is one process, with a memory of its own, as
/// long as the result lives and the engine answers.
pub(crate) fn asking(command: &Command, leave: fn() -> bool) -> Ask {
    let mut opponent = Opponent { command: command.clone(), leave, running: None };
    Box::new(move |program, game, moves, pace| {
        opponent.ask(program, game, moves, pace).map_err(|problem| format!("{}: {problem}", opponent.command))
    })
}

struct Opponent {
    command: Command,
    /// Whether nobody waits for the answer any more.
    leave: fn() -> bool,
    running: Option<Running>,
}

/// An engine that was started.
struct Running {
    child: Child,
    input: ChildStdin,
    /// Its lines. The channel is closed when it has ended.
    lines: Receiver<String>,
    /// Whether it has sent a line of the protocol.
    greeted: bool,
    squares: Squares,
    /// Whether nobody waits for the answer any more.
    leave: fn() -> bool,
    /// The start and the moves that were last sent to it.
    told: Option<(String, Vec<String>)>,
}

impl Opponent {
    fn ask(&mut self, program: &Program, game: &Game, moves: &[Move], pace: Option<Pace>) -> Result<usize, String> {
        let running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.command.words, self.leave, program)?,
        };
        let level = Level { effort: self.command.effort, pace };
        let asked = self.running.insert(running).ask(program, game, moves, &level);
        // After a failure, a late answer would be taken for the answer to the next question.
        self.running = self.running.take().filter(|_| asked.is_ok());
        asked
    }
}

impl Running {
    /// Starts a program and prepares it for a game.
    fn start(words: &[String], leave: fn() -> bool, program: &Program) -> Result<Running, String> {
        let equipment = &program.equipment;
        let squares = Squares::of(equipment).map_err(str::to_owned)?;
        let Some(name) = &equipment.notation.hub else { return Err("the rules say no `hub` under [notation]".to_owned()) };
        let Some((file, arguments)) = words.split_first() else { return Err("there is no program".to_owned()) };
        let mut command = std::process::Command::new(file);
        let spawned = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|error| format!("`{file}` cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("`{file}` cannot be spoken to"));
        };
        let (send, lines) = channel();
        thread::spawn(move || read(output, |line| send.send(line).is_ok()));
        let mut running = Running { child, input, lines, greeted: false, squares, leave, told: None };
        running.choose(name)?;
        running.tell("init")?;
        running.until("ready", PATIENCE)?;
        Ok(running)
    }

    /// Reads which games the engine plays, and chooses one.
    fn choose(&mut self, name: &str) -> Result<(), String> {
        self.tell("hub")?;
        let mut offered = None;
        for line in self.until("wait", PATIENCE)? {
            if line.command == "param" && line.get("name") == Some(hub::VARIANT) {
                let names = line.get("values").unwrap_or_default().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
                offered = Some((line.get("value").map(str::to_owned), names));
            }
        }
        let (chosen, names) = offered.unwrap_or((Some(hub::USUAL.to_owned()), vec![hub::USUAL.to_owned()]));
        if !names.iter().any(|one| one == name) {
            return Err(format!("it does not play `{name}`; it plays: {}", names.join(", ")));
        }
        if chosen.as_deref() != Some(name) {
            self.tell(&line("set-param", &[("name", hub::VARIANT), ("value", name)]))?;
        }
        Ok(())
    }

    /// Asks for a move, and returns its place in `moves`.
    fn ask(&mut self, program: &Program, game: &Game, moves: &[Move], level: &Level) -> Result<usize, String> {
        let unsaid = || "a move of this game cannot be written in the Hub protocol".to_owned();
        let first = hub::position(&self.squares, &game.positions()[0].to_setup(program));
        let played: Option<Vec<String>> = game.moves().iter().map(|mv| hub::move_text(&self.squares, mv)).collect();
        let played = played.ok_or_else(unsaid)?;
        let goes_on = self.told.as_ref().is_some_and(|(start, before)| *start == first && played.starts_with(before));
        if !goes_on {
            self.tell("new-game")?;
        }
        let texts = played.join(" ");
        let pairs = [("pos", first.as_str()), ("moves", texts.as_str())];
        self.tell(&line("pos", if texts.is_empty() { &pairs[..1] } else { &pairs }))?;
        self.told = Some((first, played));
        self.tell(&level.line())?;
        self.tell("go think")?;
        let patience = PATIENCE.saturating_add(level.longest());
        let heard = self.until("done", patience)?;
        let Some(text) = heard.last().and_then(|done| done.get("move")) else {
            return Err("it names no move in `done`".to_owned());
        };
        hub::find_move(&self.squares, text, moves).map_err(|problem| format!("it plays a move that is none: {problem}"))
    }

    /// Sends a line.
    fn tell(&mut self, line: &str) -> Result<(), String> {
        let told = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        told.map_err(|_| self.ended())
    }

    /// Reads lines up to the one with a command. Returns that line, after those with parameters.
    fn until(&mut self, command: &str, patience: Duration) -> Result<Vec<Line>, String> {
        let (mut heard, mut noise) = (Vec::new(), 0);
        let begun = Instant::now();
        loop {
            let patience = if self.greeted { patience } else { patience.min(GREETING.saturating_sub(begun.elapsed())) };
            let text = match self.next(patience) {
                Ok(text) => text,
                Err(RecvTimeoutError::Timeout) => {
                    if (self.leave)() {
                        return Err("nobody waits for it any more".to_owned());
                    }
                    return Err(match self.greeted {
                        true => format!("it says nothing for {} s, not even `{command}`", patience.as_secs()),
                        false => format!("it speaks no Hub: nothing of it for {} s after `hub`", GREETING.as_secs()),
                    });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            };
            let line = match Line::read(&text) {
                Ok(line) => line,
                Err(problem) if text.starts_with(command) => return Err(format!("it says `{}`: {problem}", text.trim_end())),
                Err(_) => Line::default(),
            };
            match line.command.as_str() {
                "error" => return Err(format!("it says: {}", line.get("message").unwrap_or(&text))),
                "param" => heard.push(line),
                found if found == command => {
                    self.greeted = true;
                    heard.push(line);
                    return Ok(heard);
                }
                "id" | "info" | "pong" => {}
                _ => {
                    noise += 1;
                    if noise > MOST_NOISE {
                        return Err(format!("it speaks no Hub: `{}` where `{command}` is awaited", text.trim_end()));
                    }
                    continue;
                }
            }
            self.greeted = true;
        }
    }

    /// The next line, if it arrives in time and somebody waits for it.
    fn next(&self, patience: Duration) -> Result<String, RecvTimeoutError> {
        let begun = Instant::now();
        loop {
            let left = patience.saturating_sub(begun.elapsed());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Err(RecvTimeoutError::Timeout) if left > LOOK && !(self.leave)() => {}
                came => return came,
            }
        }
    }

    /// The message that the program has ended, and how.
    fn ended(&mut self) -> String {
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end {
            if let Ok(Some(status)) = self.child.try_wait() {
                return format!("the program has ended ({status})");
            }
            thread::sleep(Duration::from_millis(5));
        }
        "the program says nothing any more".to_owned()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A program that has already ended can be neither told nor killed.
        let _ = self.tell("quit");
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                _ => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines as long as somebody receives them. A line that is too long is cut into pieces, and what is not UTF-8 is
/// replaced.
fn read(output: ChildStdout, mut pass_on: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut output).take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(1..) if pass_on(String::from_utf8_lossy(&bytes).into_owned()) => {}
            _ => return,
        }
    }
}

/// The limits of the engine's search for a move.
struct Level {
    effort: Effort,
    /// The time on the clock of the game, if it is played by the clock.
    pace: Option<Pace>,
}

impl Level {
    /// The line of the protocol: `level move-time=2`, or `level time=300 inc=3`, where `time` is what is left without the
    /// increment of the current turn.
    fn line(&self) -> String {
        let seconds = |time: Duration| time.as_secs_f64().to_string();
        let time = self.effort.time.filter(|_| self.pace.is_none()).map(seconds);
        let nodes = self.effort.nodes.map(|nodes| nodes.to_string());
        let depth = self.effort.depth.map(|depth| depth.to_string());
        let left = self.pace.map(|pace| seconds(pace.left.saturating_sub(pace.increment)));
        let increment = self.pace.map(|pace| seconds(pace.increment));
        let said = [("move-time", &time), ("time", &left), ("inc", &increment), ("nodes", &nodes), ("depth", &depth)];
        let pairs: Vec<(&str, &str)> = said.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
        line("level", if pairs.is_empty() { &[("move-time", USUAL)] } else { &pairs })
    }

    /// The longest time that these limits allow.
    fn longest(&self) -> Duration {
        self.pace.map(|pace| pace.left).or(self.effort.time).unwrap_or_default()
    }
}
