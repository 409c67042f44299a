//! The whole comparison: first the rules, then positions, then the search for small witnesses.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::engine::{LimitReached, Position};
use crate::model::Setup;

use super::case::{Case, Root};
use super::cause::Cause;
use super::compare::{Comparison, Pair};
use super::matching::Matching;
use super::report::{Claim, Early, Report, Searched, Witness};
use super::rules::changes;
use super::settings::{Chooser, Players, Progress, RANDOM, Settings};
use super::sparse::{Dice, Sparse};
use super::tally::Tally;
use super::walk::Node;
use super::{Version, shrink};

/// Maximum number of decisions of a random game.
const LONGEST_GAME: usize = 250;

/// Number of positions examined in one parallel part.
const AT_ONCE: u64 = 250;

/// Maximum number of causes that are followed up.
const MOST_CAUSES: usize = 24;

/// Compares two versions. `given` are further set-ups, in the words of the first version. `progress` receives the number of
/// positions examined since the last call and returns whether to go on; if it stops the search, the report covers what was
/// examined by then, and witnesses are not shrunk any further. The result does not depend on the number of threads.
///
/// # Errors
/// A rule that does not come to an end in a game from the initial position or from a given one. A constructed position in which
/// that happens is left out.
///
/// ```
/// # use draughtsman::{analysis::diff::{self, Settings, Version}, library};
/// let (a, b) = (library::bundled("english").unwrap(), library::bundled("italian").unwrap());
/// let a = Version { name: "english", variant: &a.variant, program: &a.program };
/// let b = Version { name: "italian", variant: &b.variant, program: &b.program };
/// let settings = Settings { positions: 400, ..Settings::default() };
/// let report = diff::diff(&a, &b, &[], &settings, &|_| true).unwrap();
/// assert!(report.differ());
/// ```
pub fn diff(
    a: &Version<'_>,
    b: &Version<'_>,
    given: &[Setup],
    settings: &Settings,
    progress: &Progress<'_>,
) -> Result<Report, LimitReached> {
    diff_played(a, b, given, settings, None, progress)
}

/// The same with games by given players. They choose moves of the first version as long as both versions have them. Without
/// players the games are random.
///
/// # Errors
/// As of [`diff`].
pub fn diff_played(
    a: &Version<'_>,
    b: &Version<'_>,
    given: &[Setup],
    settings: &Settings,
    players: Option<&Players<'_>>,
    progress: &Progress<'_>,
) -> Result<Report, LimitReached> {
    let changes = changes(a.variant, b.variant);
    let mut report = Report::new(a, b, changes, settings);
    report.searched.agent = players.map_or(RANDOM, |players| &players.name).to_owned();
    let matching = match Matching::of(a, b) {
        Ok(matching) => matching,
        Err(reason) => {
            report.claim = Claim::Unshared(reason);
            return Ok(report);
        }
    };
    report.mirrored = matching.mirrored;
    let comparison = Comparison { a: *a, b: *b, matching };
    let roots = comparison.roots(given, &mut report)?;
    let tree = comparison.tree(&roots, settings, &mut report, progress)?;
    let games = comparison.games(&roots, settings, players, progress)?;
    let left = settings.positions.saturating_sub(tree.count.positions + games.count.positions);
    let few = comparison.few(&roots, left, settings.seed, progress)?;
    report.searched.games = games.count;
    report.searched.few = few.count;
    let all = tree.and(few).and(games);
    report.searched.only_one = all.only_one;
    report.searched.endless = all.endless;
    report.witnesses = comparison.witnesses(&all, settings, progress);
    report.causes = all.causes.len();
    report.claim = if report.start.is_some() || !report.witnesses.is_empty() { Claim::Differ } else { Claim::NoneFound };
    Ok(report)
}

impl Comparison<'_> {
    /// The positions from which to search: the initial position if it is the same in both versions, else both initial positions
    /// as far as the other version can represent them; and the given ones.
    fn roots(&self, given: &[Setup], report: &mut Report) -> Result<Vec<Node>, LimitReached> {
        let mut roots = Vec::new();
        let node = |pair: Pair, root: Root| Node { pair, case: Case { root, line: Vec::new() } };
        if let Some(pair) = self.start()? {
            roots.push(node(pair, Root::Start));
        } else {
            let start = |program| Position::start(program).map(|position: Position| position.to_setup(program));
            let (start_a, start_b) = (start(self.a.program)?, start(self.b.program)?);
            let back = self.matching.back.carried(&start_b);
            for setup in [Some(start_a.clone()), back].into_iter().flatten() {
                roots.extend(self.pair(&setup).map(|pair| node(pair, Root::Set(Box::new(setup)))));
            }
            report.start = Some((start_a, start_b));
        }
        for (i, setup) in given.iter().enumerate() {
            match self.pair(setup) {
                Some(pair) => roots.push(node(pair, Root::Set(Box::new(setup.clone())))),
                None => report.refused.push(i),
            }
        }
        Ok(roots)
    }

    /// Examines all lines from the roots, breadth first.
    fn tree(
        &self,
        roots: &[Node],
        settings: &Settings,
        report: &mut Report,
        progress: &Progress<'_>,
    ) -> Result<Tally, LimitReached> {
        let most = (settings.positions / 4).max(roots.len() as u64);
        let mut known = FxHashSet::default();
        let mut nodes = roots.to_vec();
        nodes.retain(|node| known.insert(node.pair.decision_hashes()));
        let mut all = Tally::default();
        for ply in 0..=settings.depth {
            if nodes.is_empty() || all.count.positions + nodes.len() as u64 > most {
                break;
            }
            let (tally, next) = self.ply(&nodes, &mut known, progress)?;
            let goes_on = progress(tally.count.positions);
            if report.earliest.is_none() && tally.count.parted > 0 {
                report.earliest = tally.causes.values().flat_map(|(_, cases)| cases).next().map(|case| self.early(case, ply));
            }
            all = all.and(tally);
            if !goes_on {
                break;
            }
            report.searched.plies = Some(ply);
            nodes = next;
        }
        report.searched.tree = all.count;
        Ok(all)
    }

    fn early(&self, case: &Case, ply: u32) -> Early {
        let setup = match &case.root {
            Root::Start => None,
            Root::Set(setup) => Some((**setup).clone()),
        };
        Early { ply, from: setup, line: case.line.clone() }
    }

    fn games(
        &self,
        roots: &[Node],
        settings: &Settings,
        players: Option<&Players<'_>>,
        progress: &Progress<'_>,
    ) -> Result<Tally, LimitReached> {
        in_parts(settings.positions / 4, progress, |number, count| {
            let mut dice = Dice::new(settings.seed, 2 * number);
            let mut player = players.map(|players| (players.begin)(dice.number()));
            let mut tally = Tally::default();
            while !roots.is_empty() && tally.count.positions < count && progress(0) {
                let left = (count - tally.count.positions) as usize;
                let player = player.as_mut().map(|player| &mut **player as &mut Chooser<'_>);
                self.game(roots, left.min(LONGEST_GAME), &mut dice, player, &mut tally)?;
            }
            Ok(tally)
        })
    }

    fn few(&self, roots: &[Node], positions: u64, seed: u64, progress: &Progress<'_>) -> Result<Tally, LimitReached> {
        let sparse = Sparse::of(&self.a, &self.b);
        in_parts(positions, progress, |number, count| {
            let mut dice = Dice::new(seed, 2 * number + 1);
            Ok(self.scatter(sparse.as_ref(), roots, count as usize, &mut dice, progress))
        })
    }

    /// The smallest witnesses found, at least one for each cause as far as the limit allows.
    fn witnesses(&self, all: &Tally, settings: &Settings, progress: &Progress<'_>) -> Vec<Witness> {
        let mut causes: Vec<(&Cause, &(u64, Vec<Case>))> = all.causes.iter().collect();
        causes.sort_by_key(|(cause, (seen, _))| (std::cmp::Reverse(*seen), **cause));
        causes.truncate(MOST_CAUSES);
        // Differences in legal moves come first, those in stored values last.
        causes.sort_by_key(|(cause, _)| cause.subtlety());
        let shrunk = |(cause, (_, cases)): &(&Cause, &(u64, Vec<Case>))| {
            let cases = cases.iter().take(2).map(|case| self.shrunk(case.clone(), **cause, progress));
            cases.min_by_key(Case::size).map(|case| (case, **cause))
        };
        let mut found: Vec<(Case, Cause)> = causes.par_iter().filter_map(shrunk).collect();
        found.sort_by_key(|(case, cause)| (cause.subtlety(), case.size()));
        let mut covered: Vec<Cause> = Vec::new();
        let mut witnesses: Vec<Witness> = Vec::new();
        for (case, cause) in found {
            if witnesses.len() >= settings.witnesses.max(1) {
                break;
            }
            let Some((pair, parting)) = self.parting(&case) else { continue };
            let causes = self.causes(&parting);
            if causes.iter().all(|cause| covered.contains(cause)) {
                continue;
            }
            covered.extend(&causes);
            let seen = causes.iter().filter_map(|cause| all.causes.get(cause)).map(|(seen, _)| *seen).max().unwrap_or(0);
            witnesses.push(self.witness(&case, cause, &pair, &parting, seen));
        }
        witnesses
    }
}

/// Runs independent parts of a search in parallel. After a stop, parts that have not begun are skipped without delay.
fn in_parts(
    positions: u64,
    progress: &Progress<'_>,
    some: impl Fn(u64, u64) -> Result<Tally, LimitReached> + Sync,
) -> Result<Tally, LimitReached> {
    let part = |number: usize| {
        let number = number as u64;
        let tally = some(number, AT_ONCE.min(positions - number * AT_ONCE))?;
        progress(tally.count.positions);
        Ok(tally)
    };
    let parts = (0..positions.div_ceil(AT_ONCE) as usize).into_par_iter().with_max_len(1);
    parts.take_any_while(|_| progress(0)).map(part).try_reduce(Tally::default, |sum, part| Ok(sum.and(part)))
}

/// Tests of a finished report.
impl Report {
    /// Whether no further reduction of a witness keeps its difference.
    pub fn is_minimal(&self, a: &Version<'_>, b: &Version<'_>, witness: &Witness) -> bool {
        let Ok(matching) = Matching::of(a, b) else { return false };
        let comparison = Comparison { a: *a, b: *b, matching };
        let case = witness.case();
        let smaller = shrink::smaller(&case);
        comparison.parts(&case, witness.cause) && smaller.iter().all(|smaller| !comparison.parts(smaller, witness.cause))
    }
}

impl Searched {
    /// Number of positions examined by all methods.
    pub fn positions(&self) -> u64 {
        self.tree.positions + self.games.positions + self.few.positions
    }

    /// Number of positions in which the versions differ.
    pub fn parted(&self) -> u64 {
        self.tree.parted + self.games.parted + self.few.parted
    }
}
