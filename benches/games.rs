//! How long whole games take: at random, by who looks ahead, with many endings; counts and games on two threads.

#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use draughtsman_benches::{games, threads, time};

fn whole(criterion: &mut Criterion) {
    time(criterion, games::ROWS);
    time(criterion, threads::ROWS);
}

criterion_group!(benches, whole);
criterion_main!(benches);
