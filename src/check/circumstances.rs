//! Adds to a diagnostic the options with which it occurs, if it does not occur in the default game and its place does not show
//! them.

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::model::equipment::OptionInfo;
use crate::source::Span;
use crate::syntax::ast::Part;
use crate::syntax::front::{Table, Value};

use super::equipment::Options;
use super::link::Link;

/// The difference from the default game: options, each on or off.
type Switched = Vec<(String, bool)>;

/// Diagnostics of the default game apply to every game; for all others the options are named.
pub(super) struct Usual<'u, 'a> {
    pub(super) options: &'u Options,
    pub(super) chain: &'u [Link<'a>],
    /// Code and span of each diagnostic of the game in which every option has its default.
    pub(super) said: FxHashSet<(&'static str, Span)>,
}

impl Usual<'_, '_> {
    /// Adds to each diagnostic of the game with these options a note that it occurs only with them, unless the default game has
    /// it too.
    pub(super) fn say_with_which(&self, game: &[OptionInfo], found: &mut [Diagnostic]) {
        let switched = self.switched(game);
        let last = self.chain.last().map(|link| link.file);
        for one in found.iter_mut().filter(|one| !self.said.contains(&(one.code, one.span))) {
            // Switching an option on also switches those it needs. A diagnostic inside an option's block does not name that
            // option.
            let own = option_around(self.chain, one.span).filter(|_| Some(one.span.file) == last);
            let by_itself = own.map_or_else(Switched::new, |name| self.switched(&self.options.with_needs(name, true)));
            let unsaid = |name: &str| own.is_none_or(|own| own != name) && !one.message.contains(&format!("`{name}`"));
            let only: Switched = switched.iter().filter(|one| !by_itself.contains(one) && unsaid(&one.0)).cloned().collect();
            if !only.is_empty() {
                one.help.push(format!("only with {}", spoken(&only)));
            }
        }
    }

    fn switched(&self, game: &[OptionInfo]) -> Switched {
        let (usual, _) = self.options.switched(&[]);
        let other = game.iter().zip(usual).filter(|(one, usual)| one.on != usual.on);
        other.map(|(one, _)| (one.name.clone(), one.on)).collect()
    }
}

/// `option `a` on`, `options `a` and `b` on, and option `c` off`
fn spoken(switched: &[(String, bool)]) -> String {
    let list = |on: bool| {
        let names: Vec<String> =
            switched.iter().filter(|(_, is_on)| *is_on == on).map(|(name, _)| format!("`{name}`")).collect();
        let word = if on { "on" } else { "off" };
        match &names[..] {
            [] => None,
            [one] => Some(format!("option {one} {word}")),
            [most @ .., last] => Some(format!("options {} and {last} {word}", most.join(", "))),
        }
    };
    [list(true), list(false)].into_iter().flatten().collect::<Vec<String>>().join(", and ")
}

/// The option whose rules or equipment contain a span.
fn option_around<'a>(chain: &[Link<'a>], span: Span) -> Option<&'a str> {
    let link = chain.iter().find(|link| link.file == span.file)?;
    let mut blocks = link.parsed.rules.parts.iter().filter_map(|part| match part {
        Part::Option(block) => Some(block),
        Part::Chapter(_) => None,
    });
    let inside = blocks.find(|block| block.span.contains(span)).map(|block| block.name.value.as_str());
    inside.or_else(|| equipped_around(&link.parsed.front, span).map(String::as_str))
}

/// The option whose equipment tables have a key or value at this span.
pub(super) fn equipped_around(front: &Table, span: Span) -> Option<&String> {
    fn has(table: &Table, span: Span) -> bool {
        table.values().any(|entry| match &entry.value.value {
            _ if entry.key == span || entry.value.span == span => true,
            Value::Table(inner) => has(inner, span),
            _ => entry.value.span.contains(span),
        })
    }
    let Value::Table(options) = &front.get("option")?.value.value else { return None };
    let inside = options.iter().find(|(_, entry)| matches!(&entry.value.value, Value::Table(inner) if has(inner, span)));
    inside.map(|(name, _)| name)
}
