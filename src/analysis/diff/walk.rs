//! Ways to positions: every line from the start to some depth, games at random, positions at random.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::engine::{Actor, Counting, InARow, LimitReached, drawn};
use crate::model::Setup;

use super::case::{Case, Root};
use super::compare::{Comparison, Pair, Parting, Step};
use super::settings::{Chooser, Progress};
use super::sparse::{Dice, Sparse, thinned};
use super::tally::Tally;

/// Fewer decisions than so many begin a game at random, where somebody plays it.
const MOST_AT_RANDOM: usize = 9;

/// A position on the way, and how it came about.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) pair: Pair,
    pub(super) case: Case,
}

impl Comparison<'_> {
    /// Looks at a position: what is common goes on.
    fn look(&self, node: &Node, tally: &mut Tally) -> Result<Parting, LimitReached> {
        let parting = self.part(&node.pair)?;
        tally.see(&self.causes(&parting), || node.case.clone());
        Ok(parting)
    }

    /// Looks at every position of one ply, as long as it is to go on, and gives those of the next.
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

    /// A game from one of the given positions, as far as both versions go: at random, or after a few decisions at random by whoever
    /// plays it. A move that only one version has is not played: another one is taken at random.
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
        // So that no two games are the same, however sure of itself who plays is.
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
        let common = &parting.common;
        if common.is_empty() {
            return None;
        }
        if pair.a.actor(self.a.program) != Some(Actor::Chance) {
            return Some(dice.below(common.len()));
        }
        drawn(common.iter().map(|step| step.mv.weight), &mut |all| dice.number() % all)
    }

    /// One move of both at random, without a look at the others.
    fn stride(&self, pair: &Pair, dice: &mut Dice) -> Option<Pair> {
        let of_a = pair.a.moves(self.a.program, Counting::AsWritten).ok()?;
        let of_b = pair.b.moves(self.b.program, Counting::AsWritten).ok()?;
        let mv = of_a.get(dice.below(of_a.len()))?.clone();
        let key = self.key(&mv, false);
        let same = of_b.iter().find(|other| self.key(other, true) == key)?;
        let a = pair.a.play(self.a.program, &mv, pair.stood().0).ok()?;
        let b = pair.b.play(self.b.program, same, pair.stood().1).ok()?;
        self.effect(&a, &b).is_none().then(|| pair.after(&Step { mv, a, b }))
    }

    /// A position of a game, with most pieces taken off.
    pub(super) fn thin(&self, roots: &[Node], dice: &mut Dice) -> Option<Setup> {
        let mut pair = roots.get(dice.below(roots.len()))?.pair.clone();
        let (mut left, mut in_a_row) = (1 + dice.below(30), InARow::default());
        while left > 0
            && let Some(actor) = pair.a.actor(self.a.program)
        {
            in_a_row.decides(actor, self.a.program, &pair.a).ok()?;
            // What chance decides before the game begins is no move.
            left -= usize::from(actor != Actor::Chance);
            match self.stride(&pair, dice) {
                Some(next) => pair = next,
                None => break,
            }
        }
        let setup = pair.a.to_setup(self.a.program);
        (setup.pending.is_none() && setup.outcome.is_none()).then(|| thinned(setup, dice))
    }

    /// Looks at so many positions with few pieces, as long as it is to go on; some of them are played on.
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
            // Of a made-up position it is no error if a rule does not come to an end there.
            if self.game(std::slice::from_ref(&node), most, dice, None, &mut tally).is_err() {
                tally.endless += 1;
                if tally.endless > count as u64 {
                    break;
                }
            }
        }
        tally
    }

    /// The position under both versions; that only one of them accepts it is noted.
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
