//! Games that other people have written down are not replaced, however much they look like those of this program.

use std::fs;
use std::path::Path;

use tempfile::{TempDir, tempdir};

use super::entries;
use crate::shell::{file, run_in};

/// A tidy game of others: read and written again it is the same.
const TINSLEY: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Tinsley, M.\"]\n[Black \"?\"]\n[Result \
                       \"1/2-1/2\"]\n[GameType \"21\"]\n\n1. 9-14 22-18 {a rare one} 2. 5-9 1/2-1/2\n";

/// One of which nobody says more than its moves.
const MOVES: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[GameType \
                     \"21,B,8,8,N1,0\"]\n[Variant \"english\"]\n\n1. 9-13 21-17 2. 5-9 *\n";

fn with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().unwrap();
    files.iter().for_each(|(name, text)| _ = file(folder.path(), name, text));
    folder
}

/// What was said, on both channels.
fn said(folder: &Path, arguments: &[&str], typed: &str) -> String {
    let ended = run_in(folder, arguments, typed.as_bytes());
    ended.out + &ended.err
}

#[track_caller]
fn stays(folder: &Path, name: &str, arguments: &[&str], typed: &str, says: &str) {
    let before = fs::read_to_string(folder.join(name)).unwrap();
    let told = said(folder, arguments, typed);
    assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), before, "{arguments:?}: {told}");
    assert!(told.contains(says), "{arguments:?}: {told}");
}

#[test]
fn games_of_others_stay() {
    let openings = fs::read_to_string(format!("{}/variants/english.openings.pdn", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let first = openings.split_inclusive('\n').take(11).collect::<String>();
    for theirs in [TINSLEY, openings.as_str(), first.as_str()] {
        let folder = with(&[("w.pdn", theirs), ("other.pdn", MOVES)]);
        let at = folder.path();
        stays(at, "w.pdn", &["play", "english", "--plain", "--save", "w.pdn"], "11-15\nquit\n", "--force");
        stays(at, "w.pdn", &["play", "english", "--plain"], "11-15\nsave w.pdn\nquit\n", "Not saved: w.pdn: ");
        stays(at, "w.pdn", &["match", "english", "random", "random", "--games", "2", "-o", "w.pdn"], "", "--force");
        stays(at, "w.pdn", &["analyse", "other.pdn", "--agent", "alpha-beta:20", "-o", "w.pdn"], "", "--force");
        stays(at, "w.pdn", &["pdn", "other.pdn", "-o", "w.pdn"], "", "--force");
        let forced = run_in(at, &["pdn", "other.pdn", "-o", "w.pdn", "--force"], b"");
        assert!(forced.code == 0 && fs::read_to_string(at.join("w.pdn")).unwrap().contains("5-9"), "{}", forced.err);
    }
}

#[test]
fn what_somebody_wrote_into_a_saved_game_stays() {
    let notes = "# my notes\nschema=1\n";
    let folder = with(&[("note.toml", notes)]);
    let at = folder.path();
    stays(at, "note.toml", &["play", "english", "--plain"], "11-15\nsave note.toml\nquit\n", "no saved game");
    assert_eq!(run_in(at, &["play", "english", "--seed", "7", "--save", "game.toml"], b"11-15\nquit\n").code, 0);
    let saved = fs::read_to_string(at.join("game.toml")).unwrap();
    for commented in
        [format!("{saved}# lost to Bob\n"), saved.replacen('\n', " # the form\n", 1), saved.replace("seed = 7", "seed=7")]
    {
        file(at, "game.toml", &commented);
        stays(at, "game.toml", &["play", "english", "--resume", "game.toml", "--save", "game.toml"], "23-19\n", "--force");
    }
    file(at, "game.toml", &saved);
    assert_eq!(run_in(at, &["play", "english", "--resume", "game.toml", "--save", "game.toml"], b"23-19\nquit\n").code, 0);
    assert!(fs::read_to_string(at.join("game.toml")).unwrap().contains("\"11-15\", \"23-19\""));
}

/// Who has made no move has nothing to save.
#[test]
fn nothing_is_written_over_a_file_before_a_move_is_made() {
    for name in ["w.toml", "w.pdn"] {
        let folder = tempdir().unwrap();
        let at = folder.path();
        let play = ["play", "english", "--plain"];
        assert_eq!(run_in(at, &[&play[..], &["--save", name]].concat(), b"11-15\n23-19\nquit\n").code, 0);
        stays(at, name, &[&play[..], &["--save", name]].concat(), "quit\n", "would be lost");
        stays(at, name, &play, &format!("save {name}\nquit\n"), "would be lost");
        stays(at, name, &[&play[..], &["--resume", name, "--save", name]].concat(), "quit\n", "The game is saved");
        let other = [&play[..], &["--resume", name, "--save", "other.toml"]].concat();
        assert!(said(at, &other, "quit\n").contains("The game is saved"), "a new file is made");
        let fresh = [&play[..], &["--save", name, "--force"]].concat();
        assert!(said(at, &fresh, "9-14\nquit\n").contains("The game is saved"), "it is replaced once there is another");
        assert!(fs::read_to_string(at.join(name)).unwrap().contains("9-14"));
    }
}

/// The workflows of every day need no `--force`.
#[test]
fn what_it_made_itself_it_makes_again() {
    let folder = with(&[("tinsley.pdn", TINSLEY), ("moves.pdn", MOVES)]);
    let at = folder.path();
    let good = |arguments: &[&str], typed: &str| {
        let ended = run_in(at, arguments, typed.as_bytes());
        assert!(ended.code == 0 && !ended.out.contains("Not saved"), "{arguments:?}: {}{}", ended.out, ended.err);
    };
    for seed in ["1", "2"] {
        good(&["match", "english", "greedy", "random", "--games", "4", "--seed", seed, "-o", "match.pdn"], "");
    }
    for _ in 0..2 {
        good(&["pdn", "tinsley.pdn", "-o", "again.pdn"], "");
    }
    good(&["pdn", "tinsley.pdn", "moves.pdn", "-o", "again.pdn"], "");
    for agent in ["alpha-beta:20", "alpha-beta:50"] {
        good(&["analyse", "again.pdn", "--agent", agent, "-o", "judged.pdn"], "");
    }
    good(&["analyse", "judged.pdn", "--agent", "alpha-beta:20", "-o", "judged.pdn"], "");
    let judged = fs::read_to_string(at.join("judged.pdn")).unwrap();
    assert!(judged.contains("a rare one") && judged.contains("Tinsley"), "{judged}");
    good(&["play", "english", "--save", "game.pdn"], "11-15\nquit\n");
    good(&["play", "english", "--resume", "game.pdn", "--save", "game.pdn"], "undo\n9-14\nsave\nquit\n");
    good(&["play", "english"], "load game.pdn\n22-18\nsave game.pdn\nquit\n");
    assert!(fs::read_to_string(at.join("game.pdn")).unwrap().contains("1. 9-14 22-18 *"));
    assert!(entries(at).iter().all(|name| !name.starts_with('.')), "{:?}", entries(at));
}
