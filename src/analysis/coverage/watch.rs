//! Plays games while recording which coverage points take part.

use super::count::Counts;
use super::points::{Point, Points};
use crate::analysis::simulate::Played;
use crate::engine::{Actor, Counting, Fired, InARow, LimitReached, Move, Position, Struck};
use crate::model::rules::Effects;
use crate::program::Program;

/// Plays games and counts the coverage points that take part.
pub struct Watch<'p> {
    pub(super) program: &'p Program,
    pub(super) points: &'p Points<'p>,
    start: (Position, Vec<Fired>),
    /// The points that led to the first decision.
    asked: Vec<Point>,
    most: u32,
}

/// A decision: who decides, the legal moves, and the points that took part in listing them.
pub(super) struct Decision {
    pub(super) actor: Actor,
    pub(super) moves: Vec<Move>,
    pub(super) touched: Vec<Point>,
}

/// A position, the points of the move that led to it, and the points that led to the next decision.
type Asked = (Position, Vec<Point>, Vec<Point>);

/// Makes decisions: given the position, the actor and the options, returns the index of one of them.
pub type Decide<'d> = dyn FnMut(&Position, Actor, &[Move]) -> Result<usize, LimitReached> + 'd;

impl<'p> Watch<'p> {
    /// Games from the initial position. A game is cut off after `most` decisions of players.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn new(program: &'p Program, points: &'p Points<'p>, most: u32) -> Result<Watch<'p>, LimitReached> {
        let start = Position::start_traced(program)?;
        let asked = points.of_move(None, asking(program, &start.1), None, false);
        Ok(Watch { program, points, start, asked, most })
    }

    /// The compiled rules.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Plays a game and counts.
    ///
    /// ```
    /// use draughtsman::analysis::coverage::{Counts, Point, Points, Watch};
    /// let ready = draughtsman::library::bundled("english").unwrap();
    /// let points = Points::new(&ready.variant);
    /// let mut counts = Counts::new(&points);
    /// let watch = Watch::new(&ready.program, &points, 1000).unwrap();
    /// watch.game(&mut |_, _, _| Ok(0), &mut counts).unwrap();
    /// let step = points.rules().next().unwrap();
    /// assert_eq!(counts.of(&points, Point::Rule(step)).games, 1);
    /// ```
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn game(&self, decide: &mut Decide<'_>, counts: &mut Counts) -> Result<Played, LimitReached> {
        counts.game_begins();
        counts.add(self.points, &self.points.of_move(None, &self.start.1, self.start.0.outcome(), false));
        let mut position = self.start.0.clone();
        let mut stood = vec![position.standing()];
        let mut played = Played::default();
        let mut asked = self.asked.clone();
        let mut in_a_row = InARow::default();
        while let Some(decision) = self.decision(&position)? {
            in_a_row.decides(decision.actor, self.program, &position)?;
            if matches!(decision.actor, Actor::Player(_)) {
                if played.decisions >= self.most {
                    counts.add(self.points, &asked);
                    return Ok(played);
                }
                played.decisions += 1;
                played.options += decision.moves.len() as u64;
            }
            let chosen = decide(&position, decision.actor, &decision.moves)?;
            let Some(mv) = decision.moves.get(chosen) else { break };
            counts.move_begins(decision.actor);
            counts.add(self.points, &asked);
            counts.add(self.points, &decision.touched);
            let (next, touched, asks) = self.step_to_question(&position, mv, &stood)?;
            counts.add(self.points, &touched);
            asked = asks;
            stood.push(next.stands_after(&position));
            position = next;
        }
        counts.add(self.points, &asked);
        played.outcome = position.outcome().cloned();
        Ok(played)
    }

    /// Lists the moves of a position, plays each of them once, and counts.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn position(&self, position: &Position, counts: &mut Counts) -> Result<(), LimitReached> {
        counts.game_begins();
        let Some(decision) = self.decision(position)? else { return Ok(()) };
        let mut listed = Some(decision.touched);
        for mv in &decision.moves {
            counts.move_begins(decision.actor);
            counts.add(self.points, &listed.take().unwrap_or_default());
            let (_, touched) = self.step(position, mv, &[position.standing()])?;
            counts.add(self.points, &touched);
        }
        Ok(())
    }

    /// The pending decision; `None` if the game is over.
    pub(super) fn decision(&self, position: &Position) -> Result<Option<Decision>, LimitReached> {
        let Some(actor) = position.actor(self.program) else { return Ok(None) };
        let (moves, struck, stopped) = position.considered_traced(self.program, Counting::AsWritten)?;
        Ok(Some(Decision { actor, moves, touched: self.listed(&struck, &stopped) }))
    }

    fn listed(&self, struck: &[Struck], stopped: &[Fired]) -> Vec<Point> {
        self.points.of_listing(struck, stopped)
    }

    /// The position after a move, and the points that took part in it.
    pub(super) fn step(&self, position: &Position, mv: &Move, stood: &[u64]) -> Result<(Position, Vec<Point>), LimitReached> {
        let (next, mut touched, asked) = self.step_to_question(position, mv, stood)?;
        touched.extend(asked);
        Ok((next, touched))
    }

    /// The same, with the points that led to the next decision kept apart.
    fn step_to_question(&self, position: &Position, mv: &Move, stood: &[u64]) -> Result<Asked, LimitReached> {
        let (next, fired) = position.play_traced(self.program, mv, stood)?;
        let asking = asking(self.program, &fired);
        let own = &fired[..fired.len() - asking.len()];
        let touched = self.points.of_move(Some(mv), own, next.outcome(), next.turns() != position.turns());
        let asked = self.points.of_move(None, asking, None, false);
        Ok((next, touched, asked))
    }
}

/// The last statements executed before a decision, if they ask for it. They count with that decision.
fn asking<'f>(program: &Program, fired: &'f [Fired]) -> &'f [Fired] {
    let asks = |one: &Fired| match *one {
        // A leg is different: the options are its paths, and it has already begun.
        Fired::Statement(block, at) => program.block(block).ops.get(usize::from(at)).is_some_and(|(op, _)| {
            let effects = program.own_effects(op);
            effects.any(Effects::ASKS) && !effects.any(Effects::LEG)
        }),
        _ => false,
    };
    let many = fired.iter().rev().take_while(|one| asks(one)).count();
    &fired[fired.len() - many..]
}
