//! `draughtsman snapshot`: the legal moves of an author's positions, pinned and compared.

mod add;
mod files;
mod pending;
mod report;
mod watch;

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use draughtsman::analysis::snapshot::{Change, Section, compare, of_game, told};
use draughtsman::check::Choices;
use draughtsman::library::{Loaded, Ready};
use draughtsman::notation::pinned::Pinned;

use super::answer::{Answer, Failure};
use super::ci::{self, Format, FormatArguments};
use super::output::ForceArgument;
use super::{load, write_json};

pub(crate) use add::pin;
use files::Files;
pub(crate) use files::positions_of;
#[cfg(feature = "serve")]
pub(crate) use files::{POSITIONS, SNAPSHOT};

/// Pin the legal moves of positions, and compare them with what the rules say now
///
/// Positions stand in NAME.positions.toml beside the rule file, what is pinned in NAME.snapshot.txt. Without anything else the two
/// are compared, the differences are told, nothing is written, and the exit code is 1 if there is one.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = include_str!("../help/snapshot.txt"))]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    /// A rule file, or a bundled name: then the files are in this folder
    #[arg(required = true)]
    variant: Option<String>,
    #[command(flatten)]
    places: Places,
    /// Pin what the rules say now
    #[arg(long, conflicts_with = "pending")]
    update: bool,
    /// Write what differs into NAME.snapshot.pending.txt, for `accept`, `reject` and `review`
    #[arg(long)]
    pending: bool,
    /// Forget what is pinned of positions that are gone
    #[arg(long)]
    prune: bool,
    #[command(flatten)]
    format: FormatArguments,
    /// Compare again whenever the rules, a parent of them or the positions are saved, until Ctrl-C
    #[arg(long, conflicts_with_all = ["update", "pending", "prune", "format", "json"])]
    watch: bool,
}

/// Where the files are.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Places {
    /// The file of positions, if it is not NAME.positions.toml beside the rule file; what is pinned lies beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) positions: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: ForceArgument,
}

#[derive(Subcommand)]
enum Action {
    /// Pin one more position
    Add(add::Arguments),
    /// Accept what is pending: all, or the positions named
    Accept(pending::Arguments),
    /// Throw away what is pending: all, or the positions named
    Reject(pending::Arguments),
    /// Go through what is pending, one by one
    Review(pending::Arguments),
}

/// Compares, or runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    match &arguments.action {
        Some(Action::Add(arguments)) => add::run(arguments, out),
        Some(Action::Accept(arguments)) => pending::accept(arguments, out),
        Some(Action::Reject(arguments)) => pending::reject(arguments, out),
        Some(Action::Review(arguments)) => pending::review(arguments, out),
        None => compared(arguments, out),
    }
}

/// What the rules say now, compared with what is pinned.
struct Compared {
    loaded: Loaded,
    positions: Vec<Pinned>,
    pinned: Vec<Section>,
    now: Vec<Section>,
    changes: Vec<Change>,
}

impl Compared {
    fn read(variant: &str, files: &Files) -> Result<Compared, Failure> {
        let loaded = load::read(variant)?;
        let positions = files.positions()?;
        let now = sections(&loaded, &positions)?;
        let pinned = files.pinned()?;
        let changes = compare(&pinned, &now);
        Ok(Compared { loaded, positions, pinned, now, changes })
    }

    /// The number of pinned positions that have been removed.
    fn stale(&self) -> usize {
        self.changes.iter().filter(|change| matches!(change, Change::Stale(_))).count()
    }

    /// The number of positions that are new or not as pinned.
    fn differ(&self) -> usize {
        self.changes.len() - self.stale()
    }

    /// Writes every difference, then how many there are.
    fn tell(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for change in &self.changes {
            writeln!(out, "{}", told(change))?;
        }
        writeln!(out, "{}", summary(self.now.len(), self.differ(), self.stale()))?;
        let missing = self.now.iter().filter(|section| section.is_missing()).map(|section| format!("`{}`", section.name));
        match missing.collect::<Vec<_>>().as_slice() {
            [] => Ok(()),
            missing => Ok(writeln!(out, "No such position under these rules: {}.", missing.join(", "))?),
        }
    }
}

fn compared(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let variant = arguments.variant.as_deref().unwrap_or_default();
    let files = Files::of(variant, &arguments.places)?;
    if arguments.watch {
        return watch::run(variant, &files, out);
    }
    if arguments.update || arguments.pending || arguments.prune {
        files::may_write()?;
    }
    let compared = Compared::read(variant, &files)?;
    let (differ, stale) = (compared.differ(), compared.stale());
    match arguments.format.format() {
        Format::Human => compared.tell(out)?,
        Format::Json => write_json(out, &report::json(&compared))?,
        Format::Report(report) => ci::write(report, "snapshot", &report::tried(&files, &compared)?, out)?,
    }
    let mut after = compared.pinned.clone();
    if arguments.update {
        after = updated(&compared.pinned, &compared.now);
    }
    if arguments.prune {
        after.retain(|section| compared.now.iter().any(|is| is.name == section.name));
    }
    if after != compared.pinned {
        files.write_pinned(&after)?;
        say(arguments, &format!("Written: {}", files.snapshot.display()), out)?;
    }
    let settled = arguments.update && (stale == 0 || arguments.prune) || arguments.prune && differ == 0;
    if arguments.pending {
        pending::write(&files, &compared.changes)?;
        match differ {
            0 => say(arguments, "Nothing is pending.", out)?,
            _ => say(arguments, &format!("Written: {}; go on with `snapshot review {variant}`", files.pending.display()), out)?,
        }
    } else if !settled && arguments.format.format() == Format::Human {
        advice(variant, differ, stale, arguments, out)?;
    }
    Ok(if compared.changes.is_empty() || settled { Answer::Yes } else { Answer::No })
}

fn say(arguments: &Arguments, text: &str, out: &mut dyn Write) -> Result<(), Failure> {
    if arguments.format.format() == Format::Human {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

fn summary(positions: usize, differ: usize, stale: usize) -> String {
    let many = |count: usize, one: &str, several: &str| format!("{count} {}", if count == 1 { one } else { several });
    let positions = many(positions, "position", "positions");
    match (differ, stale) {
        (0, 0) => format!("{positions}: as pinned."),
        (_, 0) => format!("{positions}: {differ} not as pinned."),
        (0, _) => format!("{positions}: as pinned, and {} pinned of positions that are gone.", stale),
        _ => format!("{positions}: {differ} not as pinned, and {stale} pinned of positions that are gone."),
    }
}

fn advice(variant: &str, differ: usize, stale: usize, arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let places = match &arguments.places.positions {
        Some(path) => format!(" --positions {}", path.display()),
        None => String::new(),
    };
    if differ > 0 && !arguments.update {
        writeln!(out, "If this is what the rules should say: draughtsman snapshot {variant}{places} --update")?;
    }
    if stale > 0 && !arguments.prune {
        writeln!(out, "To forget what is gone: draughtsman snapshot {variant}{places} --prune")?;
    }
    Ok(())
}

/// What is pinned after an update: all positions in their order, then pinned ones that have been removed.
fn updated(pinned: &[Section], now: &[Section]) -> Vec<Section> {
    let gone = pinned.iter().filter(|was| now.iter().all(|is| is.name != was.name));
    now.iter().chain(gone).cloned().collect()
}

/// What the rules say of each position now.
pub(crate) fn sections(loaded: &Loaded, positions: &[Pinned]) -> Result<Vec<Section>, Failure> {
    let mut known: Vec<(&[String], Ready)> = Vec::new();
    let mut all = Vec::new();
    for one in positions {
        if !known.iter().any(|(options, _)| *options == one.options.as_slice()) {
            known.push((&one.options, rules(loaded, one)?));
        }
        if let Some((_, ready)) = known.iter().find(|(options, _)| *options == one.options.as_slice()) {
            all.push(of_game(&ready.variant, &ready.program, one));
        }
    }
    Ok(all)
}

/// The positions kept beside a rule file, and pinned ones that have been removed, each with its difference from what is
/// pinned.
#[cfg(feature = "serve")]
pub(crate) fn standing(variant: &str, loaded: &Loaded) -> Result<Vec<(String, Option<Change>)>, Failure> {
    let files = Files::of(variant, &Places::default())?;
    let now = sections(loaded, &files.positions_if_any()?)?;
    let mut changes = compare(&files.pinned()?, &now);
    let mut all: Vec<(String, Option<Change>)> = Vec::new();
    for section in now {
        let at = changes.iter().position(|change| change.name() == section.name);
        all.push((section.name, at.map(|at| changes.remove(at))));
    }
    all.extend(changes.into_iter().map(|gone| (gone.name().to_owned(), Some(gone))));
    Ok(all)
}

/// The rules with the options of a position.
pub(crate) fn rules(loaded: &Loaded, position: &Pinned) -> Result<Ready, Failure> {
    let asked = choices(&position.name, &position.options)?;
    let named = |problem: &str| format!("the position `{}`: options: {problem}", position.name);
    load::compiled(loaded, &asked).map_err(|failure| match failure {
        Failure::Misread(mut misread) if !position.options.is_empty() => {
            misread.problem = named(&misread.problem);
            misread.keyless = misread.keyless.map(|problem| named(&problem));
            Failure::Misread(misread)
        }
        other => other,
    })
}

/// Parses options as a file of positions writes them.
fn choices(name: &str, options: &[String]) -> Result<Choices, Failure> {
    let wrong = |problem: String| Failure::Wrong(format!("the position `{name}`: options: {problem}"));
    options.iter().map(|option| option.parse::<Choices>().map_err(wrong)).collect()
}
