//! What a game in PDN says besides its moves goes on with it, and how players have ended a game is taken back.

use std::fs;

use super::{check, text};

const NAMED: &str = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n[White \"Alice\"]\n[Black \"Bob\"]\n[Result \
                     \"0-1\"]\n[GameType \"21,B,8,8,N1,0\"]\n[Variant \"english\"]\n[Annotator \"Eve\"]\n\n1. 11-15 23-19 0-1\n";

#[test]
fn who_played_and_how_it_ended_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("named.pdn");
    fs::write(&file, NAMED).expect("a file");
    let resumed = ["english", "--plain", "--resume", text(&file)];
    let said = check(&resumed, "11-15\nsave\nquit\n", 0, &["The game is over: Black won (given result).", "The game is over."]);
    assert!(!said.contains("to move"), "{said}");
    // Nothing was done: it is the same, whoever asks for it.
    check(&[&resumed[..], &["--save", text(&file)]].concat(), &format!("save {}\nquit\n", text(&file)), 0, &["Saved: "]);
    assert_eq!(fs::read_to_string(&file).expect("a file"), NAMED);
    // Who goes on plays on as the same players.
    let typed = "undo\n22-17\nsave\nquit\n";
    let parts = ["Taken back: 23-19", "White: 22-17", "Saved: "];
    check(&[&resumed[..], &["--save", text(&file)]].concat(), typed, 0, &parts);
    let kept = fs::read_to_string(&file).expect("a file");
    for part in
        ["[Event \"Club\"]", "[White \"Alice\"]", "[Black \"Bob\"]", "[Result \"*\"]", "[Annotator \"Eve\"]", "11-15 22-17 *"]
    {
        assert!(kept.contains(part), "{part}: {kept}");
    }
}

/// A result is one of the moves that are made: where it is kept, the reason is too.
#[test]
fn a_game_that_was_given_up_is_over_when_it_is_read_again() {
    for name in ["game.pdn", "game.toml"] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        let over = "The game is over: White won (resignation).";
        check(&["english", "--plain", "--save", text(&file)], "11-15\n23-19\nresign\nquit\n", 0, &[over]);
        check(&["english", "--plain", "--resume", text(&file)], "quit\n", 0, &["2 decisions so far.", over]);
        check(&["english", "--plain"], &format!("load {}\nquit\n", text(&file)), 0, &["Loaded: ", over]);
    }
}

#[test]
fn what_cannot_be_kept_is_told_and_not_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("noted.pdn");
    for (noted, lost) in [
        (NAMED.replace("11-15 23-19", "11-15 {good} 23-19"), "comments, variations and signs"),
        (NAMED.replace("23-19", "23-19 (22-17)"), "comments, variations and signs"),
        (NAMED.replace("0-1", "0-0"), "the result 0-0"),
    ] {
        fs::write(&file, &noted).expect("a file");
        let note = format!("{lost} of the game are not kept");
        let resumed = ["english", "--plain", "--resume", text(&file)];
        check(&resumed, &format!("undo\n22-17\nsave {}\nquit\n", text(&file)), 0, &["Not saved: ", &note]);
        check(
            &["english", "--plain"],
            &format!("load {}\nundo\n22-17\nsave {}\n", text(&file), text(&file)),
            0,
            &[&note, "Not saved: "],
        );
        check(&[&resumed[..], &["--save", text(&file)]].concat(), "quit\n", 2, &["--force"]);
        assert_eq!(fs::read_to_string(&file).expect("a file"), noted);
        check(&[&resumed[..], &["--save", text(&file), "--force"]].concat(), "undo\n22-17\nquit\n", 0, &["The game is saved"]);
        assert!(fs::read_to_string(&file).expect("a file").contains("Alice"));
    }
}

/// `undo` does what is offered: with the last move, or alone where there is none.
#[test]
fn how_a_game_was_ended_is_taken_back() {
    let alone = "(`undo` takes that back, `quit` ends.)";
    let with_move = "(`undo` takes that back with the last move, `quit` ends.)";
    let back = "Taken back: the end of the game.";
    check(&["english", "--plain"], "resign\nundo\nmoves\nquit\n", 0, &[alone, back, "Black to move.", "1. "]);
    check(&["english", "--plain"], "draw\nyes\nundo\n11-15\nquit\n", 0, &["agreement", alone, back, "Black: 11-15"]);
    check(
        &["english", "--plain"],
        "11-15\nresign\nundo\nmoves\n",
        0,
        &[with_move, "Taken back: 11-15", "Black to move.", "1. "],
    );
    check(&["english", "--plain"], "undo\n", 0, &["There is no move of yours to take back."]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.toml");
    check(&["english", "--plain", "--save", text(&file)], "resign\nundo\nquit\n", 0, &[back, "The game is saved"]);
    assert!(!fs::read_to_string(&file).expect("a file").contains("ended"));
}
