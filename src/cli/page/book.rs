//! The book of `docs/` as HTML pages, for the gallery and for [`draughtsman serve`](super::super::serve). Rule files and the
//! schema, to which it links, are shown as pages of their text.

use std::collections::HashMap;

use draughtsman::library;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, html};

use super::{filled, in_markup};

const PAGE: &str = include_str!("../../../web/gallery/book.html");
const STYLE: &str = include_str!("../../../web/gallery/book.css");
const CONTENTS: &str = include_str!("../../../docs/SUMMARY.md");

/// The pages, by their paths in `docs/`, in the order of the contents.
static PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/book.rs"));

/// The schema, shown as it is on a page of its own.
static SCHEMA: (&str, &str) = ("session.schema.json", include_str!("../../../docs/session.schema.json"));

/// The folder of rule files, as links in the book name it.
const RULES: &str = "../variants/";

/// The paths of all HTML pages.
pub(crate) fn paths() -> impl Iterator<Item = String> {
    let rules = library::names().map(|name| format!("{RULES}{name}.draughts"));
    let named = PAGES.iter().map(|(name, _)| (*name).to_owned()).chain([SCHEMA.0.to_owned()]);
    named.chain(rules).filter_map(|name| path_of(&name))
}

/// The HTML page with that path, if there is one.
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

/// The template with a page's body, and the table of contents. `around` has the links to the pages before and after it.
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

/// The path of the HTML page of a file, given by its path in `docs/`, or `None` if it has no page. The first page and every
/// `README.md` become `index.html`; files that are not Markdown keep their name with `.html` appended.
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

/// The address that a link on page `here` is given, or `None` if it leads out of the book.
fn target(here: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (file, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
    path_of(&beside(here, file)).map(|_| from(here, &beside(here, file)) + anchor)
}

/// Resolves the path of a file as it is written in the file `here`.
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

/// The address of a page relative to another one.
fn from(here: &str, name: &str) -> String {
    "../".repeat(here.matches('/').count()) + &path_of(name).unwrap_or_default()
}

/// The title of a page: its first heading.
fn title(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default()
}

/// The table of contents with the current page marked. Its own heading is left out.
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

/// The HTML of a page's Markdown.
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
        // HTML comments are directives for the tests.
        Event::Html(text) if text.starts_with("<!--") => raw(String::new()),
        Event::Start(Tag::CodeBlock(kind)) => {
            let is_wrong = matches!(&kind, CodeBlockKind::Fenced(info) if info.split(',').any(|word| word == "wrong"));
            let wrong = if is_wrong { " class=\"wrong\"" } else { "" };
            // Can be focused, so that wide blocks can be scrolled by keyboard.
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
    // An empty header cell becomes an ordinary cell.
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

/// The anchor of a heading: `6-directions-and-rows` for `## 6. Directions and rows`. Repetitions get `-1`, `-2` and so on
/// appended.
fn anchor(words: &str, taken: &mut HashMap<String, usize>) -> String {
    let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    let name = kept.collect::<String>().to_lowercase().replace(' ', "-");
    let count = taken.entry(name.clone()).and_modify(|count| *count += 1).or_insert(0);
    if *count == 0 { name } else { format!("{name}-{count}") }
}
