//! The games that an engine offers: rule files with a name in the protocol.

use std::sync::Arc;

use crate::library::{self, Loaded};
use crate::model::Variant;
use crate::model::hub::Squares;
use crate::syntax::front::{Table, Value};

/// A game that is offered.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its name in the protocol.
    pub name: String,
    /// Its rules.
    pub loaded: Arc<Loaded>,
}

/// The bundled games that have a name in the protocol, sorted by these names.
pub fn bundled() -> Vec<Offer> {
    let mut offers: Vec<Offer> = library::names()
        .filter_map(|id| {
            let text = library::text_of(id)?;
            let loaded = library::load_text(id, &format!("{id}.{}", library::ENDING), text.as_bytes().to_vec(), None);
            // The name is not inherited: only the file itself can have one.
            let name = name_of(&loaded.files.last()?.1.front)?.to_owned();
            Some(Offer { name, loaded: Arc::new(loaded) })
        })
        .collect();
    offers.sort_by(|one, other| one.name.cmp(&other.name));
    offers
}

fn name_of(front: &Table) -> Option<&str> {
    let Value::Table(notation) = &front.get("notation")?.value.value else { return None };
    match &notation.get("hub")?.value.value {
        Value::String(name) => Some(name),
        _ => None,
    }
}

/// The name of a game in the protocol, and the encoding of its squares and pieces.
///
/// # Errors
/// The game has no name there; the error says why.
///
/// ```
/// use draughtsman::{hub, library};
/// let refused = |name: &str| hub::named(&library::bundled(name).unwrap().variant).unwrap_err();
/// assert!(refused("lasca").ends_with("pieces bear something, or stand on each other"));
/// assert!(refused("thai").contains("no `hub`"));
/// ```
pub fn named(variant: &Variant) -> Result<(&str, Squares), String> {
    let id = &variant.id;
    let squares = Squares::of(&variant.equipment)
        .map_err(|reason| format!("`{id}` has no name in the Hub protocol, which cannot write it down: {reason}"))?;
    match &variant.equipment.notation.hub {
        Some(name) => Ok((name, squares)),
        None => Err(format!("`{id}` has no name in the Hub protocol: its rule file says no `hub` under [notation]")),
    }
}
