//! Which sorts of words the names of a rule file are: nouns, adjectives, numbers, directions.

use super::{Meaning, Prose, emphasised, spoken};
use crate::model::Measure;
use crate::model::equipment::SlotType;
use crate::model::rules::StoredType;

/// The sort of word that a name is.
pub(super) enum Word {
    /// `man`, `men`
    Noun(String, String),
    /// `own`, with the noun (singular, plural) that it stands for when it is alone.
    Adjective(String, (String, String)),
    /// `the far row`, `it`: takes no article.
    Unique(String),
    /// A number.
    Number(String),
    /// `diagonally`
    Way(String),
    /// A truth, as a clause.
    Truth(String),
}

fn noun(one: &str) -> Word {
    Word::Noun(one.to_owned(), format!("{one}s"))
}

impl Prose<'_> {
    /// The sort of word that a name is. Plurals mean the same as their singular.
    pub(super) fn word(&self, name: &str) -> Word {
        if let Some(word) = self.known(name) {
            return word;
        }
        let singular = [("ies", "y"), ("es", ""), ("s", ""), ("men", "man")];
        let singular = singular.iter().filter_map(|(end, new)| Some(format!("{}{new}", name.strip_suffix(end)?)));
        singular.into_iter().find_map(|one| self.known(&one)).unwrap_or_else(|| {
            // A site, or a name bound in the rule.
            let square = self.equipment.board.site(name).is_some();
            Word::Unique(if square { name.to_owned() } else { emphasised(name) })
        })
    }

    fn known(&self, name: &str) -> Option<Word> {
        if let Some((_, meaning)) = self.defined.iter().find(|(own, _)| own == name) {
            let word = emphasised(name);
            return Some(match meaning {
                Meaning::Truth => Word::Truth(format!("{word} holds")),
                Meaning::Number => Word::Number(word),
                Meaning::Other => Word::Noun(word.clone(), word),
            });
        }
        self.declared(name).or_else(|| self.given(name))
    }

    /// A name that the equipment or the state declares.
    fn declared(&self, name: &str) -> Option<Word> {
        let equipment = self.equipment;
        if equipment.piles.iter().any(|pile| pile.name == name) {
            return Some(Word::Unique(match name {
                "captured" => "the captured pieces".into(),
                _ => format!("the {}", spoken(name)),
            }));
        }
        if let Some(kind) = equipment.kinds.iter().find(|kind| kind.name == name || kind.plural == name) {
            return Some(Word::Noun(spoken(&kind.name), spoken(&kind.plural)));
        }
        if equipment.players.iter().any(|one| one.name == name) || equipment.sides.iter().any(|one| one.name == name) {
            return Some(Word::Unique(name.to_owned()));
        }
        if let Some(token) = equipment.tokens.iter().find(|token| token.name == name || token.plural == name) {
            return Some(Word::Noun(spoken(&token.name), spoken(&token.plural)));
        }
        if let Some(number) = equipment.numbers.iter().find(|number| number.name == name) {
            return Some(Word::Number(format!("{} ({})", number.value, spoken(name))));
        }
        if equipment.regions.iter().any(|region| region.name == name) {
            return Some(Word::Unique(format!("the {}", spoken(name))));
        }
        if let Some(stored) = self.stored.iter().find(|stored| stored.name == name) {
            return Some(match stored.holds {
                StoredType::Number { .. } => {
                    Word::Number(format!("the {} “{}”", if stored.clock { "clock" } else { "count" }, spoken(name)))
                }
                StoredType::Set(crate::model::expr::Type::Truth) => Word::Truth(format!("“{}” holds", spoken(name))),
                StoredType::Set(_) => Word::Noun(emphasised(name), emphasised(name)),
            });
        }
        if self.groups.iter().any(|group| group == name) {
            return Some(match name {
                "movement" => Word::Noun("plain move".into(), "plain moves".into()),
                "capture" => noun("capture"),
                own => Word::Noun(format!("move of {}", emphasised(own)), format!("moves of {}", emphasised(own))),
            });
        }
        let enums = &equipment.enums;
        if let Some(values) = enums.iter().find(|one| one.values.iter().any(|value| value == name)) {
            let token = values.name.split_once('.').map(|(token, _)| token);
            let faces =
                equipment.tokens.iter().find(|one| one.faces.is_some_and(|face| enums[face.index()].name == values.name));
            let bearer = token.map(spoken).or_else(|| faces.map(|one| spoken(&one.name))).unwrap_or_else(|| "piece".into());
            return Some(Word::Adjective(spoken(name), (bearer.clone(), format!("{bearer}s"))));
        }
        if enums.iter().any(|one| one.name == name || one.name.ends_with(&format!(".{name}"))) {
            return Some(noun(&spoken(name)));
        }
        if equipment.slots.iter().any(|slot| slot.name == name && matches!(slot.holds, SlotType::Token(_) | SlotType::Value(_)))
        {
            return Some(noun(&spoken(name)));
        }
        let eight = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
        if equipment.board.named_directions(name).is_some()
            && !eight.contains(&name)
            && !matches!(name, "orthogonal" | "diagonal")
        {
            let bent = equipment.board.directions.iter().any(|way| way.name == name && way.vector == (0, 0));
            let how = if bent { "along the bent line" } else { "by a leap of" };
            return Some(Word::Way(format!("{how} “{}”", spoken(name))));
        }
        None
    }

    /// A word that every file has.
    fn given(&self, name: &str) -> Option<Word> {
        let square = self.square();
        let squares = format!("{square}s");
        let unique = |text: &str| Some(Word::Unique(text.to_owned()));
        let way = |text: &str| Some(Word::Way(text.to_owned()));
        let piece = ("piece".to_owned(), "pieces".to_owned());
        match name {
            "own" | "enemy" => Some(Word::Adjective(name.to_owned(), piece)),
            "empty" => Some(Word::Adjective("empty".into(), (square.to_owned(), squares))),
            "piece" | "player" | "side" | "move" | "point" | "token" | "card" => Some(noun(name)),
            "square" | "site" => Some(Word::Noun(
                if name == "square" { name.to_owned() } else { square.to_owned() },
                if name == "square" { "squares".into() } else { squares },
            )),
            "mover" => unique("the player to move"),
            "opponent" => unique("the opponent"),
            "actor" => unique("the moving piece"),
            "chance" => unique("chance"),
            "it" => unique("it"),
            "taken" => unique("the pieces taken in this move"),
            "passed" => unique("the pieces passed over"),
            "start" => unique(&format!("the {square} where the move began")),
            "landing" => unique(&format!("the {square} of the last landing")),
            "trail" => unique(&format!("the {square}s on which it has stood in this move")),
            "legs" => Some(Word::Number("the number of steps and jumps of this move".into())),
            "turns" => Some(Word::Number("the number of turns played".into())),
            "repeats" => Some(Word::Number("the number of times that this position has stood".into())),
            "owner" | "kind" | "value" | "face" | "top" | "bottom" | "first" | "last" | "opposite" => Some(noun(name)),
            "box" => unique("the box (out of play)"),
            "none" => unique("nothing"),
            "true" => Some(Word::Truth("always".into())),
            "false" => Some(Word::Truth("never".into())),
            "far-row" => unique("the far row"),
            "home-row" => unique("the home row"),
            "edge" => unique("the edge"),
            "captured" => unique("the captured pieces"),
            "forward" | "backward" | "north" | "northeast" | "east" | "southeast" | "south" | "southwest" | "west"
            | "northwest" => way(name),
            "sideways" => way("sideways"),
            "diagonal" => way("diagonally"),
            "orthogonal" => way("orthogonally"),
            "any-way" => way("in any direction"),
            _ => Measure::called(name).map(|_| noun(name)),
        }
    }
}
