//! Moves that a compulsory chain bars: a leg of theirs lands where the chain cannot go on, though another landing behind the
//! same prey would let it.

use crate::model::{RuleId, SiteId};
use crate::program::Program;

use super::made_by::lines_of;
use super::moves::Move;
use super::position::{Counting, Position, consider};
use super::run::{Choice, LimitReached, Pick, Runner, Step};

/// A move that would be possible if the chain did not bind where legs land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The move.
    pub mv: Move,
    /// The lines of the rules that would make it.
    pub made: Vec<RuleId>,
    /// The law of the chain that bars it.
    pub by: RuleId,
    /// Where the first leg that the law bars begins.
    pub from: SiteId,
    /// Where that leg would have to land.
    pub to: Vec<SiteId>,
}

impl Position {
    /// The moves that the decision at hand lacks only because a chain binds where legs land. Those that an obligation would bar
    /// as well are among them.
    ///
    /// ```
    /// # use draughtsman::{engine::Position, library, notation::{Terms, fen}};
    /// let ready = library::bundled("russian").unwrap();
    /// let setup = fen::read(&Terms::from(&ready.variant), "W:WKa1:Bb2,e7").unwrap();
    /// let bound = Position::from_setup(&ready.program, &setup).unwrap().bound(&ready.program).unwrap();
    /// assert_eq!(bound.len(), 5, "the king takes b2 and stops on c3, d4, e5, g7 or h8");
    /// assert_eq!(ready.program.lines[bound[0].by.index()].text, "chain must continue");
    /// ```
    ///
    /// # Errors
    /// A rule that does not come to an end, or offers more than 100,000 moves.
    pub fn bound(&self, program: &Program) -> Result<Vec<Bound>, LimitReached> {
        let binds = program.groups.iter().flat_map(|group| &group.chain).any(|law| law.must);
        if !binds {
            return Ok(Vec::new());
        }
        let free = || {
            let mut runner = self.resume(program);
            runner.unbound = true;
            runner
        };
        let (moves, struck) = consider(&mut free(), Counting::AsWritten)?;
        let all = moves.into_iter().chain(struck.into_iter().map(|one| one.mv));
        Ok(all.filter_map(|mv| bound(free(), mv)).collect())
    }
}

/// What bars a move that was listed by a run without the landing law; `None` if the law allows it.
fn bound(free: Runner<'_>, mv: Move) -> Option<Bound> {
    let mut runner = free.clone();
    for next in &mv.record {
        let Step::Choice(Choice { options, .. }) = runner.advance() else { return None };
        let pick = options.get(*next as usize)?;
        if let Pick::Leg(rule, leg) = pick {
            let legs = options.iter().filter_map(|pick| match pick {
                Pick::Leg(rule, leg) => Some((*rule, leg.clone())),
                _ => None,
            });
            let legs: Vec<_> = legs.collect();
            runner.unbound = false;
            let mut kept = runner.landing_law(legs);
            runner.unbound = true;
            if !kept.iter().any(|(other, kept)| (other, kept) == (rule, leg)) {
                kept.retain(|(other, kept)| other == rule && kept.heading == leg.heading && kept.taken == leg.taken);
                let by = runner.law_after(kept.first()?)?;
                let mut to: Vec<SiteId> = Vec::new();
                for (_, kept) in &kept {
                    if !to.contains(&kept.to) {
                        to.push(kept.to);
                    }
                }
                let from = runner.machine.moving.actor?;
                return Some(Bound { made: lines_of(free, &mv), mv, by, from, to });
            }
        }
        runner.take(pick);
    }
    None
}
