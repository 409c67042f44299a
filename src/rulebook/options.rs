//! What a group may agree on: for each option that is off, the rules as they are with it.

use super::chapters::{self, Flat};
use super::equipment;
use super::pages::{Block, Numbers, Section};
use super::prose::{Step, spoken};
use crate::check::Choices;
use crate::library::{Loaded, Ready};
use crate::model::equipment::OptionInfo;
use crate::syntax::ast::{ChapterName, Part};

/// The section; none if there is nothing to agree on.
pub(super) fn section(loaded: &Loaded, ready: &Ready, number: usize) -> Option<Section> {
    let given = &ready.variant.equipment;
    if given.options.is_empty() && given.numbers.is_empty() {
        return None;
    }
    let mut blocks = vec![Block::Text("Before the game the players may agree on the following.".into())];
    if !given.numbers.is_empty() {
        let head = ["number", "in this book", "usually", "from", "to"].map(str::to_owned).to_vec();
        let rows = given.numbers.iter().map(|one| {
            let (least, greatest) = one.range;
            vec![spoken(&one.name), one.value.to_string(), one.default.to_string(), least.to_string(), greatest.to_string()]
        });
        blocks.push(Block::Table(head, rows.collect()));
    }
    let mut numbers = Numbers::of(number);
    let base = chapters::flat(loaded, given);
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

fn changed(
    loaded: &Loaded,
    ready: &Ready,
    option: &OptionInfo,
    base: &Flat,
    usual: &[String],
    numbers: &mut Numbers,
    blocks: &mut Vec<Block>,
) {
    let on = ready.variant.equipment.options.iter().filter(|one| one.on).map(|one| (one.name.clone(), true));
    let numbered = ready.variant.equipment.numbers.iter().map(|one| (one.name.clone(), one.value));
    let choices = Choices { options: on.chain([(option.name.clone(), true)]).collect(), numbers: numbered.collect() };
    let checked = loaded.check(&choices);
    for refusal in &checked.refusals {
        blocks.push(Block::Default(format!("{refusal}.").replace('`', "“").replace("“ ", "” ")));
    }
    let Some(variant) = checked.variant.filter(|_| checked.refusals.is_empty()) else { return };
    let flat = chapters::flat(loaded, &variant.equipment);
    let prose = chapters::prose(&flat, &variant);
    let before: Vec<String> =
        texts(&equipment::lists(&flat, &variant)).into_iter().filter(|line| !usual.contains(line)).collect();
    if !before.is_empty() {
        blocks.push(Block::Text("The equipment changes to:".into()));
        blocks.push(Block::List(before));
    }
    let mut any = false;
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
    if !any && before_is_empty(blocks) {
        blocks.push(Block::Default("No rule of a single game changes.".into()));
    }
}

fn before_is_empty(blocks: &[Block]) -> bool {
    !matches!(blocks.last(), Some(Block::List(_)))
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
