//! Every bundled variant has its page, and the pages tell the truth about where a game starts.

use std::path::{Path, PathBuf};

use draughtsman::engine::Position;
use draughtsman::library;
use draughtsman::notation::{diagram, listing};

/// The sections of a page, in their order; between the third and the fourth come the options, the doubtful points or the rulings.
const SECTIONS: [&str; 5] = ["Start", "Rules", "What sets it apart", "Proof", "Sources"];
const CHOICES: [&str; 5] =
    ["Options", "Doubtful points", "Options / Doubtful points", "Options and doubtful points", "Rulings"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join("variants")
}

/// What is wrong on any page, the names of the pages before it.
fn on_every_page(find: impl Fn(&str, &str) -> Vec<String>) {
    let mut wrong = Vec::new();
    for name in library::names() {
        match std::fs::read_to_string(folder().join(format!("{name}.md"))) {
            Ok(page) => wrong.extend(find(name, &page).into_iter().map(|problem| format!("{name}.md: {problem}"))),
            Err(_) => wrong.push(format!("{name}.md is missing")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The targets of the links to other files here, without what follows a `#`.
fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    files.map(|target| target.split('#').next().unwrap_or(target)).collect()
}

fn dead_links(page: &str) -> Vec<String> {
    let dead = links(page).into_iter().filter(|target| !folder().join(target).exists());
    dead.map(|target| format!("there is no {target}")).collect()
}

#[test]
fn every_page_has_its_sections() {
    on_every_page(|_, page| {
        let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let places: Vec<Option<usize>> =
            SECTIONS.iter().map(|section| headings.iter().position(|heading| heading == section)).collect();
        let mut wrong = Vec::new();
        if !page.starts_with("# ") {
            wrong.push("it does not begin with the game's name".to_owned());
        }
        if places.iter().any(Option::is_none) || !places.is_sorted() {
            wrong.push(format!("its sections are {headings:?}"));
        }
        if !headings.iter().any(|heading| CHOICES.contains(heading)) {
            wrong.push(format!("none of {CHOICES:?}"));
        }
        wrong
    });
}

/// With or without the lines that say what the letters mean.
#[test]
fn every_start_is_drawn_as_the_program_draws_it() {
    on_every_page(|name, page| {
        let ready = library::bundled(name).expect("the name is of the list");
        let start = Position::start(&ready.program).expect("the start needs no limit");
        let (equipment, setup) = (&ready.variant.equipment, start.to_setup(&ready.program));
        let board = diagram::board(equipment, &setup, false);
        let with_legend = listing::board(equipment, &setup, false);
        let section = page.split_once("\n## Start\n").map_or("", |(_, rest)| rest.split("\n## ").next().unwrap_or(rest));
        let fenced = section.split_once("```text\n").and_then(|(_, rest)| rest.split_once("\n```")).map(|(text, _)| text);
        match fenced {
            Some(text) if [&board, &with_legend].iter().any(|drawn| drawn.trim_end() == text.trim_end()) => Vec::new(),
            Some(text) => vec![format!("the start is drawn as\n{text}\nbut is\n{with_legend}")],
            None => vec!["the start is not drawn".to_owned()],
        }
    });
}

#[test]
fn every_link_leads_somewhere() {
    on_every_page(|_, page| dead_links(page));
}

#[test]
fn the_index_names_every_variant_once_and_no_other() {
    let index = std::fs::read_to_string(folder().join("README.md")).expect("there is an index");
    let named: Vec<&str> = index.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let mut wrong = dead_links(&index);
    for name in library::names() {
        let row = index.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        if row.is_none_or(|row| links(row) != [format!("{name}.md")]) {
            wrong.push(format!("{name} has no row with its page"));
        }
    }
    wrong.extend(named.iter().filter(|name| library::text_of(name).is_none()).map(|name| format!("{name} is not bundled")));
    wrong.extend((1..named.len()).filter(|i| named[..*i].contains(&named[*i])).map(|i| format!("{} stands twice", named[i])));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
