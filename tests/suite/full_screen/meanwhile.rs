//! While others think, and while somebody else is to sit down.

use super::screen::Screen;
use super::{CTRL_C, ENTER, ESCAPE, folder};

/// What is typed while an agent thinks is done when it has played.
#[test]
fn what_is_typed_while_an_agent_thinks_is_done_behind_it() {
    let folder = folder();
    let mut screen = Screen::new(&["english", "--opponent", "alpha-beta:1000s"], folder.path());
    screen.wait("Black>");
    screen.then("11-15\r", "White thinks (Esc: it plays at once)");
    screen.press("flip\r").press(ESCAPE);
    screen.until("a turned board", |text| text.contains("h     g     f") && text.contains("White: "));
    screen.then("1.\r", "White thinks");
    screen.press("undo\r").press(ESCAPE);
    screen.wait("Taken back: ");
    // Whoever has had enough need not wait either.
    screen.then("1.\r", "White thinks");
    screen.press("quit\r");
    assert_eq!(screen.ends(), 0);
    assert!(screen.text().contains("Goodbye."), "{}", screen.text());
}

/// `cat` never says anything of its own.
#[test]
fn an_engine_that_hangs_is_left_alone() {
    let folder = folder();
    for (keys, says) in [(CTRL_C, "Stopped. The game is saved"), ("moves\rquit\r", "Goodbye. The game is saved")] {
        let words = ["english", "--opponent", "hub:cat", "--as", "White", "--save", "game.toml", "--force"];
        let mut screen = Screen::new(&words, folder.path());
        screen.then("", "Black thinks (Ctrl-C: the end)");
        // Nothing hurries it.
        screen.press(ESCAPE);
        std::thread::sleep(std::time::Duration::from_millis(200));
        screen.press(keys);
        assert_eq!(screen.ends(), 0);
        assert!(screen.text().contains(says), "{}", screen.text());
    }
}

/// Who goes on with a game may not be whose cards they are.
#[test]
fn a_game_with_secrets_that_is_resumed_waits_for_whose_turn_it_is() {
    let folder = folder();
    let mut screen = Screen::new(&["saving_private", "--seed", "7", "--save", "game.toml"], folder.path());
    screen.wait("South>");
    screen.then("c3-d4\r", "It is the turn of North");
    screen.press(CTRL_C);
    assert_eq!(screen.ends(), 0);
    let mut screen = Screen::new(&["saving_private", "--resume", "game.toml"], folder.path());
    let empty = screen.wait("It is the turn of North");
    assert!(!empty.contains("stockpile") && !screen.came.contains("stockpile"), "{empty}");
    let shown = screen.then(ENTER, "North>");
    assert!(shown.contains("stockpile of North"), "{shown}");
}
