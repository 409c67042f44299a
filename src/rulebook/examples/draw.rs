//! Boards in letters and as pictures.

use super::super::pages::Figure;
use super::super::prose::{capital, spoken};
use crate::engine::Move;
use crate::engine::moves::{Chosen, Deed};
use crate::model::{Equipment, Setup, SiteId};
use crate::notation::{Terms, diagram, svg};

/// What is marked on a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// Sites where a piece may go.
    pub(super) dots: Vec<SiteId>,
    /// From which site to which something moves.
    pub(super) arrows: Vec<(SiteId, SiteId)>,
    /// Sites of taken pieces.
    pub(super) crosses: Vec<SiteId>,
    /// Sites that are chosen, and sites of new pieces.
    pub(super) frames: Vec<SiteId>,
}

/// A board with its marks.
pub(super) fn figure(equipment: &Equipment, setup: &Setup, marks: &Marks, caption: String) -> Figure {
    let options = svg::Options {
        highlight: &marks.frames,
        arrows: &marks.arrows,
        dots: &marks.dots,
        crosses: &marks.crosses,
        bare: true,
        ..svg::Options::default()
    };
    let mut signs: Vec<(SiteId, char)> = marks.crosses.iter().map(|site| (*site, '!')).collect();
    let rest = marks.dots.iter().chain(marks.arrows.iter().map(|(_, to)| to)).chain(&marks.frames);
    signs.extend(rest.map(|site| (*site, '*')));
    Figure {
        text: diagram::signed(equipment, setup, false, &signs),
        svg: svg::render(&Terms { equipment, stored: &[], lines: &[] }, setup, &options),
        caption: capital(&spoken_caption(&caption)),
    }
}

/// Captions contain names, whose hyphens become spaces.
fn spoken_caption(caption: &str) -> String {
    let words =
        caption.split(' ').map(|word| if word.chars().any(|c| c.is_ascii_digit()) { word.to_owned() } else { spoken(word) });
    words.collect::<Vec<_>>().join(" ")
}

/// The marks that show a move.
pub(super) fn of_move(mv: &Move, taken: Vec<SiteId>) -> Marks {
    let mut marks = Marks { crosses: taken, ..Marks::default() };
    for deed in &mv.deeds {
        match deed {
            Deed::Leg { from, to, .. } if from != to => marks.arrows.push((*from, *to)),
            Deed::Placed(site) => marks.frames.push(*site),
            Deed::Chosen(_, things) => marks.frames.extend(things.iter().filter_map(|thing| match thing {
                Chosen::Site(site) | Chosen::Piece(site) => Some(*site),
                _ => None,
            })),
            _ => {}
        }
    }
    if marks.arrows.is_empty() {
        marks.frames.extend(mv.from());
    }
    marks.frames.dedup();
    marks
}
