//! `draughtsman page`: a game as one page of HTML that needs nothing else. The engine in it is the library as WebAssembly.

use std::io::Write;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use draughtsman::check::Choices;
use draughtsman::library::{self, Loaded};
use draughtsman::session::Rules;
use serde_json::json;

use super::answer::{Answer, Failure};
use super::arguments::RulesArguments;
use super::forms::{self, Form};
use super::load;
use super::output::{self, ForceArgument, Made};

/// Write a game as one page of HTML, to be played in any browser, from a disk or a mail
#[derive(clap::Args)]
#[command(after_help = include_str!("help/page.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: RulesArguments,
    /// Where to; without it, standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
}

/// The library as WebAssembly, compressed, where it was there when this program was built.
static ENGINE: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/engine.rs"));

const PAGE: &str = include_str!("../../web/page/page.html");

const SCRIPTS: [&str; 5] = [
    include_str!("../../web/engine.js"),
    include_str!("../../web/page/game.js"),
    include_str!("../../web/page/board.js"),
    include_str!("../../web/page/side.js"),
    include_str!("../../web/page/editor.js"),
];

/// How such a page begins.
pub(crate) const BEGINNING: &str = "<!DOCTYPE html>\n<html lang=\"en\" data-made-by=\"draughtsman page\">\n";

/// Writes.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    if let Some(path) = &arguments.output {
        forms::of(path, &[Form::Html])?;
    }
    let loaded = load::read(&arguments.rules.variant)?;
    let choices = arguments.rules.choices.choices();
    let rules = Rules::new(loaded, &choices)?;
    let Some(engine) = ENGINE else {
        return Err(Failure::wrong(
            "this program was built without the engine for browsers: `web/build && cargo build --release` builds one that has it, \
             and so does every released binary",
        ));
    };
    let page = page(&rules, &choices, engine);
    output::answer(arguments.output.as_ref(), &page, Made::Page, arguments.force, out)?;
    Ok(Answer::Yes)
}

fn page(rules: &Rules, choices: &Choices, engine: &[u8]) -> String {
    let title = &rules.ready().variant.equipment.title;
    let parts = [
        ("{{title}}", in_markup(title)),
        ("{{style}}", include_str!("../../web/page/page.css").to_owned()),
        ("{{start}}", in_script(&start(rules, choices).to_string())),
        ("{{scripts}}", SCRIPTS.concat()),
        ("{{engine}}", STANDARD.encode(engine)),
    ];
    let mut page = BEGINNING.to_owned();
    let mut rest = PAGE;
    // Each part is put where it stands once; what a part says is not looked at again.
    for (mark, part) in parts {
        let Some((before, after)) = rest.split_once(mark) else { continue };
        page.push_str(before);
        page.push_str(&part);
        rest = after;
    }
    page + rest
}

/// The request that loads the rules.
fn start(rules: &Rules, choices: &Choices) -> serde_json::Value {
    let (loaded, equipment) = (rules.loaded(), &rules.ready().variant.equipment);
    let switched = choices.options.iter().map(|(name, on)| format!("{name}={}", if *on { "on" } else { "off" }));
    let numbers = choices.numbers.iter().map(|(name, value)| format!("{name}={value}"));
    let options: Vec<String> = switched.chain(numbers).collect();
    match own_text(loaded) {
        Some(text) if library::text_of(&loaded.id) == Some(text) => json!({ "variant": loaded.id, "options": options }),
        Some(text) => json!({ "variant": loaded.id, "rules": text, "options": options }),
        None => json!({ "variant": loaded.id, "rules": loaded.flat(equipment) }),
    }
}

/// The text of the rule file, if all that it extends is bundled.
fn own_text(loaded: &Loaded) -> Option<&str> {
    let texts: Vec<_> = loaded.files.iter().skip(1).map(|(file, _)| loaded.sources.get(*file)).collect();
    let (own, parents) = texts.split_last()?;
    let bundled = |text: &str| library::names().any(|name| library::text_of(name) == Some(text));
    parents.iter().all(|parent| bundled(&parent.text)).then_some(own.text.as_str())
}

fn in_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// JSON within a script: nothing in it ends the script.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}
