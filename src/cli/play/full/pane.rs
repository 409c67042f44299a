//! The board in the cells of a terminal: where each square is, which square is at a cell, and which is next to another.

use draughtsman::model::{Equipment, Setup, SiteId};
use draughtsman::notation::plan::Way;
use draughtsman::notation::{diagram, plan};
use ratatui::layout::Rect;

/// Columns reserved beside the board: usually, and if the board does not fit otherwise. At most half of the screen is
/// reserved.
const BESIDE: [u16; 2] = [20, 18];

/// Rows reserved below a board that is too wide for anything beside it.
const BELOW: u16 = 6;

/// A board in an area of the screen.
pub(super) struct Pane {
    drawn: plan::Plan,
    /// Rows of the terminal for each line of the board.
    stretch: usize,
    /// The area in which it is visible.
    area: Rect,
    /// The first column and the first row of the board that are visible.
    first: (usize, usize),
    /// Whether everything else is below it, and not beside it.
    is_above: bool,
}

impl Pane {
    /// Fits a board into an area, with room for something else beside or below it, so that the square `seen` is visible.
    pub(super) fn new(
        equipment: &Equipment,
        setup: &Setup,
        flip: bool,
        signs: &dyn Fn(SiteId) -> Option<(char, char)>,
        area: Rect,
        seen: SiteId,
    ) -> Pane {
        let within = |columns: u16| diagram::plan_within(equipment, setup, flip, signs, columns.into());
        let above = rows_above(&within(0), area);
        let rooms = above.map_or_else(|| rooms_beside(area.width), |_| [area.width; 2]);
        let (drawn, width) = fitted(rooms, &within);
        let area = Rect { width, height: above.unwrap_or(area.height), ..area };
        let rows = usize::from(area.height);
        let stretch = if drawn.is_dense && 2 * drawn.lines.len() <= rows + 1 { 2 } else { 1 };
        let mut pane = Pane { drawn, stretch, area, first: (0, 0), is_above: above.is_some() };
        let (x, y) = pane.place(seen);
        // Where not everything is visible, `at` is in the middle.
        let first = |at: usize, all: usize, room: u16| {
            let room = usize::from(room);
            if all <= room { 0 } else { at.saturating_sub(room / 2).min(all - room) }
        };
        pane.first = (first(x, pane.columns(), area.width), first(y, pane.rows(), area.height));
        pane
    }

    /// Columns of the whole board, visible or not.
    fn columns(&self) -> usize {
        self.drawn.columns()
    }

    /// The directions in which the board goes on beyond what is visible.
    pub(super) fn more(&self) -> Vec<Way> {
        let (right, below) = (self.first.0 + usize::from(self.area.width), self.first.1 + usize::from(self.area.height));
        let sides = [
            (self.first.0 > 0, Way::Left),
            (right < self.columns(), Way::Right),
            (self.first.1 > 0, Way::Up),
            (below < self.rows(), Way::Down),
        ];
        sides.into_iter().filter_map(|(is_more, way)| is_more.then_some(way)).collect()
    }

    /// What is left of the area for everything else.
    pub(super) fn left_of(&self, area: Rect) -> Rect {
        if self.is_above {
            let rows = self.area.height.min(area.height);
            return Rect { y: area.y + rows, height: area.height - rows, ..area };
        }
        let seen = self.columns().min(self.area.width.into()) as u16;
        let columns = (seen + 2).min(area.width);
        Rect { x: area.x + columns, width: area.width - columns, ..area }
    }

    fn rows(&self) -> usize {
        self.stretch * (self.drawn.lines.len() - 1) + 1
    }

    fn place(&self, site: SiteId) -> (usize, usize) {
        let (x, y) = self.drawn.places.get(site.index()).copied().unwrap_or_default();
        (x, self.stretch * y)
    }

    /// The visible lines, each with its row on the screen.
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

    /// The cells of a square on the screen, if all of it is visible.
    pub(super) fn cell(&self, site: SiteId) -> Option<Rect> {
        self.seen_of(site).filter(|cell| usize::from(cell.width) == self.drawn.width)
    }

    /// The visible cells of a square that is not entirely visible.
    pub(super) fn rest(&self, site: SiteId) -> Option<Rect> {
        self.seen_of(site).filter(|cell| usize::from(cell.width) < self.drawn.width)
    }

    fn seen_of(&self, site: SiteId) -> Option<Rect> {
        let (x, y) = self.place(site);
        let (left, right) = (self.first.0, self.first.0 + usize::from(self.area.width));
        let (from, to) = (x.max(left), (x + self.drawn.width).min(right));
        let width = u16::try_from(to.checked_sub(from)?).ok()?;
        (width > 0).then_some(Rect::new(self.area.x + u16::try_from(from - left).ok()?, self.row(y)?, width, 1))
    }

    fn sites(&self) -> impl Iterator<Item = SiteId> + use<> {
        (0..self.drawn.places.len()).map(|i| SiteId(i as u16))
    }

    /// The square at a cell of the screen. Where lines are stretched, the row below belongs to it too.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<SiteId> {
        let high = self.stretch as u16;
        self.sites().find(|site| {
            self.cell(*site)
                .is_some_and(|cell| (cell.x..cell.right()).contains(&column) && (cell.y..cell.y + high).contains(&row))
        })
    }

    /// The next square in a direction, of those nearest to a column.
    pub(super) fn beside(&self, from: SiteId, way: Way, column: usize) -> SiteId {
        self.drawn.beside(from, way, column)
    }

    /// The column of a square.
    pub(super) fn column(&self, site: SiteId) -> usize {
        self.drawn.column(site)
    }
}

/// The columns for a board, if something else has room beside it.
fn rooms_beside(columns: u16) -> [u16; 2] {
    BESIDE.map(|beside| columns - beside.min(columns / 2))
}

/// The number of rows of a board for which there is room only if everything else is below it, and if there is room for that;
/// with stretched lines if possible.
fn rows_above(closest: &plan::Plan, area: Rect) -> Option<u16> {
    let lines = u16::try_from(closest.lines.len()).ok()?;
    let has_room = rooms_beside(area.width).iter().any(|room| closest.columns_of_sites() <= usize::from(*room));
    let rows = [2 * lines - 1, lines].into_iter().find(|rows| rows + BELOW <= area.height);
    rows.filter(|_| !has_room && lines > 0)
}

/// A board that fits into one of these widths, and that width: with its usual columns, or closer; else without the numbers at
/// the right; if nothing of that helps, as close as possible.
fn fitted(rooms: [u16; 2], within: &dyn Fn(u16) -> plan::Plan) -> (plan::Plan, u16) {
    for room in rooms {
        let plan = within(room);
        if plan.columns() <= room.into() {
            return (plan, room);
        }
    }
    let mut plan = within(0);
    let sites = plan.columns_of_sites();
    plan.lines = plan.lines.iter().map(|line| line.chars().take(sites).collect()).collect();
    let room = rooms.into_iter().find(|room| sites <= usize::from(*room)).unwrap_or(rooms[1]);
    (plan, room)
}
