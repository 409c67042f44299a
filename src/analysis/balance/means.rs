//! Means with confidence intervals. `docs/balance.md` has the sources.

use super::statistics::{SURE, student};
use crate::notation::json::balance::Mean;

/// Significance level: differences with a smaller p-value are reported.
pub(super) const RARE: f64 = 0.05;

/// Sums over a sample: the sum, the sum of squares, and the size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    pub(super) sum: u64,
    pub(super) squares: u64,
    pub(super) many: u64,
}

impl Sums {
    pub(super) fn mean(self) -> f64 {
        self.sum as f64 / self.many.max(1) as f64
    }

    /// The sample variance; 0 for fewer than two numbers.
    pub(super) fn variance(self) -> f64 {
        if self.many < 2 {
            return 0.0;
        }
        // Integers, so that no precision is lost if the two products are close.
        let (sum, squares, n) = (u128::from(self.sum), u128::from(self.squares), u128::from(self.many));
        let spread = (n * squares).saturating_sub(sum * sum) as f64;
        spread / (n * (n - 1)) as f64
    }
}

/// Number of identical values from which an interval is given. By chance a whole sample of n lies on one side of the median in
/// 2 of 2^n cases, which is below [`RARE`] from n = 6 on.
const ENOUGH_ALIKE: u64 = 6;

/// The mean of non-negative counts, with its interval (Student 1908); without one for a single number or a few identical ones.
pub(super) fn of_counts(of: Sums) -> Mean {
    let (mean, variance) = (of.mean(), of.variance());
    if of.many == 0 {
        return UNKNOWN;
    }
    if of.many < 2 || variance == 0.0 && of.many < ENOUGH_ALIKE {
        return without_interval(mean);
    }
    let n = of.many as f64;
    let half = (variance / n).sqrt() * student(n - 1.0);
    told([mean, (mean - half).max(0.0), mean + half])
}

/// The increase of the mean from the first to the second sample (Welch 1938). There is no interval if the samples are so small
/// that even complete separation of the two would not be significant.
pub(super) fn apart([one, other]: [Sums; 2]) -> Mean {
    let apart = other.mean() - one.mean();
    if one.many == 0 || other.many == 0 {
        return UNKNOWN;
    }
    if !can_differ(one.many, other.many) {
        return without_interval(apart);
    }
    let error = |of: Sums| of.variance() / of.many as f64;
    let (a, b) = (error(one), error(other));
    // Degrees of freedom by Satterthwaite 1946.
    let degrees = (a + b).powi(2) / (a * a / (one.many as f64 - 1.0) + b * b / (other.many as f64 - 1.0));
    let half = if a + b > 0.0 { (a + b).sqrt() * student(degrees) } else { 0.0 };
    told([apart, apart - half, apart + half])
}

/// Whether samples of these sizes can differ significantly (Mann and Whitney 1947): of all ways to divide the pooled numbers
/// into two samples, two separate them completely.
fn can_differ(one: u64, other: u64) -> bool {
    let (few, many) = (one.min(other), one.max(other));
    let mut ways = 1.0;
    for k in 1..=few {
        ways *= (many + k) as f64 / k as f64;
        if 2.0 / ways < RARE {
            return few > 1;
        }
    }
    false
}

/// Sums of points over games. Each game is worth one point, shared equally by its winners, or by all sides if nobody wins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Points {
    sum: f64,
    squares: f64,
    games: u64,
}

impl Points {
    /// Adds `games` games whose point is shared by `among` sides.
    pub(super) fn and(self, games: u64, among: u64) -> Points {
        let (many, share) = (games as f64, 1.0 / among.max(1) as f64);
        Points { sum: self.sum + many * share, squares: self.squares + many * share * share, games: self.games + games }
    }

    /// Adds `games` games won by others.
    pub(super) fn and_lost(self, games: u64) -> Points {
        Points { games: self.games + games, ..self }
    }

    pub(super) fn games(self) -> u64 {
        self.games
    }

    /// Points per game; `None` without games.
    fn mean(self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / self.games as f64)
    }

    /// The mean and the square of its standard error, after adding `more` won and `more` lost games.
    fn with_more(self, more: f64) -> (f64, f64) {
        let games = self.games as f64 + 2.0 * more;
        let mean = (self.sum + more) / games;
        let squares = (self.squares + more) / games;
        (mean, (squares - mean * mean).max(0.0) / games)
    }
}

/// Points per game. The interval adds z²/2 won and z²/2 lost games (Agresti and Coull 1998).
pub(super) fn of_points(points: Points) -> Mean {
    let Some(mean) = points.mean() else { return UNKNOWN };
    let (middle, error) = points.with_more(SURE * SURE / 2.0);
    let half = SURE * error.sqrt();
    told([mean, (middle - half).clamp(0.0, mean), (middle + half).clamp(mean, 1.0)])
}

/// The increase of points per game from the first to the second sample, minus the increase `even` expected if beginning does
/// not matter. The interval adds one won and one lost game to each sample (Agresti and Caffo 2000); small samples have none.
pub(super) fn points_apart([one, other]: [Points; 2], even: f64) -> Mean {
    let Some((first, second)) = one.mean().zip(other.mean()) else { return UNKNOWN };
    let apart = second - first - even;
    if !can_differ(one.games(), other.games()) {
        return without_interval(apart);
    }
    let ((a, error), (b, other_error)) = (one.with_more(1.0), other.with_more(1.0));
    let half = SURE * (error + other_error).sqrt();
    told([apart, (b - a - half).max(-1.0) - even, (b - a + half).min(1.0) - even])
}

/// Rounds to five decimals.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 1e5).round() / 1e5
}

/// A mean and its interval, rounded to five decimals.
pub(super) fn told([mean, least, most]: [f64; 3]) -> Mean {
    Mean { mean: Some(rounded(mean)), least: Some(rounded(least)), most: Some(rounded(most)) }
}

fn without_interval(mean: f64) -> Mean {
    Mean { mean: Some(rounded(mean)), least: None, most: None }
}

/// The mean of an empty sample.
const UNKNOWN: Mean = Mean { mean: None, least: None, most: None };

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(numbers: &[u64]) -> Sums {
        let squares = numbers.iter().map(|number| number * number).sum();
        Sums { sum: numbers.iter().sum(), squares, many: numbers.len() as u64 }
    }

    fn near(found: Option<f64>, known: f64) {
        assert!(found.is_some_and(|found| (found - known).abs() < 2e-5), "{found:?}, not {known}");
    }

    #[test]
    fn of_one_number_nobody_knows_how_it_varies() {
        assert_eq!(of_counts(sums(&[62])), Mean { mean: Some(62.0), least: None, most: None });
        assert_eq!(of_counts(sums(&[7; 5])), Mean { mean: Some(7.0), least: None, most: None });
        assert_eq!(of_counts(sums(&[7; 6])), Mean { mean: Some(7.0), least: Some(7.0), most: Some(7.0) });
        // Three degrees of freedom: the table value is 3.182446. The variance is 20/3.
        let four = of_counts(sums(&[11, 13, 15, 17]));
        near(four.least, 14.0 - 3.182_446 * (20.0f64 / 3.0 / 4.0).sqrt());
    }

    #[test]
    fn means_are_subtracted_with_their_errors() {
        // Ten numbers of 4 and ten of 6 against twenty of 8: the variance of the first is 20/19, with 19 degrees of freedom
        // (2.093024).
        let found = apart([sums(&[4, 6].repeat(10)), sums(&[8; 20])]);
        let half = 2.093_024 * (20.0 / 19.0 / 20.0f64).sqrt();
        assert_eq!(found.mean, Some(3.0));
        near(found.least, 3.0 - half);
        near(found.most, 3.0 + half);
        // Of the ways to divide three and three numbers, 2 of 20 separate them completely; of four and four, 2 of 70.
        assert_eq!(apart([sums(&[1, 1, 1]), sums(&[9, 9, 9])]).least, None);
        assert_eq!(apart([sums(&[1; 4]), sums(&[9; 4])]).least, Some(8.0));
        assert_eq!(apart([sums(&[1]), sums(&[9; 1000])]).least, None);
    }

    #[test]
    fn a_few_games_that_came_out_alike_prove_nothing() {
        let won = |won| Points::default().and(won, 1);
        let lost = |lost| Points::default().and_lost(lost);
        for few in [won(1), won(2), won(3), won(2).and(1, 2)] {
            let Mean { mean, least, most } = of_points(few);
            assert!(least < Some(0.5) && most >= mean, "{few:?}: {least:?}");
        }
        // Agresti and Coull: 50 of 50, plus z² games of which half are won.
        let z2 = SURE * SURE;
        let share = (50.0 + z2 / 2.0) / (50.0 + z2);
        near(of_points(won(50)).least, share - SURE * (share * (1.0 - share) / (50.0 + z2)).sqrt());
        assert_eq!(of_points(won(50)).most, Some(1.0));
        assert_eq!(of_points(lost(0)), UNKNOWN, "of nothing anything may be true");
        assert_eq!(points_apart([lost(0), won(9)], 0.0), UNKNOWN);
        assert_eq!(points_apart([lost(1), won(1)], 0.0).least, None);
        assert!(points_apart([lost(9), won(9)], 0.0).least > Some(0.0));
        // Half of the points among two sides and a third among three are both the even share.
        let apart = points_apart([won(50).and_lost(50), won(50).and_lost(100)], 1.0 / 3.0 - 0.5);
        assert!(apart.mean == Some(0.0) && apart.least < Some(0.0) && apart.most > Some(0.0), "{apart:?}");
    }

    /// Games of three sides won by two of them give half a point each; games without a winner give a third.
    #[test]
    fn a_point_is_shared_by_all_who_have_won_it() {
        let shared = Points::default().and(200, 2).and_lost(100);
        near(of_points(shared).mean, 1.0 / 3.0);
        near(of_points(shared.and(300, 3)).mean, 1.0 / 3.0);
    }
}
