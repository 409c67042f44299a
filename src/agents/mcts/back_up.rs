//! Backing up the result of a playout along its path.

use super::chance::Worth;
use super::tree::{Step, Tree};
use crate::agents::limits::{among_others, decided, points};

/// The result of a playout, for the side that thinks.
pub(super) struct PlayoutResult {
    /// As of [`Thought::value`](crate::agents::Thought::value) at the last decision of the path; and as a result from -1 (lost)
    /// to 1 (won).
    value: i32,
    share: f32,
    /// Chance has decided something after the path.
    drew: bool,
    /// If the result is proven: after how many decisions, beyond the last one of the path, the game ends.
    proven: Option<i16>,
}

impl PlayoutResult {
    /// The result of a playout with this value.
    pub(super) fn of(value: i32, drew: bool) -> PlayoutResult {
        let share = match decided(value) {
            Some(_) => value.signum() as f32,
            None => ((2.0 * points(value.into()) - 1.0) * 0.98) as f32,
        };
        PlayoutResult { value, share, drew, proven: None }
    }

    /// The result of a playout with a proven value.
    pub(super) fn certain(value: i32, drew: bool) -> PlayoutResult {
        let proven = decided(value).map(|plies| (plies.unsigned_abs() - 1).try_into().unwrap_or(i16::MAX));
        PlayoutResult { proven, ..PlayoutResult::of(value, drew) }
    }

    /// The result where the average over chance is known exactly.
    pub(super) fn known(worth: Worth) -> PlayoutResult {
        PlayoutResult { value: worth.counts.round() as i32, share: worth.share as f32, drew: true, proven: None }
    }
}

impl Tree {
    /// Adds the result of a playout to all decisions on its path.
    pub(super) fn back_up(&mut self, path: &[Step], result: PlayoutResult) {
        let PlayoutResult { mut value, share, drew: mut by_chance, mut proven } = result;
        // What is proven in one position does not hold in others that look the same.
        proven = proven.filter(|_| !self.veiled);
        by_chance |= self.veiled;
        // The node after the current step, if its worth is computed from averages over chance.
        let mut after: Option<u32> = None;
        for (back, step) in path.iter().rev().enumerate() {
            let counts = among_others(value) as f64;
            self.met(*step, (back == 0).then_some((share.into(), counts)));
            let worth = self.average(*step, after);
            let node = &mut self.nodes[step.node];
            let mine = if node.ours { 1.0 } else { -1.0 };
            by_chance |= step.drew;
            node.visits += 1;
            let edge = &mut node.edges[step.edge];
            edge.visits += 1;
            edge.drew |= by_chance;
            match worth {
                Some(worth) => edge.set(worth, mine),
                None => {
                    edge.total += mine as f32 * share;
                    edge.counts += mine * counts;
                }
            }
            // One decision earlier the end of the game is one further away.
            value -= decided(value).map_or(0, |_| value.signum());
            // After chance has decided, the proof holds for this one result only.
            proven = proven.filter(|_| !step.drew);
            if let Some(after) = proven {
                let plies = after.saturating_add(1);
                edge.proven = if mine as f32 * share > 0.0 { plies } else { -plies };
                proven = node.proven();
            }
            if node.edges[step.edge].is_known() {
                node.exact = node.best_known();
            }
            if self.by_chance {
                node.estimate = node.estimated();
            }
            after = worth.map(|_| step.node);
        }
    }

    /// Counts a result of chance that occurred; `left` is the result of a playout that left the tree there.
    fn met(&mut self, step: Step, left: Option<(f64, f64)>) {
        let edge = &mut self.nodes[step.node].edges[step.edge];
        let Some(outcome) = step.outcome.zip(edge.chance.as_mut()).map(|(place, chance)| &mut chance.outcomes[place]) else {
            return;
        };
        outcome.met += 1;
        if let Some((share, counts)) = left {
            let (many, shares, all) = outcome.left;
            outcome.left = (many + 1, shares + share, all + counts);
        }
    }

    /// The worth of an option, if it is computed from averages over chance.
    fn average(&self, step: Step, after: Option<u32>) -> Option<Worth> {
        let node = &self.nodes[step.node];
        let edge = &node.edges[step.edge];
        match &edge.chance {
            _ if edge.settled => edge.known(node.ours),
            Some(chance) => chance.worth(&self.nodes),
            None => Some(self.nodes[after?].worth()?.earlier()),
        }
    }
}
