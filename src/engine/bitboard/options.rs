//! Options of decisions during a move or in a script.

use super::rules::RuleAt;

/// The choices that lead to a decision, and those that each option adds.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) given: Vec<u32>,
    added: Vec<u32>,
    ends: Vec<(u32, u32, OptionTail, u8)>,
}

/// What follows the choices of an option in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionTail {
    Nothing,
    /// The move that could be made there is declined.
    Decline,
    /// A move by a rule, with a piece or with none; the last `choices` choices of the option are its own.
    Move {
        rule: RuleAt,
        from: Option<u32>,
        choices: u32,
    },
}

impl Options {
    pub(super) fn total(&self) -> usize {
        self.ends.len()
    }

    /// Removes all options; the decision is reached by these choices.
    pub(super) fn begin(&mut self, given: &[u32]) {
        self.given.clear();
        self.given.extend_from_slice(given);
        self.added.clear();
        self.ends.clear();
    }

    /// Adds an option with its choices and the number of pieces that its legs take.
    pub(super) fn add(&mut self, choices: &[u32], then: OptionTail, takes: u8) {
        let first = self.added.len() as u32;
        self.added.extend_from_slice(choices);
        self.ends.push((first, self.added.len() as u32, then, takes));
    }

    /// The choices that an option adds, and what follows them.
    pub(super) fn get(&self, option: usize) -> Option<(&[u32], OptionTail)> {
        self.ends.get(option).map(|(first, last, then, _)| (&self.added[*first as usize..*last as usize], *then))
    }

    /// The number of options that take pieces by legs.
    pub(super) fn taking(&self) -> usize {
        self.ends.iter().filter(|(.., takes)| *takes > 0).count()
    }

    /// Shows each option as a row of numbers, with the number of pieces that its legs take.
    pub(super) fn each(&self, mut each: impl FnMut(&mut dyn Iterator<Item = u32>, u8)) {
        for (first, last, then, takes) in &self.ends {
            let (kind, rule, from) = match then {
                OptionTail::Nothing => (None, None, None),
                OptionTail::Decline => (Some(u32::MAX), None, None),
                OptionTail::Move { rule, from, choices } => {
                    (Some(*choices), Some(u32::from(*rule)), Some(from.unwrap_or(u32::MAX)))
                }
            };
            let choices = self.added[*first as usize..*last as usize].iter().copied();
            each(&mut choices.chain(kind).chain(rule).chain(from), *takes);
        }
    }
}
