//! Games of more than two sides that somebody gives up.

use std::fs;

use draughtsman::check::Choices;
use draughtsman::model::{PlayerId, SideId};
use draughtsman::notation::pdn::GameResult;
use draughtsman::session::Session;

use crate::shell::run_in;

/// Whoever gives up has lost to all others; of those who are out nobody wins.
#[test]
fn of_three_sides_the_others_win_when_one_resigns() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("three.draughts");
    fs::write(&rules, include_str!("../../templates/hex.draughts").replace("NAME", "Three")).expect("a file");
    let play = |arguments: &[&str], typed: &str, parts: &[&str]| {
        let ended = run_in(folder.path(), &[&["play", "three.draughts"], arguments].concat(), typed.as_bytes());
        assert!(ended.code == 0 && parts.iter().all(|part| ended.out.contains(part)), "{}{}", ended.out, ended.err);
    };
    play(&["--save", "game.toml"], "resign\n", &["Red resigns: Green and Blue have won."]);
    let kept = fs::read_to_string(folder.path().join("game.toml")).expect("a game");
    assert!(kept.contains("winners = [\"Green\", \"Blue\"]") && kept.contains("reason = \"resignation\""), "{kept}");
    play(&["--resume", "game.toml"], "", &["The game is over: Green and Blue won (resignation)."]);
    let written = run_in(folder.path(), &["pdn", "game.toml", "--write"], b"");
    assert!(written.out.contains("[Result \"0-1\"]"), "{}{}", written.out, written.err);

    let session = Session::load(&rules.display().to_string(), &Choices::default()).expect("a game");
    let equipment = &session.variant().equipment;
    let (red, green, blue) = (SideId(0), SideId(1), SideId(2));
    assert_eq!(equipment.winners_without(PlayerId(1), &[]), [red, blue]);
    assert_eq!(equipment.winners_without(PlayerId(1), &[blue]), [red]);
    assert_eq!(GameResult::won_by(equipment, &[green, blue]), GameResult::Black, "the first side has lost");
}
