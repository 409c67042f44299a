//! Every example of `docs/language.md`, checked as the page says: whole files, chapter bodies put into one of the page's own
//! small games, whole chapters, front matters, mistakes with their codes, and moves; and those of `docs/basics.md` and
//! `docs/design.md`, in the same games.

use std::collections::BTreeMap;

use draughtsman::check::Choices;
use draughtsman::diagnostic::{Diagnostic, Severity};
use draughtsman::library;
use draughtsman::program::Program;
use draughtsman::source::FileId;
use draughtsman::syntax::parse;

use super::turns::offered;

const PAGE: &str = include_str!("../../docs/language.md");

const BASICS: &str = include_str!("../../docs/basics.md");

const DESIGN: &str = include_str!("../../docs/design.md");

/// The games of the page, by name: front matter with its fences, and chapters by their heads.
type Games = BTreeMap<&'static str, (String, Vec<(String, String)>)>;

/// What a front matter by itself is played with.
const RULES_OF_A_FRONT: &str = "movement {\n  piece may step any-way\n}\n";

/// One fenced block marked `draughts`.
struct Example {
    place: String,
    marks: Vec<&'static str>,
    text: String,
    /// The lines of the block `moves` behind it.
    moves: Vec<&'static str>,
}

impl Example {
    fn value(&self, key: &str) -> Option<&'static str> {
        self.marks.iter().find_map(|mark| mark.strip_prefix(key)?.strip_prefix('='))
    }
}

#[test]
fn everything_can_be_read() {
    let all = examples();
    let games = games(&all);
    let mut wrong = Vec::new();
    for one in all.iter().filter(|one| one.value("error").is_none()) {
        let found = parse(FileId(0), &completed(one, &games)).diagnostics;
        wrong.extend(found.iter().map(|mistake| format!("{}: {} {}", one.place, mistake.code, mistake.message)));
    }
    none(wrong);
}

#[test]
fn whole_files_are_accepted() {
    let wrong =
        examples().iter().filter(|one| one.text.starts_with("+++")).filter_map(|one| complaint(one, &one.text)).collect();
    none(wrong);
}

#[test]
fn parts_of_files_are_accepted() {
    let all = examples();
    let games = games(&all);
    let parts = all.iter().filter(|one| !one.text.starts_with("+++") && one.value("error").is_none());
    none(parts.filter_map(|one| complaint(one, &completed(one, &games))).collect());
}

#[test]
fn mistakes_have_their_codes() {
    let all = examples();
    let games = games(&all);
    let mut wrong = Vec::new();
    for one in &all {
        let Some(code) = one.value("error") else { continue };
        let found = found_in(&completed(one, &games));
        if !found.iter().any(|diagnostic| diagnostic.code == code) {
            let codes: Vec<_> = found.iter().map(|diagnostic| diagnostic.code).collect();
            wrong.push(format!("{}: wanted {code}, found {codes:?}", one.place));
        }
    }
    none(wrong);
}

#[test]
fn moves_are_those_shown() {
    let all = examples();
    let games = games(&all);
    let mut wrong = Vec::new();
    for one in all.iter().filter(|one| !one.moves.is_empty()) {
        let loaded = library::load_text("example", "example.draughts", completed(one, &games).into_bytes(), None);
        let program = Program::compile(&loaded.check(&Choices::default()).variant.expect("it is accepted"));
        for line in &one.moves {
            let (before, shown) = line.split_once("=>").unwrap_or_else(|| panic!("{}: {line}", one.place));
            let (start, played) = before.trim().split_once(", ").unwrap_or((before.trim(), ""));
            let played: Vec<&str> = played.split(", ").filter(|text| !text.is_empty()).collect();
            let mut moves = offered(&program, start, &played).1;
            let mut shown: Vec<&str> = shown.split(',').map(str::trim).filter(|text| !text.is_empty()).collect();
            moves.sort_unstable();
            shown.sort_unstable();
            if moves != shown {
                wrong.push(format!("{}: {before}=> {}", one.place, moves.join(", ")));
            }
        }
    }
    none(wrong);
    assert!(all.iter().any(|one| !one.moves.is_empty()));
}

#[test]
fn every_reserved_word_is_in_the_index() {
    let index = PAGE.split("### Reserved words").nth(1).and_then(|rest| rest.split("### ").next()).unwrap_or("");
    let listed: Vec<_> = index.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    assert_eq!(listed, sorted, "in alphabetical order");
    let mut reserved = draughtsman::syntax::words::RESERVED.to_vec();
    reserved.sort_unstable();
    assert_eq!(listed, reserved);
}

#[test]
fn every_link_leads_somewhere() {
    let anchors: Vec<String> = PAGE.lines().filter_map(anchor).chain(PAGE.split("<a id=\"").skip(1).filter_map(name)).collect();
    let links = PAGE.split("](#").skip(1).filter_map(|rest| rest.split(')').next());
    none(links.filter(|link| !anchors.iter().any(|anchor| anchor == link)).map(str::to_string).collect());
}

/// The one place that knows how the library is asked: a text, its parents found among the bundled files, no option on.
fn found_in(text: &str) -> Vec<Diagnostic> {
    draughtsman::library::check_text("example.draughts", text)
}

fn complaint(example: &Example, text: &str) -> Option<String> {
    let found = found_in(text);
    let errors: Vec<_> = found.iter().filter(|one| one.severity == Severity::Error).collect();
    let line = |one: &&Diagnostic| format!("\n    {} {} at `{}`", one.code, one.message, one.span.of(text));
    (!errors.is_empty())
        .then(|| format!("{}: {:?}{}", example.place, example.marks, errors.iter().map(line).collect::<String>()))
}

fn none(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The fenced blocks marked `draughts`, with the other words of the mark, and the blocks `moves` behind them.
fn examples() -> Vec<Example> {
    let mut all: Vec<Example> = Vec::new();
    for (page, text) in [("docs/basics.md", BASICS), ("docs/language.md", PAGE), ("docs/design.md", DESIGN)] {
        let mut lines = text.lines().enumerate();
        while let Some((i, line)) = lines.next() {
            let Some(mark) = line.strip_prefix("```") else { continue };
            let block: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            let marks: Vec<&str> = mark.split(',').collect();
            match marks[0] {
                "draughts" => {
                    let text = block.iter().map(|line| format!("{line}\n")).collect();
                    all.push(Example { place: format!("{page}:{}", i + 1), marks, text, moves: Vec::new() });
                }
                "moves" => all.last_mut().expect("moves of an example").moves = block,
                _ => {}
            }
        }
    }
    all
}

/// The games among the examples.
fn games(all: &[Example]) -> Games {
    let split = |text: &str| {
        let end = text[3..].find("+++").map_or(text.len(), |i| i + 7);
        (text[..end].to_string(), chapters(&text[end..]))
    };
    all.iter().filter_map(|one| Some((one.value("stub")?, split(&one.text)))).collect()
}

/// Chapters whose heads and closing braces stand at the left margin, by head.
fn chapters(text: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut pending = String::new();
    for line in text.lines() {
        pending += &format!("{line}\n");
        if let Some(head) = line.strip_suffix('{').filter(|_| !line.starts_with([' ', '#'])) {
            all.push((head.trim().to_string(), std::mem::take(&mut pending)));
        } else if (line == "}" || line.starts_with(' '))
            && let Some((_, body)) = all.last_mut()
        {
            body.push_str(&std::mem::take(&mut pending));
        }
    }
    all
}

/// An example made a whole file, if it is none, with the help of the game that it names.
fn completed(example: &Example, games: &Games) -> String {
    if example.text.starts_with("+++") {
        return example.text.clone();
    }
    let kind = example.marks.get(1).copied().unwrap_or("");
    if kind == "front" {
        return format!("+++\n{}+++\n{RULES_OF_A_FRONT}", example.text);
    }
    let game = example.value("game").unwrap_or("plain");
    let (front, own) = games.get(game).unwrap_or_else(|| panic!("docs/language.md has no game `{game}`"));
    let new = match kind {
        "rules" => chapters(&example.text),
        chapter => vec![(chapter.to_string(), format!("{chapter} {{\n{}}}\n", example.text))],
    };
    let kept = own.iter().filter(|(head, _)| !new.iter().any(|(other, _)| head == other));
    let chapters: String = kept.chain(&new).map(|(_, text)| text.as_str()).collect();
    format!("{front}{chapters}")
}

fn name(rest: &str) -> Option<String> {
    rest.split('"').next().map(str::to_string)
}

/// What a heading is linked by.
fn anchor(line: &str) -> Option<String> {
    let heading = line.strip_prefix('#')?.trim_start_matches('#').strip_prefix(' ')?;
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'));
    Some(kept.collect::<String>().to_lowercase().replace(' ', "-"))
}
