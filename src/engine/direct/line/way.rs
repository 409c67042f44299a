//! How a game has come to where it stands, from the beginning of its turn.

use crate::engine::direct::chance::Luck;
use crate::engine::direct::game::{Asks, Under};
use crate::engine::direct::rules::Rules;
use crate::engine::direct::{begins, can_begin};
use crate::engine::game::Game;
use crate::engine::line::Line;
use crate::engine::position::Position;
use crate::engine::run::Actor;
use crate::engine::word::Word;
use crate::program::Program;

use super::{Ahead, Way};

impl<'r, B: Word> Ahead<'r, B> {
    /// The game as it stands; none if it holds more than there is room for, or if the way there is not found.
    pub(in crate::engine::direct) fn of(rules: &'r Rules<B>, program: &'r Program, game: &Game) -> Option<Ahead<'r, B>> {
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
        let mut game = Under::new(rules, program, start, begins(start));
        game.run.aim.weighs = true;
        let mut ahead = Ahead { game, program, marks: Vec::new(), used: 0, marked: false, way: Way::default(), dealt: 0 };
        let stands = |at: &usize| ahead.game.run.stands(&rules.slots.state(program, &positions[*at]));
        ahead.game.run.history.earlier = earlier.iter().map(stands).collect();
        let mut way = Way::default();
        ahead.go(&way);
        let found = ahead.stands_at(start) && positions[first + 1..].iter().all(|position| ahead.follow(position, &mut way));
        ahead.way = way;
        ahead.restart(0);
        found.then_some(ahead)
    }

    /// On to a position to which one decision leads.
    fn follow(&mut self, to: &Position, way: &mut Way) -> bool {
        let ways: Vec<Way> = if self.game.asks == Asks::Chance {
            let results = 0..self.game.run.asking.asked.options.len() as u32;
            let after = |result: u32| Way { drawn: [&way.drawn[..], &[result]].concat(), ..way.clone() };
            results.map(after).collect()
        } else {
            self.used = 0;
            self.mark();
            (0..self.game.options).map(|option| Way { option: Some(option), ..Way::default() }).collect()
        };
        let mut there = Vec::new();
        for one in ways {
            self.go(&one);
            if self.stands_at(to) {
                there.push(one);
            }
        }
        // Where several come to the same memory, what comes of it tells them apart.
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

    /// The game as it stands, with its list.
    pub(super) fn here(&self) -> Under<'r, B> {
        let mut game = self.game.clone();
        if self.marked {
            game.run.listed.clone_from(&self.marks[self.used - 1].listed);
        }
        game
    }

    /// From the last mark, or the beginning.
    pub(super) fn go(&mut self, way: &Way) {
        if self.used > 0 {
            self.back();
        }
        self.game.run.chance.luck = Luck { rolling: way.then, ..Luck::told(&way.drawn) };
        match way.option {
            Some(option) => self.play(option),
            None => self.game.begin(),
        }
    }

    /// Whether it has come to a position.
    fn stands_at(&self, position: &Position) -> bool {
        let game = &self.game;
        let there = game.run.rules.slots.read::<B>(self.program, &position.store);
        let asked = match position.actor(self.program) {
            Some(Actor::Chance) => game.asks == Asks::Chance,
            Some(Actor::Player(player)) => game.asks != Asks::Chance && game.decides() == Some(player),
            None => true,
        };
        asked && *game.standing() == there && game.over == position.outcome().is_some() && self.began_as(position)
    }

    /// Whether what stands at hand is what the turn began with, or not, as in a position: two ways to the same may tell that apart.
    fn began_as(&self, position: &Position) -> bool {
        let run = &self.game.run;
        let began = run.history.began().filter(|_| run.rules.ends.repeats && !self.game.over);
        began.is_none_or(|began| (began == run.stands(self.game.standing())) == (position.standing() == position.hash()))
    }
}

/// Where turns begin, up to the first of which it is not known with what, for its beginning has changed it: from the last before that
/// all is played again.
fn known(positions: &[Position], begins: &impl Fn(&Position) -> bool) -> Vec<usize> {
    // A game may begin with the set-up, or with a turn that has begun.
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
