//! Moves barred by the laws of chains: a leg lands where the chain cannot continue, although another landing would let it; or a
//! leg follows that may not.

use crate::engine::{Bound, LimitReached, Move, Position};
use crate::model::RuleId;
use crate::notation::squares;
use crate::program::Program;

use super::answer::{Answer, Landing, Squares};
use super::listed::{Listed, line, lines, meant};
use super::words::Words;

/// The answer if a law of chains bars the typed move: because of where one of its legs lands, of which a single square says
/// nothing, or because of a further leg, to which a third square belongs.
pub(super) fn barred(
    program: &Program,
    position: &Position,
    legal: &Listed,
    words: &Words,
    typed: &str,
    squares: &mut Squares,
) -> Option<Answer> {
    let some_if = |least: usize, bound: fn(&Position, &Program) -> Result<Vec<Bound>, LimitReached>| {
        if words.sites.len() >= least { bound(position, program) } else { Ok(Vec::new()) }
    };
    // A position in which a limit is reached has no explanation of this kind.
    let mut told = |bound: Result<Vec<Bound>, LimitReached>| struck(program, &bound.unwrap_or_default(), legal, typed, squares);
    told(some_if(2, Position::bound)).or_else(|| told(some_if(3, Position::ended)))
}

fn struck(program: &Program, bound: &[Bound], legal: &Listed, typed: &str, squares: &mut Squares) -> Option<Answer> {
    let (moves, rules): (Vec<Move>, Vec<RuleId>) = bound.iter().map(|one| (one.mv.clone(), one.by)).unzip();
    let (first, texts) = meant(program, &moves, &rules, typed, squares)?;
    let Bound { mv, made, by, from, to } = &bound[first];
    let name = |site| squares::name(&program.equipment, site);
    let to: Vec<String> = to.iter().map(|site| name(*site)).collect();
    let landing = if to.is_empty() { None } else { Some(Landing { from: name(*from), to }) };
    let by = line(program, *by)?;
    *squares = Squares::of(mv);
    let made = lines(program, made);
    Some(Answer::Struck { texts, made, by, landing, preferred: legal.texts.clone() })
}
