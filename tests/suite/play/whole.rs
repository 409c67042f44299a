//! A game is not lost to another one, nor taken back beyond what it has shown; and what is typed wrongly is told as what it was meant to be.

use std::fs;

use super::{check, text};

/// Who begins a second game does not save it over the first one.
#[test]
fn another_game_is_not_written_over() {
    for name in ["game.toml", "game.pdn"] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        let saved = ["english", "--plain", "--save", text(&file)];
        check(&saved, "11-15\n23-19\n", 0, &["The game is saved"]);
        let first = fs::read_to_string(&file).expect("a game");
        let is_other = "that was begun or resumed here, and what it holds would be lost: go on with it by --resume";
        check(&saved, "9-14\n", 2, &["the game cannot be saved", is_other]);
        check(&["english", "--plain"], &format!("9-14\nsave {}\n", text(&file)), 0, &["Not saved: ", is_other]);
        assert_eq!(fs::read_to_string(&file).expect("a game"), first);
        // It goes on in its own file, also where others have moved before, and is replaced by who says so.
        check(&[&saved[..], &["--resume", text(&file)]].concat(), "8-11\nundo\n8-11\n", 0, &["The game is saved"]);
        assert!(fs::read_to_string(&file).expect("a game").contains("8-11"));
        check(&[&saved[..], &["--force"]].concat(), "9-14\n", 0, &["The game is saved"]);
        assert!(!fs::read_to_string(&file).expect("a game").contains("8-11"));
    }
}

/// A game in whose place another one comes stays where `--save` has put it.
#[test]
fn what_is_loaded_or_set_up_leaves_the_game_so_far_in_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let [other, file] = ["other.toml", "game.toml"].map(|name| folder.path().join(name));
    check(&["english", "--plain", "--save", text(&other)], "9-14\n", 0, &["The game is saved"]);
    let stays = format!("The game so far stays in {}; `save FILE` saves what is played from now on.", text(&file));
    let saved = ["english", "--plain", "--save", text(&file), "--force"];
    for (typed, says) in [(format!("load {}", text(&other)), "Loaded: "), ("setup lift 1".to_owned(), "Black to move")] {
        check(&saved, &format!("11-15\n23-19\n{typed}\n1.\n"), 0, &[&stays, says]);
        let kept = fs::read_to_string(&file).expect("a game");
        assert!(kept.contains("\"11-15\"") && kept.contains("\"23-19\"") && !kept.contains("9-14"), "{kept}");
    }
    // What is read again is the same game.
    let again = format!("11-15\nload {}\n23-19\n", text(&file));
    check(&saved, &again, 0, &["Loaded: ", "White: 23-19", "The game is saved"]);
}

/// The end of a game with secrets shows all hands and what fixed its chance.
#[test]
fn the_end_of_a_game_with_secrets_is_not_taken_back() {
    let secret = ["saving_private", "--plain", "--seed", "3"];
    for end in ["resign\n", "draw\nyes\n"] {
        let typed = format!("a3-b4\n{end}undo\n");
        let said = check(&secret, &typed, 0, &["(`quit` ends.)", "The seed was 3.", "That cannot be taken back: it has shown"]);
        assert!(!said.contains("Taken back"), "{said}");
        check(&[&secret[..], &["--undo-revealed"]].concat(), &typed, 0, &["The seed was 3.", "Taken back"]);
    }
}

/// An end by the rules shows them too, and what cannot be done then is not offered.
#[test]
fn nor_is_one_by_the_rules() {
    let rules = "+++\nname = \"Cards\"\n[players]\nSouth = { faces = \"north\" }\nNorth = { faces = \"south\" }\n[board]\ngrid = \"4x4\"\n\
                 [tokens.charm]\npower = [\"ghost\", \"leap\"]\n[piles]\npurse = { of = \"player\", holds = \"charm\", seen_by = \"owner\" }\n\
                 [pieces]\nman = { symbol = \"m\" }\n[setup]\npurse = { South = { ghost = 1 }, North = { leap = 1 } }\n\
                 man = { South = \"a3\", North = \"d2\" }\n+++\nmovement {\n  man may step forward orthogonal\n}\n\
                 victory {\n  mover wins if some own man on far-row\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cards.draughts");
    fs::write(&file, rules).expect("a file");
    let parts = ["purse of North: leap", "\n`save FILE`, `load FILE` or `quit`.", "That cannot be taken back: it has shown"];
    check(&[text(&file), "--plain"], "a3-a4\nundo\n", 0, &parts);
    let revealed = [text(&file), "--plain", "--undo-revealed"];
    check(&revealed, "a3-a4\nundo\n", 0, &["`undo`, `save FILE`, `load FILE` or `quit`.", "Taken back: a3-a4."]);
}

#[test]
fn commands_typed_wrongly_are_told_as_what_they_may_have_been() {
    for (typed, says) in [
        ("udno", "`udno` is neither a move nor a command: did you mean `undo`?"),
        (":hnt", "did you mean `hint`?"),
        ("undo 3", "`undo` stands alone: nothing is written behind it."),
        ("quit now", "`quit` stands alone"),
        ("fly", "`fly` is neither a square nor a word of these moves"),
    ] {
        check(&["english", "--plain"], &format!("{typed}\n"), 0, &[says, "(`moves` lists the moves, `help` the commands)"]);
    }
    check(&["english", "--plain"], "resign\nbest\nhint\n", 0, &["resigns", "The game is over.", "The game is over."]);
}

/// Who hears a game hears what a move has taken.
#[test]
fn what_a_move_takes_is_told_in_words() {
    let jumps = ["english", "--plain", "--position", "B:W18,30:B15,2"];
    check(&jumps, "15x22\n", 0, &["Black: 15x22, taking White man on 18"]);
    let said = check(&["english", "--position", "B:W18,30:B15,2"], "15x22\n", 0, &["Black: 15x22"]);
    assert!(!said.contains("taking"), "{said}");
}

#[test]
fn an_empty_file_is_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("empty.toml");
    fs::write(&file, "").expect("a file");
    check(
        &["english", "--resume", text(&file)],
        "",
        2,
        &["empty.toml", "there is nothing in it, neither a position nor a game"],
    );
}
