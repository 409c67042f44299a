//! What `[setup]` may contain, on one small board.

use super::super::arrangement;
use super::{checked, pieces, said, sound, tree};

fn game(setup: &str) -> String {
    format!(
        r#"
name = "Small"
[sets]
colour = ["red", "green"]
[players]
White = {{}}
Black = {{}}
[board]
grid = "4x4"
[regions]
corners = ["a1", "d1", "a4", "d4"]
home = {{ White = "a1-d1", Black = "a4-d4" }}
[pieces]
man = {{ has = {{ colour = "colour" }} }}
king = {{ owner = "White" }}
[piles]
hand = {{ of = "player", holds = "piece" }}
box-of-men = {{ holds = "man" }}
{setup}"#
    )
}

#[track_caller]
fn laid(setup: &str, expected: &str) {
    let (game, start) = sound(&game(setup));
    assert_eq!(pieces(&game, &start).join(", "), expected);
}

#[track_caller]
fn refused(setup: &str, expected: &str) {
    let toml = game(setup);
    let (_, found) = checked(&[&toml], &[]);
    assert_eq!(said(&toml, &found), expected);
}

#[test]
fn kinds_with_their_sites() {
    laid("[setup]\nking = \"a1\"", "a1 White king");
    laid("[setup]\nking = 13", "a1 White king");
    laid(
        "[setup]\nman = { White = [\"b1\", \"c2-d3\"], Black = \"1-2\" }",
        "a4 Black man, b4 Black man, c3 White man, d3 White man, c2 White man, d2 White man, b1 White man",
    );
    laid("[setup]\nman = { Black = \"home\" }", "a4 Black man, b4 Black man, c4 Black man, d4 Black man");
    laid("[setup]\nman = [{ at = \"a1\", owner = \"Black\", colour = \"red\" }]", "a1 Black man");
}

#[test]
fn regions_with_what_stands_on_them() {
    laid("[setup]\ncorners = \"king\"", "a4 White king, d4 White king, a1 White king, d1 White king");
    laid("[setup]\ncorners = \"Black man\"", "a4 Black man, d4 Black man, a1 Black man, d1 Black man");
    laid("[setup]\nhome = \"king\"", "a1 White king, b1 White king, c1 White king, d1 White king");
    laid("[setup]\nhome = { Black = \"man\" }", "a4 Black man, b4 Black man, c4 Black man, d4 Black man");
}

#[test]
fn a_drawing_may_be_on_one_line_or_many() {
    laid(
        "[setup]\ndiagram = \"\"\"\n  b . . .\n\n  . . . .\n  . . . .\n  W . . w\n\"\"\"",
        "a4 Black man, a1 White king, d1 White man",
    );
    laid("[setup]\ndiagram = \"b . . .\\n. . . .\\n. . . .\\nW . . w\"", "a4 Black man, a1 White king, d1 White man");
}

#[test]
fn who_begins() {
    let (_, start) = sound(&game("[setup]\nplayer = \"Black\"\nking = \"a1\""));
    assert_eq!(start.turn, 1);
}

#[test]
fn piles_of_pieces() {
    let (_, start) = sound(&game("[setup]\nhand = { man = 2 }\nbox-of-men = { \"Black man\" = 3 }"));
    assert_eq!(start.piles.iter().map(|(_, items)| items.len()).collect::<Vec<_>>(), [2, 2, 3]);
    let (_, start) = sound(&game("[setup]\nhand = { White = { king = 1 } }"));
    assert_eq!(start.piles.iter().map(|(pile, items)| (pile.owner, items.len())).collect::<Vec<_>>(), [(0, 1)]);
    // Nobody plays for Stone: it gets only what names it.
    let stone = |setup: &str| sound(&game(setup).replace("Black = {}", "Black = {}\nStone = { neutral = true }")).1;
    let owners = |setup: &str| stone(setup).piles.iter().map(|(pile, _)| pile.owner).collect::<Vec<_>>();
    assert_eq!(owners("[setup]\nhand = { man = 2 }"), [0, 1]);
    assert_eq!(owners("[setup]\nhand = { Stone = { man = 2 } }"), [2]);
}

#[test]
fn what_is_wrong_with_a_drawing() {
    refused(
        "[setup]\ndiagram = \"\"\"\n. . . .\n. B . .\n. . . .\n. . . .\n. b . .\n\"\"\"",
        "E0060 [. b . .] the diagram has 5 rows, the board has 4 ranks; the rows from here on are too many\n\
         E0062 [B] `B` stands for nothing; `w` is a White man, `W` is a White king, `b` is a Black man; `symbols = { … }` may say more",
    );
    refused(
        "[setup]\ndiagram = \"\"\"\n....\n. . . .\n. . . .\n. . . .\n\"\"\"",
        "E0061 [....] row 1 (rank 4) has 1 squares, the board has 4 files; put a blank between the squares",
    );
    refused(
        "[setup]\nman = { Black = \"c3\" }\ndiagram = \"\"\"\n. . . .\n. . w .\n. . . .\n. . . .\n\"\"\"\nsymbols = { k = \"Whte king\" }",
        "E0021 [\"Whte king\"] there is no player or side `Whte`; did you mean `White`?\nE0065 [\"c3\"] two pieces on c3",
    );
}

#[test]
fn what_is_wrong_with_a_list() {
    refused(
        "[setup]\nman = { Whit = \"a1\", White = [\"z9\", 99] }\nking = { Black = \"a1\" }\nkign = \"a1\"",
        "E0021 [Whit] there is no player or side `Whit`; did you mean `White`?\n\
         E0036 [\"z9\"] `z9` is no site of the board; the board goes from a1 to d4\n\
         E0036 [99] `99` is no site of the board; the board goes from a1 to d4\n\
         E0068 [\"a1\"] `Black` has no `king`: only `White` has\n\
         E0069 [kign] `kign` is no kind of piece, no region and no pile; did you mean `king`?",
    );
    refused(
        "[setup]\npieces = [{ kind = \"man\" }, { at = \"a1\", owner = \"Black\", kind = \"man\", colour = \"bleu\", hat = \"red\" }]\nplayer = \"Red\"",
        "E0067 [{ kind = \"man\" }] it is not said whose `man` this is; say it: `man = { White = … }`, or `\"White man\"`\n\
         E0010 [{ kind = \"man\" }] this piece does not say where it stands; say `at = \"c3\"`\n\
         E0024 [\"bleu\"] there is no value of `colour` `bleu`; accepted: `red`, `green`\n\
         E0074 [hat] a `man` has no `hat`; did you mean `at`?\n\
         E0021 [\"Red\"] there is no player `Red`; accepted: `White`, `Black`",
    );
}

#[test]
fn a_setup_can_be_read_for_a_finished_equipment() {
    let (game, _) = sound(&game("[setup]\nking = \"a1\""));
    let mut found = Vec::new();
    let start = arrangement(&tree("man = { Black = \"b2\" }"), &game, &mut found);
    assert_eq!((pieces(&game, &start).join(", "), found), ("b2 Black man".to_owned(), vec![]));
}
