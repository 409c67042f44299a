//! Trying whether something can be done: all branches are run, and undone.

use super::super::word::Word;
use super::asks::{Decider, LastQuestion};
use super::rules::{BlockAt, RuleAt, Verb};
use super::run::{Aim, Chosen, Done, Mode, Run, Stop};

/// What is put aside during a trial.
struct Aside {
    aim: Aim,
    chosen: Chosen,
    asked: LastQuestion,
    exploring: bool,
    trying: bool,
    legs: usize,
}

impl<'r, B: Word> Run<'r, B> {
    /// Whether `go` ends as `ends` wants in some branch over the mover's choices; it ends at its own end, at that of the game, or
    /// where somebody else is asked. Everything is restored afterwards.
    pub(super) fn some_way(
        &mut self,
        go: &mut dyn FnMut(&mut Run<'r, B>) -> Done,
        ends: &mut dyn FnMut(&mut Run<'r, B>, Done) -> bool,
    ) -> Result<bool, Stop> {
        let saved = self.save();
        let aside = self.put_aside();
        let mover = Decider::Player(self.rules.player(self.moving.state.turn) as u8);
        let mut ways: Vec<Vec<u32>> = vec![Vec::new()];
        let mut found = Ok(false);
        while let Some(way) = ways.pop() {
            self.restore(&saved);
            self.legs.truncate(aside.legs);
            (self.chosen.choices, self.chosen.next) = (way, 0);
            (self.aim.mode, self.asking.exploring, self.asking.trying) = (Mode::Play, true, true);
            let done = if self.moving.works() { go(self) } else { Err(Stop::TooMuch) };
            match done {
                Err(Stop::Failed) => {}
                Err(Stop::Asked) if self.asking.asked.by == mover => {
                    let options = std::mem::take(&mut self.asking.asked.options);
                    let way = |option: &u32| self.chosen.choices.iter().chain([option]).copied().collect();
                    ways.extend(options.iter().rev().map(way));
                }
                Err(Stop::TooMuch | Stop::Replay) => {
                    found = Err(Stop::TooMuch);
                    break;
                }
                done => {
                    if ends(self, done) {
                        found = Ok(true);
                        break;
                    }
                }
            }
        }
        self.restore(&saved);
        self.let_go(&saved);
        self.take_back(aside);
        found
    }

    fn put_aside(&mut self) -> Aside {
        let none = Chosen { choices: Vec::new(), next: 0, fork: usize::MAX };
        Aside {
            aim: self.aim,
            chosen: std::mem::replace(&mut self.chosen, none),
            asked: std::mem::take(&mut self.asking.asked),
            exploring: self.asking.exploring,
            trying: self.asking.trying,
            legs: self.legs.len(),
        }
    }

    fn take_back(&mut self, aside: Aside) {
        let Aside { aim, chosen, asked, exploring, trying, legs } = aside;
        (self.aim, self.chosen, self.asking.asked) = (aim, chosen, asked);
        (self.asking.exploring, self.asking.trying) = (exploring, trying);
        self.legs.truncate(legs);
    }

    /// Whether the acting piece can carry out a rule with a body; no ending is tested meanwhile.
    pub(super) fn can_carry_out(&mut self, rule: RuleAt) -> Result<bool, Stop> {
        let mut leg = |run: &mut Run<'r, B>| {
            (run.aim.only_first_leg, run.moving.under_way) = (true, true);
            run.body_leg(rule)
        };
        self.some_way(&mut leg, &mut |_, _| true)
    }

    /// Runs one more leg by a rule with a body.
    pub(super) fn body_leg(&mut self, rule: RuleAt) -> Done {
        (self.progress.in_leg, self.progress.leg_rule) = (true, rule);
        self.body(rule)
    }

    /// Whether a rule has a body.
    pub(super) fn has_body(&self, rule: usize) -> bool {
        matches!(self.rules.rules[rule].verb, Verb::Body(_))
    }

    /// Whether some branch through a block changes anything.
    pub(super) fn some_way_changes(&mut self, block: BlockAt) -> Result<bool, Stop> {
        let before = self.save();
        let changes = self.some_way(&mut |run| run.block(block, 0, &mut |_| Ok(())), &mut |run, _| run.differs(&before));
        self.let_go(&before);
        changes
    }
}
