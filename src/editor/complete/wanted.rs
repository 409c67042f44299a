//! The type of word that is expected at a place, derived from the words before it.

use crate::check::{Sort, type_named};
use crate::model::expr::Type;
use crate::source::Span;
use crate::syntax::ast::{Define, Param, Part, Rule};
use crate::syntax::{Kind, tokens_of};

use super::super::Document;
use super::names::natural;

/// What is expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    /// One of these types; any type if the list is empty.
    pub(super) types: Vec<Type>,
    /// A class of moves as a verb: after `can`.
    pub(super) moves: bool,
    /// No name at all: the verb takes no argument there.
    pub(super) nothing: bool,
}

/// Whether a thing of a type fits; an unknown type does.
pub(super) fn fits(wanted: &Wanted, ty: Option<Type>) -> bool {
    if wanted.nothing {
        return false;
    }
    let Some(ty) = ty.filter(|_| !wanted.types.is_empty()) else { return true };
    wanted.types.iter().any(|wanted| match (wanted, ty) {
        (Type::Piece, Type::Kind) | (Type::Player, Type::Side) | (Type::Side, Type::Player) => true,
        // Particular sets and particular types of tokens are not distinguished.
        (Type::Value(_), Type::Value(_)) | (Type::Token(_), Type::Token(_) | Type::Value(_)) => true,
        (wanted, ty) => *wanted == ty,
    })
}

/// What is expected after the beginning of a line; `end` is the byte of the file at its end.
pub(super) fn wanted(document: &Document, start: &str, end: usize) -> Wanted {
    let begin = end - start.len();
    let words: Vec<(usize, &str)> = tokens_of(document.text())
        .rules
        .into_iter()
        .filter(|token| token.start >= begin && token.end <= end && !matches!(token.kind, Kind::Newline | Kind::Comment))
        .filter_map(|token| Some((token.start, document.text().get(token.start..token.end)?)))
        .collect();
    let of = |types: &[Type]| Wanted { types: types.to_vec(), ..Wanted::default() };
    let in_path = words.iter().any(|(_, word)| matches!(*word, "go" | "strike" | "sweep"));
    for (i, (at, word)) in words.iter().enumerate().rev() {
        return match *word {
            "a" | "an" | "the" | "not" | "or" | "any" | "some" | "all" => continue,
            "go" | "strike" | "sweep" => of(&[Type::Direction]),
            "past" => of(&[Type::Site, Type::Piece]),
            "taking" | "take" | "when" | "before" => of(&[Type::Piece]),
            "must" | "play" => of(&[Type::Move]),
            "on" | "from" | "beyond" => of(&[Type::Site]),
            "in" => Wanted::default(),
            "add" => of(BEGINNING),
            "by" if words[0].1 == "replace" => of(BEGINNING),
            "by" => of(&[Type::Player]),
            "shuffle" => of(&[Type::Pile]),
            "new" => of(&[Type::Kind]),
            "can" => Wanted { moves: true, ..Wanted::default() },
            "to" if in_path => of(&[Type::Site]),
            "to" | "over" | "onto" | "at" => {
                let verbs = words[..i].iter().rev().map(|(at, _)| verbs_at(document, *at)).find(|verbs| !verbs.is_empty());
                verbs.map_or_else(Wanted::default, |verbs| typed(document, verbs.iter().filter_map(|verb| behind(verb, word))))
            }
            "wins" | "loses" | "if" | "where" | "and" | "is" | "of" | "(" | "," | ":" | ";" | "=" => Wanted::default(),
            _ => match verbs_at(document, *at) {
                verbs if !verbs.is_empty() => typed(document, verbs.iter().filter_map(|verb| verb.params.first())),
                _ => match sort_at(document, *at) {
                    Some(Sort::Option | Sort::File) | None => Wanted::default(),
                    // Adjacent words have the same type.
                    Some(_) => continue,
                },
            },
        };
    }
    if words.is_empty() { of(BEGINNING) } else { Wanted::default() }
}

/// The types with which a rule may begin.
const BEGINNING: &[Type] = &[Type::Piece, Type::Player];

/// What these parameters of verbs with one name accept; nothing, if no verb has a parameter there. A piece may stand for its
/// site.
fn typed<'d>(document: &Document, params: impl Iterator<Item = &'d Param>) -> Wanted {
    let params: Vec<&Param> = params.collect();
    let known: Option<Vec<Type>> = params.iter().map(|param| type_of(document, &param.ty.value)).collect();
    let mut types = known.unwrap_or_default();
    if types.contains(&Type::Site) {
        types.push(Type::Piece);
    }
    Wanted { types, moves: false, nothing: params.is_empty() }
}

/// The declared type of a parameter: one of the language, or a type of tokens or a set of the author's.
fn type_of(document: &Document, word: &str) -> Option<Type> {
    let named = |sort: Sort| document.checked.mentions.iter().any(|one| one.meaning.sort == sort && one.meaning.name == word);
    let own = [Sort::Token, Sort::Set].into_iter().find(|sort| named(*sort));
    type_named(word).or_else(|| natural(own?))
}

fn behind<'d>(define: &'d Define, label: &str) -> Option<&'d Param> {
    use crate::syntax::ast::LabelWord;
    let word = match label {
        "to" => LabelWord::To,
        "over" => LabelWord::Over,
        "onto" => LabelWord::Onto,
        _ => LabelWord::At,
    };
    define.labelled.iter().find(|(label, _)| label.value == word).and_then(|(_, params)| params.first())
}

fn sort_at(document: &Document, at: usize) -> Option<Sort> {
    document.mentions().iter().find(|one| one.span.start as usize == at).map(|one| one.meaning.sort)
}

/// The definitions of the verb at a byte, found by its name: the line cannot be parsed yet, and several verbs may have that
/// name.
fn verbs_at(document: &Document, at: usize) -> Vec<&Define> {
    if sort_at(document, at).is_some_and(|sort| sort != Sort::Verb) {
        return Vec::new();
    }
    let rest = document.text().get(at..).unwrap_or("");
    let Some((_, word)) = crate::syntax::words_of(rest).next() else { return Vec::new() };
    let verbs = document.checked.mentions.iter().filter(|one| one.meaning.sort == Sort::Verb && one.meaning.name == word);
    let mut places: Vec<Span> = verbs.filter_map(|one| one.meaning.declared).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().filter_map(|at| define_at(document, at)).collect()
}

fn define_at(document: &Document, at: Span) -> Option<&Define> {
    let (_, parsed) = document.loaded.files.iter().find(|(file, _)| *file == at.file)?;
    let chapters = parsed.rules.parts.iter().flat_map(|part| match part {
        Part::Chapter(chapter) => std::slice::from_ref(chapter),
        Part::Option(option) => option.chapters.as_slice(),
    });
    let rules = chapters.flat_map(|chapter| &chapter.items).flat_map(super::super::hover::rules_of);
    rules.into_iter().find_map(|rule| match rule {
        Rule::Define(define) if define.name.span == at => Some(define),
        _ => None,
    })
}
