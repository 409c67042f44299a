//! Why a typed move is not legal, or what allows it: for the person who typed it, in the words of the rule file.

mod display;
mod looking;
mod words;

#[cfg(test)]
mod tests;

use crate::engine::{Actor, Counting, LimitReached, Move, Position, Struck};
use crate::model::{RuleId, SiteId};
use crate::notation::movetext::{self, MoveError, parse_move};
use crate::program::{Line, Program};

use self::words::Words;

/// The answer to a typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What was typed.
    pub typed: String,
    /// What is to be said of it.
    pub answer: Answer,
}

/// What there is to say of a typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is legal.
    Legal {
        /// Its text.
        text: String,
        /// The line that allows it; none for the rest of a move, a choice, a declined option.
        by: Option<Line>,
    },
    /// It may mean several legal moves.
    Several(Vec<String>),
    /// It is the beginning of longer moves, and the chain must go on.
    Unfinished {
        /// Legal moves that begin like this.
        longer: Vec<String>,
        /// The chain law of their class.
        by: Option<Line>,
    },
    /// The rules make such a move, and an obligation strikes it out.
    Struck {
        /// The moves that were meant.
        texts: Vec<String>,
        /// The obligation.
        by: Line,
        /// Legal moves, which it prefers.
        preferred: Vec<String>,
    },
    /// No rule makes such a move.
    Unmade(Unmade),
    /// The decision at hand is of another sort: a choice, the rest of a move, the result of chance.
    Elsewhere {
        /// Who decides.
        who: String,
        /// What is decided: `go on with the move`.
        sought: String,
        /// Options.
        options: Vec<String>,
    },
    /// The game is over.
    Over {
        /// The sides that won; none: a draw.
        winners: Vec<String>,
        /// Why.
        reason: String,
        /// The line that ended it.
        by: Option<Line>,
    },
}

/// Why no rule makes a move: what can be seen by looking, and the rules that speak of the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmade {
    /// What stands in the way, the plainest first.
    pub reasons: Vec<Reason>,
    /// Whose lines follow: `Black man`, or a player's name.
    pub subject: Option<String>,
    /// Lines that move it, and whether they apply to it now.
    pub rules: Vec<(Line, bool)>,
    /// Legal moves of the same piece, or else those that read nearly alike.
    pub near: Vec<String>,
}

/// Something that stands in the way of a typed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `a2` is not a square of play.
    NoSquare(String),
    /// A word that is no square and no verb of the rules.
    NoWord {
        /// The word.
        word: String,
        /// Verbs of the rules.
        verbs: Vec<String>,
    },
    /// No square was typed.
    NoSquares,
    /// The move starts on an empty square.
    Empty(String),
    /// The move starts with a piece of another side.
    NotYours {
        /// Where.
        site: String,
        /// What stands there.
        piece: String,
        /// Whose turn it is.
        player: String,
    },
    /// Only a first square was typed.
    WhereTo(String),
    /// The first part is a move, what follows is not.
    Until(String),
    /// The target is taken.
    Occupied {
        /// Where.
        site: String,
        /// By what.
        piece: String,
    },
    /// No line of steps leads there.
    NotInLine {
        /// From here.
        from: String,
        /// To there.
        to: String,
    },
    /// A piece of the mover's own side stands between.
    OwnBetween {
        /// Where.
        site: String,
        /// What.
        piece: String,
    },
    /// Two steps or more, and nothing between to take.
    NothingBetween {
        /// From here.
        from: String,
        /// To there.
        to: String,
    },
    /// No rule lets this piece go there.
    NoRule {
        /// `Black man`.
        piece: String,
        /// From here.
        from: String,
        /// To there.
        to: String,
        /// `2 steps northeast (backward)`; none where no line of steps leads there.
        way: Option<String>,
    },
    /// Every move of the piece is barred by an obligation.
    Held(Line),
    /// Nothing can be put there.
    NoPlace(String),
}

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
    let answer = answer(program, position, typed.trim())?;
    Ok(Explanation { typed: typed.trim().to_owned(), answer })
}

impl Explanation {
    /// Whether what was typed is a legal move.
    pub fn is_legal(&self) -> bool {
        matches!(self.answer, Answer::Legal { .. })
    }
}

fn answer(program: &Program, position: &Position, typed: &str) -> Result<Answer, LimitReached> {
    if let Some(outcome) = position.outcome() {
        let name = |side: &crate::model::SideId| program.equipment.sides.get(side.index()).map(|side| side.name.clone());
        let winners = outcome.winners.iter().filter_map(name).collect();
        return Ok(Answer::Over { winners, reason: outcome.reason.clone(), by: line(program, outcome.rule) });
    }
    let (moves, struck) = position.considered(program, Counting::AsWritten)?;
    let full = program.chains_may_stop();
    let texts = movetext::texts(&program.equipment, &moves, full);
    let Some(Actor::Player(player)) = position.actor(program) else {
        return Ok(Answer::Elsewhere { who: "chance".to_owned(), sought: "decides".to_owned(), options: texts });
    };
    match parse_move(&program.equipment, typed, &moves, full) {
        Ok(i) => {
            let by = moves[i].rule.and_then(|rule| line(program, rule));
            return Ok(Answer::Legal { text: texts[i].clone(), by });
        }
        Err(MoveError::Several { candidates, .. }) => return Ok(Answer::Several(candidates)),
        Err(MoveError::None { .. }) => {}
    }
    let words = Words::read(program, typed);
    let legal = Listed::new(program, &moves, texts);
    if let Some(answer) = unfinished(program, &legal, &words.sites) {
        return Ok(answer);
    }
    if let Some(answer) = forbidden(program, &legal, struck, typed, &words.sites) {
        return Ok(answer);
    }
    if moves.iter().all(|mv| mv.group.is_none()) {
        let who = program.equipment.players.get(player.index()).map_or_else(String::new, |player| player.name.clone());
        return Ok(Answer::Elsewhere { who, sought: words::sought(&moves), options: legal.texts });
    }
    let near = match parse_move(&program.equipment, typed, &moves, full) {
        Err(MoveError::None { nearest, .. }) => nearest,
        _ => Vec::new(),
    };
    Ok(Answer::Unmade(looking::look(program, position, player, &words, &legal, near)))
}

/// The moves of a decision, with their texts and the squares that these name.
struct Listed<'m> {
    moves: &'m [Move],
    texts: Vec<String>,
    routes: Vec<Vec<SiteId>>,
}

impl<'m> Listed<'m> {
    fn new(program: &Program, moves: &'m [Move], texts: Vec<String>) -> Listed<'m> {
        let full = movetext::texts(&program.equipment, moves, true);
        let routes = full.iter().map(|text| words::sites(&program.equipment, text)).collect();
        Listed { moves, texts, routes }
    }

    /// The texts of moves of which something holds, at most twelve.
    fn such(&self, holds: impl Fn(&Move, &[SiteId]) -> bool) -> Vec<String> {
        let all = self.moves.iter().zip(&self.routes).zip(&self.texts);
        all.filter(|((mv, route), _)| holds(mv, route)).map(|(_, text)| text.clone()).take(12).collect()
    }
}

/// Whether a route goes on after these squares: from the same first one, over some of the others, and further than the last.
fn goes_on(route: &[SiteId], typed: &[SiteId]) -> bool {
    let [first, .., last] = typed else { return false };
    let Some(stop) = route.iter().skip(1).position(|site| site == last).map(|i| i + 1) else { return false };
    let mut rest = route[..=stop].iter();
    route.first() == Some(first) && stop + 1 < route.len() && typed.iter().all(|site| rest.any(|other| other == site))
}

fn unfinished(program: &Program, legal: &Listed, typed: &[SiteId]) -> Option<Answer> {
    let longer = legal.such(|_, route| goes_on(route, typed));
    let first = legal.routes.iter().position(|route| goes_on(route, typed))?;
    let group = legal.moves[first].group.and_then(|group| program.groups.get(group.index()));
    let law = group.and_then(|group| group.chain.iter().find(|law| law.must));
    Some(Answer::Unfinished { longer, by: law.and_then(|law| line(program, law.rule)) })
}

/// The obligation that struck out what was typed, or something longer.
fn forbidden(program: &Program, legal: &Listed, struck: Vec<Struck>, typed: &str, sites: &[SiteId]) -> Option<Answer> {
    let (moves, lines): (Vec<Move>, Vec<RuleId>) = struck.into_iter().map(|one| (one.mv, one.by)).unzip();
    let full = program.chains_may_stop();
    let texts = movetext::texts(&program.equipment, &moves, full);
    let listed = Listed::new(program, &moves, texts);
    let meant = match parse_move(&program.equipment, typed, &moves, full) {
        Ok(i) => vec![listed.texts[i].clone()],
        Err(MoveError::Several { candidates, .. }) => candidates,
        Err(MoveError::None { .. }) => listed.such(|_, route| goes_on(route, sites)),
    };
    let first = listed.texts.iter().position(|text| meant.first() == Some(text))?;
    let by = line(program, lines[first])?;
    let same_line = |text: &String| listed.texts.iter().zip(&lines).any(|(known, by)| known == text && *by == lines[first]);
    let texts = meant.into_iter().filter(same_line).collect();
    Some(Answer::Struck { texts, by, preferred: legal.texts.clone() })
}

fn line(program: &Program, rule: RuleId) -> Option<Line> {
    program.lines.get(rule.index()).cloned()
}
