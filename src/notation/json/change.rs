//! One change of a position, for programs that set one up: `edit` of `draughtsman session`.
//!
//! ```json
//! {"piece":{"at":"c3","is":{"owner":"South","kind":"man","potion":"ghost"},"on_top":true}}
//! {"token":{"at":"c3","is":"7 spades face-up"}}
//! ```

use serde::Deserialize;
use serde_json::{Map, Value};

use super::super::squares::{self, Index};
use super::super::tokens::{class_words, read_token};
use super::super::{At, Error};
use super::position::{Piece, Position, Standing};
use crate::model::equipment::{PileHolds, SlotType};
use crate::model::setup::Token;
use crate::model::{Equipment, TokenId};

/// A change.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// The board becomes empty.
    Clear,
    /// This player is to move.
    Mover(String),
    /// A piece is put on a site, in the place of what is there, or on top of it.
    Piece {
        /// The site.
        at: String,
        /// The piece.
        is: Piece,
        /// Whether it goes on top of what is there.
        #[serde(default)]
        on_top: bool,
    },
    /// The topmost piece of a site is removed.
    Lift {
        /// The site.
        at: String,
    },
    /// A token is put under a site, in the place of the one there. Without `is` it is an unseen one, of the shuffle that the
    /// replaced token came from, or else of the first shuffle.
    Token {
        /// The site.
        at: String,
        /// `7 spades face-up`; `?2`, one of the second shuffle.
        #[serde(default)]
        is: Option<String>,
    },
    /// The token under a site is removed.
    Bare {
        /// The site.
        at: String,
    },
    /// Something is put on top of a pile.
    Put(Heaped),
    /// The topmost thing of this description is removed from a pile.
    Take(Heaped),
    /// A counter or a clock is set to a number.
    Counter {
        /// `quiet`
        name: String,
        /// Its owner, where each has one.
        #[serde(default)]
        of: Option<String>,
        /// The number.
        is: i64,
    },
}

/// Something in a pile.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heaped {
    /// `supply`
    pile: String,
    /// Its owner, where each has one.
    #[serde(default)]
    of: Option<String>,
    /// The thing, in the words of [`Equipment`](super::equipment::Equipment): `White man`, `7 spades`.
    what: String,
}

impl Change {
    /// Makes the change. Whether the rules allow the position is not checked here but when it is read. A pending move is
    /// abandoned, and a finished game goes on.
    ///
    /// # Errors
    /// There is no such site, token or thing in the pile.
    pub fn make(&self, equipment: &Equipment, position: &mut Position) -> Result<(), Error> {
        let site = |at: &String| site_name(equipment, at);
        match self {
            Change::Clear => position.board.clear(),
            Change::Mover(player) => (position.player, position.turn) = (player.clone(), None),
            Change::Piece { at, is, on_top } => {
                borne(equipment, position, is)?;
                let mut tower = position.board.swap_remove(&site(at)?).map_or(Vec::new(), Standing::into_tower);
                tower.truncate(if *on_top { tower.len() } else { 0 });
                tower.push(is.clone());
                position.board.insert(site(at)?, Standing::of(tower));
            }
            Change::Lift { at } => {
                let mut tower = position.board.swap_remove(&site(at)?).map_or(Vec::new(), Standing::into_tower);
                tower.pop();
                if !tower.is_empty() {
                    position.board.insert(site(at)?, Standing::of(tower));
                }
            }
            Change::Token { at, is } => lay(equipment, position, &site(at)?, is.as_deref())?,
            Change::Bare { at } => drop(position.tokens.shift_remove(&site(at)?)),
            Change::Put(heaped) => {
                if let Some(kind) = heaped.token(equipment) {
                    seen(equipment, position, kind, &heaped.what)?;
                }
                heaped.change(position, |all| {
                    all.push(Value::from(heaped.what.clone()));
                    Ok(())
                })?;
            }
            Change::Take(heaped) => heaped.change(position, |all| {
                let none = || Error::new(At::Whole, format!("there is no {} in {}", heaped.what, heaped.pile));
                all.remove(all.iter().rposition(|item| heaped.is(item)).ok_or_else(none)?);
                Ok(())
            })?,
            Change::Counter { name, of, is } => {
                *below(position.counters.entry(name.clone()).or_default(), of) = Value::from(*is)
            }
        }
        (position.pending, position.outcome) = (None, None);
        Ok(())
    }
}

impl Heaped {
    /// The type of token that the pile holds, if it holds tokens.
    fn token(&self, equipment: &Equipment) -> Option<TokenId> {
        let pile = equipment.piles.iter().find(|pile| pile.name == self.pile)?;
        if let PileHolds::Token(kind) = pile.holds { Some(kind) } else { None }
    }

    /// Whether something in the pile fits the description: pieces may be written there without their owner, tokens with their
    /// shuffle.
    fn is(&self, item: &Value) -> bool {
        let Some(text) = item.as_str() else { return false };
        let plain = text.split(' ').filter(|word| !word.starts_with('?')).collect::<Vec<_>>().join(" ");
        plain == self.what || self.what.strip_suffix(&plain).is_some_and(|owner| owner.ends_with(' '))
    }

    /// Changes the contents of the pile, a list from the bottom up. Counts are expanded into such a list.
    fn change(&self, position: &mut Position, how: impl FnOnce(&mut Vec<Value>) -> Result<(), Error>) -> Result<(), Error> {
        let pile = below(position.piles.entry(self.pile.clone()).or_default(), &self.of);
        let mut all = match pile.take() {
            Value::Array(all) => all,
            Value::Object(counts) => counts.iter().flat_map(|(what, count)| repeated(what, count)).collect(),
            _ => Vec::new(),
        };
        let changed = how(&mut all);
        *pile = Value::Array(all);
        changed
    }
}

fn repeated(what: &str, count: &Value) -> impl Iterator<Item = Value> {
    std::iter::repeat_n(Value::from(what), count.as_u64().unwrap_or(0) as usize)
}

/// A value, or the entry of an owner within it.
fn below<'v>(value: &'v mut Value, owner: &Option<String>) -> &'v mut Value {
    let Some(owner) = owner else { return value };
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    &mut value[owner.as_str()]
}

fn site_name(equipment: &Equipment, text: &str) -> Result<String, Error> {
    let site = Index::new(equipment).site(text, At::Key("at".to_owned()))?;
    Ok(squares::name(equipment, site))
}

/// Removes the tokens that a piece bears from what is unseen, because their classes are given.
fn borne(equipment: &Equipment, position: &mut Position, piece: &Piece) -> Result<(), Error> {
    for (name, words) in &piece.slots {
        let slot = equipment.slots.iter().find(|slot| slot.name == *name);
        if let Some(SlotType::Token(kind)) = slot.map(|slot| slot.holds) {
            seen(equipment, position, kind, words)?;
        }
    }
    Ok(())
}

/// Puts a token under a site, in the place of the one there: one of a known class, or an unseen one of a shuffle.
fn lay(equipment: &Equipment, position: &mut Position, site: &str, words: Option<&str>) -> Result<(), Error> {
    let none = || Error::new(At::Whole, "no tokens lie under the squares of this game");
    let kind = equipment.under.as_ref().map(|(_, kind)| *kind).ok_or_else(none)?;
    let token = |words: &str| read_token(equipment, kind, words, 0, &At::Key("is".to_owned()));
    let was = position.tokens.get(site).and_then(Value::as_str).map(token).transpose()?;
    let words = match (words, &was) {
        (Some(words), _) => words.to_owned(),
        // An unseen token stays unseen, and a token that came out of a shuffle returns to it.
        (None, Some(Token::Unseen { shuffle, .. } | Token::Seen { shuffle: Some(shuffle), .. })) => {
            format!("?{}", u32::from(*shuffle) + 1)
        }
        (None, _) => "?1".to_owned(),
    };
    let is = token(&words)?;
    match (&was, &is) {
        (Some(Token::Seen { class: was, .. }), Token::Seen { class: is, .. }) if was == is => {}
        (_, Token::Seen { .. }) => seen(equipment, position, kind, &words)?,
        (Some(Token::Seen { class, .. }), Token::Unseen { shuffle, .. }) => {
            let name = format!("?{}", u32::from(*shuffle) + 1);
            if let Some((_, left)) = shuffles(equipment, position, kind).find(|(place, _)| *place == name) {
                let count = left.entry(class_words(equipment, kind, *class)).or_insert(Value::from(0));
                *count = Value::from(count.as_u64().unwrap_or(0) + 1);
            }
        }
        _ => {}
    }
    position.tokens.insert(site.to_owned(), Value::from(words));
    Ok(())
}

/// Removes one token of this class from the first shuffle that still holds one, since it is now in the open.
fn seen(equipment: &Equipment, position: &mut Position, kind: TokenId, words: &str) -> Result<(), Error> {
    let Token::Seen { class, .. } = read_token(equipment, kind, words, 0, &At::Whole)? else { return Ok(()) };
    let name = class_words(equipment, kind, class);
    let many = |left: &Map<String, Value>| left.get(&name).and_then(Value::as_u64).filter(|count| *count > 0);
    let found = shuffles(equipment, position, kind).find_map(|(_, left)| many(left).map(|count| (left, count)));
    match found {
        Some((left, 1)) => drop(left.shift_remove(&name)),
        Some((left, count)) => drop(left.insert(name, Value::from(count - 1))),
        None => {}
    }
    Ok(())
}

/// The shuffles of a type of token: the name of each, and the number of tokens of each class in it.
fn shuffles<'p>(
    equipment: &Equipment,
    position: &'p mut Position,
    kind: TokenId,
) -> impl Iterator<Item = (String, &'p mut Map<String, Value>)> {
    let name = equipment.tokens.get(kind.index()).map_or(String::new(), |token| token.name.clone());
    let mixed = position.tokens.iter_mut().filter(|(place, _)| place.starts_with('?'));
    mixed.filter_map(move |(place, of)| Some((place.clone(), of.get_mut(&name)?.as_object_mut()?)))
}
