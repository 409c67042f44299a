//! Random rule files with bodies, triggers and laws of chains, played both ways from random positions.

use draughtsman::check::Choices;
use draughtsman::engine::BitboardEngine;
use draughtsman::library::load_text;
use draughtsman::program::Program;

use super::both::{Apart, both_ways};
use super::made::{rule_file, strewn};

/// Random rule files that a test tries: what is usual there, or as many as `DRAUGHTSMAN_FILES` says.
pub(crate) fn many(usual: usize) -> usize {
    std::env::var("DRAUGHTSMAN_FILES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_rule_files_go_as_by_the_machine() {
    let (files, mut seed, mut formed) = (many(40), 0x9E37_79B9_7F4A_7C15, 0);
    for file in 0..files {
        let text = rule_file(&mut seed);
        let checked = load_text("random", "random.draughts", text.clone().into_bytes(), None).check(&Choices::default());
        let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics)));
        let Ok(bitboards) = BitboardEngine::new(&program) else { continue };
        formed += 1;
        for game in 0..2 {
            let Some(start) = strewn(&program, &mut seed) else { continue };
            // A game that is lost to the machine, or that comes to its limit, has gone wrong nowhere: a chain without an end, say.
            let played = both_ways(&program, &bitboards, &start, game, 8);
            if let Some(problem) = played.err().and_then(Apart::differs) {
                panic!("file {file}, game {game}: {problem}\n{text}");
            }
        }
    }
    assert!(formed * 4 > files, "only {formed} have a form");
}
