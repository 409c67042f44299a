//! A snapshot section: the pinned facts about one position.

use crate::engine::{Counting, Game, Position};
use crate::model::Variant;
use crate::notation::pinned::Pinned;
use crate::notation::saved::SavedGame;
use crate::notation::{Terms, listing, movetext};
use crate::program::Program;

use super::effects::{effects, ending};

/// A position and its moves, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The name of the position.
    pub name: String,
    /// Why the position is pinned; empty if no reason is given.
    pub reason: String,
    /// The options that are switched on for it.
    pub options: Vec<String>,
    /// The board, with a legend of its letters.
    pub board: String,
    /// Who is to move and how many moves there are; or how the game has ended; or why the position cannot be set up.
    pub heading: String,
    /// The moves in natural order of their texts, each with its effects.
    pub moves: Vec<(String, Vec<String>)>,
}

impl Section {
    /// Whether the rules cannot set the position up, or its text cannot be read: the heading says why.
    pub fn is_missing(&self) -> bool {
        self.board.is_empty()
    }

    /// The part that all snapshots of moves share: the board, who is to move, and one line for each move.
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

/// The section of a position, without a name, reason or options.
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

/// The section of a pinned position. If the rules cannot set the position up, the heading says why: that is a difference too.
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

/// Plays through a saved game.
///
/// # Errors
/// If these rules cannot set up the start or play one of the moves; the text is a sentence.
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

/// Sort key for natural order, which compares runs of digits as numbers: `5-9` comes before `22x15`.
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
