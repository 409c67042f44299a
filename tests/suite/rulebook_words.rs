//! What rule books say of files that no bundled variant is like.

use draughtsman::library::load_text;
use draughtsman::rulebook;

use crate::rulebook::{ready, sentences};

/// What the book of a file of somebody's own says, all of it.
fn said_of(text: &str) -> Vec<String> {
    let loaded = load_text("x", "x.draughts", text.as_bytes().to_vec(), None);
    sentences(&rulebook::write(&loaded, &ready(&loaded)))
}

/// What decides besides the board is not known when the book is made: then nothing is said of who cannot move.
#[test]
fn a_piece_that_may_move_under_a_condition_is_not_said_to_stand_still() {
    let dice = "+++\nname = \"x\"\nextends = \"english\"\n+++\nturn {\n  choose die in (1 or 2) by chance\n  set pips to die\n  may play move\n}\n\
                movement {\n  replace king may step by king may step diagonal if pips = 2\n}\n\
                capture {\n  replace king may jump by king may jump diagonal over an enemy if pips = 2\n}\n\
                state {\n  add counter pips: 0..2 each turn\n}\n";
    let said = said_of(dice);
    assert!(!said.iter().any(|one| one.starts_with("Not moved by themselves")), "{said:?}");
    assert!(said.iter().any(|one| one.starts_with("Not shown") && one.contains("king")), "{said:?}");
}

#[test]
fn sets_and_leaps_are_said_in_words() {
    let game = "+++\nname = \"x\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\ngrid = \"6x6\"\n\
                [directions]\nspring = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]]\nhook = [[2, 1], [-2, 0]]\n\
                [pieces]\nman = { symbol = \"m\", plural = \"men\" }\n[setup]\nman = { White = [\"a1\"], Black = [\"f6\"] }\n+++\n\
                movement {\n  piece on square may step spring or hook\n}\n\
                capture {\n  man may pounce orthogonal onto enemy\n}\n\
                effects {\n  when man lands: take (piece on orthogonal from it) not enemy\n}\n\
                state {\n  keep stood of player: site\n  when turn ends: set stood of mover to site of (own man)\n}\n\
                victory {\n  mover wins if no own on stood of mover\n}\n";
    let said = said_of(game);
    for wanted in [
        "A leap of “spring” leads 1 file and 2 ranks or 2 files and 1 rank away, either way.",
        "A leap of “hook” leads 2 files to the west or 2 files to the east and 1 rank to the north.",
        "A piece on a square may move",
        "every piece on the square or squares one step orthogonally from it other than",
        "remembers the squares of the own men from now on",
    ] {
        assert!(said.iter().any(|one| one.contains(wanted)), "{wanted}: {said:#?}");
    }
}

const ENGLISH: &str = "+++\nname = \"x\"\nextends = \"english\"\n";

/// A die that is thrown in each turn is no part of the start.
#[test]
fn what_is_thrown_in_the_first_turn_is_not_said_to_arrange_the_start() {
    let turn = "+++\nturn {\n  choose die in (1 or 2) by chance\n  set pips to die\n  play move\n}\nstate {\n  add counter pips: 0..2 each turn\n}\n";
    let said = said_of(&format!("{ENGLISH}{turn}"));
    assert!(!said.iter().any(|one| one.starts_with("Chance arranges")), "{said:?}");
    let setup = "setup {\n  choose away in king or man by chance\n  remove-from-play away\n}\n";
    let said = said_of(&format!("{ENGLISH}{turn}{setup}"));
    assert!(said.iter().any(|one| one.starts_with("Chance arranges")), "{said:?}");
}

/// A piece is shown among as many enemies as the game goes on with, and with the values that it bears at the start.
#[test]
fn no_piece_of_which_a_rule_speaks_is_said_to_stand_still() {
    let game = |rest: &str| {
        format!(
            "+++\nname = \"x\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n[board]\ngrid = \"5x5\"\n\
             [sets]\nmood = [\"calm\", \"cross\"]\n[pieces]\nman = {{ symbol = \"m\", plural = \"men\", has = {{ mood = \"mood\" }} }}\n\
             [setup]\nman = {{ White = [\"a1\", \"b1\"], Black = [\"d5\", \"e5\"] }}\n+++\nmovement {{ man may step any-way }}\n{rest}\n"
        )
    };
    for rest in [
        "victory { as soon as count enemy < 2: mover wins }",
        "setup { set mood of man to calm }\nturn { play move where mood of actor of it is calm }",
    ] {
        let said = said_of(&game(rest));
        assert!(!said.iter().any(|one| one.starts_with("Not moved")), "{said:?}");
        assert!(said.iter().any(|one| one.contains("it may go to the marked places")), "{said:?}");
    }
}

#[test]
fn piles_directions_and_numbers_of_steps_are_said_in_words() {
    let game = "+++\nname = \"x\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\ngrid = \"5x5\"\n\
                [tokens.card]\nway = [\"straight\", \"slant\"]\ncopies = 3\n[piles]\ndeck = { holds = \"card\", seen_by = \"nobody\" }\n\
                hand = { of = \"player\", holds = \"card\", seen_by = \"owner\" }\n[pieces]\nman = { symbol = \"m\", plural = \"men\" }\n\
                [setup]\ndeck = { each = 3 }\nman = { White = [\"a1\"], Black = [\"e5\"] }\n+++\n\
                movement {\n  man may dash {\n    let ways = (if some hand of opponent then orthogonal else diagonal)\n    go ways, to empty\n  }\n}\n\
                capture {\n  man may jump any-way over an enemy\n  chain may continue\n}\n\
                obligation {\n  must capture with most legs\n}\n\
                effects {\n  when move ends {\n    if count hand of mover < 2 and some deck: move top of deck to hand of mover\n    require false if no deck\n  }\n}\n";
    let said = said_of(game).join("\n");
    for wanted in [
        "there is something in the hand of the opponent",
        "in a direction of \u{e000}ways\u{e001}, to an empty square",
        "the most steps and jumps",
        "there are fewer than 2 cards in the hand of the player to move",
        "there is nothing in the deck",
        "This cannot be done",
    ] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
}

/// What the book says where no line says anything depends on the equipment, too.
#[test]
fn sides_that_share_and_piles_that_hide_are_not_denied() {
    let game = |players: &str, piles: &str, rules: &str| {
        let text = format!(
            "+++\nname = \"x\"\n[players]\n{players}\n[board]\ngrid = \"5x5\"\n{piles}[pieces]\nman = {{ symbol = \"m\", plural = \"men\" }}\n\
             [setup]\nman = {{ White = [\"a1\"], Black = [\"e5\"] }}\n+++\nmovement {{\n  man may step orthogonal\n}}\n{rules}"
        );
        said_of(&text).join("\n")
    };
    let (two, hidden) = ("White = {}\nBlack = {}", "Nothing in this game is left to chance, and nothing is hidden.");
    let scores = "victory {\n  score of player is count piece of it\n  end game if turns >= 9\n}\n";
    let said = game(two, "", scores);
    assert!(said.contains("equal scores are a draw") && said.contains(hidden), "{said}");
    let said = game(&format!("{two}\nRed = {{}}"), "", scores);
    assert!(!said.contains("equal scores are a draw") && said.contains("Equal highest scores share the win"), "{said}");
    let said = game(
        two,
        "[tokens.card]\ncolour = [\"red\", \"blue\"]\ncopies = 2\n[piles]\ndeck = { holds = \"card\", seen_by = \"nobody\" }\n",
        scores,
    );
    assert!(!said.contains("nothing is hidden"), "{said}");
    // The words between the things that a definition is about are its own.
    let bury = "definitions {\n  define bury (what: piece) at (spot: site) { move what to spot }\n}\n\
                effects {\n  when man lands: bury it at site of it\n}\n";
    let said = game(two, "", bury);
    assert!(said.contains(", at a site") && !said.contains(", over a site"), "{said}");
}
