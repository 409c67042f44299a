//! The TextMate grammar of `editors/`, made of the words that the program itself goes by. What stands in the file must be that:
//! `BLESS=1 cargo test --test suite editor::grammar` writes it anew.

use std::path::Path;

use draughtsman::check::{PRELUDE, type_named};
use draughtsman::source::FileId;
use draughtsman::syntax::ast::{DefineBody, ItemKind, Part, Rule};
use draughtsman::syntax::glossary::{GLOSSARY, Standing};
use draughtsman::syntax::parse_rules;
use draughtsman::syntax::words::{CHAPTERS, RESERVED, SPECIAL};
use serde_json::{Value, json};

const FILE: &str = "editors/vscode/syntaxes/draughtsman.tmLanguage.json";

/// What stands before and behind a whole word.
const BEFORE: &str = "(?<![\\p{L}\\p{N}'])(?<![\\p{L}\\p{N}']-)";
const BEHIND: &str = "(?![\\p{L}\\p{N}']|-[\\p{L}\\p{N}])";
const NAME: &str = "\\p{L}[\\p{L}\\p{N}']*(?:-[\\p{L}\\p{N}][\\p{L}\\p{N}']*)*\\*?";

/// Where words that are special in one place have their place: what stands before, the words, what stands behind.
const PLACES: [(&str, &[&str], &str); 12] = [
    ("(?<=at )", &["once"], ""),
    ("", &["after"], "(?=\\s+move\\b)"),
    ("(?<=after )", &["move"], ""),
    ("(?<=as )", &["soon"], "(?=\\s+as\\b)"),
    ("(?<=must |may |not )", &["continue", "reverse", "turn"], ""),
    ("(?<=end )", &["game", "leg", "move", "turn"], ""),
    ("", &["leg", "move", "turn"], "(?=\\s+(?:begins|ends)\\b)"),
    ("(?<=each )", &["move", "turn"], ""),
    ("(?<=cannot )", &["move"], ""),
    ("(?<=is )", &["taken"], ""),
    ("", &["called"], "(?=\\s+[\\p{L}\\p{N}'-]+\\s+(?:where|with)\\b)"),
    ("", &["beyond"], ""),
];

/// The types of parameters and of what is kept; `check` knows each of them.
const TYPES: [&str; 12] =
    ["direction", "kind", "move", "number", "pile", "piece", "player", "point", "side", "site", "square", "truth"];

fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let mut all: Vec<&str> = words.into_iter().collect();
    // of two words of which one begins the other, the longer first
    all.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    all.dedup();
    format!("{BEFORE}(?:{}){BEHIND}", all.join("|"))
}

/// The same words and their plurals.
fn several(words: &str) -> String {
    words.replace(&format!("){BEHIND}"), &format!(")s?{BEHIND}"))
}

/// The words of the library, verbs or not.
fn library(verbs: bool) -> Vec<String> {
    let (file, _) = parse_rules(FileId(0), PRELUDE);
    let chapters = file.parts.into_iter().filter_map(|part| if let Part::Chapter(one) = part { Some(one) } else { None });
    let defines = chapters.flat_map(|chapter| chapter.items).filter_map(|item| match item.kind {
        ItemKind::Rule(Rule::Define(define)) => Some(define),
        _ => None,
    });
    defines.filter(|one| matches!(one.body, DefineBody::Expr(_)) != verbs).map(|one| one.name.value).collect()
}

fn scope(name: &str, pattern: &str) -> Value {
    json!({ "name": format!("{name}.draughts"), "match": pattern })
}

fn front() -> Value {
    let key = "(?:[A-Za-z0-9_'-]+|\"[^\"\\n]*\")(?=\\s*[=.])";
    json!({
        "name": "meta.front-matter.draughts",
        "begin": "^\\s*(\\+\\+\\+)\\s*$",
        "end": "^\\s*(\\+\\+\\+)\\s*$",
        "captures": { "1": { "name": "keyword.operator.fence.draughts" } },
        "patterns": [
            scope("comment.line.number-sign", "#.*$"),
            {
                "begin": "^\\s*(?=\\[)",
                "end": "$",
                "patterns": [
                    scope("comment.line.number-sign", "#.*$"),
                    scope("entity.name.section", "[\\p{L}\\p{N}_'-]+|\"[^\"\\n]*\""),
                ],
            },
            scope("support.type.property-name", key),
            { "name": "string.quoted.triple.draughts", "begin": "\"\"\"", "end": "\"\"\"" },
            { "name": "string.quoted.triple.draughts", "begin": "'''", "end": "'''" },
            scope("string.quoted.double", "\"(?:\\\\.|[^\"\\\\\\n])*(?:\"|$)"),
            scope("string.quoted.single", "'[^'\\n]*(?:'|$)"),
            scope("constant.language", "(?<![\\w-])(?:true|false)(?![\\w-])"),
            scope("constant.numeric", "(?<![\\w-])[+-]?[0-9][0-9_]*(?![\\w-])"),
            scope("keyword.operator", "="),
        ],
    })
}

fn rules() -> Vec<Value> {
    let named = |word: &str, sort: &str| {
        json!({
            "match": format!("{BEFORE}({word})\\s+({NAME})(?=\\s*\\{{)"),
            "captures": { "1": { "name": "keyword.control.draughts" }, "2": { "name": format!("entity.name.{sort}.draughts") } },
        })
    };
    let given = GLOSSARY.iter().filter(|one| one.standing == Standing::Given).map(|one| one.word);
    let (verbs, phrases) = (library(true), library(false));
    let known = |word: &&str| !verbs.iter().chain(&phrases).any(|one| one == word);
    let chapters = format!("{}(?=[ \\t]*\\{{)", words(CHAPTERS));
    let mut all = vec![
        scope("comment.line.documentation", "##.*$"),
        scope("comment.line.number-sign", "#.*$"),
        scope("string.quoted.double", "\"[^\"\\n]*(?:\"|$)"),
        named("moves", "namespace"),
        named("option", "type"),
        scope("keyword.control.chapter", &chapters),
        json!({
            "match": format!("(?:^\\s*|[{{:;]\\s*)(?:(may)\\s+)?(move)(?=\\s.*{BEFORE}to{BEHIND})"),
            "captures": { "1": { "name": "keyword.control.draughts" }, "2": { "name": "keyword.control.draughts" } },
        }),
    ];
    for (before, some, behind) in PLACES {
        all.push(scope("keyword.control.special", &format!("{before}{}{behind}", words(some.iter().copied()))));
    }
    all.extend([
        scope("keyword.control", &words(RESERVED)),
        scope("support.function", &words(verbs.iter().map(String::as_str))),
        scope("support.variable.library", &words(phrases.iter().map(String::as_str))),
        scope("support.variable.type", &format!("(?<=: ){}", words(TYPES))),
        scope("support.variable", &several(&words(given.filter(known).chain(["capture", "move", "movement", "taken"])))),
        scope("variable.other", &format!("{BEFORE}{NAME}")),
        scope("constant.numeric", &format!("{BEFORE}[0-9]+{BEHIND}")),
        scope("keyword.operator", "\\.\\.|<=|>=|!=|[<>=+*-]"),
    ]);
    all
}

#[test]
fn the_grammar_of_the_editors_is_made_of_the_words_of_the_language() {
    assert!(SPECIAL.iter().all(|word| *word == "moves" || PLACES.iter().any(|(_, words, _)| words.contains(word))));
    assert!(TYPES.iter().all(|word| type_named(word).is_some()));
    let patterns: Vec<Value> = std::iter::once(front()).chain(rules()).collect();
    let grammar = json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Draughtsman",
        "scopeName": "source.draughts",
        "fileTypes": ["draughts"],
        "patterns": patterns,
    });
    let made = format!("{grammar:#}\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
        return;
    }
    assert!(
        std::fs::read_to_string(&path).unwrap() == made,
        "{FILE} is out of date: `BLESS=1 cargo test --test suite editor::grammar`"
    );
}
