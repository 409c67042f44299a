//! Diagrams of measures, as inline SVG that takes its colours from the page. Each has a text alternative, and its numbers are
//! in a table beside it.

use super::words;
use crate::notation::grouped;
use crate::notation::json::balance::{Length, Mean};
use crate::notation::svg::escaped;

const WIDTH: f64 = 640.0;
/// Horizontal margin of the plotting area.
const MARGIN: f64 = 8.0;
/// Height of a row, and the offset of its bar.
const ROW: f64 = 46.0;
const BAR: f64 = 24.0;
const THICK: f64 = 12.0;
/// Maximum length of a label in characters.
const MOST_SIGNS: usize = 62;

/// A row of a diagram: label, value, and the text of the value.
pub(super) struct Row {
    pub(super) label: String,
    pub(super) mean: Mean,
    pub(super) told: String,
}

/// The horizontal axis of a diagram.
pub(super) struct Scale {
    pub(super) least: f64,
    pub(super) most: f64,
    /// A reference value and its name.
    pub(super) mark: Option<(f64, String)>,
    /// Whether values are bars that begin at `least`; else they are dots.
    pub(super) bars: bool,
}

impl Scale {
    /// An axis for shares, from 0 to 1.
    pub(super) fn shares(mark: Option<(f64, String)>) -> Scale {
        Scale { least: 0.0, most: 1.0, mark, bars: true }
    }

    /// An axis for dots, with the range that the rows and the reference value need.
    pub(super) fn around(rows: &[Row], mark: Option<(f64, String)>) -> Scale {
        let ends = |mean: Mean| [mean.least.or(mean.mean), mean.most.or(mean.mean)].into_iter().flatten();
        let values = || rows.iter().flat_map(|row| ends(row.mean)).chain(mark.as_ref().map(|(value, _)| *value));
        let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        // Without any values the range is arbitrary.
        let (least, most) = if least > most { (0.0, 1.0) } else { (least, most) };
        let room = ((most - least) * 0.08).max(1e-6);
        Scale { least: least - room, most: most + room, mark, bars: false }
    }

    fn x(&self, value: f64) -> f64 {
        let part = ((value - self.least) / (self.most - self.least)).clamp(0.0, 1.0);
        MARGIN + (WIDTH - 2.0 * MARGIN) * part
    }
}

/// A diagram of values with their intervals.
pub(super) fn rows(title: &str, rows: &[Row], scale: &Scale) -> String {
    let height = ROW * rows.len() as f64 + if scale.mark.is_some() { 18.0 } else { -6.0 };
    let (mut body, mut marks) = (String::new(), String::new());
    if let Some((value, name)) = &scale.mark {
        let x = scale.x(*value);
        let anchor = if x > WIDTH * 0.75 {
            "end"
        } else if x < WIDTH * 0.25 {
            "start"
        } else {
            "middle"
        };
        // The mark crosses each bar, but not the labels between them.
        let across = (0..rows.len()).map(|at| ROW * at as f64 + BAR);
        let lines: String = across.map(|top| format!("M{x:.1} {:.1}V{:.1}", top - 4.0, top + THICK + 4.0)).collect();
        marks = format!("<path class=\"mark\" d=\"{lines}\"/>");
        body.push_str(&text(x, height - 6.0, "small", anchor, name));
    }
    for (at, row) in rows.iter().enumerate() {
        let top = ROW * at as f64;
        let middle = top + BAR + THICK / 2.0;
        body.push_str(&text(MARGIN, top + 16.0, "label", "start", &shortened(&row.label)));
        body.push_str(&text(WIDTH - MARGIN, top + 16.0, "value", "end", &row.told));
        body.push_str(&format!(
            "<rect class=\"track\" x=\"{MARGIN}\" y=\"{:.1}\" width=\"{}\" height=\"{THICK}\" rx=\"3\"/>",
            top + BAR,
            WIDTH - 2.0 * MARGIN
        ));
        let Some(x) = row.mean.mean.map(|mean| scale.x(mean)) else { continue };
        if scale.bars {
            let width = x - scale.x(scale.least);
            body.push_str(&format!(
                "<rect class=\"bar\" x=\"{MARGIN}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{THICK}\" rx=\"3\"/>",
                top + BAR
            ));
        }
        if let Some([least, most]) = row.mean.interval() {
            let (from, to) = (scale.x(least), scale.x(most));
            body.push_str(&format!(
                "<path class=\"interval\" d=\"M{from:.1} {middle:.1}H{to:.1}M{from:.1} {0:.1}V{1:.1}M{to:.1} {0:.1}V{1:.1}\"/>",
                middle - 5.0,
                middle + 5.0
            ));
        }
        if !scale.bars {
            body.push_str(&format!("<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"5\"/>"));
        }
    }
    body.push_str(&marks);
    let told: Vec<String> = rows.iter().map(|row| format!("{}: {}", row.label, row.told)).collect();
    document(title, &told.join("; "), height, &body)
}

/// Histogram of game lengths, with the middle half marked.
pub(super) fn histogram(title: &str, length: &Length) -> String {
    let (height, top, bottom) = (210.0, 26.0, 178.0);
    let bins = &length.histogram;
    let most = bins.iter().map(|bin| bin.games).max().unwrap_or(0).max(1) as f64;
    let (from, to) = (length.min as f64, bins.last().map_or(length.max, |bin| bin.to) as f64 + 1.0);
    let x = |value: f64| MARGIN + (WIDTH - 2.0 * MARGIN) * ((value - from) / (to - from)).clamp(0.0, 1.0);
    let [quarter, half, three] = length.quartiles.map(|value| x(value as f64 + 0.5));
    let mut body = format!(
        "<rect class=\"band\" x=\"{quarter:.1}\" y=\"{top}\" width=\"{:.1}\" height=\"{}\"/>",
        (three - quarter).max(2.0),
        bottom - top
    );
    for bin in bins {
        let (left, right) = (x(bin.from as f64), x(bin.to as f64 + 1.0));
        let high = (bottom - top) * bin.games as f64 / most;
        let told = words::lengths(bin);
        body.push_str(&format!(
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\"><title>{told} decisions: {} games</title></rect>",
            left + 0.5,
            bottom - high,
            (right - left - 1.0).max(0.5),
            grouped(bin.games)
        ));
    }
    body.push_str(&format!("<path class=\"axis\" d=\"M{MARGIN} {bottom}H{}\"/>", WIDTH - MARGIN));
    body.push_str(&format!("<path class=\"mark\" d=\"M{half:.1} {}V{bottom}\"/>", top - 4.0));
    let anchor = if half > WIDTH * 0.75 {
        "end"
    } else if half < WIDTH * 0.25 {
        "start"
    } else {
        "middle"
    };
    body.push_str(&text(half, top - 10.0, "small", anchor, &format!("the middle game: {}", length.quartiles[1])));
    body.push_str(&text(MARGIN, bottom + 18.0, "small", "start", &length.min.to_string()));
    body.push_str(&text(WIDTH - MARGIN, bottom + 18.0, "small", "end", &format!("{} decisions", length.max)));
    let told: Vec<String> = bins.iter().map(|bin| format!("{}: {}", words::lengths(bin), bin.games)).collect();
    document(title, &format!("Games by decisions. {}", told.join("; ")), height, &body)
}

/// A line diagram of numbers, one per decision of a game.
pub(super) fn line(title: &str, values: &[f64]) -> String {
    let (height, top, bottom, left) = (200.0, 20.0, 164.0, 44.0);
    let most = values.iter().copied().fold(1.0, f64::max);
    let step = (WIDTH - left - MARGIN) / (values.len().max(2) - 1) as f64;
    let place = |(at, value): (usize, &f64)| (left + step * at as f64, bottom - (bottom - top) * value / most);
    let points: Vec<String> = values.iter().enumerate().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let mut body = String::new();
    for part in [0.0, 0.5, 1.0] {
        let y = bottom - (bottom - top) * part;
        body.push_str(&format!("<path class=\"grid\" d=\"M{left} {y:.1}H{}\"/>", WIDTH - MARGIN));
        body.push_str(&text(left - 6.0, y + 4.0, "small", "end", &format!("{:.1}", most * part)));
    }
    body.push_str(&format!("<polyline class=\"line\" points=\"{}\"/>", points.join(" ")));
    body.push_str(&text(left, bottom + 18.0, "small", "start", "decision 1"));
    body.push_str(&text(WIDTH - MARGIN, bottom + 18.0, "small", "end", &format!("decision {}", values.len())));
    let ends = |at: Option<&f64>| at.map_or_else(String::new, |value| format!("{value:.1}"));
    let told = format!(
        "From {} at the first decision to {} at decision {}; at most {most:.1}.",
        ends(values.first()),
        ends(values.last()),
        values.len()
    );
    document(title, &told, height, &body)
}

/// A bar in a table cell, whose number is written next to it.
pub(super) fn cell(share: f64) -> String {
    format!(
        "<svg class=\"cell\" viewBox=\"0 0 100 10\" aria-hidden=\"true\"><rect class=\"track\" width=\"100\" height=\"10\" rx=\"2\"/>\
         <rect class=\"bar\" width=\"{:.1}\" height=\"10\" rx=\"2\"/></svg>",
        100.0 * share.clamp(0.0, 1.0)
    )
}

fn text(x: f64, y: f64, class: &str, anchor: &str, words: &str) -> String {
    format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(words))
}

fn shortened(label: &str) -> String {
    match label.char_indices().nth(MOST_SIGNS) {
        Some((at, _)) => format!("{}…", &label[..at]),
        None => label.to_owned(),
    }
}

fn document(title: &str, told: &str, height: f64, body: &str) -> String {
    format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\"><title>{}</title><desc>{}</desc>{body}</svg>\n",
        escaped(title),
        escaped(told)
    )
}
