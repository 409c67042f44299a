//! Positions and moves in the notation of the protocol: `Wbbbe…`, `32-28`, `23x1x7x18`.

use crate::engine::moves::{Deed, Move};
use crate::model::hub::Squares;
use crate::model::setup::{Piece, Setup};

/// An empty square.
const EMPTY: char = 'e';

/// The letters before a position for the side to move: the first side of the turn order, and the second.
const TURNS: [char; 2] = ['W', 'B'];

/// Writes a position.
pub fn position(squares: &Squares, setup: &Setup) -> String {
    let turn = TURNS[usize::from(setup.turn != 0)];
    let letter = |piece: &Piece| squares.letter(piece.owner, piece.kind);
    let letters = squares.sites().iter().map(|site| setup.tower(*site).last().map_or(EMPTY, letter));
    std::iter::once(turn).chain(letters).collect()
}

/// Reads a position.
///
/// # Errors
/// What is wrong with it.
pub fn read_position(squares: &Squares, text: &str) -> Result<Setup, String> {
    let mut letters = text.chars();
    let first = letters.next();
    let turn = first.and_then(|first| TURNS.iter().position(|turn| *turn == first.to_ascii_uppercase()));
    let Some(turn) = turn else { return Err(format!("a position begins with W or B, whose turn it is: `{text}`")) };
    let (count, wanted) = (letters.clone().count(), squares.count());
    if count != wanted {
        return Err(format!("a position of this game has {wanted} squares, this one has {count}"));
    }
    let mut setup = Setup { turn: turn as u8, turns: turn as u32, ..Setup::default() };
    for (place, (site, letter)) in (1..).zip(squares.sites().iter().zip(letters)) {
        if letter == EMPTY {
            continue;
        }
        let Some((owner, kind)) = squares.piece(letter) else {
            return Err(format!("`{letter}` in place {place} is no piece of this game: w, b, W, B and e are known"));
        };
        setup.board.push((*site, vec![Piece { owner, kind, slots: Vec::new() }]));
    }
    setup.board.sort_by_key(|(site, _)| *site);
    Ok(setup)
}

/// A move: its first and last square, and the captured pieces in ascending order of numbers; none if the move is not only legs
/// of one piece.
pub fn move_text(squares: &Squares, mv: &Move) -> Option<String> {
    let plain = |deed: &Deed| matches!(deed, Deed::Actor(_) | Deed::Leg { .. });
    if !mv.deeds.iter().all(plain) {
        return None;
    }
    let (from, to) = (squares.number(mv.from()?)?, squares.number(mv.to()?)?);
    let mut taken: Vec<u16> = mv.captures().into_iter().filter_map(|site| squares.number(site)).collect();
    taken.sort_unstable();
    let mark = if taken.is_empty() { '-' } else { 'x' };
    let taken: String = taken.iter().map(|number| format!("x{number}")).collect();
    Some(format!("{from}{mark}{to}{taken}"))
}

/// The index of the move that a text means. Captured pieces may be in any order, and may be omitted if the move is unambiguous.
///
/// # Errors
/// The text means none of these moves, or may mean several.
pub fn find_move(squares: &Squares, text: &str, moves: &[Move]) -> Result<usize, String> {
    let texts: Vec<Option<String>> = moves.iter().map(|mv| move_text(squares, mv)).collect();
    let told = || {
        let known: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
        format!("accepted: {}", if known.is_empty() { "none, the game is over".to_owned() } else { known.join(" ") })
    };
    let Some(wanted) = sorted(text) else { return Err(format!("`{text}` is no move; {}", told())) };
    if let Some(exact) = texts.iter().position(|one| one.as_ref() == Some(&wanted)) {
        return Ok(exact);
    }
    let more = format!("{wanted}x");
    let longer = |one: &Option<String>| one.as_ref().is_some_and(|one| one.starts_with(&more));
    let mut found = texts.iter().enumerate().filter(|(_, one)| wanted.matches('x').count() == 1 && longer(one));
    match (found.next(), found.next()) {
        (Some((one, _)), None) => Ok(one),
        (Some(_), Some(_)) => Err(format!("`{text}` may mean several moves: name what is taken; {}", told())),
        _ => Err(format!("`{text}` is no legal move here; {}", told())),
    }
}

/// The text of a move with captured pieces in ascending order; none if it does not have the form of a move.
fn sorted(text: &str) -> Option<String> {
    let number = |text: &str| text.parse::<u16>().ok();
    if let Some((from, to)) = text.split_once('-') {
        return Some(format!("{}-{}", number(from)?, number(to)?));
    }
    let mut numbers = text.split('x').map(number);
    let (from, to) = (numbers.next()??, numbers.next()??);
    let mut taken = numbers.collect::<Option<Vec<u16>>>()?;
    taken.sort_unstable();
    let taken: String = taken.iter().map(|number| format!("x{number}")).collect();
    Some(format!("{from}x{to}{taken}"))
}
