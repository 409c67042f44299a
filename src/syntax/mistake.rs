//! Diagnoses lines that the grammar rejected: each is parsed again by itself to see how far it makes sense.

use std::collections::HashMap;
use std::ops::Range;

use super::expected::{form, in_words, is_name, is_whole};
use super::grammar::{Rule, Stopped, is_mark, read};
use super::limits::{Kind, Token, tokens};
use super::marks::{broken_token, lone_else, unmatched};
use super::plain::EVENTS;
use super::plainly::{Said, no_event};
use super::words::{REMOVED, is_reserved, meant};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// What lowering remembers about mistakes already reported.
#[derive(Default)]
pub(super) struct Mistakes {
    /// Where a missing brace was last reported.
    pub unclosed: Option<usize>,
    /// Number of bad lines reported.
    pub lines: usize,
    /// The end of an incomplete line, including its continuations below, and the indentation of the line.
    pub broken_off: Option<(usize, usize)>,
}

/// Number of bad lines after which the rest is skipped, since the text is probably no rule file.
pub(super) const MOST_LINES: usize = 200;

/// The context of a bad line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Outside every chapter.
    File,
    /// In an option, outside its chapters.
    Option,
    /// Among the rules of a chapter.
    Chapter,
    /// Among statements.
    Suite,
}

/// Whether a code is about a single line that could not be parsed.
pub(super) fn is_about_a_line(code: &str) -> bool {
    matches!(code, "E0103" | "E0105" | "E0106" | "E0112" | "E0113" | "E0114" | "E0115" | "E0116" | "E0117" | "E0118" | "E0120")
}

/// Lists words in backquotes, separated by commas.
pub(super) fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The diagnostic if the grammar rejects the whole text.
pub(super) fn unreadable(file: FileId, text: &str, base: usize, stopped: Stopped) -> Diagnostic {
    let at = base + stopped.at.min(text.len() - base);
    let span = token_at(text, at).map_or(Span::new(file, at, at), |token| Span::new(file, token.start, token.end));
    match stopped.expected {
        None => Diagnostic::error("E0121", span, "these rules are too long or too involved to be read")
            .help("give parts of long phrases names with `define`"),
        Some(expected) => expected_found(file, "E0103", text, span, &expected),
    }
}

/// Whether a code is about braces, in which case any line may be missing from the syntax tree.
fn is_about_braces(code: &str) -> bool {
    matches!(code, "E0101" | "E0102" | "E0104" | "E0111" | "E0118" | "E0119" | "E0120" | "E0121" | "E0123")
}

/// The names that the lines of these mistakes may declare: words after `define`, `counter` and similar, and the first words of
/// the lines. If braces are missing, those of all lines.
pub(super) fn declared_near(text: &str, rules: usize, found: &[Diagnostic]) -> Vec<String> {
    const DECLARE: [&str; 9] = ["define", "counter", "clock", "keep", "let", "choose", "for", "moves", "may"];
    let mut names = Vec::new();
    // cached, as most words of a text occur often
    let mut known: HashMap<&str, bool> = HashMap::new();
    let mut of = |start: usize, end: usize| {
        let words = tokens(&text[..end], start).filter(|token| token.kind == Kind::Word);
        let words: Vec<&str> = words.map(|token| &text[token.start..token.end]).collect();
        let declares = |word: &str| DECLARE.contains(&word) || meant(word).iter().any(|word| DECLARE.contains(word));
        let mut declares = |word| *known.entry(word).or_insert_with(|| declares(word));
        names.extend(words.windows(2).filter(|pair| declares(pair[0])).map(|pair| pair[1].to_owned()));
        words.first().map(|word| (*word).to_owned())
    };
    if found.iter().any(|one| is_about_braces(one.code)) {
        of(rules, text.len());
    }
    let mut first = Vec::new();
    for one in found {
        let start = text[..one.span.start as usize].rfind('\n').map_or(0, |i| i + 1);
        let end = text[one.span.end as usize..].find('\n').map_or(text.len(), |i| one.span.end as usize + i);
        first.extend(of(start.max(rules), end));
    }
    names.extend(first.into_iter().filter(|word| !is_reserved(word)));
    names
}

/// The diagnostic for a brace without its partner. `end`: where the text that the brace opens seems to end.
pub(super) fn missing_brace(file: FileId, text: &str, open: usize, end: usize) -> Diagnostic {
    let last = text[open..end].trim_end();
    let inside = without_docs(last);
    let (from, to) = (open + inside.rfind('\n').map_or(0, |i| i + 1), open + inside.trim_end().len());
    let from = from + text[from..to].len() - text[from..to].trim_start().len();
    let indentation = &text[text[..open].rfind('\n').map_or(0, |i| i + 1)..open];
    let indentation: String = indentation.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let found = opened(file, text, open);
    if to <= open + 1 {
        return found;
    }
    let at = Span::new(file, to, to);
    found.label(Span::new(file, from, to), "its `}` seems to be missing behind this").propose(at, format!("\n{indentation}}}"))
}

/// Where the text that a brace opens seems to end: before the first line that is indented no more than the line of the brace,
/// at the latest at `end`.
pub(super) fn end_of(text: &str, open: usize, end: usize) -> usize {
    let start = text[..open].rfind('\n').map_or(0, |i| i + 1);
    let outer = text[start..open].len() - text[start..open].trim_start().len();
    let mut at = open + text[open..end].find('\n').map_or(end - open, |i| i + 1);
    for line in text[at..end].split_inclusive('\n') {
        let indentation = line.len() - line.trim_start().len();
        if !line.trim().is_empty() && indentation <= outer {
            return at;
        }
        at += line.len();
    }
    end
}

/// A text without trailing lines that are blank or comments, as these belong to what follows.
fn without_docs(text: &str) -> &str {
    let mut rest = text.trim_end();
    while let Some((before, last)) = rest.rsplit_once('\n') {
        if !last.trim_start().starts_with('#') && !last.trim().is_empty() {
            break;
        }
        rest = before.trim_end();
    }
    rest
}

fn opened(file: FileId, text: &str, open: usize) -> Diagnostic {
    let line = text[..open].rfind('\n').map_or(0, |i| i + 1);
    let what = text[line..open].trim();
    let what = if what.is_empty() { String::new() } else { format!(" of `{what}`") };
    Diagnostic::error("E0104", Span::new(file, open, (open + 1).min(text.len())), format!("the `{{`{what} is never closed"))
        .help("write a `}` on a line of its own where its rules end")
}

/// The opening brace within `span` that most likely lacks its partner: one followed by a line that is indented no more than its
/// own and does not close it; else the first.
pub(super) fn unclosed_brace(text: &str, span: Span) -> usize {
    let start = span.start as usize;
    let inside = text.get(..span.end as usize).unwrap_or(text);
    let mut open: Vec<(usize, usize)> = Vec::new(); // position of the brace, indentation of its line
    let mut fresh = true;
    let mut first = None;
    let mut indentation = column(text, start);
    for token in tokens(inside, start) {
        let word = &text[token.start..token.end];
        if fresh && token.kind != Kind::Newline {
            indentation = column(text, token.start);
            if let Some((brace, outer)) = open.last()
                && indentation <= *outer
                && !matches!(word, "}" | "or" | "else" | "and" | "where" | "by")
                && token.kind != Kind::Comment
            {
                return *brace;
            }
        }
        fresh = token.kind == Kind::Newline;
        match word {
            "{" => {
                first = first.or(Some(token.start));
                open.push((token.start, indentation));
            }
            "}" => {
                open.pop();
            }
            _ => {}
        }
    }
    open.first().map(|(brace, _)| *brace).or(first).unwrap_or(start)
}

fn column(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |i| i + 1);
    text[line..at].chars().count()
}

/// What is wrong with a line: `text[span]`, without the `##` lines above.
pub(super) fn diagnose(file: FileId, text: &str, span: Span, place: Place) -> Diagnostic {
    let line = span.of(text);
    let start = span.start as usize;
    let at = |token: &Token| Span::new(file, start + token.start, start + token.end);
    let list: Vec<Token> = tokens(line, 0).collect();
    if let Some(found) = broken_token(line, &list, at) {
        return found;
    }
    let code = if place == Place::Suite { "E0112" } else { "E0103" };
    let kind = if place == Place::Suite { Rule::lone_statement } else { Rule::lone_rule };
    let stopped = match read(kind, line) {
        Ok(_) => {
            if let Some(lone) = lone_else(text, span) {
                return Diagnostic::error(code, Span { file, ..lone }, "this `else` belongs to no `if … :`")
                    .help("write `if CONDITION: STATEMENT`, and in the next line `else: STATEMENT`");
            }
            let what = if place == Place::Suite { "statement" } else { "rule" };
            return Diagnostic::error(code, span, format!("this {what} cannot stand here"))
                .help("each rule stands on a line of its own");
        }
        Err(stopped) => stopped,
    };
    if place == Place::Suite && read(Rule::lone_rule, line).is_ok() {
        return Diagnostic::error(code, span, "this is a rule of a chapter, not a statement")
            .help("close the braces above it first, or write what should happen as a statement");
    }
    let words: Vec<Token> = list.iter().copied().filter(|token| token.kind == Kind::Word).collect();
    let word = |token: &Token| &line[token.start..token.end];
    let reached = words.iter().take_while(|token| token.start <= stopped.at);
    // After `may` the word may be a verb that the author defines; then the error is further on.
    let is_verb = |token: &Token| {
        let next = words.iter().position(|one| one.start == token.start).map_or(0, |place| place + 1);
        let behind_may = next.checked_sub(2).and_then(|before| words.get(before)).is_some_and(|before| word(before) == "may");
        behind_may && words.get(next).is_some_and(|next| stopped.at > next.start)
    };
    let reached = reached.filter(|token| !is_verb(token));
    let removed = reached.filter_map(|token| Some((token, REMOVED.iter().find(|(old, _)| *old == word(token))?))).last();
    if let Some((token, (old, instead))) = removed {
        return Diagnostic::error("E0113", at(token), format!("`{old}` is no word of the language")).help(*instead);
    }
    let first = words.first().map_or("", |token| word(token));
    let Some(expected) = stopped.expected else {
        return Diagnostic::error("E0121", span, "this line is too involved to be read")
            .help("give parts of it names with `define`");
    };
    let respelt = respell(kind, line, &words);
    let misspelt =
        |(token, _): &(Token, &str)| Diagnostic::error(code, at(token), format!("`{}` does not belong here", word(token)));
    let plain = Said { kind, line, words: &words, stopped: stopped.at }.plainly(code, Span { file, ..span });
    if let Some(found) = plain.or_else(|| respelt.first().map(misspelt)) {
        return respelt.iter().fold(found, |found, (token, keyword)| found.propose(at(token), *keyword));
    }
    let here = token_at(line, stopped.at);
    if let Some(token) = no_event(line, &words, stopped.at, &expected) {
        return Diagnostic::error(code, at(&token), format!("`{}` is no event", word(&token))).help(EVENTS);
    }
    let stop = here.map_or(Span { start: span.end, ..span }, |token| at(&token));
    if first == "replace" && expected.contains(&Rule::k_by) {
        return Diagnostic::error("E0105", stop_before(span, stop), "this replaces a rule and does not say `by` what")
            .help("it reads `replace BEGINNING-OF-THE-OLD-RULE by RULE`");
    }
    if let Some(paren) = unmatched(line, &list) {
        let mark = word(&paren);
        let message = if mark == "(" { "this `(` is never closed" } else { "this `)` was never opened" };
        return Diagnostic::error("E0118", at(&paren), message).help("every `(` needs its `)` before the line ends");
    }
    let found = here.map_or("", |token| word(&token));
    if is_reserved(found) && is_name(&expected) {
        let what = if super::words::ARTICLES.contains(&found) { "an article" } else { "a word of the language" };
        return Diagnostic::error("E0114", stop, format!("`{found}` is {what} and cannot be a name"))
            .help(format!("choose another name, such as `my-{found}`"));
    }
    let diagnostic = if is_whole(&expected) && matches!(in_words(&expected).as_str(), "" | "`if`") {
        let message =
            format!("the {} is over before {}", if place == Place::Suite { "statement" } else { "rule" }, naming(found));
        Diagnostic::error("E0116", stop, message)
    } else {
        expected_found(file, code, text, stop, &expected)
    };
    match form_of(&words.iter().map(word).collect::<Vec<_>>()) {
        Some(form) => diagnostic.help(form),
        None if is_whole(&expected) => diagnostic.help("each rule stands on a line of its own"),
        None => diagnostic,
    }
}

/// The form of a line with these words, as far as they show what kind of line it is.
fn form_of(words: &[&str]) -> Option<&'static str> {
    let first = words.first().copied().unwrap_or_default();
    let inner = || words.iter().copied().filter(|word| matches!(*word, "may" | "wins" | "loses" | "who")).find_map(form);
    let added = || words.get(1).filter(|_| first == "add").and_then(|second| form(second));
    added().or_else(|| inner().filter(|_| first == "add")).or_else(|| form(first)).or_else(inner)
}

fn stop_before(line: Span, stop: Span) -> Span {
    if stop.start >= line.end { line } else { stop }
}

fn expected_found(file: FileId, code: &'static str, text: &str, span: Span, expected: &[Rule]) -> Diagnostic {
    let span = Span { file, ..span };
    let found = naming(span.of(text));
    match in_words(expected).as_str() {
        "" => Diagnostic::error(code, span, format!("{found} cannot stand here")),
        words => Diagnostic::error(code, span, format!("expected {words}, found {found}")),
    }
}

fn naming(found: &str) -> String {
    match found.trim() {
        "" => "the end of the line".to_string(),
        found => format!("`{found}`"),
    }
}

fn token_at(text: &str, at: usize) -> Option<Token> {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    tokens(text, at).next().filter(|token| !matches!(token.kind, Kind::Newline | Kind::Comment))
}

/// Limits on the search for misspelt words: bytes of a line, and number of attempts.
const MOST_BYTES: usize = 2000;
const MOST_TRIES: usize = 32;

/// The words that may be misspelt keywords, the likeliest first: with the keyword instead, the line can be parsed.
fn respell(kind: Rule, line: &str, words: &[Token]) -> Vec<(Token, &'static str)> {
    if line.len() > MOST_BYTES {
        return Vec::new();
    }
    let mut tries: Vec<(usize, Token, &'static str)> = Vec::new();
    for token in words {
        let word = &line[token.start..token.end];
        // an article may be the rest of a longer word
        tries.extend(["and", "any", "can"].into_iter().filter(|_| word == "an").map(|keyword| (1, *token, keyword)));
        tries.extend(meant(word).into_iter().map(|keyword| (strsim::damerau_levenshtein(word, keyword), *token, keyword)));
    }
    tries.sort_by_key(|(far, token, _)| (*far, token.start));
    let mut tries: Vec<_> = tries.into_iter().take(MOST_TRIES).map(|(_, token, keyword)| (token, keyword)).collect();
    tries.retain(|(token, keyword)| {
        let respelt = format!("{}{keyword}{}", &line[..token.start], &line[token.end..]);
        read(kind, &respelt).is_ok_and(|tree| !is_bare_call(tree))
    });
    tries
}

/// Whether a line consists of words only: a defined word with its arguments.
pub(super) fn is_bare_call(tree: super::grammar::Found<'_>) -> bool {
    let mut next = Some(tree);
    while let Some(found) = next {
        if found.as_rule() == Rule::call {
            return true;
        }
        if found.as_rule() == Rule::phrase_rule {
            return false;
        }
        next = found.into_inner().find(|part| !is_mark(part.as_rule()));
    }
    false
}

/// A line of words only is parsed as a verb with arguments. If no such verb exists, these words may be misspelt keywords: with
/// the keyword instead, the line is another rule or statement.
///
/// ```
/// use draughtsman::syntax::misspelt_keywords;
/// assert_eq!(misspelt_keywords("man mya step forward"), [(4..7, "may")]);
/// assert_eq!(misspelt_keywords("strip gone"), []);
/// ```
pub fn misspelt_keywords(line: &str) -> Vec<(Range<usize>, &'static str)> {
    let words: Vec<Token> = tokens(line, 0).filter(|token| token.kind == Kind::Word).collect();
    let found = respell(Rule::lone_rule, line, &words).into_iter();
    found.map(|(token, keyword)| (token.start..token.end, keyword)).collect()
}
