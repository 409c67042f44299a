//! Confidence intervals and significance tests for counts. `docs/balance.md` has the sources.

/// Half-width of the 95 % interval of the normal distribution, in standard deviations.
pub const SURE: f64 = 1.959_964;

/// The share `some / all` and its 95 % confidence interval (Wilson 1927). Without samples the interval is from 0 to 1.
///
/// ```
/// use draughtsman::analysis::balance::wilson;
/// let [share, least, most] = wilson(81, 263);
/// assert!((share - 0.30798).abs() < 1e-5 && (least - 0.2553).abs() < 1e-4 && (most - 0.3662).abs() < 1e-4);
/// assert_eq!(wilson(0, 0), [0.0, 0.0, 1.0]);
/// ```
pub fn wilson(some: u64, all: u64) -> [f64; 3] {
    if all == 0 {
        return [0.0, 0.0, 1.0];
    }
    let (n, z2) = (all as f64, SURE * SURE);
    let share = some as f64 / n;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = SURE / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // The ends 0 and 1 are exact, free of rounding.
    let least = if some == 0 { 0.0 } else { (middle - half).max(0.0) };
    let most = if some == all { 1.0 } else { (middle + half).min(1.0) };
    [share, least, most]
}

/// The p-value of these counts if all outcomes are equally likely: for two outcomes by the exact binomial test (Arbuthnot
/// 1710), for more by the chi-squared test (Pearson 1900). `None` if there is nothing to compare.
pub fn evenness(counts: &[u64]) -> Option<f64> {
    let all: u64 = counts.iter().sum();
    match counts {
        _ if all == 0 || counts.len() < 2 => None,
        [a, b] => Some(binomial(*a.min(b), all)),
        _ => {
            let expected = all as f64 / counts.len() as f64;
            let sum: f64 = counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum();
            Some(chi_squared(sum, counts.len() as f64 - 1.0))
        }
    }
}

/// The same test for games that several sides may win together; `games` lists bit sets of winners with numbers of games. For
/// more than two sides it is the Q test (Cochran 1950), which equals Pearson's if each game has one winner. Games that all
/// sides have won carry no information and are left out.
pub fn evenness_together(sides: u32, games: &[(u64, u64)]) -> Option<f64> {
    let winners = |bits: u64| u64::from(bits.count_ones());
    let telling = || games.iter().filter(|(bits, _)| (1..u64::from(sides)).contains(&winners(*bits)));
    let wins: Vec<u64> =
        (0..sides).map(|side| telling().filter(|(bits, _)| bits >> side & 1 != 0).map(|(_, games)| games).sum()).collect();
    if telling().all(|(bits, _)| winners(*bits) == 1) {
        return evenness(&wins);
    }
    let k = f64::from(sides);
    let mean = wins.iter().sum::<u64>() as f64 / k;
    let spread: f64 = wins.iter().map(|wins| (*wins as f64 - mean).powi(2)).sum();
    let within: f64 = telling().map(|(bits, games)| *games as f64 * winners(*bits) as f64 * (k - winners(*bits) as f64)).sum();
    Some(chi_squared(k * (k - 1.0) * spread / within, k - 1.0))
}

/// The p-value of the difference between two samples by category: Pearson's test of homogeneity. Categories that are empty in
/// both are left out. `None` if there is nothing to compare.
pub fn homogeneity(one: &[u64], other: &[u64]) -> Option<f64> {
    let parts: Vec<[f64; 2]> =
        one.iter().zip(other).map(|(a, b)| [*a as f64, *b as f64]).filter(|[a, b]| a + b > 0.0).collect();
    let sums = parts.iter().fold([0.0, 0.0], |[a, b], [c, d]| [a + c, b + d]);
    let all = sums[0] + sums[1];
    if parts.len() < 2 || sums.contains(&0.0) {
        return None;
    }
    let cell = |[a, b]: &[f64; 2]| {
        let expected = sums.map(|sum| sum * (a + b) / all);
        (a - expected[0]).powi(2) / expected[0] + (b - expected[1]).powi(2) / expected[1]
    };
    Some(chi_squared(parts.iter().map(cell).sum(), parts.len() as f64 - 1.0))
}

/// Two-sided p-value of the binomial test: the probability of at most `least` heads, or at most `least` tails, in `all` tosses
/// of a fair coin.
fn binomial(least: u64, all: u64) -> f64 {
    let (k, n) = (least as f64, all as f64);
    (2.0 * beta(n - k, k + 1.0, 0.5)).clamp(f64::MIN_POSITIVE, 1.0)
}

/// Half-width of the 95 % interval of Student's distribution (Student 1908), in standard errors; `degrees` is at least 1.
pub(super) fn student(degrees: f64) -> f64 {
    // Beyond this the distribution is practically normal.
    if degrees > 1e5 {
        return SURE;
    }
    let outside = |t: f64| beta(degrees / 2.0, 0.5, degrees / (degrees + t * t));
    let (mut less, mut more) = (SURE, 20.0);
    for _ in 0..60 {
        let middle = (less + more) / 2.0;
        if outside(middle) > 0.05 { less = middle } else { more = middle }
    }
    (less + more) / 2.0
}

/// The probability of a chi-squared value of at least `sum`. It is never 0: values below the range of `f64` are rounded up.
fn chi_squared(sum: f64, degrees: f64) -> f64 {
    upper_gamma(degrees / 2.0, sum / 2.0).max(f64::MIN_POSITIVE)
}

/// Maximum number of terms of a series or continued fraction.
const MOST_TERMS: u32 = 100_000;
const SMALL: f64 = 1e-15;

/// The upper regularised incomplete gamma function Q(a, x). For small x it is 1 minus the series DLMF 8.7.1 of the lower
/// function, else the continued fraction 8.9.2, which keeps its relative precision however small the result is.
fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for n in 1..MOST_TERMS {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < sum * SMALL {
                break;
            }
        }
        return 1.0 - scale * sum;
    }
    scale / continued(x + 1.0 - a, |n| (-n * (n - a), x + 2.0 * n + 1.0 - a))
}

/// The regularised incomplete beta function I_x(a, b), by the continued fraction DLMF 8.17.22.
fn beta(a: f64, b: f64, x: f64) -> f64 {
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(b, a, 1.0 - x);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp() / a;
    let term = |n: f64| {
        let m = (n / 2.0).floor();
        let even = n % 2.0 == 0.0;
        let top = if even { m * (b - m) } else { -(a + m) * (a + b + m) };
        (top * x / ((a + n - 1.0) * (a + n)), 1.0)
    };
    front / continued(1.0, term)
}

/// The continued fraction b0 + a1 / (b1 + a2 / (b2 + …)), by Lentz's method (1976) as modified by Thompson and Barnett. `first`
/// is b0; `term` gives the n-th a and b.
fn continued(first: f64, term: impl Fn(f64) -> (f64, f64)) -> f64 {
    let nonzero = |number: f64| if number == 0.0 { 1e-300 } else { number };
    let mut value = nonzero(first);
    let (mut c, mut d) = (value, 0.0);
    for n in 1..MOST_TERMS {
        let (a, b) = term(f64::from(n));
        d = 1.0 / nonzero(b + a * d);
        c = nonzero(b + a / c);
        value *= c * d;
        if (c * d - 1.0).abs() < SMALL {
            break;
        }
    }
    value
}

/// The logarithm of the gamma function, by Stirling's series (DLMF 5.11.1); small arguments are shifted up by recurrence.
fn ln_gamma(x: f64) -> f64 {
    if x < 15.0 {
        return ln_gamma(x + 1.0) - x.ln();
    }
    let inverse = 1.0 / (x * x);
    let series = 1.0 / 12.0 - inverse * (1.0 / 360.0 - inverse * (1.0 / 1260.0 - inverse / 1680.0));
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series / x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, known: f64) {
        assert!((found - known).abs() < 1e-6 * known.abs().max(1e-3), "{found}, not {known}");
    }

    #[test]
    fn intervals_are_those_of_the_books() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29, by the score method without correction.
        for (some, all, least, most) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let [_, found_least, found_most] = wilson(some, all);
            assert!((found_least - least).abs() < 1e-4 && (found_most - most).abs() < 1e-4, "{some} of {all}");
        }
        assert_eq!(wilson(7, 7)[2], 1.0);
    }

    #[test]
    fn a_fair_coin_is_counted_out() {
        near(evenness(&[0, 10]).unwrap(), 2.0 / 1024.0);
        near(evenness(&[8, 2]).unwrap(), 2.0 * 56.0 / 1024.0);
        near(evenness(&[5, 5]).unwrap(), 1.0);
        near(evenness(&[1, 0]).unwrap(), 1.0);
        assert_eq!(evenness(&[0, 0]), None);
        // 40 heads of 100: 0.05689 in the tables.
        near(evenness(&[40, 60]).unwrap(), 0.056_887_933);
        // For very many games the exact test is close to the normal approximation.
        assert!((evenness(&[499_000, 501_000]).unwrap() - 0.0456).abs() < 2e-4);
    }

    #[test]
    fn students_distribution_is_that_of_the_tables() {
        for (degrees, known) in [(1.0, 12.706_205), (3.0, 3.182_446), (19.0, 2.093_024), (120.0, 1.979_930), (1e9, SURE)] {
            assert!((student(degrees) - known).abs() < 1e-5, "{degrees}: {}", student(degrees));
        }
    }

    #[test]
    fn chi_squared_is_that_of_the_tables() {
        // The 95th percentiles for 1, 2, 5 and 10 degrees of freedom.
        for (sum, degrees) in [(3.841_459, 1.0), (5.991_465, 2.0), (11.070_498, 5.0), (18.307_038, 10.0)] {
            assert!((chi_squared(sum, degrees) - 0.05).abs() < 1e-7, "{degrees}");
        }
        // With two degrees of freedom, p is exp(-sum / 2).
        near(evenness(&[30, 30, 60]).unwrap(), (-7.5f64).exp());
        near(chi_squared(0.0, 3.0), 1.0);
        // Small values keep their precision. With two degrees of freedom p is exp(-sum / 2); with one degree, 144 is the square
        // of 12 standard deviations.
        for sum in [80.0, 400.0, 1200.0] {
            let told = chi_squared(sum, 2.0);
            assert!((told / (-sum / 2.0).exp() - 1.0).abs() < 1e-9, "{sum}: {told}");
        }
        assert!((chi_squared(144.0, 1.0) / 3.552_964_224e-33 - 1.0).abs() < 1e-6, "{}", chi_squared(144.0, 1.0));
        assert!(homogeneity(&[400, 0, 0], &[0, 200, 200]).is_some_and(|p| p > 0.0 && p < 1e-170));
        assert!(homogeneity(&[9000, 0], &[0, 9000]).is_some_and(|p| p > 0.0), "not impossible");
    }

    /// Cochran 1950, for wins that can be shared; with one winner in each game it equals Pearson's chi-squared test.
    #[test]
    fn shared_wins_are_compared_within_their_games() {
        let alone = [(0b001, 30), (0b010, 30), (0b100, 60)];
        assert_eq!(evenness_together(3, &alone), evenness(&[30, 30, 60]));
        // Two of three sides win each game; the side that does not win carries the same information as a single winner.
        let two = [(0b011, 60), (0b101, 30), (0b110, 30)];
        near(evenness_together(3, &two).unwrap(), (-7.5f64).exp());
        // Ten games with one winner and ten with two; 8, 10 and 12 wins.
        near(evenness_together(3, &[(0b001, 2), (0b010, 4), (0b100, 4), (0b011, 2), (0b101, 4), (0b110, 4)]).unwrap(), {
            let wins = [8.0, 10.0, 12.0f64];
            let spread: f64 = wins.iter().map(|wins| (wins - 10.0).powi(2)).sum();
            (-3.0 * 2.0 * spread / (20.0 * 2.0) / 2.0).exp()
        });
        // For two sides, and for games won by all, only games with one winner carry information.
        assert_eq!(evenness_together(2, &[(0b01, 8), (0b10, 2), (0b11, 50)]), evenness(&[8, 2]));
        assert_eq!(evenness_together(3, &[(0b111, 50)]), None);
    }

    #[test]
    fn two_samples_are_compared_part_by_part() {
        // 10 of 20 against 15 of 20: chi-squared is 2.6667.
        near(homogeneity(&[10, 10, 0], &[15, 5, 0]).unwrap(), 0.102_470_43);
        near(homogeneity(&[10, 10], &[20, 20]).unwrap(), 1.0);
        assert_eq!((homogeneity(&[5, 0], &[7, 0]), homogeneity(&[5, 1], &[0, 0])), (None, None));
    }
}
