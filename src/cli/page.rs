//! `draughtsman page`: a game as one self-contained page of HTML. The engine in it is the library compiled to WebAssembly.

pub(super) mod book;
pub(super) mod gallery;

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use draughtsman::check::Choices;
use draughtsman::library::{self, Loaded};
use draughtsman::session::Rules;
use serde_json::json;

use super::answer::{Answer, Failure};
use super::arguments::ChoiceArguments;
use super::forms::{self, Form};
use super::load;
use super::output::{self, ForceArgument, Made};

/// Write a game as one page of HTML, to be played in any browser, from a disk or a mail
#[derive(clap::Args)]
#[command(after_help = include_str!("help/page.txt"))]
pub(crate) struct Arguments {
    /// A name, title or alias of `draughtsman list`, a rule file by its path or by its name in this folder, or `-` for standard input
    #[arg(required_unless_present = "gallery")]
    variant: Option<String>,
    #[command(flatten)]
    choices: ChoiceArguments,
    /// Write a site of every bundled variant, with pictures, rule books and the book, into the folder that --output names
    #[arg(long, conflicts_with_all = ["variant", "options"], requires = "output")]
    gallery: bool,
    /// Where to; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
}

const PAGE: &str = include_str!("../../web/page/page.html");

/// The style sheet of every page.
pub(super) const STYLE: &str = include_str!("../../web/page/page.css");

/// The scripts of every page, whether requests are answered in the page or by a server.
pub(super) const SCRIPTS: [&str; 6] = [
    include_str!("../../web/engine.js"),
    include_str!("../../web/page/game.js"),
    include_str!("../../web/page/board.js"),
    include_str!("../../web/page/side.js"),
    include_str!("../../web/page/editor.js"),
    include_str!("../../web/page/rules.js"),
];

/// The script that answers requests in a page that contains the engine.
const ALONE: &str = include_str!("../../web/page/alone.js");

/// The page loads nothing from elsewhere.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
    script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:\">";

/// The first lines of every page. A file that begins with them counts as made by this command.
pub(crate) const BEGINNING: &str = "<!DOCTYPE html>\n<html lang=\"en\" data-made-by=\"draughtsman page\">\n";

/// Writes a page, or the gallery.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if let (Some(folder), true) = (&arguments.output, arguments.gallery) {
        gallery::write(folder, &page("Draughts", &serde_json::Value::Null, &engine()?), arguments.force)?;
        return Ok(Answer::Yes);
    }
    if let Some(path) = &arguments.output {
        forms::of(path, &[Form::Html])?;
    }
    let choices = arguments.choices.choices();
    let rules = Rules::new(load::read(arguments.variant.as_deref().unwrap_or_default())?, &choices)?;
    let page = page(&rules.ready().variant.equipment.about.title, &start(&rules, &choices), &engine()?);
    output::answer(arguments.output.as_ref(), &page, Made::Page, arguments.force, out)?;
    Ok(Answer::Yes)
}

/// The library as compressed WebAssembly, if the program was built with it.
fn engine() -> Result<Cow<'static, [u8]>, Failure> {
    let engine: Option<Cow<'static, [u8]>> = include!(concat!(env!("OUT_DIR"), "/engine.rs"));
    engine.ok_or_else(|| {
        Failure::wrong(
            "this program was built without the engine for browsers: `web/build && cargo build --release` builds one that has it, \
             and so does every released binary",
        )
    })
}

/// A page that plays by the rules of the request `start`, or by those that its address names.
fn page(title: &str, start: &serde_json::Value, engine: &[u8]) -> String {
    let style = format!("{POLICY}\n<style>\n{}</style>\n", terse(STYLE));
    let scripts = terse(&[&SCRIPTS.concat(), ALONE].concat());
    let engine = STANDARD.encode(engine);
    let scripts = format!(
        "<script>\n{scripts}</script>\n<script type=\"text/plain\" id=\"engine\">{engine}</script>\n<script>begin(alone);</script>\n"
    );
    of_parts(title, start, style, scripts)
}

/// Removes comments and indentation, to keep pages small.
fn terse(scripts: &str) -> String {
    let mut within = false;
    let kept = scripts.lines().filter(|line| {
        let line = line.trim();
        let closed = line.ends_with("*/");
        let begins = line.starts_with("/**") && (closed || !line.contains("*/"));
        let comment = within || begins || line.starts_with("//");
        within = (within || begins) && !closed;
        !comment
    });
    kept.map(|line| uncommented(line.trim_start()) + "\n").collect()
}

/// A line without the comments in its midst, which say what type something has.
fn uncommented(line: &str) -> String {
    let (mut kept, mut rest) = (String::new(), line);
    while let Some((before, comment)) = rest.split_once("/**")
        && let Some((_, behind)) = comment.split_once("*/")
    {
        kept.push_str(before);
        rest = behind.trim_start();
    }
    kept + rest
}

/// A page with this style in its head and these scripts at its end.
pub(super) fn of_parts(title: &str, start: &serde_json::Value, style: String, scripts: String) -> String {
    let start = in_script(&start.to_string());
    filled(PAGE, [("{{title}}", in_markup(title)), ("{{style}}", style), ("{{start}}", start), ("{{scripts}}", scripts)])
}

/// A page with each mark replaced by its part, in order. Each mark is replaced once; inserted parts are not searched for
/// marks.
pub(super) fn filled<const N: usize>(page: &str, parts: [(&str, String); N]) -> String {
    let (mut filled, mut rest) = (BEGINNING.to_owned(), page);
    for (mark, part) in parts {
        let Some((before, after)) = rest.split_once(mark) else { continue };
        filled.push_str(before);
        filled.push_str(&part);
        rest = after;
    }
    filled + rest
}

/// The request that loads the rules.
fn start(rules: &Rules, choices: &Choices) -> serde_json::Value {
    let (loaded, equipment) = (rules.loaded(), &rules.ready().variant.equipment);
    let options = options(choices);
    match own_text(loaded) {
        Some(text) if library::text_of(&loaded.id) == Some(text) => json!({ "variant": loaded.id, "options": options }),
        Some(text) => json!({ "variant": loaded.id, "rules": text, "options": options }),
        None => json!({ "variant": loaded.id, "rules": loaded.flat(equipment) }),
    }
}

/// Choices in the form of requests.
pub(super) fn options(choices: &Choices) -> Vec<String> {
    let switched = choices.options.iter().map(|(name, on)| format!("{name}={}", if *on { "on" } else { "off" }));
    let numbers = choices.numbers.iter().map(|(name, value)| format!("{name}={value}"));
    switched.chain(numbers).collect()
}

/// The text of the rule file, if all files that it extends are bundled.
fn own_text(loaded: &Loaded) -> Option<&str> {
    let texts: Vec<_> = loaded.files.iter().skip(1).map(|(file, _)| loaded.sources.get(*file)).collect();
    let (own, parents) = texts.split_last()?;
    let bundled = |text: &str| library::names().any(|name| library::text_of(name) == Some(text));
    parents.iter().all(|parent| bundled(&parent.text)).then_some(own.text.as_str())
}

/// Escapes text for HTML.
pub(super) fn in_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Escapes JSON for a script, so that nothing in it ends the script.
pub(super) fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}
