//! How long it takes to read, check and compile a text, and to list the first moves.

#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use draughtsman_benches::{texts, time};

fn text(criterion: &mut Criterion) {
    time(criterion, texts::ROWS);
}

criterion_group!(benches, text);
criterion_main!(benches);
