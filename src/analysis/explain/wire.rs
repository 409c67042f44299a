//! Explanations and listings as JSON types.

use super::{Answer, Explanation, Listing, Unmade};
use crate::notation::json::{SCHEMA, explain as wire};
use crate::program::Line;

/// An explanation as a JSON type, without the position.
pub fn explanation_to_wire(explanation: &Explanation) -> wire::Explanation {
    let mut told = wire::Explanation {
        schema: SCHEMA,
        typed: explanation.typed.clone(),
        legal: explanation.is_legal(),
        text: explanation.to_string(),
        wrong: explanation.wrong.as_ref().map(|wrong| wire::Part { start: wrong.start, end: wrong.end }),
        ..wire::Explanation::default()
    };
    let answer = match &explanation.answer {
        Answer::Legal { text, by, bars, .. } => {
            told.understood.push(text.clone());
            told.made_by = rules(by);
            let compulsory = |bars: &super::Bars| wire::Compulsory { by: rule_to_wire(&bars.line), bars: bars.texts.clone() };
            told.compulsory = bars.iter().map(compulsory).collect();
            "legal"
        }
        Answer::Several(candidates) => {
            told.understood.clone_from(candidates);
            "several"
        }
        Answer::Unfinished { longer, by } => {
            told.instead.clone_from(longer);
            told.barred_by = by.as_ref().map(rule_to_wire);
            "unfinished"
        }
        Answer::Struck { texts, made, by, landing, preferred } => {
            told.understood.clone_from(texts);
            told.made_by = rules(made);
            told.barred_by = Some(rule_to_wire(by));
            told.reasons.extend(landing.iter().map(ToString::to_string));
            told.instead.clone_from(preferred);
            "barred"
        }
        Answer::Unmade(unmade) => {
            tell_unmade(&mut told, unmade);
            "no-move"
        }
        Answer::Elsewhere { who, sought, options } => {
            told.reasons.push(format!("{who} {sought}"));
            told.instead.clone_from(options);
            "other-decision"
        }
        Answer::Over { reason, by, unmade, .. } => {
            told.reasons.push(reason.clone());
            told.barred_by = by.as_ref().map(rule_to_wire);
            unmade.iter().for_each(|unmade| tell_unmade(&mut told, unmade));
            "over"
        }
    };
    told.answer = answer.to_owned();
    told
}

fn tell_unmade(told: &mut wire::Explanation, unmade: &Unmade) {
    told.reasons.extend(unmade.reasons.iter().map(ToString::to_string));
    told.related = unmade.rules.iter().map(related).collect();
    told.instead.clone_from(&unmade.near);
}

/// A listing as a JSON type, without the position.
pub fn listing_to_wire(listing: &Listing) -> wire::Listing {
    let offered = |one: &super::Offered| wire::Offered { text: one.text.clone(), made_by: rules(&one.by) };
    let barred = |one: &super::Barred| wire::Barred {
        text: one.text.clone(),
        made_by: rules(&one.made),
        barred_by: rule_to_wire(&one.by),
    };
    wire::Listing {
        schema: SCHEMA,
        position: None,
        player: listing.who.clone(),
        moves: listing.moves.iter().map(offered).collect(),
        barred: listing.barred.iter().map(barred).collect(),
        over: listing
            .over
            .as_ref()
            .map(|(reason, by)| wire::Over { reason: reason.clone(), by: by.as_ref().map(rule_to_wire) }),
    }
}

fn related(one: &super::Related) -> wire::Related {
    let required_by = one.required_by.as_ref().map(rule_to_wire);
    wire::Related { rule: rule_to_wire(&one.line), fails: one.fails.clone(), required_by, closest: one.closest }
}

fn rules(lines: &[Line]) -> Vec<wire::Rule> {
    lines.iter().map(rule_to_wire).collect()
}

/// A rule line as a JSON type.
pub fn rule_to_wire(line: &Line) -> wire::Rule {
    wire::Rule {
        chapter: line.chapter.clone(),
        text: line.text.clone(),
        place: line.place.clone(),
        words: line.doc.as_ref().map(|doc| doc.trim().to_owned()),
        option: line.option.clone(),
    }
}
