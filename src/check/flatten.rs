//! Builds one flat file from parents, child and options: which rules there are, and where each comes from. Names are not resolved
//! here.

use std::collections::HashSet;

use super::bare::bare_rules;
use super::definitions::signature;
use super::flat::{Flat, FlatChapter, FlatLine};
use super::mentions::Mentions;
use super::printed::Printed;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Chapter, ChapterEdit, ChapterName, Item, ItemKind, OptionBlock, Part, Rule, RuleFile};

/// Whose chapters are being laid.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    /// The option, if it is one.
    pub(super) option: Option<&'a str>,
    /// Whether it is the library.
    pub(super) library: bool,
}

/// Lays files over one another: the library first, then parents before children, then the options that are on, in the order of
/// the files.
pub(super) fn flatten<'a, 'p>(
    files: &[&'a RuleFile],
    on: &[String],
    printed: &'p Printed<'a>,
    mentions: &'p Mentions,
    found: &mut Vec<Diagnostic>,
) -> Flat<'a, 'p> {
    let mut flat = Flat { printed, mentions, struck: Vec::new(), chapters: Vec::new(), defined: HashSet::new() };
    let mut blocks: Vec<&'a OptionBlock> = Vec::new();
    let mut endings = None;
    for (i, file) in files.iter().enumerate() {
        let writer = Writer { option: None, library: i == 0 };
        lay(&mut flat, chapters(file), writer, found);
        if writer.library {
            endings = flat.take_endings();
        }
        for part in &file.parts {
            if let Part::Option(block) = part {
                declare(&mut blocks, block, found);
            }
        }
    }
    for block in blocks.into_iter().filter(|block| on.contains(&block.name.value)) {
        let writer = Writer { option: Some(block.name.value.as_str()), library: false };
        lay(&mut flat, block.chapters.iter(), writer, found);
    }
    for chapter in &mut flat.chapters {
        chapter.lines.retain(|line| line.gone.is_none());
    }
    found.extend(super::lints::repeated(&flat));
    if let Some(endings) = endings {
        flat.last_endings(endings);
    }
    flat.chapters.retain(|chapter| !chapter.lines.is_empty() || chapter.present);
    for chapter in files.first().into_iter().flat_map(|library| chapters(library)) {
        if !flat.chapters.iter().any(|one| one.name.value == chapter.name.value) {
            lay(&mut flat, std::iter::once(chapter), Writer { option: None, library: true }, found);
        }
    }
    flat
}

fn chapters(file: &RuleFile) -> impl Iterator<Item = &Chapter> {
    file.parts.iter().filter_map(|part| match part {
        Part::Chapter(chapter) => Some(chapter),
        Part::Option(_) => None,
    })
}

/// Adds an option. A child's option replaces the parent's of the same name; twice in one file is E0208.
fn declare<'a>(blocks: &mut Vec<&'a OptionBlock>, block: &'a OptionBlock, found: &mut Vec<Diagnostic>) {
    let same = blocks.iter().position(|one| one.name.value == block.name.value);
    match same {
        Some(i) if blocks[i].span.file == block.span.file => found.push(
            Diagnostic::error("E0208", block.name.span, format!("option `{}` stands here twice", block.name.value))
                .label(blocks[i].name.span, "it stands here already"),
        ),
        Some(i) => blocks[i] = block,
        None => blocks.push(block),
    }
}

fn lay<'a>(
    flat: &mut Flat<'a, '_>,
    chapters: impl Iterator<Item = &'a Chapter>,
    writer: Writer<'a>,
    found: &mut Vec<Diagnostic>,
) {
    let inherited: Vec<ChapterName> =
        flat.chapters.iter().filter(|one| one.present).map(|one| one.name.value.clone()).collect();
    let by_option = |name: &ChapterName| {
        let chapter = flat.chapters.iter().find(|one| one.name.value == *name);
        writer.option.is_some() && chapter.is_some_and(|one| one.lines.iter().all(|line| line.option.is_some()))
    };
    let inherited: Vec<ChapterName> = inherited.into_iter().filter(|name| !by_option(name)).collect();
    for chapter in chapters {
        let has = inherited.contains(&chapter.name.value);
        let index = flat.chapter(chapter);
        if !writer.library {
            flat.chapters[index].present = true;
            // The library's `turn` applies only if no file has such a chapter; its `victory` is added at the end.
            if chapter.name.value != ChapterName::Definitions {
                flat.chapters[index].lines.retain(|line| !line.library);
            }
        }
        match &chapter.edit {
            None => {
                let mut bare = 0;
                for item in &chapter.items {
                    bare += usize::from(has && matches!(item.kind, ItemKind::Rule(_)));
                    flat.item(index, item, has, writer, found);
                }
                if bare > 0 {
                    bare_rules(&flat.chapters[index], chapter, bare, found);
                }
            }
            Some(edit) if !has => {
                let name = &chapter.name.value;
                found.push(
                    Diagnostic::error("E0205", edit.span, format!("there is no chapter `{name}` above to edit"))
                        .help(format!("write it plainly: `{name} {{ … }}`")),
                );
                chapter.items.iter().for_each(|item| flat.item(index, item, false, writer, found));
            }
            Some(edit) => {
                let by = (writer.option.unwrap_or(""), edit.span);
                flat.strike_all(index, by, writer, found);
                match edit.value {
                    ChapterEdit::Replace => chapter.items.iter().for_each(|item| flat.item(index, item, false, writer, found)),
                    ChapterEdit::Remove => {
                        if let Some(first) = chapter.items.first() {
                            found.push(
                                Diagnostic::error("E0209", first.span, "a chapter that is removed has no rules")
                                    .label(edit.span, "it is removed here")
                                    .help("write `replace` for `remove` to put these rules in its place"),
                            );
                        }
                        if writer.option.is_none() {
                            flat.chapters[index].present = false;
                        }
                    }
                }
            }
        }
    }
}

impl<'a> Flat<'a, '_> {
    /// Takes out the library's `victory` chapter, to be added last.
    fn take_endings(&mut self) -> Option<FlatChapter<'a>> {
        let at = self.chapters.iter().position(|one| one.name.value == ChapterName::Victory)?;
        Some(self.chapters.remove(at))
    }

    /// Adds the library's ending for a player who cannot move as the last ending, unless a line of the files has one.
    fn last_endings(&mut self, library: FlatChapter<'a>) {
        let Some(own) = self.chapters.iter_mut().find(|one| one.name.value == ChapterName::Victory) else {
            self.chapters.push(library);
            return;
        };
        if !own.lines.iter().any(|line| matches!(line.rule, Rule::CannotMove { .. })) {
            own.lines.extend(library.lines);
        }
    }

    fn chapter(&mut self, chapter: &'a Chapter) -> usize {
        if let Some(i) = self.chapters.iter().position(|one| one.name.value == chapter.name.value) {
            if !self.chapters[i].present {
                self.chapters[i].name = chapter.name.clone();
                self.chapters[i].doc = chapter.doc.as_ref();
            }
            return i;
        }
        self.chapters.push(FlatChapter {
            name: chapter.name.clone(),
            doc: chapter.doc.as_ref(),
            lines: Vec::new(),
            present: false,
        });
        self.chapters.len() - 1
    }

    fn strike_all(&mut self, chapter: usize, by: (&'a str, Span), writer: Writer<'a>, found: &mut Vec<Diagnostic>) {
        for i in 0..self.chapters[chapter].lines.len() {
            let line = &self.chapters[chapter].lines[i];
            if line.gone.is_none() && !line.library {
                self.strike(chapter, i, by, writer, found);
            }
        }
    }

    /// Strikes out a rule. E0210 if another option has done so already.
    pub(super) fn strike(
        &mut self,
        chapter: usize,
        line: usize,
        by: (&'a str, Span),
        writer: Writer<'a>,
        found: &mut Vec<Diagnostic>,
    ) {
        let struck = &mut self.chapters[chapter].lines[line];
        if let Some((option, at)) = struck.gone {
            found.push(
                Diagnostic::error(
                    "E0210",
                    by.1,
                    format!("options `{option}` and `{}` both change `{}`", writer.option.unwrap_or(""), struck.printed.text),
                )
                .label(at, format!("`{option}` changes it here"))
                .label(struck.span, "the rule")
                .help("only one of them can be on"),
            );
            return;
        }
        struck.gone = Some(by);
        self.forget_words(chapter, line);
    }

    /// A `##` text applies to all rules down to the next one: if one of these rules is struck out, the text above is dropped as
    /// well.
    fn forget_words(&mut self, chapter: usize, line: usize) {
        let lines = &mut self.chapters[chapter].lines;
        let file = lines[line].span.file;
        if lines[line].doc.is_none() {
            let above = lines[..line].iter_mut().rev().take_while(|one| one.span.file == file);
            if let Some(one) = above.into_iter().find(|one| one.doc.is_some()) {
                one.doc = None;
            }
        }
    }

    fn item(&mut self, chapter: usize, item: &'a Item, has: bool, writer: Writer<'a>, found: &mut Vec<Diagnostic>) {
        match &item.kind {
            ItemKind::Rule(rule) | ItemKind::Add(rule) => {
                let line = self.line(item, rule, writer);
                self.redefine(chapter, &line, has, found);
                self.chapters[chapter].lines.push(line);
            }
            ItemKind::Replace { old, new } => {
                let Some(at) = self.find(chapter, old, writer, found) else {
                    // The new rules are checked all the same.
                    let end = self.chapters[chapter].lines.len();
                    self.insert(chapter, end, item, new, writer);
                    return;
                };
                self.means(old, chapter, at);
                let rules: Vec<&Rule> = new.iter().filter_map(rule_of).collect();
                found.extend(super::lints::replaced_by_itself(&self.chapters[chapter].lines[at], &rules, item.span));
                self.strike(chapter, at, (writer.option.unwrap_or(""), item.span), writer, found);
                self.insert(chapter, at + 1, item, new, writer);
            }
            ItemKind::Remove { old } => {
                if let Some(at) = self.find(chapter, old, writer, found) {
                    self.means(old, chapter, at);
                    self.strike(chapter, at, (writer.option.unwrap_or(""), item.span), writer, found);
                }
            }
        }
        if writer.option.is_none() && matches!(item.kind, ItemKind::Replace { .. } | ItemKind::Remove { .. }) {
            self.chapters[chapter].lines.retain(|line| line.gone.is_none());
        }
    }

    fn line(&self, item: &'a Item, rule: &'a Rule, writer: Writer<'a>) -> FlatLine<'a> {
        FlatLine {
            rule,
            doc: item.doc.as_ref(),
            span: item.span,
            option: writer.option,
            library: writer.library,
            gone: None,
            printed: self.printed.of(rule),
        }
    }

    fn insert(&mut self, chapter: usize, at: usize, edit: &'a Item, new: &'a [Item], writer: Writer<'a>) {
        for (i, item) in new.iter().enumerate() {
            if let ItemKind::Rule(rule) | ItemKind::Add(rule) = &item.kind {
                if let Rule::Define(define) = rule {
                    self.defined.insert((chapter, define.name.value.as_str(), signature(define)));
                }
                let mut line = self.line(item, rule, writer);
                if i == 0 {
                    line.doc = line.doc.or(edit.doc.as_ref());
                }
                self.chapters[chapter].lines.insert(at + i, line);
            }
        }
    }

    /// A definition replaces the library's of the same word; a second one in the files is E0316.
    fn redefine(&mut self, chapter: usize, line: &FlatLine<'a>, has: bool, found: &mut Vec<Diagnostic>) {
        let Rule::Define(new) = line.rule else { return };
        // Most words are defined once, so the lines need not be searched.
        if self.defined.insert((chapter, new.name.value.as_str(), signature(new))) {
            return;
        }
        let same = |other: &FlatLine<'a>| match other.rule {
            Rule::Define(old) => old.name.value == new.name.value && signature(old) == signature(new),
            _ => false,
        };
        let lines = &mut self.chapters[chapter].lines;
        let Some(i) = lines.iter().position(|other| other.gone.is_none() && same(other)) else { return };
        if lines[i].library {
            lines.remove(i);
            return;
        }
        let name = &new.name.value;
        let old = lines[i].span;
        let mut error =
            Diagnostic::error("E0316", new.name.span, format!("`{name}` is defined already")).label(old, "first defined here");
        if has || old.file != line.span.file {
            error = error.help(format!("write `replace define {name} by define {name} …`"));
        }
        found.push(error);
        lines.remove(i);
    }
}

fn rule_of(item: &Item) -> Option<&Rule> {
    match &item.kind {
        ItemKind::Rule(rule) | ItemKind::Add(rule) => Some(rule),
        ItemKind::Replace { .. } | ItemKind::Remove { .. } => None,
    }
}

/// The flat file as a rule file that could have been written by hand: what `show --flat` prints.
pub(super) fn as_written(flat: &Flat<'_, '_>) -> RuleFile {
    let chapters = flat.chapters.iter().map(|chapter| {
        let items: Vec<Item> = chapter
            .lines
            .iter()
            .filter(|line| !line.library || chapter.name.value != ChapterName::Definitions)
            .map(|line| Item { doc: line.doc.cloned(), kind: ItemKind::Rule(line.rule.clone()), span: line.span })
            .collect();
        Chapter { doc: chapter.doc.cloned(), edit: None, name: chapter.name.clone(), span: chapter.name.span, items }
    });
    RuleFile { parts: chapters.filter(|chapter| !chapter.items.is_empty()).map(Part::Chapter).collect() }
}
