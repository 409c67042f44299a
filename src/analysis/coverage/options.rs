//! Whether an option changes anything: plays the same game by both sets of rules until they differ.

use super::sketch::Numbers;
use crate::engine::{Actor, Counting, LimitReached, Move, Position, drawn};
use crate::model::Setup;
use crate::notation::movetext;
use crate::program::Program;

/// The result of playing by two sets of rules at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Number of games.
    pub games: u64,
    /// Number of games in which the rules differed.
    pub parted: u64,
    /// The difference that occurred after the fewest decisions.
    pub first: Option<Difference>,
}

/// A point at which two sets of rules differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of decisions before it, including those of chance.
    pub decisions: usize,
    /// The position, by the first rules.
    pub position: Box<Setup>,
    /// Moves that only the first rules have.
    pub only_first: Vec<String>,
    /// Moves that only the second rules have.
    pub only_second: Vec<String>,
    /// A description, if the difference is not in the moves.
    pub otherwise: Option<String>,
}

/// Plays `games` games by both sets of rules at once, with random moves. Each game ends at a difference, at its end, or after
/// `decisions` decisions.
///
/// # Errors
/// A rule that does not come to an end.
pub fn compare(
    first: &Program,
    second: &Program,
    games: u64,
    decisions: usize,
    numbers: &mut Numbers<'_>,
    goes_on: &dyn Fn() -> bool,
) -> Result<Compared, LimitReached> {
    let mut compared = Compared::default();
    for _ in 0..games {
        if !goes_on() {
            break;
        }
        compared.games += 1;
        let Some(found) = game(first, second, decisions, numbers)? else { continue };
        compared.parted += 1;
        if compared.first.as_ref().is_none_or(|known| found.decisions < known.decisions) {
            compared.first = Some(found);
        }
    }
    Ok(compared)
}

struct Side<'p> {
    program: &'p Program,
    position: Position,
    stood: Vec<u64>,
}

impl<'p> Side<'p> {
    fn new(program: &'p Program) -> Result<Side<'p>, LimitReached> {
        let position = Position::start(program)?;
        Ok(Side { program, stood: vec![position.standing()], position })
    }

    fn moves(&self) -> Result<(Vec<Move>, Vec<String>), LimitReached> {
        let moves = self.position.moves(self.program, Counting::AsWritten)?;
        let texts = movetext::texts(&self.program.equipment, &moves, self.program.chains_may_stop());
        Ok((moves, texts))
    }

    fn play(&mut self, mv: &Move) -> Result<(), LimitReached> {
        let next = self.position.play(self.program, mv, &self.stood)?;
        self.stood.push(next.stands_after(&self.position));
        self.position = next;
        Ok(())
    }
}

fn game(first: &Program, second: &Program, most: usize, numbers: &mut Numbers<'_>) -> Result<Option<Difference>, LimitReached> {
    let (mut one, mut two) = (Side::new(first)?, Side::new(second)?);
    for decisions in 0..most {
        let here = |position: &Position| Box::new(position.to_setup(first));
        let otherwise = |words: String| {
            let (only_first, only_second) = (Vec::new(), Vec::new());
            Some(Difference { decisions, position: here(&one.position), only_first, only_second, otherwise: Some(words) })
        };
        if let Some(words) = unlike(&one, &two) {
            return Ok(otherwise(words));
        }
        let actor = one.position.actor(first);
        if actor.is_none() {
            return Ok(None);
        }
        let ((moves, texts), (other_moves, other_texts)) = (one.moves()?, two.moves()?);
        let lacking = |these: &[String], those: &[String]| -> Vec<String> {
            these.iter().filter(|text| !those.contains(text)).cloned().collect()
        };
        let (only_first, only_second) = (lacking(&texts, &other_texts), lacking(&other_texts, &texts));
        if !only_first.is_empty() || !only_second.is_empty() {
            let position = here(&one.position);
            return Ok(Some(Difference { decisions, position, only_first, only_second, otherwise: None }));
        }
        let chosen = match actor {
            Some(Actor::Chance) => drawn(moves.iter().map(|mv| mv.weight), numbers),
            _ => (!moves.is_empty()).then(|| numbers(moves.len() as u64) as usize),
        };
        let Some(chosen) = chosen else { return Ok(None) };
        let Some(same) = other_texts.iter().position(|text| *text == texts[chosen]) else { return Ok(None) };
        one.play(&moves[chosen])?;
        two.play(&other_moves[same])?;
    }
    Ok(None)
}

/// How two positions differ that were reached by the same moves; `None` if they agree.
fn unlike(one: &Side<'_>, two: &Side<'_>) -> Option<String> {
    let outcomes = (one.position.outcome(), two.position.outcome());
    match outcomes {
        (Some(_), None) => return Some("the game is over by the first rules only".to_owned()),
        (None, Some(_)) => return Some("the game is over by the second rules only".to_owned()),
        (Some(a), Some(b)) if a.winners != b.winners => return Some("the games have different winners".to_owned()),
        _ => {}
    }
    if one.position.actor(one.program) != two.position.actor(two.program) {
        return Some("different players are to decide".to_owned());
    }
    let (a, b) = (one.position.to_setup(one.program), two.position.to_setup(two.program));
    if (&a.board, &a.under, &a.piles) != (&b.board, &b.under, &b.piles) {
        return Some("the same moves have led to different positions".to_owned());
    }
    None
}
