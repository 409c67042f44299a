//! Reads FEN text.

use super::super::Terms;
use super::super::error::{At, Error};
use super::super::squares::Index;
use super::super::symbols::plain_kind;
use super::{HALF_MOVES, MOVE, half_moves, kind_of, letters, seats};
use crate::model::setup::{Kept, Piece, Setup, StoredRef};
use crate::model::{Equipment, KindId, PlayerId, SideId, SiteId, StoredId};

/// Reads a position.
///
/// Sides may be in any order; blanks and a final dot do not matter; squares are numbers, ranges of numbers, or names. `H` and
/// `F` are optional.
///
/// Errors give the byte at which something is wrong.
pub fn read(terms: &Terms, text: &str) -> Result<Setup, Error> {
    read_noting(terms, text).map(|(setup, _)| setup)
}

/// The same, with the non-zero fields that were ignored because the rules have no use for them.
pub fn read_noting(terms: &Terms, text: &str) -> Result<(Setup, Vec<String>), Error> {
    let equipment = terms.equipment;
    let letters = letters(equipment);
    let sides = || letters.iter().map(char::to_string).collect::<Vec<_>>().join(" or ");
    let trimmed = text.trim_end();
    let body = trimmed.strip_suffix('.').unwrap_or(trimmed);
    let mut fields = fields(body, ':');
    let (at, turn) = fields.remove(0);
    let side_of =
        |letter: &str| letters.iter().position(|side| letter.chars().eq([*side]) || letter.to_uppercase().chars().eq([*side]));
    let Some(side) = side_of(turn) else {
        if let Some(letter) = turn.get(..1).filter(|letter| side_of(letter).is_some()) {
            return Err(Error::new(At::Byte(at + 1), format!("a colon is missing after `{letter}`")));
        }
        let problem = if turn.is_empty() { "who is to move?".to_string() } else { format!("`{turn}` is not a side to move") };
        return Err(Error::new(At::Byte(at), problem).accepting(sides()));
    };
    let to_move = |player: &PlayerId| equipment.players.get(player.index()).is_some_and(|p| p.side.index() == side);
    let turn = equipment.turn_order.iter().position(to_move).unwrap_or(side) as u8;
    let mut setup = Setup { turn, ..Setup::default() };
    let mut passed_over = Vec::new();
    let mut reader =
        Reader { equipment, index: Index::new(equipment), taken: vec![None; equipment.board.sites.len()], full: vec![] };
    let mut seen = vec![false; letters.len()];
    for (at, field) in fields {
        let Some(letter) = field.chars().next() else { continue };
        let rest = &field[letter.len_utf8()..];
        match side_of(letter.encode_utf8(&mut [0; 4])) {
            Some(side) if seen[side] => {
                return Err(Error::new(At::Byte(at), format!("the pieces of `{letter}` are given twice")));
            }
            Some(side) => {
                seen[side] = true;
                reader.side(SideId(side as u8), at + letter.len_utf8(), rest)?;
            }
            None if letter == HALF_MOVES && is_number(rest) => match half_moves(terms) {
                Some((clock, most)) => {
                    let turns = rest.parse().ok().filter(|turns| *turns <= most).ok_or_else(|| {
                        let name = &terms.stored[clock.index()].name;
                        Error::new(At::Byte(at), format!("`{field}` is more than `{name}` counts"))
                            .accepting(format!("{HALF_MOVES}0 to {HALF_MOVES}{most}"))
                    })?;
                    setup.stored = if turns == 0 { Vec::new() } else { vec![(of_position(clock), Kept::Number(turns))] };
                }
                None => passed_over.extend(tells(field)),
            },
            None if letter == MOVE && is_number(rest) => match seats(equipment) {
                Some(seats) => {
                    let turns = rest.parse::<u32>().ok().and_then(|number| {
                        let before = number.saturating_sub(1).checked_mul(seats)?;
                        before.checked_add(u32::from(turn)).filter(|turns| *turns < MOST_TURNS)
                    });
                    let problem = || Error::new(At::Byte(at), format!("`{field}` is no number of a move"));
                    setup.turns = turns.ok_or_else(problem)?;
                }
                None => passed_over.extend(tells(field)),
            },
            None if letter == '+' && rest.bytes().all(|b| b.is_ascii_digit() || b == b'+') => passed_over.extend(tells(field)),
            None => return Err(Error::new(At::Byte(at), format!("`{letter}` is not a side")).accepting(sides())),
        }
    }
    if !seen.contains(&true) {
        let pieces: Vec<String> = letters.iter().map(|letter| format!("{letter}…")).collect();
        let example = format!("{}:{}", letters[side], pieces.join(":"));
        return Err(Error::new(At::Byte(body.len()), "a colon and the pieces of a side are missing").accepting(example));
    }
    reader.full.sort();
    setup.board = reader.full;
    Ok((setup, passed_over))
}

/// A bound on the number of turns, more than any game has.
const MOST_TURNS: u32 = 1 << 30;

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A field with a value other than zero.
fn tells(field: &str) -> Option<String> {
    field.contains(|c: char| ('1'..='9').contains(&c)).then(|| field.to_owned())
}

fn of_position(stored: StoredId) -> StoredRef {
    StoredRef { stored, owner: 0 }
}

struct Reader<'a> {
    equipment: &'a Equipment,
    index: Index<'a>,
    taken: Vec<Option<SideId>>,
    full: Vec<(SiteId, Vec<Piece>)>,
}

impl Reader<'_> {
    /// `21-32,K33,Ka3`
    fn side(&mut self, side: SideId, at: usize, text: &str) -> Result<(), Error> {
        let parts = fields(text, ',');
        if parts.len() == 1 && parts[0].1.is_empty() {
            return Ok(());
        }
        parts.into_iter().try_for_each(|(offset, part)| self.part(side, at + offset, part))
    }

    /// `K31-50`, `K31`, `Ka3`, `a3`
    fn part(&mut self, side: SideId, at: usize, part: &str) -> Result<(), Error> {
        let (kind, start, squares) = self.kind(side, at, part)?;
        let Some((first, last)) = squares.split_once('-') else {
            let site = self.index.site(squares, At::Byte(start))?;
            return self.put(side, kind, site, start);
        };
        let from = self.number(first.trim_end(), start)?;
        let end = start + first.len() + 1 + (last.len() - last.trim_start().len());
        let to = self.number(last.trim_start(), end)?;
        if to < from {
            let problem = format!("the range {from}-{to} runs backwards");
            return Err(Error::new(At::Byte(start), problem).accepting(format!("{to}-{from}")));
        }
        (from..=to).try_for_each(|number| {
            let site = self.index.site(&number.to_string(), At::Byte(start))?;
            self.put(side, kind, site, start)
        })
    }

    /// The kind that the prefix denotes, and the rest of the part with its byte.
    fn kind<'t>(&self, side: SideId, at: usize, part: &'t str) -> Result<(KindId, usize, &'t str), Error> {
        let plain = plain_kind(self.equipment, side);
        let mut chars = part.chars();
        let first = chars.next();
        let rest = chars.as_str().trim_start();
        let square = rest.split('-').next().unwrap_or(rest).trim_end();
        let whole = self.index.find(part);
        // `C5` is the square c5 if squares are written by names, and a `C` on square 5 if they have numbers.
        let named = whole.is_some_and(|site| super::super::squares::name(self.equipment, site).eq_ignore_ascii_case(part));
        let prefixed =
            |letter: char| (letter.is_uppercase() && !named) || (whole.is_none() && self.index.find(square).is_some());
        let kind = match first {
            Some(letter) if prefixed(letter) => kind_of(self.equipment, side, letter),
            _ => None,
        };
        if let Some(kind) = kind {
            return Ok((kind, at + part.len() - rest.len(), rest));
        }
        match (first, plain) {
            // A capital letter that denotes no kind may still begin the name of a square; otherwise it was meant as a kind.
            (Some(letter), _) if letter.is_uppercase() && self.index.find(part).is_none() => {
                let kinds =
                    self.equipment.kinds.iter().map(|kind| format!("{} {}", kind.symbol.to_ascii_uppercase(), kind.name));
                Err(Error::new(At::Byte(at), format!("`{letter}` is not a kind of piece")).accepting_any(kinds))
            }
            (_, Some(plain)) => Ok((plain, at, part)),
            (_, None) => Err(Error::new(At::Byte(at), "this side has no kind of piece")),
        }
    }

    fn number(&self, text: &str, at: usize) -> Result<u16, Error> {
        let number = text.parse().ok().filter(|_| self.index.site(text, At::Byte(at)).is_ok());
        number.ok_or_else(|| {
            let problem = format!("`{text}` is not a square number, and ranges count numbers");
            Error::new(At::Byte(at), problem).accepting(self.index.range())
        })
    }

    fn put(&mut self, owner: SideId, kind: KindId, site: SiteId, at: usize) -> Result<(), Error> {
        if self.taken[site.index()].replace(owner).is_some() {
            let name = super::super::squares::name(self.equipment, site);
            return Err(Error::new(At::Byte(at), format!("there is a piece on {name} already")));
        }
        self.full.push((site, vec![Piece { owner, kind, slots: Vec::new() }]));
        Ok(())
    }
}

/// The parts of a text between separators, without blanks around them, each with the byte at which it starts.
fn fields(text: &str, separator: char) -> Vec<(usize, &str)> {
    let mut start = 0;
    let parts = text.split(separator).map(|part| {
        let at = start + part.len() - part.trim_start().len();
        start += part.len() + separator.len_utf8();
        (at, part.trim())
    });
    parts.collect()
}
