//! Replays games in PDN by the rules, and writes games as PDN.

use std::fmt;

use crate::engine::{Counting, Game, LimitReached, Move, Position};
use crate::model::setup::Outcome;
use crate::model::{Equipment, Setup};
use crate::notation::movetext::{MoveError, could_mean, plain_text, plainly, texts};
use crate::notation::pdn::{self, GameResult, GameType, Played};
use crate::notation::squares::Index;
use crate::notation::{At, Error, Header, Terms, fen};
use crate::program::Program;

/// A game that was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The position where it began, if it is not the initial one.
    pub start: Option<Setup>,
    /// The game.
    pub game: Game,
    /// Its moves, as these rules write them in PDN.
    pub texts: Vec<String>,
    /// An ending by a clock or by repetition that occurred before the last move and was ignored: the number of moves before it,
    /// and the outcome.
    pub unclaimed: Option<(usize, Outcome)>,
}

/// Where and why a replay stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Number of moves played before it.
    pub played: usize,
    /// The place of the move in the text.
    pub at: At,
    /// What is wrong with the move or the tags.
    pub problem: String,
    /// The legal moves, in the square names of the game.
    pub legal: Vec<String>,
    /// The FEN tag, if it is wrong, with the error.
    pub fen: Option<Box<(String, Error)>>,
}

/// Replays a game. Squares are named by its `GameType`, or if that gets less far, by these rules, as many files count squares
/// from another corner than their tag says.
///
/// # Errors
/// If the tags do not fit these rules, or a move is not legal.
pub fn replay(program: &Program, game: &pdn::Game) -> Result<Replay, Stopped> {
    let own = &program.equipment;
    let other = game.game_type().filter(|of| of.form.is_some() && GameType::of(own).and_then(|own| own.form) != of.form);
    let Some(other) = other else { return replay_named(program, own, game) };
    let named = other.named(own).map_err(|problem| tagged(format!("the tag GameType tells of {problem}")))?;
    replay_named(program, &named, game).or_else(|stopped| match replay_named(program, own, game) {
        Err(by_own) if by_own.played <= stopped.played => Err(stopped),
        by_own => by_own,
    })
}

/// A stop because of the tags.
fn tagged(problem: String) -> Stopped {
    Stopped { played: 0, at: At::Whole, problem, legal: Vec::new(), fen: None }
}

fn replay_named(program: &Program, named: &Equipment, game: &pdn::Game) -> Result<Replay, Stopped> {
    let (start, first) = begin(program, named, game)?;
    let mut replay = Replay { start, game: Game::from(first), texts: Vec::new(), unclaimed: None };
    let squares = Index::new(named);
    for (i, mv) in game.moves.iter().enumerate() {
        let at = if mv.place == (0, 0) { At::Whole } else { At::Line(mv.place.0, mv.place.1) };
        let next = replay.go_on(program, &squares, &mv.text, i + 1 < game.moves.len());
        next.map_err(|(problem, legal)| Stopped { played: i, at, problem, legal, fen: None })?;
    }
    Ok(replay)
}

fn begin(program: &Program, named: &Equipment, game: &pdn::Game) -> Result<(Option<Setup>, Position), Stopped> {
    let Some(fen) = game.fen() else {
        return Ok((None, Position::start(program).map_err(|limit| tagged(limit.to_string()))?));
    };
    let setup = fen::read(&Terms { equipment: named, stored: &program.stored, lines: &[] }, fen).map_err(|error| {
        let problem = format!("the tag FEN, {error}");
        Stopped { fen: Some(Box::new((fen.to_owned(), error))), ..tagged(problem) }
    })?;
    let first = Position::from_setup(program, &setup).map_err(|error| tagged(format!("the tag FEN: {error}")))?;
    let usual = Position::start(program).is_ok_and(|start| start.to_setup(program) == first.to_setup(program));
    Ok(((!usual).then_some(setup), first))
}

impl Replay {
    /// Plays the next move. On failure: what is wrong with it, and the legal moves. `more`: further moves follow.
    fn go_on(&mut self, program: &Program, squares: &Index<'_>, text: &str, more: bool) -> Result<(), (String, Vec<String>)> {
        let limit = |limit: LimitReached| (limit.to_string(), Vec::new());
        let moves = self.game.position().moves(program, Counting::AsWritten).map_err(limit)?;
        if moves.is_empty() {
            return Err(("the game was over".to_string(), Vec::new()));
        }
        let chosen = match plainly(squares, text, &moves) {
            Some(chosen) => chosen,
            None => {
                let legal = texts(squares.equipment(), &moves, program.chains_may_stop());
                let found = self.find(program, squares.equipment(), text, &moves, &legal).map_err(limit)?;
                found.map_err(|error| (error.to_string(), legal))?
            }
        };
        self.texts.push(text_of(program, &moves, chosen));
        self.game.play(program, &moves[chosen]).map_err(limit)?;
        if let Some(outcome) = self.game.position().outcome().filter(|_| more).cloned() {
            self.game.undo();
            self.game.play_impatiently(program, &moves[chosen]).map_err(limit)?;
            if self.game.position().outcome().is_none() {
                self.unclaimed.get_or_insert((self.game.moves().len(), outcome));
            }
        }
        Ok(())
    }

    /// The game as PDN: see [`transcribe`].
    ///
    /// # Errors
    /// If PDN cannot represent the position in which it began.
    pub fn transcribed(&self, program: &Program, header: &Header) -> Result<pdn::Game, Error> {
        written(program, header, self.start.as_ref(), &self.game, self.texts.clone())
    }

    /// The move that a text means. If several moves are possible but lead to the same position, it is the first; if the text
    /// names another route of a listed capture, it is the listed move.
    fn find(
        &self,
        program: &Program,
        named: &Equipment,
        text: &str,
        moves: &[Move],
        legal: &[String],
    ) -> Result<Result<usize, MoveError>, LimitReached> {
        let found = could_mean(named, text, moves, legal);
        if let [one] = found[..] {
            return Ok(Ok(one));
        }
        let after = |mv: &Move| self.game.position().play_impatiently(program, mv);
        let result = if let Some(first) = found.first() {
            let result = after(&moves[*first])?;
            for other in &found[1..] {
                if after(&moves[*other])? != result {
                    let candidates = found.iter().map(|i| legal[*i].clone()).collect();
                    return Ok(Err(MoveError::Several { text: text.to_string(), candidates }));
                }
            }
            result
        } else {
            let routes = self.game.position().moves(program, Counting::Keep)?;
            let written = texts(named, &routes, program.chains_may_stop());
            let Some(route) = could_mean(named, text, &routes, &written).first().copied() else {
                return Ok(Err(MoveError::None { text: text.to_string(), nearest: Vec::new() }));
            };
            after(&routes[route])?
        };
        for (i, mv) in moves.iter().enumerate() {
            if after(mv)? == result {
                return Ok(Ok(i));
            }
        }
        Ok(Err(MoveError::None { text: text.to_string(), nearest: Vec::new() }))
    }
}

/// Writes a game as PDN, with the seven standard tags and those that identify the rules: `GameType` if they have a number,
/// `Variant`, `Options`.
///
/// # Errors
/// If PDN cannot represent the position in which it began.
pub fn transcribe(program: &Program, header: &Header, start: Option<&Setup>, game: &Game) -> Result<pdn::Game, Error> {
    let text = |(mv, position): (&Move, &Position)| {
        let moves = position.moves(program, Counting::AsWritten)?;
        let place = moves.iter().position(|other| other == mv);
        Ok(place.map_or_else(|| "?".to_owned(), |place| text_of(program, &moves, place)))
    };
    let texts: Result<Vec<String>, LimitReached> = game.moves().iter().zip(game.positions()).map(text).collect();
    let texts = texts.map_err(|limit| Error::new(At::Whole, limit.to_string()))?;
    written(program, header, start, game, texts)
}

fn written(
    program: &Program,
    header: &Header,
    start: Option<&Setup>,
    game: &Game,
    texts: Vec<String>,
) -> Result<pdn::Game, Error> {
    let equipment = &program.equipment;
    let mut written = pdn::Game::default();
    if let Some(of) = GameType::of(equipment) {
        written.set("GameType", of.to_string());
    }
    written.set("Variant", header.variant.clone());
    let options = header.chosen();
    if !options.is_empty() {
        written.set("Options", options.join(", "));
    }
    if let Some(start) = start {
        let fen = fen::write(&Terms { equipment, stored: &program.stored, lines: &[] }, start);
        if let Some(left_out) = fen.left_out.first() {
            let problem = format!("PDN begins a game with FEN, which leaves out {left_out}");
            return Err(Error::new(At::Whole, problem).accepting("TOML"));
        }
        written.set("FEN", fen.text);
    }
    written.moves = texts.into_iter().map(Played::new).collect();
    written.result = GameResult::of(equipment, game.position().outcome());
    written.complete();
    Ok(written)
}

/// The PDN text of one move of a list.
fn text_of(program: &Program, moves: &[Move], place: usize) -> String {
    let (equipment, full) = (&program.equipment, program.chains_may_stop());
    if let Some(text) = plain_text(equipment, moves, place, full) {
        return text;
    }
    let mut texts = texts(equipment, moves, full);
    let full = pdn::capture(equipment, &moves[place]).filter(|_| texts[place].matches('x').count() > 1);
    let full = full.filter(|full| could_mean(equipment, full, moves, &texts) == [place]);
    full.unwrap_or_else(|| texts.swap_remove(place))
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stopped { played, at, problem, legal, fen: _ } = self;
        if *at == At::Whole {
            return write!(f, "{problem}");
        }
        write!(f, "{at}move {}: {problem}", played + 1)?;
        match legal.len() {
            0 => Ok(()),
            1..=MOST_LEGAL => write!(f, " (legal: {})", legal.join(", ")),
            more => write!(f, " (legal: {} and {} more)", legal[..MOST_LEGAL].join(", "), more - MOST_LEGAL),
        }
    }
}

/// Maximum number of legal moves in a message.
const MOST_LEGAL: usize = 12;
