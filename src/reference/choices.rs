//! `choose`: a number of things out of a set, where indistinguishable things give the same option.

use crate::model::LocalId;
use crate::model::expr::Expr;
use crate::model::rules::{ChooseCount, Chooser};

use super::deeds::{Chosen, Deed};
use super::limits::{Limit, MOST_OPTIONS, MOST_THINGS};
use super::phrases::{Thing, Value};
use super::position::Item;
use super::run::{Decider, Ran, Run};

impl<'v> Run<'v> {
    /// `choose … x in S`
    pub(super) fn choose_things(
        &mut self,
        (local, name): (LocalId, &str),
        count: Option<&'v ChooseCount>,
        from: &'v Expr,
        by: &'v Chooser,
    ) -> Ran {
        let by = match by {
            Chooser::Current => self.decider(),
            Chooser::Chance => Decider::Chance,
            Chooser::Player(who) => Decider::Player(self.player_meant(who)),
        };
        let groups = self.alike(self.asking().things(from));
        let many: usize = groups.iter().map(Vec::len).sum();
        let number = |phrase: &'v Expr| self.asking().number(phrase).max(0) as usize;
        let (least, most) = match count {
            None => (1, 1),
            Some(ChooseCount::Exactly(exactly)) => {
                let exactly = number(exactly);
                let exactly = if by == Decider::Chance { exactly.min(many) } else { exactly };
                (exactly, exactly)
            }
            Some(ChooseCount::Between(least, most)) => (number(least), most.as_ref().map_or(many, number).min(many)),
        };
        let mut options = Selections::default();
        (least..=most).for_each(|size| options.every(&groups, size));
        let Selections { found: mut options, limit, .. } = options;
        if let Some(limit) = limit {
            return Err(self.limit(limit));
        }
        let chosen = self.choose(by, options.iter().map(|(_, ways)| *ways).collect())?;
        let (things, _) = options.swap_remove(chosen);
        self.decision
            .deeds
            .push(Deed::Chosen(name.to_owned(), things.iter().map(|thing| self.named_in_deed(*thing, from)).collect()));
        self.call(local, Value::Things(things));
        // After a choice by chance a new decision begins.
        if by == Decider::Chance { self.cut() } else { Ok(()) }
    }

    /// Groups indistinguishable things: tokens in the same pile or in the box about which the same is known, and identical
    /// pieces in the same pile.
    fn alike(&self, things: Vec<Thing>) -> Vec<Vec<Thing>> {
        let mut groups: Vec<Vec<Thing>> = Vec::new();
        for thing in things {
            match groups.iter_mut().find(|group| self.is_alike(group[0], thing)) {
                Some(group) => group.push(thing),
                None => groups.push(vec![thing]),
            }
        }
        groups
    }

    fn is_alike(&self, a: Thing, b: Thing) -> bool {
        let item = |thing: Thing| match thing {
            Thing::Token(token) => Some(Item::Token(token)),
            Thing::Piece(piece) => Some(Item::Piece(piece)),
            _ => None,
        };
        let (Some(x), Some(y)) = (item(a), item(b)) else { return a == b };
        let place = |item: Item| match item {
            Item::Token(token) if self.position.boxed.contains(&token) => Some(None),
            item => self.position.pile_of(item).map(Some),
        };
        match (place(x), place(y)) {
            (Some(p), Some(q)) => p == q && self.position.plain_item(x) == self.position.plain_item(y),
            _ => a == b,
        }
    }

    /// The form in which a deed records a thing.
    pub(super) fn named_in_deed(&self, thing: Thing, from: &Expr) -> Chosen {
        match thing {
            Thing::Site(site) => Chosen::Site(site),
            Thing::Piece(piece) | Thing::Alone(piece) => {
                match self.position.commands(piece).filter(|_| thing == Thing::Piece(piece)) {
                    Some(site) => Chosen::Piece(site),
                    None => match self.position.plain_item(Item::Piece(piece)) {
                        crate::model::setup::Item::Piece(piece) => Chosen::Off(piece),
                        crate::model::setup::Item::Token(_) => Chosen::Number(0),
                    },
                }
            }
            Thing::Taken(i) => self.moving.taken.get(i).map_or(Chosen::Number(i as i64), |taken| Chosen::Piece(taken.site)),
            Thing::Token(token) => Chosen::Token(self.position.tokens[&token].kind, self.position.plain_token(token)),
            Thing::Member(member) => Chosen::Member(from.ty, member),
            Thing::Number(number) => Chosen::Number(number),
            Thing::Pile(pile) => Chosen::Number(i64::from(pile.pile.0)),
        }
    }
}

/// Selections of things, each with the number of equally likely ways to make it.
#[derive(Default)]
struct Selections {
    found: Vec<(Vec<Thing>, u64)>,
    /// Total number of things in all selections.
    things: usize,
    /// The limit that was exceeded; enumeration stops there.
    limit: Option<Limit>,
}

impl Selections {
    /// Adds every selection of `size` things.
    fn every(&mut self, groups: &[Vec<Thing>], size: usize) {
        self.extend(groups, size, &[], 1);
    }

    fn extend(&mut self, groups: &[Vec<Thing>], size: usize, chosen: &[Thing], ways: u64) {
        if self.limit.is_some() {
            return;
        }
        if size == 0 {
            self.things += chosen.len();
            if self.found.len() == MOST_OPTIONS {
                self.limit = Some(Limit::Options);
            } else if self.things > MOST_THINGS {
                self.limit = Some(Limit::Things);
            } else {
                self.found.push((chosen.to_vec(), ways));
            }
            return;
        }
        let Some((group, rest)) = groups.split_first() else { return };
        let left: usize = rest.iter().map(Vec::len).sum();
        for many in (size.saturating_sub(left)..=group.len().min(size)).rev() {
            let chosen = [chosen, &group[..many]].concat();
            self.extend(rest, size - many, &chosen, ways.saturating_mul(binomial(group.len(), many)));
        }
    }
}

/// The binomial coefficient: the number of ways to choose `chosen` of `n` things, saturating.
fn binomial(n: usize, chosen: usize) -> u64 {
    (0..chosen.min(n - chosen)).fold(1u64, |product, i| product.saturating_mul((n - i) as u64) / (i as u64 + 1))
}
