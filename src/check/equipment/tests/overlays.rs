//! Merging of parents, children and options.

use super::super::options::{Declared, Options, Refusal};
use super::{checked, said, tree};
use crate::check::equipment::merge;
use crate::syntax::front::{Table, Value};

fn at<'a>(table: &'a Table, path: &[&str]) -> Option<&'a Value> {
    let mut value = &table.get(path[0])?.value.value;
    for key in &path[1..] {
        let Value::Table(inner) = value else { return None };
        value = &inner.get(*key)?.value.value;
    }
    Some(value)
}

#[test]
fn a_child_lies_over_its_parent_key_by_key() {
    let parent = tree(
        "name = \"a\"\nturn_order = [\"A\"]\n[board]\ngrid = \"8x8\"\nplay = \"dark\"\n[players]\nA = {}\n[pieces]\nman = {}\nking = {}\n",
    );
    let child = tree("name = \"b\"\n[board]\nplay = \"light\"\n[players]\nB = {}\n[pieces]\nman = {}\n");
    let merged = merge(&[&parent, &child], &[]);
    assert_eq!(at(&merged, &["board", "grid"]), Some(&Value::String("8x8".to_owned())));
    assert_eq!(at(&merged, &["board", "play"]), Some(&Value::String("light".to_owned())));
    assert!(at(&merged, &["players", "A"]).is_none() && at(&merged, &["pieces", "king"]).is_some());
    assert!(merged.get("turn_order").is_some(), "everything that is not said stays");
}

/// New players, by a child or an option, keep the turn order; where it does not fit them, that is reported at the players.
#[test]
fn new_players_have_the_turn_order_that_was_there() {
    let parent = "name = \"x\"\nturn_order = [\"A\", \"B\", \"B\"]\n[players]\nA = {}\nB = {}\n[board]\ngrid = \"2x2\"\n[pieces]\nman = {}\n\
                  [setup]\nman = { A = \"a1\" }\n";
    let over = |players: &str| {
        let child = checked(&[parent, &format!("name = \"y\"\n\n\n\n\n\n\n\n\n\n\n[players]\n{players}")], &[]);
        let option = format!("{parent}[option.o.players]\n{players}");
        let (made, found) = checked(&[&option], &["o"]);
        let order = |made: Option<(crate::model::Equipment, crate::model::Setup)>| {
            made.map(|(equipment, _)| equipment.turn_order.iter().map(|id| id.index()).collect::<Vec<usize>>())
        };
        let codes = |found: &[crate::diagnostic::Diagnostic]| found.iter().map(|one| one.code).collect::<Vec<_>>();
        let said = said(&option, &found);
        assert_eq!(codes(&child.1), codes(&found), "{said}");
        let order_of_option = order(made);
        assert_eq!(order(child.0), order_of_option, "{said}");
        (order_of_option, said)
    };
    assert_eq!(over("B = { faces = \"west\" }\nA = {}\n"), (Some(vec![1, 0, 0]), String::new()));
    let anew = "say `turn_order` anew beside these players";
    let (_, said) = over("A = {}\nC = {}\nD = {}\n");
    assert_eq!(said, format!("E0021 [players] `turn_order` names `B`, whom these players leave out; {anew}"));
    let (_, said) = over("A = {}\nB = {}\nC = {}\n");
    assert_eq!(said, format!("W0850 [C] `C` never has a turn: `turn_order` leaves the player out; {anew}"));
    let (_, said) = over("A = {}\nB = { neutral = true }\nC = {}\n");
    assert!(said.contains(&format!("E0084 [players] `B` is neutral and has no turns; {anew}")), "{said}");
}

/// The same rule for children and options: kinds one by one and key by key; `false` removes one.
#[test]
fn kinds_lie_over_kinds() {
    let parent = "[pieces]\nman = { symbol = \"m\", plural = \"men\" }\nking = { symbol = \"k\", value = 2 }\n";
    let changes = "pieces]\nking = { value = 3 }\nman = false\nqueen = { symbol = \"q\" }\n";
    let over = [
        merge(&[&tree(parent), &tree(&format!("[{changes}"))], &[]),
        merge(&[&tree(&format!("{parent}[option.o.{changes}"))], &["o".to_owned()]),
    ];
    for merged in over {
        let Some(Value::Table(kinds)) = at(&merged, &["pieces"]) else { panic!("there are kinds") };
        assert_eq!(kinds.keys().collect::<Vec<_>>(), ["king", "queen"]);
        assert_eq!(at(&merged, &["pieces", "king", "value"]), Some(&Value::Integer(3)));
        assert_eq!(at(&merged, &["pieces", "king", "symbol"]), Some(&Value::String("k".to_owned())));
    }
}

/// A number keeps what is not declared anew; a plain one is its value.
#[test]
fn numbers_lie_over_numbers() {
    let numbers = |parent: &str, child: &str| {
        let parent = format!("{GAME}[numbers]\n{parent}\n");
        let option = format!("{parent}[option.o.numbers]\n{child}\n");
        let of = |(made, found): (Option<(crate::model::Equipment, crate::model::Setup)>, Vec<_>), toml: &str| {
            let number = made.and_then(|(equipment, _)| equipment.numbers.first().map(|one| (one.value, one.range)));
            (number, said(toml, &found))
        };
        let child = format!("name = \"y\"\n[numbers]\n{child}\n");
        let by_option = of(checked(&[&option], &["o"]), &option);
        assert_eq!(of(checked(&[&parent, &child], &[]), &child).0, by_option.0);
        by_option
    };
    let parent = "n = { value = 10, least = 1, greatest = 20 }";
    let range = |value: i64, least: i64, greatest: i64| (Some((value, (least, greatest))), String::new());
    assert_eq!(numbers(parent, "n = 3"), range(3, 1, 20));
    assert_eq!(numbers(parent, "n = { value = 3 }"), range(3, 1, 20));
    assert_eq!(numbers(parent, "n = { greatest = 30 }"), range(10, 1, 30));
    assert_eq!(numbers("n = 10", "n = { greatest = 30 }"), range(10, 0, 30));
    assert_eq!(numbers("n = 10", "n = 3"), range(3, 0, 1_000_000));
    assert_eq!(numbers(parent, "n = 30").1, "E0052 [30] `n` is 30, outside its own range 1 to 20");
    assert_eq!(numbers(parent, "n = { greatest = 9 }").1, "E0052 [{ greatest = 9 }] `n` is 10, outside its own range 1 to 9");
}

/// The set-up is laid over by kinds; a diagram is the whole board, and leaves the piles and who begins.
#[test]
fn a_diagram_pushes_out_what_stood_on_the_board() {
    let parent = "[setup]\nman = \"a1\"\nking = { White = [\"b1\"] }\ncamp = { White = \"man\" }\nplayer = \"White\"\n                  supply = { stone = 6 }\nhand = { White = { stone = 1 } }\n";
    let keys = |changes: &str| -> Vec<String> {
        let merged = merge(&[&tree(parent), &tree(&format!("[setup]\n{changes}"))], &[]);
        let Some(Value::Table(keys)) = at(&merged, &["setup"]) else { panic!("there is a setup") };
        keys.keys().cloned().collect()
    };
    assert_eq!(keys("man = \"c1\"\n"), ["man", "king", "camp", "player", "supply", "hand"]);
    assert_eq!(keys("diagram = \"m.\"\n"), ["player", "supply", "hand", "diagram"]);
    assert_eq!(keys("diagram = false\nqueen = \"d1\"\n"), ["player", "supply", "hand", "queen"]);
    assert_eq!(keys("diagram = true\nqueen = \"d1\"\n"), ["man", "king", "camp", "player", "supply", "hand", "queen"]);
}

#[test]
fn options_lie_over_all_in_file_order() {
    let toml = "[board]\ngrid = \"8x8\"\n[pieces]\nman = { value = 1 }\n[setup]\nman = \"a1\"\n\
                [option.one.board]\ngrid = \"9x9\"\n[option.two.board]\ngrid = \"10x10\"\n[option.two.pieces]\nman = { symbol = \"x\" }\n\
                [option.two.setup]\nking = \"a2\"\n";
    let table = tree(toml);
    let merged = merge(&[&table], &["two".to_owned(), "one".to_owned()]);
    assert_eq!(at(&merged, &["board", "grid"]), Some(&Value::String("10x10".to_owned())));
    assert_eq!(at(&merged, &["pieces", "man", "value"]), Some(&Value::Integer(1)));
    assert!(at(&merged, &["pieces", "man", "symbol"]).is_some() && at(&merged, &["setup", "man"]).is_some());
    assert!(at(&merged, &["option", "one"]).is_some());
    assert!(merged.get("default").is_none());
}

#[test]
fn a_child_may_change_an_option_of_its_parent() {
    let parent = tree("[board]\ngrid = \"8x8\"\n[option.small]\ndefault = true\n[option.small.board]\ngrid = \"6x6\"\n");
    let child = tree("[option.small.board]\ngrid = \"5x5\"\n");
    let merged = merge(&[&parent, &child], &["small".to_owned()]);
    assert_eq!(at(&merged, &["board", "grid"]), Some(&Value::String("5x5".to_owned())));
    assert_eq!(at(&merged, &["option", "small", "default"]), Some(&Value::Boolean(true)));
}

#[test]
fn options_are_those_of_the_rules_and_of_the_front_matter() {
    let top = tree("[option.a]\ndefault = true\n[option.b]\nneeds = [\"c\"]\nexcludes = [\"a\"]\n");
    let blocks = [Declared { name: "c", doc: "What c does." }, Declared { name: "b", doc: "" }];
    let mut found = Vec::new();
    let list = |wanted: &[(&str, bool)], found: &mut Vec<_>| {
        let wanted: Vec<(String, bool)> = wanted.iter().map(|(name, on)| ((*name).to_owned(), *on)).collect();
        Options::read(&top, &blocks, found).switched(&wanted)
    };
    let (all, refusals) = list(&[], &mut found);
    assert_eq!(
        all.iter().map(|one| (one.name.as_str(), one.on)).collect::<Vec<_>>(),
        [("c", false), ("b", false), ("a", true)]
    );
    assert_eq!(all[0].doc, "What c does.");
    assert_eq!((refusals, found.len()), (vec![], 0));
    let (_, refusals) = list(&[("b", true), ("d", true)], &mut found);
    assert_eq!(
        refusals.iter().map(Refusal::to_string).collect::<Vec<_>>(),
        [
            "there is no option `d`; did you mean `c`?",
            "option `b` needs option `c`, which is off",
            "options `b` and `a` exclude each other"
        ]
    );
    let (_, refusals) = list(&[("b", true), ("a", false), ("c", true)], &mut found);
    assert_eq!((refusals, found), (vec![], vec![]));
}

const GAME: &str =
    "name = \"x\"\n[players]\nA = {}\nB = {}\n[board]\ngrid = \"2x2\"\n[pieces]\nman = {}\n[setup]\nman = { A = \"a1\" }\n";

/// An exclusion counts both ways; an option that only needs one that can never be on is not reported itself.
#[test]
fn an_option_that_can_never_be_on() {
    let found = |options: &str| {
        let toml = format!("{GAME}{options}");
        let (_, found) = checked(&[&toml], &[]);
        said(&toml, &found)
    };
    assert_eq!(
        found("[option.fast]\nneeds = \"slow\"\n[option.slow]\nexcludes = \"fast\"\n"),
        "E0056 [fast] option `fast` can never be on: it needs `slow`, and they exclude each other"
    );
    assert_eq!(
        found(
            "[option.z]\nneeds = \"s\"\n[option.s]\nneeds = [\"t\", \"u\"]\n[option.t]\nneeds = \"v\"\n[option.u]\nexcludes = \"v\"\n[option.v]\n"
        ),
        "E0056 [s] option `s` can never be on: it needs `u` and `v`, which exclude each other"
    );
    assert_eq!(found("[option.a]\nneeds = \"b\"\n[option.b]\nneeds = \"a\"\n[option.c]\nexcludes = \"a\"\n"), "");
}

/// One mistake, one message: an option that needs one that is off only for that reason is not reported.
#[test]
fn defaults_that_contradict_each_other() {
    let found = |options: &str| {
        let toml = format!("{GAME}{options}");
        let mut found = Vec::new();
        let (all, refusals) = Options::read(&tree(&toml), &[], &mut found).switched(&[]);
        assert_eq!(refusals, [], "nobody has asked for anything");
        (said(&toml, &found), all.iter().filter(|one| one.on).map(|one| one.name.clone()).collect::<Vec<_>>())
    };
    let on = "default = true\n";
    let (said, left) =
        found(&format!("[option.r]\n{on}needs = \"p\"\n[option.p]\n{on}excludes = \"q\"\n[option.q]\n{on}excludes = \"p\"\n"));
    assert_eq!((said.as_str(), left), ("E0056 [p] option `p` is on by default but excludes `q`", vec!["q".to_owned()]));
    let (said, left) = found(&format!("[option.p]\n{on}needs = \"q\"\n[option.q]\n"));
    assert_eq!((said.as_str(), left), ("E0056 [p] option `p` is on by default but needs `q`", Vec::new()));
}

#[test]
fn options_are_switched_with_those_they_need() {
    let top = tree(
        "[option.a]\ndefault = true\n[option.b]\ndefault = true\nneeds = \"a\"\n[option.c]\nneeds = \"d\"\n[option.d]\nexcludes = \"a\"\n",
    );
    let options = Options::read(&top, &[], &mut Vec::new());
    let on = |name: &str, on: bool| {
        let all = options.with_needs(name, on);
        all.into_iter().filter(|one| one.on).map(|one| one.name).collect::<Vec<_>>()
    };
    assert_eq!(on("a", false), [""; 0]);
    assert_eq!(on("b", false), ["a"]);
    assert_eq!(on("c", true), ["c", "d"]);
    assert_eq!(on("b", true), ["a", "b"]);
}

#[test]
fn mistakes_in_options_are_found_while_they_are_off() {
    let toml = "name = \"x\"\n[players]\nA = {}\nB = {}\n[board]\ngrid = \"2x2\"\n[pieces]\nman = {}\n[setup]\nman = { A = \"a1\" }\n\
                [option.x]\ndefault = 1\nneeds = [\"y\", \"x\"]\n[option.x.borad]\ngrid = \"3x3\"\n[option.x.board]\ngird = \"3x3\"\n";
    let (_, found) = checked(&[toml], &[]);
    assert_eq!(
        said(toml, &found),
        "E0013 [1] `default` wants `true` or `false`, this is a whole number\n\
         E0055 [\"y\"] there is no option `y`; `x` is the only one\n\
         E0056 [\"x\"] option `x` needs itself\n\
         E0002 [borad] an option cannot change `borad`; did you mean `board`?\n\
         E0003 [gird] [board] has no key `gird`; did you mean `grid`?"
            .replace("E0002", "E0011")
            .replace("E0003", "E0012")
    );
}
