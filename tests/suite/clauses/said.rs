//! Rule books are true: where a changed rule file means something else, its rule book says something else.

use std::collections::BTreeMap;
use std::path::Path;

use draughtsman::library::{self, Ready};
use draughtsman::program::Node;
use draughtsman::rulebook::{self, Block, Book, Paragraph};
use rayon::prelude::*;

use super::judge::{options, program};
use super::mutants::{self, Mutant, Original};
use super::{Wish, say};
use crate::facts;

/// All that a book says in its own words, and how the pieces stand at the start; not the author's words, and no other picture.
fn said(book: &Book) -> String {
    fn paragraph(one: &Paragraph, depth: usize, all: &mut String) {
        all.push_str(&format!("{:depth$}{}\n", "", one.text));
        one.parts.iter().for_each(|part| paragraph(part, depth + 1, all));
    }
    let mut all = String::new();
    let sections = book.sections.iter().filter(|section| section.title != "Where the rules stand");
    for block in sections.flat_map(|section| &section.blocks) {
        match block {
            Block::Heading(text) | Block::Text(text) | Block::Default(text) => all.push_str(&format!("{text}\n")),
            Block::List(lines) => lines.iter().for_each(|line| all.push_str(&format!("{line}\n"))),
            Block::Table(_, rows) => rows.iter().for_each(|row| all.push_str(&format!("{}\n", row.join(" | ")))),
            Block::Rule(entry) => paragraph(&entry.says, 0, &mut all),
            Block::Figures(_) => {}
        }
    }
    let start = book.sections.iter().flat_map(|section| &section.blocks).find_map(|block| match block {
        Block::Figures(figures) => figures.first(),
        _ => None,
    });
    all + start.map_or("", |figure| &figure.text)
}

/// What a text means and what its book says, with these options on; nothing if it is no rule file.
struct Told {
    means: String,
    says: String,
    /// Clocks that no rule reads: they mean nothing to who plays.
    unread: Vec<String>,
}

fn told(original: &Original, text: &str, options: &[String]) -> Option<Told> {
    let name = original.path.display().to_string();
    let loaded = library::load_text(&original.variant, &name, text.as_bytes().to_vec(), original.path.parent());
    let ready: Ready = facts::ready(&loaded, options).ok()?;
    let read =
        |id: usize| ready.program.phrases.nodes.iter().any(|node| matches!(node, Node::Stored(read, _) if read.index() == id));
    let clocks = ready.program.stored.iter().enumerate().filter(|(id, stored)| stored.clock && !read(*id));
    Some(Told {
        means: program(&ready),
        says: said(&rulebook::without_pictures(&loaded, &ready)),
        unread: clocks.map(|(_, stored)| stored.name.clone()).collect(),
    })
}

#[test]
fn a_change_of_a_rule_changes_the_rule_book() {
    let wish = Wish::read();
    let names = match &wish {
        Wish::Variants(names) => names.clone(),
        _ => facts::every_variant(),
    };
    let wrong: Vec<String> = names.par_iter().flat_map(|name| silent(&wish, name)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Whether a change takes `piece` from behind a description of pieces, which says the same without it: `wild piece may …`.
fn only_shorter(mutant: &Mutant) -> bool {
    let shorter = |(at, piece): (usize, &str)| {
        let (before, behind) = (&mutant.before[..at], &mutant.before[at + piece.len()..]);
        format!("{before} {behind}").trim() == mutant.becomes.trim()
    };
    mutant.change == "noun" && mutant.before.match_indices(" piece ").any(shorter)
}

/// Whether a clock stays that nothing reads: `remove clock idle` is struck out.
fn only_ticks(mutant: &Mutant, becomes: &Told) -> bool {
    let clock = mutant.before.trim().strip_prefix("remove clock ").filter(|_| mutant.change == "delete");
    clock.is_some_and(|clock| becomes.unread.iter().any(|unread| unread == clock))
}

/// The changes of a variant that its book keeps silent about.
fn silent(wish: &Wish, name: &str) -> Vec<String> {
    let original = Original::read(name, Path::new(&facts::path_of(name).expect("a rule file")));
    let company = options(&original);
    let mut as_it_is: BTreeMap<Vec<String>, Option<Told>> = BTreeMap::new();
    // A book takes longer to write than a fact to try.
    let share = if matches!(wish, Wish::Sample) { 8 } else { 1 };
    let mutants = mutants::of(&original).into_iter().filter(|mutant| wish.wants(name, mutant));
    let mutants: Vec<Mutant> = mutants.step_by(share).collect();
    let mut wrong = Vec::new();
    let (mut tried, mut differ) = (0, 0);
    for mutant in &mutants {
        let on = mutant.option.as_ref().map_or(Vec::new(), |option| {
            company.iter().find(|one| one.first() == Some(option)).cloned().unwrap_or_else(|| vec![option.clone()])
        });
        let before = as_it_is.entry(on.clone()).or_insert_with(|| told(&original, &original.text, &on));
        let (Some(before), Some(after)) = (before, told(&original, &mutant.text, &on)) else { continue };
        tried += 1;
        if only_shorter(mutant) || only_ticks(mutant, &after) {
            continue;
        }
        if before.means != after.means {
            differ += 1;
            if before.says == after.says {
                wrong.push(format!(
                    "{name}:{}: {}\n  - {}\n  + {}",
                    mutant.number, mutant.change, mutant.before, mutant.becomes
                ));
            }
        }
    }
    say(&format!("{name:16} {:>6} mutants {tried:>6} read {differ:>6} differ {:>6} silent\n", mutants.len(), wrong.len()));
    wrong
}
