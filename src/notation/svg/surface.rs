//! Squares, lines, points, hexagons; coordinates; tokens under squares; frames and arrows.

use std::collections::BTreeMap;

use super::super::tokens::{class_words, token_name};
use super::super::{diagram, squares};
use super::{HALF, Page, escaped, shortened};
use crate::model::board::{Drawing, Site, SiteClass};
use crate::model::setup::{Setup, Token};
use crate::model::{Equipment, SiteId};

const LIGHT: &str = "#efe3c8";
const DARK: &str = "#b98d5e";
const LINE: &str = "#5b4630";

/// The empty board.
pub(super) fn squares(equipment: &Equipment, page: &Page, body: &mut String) {
    match page.drawing {
        Drawing::Squares => chequers(equipment, page, body),
        Drawing::Lines => lines(equipment, page, body),
        Drawing::Hexagons => hexagons(equipment, page, body),
    }
    for (i, _) in of_class(equipment, SiteClass::Point) {
        let (x, y) = page.middle(i);
        body.push_str(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{LINE}\"/>\n"));
    }
}

fn of_class(equipment: &Equipment, class: SiteClass) -> impl Iterator<Item = (usize, &Site)> {
    equipment.board.sites.iter().enumerate().filter(move |(_, site)| site.class == class)
}

fn chequers(equipment: &Equipment, page: &Page, body: &mut String) {
    let dark = |site: &Site| (site.file + site.rank).is_multiple_of(2);
    let mut shades = of_class(equipment, SiteClass::Square).map(|(_, site)| dark(site));
    let first = shades.next();
    let one_colour = shades.all(|shade| Some(shade) == first);
    let (width, height) = ((page.layout.size.0 + 1) * HALF, (page.layout.size.1 + 1) * HALF);
    let (left, top) = (page.left, page.top);
    let frame = format!("x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"");
    let ground = if one_colour { LIGHT } else { "#d8d8d8" };
    body.push_str(&format!("<rect {frame} fill=\"{ground}\"/>\n"));
    for (i, site) in of_class(equipment, SiteClass::Square) {
        let (x, y) = page.middle(i);
        let fill = if one_colour || dark(site) { DARK } else { LIGHT };
        let (x, y, size) = (x - HALF, y - HALF, 2 * HALF);
        body.push_str(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" fill=\"{fill}\"/>\n"));
    }
    body.push_str(&format!("<rect {frame} fill=\"none\" stroke=\"{LINE}\" stroke-width=\"2\"/>\n"));
}

fn lines(equipment: &Equipment, page: &Page, body: &mut String) {
    let (width, height) = ((page.layout.size.0 + 1) * HALF, (page.layout.size.1 + 1) * HALF);
    let (left, top) = (page.left, page.top);
    body.push_str(&format!("<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{LIGHT}\"/>\n"));
    for (direction, steps) in equipment.board.directions.iter().zip(&equipment.board.steps) {
        for (from, to) in steps.iter().enumerate() {
            let Some(to) = to.map(SiteId::index).filter(|to| *to > from && *to < page.layout.places.len()) else {
                continue;
            };
            // A step around the edge of the board, or a leap, is not drawn as a line.
            let (one, other) = (&equipment.board.sites[from], &equipment.board.sites[to]);
            let towards = |from: u8, to: u8| (to as i8 - from as i8).signum();
            let goes = (towards(one.file, other.file), towards(one.rank, other.rank));
            let (right, up) = direction.vector;
            let along = direction.vector == (0, 0) || goes == (right.signum(), up.signum());
            if (direction.orthogonal || direction.diagonal) && along {
                let ((x1, y1), (x2, y2)) = (page.middle(from), page.middle(to));
                let line =
                    format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{LINE}\" stroke-width=\"2\"/>\n");
                body.push_str(&line);
            }
        }
    }
    for (i, _) in of_class(equipment, SiteClass::Square) {
        let (x, y) = page.middle(i);
        body.push_str(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{LINE}\"/>\n"));
    }
}

fn hexagons(equipment: &Equipment, page: &Page, body: &mut String) {
    const SHADES: [&str; 3] = ["#efe3c8", "#dcc39a", "#c9a777"];
    for (i, site) in of_class(equipment, SiteClass::Square) {
        let shade = SHADES[(i32::from(site.file) - i32::from(site.rank)).rem_euclid(3) as usize];
        let corners = hexagon(page.middle(i), HALF);
        body.push_str(&format!("<polygon points=\"{corners}\" fill=\"{shade}\" stroke=\"{LINE}\"/>\n"));
    }
}

/// The corners of a hexagon with a corner at the top.
fn hexagon((x, y): (i32, i32), half: i32) -> String {
    let (short, long) = (half * 577 / 1000, half * 1155 / 1000);
    let corners = [(0, -long), (half, -short), (half, short), (0, long), (-half, short), (-half, -short)];
    corners.map(|(dx, dy)| format!("{},{}", x + dx, y + dy)).join(" ")
}

/// Ranks at the left, files below each file, numbers in squares.
pub(super) fn coordinates(equipment: &Equipment, page: &Page, body: &mut String) {
    let mut ranks = vec![];
    let mut files: BTreeMap<u8, (i32, i32)> = BTreeMap::new();
    for (i, site) in of_class(equipment, SiteClass::Square) {
        let (x, y) = page.middle(i);
        if !ranks.contains(&(site.rank, y)) {
            ranks.push((site.rank, y));
        }
        let lowest = files.entry(site.file).or_insert((x, y));
        if y > lowest.1 {
            *lowest = (x, y);
        }
        if let Some(number) = site.number.filter(|_| page.numbers) {
            let (x, y) = (x - HALF + 2, y - HALF + 9);
            body.push_str(&format!("<text x=\"{x}\" y=\"{y}\" font-size=\"9\" fill=\"{LINE}\">{number}</text>\n"));
        }
    }
    let below = page.height() - 18;
    let style = "font-size=\"13\" fill=\"#333\" text-anchor=\"middle\"";
    for (rank, y) in ranks {
        body.push_str(&format!("<text x=\"11\" y=\"{}\" {style}>{rank}</text>\n", y + 5));
    }
    for (file, (x, y)) in files {
        let letter = (b'a' + file.clamp(1, 26) - 1) as char;
        // Files of hexagons are oblique: what is below a square is half a square to its left.
        let (x, y) = if page.drawing == Drawing::Hexagons { (x - HALF, (y + page.row(2) + 5).min(below)) } else { (x, below) };
        body.push_str(&format!("<text x=\"{x}\" y=\"{y}\" {style}>{letter}</text>\n"));
    }
}

/// Tokens under squares, along the upper edge: the words of a known token, in a dashed frame if its face is the first; a
/// hatched back for an unknown one.
pub(super) fn tokens(equipment: &Equipment, setup: &Setup, page: &Page, body: &mut String) {
    let Some((_, kind)) = &equipment.under else { return };
    for (site, token) in &setup.under {
        let (x, y) = page.middle(site.index());
        body.push_str(&format!("<g><title>{}</title>", escaped(&token_name(equipment, *kind, token))));
        let drawn = match token {
            Token::Seen { class, face, .. } => {
                let turned = *face > 0 || equipment.tokens.get(kind.index()).is_none_or(|declared| declared.faces.is_none());
                // Numbers of squares are here, if squares have them.
                let top = y - page.brow() + if page.numbers { 11 } else { 2 };
                front(&class_words(equipment, *kind, *class), turned, (x, top))
            }
            Token::Unseen { face, .. } => back(*face == 0, (x + HALF - 13, y - page.brow() + 3)),
        };
        body.push_str(&format!("{drawn}</g>\n"));
    }
}

/// A known token, as wide as its square.
fn front(words: &str, turned: bool, (x, top): (i32, i32)) -> String {
    /// The number of letters that fit at normal width, and of those that fit at all.
    const ROOM: [usize; 2] = [9, 18];
    let (left, width, base) = (x - HALF + 2, 2 * HALF - 4, top + 8);
    let (fill, dashes) = if turned { ("#fff", "") } else { ("#dfe5f0", " stroke-dasharray=\"3 2\"") };
    let narrow = match words.chars().count() > ROOM[0] {
        true => format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", width - 4),
        false => String::new(),
    };
    format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"11\" rx=\"2\" fill=\"{fill}\" stroke=\"#333\"{dashes}/>\
         <text x=\"{x}\" y=\"{base}\" font-size=\"9\" text-anchor=\"middle\" fill=\"#111\"{narrow}>{}</text>",
        escaped(&shortened(words, ROOM[1]))
    )
}

/// An unknown token; hatched, unless it has been turned.
fn back(hatched: bool, (left, top): (i32, i32)) -> String {
    let fill = if hatched { "#7d8fae" } else { "#fff" };
    let card = format!("<rect x=\"{left}\" y=\"{top}\" width=\"10\" height=\"14\" rx=\"2\" fill=\"{fill}\" stroke=\"#333\"/>");
    let (right, bottom) = (left + 10, top + 14);
    match hatched {
        true => format!("{card}<path d=\"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}\" stroke=\"#333\"/>"),
        false => card,
    }
}

/// The style of a frame.
#[derive(Clone, Copy)]
pub(super) enum Frame {
    /// A highlight: dashed, so that it can be distinguished from the board without colour.
    Dashed,
    /// A change: a solid line in the colour of arrows, so that it differs from a highlight.
    Whole,
}

/// Frames around sites.
pub(super) fn frames(equipment: &Equipment, sites: &[SiteId], frame: Frame, page: &Page, body: &mut String) {
    let style = match frame {
        Frame::Dashed => "fill=\"none\" stroke=\"#c0392b\" stroke-width=\"3\" stroke-dasharray=\"7 3\"",
        Frame::Whole => "fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"3\"",
    };
    for site in sites.iter().filter(|site| site.index() < page.layout.places.len()) {
        let (x, y) = page.middle(site.index());
        let title = format!("<title>{}</title>", escaped(&squares::name(equipment, *site)));
        let point = equipment.board.sites[site.index()].class == SiteClass::Point;
        body.push_str(&match page.drawing {
            Drawing::Squares if !point => {
                let (x, y, size) = (x - HALF + 2, y - HALF + 2, 2 * HALF - 4);
                format!("<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" {style}>{title}</rect>\n")
            }
            Drawing::Hexagons if !point => {
                format!("<polygon points=\"{}\" {style}>{title}</polygon>\n", hexagon((x, y), HALF - 3))
            }
            _ => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {style}>{title}</circle>\n", if point { 13 } else { 23 }),
        });
    }
}

/// Dots where a piece may go.
pub(super) fn dots(sites: &[SiteId], page: &Page, body: &mut String) {
    for site in sites.iter().filter(|site| site.index() < page.layout.places.len()) {
        let (x, y) = page.middle(site.index());
        body.push_str(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"#1f5fa8\" stroke=\"#fff\" stroke-width=\"1.5\"/>\n"
        ));
    }
}

/// Crosses over captured pieces.
pub(super) fn crosses(sites: &[SiteId], page: &Page, body: &mut String) {
    for site in sites.iter().filter(|site| site.index() < page.layout.places.len()) {
        let (x, y) = page.middle(site.index());
        let (l, r, t, b) = (x - 12, x + 12, y - 12, y + 12);
        let path = format!("M{l} {t}L{r} {b}M{r} {t}L{l} {b}");
        body.push_str(&format!(
            "<path d=\"{path}\" stroke=\"#fff\" stroke-width=\"8\" stroke-linecap=\"round\"/>\
             <path d=\"{path}\" stroke=\"#c0392b\" stroke-width=\"5\" stroke-linecap=\"round\"/>\n"
        ));
    }
}

/// Transparent areas to point at, each with its site and a description of what is there.
pub(super) fn areas(equipment: &Equipment, setup: &Setup, page: &Page, body: &mut String) {
    for (i, site) in equipment.board.sites.iter().enumerate() {
        let (x, y) = page.middle(i);
        let name = squares::name(equipment, SiteId(i as u16));
        let tower = setup.board.iter().find(|(on, _)| on.index() == i).map(|(_, tower)| tower);
        let words: Vec<String> = tower.into_iter().flatten().rev().map(|piece| diagram::described(equipment, piece)).collect();
        let words = if words.is_empty() { "empty".to_owned() } else { words.join("; over ") };
        let under = under(equipment, setup, SiteId(i as u16)).map_or_else(String::new, |token| format!("; {token}"));
        let (name, label) = (escaped(&name), escaped(&format!("{name}: {words}{under}")));
        let said = format!("class=\"site\" data-site=\"{name}\" role=\"button\" aria-label=\"{label}\" fill=\"transparent\"");
        body.push_str(&match (site.class, page.drawing, page.points) {
            (SiteClass::Square, Drawing::Squares, false) => {
                let (x, y, size) = (x - HALF, y - HALF, 2 * HALF);
                format!("<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" {said}/>\n")
            }
            (SiteClass::Square, Drawing::Hexagons, _) => format!("<polygon points=\"{}\" {said}/>\n", hexagon((x, y), HALF)),
            (SiteClass::Point, ..) => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" {said}/>\n"),
            _ => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"22\" {said}/>\n"),
        });
    }
}

/// The token under a square: `card 7 spades face-up`, `card face-down`.
fn under(equipment: &Equipment, setup: &Setup, site: SiteId) -> Option<String> {
    let (name, kind) = equipment.under.as_ref()?;
    let (_, token) = setup.under.iter().find(|(at, _)| *at == site)?;
    let said = token_name(equipment, *kind, token);
    Some(if matches!(token, Token::Unseen { .. }) { said } else { format!("{name} {said}") })
}

/// Arrows above everything else.
pub(super) fn arrows(arrows: &[(SiteId, SiteId)], page: &Page, body: &mut String) {
    for (from, to) in arrows {
        let ((x1, y1), (x2, y2)) = (page.middle(from.index()), page.middle(to.index()));
        let (dx, dy) = (f64::from(x2 - x1), f64::from(y2 - y1));
        let length = dx.hypot(dy);
        if length < 1.0 {
            continue;
        }
        let (ux, uy) = (dx / length, dy / length);
        let at = |along: f64, aside: f64| {
            let x = f64::from(x1) + ux * along - uy * aside;
            let y = f64::from(y1) + uy * along + ux * aside;
            format!("{x:.1} {y:.1}")
        };
        let head = length - 14.0;
        let (start, neck, tip) = (at(0.0, 0.0), at(head, 0.0), at(length, 0.0));
        let (one, other) = (at(head, 8.0), at(head, -8.0));
        body.push_str(&format!(
            "<g opacity=\"0.8\"><path d=\"M{start}L{neck}\" stroke=\"#1f5fa8\" stroke-width=\"5\"/>\
             <path d=\"M{tip}L{one}L{other}Z\" fill=\"#1f5fa8\"/></g>\n"
        ));
    }
}
