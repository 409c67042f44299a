//! How long it takes to count moves: of all national games, on large boards, of rules that no generators are made for.

#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use draughtsman_benches::{counts, time};

fn perft(criterion: &mut Criterion) {
    time(criterion, counts::ROWS);
}

criterion_group!(benches, perft);
criterion_main!(benches);
