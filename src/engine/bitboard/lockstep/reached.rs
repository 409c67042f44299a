//! Nothing that phrases and statements are compiled to goes untried: each sort of it is part of a game that is compared.

use std::path::Path;

use super::{games, many};
use crate::check::Choices;
use crate::engine::bitboard::phrases::Reached;
use crate::engine::bitboard::rules::Rules;
use crate::engine::bitboard::{BitboardEngine, Made, tests};
use crate::library;
use crate::program::Program;

/// The folders of the rule files that have what no bundled one has.
const FOLDERS: [&str; 3] = ["tests/suite/agree", "tests/suite/bitboard", "tests/suite/views/rules"];

/// Every bundled game with its options, and the games of the rule files of the tests.
fn programs() -> Vec<(String, Program)> {
    let mut all: Vec<(String, Program)> = library::names().flat_map(tests::programs).collect();
    for folder in FOLDERS {
        for entry in Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "draughts") {
                let loaded = library::load_file(&path).expect("a rule file");
                let variant = loaded.check(&Choices::default()).variant.unwrap_or_else(|| panic!("{}", path.display()));
                all.push((path.display().to_string(), Program::compile(&variant)));
            }
        }
    }
    all
}

fn note<B>(rules: &Rules<B>, reached: &mut Reached) {
    reached.note_terms(&rules.phrases);
    reached.note("Op", rules.blocks.iter().flatten());
    reached.note("Step", &rules.turn.steps);
}

#[test]
fn every_sort_of_term_and_statement_is_in_a_game_that_is_compared() {
    let mut reached = Reached::default();
    for (name, program) in programs() {
        let Ok(engine) = BitboardEngine::new(&program) else { continue };
        match &*engine.made {
            Made::Small(rules) => note(rules, &mut reached),
            Made::Double(rules) => note(rules, &mut reached),
            Made::Rich(rules) => note(rules, &mut reached),
            Made::Wide(rules) => note(rules, &mut reached),
        }
        if let Err(problem) = games(&program, many(1), 20) {
            panic!("{name}: {problem}");
        }
    }
    assert_eq!(reached.missing(), Vec::<&String>::new());
}
