//! Moves barred by a compulsory chain: a leg lands where the chain cannot continue, although another landing would let it.

use crate::engine::{Bound, Move, Position};
use crate::model::RuleId;
use crate::notation::squares;
use crate::program::Program;

use super::answer::{Answer, Landing, Squares};
use super::listed::{Listed, line, lines, meant};
use super::words::Words;

/// The answer if a chain law bars the typed move because of where one of its legs lands. A single square says nothing of a
/// landing, so it has no such answer.
pub(super) fn barred(
    program: &Program,
    position: &Position,
    legal: &Listed,
    words: &Words,
    typed: &str,
    squares: &mut Squares,
) -> Option<Answer> {
    if words.sites.len() < 2 {
        return None;
    }
    // A position in which a limit is reached has no explanation of this kind.
    let bound = position.bound(program).unwrap_or_default();
    let (moves, rules): (Vec<Move>, Vec<RuleId>) = bound.iter().map(|one| (one.mv.clone(), one.by)).unzip();
    let (first, texts) = meant(program, &moves, &rules, typed, squares)?;
    let Bound { mv, made, by, from, to } = &bound[first];
    let name = |site| squares::name(&program.equipment, site);
    let landing = Landing { from: name(*from), to: to.iter().map(|site| name(*site)).collect() };
    let by = line(program, *by)?;
    *squares = Squares::of(mv);
    let (made, landing) = (lines(program, made), Some(landing));
    Some(Answer::Struck { texts, made, by, landing, preferred: legal.texts.clone() })
}
