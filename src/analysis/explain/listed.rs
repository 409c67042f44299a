//! The moves of a decision with their texts, and the rule lines behind them.

use crate::engine::Move;
use crate::model::{RuleId, SiteId};
use crate::notation::movetext::{self, MoveError, parse_move};
use crate::program::{Line, Program};

use super::answer::Squares;
use super::words;

/// The moves of a decision, their texts, and the squares that the full texts name.
pub(super) struct Listed<'m> {
    pub(super) moves: &'m [Move],
    pub(super) texts: Vec<String>,
    pub(super) routes: Vec<Vec<SiteId>>,
}

impl<'m> Listed<'m> {
    pub(super) fn new(program: &Program, moves: &'m [Move], texts: Vec<String>) -> Listed<'m> {
        let full = movetext::texts(&program.equipment, moves, true);
        let routes = full.iter().map(|text| words::sites(&program.equipment, text)).collect();
        Listed { moves, texts, routes }
    }

    /// The texts of the moves that satisfy `holds`, at most twelve.
    pub(super) fn such(&self, holds: impl Fn(&Move, &[SiteId]) -> bool) -> Vec<String> {
        let all = self.moves.iter().zip(&self.routes).zip(&self.texts);
        all.filter(|((mv, route), _)| holds(mv, route)).map(|(_, text)| text.clone()).take(12).collect()
    }
}

/// Whether a route extends the typed squares: it has the same first square, passes the others in this order, and continues
/// after the last of them.
pub(super) fn goes_on(route: &[SiteId], typed: &[SiteId]) -> bool {
    let [first, .., last] = typed else { return false };
    let Some(stop) = route.iter().skip(1).position(|site| site == last).map(|i| i + 1) else { return false };
    let mut rest = route[..=stop].iter();
    route.first() == Some(first) && stop + 1 < route.len() && typed.iter().all(|site| rest.any(|other| other == site))
}

/// Finds a typed move among barred moves, of which `rules` names the barring lines. Returns the index of the first move that
/// the text is or begins, and the texts of all such moves that the same line bars.
pub(super) fn meant(
    program: &Program,
    moves: &[Move],
    rules: &[RuleId],
    typed: &str,
    squares: &Squares,
) -> Option<(usize, Vec<String>)> {
    let full = program.chains_may_stop();
    let listed = Listed::new(program, moves, movetext::texts(&program.equipment, moves, full));
    let meant = match parse_move(&program.equipment, typed, moves, full) {
        Ok(i) => vec![listed.texts[i].clone()],
        Err(MoveError::Several { candidates: meant, .. } | MoveError::Unfinished { longer: meant, .. }) => meant,
        Err(MoveError::None { .. } | MoveError::Barred(_)) => listed.such(|_, route| goes_on(route, &squares.path)),
    };
    let first = listed.texts.iter().position(|text| meant.first() == Some(text))?;
    let same_line = |text: &String| listed.texts.iter().zip(rules).any(|(known, by)| known == text && *by == rules[first]);
    Some((first, meant.into_iter().filter(same_line).collect()))
}

pub(super) fn lines(program: &Program, rules: &[RuleId]) -> Vec<Line> {
    rules.iter().filter_map(|rule| line(program, *rule)).collect()
}

pub(super) fn line(program: &Program, rule: RuleId) -> Option<Line> {
    program.lines.get(rule.index()).cloned()
}
