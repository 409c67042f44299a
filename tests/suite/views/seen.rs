//! Everything that is shown to a player, as bytes.

use draughtsman::engine::{Game, Move};
use draughtsman::library::Ready;
use draughtsman::model::PlayerId;
use draughtsman::notation::json::moves::entries;
use draughtsman::notation::saved::{self, SavedGame};
use draughtsman::notation::{Header, Terms, json, listing, svg};

/// Text, JSON, TOML and picture of a position, and the list of moves in words and in JSON.
pub(crate) fn everything(ready: &Ready, game: &Game, viewer: PlayerId) -> Result<Vec<(&'static str, String)>, String> {
    let (program, terms) = (&ready.program, Terms::from(&ready.variant));
    let (equipment, full) = (&program.equipment, program.chains_may_stop());
    let setup = game.position().view(program, viewer).to_setup(program);
    let header = Header::of(&ready.variant);
    let seen = game.position().moves_seen_by(program, viewer).map_err(|limit| limit.to_string())?;
    let moves: Vec<Move> = seen.into_iter().map(|one| one.mv).collect();
    let listed = listing::moves(equipment, &moves, full).join("\n");
    let told = serde_json::to_string(&entries(equipment, &moves, full)).map_err(|error| error.to_string())?;
    Ok(vec![
        ("text", listing::board(&terms, &setup, false)),
        ("JSON", json::position::write(&header, &terms, &setup)),
        ("picture", svg::render(&terms, &setup, &svg::Options::default())),
        ("list", listed),
        ("list in JSON", told),
        ("TOML", saved::write(&terms, &SavedGame { header, start: Some(setup), ..SavedGame::default() })),
    ])
}

/// Fails with the first thing that is not shown alike.
pub(crate) fn alike(one: &[(&'static str, String)], other: &[(&'static str, String)]) -> Result<(), String> {
    for ((what, one), (_, other)) in one.iter().zip(other) {
        if one != other {
            let parts = one.lines().zip(other.lines()).find(|(one, other)| one != other);
            let (one, other) = parts.unwrap_or((one.as_str(), other.as_str()));
            let at = one.bytes().zip(other.bytes()).position(|(one, other)| one != other).unwrap_or(0).saturating_sub(40);
            let cut = |text: &str| text.chars().skip(at).take(160).collect::<String>();
            return Err(format!("{what}: {} and {}", cut(one), cut(other)));
        }
    }
    Ok(())
}
