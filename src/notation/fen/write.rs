//! Prints FEN text.

use super::super::{Terms, squares};
use super::{HALF_MOVES, LeftOut, MOVE, half_moves, letters, prefix, seats};
use crate::model::setup::{Kept, Piece, Setup};
use crate::model::{Equipment, SideId, SiteId};

/// A position as FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What it does not express. If this is empty, the text reads back as the same position.
    pub left_out: Vec<LeftOut>,
}

/// Prints a position: the side to move, then the pieces of each side, White first if there is one, squares in order, three or
/// more consecutive numbers as a range; then `H` and `F` unless they have the values that a reader assumes without them.
///
/// ```
/// # use draughtsman::{library, notation::{Terms, fen}};
/// let english = library::bundled("english").unwrap().variant;
/// let terms = Terms::from(&english);
/// let read = fen::read(&terms, "W:WK28:B1,2:H7:F40").unwrap();
/// assert_eq!(fen::write(&terms, &read).text, "W:WK28:B1,2:H7:F40");
/// ```
pub fn write(terms: &Terms, setup: &Setup) -> Written {
    let (said, left_out) = said(terms, setup);
    Written { text: text(terms, &said), left_out }
}

/// The text, if it expresses all of the position.
pub fn whole(terms: &Terms, setup: &Setup) -> Option<String> {
    let written = write(terms, setup);
    written.left_out.is_empty().then_some(written.text)
}

/// The part of a position that FEN expresses, and a list of what it leaves out.
pub(super) fn said(terms: &Terms, setup: &Setup) -> (Setup, Vec<LeftOut>) {
    let equipment = terms.equipment;
    let mut left_out = Vec::new();
    let mut said = Setup { board: board(equipment, setup, &mut left_out), ..Setup::default() };
    said.turn = turn(equipment, setup, &mut left_out);
    let tokens = !(setup.under.is_empty() && setup.shuffles.is_empty() && setup.unplaced.is_empty());
    left_out.extend(tokens.then_some(LeftOut::Tokens));
    let piles: Vec<String> =
        setup.piles.iter().filter_map(|(of, _)| equipment.piles.get(of.pile.index())).map(|pile| pile.name.clone()).collect();
    left_out.extend((!piles.is_empty()).then_some(LeftOut::Piles(once(piles))));
    let mut kept = Vec::new();
    for (whose, what) in &setup.stored {
        match (half_moves(terms), what) {
            (Some((clock, most)), Kept::Number(turns)) if clock == whose.stored && (1..=most).contains(turns) => {
                said.stored.push((*whose, what.clone()));
            }
            _ => kept.push(terms.stored.get(whose.stored.index()).map_or_else(|| "?".to_owned(), |stored| stored.name.clone())),
        }
    }
    left_out.extend((!kept.is_empty()).then_some(LeftOut::Kept(once(kept))));
    match seats(equipment) {
        Some(seats) if setup.turns % seats == u32::from(said.turn) => said.turns = setup.turns,
        _ => left_out.extend((setup.turns > 0).then_some(LeftOut::Turns(setup.turns))),
    }
    // Nothing is pending in a game that is over.
    left_out.extend((setup.pending.is_some() && setup.outcome.is_none()).then_some(LeftOut::Pending));
    let out: Vec<String> =
        setup.out.iter().filter_map(|side| equipment.sides.get(side.index())).map(|side| side.name.clone()).collect();
    left_out.extend((!setup.out.is_empty()).then_some(LeftOut::Out(out)));
    left_out.extend(setup.outcome.as_ref().map(|outcome| LeftOut::Outcome(outcome.reason.clone())));
    (said, left_out)
}

/// The commanders, without attributes and tokens.
fn board(equipment: &Equipment, setup: &Setup, left_out: &mut Vec<LeftOut>) -> Vec<(SiteId, Vec<Piece>)> {
    let below = setup.board.iter().filter(|(_, tower)| tower.len() > 1);
    let below: Vec<String> = below.map(|(site, _)| squares::name(equipment, *site)).collect();
    left_out.extend((!below.is_empty()).then_some(LeftOut::Below(below)));
    let commanders = || setup.board.iter().filter_map(|(site, tower)| Some((*site, tower.last()?)));
    left_out.extend(commanders().any(|(_, piece)| !piece.slots.is_empty()).then_some(LeftOut::Attributes));
    commanders().map(|(site, piece)| (site, vec![Piece { slots: Vec::new(), ..piece.clone() }])).collect()
}

/// The first place of the side to move in the turn order.
fn turn(equipment: &Equipment, setup: &Setup, left_out: &mut Vec<LeftOut>) -> u8 {
    let player = setup.player(&equipment.turn_order);
    let side = |index: usize| equipment.players.get(index).map(|player| player.side);
    let first = equipment.turn_order.iter().position(|id| side(id.index()) == side(player.index())).unwrap_or_default() as u8;
    if first != setup.turn {
        let name = equipment.players.get(player.index()).map_or_else(String::new, |player| player.name.clone());
        left_out.push(LeftOut::Player(name));
    }
    first
}

/// The names, sorted and deduplicated.
fn once(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names.dedup();
    names
}

fn text(terms: &Terms, said: &Setup) -> String {
    let equipment = terms.equipment;
    let letters = letters(equipment);
    let to_move = said.player(&equipment.turn_order);
    let turn = equipment.players.get(to_move.index()).map_or(0, |player| player.side.index());
    let mut sides: Vec<usize> = (0..letters.len()).collect();
    sides.sort_by_key(|side| letters[*side] != 'W');
    let mut text = letters.get(turn).map_or_else(String::new, char::to_string);
    for side in sides {
        text.push(':');
        text.push(letters[side]);
        text.push_str(&pieces(equipment, said, SideId(side as u8)));
    }
    for (_, kept) in &said.stored {
        if let Kept::Number(turns) = kept {
            text.push_str(&format!(":{HALF_MOVES}{turns}"));
        }
    }
    if let Some(seats) = seats(equipment).filter(|_| said.turns > 0) {
        text.push_str(&format!(":{MOVE}{}", said.turns / seats + 1));
    }
    text
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
