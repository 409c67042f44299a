//! Names that the author gives: how they may be spelt, which words are taken, and that no two things share one.

use super::read::Found;
use crate::check::board::Place;
use crate::diagnostic::Diagnostic;
use crate::model::Measure;
use crate::source::Span;
use crate::syntax::glossary;
use crate::syntax::words::is_reserved;
use indexmap::IndexMap;

/// What a name is for. It decides which words are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Means nothing in the rules: an option, a plural.
    Label,
    /// A word of the rules that names things: a kind, a region, a set.
    Thing,
    /// A value of a set; may also be a number, `"10"`.
    Value,
    /// An attribute or slot; used before `of`.
    Field,
}

/// Words that have a meaning in every file and in any phrase. Words of the library are not among them, as they may be redefined;
/// nor fields and functions, which have a meaning only before `of` and `(`; nor `legs`, which files of version 1 could declare.
const GIVEN: &[&str] = &[
    "piece",
    "site",
    "square",
    "point",
    "empty",
    "edge",
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
    "forward",
    "backward",
    "sideways",
    "orthogonal",
    "diagonal",
    "far-row",
    "home-row",
    "mover",
    "opponent",
    "chance",
    "player",
    "side",
    "it",
    "actor",
    "taken",
    "passed",
    "start",
    "landing",
    "trail",
    "turns",
    "repeats",
    "box",
    "none",
    "true",
    "false",
    "move",
    "kind",
];

/// Words for types that mean nothing else.
const TYPES: &[&str] = &["direction", "number", "truth"];

/// Fields of every piece, site, pile or list.
const GIVEN_FIELDS: &[&str] = &["owner", "site", "kind", "value", "top", "bottom", "face", "first", "last", "piece"];

/// Piles whose names have a meaning: taken pieces go to the first, new ones come out of the second.
pub const GIVEN_PILES: [&str; 2] = ["captured", "supply"];

/// Keys of `[setup]` that are not the author's names.
const SETUP_KEYS: &[&str] = &["diagram", "symbols", "pieces", "player", "under", "each"];

/// Whether a name can be used; reports what is wrong with it.
pub(super) fn check(what: &str, name: &str, span: Span, role: Role, out: &mut Found) -> bool {
    let number = role == Role::Value && !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    if !number && !well_formed(name) {
        let message = format!("`{name}` cannot be the name of {what}");
        let help = "a name is a letter, then letters and digits, with hyphens between them";
        out.push(Diagnostic::error("E0015", span, message).help(help));
        return false;
    }
    if role == Role::Label {
        return true;
    }
    let taken = match role {
        Role::Field => GIVEN_FIELDS.contains(&name) && name != "value" || Measure::called(name).is_some(),
        Role::Thing => SETUP_KEYS.contains(&name),
        _ => false,
    };
    if taken || is_given(name) || TYPES.contains(&name) || is_reserved(name) {
        out.push(refusal(what, name, span));
        return false;
    }
    if Place::parse(name, 26).is_some() {
        let message = format!("`{name}` reads as a site of the board and cannot be the name of {what}");
        out.push(Diagnostic::error("E0017", span, message).help("choose another name"));
        return false;
    }
    true
}

/// Whether a word has a meaning in every file, so that nothing in the front matter can have this name.
pub(in crate::check) fn is_given(name: &str) -> bool {
    GIVEN.contains(&name)
}

/// The advice to choose another name, with the meaning of this one.
pub(in crate::check) fn another(name: &str) -> String {
    let means = glossary::of(name).next().filter(|_| is_given(name));
    let other = format!("choose another name, such as `my-{name}`");
    means.map_or(other.clone(), |one| format!("{other}; what `{name}` means: {}", one.means))
}

/// E0016 for a name that is such a word.
fn refusal(what: &str, name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` is a word of the rule language and cannot be the name of {what}");
    Diagnostic::error("E0016", span, message).help(another(name))
}

fn well_formed(name: &str) -> bool {
    let letter = |c: char| c.is_alphabetic() || c.is_ascii_digit() || c == '\'';
    name.starts_with(char::is_alphabetic) && name.split('-').all(|part| !part.is_empty() && part.chars().all(letter))
}

/// Names of things that share one name space: no two may be the same.
#[derive(Default)]
pub(super) struct Names<'a>(IndexMap<&'a str, (Span, &'static str)>);

impl<'a> Names<'a> {
    /// Checks a name and reserves it. Whether it can be used.
    pub(super) fn declare(&mut self, what: &'static str, name: &'a str, span: Span, out: &mut Found) -> bool {
        let usable = check(what, name, span, Role::Thing, out);
        if let Some((first, other)) = self.0.get(name) {
            let message = format!("`{name}` is {what}, and {other} has that name already");
            out.push(Diagnostic::error("E0019", span, message).label(*first, format!("{other} of that name")));
            return false;
        }
        self.0.insert(name, (span, what));
        usable
    }
}

/// Whether there are more than `most` of something; reports it.
pub(super) fn too_many(what: &str, count: usize, most: usize, span: Span, out: &mut Found) -> bool {
    if count > most {
        let message = format!("{count} {what} are too many: at most {most}");
        out.push(Diagnostic::error("E0018", span, message));
    }
    count > most
}
