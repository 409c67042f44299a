//! One random typing error in a correct file: something is reported near it, little else is, and nothing panics.

use super::files::{checked_text, names, text_of};
use crate::diagnostic::Diagnostic;
use crate::source::Sources;

/// Typing errors tried in each file.
const TRIED: usize = 24;

/// Pseudo-random numbers, the same in every run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}

/// The words and punctuation marks with their places, without comments, diagrams and what is not ASCII.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let (mut all, mut at, mut comment, mut drawing) = (Vec::new(), 0, false, false);
    let inner = |i: usize| bytes.get(i).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        if *byte == b'\n' {
            comment = false;
        } else if bytes[start..].starts_with(b"\"\"\"") {
            drawing = !drawing;
            at = start + 3;
        } else if bytes[start..].starts_with(b"+++") {
            at = start + 3;
        } else if comment || drawing || byte.is_ascii_whitespace() || !byte.is_ascii() {
        } else if *byte == b'#' {
            comment = true;
        } else {
            while inner(start) && (inner(at) || bytes.get(at) == Some(&b'-') && inner(at + 1)) {
                at += 1;
            }
            all.push((start, at));
        }
    }
    all
}

/// A random typing error: what it is, where, and the text with it.
fn slip(text: &str, draw: &mut Draw) -> Option<(&'static str, usize, String)> {
    let tokens = tokens(text);
    let at = draw.below(tokens.len() - 1);
    let (start, end) = tokens[at];
    let word = &text[start..end];
    let without = |from: usize, to: usize| format!("{}{}", &text[..from], &text[to..]);
    match draw.below(4) {
        0 => Some(("a word left out", start, without(start, end))),
        1 => {
            let (next, after) = tokens[at + 1];
            let (between, other) = (&text[end..next], &text[next..after]);
            let same_line = !between.contains('\n') && word != other;
            let swapped = || format!("{}{other}{between}{word}{}", &text[..start], &text[after..]);
            same_line.then(|| ("two words swapped", start, swapped()))
        }
        2 if word.len() > 3 && word.as_bytes()[0].is_ascii_alphabetic() => {
            let letter = start + 1 + draw.below(word.len() - 2);
            match draw.below(2) {
                0 => Some(("a letter left out", start, without(letter, letter + 1))),
                _ => {
                    let twice = format!("{}{}{}", &text[..letter], &text[letter..letter + 1], &text[letter..]);
                    Some(("a letter twice", start, twice))
                }
            }
        }
        2 => None,
        _ => {
            let marks: Vec<(usize, usize)> =
                tokens.iter().copied().filter(|(from, to)| "{}()[]\"".contains(&text[*from..*to])).collect();
            let (from, to) = marks[draw.below(marks.len())];
            Some(("a bracket left out", from, without(from, to)))
        }
    }
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// Whether a diagnostic points at the line or one beside it.
fn near(sources: &Sources, name: &str, line: usize, one: &Diagnostic) -> bool {
    let spans = std::iter::once(one.span).chain(one.labels.iter().map(|label| label.span));
    spans.into_iter().any(|span| {
        let source = sources.get(span.file);
        let (from, to) = (source.line_column(span.start).0, source.line_column(span.end).0);
        source.name == name && from <= line + 1 && to + 1 >= line
    })
}

#[test]
fn one_slip_is_found_where_it_is() {
    let mut draw = Draw(0x9E37_79B9_7F4A_7C15);
    let (mut said, mut far, mut crowds) = (0, Vec::new(), Vec::new());
    for name in names() {
        let text = text_of(&name);
        let file = format!("{name}.draughts");
        for _ in 0..TRIED {
            let Some((what, at, broken)) = slip(&text, &mut draw) else { continue };
            if broken.contains("\nextends") != text.contains("\nextends") {
                continue; // without its parent a child is another file
            }
            let (sources, checked) = checked_text(&file, &broken);
            // the text with the error may be another correct game
            if checked.diagnostics.is_empty() {
                continue;
            }
            said += 1;
            let line = line_of(&text, at);
            if !checked.diagnostics.iter().any(|one| near(&sources, &file, line, one)) {
                far.push(format!("{file}:{line}: {what}"));
            }
            if checked.diagnostics.len() > 4 {
                crowds.push(format!("{file}:{line}: {what}: {} messages", checked.diagnostics.len()));
            }
            assert!(checked.diagnostics.len() <= 25, "{file}:{line}: {what}");
        }
    }
    assert!(said > 300, "{said}");
    assert!(far.len() * 100 <= said * 2, "of {said}, far away:\n{}", far.join("\n"));
    assert!(crowds.len() * 100 <= said * 4, "of {said}, too much is said:\n{}", crowds.join("\n"));
}

#[test]
fn two_slips_are_two_messages() {
    let mut draw = Draw(0xD1B5_4A32_D192_ED03);
    let (mut pairs, mut lost) = (0, Vec::new());
    for name in names() {
        let text = text_of(&name);
        let file = format!("{name}.draughts");
        for _ in 0..2 * TRIED {
            let (Some((_, first, once)), Some((what, second, _))) = (slip(&text, &mut draw), slip(&text, &mut draw)) else {
                continue;
            };
            // the second error of the pair is a misspelt word in a later line
            let shift = once.len() as i64 - text.len() as i64;
            let at = (second as i64 + shift) as usize;
            let (line, other) = (line_of(&text, first), line_of(&text, second));
            let word = text[second..].split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).next().unwrap_or("");
            let rules = text.rfind("\n+++").unwrap_or(0);
            if other < line + 3 || word.len() < 4 || second < rules || once.get(at..at + word.len()) != Some(word) {
                continue;
            }
            let misspelt = |text: &str, at: usize| format!("{}xq{}", &text[..at], &text[at..]);
            let alone = |text: &str, line: usize| {
                let (sources, checked) = checked_text(&file, text);
                checked.diagnostics.iter().any(|one| one.code.starts_with('E') && near(&sources, &file, line, one))
            };
            // each must be an error by itself
            if !alone(&once, line) || !alone(&misspelt(&text, second), other) {
                continue;
            }
            pairs += 1;
            let (sources, checked) = checked_text(&file, &misspelt(&once, at));
            for line in [line, other] {
                if !checked.diagnostics.iter().any(|one| near(&sources, &file, line, one)) {
                    lost.push(format!("{file}:{line} and {other}: {what}"));
                }
            }
        }
    }
    assert!(pairs > 80, "{pairs}");
    assert!(lost.len() * 100 <= pairs * 8, "of {pairs} pairs, one is hidden:\n{}", lost.join("\n"));
}
