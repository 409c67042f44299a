//! A variant as one file: its parents, the options that are on and the numbers that were chosen are put in; `extends`, and the
//! options that are off, are left out.

use super::Loaded;
use crate::check::{equipment::merge, flat};
use crate::model::Equipment;
use crate::source::FileId;
use crate::syntax::ast::{Chapter, ChapterName, Part, RuleFile};
use crate::syntax::front::{Table, Value};
use crate::syntax::print;

impl Loaded {
    /// The text of a rule file that stands by itself and plays the same as this one with the options and numbers of `equipment`,
    /// the equipment that it was checked to.
    ///
    /// ```
    /// use draughtsman::{check::Choices, library};
    /// let loaded = library::load("english").unwrap();
    /// let equipment = loaded.check(&Choices::default()).variant.unwrap().equipment;
    /// let text = loaded.flat(&equipment);
    /// assert_eq!(library::check_text("flat.draughts", &text), []);
    /// ```
    pub fn flat(&self, equipment: &Equipment) -> String {
        let (front, file) = self.one_file(equipment);
        text(&front, &file)
    }

    /// The same with one rule line less, for each of them: the line, and the text of all others.
    ///
    /// ```
    /// use draughtsman::{check::Choices, library};
    /// let loaded = library::load("english").unwrap();
    /// let equipment = loaded.check(&Choices::default()).variant.unwrap().equipment;
    /// let all = loaded.flat_without_each(&equipment);
    /// let (_, without) = all.iter().find(|(line, _)| line == "must capture").unwrap();
    /// assert!(without.contains("man may jump") && !without.contains("must capture"));
    /// ```
    pub fn flat_without_each(&self, equipment: &Equipment) -> Vec<(String, String)> {
        let (front, file) = self.one_file(equipment);
        let mut all = Vec::new();
        for (at, part) in file.parts.iter().enumerate() {
            let Part::Chapter(chapter) = part else { continue };
            for (place, item) in chapter.items.iter().enumerate() {
                let mut fewer = file.clone();
                if let Some(Part::Chapter(chapter)) = fewer.parts.get_mut(at) {
                    chapter.items.remove(place);
                }
                fewer.parts.retain(|part| !matches!(part, Part::Chapter(chapter) if chapter.items.is_empty()));
                let line: Vec<&str> = self.sources.text(item.span).split_whitespace().collect();
                all.push((line.join(" "), text(&front, &fewer)));
            }
        }
        all
    }

    /// Front matter and rules of a file that stands by itself.
    fn one_file(&self, equipment: &Equipment) -> (Table, RuleFile) {
        let on: Vec<String> = equipment.options.iter().filter(|one| one.on).map(|one| one.name.clone()).collect();
        let fronts: Vec<&Table> = self.files.iter().skip(1).map(|(_, parsed)| &parsed.front).collect();
        let mut front = merge(&fronts, &on);
        front.retain(|key, _| key != "extends" && key != "option");
        set_language(&mut front, &fronts);
        set_numbers(&mut front, equipment);
        let mut file = self.flat_rules(&on);
        let library = self.files.first().map_or(FileId::default(), |(file, _)| *file);
        file.parts.retain(|part| !matches!(part, Part::Chapter(chapter) if is_of(chapter, library)));
        file.parts.sort_by_key(place);
        (front, file)
    }

    /// The rules of all files with these options on, laid over one another; the library of words among them.
    pub fn flat_rules(&self, on: &[String]) -> RuleFile {
        let rules: Vec<&RuleFile> = self.files.iter().map(|(_, parsed)| &parsed.rules).collect();
        flat(&rules, on)
    }
}

fn text(front: &Table, file: &RuleFile) -> String {
    format!("+++\n{}+++\n\n{}", print::front_matter(front), print::rule_file(file))
}

/// Whether all of a chapter stands in that file: the library's `turn` and `victory` are there without being written.
fn is_of(chapter: &Chapter, file: FileId) -> bool {
    chapter.items.iter().all(|item| item.span.file == file)
}

/// Chapters in the order in which a rule book has them.
fn place(part: &Part) -> usize {
    let Part::Chapter(chapter) = part else { return 0 };
    match chapter.name.value {
        ChapterName::Definitions => 1,
        ChapterName::Setup => 2,
        ChapterName::Turn => 3,
        ChapterName::Movement => 4,
        ChapterName::Capture => 5,
        ChapterName::Moves(_) => 6,
        ChapterName::Obligation => 7,
        ChapterName::Promotion => 8,
        ChapterName::Effects => 9,
        ChapterName::State => 10,
        ChapterName::Victory => 11,
    }
}

/// The latest version that one of the files is written in: what it says may stand in the flat file.
fn set_language(front: &mut Table, fronts: &[&Table]) {
    let stated = fronts.iter().filter_map(|front| match front.get("language")?.value.value {
        Value::Integer(version) => Some(version),
        _ => None,
    });
    if let (Some(entry), Some(latest)) = (front.get_mut("language"), stated.max()) {
        entry.value.value = Value::Integer(latest);
    }
}

fn set_numbers(front: &mut Table, equipment: &Equipment) {
    let Some(Value::Table(numbers)) = front.get_mut("numbers").map(|entry| &mut entry.value.value) else { return };
    for number in &equipment.numbers {
        let Some(entry) = numbers.get_mut(&number.name) else { continue };
        match &mut entry.value.value {
            Value::Table(keys) => {
                if let Some(entry) = keys.get_mut("value") {
                    entry.value.value = Value::Integer(number.value);
                }
            }
            plain => *plain = Value::Integer(number.value),
        }
    }
}
