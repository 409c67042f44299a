//! The tutorial, run step by step as a reader would; the cookbook, file by file.
//!
//! A block `draughts,file=NAME` writes a file, with `add` more of it. In a `console` block each line `$ draughtsman …` is run; behind it
//! stand its exit code if it is not 0 (`? 1`), what is typed (`> …`), and what it says. `[..]` stands for anything in a line, a line
//! `...` for any number of lines. With `BLESS=1` the page is written anew with what the commands say now.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

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

/// Every recipe is right, in regular form, and can be played for a while with some moves or other.
#[test]
fn every_recipe_of_the_cookbook_can_be_played() {
    let recipes = files(&page("cookbook.md"));
    assert!(recipes.len() >= 15, "{}", recipes.len());
    for text in recipes {
        assert_eq!(library::check_text("recipe.draughts", &text), [], "{text}");
        assert_eq!(syntax::format(&text), text);
        let loaded = library::load_text("recipe", "recipe.draughts", text.clone().into_bytes(), None);
        let program = Program::compile(&loaded.check(&Choices::default()).variant.unwrap());
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

#[test]
fn signs_for_anything_fit() {
    assert!(fits(&["a", "...", "z[..]9"], &["a", "b", "c", "z 19"]));
    assert!(!fits(&["a", "z"], &["a", "b", "z"]));
    assert!(!fits_line("a[..]c", "abd"));
}
