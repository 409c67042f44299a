//! Checks a chain of files as one variant: front matter, rules, and each option once.

use std::str::FromStr;

use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, Severity, any_error};
use crate::model::Variant;
use crate::model::equipment::{Equipment, OptionInfo};
use crate::model::expr::Type;
use crate::model::walk::promoted;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::Part;
use crate::syntax::front::{Table, Value};
use crate::syntax::tokens_of;

use super::cascade;
use super::circumstances::Usual;
use super::equipment::{Declared, Options, Refusal, inherited, left_standing, of_other_sort, over_what_stands};
use super::games::{All, Game};
use super::limits;
use super::link::Link;
use super::lints::{self, Levels};
use super::mentions::{Mention, Mentions};
use super::oddities::Oddities;

/// Errors about missing rules: no score, no `play`. They are dropped if a line could not be read, as it may be the missing one.
const MISSING: [&str; 2] = ["E0409", "E0425"];

/// Maximum number of unfit options of parents for which the reason is shown.
const MOST_UNFIT: usize = 5;

/// How thoroughly a file is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Only the game as it is asked for: no option is tried the other way, and no lints are run.
    Game,
    /// All games, and what is odd in them.
    Everything,
}

/// The options and numbers that players have chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Options that are to be on or off.
    pub options: Vec<(String, bool)>,
    /// Numbers, each with its value.
    pub numbers: Vec<(String, i64)>,
}

impl Choices {
    /// What differs from the defaults in these rules: equal for identical rules, however they were asked for.
    pub fn of(equipment: &Equipment) -> Choices {
        let options = equipment.options.iter().filter(|one| one.on != one.default);
        let numbers = equipment.numbers.iter().filter(|one| one.value != one.default);
        Choices {
            options: options.map(|one| (one.name.clone(), one.on)).collect(),
            numbers: numbers.map(|one| (one.name.clone(), one.value)).collect(),
        }
    }
}

/// Parses one choice as it is written on a command line.
///
/// ```
/// use draughtsman::check::Choices;
/// let choices: Choices = ["no-jumps", "idle=off", "quiet-limit=50"].iter().map(|text| text.parse::<Choices>().unwrap()).collect();
/// assert_eq!(choices.options, [("no-jumps".to_owned(), true), ("idle".to_owned(), false)]);
/// assert_eq!(choices.numbers, [("quiet-limit".to_owned(), 50)]);
/// ```
impl FromStr for Choices {
    type Err = String;

    fn from_str(text: &str) -> Result<Choices, String> {
        let (name, value) = text.split_once('=').unwrap_or((text, "on"));
        if name.trim().is_empty() {
            return Err("the name of the option is missing: NAME, NAME=off, or NAME=50".to_owned());
        }
        // Names in rule files have no underscores; a hyphen is meant.
        let name = name.trim().replace('_', "-");
        let mut choices = Choices::default();
        match value {
            "on" | "true" => choices.options.push((name, true)),
            "off" | "false" => choices.options.push((name, false)),
            number => match number.trim().parse() {
                Ok(number) => choices.numbers.push((name, number)),
                Err(_) => return Err(format!("`{number}` is neither `on`, nor `off`, nor a whole number")),
            },
        }
        Ok(choices)
    }
}

impl FromIterator<Choices> for Choices {
    fn from_iter<I: IntoIterator<Item = Choices>>(all: I) -> Choices {
        all.into_iter().fold(Choices::default(), |mut choices, one| {
            choices.options.extend(one.options);
            choices.numbers.extend(one.numbers);
            choices
        })
    }
}

/// The result of checking.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The variant; `None` if there is an error.
    pub variant: Option<Variant>,
    /// What is wrong with the files, including what was found when they were parsed.
    pub diagnostics: Vec<Diagnostic>,
    /// What is wrong with the choices. A choice for an unknown option, or of the wrong sort, is ignored in the variant.
    pub refusals: Vec<Refusal>,
    /// The names in the files and their meanings, in the order of the texts.
    pub mentions: Vec<Mention>,
    /// The words of the language that have a meaning here, and the type of each.
    pub given: Vec<(String, Type)>,
    /// The approximate cost of the check, in words of rules that were read: the same whenever the same files are checked.
    pub work: usize,
}

/// Checks a chain of files: the library, the root parent, …, the child. `id` is the identifier of the child.
///
/// Each option is also tried the other way, alone against the defaults: errors that occur only then are reported as well.
///
/// ```
/// use draughtsman::check::{Choices, Link, PRELUDE, check};
/// use draughtsman::source::{Source, Sources};
/// use draughtsman::syntax::{Parsed, parse, parse_rules};
///
/// let text = "+++\nname = \"Steps\"\n[players]\nBlack = {}\nWhite = { faces = \"south\" }\n[board]\ngrid = \"3x3\"\n\
///     [pieces]\nman = { symbol = \"m\" }\n[setup]\ndiagram = \"\"\"\nw w w\n. . .\nb b b\n\"\"\"\n+++\n\
///     movement {\n  man may step forwrd\n}\n";
/// let mut sources = Sources::new();
/// let library = sources.add(Source::new("prelude", PRELUDE));
/// let file = sources.add(Source::new("steps.draughts", text));
/// let (rules, _) = parse_rules(library, PRELUDE);
/// let chain = [(library, Parsed { rules, ..Parsed::default() }), (file, parse(file, text))];
/// let chain: Vec<Link<'_>> = chain.iter().map(|(file, parsed)| Link { file: *file, parsed }).collect();
/// let checked = check(&sources, "steps", &chain, &Choices::default());
/// assert_eq!(checked.diagnostics[0].advice(), ["did you mean `forward`?"]);
/// ```
pub fn check(sources: &Sources, id: &str, chain: &[Link<'_>], choices: &Choices) -> Checked {
    check_at(sources, id, chain, choices, &Levels::default())
}

/// As [`check`], with lint levels that have been asked for in addition to those of the file itself.
pub fn check_at(sources: &Sources, id: &str, chain: &[Link<'_>], choices: &Choices, levels: &Levels) -> Checked {
    examine(sources, id, chain, choices, (levels, Care::Everything))
}

/// As [`check_at`], with the given thoroughness.
pub fn examine(sources: &Sources, id: &str, chain: &[Link<'_>], choices: &Choices, (levels, care): (&Levels, Care)) -> Checked {
    let mut diagnostics: Vec<Diagnostic> = chain.iter().flat_map(|link| link.parsed.diagnostics.clone()).collect();
    if let Some(refusal) = limits::too_much(chain) {
        return Checked { diagnostics: vec![refusal], ..Checked::default() };
    }
    let read = !any_error(&diagnostics);
    let front = inherited(&fronts(chain));
    let mentions = Mentions::default();
    let all = All::new(sources, &front, chain, &mentions);
    let options = options(&front, chain, &mut diagnostics);
    let (infos, mut refusals) = options.switched(&choices.options);
    let mut first = all.at_once(&infos, &choices.numbers);
    if let Some((equipment, _)) = &first.stock.made {
        of_other_sort(&mut refusals, &choices.numbers, &infos, &equipment.numbers);
    }
    let last = chain.last().map(|link| link.file);
    let mut usual = Usual { options: &options, chain, said: first.said() };
    if infos != options.switched(&[]).0 && !usual.said.is_empty() {
        usual.said = all.at_once(&options.switched(&[]).0, &choices.numbers).said();
    }
    let mut said = FxHashSet::default();
    take(&mut diagnostics, (&mut first, &infos), &usual, &mut said);
    let mut oddities = Oddities::new(&all);
    // Oddities are reported only if there is no error.
    let is_told = |diagnostics: &[Diagnostic]| read && care == Care::Everything && !any_error(diagnostics);
    if first.is_sound() && is_told(&diagnostics) {
        oddities.look(&first);
    }
    let mut unfit: Vec<(String, Diagnostic)> = Vec::new();
    let before = all.work();
    for option in infos.iter().filter(|option| care == Care::Everything && (option.on || options.can_be_on(&option.name))) {
        if all.work() - before > limits::TRIED {
            diagnostics.push(limits::untried(&option.name, declared(chain, &option.name)));
            break;
        }
        let with = options.with_needs(&option.name, !option.on);
        let mut tried = all.at_once(&with, &choices.numbers);
        if declared(chain, &option.name).map(|at| at.file) == last {
            take(&mut diagnostics, (&mut tried, &with), &usual, &mut said);
        } else if let Some(why) = tried.diagnostics.iter().find(|one| one.severity == Severity::Error) {
            // An option of a parent that does not fit this child is not one of its options.
            unfit.push((option.name.clone(), why.clone()));
        }
        if tried.is_sound() && is_told(&diagnostics) {
            oddities.look(&tried);
        }
    }
    let odd = oddities.everywhere();
    over_what_stands(&fronts(chain), &mut diagnostics);
    if is_told(&diagnostics) {
        let lines = first.memory.lines();
        let lines: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        diagnostics.extend(left_standing(&fronts(chain), &lines));
        diagnostics.extend(unfit_options(chain, &unfit));
        let text = lints::look_at_text(sources, chain);
        diagnostics.extend(odd.into_iter().chain(text).filter(|one| Some(one.span.file) == last));
    }
    if !read {
        diagnostics.retain(|one| !MISSING.contains(&one.code));
    }
    let diagnostics = told(sources, chain, diagnostics, levels);
    let (sound, work) = (!any_error(&diagnostics), all.work());
    let variant = match all.taken(first).filter(|_| sound) {
        Some((mut equipment, start, rules)) => {
            equipment.options.retain(|option| unfit.iter().all(|(name, _)| *name != option.name));
            equipment.promoted = promoted(&rules);
            Some(Variant { id: id.to_string(), equipment, rules, start })
        }
        None => None,
    };
    let named = mentions.finish(&front, chain, |span| sources.text(span));
    Checked { variant, diagnostics, refusals, mentions: named.mentions, given: named.given, work }
}

/// The diagnostics to report: each once, up to the limit, without those that follow from others, at the severities that the
/// levels give.
fn told(sources: &Sources, chain: &[Link<'_>], mut diagnostics: Vec<Diagnostic>, levels: &Levels) -> Vec<Diagnostic> {
    if let Some(link) = chain.last() {
        of_an_empty_front_matter(sources, link, &mut diagnostics);
    }
    let diagnostics = cascade::calm(sources, chain, limits::the_first(super::once(diagnostics)));
    let own: Vec<(FileId, Levels)> = chain.iter().map(|link| (link.file, lints::of_file(&link.parsed.front))).collect();
    lints::weigh(diagnostics, levels, &own)
}

/// A diagnostic about a missing key of an empty front matter has no span: it is placed at the opening `+++`. If the file could
/// not be parsed, such diagnostics are dropped.
fn of_an_empty_front_matter(sources: &Sources, link: &Link<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let nowhere = Span::default();
    if !link.parsed.front.is_empty() {
        return;
    }
    let (mut lacking, found): (Vec<Diagnostic>, Vec<Diagnostic>) = diagnostics.drain(..).partition(|one| one.span == nowhere);
    *diagnostics = found;
    if any_error(&link.parsed.diagnostics) || lacking.is_empty() {
        return;
    }
    // A code is reported once at one place, so the other missing keys are added to the first diagnostic.
    let fence = tokens_of(&sources.get(link.file).text).fences.first().map_or(0..0, |fence| fence.start..fence.end);
    let mut first = Diagnostic { span: Span::new(link.file, fence.start, fence.end), ..lacking.remove(0) };
    for other in lacking {
        let help = std::iter::once(other.message).chain(other.help).collect::<Vec<String>>().join("; ");
        if !first.help.contains(&help) && !help.starts_with(&first.message) {
            first.help.push(help);
        }
    }
    diagnostics.push(first);
}

pub(super) fn fronts<'a>(chain: &[Link<'a>]) -> Vec<&'a Table> {
    chain.iter().skip(1).map(|link| &link.parsed.front).collect()
}

/// The options of a chain of files.
pub(super) fn options(front: &Table, chain: &[Link<'_>], diagnostics: &mut Vec<Diagnostic>) -> Options {
    let blocks: Vec<Declared<'_>> = chain
        .iter()
        .flat_map(|link| &link.parsed.rules.parts)
        .filter_map(|part| match part {
            Part::Option(block) => {
                Some(Declared { name: &block.name.value, doc: block.doc.as_ref().map_or("", |doc| &doc.value) })
            }
            Part::Chapter(_) => None,
        })
        .collect();
    Options::read(front, &blocks, diagnostics)
}

/// W0610: options of parents that cannot be used in this file, with the reasons.
fn unfit_options(chain: &[Link<'_>], unfit: &[(String, Diagnostic)]) -> Option<Diagnostic> {
    let at = chain.last()?.parsed.front.get("extends")?.key;
    let names: Vec<String> = unfit.iter().map(|(name, _)| format!("`{name}`")).collect();
    let message = format!("options of the parent do not fit this file, and are none of its options: {}", names.join(", "));
    let (name, _) = unfit.first()?;
    let found = Diagnostic::warning("W0610", at, message)
        .help(format!("to have one, say it anew, such as `option {name} {{ … }}`; if it is not wanted, `unfit-option = \"allow\"` under `[lints]`"));
    let labels = unfit.iter().map(|(name, why)| (why.span, format!("with `{name}`, {}: {}", why.code, why.message)));
    Some(labels.take(MOST_UNFIT).fold(found, |found, (span, text)| found.label(span, text)))
}

/// Where the last file that has this option declares it.
fn declared(chain: &[Link<'_>], name: &str) -> Option<Span> {
    chain.iter().rev().find_map(|link| {
        let block = |part: &Part| match part {
            Part::Option(block) if block.name.value == name => Some(block.name.span),
            _ => None,
        };
        let key = match link.parsed.front.get("option").map(|entry| &entry.value.value) {
            Some(Value::Table(all)) => all.get(name).map(|entry| entry.key),
            _ => None,
        };
        key.or_else(|| link.parsed.rules.parts.iter().find_map(block))
    })
}

/// Adds the diagnostics of a game that have not been reported for an earlier one.
fn take(
    diagnostics: &mut Vec<Diagnostic>,
    (game, options): (&mut Game<'_>, &[OptionInfo]),
    usual: &Usual<'_, '_>,
    said: &mut FxHashSet<(&'static str, Span)>,
) {
    let new = |one: &Diagnostic| !said.contains(&(one.code, one.span));
    let mut new: Vec<Diagnostic> = game.diagnostics.drain(..).filter(new).collect();
    said.extend(new.iter().map(|one| (one.code, one.span)));
    usual.say_with_which(options, &mut new);
    diagnostics.extend(new);
}
