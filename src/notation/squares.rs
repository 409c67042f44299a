//! Names of squares and points: `c3`, `c3*`, or PDN numbers.

use rustc_hash::FxHashMap;

use super::error::{At, Error};
use crate::model::board::{Site, SiteClass};
use crate::model::{Equipment, SiteId};

/// The maximum number of missing squares that an error lists by name.
const MOST_HOLES: usize = 6;

/// The name of a site in texts of this variant: its number where the file's notation says numbers, else `c3` or `c3*`.
pub fn name(equipment: &Equipment, site: SiteId) -> String {
    match equipment.board.sites.get(site.index()) {
        Some(place) => match place.number {
            Some(number) if equipment.notation.numbers => number.to_string(),
            _ => place.name.clone(),
        },
        None => "?".to_string(),
    }
}

/// Finds sites by name or number.
///
/// Both forms are always understood, since no number looks like a name; letters may be lower or upper case.
#[derive(Clone, Debug)]
pub struct Index<'a> {
    equipment: &'a Equipment,
    named: FxHashMap<&'a str, SiteId>,
    numbered: FxHashMap<u16, SiteId>,
}

impl<'a> Index<'a> {
    /// An index of the sites of a board.
    pub fn new(equipment: &'a Equipment) -> Index<'a> {
        let sites = || equipment.board.sites.iter().enumerate();
        Index {
            equipment,
            named: sites().map(|(i, site)| (site.name.as_str(), SiteId(i as u16))).collect(),
            numbered: sites().filter_map(|(i, site)| Some((site.number?, SiteId(i as u16)))).collect(),
        }
    }

    /// The equipment that the sites belong to.
    pub fn equipment(&self) -> &'a Equipment {
        self.equipment
    }

    /// The site that the text names, if any.
    pub fn find(&self, text: &str) -> Option<SiteId> {
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.numbered.get(&text.parse().ok()?).copied();
        }
        let exact = self.named.get(text);
        exact.or_else(|| self.named.get(text.to_ascii_lowercase().as_str())).copied()
    }

    /// The site that the text names, or an error that describes the accepted names.
    pub fn site(&self, text: &str, at: At) -> Result<SiteId, Error> {
        self.find(text).ok_or_else(|| {
            let problem = match self.coordinates(text) {
                Some(true) => match self.other_colour(text) {
                    Some((this, played)) => {
                        format!("`{text}` is not a square of play: it is {this}, and only {played} squares are played on")
                    }
                    None => format!("there is no square `{text}` on this board"),
                },
                Some(false) => format!("`{text}` is not on the board"),
                None => format!("`{text}` is not a square"),
            };
            Error::new(at, problem).accepting(self.range())
        })
    }

    /// The accepted names in a line: `1 to 32, or a1 to h8`, with the first and the last existing square. Where these do not
    /// show the extent of the board, as on hexagons: `ranks 1 to 9 of files a to i, such as e1`.
    pub fn range(&self) -> String {
        let mut squares: Vec<&Site> = self.squares().collect();
        squares.sort_by_key(|site| (site.rank, site.file));
        let names = match (squares.first(), squares.last()) {
            (Some(first), Some(last)) => {
                let files = || self.squares().map(|site| site.file);
                let (left, right) = (files().min().unwrap_or(1), files().max().unwrap_or(1));
                let no_squares = self.holes(first, last);
                if first.file <= left + 1 && right <= last.file + 1 {
                    format!("{} to {}{no_squares}", first.name, last.name)
                } else {
                    let letter = |file: u8| char::from(b'a' + file - 1);
                    let (left, right) = (letter(left), letter(right));
                    format!("ranks {} to {} of files {left} to {right}, such as {}", first.rank, last.rank, first.name)
                }
            }
            _ => "no square".to_owned(),
        };
        match self.numbered.keys().max() {
            Some(last) => format!("1 to {last}, or {names}"),
            None => names,
        }
    }

    /// `, but for d4 and e5, which are no squares`, if few squares are missing from a board that uses both colours.
    fn holes(&self, first: &Site, last: &Site) -> String {
        let dark = |site: &Site| (site.file + site.rank).is_multiple_of(2);
        if self.squares().all(dark) || !self.squares().any(dark) {
            return String::new();
        }
        let there: Vec<(u8, u8)> = self.squares().map(|site| (site.file, site.rank)).collect();
        let (left, right) = (first.file.min(last.file), first.file.max(last.file));
        let all = (first.rank..=last.rank).flat_map(|rank| (left..=right).map(move |file| (file, rank)));
        let missing: Vec<String> =
            all.filter(|at| !there.contains(at)).map(|(file, rank)| format!("{}{rank}", char::from(b'a' + file - 1))).collect();
        match &missing[..] {
            [] => String::new(),
            [one] => format!(", but for {one}, which is no square"),
            [most @ .., last] if missing.len() <= MOST_HOLES => {
                format!(", but for {} and {last}, which are no squares", most.join(", "))
            }
            _ => ", but for some between that are no squares".to_owned(),
        }
    }

    fn squares(&self) -> impl Iterator<Item = &Site> {
        self.equipment.board.sites.iter().filter(|site| site.class == SiteClass::Square)
    }

    /// The colour of a square that is not played on and the colour of all squares of play, if these differ.
    fn other_colour(&self, text: &str) -> Option<(&'static str, &'static str)> {
        let colour = |file: u32, rank: u32| if (file + rank).is_multiple_of(2) { "dark" } else { "light" };
        let mut colours = self.squares().map(|site| colour(u32::from(site.file), u32::from(site.rank)));
        let played = colours.next()?;
        let file = u32::from(text.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?) + 1;
        let this = colour(file, text.get(1..)?.parse().ok()?);
        (this != played && colours.all(|one| one == played)).then_some((this, played))
    }

    /// Whether coordinates that name no site are within the frame of the board; none if the text does not look like
    /// coordinates.
    fn coordinates(&self, text: &str) -> Option<bool> {
        let lower = text.to_ascii_lowercase();
        let name = lower.strip_suffix('*').unwrap_or(&lower);
        let mut letters = name.chars();
        match letters.next()? {
            digit if digit.is_ascii_digit() => name.bytes().all(|b| b.is_ascii_digit()).then_some(false),
            letter if letter.is_ascii_lowercase() => {
                let rank: u32 = letters.as_str().parse().ok()?;
                let file = letter as u32 - 'a' as u32 + 1;
                let board = &self.equipment.board;
                Some(file <= u32::from(board.files) && (1..=u32::from(board.ranks)).contains(&rank))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn both_names_are_understood() {
        let english = samples::draughts();
        let index = Index::new(&english);
        let site = index.find("b8").unwrap();
        assert_eq!((name(&english, site).as_str(), index.find("1"), index.find("B8")), ("1", Some(site), Some(site)));
        let points = samples::points();
        let index = Index::new(&points);
        assert_eq!(name(&points, index.find("C3*").unwrap()), "c3*");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let english = samples::draughts();
        let check = |text: &str, expected: &str| {
            let error = Index::new(&english).site(text, At::Whole).unwrap_err();
            assert_eq!(error.to_string(), format!("{expected} (accepted: 1 to 32, or a1 to h8)"));
        };
        check("a2", "`a2` is not a square of play: it is light, and only dark squares are played on");
        check("i1", "`i1` is not on the board");
        check("33", "`33` is not on the board");
        check("99999999", "`99999999` is not on the board");
        check("", "`` is not a square");
        // What is accepted exists, and missing corners are not named.
        let mut corners = samples::quarters();
        corners.board.sites.retain(|site| !matches!(site.name.as_str(), "a1" | "h8"));
        let error = Index::new(&corners).site("a1", At::Whole).unwrap_err().to_string();
        assert_eq!(error, "there is no square `a1` on this board (accepted: 1 to 64, or b1 to g8)");
        check("é4", "`é4` is not a square");
        // A missing square between others is named.
        let mut well = samples::quarters();
        well.board.sites.retain(|site| !matches!(site.name.as_str(), "d4" | "e5"));
        let error = Index::new(&well).site("d4", At::Whole).unwrap_err().to_string();
        assert!(error.ends_with("or a1 to h8, but for d4 and e5, which are no squares)"), "{error}");
        // The first square of a hexagon is not at its left, nor the last one at its right.
        let mut hexagon = samples::quarters();
        hexagon.board.sites.retain(|site| (6..=12).contains(&(site.file + site.rank)));
        let error = Index::new(&hexagon).site("z1", At::Whole).unwrap_err().to_string();
        assert_eq!(error, "`z1` is not on the board (accepted: 1 to 64, or ranks 1 to 8 of files a to h, such as e1)");
    }
}
