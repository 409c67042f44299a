//! What is pinned of one position.

use crate::engine::{Counting, Game, Position};
use crate::model::Variant;
use crate::notation::pinned::Pinned;
use crate::notation::saved::SavedGame;
use crate::notation::{Terms, listing, movetext};
use crate::program::Program;

use super::effects::{effects, ending};

/// A position with its moves, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// What the position is called.
    pub name: String,
    /// Why it is kept; empty if nobody said.
    pub reason: String,
    /// What is switched for it.
    pub options: Vec<String>,
    /// The board, and what its letters mean.
    pub board: String,
    /// Who is to move, and how many moves there are; how the game has ended; or why there is no such position.
    pub heading: String,
    /// The moves, each with what it does, in the order of their texts.
    pub moves: Vec<(String, Vec<String>)>,
}

impl Section {
    /// The board, who is to move, and a line a move: what all snapshots of moves are made of.
    pub fn body(&self) -> String {
        let mut text = format!("{}\n{}\n", self.board, self.heading);
        for (mv, effects) in &self.moves {
            text.push_str("  ");
            text.push_str(mv);
            if !effects.is_empty() {
                text.push_str(" -> ");
                text.push_str(&effects.join("; "));
            }
            text.push('\n');
        }
        text
    }
}

/// A position with its moves, in words, without a name.
///
/// ```
/// use draughtsman::{analysis::snapshot, engine::Position, library, notation::{Terms, fen}};
/// let ready = library::bundled("english").unwrap();
/// let setup = fen::read(&Terms::from(&ready.variant), "B:W18:B14,2").unwrap();
/// let position = Position::from_setup(&ready.program, &setup).unwrap();
/// let body = snapshot::of_position(&ready.variant, &ready.program, &position).body();
/// assert!(body.ends_with("Black to move, 1 move:\n  14x23 -> takes White man 18; Black wins: player who cannot move loses\n"));
/// ```
pub fn of_position(variant: &Variant, program: &Program, position: &Position) -> Section {
    let terms = Terms::from(variant);
    let setup = position.to_setup(program);
    let mut section = Section { board: listing::board(&terms, &setup, false), ..Section::default() };
    if let Some(outcome) = position.outcome() {
        section.heading = format!("The game is over: {}", ending(&terms, outcome));
        return section;
    }
    let moves = match (position.actor(program), position.moves(program, Counting::AsWritten)) {
        (Some(actor), Ok(moves)) => {
            section.heading = listing::heading(terms.equipment, actor, moves.len());
            moves
        }
        (None, _) => Vec::new(),
        (_, Err(limit)) => {
            section.heading = format!("No list of moves: {limit}");
            return section;
        }
    };
    let texts = movetext::texts(terms.equipment, &moves, program.chains_may_stop());
    for (mv, text) in moves.iter().zip(texts) {
        let mut told = match position.play(program, mv, &[position.standing()]) {
            Ok(next) => effects(&terms, program, position, mv, &next),
            Err(limit) => vec![limit.to_string()],
        };
        if mv.weight > 1 {
            told.insert(0, format!("{} ways", mv.weight));
        }
        section.moves.push((text, told));
    }
    section.moves.sort_by_cached_key(|(text, _)| natural(text));
    section
}

/// A position of a file, in words. A position that the rules cannot set up says so: that too is a difference.
pub fn of_game(variant: &Variant, program: &Program, pinned: &Pinned) -> Section {
    let named = |section: Section| Section {
        name: pinned.name.clone(),
        reason: pinned.reason.split_whitespace().collect::<Vec<_>>().join(" "),
        options: pinned.options.clone(),
        ..section
    };
    let game = pinned.game(&Terms::from(variant)).map_err(|error| error.to_string());
    match game.and_then(|game| resume(program, &game)) {
        Ok(game) => named(of_position(variant, program, game.position())),
        Err(problem) => named(Section { heading: format!("No such position: {problem}"), ..Section::default() }),
    }
}

/// A saved game, played through.
///
/// # Errors
/// What these rules cannot set up or play, in a sentence.
pub fn resume(program: &Program, saved: &SavedGame) -> Result<Game, String> {
    let first = match &saved.start {
        Some(setup) => Position::from_setup(program, setup).map_err(|error| error.to_string())?,
        None => Position::start(program).map_err(|limit| limit.to_string())?,
    };
    let mut game = Game::from(first);
    for (i, text) in saved.moves.iter().enumerate() {
        let moves = game.options(program).map_err(|limit| limit.to_string())?;
        let barred = || game.position().barred(program);
        let found = movetext::parse_among(&program.equipment, text, &moves, program.chains_may_stop(), &barred);
        let chosen = found.map_err(|error| format!("move {} of it: {error}", i + 1))?;
        game.play(program, &moves[chosen]).map_err(|limit| limit.to_string())?;
    }
    Ok(game)
}

/// Texts in an order that people expect: `5-9` before `22x15`.
fn natural(text: &str) -> Vec<(u64, String)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = rest[..digits].parse().unwrap_or(0);
        rest = &rest[digits..];
        let words = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        parts.push((number, rest[..words].to_owned()));
        rest = &rest[words..];
    }
    parts
}
