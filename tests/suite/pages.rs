//! Every bundled variant has its page, and the pages tell the truth about where a game starts.

use std::path::{Path, PathBuf};

use draughtsman::engine::Position;
use draughtsman::library;
use draughtsman::notation::{Terms, diagram, listing};
use draughtsman::source::FileId;
use draughtsman::syntax::{self, ast::Part};

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
        let terms = Terms::from(&ready.variant);
        let board = diagram::board(equipment, &setup, false);
        let with_legend = listing::board(&terms, &setup, false);
        let section = page.split_once("\n## Start\n").map_or("", |(_, rest)| rest.split("\n## ").next().unwrap_or(rest));
        let fenced = section.split_once("```text\n").and_then(|(_, rest)| rest.split_once("\n```")).map(|(text, _)| text);
        match fenced {
            Some(text) if [&board, &with_legend].iter().any(|drawn| drawn.trim_end() == text.trim_end()) => Vec::new(),
            Some(text) => vec![format!("the start is drawn as\n{text}\nbut is\n{with_legend}")],
            None => vec!["the start is not drawn".to_owned()],
        }
    });
}

/// Lines of rules: those of the options, comments, blank lines and the front matter do not count.
fn lines_of_rules(text: &str) -> usize {
    let parsed = syntax::parse(FileId(0), text);
    let chapters = parsed.rules.parts.iter().filter_map(|part| match part {
        Part::Chapter(chapter) => Some(chapter.span.of(text)),
        Part::Option(_) => None,
    });
    let lines = chapters.flat_map(str::lines).map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).count()
}

/// The most lines that the rules of these games may take, so that they stay something to read.
const MOST_LINES: [(&str, usize); 5] =
    [("collateral", 30), ("guerrilla", 25), ("warp", 75), ("saving_private", 70), ("chaos", 130)];

#[test]
fn rules_are_short_and_as_long_as_their_pages_say() {
    on_every_page(|name, page| {
        let lines = lines_of_rules(library::text_of(name).expect("the name is of the list"));
        let most = MOST_LINES.iter().find(|(game, _)| *game == name).map(|(_, most)| *most);
        let said = page.lines().find_map(|line| line.split_once(" lines of rules")?.0.rsplit(' ').next()?.parse().ok());
        let long = most.is_some_and(|most| lines > most).then(|| format!("{lines} lines of rules are too many"));
        let other = said.is_some_and(|said: usize| said != lines) || said.is_none() && most.is_some();
        long.into_iter().chain(other.then(|| format!("it says {said:?} lines of rules, there are {lines}"))).collect()
    });
}

/// The words in backticks, up to an `=`.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).map(|word| word.split('=').next().unwrap_or(word))
}

/// Every option and number is on the page; and in the last column of the rulings stand options and numbers.
#[test]
fn the_options_of_a_page_are_those_of_the_file() {
    on_every_page(|name, page| {
        let equipment = library::bundled(name).expect("the name is of the list").variant.equipment.clone();
        let text = library::text_of(name).expect("the name is of the list");
        let options = equipment.options.iter().map(|option| option.name.as_str());
        let numbers = equipment.numbers.iter().map(|number| number.name.as_str());
        let known: Vec<&str> = options.chain(numbers).collect();
        // What a child takes over from its parent is on the parent's page.
        let declares = |name: &str| {
            let number = |line: &str| line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='));
            text.contains(&format!("option {name} ")) || text.lines().any(number)
        };
        let own = known.iter().filter(|name| declares(name));
        let unsaid = own.filter(|name| !quoted(page).any(|word| word.split(' ').next_back() == Some(**name)));
        let mut wrong: Vec<String> = unsaid.map(|name| format!("it does not speak of `{name}`")).collect();
        if let Some((_, rulings)) = page.split_once("| option for the other reading |") {
            let rows = rulings.lines().skip(2).take_while(|line| line.starts_with('|'));
            let cells = rows.filter_map(|row| row.trim_end_matches(['|', ' ']).rsplit_once('|').map(|(_, cell)| cell));
            let strange = cells.flat_map(quoted).filter(|word| !known.contains(word));
            wrong.extend(strange.map(|word| format!("`{word}` is no option")));
        }
        wrong
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
