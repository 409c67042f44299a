//! Explains to a player why a typed move is not legal, or which rules allow it, in the words of the rule file.

mod answer;
mod board;
mod chains;
mod closeness;
mod display;
mod listed;
mod listing;
mod looking;
mod wire;
mod words;

#[cfg(test)]
mod tests;

pub use self::answer::{Answer, Bars, Explanation, Landing, Reason, Related, Squares, Unmade};
pub use self::listing::{Barred, Listing, Offered, listing};
pub use self::wire::{explanation_to_wire, listing_to_wire, rule_to_wire};

use crate::engine::{Actor, Counting, LimitReached, Move, Position, Struck};
use crate::model::RuleId;
use crate::notation::movetext::{self, MoveError, parse_among};
use crate::program::Program;

use self::listed::{Listed, goes_on, line, lines, meant};
use self::words::Words;

/// Explains a typed move.
///
/// ```
/// # use draughtsman::{analysis::explain, engine::Position, library};
/// let program = library::bundled("english").unwrap().program;
/// let start = Position::start(&program).unwrap();
/// let answer = explain::why(&program, &start, "22-18").unwrap();
/// assert!(answer.to_string().contains("22 is a White man, and it is Black's turn"), "{answer}");
/// assert!(explain::why(&program, &start, "11-15").unwrap().is_legal());
/// ```
///
/// # Errors
/// A rule that does not come to an end.
pub fn why(program: &Program, position: &Position, typed: &str) -> Result<Explanation, LimitReached> {
    let typed = typed.trim().to_owned();
    let mut squares = Squares { path: words::sites(&program.equipment, &typed), taken: Vec::new() };
    let answer = answer(program, position, &typed, &mut squares)?;
    let unmade = match &answer {
        Answer::Unmade(unmade) => Some(unmade),
        Answer::Over { unmade, .. } => unmade.as_deref(),
        _ => None,
    };
    // If lower case changes the length of the text, byte positions do not match and no part is marked.
    let unmade = unmade.filter(|_| typed.to_lowercase().len() == typed.len());
    let wrong = unmade.and_then(|unmade| Words::read(program, &typed).wrong_part(program, unmade.reasons.first()));
    Ok(Explanation { typed, answer, squares, wrong })
}

impl Explanation {
    /// Whether what was typed is a legal move.
    pub fn is_legal(&self) -> bool {
        matches!(self.answer, Answer::Legal { .. })
    }
}

fn answer(program: &Program, position: &Position, typed: &str, squares: &mut Squares) -> Result<Answer, LimitReached> {
    if let Some(outcome) = position.outcome() {
        let name = |side: &crate::model::SideId| program.equipment.sides.get(side.index()).map(|side| side.name.clone());
        let winners = outcome.winners.iter().filter_map(name).collect();
        let unmade = unmade_when_stuck(program, position, typed, squares).map(Box::new);
        return Ok(Answer::Over { winners, reason: outcome.reason.clone(), by: line(program, outcome.rule), unmade });
    }
    let (moves, struck) = position.considered(program, Counting::AsWritten)?;
    let full = program.chains_may_stop();
    let texts = movetext::texts(&program.equipment, &moves, full);
    let barred = || struck.iter().map(|one| one.mv.clone()).collect();
    let read = parse_among(&program.equipment, typed, &moves, full, &barred);
    match read {
        Ok(i) => {
            *squares = Squares::of(&moves[i]);
            let by = lines(program, &position.made_by(program, &moves[i]));
            let bars = bars(program, &struck);
            return Ok(Answer::Legal { text: texts[i].clone(), by, bars, only: moves.len() == 1 });
        }
        Err(MoveError::Several { candidates, .. }) => return Ok(Answer::Several(candidates)),
        Err(MoveError::Unfinished { .. } | MoveError::None { .. } | MoveError::Barred(_)) => {}
    }
    let Some(Actor::Player(player)) = position.actor(program) else {
        return Ok(Answer::Elsewhere { who: "chance".to_owned(), sought: "decides".to_owned(), options: texts });
    };
    let words = Words::read(program, typed);
    squares.path.clone_from(&words.sites);
    let legal = Listed::new(program, &moves, texts);
    if let Some(answer) = unfinished(program, &legal, &words, &read) {
        return Ok(answer);
    }
    // A square alone means the moves from there that can be made.
    let is_begun = words.is_one_square() && !legal.such(|_, route| route.starts_with(&words.sites)).is_empty();
    if !is_begun {
        let away = position.not_admitted(program, Counting::AsWritten)?;
        for barred in [struck, away] {
            if let Some(answer) = forbidden(program, position, &legal, barred, typed, squares) {
                return Ok(answer);
            }
        }
    }
    if let Some(answer) = on_another_route(program, position, &legal, &words) {
        return Ok(answer);
    }
    if let Some(answer) = chains::barred(program, position, &legal, &words, typed, squares) {
        return Ok(answer);
    }
    if moves.iter().all(|mv| mv.group.is_none()) {
        let who = program.equipment.players.get(player.index()).map_or_else(String::new, |player| player.name.clone());
        return Ok(Answer::Elsewhere { who, sought: words::sought(&moves), options: legal.texts });
    }
    let near = if let Err(MoveError::None { nearest, .. }) = read { nearest } else { Vec::new() };
    Ok(Answer::Unmade(looking::look(program, position, player, &words, &legal, near)))
}

/// If the game is over because a player could not move: why what was typed was no move of that player.
fn unmade_when_stuck(program: &Program, position: &Position, typed: &str, squares: &mut Squares) -> Option<Unmade> {
    let stuck = position.before_it_was_stuck(program)?;
    let words = Words::read(program, typed);
    squares.path.clone_from(&words.sites);
    let none = Listed::new(program, &[], Vec::new());
    Some(looking::look(program, &stuck, stuck.mover(program), &words, &none, Vec::new()))
}

/// The moves struck out by each obligation, in the order of the obligations.
fn bars(program: &Program, struck: &[Struck]) -> Vec<Bars> {
    let moves: Vec<Move> = struck.iter().map(|one| one.mv.clone()).collect();
    let texts = movetext::texts(&program.equipment, &moves, program.chains_may_stop());
    let of = |filter: &crate::program::code::Obligation| {
        let barred = struck.iter().zip(&texts).filter(|(one, _)| one.by == filter.rule);
        let texts: Vec<String> = barred.map(|(_, text)| text.clone()).collect();
        Some(Bars { line: line(program, filter.rule)?, texts }).filter(|bars| !bars.texts.is_empty())
    };
    program.obligations.iter().filter_map(of).collect()
}

/// The answer to a text that is the beginning of moves, or names some squares of a chain. The square of a piece alone does not
/// count as a beginning.
fn unfinished(program: &Program, legal: &Listed, words: &Words, read: &Result<usize, MoveError>) -> Option<Answer> {
    let typed = words.sites.as_slice();
    let set_out = |text: &String| {
        let named = legal.texts.iter().position(|other| other == text);
        named.is_some_and(|place| legal.moves[place].from().is_some())
    };
    let longer = match read {
        Err(MoveError::Unfinished { longer, .. }) if !words.is_one_square() || !longer.iter().any(set_out) => longer.clone(),
        Err(MoveError::Barred(_)) => return None,
        _ => legal.such(|_, route| goes_on(route, typed)),
    };
    let first = legal.texts.iter().position(|text| longer.first() == Some(text))?;
    let mv = &legal.moves[first];
    let group = mv.group.and_then(|group| program.groups.get(group.index()));
    let law = group.filter(|_| mv.path().len() > typed.len()).and_then(|group| group.chain.iter().find(|law| law.must));
    Some(Answer::Unfinished { longer, by: law.and_then(|law| line(program, law.rule)) })
}

/// The answer to squares at which the chain must continue, where routes are one move and the listed one takes another.
fn on_another_route(program: &Program, position: &Position, legal: &Listed, words: &Words) -> Option<Answer> {
    // A position in which a limit is reached has no explanation of this kind.
    let stopped = position.stopped(program).unwrap_or_default();
    let (moves, laws): (Vec<Move>, Vec<RuleId>) = stopped.into_iter().map(|one| (one.mv, one.by)).unzip();
    let listed = Listed::new(program, &moves, Vec::new());
    let at = listed.routes.iter().position(|route| *route == words.sites)?;
    let taken = moves[at].captures();
    let goes_on = |mv: &Move| mv.from() == moves[at].from() && taken.iter().all(|site| mv.captures().contains(site));
    let longer = legal.such(|mv, _| goes_on(mv));
    (!longer.is_empty()).then(|| Answer::Unfinished { longer, by: line(program, laws[at]) })
}

/// The answer to a text that names a move, or the beginning of one, in `struck`: moves struck out by an obligation or not
/// admitted by their `play`.
fn forbidden(
    program: &Program,
    position: &Position,
    legal: &Listed,
    struck: Vec<Struck>,
    typed: &str,
    squares: &mut Squares,
) -> Option<Answer> {
    let (moves, rules): (Vec<Move>, Vec<RuleId>) = struck.into_iter().map(|one| (one.mv, one.by)).unzip();
    let (first, texts) = meant(program, &moves, &rules, typed, squares)?;
    let by = line(program, rules[first])?;
    let made = lines(program, &position.made_by(program, &moves[first]));
    *squares = Squares::of(&moves[first]);
    Some(Answer::Struck { texts, made, by, landing: None, preferred: legal.texts.clone() })
}
