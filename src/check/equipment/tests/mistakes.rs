//! The messages are such that an author can act on them.

use super::{checked, said};
use crate::diagnostic::Severity;

#[test]
fn mistakes_are_said_in_the_authors_words_all_at_once() {
    let toml = r#"name = "Wrong"
turn_order = ["White", "Blakc"]
[players]
White = { faces = "nroth" }
Black = { face = "south" }
[board]
grid = "4x4"
paly = "dark"
[pieces]
man  = { symbol = "m", has = { shade = "colour" } }
king = { symbol = "m", vlaue = 2 }
[regions]
corner = ["a1", "e5", "a4-"]
[setup]
diagram = """
b . b .
. x . b b
. . . .
W . w ?
"""
"#;
    let (made, found) = checked(&[toml], &[]);
    assert!(made.is_some(), "the rules can be checked all the same");
    assert_eq!(
        said(toml, &found),
        r#"E0007 ["nroth"] `faces = "nroth"`: accepted are `north`, `south`, `east`, `west`; did you mean `north`?
E0024 ["south"] `south` is no value of any set; further keys of a player are values of a set; did you mean the key `faces`?
E0021 ["Blakc"] there is no player `Blakc`; did you mean `Black`?
E0012 [paly] [board] has no key `paly`; did you mean `play`?
E0023 ["colour"] there is no set or type of token `colour`; there is none
E0012 [vlaue] the kind `king` has no key `vlaue`; did you mean `value`?
E0046 ["m"] `king` and `man` have the same symbol; say another: `symbol = "…"`; small and capital letters count as one
E0036 ["e5"] `e5` is no site of the board; the board goes from a1 to d4
E0038 ["a4-"] `a4-` is no range of sites; two corners of a rectangle, `a1-h4` or `a1*-c3*`, or two numbers, `21-32`
E0061 [. x . b b] row 2 (rank 3) has 5 squares, the board has 4 files
E0062 [x] `x` stands for nothing; `w` is a White man, `W` is a White king, `b` is a Black man, `B` is a Black king; `symbols = { … }` may say more
E0062 [?] `?` stands for nothing; `w` is a White man, `W` is a White king, `b` is a Black man, `B` is a Black king; `symbols = { … }` may say more"#
    );
    assert!(found.iter().all(|one| one.severity == Severity::Error));
}

#[test]
fn nothing_at_all() {
    let (made, found) = checked(&[""], &[]);
    assert!(made.is_none());
    let codes: Vec<&str> = found.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["E0010"; 4], "no name, no players, no board, no pieces");
}

#[test]
fn what_lies_in_a_pile_is_said_with_how_many() {
    let toml = "name = \"Goats\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"3x3\"\n[pieces]\ngoat = { symbol = \"g\" }\n\
                tiger = { symbol = \"t\" }\n[piles]\nsupply = { of = \"White\", holds = \"goat\" }\nhand = { of = \"Black\", holds = \"piece\" }\n\
                [setup]\nsupply = 20\nhand = \"goat\"\n";
    let (_, found) = checked(&[toml], &[]);
    assert_eq!(
        said(toml, &found),
        "E0013 [20] `supply` wants a table, this is a whole number; it says how many of what: `supply = { goat = 20 }`\n\
         E0013 [\"goat\"] `hand` wants a table, this is a text; it says how many of what: `hand = { goat = 1 }`"
    );
}
