//! Circular questions, whose evaluation leads back to themselves: `man may step any-way if opponent can move`.

use crate::diagnostic::Diagnostic;
use crate::model::rules::{LeftOut, Rules, Unanswered, Why, questions};

use super::checker::Checker;

impl<'a> Checker<'a> {
    /// The rules that each circular question leaves out; E0613 for questions that have no answer.
    pub(super) fn questions(&mut self, rules: &Rules) -> LeftOut {
        let (left_out, unanswered) = questions(rules);
        for one in unanswered {
            let found = self.unanswered(one);
            self.report_plain(found);
        }
        left_out
    }

    fn unanswered(&self, Unanswered { at, why }: Unanswered) -> Diagnostic {
        let found = Diagnostic::error("E0613", at, "this question asks itself again and again");
        match why {
            Why::NothingLeft(asking) => {
                let mut found = found;
                let lines = asking.iter().map(|line| self.line_span(*line));
                for line in lines.filter(|line| !line.contains(at)) {
                    found = found.label(line, "this rule asks back");
                }
                found
                    .help("it is about other rules than those that ask, and here there is no other")
                    .help("ask for the path: `… can step any-way`; or ask for a class of other rules: `moves NAME { … }`, `… can NAME`")
            }
            Why::ThroughTrigger(line) => found
                .label(self.line_span(line), "this is set off by the statements of a rule that the question is about")
                .help("ask for a path: `… can jump any-way over enemy`")
                .help("or ask for a class in which no rule has statements: `moves NAME { … }`, `… can NAME`"),
            Why::Nameless => found.help("say whose moves they are: `mover can capture` for `some capture`"),
        }
    }
}
