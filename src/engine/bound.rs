//! Moves that the laws of chains bar: a leg of theirs lands where a compulsory chain cannot go on, though another landing behind the
//! same prey would let it; or a leg follows where the chain may not turn so, or where the move has been ended.

use crate::model::rules::Ending;
use crate::model::{RuleId, SiteId};
use crate::program::Program;
use crate::program::code::Op;

use super::made_by::lines_of;
use super::moves::Move;
use super::position::{Counting, Position, consider};
use super::run::{Choice, LimitReached, Options, Pick, Runner, Step, Waived};

/// A move that would be possible but for a law of its chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The move.
    pub mv: Move,
    /// The lines of the rules that would make it.
    pub made: Vec<RuleId>,
    /// The law of the chain that bars it, or the line that ends the move before its last leg.
    pub by: RuleId,
    /// Where the first leg that the law bars begins.
    pub from: SiteId,
    /// Where that leg would have to land; nowhere if it may not be made at all.
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
        if must_continue(program) { self.without(program, Waived::Landings, may_not_land) } else { Ok(Vec::new()) }
    }

    /// The beginnings of moves of the decision at hand that would be moves if their chains had not to continue.
    ///
    /// # Errors
    /// A rule that does not come to an end, or offers more than 100,000 moves.
    pub fn stopped(&self, program: &Program) -> Result<Vec<Bound>, LimitReached> {
        if must_continue(program) { self.without(program, Waived::Stops, must_go_on) } else { Ok(Vec::new()) }
    }

    /// The moves that the decision at hand lacks only because of laws on the direction of further legs, or because an `end move`
    /// keeps the chain from going on. Those that an obligation would bar as well are among them.
    ///
    /// ```
    /// # use draughtsman::{engine::Position, library, notation::{Terms, fen}};
    /// let ready = library::bundled("english").unwrap();
    /// let setup = fen::read(&Terms::from(&ready.variant), "W:W11:B7,K6").unwrap();
    /// let ended = Position::from_setup(&ready.program, &setup).unwrap().ended(&ready.program).unwrap();
    /// assert_eq!(ended.len(), 1, "the man takes 7, is crowned on 2, and would take 6");
    /// assert!(ready.program.lines[ended[0].by.index()].text.contains("end move"));
    /// ```
    ///
    /// # Errors
    /// A rule that does not come to an end, or offers more than 100,000 moves.
    pub fn ended(&self, program: &Program) -> Result<Vec<Bound>, LimitReached> {
        let ends = |op: &Op| matches!(op, Op::End(Ending::Move, _));
        let may_end = program.blocks.iter().any(|block| block.ops.iter().any(|(op, _)| ends(op)));
        let mut chains = program.groups.iter().filter(|group| !group.chain.is_empty());
        let bars = chains.any(|group| may_end || group.has_turning_law());
        if bars { self.without(program, Waived::Ends(None), may_not_go_on) } else { Ok(Vec::new()) }
    }

    /// The moves of the decision without some laws of chains, as far as `bars` finds that these bar them.
    fn without(&self, program: &Program, waived: Waived, bars: Bar) -> Result<Vec<Bound>, LimitReached> {
        let free = || {
            let mut runner = self.resume(program);
            runner.waived = waived;
            runner
        };
        let (moves, struck) = consider(&mut free(), Counting::AsWritten)?;
        let all = moves.into_iter().chain(struck.into_iter().map(|one| one.mv));
        Ok(all.filter_map(|mv| first_barred(free(), mv, bars)).collect())
    }
}

/// Whether some chain must continue.
fn must_continue(program: &Program) -> bool {
    program.groups.iter().flat_map(|group| &group.chain).any(|law| law.must)
}

/// What bars a pick: the line, and where a leg would have to land.
type Bar = fn(&mut Runner<'_>, &Options, &Pick) -> Option<(RuleId, Vec<SiteId>)>;

/// The first pick that is barred of a move that was listed by a run without the laws that `bars` asks about; `None` if there is none.
fn first_barred(free: Runner<'_>, mv: Move, bars: Bar) -> Option<Bound> {
    let mut runner = free.clone();
    for next in &mv.record {
        let Step::Choice(Choice { options, .. }) = runner.advance() else { return None };
        let pick = options.get(*next as usize)?;
        if let Some((by, to)) = bars(&mut runner, &options, &pick) {
            let from = runner.machine.moving.actor?;
            return Some(Bound { made: lines_of(free, &mv), mv, by, from, to });
        }
        runner.take(&pick);
    }
    None
}

/// The law by which the chain must continue where it stops.
fn must_go_on(runner: &mut Runner<'_>, _: &Options, pick: &Pick) -> Option<(RuleId, Vec<SiteId>)> {
    let stops = matches!(pick, Pick::Stop);
    let law = runner.law(runner.machine.moving.rule.filter(|_| stops)?).filter(|law| law.must)?;
    Some((law.rule, Vec::new()))
}

/// The law, or the line that has ended the move, that bars a further leg.
fn may_not_go_on(runner: &mut Runner<'_>, _: &Options, pick: &Pick) -> Option<(RuleId, Vec<SiteId>)> {
    let (Pick::Leg(rule, leg), Waived::Ends(passed)) = (pick, runner.waived) else { return None };
    let moving = &runner.machine.moving;
    let last = moving.heading.filter(|_| moving.legs > 0)?;
    let back = runner.program.equipment.board.directions[last as usize].opposite;
    let law = runner.program.groups[rule.group.index()].turning_law(last, back, leg.heading);
    Some((passed.or(law)?, Vec::new()))
}

/// The law that bars a landing, and the landings that it allows.
fn may_not_land(runner: &mut Runner<'_>, options: &Options, pick: &Pick) -> Option<(RuleId, Vec<SiteId>)> {
    let Pick::Leg(rule, leg) = pick else { return None };
    let legs = options.iter().filter_map(|pick| match pick.as_ref() {
        Pick::Leg(rule, leg) => Some((*rule, leg.clone())),
        _ => None,
    });
    let legs: Vec<_> = legs.collect();
    runner.waived = Waived::Nothing;
    let mut kept = runner.landing_law(legs);
    runner.waived = Waived::Landings;
    if kept.iter().any(|(other, kept)| (other, kept) == (rule, leg)) {
        return None;
    }
    kept.retain(|(other, kept)| other == rule && kept.heading == leg.heading && kept.taken == leg.taken);
    let by = runner.law_after(kept.first()?)?;
    let mut to: Vec<SiteId> = Vec::new();
    for (_, kept) in &kept {
        if !to.contains(&kept.to) {
            to.push(kept.to);
        }
    }
    Some((by, to))
}
