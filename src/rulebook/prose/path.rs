//! Verbs and paths in words.

use super::{Form, Prose, emphasised, joined};
use crate::syntax::ast::{Call, Expr, ExprKind, LabelWord, Path, PathItem, PathMode, Quantity, Verb};

impl Prose<'_> {
    /// A verb as it follows `may`: `move one square diagonally forward, to an empty square`.
    pub(super) fn verb(&self, verb: &Verb) -> String {
        match verb {
            Verb::Path(path) => self.path(path),
            Verb::Call(call) => self.call(call),
        }
    }

    /// A verb after `can`, where a class of moves may be named too.
    pub(super) fn ability(&self, verb: &Verb) -> String {
        match verb {
            Verb::Call(call) if call.name.value == "capture" && !self.is_defined("capture") => match call.args.first() {
                Some(prey) => format!("capture {}", self.np(prey, Form::One)),
                None => "capture".to_owned(),
            },
            Verb::Call(call) if call.name.value == "move" => "move".to_owned(),
            Verb::Call(call) if call.name.value == "movement" => "make a plain move".to_owned(),
            Verb::Call(call) if self.groups.contains(&call.name.value) => {
                format!("make a move of {}", emphasised(&call.name.value))
            }
            _ => self.verb(verb),
        }
    }

    fn call(&self, call: &Call) -> String {
        let name = call.name.value.as_str();
        let square = self.square();
        let way = || call.args.first().map_or(String::new(), |ways| format!(" {}", self.ways(ways)));
        let labelled = |label: LabelWord| call.labelled.iter().find(|(word, _)| word.value == label).map(|(_, what)| what);
        let object = |what: Option<&Expr>| what.map_or(String::new(), |what| self.np(what, Form::One));
        let first = || call.args.first().map_or(String::new(), |what| self.np(what, Form::The));
        if self.is_defined(name) {
            return self.own_verb(call);
        }
        let over = labelled(LabelWord::Over);
        match (name, over.is_some()) {
            ("step", false) => format!("move one step{}, to an empty {square}", way()),
            ("fly", false) => format!("move any distance{} over empty {square}s, to an empty {square}", way()),
            ("hop", true) => {
                format!("hop{} over {} right beside it, taking nothing, to the empty {square} next behind", way(), object(over))
            }
            ("jump", true) => {
                format!("jump{} over {} right beside it, to the empty {square} next behind, and take it", way(), object(over))
            }
            ("fly", true) => format!(
                "go any distance{} over empty {square}s, jump over {}, take it, and land on any empty {square} behind it as far as the way is free",
                way(),
                object(over)
            ),
            ("dive", true) => format!(
                "go any distance{} over empty {square}s, jump over {}, take it, and land on the empty {square} next behind it",
                way(),
                object(over)
            ),
            ("pounce", _) => {
                format!("take {} right beside it{} by moving onto its {square}", object(labelled(LabelWord::Onto)), way())
            }
            ("pass", _) => "pass".to_owned(),
            ("promote", _) => format!("{} becomes {}", first(), object(labelled(LabelWord::To))),
            ("place", _) => {
                let spot = labelled(LabelWord::At).map_or(String::new(), |spot| self.np(spot, Form::The));
                format!("{} is placed at {spot}", first())
            }
            ("remove-from-play", _) => format!("{} leaves the game", first()),
            _ => self.own_verb(call),
        }
    }

    /// A verb of the author's own, with its arguments.
    fn own_verb(&self, call: &Call) -> String {
        let mut text = emphasised(&call.name.value);
        let args: Vec<String> = call.args.iter().map(|one| self.np(one, Form::The)).collect();
        if !args.is_empty() {
            text.push_str(&format!(" ({})", args.join("; ")));
        }
        for (label, what) in &call.labelled {
            let word = match label.value {
                LabelWord::To => "to",
                LabelWord::Over => "over",
                LabelWord::Onto => "onto",
                LabelWord::At => "at",
            };
            text.push_str(&format!(" {word} {}", self.np(what, Form::One)));
        }
        text
    }

    /// A path, item by item.
    pub(super) fn path(&self, path: &Path) -> String {
        let way = self.ways(&path.ways);
        let items: Vec<String> =
            path.items.iter().enumerate().map(|(i, item)| self.item(item, i + 1 == path.items.len())).collect();
        if let (PathMode::Go, [PathItem::To(set)]) = (path.mode.value, &path.items[..]) {
            return format!("move one step {way}, to {}", self.np(set, Form::One));
        }
        let items = items.join(", then ");
        match path.mode.value {
            PathMode::Go => format!("go {way}: {items}"),
            PathMode::Strike => format!("stay where it is and strike {way}: {items}"),
            PathMode::Sweep => {
                format!("stay where it is and reach out {way}, in every direction in which this is met, all at once: {items}")
            }
        }
    }

    fn item(&self, item: &PathItem, last: bool) -> String {
        let square = self.square();
        match item {
            PathItem::Past(quantity, set) => format!("over {}", self.quantified(quantity, set)),
            PathItem::Taking(quantity, set) if last => {
                format!("onto {}, taking {}", self.quantified(quantity, set), it(quantity))
            }
            PathItem::Taking(quantity, set) => format!("over {}, taking {}", self.quantified(quantity, set), it(quantity)),
            PathItem::To(set) => format!("to {}", self.np(set, Form::One)),
            PathItem::Here(_) => format!("its own {square} (what comes before lies behind it)"),
            PathItem::Group(quantity, items) => {
                let inner: Vec<String> = items.iter().map(|one| self.item(one, false)).collect();
                format!("{} ({})", self.times(quantity), inner.join(", then "))
            }
        }
    }

    fn quantified(&self, quantity: &Quantity, set: &Expr) -> String {
        if let (Quantity::One, ExprKind::Together(words)) = (quantity, &set.kind)
            && let [number, rest @ ..] = words.as_slice()
            && self.is_number(number)
        {
            let rest = match rest {
                [one] => one.clone(),
                words => Expr { kind: ExprKind::Together(words.to_vec()), span: set.span },
            };
            return format!("exactly {} {}", self.number(number), self.np(&rest, Form::Many));
        }
        match quantity {
            Quantity::One => self.np(set, Form::One),
            Quantity::Any => format!("any number of {} (none too)", self.np(set, Form::Many)),
            Quantity::Some => format!("one or more {}", self.np(set, Form::Many)),
            Quantity::All => format!("the whole unbroken row of {}", self.np(set, Form::Many)),
            Quantity::Exactly(number) => format!("exactly {} {}", self.number(number), self.np(set, Form::Many)),
            Quantity::Range(low, high) => {
                format!("{} to {} {}", self.number(low), self.number(high), self.np(set, Form::Many))
            }
        }
    }

    fn times(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::One => "once".to_owned(),
            Quantity::Any => "any number of times".to_owned(),
            Quantity::Some => "one or more times".to_owned(),
            Quantity::All => "as often as it goes".to_owned(),
            Quantity::Exactly(number) => format!("{} times", self.number(number)),
            Quantity::Range(low, high) => format!("{} times", joined(&[self.number(low), self.number(high)], "to")),
        }
    }

    /// How many are chosen, and of what: `2 of the own pieces`.
    pub(super) fn chosen(&self, quantity: &Quantity, set: &Expr) -> String {
        if self.is_way(set) {
            let ways = self.ways(set);
            return match quantity {
                Quantity::One => format!("a direction ({ways})"),
                Quantity::Any => format!("any number of directions ({ways}; none too)"),
                Quantity::Some => format!("one or more directions ({ways})"),
                Quantity::All => format!("all directions ({ways})"),
                Quantity::Exactly(number) => format!("{} directions ({ways})", self.number(number)),
                Quantity::Range(low, high) => format!("{} to {} directions ({ways})", self.number(low), self.number(high)),
            };
        }
        match quantity {
            Quantity::One => format!("one of {}", self.definite(set)),
            Quantity::Any => format!("any number (none too) of {}", self.definite(set)),
            Quantity::Some => format!("one or more of {}", self.definite(set)),
            Quantity::All => format!("all of {}", self.definite(set)),
            Quantity::Exactly(number) => format!("{} of {}", self.number(number), self.definite(set)),
            Quantity::Range(low, high) => format!("{} to {} of {}", self.number(low), self.number(high), self.definite(set)),
        }
    }

    /// `the own pieces`, with one article only.
    pub(super) fn definite(&self, set: &Expr) -> String {
        let text = self.np(set, Form::Many);
        let known = ["the ", "its ", "a ", "an "].iter().any(|word| text.starts_with(word));
        let plain = text.chars().next().is_some_and(char::is_numeric);
        if known || plain { text } else { format!("the {text}") }
    }
}

/// The pronoun for what is taken.
fn it(quantity: &Quantity) -> &'static str {
    if matches!(quantity, Quantity::One) { "it" } else { "them" }
}
