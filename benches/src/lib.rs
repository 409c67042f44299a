//! What is measured: the rows of the table of speed in `docs/performance.md`. Criterion times each thing by itself (`perft.rs`, `odd.rs`,
//! `games.rs`, `text.rs`); `ratios.rs` measures the two sides of a ratio in turn.

mod counted;
pub mod counts;
#[path = "../../tests/suite/dice.rs"]
#[allow(dead_code, reason = "a module of the tests, of which a part is needed")]
mod dice;
pub mod games;
#[path = "../../tests/suite/bitboard/made.rs"]
#[allow(dead_code, reason = "a module of the tests, of which a part is needed")]
mod made;
pub mod odd;
mod positions;
pub mod programs;
mod published;
mod row;
pub mod texts;
pub mod threads;
mod work;

use std::collections::BTreeSet;

use criterion::Criterion;

pub use row::{Figure, Row};
pub use work::{Done, Work};

/// Every row of the table.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    [counts::ROWS, odd::ROWS, games::ROWS, threads::ROWS, texts::ROWS].into_iter().flatten()
}

/// Times each thing of some rows, once.
pub fn time(criterion: &mut Criterion, rows: &[Row]) {
    for row in rows {
        let mut group = criterion.benchmark_group(row.name);
        group.sample_size(10);
        let mut timed = BTreeSet::new();
        for figure in (row.figures)() {
            for work in figure.works() {
                if timed.insert(work.name.clone()) {
                    group.bench_function(&work.name, |bench| bench.iter(|| work.once()));
                }
            }
        }
        group.finish();
    }
}
