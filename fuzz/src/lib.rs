//! The targets of the fuzzer: what `tests/suite/attacks/targets` does with an input, each under the name of its target.

#![allow(dead_code, reason = "modules of the tests, of which a part is needed")]

mod agree;
#[path = "../../tests/suite/dice.rs"]
mod dice;
mod bitboard;
#[path = "../../tests/suite/attacks/targets/mod.rs"]
mod targets;

/// Does with an input what the target of that name does.
///
/// # Panics
/// There is no such target; or something is wrong with the program, which is what is looked for.
pub fn attack(target: &str, data: &[u8]) {
    let found = targets::TARGETS.iter().find(|(name, _)| *name == target);
    let (_, attack) = found.unwrap_or_else(|| panic!("there is no target `{target}`"));
    attack(data);
}
