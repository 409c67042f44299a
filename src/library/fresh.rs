//! The initial text of a new variant: a template, or a child of an existing variant, with comments that explain the language.

use std::collections::BTreeMap;

use super::{ENDING, Loaded, text_of};
use crate::check::Choices;
use crate::diagnostic::nearest;
use crate::syntax::ast::{ChapterName, ItemKind, Part, Rule};
use crate::syntax::print;

/// A template for a new variant.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Its name.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    text: &'static str,
}

/// All templates. The first is the default.
pub const TEMPLATES: &[Template] = &[
    Template {
        name: "draughts",
        about: "the plain game: steps, jumps, kings; what most variants begin with",
        text: include_str!("../../templates/draughts.draughts"),
    },
    Template {
        name: "custodian",
        about: "capture by enclosing, on all squares of a small board",
        text: include_str!("../../templates/custodian.draughts"),
    },
    Template {
        name: "hex",
        about: "jumps on a hexagonal board, for three players",
        text: include_str!("../../templates/hex.draughts"),
    },
    Template {
        name: "cards",
        about: "hidden cards under the squares and in the hands, and chance",
        text: include_str!("../../templates/cards.draughts"),
    },
    Template {
        name: "towers",
        about: "pieces on pieces: prisoners under their captor",
        text: include_str!("../../templates/towers.draughts"),
    },
    Template {
        name: "stones",
        about: "placing instead of moving: a supply, stones that change sides, points",
        text: include_str!("../../templates/stones.draughts"),
    },
];

/// Why a name cannot be used for a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The name is empty, does not begin with a letter, or contains other characters than letters, digits, `-` and `_`.
    #[error("`{0}` is no name for a variant: letters, digits, `-` and `_`, a letter first{hint}", hint = hint(.0))]
    Malformed(String),
    /// A bundled variant has this name and would be found first.
    #[error("`{0}` is a bundled variant, and would be played in place of yours; choose another name")]
    Bundled(String),
    /// The name is too long.
    #[error("a name has at most {LONGEST} signs, and this one has {0}")]
    Long(usize),
}

/// Maximum length of a name in characters.
const LONGEST: usize = 64;

fn hint(name: &str) -> String {
    let kept: String =
        name.trim_end_matches(&format!(".{ENDING}")).chars().map(|c| if is_of_name(c) { c } else { '-' }).collect();
    let kept = kept.trim_matches(|c: char| !c.is_ascii_alphabetic()).to_lowercase();
    if kept.is_empty() { String::new() } else { format!("; such as `{kept}`") }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// Whether a new variant may have this name.
///
/// # Errors
/// Why not.
///
/// ```
/// use draughtsman::library::{NameError, usable_name};
/// assert_eq!(usable_name("night-draughts"), Ok(()));
/// assert!(matches!(usable_name("my game"), Err(NameError::Malformed(_))));
/// assert!(matches!(usable_name("english"), Err(NameError::Bundled(_))));
/// ```
pub fn usable_name(name: &str) -> Result<(), NameError> {
    if name.chars().count() > LONGEST {
        return Err(NameError::Long(name.chars().count()));
    }
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_of_name) {
        return Err(NameError::Malformed(name.to_owned()));
    }
    match text_of(name) {
        Some(_) => Err(NameError::Bundled(name.to_owned())),
        None => Ok(()),
    }
}

/// The template with this name.
///
/// # Errors
/// If there is none: the most similar name, if any is similar.
pub fn template(name: &str) -> Result<&'static Template, Option<&'static str>> {
    let names = || TEMPLATES.iter().map(|one| one.name);
    TEMPLATES.iter().find(|one| one.name == name).ok_or_else(|| nearest(name, names()))
}

/// Makes a title of a name: `Night draughts` from `night-draughts`.
pub fn title_of(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

impl Template {
    /// The rule file of the template with this title.
    ///
    /// ```
    /// use draughtsman::library::{TEMPLATES, check_text};
    /// let text = TEMPLATES[0].with_title("Night draughts");
    /// assert!(text.contains("name    = \"Night draughts\""));
    /// assert_eq!(check_text("night.draughts", &text), []);
    /// ```
    pub fn with_title(&self, title: &str) -> String {
        self.text.replacen("\"NAME\"", &quoted(title), 1)
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    let safe: String = escaped.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{safe}\"")
}

impl Loaded {
    /// The rule file of a child of this variant that changes nothing. It contains the parent's rules as comments, each with the
    /// words that would replace it.
    pub fn child(&self, title: &str) -> String {
        let parent = &self.id;
        let mut text = format!("+++\nname    = {}\nextends = {}\nversion = \"0.1.0\"\n", quoted(title), quoted(parent));
        text.push_str(&self.front_comments());
        text.push_str("+++\n");
        let told = self.files.last().map_or(String::new(), |(file, _)| self.sources.get(*file).name.clone());
        text.push_str(&format!(
            "\n# Everything is as in {told} until a line here says otherwise. In a chapter that the parent has, a line\n\
             #   add RULE                    comes after the parent's,\n\
             #   replace BEGINNING by RULE   stands in place of the parent's rule that begins so,\n\
             #   remove BEGINNING            takes it out.\n\
             # Below are the parent's rules. To change one, take the `#` away from its chapter and from its `replace` line, and write\n\
             # the new rule behind `by`. `## words` above a rule are what the rule book says of it. When you are done, throw away\n\
             # what is still a comment.\n"
        ));
        let on: Vec<String> = self.check(&Choices::default()).variant.map_or(Vec::new(), |variant| {
            variant.equipment.options.into_iter().filter(|one| one.on).map(|one| one.name).collect()
        });
        for (head, rules) in self.chapters(&on) {
            text.push_str(&format!("\n# {head} {{\n"));
            let words: Vec<Vec<String>> = rules.iter().map(print::words).collect();
            for (i, rule) in rules.iter().enumerate() {
                let canonical = print::canonical(rule);
                let lines = canonical.trim_end().lines().enumerate();
                let beginning = beginning(&words, i);
                for (number, line) in lines {
                    match number {
                        0 => text.push_str(&format!("#   replace {beginning} by {}\n", line.trim_end())),
                        _ => text.push_str(&format!("#   {}\n", line.trim_end())),
                    }
                }
            }
            text.push_str("# }\n");
        }
        text
    }

    /// Comments that show what the front matter of a child may contain.
    fn front_comments(&self) -> String {
        let mut text = String::from(
            "\n# Tables here are laid over the parent's key by key, [pieces] and [numbers] one by one; only [players] takes the place of the parent's.\n",
        );
        let Some(variant) = self.check(&Choices::default()).variant else { return text };
        let equipment = variant.equipment;
        if !equipment.numbers.is_empty() {
            text.push_str("#\n# [numbers]\n");
            for number in &equipment.numbers {
                text.push_str(&format!("# {} = {}\n", number.name, number.value));
            }
        }
        text.push_str(&format!("#\n# [board]\n# grid = \"{}x{}\"\n", equipment.board.files, equipment.board.ranks));
        text
    }

    /// The rules of each chapter of the flat file, without definitions and without the library of words.
    fn chapters(&self, on: &[String]) -> BTreeMap<ChapterName, Vec<Rule>> {
        let library = self.files.first().map(|(file, _)| *file);
        let mut chapters: BTreeMap<ChapterName, Vec<Rule>> = BTreeMap::new();
        for part in self.flat_rules(on).parts {
            let Part::Chapter(chapter) = part else { continue };
            let items = chapter.items.into_iter().filter(|item| Some(item.span.file) != library);
            let rules = items.filter_map(|item| if let ItemKind::Rule(rule) = item.kind { Some(rule) } else { None });
            let rules: Vec<Rule> = rules.collect();
            if !rules.is_empty() {
                chapters.entry(chapter.name.value).or_default().extend(rules);
            }
        }
        chapters
    }
}

/// The shortest beginning of a rule that is unique in its chapter, but at least three words if the rule has so many.
fn beginning(all: &[Vec<String>], which: usize) -> String {
    let words = &all[which];
    let alone = |many: usize| {
        let others = all.iter().enumerate().filter(|(i, _)| *i != which);
        others.filter(|(_, other)| other.len() >= many && other[..many] == words[..many]).count() == 0
    };
    let many = (3.min(words.len())..=words.len()).find(|many| alone(*many)).unwrap_or(words.len());
    words[..many].join(" ")
}
