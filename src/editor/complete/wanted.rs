//! Of which type a word has to be at a place: what the words before it ask for.

use crate::check::{Sort, type_named};
use crate::model::expr::Type;
use crate::source::Span;
use crate::syntax::ast::{Define, Param, Part, Rule};
use crate::syntax::{Kind, tokens_of};

use super::super::Document;

/// What is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    /// One of these types; any, if there is none.
    pub(super) types: Vec<Type>,
    /// A class of moves as a verb: behind `can`.
    pub(super) moves: bool,
}

/// Whether a thing of a type will do; what is not known may.
pub(super) fn fits(wanted: &Wanted, ty: Option<Type>) -> bool {
    let Some(ty) = ty.filter(|_| !wanted.types.is_empty()) else { return true };
    wanted.types.iter().any(|wanted| match (wanted, ty) {
        (Type::Piece, Type::Kind) | (Type::Player, Type::Side) | (Type::Side, Type::Player) => true,
        (Type::Value(_), Type::Value(_)) | (Type::Token(_), Type::Token(_)) => true,
        (wanted, ty) => *wanted == ty,
    })
}

/// What the beginning of a line asks for at its end, which is at that byte of the file.
pub(super) fn wanted(document: &Document, start: &str, end: usize) -> Wanted {
    let begin = end - start.len();
    let words: Vec<(usize, &str)> = tokens_of(document.text())
        .rules
        .into_iter()
        .filter(|token| token.start >= begin && token.end <= end && !matches!(token.kind, Kind::Newline | Kind::Comment))
        .filter_map(|token| Some((token.start, document.text().get(token.start..token.end)?)))
        .collect();
    let of = |types: &[Type]| Wanted { types: types.to_vec(), moves: false };
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
            "can" => Wanted { types: Vec::new(), moves: true },
            "to" if in_path => of(&[Type::Site]),
            "to" | "over" | "onto" | "at" => {
                let verb = words[..i].iter().rev().find_map(|(at, _)| verb_at(document, *at));
                let param = verb.and_then(|define| behind(define, word));
                param.map_or_else(Wanted::default, typed)
            }
            "wins" | "loses" | "if" | "where" | "and" | "is" | "of" | "(" | "," | ":" | ";" | "=" => Wanted::default(),
            _ => match verb_at(document, *at) {
                Some(define) => define.params.first().map_or_else(Wanted::default, typed),
                None => match sort_at(document, *at) {
                    Some(Sort::Option | Sort::File) | None => Wanted::default(),
                    // words that stand together are of one type
                    Some(_) => continue,
                },
            },
        };
    }
    if words.is_empty() { of(BEGINNING) } else { Wanted::default() }
}

/// With what a rule may begin.
const BEGINNING: &[Type] = &[Type::Piece, Type::Player];

fn typed(param: &Param) -> Wanted {
    Wanted { types: type_named(&param.ty.value).into_iter().collect(), moves: false }
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

/// The definition of the verb that stands there: by its name, where the line cannot be read yet.
fn verb_at(document: &Document, at: usize) -> Option<&Define> {
    let mention = document.mentions().iter().find(|one| one.span.start as usize == at);
    if let Some(mention) = mention {
        return mention.meaning.declared.filter(|_| mention.meaning.sort == Sort::Verb).and_then(|at| define_at(document, at));
    }
    let rest = document.text().get(at..)?;
    let (_, word) = crate::syntax::words_of(rest).next()?;
    let mut verbs = document.checked.mentions.iter().filter(|one| one.meaning.sort == Sort::Verb && one.meaning.name == word);
    verbs.find_map(|one| define_at(document, one.meaning.declared?))
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
