//! Prints phrases with only the necessary brackets.

use crate::syntax::ast::{
    Call, Expr, ExprKind, Filter, IsTail, Path, PathItem, PathMode, Quantifier, Quantity, Sign, Verb, Word,
};

// Precedence levels, loosest first. Where some level is required, a looser phrase needs brackets.
const OR: u8 = 0;
const AND: u8 = 1;
const NOT: u8 = 2;
const COMPARED: u8 = 3;
const SUM: u8 = 4;
const PRODUCT: u8 = 5;
const QUANTIFIED: u8 = 6;
const FILTERED: u8 = 7;
const TOGETHER: u8 = 8;
const APPLIED: u8 = 9;
const ATOM: u8 = 10;

// What a phrase without brackets at its end would absorb from the text after it, as bits.
type Open = u8;
const CLOSED: Open = 0;
/// `or` with bare words: after `is`, and after the last argument of a verb.
const WORDS: Open = 1;
/// Any continuation of a condition: after `where`, `with most`.
const ANYTHING: Open = 2;
/// `to`, `over`, commas: after a verb.
const LABELS: Open = 4;

/// A phrase in a context where any phrase is allowed.
pub fn phrase(expr: &Expr) -> String {
    at(expr, OR, CLOSED)
}

/// A set, in a context where the grammar has `class`. [`set_before_label`] is for contexts where `to`, `by` or a comma follows.
pub(super) fn set(expr: &Expr) -> String {
    list_or(expr, FILTERED, CLOSED)
}

pub(super) fn set_before_label(expr: &Expr) -> String {
    list_or(expr, FILTERED, LABELS)
}

/// Juxtaposed words, in a context where a filter needs brackets.
pub(super) fn plain(expr: &Expr) -> String {
    at(expr, TOGETHER, CLOSED)
}

/// A number, as in `repeat N` and `= N`.
pub(super) fn number(expr: &Expr) -> String {
    at(expr, SUM, CLOSED)
}

/// `A or B or c` where only bare words follow the first `or`; else in brackets.
pub(super) fn union(expr: &Expr) -> String {
    union_of(expr, TOGETHER, CLOSED)
}

fn union_of(expr: &Expr, level: u8, shut: Open) -> String {
    match &expr.kind {
        ExprKind::Or(parts) if parts.len() > 1 && parts[1..].iter().all(is_words) => {
            let mut out = at(&parts[0], level, shut | WORDS | ANYTHING);
            for part in &parts[1..] {
                out.push_str(" or ");
                out.push_str(&at(part, TOGETHER, shut));
            }
            out
        }
        _ => at(expr, level, shut),
    }
}

fn list_or(expr: &Expr, level: u8, shut: Open) -> String {
    match &expr.kind {
        ExprKind::Or(parts) => or(parts, level, shut),
        _ => at(expr, level, shut),
    }
}

fn or(parts: &[Expr], level: u8, shut: Open) -> String {
    let mut out = String::new();
    for (i, part) in parts.iter().enumerate() {
        let next = parts.get(i + 1);
        let words = if next.is_some_and(begins_with_words) { WORDS } else { CLOSED };
        let shut = if next.is_some() { ANYTHING | words } else { shut };
        out.push_str(&at(part, level, shut));
        if next.is_some() {
            out.push_str(" or ");
        }
    }
    out
}

/// The phrase, in brackets if it is looser than `level` or would absorb any of `shut`.
fn at(expr: &Expr, level: u8, shut: Open) -> String {
    if level_of(expr) < level || open(expr) & shut != CLOSED {
        let inside = bare(expr);
        return if matches!(expr.kind, ExprKind::IfElse(..)) { inside } else { format!("({inside})") };
    }
    bare(expr)
}

fn bare(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Name(name) => name.clone(),
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Text(text) => format!("\"{text}\""),
        ExprKind::Together(parts) => join(parts.iter().map(|part| at(part, APPLIED, CLOSED)), " "),
        ExprKind::Without(inner) => format!("not {}", at(inner, ATOM, CLOSED)),
        ExprKind::Or(parts) => or(parts, AND, CLOSED),
        ExprKind::And(parts) => {
            let last = parts.len().saturating_sub(1);
            let part = |(i, part)| at(part, NOT, if i < last { ANYTHING } else { CLOSED });
            join(parts.iter().enumerate().map(part), " and ")
        }
        ExprKind::Not(inner) => format!("not {}", at(inner, NOT, CLOSED)),
        ExprKind::Of(field, of) => format!("{} of {}", at(field, ATOM, CLOSED), at(of, APPLIED, CLOSED)),
        ExprKind::From(ways, from) => format!("{} from {}", at(ways, ATOM, CLOSED), at(from, APPLIED, CLOSED)),
        ExprKind::Beyond(ways, from) => format!("{} beyond {}", at(ways, ATOM, CLOSED), at(from, APPLIED, CLOSED)),
        ExprKind::Filtered(inner, filter) => format!("{} {}", at(inner, FILTERED, ANYTHING), print_filter(filter)),
        ExprKind::Is(left, negated, tail) => {
            let not = if *negated { "not " } else { "" };
            let tail = match tail {
                IsTail::Set(set) => union(set),
                IsTail::Filter(filter) => print_filter(filter),
            };
            format!("{} is {not}{tail}", at(left, SUM, ANYTHING))
        }
        ExprKind::Compare(left, order, right) => {
            format!("{} {} {}", at(left, SUM, ANYTHING), order.value.sign(), at(right, SUM, CLOSED))
        }
        ExprKind::Can(left, verb) => format!("{} can {}", at(left, SUM, ANYTHING), print_verb(verb)),
        ExprKind::Sum(left, sign, right) => {
            let mark = if sign.value == Sign::Minus { '-' } else { '+' };
            format!("{} {mark} {}", at(left, SUM, ANYTHING), at(right, PRODUCT, CLOSED))
        }
        ExprKind::Product(left, right) => {
            format!("{} * {}", at(left, PRODUCT, ANYTHING), at(right, QUANTIFIED, CLOSED))
        }
        ExprKind::Quantified(word, inner) => format!("{} {}", quantifier_word(word.value), at(inner, FILTERED, CLOSED)),
        ExprKind::IfElse(condition, then, otherwise) => {
            format!("(if {} then {} else {})", phrase(condition), phrase(then), phrase(otherwise))
        }
        ExprKind::Function(call) => function(call),
        ExprKind::New(kind) => format!("new {}", kind.value),
    }
}

fn level_of(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Or(_) => OR,
        ExprKind::And(_) => AND,
        ExprKind::Not(_) => NOT,
        ExprKind::Is(..) | ExprKind::Compare(..) | ExprKind::Can(..) => COMPARED,
        ExprKind::Sum(..) => SUM,
        ExprKind::Product(..) => PRODUCT,
        ExprKind::Quantified(..) => QUANTIFIED,
        ExprKind::Filtered(..) => FILTERED,
        ExprKind::Together(_) => TOGETHER,
        ExprKind::Without(_) | ExprKind::Of(..) | ExprKind::From(..) | ExprKind::Beyond(..) => APPLIED,
        _ => ATOM,
    }
}

/// What the phrase, printed without brackets, would absorb from the text after it.
fn open(expr: &Expr) -> Open {
    let last = |inner: &Expr, level: u8| if level_of(inner) < level { CLOSED } else { open(inner) };
    match &expr.kind {
        ExprKind::Filtered(_, filter) => match &**filter {
            Filter::Where(_, condition) => ANYTHING | WORDS | open(condition),
            Filter::Most(_, number) | Filter::Least(_, number) => ANYTHING | WORDS | last(number, SUM),
            Filter::On(..) | Filter::In(..) => CLOSED,
        },
        ExprKind::Is(_, _, IsTail::Set(_)) => WORDS,
        ExprKind::Can(_, verb) => {
            WORDS
                | LABELS
                | match &**verb {
                    Verb::Path(_) => CLOSED,
                    Verb::Call(call) => {
                        let arg = call.labelled.last().map(|(_, arg)| arg).or(call.args.last());
                        arg.map_or(CLOSED, |arg| last(arg, SUM))
                    }
                }
        }
        ExprKind::Or(parts) => parts.last().map_or(CLOSED, |part| last(part, AND)),
        ExprKind::And(parts) => parts.last().map_or(CLOSED, |part| last(part, NOT)),
        ExprKind::Not(inner) => last(inner, NOT),
        ExprKind::Compare(_, _, right) => last(right, SUM),
        ExprKind::Sum(_, _, right) => last(right, PRODUCT),
        ExprKind::Product(_, right) => last(right, QUANTIFIED),
        ExprKind::Quantified(_, inner) => last(inner, FILTERED),
        _ => CLOSED,
    }
}

/// Whether the phrase is printed as bare words only.
fn is_words(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) => true,
        ExprKind::Number(number) => *number >= 0,
        ExprKind::Together(parts) => parts.iter().all(is_words),
        ExprKind::Without(inner) => level_of(inner) == ATOM && is_words(inner),
        ExprKind::Of(left, right) | ExprKind::From(left, right) | ExprKind::Beyond(left, right) => {
            level_of(left) == ATOM && is_words(left) && is_words(right) && level_of(right) >= APPLIED
        }
        _ => false,
    }
}

/// Whether the phrase begins with bare words that are not part of a comparison.
fn begins_with_words(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::And(parts) | ExprKind::Or(parts) => parts.first().is_some_and(begins_with_words),
        _ => is_words(expr),
    }
}

fn print_filter(filter: &Filter) -> String {
    let not = |negated: &bool| if *negated { "not " } else { "" };
    let called = |name: &Option<Word>| name.as_ref().map_or(String::new(), |name| format!("called {} ", name.value));
    match filter {
        Filter::On(negated, set) => format!("{}on {}", not(negated), plain(set)),
        Filter::In(negated, set) => format!("{}in {}", not(negated), plain(set)),
        Filter::Where(name, condition) => format!("{}where {}", called(name), phrase(condition)),
        Filter::Most(name, number) => format!("{}with most {}", called(name), at(number, SUM, CLOSED)),
        Filter::Least(name, number) => format!("{}with least {}", called(name), at(number, SUM, CLOSED)),
    }
}

/// Prints a verb: `jump forward over enemy`, `go ways, to empty`.
pub(super) fn print_verb(verb: &Verb) -> String {
    match verb {
        Verb::Path(path) => print_path(path),
        Verb::Call(call) => print_call(call),
    }
}

fn print_call(call: &Call) -> String {
    let mut out = match call.args.as_slice() {
        [] => call.name.value.clone(),
        [one] => {
            let shut = if call.labelled.is_empty() { CLOSED } else { LABELS };
            format!("{} {}", call.name.value, union_of(one, SUM, shut))
        }
        _ => function(call),
    };
    for (i, (label, arg)) in call.labelled.iter().enumerate() {
        let shut = if i + 1 < call.labelled.len() { LABELS } else { CLOSED };
        out.push_str(&format!(" {} {}", label.value.word(), union_of(arg, SUM, shut)));
    }
    out
}

fn function(call: &Call) -> String {
    let last = call.args.len().saturating_sub(1);
    let arg = |(i, arg)| at(arg, OR, if i < last { LABELS } else { CLOSED });
    format!("{}({})", call.name.value, join(call.args.iter().enumerate().map(arg), ", "))
}

/// Prints a path: `go ways, past any empty, to empty`.
pub(super) fn print_path(path: &Path) -> String {
    let mode = match path.mode.value {
        PathMode::Go => "go",
        PathMode::Strike => "strike",
        PathMode::Sweep => "sweep",
    };
    format!("{mode} {}, {}", union(&path.ways), join(path.items.iter().map(path_item), ", "))
}

fn path_item(item: &PathItem) -> String {
    match item {
        PathItem::Past(quantity, set) => format!("past {}", counted(quantity, set)),
        PathItem::Taking(quantity, set) => format!("taking {}", counted(quantity, set)),
        PathItem::To(set) => format!("to {}", union(set)),
        PathItem::Here(_) => "here".to_string(),
        PathItem::Group(quantity, items) => {
            format!("{}({})", print_quantity(quantity), join(items.iter().map(path_item), ", "))
        }
    }
}

fn counted(quantity: &Quantity, set: &Expr) -> String {
    let words = union(set);
    if *quantity == Quantity::One && words.starts_with(|c: char| c.is_ascii_digit()) {
        return format!("({})", bare(set));
    }
    format!("{}{words}", print_quantity(quantity))
}

/// The quantity followed by a space, or an empty text for one.
pub(super) fn print_quantity(quantity: &Quantity) -> String {
    match quantity {
        Quantity::One => String::new(),
        Quantity::Any => "any ".to_string(),
        Quantity::Some => "some ".to_string(),
        Quantity::All => "all ".to_string(),
        Quantity::Exactly(number) => match number.kind {
            ExprKind::Name(_) | ExprKind::Number(_) => format!("{} ", bare(number)),
            _ => format!("{} ", in_brackets(number)),
        },
        Quantity::Range(least, most) => format!("{}..{} ", bare(least), bare(most)),
    }
}

fn in_brackets(expr: &Expr) -> String {
    match expr.kind {
        ExprKind::IfElse(..) => format!("({})", bare(expr)),
        _ => format!("({})", phrase(expr)),
    }
}
fn quantifier_word(word: Quantifier) -> &'static str {
    match word {
        Quantifier::Count => "count",
        Quantifier::Some => "some",
        Quantifier::No => "no",
        Quantifier::Every => "every",
        Quantifier::Total => "total",
    }
}

fn join(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}
