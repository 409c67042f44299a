//! The front matter checker: builds the equipment of a game, and reports all mistakes at once.
//!
//! Order of use: [`merge`] the chain of files without options, [`Options`] to learn which options there are and which are on,
//! [`merge`] again with those, then [`equipment`].

mod geometry;
mod merge;
mod names;
mod notation;
mod options;
mod pieces;
mod piles;
mod players;
mod read;
mod schema;
mod sets;
mod setup;
mod sites;
mod standing;
#[cfg(test)]
mod tests;
mod unknown;

pub use merge::merge;
pub(in crate::check) use merge::{NAMES, inherited, laid, with_options};
pub use names::GIVEN_PILES;
pub(super) use names::{another, is_given};
pub(in crate::check) use options::of_other_sort;
pub use options::{Declared, Options, Refusal};
pub use pieces::{plural_of, symbol_of};
pub(crate) use schema::FAR;
pub use schema::{Form, KEYS, Key, LANGUAGE, keys_of, schema_keys};
pub use setup::arrangement;
pub(in crate::check) use standing::{left_standing, over_what_stands};

use names::Names;

use crate::check::board::Places;
use crate::diagnostic::Diagnostic;
use crate::model::equipment::OptionInfo;
use crate::model::{Equipment, Setup, TokenId};
use crate::syntax::front::Table;

/// Checks merged front matter.
///
/// Returns equipment whenever there are players, a board and pieces, even if there are errors, so that the rules can be checked
/// in the same run: a name whose declaration has a mistake is still a name. It may be played only if no error was found.
pub fn equipment(
    top: &Table,
    options: &[OptionInfo],
    numbers_set: &[(String, i64)],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Equipment, Setup)> {
    let out = diagnostics;
    let mut names = Names::default();
    let (about, routes) = notation::about(top, out);
    notation::lints(top, out);
    let mut enums = sets::sets(top, &mut names, out);
    let declared = sets::tokens(top, &mut enums, &mut names, out);
    let tokens: Vec<_> = declared.iter().map(|one| one.token.clone()).collect();
    let roles = players::roles(top, &enums, &mut names, out);
    let board = geometry::board(top, &mut names, out);
    pieces::refuse_none(top, out);
    let under = under(top, &tokens, out);
    let stacks = stacks(top, out);
    let notation = notation::notation(top, out);
    let numbers = notation::numbers(top, (numbers_set, options), &mut names, out);
    let (roles, board) = roles.zip(board)?;
    let things = pieces::Things { roles: &roles, board: &board, enums: &enums, tokens: &tokens };
    let (kinds, slots) = pieces::kinds(top, &things, &mut names, out)?;
    let piles = piles::piles(top, &roles, &kinds, &tokens, &mut names, out);
    let games_of_match = notation::games_of_match(top, &roles.players, &piles, out);
    let places = Places::of(&board);
    let regions = sites::regions(top, &roles, &board, &places, &mut names, out);
    let mut equipment = Equipment {
        about,
        routes,
        options: options.to_vec(),
        numbers,
        players: roles.players,
        turn_order: roles.turn_order,
        sides: roles.sides,
        board,
        enums,
        kinds,
        slots,
        tokens,
        under,
        stacks,
        piles,
        regions,
        notation,
        games_of_match,
        promoted: 0,
    };
    notation::hub(top, &equipment, out);
    let start = setup::start(top, &mut equipment, &declared, out);
    Some((equipment, start))
}

/// `under = "card"` of `[board]`
fn under(top: &Table, tokens: &[crate::model::equipment::TokenType], out: &mut read::Found) -> Option<(String, TokenId)> {
    let node = &read::inside(top, "board", "under")?.value;
    let word = read::text("under", node, out)?;
    let found = tokens.iter().position(|token| token.name == word);
    if found.is_none() {
        read::unknown("E0023", "type of token", word, node.span, tokens.iter().map(|token| token.name.as_str()), out);
    }
    found.map(|i| (word.to_owned(), TokenId(i as u8)))
}

/// `stacks = 22` of `[board]`
fn stacks(top: &Table, out: &mut read::Found) -> u8 {
    let entry = read::inside(top, "board", "stacks");
    entry.and_then(|entry| read::number("stacks", &entry.value, 1..=64, out)).map_or(1, |stacks| stacks as u8)
}
