//! What the results of a match say about the strength of two agents.

/// The score of the first agent of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The number of games.
    pub games: u64,
    /// The number of games that the first agent won, that it drew or won with others, and that it lost.
    pub results: [u64; 3],
    /// The number of rounds, the sum of their points a game, and the sum of the squares of these.
    rounds: u64,
    sum: f64,
    squares: f64,
}

impl Score {
    /// Adds a round by the points of its games.
    pub fn add(&mut self, points: &[f64]) {
        if points.is_empty() {
            return;
        }
        for one in points {
            let place = match *one {
                one if one >= 1.0 => 0,
                one if one <= 0.0 => 2,
                _ => 1,
            };
            self.results[place] += 1;
        }
        let mean = points.iter().sum::<f64>() / points.len() as f64;
        self.games += points.len() as u64;
        self.rounds += 1;
        self.sum += mean;
        self.squares += mean * mean;
    }

    /// The average points a game, between 0 and 1.
    pub fn mean(&self) -> f64 {
        self.sum / self.rounds.max(1) as f64
    }

    /// The standard error of the mean, computed from rounds rather than games, because the games of one opening are not
    /// independent. None with fewer than two rounds. If all rounds gave the same result it is not taken as 0: see
    /// [`Score::log_likelihood_ratio`].
    pub fn error(&self) -> Option<f64> {
        // Points of thirds are not exact in floating point.
        let variance = Some(self.variance()).filter(|variance| *variance > 1e-12);
        let variance = variance.unwrap_or_else(|| self.with_two_more().variance());
        (self.rounds > 1).then(|| (variance / self.rounds as f64).sqrt())
    }

    /// As if one more round had been won and one lost.
    fn with_two_more(&self) -> Score {
        Score { rounds: self.rounds + 2, sum: self.sum + 1.0, squares: self.squares + 1.0, ..*self }
    }

    fn variance(&self) -> f64 {
        let rounds = self.rounds as f64;
        ((self.squares - rounds * self.mean() * self.mean()) / (rounds - 1.0)).max(0.0)
    }

    /// The Elo difference of the mean score (Elo 1978), and the ends of its 95 % confidence interval.
    pub fn elo(&self) -> (f64, Option<(f64, f64)>) {
        let error = self.error().map(|error| 1.96 * error);
        let ends = error.map(|error| (elo((self.mean() - error).max(0.0)), elo((self.mean() + error).min(1.0))));
        (elo(self.mean()), ends)
    }

    /// The logarithm of the likelihood ratio (Wald 1945) of the first agent being `better` Elo stronger against `equal` Elo, for
    /// rounds that are distributed normally. So that a few rounds with the same result do not seem certain, their variance is
    /// taken as if one more had been won and one lost.
    pub fn log_likelihood_ratio(&self, [equal, better]: [f64; 2]) -> f64 {
        let (low, high) = (expected(equal), expected(better));
        self.rounds as f64 * (high - low) * (2.0 * self.mean() - low - high) / (2.0 * self.with_two_more().variance())
    }
}

/// The bound of the sequential probability ratio test for errors of 5 % of both kinds, ln(0.95 / 0.05): from this log-likelihood
/// ratio on "stronger" is accepted, and from its negative down it is rejected.
pub const BOUND: f64 = 2.944_438_979_166_440_3;

/// The decision of that test, if it has been reached.
pub fn sprt_verdict(likelihood: f64) -> Option<bool> {
    (likelihood.abs() >= BOUND).then_some(likelihood > 0.0)
}

/// The expected points a game of an agent that is `elo` stronger.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn elo(mean: f64) -> f64 {
    400.0 * (mean / (1.0 - mean)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(rounds: &[[f64; 2]]) -> Score {
        rounds.iter().fold(Score::default(), |mut score, round| {
            score.add(round);
            score
        })
    }

    #[test]
    fn points_become_a_difference_in_strength() {
        let three_of_four = score(&[[1.0, 1.0], [1.0, 0.0], [0.5, 1.0], [0.5, 1.0]]);
        assert_eq!((three_of_four.games, three_of_four.results, three_of_four.mean()), (8, [5, 2, 1], 0.75));
        // 400 log10 3 (Elo 1978, 2.1).
        let (elo, ends) = three_of_four.elo();
        assert!((elo - 190.85).abs() < 0.01, "{elo}");
        let (least, most) = ends.unwrap();
        assert!(least < elo && elo < most && least > 0.0, "{least} {most}");
        assert_eq!(score(&[[0.5, 0.5]]).elo(), (0.0, None));
        let (elo, ends) = score(&[[0.5, 0.5]; 10]).elo();
        let (least, most) = ends.unwrap();
        assert!(elo == 0.0 && least < -30.0 && most > 30.0, "ten draws are not all that could have been: {least} {most}");
        assert!((expected(190.85) - 0.75).abs() < 1e-4);
    }

    #[test]
    fn a_contest_is_decided_when_it_is_likely_enough() {
        let rounds = |many: usize, of: [[f64; 2]; 4]| score(&of.repeat(many));
        let better = rounds(50, [[1.0, 1.0], [1.0, 0.5], [1.0, 0.0], [1.0, 0.5]]);
        assert_eq!(sprt_verdict(better.log_likelihood_ratio([0.0, 20.0])), Some(true));
        let equal = rounds(50, [[1.0, 0.0], [0.0, 0.0], [1.0, 1.0], [0.5, 0.5]]);
        assert_eq!(sprt_verdict(equal.log_likelihood_ratio([0.0, 100.0])), Some(false));
        assert_eq!(
            sprt_verdict(rounds(1, [[1.0, 0.0], [0.0, 0.0], [1.0, 1.0], [0.5, 0.5]]).log_likelihood_ratio([0.0, 20.0])),
            None
        );
        assert_eq!(
            sprt_verdict(rounds(1, [[1.0, 1.0]; 4]).log_likelihood_ratio([0.0, 20.0])),
            None,
            "four rounds alike are no proof"
        );
        assert_eq!(Score::default().log_likelihood_ratio([0.0, 20.0]), 0.0);
    }
}
