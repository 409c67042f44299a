//! One message for each mistake: diagnostics that only follow from another one, such as a line that could not be read, are left
//! out, and repeated ones are merged.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, any_error};
use crate::source::{Sources, Span};
use crate::syntax::ast::{ItemKind, Part, Rule, RuleFile};
use crate::syntax::front::{Table, Value};
use crate::syntax::words_of;

use super::link::Link;

/// Codes about undeclared names.
const UNKNOWN: [&str; 14] = [
    "E0021", "E0022", "E0023", "E0024", "E0055", "E0057", "E0069", "E0201", "E0301", "E0303", "E0314", "E0315", "E0334",
    "E0338",
];

/// Codes that an unreadable line of the front matter may cause elsewhere.
const WITHOUT_A_LINE: [&str; 16] = [
    "E0010", "E0026", "E0036", "E0060", "E0061", "E0062", "E0063", "E0064", "E0302", "E0303", "E0305", "E0306", "E0310",
    "E0327", "E0332", "E0339",
];

/// Codes about keys that seem to be in the wrong table because the heading of their own could not be read.
const WITHOUT_A_HEADING: [&str; 6] = ["E0011", "E0012", "E0013", "E0015", "E0016", "E0019"];

/// From this number on, diagnostics of one code about the squares of a set-up are merged.
const CROWD: usize = 3;

/// Codes about undeclared names that are merged for each name, whatever was expected there.
const NAMES: [&str; 3] = ["E0021", "E0022", "E0301"];

/// Maximum number of other lines listed in a merged diagnostic.
const MOST_LINES: usize = 8;

/// Codes about sites that are not on the board, and about diagrams of the wrong size.
const OFF_THE_BOARD: [&str; 5] = ["E0036", "E0037", "E0060", "E0061", "E0064"];

/// Leaves out diagnostics that follow from others, and merges repeated ones.
pub(super) fn calm(sources: &Sources, chain: &[Link<'_>], found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let all = || chain.iter().flat_map(|link| &link.parsed.diagnostics);
    let lost: Vec<&Diagnostic> = all().filter(|one| one.code == "E0003" && one.proposals.is_empty()).collect();
    let heading = lost.iter().any(|one| sources.line(one.span).trim_start().starts_with('['));
    let last = chain.last().map(|link| link.file);
    let unread = chain.last().is_some_and(|link| any_error(&link.parsed.diagnostics));
    let unsure: HashSet<&str> = chain.iter().flat_map(|link| &link.parsed.unsure).map(String::as_str).collect();
    let is_unsure = |word: &str| unsure.contains(word) || word.strip_suffix('s').is_some_and(|word| unsure.contains(word));
    // As long as the players are wrong, it is unknown whose piece a letter of a diagram is.
    let players = found.iter().any(|one| matches!(one.code, "E0018" | "E0026") && sources.text(one.span) == "players");
    let follows = |one: &Diagnostic| {
        if players && matches!(one.code, "E0062" | "E0063") {
            return true;
        }
        let says = sources.text(one.span).trim_matches('"');
        let mut words = says.split(|c: char| c.is_whitespace() || c == '(');
        UNKNOWN.contains(&one.code)
            && words.any(is_unsure)
            // An error in the rules of a parent: the parent is correct by itself, so unreadable lines of the child have caused
            // it.
            || unread && Some(one.span.file) != last && !one.code.starts_with("E00") && !one.code.starts_with("E01")
            || !lost.is_empty() && WITHOUT_A_LINE.contains(&one.code)
            || heading && (WITHOUT_A_HEADING.contains(&one.code) || UNKNOWN.contains(&one.code))
    };
    let found = found.into_iter().filter(|one| !follows(one)).collect();
    let found = also_set(sources, torn(found));
    let mut found = crowds(sources, of_another_board(sources, chain, found));
    let uses = LazyCell::new(|| Uses::of(sources, chain));
    for one in &mut found {
        misdeclared(sources, chain, &uses, one);
    }
    found
}

/// The number of occurrences of each word in the rules of a file.
struct Uses<'t>(HashMap<&'t str, usize>);

impl<'t> Uses<'t> {
    /// Counts the words of the last file of the chain.
    fn of(sources: &'t Sources, chain: &[Link<'_>]) -> Uses<'t> {
        let parts = chain.last().into_iter().flat_map(|link| &link.parsed.rules.parts).map(|part| match part {
            Part::Chapter(chapter) => chapter.span,
            Part::Option(block) => block.span,
        });
        let mut uses: HashMap<&str, usize> = HashMap::new();
        for (_, word) in parts.flat_map(|span| words_of(sources.text(span))) {
            *uses.entry(word).or_default() += 1;
        }
        Uses(uses)
    }

    /// The number of occurrences of a word and its plural in `s`.
    fn of_word(&self, word: &str) -> usize {
        let of = |word: &str| self.0.get(word).copied().unwrap_or(0);
        of(word) + of(&format!("{word}s"))
    }

    /// The same for a word that the rules declare, not counting its declaration.
    fn of_declared(&self, word: &str) -> usize {
        self.of_word(word).saturating_sub(1)
    }
}

/// For an undeclared word with a similar one proposed: adds where that one is declared. If no rule uses the similar word, its
/// declaration is taken to be misspelt rather than the uses, and the proposal is to correct the declaration.
fn misdeclared<'t>(
    sources: &'t Sources,
    chain: &[Link<'_>],
    uses: &LazyCell<Uses<'t>, impl FnOnce() -> Uses<'t>>,
    one: &mut Diagnostic,
) {
    let near = one.proposals.first().map(|change| change.replacement.clone());
    let (Some(near), Some(last), true) = (near, chain.last(), NAMES.contains(&one.code)) else { return };
    let near = near.trim_matches('"');
    let word = sources.text(one.span).trim_matches('"').to_owned();
    let (at, unused) = match declaration(&last.parsed.front, near) {
        Some(at) => (at, uses.of_word(near) == 0),
        None => match declared_in_rules(&last.parsed.rules, near) {
            Some(at) if uses.of_declared(near) == 0 && uses.of_word(&word) > 1 => (at, true),
            _ => return,
        },
    };
    let misdeclared = unused && uses.of_word(&word) > 1 && sources.text(at) == near;
    if misdeclared || one.code == "E0301" {
        one.labels.push(crate::diagnostic::Label { span: at, text: format!("`{near}` is declared here") });
    }
    if misdeclared {
        one.help = vec![format!("no rule says `{near}`; did you mean to declare `{word}`?")];
        one.proposals.clear();
        *one = one.clone().propose(at, word);
    }
}

/// Where the front matter declares a name.
fn declaration(front: &Table, name: &str) -> Option<Span> {
    front.iter().find_map(|(key, entry)| {
        let here = (key == name).then_some(entry.key);
        here.or_else(|| match &entry.value.value {
            Value::Table(inner) => declaration(inner, name),
            _ => None,
        })
    })
}

/// Where the rules declare a counter, clock, kept thing or definition of this name.
fn declared_in_rules(rules: &RuleFile, name: &str) -> Option<Span> {
    let chapters = rules.parts.iter().flat_map(|part| match part {
        Part::Chapter(chapter) => std::slice::from_ref(chapter),
        Part::Option(block) => &block.chapters[..],
    });
    let mut declared = chapters.flat_map(|chapter| &chapter.items).filter_map(|item| match &item.kind {
        ItemKind::Rule(Rule::Stored(stored)) | ItemKind::Add(Rule::Stored(stored)) => Some(&stored.name),
        ItemKind::Rule(Rule::Define(define)) | ItemKind::Add(Rule::Define(define)) => Some(&define.name),
        _ => None,
    });
    declared.find(|word| word.value == name).map(|word| word.span)
}

/// Drops E0338 (cannot be set) for words that E0301 reports as undeclared.
fn also_set(sources: &Sources, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let unknown: HashSet<&str> = found.iter().filter(|one| one.code == "E0301").map(|one| sources.text(one.span)).collect();
    found.retain(|one| one.code != "E0338" || !unknown.contains(sources.text(one.span)));
    found
}

/// The key by which diagnostics about one word are merged, wherever it occurs: the code, or "" for undeclared names, and the
/// word.
pub(crate) fn said_once(sources: &Sources, one: &Diagnostic) -> Option<(&'static str, String)> {
    let word = || sources.text(one.span).trim_matches('"').to_owned();
    match one.code {
        code if NAMES.contains(&code) => Some(("", word())),
        "E0314" | "E0334" => Some((one.code, word())),
        _ => None,
    }
}

/// Merges the diagnostics about each undeclared word, and those about a set-up that does not fit its board.
fn crowds(sources: &Sources, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let key = |one: &Diagnostic| match one.code {
        "E0062" => Some((one.code, sources.text(one.span).to_owned())),
        "E0061" | "E0064" => Some((one.code, String::new())),
        _ => said_once(sources, one),
    };
    let enough = |key: &(&str, String)| if matches!(key.0, "E0061" | "E0062" | "E0064") { CROWD } else { 2 };
    let mut counts: HashMap<(&str, String), usize> = HashMap::new();
    for key in found.iter().filter_map(key) {
        *counts.entry(key).or_default() += 1;
    }
    // For each group: the index in `calm` of the one that is kept, its line, and the lines of all others.
    let mut said: HashMap<(&str, String), (usize, usize, Vec<usize>)> = HashMap::new();
    let mut calm: Vec<Diagnostic> = Vec::with_capacity(found.len());
    for one in found {
        let crowd = key(&one).filter(|key| counts.get(key).is_some_and(|count| *count >= enough(key)));
        let Some(key) = crowd else {
            calm.push(one);
            continue;
        };
        let line = sources.get(one.span.file).line_column(one.span.start).0;
        match said.get_mut(&key) {
            None => {
                said.insert(key, (calm.len(), line, Vec::new()));
                calm.push(one);
            }
            Some((_, _, lines)) => lines.push(line),
        }
    }
    for (at, first, lines) in said.into_values() {
        let times = lines.len();
        let mut others: Vec<usize> = lines.into_iter().filter(|line| *line != first).collect();
        others.dedup();
        let shown: Vec<String> = others.iter().take(MOST_LINES).map(usize::to_string).collect();
        let more = if others.len() > MOST_LINES { ", …" } else { "" };
        calm[at].help.push(match &shown[..] {
            [] if times == 1 => "the same once more in this line".to_owned(),
            [] => format!("the same {times} times more in this line"),
            _ => format!("the same in line {}{more}", shown.join(", ")),
        });
    }
    calm
}

/// Drops E0301 for the second half of a word that was written as two: the diagnostic of the first half proposes the whole.
fn torn(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let wholes: Vec<Span> = found.iter().flat_map(|one| &one.proposals).map(|change| change.span).collect();
    let second = |at: Span| wholes.iter().any(|all| all.file == at.file && all.start < at.start && at.end <= all.end);
    found.retain(|one| one.code != "E0301" || !second(one.span));
    found
}

/// Replaces errors about a parent's set-up that come from a child's different board by one error in the file that changed the
/// board.
fn of_another_board(sources: &Sources, chain: &[Link<'_>], found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let board = |link: &Link<'_>| link.parsed.front.get("board").map(|entry| (entry.key, entry.value.value.clone()));
    let Some((link, (heading, keys))) = chain.iter().rev().find_map(|link| Some((link, board(link)?))) else { return found };
    let parents: Vec<_> = chain.iter().map(|one| one.file).take_while(|file| *file != link.file).collect();
    let (lost, mut kept): (Vec<Diagnostic>, Vec<Diagnostic>) =
        found.into_iter().partition(|one| OFF_THE_BOARD.contains(&one.code) && parents.contains(&one.span.file));
    let Some(first) = lost.first() else { return kept };
    let key = match &keys {
        Value::Table(keys) => keys.iter().find(|(key, _)| *key != "points").map(|(_, entry)| entry.key),
        _ => None,
    };
    let headings: Vec<&str> = lost.iter().filter_map(|one| heading_above(sources, one.span)).collect();
    let mut tables: Vec<String> = headings.iter().map(|heading| format!("`{heading}`")).collect();
    tables.dedup();
    let (count, parent) = (lost.len(), &sources.get(first.span.file).name);
    let places = if count == 1 { "what stands there does".to_owned() } else { format!("{count} things there do") };
    let message = format!("this board is not that of `{parent}`: {places} not fit it");
    let found = Diagnostic::error(first.code, key.unwrap_or(heading), message)
        .label(first.span, first.message.clone())
        .help(format!("say anew in this file what stands under {}", tables.join(" and ")));
    kept.push(found);
    kept.sort_by_key(|one| (one.span.file, one.span.start, one.code));
    kept
}

/// The heading of the front matter under which a span is.
fn heading_above(sources: &Sources, span: Span) -> Option<&str> {
    let text = sources.get(span.file).text.get(..span.start as usize)?;
    let line = text.lines().rfind(|line| line.starts_with('['))?;
    line.split_inclusive(']').next()
}
