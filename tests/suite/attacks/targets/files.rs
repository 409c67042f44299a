//! A rule file put together from lines as the bytes say, and a position strewn over its board, by every way of finding moves.

use draughtsman::check::Choices;
use draughtsman::library::load_text;
use draughtsman::program::Program;

use super::ways;
use crate::bitboard::made::{rule_file, strewn};
use crate::dice::Bytes;

pub(super) fn attack(data: &[u8]) {
    let mut dice = Bytes::new(data);
    let text = rule_file(&mut dice);
    let checked = load_text("made", "made.draughts", text.clone().into_bytes(), None).check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics));
    let program = Program::compile(&variant);
    if let Some(position) = strewn(&program, &mut dice) {
        ways::all_alike(&variant, &program, position, &mut dice, &text);
    }
}
