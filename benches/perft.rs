//! How long the main things take: counting moves, compiling a rule file, the first list of moves from a text.
//! What is measured and how to run it: `docs/performance.md`.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::{Counting, Position};
use draughtsman::library;
use draughtsman::program::Program;
use draughtsman_benches::game;

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    // The numbers are those of tests/facts/perft.toml.
    let games = [
        ("english", 6, 36_768),
        ("international", 5, 27_117),
        ("russian", 6, 37_986),
        ("turkish", 4, 7_538),
        ("frisian", 4, 3_874),
        ("killer", 5, 27_117),
        ("canadian", 4, 10_053),
    ];
    for (variant, depth, leaves) in games {
        let (program, start) = game(variant);
        for (name, shaped, made) in [("counted", true, false), ("made", true, true), ("machine", false, false)] {
            let way = Way { counting: Counting::Drop, made, shaped };
            assert_eq!(perft(&program, &start, depth, way), Ok(leaves));
            group.bench_function(format!("{variant} {depth} {name}"), |bench| {
                bench.iter(|| perft(&program, black_box(&start), depth, way));
            });
        }
    }
    group.finish();
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("from text");
    let text = library::text_of("english").unwrap();
    let loaded = || library::load_text("english", "english.draughts", black_box(text).as_bytes().to_vec(), None);
    let variant = loaded().check(&Choices::default()).variant.unwrap();
    group.bench_function("parse", |bench| bench.iter(loaded));
    group.bench_function("compile", |bench| bench.iter(|| Program::compile(black_box(&variant))));
    // Checking tries every option too; the longest files, and one as long as most.
    for name in ["chaos", "saving_private", "warp", "international"] {
        let text = library::text_of(name).unwrap();
        group.bench_function(format!("check and compile {name}"), |bench| {
            bench.iter(|| {
                let loaded = library::load_text(name, name, black_box(text).as_bytes().to_vec(), None);
                Program::compile(&loaded.check(&Choices::default()).variant.unwrap())
            });
        });
    }
    group.bench_function("to the first list of moves", |bench| {
        bench.iter(|| {
            let variant = loaded().check(&Choices::default()).variant.unwrap();
            let program = Program::compile(&variant);
            Position::start(&program).unwrap().moves(&program, Counting::AsWritten).unwrap().len()
        });
    });
    group.finish();
}

criterion_group!(benches, counting, reading);
criterion_main!(benches);
