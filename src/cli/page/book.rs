//! The book of `docs/` as pages of HTML, for a site and for [`draughtsman serve`](super::super::serve). What it leads to outside, a rule
//! file, is a page of its text.

use std::collections::HashMap;

use draughtsman::library;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, html};

use super::{filled, in_markup};

const PAGE: &str = include_str!("../../../web/gallery/book.html");
const STYLE: &str = include_str!("../../../web/gallery/book.css");
const CONTENTS: &str = include_str!("../../../docs/SUMMARY.md");

/// The pages, by their paths in `docs/`, in the order of the contents.
static PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/book.rs"));

/// What is there beside them, to be read as it is.
static SCHEMA: (&str, &str) = ("session.schema.json", include_str!("../../../docs/session.schema.json"));

/// Where rule files lie, as the book sees it.
const RULES: &str = "../variants/";

/// The paths of all pages.
pub(crate) fn paths() -> impl Iterator<Item = String> {
    let rules = library::names().map(|name| format!("{RULES}{name}.draughts"));
    let named = PAGES.iter().map(|(name, _)| (*name).to_owned()).chain([SCHEMA.0.to_owned()]);
    named.chain(rules).filter_map(|name| path_of(&name))
}

/// The page with that path.
pub(crate) fn page(path: &str) -> Option<String> {
    let there = |name: &str| path_of(name).as_deref() == Some(path);
    if let Some(at) = PAGES.iter().position(|(name, _)| there(name)) {
        let (name, text) = PAGES[at];
        let near = |class: &str, found: Option<&(&str, &str)>| match found {
            Some((other, text)) => {
                format!("<a class=\"{class}\" href=\"{}\">{}</a>\n", from(name, other), in_markup(title(text)))
            }
            None => String::new(),
        };
        let around = near("before", at.checked_sub(1).and_then(|before| PAGES.get(before))) + &near("after", PAGES.get(at + 1));
        return Some(whole(path, name, title(text), &body(name, text), around));
    }
    let name = path.strip_prefix("variants/").and_then(|rest| rest.strip_suffix(".draughts.html"));
    let (file, text) = match name.and_then(|name| Some((name, library::text_of(name)?))) {
        Some((name, text)) => (format!("{name}.draughts"), text),
        None if there(SCHEMA.0) => (SCHEMA.0.to_owned(), SCHEMA.1),
        None => return None,
    };
    let body = format!("<h1>{file}</h1>\n<pre tabindex=\"0\"><code>{}</code></pre>\n", in_markup(text));
    Some(whole(path, path.strip_suffix(".html")?, &file, &body, String::new()))
}

/// A page with its contents.
fn whole(path: &str, name: &str, title: &str, body: &str, around: String) -> String {
    let home = "../".repeat(path.matches('/').count() + 1);
    filled(
        PAGE,
        [
            ("{{title}}", in_markup(title)),
            ("{{style}}", STYLE.to_owned()),
            ("{{home}}", home),
            ("{{body}}", body.to_owned()),
            ("{{around}}", around),
            ("{{contents}}", contents(name)),
        ],
    )
}

/// Where a page lies that the book calls so: the first of all, and the first of a folder, are its index; what is no Markdown has its
/// name, and behind it that it is a page. Nothing where there is no such page.
fn path_of(name: &str) -> Option<String> {
    if name == PAGES[0].0 {
        return Some("index.html".to_owned());
    }
    if PAGES.iter().any(|(known, _)| *known == name) {
        return Some(match name.strip_suffix("README.md") {
            Some(folder) => format!("{folder}index.html"),
            None => format!("{}.html", name.strip_suffix(".md")?),
        });
    }
    let rules = name.strip_prefix(RULES).and_then(|file| file.strip_suffix(".draughts"));
    if let Some(rules) = rules.filter(|rules| library::text_of(rules).is_some()) {
        return Some(format!("variants/{rules}.draughts.html"));
    }
    (name == SCHEMA.0).then(|| format!("{name}.html"))
}

/// What leads from one page to another, or to a place on it. What leads out of the book has no page.
fn target(here: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (file, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
    path_of(&beside(here, file)).map(|_| from(here, &beside(here, file)) + anchor)
}

/// The name of a file by its name as seen from another one.
fn beside(here: &str, file: &str) -> String {
    let mut parts: Vec<&str> = here.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            ".." if parts.last().is_some_and(|part| *part != "..") => _ = parts.pop(),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The address of a page as seen from another one.
fn from(here: &str, name: &str) -> String {
    "../".repeat(here.matches('/').count()) + &path_of(name).unwrap_or_default()
}

/// What a page is called.
fn title(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default()
}

/// The contents, with the page at hand marked; their own heading says what is seen.
fn contents(here: &str) -> String {
    let below = CONTENTS.split_once('\n').map_or(CONTENTS, |(_, below)| below);
    let marked = |event| match event {
        Event::Start(Tag::Heading { .. }) => raw("<p class=\"part\">".to_owned()),
        Event::End(TagEnd::Heading(_)) => raw("</p>\n".to_owned()),
        Event::Start(Tag::Link { dest_url, .. }) => {
            let current = if *dest_url == *here { " aria-current=\"page\"" } else { "" };
            Event::InlineHtml(format!("<a href=\"{}\"{current}>", from(here, &dest_url)).into())
        }
        other => other,
    };
    written(Parser::new(below).map(marked).collect())
}

/// A page from its Markdown.
fn body(here: &str, text: &str) -> String {
    let mut taken = HashMap::new();
    let mut events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    for at in 0..events.len() {
        if let Event::Start(Tag::Heading { level, .. }) = events[at] {
            let words = events[at + 1..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
            let words: String = words.filter_map(words_of).collect();
            events[at] = raw(format!("<{level} id=\"{}\">", anchor(&words, &mut taken)));
        }
    }
    let mut leads_out = None;
    let events = events.into_iter().map(|event| match event {
        // What the tests read between the lines.
        Event::Html(text) if text.starts_with("<!--") => raw(String::new()),
        Event::Start(Tag::CodeBlock(kind)) => {
            let is_wrong = matches!(&kind, CodeBlockKind::Fenced(info) if info.split(',').any(|word| word == "wrong"));
            let wrong = if is_wrong { " class=\"wrong\"" } else { "" };
            // Who has no mouse goes to the ends of its lines by keys.
            raw(format!("<pre tabindex=\"0\"{wrong}><code>"))
        }
        Event::End(TagEnd::CodeBlock) => raw("</code></pre>\n".to_owned()),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => match target(here, &dest_url) {
            Some(dest_url) => Event::Start(Tag::Link { link_type, dest_url: dest_url.into(), title, id }),
            None => {
                leads_out = Some(beside(here, &dest_url).trim_start_matches("../").to_owned());
                Event::Text("".into())
            }
        },
        Event::End(TagEnd::Link) => match leads_out.take() {
            Some(file) => Event::InlineHtml(format!(" (<code>{}</code> of the source)", in_markup(&file)).into()),
            None => Event::End(TagEnd::Link),
        },
        other => other,
    });
    let tables = |event| match event {
        Event::Start(Tag::Table(_)) => vec![raw("<div class=\"wide\" tabindex=\"0\">".to_owned()), event],
        Event::End(TagEnd::Table) => vec![event, raw("</div>\n".to_owned())],
        _ => vec![event],
    };
    // A head of nothing is none.
    written(events.flat_map(tables).collect()).replace("<th></th>", "<td></td>")
}

fn raw<'t>(html: String) -> Event<'t> {
    Event::Html(html.into())
}

fn written(events: Vec<Event>) -> String {
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    out
}

fn words_of<'e>(event: &'e Event) -> Option<&'e str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

/// What a heading is linked by: `## 6. Directions and rows` by `6-directions-and-rows`, the next of that name by `…-1`.
fn anchor(words: &str, taken: &mut HashMap<String, usize>) -> String {
    let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    let name = kept.collect::<String>().to_lowercase().replace(' ', "-");
    let count = taken.entry(name.clone()).and_modify(|count| *count += 1).or_insert(0);
    if *count == 0 { name } else { format!("{name}-{count}") }
}
