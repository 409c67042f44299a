//! How the position of a game was reached, from the beginning of its turn.

use crate::engine::bitboard::chance::ChanceSource;
use crate::engine::bitboard::game::{DecisionKind, GameInProgress};
use crate::engine::bitboard::rules::Rules;
use crate::engine::bitboard::{begins, can_begin};
use crate::engine::game::Game;
use crate::engine::line::Line;
use crate::engine::position::Position;
use crate::engine::run::Actor;
use crate::engine::word::Word;
use crate::program::Program;

use super::{Ahead, Lead};

impl<'r, B: Word> Ahead<'r, B> {
    /// A search from the position of a game; none if a position holds more than there is room for, or no way to it is found.
    pub(in crate::engine::bitboard) fn of(rules: &'r Rules<B>, program: &'r Program, game: &Game) -> Option<Ahead<'r, B>> {
        let positions = game.positions();
        let begins = |position: &Position| begins(program, position);
        let known: Vec<usize> = match rules.ends.repeats {
            true => known(positions, &begins),
            false => positions.iter().rposition(begins).into_iter().collect(),
        };
        let (first, earlier) = known.split_last().map_or((0, &[][..]), |(first, earlier)| (*first, earlier));
        let start = &positions[first];
        if !positions[first..].iter().all(|position| rules.slots.fits(program, position))
            || !can_begin(program, start, begins(start))
        {
            return None;
        }
        let mut game = GameInProgress::new(rules, program, start, begins(start));
        game.run.aim.counts_takes = true;
        let mut ahead = Ahead { game, program, marks: Vec::new(), used: 0, marked: false, way: Lead::default(), dealt: 0 };
        let stands = |at: &usize| ahead.game.run.repetition_hash(&rules.slots.state(program, &positions[*at]));
        ahead.game.run.history.earlier = earlier.iter().map(stands).collect();
        let mut way = Lead::default();
        ahead.go(&way);
        let found = ahead.stands_at(start) && positions[first + 1..].iter().all(|position| ahead.follow(position, &mut way));
        ahead.way = way;
        ahead.restart(0);
        found.then_some(ahead)
    }

    /// Goes on to a position that one decision leads to; whether it is found.
    fn follow(&mut self, to: &Position, way: &mut Lead) -> bool {
        let ways: Vec<Lead> = if self.game.decision == DecisionKind::Chance {
            let results = 0..self.game.run.asking.asked.options.len() as u32;
            let after = |result: u32| Lead { drawn: [&way.drawn[..], &[result]].concat(), ..way.clone() };
            results.map(after).collect()
        } else {
            self.used = 0;
            self.mark();
            (0..self.game.options).map(|option| Lead { option: Some(option), ..Lead::default() }).collect()
        };
        let mut there = Vec::new();
        for one in ways {
            self.go(&one);
            if self.stands_at(to) {
                there.push(one);
            }
        }
        // If several ways lead to the same memory, what follows from it distinguishes them.
        if there.len() > 1
            && let Ok(expected) = self.game.goes_on_from(self.program, to)
        {
            if self.used > 0 {
                self.back();
            }
            let decision = self.here();
            if let Some(same) =
                there.iter().position(|one| decision.further(one.option, &one.drawn).as_ref() == Some(&expected))
            {
                there.swap(0, same);
            }
        }
        let Some(found) = there.into_iter().next() else { return false };
        self.go(&found);
        *way = found;
        true
    }

    /// The game at the current decision, with its list of moves.
    pub(super) fn here(&self) -> GameInProgress<'r, B> {
        let mut game = self.game.clone();
        if self.marked {
            game.run.listed.clone_from(&self.marks[self.used - 1].listed);
        }
        game
    }

    /// Goes a way from the last mark, or from the beginning.
    pub(super) fn go(&mut self, way: &Lead) {
        if self.used > 0 {
            self.back();
        }
        self.game.run.chance.source = ChanceSource { rolling: way.then, ..ChanceSource::given(&way.drawn) };
        match way.option {
            Some(option) => self.play(option),
            None => self.game.begin(),
        }
    }

    /// Whether the game has reached a position.
    fn stands_at(&self, position: &Position) -> bool {
        let game = &self.game;
        let there = game.run.rules.slots.read::<B>(self.program, &position.store);
        let asked = match position.actor(self.program) {
            Some(Actor::Chance) => game.decision == DecisionKind::Chance,
            Some(Actor::Player(player)) => game.decision != DecisionKind::Chance && game.decides() == Some(player),
            None => true,
        };
        asked && *game.standing() == there && game.over == position.outcome().is_some() && self.began_as(position)
    }

    /// Whether the game's position equals the one with which its turn began if and only if `position` does: two ways to the same
    /// position may differ in that.
    fn began_as(&self, position: &Position) -> bool {
        let run = &self.game.run;
        let began = run.history.began().filter(|_| run.rules.ends.repeats && !self.game.over);
        began.is_none_or(|began| {
            (began == run.repetition_hash(self.game.standing())) == (position.standing() == position.hash())
        })
    }
}

/// The starts of turns, up to the first turn whose start is not known, because triggers at its beginning have changed the position.
/// The game is played again from the last of them.
fn known(positions: &[Position], begins: &impl Fn(&Position) -> bool) -> Vec<usize> {
    // A game may begin with the set-up, or with a turn that is under way.
    let starts = |i: usize| match i {
        0 => positions[0].standing() != positions[0].hash(),
        _ => positions[i].turns() != positions[i - 1].turns() && positions[i].outcome().is_none(),
    };
    let mut known = Vec::new();
    for (i, position) in positions.iter().enumerate() {
        if begins(position) {
            known.push(i);
        } else if starts(i) {
            break;
        }
    }
    known
}
