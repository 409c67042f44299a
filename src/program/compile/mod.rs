//! Compiles a checked variant to a program. Every step is total: nothing here can fail.

mod phrases;
mod statements;

use std::sync::Arc;

use crate::model::equipment::Notation;
use crate::model::rules::{self, Effects, EndingKind, Event, MoveVerb, Removal, Subject};
use crate::model::walk::blocks;
use crate::model::{Equipment, RuleId, Variant, print};

use super::code::{self, BlockId, EventKind, Trigger, Triggers, Verb};
use super::forced_rest::ForcedRest;
use super::geometry::Geometry;
use super::layout::Layout;
use super::node::Phrases;
use super::{FilesBeside, Line, Program};
use phrases::Builder;

/// The program, and for each of its blocks the statements that it was made from.
pub(super) fn compile(variant: &Variant) -> (Program, Vec<&rules::Block>) {
    let rules = &variant.rules;
    let mut build = Builder::new(&rules.left_out);
    let groups = rules.groups.iter().map(|group| build.group(group)).collect();
    let obligations = rules.obligations.iter().map(|one| build.obligation(one)).collect();
    let triggers = build.triggers(&rules.triggers);
    let setup = rules.setup.iter().map(|script| build.script(script)).collect();
    let turn = build.script(&rules.turn);
    let (endings, soon) = build.endings(&rules.endings);
    let scores = rules.scores.iter().map(|score| build.score(score)).collect();
    let equipment = variant.equipment.clone();
    let phrases = Phrases::new(build.nodes, build.types);
    let layout = Layout::new(&equipment, &rules.stored, &variant.start, &phrases, shuffles(rules));
    let lines: Vec<Line> = rules.lines.iter().map(line).collect();
    let fingerprint = fingerprint(variant, &lines);
    let start = super::dealt::in_own_shuffles(&variant.start, &layout);
    let program = Program {
        geometry: Geometry::new(&equipment),
        forced_rest: ForcedRest::default(),
        equipment,
        lines,
        layout,
        phrases,
        blocks: build.blocks,
        paths: build.paths,
        groups,
        obligations,
        triggers,
        game: code::Game { setup, turn, endings, immediate_endings: soon, scores },
        stored: rules.stored.clone(),
        afterwards: rules::Afterwards::of(rules),
        start,
        kernels: None,
        lists: None,
        fingerprint,
        beside: FilesBeside::default(),
    };
    (program, build.written)
}

fn line(line: &rules::RuleLine) -> Line {
    Line {
        chapter: line.chapter.clone(),
        text: line.text.clone(),
        doc: line.doc.clone(),
        place: line.place.clone(),
        option: line.option.clone(),
    }
}

/// Depends on the rules and the equipment only, not on the names of the game and its file or on its authors, so that any build of
/// the same version recognises a saved game, on any machine. Every field of the equipment is named, lest a new one be left out.
fn fingerprint(variant: &Variant, lines: &[Line]) -> u64 {
    let Equipment {
        about: _,
        options: _,
        routes,
        numbers,
        players,
        turn_order,
        sides,
        board,
        enums,
        kinds,
        slots,
        tokens,
        under,
        stacks,
        piles,
        regions,
        notation: Notation { numbers: numbered, pdn: _, hub: _ },
        games_of_match,
        // This follows from the rules.
        promoted: _,
    } = &variant.equipment;
    let who = format!("{players:?}{turn_order:?}{sides:?}{games_of_match:?}");
    let what =
        format!("{board:?}{numbered}{regions:?}{kinds:?}{slots:?}{stacks}{tokens:?}{under:?}{piles:?}{enums:?}{numbers:?}");
    let lines: Vec<_> = lines.iter().map(|line| (&line.chapter, &line.text)).collect();
    // What the lines mean is included, since the same words may get another meaning.
    let rules = format!("{lines:?}{}{routes:?}", print::variant(variant));
    // FNV-1a, because the hash that hash maps use differs where addresses have 32 bits, as in browsers.
    let written = [who, what, rules, format!("{:?}", variant.start)];
    written
        .iter()
        .flat_map(|part| part.bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The number of names in a scope.
fn names(scope: &rules::Scope) -> u16 {
    scope.locals.len() as u16
}

/// Whether any statement shuffles.
fn shuffles(rules: &rules::Rules) -> bool {
    blocks(rules).into_iter().any(|block| block.effects().any(Effects::SHUFFLES))
}

impl<'v> Builder<'v> {
    fn script(&mut self, script: &'v rules::Script) -> code::Script {
        code::Script { rule: script.rule, locals: names(&script.scope), body: self.block(&script.body) }
    }

    fn group(&mut self, group: &'v rules::MoveGroup) -> code::Group {
        code::Group {
            name: group.name.clone(),
            rules: group.rules.iter().map(|rule| self.move_rule(rule)).collect(),
            chain: group.chain.iter().map(|law| self.law(law)).collect(),
            must_not_reverse: group.must_not_reverse,
            must_turn: group.must_turn,
            must_not_turn: group.must_not_turn,
            removal_after_move: matches!(group.removal, Removal::AfterMove(_)),
        }
    }

    fn law(&mut self, law: &'v rules::ChainLaw) -> code::Law {
        code::Law {
            rule: law.rule,
            locals: names(&law.scope),
            must: law.must,
            condition: law.condition.as_ref().map(|condition| self.phrase(condition)),
        }
    }

    fn move_rule(&mut self, rule: &'v rules::MoveRule) -> code::MoveRule {
        let locals = names(&rule.scope);
        let (subject, by_player) = match &rule.subject {
            Subject::Pieces(set) => (self.phrase(set), false),
            Subject::Players(set) => (self.phrase(set), true),
        };
        code::MoveRule {
            rule: rule.rule,
            locals,
            subject,
            by_player,
            verb: match &rule.verb {
                MoveVerb::Path(_, path) => Verb::Path(self.path(path)),
                MoveVerb::Body(name, block) => Verb::Body(name.clone(), self.block(block)),
            },
            condition: rule.condition.as_ref().map(|condition| self.phrase(condition)),
            then: self.block(&rule.then),
        }
    }

    fn obligation(&mut self, one: &'v rules::Obligation) -> code::Obligation {
        code::Obligation {
            rule: one.rule,
            locals: names(&one.scope),
            moves: self.phrase(&one.moves),
            condition: one.condition.as_ref().map(|condition| self.phrase(condition)),
        }
    }

    fn triggers(&mut self, all: &'v [Arc<rules::Trigger>]) -> Triggers {
        let mut triggers = Triggers::default();
        for one in all {
            let (kind, subject, place) = match &one.event {
                Event::Lands(pieces, on) => (EventKind::Lands, Some(pieces), on.as_ref()),
                Event::Rests(pieces, on) => (EventKind::Rests, Some(pieces), on.as_ref()),
                Event::BeforeTaken(pieces) => (EventKind::BeforeTaken, Some(pieces), None),
                Event::Taken(pieces) => (EventKind::Taken, Some(pieces), None),
                Event::Leaves(pieces) => (EventKind::Leaves, Some(pieces), None),
                Event::LegBegins => (EventKind::LegBegins, None, None),
                Event::LegEnds => (EventKind::LegEnds, None, None),
                Event::MoveBegins => (EventKind::MoveBegins, None, None),
                Event::MoveEnds => (EventKind::MoveEnds, None, None),
                Event::TurnBegins => (EventKind::TurnBegins, None, None),
                Event::TurnEnds => (EventKind::TurnEnds, None, None),
            };
            let trigger = Trigger {
                rule: one.rule,
                locals: names(&one.scope),
                subject: subject.map(|set| self.phrase(set)),
                place: place.map(|set| self.phrase(set)),
                condition: one.condition.as_ref().map(|condition| self.phrase(condition)),
                body: self.block(&one.body),
            };
            triggers.of_mut(kind).push(trigger);
        }
        triggers
    }

    fn endings(&mut self, all: &'v [Arc<rules::EndingLine>]) -> (Vec<code::Ending>, Vec<code::ImmediateEnding>) {
        let (mut endings, mut soon) = (Vec::new(), Vec::new());
        for line in all {
            let script = self.ending_script(line.rule, &line.scope, &line.body);
            match &line.kind {
                EndingKind::AsSoonAs(condition) => {
                    let condition = self.phrase(condition);
                    soon.push(code::ImmediateEnding { script, condition, patience: line.patience });
                }
                EndingKind::AfterTurn => {
                    endings.push(code::Ending { script, cannot_move: None, patience: line.patience });
                }
                EndingKind::CannotMove(players) => {
                    let cannot_move = Some(self.phrase(players));
                    endings.push(code::Ending { script, cannot_move, patience: line.patience });
                }
            }
        }
        (endings, soon)
    }

    fn ending_script(&mut self, rule: RuleId, scope: &'v rules::Scope, body: &'v rules::Block) -> code::Script {
        let locals = names(scope);
        let body: BlockId = self.block(body);
        code::Script { rule, locals, body }
    }

    fn score(&mut self, score: &'v rules::Score) -> code::Score {
        code::Score {
            rule: score.rule,
            locals: names(&score.scope),
            player: self.phrase(&score.player),
            value: self.phrase(&score.value),
        }
    }
}
