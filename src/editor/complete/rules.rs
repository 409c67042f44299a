//! Completion within rules.

use crate::check::{Sort, chapters_of, flat, type_named};
use crate::model::Measure;
use crate::model::expr::Type;
use crate::source::Span;
use crate::syntax::ast::{ChapterName, Part};
use crate::syntax::print::canonical;
use crate::syntax::words::CHAPTERS;
use crate::syntax::{Fitting, Kind, Line, Token, fitting, tokens_of};

use super::super::Document;
use super::names::{candidates, in_scope, offered};
use super::wanted::{fits, wanted};
use super::{Completion, Completions, Offered, keyword};

/// The construct around a place.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Around {
    /// Outside all braces.
    File,
    /// `option NAME {`
    Option,
    /// A chapter, by its first word.
    Chapter(String),
    /// Statements.
    Suite,
}

/// The completions at a byte; none in comments and texts.
pub(super) fn complete(document: &Document, byte: usize) -> Option<Completions> {
    let text = document.text();
    let tokens = tokens_of(text);
    if tokens.fences.get(1).is_none_or(|fence| byte <= fence.end) && !tokens.fences.is_empty() {
        return None;
    }
    let before: Vec<Token> = tokens.rules.into_iter().take_while(|token| token.start < byte).collect();
    let closed =
        |token: &Token| token.end < byte || token.end == byte && text.get(..byte).is_some_and(|text| text.ends_with('"'));
    let word = match before.last() {
        Some(last) if last.kind == Kind::Comment && last.end >= byte => return None,
        Some(last) if last.kind == Kind::Text && !closed(last) => return None,
        Some(last) if last.kind == Kind::Word && last.end >= byte => last.start,
        _ => byte,
    };
    let before: Vec<Token> = before.into_iter().take_while(|token| token.start < word).collect();
    let (around, line) = around(text, &before, word);
    let start = text.get(line..word)?;
    let offered = match &around {
        Around::File | Around::Option => headers(document, &around, start),
        Around::Chapter(chapter) => in_chapter(document, chapter, start, (byte, word)),
        Around::Suite => said(document, &fitting(Line::Statement, start), start, (byte, word)),
    };
    Some(Completions { replace: Span::new(document.file(), word, byte), offered })
}

/// The construct around the end of these tokens, and the byte at which the line being written begins.
fn around(text: &str, tokens: &[Token], end: usize) -> (Around, usize) {
    let word = |token: &Token| text.get(token.start..token.end).unwrap_or("");
    let mut open: Vec<Around> = Vec::new();
    let mut line: Vec<&str> = Vec::new();
    let mut begins: Vec<usize> = vec![tokens.first().map_or(end, |token| token.start)];
    let mut fresh = true;
    let mut continued = false;
    let mut brackets = 0usize;
    for token in tokens {
        match word(token) {
            _ if token.kind == Kind::Newline => {
                fresh = !continued && brackets == 0;
                continue;
            }
            _ if token.kind == Kind::Comment => continue,
            "{" => {
                let here = open.last().unwrap_or(&Around::File);
                let first = line.iter().copied().find(|word| !matches!(*word, "replace" | "remove")).unwrap_or("");
                let inside = match here {
                    Around::File | Around::Option if first == "option" => Around::Option,
                    Around::File | Around::Option => Around::Chapter(first.to_owned()),
                    Around::Chapter(chapter) if line.last() == Some(&"by") => Around::Chapter(chapter.clone()),
                    Around::Chapter(_) | Around::Suite => Around::Suite,
                };
                open.push(inside);
                line.clear();
                (fresh, brackets) = (true, 0);
            }
            "}" => {
                open.pop();
                line.clear();
                (fresh, brackets) = (true, 0);
            }
            text => {
                if fresh && !matches!(text, "where" | "and" | "or" | "else" | "by") {
                    begins.push(token.start);
                    line.clear();
                }
                fresh = false;
                line.push(text);
                match text {
                    "(" => brackets += 1,
                    ")" => brackets = brackets.saturating_sub(1),
                    _ => {}
                }
            }
        }
        continued = matches!(word(token), "," | "=" | "or" | "and");
    }
    let line = if fresh { end } else { begins.last().copied().unwrap_or(end) };
    (open.pop().unwrap_or(Around::File), line)
}

fn headers(document: &Document, around: &Around, start: &str) -> Vec<Completion> {
    let chapter = |name: &&str| Completion {
        label: (*name).to_owned(),
        text: None,
        offered: Offered::Chapter,
        detail: keyword(name).detail,
    };
    let parent = document.parsed().front.contains_key("extends") || *around == Around::Option;
    match start.trim() {
        "" => {
            let mut all: Vec<Completion> = CHAPTERS.iter().map(chapter).collect();
            all.push(keyword("moves"));
            if *around == Around::File {
                all.push(keyword("option"));
            }
            if parent {
                all.extend(["replace", "remove"].map(keyword));
            }
            all
        }
        "replace" | "remove" => CHAPTERS.iter().map(chapter).chain([keyword("moves")]).collect(),
        "option" => super::names::of_sort(document, &[Sort::Option]),
        _ => Vec::new(),
    }
}

fn in_chapter(document: &Document, chapter: &str, start: &str, at: (usize, usize)) -> Vec<Completion> {
    let words: Vec<&str> = crate::syntax::words_of(start).map(|(_, word)| word).collect();
    if matches!(words.first(), Some(&"replace" | &"remove")) && !words.contains(&"by") {
        let mut all = beginnings(document, chapter, words.get(1..).unwrap_or_default());
        all.extend((words.len() > 1 && words[0] == "replace").then(|| keyword("by")));
        return all;
    }
    let mut fitting = fitting(Line::Rule, start);
    let begins = words.is_empty() || words == ["add"] || words[0] == "replace" && words.last() == Some(&"by");
    if begins {
        let edits = document.parsed().front.contains_key("extends");
        let belongs = |word: &str| match word {
            "add" | "replace" | "remove" => words.is_empty() && (edits || in_option(document, at.0)),
            "a" | "an" | "the" => true,
            word => chapters_of(word).contains(&chapter),
        };
        fitting.keywords.retain(|word| belongs(word));
        fitting.noun &= ["may", "who", "require"].iter().any(|word| chapters_of(word).contains(&chapter));
        fitting.verb &= chapters_of("").contains(&chapter);
    }
    said(document, &fitting, start, at)
}

fn in_option(document: &Document, byte: usize) -> bool {
    let inside =
        |part: &Part| matches!(part, Part::Option(one) if (one.span.start as usize) < byte && byte <= one.span.end as usize);
    document.parsed().rules.parts.iter().any(inside)
}

/// The rest of the rules of the parent's chapter that begin with these words.
fn beginnings(document: &Document, chapter: &str, words: &[&str]) -> Vec<Completion> {
    let parents = document.loaded.files.iter().filter(|(file, _)| *file != document.file());
    let own = document.loaded.files.iter().filter(|(file, _)| *file == document.file());
    let rules: Vec<_> = parents.chain(own).map(|(_, parsed)| &parsed.rules).collect();
    let parents = &rules[..rules.len().saturating_sub(1)];
    let flat = flat(if document.loaded.files.len() > 2 { parents } else { &rules }, &[]);
    let mut all = Vec::new();
    for part in &flat.parts {
        let Part::Chapter(one) = part else { continue };
        let name = match &one.name.value {
            ChapterName::Moves(_) => "moves".to_owned(),
            other => other.to_string(),
        };
        if name != chapter {
            continue;
        }
        for item in &one.items {
            let crate::syntax::ast::ItemKind::Rule(rule) = &item.kind else { continue };
            let text = canonical(rule).trim().to_owned();
            let written: String = words.join(" ");
            let rest = if words.is_empty() { text.as_str() } else { crate::syntax::print::behind(&text, &written) };
            let begins = crate::syntax::words_of(&text).map(|(_, word)| word).take(words.len()).eq(words.iter().copied());
            if begins && !rest.is_empty() {
                all.push(Completion {
                    label: rest.to_owned(),
                    text: None,
                    offered: Offered::Rule,
                    detail: document.loaded.sources.place(item.span),
                });
            }
        }
    }
    all
}

/// Names of a fitting type, and words of the language.
fn said(document: &Document, fitting: &Fitting, start: &str, (byte, word): (usize, usize)) -> Vec<Completion> {
    let mut all: Vec<Completion> = Vec::new();
    let rule = rule_around(document, byte);
    if fitting.verb || fitting.noun {
        let wanted = wanted(document, start, word);
        let names = candidates(document);
        for one in &names {
            let sort = one.meaning.sort;
            let fits_here = fits(&wanted, one.ty) || one.borne && fits(&wanted, Some(Type::Piece));
            let shown = match sort {
                Sort::Verb => fitting.verb,
                Sort::Moves => wanted.moves || fitting.noun && fits_here,
                Sort::Local | Sort::Parameter => fitting.noun && in_scope(one.meaning, rule, word) && fits_here,
                Sort::Option | Sort::File | Sort::Rule | Sort::Word => false,
                Sort::Attribute => fitting.noun && wanted.types.is_empty() && !wanted.nothing,
                _ => fitting.noun && fits_here,
            };
            if shown {
                all.push(offered(one.meaning));
            }
        }
        for (name, _) in parameters(start).filter(|(_, ty)| fitting.noun && fits(&wanted, *ty)) {
            let (offered, detail) = (Offered::Name(Sort::Parameter), Sort::Parameter.what().to_owned());
            all.push(Completion { label: name.to_owned(), text: None, offered, detail });
        }
        for (word, ty) in document.checked.given.iter().filter(|_| fitting.noun) {
            if fits(&wanted, Some(*ty)) {
                all.push(Completion { offered: Offered::Name(Sort::Word), ..keyword(word) });
            }
        }
        if fitting.noun && wanted.types.is_empty() && !wanted.nothing {
            let fields = ["owner", "site", "kind", "value", "face", "top", "bottom", "first", "last", "opposite"];
            let fields = fields.into_iter().chain(Measure::ALL.map(Measure::word));
            all.extend(fields.map(|word| Completion { offered: Offered::Name(Sort::Word), ..keyword(word) }));
        }
        // Names of a fitting type are more likely than words that may be anywhere.
        all.sort_by_key(|one| match one.offered {
            Offered::Name(Sort::Local | Sort::Parameter) => 0,
            Offered::Name(Sort::Word) => 2,
            _ => 1,
        });
    }
    let articles = ["a", "an", "the"];
    all.extend(fitting.keywords.iter().filter(|word| !articles.contains(word)).map(|word| keyword(word)));
    all
}

/// The parameters of a definition that is being written and cannot be parsed yet: `(NAME: TYPE)`.
fn parameters(start: &str) -> impl Iterator<Item = (&str, Option<Type>)> {
    let words: Vec<(usize, &str)> = crate::syntax::words_of(start).collect();
    let is_definition = words.iter().take(2).any(|(_, word)| *word == "define");
    let pairs: Vec<[(usize, &str); 2]> = words.windows(2).filter(|_| is_definition).map(|pair| [pair[0], pair[1]]).collect();
    pairs.into_iter().filter_map(move |[(at, name), (next, ty)]| {
        let between = start.get(at + name.len()..next)?;
        (between.trim() == ":").then(|| (name, type_named(ty)))
    })
}

/// The rule that is being written, as far as it could be parsed.
fn rule_around(document: &Document, byte: usize) -> Option<Span> {
    let inside = |span: Span| (span.start as usize) <= byte && byte <= span.end as usize;
    let mut chapters = document.parsed().rules.parts.iter().flat_map(|part| match part {
        Part::Chapter(chapter) => std::slice::from_ref(chapter),
        Part::Option(option) => option.chapters.as_slice(),
    });
    let chapter = chapters.rfind(|chapter| inside(chapter.span))?;
    let item = chapter.items.iter().map(|item| item.span).rfind(|span| inside(*span));
    item.or_else(|| matches!(chapter.name.value, ChapterName::Turn | ChapterName::Setup).then_some(chapter.span))
}
