//! What the players may agree on: for each option that is off, what it changes in the rules.

use std::collections::BTreeSet;

use super::chapters::{self, Flat};
use super::equipment;
use super::examples::{self, Scene};
use super::pages::{Block, Numbers, Section};
use super::prose::{Step, joined, spoken};
use crate::check::equipment::FAR;
use crate::check::{Choices, Refusal};
use crate::library::{Loaded, Ready};
use crate::model::Variant;
use crate::model::equipment::OptionInfo;
use crate::syntax::ast::{ChapterName, Part, RuleFile};
use crate::syntax::{print, words_of};

/// The section; `None` if there is nothing to agree on.
pub(super) fn section(loaded: &Loaded, ready: &Ready, number: usize) -> Option<Section> {
    let given = &ready.variant.equipment;
    let base = chapters::flat(loaded, &ready.variant);
    let asked = words(loaded, &base);
    let counting: Vec<_> = given.numbers.iter().filter(|number| asked.contains(&number.name)).collect();
    if given.options.is_empty() && counting.is_empty() {
        return None;
    }
    let mut blocks = vec![Block::Text("Before the game the players may agree on the following.".into())];
    if !counting.is_empty() {
        let head = ["number", "in this book", "usually", "from", "to"].map(str::to_owned).to_vec();
        let rows = counting.into_iter().map(|one| {
            let (least, greatest) = one.range;
            let greatest = if greatest == FAR { "any".to_owned() } else { greatest.to_string() };
            vec![spoken(&one.name), one.value.to_string(), one.default.to_string(), least.to_string(), greatest]
        });
        blocks.push(Block::Table(head, rows.collect()));
    }
    let mut numbers = Numbers::of(number);
    let usual = texts(&equipment::lists(&base, &ready.variant));
    for option in &given.options {
        blocks.push(Block::Heading(format!("“{}”", spoken(&option.name))));
        if !option.doc.trim().is_empty() {
            blocks.push(Block::Text(option.doc.trim().replace('\n', " ")));
        }
        if option.on {
            blocks.push(Block::Default("This is in force in this book.".into()));
            continue;
        }
        changed(loaded, ready, option, &base, &usual, &mut numbers, &mut blocks);
    }
    Some(Section { title: "What may be agreed on".into(), blocks })
}

/// The words of the rules in force and of all options: a number that is not among them has no effect.
fn words(loaded: &Loaded, base: &Flat) -> BTreeSet<String> {
    let options =
        loaded.files.iter().flat_map(|(_, parsed)| &parsed.rules.parts).filter(|part| matches!(part, Part::Option(_)));
    let options = RuleFile { parts: options.cloned().collect() };
    let texts = [print::rule_file(&base.rules), print::rule_file(&options)];
    texts.iter().flat_map(|text| words_of(text)).map(|(_, word)| word.to_owned()).collect()
}

fn changed(
    loaded: &Loaded,
    ready: &Ready,
    option: &OptionInfo,
    base: &Flat,
    usual: &[String],
    numbers: &mut Numbers,
    blocks: &mut Vec<Block>,
) {
    let mut company = Vec::new();
    let Some(variant) = with(loaded, ready, option, &mut company) else { return };
    if !company.is_empty() {
        blocks.push(Block::Text(format!("This goes together with {}.", joined(&company, "and"))));
    }
    let flat = chapters::flat(loaded, &variant);
    let prose = chapters::prose(&flat, &variant);
    let now = texts(&equipment::lists(&flat, &variant));
    let (gone, new): (Vec<&String>, Vec<&String>) =
        (usual.iter().filter(|line| !now.contains(line)).collect(), now.iter().filter(|line| !usual.contains(line)).collect());
    let mut any = !gone.is_empty() || !new.is_empty();
    if !new.is_empty() {
        blocks.push(Block::Text("The equipment changes to:".into()));
        blocks.push(Block::List(new.into_iter().cloned().collect()));
    } else {
        blocks.extend(gone.into_iter().map(|line| Block::Default(format!("No longer: {line}"))));
    }
    let given = ready.variant.equipment.numbers.iter();
    for (one, now) in given.zip(&variant.equipment.numbers).filter(|(one, now)| one.value != now.value) {
        any = true;
        blocks.push(Block::Text(format!("The number “{}” is {}, not {}.", spoken(&one.name), now.value, one.value)));
    }
    if variant.start.board != ready.variant.start.board {
        any = true;
        blocks.push(Block::Text("The start changes to:".into()));
        let ready = loaded.ready(variant.clone());
        blocks.extend(Scene::of(&ready).into_iter().flat_map(|scene| examples::start(&ready, &scene)));
    }
    for name in names(&flat).into_iter().chain(names(base).into_iter().filter(|name| !names(&flat).contains(name))) {
        let (old, new) = (base.items(&name), flat.items(&name));
        for item in old.iter().filter(|item| !new.iter().any(|other| other.span == item.span)) {
            let says = chapters::said(&prose, &name, item);
            any = true;
            blocks.push(Block::Default(format!("No longer: {}", first(&says))));
        }
        for item in new.iter().filter(|item| !old.iter().any(|other| other.span == item.span)) {
            any = true;
            blocks.push(chapters::entry(&flat, item, chapters::said(&prose, &name, item), numbers));
        }
    }
    if !any {
        blocks.push(Block::Default("No rule of a single game changes.".into()));
    }
}

/// The variant with one more option on, with those that it needs and without those that it excludes; these are named in
/// `company`.
fn with(loaded: &Loaded, ready: &Ready, option: &OptionInfo, company: &mut Vec<String>) -> Option<Variant> {
    let given = &ready.variant.equipment;
    let mut options: Vec<(String, bool)> = given.options.iter().map(|one| (one.name.clone(), one.on)).collect();
    let mut switch = |name: &str, on: bool| {
        options.iter_mut().filter(|(known, _)| known == name).for_each(|one| one.1 = on);
        options.clone()
    };
    let mut wanted = switch(&option.name, true);
    // Each round settles at least one more option.
    for _ in 0..=given.options.len() {
        // Those that were asked for: an option may set the others.
        let asked = given.numbers.iter().filter(|one| one.value != one.default);
        let numbers = asked.map(|one| (one.name.clone(), one.value)).collect();
        let checked = loaded.check(&Choices { options: wanted.clone(), numbers });
        let (name, on) = match checked.refusals.first() {
            None => return checked.variant,
            Some(Refusal::Needs { other, .. }) => (other, true),
            Some(Refusal::Excludes { name, other }) => (if *other == option.name { name } else { other }, false),
            Some(Refusal::Unknown { .. } | Refusal::Number { .. } | Refusal::Switch { .. }) => return None,
        };
        company.push(format!("“{}”{}", spoken(name), if on { "" } else { " switched off" }));
        wanted = switch(name, on);
    }
    None
}

fn first(says: &Step) -> String {
    match says.inside.is_empty() {
        true => says.says.clone(),
        false => format!("{} …", says.says.trim_end_matches(':')),
    }
}

fn names(flat: &Flat) -> Vec<ChapterName> {
    let chapters = flat.rules.parts.iter().filter_map(|part| match part {
        Part::Chapter(chapter) => Some(chapter.name.value.clone()),
        Part::Option(_) => None,
    });
    chapters.collect()
}

/// The lines of an equipment list, table rows included.
fn texts(blocks: &[Block]) -> Vec<String> {
    let lines = blocks.iter().flat_map(|block| match block {
        Block::Text(text) => vec![text.clone()],
        Block::List(lines) => lines.clone(),
        Block::Table(_, rows) => rows.iter().map(|row| row.join(", ")).collect(),
        _ => Vec::new(),
    });
    lines.collect()
}
