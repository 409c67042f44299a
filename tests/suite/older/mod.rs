//! Files written for the version before the language had a version (that of 21 November 2026): the recipes of its cookbook, the whole
//! files of its language page, its templates, as they stood then. Each is still right; what a file of then says otherwise than it would be read
//! now is told with what to write.

use std::fs;
use std::path::Path;

use draughtsman::agents::{Agent, Clock};
use draughtsman::check::{Choices, Levels};
use draughtsman::diagnostic::any_error;
use draughtsman::engine::{Counting, Position};
use draughtsman::library::{self, check_text, load_text};
use draughtsman::program::Program;
use draughtsman::session::{Format, Session, Written};

#[test]
fn files_of_then_are_right_and_can_be_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/older");
    let mut files: Vec<_> = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "draughts"));
    assert!(files.len() >= 35, "{}", files.len());
    for path in files {
        let name = path.display().to_string();
        let loaded = load_text("then", &name, fs::read(&path).expect("a text"), None);
        let checked = loaded.check(&Choices::default());
        assert!(!any_error(&checked.diagnostics), "{name}: {:#?}", checked.diagnostics);
        let program = Program::compile(&checked.variant.expect("no mistake"));
        let start = Position::start(&program).expect("no limit is reached");
        assert!(!start.moves(&program, Counting::AsWritten).expect("no limit is reached").is_empty(), "{name}");
    }
}

/// A game that was saved then, in the midst of paying for a move: it stands where it stood, and goes on.
#[test]
fn a_game_saved_then_goes_on() {
    let saved = include_str!("payment.toml");
    let rules = Session::bundled("saving_private").expect("rules").rules().clone();
    let written = Written::new("payment.toml", saved.to_owned(), Format::Toml, None).expect("a game");
    let mut session = Session::by(rules, &written, &mut Vec::new()).expect("its moves are legal");
    assert_eq!(session.texts().len(), 26);
    assert_eq!(session.texts().last().map(String::as_str), Some("6 clubs"));
    let pays = ["4 clubs", "7 clubs", "queen clubs", "king clubs", "ace diamonds", "2 diamonds", "4 diamonds", "5 diamonds"];
    let texts = session.decision(None).expect("no limit is reached").texts.clone();
    assert_eq!(texts[..pays.len()], pays);
    while session.position().outcome().is_none() {
        let chosen = session.agent(Agent::Random, Clock::none()).expect("no limit is reached").expect("a choice");
        session.take(chosen).expect("no limit is reached");
    }
    assert!(session.texts().len() > 26);
}

/// Then a child's `[pieces]` and `[setup]` took the place of its parent's.
#[test]
fn what_took_the_place_of_a_parents_is_told_with_what_to_write() {
    let child = |front: &str, rules: &str| {
        format!("+++\nname = \"Then\"\nversion = \"1.0.0\"\nextends = \"english\"\n{front}+++\n{rules}")
    };
    let codes = |text: &str| -> Vec<&'static str> {
        check_text("then.draughts", text).iter().map(|one| one.code).filter(|code| code.starts_with('E')).collect()
    };
    // On squares where the parent's diagram has pieces: there is one way only, and it is certain.
    let few = child("[setup]\nman = { Black = \"b8\", White = [\"a1\", \"c1\"] }\n", "");
    assert_eq!(codes(&few), ["E0082"]);
    let mended = library::mended("then", "then.draughts", few.clone(), None, &Choices::default(), &Levels::default());
    assert_eq!(mended.text, few.replace("[setup]\n", "[setup]\ndiagram = false\n"));
    assert_eq!(codes(&mended.text), [""; 0]);
    // Elsewhere both could be meant.
    assert_eq!(codes(&child("[setup]\nking = { Black = \"d4\", White = \"e5\" }\n", "")), ["E0082"]);
    let stones = child(
        "[pieces]\nstone = { symbol = \"s\" }\n[setup]\nstone = { Black = \"b8\", White = \"a1\" }\ndiagram = false\n",
        "replace movement { stone may step any-way }\nreplace capture { stone may jump any-way over enemy }\n\
         replace promotion { }\nreplace state { clock idle: 0..idle-limit }\n",
    );
    assert_eq!(codes(&stones), ["E0081"]);
    assert_eq!(codes(&stones.replace("[pieces]\n", "[pieces]\nman = false\nking = false\n")), [""; 0]);
}
