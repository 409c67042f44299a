//! Conditions and numbers over a position of a shaped game: what can be asked of bits and a few numbers.
//!
//! `S` is a set of sites: of the model here, of bits in the generators.

use crate::syntax::ast::Order;

/// Which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// `mover`
    Mover,
    /// `opponent`
    Opponent,
    /// The player spoken of: `it` in `some player where …`, by how many such phrases stand around that phrase.
    It(u8),
    /// This one.
    Side(u8),
}

/// How deep phrases about `some player` may stand in one another.
pub const DEEPEST: usize = 4;

/// A set of sites: where pieces stand, and places of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Squares<S> {
    /// Known beforehand.
    Fixed(S),
    /// Known beforehand for each side: `far-row`.
    Of(Who, Box<[S; 2]>),
    /// Where pieces of these kinds stand; of one side, or of both.
    Pieces(Option<Who>, u32),
    /// Where nothing stands.
    Empty,
    /// Where the acting piece stands.
    Actor,
    /// Where the move began.
    Start,
    /// Where the last piece taken stood.
    LastTaken,
    /// A kept thing: its first slot, and whose it is where there is one for each side.
    Kept(usize, Option<Who>),
    /// In all of them.
    All(Vec<Squares<S>>),
    /// In any of them.
    Any(Vec<Squares<S>>),
    /// In the first, not in the second.
    Without(Box<(Squares<S>, Squares<S>)>),
    /// One step from there, in these directions.
    Steps(u32, Box<Squares<S>>),
    /// Pieces of a side for which it holds, as `it`.
    OfSides(Box<(Squares<S>, Condition<S>)>),
    /// Pieces that stand on a place of their own side: `man on far-row`.
    Standing(Box<Squares<S>>, Box<[Squares<S>; 2]>),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number<S> {
    /// Known beforehand.
    Fixed(i64),
    /// `count own king`
    Count(Squares<S>),
    /// `total value of own`: what each kind is worth.
    Worth(Squares<S>, Vec<i64>),
    /// How many pieces of these kinds the move has taken.
    Taken(u32),
    /// A number carried along: its first slot, and whose it is where there is one for each side.
    Carried(usize, Option<Who>),
    /// `repeats`
    Repeats,
    /// `a + b`
    Sum(Box<(Number<S>, Number<S>)>),
    /// `a - b`
    Difference(Box<(Number<S>, Number<S>)>),
    /// `a * b`
    Product(Box<(Number<S>, Number<S>)>),
    /// `(if C then a else b)`
    If(Box<(Condition<S>, Number<S>, Number<S>)>),
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition<S> {
    /// Always, or never.
    Truth(bool),
    /// All hold.
    All(Vec<Condition<S>>),
    /// One holds.
    Any(Vec<Condition<S>>),
    /// Does not hold.
    Not(Box<Condition<S>>),
    /// Numbers compared.
    Compare(Order, Box<(Number<S>, Number<S>)>),
    /// There is a site in the set.
    Some(Squares<S>),
    /// The first is not empty, and within the second.
    Within(Box<(Squares<S>, Squares<S>)>),
    /// Something of these kinds was taken.
    Taken(u32),
    /// The last piece taken is of these kinds.
    LastTaken(u32),
    /// It holds for one of the sides, as `it`.
    SomeSide(Box<Condition<S>>),
    /// That side is one of these, as bits.
    Is(Who, u8),
}

impl<S> Condition<S> {
    /// What is left of it once it is known whether the move takes something. `all`: every kind.
    pub fn knowing(self, taken: bool, all: u32) -> Condition<S> {
        match self {
            Condition::Taken(kinds) if !taken || kinds & all == all => Condition::Truth(taken),
            Condition::LastTaken(_) if !taken => Condition::Truth(false),
            Condition::All(parts) => {
                let mut left = Vec::new();
                for part in parts {
                    match part.knowing(taken, all) {
                        Condition::Truth(true) => {}
                        Condition::Truth(false) => return Condition::Truth(false),
                        part => left.push(part),
                    }
                }
                if left.is_empty() { Condition::Truth(true) } else { Condition::All(left) }
            }
            Condition::Any(parts) => {
                let mut left = Vec::new();
                for part in parts {
                    match part.knowing(taken, all) {
                        Condition::Truth(false) => {}
                        Condition::Truth(true) => return Condition::Truth(true),
                        part => left.push(part),
                    }
                }
                if left.is_empty() { Condition::Truth(false) } else { Condition::Any(left) }
            }
            Condition::Not(part) => match part.knowing(taken, all) {
                Condition::Truth(truth) => Condition::Truth(!truth),
                part => Condition::Not(Box::new(part)),
            },
            Condition::Compare(order, pair) if !taken => match *pair {
                (Number::Taken(_), Number::Fixed(number)) => Condition::Truth(order.holds(&0, &number)),
                (Number::Fixed(number), Number::Taken(_)) => Condition::Truth(order.holds(&number, &0)),
                pair => Condition::Compare(order, Box::new(pair)),
            },
            other => other,
        }
    }

    /// Whether it asks what was taken last: then the order of taking matters.
    pub fn asks_order(&self) -> bool {
        self.any(&mut |squares| matches!(squares, Squares::LastTaken), &mut |one| matches!(one, Condition::LastTaken(_)))
    }

    /// Whether it asks about the move under way.
    pub fn asks_move(&self) -> bool {
        let mut of_move = |squares: &Squares<S>| matches!(squares, Squares::LastTaken | Squares::Actor | Squares::Start);
        let mut facts = |one: &Condition<S>| match one {
            Condition::LastTaken(_) | Condition::Taken(_) => true,
            Condition::Compare(_, pair) => pair.0.counts_taken() || pair.1.counts_taken(),
            _ => false,
        };
        self.any(&mut of_move, &mut facts)
    }

    /// Whether it asks how often the position has stood.
    pub fn asks_repeats(&self) -> bool {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::asks_repeats),
            Condition::Not(part) | Condition::SomeSide(part) => part.asks_repeats(),
            Condition::Compare(_, pair) => pair.0.asks_repeats() || pair.1.asks_repeats(),
            _ => false,
        }
    }

    /// Whether a part of it is such a set or such a condition.
    fn any(&self, sets: &mut dyn FnMut(&Squares<S>) -> bool, own: &mut dyn FnMut(&Condition<S>) -> bool) -> bool {
        own(self)
            || match self {
                Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| part.any(sets, own)),
                Condition::Not(part) | Condition::SomeSide(part) => part.any(sets, own),
                Condition::Compare(_, pair) => pair.0.any(sets, own) || pair.1.any(sets, own),
                Condition::Some(squares) => squares.any(sets, own),
                Condition::Within(pair) => pair.0.any(sets, own) || pair.1.any(sets, own),
                Condition::Truth(_) | Condition::Taken(_) | Condition::LastTaken(_) | Condition::Is(..) => false,
            }
    }

    /// The same over other sets of sites.
    pub fn map<T>(&self, to: &dyn Fn(&S) -> T) -> Condition<T> {
        let all = |parts: &[Condition<S>]| parts.iter().map(|part| part.map(to)).collect();
        match self {
            Condition::Truth(truth) => Condition::Truth(*truth),
            Condition::All(parts) => Condition::All(all(parts)),
            Condition::Any(parts) => Condition::Any(all(parts)),
            Condition::Not(part) => Condition::Not(Box::new(part.map(to))),
            Condition::Compare(order, pair) => Condition::Compare(*order, Box::new((pair.0.map(to), pair.1.map(to)))),
            Condition::Some(squares) => Condition::Some(squares.map(to)),
            Condition::Within(pair) => Condition::Within(Box::new((pair.0.map(to), pair.1.map(to)))),
            Condition::Taken(kinds) => Condition::Taken(*kinds),
            Condition::LastTaken(kinds) => Condition::LastTaken(*kinds),
            Condition::SomeSide(part) => Condition::SomeSide(Box::new(part.map(to))),
            Condition::Is(who, sides) => Condition::Is(*who, *sides),
        }
    }
}

impl<S> Number<S> {
    /// Whether it counts what was taken.
    pub fn counts_taken(&self) -> bool {
        match self {
            Number::Taken(_) => true,
            Number::Sum(pair) | Number::Difference(pair) | Number::Product(pair) => {
                pair.0.counts_taken() || pair.1.counts_taken()
            }
            Number::If(three) => three.0.asks_move() || three.1.counts_taken() || three.2.counts_taken(),
            _ => false,
        }
    }

    fn asks_repeats(&self) -> bool {
        match self {
            Number::Repeats => true,
            Number::Sum(pair) | Number::Difference(pair) | Number::Product(pair) => {
                pair.0.asks_repeats() || pair.1.asks_repeats()
            }
            Number::If(three) => three.0.asks_repeats() || three.1.asks_repeats() || three.2.asks_repeats(),
            _ => false,
        }
    }

    /// Whether it asks what was taken last.
    pub fn asks_order(&self) -> bool {
        self.any(&mut |squares| matches!(squares, Squares::LastTaken), &mut |one| matches!(one, Condition::LastTaken(_)))
    }

    fn any(&self, sets: &mut dyn FnMut(&Squares<S>) -> bool, own: &mut dyn FnMut(&Condition<S>) -> bool) -> bool {
        match self {
            Number::Count(squares) | Number::Worth(squares, _) => squares.any(sets, own),
            Number::Sum(pair) | Number::Difference(pair) | Number::Product(pair) => {
                pair.0.any(sets, own) || pair.1.any(sets, own)
            }
            Number::If(three) => three.0.any(sets, own) || three.1.any(sets, own) || three.2.any(sets, own),
            Number::Fixed(_) | Number::Taken(_) | Number::Carried(..) | Number::Repeats => false,
        }
    }

    /// The same over other sets of sites.
    pub fn map<T>(&self, to: &dyn Fn(&S) -> T) -> Number<T> {
        let both = |pair: &(Number<S>, Number<S>)| Box::new((pair.0.map(to), pair.1.map(to)));
        match self {
            Number::Fixed(number) => Number::Fixed(*number),
            Number::Count(squares) => Number::Count(squares.map(to)),
            Number::Worth(squares, worth) => Number::Worth(squares.map(to), worth.clone()),
            Number::Taken(kinds) => Number::Taken(*kinds),
            Number::Carried(slot, who) => Number::Carried(*slot, *who),
            Number::Repeats => Number::Repeats,
            Number::Sum(pair) => Number::Sum(both(pair)),
            Number::Difference(pair) => Number::Difference(both(pair)),
            Number::Product(pair) => Number::Product(both(pair)),
            Number::If(three) => Number::If(Box::new((three.0.map(to), three.1.map(to), three.2.map(to)))),
        }
    }
}

impl<S> Squares<S> {
    fn any(&self, sets: &mut dyn FnMut(&Squares<S>) -> bool, own: &mut dyn FnMut(&Condition<S>) -> bool) -> bool {
        sets(self)
            || match self {
                Squares::All(parts) | Squares::Any(parts) => parts.iter().any(|part| part.any(sets, own)),
                Squares::Without(pair) => pair.0.any(sets, own) || pair.1.any(sets, own),
                Squares::Steps(_, from) => from.any(sets, own),
                Squares::OfSides(pair) => pair.0.any(sets, own) || pair.1.any(sets, own),
                Squares::Standing(what, places) => what.any(sets, own) || places.iter().any(|place| place.any(sets, own)),
                _ => false,
            }
    }

    /// The same over other sets of sites.
    pub fn map<T>(&self, to: &dyn Fn(&S) -> T) -> Squares<T> {
        let all = |parts: &[Squares<S>]| parts.iter().map(|part| part.map(to)).collect();
        match self {
            Squares::Fixed(set) => Squares::Fixed(to(set)),
            Squares::Of(who, sets) => Squares::Of(*who, Box::new([to(&sets[0]), to(&sets[1])])),
            Squares::Pieces(who, kinds) => Squares::Pieces(*who, *kinds),
            Squares::Empty => Squares::Empty,
            Squares::Actor => Squares::Actor,
            Squares::Start => Squares::Start,
            Squares::LastTaken => Squares::LastTaken,
            Squares::Kept(slot, who) => Squares::Kept(*slot, *who),
            Squares::All(parts) => Squares::All(all(parts)),
            Squares::Any(parts) => Squares::Any(all(parts)),
            Squares::Without(pair) => Squares::Without(Box::new((pair.0.map(to), pair.1.map(to)))),
            Squares::Steps(ways, from) => Squares::Steps(*ways, Box::new(from.map(to))),
            Squares::OfSides(pair) => Squares::OfSides(Box::new((pair.0.map(to), pair.1.map(to)))),
            Squares::Standing(what, places) => {
                Squares::Standing(Box::new(what.map(to)), Box::new([places[0].map(to), places[1].map(to)]))
            }
        }
    }
}
