//! The board in the cells of a terminal: where each square lies, which one is pointed at, and which lies next to another.

use draughtsman::model::{Equipment, Setup, SiteId};
use draughtsman::notation::plan::Way;
use draughtsman::notation::{diagram, plan};
use ratatui::layout::Rect;

/// A board that is drawn somewhere.
pub(super) struct Pane {
    drawn: plan::Plan,
    /// Rows of the terminal for a line of the board.
    stretch: usize,
    /// What is to be seen of it.
    area: Rect,
    /// The column and the row that are seen first.
    first: (usize, usize),
}

impl Pane {
    /// A board within an area, so that a square can be seen.
    pub(super) fn new(
        equipment: &Equipment,
        setup: &Setup,
        flip: bool,
        signs: &dyn Fn(SiteId) -> Option<(char, char)>,
        area: Rect,
        seen: SiteId,
    ) -> Pane {
        let drawn = diagram::plan(equipment, setup, flip, signs);
        let rows = usize::from(area.height);
        let stretch = if drawn.is_dense && 2 * drawn.lines.len() <= rows + 1 { 2 } else { 1 };
        let mut pane = Pane { drawn, stretch, area, first: (0, 0) };
        let (x, y) = pane.place(seen);
        // Half a screen before it, where not all can be seen.
        let first = |at: usize, all: usize, room: u16| {
            let room = usize::from(room);
            if all <= room { 0 } else { at.saturating_sub(room / 2).min(all - room) }
        };
        pane.first = (first(x, pane.columns(), area.width), first(y, pane.rows(), area.height));
        pane
    }

    /// Columns that it takes, whatever stands there.
    fn columns(&self) -> usize {
        let sites = self.drawn.places.iter().map(|place| place.0 + self.drawn.width);
        self.drawn.lines.iter().map(|line| line.chars().count()).chain(sites).max().unwrap_or(0)
    }

    /// Columns of it that are seen.
    pub(super) fn seen(&self) -> u16 {
        self.columns().min(self.area.width.into()) as u16
    }

    fn rows(&self) -> usize {
        self.stretch * (self.drawn.lines.len() - 1) + 1
    }

    fn place(&self, site: SiteId) -> (usize, usize) {
        let (x, y) = self.drawn.places.get(site.index()).copied().unwrap_or_default();
        (x, self.stretch * y)
    }

    /// The lines that are to be seen, each with its row on the screen.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u16, String)> + '_ {
        self.drawn.lines.iter().enumerate().filter_map(|(i, line)| {
            let row = self.row(self.stretch * i)?;
            Some((row, line.chars().skip(self.first.0).take(self.area.width.into()).collect()))
        })
    }

    fn row(&self, row: usize) -> Option<u16> {
        let row = u16::try_from(row.checked_sub(self.first.1)?).ok()?;
        (row < self.area.height).then_some(self.area.y + row)
    }

    /// Where a square lies on the screen, as far as it can be seen.
    pub(super) fn cell(&self, site: SiteId) -> Option<Rect> {
        let (x, y) = self.place(site);
        let column = u16::try_from(x.checked_sub(self.first.0)?).ok()?;
        let width = (self.drawn.width as u16).min(self.area.width.checked_sub(column)?);
        (width > 0).then_some(Rect::new(self.area.x + column, self.row(y)?, width, 1))
    }

    fn sites(&self) -> impl Iterator<Item = SiteId> + use<> {
        (0..self.drawn.places.len()).map(|i| SiteId(i as u16))
    }

    /// The square at a place of the screen; the row below belongs to it where lines are stretched.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<SiteId> {
        let high = self.stretch as u16;
        self.sites().find(|site| {
            self.cell(*site)
                .is_some_and(|cell| (cell.x..cell.right()).contains(&column) && (cell.y..cell.y + high).contains(&row))
        })
    }

    /// The next square that way, of those nearest to a column.
    pub(super) fn beside(&self, from: SiteId, way: Way, column: usize) -> SiteId {
        self.drawn.beside(from, way, column)
    }

    /// The column at which a square stands.
    pub(super) fn column(&self, site: SiteId) -> usize {
        self.drawn.column(site)
    }
}
