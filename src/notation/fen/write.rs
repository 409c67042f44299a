//! Prints FEN text.

use super::super::error::{At, Error};
use super::super::squares;
use super::{letters, prefix};
use crate::model::setup::Setup;
use crate::model::{Equipment, SideId, SiteId};

/// Prints a position of two sides, White first if there is one, squares in order, three numbers or more in a row as a range.
///
/// An error says what about the position FEN cannot tell.
pub fn write(equipment: &Equipment, setup: &Setup) -> Result<String, Error> {
    if let Some(problem) = beyond_fen(equipment, setup) {
        return Err(Error::new(At::Whole, problem).accepting("TOML or JSON"));
    }
    let letters = letters(equipment);
    let to_move = setup.player(&equipment.turn_order);
    let turn = equipment.players.get(to_move.index()).map_or(0, |player| player.side.index());
    let first = letters.iter().position(|letter| *letter == 'W').unwrap_or(0);
    let mut text = letters[turn].to_string();
    for side in [first, 1 - first] {
        text.push(':');
        text.push(letters[side]);
        text.push_str(&pieces(equipment, setup, SideId(side as u8)));
    }
    Ok(text)
}

/// Whether FEN tells everything of this position: read back, it is the same.
pub fn is_whole(equipment: &Equipment, setup: &Setup) -> bool {
    write(equipment, setup).is_ok() && setup.turns == 0 && setup.stored.is_empty()
}

fn beyond_fen(equipment: &Equipment, setup: &Setup) -> Option<&'static str> {
    let letters = letters(equipment);
    let player = setup.player(&equipment.turn_order);
    let side = |id: crate::model::PlayerId| equipment.players.get(id.index()).map(|player| player.side);
    let first_of_side = equipment.turn_order.iter().position(|id| side(*id) == side(player));
    let symbol = |kind: &crate::model::equipment::Kind| kind.symbol.to_ascii_uppercase();
    let alike = equipment
        .kinds
        .iter()
        .enumerate()
        .any(|(i, kind)| equipment.kinds[..i].iter().any(|other| symbol(other) == symbol(kind)));
    let tests = [
        (letters.len() != 2, "FEN is for games of two sides"),
        (letters.iter().any(char::is_ascii_digit), "the names of the sides begin with the same letter"),
        (alike, "two kinds of pieces have the same letter"),
        (first_of_side != Some(setup.turn as usize), "FEN cannot say which player of a side is to move"),
        (setup.board.iter().any(|(_, tower)| tower.len() != 1), "FEN knows no towers"),
        (
            setup.board.iter().flat_map(|(_, tower)| tower).any(|piece| !piece.slots.is_empty()),
            "FEN knows no attributes of pieces",
        ),
        (!setup.under.is_empty() || !setup.shuffles.is_empty(), "FEN knows no tokens"),
        (!setup.piles.is_empty(), "FEN knows no piles"),
        (setup.pending.is_some(), "FEN cannot tell that a move is only half made"),
        (!setup.out.is_empty() || setup.outcome.is_some(), "FEN cannot tell that the game is over"),
    ];
    tests.into_iter().find_map(|(wrong, problem)| wrong.then_some(problem))
}

/// `1-4,K7,K9`
fn pieces(equipment: &Equipment, setup: &Setup, side: SideId) -> String {
    let number = |site: SiteId| {
        let number = equipment.board.sites.get(site.index()).and_then(|site| site.number);
        number.filter(|_| equipment.notation.numbers)
    };
    let mut own: Vec<(Option<char>, SiteId)> = setup
        .board
        .iter()
        .flat_map(|(site, tower)| tower.iter().map(move |piece| (*site, piece)))
        .filter(|(_, piece)| piece.owner == side)
        .map(|(site, piece)| (prefix(equipment, side, piece.kind), site))
        .collect();
    own.sort_by_key(|(_, site)| (number(*site), *site));
    let mut parts = Vec::new();
    let mut rest = own.as_slice();
    while let Some(((kind, site), _)) = rest.split_first() {
        let follows = |(i, other): (usize, &(Option<char>, SiteId))| {
            other.0 == *kind && number(*site).is_some_and(|first| number(other.1) == Some(first + i as u16))
        };
        let run = rest.iter().enumerate().take_while(|(i, other)| *i == 0 || follows((*i, *other))).count();
        let taken = if run >= 3 { run } else { 1 };
        let name = squares::name(equipment, *site);
        let name = if taken > 1 { format!("{name}-{}", squares::name(equipment, rest[taken - 1].1)) } else { name };
        parts.push(kind.map_or_else(String::new, String::from) + &name);
        rest = &rest[taken..];
    }
    parts.join(",")
}
