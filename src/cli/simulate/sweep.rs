//! `--sweep idle-limit=20..80:10`, `--sweep option:flying-kings`: values to try.

use std::collections::HashSet;
use std::str::FromStr;

use draughtsman::check::Choices;
use draughtsman::model::Equipment;

/// What is varied, over several values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sweep {
    /// A number.
    Number { name: String, values: Vec<i64> },
    /// An option, as it is and turned the other way.
    Option { name: String },
}

/// Number of steps in a range for which no step is given.
const STEPS: i64 = 6;

/// Greatest number of values.
const MOST: usize = 100;

impl FromStr for Sweep {
    type Err = String;

    fn from_str(text: &str) -> Result<Sweep, String> {
        let accepted = || {
            let examples = "`idle-limit=20..80`, `idle-limit=20..80:10`, `idle-limit=20,40,80` or `option:flying-kings`";
            format!("a number with its values, or an option, is accepted: {examples}")
        };
        // Names in rule files have no underscores: one is read as a hyphen.
        let named = |name: &str| name.trim().replace('_', "-");
        if let Some(name) = text.strip_prefix("option:").filter(|name| !name.trim().is_empty()) {
            return Ok(Sweep::Option { name: named(name) });
        }
        let (name, values) = text.split_once('=').filter(|(name, _)| !name.trim().is_empty()).ok_or_else(accepted)?;
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| accepted());
        let values: Vec<i64> = match values.split_once("..") {
            None => values.split(',').map(number).collect::<Result<_, _>>()?,
            Some((from, to)) => {
                let (to, step) = to.split_once(':').map_or((to, None), |(to, step)| (to, Some(step)));
                let (from, to) = (number(from)?, number(to)?);
                let (usual, last) =
                    (to.saturating_sub(from).checked_div(STEPS).unwrap_or(1).max(1), step.is_none().then_some(to));
                let step = step.map(number).transpose()?.unwrap_or(usual);
                if from > to || step < 1 {
                    return Err("values go from the least to the greatest, with a step of at least 1: `20..80:10`".to_owned());
                }
                let next = |value: &i64| value.checked_add(step).filter(|next| *next <= to);
                // If no step is given, the greatest value is included.
                std::iter::successors(Some(from), next).take(MOST + 1).chain(last).collect()
            }
        };
        let mut met = HashSet::new();
        let values: Vec<i64> = values.into_iter().filter(|value| met.insert(*value)).collect();
        match values.len() {
            1..=MOST => Ok(Sweep::Number { name: named(name), values }),
            many => Err(format!("at most {MOST} values are tried, and these are {many} or more: take a greater step")),
        }
    }
}

impl Sweep {
    /// The name of what is varied.
    pub(super) fn name(&self) -> &str {
        let (Sweep::Number { name, .. } | Sweep::Option { name }) = self;
        name
    }

    /// The choices to try, each with its name.
    pub(super) fn values(&self, equipment: &Equipment) -> Vec<(String, Choices)> {
        let parsed = |text: String| text.parse::<Choices>().ok().map(|choices| (text, choices));
        let texts: Vec<String> = match self {
            Sweep::Number { name, values } => values.iter().map(|value| format!("{name}={value}")).collect(),
            Sweep::Option { name } => {
                let on = equipment.options.iter().find(|option| option.name == *name).is_some_and(|option| option.on);
                [on, !on].map(|on| format!("{name}={}", if on { "on" } else { "off" })).into()
            }
        };
        texts.into_iter().filter_map(parsed).collect()
    }
}

/// Choices in which `others` replace those of the same names.
pub(super) fn with(choices: &Choices, others: &Choices) -> Choices {
    let mut all = choices.clone();
    all.options.retain(|(name, _)| others.options.iter().all(|(other, _)| other != name));
    all.numbers.retain(|(name, _)| others.numbers.iter().all(|(other, _)| other != name));
    all.options.extend(others.options.clone());
    all.numbers.extend(others.numbers.clone());
    all
}
