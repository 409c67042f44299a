//! Games of rule files with unusual towers, with statements that are tried before they are carried out, with cards that not every
//! player sees, and with phrases about pieces in piles.

use super::{games, many};
use crate::check::Choices;
use crate::engine::bitboard::BitboardEngine;
use crate::library;
use crate::program::Program;

/// Compares games of a rule file, which must have many decisions.
fn step_by_step(name: &str, text: &str) {
    step_by_step_in(1, name, text);
}

/// The same for `times` as many games, of a rule file whose games are short.
fn step_by_step_in(times: u64, name: &str, text: &str) {
    let checked =
        library::load_text(name, &format!("{name}.draughts"), text.as_bytes().to_vec(), None).check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics));
    let program = Program::compile(&variant);
    match games(&program, times * many(6), 90) {
        Ok(Some(looked_at)) => assert!(looked_at as u64 > 30 * many(6), "{name}: {looked_at} decisions"),
        Ok(None) => {
            panic!("not played directly: {}", BitboardEngine::new(&program).err().expect("a refusal").message(&program))
        }
        Err(problem) => panic!("{name}: {problem}"),
    }
}

#[test]
fn odd_towers_go_step_by_step() {
    step_by_step("towers", include_str!("../../../../tests/suite/agree/towers.draughts"));
}

#[test]
fn what_is_tried_goes_step_by_step() {
    step_by_step_in(3, "bodies", include_str!("../../../../tests/suite/bitboard/bodies.draughts"));
    step_by_step_in(3, "tried", include_str!("../../../../tests/suite/bitboard/tried.draughts"));
}

#[test]
fn scripts_go_step_by_step() {
    step_by_step("scripts", include_str!("../../../../tests/suite/bitboard/scripts.draughts"));
    step_by_step_in(5, "named", include_str!("../../../../tests/suite/bitboard/named.draughts"));
}

#[test]
fn odd_secrets_go_step_by_step() {
    let text = include_str!("../../../../tests/suite/agree/secrets.draughts");
    step_by_step("secrets", text);
    // Cards from the other end of the deck; and more identical cards than could be counted by class.
    let bottom = text.replace("move top of deck to hand of mover", "move bottom of deck to hand of mover");
    step_by_step("secrets", &bottom);
    let many = text.replace("copies = 4", "copies = 20").replace("each = 4", "each = 20");
    step_by_step("secrets", &many);
}

#[test]
fn tokens_on_pieces_that_not_everybody_sees_go_step_by_step() {
    step_by_step("carried", include_str!("../../../../tests/suite/views/rules/carried.draughts"));
    step_by_step("hidden", include_str!("../../../../tests/suite/bitboard/hidden.draughts"));
    step_by_step("coins", include_str!("../../../../tests/suite/bitboard/coins.draughts"));
}

#[test]
fn what_is_asked_of_pieces_in_piles_goes_step_by_step() {
    step_by_step("asked", include_str!("../../../../tests/suite/bitboard/asked.draughts"));
    step_by_step("ordered", include_str!("../../../../tests/suite/bitboard/ordered.draughts"));
    step_by_step("supply", include_str!("../../../../tests/suite/bitboard/supply.draughts"));
    step_by_step("hands", include_str!("../../../../tests/suite/bitboard/hands.draughts"));
}

#[test]
fn what_pieces_in_towers_bear_goes_step_by_step() {
    step_by_step("stacked", include_str!("../../../../tests/suite/views/rules/stacked.draughts"));
    step_by_step("marked", include_str!("../../../../tests/suite/bitboard/marked.draughts"));
    step_by_step("parts", include_str!("../../../../tests/suite/bitboard/parts.draughts"));
}

#[test]
fn questions_ask_pieces_as_if_a_move_began_step_by_step() {
    step_by_step_in(6, "starts", include_str!("../../../../tests/suite/bitboard/starts.draughts"));
}

#[test]
fn tokens_that_are_followed_go_step_by_step() {
    step_by_step_in(3, "followed piles", include_str!("../../../../tests/suite/bitboard/followed_piles.draughts"));
    step_by_step_in(3, "followed pieces", include_str!("../../../../tests/suite/bitboard/followed_pieces.draughts"));
    step_by_step_in(3, "followed waiting", include_str!("../../../../tests/suite/bitboard/followed_waiting.draughts"));
    step_by_step_in(3, "followed back", include_str!("../../../../tests/suite/bitboard/followed_back.draughts"));
    step_by_step_in(3, "followed cards", include_str!("../../../../tests/suite/bitboard/followed_cards.draughts"));
}
