//! The board as a picture: one self-contained SVG document, without external fonts, styles or scripts.
//!
//! Sides differ in brightness and rings, kinds by a crown or a letter. Every piece is described in its `<title>` and the whole
//! position in `<desc>`, so that nothing is shown by colour alone.

mod beside;
mod marks;
mod pieces;
#[cfg(feature = "png")]
mod pixels;
mod plot;
mod surface;

#[cfg(test)]
mod tests;

pub use beside::beside;
#[cfg(feature = "png")]
pub use pixels::{MOST_PIXELS, png};
pub use plot::{Moment, plot};

use super::Terms;
use super::layout::{Layout, layout};
use super::notes::{notes, off_board};
use super::squares;
use super::symbols::piece_words;
use crate::model::board::{Drawing, SiteClass};
use crate::model::setup::Setup;
use crate::model::{Equipment, SiteId};
use surface::Frame;

/// What is drawn besides the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options<'a> {
    /// Whether the board is turned by half a circle.
    pub flip: bool,
    /// Ranks and files around the board, and the numbers of squares if squares have numbers.
    pub coordinates: bool,
    /// Sites with a dashed frame.
    pub highlight: &'a [SiteId],
    /// Sites with a solid frame: what has changed.
    pub changed: &'a [SiteId],
    /// Arrows between sites.
    pub arrows: &'a [(SiteId, SiteId)],
    /// Sites with a dot: where a piece may go.
    pub dots: &'a [SiteId],
    /// Sites with a cross: what is captured.
    pub crosses: &'a [SiteId],
    /// Without a background, and without the lines below the board about the player to move and the piles.
    pub bare: bool,
    /// A transparent area over each site with its name in `data-site`, and pieces with their site in `data-on`: for pages on
    /// which squares are clicked.
    pub areas: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            flip: false,
            coordinates: true,
            highlight: &[],
            changed: &[],
            arrows: &[],
            dots: &[],
            crosses: &[],
            bare: false,
            areas: false,
        }
    }
}

/// Whether a text is a picture made by this module, of one board or two, judging by its first line.
pub fn is_one(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let begins = first.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    begins && first.contains(" role=\"img\" ") && first.ends_with(" font-family=\"sans-serif\">")
}

/// The PNG text chunk that names the program: keyword and text.
const SOFTWARE: (&str, &str) = ("Software", "draughtsman");

/// Whether a file is a PNG made by this module.
pub fn is_png(held: &[u8]) -> bool {
    /// Eight bytes of signature, and the chunk with the size.
    const HEAD: usize = 8 + 25;
    let said = format!("tEXt{}\0{}", SOFTWARE.0, SOFTWARE.1);
    held.starts_with(b"\x89PNG\r\n\x1a\n") && held.get(HEAD + 4..).is_some_and(|rest| rest.starts_with(said.as_bytes()))
}

/// Draws a position.
pub fn render(terms: &Terms, setup: &Setup, options: &Options) -> String {
    let equipment = terms.equipment;
    let page = Page::new(equipment, options);
    let mut body = String::new();
    surface::squares(equipment, &page, &mut body);
    if options.coordinates {
        surface::coordinates(equipment, &page, &mut body);
    }
    let marked = if options.bare { Vec::new() } else { marks::marked(terms, setup) };
    marks::steps(equipment, &page, &mut body);
    marks::signs(equipment, &marked, &page, &mut body);
    surface::frames(equipment, options.changed, Frame::Whole, &page, &mut body);
    surface::frames(equipment, options.highlight, Frame::Dashed, &page, &mut body);
    pieces::pieces(equipment, setup, &page, &mut body);
    surface::tokens(equipment, setup, &page, &mut body);
    surface::dots(options.dots, &page, &mut body);
    surface::crosses(options.crosses, &page, &mut body);
    surface::arrows(options.arrows, &page, &mut body);
    if options.areas {
        surface::areas(equipment, setup, &page, &mut body);
    }
    let mut lines = Vec::new();
    if !options.bare {
        lines.push((String::new(), whose_turn(equipment, setup)));
        // Sets drawn on the board are named in the legend instead.
        let drawn = |line: &String| marked.iter().any(|one| one.names().any(|name| line.starts_with(&format!("{name}: "))));
        let lists = off_board(terms, setup).into_iter().filter(|line| !drawn(line));
        lines.extend(lists.map(|line| (String::new(), line)));
        lines.extend(marks::legend(equipment, &page, &marked));
    }
    let top = page.height();
    let most = (page.width() / 7).max(20) as usize;
    let rows = lines.iter().flat_map(|(sign, line)| {
        let indent = if sign.is_empty() { [0, 12] } else { [22, 22] };
        broken(line, most).into_iter().enumerate().map(move |(i, row)| match i {
            0 => (sign.as_str(), indent[0], row),
            _ => ("", indent[1], row),
        })
    });
    let rows: Vec<(&str, i32, String)> = rows.collect();
    for (i, (sign, indent, row)) in rows.iter().enumerate() {
        let (x, y) = (page.left + indent, top + 4 + 16 * i as i32);
        if !sign.is_empty() {
            body.push_str(&format!("<g transform=\"translate(0 {y})\">{sign}</g>"));
        }
        body.push_str(&format!("<text x=\"{x}\" y=\"{y}\" font-size=\"12\" fill=\"#333\">{}</text>\n", escaped(row)));
    }
    let (width, height) = (page.width().max(160), top + 16 * rows.len() as i32);
    let ground = match options.bare {
        true => String::new(),
        false => format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"),
    };
    document((width, height), &equipment.about.title, &description(terms, setup), &(ground + &body))
}

/// A whole document, with a title and a description.
fn document((width, height): (i32, i32), title: &str, description: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"title desc\" font-family=\"sans-serif\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n\
         {body}</svg>\n",
        escaped(title),
        escaped(description),
    )
}

/// Pixels per half step.
const HALF: i32 = 26;

/// The geometry of the page.
struct Page {
    layout: Layout,
    drawing: Drawing,
    left: i32,
    top: i32,
    points: bool,
    numbers: bool,
    areas: bool,
}

impl Page {
    fn new(equipment: &Equipment, options: &Options) -> Page {
        let board = &equipment.board;
        let margin = if options.coordinates { 22 } else { 8 };
        Page {
            layout: layout(board, options.flip),
            drawing: board.drawing,
            left: margin,
            top: 8,
            points: board.sites.iter().any(|site| site.class == SiteClass::Point),
            numbers: equipment.notation.numbers,
            areas: options.areas,
        }
    }

    /// The centre of a site.
    fn middle(&self, site: usize) -> (i32, i32) {
        let (x, y) = self.layout.places.get(site).copied().unwrap_or((0, 0));
        (self.left + HALF + x * HALF, self.top + self.row(y) + HALF)
    }

    /// The vertical distance of `y` half steps; rows of hexagons are closer together than their width.
    fn row(&self, y: i32) -> i32 {
        if self.drawing == Drawing::Hexagons { y * HALF * 866 / 1000 } else { y * HALF }
    }

    /// The distance above the centre of a site within which it has its full width.
    fn brow(&self) -> i32 {
        if self.drawing == Drawing::Hexagons { HALF * 577 / 1000 } else { HALF }
    }

    fn width(&self) -> i32 {
        self.left + (self.layout.size.0 + 1) * HALF + 8
    }

    /// The height of the board and of the letters below it.
    fn height(&self) -> i32 {
        let corners = if self.drawing == Drawing::Hexagons { 8 } else { 0 };
        self.top + self.row(self.layout.size.1 - 1) + 2 * HALF + corners + self.left + 8
    }
}

fn whose_turn(equipment: &Equipment, setup: &Setup) -> String {
    let player = setup.player(&equipment.turn_order);
    let name = |id: crate::model::PlayerId| equipment.players.get(id.index()).map_or("?", |player| &player.name);
    match (&setup.outcome, setup.pending.as_ref().map(|pending| pending.actor)) {
        (Some(outcome), _) if outcome.winners.is_empty() => format!("Draw: {}", outcome.reason),
        (Some(outcome), _) => {
            let winners = outcome.winners.iter().filter_map(|side| equipment.sides.get(side.index()));
            let winners: Vec<&str> = winners.map(|side| side.name.as_str()).collect();
            format!("{} won: {}", winners.join(" and "), outcome.reason)
        }
        (None, Some(None)) => "Chance decides".to_string(),
        (None, Some(Some(actor))) => format!("{} to decide", name(actor)),
        (None, None) => format!("{} to move", name(player)),
    }
}

/// The position in words.
fn description(terms: &Terms, setup: &Setup) -> String {
    let equipment = terms.equipment;
    let mut text = whose_turn(equipment, setup);
    for (site, tower) in &setup.board {
        let pieces: Vec<String> = tower.iter().rev().map(|piece| piece_words(equipment, piece)).collect();
        text.push_str(&format!("; {} on {}", pieces.join(" over "), squares::name(equipment, *site)));
    }
    for note in notes(terms, setup) {
        text.push_str(&format!("; {note}"));
    }
    for one in marks::marked(terms, &Setup::default()) {
        text.push_str(&format!("; {}", one.words(equipment)));
    }
    text + "."
}

/// Breaks a line into rows of at most `most` characters, after commas or, where that is not enough, between words, so that long
/// lists can be read completely. After the maximum number of rows the text ends with an ellipsis.
fn broken(line: &str, most: usize) -> Vec<String> {
    const MOST_ROWS: usize = 12;
    let long = |text: &str| text.chars().count();
    let items = line.split_inclusive(", ").map(str::trim_end);
    let parts = items.flat_map(|item| if long(item) <= most { vec![item] } else { item.split(' ').collect() });
    let mut rows: Vec<String> = Vec::new();
    for part in parts {
        let (count, filled) = (rows.len(), rows.last().map_or(most, |row| long(row)));
        match rows.last_mut() {
            Some(row) if filled + 1 + long(part) <= most => *row += &format!(" {part}"),
            Some(row) if count == MOST_ROWS => {
                row.push('…');
                break;
            }
            _ => rows.push(shortened(part, most)),
        }
    }
    rows
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}

/// Escapes markup characters of a text as entities, and removes characters that XML forbids.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if (c.is_control() && c != '\n' && c != '\t') || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {}
            c => safe.push(c),
        }
    }
    safe
}
