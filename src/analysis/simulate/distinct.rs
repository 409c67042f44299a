//! Estimates the number of distinct items among very many, in little memory, by HyperLogLog (Flajolet, Fusy, Gandouet and
//! Meunier 2007).

use serde::{Deserialize, Serialize};

/// Number of bits of a hash that select the register.
const BITS: u32 = 12;
const REGISTERS: usize = 1 << BITS;

/// An estimate of the number of distinct hashes, with a standard error of about 1.6 %. Estimates can be merged in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Distinct {
    /// For each register the highest rank seen: the number of leading zeros plus 1. Empty before the first hash.
    rows: Vec<u8>,
}

/// In JSON one character stands for each rank, from `A` for 0. The highest rank is 53.
const NONE: u8 = b'A';

impl From<String> for Distinct {
    fn from(text: String) -> Distinct {
        let mut rows: Vec<u8> = text.bytes().map(|sign| sign.clamp(NONE, b'~') - NONE).collect();
        rows.truncate(REGISTERS);
        Distinct { rows }
    }
}

impl From<Distinct> for String {
    fn from(distinct: Distinct) -> String {
        distinct.rows.into_iter().map(|row| char::from(NONE + row)).collect()
    }
}

impl Distinct {
    /// Adds a hash.
    pub fn add(&mut self, hash: u64) {
        self.rows.resize(REGISTERS, 0);
        let row = (hash << BITS | 1 << (BITS - 1)).leading_zeros() as u8 + 1;
        if let Some(longest) = self.rows.get_mut((hash >> (64 - BITS)) as usize) {
            *longest = row.max(*longest);
        }
    }

    /// Merges two estimates.
    #[must_use]
    pub fn and(mut self, other: &Distinct) -> Distinct {
        self.rows.resize(self.rows.len().max(other.rows.len()), 0);
        self.rows.iter_mut().zip(&other.rows).for_each(|(longest, row)| *longest = *row.max(longest));
        self
    }

    /// The estimated number of distinct hashes.
    pub fn estimate(&self) -> f64 {
        if self.rows.is_empty() {
            return 0.0;
        }
        let many = REGISTERS as f64;
        let sum: f64 = self.rows.iter().map(|row| 0.5f64.powi(i32::from(*row))).sum();
        let estimate = 0.7213 / (1.0 + 1.079 / many) * many * many / sum;
        let empty = self.rows.iter().filter(|row| **row == 0).count() as f64;
        // For small numbers, linear counting by the number of empty registers is more accurate.
        if estimate <= 2.5 * many && empty > 0.0 { many * (many / empty).ln() } else { estimate }
    }
}

#[cfg(test)]
mod tests {
    use super::super::course::mixed;
    use super::*;

    fn seen(numbers: impl Iterator<Item = u64>) -> Distinct {
        numbers.fold(Distinct::default(), |mut all, number| {
            all.add(mixed(7, number));
            all
        })
    }

    #[test]
    fn different_ones_are_counted_once() {
        assert_eq!(Distinct::default().estimate(), 0.0);
        for many in [1u64, 30, 1000, 20_000] {
            let all = seen((0..many).chain(0..many));
            let error = (all.estimate() / many as f64 - 1.0).abs();
            assert!(error < 0.05, "{many}: {}", all.estimate());
            assert_eq!(seen(many / 3..many).and(&seen(0..many / 2)), all);
            assert_eq!(Distinct::from(String::from(all.clone())), all);
        }
    }
}
