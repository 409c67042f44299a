//! Sites by name, number, rectangle or range, and `[regions]`.

use super::names::{Names, too_many};
use super::players::Roles;
use super::read::{Found, section, wrong_type};
use crate::check::board::{Place, Places};
use crate::diagnostic::Diagnostic;
use crate::model::equipment::{Region, RegionSites};
use crate::model::{Board, SiteSet};
use crate::source::Span;
use crate::syntax::front::{Node, Table, Value};

/// At most this many texts in one list of sites.
const MOST_ENTRIES: usize = 1024;

/// Where names of sites are looked up. Without a board, any place of the grid is accepted.
pub(super) struct Reading<'a> {
    pub(super) places: &'a Places,
    pub(super) board: Option<&'a Board>,
}

/// The sites that one text names.
pub(super) struct Named {
    /// In the order of the sites of the board.
    pub(super) places: Vec<Place>,
    /// Where the text is.
    pub(super) span: Span,
    /// Whether it is one site by name, and not a range.
    pub(super) single: bool,
}

impl Reading<'_> {
    /// `"c3"`, `12`, `"a1-h4"`, `["a1", "b2-b4", "21-32"]`
    pub(super) fn list(&self, key: &str, node: &Node, out: &mut Found) -> Vec<Named> {
        let one = |node: &Node, out: &mut Found| match &node.value {
            Value::String(text) => self.read(text, node.span, out),
            Value::Integer(number) => self.read(&number.to_string(), node.span, out),
            _ => {
                wrong_type(key, node, "sites, such as \"c3\" or \"a1-h4\"", out);
                None
            }
        };
        match &node.value {
            Value::Array(items) => {
                too_many("entries in one list of sites", items.len(), MOST_ENTRIES, node.span, out);
                items.iter().take(MOST_ENTRIES).filter_map(|item| one(item, out)).collect()
            }
            _ => one(node, out).into_iter().collect(),
        }
    }

    /// Reads one text.
    pub(super) fn read(&self, text: &str, span: Span, out: &mut Found) -> Option<Named> {
        let Some((from, to)) = text.split_once('-') else {
            let place = self.place(text, span, out)?;
            if self.board.is_some() && self.places.site(place).is_none() {
                out.push(Diagnostic::error("E0037", span, format!("{text} is not played on")));
                return None;
            }
            return Some(Named { places: vec![place], span, single: true });
        };
        let (from, to) = (from.trim(), to.trim());
        let numbers = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let points = |word: &str| word.ends_with('*');
        if from.is_empty() || to.is_empty() || numbers(from) != numbers(to) || points(from) != points(to) {
            let message = format!("`{text}` is no range of sites");
            let help = "two corners of a rectangle, `a1-h4` or `a1*-c3*`, or two numbers, `21-32`";
            out.push(Diagnostic::error("E0038", span, message).help(help));
            return None;
        }
        let (first, last) = (self.place(from, span, out)?, self.place(to, span, out)?);
        let places = match self.board {
            Some(board) if numbers(from) => {
                let ends = [from, to].map(|end| end.parse().unwrap_or(0u16));
                let within = |number| (ends[0].min(ends[1])..=ends[0].max(ends[1])).contains(&number);
                board.sites.iter().filter(|site| site.number.is_some_and(within)).map(Place::of).collect()
            }
            _ => self.rectangle(first, last),
        };
        Some(Named { places, span, single: false })
    }

    /// The places of the rectangle between two corners; with a board, only sites.
    fn rectangle(&self, one: Place, other: Place) -> Vec<Place> {
        let files = one.file.min(other.file)..=one.file.max(other.file);
        let ranks = one.rank.min(other.rank)..=one.rank.max(other.rank);
        let all = ranks.rev().flat_map(|rank| files.clone().map(move |file| Place { class: one.class, file, rank }));
        all.filter(|place| self.board.is_none() || self.places.site(*place).is_some()).collect()
    }

    /// A place of the grid by name, or a square by number.
    fn place(&self, word: &str, span: Span, out: &mut Found) -> Option<Place> {
        let numbered = |board: &Board| board.numbered(word.parse().ok()?).map(|site| Place::of(&board.sites[site.index()]));
        let found = self.places.parse(word).or_else(|| self.board.and_then(numbered));
        if found.is_none() {
            let found = Diagnostic::error("E0036", span, format!("`{word}` is no site of the board"));
            out.push(found.help(format!(
                "the board goes from {} to {}",
                Place::square(1, 1).name(),
                self.places.last().name()
            )));
        }
        found
    }

    /// The sites that a node lists, as a set.
    pub(super) fn set(&self, key: &str, node: &Node, board: &Board, out: &mut Found) -> SiteSet {
        let mut set = SiteSet::empty(board.sites.len());
        for place in self.list(key, node, out).into_iter().flat_map(|named| named.places) {
            if let Some(site) = self.places.site(place) {
                set.insert(site);
            }
        }
        set
    }
}

/// `[regions]`, in order. A region with a mistake in its sites is still declared.
pub(super) fn regions<'a>(
    top: &'a Table,
    roles: &Roles,
    board: &Board,
    places: &Places,
    names: &mut Names<'a>,
    out: &mut Found,
) -> Vec<Region> {
    let mut regions = Vec::new();
    let Some(listed) = section(top, "regions", out) else { return regions };
    too_many("regions", listed.len(), 100, top["regions"].key, out);
    let reading = Reading { places, board: Some(board) };
    for (name, entry) in listed.iter().take(100) {
        names.declare("a region", name, entry.key, out);
        let before = out.len();
        let sites = match &entry.value.value {
            Value::Table(shares) => {
                let mut sets = vec![SiteSet::empty(board.sites.len()); roles.sides.len()];
                for (role, share) in shares {
                    if let Some(side) = roles.side_or_say(role, share.key, out) {
                        sets[side.index()].unite(&reading.set(name, &share.value, board, out));
                    }
                }
                RegionSites::BySide(sets)
            }
            _ => RegionSites::Same(reading.set(name, &entry.value, board, out)),
        };
        let is_empty = match &sites {
            RegionSites::Same(set) => set.is_empty(),
            RegionSites::BySide(sets) => sets.iter().all(SiteSet::is_empty),
        };
        if is_empty && out.len() == before {
            out.push(Diagnostic::warning("W0851", entry.value.span, format!("`{name}` has no site that is played on")));
        }
        regions.push(Region { name: name.clone(), sites });
    }
    regions
}
