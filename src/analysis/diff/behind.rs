//! What has changed behind a line whose text is the same: definitions that it uses, and equipment that it names.

use crate::model::Variant;
use crate::notation::json::diff::{Change, Said};

/// The definitions and parts of the equipment that a line of `variant` uses, directly or through definitions, and that the
/// other version does not have.
pub(super) fn behind(text: &str, variant: &Variant, other: &Variant, equipment: &[Said]) -> Vec<String> {
    let definitions = |of: &Variant| -> Vec<String> {
        let lines = of.rules.lines.iter().filter(|line| line.chapter == "definitions" && !line.place.is_empty());
        lines.map(|line| line.text.clone()).collect()
    };
    let (own, theirs) = (definitions(variant), definitions(other));
    let mut reached: Vec<&str> = vec![text];
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(text) = reached.get(next).copied() {
        next += 1;
        let used: Vec<String> = words(text).flat_map(singulars).collect();
        for definition in &own {
            let name = words(definition).nth(1).unwrap_or_default();
            if used.iter().any(|word| word == name) && !reached.contains(&definition.as_str()) {
                reached.push(definition);
                if !theirs.contains(definition) {
                    found.push(definition.clone());
                }
            }
        }
        for part in equipment {
            let name = part.text.split_once(' ').map_or("", |(_, rest)| rest.split([':', ' ']).next().unwrap_or_default());
            if used.iter().any(|word| word == name) && !found.contains(&part.text) {
                found.push(part.text.clone());
            }
        }
    }
    found
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty())
}

/// The possible singulars of a word, and the word itself.
fn singulars(word: &str) -> Vec<String> {
    const ENDS: [(&str, &str); 5] = [("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("men", "man")];
    ENDS.iter().filter_map(|(end, one)| Some(format!("{}{one}", word.strip_suffix(end)?))).collect()
}

/// The parts of the equipment that only one version has and that rules can name.
pub(super) fn named(change: &Change) -> [Vec<Said>; 2] {
    const NAMED: [&str; 7] = ["number ", "region ", "set ", "piece ", "pile ", "token ", "steps "];
    let of = |all: &[Said]| all.iter().filter(|one| NAMED.iter().any(|word| one.text.starts_with(word))).cloned().collect();
    [of(&change.removed), of(&change.added)]
}
