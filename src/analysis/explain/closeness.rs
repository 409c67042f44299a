//! Which of several rules comes closest to a move that none of them makes, and what of it fails, in words.

use crate::engine::{Concern, Fails, Need, Unfulfilled, Unmet};
use crate::model::{RuleId, SiteId};
use crate::program::Line;

use super::board::Board;

/// From here on no rule comes close.
pub(super) const FAR: usize = 800;

/// How far a rule is from making the move to a target: the less, the closer.
pub(super) fn distance(concern: &Concern, target: Option<SiteId>) -> usize {
    match &concern.fails {
        Some(Fails::Path(Unmet::Elsewhere(landings))) if target.is_some_and(|target| landings.contains(&target)) => 0,
        Some(Fails::Required(_)) => 0,
        Some(Fails::Unplayed { leads: true, .. }) => 3,
        _ if would_replace(concern, target) => 5,
        // It would land there, if it could.
        Some(Fails::Path(Unmet::Meets { site, needs: Need::Landing, .. })) if site.is_some() && *site == target => 10,
        // It would land elsewhere; who gets further comes closer.
        Some(Fails::Path(Unmet::Meets { needs: Need::Landing, passed, .. })) => 560 - (*passed).min(9),
        Some(Fails::Path(Unmet::Meets { passed, .. })) => 500 - (*passed).min(400),
        Some(Fails::Path(Unmet::Elsewhere(_))) => 550,
        Some(Fails::Condition) => 600,
        Some(Fails::Body(_) | Fails::Unplayed { .. }) | None => 700,
        Some(Fails::Path(Unmet::Direction)) => 800,
        Some(Fails::Subject) => 900,
    }
}

/// The line of a requirement that fails, where that is not the rule's own, or of what is played in place of its class.
pub(super) fn required_by(concern: &Concern) -> Option<RuleId> {
    match &concern.fails {
        Some(Fails::Required(unfulfilled) | Fails::Body(Some(unfulfilled))) => {
            Some(unfulfilled.line).filter(|line| *line != concern.rule)
        }
        Some(Fails::Unplayed { by, .. }) => Some(*by),
        _ => None,
    }
}

/// Whether a rule leads to a site that is occupied, or would if what stands there were its prey: it takes by moving onto it.
pub(super) fn leads_onto(concern: &Concern, site: SiteId) -> bool {
    let leads = matches!(&concern.fails, Some(Fails::Path(Unmet::Elsewhere(landings))) if landings.contains(&site));
    leads || would_replace(concern, Some(site))
}

/// Whether a rule would land on the target and take what stands there, if that were its prey.
fn would_replace(concern: &Concern, target: Option<SiteId>) -> bool {
    matches!(&concern.fails, Some(Fails::Path(Unmet::Meets { site, needs: Need::Replaced, .. })) if site.is_some() && *site == target)
}

impl Board<'_> {
    /// What fails, in words: `there is nothing to take on 18`.
    pub(super) fn failing(&self, fails: &Fails, line: &Line, way: Option<usize>, target: Option<SiteId>) -> String {
        let unmet = match fails {
            Fails::Path(unmet) => unmet,
            Fails::Condition => {
                return match condition(&line.text) {
                    Some(condition) => format!("its condition does not hold: {condition}"),
                    None => "its condition does not hold now".to_owned(),
                };
            }
            Fails::Subject => return format!("it does not speak of this now: {}", subject(&line.text)),
            Fails::Required(unfulfilled) => return format!("it leads there, but {}", self.unfulfilled(unfulfilled, line)),
            Fails::Unplayed { .. } => return "its class is not what is played now: that is".to_owned(),
            Fails::Body(None) => return "it cannot be carried out now".to_owned(),
            Fails::Body(Some(unfulfilled)) => return self.unfulfilled(unfulfilled, line),
        };
        match unmet {
            Unmet::Direction if way.is_some_and(|way| self.leaps_along(way)) => "none of its ways leads there".to_owned(),
            Unmet::Direction => {
                let way = way.and_then(|way| self.direction(way)).unwrap_or_else(|| "that way".to_owned());
                format!("it does not go {way}")
            }
            Unmet::Meets { site: None, .. } => "the board ends before it is through".to_owned(),
            Unmet::Meets { site: Some(site), needs, .. } => {
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
            Unmet::Elsewhere(landings) if target.is_some_and(|target| landings.contains(&target)) => {
                "it leads there, but the move cannot be completed so".to_owned()
            }
            Unmet::Elsewhere(landings) if landings.is_empty() => "it leads nowhere that way".to_owned(),
            Unmet::Elsewhere(landings) => {
                let names: Vec<String> = landings.iter().map(|site| self.name(*site)).collect();
                format!("it leads that way to {} only", names.join(" or "))
            }
        }
    }

    /// `it requires count own = 3; the numbers are 2 and 3`
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

    /// `southwest, which is backward`
    fn direction(&self, way: usize) -> Option<String> {
        let name = &self.program.equipment.board.directions.get(way)?.name;
        Some(match self.ahead(way) {
            Some(words) => format!("{name}, which is {words}"),
            None => name.clone(),
        })
    }
}

/// What a line says behind its last `if` and before what follows then.
fn condition(text: &str) -> Option<&str> {
    let head = text.split(['{', ':']).next()?;
    head.rsplit_once(" if ").map(|(_, condition)| condition.trim())
}

/// What a line says before `may`.
fn subject(text: &str) -> &str {
    text.split(" may ").next().unwrap_or(text).trim()
}
