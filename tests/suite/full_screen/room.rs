//! Boards and screens of every size: all of the board where that can be, and a word where it cannot.

use super::screen::{Screen, USUAL};
use super::{RIGHT, UP, folder};

/// The letters of so many files, in a line of their own.
fn has_files(text: &str, files: usize) -> bool {
    let letters: String = ('a'..).take(files).collect();
    text.lines().any(|line| line.split_whitespace().take(files).collect::<String>() == letters)
}

#[test]
fn large_boards_are_seen_whole_on_usual_screens() {
    let folder = folder();
    for (name, columns, (files, ranks)) in [
        ("canadian", 80, (12, 12)),
        ("guerrilla", 80, (8, 8)),
        ("fanorona", 80, (9, 5)),
        ("halma", 80, (16, 16)),
        ("international", 60, (10, 10)),
    ] {
        let text = Screen::of((24, columns), &USUAL, &[name], folder.path()).wait("arrows, Enter");
        assert!(has_files(&text, files), "{name}: {text}");
        let is_there = |rank: usize| text.lines().any(|line| line.split_whitespace().next() == Some(&rank.to_string()));
        assert!((1..=ranks).all(is_there), "{name}: {text}");
        assert!(!text.contains("more of the board"), "{name}: {text}");
        assert!(text.contains(" to move."), "{name}: {text}");
    }
}

#[test]
fn where_a_board_has_no_room_it_is_said_where_more_of_it_is() {
    let folder = folder();
    let mut screen = Screen::of((16, 50), &USUAL, &["halma"], folder.path());
    let text = screen.wait("more of the board: ");
    assert!(text.contains("→") && !text.contains("←"), "{text}");
    let other = screen.then(&[RIGHT.repeat(20), UP.repeat(20)].concat(), "more of the board: ← ↓");
    assert!(!has_files(&other, 3), "{other}");
    let ascii = [("LANG", "C"), ("NO_COLOR", "1"), ("TERM", "xterm")];
    let text = Screen::of((16, 50), &ascii, &["halma"], folder.path()).wait("more of the board: right");
    assert!(text.is_ascii(), "{text}");
}

/// A number stands on the line of its move, and what chance has decided is no move.
#[test]
fn what_was_played_is_listed_move_by_move() {
    let folder = folder();
    let mut screen = Screen::of((30, 80), &USUAL, &["english"], folder.path());
    screen.wait("Black>");
    screen.press(&"1.\r".repeat(12));
    let text = screen.wait("6. 1-5  19-16");
    let is_number = |word: &str| word.strip_suffix('.').is_some_and(|digits| digits.parse::<u32>().is_ok());
    let broken = text.lines().find(|line| line.split_whitespace().last().is_some_and(is_number));
    assert_eq!(broken, None, "{text}");
    let mut screen = Screen::new(&["saving_private", "--seed", "7"], folder.path());
    let text = screen.wait("South>");
    let (_, rest) = text.split_once("Played:").expect("what was played");
    let played = rest.split_once("───").expect("a line below the board").0;
    assert!(!played.contains(". "), "{text}");
}

#[test]
fn the_screen_is_empty_before_it_is_drawn_on() {
    let folder = folder();
    let mut screen = Screen::new(&["english"], folder.path());
    screen.wait("Black>");
    let cleared = screen.came.find("\x1b[2J").expect("it is cleared");
    assert!(cleared < screen.came.find("English").expect("a title"), "{:?}", screen.came);
}

/// Where a board has no room beside lists, and there is room below it, they give way.
#[test]
fn lists_stand_below_a_board_that_is_too_wide_for_them() {
    let folder = folder();
    // A board that is too wide for the screen itself has all of its columns.
    for (name, rows, columns, (files, ranks)) in
        [("international", 34, 40, (10, 10)), ("halma", 40, 40, (12, 16)), ("halma", 60, 44, (13, 16))]
    {
        let mut screen = Screen::of((rows, columns), &USUAL, &[name], folder.path());
        let text = screen.wait("arrows, Enter");
        assert!(has_files(&text, files), "{name}: {text}");
        let is_there = |rank: usize| text.lines().any(|line| line.split_whitespace().next() == Some(&rank.to_string()));
        assert!((1..=ranks).all(is_there), "{name}: {text}");
        assert_eq!(text.contains("more of the board: →"), name == "halma", "{name}: {text}");
        for part in [" to move.", "Moves:", "Played:"] {
            assert!(text.lines().any(|line| line.trim_start().contains(part)), "{name}: {part}: {text}");
        }
        // Squares and the rest stay where they are.
        screen.then("1.\r", "Played:\n1. ");
    }
}
