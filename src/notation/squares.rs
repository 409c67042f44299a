//! Names of squares and points: `c3`, `c3*`, or PDN numbers.

use rustc_hash::FxHashMap;

use super::error::{At, Error};
use crate::model::{Equipment, SiteId};

/// How a site is called in texts of this variant: its number where the file's notation says numbers, else `c3` or `c3*`.
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
/// Both ways of naming are always understood, since no number looks like a name; letters may be small or capital.
#[derive(Clone, Debug)]
pub struct Index<'a> {
    equipment: &'a Equipment,
    named: FxHashMap<&'a str, SiteId>,
    numbered: FxHashMap<u16, SiteId>,
}

impl<'a> Index<'a> {
    /// Of the sites of a board.
    pub fn new(equipment: &'a Equipment) -> Index<'a> {
        let sites = || equipment.board.sites.iter().enumerate();
        Index {
            equipment,
            named: sites().map(|(i, site)| (site.name.as_str(), SiteId(i as u16))).collect(),
            numbered: sites().filter_map(|(i, site)| Some((site.number?, SiteId(i as u16)))).collect(),
        }
    }

    /// The site, if the text names one.
    pub fn find(&self, text: &str) -> Option<SiteId> {
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.numbered.get(&text.parse().ok()?).copied();
        }
        let exact = self.named.get(text);
        exact.or_else(|| self.named.get(text.to_ascii_lowercase().as_str())).copied()
    }

    /// The site, or an error that says what there is.
    pub fn site(&self, text: &str, at: At) -> Result<SiteId, Error> {
        self.find(text).ok_or_else(|| {
            let problem = match self.coordinates(text) {
                Some(true) => format!("`{text}` is not a square of play"),
                Some(false) => format!("`{text}` is not on the board"),
                None => format!("`{text}` is not a square"),
            };
            Error::new(at, problem).accepting(self.range())
        })
    }

    /// What names there are, in a line: `1 to 32 or a1 to h8`.
    pub fn range(&self) -> String {
        let board = &self.equipment.board;
        let letter = (b'a' + board.files.clamp(1, 26) - 1) as char;
        let names = format!("a1 to {letter}{}", board.ranks);
        match self.numbered.keys().max() {
            Some(last) => format!("1 to {last}, or {names}"),
            None => names,
        }
    }

    /// Whether a text that is no site looks like one that lies within the frame of the board.
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
        check("a2", "`a2` is not a square of play");
        check("i1", "`i1` is not on the board");
        check("33", "`33` is not on the board");
        check("99999999", "`99999999` is not on the board");
        check("", "`` is not a square");
        check("é4", "`é4` is not a square");
    }
}
