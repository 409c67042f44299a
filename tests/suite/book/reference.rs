//! `docs/reference.md` is made here, out of what the program itself goes by; what stands in the file must be that.

use std::fmt::Write as _;

use draughtsman::check::equipment::{Form, KEYS};
use draughtsman::check::{LINTS, PRELUDE};
use draughtsman::codes;
use draughtsman::source::FileId;
use draughtsman::syntax::ast::{DefineBody, ItemKind, Part, Rule};
use draughtsman::syntax::plain::{PLAIN, Plain, Stands};
use draughtsman::syntax::words::{ARTICLES, CHAPTERS, RESERVED, SPECIAL};
use draughtsman::syntax::{parse_rules, print};

use super::{folder, page};

const GRAMMAR: &str = include_str!("../../../grammar/draughtsman.pest");

const HEAD: &str = "\
# Reference

Everything that the program knows by name, in the order in which it knows it. This page is made by a test out of the grammar, the
library of words and the lists that `check` goes by, so it cannot say anything else than the program. What things mean is explained
in [the language](language.md).
";

fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| {
        format!("| {} |\n", cells.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
    };
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let mut text = format!("\n{}|{}\n", line(&head), "---|".repeat(head.len()));
    rows.into_iter().for_each(|row| text.push_str(&line(&row)));
    text
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn plain_words(row: &Plain) -> Vec<String> {
    let stands = match row.stands {
        Stands::Set => "in a phrase",
        Stands::Verb => "as a verb",
        Stands::Line => "in a line",
        Stands::Event => "behind `when`",
    };
    vec![listed(row.words.iter().copied()), stands.to_owned(), row.says.to_owned()]
}

fn listed<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(code).collect::<Vec<_>>().join(" ")
}

/// The library of words: each definition as it is written.
fn library() -> String {
    let (file, found) = parse_rules(FileId(0), PRELUDE);
    assert_eq!(found, []);
    let mut rows = Vec::new();
    let mut unsaid = Vec::new();
    for part in &file.parts {
        let Part::Chapter(chapter) = part else { continue };
        for item in &chapter.items {
            let ItemKind::Rule(rule) = &item.kind else { continue };
            let text = print::canonical(rule).trim().to_owned();
            match rule {
                Rule::Define(define) => {
                    let sort = match define.body {
                        DefineBody::Path(_) => "a verb: one path",
                        DefineBody::Expr(_) => "a phrase",
                        DefineBody::Suite(_) => "a verb, and a statement",
                    };
                    let doc = item.doc.as_ref().map_or(String::new(), |doc| doc.value.replace('\n', " "));
                    rows.push(vec![code(&define.name.value), sort.to_owned(), code(&text), doc]);
                }
                _ => unsaid.push(code(&text)),
            }
        }
    }
    let mut text = table(&["word", "is", "stands for", "does"], rows);
    writeln!(text, "\nRules that hold where a file says nothing else: {}.", unsaid.join(", ")).unwrap();
    text
}

/// The words of an alternative of the grammar: `how_many = { k_any | k_some | k_all }`.
fn alternatives(rule: &str) -> Vec<String> {
    let begin = format!("\n{rule} ");
    let line = GRAMMAR.split(&begin).nth(1).and_then(|rest| rest.lines().next()).unwrap_or_else(|| panic!("no rule {rule}"));
    let words = line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter_map(|word| word.strip_prefix("k_"));
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    words.dedup();
    words
}

/// What the grammar has, rule by rule.
fn grammar() -> String {
    let small = [
        ("how a path begins", "path_mode"),
        ("how many", "how_many"),
        ("what follows a chain", "chain_word"),
        ("when taken pieces leave", "removal_time"),
        ("what remembers", "stored_kind"),
        ("results", "won_or_lost"),
    ];
    let rows = small
        .iter()
        .map(|(what, rule)| vec![(*what).to_owned(), listed(alternatives(rule).iter().map(String::as_str)), code(rule)]);
    table(&["what", "words", "rule of the grammar"], rows)
}

/// The statements: every rule of the grammar that `simple` and `statement` may be.
fn statements() -> String {
    let line = |rule: &str| {
        let text = GRAMMAR.split(&format!("\n{rule} ")).nth(1).unwrap_or_else(|| panic!("no rule {rule}"));
        let text = text.split_once('=').map_or("", |(_, rest)| rest);
        text.split_once('}').map_or(text, |(body, _)| body).to_owned()
    };
    let mut names: Vec<String> = Vec::new();
    for rule in ["statement", "simple"] {
        for word in line(rule).split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()) {
            let word = word.strip_prefix("k_").unwrap_or(word);
            if !["simple", "condition"].contains(&word) && !names.iter().any(|known| known == word) {
                names.push(word.to_owned());
            }
        }
    }
    listed(names.iter().map(String::as_str))
}

fn form(form: &Form) -> String {
    match form {
        Form::Text => "text".into(),
        Form::Words(words) => words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(" or "),
        Form::Number(least, greatest) => format!("number, {least} to {greatest}"),
        Form::Truth => "`true`, `false`".into(),
        Form::No => "`false`".into(),
        Form::Texts => "text or list of texts".into(),
        Form::Sites => "sites".into(),
        Form::List(one) => format!("list of: {}", self::form(one)),
        Form::Each(one) => format!("table, each: {}", self::form(one)),
        Form::Table(name) => format!("table `[{name}]`"),
        Form::Either(all) => all.iter().map(self::form).collect::<Vec<_>>().join(", or "),
        Form::Any => "depends on what is declared".into(),
    }
}

fn keys() -> String {
    let mut text = String::new();
    let mut tables: Vec<&str> = Vec::new();
    for key in KEYS {
        if !tables.contains(&key.table) {
            tables.push(key.table);
        }
    }
    for name in tables {
        let head = if name.is_empty() { "Top of the file".to_owned() } else { format!("`[{name}]`") };
        writeln!(text, "\n### {head}").unwrap();
        let rows = KEYS.iter().filter(|key| key.table == name);
        text.push_str(&table(
            &["key", "takes", "example", "says"],
            rows.map(|key| vec![code(key.key), form(&key.form), code(key.example), key.meaning.to_owned()]),
        ));
    }
    text
}

fn made() -> String {
    let mut text = HEAD.to_owned();
    writeln!(text, "\n## Chapters\n\n{}, and `moves NAME` for classes of moves of your own.", listed(CHAPTERS)).unwrap();
    writeln!(text, "\n## The library of words\n\nDefined for every file, in the language itself ([what they mean](language.md#12-the-library)).").unwrap();
    text.push_str(&library());
    writeln!(text, "\n## Small closed sets").unwrap();
    text.push_str(&grammar());
    writeln!(
        text,
        "\n## Statements\n\nBy the names that the grammar has for them ([what they do](language.md#8-statements)): {}.",
        statements()
    )
    .unwrap();
    writeln!(text, "\n## Words that cannot be names\n\n{} words: {}.", RESERVED.len(), listed(RESERVED)).unwrap();
    writeln!(
        text,
        "\nSpecial in one place, names elsewhere but for `move` and `taken`: {}. Articles, which mean nothing: {}.",
        listed(SPECIAL),
        listed(ARTICLES)
    )
    .unwrap();
    writeln!(
        text,
        "\n## Plain words\n\nWhat people say, and what it is here. `check` knows these words, and `check --fix` changes them where only one \
         thing can be meant."
    )
    .unwrap();
    text.push_str(&table(&["word", "where", "here"], PLAIN.iter().map(plain_words)));
    writeln!(text, "\n## Keys of the front matter\n\nUpper-case words stand for names of your own. `draughtsman check --schema` prints them as a JSON schema.").unwrap();
    text.push_str(&keys());
    writeln!(text, "\n## Codes\n\n`draughtsman explain CODE` prints what each means; so do [their pages](codes/README.md).")
        .unwrap();
    text.push_str(&table(&["code", "about"], codes::all().iter().map(|one| vec![code(one.code), one.title.to_owned()])));
    writeln!(text, "\n## Lints\n\nTheir levels are set under `[lints]`.").unwrap();
    text.push_str(&table(&["lint", "code"], LINTS.iter().map(|lint| vec![code(lint.name), code(lint.code)])));
    text
}

#[test]
fn the_reference_is_what_the_program_knows() {
    let made = made();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(folder().join("reference.md"), &made).unwrap();
        return;
    }
    let stands = page("reference.md");
    let differs = stands.lines().zip(made.lines()).find(|(one, other)| one != other);
    assert!(
        stands == made,
        "docs/reference.md is out of date at {differs:?}; `BLESS=1 cargo test --test suite book::` writes it anew"
    );
}
