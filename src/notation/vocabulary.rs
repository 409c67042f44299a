//! Moves as numbers: a fixed list of words for each variant, and a spelling of each move in these words.
//!
//! ```text
//! 22x15                      from 22 · to 15 · takes 18 · end
//! d4 trade-places e4         from d4 · do trade-places · choose other · piece e4 · end
//! 7 spades                   choose card · card 7 spades · end
//! ```
//!
//! The list depends only on the variant's equipment and on the names in its rules, so a number means the same in every
//! position. The spelling of a move depends on the move alone, except for moves of one list that nothing they do distinguishes:
//! the n-th of them has n - 1 `another` before its `end`.

use rustc_hash::FxHashMap;

use super::members::member;
use super::squares;
use super::symbols::piece_words;
use super::tokens::class_words;
use crate::engine::moves::{Chosen, Deed, Move};
use crate::model::equipment::SlotType;
use crate::model::expr::Type;
use crate::model::setup::{Piece, SlotContent, Token};
use crate::model::{EnumId, Equipment, KindId, SideId, SiteId, SlotId, TokenId};

/// A word of the spelling of moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Word {
    /// `from c3`: a piece starts to move.
    From(SiteId),
    /// `to d4`: where it lands, or where it is if it captures without moving.
    To(SiteId),
    /// `takes d4`
    Takes(SiteId),
    /// `put c3`: a piece is put on the board.
    Put(SiteId),
    /// `site c3`: a site is chosen.
    Site(SiteId),
    /// `piece c3`: the piece on a site is chosen.
    Piece(SiteId),
    /// `South man`: a piece off the board is chosen.
    Off(SideId, KindId),
    /// `bears colour red`: an attribute or token of the chosen piece off the board. For tokens the number is 0 if the class is
    /// unknown, else the class plus one.
    Bears(SlotId, u16),
    /// `card 7 spades`: a token of a class is chosen; `card ?`: one that the player who chooses has not seen.
    Token(TokenId, Option<u16>),
    /// `side South`
    Member(Type, u8),
    /// `do trade-places`
    Verb(String),
    /// `choose other`: the name of the choice that follows.
    Choose(String),
    /// `5`: a number from 0 to 99, or two digits of a longer one.
    Number(u8),
    /// `number`: a longer number follows, two digits at a time.
    Long,
    /// `minus`
    Minus,
    /// `way`: the number of an alternative, from 1, follows.
    Way,
    /// `yes`: an optional part is done.
    Yes,
    /// `no`: it is not done.
    No,
    /// `decline`: an optional `play` is declined.
    Decline,
    /// `another`: the same spelling as an earlier move of the list.
    Another,
    /// `end`: the end of the move.
    End,
}

/// The words that spell the moves of a variant. The number of a word is its index in this list.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    numbers: FxHashMap<Word, u32>,
    texts: Vec<String>,
    by_text: FxHashMap<String, u32>,
}

impl Vocabulary {
    /// The words of a variant: `verbs` are the names of its actions, `names` those of its choices, in any order, and possibly
    /// with duplicates.
    pub fn new(equipment: &Equipment, verbs: &[String], names: &[String]) -> Vocabulary {
        let words = words(equipment, verbs, names);
        let mut texts: Vec<String> = Vec::with_capacity(words.len());
        let mut by_text = FxHashMap::default();
        for (number, word) in words.iter().enumerate() {
            // Two things may have the same name (a side and its player): the later one has its number added.
            let text = word_text(equipment, word);
            let text = if by_text.contains_key(&text) { format!("{text} #{number}") } else { text };
            by_text.insert(text.clone(), number as u32);
            texts.push(text);
        }
        let numbers = words.into_iter().enumerate().map(|(number, word)| (word, number as u32)).collect();
        Vocabulary { numbers, texts, by_text }
    }

    /// The number of words; the numbers of words are less than that.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Always false.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The text of each word, by its number. All are distinct.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The number of a word.
    pub fn number(&self, text: &str) -> Option<u32> {
        self.by_text.get(text).copied()
    }

    /// The spellings of the moves of one list: distinct, and none a prefix of another. None if a move needs a word that is not
    /// in the vocabulary.
    pub fn spelt(&self, moves: &[Move]) -> Option<Vec<Vec<u32>>> {
        let mut alike: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        let (another, end) = (self.of(&Word::Another)?, self.of(&Word::End)?);
        let spell = |mv: &Move| {
            let mut spelling = self.spelling(mv)?;
            let before = alike.entry(spelling.clone()).or_default();
            spelling.extend(std::iter::repeat_n(another, *before));
            *before += 1;
            spelling.push(end);
            Some(spelling)
        };
        moves.iter().map(spell).collect()
    }

    fn of(&self, word: &Word) -> Option<u32> {
        self.numbers.get(word).copied()
    }

    /// The spelling of what a move does, without `end`.
    fn spelling(&self, mv: &Move) -> Option<Vec<u32>> {
        let mut words = Vec::new();
        let mut here = None;
        for deed in &mv.deeds {
            match deed {
                Deed::Actor(site) => {
                    words.push(Word::From(*site));
                    here = Some(*site);
                }
                Deed::Verb(verb) => words.push(Word::Verb(verb.clone())),
                Deed::Leg { from, to, captures } => {
                    if here != Some(*from) {
                        words.push(Word::From(*from));
                    }
                    words.push(Word::To(*to));
                    words.extend(captures.iter().map(|site| Word::Takes(*site)));
                    here = Some(*to);
                }
                Deed::Placed(site) => words.push(Word::Put(*site)),
                Deed::Chosen(name, values) => {
                    words.push(Word::Choose(name.clone()));
                    values.iter().for_each(|value| chosen(value, &mut words));
                }
                Deed::Alternative(way) => {
                    words.push(Word::Way);
                    number(i64::from(*way) + 1, &mut words);
                }
                Deed::Taken(taken) => words.push(if *taken { Word::Yes } else { Word::No }),
                Deed::Declined => words.push(Word::Decline),
            }
        }
        words.iter().map(|word| self.of(word)).collect()
    }
}

fn chosen(value: &Chosen, words: &mut Vec<Word>) {
    match value {
        Chosen::Site(site) => words.push(Word::Site(*site)),
        Chosen::Piece(site) => words.push(Word::Piece(*site)),
        Chosen::Off(Piece { owner, kind, slots }) => {
            words.push(Word::Off(*owner, *kind));
            for (slot, content) in slots {
                match content {
                    SlotContent::Value(value) => words.push(Word::Bears(*slot, u16::from(*value))),
                    SlotContent::Token(Token::Seen { class, .. }) => words.push(Word::Bears(*slot, class + 1)),
                    SlotContent::Token(Token::Unseen { .. }) => words.push(Word::Bears(*slot, 0)),
                }
            }
        }
        Chosen::Token(kind, Token::Seen { class, .. }) => words.push(Word::Token(*kind, Some(*class))),
        Chosen::Token(kind, Token::Unseen { .. }) => words.push(Word::Token(*kind, None)),
        Chosen::Number(value) => number(*value, words),
        Chosen::Member(ty, member) => words.push(Word::Member(*ty, *member)),
    }
}

fn number(value: i64, words: &mut Vec<Word>) {
    if let Some(small) = u8::try_from(value).ok().filter(|small| *small < 100) {
        words.push(Word::Number(small));
        return;
    }
    words.push(Word::Long);
    if value < 0 {
        words.push(Word::Minus);
    }
    let digits = value.unsigned_abs().to_string();
    let even = if digits.len().is_multiple_of(2) { digits } else { format!("0{digits}") };
    // Each pair of digits is a number below 100.
    words.extend((0..even.len() / 2).filter_map(|pair| even[2 * pair..2 * pair + 2].parse().ok()).map(Word::Number));
}

/// The words of a variant, in a fixed order.
fn words(equipment: &Equipment, verbs: &[String], names: &[String]) -> Vec<Word> {
    let sorted = |names: &[String]| {
        let mut names = names.to_vec();
        names.sort_unstable();
        names.dedup();
        names
    };
    let mut words = vec![Word::End, Word::Another, Word::Yes, Word::No, Word::Decline, Word::Way, Word::Long, Word::Minus];
    let sites = || (0..equipment.board.sites.len()).map(|site| SiteId(site as u16));
    for of in [Word::From, Word::To, Word::Takes, Word::Put, Word::Site, Word::Piece] {
        words.extend(sites().map(of));
    }
    words.extend((0..100).map(Word::Number));
    words.extend(sorted(verbs).into_iter().map(Word::Verb));
    words.extend(sorted(names).into_iter().map(Word::Choose));
    let kinds = || (0..equipment.kinds.len()).map(|kind| KindId(kind as u8));
    words.extend((0..equipment.sides.len()).flat_map(|side| kinds().map(move |kind| Word::Off(SideId(side as u8), kind))));
    for (slot, holds) in equipment.slots.iter().map(|slot| slot.holds).enumerate() {
        let values = match holds {
            SlotType::Value(values) => equipment.enums[values.index()].values.len(),
            SlotType::Token(token) => equipment.tokens[token.index()].classes.len() + 1,
        };
        words.extend((0..values).map(|value| Word::Bears(SlotId(slot as u8), value as u16)));
    }
    for (token, declared) in equipment.tokens.iter().enumerate() {
        let token = TokenId(token as u8);
        let classes = (0..declared.classes.len()).map(|class| Some(class as u16));
        words.extend(classes.chain([None]).map(|class| Word::Token(token, class)));
    }
    let values = (0..equipment.enums.len()).map(|values| Type::Value(EnumId(values as u8)));
    for ty in [Type::Player, Type::Side, Type::Kind, Type::Direction].into_iter().chain(values) {
        words.extend(
            (0u8..=u8::MAX).take_while(|i| member(equipment, ty, usize::from(*i)).is_some()).map(|i| Word::Member(ty, i)),
        );
    }
    words
}

fn word_text(equipment: &Equipment, word: &Word) -> String {
    let at = |word: &str, site: &SiteId| format!("{word} {}", squares::name(equipment, *site));
    match word {
        Word::From(site) => at("from", site),
        Word::To(site) => at("to", site),
        Word::Takes(site) => at("takes", site),
        Word::Put(site) => at("put", site),
        Word::Site(site) => at("site", site),
        Word::Piece(site) => at("piece", site),
        Word::Off(owner, kind) => piece_words(equipment, &Piece { owner: *owner, kind: *kind, slots: Vec::new() }),
        Word::Bears(slot, value) => {
            let slot = &equipment.slots[slot.index()];
            let holds = match slot.holds {
                SlotType::Value(values) => {
                    member(equipment, Type::Value(values), usize::from(*value)).unwrap_or("?").to_owned()
                }
                SlotType::Token(token) => match value.checked_sub(1) {
                    Some(class) => class_words(equipment, token, class),
                    None => "?".to_owned(),
                },
            };
            format!("bears {} {holds}", slot.name)
        }
        Word::Token(token, class) => {
            let name = &equipment.tokens[token.index()].name;
            let class = class.map_or_else(|| "?".to_owned(), |class| class_words(equipment, *token, class));
            format!("{name} {class}")
        }
        Word::Member(ty, i) => {
            let of = match ty {
                Type::Player => "player",
                Type::Side => "side",
                Type::Kind => "kind",
                Type::Direction => "direction",
                Type::Value(values) => &equipment.enums[values.index()].name,
                _ => "?",
            };
            format!("{of} {}", member(equipment, *ty, usize::from(*i)).unwrap_or("?"))
        }
        Word::Verb(verb) => format!("do {verb}"),
        Word::Choose(name) => format!("choose {name}"),
        Word::Number(number) => number.to_string(),
        Word::Long => "number".to_owned(),
        Word::Minus => "minus".to_owned(),
        Word::Way => "way".to_owned(),
        Word::Yes => "yes".to_owned(),
        Word::No => "no".to_owned(),
        Word::Decline => "decline".to_owned(),
        Word::Another => "another".to_owned(),
        Word::End => "end".to_owned(),
    }
}
