//! Witnesses as SVG images, with both versions side by side.

use crate::model::{Setup, SiteId};
use crate::notation::diagram::Mark;
use crate::notation::{Terms, svg};

use super::Version;
use super::report::{Report, Sighted, Witness};

/// An image for each witness, preceded by one of the initial positions if these differ.
pub fn pictures(report: &Report, a: &Version<'_>, b: &Version<'_>) -> Vec<String> {
    let start = report.start.iter().map(|(start_a, start_b)| {
        let left = drawn(a, start_a, &[]);
        svg::beside([(&report.a, &left), (&report.b, &drawn(b, start_b, &[]))], "the games start differently")
    });
    let witnesses = report.witnesses.iter().map(|witness| picture(report, witness, a, b));
    start.chain(witnesses).collect()
}

fn picture(report: &Report, witness: &Witness, a: &Version<'_>, b: &Version<'_>) -> String {
    let told = |name: &str, only: &[Sighted]| {
        let texts: Vec<&str> = only.iter().take(8).map(|one| one.text.as_str()).collect();
        if texts.is_empty() { String::new() } else { format!("only in {name}: {}", texts.join(", ")) }
    };
    let mut words: Vec<String> = vec![told(&report.a, &witness.only[0]), told(&report.b, &witness.only[1])];
    if let Some([in_a, in_b]) = &witness.outcomes {
        words.push(format!("{}: {in_a}; {}: {in_b}", report.a, report.b));
    }
    let (left, right) = match witness.effects.first() {
        Some((mv, _, after)) if witness.only.iter().all(Vec::is_empty) => {
            words.push(format!("after {}", mv.text));
            let mv = std::slice::from_ref(mv);
            (drawn(a, &after[0], mv), drawn(b, &after[1], mv))
        }
        _ => (drawn(a, &witness.position[0], &witness.only[0]), drawn(b, &witness.position[1], &witness.only[1])),
    };
    words.retain(|words| !words.is_empty());
    svg::beside([(&report.a, &left), (&report.b, &right)], &words.join("; "))
}

fn drawn(version: &Version<'_>, setup: &Setup, moves: &[Sighted]) -> String {
    let of = |mark: Mark| {
        let marks = moves.iter().flat_map(|one| &one.marks).filter(move |(_, known)| *known == mark);
        marks.map(|(site, _)| *site).collect::<Vec<SiteId>>()
    };
    let arrow = |one: &Sighted| {
        let at = |mark: Mark| one.marks.iter().find(|(_, known)| *known == mark).map(|(site, _)| *site);
        at(Mark::Start).zip(at(Mark::Landing))
    };
    let arrows: Vec<(SiteId, SiteId)> = moves.iter().filter_map(arrow).collect();
    let options = svg::Options { highlight: &of(Mark::Taken), arrows: &arrows, ..svg::Options::default() };
    let terms = Terms { equipment: &version.program.equipment, stored: &version.program.stored, lines: &[] };
    svg::render(&terms, setup, &options)
}
