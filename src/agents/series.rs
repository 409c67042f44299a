//! Games that agents play against each other.

use std::ops::Range;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng as _;

use crate::analysis::simulate::{Played, Record, Simulator, Tally};
use crate::engine::{Actor, Game, Line, LineVisitor, LookAhead, Move, Playing};
use crate::notation::TimeControl;

use super::agent::Agent;
use super::decide::decide;
use super::decider::{Decider, Undecided, asked};
use super::thinker::Clock;
use super::timed::Timed;
use super::{below, by_weight, generator};

/// The beginning of a game of a series.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The number of the game; it selects the random numbers.
    pub(super) opening: u64,
    /// The number of random decisions before the agents decide.
    pub(super) plies: u32,
}

/// The bit in the number of a random stream that marks the openings.
const OPENINGS: u64 = 1 << 62;

/// Games of agents against each other, each with its own random numbers.
pub struct Series<'s> {
    simulator: &'s Simulator<'s>,
    seed: u64,
    /// Plays games faster than the general machine, where all agents are random and the bitboard engine supports the rules.
    quick: Option<Playing<'s>>,
    /// By player; empty where all are random.
    deciders: Vec<Decider>,
    start: Game,
    /// The number of random decisions before the agents decide.
    opening: u32,
    clock: Clock<'s>,
    /// The time control, if the games are played by the clock.
    control: Option<TimeControl>,
}

/// Called for each decision of a game: with the game so far, the moves, and the index of the move that is played.
pub type Shown<'f> = dyn FnMut(&Game, &[Move], usize) + 'f;

/// Plays games by their numbers and counts the results. They depend on the seed and the numbers only, unless time is measured, so
/// partial tallies add up to the whole. If the clock says to stop, the current game and those after it are not counted.
///
/// # Errors
/// A rule exceeds a limit of the engine.
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
    /// The games of a seed between agents, one for each player.
    pub fn new(simulator: &'s Simulator<'s>, agents: &[Agent], seed: u64, clock: Clock<'s>) -> Series<'s> {
        let random = agents.iter().all(|agent| *agent == Agent::Random);
        let deciders = if random { &[][..] } else { agents };
        let deciders = deciders.iter().map(|agent| Decider::of(simulator.program(), *agent)).collect();
        let quick = if random { simulator.playout() } else { None };
        Series { quick, ..Series::between(simulator, deciders, seed, clock) }
    }

    /// The games of a seed between any deciders, one for each player.
    pub fn between(simulator: &'s Simulator<'s>, deciders: Vec<Decider>, seed: u64, clock: Clock<'s>) -> Series<'s> {
        let start = Game::from(simulator.start().clone());
        Series { simulator, seed, quick: None, deciders, start, opening: 0, clock, control: None }
    }

    /// The same with this number of random decisions at the beginning of each game.
    #[must_use]
    pub fn after_opening(self, plies: u32) -> Series<'s> {
        Series { opening: plies, ..self }
    }

    /// The same by the clock: the game ends when a player runs out of time.
    #[must_use]
    pub(super) fn under(self, control: Option<TimeControl>) -> Series<'s> {
        Series { control, ..self }
    }

    /// Plays games by their numbers and counts the results. If the clock says to stop, the current game and those after it are
    /// not counted.
    ///
    /// # Errors
    /// A rule exceeds a limit of the engine, or something outside the program has no answer.
    pub fn tally(&mut self, numbers: Range<u64>) -> Result<Tally, Undecided> {
        let mut tally = Tally::new(self.simulator.program().equipment.sides.len());
        self.each(numbers, &mut |_, played| tally.add(played))?;
        Ok(tally)
    }

    /// Plays games by their numbers and passes each to `told`. If the clock says to stop, the current game and those after it are
    /// left out.
    ///
    /// # Errors
    /// A rule exceeds a limit of the engine, or something outside the program has no answer.
    pub fn each(&mut self, numbers: Range<u64>, told: &mut dyn FnMut(u64, &Played)) -> Result<(), Undecided> {
        for number in numbers {
            let played = self.game(number);
            // Ctrl-C may have ended the outside program too, so its error is ignored when the clock says to stop.
            if self.clock.stops() {
                break;
            }
            told(number, &played?);
        }
        Ok(())
    }

    /// Plays the n-th game. It depends on the seed and the number only, unless time is measured.
    ///
    /// # Errors
    /// A rule exceeds a limit of the engine, or something outside the program has no answer.
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

    /// Plays the n-th game decision by decision and shows each. Its random numbers differ from those of [`Series::game`].
    ///
    /// # Errors
    /// A rule exceeds a limit of the engine, or something outside the program has no answer.
    pub fn shown(&mut self, number: u64, shown: &mut Shown<'_>) -> Result<Played, Undecided> {
        self.deciders.iter_mut().for_each(Decider::forget);
        let start = Start { opening: number, plies: self.opening };
        Ok(self.step_by_step(start, shown)?.0)
    }

    /// Whether the clock says to stop.
    pub(super) fn stops(&self) -> bool {
        self.clock.stops()
    }

    /// Makes later games start here.
    pub(super) fn begin_at(&mut self, start: &Game) {
        self.start = start.clone();
    }

    /// Plays a game after a random opening; none if it is over by then.
    pub(super) fn game_from(&mut self, start: Start) -> Result<Option<Played>, Undecided> {
        let played = self.thought(start)?;
        Ok((start.plies == 0 || played.decisions > start.plies).then_some(played))
    }

    /// The same decision by decision, with the moves of the game; its random numbers differ.
    pub(super) fn kept_from(&mut self, start: Start) -> Result<Option<(Played, Game)>, Undecided> {
        self.deciders.iter_mut().for_each(Decider::forget);
        let kept = self.step_by_step(start, &mut |_, _, _| ())?;
        Ok((start.plies == 0 || kept.0.decisions > start.plies).then_some(kept))
    }

    /// Plays a game in which not all agents are random.
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
        Ok(LookAhead::by_machine(program, &from, self.whole(start))?.0)
    }

    /// A game in which the agents remember nothing of earlier ones.
    fn whole(&mut self, start: Start) -> Whole<'_> {
        self.deciders.iter_mut().for_each(Decider::forget);
        let rng = generator(self.seed, start.opening);
        let (opening, record, most) = (self.randomly(start), self.simulator.record(), self.simulator.most());
        let time = self.time();
        Whole { deciders: &mut self.deciders, record, most, plies: start.plies, rng, opening, clock: self.clock, time }
    }

    /// The time of a new game.
    fn time(&self) -> Timed<'s> {
        Timed::new(self.clock, self.control, self.simulator.program().equipment.players.len())
    }

    /// The random numbers of an opening.
    fn randomly(&self, start: Start) -> ChaCha8Rng {
        generator(self.seed, OPENINGS | start.opening)
    }

    /// Plays a game of which something is hidden, or the moves are wanted, or something outside the program decides.
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

/// Plays a game to its end on a line.
struct Whole<'w> {
    deciders: &'w mut [Decider],
    record: Record<'w>,
    most: u32,
    /// The number of random decisions of the opening.
    plies: u32,
    rng: ChaCha8Rng,
    /// The random numbers of the opening.
    opening: ChaCha8Rng,
    clock: Clock<'w>,
    time: Timed<'w>,
}

impl LineVisitor for Whole<'_> {
    /// The game, and whether the line was [lost](Line::lost).
    type Output = (Played, bool);

    fn visit<L: Line>(mut self, line: &mut L) -> Self::Output {
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
