//! Rule files as an author writes them, their meaning, and the diagnostics about wrong ones.

mod amendments;
mod files;
mod games;
mod given;
mod hints;
mod ineffective;
mod limits;
mod lines;
mod lints;
mod mentions;
mod mistakes;
mod phrases;
mod render;
mod rules;
mod slips;
mod torture;
mod truths;

use super::{Checked, Choices, Link, PRELUDE, check};
use crate::source::{FileId, Source, Sources};
use crate::syntax::{Parsed, parse, parse_rules};

/// The library.
fn library(sources: &mut Sources) -> (FileId, Parsed) {
    let file = sources.add(Source::new("prelude.draughts", PRELUDE));
    let (rules, diagnostics) = parse_rules(file, PRELUDE);
    (file, Parsed { rules, diagnostics, ..Parsed::default() })
}

/// Checks texts, parents first, each under a name.
fn checked(files: &[(&str, &str)], options: &[&str]) -> (Sources, Checked) {
    let options = options.iter().map(|name| (name.to_string(), true)).collect();
    chosen(files, &Choices { options, numbers: Vec::new() })
}

/// The same with any choices of options and numbers.
fn chosen(files: &[(&str, &str)], choices: &Choices) -> (Sources, Checked) {
    let mut sources = Sources::new();
    let mut parsed = vec![library(&mut sources)];
    for (name, text) in files {
        let file = sources.add(Source::new(*name, *text));
        parsed.push((file, parse(file, text)));
    }
    let chain: Vec<Link<'_>> = parsed.iter().map(|(file, parsed)| Link { file: *file, parsed }).collect();
    let checked = check(&sources, "test", &chain, choices);
    (sources, checked)
}

/// Equipment with one of everything.
const FRONT: &str = r#"+++
name = "One of everything"

[lints]
unused-number = "allow"
unused-region = "allow"
unused-pile = "allow"
unused-set = "allow"
unused-attribute = "allow"
unused-token = "allow"
impossible-piece = "allow"

[players]
Black = { faces = "north", colours = ["red"] }
White = { faces = "south", colours = ["blue", "green"] }

[board]
grid = "8x8"
stacks = 3
under = "card"

[numbers]
limit = 7

[regions]
corners = ["a1", "h1", "a8", "h8"]
centre = "d4"
camp = { Black = "a1-b2", White = "g7-h8" }

[sets]
colour = ["red", "green", "blue"]
mood = ["calm", "angry"]

[tokens.card]
suit = ["clubs", "hearts"]
value = ["2", "3", "queen", "king"]
faces = ["face-down", "face-up"]

[tokens.shield]
colour = "colour"

[tokens.potion]
power = ["ghost", "leap"]

[pieces]
man = { symbol = "m", has = { colour = "colour", shield = "shield", potion = "potion" } }
king = { symbol = "k", value = 3, has = { colour = "colour", shield = "shield", potion = "potion" } }

[piles]
deck = { of = "side", holds = "card", seen_by = "nobody" }
hand = { of = "player", holds = "card", seen_by = "owner" }
bag = { holds = "potion", seen_by = "all" }
captured = { holds = "piece", seen_by = "all" }
supply = { of = "player", holds = "man", seen_by = "all" }

[setup]
diagram = """
w w w w w w w w
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
b b b b b b b b
"""
+++

"#;
