//! Lists of moves for whoever only counts them and plays one: in the same order as [`super::list`], and as many, without texts. What
//! runs through by itself after the last choice is not run. Where that does not tell moves apart the long way is taken.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHasher;
use smallvec::SmallVec;

use super::classes;
use super::eval::met::Met;
use super::eval::ones;
use super::eval::paths::Match;
use super::machine::Task;
use super::moves::{Chosen, Deed};
use super::run::{Actor, Choice, MOST_MOVES, Pair, Pick, Runner, Step};
use super::value::Element;
use crate::model::equipment::Routes;
use crate::model::{GroupId, SiteId};
use crate::program::code::{PathId, RuleRef, Verb};
use crate::program::node::NodeId;
use crate::program::quiet;

/// A move by the choices that make it.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// The option taken at each choice point in turn.
    pub(super) record: SmallVec<[u16; 8]>,
    pub(super) group: Option<GroupId>,
    pub(super) declined: bool,
    /// A hash of what was chosen: of two runs that are one move it is the same.
    chosen: u64,
    /// A hash of what comes of it, where it was run to its end.
    result: Option<u64>,
}

impl Sketch {
    /// A move of the long list.
    pub(super) fn of(record: SmallVec<[u16; 8]>) -> Sketch {
        Sketch { record, group: None, declined: false, chosen: 0, result: None }
    }
}

/// What is known at once of where a rule leads: its path, and where that can be followed.
type Course = Option<(PathId, Rc<Met>)>;

/// A list being made.
struct Brief {
    by: Actor,
    sketches: Vec<Sketch>,
    record: SmallVec<[u16; 8]>,
    /// What a leg takes tells moves apart.
    by_captures: bool,
    /// So does where a move by paths lands.
    by_landing: bool,
    /// A rule, and what is known at once of where it leads from the decision at hand.
    course: Option<(RuleRef, Course)>,
}

/// The options of the decision at hand, in the order of [`super::list::runs`], obligations applied; `None` where they must be listed
/// the long way. `play` says which moves the decision admits.
pub(super) fn brief(runner: &mut Runner<'_>, choice: &Choice, play: Option<NodeId>, room: Vec<Sketch>) -> Option<Vec<Sketch>> {
    let program = runner.program;
    if play.is_some_and(|play| !program.quiet.by_class || !quiet::by_class(program, play)) {
        return None;
    }
    let taking = program.quiet.captures_known.as_ref();
    let known = taking.is_some_and(|taking| !taking.iter().any(|condition| runner.eval(0).truth(*condition)));
    let distinct = program.equipment.routes == Routes::Distinct;
    let by_captures = distinct && known;
    let landing = program.quiet.landings_tell.as_ref();
    let by_landing = landing.is_some_and(|landing| !landing.iter().any(|condition| runner.eval(0).truth(*condition)));
    let mut list = Brief { by: choice.by, sketches: room, record: SmallVec::new(), by_captures, by_landing, course: None };
    list.sketches.clear();
    runner.machine.deeds.clear();
    runner.brief = true;
    let whole = list.choice(runner, choice);
    runner.brief = false;
    let mut sketches = list.sketches;
    let exact = known || !distinct;
    if let (true, Some(play)) = (whole, play) {
        classes::oblige(runner, play, &mut sketches);
    }
    if !whole || runner.counts().is_err() || sketches.len() > MOST_MOVES || !merge(runner, choice, exact, &mut sketches) {
        runner.limit = None;
        return None;
    }
    Some(sketches)
}

impl Brief {
    /// Every run from here on; whether to go on.
    fn explore(&mut self, runner: &mut Runner<'_>) -> bool {
        runner.left_off = false;
        match runner.advance() {
            Step::Choice(choice) if choice.by == self.by => self.choice(runner, &choice),
            Step::Choice(_) | Step::Cut | Step::Over => {
                self.end(runner);
                self.sketches.len() <= MOST_MOVES
            }
            Step::Failed => runner.limit.is_none(),
        }
    }

    fn choice(&mut self, runner: &mut Runner<'_>, choice: &Choice) -> bool {
        let top = runner.machine.tasks.last().cloned();
        if matches!(top, Some(Task::Play { .. })) && !self.record.is_empty() {
            // A `play` behind a choice: the long way says what it admits.
            return false;
        }
        let through = runner.runs_through_after();
        let pair = if through.is_none() { runner.pair_of_placements() } else { None };
        // Nothing was chosen before that would tell moves apart.
        let first = runner.machine.deeds.is_empty();
        for (i, pick) in choice.options.iter().enumerate() {
            if !runner.may_try(self.record.len()) {
                return false;
            }
            self.record.push(i as u16);
            let go_on = match (&top, pick) {
                (Some(Task::Play { .. }), Pick::Rule(rule, Some(from))) if first && runner.opens_with_legs(*rule) => {
                    self.legs(runner, pick, *rule, *from)
                }
                (Some(Task::Play { .. }), Pick::Rule(rule, Some(from))) if first && runner.body_runs_through(*rule) => {
                    let Verb::Body(name, _) = &runner.program.groups[rule.group.index()].rules[rule.index as usize].verb else {
                        return false;
                    };
                    let chosen = self.chosen(&[Deed::Actor(*from), Deed::Verb(name.clone())], &[]);
                    self.sketch(Some(rule.group), chosen);
                    true
                }
                (Some(Task::Play { .. }), Pick::Decline) if first => {
                    let chosen = self.chosen(&[Deed::Declined], &[]);
                    self.sketch(None, chosen);
                    if let Some(sketch) = self.sketches.last_mut() {
                        sketch.declined = true;
                    }
                    true
                }
                (Some(Task::Chain), Pick::Stop) if runner.chain_runs_through() => {
                    let chosen = self.chosen(&runner.machine.deeds, &[]);
                    self.sketch(runner.machine.run.rule.map(|rule| rule.group), chosen);
                    true
                }
                (Some(Task::Leg { .. }), Pick::Leg(rule, leg))
                    if runner.machine.deeds.is_empty() && runner.leg_runs_through(*rule, leg.taken.is_empty()) =>
                {
                    let from = runner.machine.run.actor;
                    self.one_leg(*rule, from, leg.to, &leg.taken);
                    true
                }
                (Some(Task::Choose { .. }), Pick::Things(things, _))
                    if through.as_ref().is_some_and(|guard| runner.guarded(guard, things)) =>
                {
                    let last = runner.named(things);
                    let chosen = self.chosen(&runner.machine.deeds, last.as_slice());
                    self.sketch(runner.machine.run.rule.map(|rule| rule.group), chosen);
                    true
                }
                (_, Pick::Things(things, _))
                    if pair.is_some() && matches!(things.as_slice(), [Element::Site(site)] if runner.is_free(*site)) =>
                {
                    let (Some(pair), [Element::Site(first)]) = (&pair, things.as_slice()) else { return false };
                    self.second(runner, pair, *first)
                }
                _ => {
                    let saved = runner.save();
                    runner.take(pick);
                    let go_on = self.explore(runner);
                    runner.restore(saved);
                    go_on
                }
            };
            self.record.pop();
            if !go_on {
                return false;
            }
        }
        true
    }

    /// Every move that begins with a leg by a rule: nothing happens before it.
    fn legs(&mut self, runner: &mut Runner<'_>, pick: &Pick, rule: RuleRef, from: SiteId) -> bool {
        if self.course.as_ref().is_none_or(|(of, _)| *of != rule) {
            self.course = Some((rule, runner.known_course(rule)));
        }
        if let Some((_, Some((path, met)))) = &self.course {
            let ways = met.ways_from(runner.program, from);
            if ways == 0 {
                return true;
            }
            if met.exact {
                let (path, met) = (*path, Rc::clone(met));
                return ones(ways)
                    .enumerate()
                    .all(|(i, way)| self.leg(runner, pick, rule, from, i, &met.along(runner.program, path, from, way)));
            }
        }
        let run = std::mem::take(&mut runner.machine.run);
        runner.set_out(rule, Some(from));
        let legs = runner.first_matches(rule);
        let go_on = legs.iter().enumerate().all(|(i, leg)| self.leg(runner, pick, rule, from, i, leg));
        runner.machine.run = run;
        go_on
    }

    /// Every move that begins with the i-th leg of a piece by a rule; whether to go on.
    fn leg(&mut self, runner: &mut Runner<'_>, pick: &Pick, rule: RuleRef, from: SiteId, i: usize, leg: &Match) -> bool {
        if !runner.may_try(self.record.len()) {
            return false;
        }
        let mut go_on = true;
        self.record.push(i as u16);
        if runner.leg_runs_through(rule, leg.taken.is_empty()) {
            self.one_leg(rule, Some(from), leg.to, &leg.taken);
        } else {
            let saved = runner.save();
            runner.take(pick);
            runner.take(&Pick::Leg(rule, leg.clone()));
            go_on = self.explore(runner);
            runner.restore(saved);
        }
        self.record.pop();
        go_on
    }

    /// Every second placement after a first.
    fn second(&mut self, runner: &mut Runner<'_>, pair: &Pair<'_>, first: SiteId) -> bool {
        let group = runner.machine.run.rule.map(|rule| rule.group);
        for (i, second) in pair.seconds(runner.program, first).iter().enumerate() {
            if !runner.may_try(self.record.len()) {
                return false;
            }
            let site = |site| smallvec::smallvec![Chosen::Site(site)];
            let both = [(pair.names[0], site(first)), (pair.names[1], site(second))];
            let chosen = self.chosen(&runner.machine.deeds, &both);
            self.record.push(i as u16);
            self.sketch(group, chosen);
            self.record.pop();
        }
        true
    }

    /// A move of one leg.
    fn one_leg(&mut self, rule: RuleRef, from: Option<SiteId>, to: SiteId, taken: &[SiteId]) {
        let mut hasher = FxHasher::default();
        (from, Some(to).filter(|_| self.by_landing)).hash(&mut hasher);
        if self.by_captures {
            hash_leg(to, taken, &mut hasher);
        }
        self.sketch(Some(rule.group), hasher.finish());
    }

    fn sketch(&mut self, group: Option<GroupId>, chosen: u64) {
        self.sketches.push(Sketch { record: SmallVec::from_slice(&self.record), group, declined: false, chosen, result: None });
    }

    /// A run that has come to its end, or is left because the rest runs through.
    fn end(&mut self, runner: &Runner<'_>) {
        let declined = runner.machine.deeds.contains(&Deed::Declined);
        let chosen = self.chosen(&runner.machine.deeds, &[]);
        // Actions without a choice under a name are told apart by what comes of them.
        let action = |deed: &Deed| matches!(deed, Deed::Verb(_));
        let named = |deed: &Deed| matches!(deed, Deed::Chosen(..));
        let deeds = &runner.machine.deeds;
        let unnamed = !runner.left_off && deeds.iter().any(action) && !deeds.iter().any(named);
        let result = unnamed.then(|| super::list::result(runner));
        let group = runner.machine.run.rule.map(|rule| rule.group).filter(|_| !declined);
        self.sketches.push(Sketch { record: SmallVec::from_slice(&self.record), group, declined, chosen, result });
    }

    /// What [`super::list`] tells moves apart by, or less: what was chosen.
    fn chosen(&self, deeds: &[Deed], last: &[(&str, SmallVec<[Chosen; 1]>)]) -> u64 {
        let mut hasher = FxHasher::default();
        let action = deeds.iter().any(|deed| matches!(deed, Deed::Verb(_)));
        let from = deeds.iter().find_map(|deed| match deed {
            Deed::Actor(site) => Some(*site),
            Deed::Leg { from, .. } => Some(*from),
            _ => None,
        });
        let to = deeds.iter().rev().find_map(|deed| match deed {
            Deed::Leg { to, .. } => Some(*to),
            Deed::Placed(site) => Some(*site),
            _ => None,
        });
        (from, to.filter(|_| !action && self.by_landing)).hash(&mut hasher);
        for deed in deeds {
            match deed {
                Deed::Chosen(name, values) => (name.as_str(), values).hash(&mut hasher),
                Deed::Verb(name) => name.hash(&mut hasher),
                Deed::Declined => 1u8.hash(&mut hasher),
                Deed::Leg { to, captures, .. } if self.by_captures && !action => hash_leg(*to, captures, &mut hasher),
                _ => {}
            }
        }
        for (name, values) in last {
            (*name, values).hash(&mut hasher);
        }
        hasher.finish()
    }
}

fn hash_leg(to: SiteId, captures: &[SiteId], hasher: &mut FxHasher) {
    captures.hash(hasher);
    if captures.is_empty() {
        to.hash(hasher);
    }
}

/// Makes one of those that are one move; whether that is certain. `exact` says that nothing else tells moves apart than what was
/// hashed. Where what was chosen does not tell, moves are run to their ends.
fn merge(runner: &mut Runner<'_>, choice: &Choice, exact: bool, sketches: &mut Vec<Sketch>) -> bool {
    let mut again: SmallVec<[usize; 8]> = SmallVec::new();
    let keys = sketches.iter().enumerate().map(|(i, one)| (one.chosen, i));
    let mut keys: SmallVec<[(u64, usize); 32]> = keys.collect();
    keys.sort_unstable();
    for alike in keys.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
        let mut results: SmallVec<[(u64, usize); 8]> = SmallVec::new();
        for (_, i) in alike {
            let one = &sketches[*i];
            let Some(result) = one.result.or_else(|| result(runner, choice, &one.record)) else { return false };
            results.push((result, *i));
        }
        results.sort_unstable();
        for pair in results.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            if !exact {
                return false;
            }
            again.push(pair[1].1);
        }
    }
    again.sort_unstable();
    for i in again.into_iter().rev() {
        sketches.remove(i);
    }
    true
}

/// What comes of a move, as one number.
fn result(runner: &mut Runner<'_>, choice: &Choice, record: &[u16]) -> Option<u64> {
    let saved = runner.save();
    let (first, rest) = record.split_first()?;
    runner.take(choice.options.get(*first as usize)?);
    for next in rest {
        let Step::Choice(choice) = runner.advance() else { break };
        if let Some(pick) = choice.options.get(*next as usize) {
            runner.take(pick);
        }
    }
    let over = match runner.advance() {
        Step::Choice(next) => next.by != choice.by,
        Step::Cut | Step::Over => true,
        Step::Failed => false,
    };
    let result = over.then(|| super::list::result(runner));
    runner.restore(saved);
    result
}
