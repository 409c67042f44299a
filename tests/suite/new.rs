//! New variants: every template and a child of every bundled variant is right, in regular form, and can be played.

use draughtsman::check::Choices;
use draughtsman::diagnostic::any_error;
use draughtsman::engine::{Counting, Position};
use draughtsman::library::{self, TEMPLATES};
use draughtsman::program::Program;
use draughtsman::syntax;

use crate::shell;

/// A file without mistakes, in regular form, that can be played: so many decisions of a game, the first option each time.
fn is_good(name: &str, text: &str) {
    assert_eq!(library::check_text(&format!("{name}.draughts"), text), [], "{name}");
    assert_eq!(syntax::format(text), text, "{name} is in regular form");
    let loaded = library::load_text(name, &format!("{name}.draughts"), text.as_bytes().to_vec(), None);
    let program = Program::compile(&loaded.check(&Choices::default()).variant.unwrap());
    let mut position = Position::start(&program).unwrap();
    for decision in 0..20 {
        let moves = position.moves(&program, Counting::AsWritten).unwrap();
        assert!(!moves.is_empty(), "{name}: nothing to decide after {decision} decisions");
        position = position.play(&program, &moves[decision % moves.len()], &[]).unwrap();
        if position.outcome().is_some() {
            break;
        }
    }
}

#[test]
fn every_template_is_a_game() {
    for template in TEMPLATES {
        is_good(template.name, &template.with_title("A game with \"signs\" \\ in its name"));
        assert!(template.with_title("x").matches('#').count() >= 4, "{} teaches", template.name);
    }
}

#[test]
fn every_bundled_variant_can_have_a_child() {
    for name in library::names() {
        let text = library::load(name).unwrap().child("A child");
        is_good("a-child", &text);
    }
}

/// Each commented line of a child, put in by itself, names one rule of the parent and can be read.
#[test]
fn the_comments_of_a_child_can_be_put_in() {
    for name in ["english", "international", "tablut", "lasca"] {
        let text = library::load(name).unwrap().child("A child");
        let (front, rules) = text.rsplit_once("+++\n").unwrap();
        let mut chapter = "";
        let mut tried = 0;
        for line in rules.lines() {
            if let Some(head) = line.strip_prefix("# ").and_then(|line| line.strip_suffix(" {")) {
                chapter = head;
            }
            let Some(rule) =
                line.strip_prefix("#   replace ").filter(|rule| !rule.starts_with("BEGINNING") && !rule.ends_with('{'))
            else {
                continue;
            };
            tried += 1;
            let child = format!("{front}+++\n{chapter} {{\n  replace {rule}\n}}\n");
            let found = library::check_text("a-child.draughts", &child);
            assert!(!any_error(&found), "{name}: {rule}: {found:?}");
        }
        assert!(tried >= 3, "{name}: {tried}");
    }
}

#[test]
fn the_command_writes_a_file_and_never_over_one() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = shell::command(arguments).current_dir(folder.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let path = folder.path().join("night-draughts.draughts");
    assert_eq!(run(&["new", "night-draughts"]).0, Some(0));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("name    = \"Night draughts\""), "{text}");
    assert_eq!(run(&["check", "night-draughts.draughts"]).0, Some(0));
    let (code, told) = run(&["new", "night-draughts", "--extends", "english"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("is there already; nothing was written"), "{told}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    // A child of one's own file, in the same folder.
    assert_eq!(run(&["new", "darker", "--extends", "night-draughts.draughts", "--title", "Darker"]).0, Some(0));
    assert_eq!(run(&["check", "darker.draughts"]).0, Some(0));
    assert_eq!(run(&["new", "other", "--template", "cards", "-o", "cards.draughts"]).0, Some(0));
    assert_eq!(run(&["check", "cards.draughts"]).0, Some(0));
}

#[test]
fn names_are_looked_at() {
    let refused = |arguments: &[&str], says: &str| {
        let ended = shell::run(arguments);
        assert_eq!(ended.code, 2, "{arguments:?}");
        assert!(ended.err.contains(says), "{arguments:?}: {}", ended.err);
    };
    refused(&["new", "my game"], "such as `my-game`");
    refused(&["new", "../x"], "is no name for a variant");
    refused(&["new", "7th"], "a letter first; such as `th`");
    refused(&["new", "mine.draughts"], "such as `mine`");
    refused(&["new", "english"], "is a bundled variant");
    refused(&["new", "x", "--template", "card"], "did you mean `cards`?");
    refused(&["new", "x", "--extends", "englich"], "did you mean `english`?");
    refused(&["new", &"x".repeat(65)], "at most 64 signs");
    let list = shell::answer(&["new", "--list"]);
    assert!(TEMPLATES.iter().all(|template| list.contains(template.name)));
    assert!(shell::answer(&["new", "x", "-o", "-"]).starts_with("+++\n"));
}
