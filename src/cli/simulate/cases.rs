//! The rules by which games are played: those that were named, each value of a sweep, options turned, lines left out, and
//! others to compare with.

use std::sync::Arc;

use draughtsman::check::Choices;
use draughtsman::library::{self, Loaded};
use draughtsman::session::{self, Rules, Session, Written};

use super::super::answer::Failure;
use super::super::diff::chosen;
use super::super::position::noting;
use super::super::written::written;
use super::super::{load, report};
use super::Arguments;
use super::sweep::{Sweep, with};

/// Rules, and where games by them begin.
pub(super) struct Case {
    /// The name by which it is distinguished from the other cases.
    pub(super) name: String,
    pub(super) session: Session,
}

/// Greatest number of combinations of a sweep.
const MOST: usize = 1000;

/// All cases. The first is the one that the others are compared with.
pub(super) fn all(arguments: &Arguments) -> Result<Vec<Case>, Failure> {
    let (variant, position) = (&arguments.rules.variant, &arguments.position);
    if variant == load::STDIN && position.as_deref() == Some(load::STDIN) {
        return Err(Failure::wrong("only one of the rules and the position can come from standard input"));
    }
    if position.is_some() && !arguments.cases.beside.is_empty() {
        return Err(Failure::wrong("--position belongs to one variant: --beside begins at the start of another"));
    }
    let twice = |(at, sweep): &(usize, &Sweep)| arguments.cases.sweep[..*at].iter().any(|before| before.name() == sweep.name());
    if let Some((_, sweep)) = arguments.cases.sweep.iter().enumerate().find(twice) {
        return Err(Failure::Wrong(format!("`{}` is swept twice: give all its values at once", sweep.name())));
    }
    let position = position.as_deref().map(|position| written(position, None)).transpose()?;
    let loaded = Arc::new(load::read(variant)?);
    let choices = arguments.rules.choices.choices();
    let begin = |name: String, choices: &Choices| begun(name, &loaded, choices, position.as_ref());
    let base = begin(loaded.id.clone(), &choices)?;
    let mut cases = Vec::new();
    let mut grid = vec![(Vec::new(), choices.clone())];
    for sweep in &arguments.cases.sweep {
        let values = sweep.values(&base.session.variant().equipment);
        let each = |(names, before): &(Vec<String>, Choices)| {
            let one =
                |(name, value): &(String, Choices)| ([&names[..], std::slice::from_ref(name)].concat(), with(before, value));
            values.iter().map(one).collect::<Vec<_>>()
        };
        grid = grid.iter().flat_map(each).collect();
        if grid.len() > MOST {
            return Err(Failure::Wrong(format!("these sweeps have more than {MOST} combinations")));
        }
    }
    for (names, choices) in grid.into_iter().filter(|(names, _)| !names.is_empty()) {
        let name = names.join(" ");
        match begin(name.clone(), &choices) {
            Ok(case) => cases.push(case),
            Err(failure) => match session::incompatible(&loaded, &choices) {
                Some(why) => left_out(&name, &why),
                None => return Err(failure),
            },
        }
    }
    if cases.is_empty() && !arguments.cases.sweep.is_empty() {
        return Err(Failure::wrong("nothing of this sweep can be played"));
    }
    if cases.is_empty() {
        cases.push(base);
    }
    if arguments.cases.turn_options {
        let equipment = cases[0].session.variant().equipment.clone();
        if equipment.options.is_empty() {
            report::say("note", &format!("{} has no options to turn", loaded.id));
        }
        for option in &equipment.options {
            let name = format!("{}={}", option.name, if option.on { "off" } else { "on" });
            let other = Choices { options: vec![(option.name.clone(), !option.on)], ..Choices::default() };
            match begin(name.clone(), &with(&choices, &other)) {
                Ok(case) => cases.push(case),
                Err(failure) => left_out(&name, &failure.sentence()?),
            }
        }
    }
    if arguments.cases.lines {
        let equipment = cases[0].session.variant().equipment.clone();
        for (line, text) in loaded.flat_without_each(&equipment) {
            let fewer = Arc::new(library::load_text(&loaded.id, "one line less", text.into_bytes(), None));
            // If other lines need this one, the rules have mistakes, and the case is left out.
            cases.extend(begun(without(&line), &fewer, &Choices::default(), position.as_ref()).ok());
        }
    }
    for argument in &arguments.cases.beside {
        let (name, choices) = chosen(argument, &arguments.rules.choices)?;
        let other = Arc::new(load::read(&name)?);
        cases.push(begun(argument.clone(), &other, &choices.choices(), None)?);
    }
    Ok(cases)
}

fn left_out(name: &str, why: &str) {
    report::say("note", &format!("{name} is left out: {why}"));
}

/// Greatest number of characters shown of a line.
const MOST_SHOWN: usize = 50;

/// The name of rules without a line.
fn without(line: &str) -> String {
    let head = line.split(" {").next().unwrap_or_default();
    let short: String = head.chars().take(MOST_SHOWN).collect();
    let left_out = if short.len() < line.len() { " …" } else { "" };
    format!("without: {short}{left_out}")
}

fn begun(name: String, loaded: &Arc<Loaded>, choices: &Choices, position: Option<&Written>) -> Result<Case, Failure> {
    let session = match position {
        Some(written) => noting(|notes| Session::resume(Arc::clone(loaded), choices, written, notes))?,
        None => Session::new(Rules::new(Arc::clone(loaded), choices)?)?,
    };
    Ok(Case { name, session })
}
