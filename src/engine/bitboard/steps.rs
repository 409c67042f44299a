//! The scripts of the set-up and of a turn, step by step.

use super::super::word::Word;
use super::asks::Decider;
use super::move_state::NamedValue;
use super::rules::{BlockAt, Play, Step};
use super::run::{Done, Mode, Run, Stop, TURN};
use super::script::ResumeAt;
use super::turns::MOST_STEPS;

impl<B: Word> Run<'_, B> {
    /// Runs the scripts of the set-up from one on, then begins the first turn.
    pub(super) fn set_up(&mut self, from: usize) -> Done {
        self.aim.mode = Mode::Play;
        let rules = self.rules;
        for (i, script) in rules.turn.setup.iter().enumerate().skip(from) {
            self.comes_to(ResumeAt::SetUp(i));
            self.turn.names.clear();
            self.reset_move();
            self.statements(*script)?;
        }
        if self.history.unrecorded {
            self.comes();
        }
        self.turn_begins()
    }

    /// Runs the steps of a turn up to the next decision; returns whether there is one.
    pub(super) fn turn_goes_on(&mut self) -> Result<bool, Stop> {
        let rules = self.rules;
        for _ in 0..MOST_STEPS {
            let Some(step) = rules.turn.steps.get(self.turn.at) else { return Ok(false) };
            self.turn.at = match step {
                Step::Play(_) if self.progress.ended >= TURN => self.turn.at + 1,
                Step::Play(play) => {
                    if self.comes_to_play(play)? {
                        return Ok(true);
                    }
                    self.turn.at + 1
                }
                Step::Way(ways) => {
                    self.comes_to(ResumeAt::Steps);
                    self.aim.mode = Mode::Play;
                    match self.given() {
                        Ok(Some(which)) => *ways.get(which as usize).ok_or(Stop::TooMuch)?,
                        Ok(None) => return Err(self.ask_mover(0..ways.len() as u32, false, usize::MAX - self.turn.at)),
                        Err(_) => rules.turn.steps.len(),
                    }
                }
                Step::Jump(to) => *to,
                Step::Unless(test, to) => {
                    let holds = self.with_names(|run| run.holds(test));
                    if holds { self.turn.at + 1 } else { *to }
                }
                Step::Times(counter, times) => {
                    let times = self.with_names(|run| rules.phrases.number(*times, &run.moving));
                    self.turn.counters[*counter] = times.clamp(0, i64::from(u32::MAX)) as u32;
                    self.turn.at + 1
                }
                Step::Count(counter, to) => match &mut self.turn.counters[*counter] {
                    0 => *to,
                    left => {
                        *left -= 1;
                        self.turn.at + 1
                    }
                },
                Step::Each(of, things) => {
                    let mut things = self.with_names(|run| run.things_of(*things))?;
                    things.reverse();
                    self.turn.left.extend(things.into_iter().map(|thing| (*of, thing)));
                    self.turn.at + 1
                }
                Step::Next(of, local, end) => {
                    if self.next_thing(*of, usize::from(*local)) {
                        self.turn.at + 1
                    } else {
                        *end
                    }
                }
                Step::Do(block) => {
                    self.comes_to(ResumeAt::Steps);
                    self.aim.mode = Mode::Play;
                    if self.statements(*block)? { self.turn.at + 1 } else { rules.turn.steps.len() }
                }
            };
        }
        Err(Stop::TooMuch)
    }

    /// Gives the next thing of a loop its name; returns whether one was left.
    fn next_thing(&mut self, of: u8, local: usize) -> bool {
        while let Some((_, thing)) = self.turn.left.pop_if(|(loop_of, _)| *loop_of == of) {
            // Pieces that have left the board meanwhile are skipped.
            if thing != NamedValue::Pieces(B::ZERO) {
                self.turn.names.resize(self.rules.turn.locals.into(), NamedValue::Nothing);
                self.turn.names[local] = thing;
                return true;
            }
        }
        false
    }

    /// Lists a decision of the script; returns whether there is anything to choose.
    fn comes_to_play(&mut self, play: &Play) -> Result<bool, Stop> {
        let left = self.choice_comes();
        self.turn.only = play.only;
        self.turn.by = match play.by {
            Some(by) => self.with_names(|run| match run.decider_of(by) {
                Decider::Player(player) => Some(player),
                Decider::Chance => None,
            }),
            None => None,
        };
        let plain = play.by.is_none() && (play.admits.is_none() || play.only.is_some());
        // Generators list all moves as fast as a single one is found otherwise.
        let peeks = self.aim.any_option && self.listing(play).is_none();
        if peeks && !self.turn.later && plain && !self.asking.script && self.any_move(play) {
            return Ok(true);
        }
        self.list_here(play)?;
        if !self.listed.is_empty() {
            return Ok(true);
        }
        self.no_choice_came(left);
        let by = self.turn.by.take();
        if !play.optional {
            self.cannot_move(by)?;
        }
        Ok(false)
    }

    /// Returns true if a decision before any move of the turn is quickly found to have a move; false leaves that open.
    fn any_move(&self, play: &Play) -> bool {
        let mut other = Run::new(self.rules, self.moving.state.clone());
        other.aim.mode = Mode::Any;
        other.aim.patience = false;
        other.turn.only = play.only;
        other.turn.names.clone_from(&self.turn.names);
        other.aim.decider = self.rules.player(self.moving.state.turn) as u8;
        other.list_groups(play.groups) == Err(Stop::Found)
    }

    /// Runs statements of a script; returns whether they were carried out to their end. If they fail when it is too late to
    /// reject them, the rest of the script is left out.
    fn statements(&mut self, block: BlockAt) -> Result<bool, Stop> {
        if !self.asking.script {
            self.chosen.choices.clear();
            self.chance.drawn.clear();
            self.chosen.next = 0;
        }
        self.put_names_aside();
        let outer = self.open_script();
        match self.block_alone(block) {
            Err(Stop::Failed) if self.is_decided() && self.progress.depth == 0 => {
                self.unwind();
                self.progress.locals = 0;
                return Ok(false);
            }
            done => done?,
        }
        self.names_follow();
        self.turn.names.clear();
        self.turn.names.extend_from_slice(&self.moving.names[..self.rules.turn.locals as usize]);
        self.leave(outer);
        Ok(true)
    }

    /// Evaluates something with the names of the script.
    pub(super) fn with_names<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.open_script();
        let answer = ask(self);
        self.leave(outer);
        answer
    }

    fn open_script(&mut self) -> u8 {
        let outer = self.enter(self.rules.turn.locals);
        self.call_names();
        outer
    }

    /// Loads the names of the script into the move state.
    pub(super) fn call_names(&mut self) {
        let names = self.turn.names.iter();
        self.moving.names.iter_mut().zip(names).for_each(|(to, from)| *to = *from);
    }

    /// Copies the names of the script to the stack, where they follow their pieces, if any of them can denote pieces.
    pub(super) fn put_names_aside(&mut self) {
        self.stack.outer_names.clear();
        if self.rules.turn.pieces != 0 {
            self.stack.outer_names.extend_from_slice(&self.turn.names);
            self.stack.outer_names.extend(self.turn.left.iter().map(|(_, thing)| *thing));
        }
    }

    /// Reads the names of the script back from the stack: they denote the same pieces as before, wherever these are now.
    pub(super) fn names_follow(&mut self) {
        let Some(aside) = self.stack.outer_names.get(..self.names_put_aside()) else { return };
        for (name, now) in self.turn.names.iter_mut().chain(self.turn.left.iter_mut().map(|(_, thing)| thing)).zip(aside) {
            *name = *now;
        }
    }

    /// The number of names of the script, and of remaining things of its loops, that are on the stack during a move.
    pub(super) fn names_put_aside(&self) -> usize {
        if self.rules.turn.pieces == 0 { 0 } else { self.turn.names.len() + self.turn.left.len() }
    }
}
