//! What could be written next.

use draughtsman::check::Sort;
use draughtsman::editor::{Completions, Document, Offered, complete};

use super::{at, child, document};

/// What is offered where `|` stands in the rules of a child.
fn offered(rules: &str) -> (Document, Completions) {
    let file = child("", &rules.replace('|', ""));
    let byte = rules.find('|').unwrap() + file.text().len() - rules.len() + 1;
    let found = complete(&file, byte as u32).unwrap_or_else(|| panic!("nothing is offered in {rules}"));
    (file, found)
}

fn labels(rules: &str) -> Vec<String> {
    offered(rules).1.offered.into_iter().map(|one| one.label).collect()
}

/// Each word is offered, and none of the others.
fn check(rules: &str, there: &[&str], not: &[&str]) {
    let all = labels(rules);
    for word in there {
        assert!(all.iter().any(|one| one == word), "`{word}` is not offered in {rules}: {all:?}");
    }
    for word in not {
        assert!(all.iter().all(|one| one != word), "`{word}` is offered in {rules}: {all:?}");
    }
}

#[test]
fn chapters_where_there_is_none() {
    check("|", &["movement", "capture", "option", "moves", "replace"], &["may", "king"]);
    check("replace |", &["capture"], &["option", "king"]);
    check("option x {\n  |\n}\n", &["movement", "replace"], &["option"]);
}

#[test]
fn rules_as_their_chapter_has_them() {
    check(
        "movement {\n  |\n}\n",
        &["add", "replace", "remove", "chain", "king", "man", "own"],
        &["must", "define", "counter", "far-row"],
    );
    check("obligation {\n  |\n}\n", &["must", "add"], &["king", "chain", "may"]);
    check("state {\n  |\n}\n", &["counter", "clock", "keep", "when"], &["must", "king"]);
    check("definitions {\n  |\n}\n", &["define"], &["when", "king"]);
    check("promotion {\n  |\n}\n", &["when", "before"], &["king", "define"]);
}

#[test]
fn verbs_behind_may_and_what_their_words_ask_for() {
    check("movement {\n  add man may |\n}\n", &["step", "fly", "jump", "go", "strike", "pass"], &["king", "forward", "own"]);
    check(
        "movement {\n  add man may step |\n}\n",
        &["forward", "diagonal", "any-way", "north"],
        &["king", "far-row", "own", "Black"],
    );
    check("movement {\n  add man may step forward |\n}\n", &["diagonal"], &["king", "own"]);
    check(
        "capture {\n  add man may jump diagonal over |\n}\n",
        &["enemy", "own", "king", "piece"],
        &["forward", "far-row", "Black"],
    );
    check("capture {\n  add man may go diagonal, past |\n}\n", &["empty", "enemy", "any", "far-row"], &["forward", "Black"]);
    check("capture {\n  add man may go diagonal, taking |\n}\n", &["enemy", "king"], &["far-row", "forward"]);
    check("capture {\n  add man may go diagonal, |\n}\n", &["past", "taking", "to", "here"], &["king"]);
    check("obligation {\n  add must |\n}\n", &["capture", "movement"], &["king", "forward"]);
    check("promotion {\n  when man lands on |\n}\n", &["far-row", "home-row", "edge"], &["forward", "king", "Black"]);
    check("promotion {\n  when man |\n}\n", &["lands", "rests", "leaves"], &[]);
}

#[test]
fn names_of_another_type_are_not_offered() {
    let front = "[sets]\nmood = [\"glad\", \"sad\"]\n[tokens]\ncard = { suit = [\"hearts\"], faces = [\"up\", \"down\"] }\n\
                 [pieces]\nman = { has = { feels = \"mood\" } }\n";
    let state =
        "state {\n  counter visits: 0..10\n}\ndefinitions {\n  define shuffle-in (what: card) { move what to box }\n}\n";
    let check = |rules: &str, there: &[&str], not: &[&str]| {
        let rules = format!("{state}{rules}");
        let file = child(front, &rules.replace('|', ""));
        let byte = rules.find('|').unwrap() + file.text().len() - rules.len() + 1;
        let all: Vec<String> = complete(&file, byte as u32).unwrap().offered.into_iter().map(|one| one.label).collect();
        let offered = |word: &&&str| all.iter().any(|one| one == **word);
        assert_eq!(there.iter().find(|word| !offered(word)), None, "{rules}: {all:?}");
        assert_eq!(not.iter().find(offered), None, "{rules}: {all:?}");
    };
    let unlike = ["card", "hearts", "down", "visits", "turns", "abs", "suit", "idle-limit"];
    let no_way = [&unlike[..], &["glad", "mood", "king", "far-row"]].concat();
    let no_piece = [&unlike[..], &["forward", "north", "far-row", "White"]].concat();
    check("movement {\n  add king may step |\n}\n", &["diagonal", "any-way", "north"], &no_way);
    check("capture {\n  add king may jump diagonal over |\n}\n", &["enemy", "king", "glad"], &no_piece);
    // of the verbs that are called so, one has an `over`
    check("capture {\n  add king may fly diagonal over |\n}\n", &["enemy", "king", "glad"], &no_piece);
    // a piece stands for its site
    let no_site = [&unlike[..], &["forward", "north", "White"]].concat();
    check("movement {\n  add king may hop diagonal over |\n}\n", &["own", "king", "empty", "far-row"], &no_site);
    check("capture {\n  add king may go diagonal, taking |\n}\n", &["enemy", "glad"], &no_piece);
    // neither `step` nor `pass` takes anything there
    for rules in ["movement {\n  add king may step diagonal over |\n}\n", "movement {\n  add king may pass |\n}\n"] {
        check(rules, &[], &[&unlike[..], &["own", "king", "forward", "far-row", "glad", "it"]].concat());
    }
    check("turn {\n  shuffle-in |\n}\n", &["card", "hearts"], &["visits", "forward", "White", "far-row"]);
}

#[test]
fn names_of_the_rule_where_they_are_known() {
    let rules =
        "movement {\n  add king may dance {\n    choose spot in empty far-row\n    move it to |\n  }\n  add man may pass\n}\n";
    check(rules, &["spot", "far-row"], &["ways", "prey"]);
    check(
        "movement {\n  add king may dance {\n    |\n    choose spot in empty\n  }\n}\n",
        &["choose", "set", "move", "promote"],
        &["spot", "counter", "add"],
    );
    check("definitions {\n  define near (whom: piece) = any-way from site of |\n}\n", &["whom", "king"], &["prey"]);
}

#[test]
fn rules_of_the_parent_where_one_is_replaced() {
    check(
        "capture {\n  replace |\n}\n",
        &["man may jump forward diagonal over enemy", "chain must continue"],
        &["must capture"],
    );
    check("capture {\n  remove man |\n}\n", &["may jump forward diagonal over enemy"], &["chain must continue"]);
    check("capture {\n  replace man may jump by |\n}\n", &["man", "king"], &["chain must continue"]);
}

#[test]
fn what_has_been_written_of_a_word_is_replaced() {
    let (file, found) = offered("movement {\n  add man may st|\n}\n");
    assert_eq!(file.loaded.sources.text(found.replace), "st");
    let step = found.offered.iter().find(|one| one.label == "step").unwrap();
    assert_eq!(step.offered, Offered::Name(Sort::Verb));
}

#[test]
fn nothing_in_comments_and_texts() {
    for rules in ["# |", "movement {\n  ## A man |\n}\n", "victory {\n  add draw \"third |\n}\n"] {
        let file = child("", &rules.replace('|', ""));
        let byte = rules.find('|').unwrap() + file.text().len() - rules.len() + 1;
        assert_eq!(complete(&file, byte as u32), None, "{rules}");
    }
}

#[test]
fn keys_and_values_of_the_front_matter() {
    let text = "+++\nname = \"x\"\nextends = \"\"\n\n[board]\ngrid = \"8x8\"\nplay = \n\n[pieces]\nduke = { symbol = \"d\", owner = \"\",  }\n\n[lints]\nun\n+++\n";
    let file = document("x", text);
    let offered = |byte: u32| -> Vec<String> {
        let found = complete(&file, byte).map(|found| found.offered).unwrap_or_default();
        found.into_iter().map(|one| one.text.unwrap_or(one.label)).collect()
    };
    let has = |byte: u32, word: &str| assert!(offered(byte).iter().any(|one| one == word), "{word}: {:?}", offered(byte));
    has(at(&file, "\"\"\n\n[board]") + 1, "international");
    has(at(&file, "\n[board]"), "version = ");
    has(at(&file, "\n[board]"), "[regions]");
    has(at(&file, "\n\n[pieces]"), "\"dark\"");
    has(at(&file, "\n\n[pieces]") + 1, "wrap = ");
    has(at(&file, " }\n\n[lints]"), "value = ");
    has(at(&file, "un\n+++") + 2, "unused-region");
    has(at(&file, "[board]") + 1, "notation");
    assert!(!offered(at(&file, "\n\n[pieces]") + 1).contains(&"grid = ".to_owned()), "it is there already");
    assert!(!offered(at(&file, "\n[board]")).contains(&"name = ".to_owned()));
    let children = child("[setup]\nplayer = \"\"\n", "");
    let found = complete(&children, at(&children, "\"\"\n") + 1).unwrap().offered;
    assert!(found.iter().any(|one| one.label == "Black"), "{found:?}");
    let options = "option long {\n  movement { replace king may step by king may fly diagonal }\n}\n";
    for (front, follows) in [("[option.", "]\n"), ("[option.other]\nneeds = [\"", "\"]\n")] {
        let children = child(&format!("{front}{follows}"), options);
        let found = complete(&children, at(&children, follows)).unwrap().offered;
        assert!(found.iter().any(|one| one.label == "long"), "{front}: {found:?}");
    }
    let kinds = child("[pieces.]\n", "");
    assert_eq!(complete(&kinds, at(&kinds, "]\n")).unwrap().offered[0].label, "man");
    let empty = document("x", "");
    assert_eq!(complete(&empty, 0).unwrap().offered[0].label, "+++");
}
