//! `draughtsman hub`: an engine for programs that speak the Hub protocol. One thread reads, one searches and one answers, so
//! that a search can be stopped.

mod command;
mod opponent;

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use draughtsman::agents::{Agent, Clock, Effort, Thinker};
use draughtsman::hub::{self, Engine, Heard, Mode, Offer, Thinking, line};

use super::agents::{WITHOUT, fit, read_own};
use super::answer::{Answer, Failure};
use super::load;
use super::processor::STACK;

pub(crate) use command::Command;
pub(crate) use opponent::asking;

/// Be an engine for programs that speak the Hub protocol, version 2
///
/// It plays the games of the protocol (normal, killer, bt, frisian, losing), and beyond them every rule file that says `hub` under
/// [notation]. docs/hub.md tells more.
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/hub.txt"))]
pub(crate) struct Arguments {
    /// Offer these games only: names of `draughtsman list`, or rule files; the first one is played if nobody chooses
    #[arg(value_name = "VARIANT")]
    variants: Vec<String>,
    /// Who thinks: `alpha-beta` and `mcts` for as long as `level` says, with an EFFORT no more than that; `random`, `greedy`, `level:1`
    /// to `level:8` as ever
    #[arg(long, value_name = "WHO", default_value = "alpha-beta")]
    agent: String,
}

/// Greatest length of a line, in bytes.
const LONGEST: usize = 1 << 20;

/// What the answering thread receives.
enum Event {
    /// A line of input.
    Line(String),
    /// A line that cannot be read, and why.
    Unreadable(String),
    /// The end of input.
    End,
    /// Standard input cannot be read any more.
    Broken(io::Error),
    /// A line to send while the search goes on.
    Told(String),
    /// The end of a search: the thinker, for the next one, and the lines of the answer.
    Thought(Box<Thinker>, Vec<String>),
}

/// When a search ends.
struct Control {
    begun: Instant,
    stopped: AtomicBool,
    /// Milliseconds after the beginning at which it ends; `u64::MAX` means never.
    until: AtomicU64,
}

/// A search in progress.
struct Thought {
    control: Arc<Control>,
    /// The time that it may take, once time counts.
    time: Option<Duration>,
    /// Whether the answer is held back even if the search is over, until `stop` or `ponder-hit`.
    waits: bool,
    /// The answer, once the search is over.
    held: Option<Vec<String>>,
}

/// Answers lines until there are no more.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let own = read_own(&arguments.agent)?;
    // An agent without an effort of its own searches for as long as the controller says.
    let how = arguments.agent.split_once(':').map_or("", |(_, how)| how);
    let agent = if how.split(',').any(|part| part.parse::<Effort>().is_ok()) { own } else { own.with(Effort::default()) };
    let engine = Engine::new(offers(&arguments.variants, agent)?)?.on(agent.threads());
    let (send, events) = channel();
    let reader = send.clone();
    // The reader may wait for a line for ever; it is not joined.
    thread::spawn(move || read(&mut io::stdin().lock(), &reader));
    Desk { engine, agent, thinker: None, thought: None, later: VecDeque::new(), send }.serve(&events, out)
}

/// The games to offer.
fn offers(variants: &[String], agent: Agent) -> Result<Vec<Offer>, Failure> {
    if variants.is_empty() {
        return Ok(hub::bundled());
    }
    let offer = |variant: &String| {
        let loaded = Arc::new(load::read(variant)?);
        let ready = load::compiled(&loaded, &Default::default())?;
        let (name, _) = hub::named(&ready.variant).map_err(Failure::wrong)?;
        fit(&ready.program, agent, WITHOUT)?;
        Ok(Offer { name: name.to_owned(), loaded })
    };
    let offers: Vec<Offer> = variants.iter().map(offer).collect::<Result<_, Failure>>()?;
    for (place, offer) in offers.iter().enumerate() {
        if let Some(other) = offers[..place].iter().position(|other| other.name == offer.name) {
            let problem = format!("`{}` and `{}` are both called `{}`", variants[other], variants[place], offer.name);
            return Err(Failure::wrong(format!("{problem}: a controller cannot tell them apart")));
        }
    }
    Ok(offers)
}

/// Reads lines until there are no more, or the answering thread has ended.
fn read(input: &mut dyn BufRead, send: &Sender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let event = match (&mut *input).take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes) {
            Err(error) => Event::Broken(error),
            Ok(0) => Event::End,
            Ok(_) if bytes.len() > LONGEST => match input.skip_until(b'\n') {
                Err(error) => Event::Broken(error),
                Ok(_) => Event::Unreadable(format!("this line is longer than {LONGEST} bytes")),
            },
            Ok(_) => match String::from_utf8(bytes.clone()) {
                Ok(text) => Event::Line(text),
                Err(_) => Event::Unreadable("this line is no UTF-8 text".to_owned()),
            },
        };
        let last = matches!(event, Event::Broken(_) | Event::End);
        if send.send(event).is_err() || last {
            return;
        }
    }
}

/// The answering thread, which receives lines and results of searches.
struct Desk {
    engine: Engine,
    agent: Agent,
    /// The thinker of earlier searches in the current game.
    thinker: Option<Box<Thinker>>,
    thought: Option<Thought>,
    /// Lines that wait until the search is over.
    later: VecDeque<String>,
    send: Sender<Event>,
}

impl Desk {
    fn serve(mut self, events: &Receiver<Event>, out: &mut dyn Write) -> Result<Answer, Failure> {
        let mut ended = false;
        while !(ended && self.thought.is_none()) {
            out.flush()?;
            let Ok(event) = events.recv() else { break };
            match event {
                Event::Line(text) if self.thought.is_some() && waits_for_thought(&text) => self.later.push_back(text),
                Event::Line(text) => {
                    if !self.hear(&text, out)? {
                        break;
                    }
                }
                Event::Unreadable(problem) => writeln!(out, "{}", line("error", &[("message", &problem)]))?,
                Event::Broken(error) => return Err(Failure::Wrong(format!("standard input: {error}"))),
                Event::End => {
                    ended = true;
                    // Nobody is left to stop the search.
                    self.stop_waiting();
                }
                Event::Told(text) => writeln!(out, "{text}")?,
                Event::Thought(thinker, lines) => {
                    self.thinker = Some(thinker);
                    if let Some(thought) = &mut self.thought {
                        thought.held = Some(lines);
                    }
                }
            }
            while self.answered(out)? {
                while self.thought.is_none()
                    && let Some(text) = self.later.pop_front()
                {
                    if !self.hear(&text, out)? {
                        return Ok(Answer::Yes);
                    }
                }
                if ended {
                    self.stop_waiting();
                }
            }
        }
        // A search that is still running is not waited for.
        if let Some(thought) = &self.thought {
            thought.control.stopped.store(true, Ordering::Relaxed);
        }
        Ok(Answer::Yes)
    }

    /// Handles a line. Returns whether to go on.
    fn hear(&mut self, text: &str, out: &mut dyn Write) -> Result<bool, Failure> {
        match self.engine.hear(text) {
            Heard::Said(lines) => said(&lines, out)?,
            Heard::Go(thinking) => self.think(*thinking)?,
            Heard::Stop => {
                if let Some(thought) = &mut self.thought {
                    thought.waits = false;
                    thought.control.stopped.store(true, Ordering::Relaxed);
                }
            }
            Heard::PonderHit => {
                if let Some(thought) = &mut self.thought {
                    thought.waits = false;
                    thought.control.ends_in(thought.time);
                }
            }
            Heard::Quit => return Ok(false),
        }
        Ok(true)
    }

    /// Starts a search.
    fn think(&mut self, thinking: Thinking) -> Result<(), Failure> {
        let control =
            Arc::new(Control { begun: Instant::now(), stopped: AtomicBool::new(false), until: AtomicU64::new(u64::MAX) });
        let time = thinking.level.effort.time;
        if thinking.mode != Mode::Ponder {
            control.ends_in(time);
        }
        self.thought = Some(Thought { control: Arc::clone(&control), time, waits: thinking.waits(), held: None });
        let known = self.thinker.take().filter(|_| !thinking.anew);
        let (send, agent) = (self.send.clone(), self.agent);
        let work = move || {
            let mut thinker = known.unwrap_or_else(|| Box::new(thinking.thinker(agent)));
            let tell = send.clone();
            let stop = || control.is_over();
            // Sending fails only when the program ends.
            let lines =
                thinking.decide(&mut thinker, Clock::wall().stopped_by(&stop), &|text| drop(tell.send(Event::Told(text))));
            drop(send.send(Event::Thought(thinker, lines)));
        };
        let started = thread::Builder::new().name("thought".to_owned()).stack_size(STACK).spawn(work);
        started.map(drop).map_err(|error| Failure::Wrong(format!("no thread can be started: {error}")))
    }

    /// Sends the answer of the search, if it is over and the answer is not held back. Returns whether it was sent.
    fn answered(&mut self, out: &mut dyn Write) -> Result<bool, Failure> {
        let Some(lines) = self.thought.as_mut().filter(|thought| !thought.waits).and_then(|thought| thought.held.take()) else {
            return Ok(false);
        };
        self.thought = None;
        said(&lines, out)?;
        Ok(true)
    }

    /// Stops a search whose answer would be held back for ever.
    fn stop_waiting(&mut self) {
        if let Some(thought) = self.thought.as_mut().filter(|thought| thought.waits) {
            thought.waits = false;
            thought.control.stopped.store(true, Ordering::Relaxed);
        }
    }
}

impl Control {
    fn ends_in(&self, time: Option<Duration>) {
        if let Some(time) = time {
            let until = self.begun.elapsed().saturating_add(time).as_millis();
            self.until.store(u64::try_from(until).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
    }

    fn is_over(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
            || self.begun.elapsed().as_millis() >= u128::from(self.until.load(Ordering::Relaxed))
    }
}

/// Whether a line has to wait until the search in progress is over.
fn waits_for_thought(text: &str) -> bool {
    matches!(text.split_whitespace().next(), Some("set-param" | "new-game" | "pos" | "level" | "go"))
}

fn said(lines: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
