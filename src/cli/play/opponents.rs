//! Decisions of all who are not people: chance, agents, external engines.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use draughtsman::agents::{Agent, Ask, Clock, MEMORY};
use draughtsman::engine::Actor;

use super::super::answer::Failure;
use super::super::hub::{Command, asking};
use super::screen;
use super::table::{Meanwhile, Table};

/// Greatest number of decisions of chance and opponents in a row.
const MOST_IN_A_ROW: usize = 10_000;

/// Milliseconds between two checks of the keyboard.
const LOOK: u64 = 20;

/// Who plays for everybody who is not a person.
pub(super) enum Opponent {
    /// An agent.
    Agent(Agent),
    /// An external engine, with its process once it has been asked.
    Outside(Command, Option<Ask>),
}

impl Table {
    /// The opponent who is to decide: neither a person nor chance.
    pub(super) fn thinks(&self) -> Option<Actor> {
        self.actor().filter(|actor| matches!(actor, Actor::Player(_)) && !self.is_human(*actor))
    }

    /// Whether the opponent can be made to play at once.
    #[cfg(feature = "full-screen")]
    pub(super) fn can_be_hurried(&self) -> bool {
        matches!(self.opponent, Opponent::Agent(_))
    }

    /// Plays the decisions of chance and opponents, up to the next decision of a person, or until opponents have made
    /// `thoughts` decisions. Returns whether anything was played.
    pub(super) fn advance(&mut self, thoughts: usize, out: &mut dyn Write) -> Result<bool, Failure> {
        self.list()?;
        if self.since.is_none() {
            self.run_clock();
        }
        let (mut decided, mut thought) = (Vec::new(), 0);
        while self.in_a_row < MOST_IN_A_ROW {
            let Some(actor) = self.actor().filter(|actor| !self.is_human(*actor)) else {
                self.in_a_row = 0;
                break;
            };
            if actor != Actor::Chance {
                if thought == thoughts {
                    break;
                }
                thought += 1;
            }
            let Some(chosen) = self.chosen(actor)? else { break };
            let told = self.may_be_told(chosen, &self.lookers())?;
            let who = screen::decider(self, actor);
            let text = self.text(chosen)?.filter(|_| told);
            if !self.play(chosen)? {
                screen::decided(&decided, out)?;
                return Ok(true);
            }
            self.in_a_row += 1;
            let text = if actor == Actor::Chance { text } else { self.with_prey(text) };
            decided.push((who, text));
        }
        screen::decided(&decided, out)?;
        if self.in_a_row < MOST_IN_A_ROW {
            return Ok(!decided.is_empty());
        }
        self.in_a_row = 0;
        writeln!(out, "The opponents have played {MOST_IN_A_ROW} moves without you; this leads nowhere.")?;
        self.end(Vec::new(), "agreement");
        Ok(true)
    }

    /// The decision of chance or an opponent, or `None` if the user leaves before an external engine has answered, or no user
    /// is left.
    fn chosen(&mut self, actor: Actor) -> Result<Option<usize>, Failure> {
        let Meanwhile { hurry, leave, gone } = self.meanwhile;
        let hurried = hurried(hurry);
        let (clock, pace) = (Clock::wall().stopped_by(&hurried), self.pace());
        match (&mut self.opponent, actor) {
            (Opponent::Outside(command, ask), Actor::Player(_)) => {
                let decision = self.session.decision(None)?;
                let (program, game) = (self.session.program(), self.session.game());
                let ask = ask.get_or_insert_with(|| asking(command, leave));
                match ask(program, game, &decision.moves, pace) {
                    Ok(chosen) => Ok(Some(chosen)),
                    Err(_) if leave() => Ok(None),
                    Err(problem) => Err(Failure::Wrong(problem)),
                }
            }
            (Opponent::Agent(agent), _) => {
                let mut thinker = self.session.thinker(*agent, MEMORY)?;
                pace.into_iter().for_each(|pace| thinker.by_the_clock(pace));
                let thought = self.session.think(&mut thinker, clock)?;
                // If no user is left, the search was broken off, and its move is not meant.
                Ok(thought.filter(|_| actor == Actor::Chance || !gone()).map(|thought| thought.option))
            }
            (Opponent::Outside(..), Actor::Chance) => Ok(self.session.agent(Agent::Random, clock)?),
        }
    }
}

/// Whether a search is to end: from the moment when `hurry` returns true to the end of the decision. `hurry` is called at
/// most every [`LOOK`] milliseconds.
pub(super) fn hurried(hurry: fn() -> bool) -> impl Fn() -> bool + Sync {
    let (begun, looked, hurried) = (Instant::now(), AtomicU64::new(0), AtomicBool::new(false));
    move || {
        let now = begun.elapsed().as_millis() as u64;
        if !hurried.load(Ordering::Relaxed) && now >= looked.load(Ordering::Relaxed) + LOOK {
            looked.store(now, Ordering::Relaxed);
            hurried.store(hurry(), Ordering::Relaxed);
        }
        hurried.load(Ordering::Relaxed)
    }
}
