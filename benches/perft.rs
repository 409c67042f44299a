//! How long the main things take: counting moves, compiling a rule file, the first list of moves from a text.
//! What is measured and how to run it: `docs/performance.md`.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use draughtsman::analysis::perft::{Counter, Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::{Counting, Position};
use draughtsman::library;
use draughtsman::program::Program;
use draughtsman_benches::{game, midgame};

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
        for (name, quick, made) in [("counted", true, false), ("made", true, true), ("machine", false, false)] {
            let way = Way { counting: Counting::Drop, made, quick };
            assert_eq!(perft(&program, &start, depth, way), Ok(leaves));
            group.bench_function(format!("{variant} {depth} {name}"), |bench| {
                bench.iter(|| perft(&program, black_box(&start), depth, way));
            });
        }
    }
    group.finish();
}

/// Rules that no generators are made for: by the direct engine, and by the general machine.
fn counting_directly(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft without generators");
    group.sample_size(10);
    let games = [
        ("collateral", 0, 3),
        ("guerrilla", 4, 2),
        ("warp", 0, 3),
        ("chaos", 60, 3),
        ("konane", 30, 3),
        ("dameo", 30, 2),
        ("fanorona", 10, 3),
    ];
    for (variant, decisions, depth) in games {
        let (program, position) = midgame(variant, decisions);
        let machine = Way { quick: false, ..Way::USUAL };
        let leaves = perft(&program, &position, depth, machine);
        for (name, way) in [("counted", Way::USUAL), ("made", Way { made: true, ..Way::USUAL }), ("machine", machine)] {
            assert_eq!(perft(&program, &position, depth, way), leaves);
            let counter = Counter::new(&program, way);
            group.bench_function(format!("{variant} {depth} after {decisions} {name}"), |bench| {
                bench.iter(|| counter.leaves(black_box(&position), depth));
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

criterion_group!(benches, counting, counting_directly, reading);
criterion_main!(benches);
