//! The tags that name the player of each side.

use super::white;
use crate::model::{Equipment, SideId};

/// Tags with another meaning.
const TAKEN: [&str; 11] =
    ["Event", "Site", "Date", "Round", "Result", "GameType", "Variant", "Options", "SetUp", "FEN", "Termination"];

/// The tags for the players of the sides: `White` and `Black` of two sides; of more, the letters and digits of the names, such
/// as `Red`.
///
/// ```
/// use draughtsman::notation::pdn::seats;
/// use draughtsman::session::Session;
/// let session = Session::bundled("english")?;
/// let tags: Vec<String> = seats(&session.variant().equipment).into_iter().map(|(tag, _)| tag).collect();
/// assert_eq!(tags, ["White", "Black"]);
/// # Ok::<(), draughtsman::session::Error>(())
/// ```
pub fn seats(equipment: &Equipment) -> Vec<(String, SideId)> {
    let sides: Vec<SideId> = equipment.playing().collect();
    if sides.len() <= 2 {
        let white = white(equipment);
        let others = sides.into_iter().filter(|side| *side != white).map(|side| ("Black".to_owned(), side));
        return [("White".to_owned(), white)].into_iter().chain(others).collect();
    }
    let mut seats: Vec<(String, SideId)> = Vec::new();
    for side in sides {
        let name: String = equipment.sides[side.index()].name.chars().filter(char::is_ascii_alphanumeric).collect();
        let is_free = |name: &str| !TAKEN.contains(&name) && seats.iter().all(|(other, _)| other != name);
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic()) && is_free(&name);
        seats.push((if begins { name } else { format!("Side{}", side.index() + 1) }, side));
    }
    seats
}
