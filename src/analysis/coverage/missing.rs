//! What has never played a part.

use super::count::Counts;
use super::points::{Form, Point, Points, Role};
use crate::source::{Sources, Span};

/// Something that has never played a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What.
    pub point: Point,
    /// `my.draughts:41`
    pub place: String,
    /// The rule or the statement as written, on one line.
    pub text: String,
    /// What it never did: "struck a move out".
    pub did: &'static str,
    /// The option that put it there.
    pub option: Option<String>,
}

/// What has never played a part, in the order of the flat file. Of a rule that never did its statements are not told one by one;
/// nor is what stands inside a statement that never ran.
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
            // The line of an ending, or with a condition, has been told by its rule.
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

/// Whether one stretch of text lies in another.
fn holds(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end && outer != inner
}

/// The most of a text that a list shows.
const LONGEST: usize = 100;

/// A text without line breaks, in short.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text,
    }
}
