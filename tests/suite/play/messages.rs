//! What is said to lines that ask for something that is not there, or not for enough.

use super::{check, text};

#[test]
fn what_is_set_up_wrong_is_told_without_places_in_a_text_that_nobody_sees() {
    let typed = "setup put c3 Red king\nsetup put c9 White king\nsetup mover Red\n";
    let parts =
        ["Not set up: `Red` is not a side", "Not set up: `c9` is not on the board", "Not set up: `Red` is not a player"];
    let said = check(&["english"], typed, 0, &parts);
    assert!(!said.contains("position:") && !said.contains("board."), "{said}");
}

#[test]
fn words_that_want_more_say_what() {
    let said = check(&["english"], "why\npin\n", 0, &["Which move? `why ", "Under which name, and why? `pin NAME WHY`"]);
    assert!(!said.contains("neither a square"), "{said}");
}

#[test]
fn a_list_of_one_has_one_move() {
    let said = check(&["english", "--position", "B:W18:B15"], "99999999999999999999\n2.\n", 0, &["the list has 1 move\n"]);
    assert!(!said.contains("1 moves"), "{said}");
}

#[cfg(unix)]
#[test]
fn what_is_there_but_cannot_be_loaded_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let typed = format!("load /dev/zero\nload {}\n", text(folder.path()));
    let said = check(&["english"], &typed, 0, &["/dev/zero is no file of the usual kind", "is a folder"]);
    assert!(!said.contains("did you mean"), "{said}");
}

/// Who plays is not saved with a game: who goes on with it says so again.
#[test]
fn a_resumed_game_says_that_people_play_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.toml");
    let opponent = ["english", "--opponent", "greedy", "--save", text(&file)];
    let told = "People play all sides: `--opponent WHO` says who else does.";
    assert!(!check(&opponent, "11-15\n", 0, &[]).contains(told));
    check(&["english", "--resume", text(&file)], "", 0, &[told]);
    let again = ["english", "--opponent", "greedy", "--resume", text(&file)];
    assert!(!check(&again, "", 0, &["You are Black."]).contains(told));
}
