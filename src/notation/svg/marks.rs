//! Regions and kept sets of sites, marked by signs; steps that the author has removed or added; and a legend that explains them
//! in the words of the rule file.

use super::super::notes::is_of_use;
use super::super::position::owner_names;
use super::super::{Terms, squares};
use super::{HALF, Page, escaped};
use crate::model::board::Drawing;
use crate::model::equipment::RegionSites;
use crate::model::setup::{Kept, Setup};
use crate::model::{Equipment, SiteId};

/// Signs of different shapes, so that no colour is needed. If there are more sets than signs, signs recur with a number.
const SIGNS: [&str; 8] = [
    "M-4 4L0 -4L4 4Z",
    "M-3.5 -3.5H3.5V3.5H-3.5Z",
    "M0 -5L4 0L0 5L-4 0Z",
    "M-4 -4L0 4L4 -4Z",
    "M-4 -1.5H-1.5V-4H1.5V-1.5H4V1.5H1.5V4H-1.5V1.5H-4Z",
    "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z",
    "M-4 -2H4V2H-4Z",
    "M-2 -4H2V4H-2Z",
];

/// The distance between the signs of one site.
const APART: i32 = 10;

/// A set of sites, and its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Marked {
    /// `fires`; `camp of White, goal of Black`.
    pub(super) name: String,
    sites: Vec<SiteId>,
}

impl Marked {
    /// The names of the set, one by one.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.name.split(", ")
    }

    /// `fires: d4, e5`
    pub(super) fn words(&self, equipment: &Equipment) -> String {
        let sites: Vec<String> = self.sites.iter().map(|site| squares::name(equipment, *site)).collect();
        format!("{}: {}", self.name, sites.join(", "))
    }
}

/// The regions of the front matter, then the kept sets that can still be read; equal sets are merged.
pub(super) fn marked(terms: &Terms, setup: &Setup) -> Vec<Marked> {
    let equipment = terms.equipment;
    let mut all: Vec<Marked> = Vec::new();
    let mut put = |name: String, sites: Vec<SiteId>| match all.iter_mut().find(|one| one.sites == sites) {
        _ if sites.is_empty() => {}
        Some(one) => one.name.push_str(&format!(", {name}")),
        None => all.push(Marked { name, sites }),
    };
    for region in &equipment.regions {
        match &region.sites {
            RegionSites::Same(set) => put(region.name.clone(), set.iter().collect()),
            RegionSites::BySide(sets) => {
                for (set, side) in sets.iter().zip(&equipment.sides) {
                    put(format!("{} of {}", region.name, side.name), set.iter().collect());
                }
            }
        }
    }
    for (reference, kept) in &setup.stored {
        let declared = terms.stored.get(reference.stored.index()).filter(|declared| is_of_use(declared, setup));
        let (Some(declared), Kept::Sites(sites)) = (declared, kept) else { continue };
        let owners = owner_names(equipment, declared.of);
        let owner = owners.and_then(|names| names.get(reference.owner as usize).map(|name| format!(" of {name}")));
        put(format!("{}{}", declared.name, owner.unwrap_or_default()), sites.clone());
    }
    all
}

/// A row of signs along the lower edge of each site, for hexagons along the left edge, above the ground and below the pieces.
pub(super) fn signs(equipment: &Equipment, all: &[Marked], page: &Page, body: &mut String) {
    let mut often = vec![0; equipment.board.sites.len()];
    for (i, one) in all.iter().enumerate() {
        for site in &one.sites {
            let Some(often) = often.get_mut(site.index()) else { continue };
            let (x, y) = page.middle(site.index());
            let (x, y) = match page.drawing {
                // From the lower left corner upwards: the edge below belongs to other hexagons.
                Drawing::Hexagons => (x - HALF + 6, y + page.brow() - 3 - APART * *often),
                _ => (x - HALF + 7 + APART * *often, y + HALF - 7),
            };
            *often += 1;
            let title = format!("{}: {}", squares::name(equipment, *site), one.name);
            body.push_str(&format!("<g><title>{}</title>{}</g>\n", escaped(&title), sign(i, x, y)));
        }
    }
}

/// The i-th sign at a place of the page.
pub(super) fn sign(i: usize, x: i32, y: i32) -> String {
    let path = SIGNS[i % SIGNS.len()];
    let number = match i / SIGNS.len() {
        0 => String::new(),
        round => format!("<text x=\"{}\" y=\"{}\" font-size=\"8\" fill=\"#111\">{}</text>", x + 4, y + 4, round + 1),
    };
    format!("<path transform=\"translate({x} {y})\" d=\"{path}\" fill=\"#111\" stroke=\"#fff\"/>{number}")
}

/// Bars where steps were removed, and dashed lines where steps were added, with a point at the end of those that lead one way
/// only.
pub(super) fn steps(equipment: &Equipment, page: &Page, body: &mut String) {
    let board = &equipment.board;
    // On a board of lines, a removed step has no line anyway.
    let cuts = board.cuts.iter().filter(|_| page.drawing != Drawing::Lines);
    for (one, other) in cuts {
        let ((x1, y1), (x2, y2)) = (page.middle(one.index()), page.middle(other.index()));
        body.push_str(&bar(f64::from(x1 + x2) / 2.0, f64::from(y1 + y2) / 2.0, f64::from(x2 - x1), f64::from(y2 - y1)));
    }
    for (from, _, to) in &board.joins {
        let back = board.joins.iter().any(|(start, _, end)| start == to && end == from);
        if !(back && to < from) {
            body.push_str(&joined(page.middle(from.index()), page.middle(to.index()), !back));
        }
    }
}

/// A bar across the line between two sites.
fn bar(x: f64, y: f64, dx: f64, dy: f64) -> String {
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (-dy / length * 15.0, dx / length * 15.0);
    let path = format!("M{:.1} {:.1}L{:.1} {:.1}", x - ux, y - uy, x + ux, y + uy);
    format!(
        "<path d=\"{path}\" stroke=\"#fff\" stroke-width=\"7\" stroke-linecap=\"round\"/>\
         <path d=\"{path}\" stroke=\"#111\" stroke-width=\"4\" stroke-linecap=\"round\"/>\n"
    )
}

/// A dashed line with a slight bend, so that it passes beside the sites between.
fn joined((x1, y1): (i32, i32), (x2, y2): (i32, i32), one_way: bool) -> String {
    let (x1, y1, x2, y2) = (f64::from(x1), f64::from(y1), f64::from(x2), f64::from(y2));
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(1.0);
    let bend = (length / 8.0).min(f64::from(HALF));
    let (mx, my) = ((x1 + x2) / 2.0 - dy / length * bend, (y1 + y2) / 2.0 + dx / length * bend);
    let path = format!("M{x1:.1} {y1:.1}Q{mx:.1} {my:.1} {x2:.1} {y2:.1}");
    let mut text = format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"#fff\" stroke-width=\"5\"/>\
         <path d=\"{path}\" fill=\"none\" stroke=\"#111\" stroke-width=\"2\" stroke-dasharray=\"5 4\"/>"
    );
    if one_way {
        let (ux, uy) = (x2 - mx, y2 - my);
        let long = ux.hypot(uy).max(1.0);
        let (ux, uy) = (ux / long, uy / long);
        let (tx, ty) = (x2 - ux * 22.0, y2 - uy * 22.0);
        let (bx, by) = (tx - ux * 10.0, ty - uy * 10.0);
        text.push_str(&format!(
            "<path d=\"M{tx:.1} {ty:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"#111\"/>",
            bx - uy * 5.0,
            by + ux * 5.0,
            bx + uy * 5.0,
            by - ux * 5.0
        ));
    }
    text + "\n"
}

/// The legend of the signs and lines: each drawn at a place of the page, with its text.
pub(super) fn legend(equipment: &Equipment, page: &Page, all: &[Marked]) -> Vec<(String, String)> {
    let (x, y) = (page.left + 6, -4);
    let mut lines: Vec<(String, String)> = all.iter().enumerate().map(|(i, one)| (sign(i, x, y), one.name.clone())).collect();
    if !equipment.board.cuts.is_empty() && page.drawing != Drawing::Lines {
        lines.push((bar_sign(x, y), "cut: no step leads across".to_owned()));
    }
    if !equipment.board.joins.is_empty() {
        let line =
            format!("<path d=\"M{} {y}H{}\" stroke=\"#111\" stroke-width=\"2\" stroke-dasharray=\"5 4\"/>", x - 6, x + 12);
        lines.push((line, "join: a step leads along, both ways where there is no point".to_owned()));
    }
    lines
}

fn bar_sign(x: i32, y: i32) -> String {
    format!("<path d=\"M{x} {}V{}\" stroke=\"#111\" stroke-width=\"4\" stroke-linecap=\"round\"/>", y - 4, y + 4)
}
