//! Pending differences: accepting, rejecting and reviewing them.

use std::io::{BufRead, IsTerminal, Write};

use draughtsman::analysis::snapshot::{Change, Section, compare, told};

use super::super::answer::{Answer, Failure};
use super::Places;
use super::files::{Files, may_write};

/// Which of them.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A rule file, or a bundled name
    variant: String,
    /// The positions meant; without a name all of them
    names: Vec<String>,
    #[command(flatten)]
    places: Places,
}

/// Writes what differs into the file of pending sections.
pub(super) fn write(files: &Files, changes: &[Change]) -> Result<(), Failure> {
    let sections: Vec<Section> = changes
        .iter()
        .filter_map(|change| match change {
            Change::New(section) => Some(section.clone()),
            Change::Changed(delta) => Some(delta.is.clone()),
            Change::Stale(_) => None,
        })
        .collect();
    files.write_pending(&sections)
}

/// Accepts pending sections.
pub(super) fn accept(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let (files, meant, left) = meant(arguments)?;
    pin_all(&files, &meant)?;
    files.write_pending(&left)?;
    closing("Accepted", &meant, &left, out)
}

/// Rejects pending sections.
pub(super) fn reject(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let (files, meant, left) = meant(arguments)?;
    files.write_pending(&left)?;
    closing("Rejected", &meant, &left, out)
}

fn closing(did: &str, meant: &[Section], left: &[Section], out: &mut dyn Write) -> Result<Answer, Failure> {
    for section in meant {
        writeln!(out, "{did}: {}", section.name)?;
    }
    match (meant.len(), left.len()) {
        (0, 0) => writeln!(out, "Nothing is pending.")?,
        (_, 0) => {}
        (_, left) => writeln!(out, "Still pending: {left}.")?,
    }
    Ok(Answer::Yes)
}

/// The pending sections that the arguments select, and the other pending ones.
fn meant(arguments: &Arguments) -> Result<(Files, Vec<Section>, Vec<Section>), Failure> {
    may_write()?;
    let files = Files::of(&arguments.variant, &arguments.places)?;
    let pending = files.pending()?;
    for name in &arguments.names {
        if !pending.iter().any(|section| section.name == *name) {
            let names: Vec<String> = pending.iter().map(|section| format!("`{}`", section.name)).collect();
            let names = if names.is_empty() { "nothing is".to_owned() } else { format!("pending: {}", names.join(", ")) };
            return Err(Failure::Wrong(format!("no position `{name}` is pending ({names})")));
        }
    }
    let (meant, left) =
        pending.into_iter().partition(|section| arguments.names.is_empty() || arguments.names.contains(&section.name));
    Ok((files, meant, left))
}

/// Pins sections, in place of those with the same names.
pub(super) fn pin_all(files: &Files, sections: &[Section]) -> Result<(), Failure> {
    if sections.is_empty() {
        return Ok(());
    }
    let mut pinned = files.pinned()?;
    for section in sections {
        match pinned.iter_mut().find(|known| known.name == section.name) {
            Some(known) => *known = section.clone(),
            None => pinned.push(section.clone()),
        }
    }
    // Sections are in the order of the positions.
    let order = files.positions_if_any()?;
    let place = |section: &Section| order.iter().position(|one| one.name == section.name).unwrap_or(order.len());
    pinned.sort_by_key(place);
    files.write_pinned(&pinned)
}

/// Asks about each pending section in turn.
pub(super) fn review(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let (files, meant, mut left) = meant(arguments)?;
    if meant.is_empty() {
        writeln!(out, "Nothing is pending.")?;
        return Ok(Answer::Yes);
    }
    let terminal = std::io::stdin().is_terminal();
    let count = meant.len();
    let mut sections = meant.into_iter().enumerate();
    let mut accepted = Vec::new();
    for (i, section) in sections.by_ref() {
        let pinned = files.pinned()?;
        let was: Vec<Section> = pinned.into_iter().filter(|known| known.name == section.name).collect();
        writeln!(out, "{} of {count}", i + 1)?;
        match compare(&was, std::slice::from_ref(&section)).first() {
            Some(change) => writeln!(out, "{}", told(change))?,
            None => writeln!(out, "{}: as pinned\n", section.name)?,
        }
        match ask(terminal, out)? {
            Reply::Accept => {
                writeln!(out, "Accepted: {}\n", section.name)?;
                accepted.push(section);
            }
            Reply::Reject => writeln!(out, "Rejected: {}\n", section.name)?,
            Reply::Skip => {
                writeln!(out, "Still pending: {}\n", section.name)?;
                left.push(section);
            }
            Reply::Quit => {
                left.push(section);
                break;
            }
        }
    }
    left.extend(sections.map(|(_, section)| section));
    pin_all(&files, &accepted)?;
    files.write_pending(&left)?;
    writeln!(out, "{} accepted, {} still pending.", accepted.len(), left.len())?;
    Ok(if left.is_empty() { Answer::Yes } else { Answer::No })
}

enum Reply {
    Accept,
    Reject,
    Skip,
    Quit,
}

fn ask(terminal: bool, out: &mut dyn Write) -> Result<Reply, Failure> {
    loop {
        write!(out, "accept, reject, skip, quit? ")?;
        out.flush()?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        let bytes = read.map_err(|error| Failure::Wrong(format!("standard input: {error}")))?;
        if !terminal {
            writeln!(out, "{}", line.trim())?;
        }
        match line.trim().to_lowercase().as_str() {
            _ if bytes == 0 => return Ok(Reply::Quit),
            "a" | "accept" | "y" | "yes" => return Ok(Reply::Accept),
            "r" | "reject" | "n" | "no" => return Ok(Reply::Reject),
            "s" | "skip" => return Ok(Reply::Skip),
            "q" | "quit" => return Ok(Reply::Quit),
            _ => writeln!(out, "Please answer a, r, s or q.")?,
        }
    }
}
