//! Every bundled rule file.

use std::path::{Path, PathBuf};

use super::{checked, chosen, render::render};
use crate::check::{Checked, Choices};
use crate::source::Sources;
use crate::syntax::front::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("variants")
}

pub(super) fn text_of(name: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{name}.draughts"))).unwrap_or_else(|_| panic!("no file {name}"))
}

/// Checks a file with its parents.
pub(super) fn checked_file(name: &str, options: &[&str]) -> (Sources, Checked) {
    with_parents(&format!("{name}.draughts"), &text_of(name), options)
}

/// Checks a text under this file name, with its parents.
pub(super) fn checked_text(name: &str, text: &str) -> (Sources, Checked) {
    with_parents(name, text, &[])
}

fn with_parents(name: &str, text: &str, options: &[&str]) -> (Sources, Checked) {
    let chain = chain_of(name, text);
    let chain: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    checked(&chain, options)
}

/// A text with its parents, the oldest first, each with its name.
pub(super) fn chain_of(name: &str, text: &str) -> Vec<(String, String)> {
    let mut chain = vec![(name.to_owned(), text.to_owned())];
    loop {
        let parsed = crate::syntax::parse(Default::default(), &chain[0].1);
        match parsed.front.get("extends").map(|entry| &entry.value.value) {
            Some(Value::String(parent)) if names().contains(parent) => {
                chain.insert(0, (format!("{parent}.draughts"), text_of(parent)));
            }
            _ => return chain,
        }
    }
}

pub(super) fn names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".draughts").map(str::to_string))
        .collect();
    names.sort();
    names
}

#[test]
fn every_file_is_in_order_and_every_option_of_it() {
    let names = names();
    assert!(names.len() >= 19, "{names:?}");
    for name in names {
        let (sources, checked) = checked_file(&name, &[]);
        assert_eq!(render(&sources, &checked.diagnostics), "", "{name}");
        let variant = checked.variant.unwrap_or_else(|| panic!("{name}"));
        for option in variant.equipment.options {
            let (sources, checked) = checked_file(&name, &[&option.name]);
            let needs: Vec<&str> = checked.refusals.iter().filter_map(needed).collect();
            let with_needs: Vec<&str> = needs.iter().copied().chain([option.name.as_str()]).collect();
            let (sources, checked) = if needs.is_empty() { (sources, checked) } else { checked_file(&name, &with_needs) };
            assert_eq!(checked.refusals, [], "{name} {}", option.name);
            assert_eq!(render(&sources, &checked.diagnostics), "", "{name} {}", option.name);
            assert!(checked.variant.is_some(), "{name} {}", option.name);
        }
    }
}

fn needed(refusal: &crate::check::Refusal) -> Option<&str> {
    match refusal {
        crate::check::Refusal::Needs { other, .. } => Some(other),
        _ => None,
    }
}

#[test]
fn the_checked_rules_of_every_file() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/checked"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for name in names() {
            let (_, checked) = checked_file(&name, &[]);
            let variant = checked.variant.unwrap_or_else(|| panic!("{name}"));
            insta::assert_snapshot!(name, crate::model::print::variant(&variant));
        }
    });
}

#[test]
fn the_flat_file_means_the_same() {
    for name in names() {
        let text = text_of(&name);
        let parsed = crate::syntax::parse(Default::default(), &text);
        if parsed.front.contains_key("extends") {
            continue;
        }
        let (library, _) = crate::syntax::parse_rules(Default::default(), super::PRELUDE);
        let flat = crate::check::flat(&[&library, &parsed.rules], &[]);
        let front = text.split("+++").nth(1).unwrap_or_default();
        let printed = format!("+++{front}+++\n{}", crate::syntax::print::rule_file(&flat));
        // The flat file has the rules without any option, so options that are on by default are off here.
        let usual = checked(&[("usual.draughts", text.as_str())], &[]).1.variant.expect("it is in order");
        let on = usual.equipment.options.iter().filter(|option| option.on);
        let off = Choices { options: on.map(|option| (option.name.clone(), false)).collect(), numbers: Vec::new() };
        let meaning = |text: &str| {
            let (sources, mut checked) = chosen(&[("flat.draughts", text)], &off);
            // the front matter still has the options, but their rules are gone, so what only these used is unused
            checked.diagnostics.retain(|one| !one.code.starts_with("W08"));
            assert_eq!(render(&sources, &checked.diagnostics), "", "{name}");
            checked.variant.map(|variant| crate::model::print::variant(&variant))
        };
        assert_eq!(meaning(&text), meaning(&printed), "{name}");
    }
}
