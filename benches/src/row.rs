//! What the table of speed has.

use std::rc::Rc;

use super::work::Work;

/// A row of the table.
pub struct Row {
    /// What it is asked for by.
    pub name: &'static str,
    /// What is measured; it is made, and its numbers compared, when somebody asks.
    pub figures: fn() -> Vec<Figure>,
}

/// What is told of a row.
pub enum Figure {
    /// How many times as fast something is as something else, and how many are wanted.
    Ratio(Rc<Work>, Rc<Work>, Option<f64>),
    /// How many milliseconds something takes, and how many it may.
    Time(Rc<Work>, Option<f64>),
}

impl Figure {
    /// What is done for it.
    pub fn works(&self) -> impl Iterator<Item = &Rc<Work>> {
        let (one, other) = match self {
            Figure::Ratio(one, other, _) => (one, Some(other)),
            Figure::Time(one, _) => (one, None),
        };
        std::iter::once(one).chain(other)
    }
}
