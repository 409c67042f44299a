//! Describes a difference between snapshots in a player's words.

use super::compare::{Change, Delta};

/// The description of one difference, with the diagram.
pub fn told(change: &Change) -> String {
    match change {
        Change::New(section) => {
            let mut text = format!("{}: not pinned yet\n", section.name);
            reason(&section.reason, &mut text);
            text.push('\n');
            indented(&section.body(), &mut text);
            text
        }
        Change::Stale(section) => format!("{}: pinned, but there is no such position any more\n", section.name),
        Change::Changed(delta) => changed(delta),
    }
}

fn changed(delta: &Delta) -> String {
    let Delta { was, is, gone, new, effects } = delta;
    let mut text = format!("{}: changed\n", is.name);
    reason(&is.reason, &mut text);
    if was.reason != is.reason {
        text.push_str(&format!("  The reason was: {}\n", was.reason));
    }
    if was.options != is.options {
        text.push_str(&format!("  The options were: {}\n", list(&was.options, ", ")));
        text.push_str(&format!("  they are now:     {}\n", list(&is.options, ", ")));
    }
    text.push('\n');
    if was.board != is.board {
        text.push_str("  The position was:\n");
        indented(&was.board, &mut text);
        text.push_str("\n  It is now:\n");
    }
    indented(&is.board, &mut text);
    text.push_str(&format!("\n  {}\n", is.heading));
    if was.heading != is.heading {
        text.push_str(&format!("  It was: {}\n", was.heading));
    }
    let mut moves = |title: &str, moves: &[(String, Vec<String>)]| {
        for (i, (mv, effects)) in moves.iter().enumerate() {
            let effects = if effects.is_empty() { String::new() } else { format!(" -> {}", effects.join("; ")) };
            text.push_str(&format!("  {:<11}{mv}{effects}\n", if i == 0 { title } else { "" }));
        }
    };
    moves("gone:", gone);
    moves("new:", new);
    for effect in effects {
        text.push_str(&format!("  {:<11}{}\n", "otherwise:", effect.text));
        text.push_str(&format!("  {:<11}  was: {}\n", "", list(&effect.was, "; ")));
        text.push_str(&format!("  {:<11}  now: {}\n", "", list(&effect.is, "; ")));
    }
    text
}

fn list(items: &[String], between: &str) -> String {
    if items.is_empty() { "nothing else".to_owned() } else { items.join(between) }
}

fn reason(reason: &str, text: &mut String) {
    if !reason.is_empty() {
        text.push_str(&format!("  {reason}\n"));
    }
}

fn indented(lines: &str, text: &mut String) {
    for line in lines.trim_end_matches('\n').lines() {
        text.push_str(if line.is_empty() { "" } else { "  " });
        text.push_str(line);
        text.push('\n');
    }
}
