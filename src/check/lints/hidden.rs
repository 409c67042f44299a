//! Rules by which the list of moves reveals what its player must not know.

use crate::diagnostic::Diagnostic;
use crate::model::equipment::SeenBy;
use crate::model::expr::{Expr, ExprKind};
use crate::model::rules::{Block, MoveRule, MoveVerb, Subject, Trigger};
use crate::model::walk::{any_in_block, any_in_path, any_phrase};
use crate::source::Span;

use super::Looked;
use super::unseen::{Eyes, Place, Shown, Unseen, covered};

impl Looked<'_> {
    /// W0842: the moves offered depend on the contents of a pile that the player does not see, or on a token face down under a
    /// site.
    pub(super) fn hidden(&mut self) {
        if self.equipment.piles.iter().all(|pile| pile.seen_by == SeenBy::All) && covered(self.equipment).is_none() {
            return;
        }
        let rules = self.rules;
        let lines = || rules.groups.iter().flat_map(|group| &group.rules);
        let bodies = lines().filter_map(|rule| match &rule.verb {
            MoveVerb::Body(_, body) => Some(body),
            MoveVerb::Path(..) => None,
        });
        let triggered = rules.triggers.iter().map(|trigger| &trigger.body);
        let shown = Shown::by(bodies.chain(lines().map(|rule| &rule.then)).chain(triggered));
        let mut told: Vec<(Span, Place)> = Vec::new();
        for rule in lines().filter(|rule| self.asked_line(rule.rule)) {
            told.extend(self.of_a_move(rule, shown));
        }
        for law in rules.groups.iter().flat_map(|group| &group.chain).filter(|law| self.asked_line(law.rule)) {
            let mut unseen = self.unseen(Eyes::Mover, shown, law.condition.as_ref(), None);
            unseen.shown = shown;
            law.condition.iter().for_each(|condition| unseen.read(condition));
            told.extend(unseen.found());
        }
        for obligation in rules.obligations.iter().filter(|one| self.asked_line(one.rule)) {
            let mut unseen = self.unseen(Eyes::Mover, shown, obligation.condition.as_ref(), None);
            unseen.read(&obligation.moves);
            obligation.condition.iter().for_each(|condition| unseen.read(condition));
            told.extend(unseen.found());
        }
        for eyes in Eyes::ALL {
            for script in rules.setup.iter().chain([&rules.turn]) {
                let mut unseen = self.unseen(eyes, shown, None, Some(&script.body));
                unseen.asking(&script.body, false);
                told.extend(unseen.found());
            }
            for trigger in rules.triggers.iter().filter(|one| self.asked_line(one.rule)) {
                told.extend(self.of_a_trigger(trigger, eyes, shown));
            }
        }
        for (at, place) in told {
            let (message, instead) = match place {
                Place::Pile(pile) => {
                    let name = &self.equipment.piles[pile.index()].name;
                    let message = format!("what may be played tells what lies in `{name}`, which the player does not see");
                    (message, "let the player see the pile (`seen_by`)".to_owned())
                }
                Place::Under => {
                    let (name, open) = covered(self.equipment).unwrap_or_default();
                    let message =
                        format!("what may be played tells what the {name} under a site is, though it may lie face down");
                    (message, format!("ask whether it is `{open}` too"))
                }
            };
            let help = format!("let the move be made whatever lies there, and what it comes to depend on it; or {instead}");
            self.report(Diagnostic::warning("W0842", at, message).help(help));
        }
    }

    /// The hidden things that a rule reads before its moves are listed.
    fn of_a_move(&self, rule: &MoveRule, shown: Shown) -> Vec<(Span, Place)> {
        let (Subject::Pieces(who) | Subject::Players(who)) = &rule.subject;
        let body = match &rule.verb {
            MoveVerb::Body(_, body) => Some(body),
            MoveVerb::Path(..) => None,
        };
        let mut unseen = self.unseen(Eyes::Mover, shown, rule.condition.as_ref(), body);
        unseen.anybody &= !any_phrase(who, &mut says_who);
        unseen.read(who);
        rule.condition.iter().for_each(|condition| unseen.read(condition));
        match &rule.verb {
            MoveVerb::Path(_, path) => _ = any_in_path(path, &mut |one| unseen.note(one)),
            MoveVerb::Body(_, body) => _ = unseen.before_anything_is_done(body),
        }
        unseen.shown = shown;
        unseen.asking(&rule.then, true);
        unseen.found().collect()
    }

    /// The hidden things that a trigger reads where it forbids a move, ends it early, or has somebody choose.
    fn of_a_trigger(&self, trigger: &Trigger, eyes: Eyes, shown: Shown) -> Vec<(Span, Place)> {
        let mut unseen = self.unseen(eyes, shown, trigger.condition.as_ref(), Some(&trigger.body));
        unseen.shown = shown;
        // what it forbids or ends is the mover's move
        let ends = eyes == Eyes::Mover;
        if unseen.asked_in(&trigger.body, ends) {
            trigger.phrases().into_iter().for_each(|phrase| unseen.read(phrase));
        }
        unseen.asking(&trigger.body, ends);
        unseen.found().collect()
    }

    /// A reader that has read nothing yet, for a rule with this condition and this body.
    fn unseen<'b>(&'b self, eyes: Eyes, shown: Shown, condition: Option<&Expr>, body: Option<&Block>) -> Unseen<'b> {
        let mut unseen = Unseen::by(eyes, self.equipment, shown);
        let asked = condition.is_some_and(|condition| any_phrase(condition, &mut asks_who));
        unseen.anybody = !asked && !body.is_some_and(|body| any_in_block(body, &mut asks_who));
        unseen
    }
}

/// Whether a phrase names sides or players.
fn says_who(phrase: &Expr) -> bool {
    matches!(phrase.kind, ExprKind::Players(_) | ExprKind::Sides(_))
}

/// Whether a phrase compares somebody with named sides or players.
fn asks_who(phrase: &Expr) -> bool {
    matches!(&phrase.kind, ExprKind::Is(who, one) if says_who(who) || says_who(one))
}
