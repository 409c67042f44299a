//! What follows positions: those of material that is solved already are looked up, the others noted.

use smallvec::SmallVec;

use super::{CHUNK, Retrograde, Unfinished};
use crate::agents::known::placed;
use crate::endgames::{Material, Placed, Value};
use crate::engine::{Line, Look, Standing};
use crate::model::{KindId, SideId};

/// What one option takes while positions are solved.
pub(super) const BYTES_AN_OPTION: u64 = size_of::<u32>() as u64;
/// Positions of which the options are counted to tell how much room they take.
const SAMPLES: u64 = 200;
/// Nothing is known so soon.
pub(super) const NEVER: u16 = u16::MAX;

/// Why positions are not expanded.
pub(super) enum Stop {
    /// Positions of this material must be solved before.
    Missing(Material),
    /// The line is [lost](Line::lost).
    Lost,
    Unfinished(Unfinished),
}

impl From<Unfinished> for Stop {
    fn from(why: Unfinished) -> Stop {
        Stop::Unfinished(why)
    }
}

/// Positions with successive numbers, of the first and of the second to move each.
pub(super) struct Chunk {
    /// Numbers for which pieces can stand so.
    pub(super) placements: u64,
    pub(super) nodes: Vec<Node>,
    /// Positions that follow, by their places among all that are solved together.
    pub(super) follow: Vec<u32>,
}

/// A position: what is known of it beforehand, and which others follow.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Where its first one stands in [`Chunk::follow`]; the last one is before the first of the next.
    pub(super) first: u32,
    /// In how many decisions it is won by options that are known already.
    pub(super) won: u16,
    /// After how many decisions all options that are known already have lost.
    pub(super) lost: u16,
    /// Nobody stands so, or an option that is known already draws.
    pub(super) nobody: bool,
    pub(super) draws: bool,
    /// It is over as it stands.
    pub(super) over: Option<Value>,
}

/// Expands a chunk.
pub(super) struct Expand<'e> {
    pub(super) of: &'e Retrograde<'e>,
    /// What is solved together, and the number with which each begins.
    pub(super) set: &'e [Material],
    pub(super) begins: &'e [u64],
    /// Of which of them the chunk is, and its first number there.
    pub(super) place: usize,
    pub(super) first: u64,
}

impl Look for Expand<'_> {
    type Found = Result<Chunk, Stop>;

    fn look<L: Line>(self, line: &mut L) -> Self::Found {
        let material = &self.set[self.place];
        let numbers = self.of.solved.grounds().numbers(material);
        let mut chunk = Chunk { placements: 0, nodes: Vec::with_capacity(2 * CHUNK as usize), follow: Vec::new() };
        let mut pieces = Vec::new();
        for number in self.first..self.first + CHUNK {
            let stands = number < numbers && self.of.solved.grounds().stand(material, number, &mut pieces);
            chunk.placements += u64::from(stands);
            for turn in 0..2 {
                let first = chunk.follow.len() as u32;
                let mut node = Node { first, won: NEVER, lost: 0, nobody: !stands, draws: false, over: None };
                if stands {
                    self.of.arrange(line, &pieces, turn);
                    self.node(line, turn, number, &mut node, &mut chunk.follow)?;
                }
                chunk.nodes.push(node);
            }
        }
        Ok(chunk)
    }
}

impl Expand<'_> {
    /// Notes what follows the position at which the line stands.
    fn node(&self, line: &mut impl Line, turn: u8, number: u64, node: &mut Node, follow: &mut Vec<u32>) -> Result<(), Stop> {
        if let Some(winners) = line.winners() {
            node.over = Some(self.of.over(winners, turn, 0));
            return Ok(());
        }
        let here = self.of.stands(line)?;
        if here != (self.set[self.place].clone(), number, turn) {
            // The turn has changed something, or passes by itself: the next decision is the only option.
            return self.follows(here, turn, node, follow);
        }
        line.mark();
        for option in 0..line.options() {
            line.play(option);
            match line.winners() {
                Some(winners) => node.knows(self.of.over(winners, turn, 1)),
                None => {
                    let next = self.of.stands(line)?;
                    self.follows(next, turn, node, follow)?;
                }
            }
            line.back();
        }
        line.unmark();
        Ok(())
    }

    /// Notes that a position follows.
    fn follows(
        &self,
        (material, number, next): (Material, u64, u8),
        turn: u8,
        node: &mut Node,
        follow: &mut Vec<u32>,
    ) -> Result<(), Stop> {
        if let Some(place) = self.set.iter().position(|one| *one == material) {
            follow.push((2 * (self.begins[place] + number)) as u32 + u32::from(next));
            return Ok(());
        }
        let known = self.of.solved.value_of(&material, number, next.into());
        let value = known.ok_or(Stop::Missing(material))?;
        node.knows(later(if next == turn { value } else { value.turned() }));
        Ok(())
    }
}

/// One decision before.
fn later(value: Value) -> Value {
    match value {
        Value::Drawn => Value::Drawn,
        Value::Won(plies) => Value::Won(plies.saturating_add(1)),
        Value::Lost(plies) => Value::Lost(plies.saturating_add(1)),
    }
}

impl Node {
    /// Notes what one option is worth.
    fn knows(&mut self, value: Value) {
        match value {
            Value::Drawn => self.draws = true,
            Value::Won(plies) => self.won = self.won.min(plies),
            Value::Lost(plies) => self.lost = self.lost.max(plies),
        }
    }
}

impl Retrograde<'_> {
    /// A line stands at a position.
    fn arrange(&self, line: &mut impl Line, pieces: &[Placed], turn: u8) {
        let standing = |piece: &Placed| Standing {
            side: SideId((usize::from(piece.board) / self.kinds) as u8),
            kind: KindId((usize::from(piece.board) % self.kinds) as u8),
            site: piece.site,
            under: None,
        };
        let pieces: SmallVec<[Standing; 8]> = pieces.iter().map(standing).collect();
        line.arrange(&pieces, turn);
    }

    /// Where a line stands: the material, the number, and the place in the turn order of who is to move.
    fn stands(&self, line: &impl Line) -> Result<(Material, u64, u8), Stop> {
        let nobody = || if line.lost() { Stop::Lost } else { Stop::Unfinished(Unfinished::Nobody) };
        let player = line.actor().ok_or_else(nobody)?;
        let mut pieces = placed(line, self.kinds);
        let (material, number) = self.solved.grounds().number(&mut pieces).ok_or(Stop::Unfinished(Unfinished::Beyond))?;
        let turn = self.program.equipment.turn_order.iter().position(|one| *one == player).unwrap_or(0);
        Ok((material, number, turn as u8))
    }

    /// What the end of a game, after so many decisions, is worth to who was to move.
    fn over(&self, winners: u8, turn: u8, plies: u16) -> Value {
        let won = |turn: usize| winners >> self.sides[turn].0 & 1 != 0;
        match (won(turn.into()), won(1 - usize::from(turn))) {
            (true, false) => Value::Won(plies),
            (false, true) => Value::Lost(plies),
            _ => Value::Drawn,
        }
    }
}

/// Counts options of some positions of a material, on average, up to one where the line is lost, and tells whether there is one.
pub(super) struct Sample<'s> {
    pub(super) of: &'s Retrograde<'s>,
    pub(super) material: &'s Material,
}

impl Look for Sample<'_> {
    type Found = (f64, bool);

    fn look<L: Line>(self, line: &mut L) -> Self::Found {
        let numbers = self.of.solved.grounds().numbers(self.material);
        let mut pieces = Vec::new();
        let (mut positions, mut options) = (0u64, 0u64);
        for sample in 0..SAMPLES.min(numbers) {
            let number = (u128::from(numbers) * u128::from(sample) / u128::from(SAMPLES.min(numbers))) as u64;
            if self.of.solved.grounds().stand(self.material, number, &mut pieces) {
                for turn in 0..2 {
                    self.of.arrange(line, &pieces, turn);
                    if line.lost() {
                        return (0.0, true);
                    }
                    positions += 1;
                    options += line.options() as u64;
                }
            }
        }
        (options as f64 / positions.max(1) as f64, false)
    }
}
