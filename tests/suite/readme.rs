//! The README tells the truth: its rule files are accepted, its commands answer as shown, and it names every command.

use std::process::Command;

use draughtsman::check::{Choices, Levels};
use draughtsman::engine::{Counting, Position};
use draughtsman::library;
use draughtsman::notation::findings::human;
use draughtsman::program::Program;
use draughtsman::syntax;

const README: &str = include_str!("../../README.md");

/// The fenced blocks with this mark.
fn blocks(mark: &str) -> Vec<String> {
    let fence = format!("```{mark}\n");
    README.split(&fence).skip(1).filter_map(|rest| Some(rest.split_once("\n```")?.0.to_owned() + "\n")).collect()
}

#[test]
fn the_first_rule_file_is_the_bundled_one() {
    assert_eq!(blocks("draughts").first().map(String::as_str), library::text_of("english"));
}

#[test]
fn every_rule_file_is_accepted_and_in_regular_form() {
    for text in blocks("draughts") {
        assert_eq!(library::check_text("shown.draughts", &text), []);
        assert_eq!(syntax::format(&text), text);
    }
}

#[test]
fn the_variant_of_ones_own_has_as_many_moves_as_it_says() {
    let text = blocks("draughts").pop().unwrap();
    for options in [Vec::new(), vec![("flying-kings".to_owned(), true)]] {
        let loaded = library::load_text("leapfrog", "leapfrog.draughts", text.clone().into_bytes(), None);
        let checked = loaded.check(&Choices { options, numbers: Vec::new() });
        assert!(checked.refusals.is_empty());
        let program = Program::compile(&checked.variant.unwrap());
        let moves = Position::start(&program).unwrap().moves(&program, Counting::AsWritten).unwrap();
        assert!(README.contains(&format!("# {} first moves instead of 7", moves.len())), "{} moves", moves.len());
    }
}

#[test]
fn the_mistake_is_the_one_shown() {
    let text = blocks("draughts").pop().unwrap().replace("forward", "forwrd");
    let loaded = library::load_text("leapfrog", "leapfrog.draughts", text.into_bytes(), None);
    let mut found = loaded.check(&Choices::default()).diagnostics;
    library::certain(&loaded, &Choices::default(), &Levels::default(), &mut found);
    let said = human(&loaded.sources, &found.iter().collect::<Vec<_>>(), false);
    assert_eq!(blocks("text").concat().trim_end(), said.trim_end());
}

#[test]
fn commands_answer_as_shown() {
    trycmd::TestCases::new().case("README.md");
}

#[test]
fn every_command_is_named() {
    let help = Command::new(env!("CARGO_BIN_EXE_draughtsman")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Lines further in go on with what is said of the command before.
    let names =
        commands.filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?.split_whitespace().next());
    let missing: Vec<&str> =
        names.filter(|name| *name != "help" && !README.contains(&format!("| `draughtsman {name}"))).collect();
    assert!(missing.is_empty(), "README.md does not name {missing:?}");
}
