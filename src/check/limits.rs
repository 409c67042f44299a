//! Limits on the size of a file and its parents, counted before anything is checked, so that a file that is too large is refused
//! at once; and the limit on the number of diagnostics.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::ast::{Chapter, ChapterName, ItemKind, Part};
use crate::syntax::front::Value;

use super::link::Link;

/// Maximum number of rules, those of options included.
const RULES: usize = 5_000;
/// Maximum number of `replace` and `remove` lines.
const AMENDMENTS: usize = 1_000;
/// Maximum number of chapters of moves, `movement` and `capture` included.
const GROUPS: usize = 64;
const USUAL_GROUPS: usize = 2;
/// Maximum number of options.
const OPTIONS: usize = 200;
/// Maximum cost of trying options one by one, in words of rules that are read again: the most words that all rules may have.
pub(super) const TRIED: usize = 300_000;
/// Maximum number of errors reported, and of warnings.
pub(super) const TOLD: usize = 1_000;

/// The first limit that is exceeded, if any; nothing else is reported then.
pub(super) fn too_much(chain: &[Link<'_>]) -> Option<Diagnostic> {
    let mut counted = Counted::default();
    // The library does not count.
    chain.iter().skip(1).find_map(|link| counted.file(link).err()).map(|refusal| *refusal)
}

/// What has been counted so far.
#[derive(Default)]
struct Counted<'a> {
    rules: usize,
    amendments: usize,
    groups: HashSet<&'a ChapterName>,
    options: HashSet<&'a str>,
}

impl<'a> Counted<'a> {
    fn file(&mut self, link: &Link<'a>) -> Result<(), Box<Diagnostic>> {
        for part in &link.parsed.rules.parts {
            match part {
                Part::Chapter(chapter) => self.chapter(chapter)?,
                Part::Option(block) => {
                    self.option(&block.name.value, block.name.span)?;
                    block.chapters.iter().try_for_each(|chapter| self.chapter(chapter))?;
                }
            }
        }
        match link.parsed.front.get("option").map(|entry| &entry.value.value) {
            Some(Value::Table(options)) => options.iter().try_for_each(|(name, entry)| self.option(name, entry.key)),
            _ => Ok(()),
        }
    }

    fn option(&mut self, name: &'a str, at: Span) -> Result<(), Box<Diagnostic>> {
        self.options.insert(name);
        within(self.options.len(), OPTIONS, || {
            Diagnostic::error("E0607", at, format!("a file and its parents may have {OPTIONS} options"))
        })
    }

    fn chapter(&mut self, chapter: &'a Chapter) -> Result<(), Box<Diagnostic>> {
        let name = &chapter.name;
        if matches!(name.value, ChapterName::Moves(_)) {
            self.groups.insert(&name.value);
            within(self.groups.len() + USUAL_GROUPS, GROUPS, || {
                Diagnostic::error("E0606", name.span, format!("a variant may have {GROUPS} chapters of moves"))
            })?;
        }
        for item in &chapter.items {
            let (rules, amends) = match &item.kind {
                ItemKind::Rule(_) | ItemKind::Add(_) => (1, 0),
                ItemKind::Replace { new, .. } => (new.len(), 1),
                ItemKind::Remove { .. } => (0, 1),
            };
            self.rules += rules;
            self.amendments += amends;
            within(self.rules, RULES, || {
                Diagnostic::error("E0605", item.span, format!("a file and its parents may have {RULES} rules"))
            })?;
            within(self.amendments, AMENDMENTS, || {
                let message = format!("a file and its parents may replace or remove {AMENDMENTS} rules");
                Diagnostic::error("E0211", item.span, message)
            })?;
        }
        Ok(())
    }
}

/// W0609: this option and those after it were not tried, because the limit on work was reached.
pub(super) fn untried(name: &str, at: Option<Span>) -> Diagnostic {
    let message = format!("`{name}` and the options behind it were not tried, as trying those before has been so much work");
    Diagnostic::warning("W0609", at.unwrap_or_default(), message).help("check the file with each of them on")
}

fn within(count: usize, most: usize, refusal: impl FnOnce() -> Diagnostic) -> Result<(), Box<Diagnostic>> {
    if count > most { Err(Box::new(refusal())) } else { Ok(()) }
}

/// The first errors and the first warnings, in their order, each followed by a note if there are more.
pub(super) fn the_first(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let (mut errors, mut warnings) = (0, 0);
    let mut first = Vec::with_capacity(found.len().min(2 * TOLD + 2));
    for one in found {
        let (count, code, what) = match one.severity {
            Severity::Error => (&mut errors, "E0125", "mistakes"),
            Severity::Warning => (&mut warnings, "W0125", "oddities"),
        };
        *count += 1;
        if *count <= TOLD {
            first.push(one);
        } else if *count == TOLD + 1 {
            let message = format!("more than {TOLD} {what}; the rest are passed over");
            first.push(Diagnostic { severity: one.severity, ..Diagnostic::error(code, one.span, message) });
        }
    }
    first
}
