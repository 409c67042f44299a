//! `draughtsman play` on the whole screen: keys and taps go in, and a terminal shows what comes out.

mod lost;
mod meanwhile;
mod room;
mod screen;

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::termios::{Winsize, tcsetwinsize};

use super::shell::command;
use super::terminal::opened;
use screen::{PATIENCE, Screen, USUAL};

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const ENTER: &str = "\r";
const ESCAPE: &str = "\x1b";
const CTRL_C: &str = "\x03";
const CTRL_P: &str = "\x10";
const PAGE_UP: &str = "\x1b[5~";
const F1: &str = "\x1bOP";
const F2: &str = "\x1bOQ";
const TAB: &str = "\t";
const BACK_TAB: &str = "\x1b[Z";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_move_is_made_with_the_arrow_keys() {
    let folder = folder();
    let mut screen = Screen::new(&["english"], folder.path());
    screen.wait("arrows, Enter");
    assert!(screen.terminal.screen().alternate_screen());
    // What is pointed at first can move.
    let marked = screen.then(ENTER, "[b ]");
    assert!(marked.contains("(· )"), "{marked}");
    let played = screen.then(&[DOWN, ENTER].concat(), "White to move");
    assert!(played.contains("{b }") && played.contains("{· }") && played.contains("1. "), "{played}");
}

#[test]
fn a_move_is_made_by_taps_and_explained_where_there_is_none() {
    let folder = folder();
    let mut screen = Screen::new(&["english", "--position", "B:W32,15:B11,K2"], folder.path());
    screen.wait("Black to move");
    screen.tap("b ", 0);
    let ready = screen.wait("[b ]");
    assert!(ready.contains("(· )") && ready.contains("1. 11x18"), "{ready}");
    screen.tap("bk", 0).wait("possible: 11x18");
    screen.tap("b ", 0).wait("[b ]");
    let taken = screen.tap("(· )", 1).wait("Black: 11x18");
    assert!(taken.contains("{b }") && taken.contains("<· >"), "{taken}");
}

#[test]
fn whatever_can_be_typed_line_by_line_can_be_typed_here() {
    let folder = folder();
    let mut screen = Screen::new(&["english"], folder.path());
    screen.wait("Black>");
    screen.then("11-1\t", "11-16  11-15");
    screen.then("5\r", "1. 11-15");
    screen.then("why 22-10\r", "possible: 22-18, 22-17");
    screen.then("best\r", "decisions looked at");
    screen.then("undo\r", "Taken back: 11-15");
    screen.then("redo\r", "Played again: 11-15");
    screen.then(CTRL_P, "White> redo");
    screen.then(ESCAPE, "arrows, Enter");
    screen.until("an empty line", |text| text.lines().any(|line| line.trim_end() == "White>"));
    screen.then("flip\r", "h     g     f     e     d     c     b     a");
    screen.then("draw\r", "A draw is offered");
    // No answer, and no move either.
    screen.then(" ", "A draw is offered");
    screen.then("no\r", "No draw.");
    screen.then("setup put 14 White king\r", "wk White king");
    screen.then(F1, "A move: ");
    assert!((0..8).any(|_| screen.then(PAGE_UP, "White>").contains("No draw.")), "what was said before is gone");
    screen.then("save game.toml\r", "Saved: game.toml");
    screen.press("quit\r");
    assert_eq!(screen.ends(), 0);
    assert!(!screen.terminal.screen().alternate_screen());
    assert!(screen.text().contains("Goodbye."), "{}", screen.text());
    assert!(fs::read_to_string(folder.path().join("game.toml")).unwrap().contains("english"));
}

/// What stands on the board, of that sign.
fn on_board(text: &str, sign: &str) -> usize {
    text.lines().skip(1).take(15).filter(|line| line.chars().take(54).collect::<String>().contains(sign)).count()
}

#[test]
fn a_position_is_set_up_by_pointing() {
    let folder = folder();
    let mut screen = Screen::new(&["english", "--position", "B:W32:B11"], folder.path());
    screen.wait("Black>");
    screen.then(F2, "Set up: b Black man");
    // The man who is pointed at is lifted, and another piece stands there.
    screen.press(ENTER).until("an empty square", |text| on_board(text, "b ") == 0);
    screen.then(&[TAB, TAB, TAB].concat(), "> wk White king");
    screen.press(ENTER).until("a king", |text| on_board(text, "wk") == 1);
    screen.then(BACK_TAB, "> w White man");
    // Nothing is done to the game by that.
    let left = screen.then(ESCAPE, "1. 11-");
    assert_eq!((on_board(&left, "b "), on_board(&left, "wk")), (1, 0), "{left}");
    screen.then("setup\r", "Set up:");
    screen.press("c").until("an empty board", |text| on_board(text, "b ") + on_board(text, "w ") == 0);
    screen.then(&[ENTER, TAB, TAB, "m", RIGHT].concat(), "White to move (m).");
    // By a tap, too.
    screen.tap("7   ·", 4).until("a white man", |text| on_board(text, "w ") == 1);
    let played = screen.then(F2, "White>");
    assert!(played.contains("b Black man, w White man") && played.contains("White to move."), "{played}");
    let mut hidden = Screen::new(&["saving_private", "--seed", "7"], folder.path());
    hidden.wait("South>");
    hidden.then(F2, "`draughtsman page` has an editor for that");
}

#[test]
fn the_end_of_a_game_is_told_on_the_screen_as_it_was() {
    let folder = folder();
    let mut screen = Screen::new(&["english"], folder.path());
    screen.wait("Black>");
    screen.then("11-15\r", "White>");
    // It stays where it can be saved and taken back, as every game that is over.
    let over = screen.then("resign\r", "over>");
    assert!(over.contains("White resigns: Black has won."), "{over}");
    screen.then("save given-up.toml\r", "Saved: given-up.toml");
    screen.then("undo\r", "Taken back: 11-15");
    screen.then("resign\r", "over>");
    screen.press("quit\r");
    assert_eq!(screen.ends(), 0);
    assert!(screen.text().contains("White won (resignation)"), "{}", screen.text());
    let saved = fs::read_to_string(folder.path().join("given-up.toml")).expect("a game");
    assert!(saved.contains("11-15") && saved.contains("resignation"), "{saved}");
    let mut screen = Screen::new(&["english", "--position", "B:W18:B15"], folder.path());
    screen.wait("Black>");
    screen.then("15x22\r", "over>");
    screen.press("quit\r");
    assert_eq!(screen.ends(), 0);
    assert!(screen.text().contains("The game is over: Black won"), "{}", screen.text());
    let mut screen = Screen::new(&["english"], folder.path());
    screen.wait("Black>");
    screen.press(CTRL_C);
    assert_eq!(screen.ends(), 0);
    assert!(screen.text().contains("Stopped. The game is not over and not saved"), "{}", screen.text());
    assert!(!folder.path().join("english.lost.toml").exists(), "nobody has played");
}

/// Who turns away sees neither the board nor what was said and typed.
#[test]
fn between_two_players_nothing_is_shown() {
    let folder = folder();
    let mut screen = Screen::new(&["saving_private", "--seed", "7"], folder.path());
    let south = screen.wait("stockpile of South: ");
    let card =
        south.split_once("stockpile of South: ").and_then(|(_, cards)| cards.split(',').next()).expect("a card").to_owned();
    screen.then("why c3-d4\r", "is legal");
    let since = screen.came.len();
    let turned = screen.then("c3-d4\r", "It is the turn of North");
    let until = screen.came.len();
    assert!(!turned.contains(&card) && !turned.contains("c3") && !turned.contains("stockpile"), "{turned}");
    let north = screen.then(ENTER, "North>");
    let suits = ["hearts", "spades", "clubs", "diamonds"].map(|suit| north.contains(&format!(" {suit}")).then_some(suit));
    let told = suits.iter().flatten().find(|suit| !south.contains(**suit)).expect("North has suits that South has not");
    assert!(!screen.came[since..until].contains(told), "not for a moment: {told}");
    assert!(!north.contains("why c3-d4") && !north.contains("is legal"), "{north}");
    let typed = screen.then(CTRL_P, "North>");
    assert!(typed.lines().any(|line| line.trim_end() == "North>"), "what was typed is forgotten: {typed}");
}

#[test]
fn a_game_is_not_lost_with_its_terminal() {
    let folder = folder();
    for name in ["english.lost.toml", "english.lost-2.toml"] {
        let mut screen = Screen::new(&["english"], folder.path());
        screen.wait("Black>");
        screen.then("11-15\r", "1. 11-15");
        assert_eq!(screen.hangs_up(), 0);
        assert!(fs::read_to_string(folder.path().join(name)).unwrap().contains("11-15"), "{name}");
    }
    let mut screen = Screen::new(&["english", "--resume", "english.lost.toml"], folder.path());
    screen.wait("1. 11-15");
}

/// Plays on a terminal of its own: each time something is waited for, and something typed. Then its other end is closed.
fn closed(folder: &Path, words: &[&str], steps: &[(&str, &str)]) -> Child {
    let (controller, own) = opened();
    let size = Winsize { ws_row: 34, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&controller, size).expect("a terminal");
    let mut command = command(&[&["play"], words].concat());
    command.current_dir(folder).env("TERM", "xterm").stdin(own()).stdout(own()).stderr(own());
    let child = command.spawn().expect("the program starts");
    drop(command);
    let mut keyboard = File::from(controller);
    let mut came = String::new();
    for (part, typed) in steps {
        while !came.contains(part) {
            let mut bytes = [0; 4096];
            let read = keyboard.read(&mut bytes).expect("a terminal");
            came.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
        came.clear();
        keyboard.write_all(typed.as_bytes()).expect("a terminal");
    }
    child
}

/// How a program has ended: by its code, or by a signal.
fn ends(mut child: Child) -> ExitStatus {
    let since = Instant::now();
    loop {
        if let Some(ended) = child.try_wait().expect("the program") {
            return ended;
        }
        assert!(since.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The other end is closed, and no signal tells of it: on the whole screen, where the keyboard is passed on, and line by line.
#[test]
fn the_end_of_a_terminal_is_the_end_of_the_game_on_it() {
    let secret = ["saving_private", "--seed", "4"];
    for (words, steps, kept) in [
        (&["english"][..], &[("Black>", "11-15\r"), ("21-17", "")][..], "english"),
        (&secret[..], &[("South>", "1.\r"), ("presses", "")], "saving_private"),
        (&["english", "--plain"], &[("Black>", "11-15\r"), ("White>", "")], "english"),
    ] {
        let folder = folder();
        let ended = ends(closed(folder.path(), words, steps));
        assert!(ended.code().is_some(), "{words:?}: {ended}");
        let saved = fs::read_to_string(folder.path().join(format!("{kept}.lost.toml")));
        assert!(saved.unwrap_or_else(|error| panic!("{words:?}: {error}")).contains("moves"), "{words:?}");
    }
}

/// The system asks to end: what is played is kept, and the shell is told why it ended.
#[test]
fn a_request_to_end_is_told_to_the_shell() {
    let folder = folder();
    let mut screen = Screen::new(&["english"], folder.path());
    screen.wait("Black>");
    screen.then("11-15\r", "1. 11-15");
    let asked = Command::new("kill").args(["-TERM", &screen.child.id().to_string()]).status();
    assert!(asked.expect("`kill`").success());
    assert_eq!(screen.ends(), 143);
    assert!(fs::read_to_string(folder.path().join("english.lost.toml")).unwrap().contains("11-15"));
}

#[test]
fn an_opponent_that_thinks_is_hurried() {
    let folder = folder();
    let mut screen = Screen::new(&["english", "--opponent", "alpha-beta:1000s"], folder.path());
    screen.wait("Black>");
    screen.then("11-15\r", "White to move");
    screen.then(ESCAPE, "White: ");
    screen.wait("Black to move");
}

/// The clock runs where it is looked at, and ends the game by itself.
#[test]
fn the_clock_runs_out() {
    let folder = folder();
    fs::write(
        folder.path().join("late.toml"),
        "schema = 1\nvariant = \"english\"\nclock = { control = \"5m\", left = { Black = \"900ms\" } }\n",
    )
    .expect("a game");
    let mut screen = Screen::new(&["english", "--resume", "late.toml"], folder.path());
    let over = screen.wait("The game is over");
    assert!(over.replace(char::is_whitespace, "").contains("Whitewon(time)"), "{over}");
    let over = screen.wait("0:00.0");
    assert!(over.contains("5:00"), "{over}");
}

#[test]
fn it_is_drawn_with_colours_and_in_ascii_as_the_terminal_can() {
    let folder = folder();
    let coloured = [("LANG", "C.UTF-8"), ("TERM", "xterm-256color")];
    let mut screen = Screen::of((34, 100), &coloured, &["english"], folder.path());
    screen.wait("Black>");
    assert!(screen.came.contains("\x1b[38;5;6"), "{:?}", screen.came);
    let mut screen = Screen::of((24, 80), &[("LANG", "C"), ("NO_COLOR", "1"), ("TERM", "xterm")], &["english"], folder.path());
    let text = screen.wait("Black>");
    assert!(text.is_ascii() && text.contains("   .  "), "{text}");
    assert!(!screen.came.contains("\x1b[38"), "{:?}", screen.came);
}

/// `docs/terminal.md`.
#[test]
fn the_book_shows_what_is_shown() {
    let folder = folder();
    let position = ["russian", "--seed", "7", "--position", "W:Wc3,e3,Ka1:Bd4,b6,f6"];
    let mut screen = Screen::of((24, 80), &USUAL, &position, folder.path());
    screen.wait("White>");
    let shown: Vec<String> = screen.then(ENTER, "[w ]").lines().map(|line| line.trim_end().to_owned()).collect();
    let page = include_str!("../../docs/terminal.md").replace("\r\n", "\n");
    let told = page.split_once("```text\n").and_then(|(_, rest)| rest.split_once("```")).expect("a picture").0;
    assert_eq!(told.trim_end(), shown.join("\n").trim_end());
}

/// A save that fails is told on the screen, and behind it.
#[test]
fn what_is_not_saved_is_told() {
    let folder = folder();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("a folder");
    let mut screen = Screen::new(&["english", "--save", "inner/game.toml"], folder.path());
    screen.wait("Black>");
    fs::remove_dir_all(&inner).expect("a folder");
    screen.then("11-15\r", "error: the game is not saved");
    screen.press(CTRL_C);
    assert_ne!(screen.ends(), 0);
    assert!(screen.text().contains("error: the game is not saved"), "{}", screen.text());
}

/// Whole boards, with what lies beside them, on usual screens; on narrow ones something of both.
#[test]
fn there_is_room_for_the_board_and_for_what_lies_beside_it() {
    let folder = folder();
    let mut screen = Screen::of((24, 80), &USUAL, &["english"], folder.path());
    let text = screen.wait("Black>");
    let first = text.lines().find(|line| line.starts_with("8 ")).expect("the first rank");
    assert!(first.contains("1-4") && first.contains("Black to move."), "{text}");
    assert!(text.contains("Moves:") && !text.contains("Moves: …"), "{text}");
    // Of twenty-two moves some have no room, and that is said.
    Screen::of((14, 80), &USUAL, &["breakthrough"], folder.path()).wait("Moves: …");
    let mut screen = Screen::of((20, 45), &USUAL, &["english", "--position", "B:W18:B15"], folder.path());
    screen.wait("Black>");
    screen.then("15x22\r", "Black won");
}

/// A tower is told by its commander and its height; cards stand beside the board, where each seat sees its own.
#[test]
fn towers_and_cards_are_shown() {
    let folder = folder();
    let mut screen = Screen::new(&["lasca"], folder.path());
    screen.wait("arrows, Enter");
    screen.then("c3-d4\r", "1. c3-d4");
    let tower = screen.then("e5xc3\r", "1. c3-d4  e5xc3");
    assert!(tower.contains("{b2}") && tower.contains("<· >"), "{tower}");
    let mut screen = Screen::new(&["saving_private", "--seed", "7"], folder.path());
    let south = screen.wait("stockpile of South: 3 hearts");
    assert!(south.contains("stockpile of North: 10 x card face-down"), "{south}");
    screen.then("a3-b4\r", "North, who presses Enter");
    let north = screen.then("\r", "card under: b4 2 hearts face-up");
    assert!(
        north.contains("stockpile of South: 10 x card face-down") && north.contains("stockpile of North: 3 clubs"),
        "{north}"
    );
}

/// Larger than the screen: what is pointed at can be seen.
#[test]
fn a_board_larger_than_the_screen_moves_under_it() {
    let folder = folder();
    let mut screen = Screen::of((20, 60), &USUAL, &["halma"], folder.path());
    screen.wait("arrows, Enter");
    let below = screen.then(&DOWN.repeat(20), "\n 1  ");
    assert!(!below.contains("\n16 "), "{below}");
    screen.then(&UP.repeat(20), "\n16 ");
    screen.press(&RIGHT.repeat(20)).until("another part of the line", |text| !text.contains("\n16 "));
}

#[test]
fn line_by_line_where_that_is_wanted_or_nothing_else_can_be() {
    let folder = folder();
    let mut words = Screen::of((34, 100), &USUAL, &["english", "--plain"], folder.path());
    let text = words.wait("Black>");
    assert!(text.contains("Black man: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"), "{text}");
    assert!(!words.terminal.screen().alternate_screen());
    let mut small = Screen::of((10, 100), &USUAL, &["english"], folder.path());
    small.wait("Black>");
    assert!(!small.terminal.screen().alternate_screen());
    let dumb = [("LANG", "C.UTF-8"), ("NO_COLOR", "1"), ("TERM", "dumb")];
    let mut dumb = Screen::of((34, 100), &dumb, &["english"], folder.path());
    dumb.wait("Black>");
    assert!(!dumb.terminal.screen().alternate_screen());
}
