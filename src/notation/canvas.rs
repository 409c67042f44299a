//! The character grid of a text board: the distances between sites, and the strokes between them.

use super::layout::Layout;
use crate::model::Equipment;
use crate::model::board::Drawing;

/// Converts half steps into columns and rows. A half step is half the distance of two neighbouring squares.
pub(super) struct Canvas {
    /// Columns between neighbouring files.
    pub(super) pitch: usize,
    /// Half steps per row.
    pub(super) row: usize,
    /// Columns of a site.
    pub(super) widest: usize,
}

impl Canvas {
    /// A canvas with comfortable distances between sites.
    pub(super) fn new(layout: &Layout, cells: &[String], drawing: Drawing, points: bool) -> Canvas {
        let widest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1);
        let spread = points || drawing == Drawing::Lines;
        // Sites half a step apart in neighbouring rows may not touch; sites in the same row always have a blank between them.
        let apart = layout.places.windows(2).any(|pair| pair[0].1 == pair[1].1 && (pair[0].0 - pair[1].0).abs() == 1);
        let column = if apart || spread { widest + 1 } else { widest.div_ceil(2).max(1) };
        let column = if !spread && widest.is_multiple_of(2) && !apart { widest / 2 + 1 } else { column };
        Canvas { pitch: 2 * column, row: if spread { 1 } else { 2 }, widest }
    }

    /// The least pitch at which no two sites of a row overlap and no stroke is covered by a site. `inset` is the column of a
    /// cell at which its content begins.
    pub(super) fn least_pitch(&self, layout: &Layout, drawing: Drawing, inset: usize) -> usize {
        let mut places: Vec<(i32, i32)> = layout.places.iter().map(|(x, y)| (*y, *x)).collect();
        places.sort_unstable();
        let gaps = places.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[0].1.abs_diff(pair[1].1) as usize);
        let apart = gaps.filter(|gap| *gap > 0).min().map_or(2, |gap| (2 * self.widest).div_ceil(gap)).max(2);
        let strokes = if drawing == Drawing::Lines { (2 * (self.widest - inset)).max(2 * inset + 1) } else { 0 };
        apart.max(strokes).min(self.pitch)
    }

    pub(super) fn at(&self, (x, y): (i32, i32)) -> (usize, usize) {
        (x.max(0) as usize * self.pitch / 2, y.max(0) as usize / self.row)
    }

    pub(super) fn blank(&self, layout: &Layout) -> Vec<Vec<char>> {
        let (width, height) = self.at((layout.size.0 - 1, layout.size.1 - 1));
        vec![vec![' '; width + self.widest]; if layout.places.is_empty() { 0 } else { height + 1 }]
    }
}

pub(super) fn write_at(rows: &mut [Vec<char>], x: usize, y: usize, text: &str) {
    let Some(row) = rows.get_mut(y) else { return };
    for (cell, c) in row.iter_mut().skip(x).zip(text.chars()) {
        *cell = c;
    }
}

/// Draws the strokes between neighbours of a board of lines.
pub(super) fn draw_lines(equipment: &Equipment, layout: &Layout, canvas: &Canvas, rows: &mut [Vec<char>], inset: usize) {
    for steps in &equipment.board.steps {
        for (from, to) in layout.places.iter().zip(steps) {
            let Some(to) = to.and_then(|to| layout.places.get(to.index())) else { continue };
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            if dx.abs() > 2 || dy.abs() > 2 {
                continue;
            }
            let (x, y) = canvas.at((from.0 + dx / 2, from.1 + dy / 2));
            let Some(spot) = rows.get_mut(y).and_then(|row| row.get_mut(x + inset)) else { continue };
            let stroke = match (dx.signum(), dy.signum()) {
                (_, 0) => '-',
                (0, _) => '|',
                (a, b) if a == b => '\\',
                _ => '/',
            };
            *spot = if matches!((*spot, stroke), ('\\', '/') | ('/', '\\') | ('X', _)) { 'X' } else { stroke };
        }
    }
}
