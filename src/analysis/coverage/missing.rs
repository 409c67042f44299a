//! Coverage points that never took part.

use super::count::Counts;
use super::points::{Form, Point, Points, Role};
use crate::source::{Sources, Span};

/// A point that never took part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The point.
    pub point: Point,
    /// Its place: `my.draughts:41`.
    pub place: String,
    /// The rule or statement as written, on one line.
    pub text: String,
    /// What it never did: "struck a move out".
    pub did: &'static str,
    /// The option to which it belongs, if any.
    pub option: Option<String>,
}

/// The points that never took part, in the order of the flat file. Statements of a rule that never took part are left out, and
/// so are statements inside one that never ran.
pub fn missing(sources: &Sources, points: &Points<'_>, counts: &Counts) -> Vec<Missing> {
    let lines = &points.variant.rules.lines;
    let silent = |point: Point| counts.of(points, point).games == 0;
    let statements: Vec<(Point, Span)> = points.written().map(|(point, one)| (point, one.span)).collect();
    let mut all = Vec::new();
    for rule in points.rules() {
        let line = &lines[rule.index()];
        let (point, role) = (Point::Rule(rule), points.role(rule));
        if silent(point) {
            let text = one_line(&line.text);
            all.push(Missing { point, place: line.place.clone(), text, did: role.did(), option: line.option.clone() });
            continue;
        }
        for (point, one) in points.written().filter(|(_, one)| one.rule == rule) {
            let inside = |outer: &(Point, Span)| outer.0 != point && holds(outer.1, one.span) && silent(outer.0);
            // An ending, or a rule that is one statement, is already represented by its rule.
            let whole = one.span == line.span && role != Role::Answers;
            if !silent(point) || whole || statements.iter().any(inside) {
                continue;
            }
            let did = match one.form {
                Form::Runs => "ran",
                Form::Asks => "was asked for",
                Form::Requires => "forbade a move",
                Form::Ends => "ended a game",
            };
            let text = one_line(sources.text(one.span));
            all.push(Missing { point, place: sources.place(one.span), text, did, option: line.option.clone() });
        }
    }
    all
}

/// Whether a span lies inside another one.
fn holds(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end && outer != inner
}

/// Maximum number of characters of a text in the list.
const LONGEST: usize = 100;

/// A text on one line, shortened if it is long.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text,
    }
}
