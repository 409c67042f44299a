//! How close rules come to a move that none of them makes, and descriptions of what fails.

use crate::engine::{Need, PathFailure, RuleFailure, RuleVerdict, Unfulfilled};
use crate::model::{RuleId, SiteId};
use crate::program::Line;

use super::board::Board;

/// At this distance and beyond, a rule is not close.
pub(super) const FAR: usize = 800;

/// How far a rule is from making the move to a target; the smaller, the closer.
pub(super) fn distance(concern: &RuleVerdict, target: Option<SiteId>) -> usize {
    match &concern.fails {
        Some(RuleFailure::Path(PathFailure::Elsewhere(landings)))
            if target.is_some_and(|target| landings.contains(&target)) =>
        {
            0
        }
        Some(RuleFailure::Required(_)) => 0,
        Some(RuleFailure::Condition { leads: true }) => 1,
        Some(RuleFailure::Subject { leads: true }) => 2,
        Some(RuleFailure::Unplayed { leads: true, .. }) => 3,
        _ if would_replace(concern, target) => 5,
        // The rule would land on the target if that site were suitable.
        Some(RuleFailure::Path(PathFailure::Meets { site, needs: Need::Landing, .. })) if site.is_some() && *site == target => {
            10
        }
        // The rule would land elsewhere. A path that gets further is closer.
        Some(RuleFailure::Path(PathFailure::Meets { needs: Need::Landing, passed, .. })) => 560 - (*passed).min(9),
        Some(RuleFailure::Path(PathFailure::Meets { passed, .. })) => 500 - (*passed).min(400),
        Some(RuleFailure::Path(PathFailure::Elsewhere(_))) => 550,
        Some(RuleFailure::Condition { leads: false }) => 600,
        Some(RuleFailure::Body(_) | RuleFailure::Unplayed { .. }) | None => 700,
        Some(RuleFailure::Path(PathFailure::Direction)) => 800,
        Some(RuleFailure::Subject { leads: false }) => 900,
    }
}

/// Whether a rule leads the piece to a site, though something else keeps it from going there.
pub(super) fn leads(concern: &RuleVerdict, site: SiteId) -> bool {
    match &concern.fails {
        Some(RuleFailure::Path(PathFailure::Elsewhere(landings))) => landings.contains(&site),
        Some(RuleFailure::Subject { leads } | RuleFailure::Condition { leads } | RuleFailure::Unplayed { leads, .. }) => *leads,
        Some(RuleFailure::Required(_)) => true,
        Some(RuleFailure::Path(_) | RuleFailure::Body(_)) | None => false,
    }
}

/// The line that the failure refers to, if it is not the rule's own: that of a failing requirement, or of the `play` that
/// excludes its class.
pub(super) fn required_by(concern: &RuleVerdict) -> Option<RuleId> {
    match &concern.fails {
        Some(RuleFailure::Required(unfulfilled) | RuleFailure::Body(Some(unfulfilled))) => {
            Some(unfulfilled.line).filter(|line| *line != concern.rule)
        }
        Some(RuleFailure::Unplayed { by, .. }) => Some(*by),
        _ => None,
    }
}

/// Whether a rule leads to an occupied site, or captures by landing there but not this piece.
pub(super) fn leads_onto(concern: &RuleVerdict, site: SiteId) -> bool {
    let leads = matches!(&concern.fails, Some(RuleFailure::Path(PathFailure::Elsewhere(landings))) if landings.contains(&site));
    leads || would_replace(concern, Some(site))
}

/// Whether a rule would capture by landing on the target, if the piece there fitted its description.
fn would_replace(concern: &RuleVerdict, target: Option<SiteId>) -> bool {
    matches!(&concern.fails, Some(RuleFailure::Path(PathFailure::Meets { site, needs: Need::Replaced, .. })) if site.is_some() && *site == target)
}

impl Board<'_> {
    /// What fails, in words: `there is nothing to take on 18`.
    pub(super) fn failing(&self, fails: &RuleFailure, line: &Line, way: Option<usize>, target: Option<SiteId>) -> String {
        let unmet = match fails {
            RuleFailure::Path(unmet) => unmet,
            RuleFailure::Condition { .. } => {
                return match condition(&line.text) {
                    Some(condition) => format!("its condition does not hold: {condition}"),
                    None => "its condition does not hold now".to_owned(),
                };
            }
            RuleFailure::Subject { .. } => return format!("it does not speak of this now: {}", subject(&line.text)),
            RuleFailure::Required(unfulfilled) => {
                return format!("it leads there, but {}", self.unfulfilled(unfulfilled, line));
            }
            RuleFailure::Unplayed { .. } => return "its class is not what is played now: that is".to_owned(),
            RuleFailure::Body(None) => return "it cannot be carried out now".to_owned(),
            RuleFailure::Body(Some(unfulfilled)) => return self.unfulfilled(unfulfilled, line),
        };
        match unmet {
            PathFailure::Direction if way.is_some_and(|way| self.leaps_along(way)) => "none of its ways leads there".to_owned(),
            PathFailure::Direction => {
                let way = way.and_then(|way| self.direction(way)).unwrap_or_else(|| "that way".to_owned());
                format!("it does not go {way}")
            }
            PathFailure::Meets { site: None, .. } => "the board ends before it is through".to_owned(),
            PathFailure::Meets { site: Some(site), needs, .. } => {
                let name = self.name(*site);
                match (needs, self.commander(*site)) {
                    (Need::Landing, Some((piece, _))) => format!("{name} is occupied by a {piece}"),
                    (Need::Landing, None) => format!("it does not land on {name}"),
                    (Need::Passage, Some((piece, _))) => format!("the {piece} on {name} is in the way"),
                    (Need::Passage, None) => format!("it does not go over {name}, where nothing stands"),
                    (Need::Prey | Need::Replaced, Some((piece, _))) => format!("it does not take the {piece} on {name}"),
                    (Need::Prey | Need::Replaced, None) => format!("there is nothing to take on {name}"),
                }
            }
            PathFailure::Elsewhere(landings) if target.is_some_and(|target| landings.contains(&target)) => {
                "it leads there, but that is no move now".to_owned()
            }
            PathFailure::Elsewhere(landings) if landings.is_empty() => "it leads nowhere that way".to_owned(),
            PathFailure::Elsewhere(landings) => {
                let names: Vec<String> = landings.iter().map(|site| self.name(*site)).collect();
                format!("it leads that way to {} only", names.join(" or "))
            }
        }
    }

    /// Describes a failing requirement: `it requires count own = 3; the numbers are 2 and 3`.
    fn unfulfilled(&self, unfulfilled: &Unfulfilled, line: &Line) -> String {
        let requires = self.program.lines.get(unfulfilled.line.index());
        let text = requires.map_or("", |line| line.text.as_str());
        let all: Vec<&str> = text.split("require ").skip(1).filter_map(|rest| rest.split([';', '}']).next()).collect();
        let Some(condition) = all.get(unfulfilled.nth % all.len().max(1)) else {
            return "it cannot be carried out now".to_owned();
        };
        let (who, condition) = (if requires == Some(line) { "it" } else { "another line" }, condition.trim());
        match unfulfilled.compared {
            Some((left, right)) => format!("{who} requires {condition}; the numbers are {left} and {right}"),
            None => format!("{who} requires {condition}"),
        }
    }

    /// A direction in words: `southwest, which is backward`.
    fn direction(&self, way: usize) -> Option<String> {
        let name = &self.program.equipment.board.directions.get(way)?.name;
        Some(match self.ahead(way) {
            Some(words) => format!("{name}, which is {words}"),
            None => name.clone(),
        })
    }
}

/// The condition of a line: the text after the last `if`, up to the colon or brace.
fn condition(text: &str) -> Option<&str> {
    let head = text.split(['{', ':']).next()?;
    head.rsplit_once(" if ").map(|(_, condition)| condition.trim())
}

/// The subject of a line: the text before `may`.
fn subject(text: &str) -> &str {
    text.split(" may ").next().unwrap_or(text).trim()
}
