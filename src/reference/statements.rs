//! The execution of statements.

use std::collections::BTreeSet;

use crate::model::expr::{Expr, Type};
use crate::model::rules::{Block, Statement, StatementKind, StoredType};
use crate::model::setup::StoredRef;
use crate::model::{KindId, LocalId, SideId, SlotId, StoredId};

use super::deeds::Deed;
use super::doing::ActiveStatement;
use super::phrases::{Thing, Value};
use super::position::{Kept, PieceNo};
use super::run::{Ran, Run, Stop, every_way};

impl<'v> Run<'v> {
    /// Executes the statements of a block in order.
    pub(super) fn block_of(&mut self, block: &'v Block) -> Ran {
        for statement in &block.statements {
            self.step()?;
            self.doing.push(ActiveStatement::of(statement.span, statement.rule));
            self.statement(statement)?;
            self.doing.pop();
        }
        Ok(())
    }

    fn statement(&mut self, statement: &'v Statement) -> Ran {
        if let Some(watch) = self.watch {
            watch.statement(&statement.kind);
        }
        match &statement.kind {
            StatementKind::Either(blocks) => {
                let chosen = self.choose(self.decider(), vec![1; blocks.len()])?;
                self.decision.deeds.push(Deed::Alternative(chosen));
                self.block_of(&blocks[chosen])
            }
            StatementKind::May(block) => match only_play(block) {
                Some((moves, by)) => self.play(moves, by, true).map(|_| ()),
                None => {
                    if self.may()? {
                        self.block_of(block)?;
                    }
                    Ok(())
                }
            },
            StatementKind::MayRepeat(block) => match only_play(block) {
                Some((moves, by)) => {
                    while self.play(moves, by, true)? {}
                    Ok(())
                }
                None => {
                    while self.may()? {
                        self.block_of(block)?;
                    }
                    Ok(())
                }
            },
            StatementKind::Repeat(Some(times), block) => {
                let times = self.asking().number(times);
                for round in 1..=times {
                    self.step()?;
                    self.still_to_come(times - round, &[]);
                    self.block_of(block)?;
                }
                Ok(())
            }
            StatementKind::Repeat(None, block) => {
                while self.find_out(|run| run.changes_something(block))? {
                    self.step()?;
                    self.block_of(block)?;
                }
                Ok(())
            }
            StatementKind::For(name, set, block) => self.for_each(*name, set, block),
            StatementKind::If(condition, yes, no) => {
                let holds = self.asking().truth(condition);
                self.block_of(if holds { yes } else { no })
            }
            StatementKind::As(piece, block) => self.acting_as(piece, block),
            StatementKind::Choose { local, name, count, from, by } => {
                self.choose_things((*local, name), count.as_ref(), from, by)
            }
            StatementKind::Let(name, value) => {
                let value = self.asking().value(value);
                self.call(*name, value);
                Ok(())
            }
            StatementKind::Require(condition) => {
                if self.asking().truth(condition) {
                    Ok(())
                } else {
                    Err(Stop::Failed)
                }
            }
            StatementKind::Path(path) => self.path_statement(path),
            StatementKind::Verb(_, block) => self.block_of(block),
            StatementKind::Play { moves, by } => self.play(moves, by.as_ref(), false).map(|_| ()),
            StatementKind::Prevent => {
                self.prevented = true;
                Ok(())
            }
            StatementKind::End(what, why) => self.end(*what, why.as_deref(), statement.rule),
            StatementKind::Wins(who, why) => self.win(who, why.as_deref(), statement.rule),
            StatementKind::Loses(who, why) => self.lose(who, why.as_deref(), statement.rule),
            StatementKind::Draw(why) => self.over(Vec::new(), why.as_deref(), statement.rule),
            _ => {
                self.effect(&statement.kind)?;
                if self.depth > 0 { self.test_immediate_endings() } else { Ok(()) }
            }
        }
    }

    /// Executes a statement that changes the position.
    fn effect(&mut self, statement: &'v StatementKind) -> Ran {
        match statement {
            StatementKind::MovePiece(what, to) => return self.move_pieces(what, to),
            StatementKind::PlaceNew(new, to) => return self.place_new(new, to),
            StatementKind::MoveToken(what, to) => return self.move_tokens(what, to),
            StatementKind::SetFace(of, to) => return self.turn_tokens(of, to),
            StatementKind::Show(what, to) => return self.show_tokens(what, to),
            StatementKind::Shuffle(pile) => {
                for pile in self.asking().piles(pile) {
                    self.shuffle(pile);
                }
            }
            StatementKind::Take(what) => {
                let things = self.asking().things(what);
                for thing in &things {
                    if let Thing::Alone(piece) = thing {
                        self.capture_from_tower(*piece);
                    }
                }
                for thing in things {
                    if let Thing::Piece(piece) = thing {
                        self.capture(piece, false)?;
                    }
                }
            }
            StatementKind::SetKind(of, to) => {
                if let [Thing::Member(kind)] = self.asking().things(to)[..] {
                    self.change(of, |piece| piece.kind = KindId(kind));
                }
            }
            StatementKind::SetOwner(of, to) => {
                if let [side] = self.asking().sides(to)[..] {
                    self.change(of, |piece| piece.owner = SideId(side.0));
                }
            }
            StatementKind::SetSlot(slot, of, to) => {
                let value = self.asking().things(to).first().copied();
                self.change(of, |piece| match value {
                    Some(Thing::Member(value)) => {
                        piece.values.insert(*slot, value);
                    }
                    _ => {
                        piece.values.remove(slot);
                    }
                });
            }
            StatementKind::SetNumber(stored, of, to) => {
                let number = self.asking().number(to);
                for one in self.asking().stored(*stored, of.as_ref()) {
                    self.set_number(one, number);
                }
            }
            StatementKind::Raise(stored, of, by) => {
                let by = self.asking().number(by);
                for one in self.asking().stored(*stored, of.as_ref()) {
                    if let Some(Kept::Number(now)) = self.position.stored.get(&one) {
                        self.set_number(one, now.saturating_add(by));
                    }
                }
            }
            StatementKind::SetKept(stored, of, to) => self.set_kept(*stored, of.as_ref(), to),
            StatementKind::Exchange(all) => return self.exchange(all),
            StatementKind::Either(_) | StatementKind::May(_) | StatementKind::MayRepeat(_) | StatementKind::Repeat(..) => {}
            StatementKind::For(..) | StatementKind::If(..) | StatementKind::As(..) | StatementKind::Verb(..) => {}
            StatementKind::Choose { .. } | StatementKind::Let(..) | StatementKind::Require(_) | StatementKind::Path(_) => {}
            StatementKind::Play { .. } | StatementKind::Prevent | StatementKind::End(..) => {}
            StatementKind::Wins(..) | StatementKind::Loses(..) | StatementKind::Draw(_) => {}
        }
        Ok(())
    }

    /// Chooses whether a `may` is taken up.
    fn may(&mut self) -> Ran<bool> {
        let taken_up = self.choose(self.decider(), vec![1; 2])? == 0;
        self.decision.deeds.push(Deed::May(taken_up));
        Ok(taken_up)
    }

    /// Binds a name in the current script.
    pub(super) fn call(&mut self, name: LocalId, value: Value) {
        if let Some(names) = self.names.last_mut() {
            names.values.insert(name, value);
        }
    }

    /// Executes the block for each thing. A piece that no longer commands a site is skipped.
    fn for_each(&mut self, name: LocalId, set: &'v Expr, block: &'v Block) -> Ran {
        let things = self.asking().things(set);
        let stood = |run: &Run<'v>, thing: &Thing| match thing {
            Thing::Piece(piece) => run.stands(*piece).is_some(),
            _ => false,
        };
        let things: Vec<(Thing, bool)> = things.into_iter().map(|thing| (thing, stood(self, &thing))).collect();
        for (place, (thing, stood_first)) in things.iter().enumerate() {
            if *stood_first && !stood(self, thing) {
                continue;
            }
            self.step()?;
            self.still_to_come(0, &things[place + 1..]);
            self.call(name, Value::Things(vec![*thing]));
            self.block_of(block)?;
        }
        Ok(())
    }

    /// Records what remains of the loop under way: a number of rounds, or things to visit.
    fn still_to_come(&mut self, rounds: i64, things: &[(Thing, bool)]) {
        if let Some(doing) = self.doing.last_mut() {
            doing.left = (rounds, things.iter().map(|(thing, _)| *thing).collect());
        }
    }

    /// `as P: …`
    fn acting_as(&mut self, piece: &'v Expr, block: &'v Block) -> Ran {
        let stands = |piece: &PieceNo| self.stands(*piece);
        let Some((piece, site)) = self.asking().pieces(piece).iter().find_map(|piece| Some((*piece, stands(piece)?))) else {
            return Ok(());
        };
        let before = self.moving.actor.replace(piece);
        self.decision.deeds.push(Deed::Actor(site));
        let ran = self.block_of(block);
        if matches!(ran, Ok(()) | Err(Stop::Failed)) {
            self.moving.actor = before;
        }
        ran
    }

    /// Whether some way to carry out the block changes the position or the state of the move.
    fn changes_something(&self, block: &'v Block) -> Ran<bool> {
        let trial = self.trial();
        let before = trial.position.to_setup(self.variant);
        let mut changes = false;
        every_way(&trial, self.decider(), &|run| run.block_of(block), &mut |run, _, _| {
            let still = run.position.to_setup(run.variant) == before && run.moving.same_so_far(&self.moving);
            changes |= !still;
            !changes
        })
        .map_err(Stop::Limit)?;
        Ok(changes)
    }

    /// Changes pieces. A piece loses the attributes that its kind does not have; tokens in such slots go to the box.
    fn change(&mut self, of: &'v Expr, change: impl Fn(&mut super::position::Piece)) {
        for piece in self.asking().pieces(of) {
            if let Some(piece) = self.position.pieces.get_mut(&piece) {
                change(piece);
                let has = self.variant.equipment.kinds[piece.kind.index()].slots;
                let has = |slot: &SlotId| has >> slot.index() & 1 != 0;
                piece.values.retain(|slot, _| has(slot));
                let lost: Vec<_> = piece.tokens.iter().filter(|(slot, _)| !has(slot)).map(|(_, token)| *token).collect();
                piece.tokens.retain(|slot, _| has(slot));
                let everybody = self.everybody();
                lost.into_iter().for_each(|token| self.position.put_in_box(token, everybody.clone()));
            }
        }
    }

    fn set_number(&mut self, stored: StoredRef, number: i64) {
        let declared = &self.variant.rules.stored[stored.stored.index()];
        if let StoredType::Number { least, greatest, .. } = declared.holds {
            self.position.stored.insert(stored, Kept::Number(number.clamp(least, greatest)));
        }
        if declared.clock {
            self.position.clocks_set.insert(stored.stored);
        }
    }

    fn set_kept(&mut self, stored: StoredId, of: Option<&'v Expr>, to: &'v Expr) {
        let asking = self.asking();
        let kept = match self.variant.rules.stored[stored.index()].holds {
            StoredType::Set(Type::Truth) => Kept::Truth(asking.truth(to)),
            StoredType::Set(Type::Site) => Kept::Sites(asking.sites(to).into_iter().collect()),
            StoredType::Set(Type::Piece) => {
                let pieces = asking.pieces(to).into_iter().filter(|piece| self.stands(*piece).is_some());
                Kept::Pieces(pieces.collect())
            }
            StoredType::Set(_) | StoredType::Number { .. } => {
                let member = |thing: Thing| if let Thing::Member(member) = thing { Some(member) } else { None };
                Kept::Members(asking.things(to).into_iter().filter_map(member).collect::<BTreeSet<u8>>())
            }
        };
        for one in self.asking().stored(stored, of) {
            self.position.stored.insert(one, kept.clone());
        }
    }
}

/// The single `play` that a block consists of, if it does: `may play` is one decision, not a choice followed by another.
fn only_play(block: &Block) -> Option<(&Expr, Option<&Expr>)> {
    match block.statements.as_slice() {
        [Statement { kind: StatementKind::Play { moves, by }, .. }] => Some((moves, by.as_ref())),
        _ => None,
    }
}
