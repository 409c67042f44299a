//! Blocks of statements, in continuation-passing style: a statement that asks tries every alternative in turn, and each
//! alternative runs the remaining statements.

use smallvec::SmallVec;

use super::super::word::Word;
use super::again::MOST_ROUNDS;
use super::elements::bundle;
use super::move_state::{NAMES, NamedValue};
use super::ops::Op;
use super::paths::{Leg, PathAt};
use super::phrases::Term;
use super::rules::{BlockAt, Guard, RuleAt, Source, Verb};
use super::run::{BitDeed, Done, Mode, Run, Stop};
use crate::program::code::EventKind;

/// The continuation of a block.
pub(super) type Then<'t, 'r, B> = &'t mut dyn FnMut(&mut Run<'r, B>) -> Done;

impl<'r, B: Word> Run<'r, B> {
    /// Every move by a rule with a body, by the acting piece or by none; the whole body counts as one leg.
    pub(super) fn body(&mut self, rule: RuleAt) -> Done {
        let rules = self.rules;
        let compiled = &rules.rules[rule as usize];
        let Verb::Body(body) = compiled.verb else { return Ok(()) };
        self.clear_leg();
        self.moving.legs += 1;
        if self.moving.actor.any() {
            self.deeds.push(BitDeed::Actor(self.moving.actor));
        }
        self.deeds.push(BitDeed::Verb(compiled.named));
        let outer = self.enter(compiled.locals);
        self.event(EventKind::LegBegins)?;
        self.script_and(body, &mut |run| {
            run.leave(outer);
            match compiled.then {
                Some(then) if !run.progress.leg_ended => run.then(rule, then),
                _ => run.leg_over(),
            }
        })
    }

    /// Runs the statements of a block from `at` on, then the continuation.
    pub(super) fn block(&mut self, block: BlockAt, mut at: usize, then: Then<'_, 'r, B>) -> Done {
        let rules = self.rules;
        let ops = &rules.blocks[block as usize];
        loop {
            let Some(op) = ops.get(at) else { return then(self) };
            at += 1;
            self.moving.works();
            match op {
                Op::If(condition, yes, no) => {
                    let branch = if self.holds(condition) { *yes } else { *no };
                    if at == ops.len() {
                        return self.block(branch, 0, then);
                    }
                    if !rules.blocks[branch as usize].is_empty() {
                        return self.within(branch, (block, at), then);
                    }
                }
                Op::Either(blocks) => {
                    return self
                        .ways(blocks.len() as u32, &mut |run, which| run.within(blocks[which as usize], (block, at), then));
                }
                Op::May(inner) => {
                    return self.ways(2, &mut |run, which| match which {
                        0 => run.within(*inner, (block, at), then),
                        _ => run.block(block, at, then),
                    });
                }
                Op::MayRepeat(inner) => {
                    let outer = self.coming((block, at), 1);
                    return self.may_repeat(*inner, &mut |run| run.on_behind(outer, (block, at), then));
                }
                Op::WhileItChanges(inner) => {
                    let outer = self.coming((block, at), 1);
                    return self.while_it_changes(0, *inner, &mut |run| run.on_behind(outer, (block, at), then));
                }
                Op::Repeat(times, inner) => {
                    let times = rules.phrases.number(*times, &self.moving).clamp(0, i64::from(u32::MAX)) as u32;
                    let outer = self.progress.to_come;
                    return self.repeat(times, *inner, (block, at), &mut |run| run.on_behind(outer, (block, at), then));
                }
                Op::For(local, set, inner) if self.aim.mode == Mode::Play => {
                    let elements = self.things_of(*set)?;
                    let outer = self.coming((block, at), 1);
                    self.each_in_play(*local, &elements, *inner)?;
                    self.progress.to_come = outer;
                }
                Op::For(local, set, inner) => {
                    let elements = self.things_of(*set)?;
                    let mark = self.stack.piece_marks.len();
                    let frame = self.mark_elements(&elements);
                    let outer = self.coming((block, at), 1);
                    return self
                        .each(*local, &elements, (mark, frame), 0, *inner, &mut |run| run.on_behind(outer, (block, at), then));
                }
                Op::As(piece, inner) => {
                    let site = rules.phrases.sites(*piece, &self.moving).lowest();
                    if site.any() {
                        self.stack.piece_marks.push(self.moving.actor);
                        self.moving.actor = site;
                        self.deeds.push(BitDeed::Actor(site));
                        let outer = self.coming((block, at), 1);
                        return self.block(*inner, 0, &mut |run| {
                            run.moving.actor = run.stack.piece_marks.pop().unwrap_or(B::ZERO);
                            run.on_behind(outer, (block, at), then)
                        });
                    }
                }
                Op::Choose { .. } => return self.choose(block, at, then),
                Op::ChooseSome(draw) => match self.chosen_by(draw)? {
                    Some(chosen) => self.bind(draw.local, draw.name, chosen),
                    None => return self.every_choice(draw, &mut |run| run.block(block, at, then)),
                },
                Op::Path(leg_path, leaf) => {
                    if let Some(done) = leaf.then(|| self.leaves(*leg_path, &ops[at..])).flatten() {
                        return done;
                    }
                    let outer = self.coming_behind((block, at));
                    return self.path(*leg_path, &mut |run| run.on_behind(outer, (block, at), then));
                }
                op if rules.happens.asks => {
                    let outer = self.coming_behind((block, at));
                    self.effect(op)?;
                    self.progress.to_come = outer;
                }
                op => self.effect(op)?,
            }
        }
    }

    /// Tries each of `many` alternatives, or in play only the given one.
    fn ways(&mut self, many: u32, way: &mut dyn FnMut(&mut Run<'r, B>, u32) -> Done) -> Done {
        if self.aim.mode == Mode::Play {
            let Some(which) = self.given()? else { return Err(self.ask_mover(0..many, false, usize::MAX)) };
            return way(self, which);
        }
        if self.progress.depth > 0 {
            return Err(Stop::Replay);
        }
        self.branches(many as usize, |_, i| i as u32, |run, i| way(run, i as u32))
    }

    /// Tries every alternative with its choice recorded, and backtracks after each.
    #[inline]
    pub(super) fn branches(
        &mut self,
        many: usize,
        choice: impl Fn(&Self, usize) -> u32,
        mut lead: impl FnMut(&mut Self, usize) -> Done,
    ) -> Done {
        if many == 0 {
            return Ok(());
        }
        let saved = self.save();
        let mut done = Ok(());
        for i in 0..many {
            let which = choice(self, i);
            self.chosen.choices.push(which);
            let led = lead(self, i);
            done = if self.moving.is_too_much() { Err(Stop::TooMuch) } else { self.noted(led) };
            self.chosen.choices.pop();
            self.restore(&saved);
            if done.is_err() {
                break;
            }
        }
        self.let_go(&saved);
        done
    }

    fn may_repeat(&mut self, inner: BlockAt, then: Then<'_, 'r, B>) -> Done {
        if self.chosen.choices.len() >= 100 {
            return Err(Stop::TooMuch);
        }
        self.ways(2, &mut |run, which| match which {
            0 => run.block(inner, 0, &mut |run| run.may_repeat(inner, then)),
            _ => then(run),
        })
    }

    fn repeat(&mut self, times: u32, inner: BlockAt, behind: (BlockAt, usize), then: Then<'_, 'r, B>) -> Done {
        match times {
            0 => then(self),
            MOST_ROUNDS.. => Err(Stop::TooMuch),
            _ if self.moving.is_too_much() => Err(Stop::TooMuch),
            _ => {
                let outer = self.coming(behind, times);
                self.block(inner, 0, &mut |run| {
                    run.progress.to_come = outer;
                    run.repeat(times - 1, inner, behind, then)
                })
            }
        }
    }

    /// The value of a term. Pieces must be all on the board or all taken; a mixture falls back to the general machine.
    pub(super) fn value(&self, term: Term) -> Result<NamedValue<B>, Stop> {
        if let Term::Pieces(..) = term {
            let (board, taken) = self.rules.phrases.pieces(term, &self.moving);
            return match (board.any(), taken) {
                (true, 1..) => Err(Stop::TooMuch),
                (false, 1..) => Ok(NamedValue::Taken(taken)),
                (_, 0) => Ok(NamedValue::Pieces(board)),
            };
        }
        if let Term::PilePieces(_) = term
            && let NamedValue::Pieces(come) = self.rules.phrases.value(term, &self.moving)
            && come.any()
        {
            return Ok(NamedValue::Pieces(come));
        }
        if let Term::Tokens(_) | Term::PilePieces(_) | Term::Cards(_) = term {
            let elements = self.elements_of(term)?;
            let many = elements.iter().map(|(_, many)| *many as usize).sum();
            let mut things = SmallVec::<[NamedValue<B>; 8]>::with_capacity(many);
            elements.iter().for_each(|(one, many)| things.extend(std::iter::repeat_n(*one, *many as usize)));
            return bundle(&things).ok_or(Stop::TooMuch);
        }
        Ok(self.rules.phrases.value(term, &self.moving))
    }

    /// A leg by a path that is a statement of a block.
    fn path(&mut self, leg_path: PathAt, then: Then<'_, 'r, B>) -> Done {
        if !self.moving.actor.any() {
            return Err(Stop::Failed);
        }
        if self.aim.mode == Mode::Play
            && let Some(choice) = self.given()?
        {
            let Some(leg) = self.leg_of(leg_path, choice) else {
                self.chosen.next -= 1;
                return Err(Stop::Failed);
            };
            self.path_leg(leg_path, &leg)?;
            return then(self);
        }
        if self.aim.mode != Mode::Play && self.progress.depth > 0 {
            return Err(Stop::Replay);
        }
        let first = self.legs.len();
        self.offer(0, leg_path, 0);
        if self.aim.mode == Mode::Play {
            return self.ask_leg(first, &[], true);
        }
        self.each_offer(first, &mut |run, _, leg| run.path_leg(leg_path, leg).and_then(|()| then(run)))
    }

    fn path_leg(&mut self, leg_path: PathAt, leg: &Leg<B>) -> Done {
        let rules = self.rules;
        let group = rules.rules[self.rule as usize].group as usize;
        let waits = self.progress.depth == 0 && rules.groups[group].waits;
        self.clear_leg();
        self.tell_leg(leg);
        self.carry_out(leg_path, leg, waits)?;
        self.end_immediately()
    }

    /// The number of fresh pieces that a source still has; unlimited without a source.
    pub(super) fn stock(&self, source: &Option<Source>) -> i32 {
        let Some(source) = source else { return i32::MAX };
        let player = self.rules.player(self.moving.state.turn);
        let (slots, state) = (&self.rules.slots, &self.moving.state);
        let Some(at) = source.from[player] else { return 0 };
        let Some(boards) = source.listed else { return state.numbers[at as usize] };
        let (fresh, mut stock) = (slots.bare_code(boards[player].into()), 0);
        slots.pieces_in(at.into(), state, &mut |_, code, many| stock += if code == fresh { many as i32 } else { 0 });
        stock
    }

    /// The members of a set that can be chosen such that the rest of the move runs through; none if that is not known.
    pub(super) fn free(&self, guard: &Guard, set: B) -> Option<B> {
        Some(match guard {
            Guard::Open => set,
            Guard::Free(source) if self.stock(source) > 0 => set & !self.moving.state.occupied(),
            Guard::Free(_) => B::ZERO,
            Guard::Other => set & !self.moving.actor,
            Guard::Bring(name) => match self.moving.names[*name as usize] {
                NamedValue::Off { place: lies, code } if self.is_off(lies, code) => set & !self.moving.state.occupied(),
                _ => return None,
            },
            Guard::There(actor, there, one) => {
                let lies = |local: usize| match self.moving.names[local] {
                    NamedValue::Pieces(pieces) => pieces.any() && (one >> local & 1 == 0 || pieces.count() == 1),
                    _ => false,
                };
                let all = there | one;
                let there = (0..NAMES).filter(|local| all >> local & 1 != 0).all(lies);
                return (there && (!*actor || self.moving.actor.any())).then_some(set);
            }
        })
    }

    /// Carries out the `choose` statement before `at`.
    fn choose(&mut self, block: BlockAt, at: usize, then: Then<'_, 'r, B>) -> Done {
        let rules = self.rules;
        let Op::Choose { local, name, from, rest, pair } = &rules.blocks[block as usize][at - 1] else { return Ok(()) };
        let phrases = &rules.phrases;
        // Where nobody is asked during a move, every given choice is one that was listed: it need not be checked.
        if self.aim.mode == Mode::Play
            && !rules.happens.asks
            && !self.asking.script
            && let Some(which) = self.chosen.choices.get(self.chosen.next).copied()
            && let Some(chosen) = site_chosen(*from, which)
        {
            self.chosen.next += 1;
            self.bind(*local, *name, chosen);
            return self.block(block, at, then);
        }
        let numbers = match from {
            Term::Number(_) => phrases.numbers(*from, &self.moving),
            _ => SmallVec::new(),
        };
        let value = if numbers.is_empty() { self.value(*from)? } else { NamedValue::Nothing };
        if matches!(value, NamedValue::Taken(_)) {
            return Err(Stop::TooMuch);
        }
        let element = |which: u32| match value {
            NamedValue::Sites(_) | NamedValue::Pieces(_) => site_chosen(*from, which),
            NamedValue::Bits(bits) => Some(NamedValue::Bits(nth(bits, which)?)),
            _ => numbers.get(which as usize).map(|number| NamedValue::Number(*number)),
        };
        let some = match value {
            NamedValue::Sites(set) | NamedValue::Pieces(set) => set.any(),
            NamedValue::Bits(bits) => bits != 0,
            _ => !numbers.is_empty(),
        };
        // An impossible choice consumes none of the given choices: the next one may belong to a later statement.
        if !some {
            return Err(Stop::Failed);
        }
        if self.aim.mode == Mode::Play
            && let Some(which) = self.given()?
        {
            let chosen = element(which).ok_or(Stop::TooMuch)?;
            self.bind(*local, *name, chosen);
            return self.block(block, at, then);
        }
        if self.aim.mode == Mode::List && !rules.distinction.run_to_end && self.progress.depth == 0 {
            if let (Some(pair), NamedValue::Sites(firsts)) = (pair.map(|pair| &rules.pairs[pair]), value)
                && pair.sources.iter().all(|source| self.stock(source) >= 2)
            {
                return self.note_pairs(firsts, pair);
            }
            if let (Some(guard), NamedValue::Sites(set) | NamedValue::Pieces(set)) = (rest, value)
                && let Some(free) = self.free(guard, set)
            {
                let pieces = matches!(value, NamedValue::Pieces(_));
                return self.note_last(*name, pieces, free);
            }
        }
        let choices: SmallVec<[u32; 32]> = match value {
            NamedValue::Sites(mut set) | NamedValue::Pieces(mut set) => {
                std::iter::from_fn(|| set.take()).map(B::first).collect()
            }
            NamedValue::Bits(bits) => (0..bits.count_ones()).collect(),
            _ => (0..numbers.len() as u32).collect(),
        };
        if self.aim.mode == Mode::Play {
            return Err(self.ask_mover(choices.iter().copied(), true, block as usize * 256 + at));
        }
        if self.progress.depth > 0 {
            return Err(Stop::Replay);
        }
        let choice = |_: &Self, i: usize| choices[i];
        self.branches(choices.len(), choice, |run, i| {
            let Some(chosen) = element(choices[i]) else { return Err(Stop::TooMuch) };
            run.bind(*local, *name, chosen);
            run.block(block, at, then)
        })
    }
}

/// The site or piece that a choice stands for: the choice is the number of its bit.
fn site_chosen<B: Word>(from: Term, which: u32) -> Option<NamedValue<B>> {
    match from {
        Term::Sites(_) if which < B::BITS => Some(NamedValue::Sites(B::bit(which))),
        Term::Pieces(..) if which < B::BITS => Some(NamedValue::Pieces(B::bit(which))),
        _ => None,
    }
}

/// The n-th member of a set, counted from 0.
pub(super) fn nth<B: Word>(set: B, which: u32) -> Option<B> {
    Some(set.nth(which)).filter(|one| one.any())
}
