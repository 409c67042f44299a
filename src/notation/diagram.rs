//! The board in plain characters, for terminals and snapshots. Letters show owner and kind, so no colour is needed.
//!
//! ```text
//! 4 .   b   .   bk
//! 3   .   .   w
//! ```
//!
//! `b` is a piece of Black's plain kind, `bk` a king of Black's, `w3` a tower of three with a commander of White's, `.` an
//! empty square of play, `+` an empty point. [`notes`](super::notes::notes) describe in lines what letters cannot show.

use super::canvas::{Canvas, draw_lines, write_at};
use super::layout::{Layout, layout};
use super::plan::Plan;
use super::symbols::{mark, marks, piece_words};
use super::tokens::token_name;
use crate::model::board::{Drawing, SiteClass};
use crate::model::equipment::{PileHolds, PileOwner, SlotType};
use crate::model::rules::PileRef;
use crate::model::setup::{Item, Piece, Setup, SlotContent};
use crate::model::{Board, Equipment, SiteId, TokenId};

/// The board, one line per row, with ranks at the left and files below; where squares have numbers, these are at the right.
///
/// `flip` turns it by half a circle, for the player on the other side.
pub fn board(equipment: &Equipment, setup: &Setup, flip: bool) -> String {
    marked(equipment, setup, flip, &[])
}

/// How a site is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `[w]`: where a move starts.
    Start,
    /// `(.)`: where it lands.
    Landing,
    /// `<b>`: what it captures.
    Taken,
}

impl Mark {
    /// The characters around the site.
    pub fn signs(self) -> (char, char) {
        match self {
            Mark::Start => ('[', ']'),
            Mark::Landing => ('(', ')'),
            Mark::Taken => ('<', '>'),
        }
    }
}

/// The same with marks around some sites; of several marks on a site, the last one is drawn.
///
/// ```
/// # use draughtsman::{library, model::SiteId, notation::diagram::{self, Mark}};
/// let english = library::bundled("english").unwrap().variant;
/// let board = diagram::marked(&english.equipment, &english.start, false, &[(SiteId(0), Mark::Start)]);
/// assert!(board.starts_with("8      [b]      b       b       b    1-4"), "{board}");
/// ```
pub fn marked(equipment: &Equipment, setup: &Setup, flip: bool, marks: &[(SiteId, Mark)]) -> String {
    let board = &equipment.board;
    let around = |i: usize| marks.iter().rev().find(|(site, _)| site.index() == i).map(|(_, mark)| mark.signs());
    let cell = |i: usize| match around(i) {
        Some((left, right)) => format!("{left}{}{right}", cell(equipment, setup, i)),
        None if marks.is_empty() => cell(equipment, setup, i),
        None => format!(" {}", cell(equipment, setup, i)),
    };
    let cells: Vec<String> = (0..board.sites.len()).map(cell).collect();
    drawn(equipment, flip, &cells, 0, usize::MAX).text()
}

/// The board for interactive programs, with a sign before and one behind the contents of each site, blanks by default. Each
/// site takes up the same columns whatever is on it, except for towers.
///
/// ```
/// # use draughtsman::{library, model::SiteId, notation::diagram};
/// let english = library::bundled("english").unwrap().variant;
/// let plan = diagram::plan(&english.equipment, &english.start, false, &|site| (site == SiteId(0)).then_some(('(', ')')));
/// assert!(plan.lines[0].starts_with("8        (b )        "), "{:?}", plan.lines[0]);
/// assert_eq!((plan.places[0], plan.width, plan.is_dense), ((9, 0), 4, true));
/// ```
pub fn plan(equipment: &Equipment, setup: &Setup, flip: bool, signs: &dyn Fn(SiteId) -> Option<(char, char)>) -> Plan {
    plan_within(equipment, setup, flip, signs, usize::MAX)
}

/// The same in a given number of columns, or in more if sites would overlap: squares are only as close together as this
/// requires.
///
/// ```
/// # use draughtsman::{library, notation::diagram};
/// let english = library::bundled("english").unwrap().variant;
/// let plan = diagram::plan_within(&english.equipment, &english.start, false, &|_| None, 0);
/// assert_eq!(plan.lines[0], "8     b   b   b   b     1-4");
/// assert_eq!(plan.lines[8], "    a b c d e f g h");
/// ```
pub fn plan_within(
    equipment: &Equipment,
    setup: &Setup,
    flip: bool,
    signs: &dyn Fn(SiteId) -> Option<(char, char)>,
    columns: usize,
) -> Plan {
    let widest = marks(equipment).iter().map(|(mark, ..)| mark.chars().count()).max().unwrap_or(1);
    let padded = |i: usize| {
        let (left, right) = signs(SiteId(i as u16)).unwrap_or((' ', ' '));
        format!("{left}{:widest$}{right}", cell(equipment, setup, i))
    };
    let cells: Vec<String> = (0..equipment.board.sites.len()).map(padded).collect();
    drawn(equipment, flip, &cells, 1, columns)
}

/// The same with signs behind the contents of some sites, or in place of the sign of an empty site.
pub fn signed(equipment: &Equipment, setup: &Setup, flip: bool, signs: &[(SiteId, char)]) -> String {
    let sign = |i: usize| signs.iter().find(|(site, _)| site.index() == i).map(|(_, sign)| *sign);
    let signed = |i: usize| match (cell(equipment, setup, i), sign(i)) {
        (cell, None) => cell,
        (cell, Some(sign)) if setup.tower(SiteId(i as u16)).is_empty() => cell.replace(['.', '+'], &sign.to_string()),
        (cell, Some(sign)) => format!("{cell}{sign}"),
    };
    let cells: Vec<String> = (0..equipment.board.sites.len()).map(signed).collect();
    drawn(equipment, flip, &cells, 0, usize::MAX).text()
}

/// A board with these cells and coordinates, in the given number of columns if possible. The content of each cell begins at its
/// column `inset`.
fn drawn(equipment: &Equipment, flip: bool, cells: &[String], inset: usize, columns: usize) -> Plan {
    let board = &equipment.board;
    let layout = layout(board, flip);
    let points = board.sites.iter().any(|site| site.class == SiteClass::Point);
    let mut canvas = Canvas::new(&layout, cells, board.drawing, points);
    let least = canvas.least_pitch(&layout, board.drawing, inset);
    loop {
        let plan = on_canvas(equipment, &layout, &canvas, cells, inset);
        if canvas.pitch <= least || plan.columns() <= columns {
            return plan;
        }
        canvas.pitch -= 1;
    }
}

fn on_canvas(equipment: &Equipment, layout: &Layout, canvas: &Canvas, cells: &[String], inset: usize) -> Plan {
    let board = &equipment.board;
    let mut rows = canvas.blank(layout);
    if board.drawing == Drawing::Lines {
        draw_lines(equipment, layout, canvas, &mut rows, inset);
    }
    for (cell, place) in cells.iter().zip(&layout.places) {
        let (x, y) = canvas.at(*place);
        write_at(&mut rows, x, y, cell);
    }
    let margin = margin(board);
    let at = |place: &(i32, i32)| {
        let (x, y) = canvas.at(*place);
        (margin + x, y)
    };
    Plan {
        places: layout.places.iter().map(at).collect(),
        width: canvas.widest,
        is_dense: canvas.row > 1,
        lines: labelled(equipment, layout, canvas, rows, inset),
    }
}

/// The number of columns left of the board: those of a rank, and two blanks.
fn margin(board: &Board) -> usize {
    board.ranks.to_string().len() + 2
}

/// The meaning of the letters: of the pieces on the board, or of all pieces if it is empty.
pub fn legend(equipment: &Equipment, setup: &Setup) -> String {
    letters(equipment, setup).join(", ")
}

/// The same as a list: `b Black man`.
pub fn letters(equipment: &Equipment, setup: &Setup) -> Vec<String> {
    let on_board = |owner, kind| {
        let mut pieces = setup.board.iter().flat_map(|(_, tower)| tower);
        setup.board.is_empty() || pieces.any(|piece: &Piece| piece.owner == owner && piece.kind == kind)
    };
    let used = marks(equipment).into_iter().filter(|(_, owner, kind)| on_board(*owner, *kind));
    let words =
        used.map(|(mark, owner, kind)| format!("{mark} {}", piece_words(equipment, &Piece { owner, kind, slots: Vec::new() })));
    words.collect()
}

/// `supply: 66 x Guerrilla stone`, one line per pile.
pub fn pile_lines(equipment: &Equipment, setup: &Setup) -> Vec<String> {
    setup.piles.iter().filter_map(|(pile, items)| pile_line(equipment, *pile, items)).collect()
}

/// `South king, colour red, potion ghost`
pub fn described(equipment: &Equipment, piece: &Piece) -> String {
    let mut words = piece_words(equipment, piece);
    for (slot, content) in &piece.slots {
        let Some(slot) = equipment.slots.get(slot.index()) else { continue };
        let content = match (content, slot.holds) {
            (SlotContent::Token(token), SlotType::Token(kind)) => token_name(equipment, kind, token),
            (SlotContent::Value(value), SlotType::Value(values)) => {
                let values = equipment.enums.get(values.index()).and_then(|all| all.values.get(*value as usize));
                values.map_or("?", String::as_str).to_string()
            }
            _ => "?".to_string(),
        };
        words.push_str(&format!(", {} {content}", slot.name));
    }
    words
}

/// `supply`, `hand of South`
pub fn pile_name(equipment: &Equipment, pile: PileRef) -> String {
    let Some(declared) = equipment.piles.get(pile.pile.index()) else { return "pile".to_string() };
    let owner = match declared.of {
        PileOwner::Common | PileOwner::One(_) => None,
        PileOwner::EachSide => equipment.sides.get(pile.owner as usize).map(|side| &side.name),
        PileOwner::EachPlayer => equipment.players.get(pile.owner as usize).map(|player| &player.name),
    };
    owner.map_or_else(|| declared.name.clone(), |owner| format!("{} of {owner}", declared.name))
}

fn pile_line(equipment: &Equipment, pile: PileRef, items: &[Item]) -> Option<String> {
    let declared = equipment.piles.get(pile.pile.index())?;
    let kind = if let PileHolds::Token(kind) = declared.holds { kind } else { TokenId(0) };
    let words = |item: &Item| match item {
        Item::Piece(piece) => described(equipment, piece),
        Item::Token(token) => token_name(equipment, kind, token),
    };
    let runs = items.chunk_by(|a, b| a == b).map(|run| match run.len() {
        1 => words(&run[0]),
        many => format!("{many} x {}", words(&run[0])),
    });
    let runs: Vec<String> = runs.collect();
    Some(format!("{}: {}", pile_name(equipment, pile), if runs.is_empty() { "nothing".to_string() } else { runs.join(", ") }))
}

fn cell(equipment: &Equipment, setup: &Setup, site: usize) -> String {
    let tower = setup.tower(crate::model::SiteId(site as u16));
    match tower {
        [] => if equipment.board.sites[site].class == SiteClass::Point { "+" } else { "." }.to_string(),
        [piece] => mark(equipment, piece),
        [.., commander] => format!("{}{}", mark(equipment, commander), tower.len()),
    }
}

/// Adds ranks, files and numbers around the board.
fn labelled(equipment: &Equipment, layout: &Layout, canvas: &Canvas, rows: Vec<Vec<char>>, inset: usize) -> Vec<String> {
    let board = &equipment.board;
    let mut ranks = vec![None; rows.len()];
    let mut numbers: Vec<Option<(u16, u16)>> = vec![None; rows.len()];
    let mut files = vec![' '; rows.first().map_or(0, Vec::len)];
    for (site, place) in board.sites.iter().zip(&layout.places).filter(|(site, _)| site.class == SiteClass::Square) {
        let (x, y) = canvas.at(*place);
        ranks[y] = Some(site.rank);
        if let Some(number) = site.number.filter(|_| equipment.notation.numbers) {
            let (least, most) = numbers[y].unwrap_or((number, number));
            numbers[y] = Some((least.min(number), most.max(number)));
        }
        // Files of hexagons are oblique, so only the last row has letters below it.
        if board.drawing != Drawing::Hexagons || y + 1 == rows.len() {
            files[x + inset] = (b'a' + site.file.clamp(1, 26) - 1) as char;
        }
    }
    let margin = margin(board);
    let line = |rank: String, row: &[char]| {
        let line = format!("{rank:<margin$}{}", row.iter().collect::<String>());
        line.trim_end().to_owned()
    };
    let numbered = rows.into_iter().zip(ranks).zip(numbers).map(|((mut row, rank), numbers)| {
        if let Some((least, most)) = numbers {
            row.extend(format!("   {least}-{most}").chars());
        }
        let rank = rank.map_or(String::new(), |rank| format!("{rank:>0$}", margin - 2));
        line(rank, &row)
    });
    let mut lines: Vec<String> = numbered.collect();
    lines.push(line(String::new(), &files));
    lines
}

#[cfg(test)]
mod tests {
    use super::super::samples::{self, piece, setup};
    use super::*;

    fn check(printed: String, expected: &str) {
        assert_eq!(printed.trim_end(), expected.trim_matches('\n'), "\n{printed}");
    }

    #[test]
    fn numbers_stand_at_the_right() {
        let english = samples::draughts();
        let position = super::super::fen::read(&super::super::samples::terms(&english), "B:W21,K30:B1-4").unwrap();
        let expected = "
8      b       b       b       b    1-4
7  .       .       .       .        5-8
6      .       .       .       .    9-12
5  .       .       .       .        13-16
4      .       .       .       .    17-20
3  w       .       .       .        21-24
2      .       .       .       .    25-28
1  .       wk      .       .        29-32
   a   b   c   d   e   f   g   h";
        let legend_words = "b Black man, w White man, wk White king";
        check(board(&english, &position, false), expected);
        assert_eq!(legend(&english, &position), legend_words);
        let turned = board(&english, &position, true);
        assert!(turned.starts_with("1      .       .       wk      .    29-32\n2"), "{turned}");
        assert!(turned.ends_with("   h   g   f   e   d   c   b   a\n"), "{turned}");
    }

    #[test]
    fn points_between_squares() {
        let points = samples::points();
        let printed = board(&points, &setup(&points, 0, &[("c3*", 0, 0), ("d4", 1, 1)]), false);
        let lines: Vec<&str> = printed.lines().collect();
        let expected = "4      .       c       .       .\n     +   +   g   +   +   +   +\n3  .       .       .       .";
        check(lines[8..11].join("\n"), expected);
    }

    #[test]
    fn towers_and_attributes() {
        let towers = samples::towers();
        let mut position = setup(&towers, 0, &[("a1", 0, 0), ("c3", 1, 1)]);
        position.board[0].1.extend([piece(1, 0), piece(0, 1)]);
        assert!(board(&towers, &position, false).contains("3  .       wo3     .       .\n"));
    }

    #[test]
    fn lines_and_hexagons() {
        let lines = samples::lines();
        let expected = "
5  w - . - . - . - .
   | \\ | / | \\ | / |
4  . - . - . - . - .
   | / | \\ | / | \\ |
3  . - . - b - . - .
   | \\ | / | \\ | / |
2  . - . - . - . - .
   | / | \\ | / | \\ |
1  . - . - . - . - .
   a   b   c   d   e";
        check(board(&lines, &setup(&lines, 0, &[("c3", 0, 0), ("a5", 1, 0)]), false), expected);
        let hexagons = samples::hexagons();
        let expected = "
5      w . . . .
4     . . . . .
3    . . b . .
2   . . . . .
1  . . . . .
   a b c d e";
        check(board(&hexagons, &setup(&hexagons, 0, &[("c3", 0, 0), ("a5", 1, 0)]), false), expected);
    }
}
