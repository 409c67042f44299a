//! A chain of files as one variant: front matter, rules, and every option once.

use crate::diagnostic::{Diagnostic, any_error};
use crate::model::equipment::OptionInfo;
use crate::model::{Equipment, Rules, Setup, Variant};
use crate::source::{FileId, Sources};
use crate::syntax::Parsed;
use crate::syntax::ast::{Part, RuleFile};
use crate::syntax::front::Table;

use super::equipment::{Declared, Refusal, equipment, inherited, options, with_options};
use super::printed::Printed;

/// The library of words: the first file of every chain.
pub const PRELUDE: &str = include_str!("../../grammar/prelude.draughts");

/// Most options that are tried one by one.
const TRIED: usize = 100;

/// What is said of rules that are missing: no score, no `play`. Where a line could not be read, it may be that one.
const MISSING: [&str; 2] = ["E0409", "E0425"];

/// One file of a chain.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// Its text.
    pub file: FileId,
    /// The file, read.
    pub parsed: &'a Parsed,
}

/// What a group has agreed on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Options to be on or off against their default.
    pub options: Vec<(String, bool)>,
    /// Number options, each with its value.
    pub numbers: Vec<(String, i64)>,
}

/// What checking gives.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The variant; none if there is an error.
    pub variant: Option<Variant>,
    /// What is wrong with the files, those found in reading them included.
    pub diagnostics: Vec<Diagnostic>,
    /// What is wrong with the choices; the variant is then as without the refused ones.
    pub refusals: Vec<Refusal>,
}

/// Checks a chain of files: the library, the root parent, …, the child. `id` is what the child is called.
///
/// Options that are off are checked too, each alone beside the defaults: what is wrong only then is reported as well.
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
/// assert_eq!(checked.diagnostics[0].help, ["did you mean `forward`?"]);
/// ```
pub fn check(sources: &Sources, id: &str, chain: &[Link<'_>], choices: &Choices) -> Checked {
    let mut diagnostics: Vec<Diagnostic> = chain.iter().flat_map(|link| link.parsed.diagnostics.clone()).collect();
    let front = inherited(&fronts(chain));
    let (infos, refusals) = switches(&front, chain, &choices.options, &mut diagnostics);
    let printed = Printed::default();
    let whole = at_once(sources, &front, chain, &infos, &choices.numbers, &printed);
    let last = chain.last().map(|link| link.file);
    let (mut idle, others): (Vec<Diagnostic>, Vec<Diagnostic>) = whole.diagnostics.into_iter().partition(plays_no_part);
    diagnostics.extend(others);
    idle.retain(|one| Some(one.span.file) == last);
    let mut unfit: Vec<String> = Vec::new();
    for option in infos.iter().filter(|one| !one.on).take(TRIED) {
        let mut ignored = Vec::new();
        let alone = with_needs(&front, chain, &option.name, &mut ignored);
        let tried = at_once(sources, &front, chain, &alone, &[], &printed);
        let failed = any_error(&tried.diagnostics);
        let (still_idle, others): (Vec<Diagnostic>, Vec<Diagnostic>) = tried.diagnostics.into_iter().partition(plays_no_part);
        if !failed {
            idle.retain(|one| still_idle.contains(one));
        }
        if declares(chain, &option.name, last) {
            diagnostics.extend(others);
        } else if failed {
            // a parent's option that does not fit this child is none of its options
            unfit.push(option.name.clone());
        }
    }
    // A word misspelt may be the one that would have used what seems idle.
    if !any_error(&diagnostics) {
        diagnostics.extend(idle);
    }
    if chain.iter().any(|link| any_error(&link.parsed.diagnostics)) {
        diagnostics.retain(|one| !MISSING.contains(&one.code));
    }
    let diagnostics = super::once(diagnostics);
    let variant = match (whole.parts, any_error(&diagnostics)) {
        (Some((mut equipment, start, rules)), false) => {
            equipment.options.retain(|option| !unfit.contains(&option.name));
            Some(Variant { id: id.to_string(), equipment, rules, start })
        }
        _ => None,
    };
    Checked { variant, diagnostics, refusals }
}

/// Whether it says that something plays no part; which it must not play with any option either.
fn plays_no_part(one: &Diagnostic) -> bool {
    one.code.starts_with("W08")
}

struct Whole {
    parts: Option<(Equipment, Setup, Rules)>,
    diagnostics: Vec<Diagnostic>,
}

fn at_once<'a>(
    sources: &'a Sources,
    front: &Table,
    chain: &[Link<'a>],
    infos: &[OptionInfo],
    numbers: &[(String, i64)],
    printed: &Printed<'a>,
) -> Whole {
    let mut diagnostics = Vec::new();
    let on: Vec<String> = infos.iter().filter(|one| one.on).map(|one| one.name.clone()).collect();
    let top = with_options(front, &on);
    let made = equipment(&top, infos, numbers, &mut diagnostics);
    let parts = made.map(|(equipment, start)| {
        let (rules, found) = super::rules(sources, &files(chain), &on, &equipment, printed);
        diagnostics.extend(found);
        (equipment, start, rules)
    });
    Whole { parts, diagnostics }
}

fn fronts<'a>(chain: &[Link<'a>]) -> Vec<&'a Table> {
    chain.iter().skip(1).map(|link| &link.parsed.front).collect()
}

fn files<'a>(chain: &[Link<'a>]) -> Vec<&'a RuleFile> {
    chain.iter().map(|link| &link.parsed.rules).collect()
}

fn switches(
    front: &Table,
    chain: &[Link<'_>],
    wanted: &[(String, bool)],
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<OptionInfo>, Vec<Refusal>) {
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
    options(front, &blocks, wanted, diagnostics)
}

/// The option on, with those it needs, and without those it excludes.
fn with_needs(front: &Table, chain: &[Link<'_>], name: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<OptionInfo> {
    let mut wanted = vec![(name.to_string(), true)];
    for _ in 0..8 {
        let (infos, refusals) = switches(front, chain, &wanted, diagnostics);
        let more: Vec<(String, bool)> = refusals
            .into_iter()
            .filter_map(|refusal| match refusal {
                Refusal::Needs { other, .. } => Some((other, true)),
                Refusal::Excludes { name: says, other } => Some((if other == name { says } else { other }, false)),
                Refusal::Unknown { .. } => None,
            })
            .filter(|one| !wanted.contains(one))
            .collect();
        if more.is_empty() {
            return infos;
        }
        wanted.extend(more);
    }
    switches(front, chain, &wanted, diagnostics).0
}

/// Whether the option is one of that file.
fn declares(chain: &[Link<'_>], name: &str, file: Option<FileId>) -> bool {
    chain.iter().filter(|link| Some(link.file) == file).any(|link| {
        let block = |part: &Part| matches!(part, Part::Option(block) if block.name.value == name);
        let front = link.parsed.front.get("option").map(|entry| &entry.value.value);
        let table = matches!(front, Some(crate::syntax::front::Value::Table(all)) if all.contains_key(name));
        table || link.parsed.rules.parts.iter().any(block)
    })
}
