//! Who plays for everybody who is no person: chance, agents, other programs.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use draughtsman::agents::{Agent, Ask, Clock, MEMORY};
use draughtsman::engine::Actor;

use super::super::answer::Failure;
use super::super::hub::{Command, asking};
use super::screen;
use super::table::{Meanwhile, Table};

/// Most decisions of chance and opponents in a row.
const MOST_IN_A_ROW: usize = 10_000;

/// Milliseconds between two looks at the keyboard.
const LOOK: u64 = 20;

/// Who plays for everybody who is no person.
pub(super) enum Opponent {
    /// An agent.
    Agent(Agent),
    /// Another program, as soon as it was asked.
    Outside(Command, Option<Ask>),
}

impl Table {
    /// Who is to decide and thinks about it: nobody who sits here, and not chance.
    pub(super) fn thinks(&self) -> Option<Actor> {
        self.actor().filter(|actor| matches!(actor, Actor::Player(_)) && !self.is_human(*actor))
    }

    /// Whether who thinks can be hurried.
    #[cfg(feature = "full-screen")]
    pub(super) fn can_be_hurried(&self) -> bool {
        matches!(self.opponent, Opponent::Agent(_))
    }

    /// Plays what chance and opponents decide, up to the next decision of a person, or until so many thoughts have come to an end;
    /// whether there was anything.
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

    /// What chance or an opponent decides; nothing if somebody wants to leave before another program has answered, or nobody is there any more.
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
                // What was broken off by that is no move that anybody meant to make.
                Ok(thought.filter(|_| actor == Actor::Chance || !gone()).map(|thought| thought.option))
            }
            (Opponent::Outside(..), Actor::Chance) => Ok(self.session.agent(Agent::Random, clock)?),
        }
    }
}

/// Whether whoever thinks is to play at once: from when that was asked for, to the end of the decision. It is not looked for all the time.
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
