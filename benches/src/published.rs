//! Published numbers of leaves.

use toml::Table;

/// A game, and how many leaves its tree has from the start, one ply deep, two, and so on; routes with the same result are one.
pub(crate) struct Published {
    pub(crate) variant: String,
    leaves: Vec<u64>,
}

impl Published {
    /// The greatest depth with at most so many leaves, and how many there are.
    pub(crate) fn within(&self, most: u64) -> (u32, u64) {
        let leaves = (1..).zip(self.leaves.iter().copied());
        leaves.take_while(|(_, leaves)| *leaves <= most).last().expect("one ply has few")
    }
}

/// All national games.
pub(crate) fn national() -> Vec<Published> {
    let facts: Table = include_str!("../../tests/facts/perft.toml").parse().expect("the facts are a table");
    let variants = facts["variant"].as_table().expect("a table of variants");
    let published = variants.iter().map(|(variant, facts)| {
        let leaves = facts["perft_drop"].as_array().expect("a row of numbers").iter();
        let leaves = leaves.map(|leaves| leaves.as_integer().expect("a number") as u64).collect();
        Published { variant: variant.clone(), leaves }
    });
    published.collect()
}
