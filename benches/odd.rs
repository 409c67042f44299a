//! How long it takes to count moves of plain games with one line more that no plain game has.

#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use draughtsman_benches::{odd, time};

fn lines(criterion: &mut Criterion) {
    time(criterion, odd::ROWS);
}

criterion_group!(benches, lines);
criterion_main!(benches);
