//! The parts of a rule book, before it is written as Markdown or HTML.

use super::prose::{EM, OFF, Step};
use crate::source::Span;

/// A rule book.
#[derive(Clone, Debug)]
pub struct Book {
    /// The game's name.
    pub title: String,
    /// Who made it and what it is, a paragraph each.
    pub about: Vec<String>,
    /// Its sections, numbered from 1.
    pub sections: Vec<Section>,
}

/// A section.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// Its contents.
    pub blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A smaller heading.
    Heading(String),
    /// Plain text.
    Text(String),
    /// Something that no line of the file says but that holds nevertheless.
    Default(String),
    /// The lines of a list.
    List(Vec<String>),
    /// A table: its head, and its rows.
    Table(Vec<String>, Vec<Vec<String>>),
    /// A rule of the file.
    Rule(Entry),
    /// Pictures side by side.
    Figures(Vec<Figure>),
}

/// A rule of the file.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The number by which it is cited: `3.2`.
    pub number: String,
    /// The author's words, if there are any.
    pub words: Option<String>,
    /// What the rule says.
    pub says: Paragraph,
    /// Where it is written: `english.draughts:41`; `None` for what every file has.
    pub place: Option<String>,
    /// The same place, for programs.
    pub span: Span,
}

/// A sentence, with the steps inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// The sentence.
    pub text: String,
    /// Parts of it, in order.
    pub parts: Vec<Paragraph>,
}

impl From<Step> for Paragraph {
    fn from(step: Step) -> Paragraph {
        Paragraph { text: step.says, parts: step.inside.into_iter().map(Paragraph::from).collect() }
    }
}

/// A board.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The board in letters.
    pub text: String,
    /// The board as a picture, one `<svg>` element.
    pub svg: String,
    /// What it shows.
    pub caption: String,
}

/// Numbers the rules of a section.
pub(super) struct Numbers {
    section: usize,
    last: usize,
}

impl Numbers {
    /// Begins with the first rule of a section.
    pub(super) fn of(section: usize) -> Numbers {
        Numbers { section, last: 0 }
    }

    /// The next number.
    pub(super) fn next(&mut self) -> String {
        self.last += 1;
        format!("{}.{}", self.section, self.last)
    }
}

impl Book {
    /// Every rule of the book, in its order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.sections.iter().flat_map(|section| entries(&section.blocks))
    }
}

fn entries(blocks: &[Block]) -> impl Iterator<Item = &Entry> {
    blocks.iter().filter_map(|block| if let Block::Rule(entry) = block { Some(entry) } else { None })
}

/// The last section: the line of the file behind each rule.
pub(super) fn places(sections: &[Section]) -> Section {
    let all = sections.iter().flat_map(|section| entries(&section.blocks));
    let rows = all.map(|entry| {
        vec![entry.number.clone(), entry.place.clone().unwrap_or_else(|| "what holds when a file says nothing".into())]
    });
    let head = vec!["rule".to_owned(), "stands in".to_owned()];
    let text = "For umpires and authors: the line of the rule file behind each numbered rule.".to_owned();
    Section { title: "Where the rules stand".into(), blocks: vec![Block::Text(text), Block::Table(head, rows.collect())] }
}

/// The text with `begin` and `end` around its emphasised parts.
pub(super) fn with_emphasis(text: &str, begin: &str, end: &str) -> String {
    text.replace(EM, begin).replace(OFF, end)
}
