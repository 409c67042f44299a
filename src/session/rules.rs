//! Rules that a session plays by: a rule file with what a group has agreed on.

use std::sync::{Arc, OnceLock};

use crate::check::{Care, Choices, Levels, Refusal};
use crate::engine::Ahead;
use crate::library::{self, Loaded, Ready};
use crate::model::rules::Effects;
use crate::notation::Header;

use super::error::{Error, Unsound};

/// A rule file, and the rules that it makes with some choices. Cheap to copy.
#[derive(Clone, Debug)]
pub struct Rules {
    loaded: Arc<Loaded>,
    ready: Arc<Ready>,
    choices: Choices,
    ahead: Arc<OnceLock<Ahead>>,
}

impl Rules {
    /// What was loaded, checked with these choices.
    ///
    /// # Errors
    /// The rules have mistakes, or not these choices.
    pub fn new(loaded: impl Into<Arc<Loaded>>, choices: &Choices) -> Result<Rules, Error> {
        let loaded = loaded.into();
        let ready = Arc::new(compiled(&loaded, choices)?);
        Ok(Rules { loaded, ready, choices: choices.clone(), ahead: Arc::default() })
    }

    /// The rules with the options that a position or game was saved under; what was asked for holds against them. What is odd is
    /// noted.
    ///
    /// # Errors
    /// The rules have mistakes, or not these choices.
    pub fn of_saved(
        loaded: impl Into<Arc<Loaded>>,
        header: &Header,
        asked: &Choices,
        notes: &mut Vec<String>,
    ) -> Result<Rules, Error> {
        let loaded = loaded.into();
        if header.variant.is_empty() {
            return Rules::new(loaded, asked);
        }
        // A game may name its rules by a path.
        if header.variant != loaded.id && library::stem(&header.variant) != loaded.id && loaded.id != "stdin" {
            notes.push(format!("the position was saved for `{}`, and is read by the rules of `{}`", header.variant, loaded.id));
            return Rules::new(loaded, asked);
        }
        let mut choices = Choices {
            options: header.options.iter().flatten().map(|name| (name.clone(), true)).chain(asked.options.clone()).collect(),
            numbers: header.numbers.iter().cloned().chain(asked.numbers.clone()).collect(),
        };
        let rules = Rules::new(loaded, &choices)?;
        if header.options.is_none() {
            return Ok(rules);
        }
        // What is on by default, but was not when the position was saved.
        let is_said = |name: &String| choices.options.iter().any(|(said, _)| said == name);
        let on = rules.ready.variant.equipment.options.iter().filter(|option| option.on && !is_said(&option.name));
        let off: Vec<(String, bool)> = on.map(|option| (option.name.clone(), false)).collect();
        if off.is_empty() {
            return Ok(rules);
        }
        choices.options.extend(off);
        Rules::new(rules.loaded, &choices)
    }

    /// The rule file and all it extends.
    pub fn loaded(&self) -> &Arc<Loaded> {
        &self.loaded
    }

    /// What was chosen.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// What looks ahead in games by these rules.
    pub fn ahead(&self) -> &Ahead {
        self.ahead.get_or_init(|| Ahead::new(&self.ready.program))
    }

    /// Whether chance can have a say in games by these rules.
    pub fn draws(&self) -> bool {
        let program = &self.ready.program;
        !program.layout.shuffles.is_empty() || program.ever(Effects::ASKS_CHANCE)
    }

    /// The checked and the compiled rules.
    pub fn ready(&self) -> &Ready {
        &self.ready
    }
}

/// What was loaded, checked with these choices and compiled.
///
/// # Errors
/// The rules have mistakes, or not these choices.
pub fn compiled(loaded: &Loaded, choices: &Choices) -> Result<Ready, Error> {
    let checked = loaded.check(choices);
    if let Some(refusal) = checked.refusals.first() {
        return Err(refused(loaded, refusal));
    }
    match checked.variant {
        Some(variant) => Ok(loaded.ready(variant)),
        None => {
            let mut found = checked.diagnostics;
            library::certain(loaded, choices, &Levels::default(), &mut found);
            Err(Error::Unsound(Box::new(Unsound { sources: loaded.sources.clone(), found })))
        }
    }
}

/// Why options that were chosen cannot be together: they say so, or change the same rule. None if they can, or if something else is
/// wrong with the choices.
pub fn incompatible(loaded: &Loaded, choices: &Choices) -> Option<String> {
    let checked = loaded.examine(choices, &Levels::default(), Care::Game);
    let of_options = |refusal: &Refusal| matches!(refusal, Refusal::Needs { .. } | Refusal::Excludes { .. });
    match checked.refusals.first() {
        Some(first) => checked.refusals.iter().all(of_options).then(|| first.to_string()),
        None => checked.diagnostics.iter().find(|one| one.code == "E0210").map(|one| one.message.clone()),
    }
}

/// A choice that these rules do not have, with those that they have.
pub fn refused(loaded: &Loaded, refusal: &Refusal) -> Error {
    let Refusal::Unknown { near: None, .. } = refusal else { return Error::wrong(refusal) };
    let plain = loaded.check(&Choices::default());
    let equipment = plain.variant.map(|variant| variant.equipment);
    let names: Vec<String> = equipment.into_iter().flat_map(|one| one.options).map(|option| option.name).collect();
    match names.is_empty() {
        true => Error::wrong(format!("{refusal}: `{}` has no options", loaded.id)),
        false => Error::unknown(refusal.to_string(), names),
    }
}
