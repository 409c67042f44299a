//! A decision as a player reads it: the board, the meaning of its letters, who decides, and the numbered moves.
//!
//! ```text
//! 8   .   .   .   b
//! …
//! Black to move, 2 moves:
//! 1. 11-15
//! 2. 11-16
//! ```

use super::diagram::Mark;
use super::notes::notes;
use super::{Terms, diagram, movetext};
use crate::engine::{Actor, Move};
use crate::model::{Equipment, Setup, SiteId};

/// The board, and below it the meaning of its letters and what letters cannot show.
pub fn board(terms: &Terms, setup: &Setup, flip: bool) -> String {
    marked(terms, setup, flip, &[])
}

/// The same with marks around some sites.
pub fn marked(terms: &Terms, setup: &Setup, flip: bool, marks: &[(SiteId, Mark)]) -> String {
    let equipment = terms.equipment;
    let mut text = diagram::marked(equipment, setup, flip, marks);
    text.truncate(text.trim_end_matches('\n').len());
    text.push('\n');
    let legend = diagram::legend(equipment, setup);
    let notes = notes(terms, setup);
    for (i, line) in Some(legend).filter(|line| !line.is_empty()).into_iter().chain(notes).enumerate() {
        text.push_str(if i == 0 { "\n" } else { "" });
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// `Black to move, 7 moves:`
pub fn heading(equipment: &Equipment, actor: Actor, count: usize) -> String {
    let number = |one: &str, several: &str| format!("{count} {}", if count == 1 { one } else { several });
    match actor {
        Actor::Chance => format!("Chance decides, {}:", number("result", "results")),
        Actor::Player(player) => {
            let name = equipment.players.get(player.index()).map_or("?", |player| player.name.as_str());
            format!("{name} to move, {}:", number("move", "moves"))
        }
    }
}

/// The moves with their numbers, one per line; `full` lists every landing of a chain.
pub fn moves(equipment: &Equipment, moves: &[Move], full: bool) -> Vec<String> {
    let texts = movetext::texts(equipment, moves, full);
    let digits = texts.len().to_string().len();
    let line = |(i, (text, mv)): (usize, (&String, &Move))| {
        let weight = if mv.weight == 1 { String::new() } else { format!("  ({} ways)", mv.weight) };
        format!("{:>digits$}. {text}{weight}", i + 1)
    };
    texts.iter().zip(moves).enumerate().map(line).collect()
}

/// The board, the heading and the moves of a decision.
pub fn decision(terms: &Terms, setup: &Setup, actor: Actor, all: &[Move], full: bool) -> String {
    let equipment = terms.equipment;
    let lines = moves(equipment, all, full).join("\n");
    format!("{}\n{}\n{lines}\n", board(terms, setup, false), heading(equipment, actor, all.len()))
}
