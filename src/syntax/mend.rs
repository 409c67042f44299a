//! Repairs front matter that is not valid TOML: each broken line is one mistake, and is repaired if the intention can be
//! guessed, else blanked, so that all other lines keep their meaning.

use std::ops::Range;

use toml::de::DeTable;

use super::mistake::MOST_LINES;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// The maximum length of a statement, in bytes, in which a missing character is searched.
const LONGEST: usize = 4_000;

/// Valid TOML made from an invalid text.
pub(super) struct Mended {
    /// The repaired text. It differs from the original by inserted characters, blanked lines and repaired headings.
    pub(super) text: String,
    /// The positions of inserted characters in the repaired text.
    put_in: Vec<usize>,
    /// Names and values from lines that were blanked; they may be used elsewhere.
    pub(super) unsure: Vec<String>,
}

impl Mended {
    /// The position in the original text of a position in the repaired text.
    pub(super) fn written(&self, at: usize) -> usize {
        at - self.put_in.iter().filter(|place| **place < at).count()
    }

    /// Inserts a character.
    fn put(&mut self, at: usize, sign: char) {
        self.text.insert(at, sign);
        self.put_in.iter_mut().filter(|place| **place >= at).for_each(|place| *place += 1);
        self.put_in.push(at);
    }

    /// Replaces a range by spaces, except for line ends.
    fn blank(&mut self, range: Range<usize>) {
        let blank = |c: char| if c == '\n' || c == '\r' { c.to_string() } else { " ".repeat(c.len_utf8()) };
        let blanks: String = self.text[range.clone()].chars().map(blank).collect();
        self.text.replace_range(range, &blanks);
    }
}

/// Repairs the TOML at byte `base` of the file.
pub(super) fn mend(file: FileId, base: usize, toml: &str, found: &mut Vec<Diagnostic>) -> Mended {
    let mut mended = Mended { text: toml.to_owned(), put_in: Vec::new(), unsure: Vec::new() };
    // each round parses the whole text again
    let most = MOST_LINES.min(4_000_000 / toml.len().max(1)).max(4);
    for round in 0.. {
        let Some((at, message)) = first_error(&mended.text) else { break };
        let Some(line) = broken_statement(&mended.text, at) else { break };
        let span = |mended: &Mended, range: Range<usize>| {
            Span::new(file, base + mended.written(range.start), base + mended.written(range.end))
        };
        if round >= most {
            let at = span(&mended, line.start..line.start);
            let message = format!("more than {most} lines are no TOML; the rest are passed over");
            found.push(Diagnostic::error("E0123", at, message));
            mended.blank(line.start..mended.text.len());
            break;
        }
        let code = "E0003";
        let text = mended.text[line.clone()].to_owned();
        if let Some((length, heading)) = scrambled_heading(&text) {
            let at = span(&mended, line.start..line.start + length);
            found.push(Diagnostic::error(code, at, "this is no heading").propose(at, heading.clone()));
            mended.text.replace_range(line.start..line.start + length, &heading);
            continue;
        }
        if let Some((offset, sign, says)) = missing_sign(&text) {
            let place = line.start + offset;
            let shown = span(&mended, place..place);
            let before = span(&mended, line.start..line.start + text.trim_end().len());
            let opened = if says.1 == offset { before } else { span(&mended, line.start + says.1..line.start + says.1 + 1) };
            let signs = if opens_lines(&text[..offset], sign, &mended.text[line.end..]) { 2 } else { 1 };
            found.push(Diagnostic::error(code, opened, says.0).propose(shown, sign.to_string().repeat(signs)));
            (0..signs).for_each(|_| mended.put(place, sign));
        } else {
            let end = line.start + text.trim_end().len();
            let at = at.clamp(line.start, end);
            let word = mended.text[at..end].find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')).unwrap_or(end - at);
            let length = word.max(mended.text[at..end].chars().next().map_or(0, char::len_utf8));
            let shown = if at == end { span(&mended, line.start..end) } else { span(&mended, at..at + length) };
            found.push(Diagnostic::error(
                code,
                shown,
                format!(
                    "this is no TOML: {}",
                    message.replace('\n', ", ").replace("expected letters", "expected letters from a to z")
                ),
            ));
            mended.unsure.extend(names(&text));
            mended.blank(line);
        }
    }
    mended
}

/// Whether the quote missing at the end of a line begins a multi-line text, as a later line has the closing quotes.
fn opens_lines(before: &str, sign: char, rest: &str) -> bool {
    let nothing_yet = before.trim_end().strip_suffix('"').is_some_and(|key| key.trim_end().ends_with('='));
    sign == '"' && nothing_yet && rest.lines().any(|line| line.starts_with("\"\"\""))
}

/// The first error other than a duplicate key; duplicate keys do not prevent parsing.
fn first_error(text: &str) -> Option<(usize, String)> {
    let (_, errors) = DeTable::parse_recoverable(text);
    let found = errors.iter().filter(|error| !error.message().contains("duplicate key"));
    let first = found.min_by_key(|error| error.span().map_or(0, |span| span.start))?;
    Some((floor(text, first.span().map_or(0, |span| span.start)), first.message().to_owned()))
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The statement that contains an error: the first incomplete one before it, if any.
fn broken_statement(text: &str, at: usize) -> Option<Range<usize>> {
    let all = statements(text);
    let alone = |range: &Range<usize>| DeTable::parse(&text[range.clone()]).is_ok();
    let upto = all.iter().filter(|range| range.start <= at);
    let broken = upto.clone().find(|range| !alone(range)).or(upto.clone().next_back());
    broken.or(all.first()).cloned()
}

/// Headings and `key = value` lines, each with its continuation lines. A line that looks like the beginning of a statement
/// begins a new one even if a bracket is open.
fn statements(text: &str) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let (mut start, mut open) = (0, Open::default());
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        match all.last_mut() {
            Some(last) if open.any() && !begins(line) => last.end = range.end,
            _ if line.trim().is_empty() || line.trim_start().starts_with('#') => continue,
            _ => {
                open = Open::default();
                all.push(range);
            }
        }
        open.read(line);
    }
    all
}

/// What a statement has opened but not closed so far.
#[derive(Default)]
struct Open {
    brackets: i64,
    /// Inside a multi-line text.
    drawing: bool,
}

impl Open {
    fn any(&self) -> bool {
        self.brackets > 0 || self.drawing
    }

    fn read(&mut self, line: &str) {
        let (mut rest, mut quoted) = (line, false);
        while let Some(c) = rest.chars().next() {
            if let Some(after) = rest.strip_prefix("\"\"\"").filter(|_| !quoted) {
                self.drawing = !self.drawing;
                rest = after;
                continue;
            }
            match c {
                _ if self.drawing => {}
                '"' => quoted = !quoted,
                _ if quoted => {}
                '#' => return,
                '[' | '{' => self.brackets += 1,
                ']' | '}' => self.brackets -= 1,
                _ => {}
            }
            rest = &rest[c.len_utf8()..];
        }
    }
}

/// Whether a line looks like a heading or the beginning of `key = value`.
fn begins(line: &str) -> bool {
    let word = |text: &str| {
        let text = text.trim();
        text.starts_with(char::is_alphabetic) && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    let heading = line.split('#').next().unwrap_or("").trim().trim_start_matches('[').trim_end_matches(']');
    let unindented = !line.starts_with([' ', '\t']);
    unindented && (line.starts_with('[') && word(heading) || line.split_once('=').is_some_and(|(key, _)| word(key)))
}

/// For a heading with misplaced brackets, such as `board[]` or `[]board`: its length, and the intended heading.
fn scrambled_heading(text: &str) -> Option<(usize, String)> {
    let line = without_comment(text.lines().next()?).trim_end();
    let word: String = line.chars().filter(|c| !matches!(c, '[' | ']' | ' ')).collect();
    let heading = format!("[{word}]");
    let scrambled = line != heading && line.len() == heading.len() && line.starts_with(|c: char| c == '[' || c.is_alphabetic());
    (scrambled && DeTable::parse(&heading).is_ok()).then_some((line.len(), heading))
}

/// A character whose insertion makes the statement valid: its position, the character, the message, and the position of the
/// matching opening character.
fn missing_sign(text: &str) -> Option<(usize, char, (String, usize))> {
    if text.len() > LONGEST {
        return None;
    }
    let content = text.lines().next().map_or(0, |line| without_comment(line).trim_end().len());
    let whole = text.trim_end().len();
    let reads = |at: usize, sign: char| {
        let mut tried = text.to_owned();
        tried.insert(at, sign);
        DeTable::parse(&tried).is_ok()
    };
    let open = |sign: char| text.find(sign);
    let starts = text.len() - text.trim_start().len();
    let heading = !text[..content].contains('=');
    if heading && text[..content].ends_with(']') && reads(starts, '[') {
        return Some((starts, '[', ("this heading lacks its `[`".to_owned(), starts)));
    }
    let what = if heading { "this heading" } else { "this list" };
    for (opening, closing, what) in [('[', ']', what), ('{', '}', "this table")] {
        let Some(first) = open(opening) else { continue };
        let before = [content, whole].into_iter().chain(inner_ends(text));
        if let Some(at) = before.into_iter().find(|at| reads(*at, closing)) {
            let mut depth = Vec::new();
            for (i, c) in text[..at].char_indices() {
                match c {
                    _ if c == opening => depth.push(i),
                    _ if c == closing => drop(depth.pop()),
                    _ => {}
                }
            }
            let partner = depth.last().copied().unwrap_or(first);
            return Some((at, closing, (format!("{what} lacks its `{closing}`"), partner)));
        }
    }
    let quotes: Vec<usize> = text[..content].match_indices('"').map(|(at, _)| at).collect();
    if quotes.len() % 2 == 1 {
        let comment = text[..content].rfind('#').map(|at| text[..at].trim_end().len());
        let mut places: Vec<usize> = comment.into_iter().chain([content]).chain(inner_ends(&text[..content])).collect();
        places.extend(text.find('=').map(|at| at + 1 + text[at + 1..].chars().take_while(|c| *c == ' ').count()));
        let fitting: Vec<usize> = places.into_iter().filter(|at| reads(*at, '"')).collect();
        if let Some(at) = fitting.first() {
            let says = "this text lacks one of its quotes `\"`".to_owned();
            return Some((*at, '"', (says, quotes.last().copied().unwrap_or(*at))));
        }
    }
    None
}

/// The positions before each of the brackets at the end of a statement.
fn inner_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut end = text.trim_end().len();
    while let Some(rest) = text[..end].strip_suffix([']', '}', ' ', ',']) {
        end = rest.len();
        ends.push(end);
        if ends.len() == 8 {
            break;
        }
    }
    ends
}

fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let mark = line.char_indices().find(|(_, c)| {
        quoted ^= *c == '"';
        *c == '#' && !quoted
    });
    mark.map_or(line, |(at, _)| &line[..at])
}

/// The names that a statement may declare: its key and the words in its values.
fn names(statement: &str) -> Vec<String> {
    let words = statement.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
    words.filter(|word| word.starts_with(char::is_alphabetic)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(toml: &str) -> (String, Vec<String>) {
        let mut found = Vec::new();
        let mended = mend(FileId(0), 0, toml, &mut found);
        let said = found.iter().map(|one| format!("{} [{}]", one.message, one.span.of(toml)));
        assert!(first_error(&mended.text).is_none(), "{}", mended.text);
        (mended.text, said.collect())
    }

    #[test]
    fn each_broken_line_is_one_mistake() {
        let (text, said) = mended("name = \"x\naliases = [\"a\", \"b\"\n[board\ngrid = \"6x6\"\nmask = = 3\n");
        assert_eq!(
            said,
            [
                "this text lacks one of its quotes `\"` [\"]",
                "this list lacks its `]` [[]",
                "this heading lacks its `]` [[]",
                "this is no TOML: extra `=`, expected nothing [=]",
            ]
        );
        assert_eq!(text, "name = \"x\"\naliases = [\"a\", \"b\"]\n[board]\ngrid = \"6x6\"\n          \n");
    }

    #[test]
    fn what_was_meant_of_headings_and_long_lists() {
        assert_eq!(mended("board]\n").0, "[board]\n");
        assert_eq!(mended("x = [\n  [1, 2],\n  [3, 4]\ny = 1\n").0, "x = [\n  [1, 2],\n  [3, 4]]\ny = 1\n");
        assert_eq!(mended("x = { a = 1, b = { c = 2 }\n").0, "x = { a = 1, b = { c = 2 }}\n");
        assert_eq!(mended("x = [\"a\", \"b]\n").0, "x = [\"a\", \"b\"]\n");
        assert_eq!(mended("[]board\nnotation[]\n").0, "[board]\n[notation]\n");
        assert_eq!(mended("x = \"a # why\n").0, "x = \"a\" # why\n");
        let (text, said) = mended("d = \"\"\"\n. b\n. .\nb = 2\n");
        assert_eq!((text.trim(), said.len()), ("b = 2", 1));
    }

    #[test]
    fn places_are_those_of_what_was_written() {
        let mut found = Vec::new();
        let toml = "a = [1\nb = [2\nc = 3\n";
        let mended = mend(FileId(0), 0, toml, &mut found);
        let at = mended.text.find("c = 3").unwrap();
        assert_eq!(mended.written(at), toml.find("c = 3").unwrap());
    }
}
