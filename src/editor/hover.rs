//! Explanations of words: from the language, from the author's comments, and for a path a diagram.

use crate::check::{Meaning, Sort};
use crate::source::Span;
use crate::syntax::ast::{Define, DefineBody, Item, ItemKind, Part, Path, Rule, StatementKind, Verb};
use crate::syntax::glossary::{self, Standing};
use crate::syntax::print::canonical;
use crate::syntax::{Kind, form, tokens_of};

use super::Document;
use super::front::{self, Spot};
use super::shape::shape;

/// The explanation of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// The explanation, in Markdown.
    pub text: String,
}

/// The explanation of the word at a byte.
///
/// ```
/// use draughtsman::editor::{Document, hover};
/// let text = "+++\nname = \"x\"\nextends = \"english\"\n+++\nmovement {\n  add man may hop forward diagonal over own\n}\n";
/// let document = Document::read("x.draughts", text.to_owned(), None, &|_| None);
/// let said = hover(&document, text.find("hop").unwrap() as u32).unwrap().text;
/// assert!(said.contains("Goes over one neighbour without taking it"));
/// ```
pub fn hover(document: &Document, byte: u32) -> Option<Hover> {
    if let Some(mention) = document.mention_at(byte) {
        let text = said_of(document, &mention.meaning, mention.span)?;
        return Some(Hover { span: mention.span, text });
    }
    let tokens = tokens_of(document.text());
    let touched = |token: &&crate::syntax::Token| token.start as u32 <= byte && byte <= token.end as u32;
    if let Some(token) = tokens.rules.iter().find(|token| token.kind == Kind::Word && touched(token)) {
        let span = Span::new(document.file(), token.start, token.end);
        let mut text = of_the_language(span.of(document.text()))?;
        if let Some(path) = path_at(document, span) {
            text.push_str(&diagram(document, path));
        }
        return Some(Hover { span, text });
    }
    let Spot { span, key, .. } = front::spot(document, byte)?;
    let key = key?;
    let text = format!("`{}`: {}\n\nsuch as `{}`", key.key, key.meaning, key.example);
    Some(Hover { span, text })
}

/// The explanation of a word of the language, with the form of a line that begins with it.
pub(super) fn of_the_language(word: &str) -> Option<String> {
    let said: Vec<String> = glossary::of(word)
        .map(|one| match one.standing {
            Standing::Reserved | Standing::Special => format!("**`{word}`** {}", one.means),
            Standing::Given => format!("`{word}`: {}", one.means),
        })
        .collect();
    let form = form(word).map(|form| format!("\n\n{form}")).unwrap_or_default();
    (!said.is_empty()).then(|| format!("{}{form}", said.join("\n\n")))
}

fn said_of(document: &Document, meaning: &Meaning, at: Span) -> Option<String> {
    let Meaning { sort, name, declared } = meaning;
    let sources = &document.loaded.sources;
    let mut text = match sort {
        Sort::Word => return of_the_language(name),
        Sort::File => return of_the_parent(document),
        Sort::Rule => format!("a rule of {}\n", declared.map_or_else(String::new, |at| sources.get(at.file).name.clone())),
        sort => format!("{} `{name}`\n", sort.what()),
    };
    let item = declared.and_then(|at| item_around(document, at));
    match (item, declared) {
        (Some(item), _) => {
            if let Some(rule) = rule_of(item) {
                text.push_str(&format!("\n```draughts\n{}\n```\n", canonical(rule).trim()));
            }
            if let Some(doc) = &item.doc {
                text.push_str(&format!("\n{}\n", doc.value.trim()));
            }
            if let Some(path) = rule_of(item).and_then(path_of) {
                text.push_str(&diagram(document, path));
            }
        }
        (None, Some(place)) if *place != at || place.file != document.file() => {
            text.push_str(&format!("\n```toml\n{}\n```\n", sources.line(*place).trim()));
        }
        _ => {}
    }
    if let Some(doc) = declared.and_then(|at| block_doc(document, at)) {
        text.push_str(&format!("\n{doc}\n"));
    }
    let library = declared.is_some_and(|at| Some(at.file) == document.loaded.files.first().map(|(file, _)| *file));
    let given = glossary::of(name).filter(|one| one.standing == Standing::Given && (library || declared.is_none()));
    for one in given {
        text.push_str(&format!("\n{}\n", one.means));
    }
    Some(text.trim_end().to_owned())
}

fn of_the_parent(document: &Document) -> Option<String> {
    let (file, parsed) = document.loaded.files.iter().rev().nth(1).filter(|_| document.loaded.files.len() > 2)?;
    let text = |key: &str| match &parsed.front.get(key)?.value.value {
        crate::syntax::front::Value::String(text) => Some(text.clone()),
        _ => None,
    };
    let title = text("name").unwrap_or_default();
    let source = text("source").map(|source| format!("\n\n{source}")).unwrap_or_default();
    Some(format!("the variant **{title}**, {}{source}", document.loaded.sources.get(*file).name))
}

fn diagram(document: &Document, path: &Path) -> String {
    format!("\n```text\n{}\n```\n", shape(path, &document.loaded.sources))
}

/// The rule or definition around a place in any of the files.
fn item_around(document: &Document, at: Span) -> Option<&Item> {
    let (_, parsed) = document.loaded.files.iter().find(|(file, _)| *file == at.file)?;
    let inside = |item: &&Item| item.span.start <= at.start && at.end <= item.span.end;
    let chapters = parsed.rules.parts.iter().flat_map(|part| match part {
        Part::Chapter(chapter) => std::slice::from_ref(chapter),
        Part::Option(option) => option.chapters.as_slice(),
    });
    let item = chapters.flat_map(|chapter| &chapter.items).find(inside)?;
    match &item.kind {
        ItemKind::Replace { new, .. } => new.iter().find(inside),
        _ => Some(item),
    }
}

/// The rules of an item: `replace` may have several new ones.
pub(super) fn rules_of(item: &Item) -> Vec<&Rule> {
    match &item.kind {
        ItemKind::Replace { new, .. } => new.iter().flat_map(rules_of).collect(),
        _ => rule_of(item).into_iter().collect(),
    }
}

fn rule_of(item: &Item) -> Option<&Rule> {
    match &item.kind {
        ItemKind::Rule(rule) | ItemKind::Add(rule) => Some(rule),
        ItemKind::Replace { .. } | ItemKind::Remove { .. } => None,
    }
}

/// The `##` comment of an option or a class of moves that is declared there.
fn block_doc(document: &Document, at: Span) -> Option<String> {
    let (_, parsed) = document.loaded.files.iter().find(|(file, _)| *file == at.file)?;
    parsed.rules.parts.iter().find_map(|part| match part {
        Part::Option(option) if option.name.span == at => option.doc.as_ref().map(|doc| doc.value.clone()),
        Part::Chapter(chapter) if chapter.name.span.end == at.end => chapter.doc.as_ref().map(|doc| doc.value.clone()),
        _ => None,
    })
}

/// The path of a rule or a definition.
fn path_of(rule: &Rule) -> Option<&Path> {
    match rule {
        Rule::Define(Define { body: DefineBody::Path(path), .. }) => Some(path),
        Rule::May { verb: Verb::Path(path), .. } => Some(path),
        Rule::Statement(statement) => match &statement.kind {
            StatementKind::Verb(Verb::Path(path)) => Some(path),
            _ => None,
        },
        _ => None,
    }
}

/// The path that begins with the word at a span.
fn path_at(document: &Document, word: Span) -> Option<&Path> {
    item_around(document, word).and_then(rule_of).and_then(path_of).filter(|path| path.mode.span == word)
}
