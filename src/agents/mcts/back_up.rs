//! What comes of a playout is counted in at each decision of its way.

use super::chance::Worth;
use super::tree::{Step, Tree};
use crate::agents::limits::{among_others, decided, points};

/// What a playout has come to, to the side that thinks.
pub(super) struct Result {
    /// As of [`Thought::value`](crate::agents::Thought::value) at the last decision of the way; and as a share of a game, from -1, lost,
    /// to 1, won.
    value: i32,
    share: f32,
    /// Chance had a hand in what came after it.
    drew: bool,
    /// It is certain, and comes so many decisions after the last one of the way.
    proven: Option<i16>,
}

impl Result {
    /// A playout that has come to this value.
    pub(super) fn of(value: i32, drew: bool) -> Result {
        let share = match decided(value) {
            Some(_) => value.signum() as f32,
            None => ((2.0 * points(value.into()) - 1.0) * 0.98) as f32,
        };
        Result { value, share, drew, proven: None }
    }

    /// The same of a value that is certain.
    pub(super) fn certain(value: i32, drew: bool) -> Result {
        let proven = decided(value).map(|plies| (plies.unsigned_abs() - 1).try_into().unwrap_or(i16::MAX));
        Result { proven, ..Result::of(value, drew) }
    }

    /// What is known of an average over chance.
    pub(super) fn known(worth: Worth) -> Result {
        Result { value: worth.counts.round() as i32, share: worth.share as f32, drew: true, proven: None }
    }
}

impl Tree {
    /// What a way down the tree has come to is counted in at each of its decisions.
    pub(super) fn back_up(&mut self, path: &[Step], result: Result) {
        let Result { mut value, share, drew: mut by_chance, mut proven } = result;
        // What is certain in one position is not in another that looks alike.
        proven = proven.filter(|_| !self.veiled);
        by_chance |= self.veiled;
        // The decision after this one, if what it is worth comes of averages over chance.
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
            // One decision earlier the end is one further off.
            value -= decided(value).map_or(0, |_| value.signum());
            // What chance had a hand in is certain of one result only.
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

    /// Notes that a result of chance was met, and what a playout has come to that left the tree there.
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

    /// What an option is worth, if that comes of averages over chance.
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
