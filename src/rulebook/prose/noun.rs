//! Noun phrases, which name sets of things: `own king on far-row` is `an own king on its far row`.

use super::names::Word;
use super::{EM, Form, Prose, a, emphasised, joined, spoken};
use crate::model::board::Drawing;
use crate::syntax::ast::{Expr, ExprKind, Filter, Word as Name};

impl Prose<'_> {
    /// A phrase that names things.
    pub(super) fn np(&self, phrase: &Expr, form: Form) -> String {
        match &phrase.kind {
            ExprKind::Name(name) => self.named(name, form),
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Text(text) => format!("“{text}”"),
            ExprKind::Together(parts) => self.together(parts, form),
            ExprKind::Without(not) | ExprKind::Not(not) => format!("not {}", self.np(not, form)),
            ExprKind::Or(parts) => {
                let parts: Vec<String> = parts.iter().map(|one| self.np(one, form)).collect();
                joined(&parts, if form == Form::Many { "and" } else { "or" })
            }
            ExprKind::Of(what, whose) => self.of(what, whose, form),
            ExprKind::From(ways, from) => self.neighbour(ways, from, form),
            ExprKind::Beyond(ways, from) => self.line_beyond(ways, from, form),
            ExprKind::Filtered(base, filter) => self.filtered(base, filter, form),
            ExprKind::IfElse(condition, then, otherwise) => {
                let (then, otherwise) = (self.np(then, form), self.np(otherwise, form));
                format!("{then} (if {}) or else {otherwise}", self.condition(condition))
            }
            ExprKind::Function(call) => {
                let args: Vec<String> = call.args.iter().map(|one| self.np(one, Form::The)).collect();
                match call.name.value.as_str() {
                    name if self.is_defined(name) => format!("{} of {}", emphasised(name), joined(&args, "and")),
                    "order" => format!("the places of {} in order", joined(&args, "among")),
                    "abs" => format!("the distance from 0 of ({})", joined(&args, "and")),
                    "remainder" => format!("what is left over of ({})", args.join(") divided by (")),
                    name => format!("{} of {}", emphasised(name), joined(&args, "and")),
                }
            }
            ExprKind::New(kind) => match form {
                Form::Many => format!("new {}", self.plain(&kind.value, true)),
                _ => format!("a new {}", self.plain(&kind.value, false)),
            },
            _ if self.is_number(phrase) => self.number(phrase),
            _ => self.condition(phrase),
        }
    }

    fn named(&self, name: &str, form: Form) -> String {
        match self.word(name) {
            Word::Noun(one, many) => formed(&one, &many, form),
            Word::Adjective(word, (one, many)) => formed(&format!("{word} {one}"), &format!("{word} {many}"), form),
            Word::Unique(text) | Word::Number(text) | Word::Way(text) | Word::Truth(text) => text,
        }
    }

    /// The noun of a name, without an article.
    pub(super) fn plain(&self, name: &str, many: bool) -> String {
        match self.word(name) {
            Word::Noun(_, plural) if many => plural,
            Word::Noun(one, _) => one,
            Word::Adjective(word, _) => word,
            Word::Unique(text) | Word::Number(text) | Word::Way(text) | Word::Truth(text) => text,
        }
    }

    /// Words side by side: adjectives go before the last noun, places after it.
    fn together(&self, parts: &[Expr], form: Form) -> String {
        let (mut before, mut head, mut behind) = (Vec::new(), None::<(String, String)>, Vec::new());
        let mut stands_for = None;
        for part in parts {
            match &part.kind {
                ExprKind::Without(not) => {
                    behind.push(format!("other than {}", self.np(not, if form == Form::Many { Form::Many } else { Form::One })))
                }
                ExprKind::Name(name) => match self.word(name) {
                    Word::Adjective(word, noun) => {
                        before.push(word);
                        stands_for.get_or_insert(noun);
                    }
                    Word::Noun(one, many) => {
                        if let Some((one, _)) = head.replace((one, many)) {
                            before.push(one);
                        }
                    }
                    Word::Way(word) => behind.insert(0, word),
                    Word::Unique(text) | Word::Number(text) | Word::Truth(text) => behind.push(format!("of {text}")),
                },
                ExprKind::Or(_) | ExprKind::Filtered(..) => {
                    let (one, many) = (self.np(part, Form::Bare), self.np(part, Form::Many));
                    if let Some((one, _)) = head.replace((one, many)) {
                        before.push(one);
                    }
                }
                ExprKind::From(ways, from) => {
                    behind.insert(0, format!("one step {} from {}", self.ways(ways), self.np(from, Form::The)));
                }
                ExprKind::Beyond(ways, from) => {
                    behind.insert(0, format!("anywhere {} beyond {}", self.ways(ways), self.np(from, Form::The)));
                }
                _ => behind.push(format!("among {}", self.np(part, Form::The))),
            }
        }
        let only_ways = before.is_empty() && head.is_none();
        if only_ways && form != Form::Bare && parts.iter().any(|part| matches!(part.kind, ExprKind::Without(_))) {
            return self.directions(parts, form);
        }
        if only_ways {
            return behind.join(" ").replace("among ", "");
        }
        let square = self.square();
        let (one, many) = head.or(stands_for).unwrap_or((square.to_owned(), format!("{square}s")));
        let said = |noun: String| {
            let mut words = before.clone();
            words.push(noun);
            words.extend(behind.iter().cloned());
            words.join(" ")
        };
        formed(&said(one), &said(many), form)
    }

    /// `orthogonal directions other than north`
    fn directions(&self, parts: &[Expr], form: Form) -> String {
        let (mut before, mut behind) = (String::new(), String::new());
        for part in parts {
            match &part.kind {
                ExprKind::Name(name) if name == "any-way" => {}
                ExprKind::Name(name) => before.push_str(&format!("{} ", spoken(name))),
                ExprKind::Without(not) => behind.push_str(&format!(" other than {}", self.ways(not))),
                _ => behind.push_str(&format!(" {}", self.ways(part))),
            }
        }
        formed(&format!("{before}direction{behind}"), &format!("{before}directions{behind}"), form)
    }

    /// `F of X`
    fn of(&self, what: &Expr, whose: &Expr, form: Form) -> String {
        let name = match &what.kind {
            ExprKind::Name(name) => name.as_str(),
            _ => "",
        };
        let many = form == Form::Many;
        let word = match name {
            "piece" => {
                let whose = self.np(whose, Form::The);
                return formed(&format!("piece of {whose}"), &format!("pieces of {whose}"), form);
            }
            "site" => self.square().to_owned(),
            "owner" | "kind" => name.to_owned(),
            _ => self.plain(name, many),
        };
        let word = if name.is_empty() { self.np(what, Form::Bare) } else { word };
        let word = word.strip_prefix("the ").unwrap_or(&word).to_owned();
        match &whose.kind {
            ExprKind::Name(it) if it == "it" => format!("its {word}"),
            ExprKind::Name(taken) if taken == "taken" => format!("the {word} of the pieces taken in this move"),
            _ => format!("the {word} of {}", self.np(whose, if many { Form::Many } else { Form::The })),
        }
    }

    /// `D from S`
    fn neighbour(&self, ways: &Expr, from: &Expr, form: Form) -> String {
        let square = self.square();
        let way = self.ways(ways);
        let from = self.np(from, Form::The);
        match form {
            Form::Many => format!("{square}s one step {way} from {from}"),
            Form::The => format!("the {square} or {square}s one step {way} from {from}"),
            Form::Bare => format!("{square} one step {way} from {from}"),
            Form::One => format!("a {square} one step {way} from {from}"),
        }
    }

    /// `D beyond S`
    fn line_beyond(&self, ways: &Expr, from: &Expr, form: Form) -> String {
        let (square, way, from) = (self.square(), self.ways(ways), self.np(from, Form::The));
        match form {
            Form::Many => format!("{square}s anywhere {way} beyond {from}"),
            Form::The => format!("the {square}s anywhere {way} beyond {from}"),
            Form::Bare => format!("{square} anywhere {way} beyond {from}"),
            Form::One => format!("a {square} anywhere {way} beyond {from}"),
        }
    }

    /// The name that `called` gives to the described thing.
    pub(super) fn called(&self, name: &Option<Name>) -> String {
        name.as_ref().map_or(String::new(), |name| format!("(call it {}) ", emphasised(&name.value)))
    }

    fn filtered(&self, base: &Expr, filter: &Filter, form: Form) -> String {
        let set = self.np(base, form);
        let set = match filter {
            Filter::Where(name, _) | Filter::Most(name, _) | Filter::Least(name, _) => {
                format!("{set} {}", self.called(name)).trim_end().to_owned()
            }
            Filter::On(..) | Filter::In(..) => set,
        };
        match filter {
            Filter::On(not, place) => format!("{set}{} on {}", if *not { " not" } else { "" }, self.place(place)),
            Filter::In(not, place) => format!("{set}{} {}", if *not { " not" } else { "" }, self.within(place)),
            Filter::Where(_, condition) => {
                let condition = self.condition(condition);
                match ["has ", "is ", "can ", "cannot "].iter().find(|verb| condition.starts_with(&format!("it {verb}"))) {
                    Some(_) if !condition.contains(" and ") && !condition.contains(" or ") => {
                        let plural = form == Form::Many;
                        let rest = condition.trim_start_matches("it ");
                        let rest = match rest.split_once(' ') {
                            Some(("has", rest)) if plural => format!("have {rest}"),
                            Some(("is", rest)) if plural => format!("are {rest}"),
                            _ => rest.to_owned(),
                        };
                        format!("{set} that {rest}")
                    }
                    _ => format!("{set} for which {condition}"),
                }
            }
            Filter::Most(_, number) => format!("{set} with the {}", self.most(number)),
            Filter::Least(_, number) => format!("{set} with the {}", self.least(number)),
        }
    }

    /// `in the supply`, `among the pieces taken`
    pub(super) fn within(&self, place: &Expr) -> String {
        let text = self.np(place, Form::The);
        let pile =
            |name: &str| name == "box" || self.equipment.piles.iter().any(|pile| pile.name == name && name != "captured");
        let lies = match &place.kind {
            ExprKind::Name(name) => pile(name),
            ExprKind::Of(what, _) => matches!(&what.kind, ExprKind::Name(name) if pile(name)),
            _ => false,
        };
        format!("{} {text}", if lies { "in" } else { "among" })
    }

    /// What a statement acts on: `every checker` if that is a set, `it` if it is one thing.
    pub(super) fn every(&self, what: &Expr) -> String {
        let set = match &what.kind {
            ExprKind::Name(name) => {
                matches!(self.word(name), Word::Noun(one, _) if !one.starts_with(EM))
                    || matches!(self.word(name), Word::Adjective(..))
            }
            ExprKind::Together(_) => true,
            ExprKind::Filtered(base, _) => {
                return if self.every(base).starts_with("every ") {
                    format!("every {}", self.np(what, Form::Bare))
                } else {
                    self.np(what, Form::The)
                };
            }
            _ => false,
        };
        if set { format!("every {}", self.np(what, Form::Bare)) } else { self.np(what, Form::The) }
    }

    /// The value of an attribute: `hearts`, `the player to move`.
    pub(super) fn worth(&self, value: &Expr) -> String {
        match &value.kind {
            ExprKind::Name(name) if let Word::Adjective(text, _) = self.word(name) => text,
            _ => self.np(value, Form::The),
        }
    }

    /// A site where something is: `its far row`.
    pub(super) fn place(&self, place: &Expr) -> String {
        match &place.kind {
            ExprKind::Name(name) if matches!(name.as_str(), "far-row" | "home-row") => format!("its {}", spoken(name)),
            // any site of this sort
            ExprKind::Name(name) if matches!(name.as_str(), "square" | "point" | "site") => self.np(place, Form::One),
            _ => self.np(place, Form::The),
        }
    }

    /// `most pieces taken`, `greatest total value of the pieces taken`
    pub(super) fn most(&self, number: &Expr) -> String {
        format!("{} {}", if self.is_told_by_number(number) { "most" } else { "greatest" }, self.measure(number))
    }

    /// `fewest pieces taken`, `least total value of the pieces taken`
    pub(super) fn least(&self, number: &Expr) -> String {
        format!("{} {}", if self.is_told_by_number(number) { "fewest" } else { "least" }, self.measure(number))
    }

    /// Whether it is a number of things, in whatever words: `legs` is a number of steps and jumps.
    fn is_told_by_number(&self, number: &Expr) -> bool {
        self.is_counted(number) || self.is_number(number) && self.number(number).starts_with("the number of ")
    }

    /// What is compared, without an article.
    fn measure(&self, number: &Expr) -> String {
        let text = match self.is_number(number) {
            true => self.number(number),
            false => self.np(number, if self.is_counted(number) { Form::Many } else { Form::The }),
        };
        let text = text.strip_prefix("the number of ").unwrap_or(&text);
        text.strip_prefix("the ")
            .unwrap_or(text)
            .replace(" in this move", "")
            .replace("steps and jumps of this move", "steps and jumps")
    }

    /// Directions as an adverb.
    pub(super) fn ways(&self, ways: &Expr) -> String {
        match &ways.kind {
            ExprKind::Or(parts) => joined(&parts.iter().map(|one| self.ways(one)).collect::<Vec<_>>(), "or"),
            ExprKind::Name(name)
                if matches!(name.as_str(), "forward" | "backward")
                    && self.equipment.board.drawing != Drawing::Hexagons
                    && matches!(self.word(name), Word::Way(_)) =>
            {
                format!("{name} (straight or diagonally)")
            }
            _ => self.way(ways),
        }
    }

    /// The same without `(straight or diagonally)`, for use beside words that say which of these it is.
    fn way(&self, ways: &Expr) -> String {
        match &ways.kind {
            ExprKind::Name(name) => match self.word(name) {
                Word::Way(text) => text,
                // A name bound in the rule is still that name, even if it is also the plural of a noun.
                Word::Noun(text, _) if !text.starts_with(EM) => format!("in a direction of {}", emphasised(name)),
                Word::Noun(text, _) | Word::Unique(text) => format!("in a direction of {text}"),
                _ => spoken(name),
            },
            ExprKind::Together(parts) => {
                // Where another word says orthogonal or diagonal, `forward` need not say that it is both.
                let is_one = |part: &Expr| matches!(part.kind, ExprKind::Name(_)) && self.way(part).ends_with("ally");
                let is_told = parts.iter().any(is_one);
                let mut words: Vec<String> = parts
                    .iter()
                    .map(|part| match &part.kind {
                        ExprKind::Without(not) => format!("but not {}", if is_told { self.way(not) } else { self.ways(not) }),
                        ExprKind::Or(_) if !is_told => self.ways(part),
                        _ => self.way(part),
                    })
                    .collect();
                // `forward diagonal` becomes `diagonally forward`.
                if let [first, second] = &mut words[..]
                    && second.ends_with("ally")
                {
                    std::mem::swap(first, second);
                }
                words.join(" ")
            }
            ExprKind::Or(parts) => joined(&parts.iter().map(|one| self.way(one)).collect::<Vec<_>>(), "or"),
            ExprKind::IfElse(condition, then, otherwise) => {
                let (then, otherwise) = (self.ways(then), self.ways(otherwise));
                format!("{then} (if {}) or else {otherwise}", self.condition(condition))
            }
            _ => format!("in a direction of {}", self.np(ways, Form::The)),
        }
    }
}

fn formed(one: &str, many: &str, form: Form) -> String {
    match form {
        Form::One => a(one),
        Form::Bare => one.to_owned(),
        Form::Many => many.to_owned(),
        Form::The => format!("the {one}"),
    }
}
