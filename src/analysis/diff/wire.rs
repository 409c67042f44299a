//! Comparison reports as JSON types.

use crate::analysis::explain::rule_to_wire;
use crate::model::Setup;
use crate::notation::json::position::Position;
use crate::notation::json::{SCHEMA, diff as wire};
use crate::notation::position::to_wire as position_to_wire;
use crate::notation::{Header, Terms};

use super::report::{Claim, Report, Sighted, Witness};
use super::{Effect, Version};

/// A report as a JSON type. `a` and `b` are the versions that were compared.
pub fn to_wire(report: &Report, a: &Version<'_>, b: &Version<'_>) -> wire::Diff {
    let searched = &report.searched;
    let claim = match report.claim {
        Claim::Differ => "differ",
        Claim::NoneFound => "none-found",
        Claim::Unshared(_) => "unshared",
    };
    wire::Diff {
        schema: SCHEMA,
        a: report.a.clone(),
        b: report.b.clone(),
        same_rules: report.changes.is_empty(),
        rules: report.changes.clone(),
        claim: claim.to_owned(),
        text: report.claim_text(),
        start: report.start.as_ref().map(|(start_a, start_b)| [position(a, start_a), position(b, start_b)]),
        earliest: report.earliest.as_ref().map(|early| wire::Earliest {
            ply: early.ply,
            from: early.from.as_ref().map(|setup| position(a, setup)),
            line: early.line.clone(),
        }),
        witnesses: report.witnesses.iter().map(|one| witness(one, a, b)).collect(),
        searched: wire::Searched {
            seed: report.settings.seed,
            plies: searched.plies,
            positions: searched.positions(),
            parted: searched.parted(),
            tree: searched.tree,
            games: searched.games,
            agent: searched.agent.clone(),
            few: searched.few,
            only_in: searched.only_one,
        },
    }
}

fn position(version: &Version<'_>, setup: &Setup) -> Position {
    position_to_wire(&Header::of(version.variant), &Terms::from(version.variant), setup)
}

fn witness(one: &Witness, a: &Version<'_>, b: &Version<'_>) -> wire::Witness {
    let moves = |only: &[Sighted]| only.iter().map(sighted).collect();
    let effects = one.effects.iter().map(|(mv, effect, [after_a, after_b])| wire::Effect {
        text: mv.text.clone(),
        differs: match effect {
            Effect::Board => "board",
            Effect::Turn => "turn",
            Effect::Outcome => "outcome",
            Effect::Stored => "stored",
        }
        .to_owned(),
        after: [position(a, after_a), position(b, after_b)],
    });
    wire::Witness {
        from: one.from.as_ref().map(|setup| position(a, setup)),
        line: one.line.clone(),
        position: position(a, &one.position[0]),
        only_a: moves(&one.only[0]),
        only_b: moves(&one.only[1]),
        common: one.common.clone(),
        effects: effects.collect(),
        outcomes: one.outcomes.clone(),
    }
}

fn sighted(one: &Sighted) -> wire::Move {
    wire::Move {
        text: one.text.clone(),
        made_by: one.made.iter().map(rule_to_wire).collect(),
        barred_by: one.barred.as_ref().map(rule_to_wire),
    }
}
