//! One slip, one message: what follows from a line that could not be read is left out, and what is said again and again is said
//! once.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, any_error};
use crate::source::{Sources, Span};
use crate::syntax::ast::Part;
use crate::syntax::front::{Table, Value};
use crate::syntax::words_of;

use super::variant::Link;

/// About names that nobody declares.
const UNKNOWN: [&str; 14] = [
    "E0021", "E0022", "E0023", "E0024", "E0055", "E0057", "E0069", "E0201", "E0301", "E0303", "E0314", "E0315", "E0334",
    "E0338",
];

/// About what a lost line of the front matter would have said of something else.
const WITHOUT_A_LINE: [&str; 16] = [
    "E0010", "E0026", "E0036", "E0060", "E0061", "E0062", "E0063", "E0064", "E0302", "E0303", "E0305", "E0306", "E0310",
    "E0327", "E0332", "E0339",
];

/// About keys that stand under another heading, because their own is lost.
const WITHOUT_A_HEADING: [&str; 6] = ["E0011", "E0012", "E0013", "E0015", "E0016", "E0019"];

/// From so many on, what is said of one word, or of the squares of one set-up, is said once.
const CROWD: usize = 3;

/// Leaves out what follows from something else that is reported.
pub(super) fn calm(sources: &Sources, chain: &[Link<'_>], found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let all = || chain.iter().flat_map(|link| &link.parsed.diagnostics);
    let lost: Vec<&Diagnostic> = all().filter(|one| one.code == "E0003" && one.fix.is_none()).collect();
    let heading = lost.iter().any(|one| sources.line(one.span).trim_start().starts_with('['));
    let last = chain.last().map(|link| link.file);
    let unread = chain.last().is_some_and(|link| any_error(&link.parsed.diagnostics));
    let unsure = || chain.iter().flat_map(|link| &link.parsed.unsure);
    let follows = |one: &Diagnostic| {
        let says = sources.text(one.span).trim_matches('"');
        let mut words = says.split(|c: char| c.is_whitespace() || c == '(');
        UNKNOWN.contains(&one.code)
            && words.any(|word| unsure().any(|known| known == word || word.strip_suffix('s') == Some(known)))
            // of a parent that is in order by itself, because its child's lines are missing
            || unread && Some(one.span.file) != last && !one.code.starts_with("E00") && !one.code.starts_with("E01")
            || !lost.is_empty() && WITHOUT_A_LINE.contains(&one.code)
            || heading && (WITHOUT_A_HEADING.contains(&one.code) || UNKNOWN.contains(&one.code))
    };
    let mut found = crowds(sources, found.into_iter().filter(|one| !follows(one)).collect());
    for one in &mut found {
        misdeclared(sources, chain, one);
    }
    found
}

/// Of a word that nobody declares: where the word stands that may have been meant. If no rule says that one, its declaration is
/// misspelt rather than its uses.
fn misdeclared(sources: &Sources, chain: &[Link<'_>], one: &mut Diagnostic) {
    let near = one.help.iter().find_map(|help| help.strip_prefix("did you mean `")?.strip_suffix("`?"));
    let (Some(near), Some(last), true) = (near, chain.last(), one.code == "E0301") else { return };
    let Some(at) = declaration(&last.parsed.front, near) else { return };
    let word = sources.text(one.span).to_owned();
    let rules = last.parsed.rules.parts.iter().map(|part| match part {
        Part::Chapter(chapter) => chapter.span,
        Part::Option(block) => block.span,
    });
    let words: Vec<&str> = rules.flat_map(|span| words_of(sources.text(span)).map(|(_, word)| word)).collect();
    let uses = |name: &str| words.iter().filter(|word| **word == name || word.strip_suffix('s') == Some(name)).count();
    one.labels.push(crate::diagnostic::Label { span: at, text: format!("`{near}` is declared here") });
    if uses(near) == 0 && uses(&word) > 1 && sources.text(at) == near {
        one.help = vec![format!("no rule says `{near}`; did you mean to declare `{word}`?")];
        *one = one.clone().fix(at, word);
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

/// One for many: each word that nobody declares, and a set-up that does not fit its board.
fn crowds(sources: &Sources, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let key = |one: &Diagnostic| match one.code {
        "E0301" | "E0314" | "E0334" | "E0022" | "E0062" => Some((one.code, sources.text(one.span).to_owned())),
        "E0061" | "E0064" => Some((one.code, String::new())),
        _ => None,
    };
    let mut counts: HashMap<(&str, String), usize> = HashMap::new();
    for key in found.iter().filter_map(key) {
        *counts.entry(key).or_default() += 1;
    }
    let mut said: HashMap<(&str, String), usize> = HashMap::new();
    let mut calm: Vec<Diagnostic> = Vec::with_capacity(found.len());
    for one in found {
        let crowd = key(&one).filter(|key| counts.get(key).is_some_and(|count| *count >= CROWD));
        let Some(key) = crowd else {
            calm.push(one);
            continue;
        };
        let line = sources.get(one.span.file).line_column(one.span.start).0;
        match said.get(&key).copied() {
            None => {
                said.insert(key, calm.len());
                // written so often, the word may be right, and its declaration wrong
                calm.push(Diagnostic { fix: None, ..one });
            }
            Some(first) => {
                if let Some(first) = calm.get_mut(first) {
                    let more = "the same in line ";
                    match first.help.iter_mut().find(|help| help.starts_with(more)) {
                        Some(help) if help.len() < 60 => help.push_str(&format!(", {line}")),
                        Some(help) if !help.ends_with('…') => help.push_str(", …"),
                        Some(_) => {}
                        None => first.help.push(format!("{more}{line}")),
                    }
                }
            }
        }
    }
    calm
}
