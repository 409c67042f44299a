//! The bitboard engine plays as the general machine does: as many moves, the same positions after them, the same ends.

pub(crate) mod both;
pub(crate) mod files;
pub(crate) mod made;
mod meant;

use draughtsman::check::Choices;
use draughtsman::engine::{BitboardEngine, Position};
use draughtsman::library;
use draughtsman::program::Program;

use crate::facts;
use both::both_ways;

/// Every game of a rule file that has a form, by some seeds.
fn games(program: &Program, seeds: u64, most: usize) -> Result<(), String> {
    let Ok(bitboards) = BitboardEngine::new(program) else { return Ok(()) };
    let start = Position::start(program).map_err(|limit| limit.to_string())?;
    for seed in 1..=seeds {
        both_ways(program, &bitboards, &start, seed, most).map_err(|problem| format!("game {seed}: {problem}"))?;
    }
    Ok(())
}

/// Games of each rule file: one, or as many as `DRAUGHTSMAN_GAMES` says.
fn many() -> u64 {
    std::env::var("DRAUGHTSMAN_GAMES").ok().and_then(|number| number.parse().ok()).unwrap_or(1)
}

/// Decisions of a game of a bundled rule file: what is built for tests is slower than a release.
const LONGEST: usize = if cfg!(debug_assertions) { 30 } else { 60 };

#[test]
fn bundled_games_go_as_by_the_machine() {
    let mut failures = Vec::new();
    let names = facts::every_variant();
    for name in &names {
        let program = facts::rules(name, &[]).expect("there is a rule file").program;
        if let Err(problem) = games(&program, many(), LONGEST) {
            failures.push(format!("{name}: {problem}"));
        }
    }
    facts::report(names.len(), &failures);
}

#[test]
fn what_is_being_taken_is_not_taken_again_directly_either() {
    as_by_the_machine("blasts", include_str!("agree/blasts.draughts"));
}

#[test]
fn who_leaves_a_tower_alone_is_still_who_was_meant() {
    as_by_the_machine("commanders", include_str!("agree/commanders.draughts"));
}

#[test]
fn what_lies_in_piles_and_towers_is_asked_and_changed_there() {
    as_by_the_machine("asked", include_str!("bitboard/asked.draughts"));
    as_by_the_machine("ordered", include_str!("bitboard/ordered.draughts"));
    as_by_the_machine("supply", include_str!("bitboard/supply.draughts"));
    as_by_the_machine("parts", include_str!("bitboard/parts.draughts"));
}

#[test]
fn what_not_everybody_sees_is_played_directly_wherever_it_lies() {
    let texts = [
        include_str!("agree/corners.draughts"),
        include_str!("agree/secrets.draughts"),
        include_str!("views/rules/carried.draughts"),
        include_str!("views/rules/stacked.draughts"),
        include_str!("bitboard/hidden.draughts"),
        include_str!("bitboard/hands.draughts"),
        include_str!("bitboard/marked.draughts"),
        include_str!("bitboard/coins.draughts"),
    ];
    for text in texts {
        let checked =
            library::load_text("hidden", "hidden.draughts", text.as_bytes().to_vec(), None).check(&Choices::default());
        let program = Program::compile(&checked.variant.expect("sound rules"));
        assert_eq!(BitboardEngine::new(&program).err().map(|refusal| refusal.message(&program)), None);
    }
}

#[test]
fn what_could_be_done_is_tried() {
    as_by_the_machine("tried", include_str!("bitboard/tried.draughts"));
    as_by_the_machine("bodies", include_str!("bitboard/bodies.draughts"));
}

#[test]
fn endings_that_count_pieces_are_asked_as_one_by_one() {
    as_by_the_machine("lasts", include_str!("bitboard/lasts.draughts"));
    as_by_the_machine("thirds", include_str!("bitboard/thirds.draughts"));
}

#[test]
fn odd_phrases_have_a_form() {
    as_by_the_machine("phrases", include_str!("bitboard/phrases.draughts"));
}

#[test]
fn questions_between_moves_and_moves_of_others_are_played_directly() {
    as_by_the_machine("scripts", include_str!("bitboard/scripts.draughts"));
    as_by_the_machine("named", include_str!("bitboard/named.draughts"));
}

/// A rule file is played directly, and its games go as by the machine.
fn as_by_the_machine(name: &str, text: &str) {
    let checked =
        library::load_text(name, &format!("{name}.draughts"), text.as_bytes().to_vec(), None).check(&Choices::default());
    let program = Program::compile(&checked.variant.expect("sound rules"));
    assert_eq!(BitboardEngine::new(&program).err().map(|refusal| refusal.message(&program)), None);
    games(&program, 20, 40).expect("the same game");
}

#[test]
fn games_with_options_go_as_by_the_machine() {
    let (mut failures, mut all) = (Vec::new(), 0);
    for name in facts::every_variant() {
        let program = facts::rules(&name, &[]).expect("there is a rule file").program;
        for option in &program.equipment.options {
            let switched = if option.on { format!("{}=off", option.name) } else { option.name.clone() };
            // Some options need another.
            let loaded = library::load(&facts::path_of(&name).expect("there is a rule file").display().to_string());
            let Ok(ready) = facts::ready(&loaded.expect("it can be read"), std::slice::from_ref(&switched)) else { continue };
            let program = ready.program;
            all += 1;
            if let Err(problem) = games(&program, 1, 40) {
                failures.push(format!("{name} with {switched}: {problem}"));
            }
        }
    }
    facts::report(all, &failures);
}

/// Which bundled rule files and options are played directly, and what keeps the others from it.
#[test]
fn what_is_played_directly() {
    let told = |program: &Program| match BitboardEngine::new(program) {
        Ok(_) => "yes".to_owned(),
        Err(refusal) => refusal.message(program),
    };
    let mut lines = String::new();
    for name in facts::every_variant() {
        let program = facts::rules(&name, &[]).expect("there is a rule file").program;
        let plain = told(&program);
        lines += &format!("{name}: {plain}\n");
        for option in &program.equipment.options {
            let switched = if option.on { format!("{}=off", option.name) } else { option.name.clone() };
            let loaded = library::load(&facts::path_of(&name).expect("there is a rule file").display().to_string());
            let Ok(ready) = facts::ready(&loaded.expect("it can be read"), std::slice::from_ref(&switched)) else { continue };
            let here = told(&ready.program);
            if here != plain {
                lines += &format!("  {switched}: {here}\n");
            }
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("bitboards", lines));
}

#[test]
fn checkers_of_any_size_are_played_directly() {
    for (size, most) in [(12, 30), (20, 24), (26, 12)] {
        let checked = library::load_text("checkers", "checkers.draughts", made::checkers(size).into_bytes(), None)
            .check(&Choices::default());
        let program = Program::compile(&checked.variant.expect("sound rules"));
        let bitboards = BitboardEngine::new(&program).unwrap_or_else(|refusal| panic!("{size}: {}", refusal.message(&program)));
        let start = Position::start(&program).expect("it begins");
        both_ways(&program, &bitboards, &start, 7, most).unwrap_or_else(|problem| panic!("{size}: {problem}"));
    }
}
