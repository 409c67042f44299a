//! Random rule files with bodies, triggers and laws of chains, from random positions.

use draughtsman::check::Choices;
use draughtsman::library::load_text;
use draughtsman::program::Program;

use super::both::{come_to_the_same, much};
use crate::bitboard::made::{rule_file, strewn};

/// A position with more moves than that is passed over.
const MOST_MOVES: usize = 30;

#[test]
fn random_rule_files_come_to_the_same() {
    let (mut seed, mut compared) = (0x9E37_79B9_7F4A_7C15, 0);
    let mut failures = Vec::new();
    for file in 0..8 * much() {
        let text = rule_file(&mut seed);
        let checked = load_text("random", "random.draughts", text.clone().into_bytes(), None).check(&Choices::default());
        let variant = checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics));
        let program = Program::compile(&variant);
        for _ in 0..2 {
            let Some(start) = strewn(&program, &mut seed) else { continue };
            match come_to_the_same(&variant, &program, &start, MOST_MOVES) {
                Ok(true) => compared += 1,
                Ok(false) => {}
                Err(problem) => failures.push(format!("file {file}: {problem}\n{text}")),
            }
        }
    }
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n\n"));
    assert!(compared >= 4 * much(), "{compared} positions");
}
