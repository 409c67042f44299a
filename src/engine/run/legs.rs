//! Moves by the chapters: what a `play` offers, legs, chains, captures, and the end of a move.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::model::{PlayerId, RuleId, SiteId};
use crate::program::code::{EventKind, Law, PathId, RuleRef, Verb};
use crate::program::node::NodeId;

use super::{MOST_LEGS, Pick, Runner, Step};
use crate::engine::eval::met::Met;
use crate::engine::eval::paths::{Match, TOO_MANY_WAYS};
use crate::engine::list;
use crate::engine::machine::{About, Ended, MoveStage, TakeStage, Task};
use crate::engine::moves::Deed;
use crate::engine::trace::Fired;
use crate::engine::value::{PieceSet, TakenPiece, Value};

impl<'a> Runner<'a> {
    /// The decision of a `play`: which rule, with which piece. An optional one without any move is passed over; one that
    /// must be made and cannot brings the `cannot move` endings. When the turn has been ended there is none.
    pub(super) fn play_choice(&mut self, moves: NodeId, by: Option<PlayerId>, optional: bool) -> Option<Step> {
        if self.machine.run.ended == Some(Ended::Turn) {
            self.machine.tasks.pop();
            return None;
        }
        let mut options = self.openings(moves, by);
        if !list::any_admitted(self, moves, &options) {
            self.machine.tasks.pop();
            if !optional {
                self.cannot_move(by.unwrap_or_else(|| self.mover()));
            }
            return None;
        }
        if optional {
            options.push(Pick::Decline);
        }
        let by = super::Actor::Player(by.unwrap_or_else(|| self.mover()));
        Some(Step::Choice(super::Choice::new(by, options)))
    }

    /// Rules and pieces that a move of these classes could begin with.
    pub(in crate::engine) fn openings(&mut self, moves: NodeId, by: Option<PlayerId>) -> Vec<Pick> {
        let groups = list::groups_of(self.program, moves);
        self.openings_of(&groups, &[], by)
    }

    /// The same by classes, without the rules of some lines.
    pub(in crate::engine) fn openings_of(
        &mut self,
        groups: &[crate::model::GroupId],
        without: &[RuleId],
        by: Option<PlayerId>,
    ) -> Vec<Pick> {
        let program = self.program;
        let mut options = Vec::with_capacity(16);
        let player = by.unwrap_or_else(|| self.mover());
        let mut eval = self.eval(self.machine.values.len() as u16);
        if by.is_some() {
            eval = eval.moving(player);
        }
        let mut eval = eval.acting(None);
        let mut own = program.layout.no_sites();
        let side = eval.side_of(player).index();
        (0..program.layout.kinds).for_each(|kind| self.store.add_board(side, kind, &program.layout, &mut own));
        for rule in list::rules_of(program, groups) {
            let compiled = &program.groups[rule.group.index()].rules[rule.index as usize];
            if without.contains(&compiled.rule) {
                continue;
            }
            if compiled.by_player {
                let may = eval.bits(compiled.subject) >> player.0 & 1 != 0
                    && compiled.condition.is_none_or(|condition| eval.truth(condition));
                if may {
                    options.push(Pick::Rule(rule, None));
                }
                continue;
            }
            let pieces = match eval.of_side(compiled.subject, side) {
                Some(pieces) => pieces,
                None if !eval.may_be_among(compiled.subject, &own) => continue,
                None => {
                    let mut pieces = eval.pieces(compiled.subject).board;
                    pieces.intersect(&own);
                    pieces
                }
            };
            // Who is meant whichever piece acts is admitted already.
            let meant = program.fixed[compiled.subject.0 as usize];
            for site in pieces.iter() {
                let admitted = if meant { eval.allows(compiled, site) } else { eval.admits(compiled, site) };
                if admitted {
                    options.push(Pick::Rule(rule, Some(site)));
                }
            }
        }
        options
    }

    /// The legs that a move by a rule can begin with.
    pub(in crate::engine) fn first_legs(&mut self, rule: RuleRef) -> Vec<Pick> {
        self.first_matches(rule).into_iter().map(|leg| Pick::Leg(rule, leg)).collect()
    }

    /// The same as matches of its path. None, and a limit is reached, if there are too many.
    pub(in crate::engine) fn first_matches(&mut self, rule: RuleRef) -> Vec<Match> {
        self.begun_by(rule).unwrap_or_else(|| {
            self.reach(TOO_MANY_WAYS, Some(self.line_of(rule)));
            Vec::new()
        })
    }

    /// The line of a rule.
    fn line_of(&self, rule: RuleRef) -> RuleId {
        self.program.groups[rule.group.index()].rules[rule.index as usize].rule
    }

    /// The legs that a move by a rule can begin with; `None` if there are too many.
    fn begun_by(&mut self, rule: RuleRef) -> Option<Vec<Match>> {
        let Some(from) = self.machine.run.actor else { return Some(Vec::new()) };
        if self.machine.run.legs == 0
            && let Some(legs) = self.known_legs(rule, from)
        {
            debug_assert_eq!(
                Some(&legs),
                self.eval(0).legs(rule, from, &self.machine.run).as_ref(),
                "what the position tells is what the piece finds"
            );
            return Some(legs);
        }
        let legs = self.eval(0).legs(rule, from, &self.machine.run)?;
        if !legs.windows(2).any(|pair| pair[0].heading == pair[1].heading) {
            // One landing each way: the landing law has nothing to choose from.
            return Some(legs);
        }
        let legs = legs.into_iter().map(|leg| (rule, leg)).collect();
        Some(self.landing_law(legs).into_iter().map(|(_, leg)| leg).collect())
    }

    /// Whether a move by a rule, for which everything has begun afresh, can begin with any leg, where that is all that can be asked: every such leg is a move.
    pub(in crate::engine) fn some_leg(&mut self, rule: RuleRef, from: SiteId) -> Option<bool> {
        let quiet = &self.program.quiet;
        if !quiet.starts || quiet.groups[rule.group.index()].legs[rule.index as usize] != [true; 2] {
            return None;
        }
        if let Some(legs) = self.known_legs(rule, from) {
            return Some(!legs.is_empty());
        }
        self.set_out(rule, Some(from));
        Some(self.begun_by(rule).is_some_and(|legs| !legs.is_empty()))
    }

    /// The legs that a move by a rule can begin with, one each way, if the piece is the mover's and the position alone tells them.
    pub(in crate::engine) fn known_legs(&self, rule: RuleRef, from: SiteId) -> Option<Vec<Match>> {
        let program = self.program;
        let Verb::Path(path) = program.groups[rule.group.index()].rules[rule.index as usize].verb else { return None };
        let (side, _) = self.store.piece_at(from, &program.layout)?;
        let own = program.equipment.players[self.mover().index()].side.index() == side;
        if own { self.eval(0).met(path)?.matches(program, path, from) } else { None }
    }

    /// What the position alone tells of the first legs of moves by a rule of the decision at hand: the path, and where it leads the
    /// mover's pieces.
    pub(in crate::engine) fn known_course(&self, rule: RuleRef) -> Option<(PathId, Rc<Met>)> {
        let Verb::Path(path) = self.program.groups[rule.group.index()].rules[rule.index as usize].verb else { return None };
        let by_mover = matches!(self.machine.tasks.last(), Some(Task::Play { by: None, .. }));
        if by_mover { Some((path, self.eval(0).met(path)?)) } else { None }
    }

    /// The options of a chain; `None` if it does not go on.
    pub(super) fn further_legs(&mut self) -> Option<Vec<Pick>> {
        let program = self.program;
        let rule = self.machine.run.rule?;
        let group = &program.groups[rule.group.index()];
        let actor = self.machine.run.actor?;
        if group.chain.is_empty() || self.machine.run.ended.is_some() {
            return None;
        }
        if self.machine.run.legs >= MOST_LEGS {
            self.reach("more than 1,000 legs in one move", Some(group.rules[rule.index as usize].rule));
            return None;
        }
        let law = self.law(rule)?;
        let must = law.must;
        let (mut legs, bodies) = self.legs_on(rule, actor);
        self.note_chain(rule, law, actor, legs.len(), !legs.is_empty() || !bodies.is_empty());
        if must {
            legs = self.landing_law(legs);
        }
        let mut options: Vec<Pick> = legs.into_iter().map(|(rule, leg)| Pick::Leg(rule, leg)).collect();
        options.extend(bodies.into_iter().map(Pick::Body));
        if options.is_empty() {
            return None;
        }
        if !must {
            options.push(Pick::Stop);
        }
        Some(options)
    }

    /// The first chain law whose condition holds.
    fn law(&mut self, rule: RuleRef) -> Option<&'a Law> {
        let group = &self.program.groups[rule.group.index()];
        let base = self.machine.values.len() as u16;
        let mut eval = self.eval(base);
        group.chain.iter().find(|law| law.condition.is_none_or(|condition| eval.truth(condition)))
    }

    /// Notes what the laws of a chain have done, if anybody wants to know.
    fn note_chain(&mut self, rule: RuleRef, law: &Law, actor: SiteId, legs: usize, goes_on: bool) {
        let group = &self.program.groups[rule.group.index()];
        if !self.trace.on() {
            return;
        }
        if goes_on {
            self.trace.note(Fired::Law(law.rule));
        }
        if group.must_not_reverse || group.must_turn || group.must_not_turn {
            let mut free = self.clone();
            free.machine.run.heading = None;
            if free.legs_on(rule, actor).0.len() > legs {
                self.trace.note(Fired::Barred(rule.group));
            }
        }
    }

    /// Every further leg by any rule of the class.
    fn legs_on(&mut self, first: RuleRef, actor: SiteId) -> (Vec<(RuleRef, Match)>, Vec<RuleRef>) {
        let program = self.program;
        let (mut legs, mut bodies) = (Vec::new(), Vec::new());
        for rule in list::rules_of(program, &[first.group]) {
            let compiled = &program.groups[rule.group.index()].rules[rule.index as usize];
            let mut eval = self.eval(self.machine.values.len() as u16);
            if !eval.admits(compiled, actor) {
                continue;
            }
            match compiled.verb {
                Verb::Path(_) => {
                    let found = eval.legs(rule, actor, &self.machine.run);
                    drop(eval);
                    match found {
                        Some(found) => legs.extend(found.into_iter().map(|leg| (rule, leg))),
                        None => self.reach(TOO_MANY_WAYS, Some(compiled.rule)),
                    }
                }
                Verb::Body(..) if list::body_runs(&eval, rule, Some(actor)) => bodies.push(rule),
                Verb::Body(..) => {}
            }
        }
        (legs, bodies)
    }

    /// Of the landings behind the same prey, where the chain must go on, only those from which it can, if there is one.
    fn landing_law(&mut self, legs: Vec<(RuleRef, Match)>) -> Vec<(RuleRef, Match)> {
        let binds = |rule: &RuleRef| self.program.groups[rule.group.index()].chain.iter().any(|law| law.must);
        // Behind the same prey lies what the same rule takes in the same direction.
        let prey = |(rule, leg): &(RuleRef, Match)| (*rule, leg.heading, leg.taken.clone());
        let mut landings: FxHashMap<_, usize> = FxHashMap::default();
        legs.iter()
            .filter(|leg| binds(&leg.0) && !leg.1.taken.is_empty())
            .for_each(|leg| *landings.entry(prey(leg)).or_default() += 1);
        let alternatives = |one: &(RuleRef, Match)| landings.get(&prey(one)).is_some_and(|many| *many > 1);
        if landings.values().all(|many| *many < 2) {
            return legs;
        }
        let goes_on: Vec<bool> = legs.iter().map(|leg| alternatives(leg) && self.goes_on(leg)).collect();
        let bound: FxHashSet<_> = legs.iter().zip(&goes_on).filter(|(_, on)| **on).map(|(leg, _)| prey(leg)).collect();
        let kept = legs.iter().zip(&goes_on).filter(|(leg, on)| **on || !bound.contains(&prey(leg)));
        kept.map(|(leg, _)| leg.clone()).collect()
    }

    /// Whether the chain would have to go on, and could, after this leg.
    fn goes_on(&self, (rule, leg): &(RuleRef, Match)) -> bool {
        let mut trial = Runner::new(self.program, self.store.clone(), self.machine.clone(), self.past.clone());
        trial.machine.tasks.clear();
        trial.push(Task::Cut);
        trial.begin_leg(*rule, leg);
        if !matches!(trial.advance(), Step::Cut) || trial.limit.is_some() {
            return false;
        }
        let run = &trial.machine.run;
        if run.ended.is_some() || run.legs >= MOST_LEGS {
            return false;
        }
        let Some(actor) = run.actor else { return false };
        trial.law(*rule).is_some_and(|law| law.must) && {
            let (legs, bodies) = trial.legs_on(*rule, actor);
            trial.limit.is_none() && (!legs.is_empty() || !bodies.is_empty())
        }
    }

    /// A leg by a rule, chosen.
    pub(in crate::engine) fn begin_leg(&mut self, rule: RuleRef, leg: &Match) {
        self.note_leg(rule);
        self.push(Task::LegEnds);
        self.push(Task::Then { rule });
        let waits = self.program.groups[rule.group.index()].removal_after_move;
        self.carry_out(leg, waits);
        self.tell(EventKind::LegBegins, About::Nothing);
    }

    fn note_leg(&mut self, rule: RuleRef) {
        self.trace.note(Fired::Rule(self.program.groups[rule.group.index()].rules[rule.index as usize].rule));
    }

    /// A leg by a path of a block.
    pub(super) fn path_leg(&mut self, leg: &Match) {
        self.soon();
        let group = self.machine.run.rule.map(|rule| &self.program.groups[rule.group.index()]);
        let waits = self.machine.depth == 0 && group.is_some_and(|group| group.removal_after_move);
        self.carry_out(leg, waits);
    }

    fn carry_out(&mut self, leg: &Match, waits: bool) {
        self.clear_leg();
        let from = self.machine.run.actor.unwrap_or(leg.to);
        self.machine.deeds.push(Deed::Leg { from, to: leg.to, captures: SmallVec::new() });
        self.push(Task::Land { to: leg.to, passed: leg.passed.clone(), heading: leg.heading });
        for site in leg.taken.iter().rev() {
            // What stands on the landing itself cannot wait there.
            let waits = waits && *site != leg.to;
            self.push(Task::Take { about: About::Piece(*site), stage: TakeStage::Before, waits, of_leg: true });
        }
    }

    fn clear_leg(&mut self) {
        self.machine.run.leg_ended = false;
        self.machine.run.passed.clear();
    }

    /// Every match at once, without moving.
    pub(super) fn sweep(&mut self, found: &[Match], from: SiteId) {
        let mut taken: Vec<SiteId> = Vec::new();
        for site in found.iter().flat_map(|one| &one.taken) {
            if !taken.contains(site) {
                taken.push(*site);
            }
        }
        if taken.is_empty() {
            return;
        }
        self.clear_leg();
        self.machine.deeds.push(Deed::Leg { from, to: from, captures: SmallVec::new() });
        for site in taken.iter().rev() {
            self.push(Task::Take { about: About::Piece(*site), stage: TakeStage::Before, waits: false, of_leg: true });
        }
    }

    pub(super) fn land(&mut self, to: SiteId, passed: SmallVec<[SiteId; 2]>, heading: u8) {
        let layout = &self.program.layout;
        self.machine.run.passed = passed;
        self.machine.run.heading = Some(heading);
        self.machine.run.legs = self.machine.run.legs.saturating_add(1);
        let Some(from) = self.machine.run.actor else { return };
        if self.machine.run.leg_ended || from == to {
            return;
        }
        if self.store.piece_at(to, layout).is_some() {
            // A prevented capture by replacement: the piece ends where it began; its text says where it went.
            self.machine.run.landing = Some(to);
            return;
        }
        self.relocate(&[(from, to)]);
        self.machine.run.landing = Some(to);
        if !self.machine.run.trail.contains(&to) {
            self.machine.run.trail.push(to);
        }
        // What a trigger does is no landing.
        if self.machine.depth == 0 {
            self.tell(EventKind::Lands, About::Piece(to));
        }
    }

    /// The suite of a rule, after its leg.
    pub(super) fn then(&mut self, rule: RuleRef) {
        let compiled = &self.program.groups[rule.group.index()].rules[rule.index as usize];
        if self.machine.run.leg_ended || self.program.block(compiled.then).ops.is_empty() {
            return;
        }
        let base = self.enter(compiled.locals);
        self.push(Task::Block { block: compiled.then, next: 0, base });
    }

    /// A rule with a body: the whole of it is one leg.
    pub(super) fn begin_body(&mut self, rule: RuleRef) {
        let compiled = &self.program.groups[rule.group.index()].rules[rule.index as usize];
        let Verb::Body(name, body) = &compiled.verb else { return };
        self.note_leg(rule);
        self.clear_leg();
        self.machine.run.legs = self.machine.run.legs.saturating_add(1);
        if let Some(site) = self.machine.run.actor {
            self.machine.deeds.push(Deed::Actor(site));
        }
        if !self.untold {
            self.machine.deeds.push(Deed::Verb(name.clone()));
        }
        self.push(Task::LegEnds);
        self.push(Task::Then { rule });
        let base = self.enter(compiled.locals);
        self.push(Task::Block { block: *body, next: 0, base });
        self.tell(EventKind::LegBegins, About::Nothing);
    }

    pub(super) fn leg_ends(&mut self) {
        self.soon();
        self.tell(EventKind::LegEnds, About::Nothing);
    }

    pub(super) fn move_ends(&mut self, stage: MoveStage) {
        match stage {
            MoveStage::Removal => {
                self.push(Task::MoveEnds { stage: MoveStage::Rests });
                let waiting: SmallVec<[SiteId; 4]> = self.machine.waiting().collect();
                if let (Some(rule), false) = (self.machine.run.rule, waiting.is_empty()) {
                    self.trace.note(Fired::Waited(rule.group));
                }
                for site in waiting.iter().rev() {
                    let pile = self.captured();
                    self.push(Task::Leave { about: About::Piece(*site), pile, told: false });
                }
            }
            MoveStage::Rests => {
                self.push(Task::MoveEnds { stage: MoveStage::Ends });
                if let Some(site) = self.machine.run.actor {
                    self.tell(EventKind::Rests, About::Piece(site));
                }
            }
            MoveStage::Ends => {
                self.soon();
                self.tell(EventKind::MoveEnds, About::Nothing);
            }
        }
    }

    /// The pile for what the mover captures: the one called `captured`, if there is one.
    pub(super) fn captured(&self) -> Option<u8> {
        let equipment = &self.program.equipment;
        let id = equipment
            .piles
            .iter()
            .position(|pile| pile.name == "captured" && !matches!(pile.holds, crate::model::equipment::PileHolds::Token(_)))?;
        let player = self.mover();
        let owner = match equipment.piles[id].of {
            crate::model::equipment::PileOwner::EachPlayer => player.0,
            crate::model::equipment::PileOwner::EachSide => equipment.players[player.index()].side.0,
            _ => 0,
        };
        self.program.layout.pile(crate::model::PileId(id as u8), owner).map(|i| i as u8)
    }

    pub(super) fn take_piece(&mut self, about: About, stage: TakeStage, waits: bool, of_leg: bool) {
        let About::Piece(site) = about else {
            self.machine.prevented = false;
            return;
        };
        match stage {
            TakeStage::Before if of_leg && self.machine.run.leg_ended => {}
            TakeStage::Before if self.program.triggers.before_taken.is_empty() => {
                self.take_piece(about, TakeStage::Happens, waits, of_leg);
            }
            TakeStage::Before => {
                self.push(Task::Take { about, stage: TakeStage::Happens, waits, of_leg });
                self.tell(EventKind::BeforeTaken, about);
            }
            TakeStage::Happens => {
                if std::mem::take(&mut self.machine.prevented) {
                    return;
                }
                let Some(data) = self.piece_data(site) else { return };
                let told = !self.program.triggers.taken.is_empty();
                if told {
                    self.push(Task::Take { about, stage: TakeStage::Leaves, waits, of_leg });
                    self.tell(EventKind::Taken, about);
                }
                self.machine.run.taken.push(TakenPiece { site, data, waits: false });
                self.tell_capture(site);
                if !told {
                    self.take_piece(about, TakeStage::Leaves, waits, of_leg);
                }
            }
            TakeStage::Leaves if waits => {
                if let Some(taken) = self.machine.run.taken.iter_mut().rev().find(|taken| taken.site == site) {
                    taken.waits = true;
                }
                self.forget_piece(site);
            }
            TakeStage::Leaves => {
                let pile = self.captured();
                self.leave(about, pile, self.program.triggers.leaves.is_empty());
            }
        }
    }

    /// Names a captured piece in the move, with the leg that took it.
    pub(super) fn tell_capture(&mut self, site: SiteId) {
        let mut deeds = self.machine.deeds.iter_mut().rev();
        if let Some(captures) = deeds.find_map(|deed| match deed {
            Deed::Leg { captures, .. } => Some(captures),
            _ => None,
        }) {
            captures.push(site);
        }
    }

    pub(super) fn leave(&mut self, about: About, pile: Option<u8>, told: bool) {
        let About::Piece(site) = about else { return };
        if !told {
            self.push(Task::Leave { about, pile, told: true });
            self.tell(EventKind::Leaves, about);
            return;
        }
        self.remove_piece(site, pile);
    }

    /// The set of one piece.
    pub(super) fn only(&self, site: SiteId) -> Value {
        let mut board = self.program.layout.no_sites();
        board.insert(site);
        Value::Pieces(PieceSet::on(board))
    }
}
