//! Statistics of many games by the same rules: results, lengths, and the tree of openings.

use crate::notation::pdn::GameResult;

/// Numbers of games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Won by White: `1-0`.
    pub white: u64,
    /// Won by Black: `0-1`.
    pub black: u64,
    /// Drawn: `1/2-1/2`.
    pub draws: u64,
    /// Lost by both: `0-0`.
    pub neither: u64,
    /// Result unknown: `*`.
    pub unknown: u64,
}

/// A node of the opening tree: a move, or the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The move as written in its game; empty at the root.
    pub text: String,
    /// Results of the games in which it was played here.
    pub results: Results,
    /// The moves played next, the most frequent first.
    pub next: Vec<Opening>,
}

/// Statistics of many games.
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
    /// Number of moves of all games.
    pub moves: u64,
    /// Number of moves of the shortest game.
    pub shortest: u64,
    /// Number of moves of the longest game.
    pub longest: u64,
    root: Opening,
    depth: usize,
}

impl Results {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.white + self.black + self.draws + self.neither + self.unknown
    }

    /// Mean score of White over games with a known result: 1 for a win, 1/2 for a draw. `None` if there is no such game.
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
    /// An empty collection whose opening tree holds the first `depth` moves of each game.
    pub fn of_openings(depth: usize) -> Collection {
        Collection { depth, ..Collection::default() }
    }

    /// Adds a game. Its first moves enter the tree if it began in the initial position of the rules.
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

    /// The results of all games.
    pub fn results(&self) -> Results {
        self.root.results
    }

    /// The tree of openings, sorted by frequency, then by text.
    pub fn openings(mut self) -> Opening {
        sort(&mut self.root);
        self.root
    }
}

/// Sorts the children of every node. The depth of the recursion is bounded by the depth requested for the tree.
fn sort(opening: &mut Opening) {
    opening.next.sort_by(|one, other| (other.results.games(), &one.text).cmp(&(one.results.games(), &other.text)));
    opening.next.iter_mut().for_each(sort);
}
