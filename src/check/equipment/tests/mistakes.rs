//! Every code has a text that earns it, and the words are such that an author can act on them.

use super::super::codes::CODES;
use super::{checked, equipment, merge, options, said, tree};
use crate::diagnostic::Severity;
use crate::syntax::front::Table;

/// A game that is in order, for mistakes to be laid over.
const SOUND: &str = r#"
name = "Sound"
[sets]
colour = ["red", "green"]
[players]
White = {}
Black = { faces = "south" }
[board]
grid = "4x4"
[tokens]
card = { colour = "colour" }
[pieces]
man = { has = { colour = "colour" } }
[setup]
man = { White = "a1", Black = "d4" }
"#;

fn codes_of(example: &str, set: &[(String, i64)], with_setup: bool) -> Vec<&'static str> {
    let mut parent = tree(SOUND);
    if !with_setup {
        parent.shift_remove("setup");
    }
    let child = tree(&format!("{}{example}", if example.starts_with("name") { "" } else { "name = \"x\"\n" }));
    let chain: [&Table; 2] = [&parent, &child];
    let mut found = Vec::new();
    let (list, _) = options(&merge(&chain, &[]), &[], &[], &mut found);
    equipment(&merge(&chain, &[]), &list, set, &mut found);
    let mut codes: Vec<&str> = found.iter().map(|one| one.code).collect();
    codes.dedup();
    codes
}

#[test]
fn each_code_is_earned_by_its_example_alone() {
    let mut wrong = Vec::new();
    for one in CODES {
        let set = if matches!(one.code, "E0053" | "E0054") { vec![("limit".to_owned(), 5000)] } else { Vec::new() };
        let earned = codes_of(one.example, &set, one.code != "W0852");
        if earned != [one.code] {
            wrong.push(format!("{} earns {earned:?}: {}", one.code, one.example));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(codes_of("", &[], true), [""; 0]);
}

#[test]
fn the_list_of_codes_is_whole_and_in_order() {
    assert!(CODES.is_sorted_by(|a, b| a.code < b.code));
    let mut files = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/check/equipment"))];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).expect("a folder of the source");
            files.extend(inside.map(|entry| entry.expect("an entry").path()).filter(|path| !path.ends_with("tests")));
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file of the source");
        for (i, _) in text.match_indices("(\"E0").chain(text.match_indices("(\"W0")) {
            let code = &text[i + 2..i + 7];
            assert!(CODES.iter().any(|one| one.code == code), "{code} in {}", path.display());
        }
    }
}

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
