//! Sources of positions: all lines from the roots to some depth, games, and random positions.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::engine::{Actor, Counting, InARow, LimitReached, drawn};
use crate::model::Setup;

use super::case::{Case, Root};
use super::compare::{Comparison, Pair, Parting, Step};
use super::settings::{Chooser, Progress};
use super::sparse::{Dice, Sparse, thinned};
use super::tally::Tally;

/// A game of given players begins with fewer random decisions than this.
const MOST_AT_RANDOM: usize = 9;

/// A position of the search, and how it was reached.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) pair: Pair,
    pub(super) case: Case,
}

impl Comparison<'_> {
    /// Compares one position and records the differences. Search continues along the common moves.
    fn look(&self, node: &Node, tally: &mut Tally) -> Result<Parting, LimitReached> {
        let parting = self.part(&node.pair)?;
        tally.see(&self.causes(&parting), || node.case.clone());
        Ok(parting)
    }

    /// Examines all positions of one ply until `progress` stops it, and returns those of the next ply.
    pub(super) fn ply(
        &self,
        nodes: &[Node],
        known: &mut FxHashSet<(u64, u64)>,
        progress: &Progress<'_>,
    ) -> Result<(Tally, Vec<Node>), LimitReached> {
        let looked: Result<Vec<(Tally, Vec<Node>)>, LimitReached> = nodes
            .par_iter()
            .map(|node| {
                let mut tally = Tally::default();
                if !progress(0) {
                    return Ok((tally, Vec::new()));
                }
                let parting = self.look(node, &mut tally)?;
                let texts = self.texts(&parting);
                let next = parting.common.iter().zip(texts).map(|(step, text)| {
                    let mut case = node.case.clone();
                    case.line.push(text);
                    Node { pair: node.pair.after(step), case }
                });
                Ok((tally, next.collect()))
            })
            .collect();
        let mut all = Tally::default();
        let mut next = Vec::new();
        for (tally, nodes) in looked? {
            all = all.and(tally);
            next.extend(nodes.into_iter().filter(|node| known.insert(node.pair.decision_hashes())));
        }
        Ok((all, next))
    }

    /// Plays a game from one of the roots through moves that both versions have: at random, or after a random opening by
    /// `player`. Where `player` chooses a move that only one version has, a random common move is played.
    pub(super) fn game(
        &self,
        roots: &[Node],
        most: usize,
        dice: &mut Dice,
        mut player: Option<&mut Chooser<'_>>,
        tally: &mut Tally,
    ) -> Result<(), LimitReached> {
        if roots.is_empty() {
            return Ok(());
        }
        let mut node = roots[dice.below(roots.len())].clone();
        // The random opening makes games differ even if the player is deterministic.
        let opening = if player.is_some() { dice.below(MOST_AT_RANDOM) } else { most };
        for at in 0..most {
            let parting = self.look(&node, tally)?;
            let wanted = player.as_mut().filter(|_| at >= opening).and_then(|player| player(&node.pair.a));
            let wanted = wanted.and_then(|mv| parting.common.iter().position(|step| step.mv == mv));
            let Some(step) = wanted.or_else(|| self.step(&node.pair, &parting, dice)) else { break };
            node.case.line.push(self.texts(&parting).swap_remove(step));
            node.pair = node.pair.after(&parting.common[step]);
        }
        Ok(())
    }

    fn step(&self, pair: &Pair, parting: &Parting, dice: &mut Dice) -> Option<usize> {
        self.at_random(pair, parting.common.iter().map(|step| step.mv.weight), dice)
    }

    /// The index of a random move among moves of these weights, which count where chance decides; `None` if there is none.
    fn at_random(&self, pair: &Pair, weights: impl ExactSizeIterator<Item = u64> + Clone, dice: &mut Dice) -> Option<usize> {
        match pair.a.actor(self.a.program) {
            Some(Actor::Chance) => drawn(weights, &mut |all| dice.number() % all),
            _ => (weights.len() > 0).then(|| dice.below(weights.len())),
        }
    }

    /// A random move that both versions have, without comparing the other moves.
    fn stride(&self, pair: &Pair, dice: &mut Dice) -> Option<Pair> {
        let of_a = pair.a.moves(self.a.program, Counting::AsWritten).ok()?;
        let of_b = pair.b.moves(self.b.program, Counting::AsWritten).ok()?;
        let mv = of_a[self.at_random(pair, of_a.iter().map(|mv| mv.weight), dice)?].clone();
        let key = self.key(&mv, false);
        let same = of_b.iter().find(|other| self.key(other, true) == key)?;
        let a = pair.a.play(self.a.program, &mv, pair.stood().0).ok()?;
        let b = pair.b.play(self.b.program, same, pair.stood().1).ok()?;
        self.effect(&a, &b).is_none().then(|| pair.after(&Step { mv, a, b }))
    }

    /// A position of a game, with most pieces removed.
    pub(super) fn thin(&self, roots: &[Node], dice: &mut Dice) -> Option<Setup> {
        let mut pair = roots.get(dice.below(roots.len()))?.pair.clone();
        let (mut left, mut in_a_row) = (1 + dice.below(30), InARow::default());
        while left > 0
            && let Some(actor) = pair.a.actor(self.a.program)
        {
            in_a_row.decides(actor, self.a.program, &pair.a).ok()?;
            // Decisions of chance, such as those before the game begins, do not count as moves.
            left -= usize::from(actor != Actor::Chance);
            match self.stride(&pair, dice) {
                Some(next) => pair = next,
                None => break,
            }
        }
        let setup = pair.a.to_setup(self.a.program);
        (setup.pending.is_none() && setup.outcome.is_none()).then(|| thinned(setup, dice))
    }

    /// Examines up to `count` positions with few pieces until `progress` stops it; from some of them a short game is played.
    pub(super) fn scatter(
        &self,
        sparse: Option<&Sparse<'_>>,
        roots: &[Node],
        count: usize,
        dice: &mut Dice,
        progress: &Progress<'_>,
    ) -> Tally {
        let mut tally = Tally::default();
        let mut drawn = 0;
        while (tally.count.positions as usize) < count && drawn < 20 * count && progress(0) {
            drawn += 1;
            let setup = match sparse {
                Some(sparse) => Some(sparse.draw(dice)),
                None => self.thin(roots, dice),
            };
            let Some(setup) = setup else { continue };
            let Some(pair) = self.accepted(&setup, &mut tally) else { continue };
            let node = Node { pair, case: Case { root: Root::Set(Box::new(setup)), line: Vec::new() } };
            let left = count - tally.count.positions as usize;
            let most = if dice.below(8) == 0 { left.min(16) } else { 1 };
            // In a constructed position a limit is no error.
            if self.game(std::slice::from_ref(&node), most, dice, None, &mut tally).is_err() {
                tally.endless += 1;
                if tally.endless > count as u64 {
                    break;
                }
            }
        }
        tally
    }

    /// The position under both versions. If only one of them accepts it, that is counted.
    fn accepted(&self, setup: &Setup, tally: &mut Tally) -> Option<Pair> {
        use crate::engine::Position;
        let a = Position::from_setup(self.a.program, setup);
        let b = self.matching.there.carried(setup).and_then(|there| Position::from_setup(self.b.program, &there).ok());
        match (a, b) {
            (Ok(a), Some(b)) => Some(Pair::new(a, b)),
            (Ok(_), None) => {
                tally.only_one[0] += 1;
                None
            }
            (Err(_), Some(_)) => {
                tally.only_one[1] += 1;
                None
            }
            (Err(_), None) => None,
        }
    }
}
