//! Games of a rule file with attributes, tokens in piles and on pieces, and pieces in piles, and of the same file with some of its
//! lines left out.

use super::{games, next};
use crate::check::Choices;
use crate::library;
use crate::program::Program;

const FILE: &str = include_str!("../../../../tests/suite/bitboard/tokens.draughts");

/// The file without some of the lines that can be left out.
fn some_lines(seed: &mut u64) -> String {
    let mut in_rules = 0;
    let lines = FILE.lines().filter(|line| {
        in_rules += usize::from(*line == "+++");
        let alone = line.starts_with("  ") && !line.starts_with("   ") && (!line.contains('{') || line.contains('}'));
        let kept = ["counter", "keep", "}", "player who", "draw if turns", "man may step", "play movement or"];
        in_rules < 2 || !alone || kept.iter().any(|word| line[2..].starts_with(word)) || !next(seed).is_multiple_of(3)
    });
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn games_with_tokens_go_step_by_step() {
    let mut seed = std::env::var("DRAUGHTSMAN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_260_102);
    let files = std::env::var("DRAUGHTSMAN_FILES").ok().and_then(|files| files.parse().ok()).unwrap_or(12);
    let texts = (0..files).map(|i| if i == 0 { FILE.to_owned() } else { some_lines(&mut seed) }).collect::<Vec<_>>();
    let mut decisions = 0;
    for text in texts {
        let checked =
            library::load_text("tokens", "tokens.draughts", text.clone().into_bytes(), None).check(&Choices::default());
        let variant = checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics));
        match games(&Program::compile(&variant), 3, 120) {
            Ok(Some(looked_at)) => decisions += looked_at,
            Ok(None) => panic!("not played directly:\n{text}"),
            Err(problem) => panic!("{problem}\n{text}"),
        }
    }
    assert!(decisions > 60 * files, "{decisions} decisions of {files} files");
}
