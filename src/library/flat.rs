//! Flattens a variant into one file: parents, active options and chosen numbers are applied; `extends` and inactive options are
//! dropped.

use super::Loaded;
use crate::check::{equipment::merge, flat};
use crate::model::Equipment;
use crate::source::FileId;
use crate::syntax::ast::{Chapter, ChapterName, Part, RuleFile};
use crate::syntax::front::{Table, Value};
use crate::syntax::print;

impl Loaded {
    /// The text of a rule file without parents that plays the same as this one with the options and numbers in `equipment`, to
    /// which it was checked.
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

    /// For each rule line of the flat file: the line, and the flat text without it.
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

    /// Front matter and rules of the flat file.
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

    /// The rules of all files including the library of words, merged with these options on.
    pub fn flat_rules(&self, on: &[String]) -> RuleFile {
        let rules: Vec<&RuleFile> = self.files.iter().map(|(_, parsed)| &parsed.rules).collect();
        flat(&rules, on)
    }
}

fn text(front: &Table, file: &RuleFile) -> String {
    format!("+++\n{}+++\n\n{}", print::front_matter(front), print::rule_file(file))
}

/// Whether all items of a chapter are from this file. The library's `turn` and `victory` apply without being written.
fn is_of(chapter: &Chapter, file: FileId) -> bool {
    chapter.items.iter().all(|item| item.span.file == file)
}

/// The position of a part in the order of chapters of the language reference.
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

/// Sets the language version to the latest that any of the files states, since the flat file may contain its constructs.
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
