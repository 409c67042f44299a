//! What many games by the same rules come to: how they ended, how long they were, and the tree of their openings.

use crate::notation::pdn::GameResult;

/// Games by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// `1-0`
    pub white: u64,
    /// `0-1`
    pub black: u64,
    /// `1/2-1/2`
    pub draws: u64,
    /// `0-0`
    pub neither: u64,
    /// `*`
    pub unknown: u64,
}

/// A move of the tree, or its root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The move, as its game writes it; nothing at the root.
    pub text: String,
    /// The games in which it was played here.
    pub results: Results,
    /// What was played next, the most frequent first.
    pub next: Vec<Opening>,
}

/// Many games.
///
/// ```
/// use draughtsman::analysis::collection::Collection;
/// use draughtsman::notation::pdn::GameResult;
/// let mut games = Collection::of_openings(1);
/// games.add(["32-28", "19-23"], GameResult::White, true);
/// games.add(["32-28"], GameResult::Draw, true);
/// games.add(["33-29", "19-23", "28x19"], GameResult::Unknown, true);
/// assert_eq!((games.results().games(), games.results().score()), (3, Some(0.75)));
/// assert_eq!(games.moves, 6);
/// assert_eq!((games.shortest, games.longest), (1, 3));
/// let root = games.openings();
/// assert_eq!(root.next[0].text, "32-28");
/// assert!(root.next[0].next.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// Moves of all games together.
    pub moves: u64,
    /// Moves of the shortest game.
    pub shortest: u64,
    /// Moves of the longest.
    pub longest: u64,
    root: Opening,
    depth: usize,
}

impl Results {
    /// How many games they are.
    pub fn games(&self) -> u64 {
        self.white + self.black + self.draws + self.neither + self.unknown
    }

    /// What White got of each game that came to a result: a point for a win, half of one for a draw; nothing if none did.
    pub fn score(&self) -> Option<f64> {
        let ended = self.games() - self.unknown;
        (ended > 0).then(|| (self.white as f64 + self.draws as f64 / 2.0) / ended as f64)
    }

    fn add(&mut self, result: GameResult) {
        *match result {
            GameResult::White => &mut self.white,
            GameResult::Black => &mut self.black,
            GameResult::Draw => &mut self.draws,
            GameResult::Neither => &mut self.neither,
            GameResult::Unknown => &mut self.unknown,
        } += 1;
    }
}

impl Collection {
    /// No games yet; of each, so many moves come into the tree.
    pub fn of_openings(depth: usize) -> Collection {
        Collection { depth, ..Collection::default() }
    }

    /// One more. Its first moves come into the tree if it began at the start of the rules.
    pub fn add<'t>(&mut self, moves: impl IntoIterator<Item = &'t str>, result: GameResult, from_the_start: bool) {
        let first = self.results().games() == 0;
        self.root.results.add(result);
        let depth = if from_the_start { self.depth as u64 } else { 0 };
        let (mut at, mut length) = (&mut self.root, 0);
        for text in moves {
            length += 1;
            if length > depth {
                continue;
            }
            let child = at.next.iter().position(|child| child.text == text).unwrap_or(at.next.len());
            if child == at.next.len() {
                at.next.push(Opening { text: text.to_owned(), ..Opening::default() });
            }
            at = &mut at.next[child];
            at.results.add(result);
        }
        self.moves += length;
        self.longest = self.longest.max(length);
        self.shortest = if first { length } else { self.shortest.min(length) };
    }

    /// How the games ended.
    pub fn results(&self) -> Results {
        self.root.results
    }

    /// The tree of the openings; of moves that are equally frequent, the one whose text comes first.
    pub fn openings(mut self) -> Opening {
        sort(&mut self.root);
        self.root
    }
}

/// The tree is as deep as somebody has asked for, with a bound.
fn sort(opening: &mut Opening) {
    opening.next.sort_by(|one, other| (other.results.games(), &one.text).cmp(&(one.results.games(), &other.text)));
    opening.next.iter_mut().for_each(sort);
}
