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
    // Other moves than those of other people do not take their place unasked.
    let typed = "undo\n22-17\nsave\nquit\n";
    let saved = [&resumed[..], &["--save", text(&file)]].concat();
    check(&saved, typed, 2, &["Taken back: 23-19", "White: 22-17", "Not saved: ", "would be lost"]);
    assert_eq!(fs::read_to_string(&file).expect("a file"), NAMED);
    // Who goes on plays on as the same players.
    check(&[&saved[..], &["--force"]].concat(), typed, 0, &["Taken back: 23-19", "White: 22-17", "Saved: "]);
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

/// Who takes back and plays again, or nothing, has made no move: the file stays as it is, to the byte.
#[test]
fn taking_back_alone_writes_over_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let [named, own, given] = ["named.pdn", "own.toml", "given.toml"].map(|name| folder.path().join(name));
    // As other programs write it: it would not be the same to the byte.
    fs::write(&named, NAMED.replace("\n\n1. 11-15", "\n\n\n1.11-15")).expect("a file");
    check(&["english", "--save", text(&own)], "11-15\n23-19\nresign\n", 0, &["White has won"]);
    check(&["english", "--save", text(&given)], "resign\n", 0, &["White has won"]);
    for (file, typed, says) in [
        (&named, "undo\n", "No move was made in the place of what was taken back"),
        (&named, "undo\nundo\nredo\n", "No move was made in the place of what was taken back"),
        (&named, "undo\nredo\n", "Played again: 23-19."),
        (&own, "undo\n", "No move was made in the place of what was taken back"),
        (&own, "undo\nundo\nredo\nredo\nsave\n", "The game is over: White won (resignation)."),
        (&own, "undo\nsave\n", "moves were taken back, and none was made in their place"),
        (&given, "undo\n", "Taken back: the end of the game."),
        (&given, "undo\nredo\n", "The game is over: White won (resignation)."),
    ] {
        let before = fs::read(file).expect("a file");
        check(&["english", "--plain", "--resume", text(file), "--save", text(file)], typed, 0, &[says]);
        assert!(fs::read(file).expect("a file") == before, "{}, {typed:?}", file.display());
    }
    // Another game does not take its place, whatever chance has decided in that.
    let cards = folder.path().join("cards.toml");
    check(&["saving_private", "--seed", "3", "--save", text(&cards)], "1.\n", 0, &["The game is saved"]);
    let before = fs::read(&cards).expect("a file");
    check(&["saving_private", "--seed", "4", "--save", text(&cards)], "quit\n", 2, &["the game cannot be saved"]);
    assert!(fs::read(&cards).expect("a file") == before);
    // Of one's own game a move in another's place is kept, and then it is what can be taken back.
    check(
        &["english", "--plain", "--resume", text(&own), "--save", text(&own)],
        "undo\n22-17\nundo\nundo\n",
        0,
        &["White: 22-17", "Taken back: 22-17", "Taken back: 11-15", "The game is saved"],
    );
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

/// Where pieces are nobody's, whoever gives up has lost to the only other one.
#[test]
fn what_is_nobodys_wins_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = crate::shell::small("movement {\n  man may step any-way\n}\n").replacen(
        "[players]\n",
        "[players]\nStones = { neutral = true }\n",
        1,
    );
    let file = folder.path().join("stones.draughts");
    fs::write(&file, rules).expect("a file");
    check(&[text(&file)], "resign\n", 0, &["has won."]);
}
