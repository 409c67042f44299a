//! The logistic curve and its inverse, computed by `+ - * /` and square roots alone, which give the same bits on every machine;
//! the standard library's `exp` and `ln` may not. So a search limited by nodes makes the same decisions everywhere.

/// `exp(x)` is approximated by `(1 + x / n)^n`, with `n` two to this power.
const DOUBLED: i32 = 12;
/// The curve is taken to be level beyond this and its negative.
const MOST: f64 = 20.0;

/// The logistic function `1 / (1 + exp(-x))`.
pub(super) fn logistic(x: f64) -> f64 {
    let x = x.clamp(-MOST, MOST);
    let mut power = 1.0 + x.abs() / f64::from(1 << DOUBLED);
    for _ in 0..DOUBLED {
        power *= power;
    }
    if x >= 0.0 { power / (1.0 + power) } else { 1.0 / (1.0 + power) }
}

/// The inverse of [`logistic`]: `ln(share / (1 - share))`, within ±20.
pub(super) fn logit(share: f64) -> f64 {
    let (less, more) = if share < 0.5 { (share, 1.0 - share) } else { (1.0 - share, share) };
    let mut root = more / less;
    for _ in 0..DOUBLED {
        root = root.sqrt();
    }
    let x = ((root - 1.0) * f64::from(1 << DOUBLED)).min(MOST);
    if share < 0.5 { -x } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_the_logistic_one() {
        for x in [-20.0f64, -3.0, -0.5, 0.0, 0.1, 2.0, 9.0] {
            assert!((logistic(x) - 1.0 / (1.0 + (-x).exp())).abs() < 1e-3, "{x}");
            assert!((logit(logistic(x)) - x).abs() < 1e-3, "{x}: {}", logit(logistic(x)));
        }
        assert_eq!([logit(0.0), logit(0.5), logit(1.0)], [-MOST, 0.0, MOST]);
    }

    /// Values that every machine must reproduce exactly.
    #[test]
    fn it_is_the_same_to_the_last_bit() {
        let bits = [0.3, -1.7, 5.0].map(|x| [logistic(x), logit(logistic(x))].map(f64::to_bits));
        let expected = [
            [4_603_349_313_565_127_469, 4_599_075_939_470_753_792],
            [4_594_734_877_761_118_292, 13_833_706_975_393_951_744],
            [4_607_121_952_091_416_361, 4_617_315_517_961_601_024],
        ];
        assert_eq!(bits, expected);
    }
}
