//! Whatever ends a game on the whole screen, what was played is kept; and nothing is written across the screen.

use std::fs;

use super::screen::{Screen, USUAL};
use super::{CTRL_C, ENTER, F2, folder, on_board};

/// Who leaves without having saved, or asks another game onto the table, finds what was played.
#[test]
fn whoever_leaves_has_saved() {
    let folder = folder();
    let at = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let mut screen = Screen::new(&["english"], folder.path());
    screen.wait("Black>");
    screen.then("11-15\r", "1. 11-15");
    screen.press(CTRL_C);
    assert_eq!(screen.ends(), 0);
    assert!(screen.text().contains("--resume english.lost.toml"), "{}", screen.text());
    assert!(at("english.lost.toml").contains("11-15"));
    let mut screen = Screen::new(&["english"], folder.path());
    screen.wait("Black>");
    screen.then("9-13\r", "1. 9-13");
    screen.then("load english.lost.toml\r", "Saved: english.lost-2.toml");
    assert!(at("english.lost-2.toml").contains("9-13"));
    screen.press(CTRL_C);
    assert_eq!(screen.ends(), 0);
    assert!(!folder.path().join("english.lost-3.toml").exists(), "it is saved already");
}

/// A thought that is broken off with the terminal is no move, and a position that was being set up is kept.
#[test]
fn what_was_going_on_when_the_terminal_was_closed_is_kept() {
    let inner = folder();
    let mut screen = Screen::new(&["english", "--opponent", "alpha-beta:1000s"], inner.path());
    screen.wait("Black>");
    screen.then("11-15\r", "White thinks");
    assert_eq!(screen.hangs_up(), 0);
    let kept = fs::read_to_string(inner.path().join("english.lost.toml")).expect("what was kept");
    assert_eq!(kept.lines().filter(|line| line.starts_with("  \"")).collect::<Vec<_>>(), ["  \"11-15\","], "{kept}");
    let inner = folder();
    let mut screen = Screen::new(&["english"], inner.path());
    screen.wait("Black>");
    screen.then(F2, "Set up");
    screen.press("c").until("an empty board", |text| on_board(text, " w ") == 0);
    screen.then("\r", "Set up");
    screen.until("a piece", |text| on_board(text, "b") > 0);
    assert_eq!(screen.hangs_up(), 0);
    let kept = fs::read_to_string(inner.path().join("english.lost.toml")).expect("what was kept");
    assert!(kept.contains("[setup") && !kept.contains("moves ="), "{kept}");
}

/// What is odd about a file is told among what is said.
#[test]
fn notes_stay_within_the_screen() {
    let folder = folder();
    fs::write(folder.path().join("other.toml"), "schema = 1\nvariant = \"russian\"\nmoves = [\"11-15\"]\n").expect("a game");
    let mut screen = Screen::of((24, 80), &USUAL, &["english"], folder.path());
    screen.wait("Black>");
    let text = screen.then("load other.toml\r", "note: the position was saved for `russian`");
    assert!(text.starts_with("English draughts"), "{text}");
    assert!(text.contains("1. 11-15") && text.contains("White>"), "{text}");
}

/// Help begins at its first line, and it is said that there is more.
#[test]
fn what_is_long_is_read_from_its_beginning() {
    let folder = folder();
    let mut screen = Screen::of((24, 80), &USUAL, &["english"], folder.path());
    screen.wait("Black>");
    let text = screen.then("help\r", "A move: ");
    assert!(text.contains("more: PgDn") && !text.contains("quit         ends"), "{text}");
    screen.then("\x1b[6~\x1b[6~\x1b[6~\x1b[6~\x1b[6~\x1b[6~\x1b[6~\x1b[6~", "bring back what was typed before");
    assert!(!screen.text().contains("more: PgDn"), "{}", screen.text());
}

/// Who takes a seat sees and is told what the other has played, although chance has decided since; moves are numbered by rounds.
#[test]
fn what_the_other_has_played_is_seen_behind_the_cover() {
    let folder = folder();
    let mut screen = Screen::of((24, 80), &USUAL, &["saving_private", "--seed", "3"], folder.path());
    screen.wait("South>");
    screen.then("a3-b4\r", "presses Enter");
    let text = screen.then(ENTER, "North>");
    assert!(text.contains("South: a3-b4"), "{text}");
    assert!(text.contains('{') && text.contains("Played:"), "{text}");
    let mut screen = Screen::new(&["english"], folder.path());
    screen.wait("Black>");
    screen.then("11-15\r", "1. 11-15");
    screen.then("22-18\r", "1. 11-15  22-18");
    screen.then("15x22\r", "2. 15x22");
}
