//! Games of files with odd towers, and with cards that not everybody sees.

use super::{games, many};
use crate::check::Choices;
use crate::engine::direct::Direct;
use crate::library;
use crate::program::Program;

/// Plays games of a rule file, in which something is to be seen.
fn step_by_step(name: &str, text: &str) {
    let checked =
        library::load_text(name, &format!("{name}.draughts"), text.as_bytes().to_vec(), None).check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics));
    let program = Program::compile(&variant);
    match games(&program, many(6), 90) {
        Ok(Some(looked_at)) => assert!(6 * looked_at as u64 > 200 * many(6), "{name}: {looked_at} decisions"),
        Ok(None) => panic!("not played directly: {}", Direct::new(&program).err().expect("a refusal").told(&program)),
        Err(problem) => panic!("{name}: {problem}"),
    }
}

#[test]
fn odd_towers_go_step_by_step() {
    step_by_step("towers", include_str!("../../../../tests/suite/agree/towers.draughts"));
}

#[test]
fn odd_secrets_go_step_by_step() {
    // What pieces bear lies open.
    let text = include_str!("../../../../tests/suite/agree/secrets.draughts");
    let open = text.replace(", has = { card-held = \"card\" }", "");
    let open: String = open.lines().filter(|line| !line.contains("card-held")).map(|line| format!("{line}\n")).collect();
    step_by_step("secrets", &open);
    // In the order in which they came, or not; and with more alike than could be told together.
    let bottom = open.replace("move top of deck to hand of mover", "move bottom of deck to hand of mover");
    step_by_step("secrets", &bottom);
    let many = open.replace("copies = 4", "copies = 20").replace("each = 4", "each = 20");
    step_by_step("secrets", &many);
}
