//! How shaped games end: lines with conditions that can be said, and what becomes of a player who cannot move.

use crate::model::expr::Given;
use crate::model::{LocalId, RuleId, SiteSet};
use crate::program::code::Op;
use crate::program::node::Node;
use crate::program::{BlockId, Program};

use super::super::kernels::{Promotion, When, sets};
use super::Condition;
use super::effects::{Whom, whom};
use super::read::Reading;
use super::slots::Slots;
use super::terms::{self, Who};

/// A line by which a game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<S> {
    /// The line.
    pub rule: RuleId,
    /// What it says: its own words, or the line itself.
    pub reason: String,
    /// When.
    pub condition: Option<terms::Condition<S>>,
    /// How.
    pub verdict: Verdict<S>,
    /// It decides only if the next player can move.
    pub after_stuck: bool,
}

/// How a game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<S> {
    /// Nobody wins.
    Draw,
    /// These win.
    Wins(Whom<S>),
    /// The others win.
    Loses(Whom<S>),
}

impl<S> Line<S> {
    /// The same over other sets of sites.
    pub fn map<T>(&self, to: &dyn Fn(&S) -> T) -> Line<T> {
        let verdict = match &self.verdict {
            Verdict::Draw => Verdict::Draw,
            Verdict::Wins(whom) => Verdict::Wins(whom.map(to)),
            Verdict::Loses(whom) => Verdict::Loses(whom.map(to)),
        };
        let condition = self.condition.as_ref().map(|condition| condition.map(to));
        Line { rule: self.rule, reason: self.reason.clone(), condition, verdict, after_stuck: self.after_stuck }
    }
}

/// The lines between turns, in order; with those that wait for patience to run out, or without.
pub(super) fn lines(program: &Program, slots: &Slots, patience: bool) -> Option<Vec<Line<SiteSet>>> {
    let mut found = Vec::new();
    let mut stuck = false;
    for ending in &program.endings {
        if ending.cannot_move.is_some() {
            stuck = true;
        } else if patience || !ending.patience {
            let reading = Reading { repeats: true, ..Reading::new(program, slots) };
            verdicts(&reading, ending.script.body, None, stuck, &mut found)?;
        }
    }
    let ordered = |line: &Line<SiteSet>| line.condition.as_ref().is_some_and(Condition::asks_order);
    (!found.iter().any(ordered)).then_some(found)
}

/// `as soon as` lines, if none of them can hold before a move is over.
pub(super) fn soon(program: &Program, slots: &Slots, patience: bool, promotions: &[Promotion]) -> Option<Vec<Line<SiteSet>>> {
    let mut found = Vec::new();
    for soon in program.soon.iter().filter(|soon| patience || !soon.patience) {
        let reading = Reading::new(program, slots);
        let condition = reading.condition(soon.condition)?;
        if soon.patience || !rises_last(&condition, promotions) {
            return None;
        }
        verdicts(&reading, soon.script.body, Some(condition), false, &mut found)?;
    }
    Some(found)
}

/// Whether a condition that does not hold before a move can begin to hold only when the move is over: it asks that there be pieces
/// of a kind that pieces become at the end of a move only.
fn rises_last(condition: &Condition, promotions: &[Promotion]) -> bool {
    use crate::syntax::ast::Order;
    let passing = |kinds: u32| promotions.iter().any(|one| one.when == When::InPassing && kinds >> one.to & 1 != 0);
    let pieces = |squares: &terms::Squares<_>| matches!(squares, terms::Squares::Pieces(_, kinds) if !passing(*kinds));
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().all(|part| rises_last(part, promotions)),
        Condition::SomeSide(part) => rises_last(part, promotions),
        Condition::Some(squares) => pieces(squares),
        Condition::Compare(Order::AtLeast | Order::More, pair) => {
            matches!(&**pair, (terms::Number::Count(squares), terms::Number::Fixed(_)) if pieces(squares))
        }
        _ => false,
    }
}

fn verdicts(
    reading: &Reading<'_>,
    block: BlockId,
    when: Option<Condition>,
    after_stuck: bool,
    found: &mut Vec<Line<SiteSet>>,
) -> Option<()> {
    let program = reading.program;
    let both = |a: &Option<Condition>, b: Condition| match a {
        Some(a) => Condition::All(vec![a.clone(), b]),
        None => b,
    };
    for (op, rule) in &program.block(block).ops {
        let (verdict, why) = match op {
            Op::Draw(why) => (Verdict::Draw, why),
            Op::Wins(who, why) => (Verdict::Wins(whom(reading, *who)?), why),
            Op::Loses(who, why) => (Verdict::Loses(whom(reading, *who)?), why),
            Op::If(condition, yes, no) => {
                let condition = reading.condition(*condition)?;
                let otherwise = Condition::Not(Box::new(condition.clone()));
                verdicts(reading, *yes, Some(both(&when, condition)), after_stuck, found)?;
                verdicts(reading, *no, Some(both(&when, otherwise)), after_stuck, found)?;
                continue;
            }
            _ => return None,
        };
        let reason = why.clone().unwrap_or_else(|| program.lines[rule.index()].text.clone());
        found.push(Line { rule: *rule, reason, condition: when.clone(), verdict, after_stuck });
    }
    Some(())
}

/// What happens to a player of each side who cannot move. `None` if the game might go on.
pub(super) fn stuck(program: &Program, slots: &Slots) -> Option<[Line<SiteSet>; 2]> {
    let of = |side: u8| {
        for ending in &program.endings {
            let Some(who) = ending.cannot_move else { continue };
            let applies = match program.node(who) {
                Node::Given(Given::Players | Given::Mover) => true,
                Node::Bits(players) => sets::sides_of(&program.equipment, *players) >> side & 1 != 0,
                _ => return None,
            };
            if applies {
                let mut reading = Reading::new(program, slots);
                reading.players[0] = Some((LocalId(0), Who::Mover));
                let mut found = Vec::new();
                verdicts(&reading, ending.script.body, None, false, &mut found)?;
                return match &found.first()?.verdict {
                    Verdict::Wins(Whom::Where(_)) | Verdict::Loses(Whom::Where(_)) => None,
                    _ if found[0].condition.is_some() => None,
                    _ => Some(found.remove(0)),
                };
            }
        }
        None
    };
    Some([of(0)?, of(1)?])
}
