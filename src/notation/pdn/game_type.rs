//! The `GameType` tag: the game, and the naming of its squares.
//!
//! `20,W,10,10,N2,0`: number 20; White begins; 10 files, 10 ranks; numbers, from corner 2; the lower left corner is a square of
//! play. Corners are as seen by the player who begins: 0 lower left, 1 lower right, 2 upper left, 3 upper right. From there
//! squares are counted along the row. All but the number may be missing.

use std::fmt;

use super::super::symbols::side_letters;
use crate::model::board::{Board, Facing, SiteClass};
use crate::model::{Equipment, SideId};

/// A `GameType` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameType {
    /// 20 International, 21 English …
    pub number: u16,
    /// The rest, if present.
    pub form: Option<Form>,
}

/// The side that begins, the board, and the naming of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The side that begins: `W` or `B`.
    pub first: char,
    /// Files and ranks.
    pub size: (u8, u8),
    /// Whether squares have numbers rather than names.
    pub numbers: bool,
    /// The corner of the first square, as seen by the player who begins.
    pub corner: u8,
    /// Whether the lower left corner is not a square of play.
    pub inverted: bool,
}

impl GameType {
    /// Reads the value of the tag. What follows the number is ignored if it does not have the right form.
    pub fn read(text: &str) -> Option<GameType> {
        let mut fields = text.split(',').map(str::trim);
        let number = fields.next()?.parse().ok()?;
        Some(GameType { number, form: form(fields) })
    }

    /// The tag of these rules, if they have a number.
    pub fn of(equipment: &Equipment) -> Option<GameType> {
        let number = equipment.notation.pdn?;
        let board = &equipment.board;
        let first = equipment.turn_order.first().and_then(|player| equipment.players.get(player.index()))?.side;
        let letter = side_letters(equipment).get(first.index())?.to_ascii_uppercase();
        let numbers = equipment.notation.numbers;
        // As drawn, 1 is at the upper left and a1 at the lower left.
        let corner = match (numbers, at_the_top(equipment, first)) {
            (true, false) => 2,
            (true, true) => 1,
            (false, _) => 0,
        };
        let inverted = !board.sites.iter().any(|site| (site.file, site.rank) == (1, 1) && site.class == SiteClass::Square);
        let form = Form { first: letter, size: (board.files, board.ranks), numbers, corner, inverted };
        Some(GameType { number, form: matches!(letter, 'W' | 'B').then_some(form) })
    }

    /// The equipment with the squares named as the tag says, for reading a game. An error says what does not match.
    pub fn named(&self, equipment: &Equipment) -> Result<Equipment, String> {
        let mut named = equipment.clone();
        let Some(form) = self.form else { return Ok(named) };
        let (files, ranks) = form.size;
        let board = &mut named.board;
        if (files, ranks) != (board.files, board.ranks) {
            return Err(format!("a board of {files}x{ranks}, and these rules have one of {}x{}", board.files, board.ranks));
        }
        named.notation.numbers = form.numbers;
        if form.numbers {
            let first = side_letters(equipment).iter().position(|letter| letter.eq_ignore_ascii_case(&form.first));
            count_from(board, form.corner, first.is_some_and(|first| at_the_top(equipment, SideId(first as u8))));
        }
        Ok(named)
    }
}

fn form<'t>(mut fields: impl Iterator<Item = &'t str>) -> Option<Form> {
    let first = fields.next()?.chars().next().filter(|letter| "WB".contains(*letter))?;
    let size = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let mut notation = fields.next()?.chars();
    let numbers = match notation.next()? {
        'N' => true,
        'A' | 'S' => false,
        _ => return None,
    };
    let corner = notation.next().map_or(Some(0), |corner| corner.to_digit(4))? as u8;
    Some(Form { first, size, numbers, corner, inverted: fields.next() == Some("1") })
}

/// Whether a side faces down the diagram.
fn at_the_top(equipment: &Equipment, side: SideId) -> bool {
    equipment.sides.get(side.index()).is_some_and(|side| side.faces == Facing::South)
}

/// Numbers the squares of play from a corner, as seen from the bottom of the diagram or from its top.
fn count_from(board: &mut Board, corner: u8, from_the_top: bool) {
    let corner = if from_the_top { 3 - corner } else { corner };
    let (from_the_right, downward) = (corner % 2 == 1, corner >= 2);
    let mut order: Vec<usize> = (0..board.sites.len()).filter(|i| board.sites[*i].number.is_some()).collect();
    order.sort_by_key(|i| {
        let (file, rank) = (i16::from(board.sites[*i].file), i16::from(board.sites[*i].rank));
        (if downward { -rank } else { rank }, if from_the_right { -file } else { file })
    });
    for (number, site) in (1..).zip(order) {
        board.sites[site].number = Some(number);
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameType { number, form } = self;
        let Some(Form { first, size: (files, ranks), numbers, corner, inverted }) = form else { return write!(f, "{number}") };
        let letter = if *numbers { 'N' } else { 'A' };
        write!(f, "{number},{first},{files},{ranks},{letter}{corner},{}", u8::from(*inverted))
    }
}
