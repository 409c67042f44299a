//! Whatever a front matter contains, checking it ends without a panic, and there is either equipment or a diagnostic.

use super::{Options, equipment, merge, tree};
use crate::diagnostic::{Diagnostic, any_error};
use crate::model::board::SiteClass;
use crate::source::Span;
use crate::syntax::front::{Entry, Node, Table, Value};
use proptest::prelude::*;

const WORDS: &[&str] = &[
    "name",
    "players",
    "board",
    "grid",
    "play",
    "wrap",
    "points",
    "lines",
    "mask",
    "only",
    "join",
    "cut",
    "under",
    "stacks",
    "directions",
    "sets",
    "pieces",
    "tokens",
    "piles",
    "regions",
    "numbers",
    "setup",
    "notation",
    "match",
    "option",
    "diagram",
    "symbols",
    "player",
    "White",
    "Black",
    "man",
    "king",
    "card",
    "hand",
    "home",
    "side",
    "faces",
    "owner",
    "on",
    "has",
    "symbol",
    "value",
    "copies",
    "of",
    "holds",
    "seen_by",
    "least",
    "greatest",
    "at",
    "kind",
    "each",
    "turn_order",
    "needs",
    "default",
    "dark",
    "light",
    "inner",
    "all",
    "both",
    "hex",
    "alquerque",
    "8x8",
    "26x26",
    "1x1",
    "3x5",
    "a1",
    "c3",
    "d4*",
    "a1-h8",
    "z0*",
    "12",
    "1-9",
    "b . w\n. . .\nw . b",
    "north",
    "south",
    "points",
    "squares",
    "piece",
    "nobody",
    "red",
    "é",
    "",
    "W",
    "White man",
    "red red",
    "-",
    "*",
];

fn values() -> impl Strategy<Value = Value> {
    let word = || prop::sample::select(WORDS).prop_map(|word| Value::String(word.to_owned()));
    let leaf = prop_oneof![
        4 => word(),
        1 => (-2i64..30).prop_map(Value::Integer),
        1 => any::<bool>().prop_map(Value::Boolean),
        1 => Just(Value::Integer(i64::MAX)),
        1 => Just(Value::Float(0.5)),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(|items| Value::Array(items.into_iter().map(node).collect())),
            tables(inner)
        ]
    })
}

fn tables(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    prop::collection::vec((prop::sample::select(WORDS), inner), 0..6).prop_map(|entries| Value::Table(table(entries)))
}

fn table(entries: Vec<(&str, Value)>) -> Table {
    let entry = |(key, value): (&str, Value)| (key.to_owned(), Entry { key: Span::default(), value: node(value) });
    entries.into_iter().map(entry).collect()
}

fn node(value: Value) -> Node {
    Node { value, span: Span::default() }
}

fn sound() -> Table {
    tree(
        r#"
name = "Sound"
[sets]
colour = ["red", "green"]
[players]
White = {}
Black = { faces = "south" }
[board]
grid = "4x4"
points = "inner"
[tokens]
card = { colour = "colour" }
[pieces]
man = { has = { colour = "colour", ace = "card" } }
king = { on = "squares" }
[piles]
hand = { of = "player", holds = "card" }
[regions]
home = { White = "a1-d1", Black = "a4-d4" }
[setup]
man = { White = "a1", Black = "d4" }
"#,
    )
}

/// The equipment made of a front matter is consistent.
fn is_whole(front: &Table) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let (list, _) = Options::read(front, &[], &mut found).switched(&[]);
    let on: Vec<String> = list.iter().map(|one| one.name.clone()).collect();
    let Some((game, start)) = equipment(&merge(&[front], &on), &list, &[], &mut found) else {
        assert!(any_error(&found), "nothing came of it and nothing was said");
        return found;
    };
    assert!(game.players.iter().all(|player| player.side.index() < game.sides.len()));
    assert!(game.enums.len() < 256 && game.slots.len() <= 32 && game.board.directions.len() <= 32);
    for (site, tower) in &start.board {
        let class = game.board.sites[site.index()].class;
        assert!(!tower.is_empty() && tower.len() <= game.stacks as usize);
        for piece in tower {
            let kind = &game.kinds[piece.kind.index()];
            assert!(kind.on.is_none_or(|on| on == class) && kind.owner.is_none_or(|owner| owner == piece.owner));
            assert!(class == SiteClass::Square || game.board.sites[site.index()].number.is_none());
        }
    }
    for token in &game.tokens {
        assert!(token.classes.iter().all(|class| class.values.len() == token.attributes.len()));
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn one_table_of_nonsense(key in prop::sample::select(WORDS), value in values()) {
        let mut front = sound();
        front.extend(table(vec![(key, value)]));
        is_whole(&front);
    }

    #[test]
    fn one_key_of_nonsense(section in prop::sample::select(&WORDS[..26]), key in prop::sample::select(WORDS), value in values()) {
        let mut front = sound();
        if let Some(Value::Table(inside)) = front.get_mut(section).map(|entry| &mut entry.value.value) {
            inside.extend(table(vec![(key, value)]));
        }
        is_whole(&front);
    }

    #[test]
    fn all_of_it_nonsense(entries in prop::collection::vec((prop::sample::select(WORDS), values()), 0..12)) {
        is_whole(&table(entries));
    }
}

#[test]
fn long_lists_are_read_to_their_end() {
    let many = |text: &str| Value::Array(vec![node(Value::String(text.to_owned())); 50_000]);
    let keys = |value: Value| {
        Value::Table(
            (0..20_000).map(|i| (format!("n{i}"), Entry { key: Span::default(), value: node(value.clone()) })).collect(),
        )
    };
    for (section, value) in [
        ("sets", table(vec![("huge", many("x"))])),
        ("regions", table(vec![("huge", many("a1-d4")), ("wrong", many("z99"))])),
        ("board", table(vec![("grid", Value::String("26x26".to_owned())), ("mask", many("a1-d4")), ("join", many("a1"))])),
        ("setup", table(vec![("man", Value::Table(table(vec![("White", many("a1-d4"))]))), ("pieces", many("x"))])),
        ("pieces", table(vec![("man", Value::Table(table(vec![("has", keys(Value::String("card".to_owned())))])))])),
        ("players", table(vec![("White", keys(Value::String("red".to_owned()))), ("Black", Value::Table(Table::new()))])),
    ] {
        let mut front = sound();
        front.extend(table(vec![(section, Value::Table(value))]));
        is_whole(&front);
    }
    for section in
        ["sets", "pieces", "players", "tokens", "piles", "regions", "numbers", "setup", "directions", "option", "whatever"]
    {
        let mut front = sound();
        front.extend(table(vec![(section, keys(Value::Table(Table::new())))]));
        is_whole(&front);
    }
}
