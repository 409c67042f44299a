//! `draughtsman new`: the first file of a new variant.

use std::io::Write;
use std::path::{Path, PathBuf};

use draughtsman::check::Choices;
use draughtsman::diagnostic::any_error;
use draughtsman::library::{self, TEMPLATES};

use super::answer::{Answer, Failure, Unsound};
use super::forms::{self, Form};
use super::load::{self, STDIN};
use super::output::{self, ForceArgument, Made};
use super::{report, terminal};

/// Start a variant of your own: from a template, or from a parent of which only the differences are written
#[derive(clap::Args)]
#[command(after_help = include_str!("help/new.txt"))]
pub(crate) struct Arguments {
    /// What the variant will be called by: letters, digits, `-` and `_`
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// The parent: a bundled name, or a rule file that will lie beside the new one
    #[arg(long, value_name = "PARENT", conflicts_with = "template")]
    extends: Option<String>,
    /// What to begin with; without it `draughts`
    #[arg(long, value_name = "TEMPLATE")]
    template: Option<String>,
    /// The game's name in words; without it, it is made of NAME
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Where to, a file or a folder, or `-` for standard output; without it, NAME.draughts in this folder
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    /// List the templates
    #[arg(long, conflicts_with_all = ["extends", "template", "title", "output"])]
    list: bool,
}

/// Writes the file, or lists the templates.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let Some(name) = arguments.name.as_ref().filter(|_| !arguments.list) else {
        for template in TEMPLATES {
            writeln!(out, "{:10} {}", template.name, template.about)?;
        }
        return Ok(Answer::Yes);
    };
    library::usable_name(name).map_err(Failure::wrong)?;
    let title = arguments.title.clone().unwrap_or_else(|| library::title_of(name));
    if title.trim().is_empty() {
        return Err(Failure::wrong("the title is empty"));
    }
    let text = match &arguments.extends {
        Some(parent) => child(parent, &title)?,
        None => template(arguments.template.as_deref().unwrap_or(TEMPLATES[0].name))?.with_title(&title),
    };
    if arguments.output.as_ref().is_some_and(|path| path.as_os_str() == STDIN) {
        terminal::data(text.as_bytes(), out)?;
        return Ok(Answer::Yes);
    }
    let path = path(name, arguments.output.as_deref())?;
    output::file(&path, &text, Made::Rules, arguments.force)?;
    let shown = path.display();
    report::say("note", &format!("{shown} is written; next: `draughtsman check {shown}`, `draughtsman play {shown}`"));
    Ok(Answer::Yes)
}

fn template(name: &str) -> Result<&'static library::Template, Failure> {
    library::template(name).map_err(|near| {
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        Failure::unknown(format!("there is no template `{name}`{near}"), TEMPLATES.iter().map(|one| one.name))
    })
}

fn child(parent: &str, title: &str) -> Result<String, Failure> {
    if parent == STDIN {
        return Err(Failure::wrong("a parent is a bundled name or a file: a child has to find it again"));
    }
    let loaded = load::read(parent)?;
    let checked = loaded.check(&Choices::default());
    if any_error(&checked.diagnostics) {
        return Err(Failure::Unsound(Box::new(Unsound { sources: loaded.sources, found: checked.diagnostics })));
    }
    Ok(loaded.child(title))
}

fn path(name: &str, output: Option<&Path>) -> Result<PathBuf, Failure> {
    let file = format!("{name}.draughts");
    Ok(match output {
        Some(folder) if folder.is_dir() => folder.join(file),
        Some(path) => {
            forms::of(path, &[Form::Rules])?;
            path.to_owned()
        }
        None => PathBuf::from(file),
    })
}
