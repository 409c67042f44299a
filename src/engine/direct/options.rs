//! The options of a decision otherwise than among moves.

use super::rules::RuleAt;

/// The choices that lead to a decision, and those that each option adds.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) given: Vec<u32>,
    added: Vec<u32>,
    ends: Vec<(u32, u32, Then, u8)>,
}

/// What belongs to an option behind its choices in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Nothing,
    /// None of the moves that can be made there.
    Decline,
    /// A move by a rule, with a piece or with none, of so many choices.
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

    /// No options, where these choices have led.
    pub(super) fn begin(&mut self, given: &[u32]) {
        self.given.clear();
        self.given.extend_from_slice(given);
        self.added.clear();
        self.ends.clear();
    }

    /// One more, and how many pieces its legs take.
    pub(super) fn add(&mut self, choices: &[u32], then: Then, takes: u8) {
        let first = self.added.len() as u32;
        self.added.extend_from_slice(choices);
        self.ends.push((first, self.added.len() as u32, then, takes));
    }

    /// The choices that one adds, and what follows.
    pub(super) fn get(&self, option: usize) -> Option<(&[u32], Then)> {
        self.ends.get(option).map(|(first, last, then, _)| (&self.added[*first as usize..*last as usize], *then))
    }

    /// How many of them take pieces by legs.
    pub(super) fn taking(&self) -> usize {
        self.ends.iter().filter(|(.., takes)| *takes > 0).count()
    }

    /// Shows each as a row of numbers, and how many pieces its legs take.
    pub(super) fn each(&self, mut each: impl FnMut(&mut dyn Iterator<Item = u32>, u8)) {
        for (first, last, then, takes) in &self.ends {
            let (kind, rule, from) = match then {
                Then::Nothing => (None, None, None),
                Then::Decline => (Some(u32::MAX), None, None),
                Then::Move { rule, from, choices } => (Some(*choices), Some(u32::from(*rule)), Some(from.unwrap_or(u32::MAX))),
            };
            let choices = self.added[*first as usize..*last as usize].iter().copied();
            each(&mut choices.chain(kind).chain(rule).chain(from), *takes);
        }
    }
}
