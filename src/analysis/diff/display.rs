//! The text of a comparison report.

use std::fmt::Write as _;

use crate::model::Setup;
use crate::notation::diagram::{self, Mark};
use crate::notation::json::diff::{Change, Count, Said};
use crate::notation::notes::{notes, stored};
use crate::notation::{Header, Terms, fen, json};
use crate::program::Line;
use crate::source::in_quotes;

use super::Version;
use super::beside::beside;
use super::compare::Effect;
use super::excerpt::excerpt;
use super::report::{Claim, Report, Sighted, Witness};
use super::settings::RANDOM;

/// Maximum number of moves in a list.
const MOST: usize = 12;

/// The text of the whole report.
impl Report {
    /// The report as text: the rules, then the witnesses, then how much was searched. `a` and `b` are the compared versions.
    pub fn text(&self, a: &Version<'_>, b: &Version<'_>) -> String {
        let mut out = String::new();
        self.rules(&mut out);
        if let Claim::Unshared(reason) = &self.claim {
            put(&mut out, format_args!("\nonly the rules were compared: {reason}"));
            return out;
        }
        if self.mirrored {
            put(
                &mut out,
                format_args!("\nthe boards have squares of the other colour: they are matched mirrored, left for right"),
            );
        }
        for i in &self.refused {
            put(&mut out, format_args!("\nposition {} is not one of both: it was left out", i + 1));
        }
        if let Some((start_a, start_b)) = &self.start {
            put(&mut out, format_args!("\nthe games start differently"));
            let board = |version: &Version<'_>, setup: &Setup| {
                format!("{}{}", diagram::board(&version.program.equipment, setup, false), stands(version, setup))
            };
            out.push_str(&beside([&self.a, &self.b], &board(a, start_a), &board(b, start_b)));
        }
        if let Some(early) = &self.earliest {
            let whence =
                if early.from.is_none() { "from the start" } else { "from a position given, or from one of the starts" };
            match early.line.as_slice() {
                [] => put(&mut out, format_args!("\nthe first difference {whence}: at once")),
                line => put(
                    &mut out,
                    format_args!("\nthe first difference {whence}: after {}: {}", plies(early.ply), line.join(" ")),
                ),
            }
        }
        for (i, witness) in self.witnesses.iter().enumerate() {
            put(&mut out, format_args!("\ndifference {} of {}: {}", i + 1, self.witnesses.len(), heading(witness)));
            witness.text(self, a, b, &mut out);
        }
        if self.causes > self.witnesses.len() && !self.witnesses.is_empty() {
            let more = self.causes - self.witnesses.len();
            let more = if more == 1 { "1 further kind".to_owned() } else { format!("{more} further kinds") };
            // a shrunk position often shows another difference too, so fewer witnesses than causes remain
            put(
                &mut out,
                format_args!(
                    "\n({more} of difference were seen in larger positions; --witnesses shows those that have a smallest position of their own)"
                ),
            );
        }
        self.searched_text(&mut out);
        out
    }

    /// The conclusion in a sentence: how often the versions differ, or how much was searched without finding a difference.
    pub fn claim_text(&self) -> String {
        let searched = &self.searched;
        match &self.claim {
            Claim::Differ if searched.parted() == 0 => {
                format!(
                    "they start differently; no other difference found in {} positions {}",
                    searched.positions(),
                    self.depth()
                )
            }
            Claim::Differ => format!("they part in {} of {} positions", searched.parted(), searched.positions()),
            Claim::NoneFound => format!("no difference found in {} positions {}", searched.positions(), self.depth()),
            Claim::Unshared(reason) => reason.clone(),
        }
    }

    fn depth(&self) -> String {
        match self.searched.plies {
            Some(plies) => format!("to ply {plies}"),
            None => "to no ply at all".to_owned(),
        }
    }

    fn rules(&self, out: &mut String) {
        if self.changes.is_empty() {
            return put(out, format_args!("the rules mean the same"));
        }
        put(out, format_args!("- {}\n+ {}", self.a, self.b));
        for Change { chapter, removed, added } in &self.changes {
            put(out, format_args!("\n{chapter}"));
            let mut side = |sign: char, said: &Said, others: &[Said]| {
                let place = if said.place.is_empty() { String::new() } else { format!("   ({})", said.place) };
                for (i, line) in excerpt(&said.text, others.iter().map(|other| other.text.as_str())).iter().enumerate() {
                    put(out, format_args!("{sign} {line}{}", if i == 0 { &place } else { "" }));
                }
                for line in said.meaning.iter().flat_map(|meaning| excerpt(meaning, others.iter().filter_map(meaning_of))) {
                    put(out, format_args!("{sign}   by {line}"));
                }
            };
            removed.iter().for_each(|said| side('-', said, added));
            added.iter().for_each(|said| side('+', said, removed));
        }
    }

    fn searched_text(&self, out: &mut String) {
        let searched = &self.searched;
        let depth = self.depth();
        put(out, format_args!("\n{}", self.claim_text()));
        let mut row = |count: Count, what: &str| {
            let share = 100.0 * count.parted as f64 / count.positions.max(1) as f64;
            put(out, format_args!("  {:>8} of {:>8}  {share:>6.2} %  {what}", count.parted, count.positions));
        };
        row(searched.tree, &format!("every position from the start {depth}"));
        let by = if searched.agent == RANDOM { "at random".to_owned() } else { format!("by {}", searched.agent) };
        row(searched.games, &format!("games {by}"));
        row(searched.few, "positions with few pieces at random");
        for (i, name) in [&self.a, &self.b].into_iter().enumerate() {
            if searched.only_one[i] > 0 {
                put(out, format_args!("  {:>8} positions exist only in {name}", searched.only_one[i]));
            }
        }
        if searched.endless > 0 {
            put(out, format_args!("  {:>8} positions were left out: a rule did not come to an end", searched.endless));
        }
    }
}

impl Witness {
    fn text(&self, report: &Report, a: &Version<'_>, b: &Version<'_>, out: &mut String) {
        let titles = [report.a.as_str(), report.b.as_str()];
        if let Some(from) = &self.from {
            put(out, format_args!("{}", position_text(a, from)));
        }
        if !self.line.is_empty() {
            let whence = if self.from.is_none() { "from the start" } else { "then" };
            put(out, format_args!("{whence}, in both: {}", self.line.join(" ")));
        }
        let board = |version: &Version<'_>, setup: &Setup, marks: &[_]| {
            diagram::marked(&version.program.equipment, setup, false, marks)
        };
        let boards = |left: String, right: String, out: &mut String| out.push_str(&beside(titles, &left, &right));
        let marks = |only: &[Sighted]| -> Vec<_> {
            let all = only.iter().take(MOST).flat_map(|one| one.marks.clone());
            let mut marks: Vec<_> = all.collect();
            // Later marks win: a site that is the start of one move and the end of another is marked as a start.
            marks.sort_by_key(|(_, mark)| *mark == Mark::Start);
            marks
        };
        if self.only.iter().all(Vec::is_empty) && !report.mirrored {
            // Both boards look the same.
            out.push_str(&board(a, &self.position[0], &[]));
        } else {
            boards(board(a, &self.position[0], &marks(&self.only[0])), board(b, &self.position[1], &marks(&self.only[1])), out);
        }
        for note in notes(&terms(a), &self.position[0]) {
            put(out, format_args!("{note}"));
        }
        if let Some([in_a, in_b]) = &self.outcomes {
            put(out, format_args!("in {}: {in_a}\nin {}: {in_b}", titles[0], titles[1]));
        }
        for (name, other, only) in [(titles[0], titles[1], &self.only[0]), (titles[1], titles[0], &self.only[1])] {
            if only.is_empty() {
                continue;
            }
            let texts: Vec<&str> = only.iter().map(|one| one.text.as_str()).collect();
            put(out, format_args!("only in {name}: {}", some(&texts)));
            for line in lines(only.iter().flat_map(|one| &one.made)) {
                put(out, format_args!("    by {}   ({}, {})", line.head(), line.chapter, line.place));
            }
            for line in lines(only.iter().filter_map(|one| one.barred.as_ref())) {
                put(out, format_args!("    in {other} barred by {}   ({}, {})", line.head(), line.chapter, line.place));
            }
        }
        if let Some((mv, effect, after)) = self.effects.first() {
            put(out, format_args!("{} leads elsewhere: {}", mv.text, effect_words(*effect)));
            if *effect == Effect::Board {
                boards(board(a, &after[0], &mv.marks), board(b, &after[1], &mv.marks), out);
            }
            for line in lines(mv.made.iter()) {
                put(out, format_args!("    by {}   ({}, {})", line.head(), line.chapter, line.place));
            }
            for (name, version, after) in [(titles[0], a, &after[0]), (titles[1], b, &after[1])] {
                put(out, format_args!("    in {name}: {}", stands(version, after)));
                if let Some(line) = ending(version, after) {
                    put(out, format_args!("        by {}   ({}, {})", line.head(), line.chapter, line.place));
                }
            }
        }
        if self.effects.len() > 1 {
            let others: Vec<&str> = self.effects.iter().skip(1).map(|(mv, ..)| mv.text.as_str()).collect();
            put(out, format_args!("    so do {}", some(&others)));
        }
        if !self.common.is_empty() {
            let texts: Vec<&str> = self.common.iter().map(String::as_str).collect();
            put(out, format_args!("in both: {}", some(&texts)));
        }
    }
}

/// The state of a set-up: who is to move or how the game ended, and the stored values.
fn stands(version: &Version<'_>, setup: &Setup) -> String {
    let equipment = &version.program.equipment;
    let side = |side: &crate::model::SideId| equipment.sides.get(side.index()).map_or("?", |side| side.name.as_str());
    let mut words = match &setup.outcome {
        Some(outcome) if outcome.winners.is_empty() => format!("draw, {}", outcome.reason),
        Some(outcome) => {
            let winners: Vec<&str> = outcome.winners.iter().map(side).collect();
            format!("{} won, {}", winners.join(" and "), outcome.reason)
        }
        None => {
            let player = setup.player(&equipment.turn_order);
            format!("{} to move", equipment.players.get(player.index()).map_or("?", |player| player.name.as_str()))
        }
    };
    for (name, value) in stored(&terms(version), setup) {
        let _ = write!(words, ", {name} {value}");
    }
    words
}

/// The names that a version's notation needs.
fn terms<'v>(version: &Version<'v>) -> Terms<'v> {
    Terms { equipment: &version.program.equipment, stored: &version.program.stored, lines: &[] }
}

/// The line that has ended the game.
fn ending<'v>(version: &Version<'v>, setup: &Setup) -> Option<&'v Line> {
    let outcome = setup.outcome.as_ref()?;
    version.program.lines.get(outcome.rule.index())
}

/// The position as a command-line argument: FEN, or JSON if FEN would lose something.
fn position_text(version: &Version<'_>, setup: &Setup) -> String {
    let terms = terms(version);
    let fen::Written { text, left_out } = fen::write(&terms, setup);
    if left_out.is_empty() {
        return format!("--position {text:?}");
    }
    let text = json::position::write(&Header::of(version.variant), &terms, setup);
    format!("--position {}", in_quotes(&text))
}

fn heading(witness: &Witness) -> String {
    let pieces = match witness.pieces() {
        1 => "1 piece".to_owned(),
        many => format!("{many} pieces"),
    };
    let what = match (witness.outcomes.is_some(), witness.only.iter().all(Vec::is_empty)) {
        (true, _) => "the game stands differently",
        (false, false) => "legal moves",
        (false, true) => "effects of moves",
    };
    format!("{what}, with {pieces}")
}

fn effect_words(effect: Effect) -> &'static str {
    match effect {
        Effect::Board => "something else stands on the board",
        Effect::Turn => "somebody else decides",
        Effect::Outcome => "the game has another end",
        Effect::Stored => "something else is counted or remembered",
    }
}

fn plies(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// The lines without duplicates.
fn lines<'l>(all: impl Iterator<Item = &'l Line>) -> Vec<&'l Line> {
    let mut lines: Vec<&Line> = Vec::new();
    for line in all {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn some(texts: &[&str]) -> String {
    let mut text = texts.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    if texts.len() > MOST {
        let _ = write!(text, " and {} more", texts.len() - MOST);
    }
    text
}

fn meaning_of(said: &Said) -> Option<&str> {
    said.meaning.as_deref()
}

fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(out, "{line}");
}
