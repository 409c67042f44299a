//! Causes of differences: the lines that make a move in one version and the lines that bar it in the other. Differences with
//! the same cause are one difference to a reader of the rules.

use crate::engine::{Move, Struck};
use crate::model::RuleId;

use super::compare::{Comparison, Effect, Parting};

/// Why two versions differ in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// The game is over in one version only, has another result, or another player decides.
    Outcome,
    /// A move of one version only.
    Move {
        /// Whether the second version has it.
        in_b: bool,
        /// The line that makes it there.
        made: Option<RuleId>,
        /// The obligation of the other version that bars it; `None` if no rule there makes it.
        barred: Option<RuleId>,
    },
    /// A move of both versions with different effects.
    Effect {
        /// The line that makes it in the first version.
        made: Option<RuleId>,
        /// What differs.
        what: Effect,
    },
}

impl Cause {
    /// How hard the difference is for a player to notice: 0 for legal moves, then the board, the end of the game, who decides,
    /// stored values.
    pub(super) fn subtlety(&self) -> u8 {
        match self {
            Cause::Move { .. } => 0,
            Cause::Effect { what: Effect::Board, .. } => 1,
            Cause::Outcome | Cause::Effect { what: Effect::Outcome, .. } => 2,
            Cause::Effect { what: Effect::Turn, .. } => 3,
            Cause::Effect { what: Effect::Stored, .. } => 4,
        }
    }
}

impl Comparison<'_> {
    /// The causes of the differences in a position, without duplicates.
    pub(super) fn causes(&self, parting: &Parting) -> Vec<Cause> {
        let mut causes = Vec::new();
        if parting.outcome {
            causes.push(Cause::Outcome);
        }
        let barred = |mv: &Move, in_b: bool, struck: &[Struck]| {
            let key = self.key(mv, in_b);
            struck.iter().find(|one| self.key(&one.mv, !in_b) == key).map(|one| one.by)
        };
        for mv in &parting.only_a {
            causes.push(Cause::Move { in_b: false, made: mv.rule, barred: barred(mv, false, &parting.struck_b) });
        }
        for mv in &parting.only_b {
            causes.push(Cause::Move { in_b: true, made: mv.rule, barred: barred(mv, true, &parting.struck_a) });
        }
        for (mv, _, what) in &parting.effects {
            causes.push(Cause::Effect { made: mv.rule, what: *what });
        }
        causes.sort_unstable();
        causes.dedup();
        causes
    }
}
