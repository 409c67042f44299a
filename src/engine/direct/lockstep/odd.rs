//! Games of files with odd towers, and with cards that not everybody sees.

use super::{games, many};
use crate::check::Choices;
use crate::engine::direct::Direct;
use crate::library;
use crate::program::Program;

/// As many decisions as were looked at in games of a rule file.
fn looked_at(name: &str, text: &str) -> usize {
    let checked =
        library::load_text(name, &format!("{name}.draughts"), text.as_bytes().to_vec(), None).check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics));
    let program = Program::compile(&variant);
    match games(&program, many(6), 90) {
        Ok(Some(looked_at)) => looked_at,
        Ok(None) => panic!("not played directly: {}", Direct::new(&program).err().expect("a refusal").told(&program)),
        Err(problem) => panic!("{name}: {problem}"),
    }
}

#[test]
fn odd_towers_go_step_by_step() {
    assert!(looked_at("towers", include_str!("../../../../tests/suite/agree/towers.draughts")) > 200);
}

#[test]
fn odd_secrets_go_step_by_step() {
    // What pieces bear lies open.
    let text = include_str!("../../../../tests/suite/agree/secrets.draughts");
    let open = text.replace(", has = { card-held = \"card\" }", "");
    let open: String = open.lines().filter(|line| !line.contains("card-held")).map(|line| format!("{line}\n")).collect();
    assert!(looked_at("secrets", &open) > 200);
    // In the order in which they came, or not; and with more alike than could be told together.
    let bottom = open.replace("move top of deck to hand of mover", "move bottom of deck to hand of mover");
    assert!(looked_at("secrets", &bottom) > 200);
    let many = open.replace("copies = 4", "copies = 20").replace("each = 4", "each = 20");
    assert!(looked_at("secrets", &many) > 200);
}
