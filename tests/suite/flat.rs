//! Flat files, as `show --flat` writes them: the same game in one file.

use std::fs;

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::Position;
use draughtsman::library;
use draughtsman::program::Program;

use crate::shell::{answer, run_with};

/// Leaves down to so many plies, as far as they can be counted.
fn leaves(name: &str, text: &str, choices: &Choices, deepest: u32) -> Vec<u64> {
    let folder = std::path::Path::new("variants");
    let loaded = library::load_text(name, &format!("{name}.draughts"), text.as_bytes().to_vec(), Some(folder));
    let checked = loaded.check(choices);
    let Some(variant) = checked.variant else { panic!("{name}: {:?}\n{text}", checked.diagnostics) };
    let program = Program::compile(&variant);
    let start = Position::start(&program).unwrap();
    (1..=deepest).map_while(|depth| perft(&program, &start, depth, Way::USUAL).ok()).collect()
}

/// Every rule file that there is, and each of its options: flat it checks, and plays the same.
#[test]
fn flat_files_play_the_same() {
    let mut files: Vec<_> = fs::read_dir("variants").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "draughts")) {
        let path = path.to_str().unwrap();
        let loaded = library::load(path).unwrap();
        let Some(variant) = loaded.check(&Choices::default()).variant else { continue };
        let options = variant.equipment.options.iter().map(|option| vec![(option.name.clone(), !option.on)]);
        for options in std::iter::once(Vec::new()).chain(options) {
            let choices = Choices { options, numbers: Vec::new() };
            let checked = loaded.check(&choices);
            let (Some(variant), true) = (checked.variant, checked.refusals.is_empty()) else { continue };
            let flat = loaded.flat(&variant.equipment);
            assert!(!flat.contains("extends") && !flat.contains("option."), "{flat}");
            let text = fs::read_to_string(path).unwrap();
            // An option is told apart by the first plies, or not at all.
            let deepest = if choices.options.is_empty() { 3 } else { 2 };
            let written = leaves(&loaded.id, &text, &choices, deepest);
            assert!(!written.is_empty(), "{path} {choices:?}: not even one ply can be counted");
            assert_eq!(written, leaves("flat", &flat, &Choices::default(), deepest), "{path} {choices:?}");
        }
    }
}

#[test]
fn flat_files_have_the_numbers_that_were_chosen() {
    let text = answer(&["show", "english", "--flat", "--option", "idle-limit=50"]);
    assert!(text.contains("idle-limit = { value = 50, least = 1, greatest = 1000 }"), "{text}");
    assert_eq!(run_with(&["check", "-"], text.as_bytes()).code, 0);
}
