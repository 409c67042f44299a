//! The compass directions of square and hexagonal boards.

/// Name, (files, ranks) added by a step, vector as drawn, whether orthogonal. Clockwise: the opposite is half the list further
/// on.
pub(super) type Compass = &'static [(&'static str, (i32, i32), (i8, i8), bool)];

pub(super) const EIGHT: Compass = &[
    ("north", (0, 1), (0, 1), true),
    ("northeast", (1, 1), (1, 1), false),
    ("east", (1, 0), (1, 0), true),
    ("southeast", (1, -1), (1, -1), false),
    ("south", (0, -1), (0, -1), true),
    ("southwest", (-1, -1), (-1, -1), false),
    ("west", (-1, 0), (-1, 0), true),
    ("northwest", (-1, 1), (-1, 1), false),
];

/// Each row is drawn half a cell to the right of the row below, so the drawn vectors count half cells to the right.
pub(super) const SIX: Compass = &[
    ("northeast", (0, 1), (1, 1), true),
    ("east", (1, 0), (2, 0), true),
    ("southeast", (1, -1), (1, -1), true),
    ("southwest", (0, -1), (-1, -1), true),
    ("west", (-1, 0), (-2, 0), true),
    ("northwest", (-1, 1), (-1, 1), true),
];
