//! Games that agents play among themselves.

use std::ops::Range;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use crate::analysis::simulate::{Played, Record, Simulator, Tally};
use crate::engine::{Actor, Ahead, Game, Line, Look, Move, Playing};
use crate::notation::TimeControl;

use super::agent::Agent;
use super::decide::decide;
use super::decider::{Decider, Undecided, asked};
use super::thinker::Clock;
use super::timed::Timed;
use super::{below, by_weight, generator};

/// Where a game of a contest begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// What it is told apart by from others.
    pub(super) opening: u64,
    /// Decisions that are made at random before anybody thinks.
    pub(super) plies: u32,
}

/// What comes of random numbers of its own: the openings of a contest.
const OPENINGS: u64 = 1 << 62;

/// Games of agents among themselves, each with chance of its own.
pub struct Series<'s> {
    simulator: &'s Simulator<'s>,
    seed: u64,
    /// The game, where nobody looks ahead and something plays it faster than the general machine.
    quick: Option<Playing<'s>>,
    /// By player; none where nobody looks ahead.
    deciders: Vec<Decider>,
    start: Game,
    /// Decisions that are made at random before anybody thinks.
    opening: u32,
    clock: Clock<'s>,
    /// What each player has for a game, if they play by the clock.
    control: Option<TimeControl>,
}

/// Is shown each decision of a game: the game so far, the moves, and the place of the one that is played.
pub type Shown<'f> = dyn FnMut(&Game, &[Move], usize) + 'f;

/// Counts games of agents among themselves, by their numbers. They depend on the seed and these numbers only, unless somebody plays
/// by the clock: parts add up to the whole. Where the clock says to stop, the game at hand and those after it are not counted.
///
/// # Errors
/// A rule that does not come to an end.
pub fn tally(
    simulator: &Simulator<'_>,
    agents: &[Agent],
    seed: u64,
    numbers: Range<u64>,
    clock: Clock<'_>,
) -> Result<Tally, Undecided> {
    Series::new(simulator, agents, seed, clock).tally(numbers)
}

impl<'s> Series<'s> {
    /// All games that a seed fixes, of agents by player.
    pub fn new(simulator: &'s Simulator<'s>, agents: &[Agent], seed: u64, clock: Clock<'s>) -> Series<'s> {
        let random = agents.iter().all(|agent| *agent == Agent::Random);
        let deciders = if random { &[][..] } else { agents };
        let deciders = deciders.iter().map(|agent| Decider::of(simulator.program(), *agent)).collect();
        let quick = if random { simulator.playout() } else { None };
        Series { quick, ..Series::between(simulator, deciders, seed, clock) }
    }

    /// All games that a seed fixes, of whoever decides for each player.
    pub fn between(simulator: &'s Simulator<'s>, deciders: Vec<Decider>, seed: u64, clock: Clock<'s>) -> Series<'s> {
        let start = Game::from(simulator.start().clone());
        Series { simulator, seed, quick: None, deciders, start, opening: 0, clock, control: None }
    }

    /// The same, and so many decisions of each game are made at random before anybody thinks.
    #[must_use]
    pub fn after_opening(self, plies: u32) -> Series<'s> {
        Series { opening: plies, ..self }
    }

    /// The same by the clock: who runs out of time decides nothing more.
    #[must_use]
    pub(super) fn under(self, control: Option<TimeControl>) -> Series<'s> {
        Series { control, ..self }
    }

    /// Games counted, by their numbers. Where the clock says to stop, the game at hand and those after it are not.
    ///
    /// # Errors
    /// A rule that does not come to an end, or somebody outside who has no answer.
    pub fn tally(&mut self, numbers: Range<u64>) -> Result<Tally, Undecided> {
        let mut tally = Tally::new(self.simulator.program().equipment.sides.len());
        self.each(numbers, &mut |_, played| tally.add(played))?;
        Ok(tally)
    }

    /// Games one after the other, each told with its number. Where the clock says to stop, the game at hand and those after it are not.
    ///
    /// # Errors
    /// A rule that does not come to an end, or somebody outside who has no answer.
    pub fn each(&mut self, numbers: Range<u64>, told: &mut dyn FnMut(u64, &Played)) -> Result<(), Undecided> {
        for number in numbers {
            let played = self.game(number);
            // What interrupts us may have ended whoever is asked outside.
            if self.clock.stops() {
                break;
            }
            told(number, &played?);
        }
        Ok(())
    }

    /// The n-th game. It depends on the seed and its number only, unless somebody plays by the clock.
    ///
    /// # Errors
    /// A rule that does not come to an end, or somebody outside who has no answer.
    pub fn game(&mut self, number: u64) -> Result<Played, Undecided> {
        let mut rng = generator(self.seed, number);
        if let Some(game) = &mut self.quick {
            return Ok(self.simulator.play_out(game, &mut |options| below(options, &mut rng))?);
        }
        if self.deciders.is_empty() {
            return Ok(self.simulator.play_by_moves(&mut |options| below(options, &mut rng))?);
        }
        self.thought(Start { opening: number, plies: self.opening })
    }

    /// The n-th game of those that are played decision by decision, each of which is shown: alike to the one of [`Series::game`],
    /// but not the same.
    ///
    /// # Errors
    /// A rule that does not come to an end, or somebody outside who has no answer.
    pub fn shown(&mut self, number: u64, shown: &mut Shown<'_>) -> Result<Played, Undecided> {
        self.deciders.iter_mut().for_each(Decider::forget);
        let start = Start { opening: number, plies: self.opening };
        Ok(self.step_by_step(start, shown)?.0)
    }

    /// Whether the clock says to stop.
    pub(super) fn stops(&self) -> bool {
        self.clock.stops()
    }

    /// From now on games begin here.
    pub(super) fn begin_at(&mut self, start: &Game) {
        self.start = start.clone();
    }

    /// A game after a random opening; none if it is over by then.
    pub(super) fn game_from(&mut self, start: Start) -> Result<Option<Played>, Undecided> {
        let played = self.thought(start)?;
        Ok((start.plies == 0 || played.decisions > start.plies).then_some(played))
    }

    /// The same decision by decision, with the game that was played: alike, but not the same.
    pub(super) fn kept_from(&mut self, start: Start) -> Result<Option<(Played, Game)>, Undecided> {
        self.deciders.iter_mut().for_each(Decider::forget);
        let kept = self.step_by_step(start, &mut |_, _, _| ())?;
        Ok((start.plies == 0 || kept.0.decisions > start.plies).then_some(kept))
    }

    /// A game in which somebody thinks.
    fn thought(&mut self, start: Start) -> Result<Played, Undecided> {
        let program = self.simulator.program();
        let outside = self.deciders.iter().any(|decider| matches!(decider, Decider::Outside(_)));
        if outside || program.layout.hidden.contains(&true) {
            self.deciders.iter_mut().for_each(Decider::forget);
            return Ok(self.step_by_step(start, &mut |_, _, _| ())?.0);
        }
        let (ahead, from) = (self.simulator.ahead(), self.start.clone());
        let (played, lost) = ahead.look(program, &from, self.whole(start));
        if !lost {
            return Ok(played);
        }
        Ok(Ahead::by_machine(program, &from, self.whole(start))?.0)
    }

    /// A game, of which nobody remembers anything yet.
    fn whole(&mut self, start: Start) -> Whole<'_> {
        self.deciders.iter_mut().for_each(Decider::forget);
        let rng = generator(self.seed, start.opening);
        let (opening, record, most) = (self.randomly(start), self.simulator.record(), self.simulator.most());
        let time = self.time();
        Whole { deciders: &mut self.deciders, record, most, plies: start.plies, rng, opening, clock: self.clock, time }
    }

    /// The time of a game that begins.
    fn time(&self) -> Timed<'s> {
        Timed::new(self.clock, self.control, self.simulator.program().equipment.players.len())
    }

    /// What the opening comes of.
    fn randomly(&self, start: Start) -> ChaCha8Rng {
        generator(self.seed, OPENINGS | start.opening)
    }

    /// A game in which not everybody sees everything, or somebody wants to know the moves.
    fn step_by_step(&mut self, start: Start, shown: &mut Shown<'_>) -> Result<(Played, Game), Undecided> {
        let (program, ahead) = (self.simulator.program(), self.simulator.ahead());
        let (mut rng, mut opening) = (generator(self.seed, start.opening), self.randomly(start));
        let mut game = self.start.clone();
        let (mut record, mut time) = (self.simulator.record(), self.time());
        while let Some(actor) = game.actor(program)
            && !self.clock.stops()
        {
            let moves = game.options(program)?;
            let random = record.decisions() < start.plies || self.deciders.is_empty();
            let chosen = match actor {
                Actor::Chance => by_weight(&moves, if random { &mut opening } else { &mut rng }),
                Actor::Player(_) if record.decisions() >= self.simulator.most() => break,
                Actor::Player(_) if random => (!moves.is_empty()).then(|| below(moves.len() as u64, &mut opening) as usize),
                Actor::Player(player) => {
                    let Some(decider) = self.deciders.get_mut(player.index()) else { break };
                    let pace = time.begin(player);
                    let chosen = match decider {
                        Decider::Thinker(thinker) => {
                            pace.into_iter().for_each(|pace| thinker.by_the_clock(pace));
                            decide(program, ahead, &game, thinker, &mut rng, self.clock)?.map(|thought| thought.option)
                        }
                        Decider::Outside(ask) => asked(ask, program, &game, &moves, pace)?,
                    };
                    if !time.end() {
                        break;
                    }
                    chosen
                }
            };
            if let Actor::Player(player) = actor {
                record.decision(moves.len() as u64, || Some(player), |each| game.position().each_piece(program, each));
            }
            let Some((place, mv)) = chosen.and_then(|chosen| Some((chosen, moves.get(chosen)?))) else { break };
            shown(&game, &moves, place);
            game.play(program, mv)?;
        }
        let position = game.position();
        let played = record.end(position.outcome().cloned(), |each| position.each_piece(program, each));
        Ok((Played { overstepped: time.overstepped, ..played }, game))
    }
}

/// A game to its end.
struct Whole<'w> {
    deciders: &'w mut [Decider],
    record: Record<'w>,
    most: u32,
    /// Decisions of the opening.
    plies: u32,
    rng: ChaCha8Rng,
    /// What the opening comes of.
    opening: ChaCha8Rng,
    clock: Clock<'w>,
    time: Timed<'w>,
}

impl Look for Whole<'_> {
    /// And whether it was lost.
    type Found = (Played, bool);

    fn look<L: Line>(mut self, line: &mut L) -> Self::Found {
        line.restart(self.opening.next_u64());
        while let Some(player) = line.actor()
            && self.record.decisions() < self.most
            && !self.clock.stops()
        {
            self.record.decision(line.options() as u64, || Some(player), |each| line.each_piece(each));
            let option = if self.record.decisions() <= self.plies {
                line.deal(self.opening.next_u64());
                below(line.options() as u64, &mut self.opening) as usize
            } else {
                let Some(Decider::Thinker(thinker)) = self.deciders.get_mut(player.index()) else { break };
                self.time.begin(player).into_iter().for_each(|pace| thinker.by_the_clock(pace));
                let Some(thought) = thinker.choose(line, &mut self.rng, self.clock).filter(|_| self.time.end()) else { break };
                line.deal(self.rng.next_u64());
                thought.option
            };
            line.play(option);
        }
        let played = self.record.end(line.outcome(), |each| line.each_piece(each));
        (Played { overstepped: self.time.overstepped, ..played }, line.lost())
    }
}
