//! The rules of a session: a rule file with the chosen options.

use std::sync::{Arc, OnceLock};

use crate::check::{Care, Choices, Levels, Refusal};
use crate::engine::LookAhead;
use crate::library::{self, Loaded, Ready};
use crate::model::rules::Effects;
use crate::notation::Header;

use super::error::{Error, Unsound};

/// A rule file, and the rules that result from some choices. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Rules {
    loaded: Arc<Loaded>,
    ready: Arc<Ready>,
    choices: Choices,
    ahead: Arc<OnceLock<LookAhead>>,
}

impl Rules {
    /// The rules of a loaded file with these choices.
    ///
    /// # Errors
    /// The rules have errors, or do not have these choices.
    pub fn new(loaded: impl Into<Arc<Loaded>>, choices: &Choices) -> Result<Rules, Error> {
        let loaded = loaded.into();
        let ready = Arc::new(compiled(&loaded, choices)?);
        Ok(Rules { loaded, ready, choices: choices.clone(), ahead: Arc::default() })
    }

    /// The rules with the options under which a position or game was saved; `asked` takes precedence over these. Anything
    /// unusual is added to `notes`.
    ///
    /// # Errors
    /// The rules have errors, or do not have these choices.
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
        // Options that are on by default, but were off when the position was saved.
        let is_said = |name: &String| choices.options.iter().any(|(said, _)| said == name);
        let on = rules.ready.variant.equipment.options.iter().filter(|option| option.on && !is_said(&option.name));
        let off: Vec<(String, bool)> = on.map(|option| (option.name.clone(), false)).collect();
        if off.is_empty() {
            return Ok(rules);
        }
        choices.options.extend(off);
        Rules::new(rules.loaded, &choices)
    }

    /// The rule file and all files it extends.
    pub fn loaded(&self) -> &Arc<Loaded> {
        &self.loaded
    }

    /// The choices.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The search of games by these rules, compiled on first use.
    pub fn ahead(&self) -> &LookAhead {
        self.ahead.get_or_init(|| LookAhead::new(&self.ready.program))
    }

    /// Whether there are decisions of chance in games by these rules.
    pub fn draws(&self) -> bool {
        let program = &self.ready.program;
        !program.layout.shuffles.is_empty() || program.ever(Effects::ASKS_CHANCE)
    }

    /// The checked and the compiled rules.
    pub fn ready(&self) -> &Ready {
        &self.ready
    }
}

/// A loaded file, checked with these choices and compiled.
///
/// # Errors
/// The rules have errors, or do not have these choices.
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

/// Why the chosen options are incompatible: they exclude or need one another, or change the same rule. None if they are
/// compatible, or if something else is wrong with the choices.
pub fn incompatible(loaded: &Loaded, choices: &Choices) -> Option<String> {
    let checked = loaded.examine(choices, &Levels::default(), Care::Game);
    let of_options = |refusal: &Refusal| matches!(refusal, Refusal::Needs { .. } | Refusal::Excludes { .. });
    match checked.refusals.first() {
        Some(first) => checked.refusals.iter().all(of_options).then(|| first.to_string()),
        None => checked.diagnostics.iter().find(|one| one.code == "E0210").map(|one| one.message.clone()),
    }
}

/// The error for a choice that these rules do not have, with those they have.
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
