//! Gauges: counters and piles of a side, by how far each has come.

use crate::engine::Line;
use crate::model::equipment::{PileHolds, PileOwner};
use crate::model::expr::Type;
use crate::model::rules::{StoredOf, StoredType};
use crate::model::{PlayerId, SideId, StoredId};
use crate::program::Program;

/// A counter, clock or pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gauge {
    what: What,
    /// It belongs to the first side.
    pub(super) of_first: bool,
    /// The least value, and the size of a step.
    least: i64,
    step: i64,
    /// The number of steps; greater values count as the last step.
    pub(super) steps: usize,
    /// The number of its first step in the plan.
    pub(super) first: usize,
    /// Its name in files.
    pub(super) name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Stored(StoredId, usize),
    Pile(usize),
}

/// Most steps of a gauge.
const MOST_STEPS: i64 = 16;

impl Gauge {
    /// The step that it has reached.
    #[inline]
    pub(super) fn read(&self, line: &impl Line) -> usize {
        let value = match self.what {
            What::Stored(stored, owner) => line.stored(stored, owner),
            What::Pile(pile) => line.lying(pile),
        };
        (((value - self.least) / self.step).max(0) as usize).min(self.steps - 1)
    }
}

/// All counters, clocks and piles that belong to one of the two sides. `take` takes that many numbers and returns the first. If
/// the sides are equivalent, both share their numbers.
pub(super) fn gauges(program: &Program, two: [SideId; 2], alike: bool, take: &mut dyn FnMut(usize) -> usize) -> Vec<Gauge> {
    let equipment = &program.equipment;
    let side_of = |player: usize| equipment.players[player].side;
    let mut gauges: Vec<Gauge> = Vec::new();
    let mut add = |what: What, name: &str, side: SideId, least: i64, most: i64| {
        let range = most.saturating_sub(least).max(0);
        let step = range / MOST_STEPS + 1;
        let steps = (range / step + 1) as usize;
        let name = if alike { name.to_owned() } else { format!("{name} of {}", equipment.sides[side.index()].name) };
        let known = gauges.iter().find(|gauge| gauge.name == name).map(|gauge| gauge.first);
        let first = known.unwrap_or_else(|| take(steps));
        gauges.push(Gauge { what, of_first: side == two[0], least, step, steps, first, name });
    };
    for (place, stored) in program.stored.iter().enumerate().filter(|(_, stored)| stored.of != StoredOf::Position) {
        let (least, most) = match stored.holds {
            StoredType::Number { least, greatest, .. } => (least, greatest),
            StoredType::Set(Type::Truth) => (0, 1),
            StoredType::Set(_) => continue,
        };
        for owner in 0..program.layout.stored[place].owners {
            let side = if stored.of == StoredOf::Player { side_of(owner) } else { SideId(owner as u8) };
            if two.contains(&side) {
                add(What::Stored(StoredId(place as _), owner), &stored.name, side, least, most);
            }
        }
    }
    for (place, cells) in program.layout.piles.iter().enumerate() {
        let pile = &equipment.piles[cells.pile.pile.index()];
        let owner = usize::from(cells.pile.owner);
        let side = match pile.of {
            PileOwner::Common => continue,
            PileOwner::One(PlayerId(player)) => side_of(player.into()),
            PileOwner::EachPlayer => side_of(owner),
            PileOwner::EachSide => SideId(owner as u8),
        };
        let most = match pile.holds {
            PileHolds::Token(token) => {
                equipment.tokens[token.index()].classes.iter().map(|class| i64::from(class.copies)).sum()
            }
            _ => all_pieces(program),
        };
        if two.contains(&side) {
            add(What::Pile(place), &pile.name, side, 0, most);
        }
    }
    gauges
}

/// The number of pieces at the beginning of a game, those in piles included.
fn all_pieces(program: &Program) -> i64 {
    let start = &program.start;
    let board = start.board.iter().map(|(_, tower)| tower.len()).sum::<usize>();
    (board + start.piles.iter().map(|(_, items)| items.len()).sum::<usize>()) as i64
}
