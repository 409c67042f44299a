//! The tutorial, run step by step as a reader would; the cookbook, file by file.
//!
//! A block `draughts,file=NAME` writes a file, with `add` more of it. In a `console` block each line `$ draughtsman …` is run; behind it
//! stand its exit code if it is not 0 (`? 1`), what is typed (`> …`), and what it says. `[..]` stands for anything in a line, a line
//! `...` for any number of lines. With `BLESS=1` the page is written anew with what the commands say now.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use draughtsman::agents;
use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::{Counting, Position};
use draughtsman::library;
use draughtsman::program::Program;
use draughtsman::syntax;

use super::{folder, page};

/// One command of a page, with what is typed into it and what it is said to say.
struct Step<'p> {
    command: &'p str,
    shown: Vec<&'p str>,
}

impl Step<'_> {
    /// The exit code that it is said to have.
    fn code(&self) -> i32 {
        self.shown.iter().find_map(|line| line.strip_prefix("? ")?.parse().ok()).unwrap_or(0)
    }

    /// Its exit code, and what it says: what was typed, the code if it is not 0, output, errors.
    fn says(&self, folder: &Path) -> (i32, String) {
        let words = words(self.command);
        assert_eq!(words.first().map(String::as_str), Some("draughtsman"), "{}", self.command);
        let mut command = Command::new(env!("CARGO_BIN_EXE_draughtsman"));
        command.args(&words[1..]).current_dir(folder).env_remove("CI").env("NO_COLOR", "1");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let typed: Vec<&str> = self.shown.iter().filter(|line| line.starts_with("> ")).copied().collect();
        let mut input = child.stdin.take().unwrap();
        for line in &typed {
            // A command that has had enough may have gone.
            let _ = writeln!(input, "{}", &line[2..]);
        }
        drop(input);
        let ended = child.wait_with_output().unwrap();
        let mut said = String::new();
        typed.iter().for_each(|line| writeln!(said, "{line}").unwrap());
        let code = ended.status.code().unwrap_or(-1);
        if code != 0 {
            writeln!(said, "? {code}").unwrap();
        }
        let said = said + &String::from_utf8_lossy(&ended.stdout) + &String::from_utf8_lossy(&ended.stderr);
        (code, said.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned())
    }
}

/// The words of a command line; text in double quotes is one.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    parts
        .flat_map(
            |(i, part)| if i % 2 == 1 { vec![part.to_owned()] } else { part.split_whitespace().map(str::to_owned).collect() },
        )
        .collect()
}

/// Whether what is shown, with its signs for anything, fits what is said.
fn fits(shown: &[&str], said: &[&str]) -> bool {
    match shown.split_first() {
        None => said.is_empty(),
        Some((&"...", rest)) => (0..=said.len()).any(|from| fits(rest, &said[from..])),
        Some((line, rest)) => said.first().is_some_and(|first| fits_line(line, first)) && fits(rest, &said[1..]),
    }
}

fn fits_line(shown: &str, said: &str) -> bool {
    let mut parts = shown.split("[..]");
    let Some(mut rest) = said.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = if part.is_empty() { "" } else { &rest[at + part.len()..] };
    }
    rest.is_empty()
}

fn steps<'p>(block: &[&'p str]) -> Vec<Step<'p>> {
    let mut steps: Vec<Step<'p>> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(Step { command, shown: Vec::new() }),
            (None, Some(step)) => step.shown.push(line),
            (None, None) => panic!("a console block begins with a command: {line}"),
        }
    }
    steps
}

#[test]
fn the_tutorial_shows_what_happens() {
    let text = page("tutorial.md");
    let folder_of_work = tempfile::tempdir().unwrap();
    let bless = std::env::var_os("BLESS").is_some();
    let (mut anew, mut wrong, mut count) = (String::new(), Vec::new(), 0);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        writeln!(anew, "{line}").unwrap();
        let Some(mark) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let marks: Vec<&str> = mark.split(',').collect();
        if let Some(name) = marks.iter().find_map(|mark| mark.strip_prefix("file=")) {
            let path = folder_of_work.path().join(name);
            let before = if marks.contains(&"add") { std::fs::read_to_string(&path).unwrap() + "\n" } else { String::new() };
            std::fs::write(path, format!("{before}{}\n", block.join("\n"))).unwrap();
        }
        if marks[0] == "console" {
            for step in steps(&block) {
                count += 1;
                let (code, said) = step.says(folder_of_work.path());
                let fit = code == step.code() && fits(&step.shown, &said.lines().collect::<Vec<_>>());
                if !fit {
                    wrong.push(format!("$ {}\n--- shown\n{}\n--- said\n{said}", step.command, step.shown.join("\n")));
                }
                let kept = if fit { step.shown.join("\n") } else { said };
                writeln!(anew, "$ {}", step.command).unwrap();
                if !kept.is_empty() {
                    writeln!(anew, "{kept}").unwrap();
                }
            }
        } else {
            block.iter().for_each(|line| writeln!(anew, "{line}").unwrap());
        }
        writeln!(anew, "```").unwrap();
    }
    assert!(count >= 12, "{count} commands");
    if bless {
        std::fs::write(folder().join("tutorial.md"), anew).unwrap();
        return;
    }
    assert!(wrong.is_empty(), "docs/tutorial.md (BLESS=1 writes it anew):\n{}", wrong.join("\n\n"));
}

/// The whole files of a page.
fn files(text: &str) -> Vec<String> {
    let blocks = text.split("```draughts\n").skip(1);
    blocks.filter_map(|rest| Some(rest.split_once("\n```")?.0.to_owned() + "\n")).collect()
}

fn program(text: &str) -> Program {
    let loaded = library::load_text("recipe", "recipe.draughts", text.as_bytes().to_vec(), None);
    Program::compile(&loaded.check(&Choices::default()).variant.unwrap())
}

/// Every recipe is right, in regular form, and can be played for a while with some moves or other.
#[test]
fn every_recipe_of_the_cookbook_can_be_played() {
    let recipes = files(&page("cookbook.md"));
    assert!(recipes.len() >= 15, "{}", recipes.len());
    for text in recipes {
        assert_eq!(library::check_text("recipe.draughts", &text), [], "{text}");
        assert_eq!(syntax::format(&text), text);
        let program = program(&text);
        let mut position = Position::start(&program).unwrap();
        let mut played = 0;
        for decision in 0..60 {
            let moves = position.moves(&program, Counting::AsWritten).unwrap();
            if moves.is_empty() {
                break;
            }
            position = position.play(&program, &moves[(decision * 7 + 3) % moves.len()], &[]).unwrap();
            played += 1;
        }
        assert!(played >= 6, "{played} decisions of\n{text}");
    }
}

/// Whether stones on hexagons lead from the first row to the last, told from stone to stone.
fn leads_across(stones: &BTreeSet<(i8, i8)>, row: fn((i8, i8)) -> i8, last: i8) -> bool {
    let mut found: Vec<(i8, i8)> = stones.iter().copied().filter(|stone| row(*stone) == 1).collect();
    let mut next = 0;
    while let Some((file, rank)) = found.get(next).copied() {
        let beside = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)].map(|(x, y)| (file + x, rank + y));
        let new = beside.into_iter().filter(|one| stones.contains(one) && !found.contains(one));
        let new: Vec<(i8, i8)> = new.collect();
        found.extend(new);
        next += 1;
    }
    found.into_iter().any(|stone| row(stone) == last)
}

/// Games of the recipe for connection end when a side is joined to the other, and never otherwise.
#[test]
fn what_is_connected_is_what_leads_across() {
    let text = files(&page("cookbook.md")).into_iter().find(|text| text.contains("\"From side to side\"")).unwrap();
    let program = program(&text);
    for seed in 0..20 {
        let mut rng = agents::generator(seed, 0);
        let mut position = Position::start(&program).unwrap();
        while position.outcome().is_none() {
            let moves = position.moves(&program, Counting::AsWritten).unwrap();
            let chosen = &moves[agents::below(moves.len() as u64, &mut rng) as usize];
            position = position.play(&program, chosen, &[]).unwrap();
            let setup = position.to_setup(&program);
            let stones = |side: u8| {
                let of_side = setup.board.iter().filter(move |(_, tower)| tower.iter().any(|piece| piece.owner.0 == side));
                let sites = of_side.map(|(site, _)| &program.equipment.board.sites[site.index()]);
                sites.map(|site| (site.file as i8, site.rank as i8)).collect::<BTreeSet<_>>()
            };
            let across = leads_across(&stones(0), |stone| stone.1, 5) || leads_across(&stones(1), |stone| stone.0, 5);
            assert_eq!(position.outcome().is_some(), across, "game {seed}: {:?} {:?}", stones(0), stones(1));
        }
        assert_eq!(position.outcome().unwrap().reason, "from side to side");
    }
}

/// Leaves below the start of the recipe with circles, as counted by a program that shares nothing with this one.
#[test]
fn circles_are_counted_as_by_an_independent_program() {
    let text = files(&page("cookbook.md")).into_iter().find(|text| text.contains("\"Pretwa\"")).unwrap();
    let program = program(&text);
    let start = Position::start(&program).unwrap();
    for (depth, leaves) in (1..).zip([3, 5, 7, 22, 74, 212, 670, 2460]) {
        assert_eq!(perft(&program, &start, depth, Way::USUAL), Ok(leaves), "{depth} decisions");
    }
}

#[test]
fn signs_for_anything_fit() {
    assert!(fits(&["a", "...", "z[..]9"], &["a", "b", "c", "z 19"]));
    assert!(!fits(&["a", "z"], &["a", "b", "z"]));
    assert!(!fits_line("a[..]c", "abd"));
}
