//! The names of types, and all words that can denote a set.

use crate::diagnostic::Diagnostic;
use crate::model::expr::Type;
use crate::model::{EnumId, TokenId};
use crate::syntax::ast;

use super::checker::Checker;
use super::env::Env;
use super::names::GIVEN;

impl<'a> Checker<'a> {
    /// Whether a word denotes a set in every context.
    pub(super) fn is_declared(&self, name: &str) -> bool {
        let everywhere = || Env::new(crate::model::RuleId(0), super::env::Stage::Loose);
        self.declared.get_or_init(|| self.known_words(&everywhere()).into_iter().collect()).contains(name)
    }

    /// Every word that denotes a set here.
    pub(super) fn known_words(&self, env: &Env<'a>) -> Vec<String> {
        let eq = self.equipment;
        let mut all: Vec<String> = env.bound_names().iter().map(|name| name.to_string()).collect();
        all.extend(GIVEN.iter().map(|name| name.to_string()));
        all.extend(eq.kinds.iter().flat_map(|kind| [kind.name.clone(), kind.plural.clone()]));
        all.extend(eq.tokens.iter().flat_map(|token| [token.name.clone(), token.plural.clone()]));
        all.extend(eq.enums.iter().flat_map(|values| values.values.iter().cloned()));
        all.extend(eq.players.iter().map(|player| player.name.clone()));
        all.extend(eq.sides.iter().map(|side| side.name.clone()));
        all.extend(eq.piles.iter().map(|pile| pile.name.clone()));
        all.extend(eq.regions.iter().map(|region| region.name.clone()));
        all.extend(eq.numbers.iter().map(|number| number.name.clone()));
        all.extend(eq.board.named.iter().map(|named| named.name.clone()));
        all.extend(self.stored.iter().map(|stored| stored.name.clone()));
        all.extend(self.groups.iter().cloned());
        all.extend(self.definitions.names().map(str::to_string));
        all
    }

    /// The name of a type in messages, with its article.
    pub(super) fn type_name(&self, ty: Type) -> String {
        let with_article = |name: &str| {
            let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
            format!("{} {name}", if vowel { "an" } else { "a" })
        };
        match ty {
            Type::Site => "a site".into(),
            Type::Piece => "a piece".into(),
            Type::Token(token) => with_article(self.equipment.tokens.get(token.index()).map_or("token", |t| &t.name)),
            Type::Pile => "a pile".into(),
            Type::Direction => "a direction".into(),
            Type::Player => "a player".into(),
            Type::Side => "a side".into(),
            Type::Kind => "a kind of piece".into(),
            Type::Value(values) => {
                let name = self.equipment.enums.get(values.index()).map_or("value", |e| &e.name);
                with_article(name.rsplit('.').next().unwrap_or(name))
            }
            Type::Move => "a move".into(),
            Type::Number => "a number".into(),
            Type::Truth => "a condition".into(),
        }
    }

    /// The type that a parameter or a kept thing is declared with, or E0315.
    pub(super) fn type_word(&mut self, word: &ast::Word) -> Option<Type> {
        let eq = self.equipment;
        let name = word.value.as_str();
        let token = || eq.tokens.iter().position(|token| token.name == name).map(|i| Type::Token(TokenId(i as u8)));
        let values = || {
            let named = |full: &str| full == name || full.rsplit('.').next() == Some(name);
            eq.enums.iter().position(|values| named(&values.name)).map(|i| Type::Value(EnumId(i as u8)))
        };
        let ty = type_named(name).or_else(token).or_else(values);
        if let Some(ty) = ty {
            self.note_type(ty, word);
        } else {
            let known = ["site", "piece", "pile", "direction", "player", "side", "kind", "move", "number", "truth"];
            let own = eq.tokens.iter().map(|token| token.name.as_str()).chain(eq.enums.iter().map(|e| e.name.as_str()));
            let all: Vec<&str> = known.into_iter().chain(own).collect();
            let mut found = Diagnostic::error("E0315", word.span, format!("`{name}` is not a type"));
            found = found.near(word.span, name, all.iter().copied());
            if found.proposals.is_empty() {
                found = found.help(format!("the types here are {}", all.join(", ")));
            }
            self.report(found);
        }
        ty
    }
}

/// The type that a word denotes in every file.
///
/// ```
/// use draughtsman::{check::type_named, model::expr::Type};
/// assert_eq!(type_named("square"), Some(Type::Site));
/// ```
pub fn type_named(word: &str) -> Option<Type> {
    Some(match word {
        "site" | "square" | "point" => Type::Site,
        "piece" => Type::Piece,
        "pile" => Type::Pile,
        "direction" => Type::Direction,
        "player" => Type::Player,
        "side" => Type::Side,
        "kind" => Type::Kind,
        "move" => Type::Move,
        "number" => Type::Number,
        "truth" => Type::Truth,
        _ => return None,
    })
}
