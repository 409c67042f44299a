//! The rule files with their counts in the margin.

use rustc_hash::{FxHashMap, FxHashSet};

use super::count::{Count, Counts};
use super::points::{Form, Point, Points, Role};
use crate::source::{FileId, Sources, Span};

/// A rule file with its margin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name of the file: `english.draughts`.
    pub file: String,
    /// Each line with its margin.
    pub lines: Vec<(Margin, String)>,
}

/// The margin of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    /// How often what begins on this line took part. In a rule of several lines each statement has its own count.
    Counted(Count),
    /// A rule that is not in force: a child has replaced or removed it, or its option is off.
    Off,
    /// Nothing that is counted begins here.
    Plain,
}

/// The rule files with their margins, the parent first. `written` are the spans of all rules in the files, whether in force or
/// not.
pub fn listing(sources: &Sources, files: &[FileId], written: &[Span], points: &Points<'_>, counts: &Counts) -> Vec<Listed> {
    let line_of = |span: Span| (span.file, sources.get(span.file).line_column(span.start).0);
    let mut margins: FxHashMap<(FileId, usize), Margin> = FxHashMap::default();
    let mut rules: FxHashSet<(FileId, usize)> = FxHashSet::default();
    for (i, line) in points.variant.rules.lines.iter().enumerate() {
        let rule = crate::model::RuleId(i as u16);
        let at = line_of(line.span);
        rules.insert(at);
        if points.role(rule) != Role::Means {
            let count = counts.of(points, Point::Rule(rule));
            margins.insert(at, Margin::Counted(count));
        }
    }
    let mut statements: FxHashMap<(FileId, usize), (bool, Count)> = FxHashMap::default();
    for (point, one) in points.written() {
        let at = line_of(one.span);
        if rules.contains(&at) {
            continue;
        }
        let (asks, count) = (one.form == Form::Asks, counts.of(points, point));
        // If a condition and a statement inside it begin on one line, the statement counts.
        let entry = statements.entry(at).or_insert((asks, count));
        let better = entry.0 && !asks || entry.0 == asks && count.moves > entry.1.moves;
        if better {
            *entry = (asks, count);
        }
    }
    margins.extend(statements.into_iter().map(|(at, (_, count))| (at, Margin::Counted(count))));
    for span in written {
        let at = line_of(*span);
        if !rules.contains(&at) {
            margins.entry(at).or_insert(Margin::Off);
        }
    }
    let of_file = |file: &FileId| {
        let source = sources.get(*file);
        let lines = source.text.lines().enumerate();
        let margin = |line: usize| margins.get(&(*file, line + 1)).copied().unwrap_or(Margin::Plain);
        Listed { file: source.name.clone(), lines: lines.map(|(i, text)| (margin(i), text.to_owned())).collect() }
    };
    files.iter().map(of_file).collect()
}
