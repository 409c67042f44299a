//! Prints the syntax tree: a rule on one line, a chapter or a file on several. Parsing the result gives the same tree, apart
//! from spans, comments and articles.

mod front;
mod phrase;
mod rule;
mod statement;
pub mod words;

use super::ast::{Chapter, ChapterEdit, ChapterName, Item, ItemKind, OptionBlock, Part, Rule, RuleFile};
use crate::source::Spanned;

pub use front::front_matter;
pub use phrase::phrase;
pub(crate) use words::beginning;
pub use words::{behind, words};

/// A rule on one line, as messages show it: `man may step forward diagonal`.
pub fn canonical(rule: &Rule) -> String {
    let mut printer = Printer { one_line: true, ..Printer::default() };
    printer.rule(rule);
    printer.out
}

/// The text of all chapters and options, including `##` lines.
pub fn rule_file(file: &RuleFile) -> String {
    let mut printer = Printer::default();
    for (i, part) in file.parts.iter().enumerate() {
        if i > 0 {
            printer.out.push('\n');
        }
        match part {
            Part::Chapter(chapter) => printer.chapter(chapter),
            Part::Option(option) => printer.option(option),
        }
    }
    printer.out
}

/// The text of one chapter.
pub fn chapter(chapter: &Chapter) -> String {
    let mut printer = Printer::default();
    printer.chapter(chapter);
    printer.out
}

/// A tree without its spans, as text. It is equal for trees with the same meaning.
///
/// ```
/// use draughtsman::{source::FileId, syntax::{parse_rules, print::spanless}};
/// let [loose, tight] = ["turn  {\n play  move # as usual\n}", "turn { play move }"].map(|text| parse_rules(FileId(0), text).0);
/// assert_eq!(spanless(&loose), spanless(&tight));
/// ```
pub fn spanless(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}");
    let mut out = String::with_capacity(text.len() / 2);
    let mut rest = text.as_str();
    while let Some(at) = rest.find("span: ") {
        let (before, after) = rest.split_at(at + "span: ".len());
        out.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == '.');
    }
    // the one span that is not a named field: `Here(0:12..16)`
    let mut whole = String::with_capacity(out.len() + rest.len());
    out.push_str(rest);
    let mut rest = out.as_str();
    while let Some(at) = rest.find("Here(") {
        let (before, after) = rest.split_at(at + "Here(".len());
        whole.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == '.');
    }
    whole.push_str(rest);
    whole
}

#[derive(Default)]
struct Printer {
    out: String,
    depth: usize,
    one_line: bool,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
    }

    fn doc(&mut self, doc: &Option<Spanned<String>>) {
        let Some(doc) = doc.as_ref().filter(|_| !self.one_line) else { return };
        for line in doc.value.split('\n') {
            self.indent();
            self.put(if line.is_empty() { "##" } else { "## " });
            self.put(line);
            self.put("\n");
        }
    }

    fn option(&mut self, option: &OptionBlock) {
        self.doc(&option.doc);
        self.indent();
        self.put(&format!("option {} {{\n", option.name.value));
        self.depth += 1;
        for chapter in &option.chapters {
            self.chapter(chapter);
        }
        self.depth -= 1;
        self.indent();
        self.put("}\n");
    }

    fn chapter(&mut self, chapter: &Chapter) {
        self.doc(&chapter.doc);
        self.indent();
        match chapter.edit.as_ref().map(|edit| edit.value) {
            Some(ChapterEdit::Replace) => self.put("replace "),
            Some(ChapterEdit::Remove) => self.put("remove "),
            None => {}
        }
        self.put(&chapter.name.value.to_string());
        self.put(" {\n");
        self.depth += 1;
        self.items(&chapter.items);
        self.depth -= 1;
        self.indent();
        self.put("}\n");
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.doc(&item.doc);
            self.indent();
            self.item(&item.kind);
            self.put("\n");
        }
    }

    fn item(&mut self, item: &ItemKind) {
        match item {
            ItemKind::Rule(rule) => self.rule(rule),
            ItemKind::Add(rule) => {
                self.put("add ");
                self.rule(rule);
            }
            ItemKind::Remove { old } => self.put(&format!("remove {}", old.value.join(" "))),
            ItemKind::Replace { old, new } => {
                self.put(&format!("replace {} by ", old.value.join(" ")));
                match new.as_slice() {
                    [Item { doc: None, kind, .. }] => self.item(kind),
                    several => {
                        self.put("{\n");
                        self.depth += 1;
                        self.items(several);
                        self.depth -= 1;
                        self.indent();
                        self.put("}");
                    }
                }
            }
        }
    }
}

impl std::fmt::Display for ChapterName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ChapterName::Definitions => "definitions",
            ChapterName::Setup => "setup",
            ChapterName::Turn => "turn",
            ChapterName::Movement => "movement",
            ChapterName::Capture => "capture",
            ChapterName::Moves(name) => return write!(f, "moves {name}"),
            ChapterName::Obligation => "obligation",
            ChapterName::Promotion => "promotion",
            ChapterName::Effects => "effects",
            ChapterName::State => "state",
            ChapterName::Victory => "victory",
        })
    }
}
