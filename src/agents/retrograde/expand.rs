//! Lists the successors of positions: those of solved material are looked up, the others noted.

use smallvec::SmallVec;

use super::{CHUNK, Retrograde, Unfinished};
use crate::agents::known::placed;
use crate::endgames::{Material, Placed, Value};
use crate::engine::{BoardPiece, Line, LineVisitor};
use crate::model::{KindId, SideId};

/// The bytes of a successor while positions are solved.
pub(super) const BYTES_AN_OPTION: u64 = size_of::<u32>() as u64;
/// The number of positions whose options are counted to estimate memory.
const SAMPLES: u64 = 200;
/// In [`Node::won`]: no option with a known value wins.
pub(super) const NEVER: u16 = u16::MAX;

/// Why positions could not be expanded.
pub(super) enum Stop {
    /// This material must be solved first.
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

/// Positions of successive placements, each with either player to move.
pub(super) struct Chunk {
    /// The number of placements that are possible: no two pieces share a site.
    pub(super) placements: u64,
    pub(super) nodes: Vec<Node>,
    /// The successors of all positions, by their index among all positions that are solved together.
    pub(super) follow: Vec<u32>,
}

/// A position: what is known of it beforehand, and its successors.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The index of its first successor in [`Chunk::follow`]; its successors end where those of the next node begin.
    pub(super) first: u32,
    /// The least number of decisions in which an option with a known value wins; [`NEVER`] if none does.
    pub(super) won: u16,
    /// The greatest number of decisions after which an option with a known value loses; 0 if none does.
    pub(super) lost: u16,
    /// The placement is impossible; and: an option with a known value draws.
    pub(super) nobody: bool,
    pub(super) draws: bool,
    /// The value if the game is over here.
    pub(super) over: Option<Value>,
}

/// Expands one chunk.
pub(super) struct Expand<'e> {
    pub(super) of: &'e Retrograde<'e>,
    /// The materials that are solved together, and the number of the first placement of each.
    pub(super) set: &'e [Material],
    pub(super) begins: &'e [u64],
    /// Which of these materials the chunk belongs to, and its first placement within that material.
    pub(super) place: usize,
    pub(super) first: u64,
}

impl LineVisitor for Expand<'_> {
    type Output = Result<Chunk, Stop>;

    fn visit<L: Line>(self, line: &mut L) -> Self::Output {
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
    /// Notes the successors of the current position of the line.
    fn node(&self, line: &mut impl Line, turn: u8, number: u64, node: &mut Node, follow: &mut Vec<u32>) -> Result<(), Stop> {
        if let Some(winners) = line.winners() {
            node.over = Some(self.of.over(winners, turn, 0));
            return Ok(());
        }
        let here = self.of.stands(line)?;
        if here != (self.set[self.place].clone(), number, turn) {
            // The beginning of the turn has changed the position or passed the turn: the position reached is the only successor.
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

    /// Notes a successor.
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

/// The same value one decision earlier.
fn later(value: Value) -> Value {
    match value {
        Value::Drawn => Value::Drawn,
        Value::Won(plies) => Value::Won(plies.saturating_add(1)),
        Value::Lost(plies) => Value::Lost(plies.saturating_add(1)),
    }
}

impl Node {
    /// Notes the value of an option.
    fn knows(&mut self, value: Value) {
        match value {
            Value::Drawn => self.draws = true,
            Value::Won(plies) => self.won = self.won.min(plies),
            Value::Lost(plies) => self.lost = self.lost.max(plies),
        }
    }
}

impl Retrograde<'_> {
    /// Puts a position on the line.
    fn arrange(&self, line: &mut impl Line, pieces: &[Placed], turn: u8) {
        let standing = |piece: &Placed| BoardPiece {
            side: SideId((usize::from(piece.board) / self.kinds) as u8),
            kind: KindId((usize::from(piece.board) % self.kinds) as u8),
            site: piece.site,
            under: None,
        };
        let pieces: SmallVec<[BoardPiece; 8]> = pieces.iter().map(standing).collect();
        line.arrange(&pieces, turn);
    }

    /// The current position of the line: its material, its placement, and the index of the player to move in the turn order.
    fn stands(&self, line: &impl Line) -> Result<(Material, u64, u8), Stop> {
        let nobody = || if line.lost() { Stop::Lost } else { Stop::Unfinished(Unfinished::Nobody) };
        let player = line.actor().ok_or_else(nobody)?;
        let mut pieces = placed(line, self.kinds);
        let (material, number) = self.solved.grounds().number(&mut pieces).ok_or(Stop::Unfinished(Unfinished::Beyond))?;
        let turn = self.program.equipment.turn_order.iter().position(|one| *one == player).unwrap_or(0);
        Ok((material, number, turn as u8))
    }

    /// The value of the end of a game, `plies` decisions later, for the player that was to move.
    fn over(&self, winners: u8, turn: u8, plies: u16) -> Value {
        let won = |turn: usize| winners >> self.sides[turn].0 & 1 != 0;
        match (won(turn.into()), won(1 - usize::from(turn))) {
            (true, false) => Value::Won(plies),
            (false, true) => Value::Lost(plies),
            _ => Value::Drawn,
        }
    }
}

/// Returns the average number of options of some positions of a material, and whether the line was lost in one, at which it
/// stops.
pub(super) struct Sample<'s> {
    pub(super) of: &'s Retrograde<'s>,
    pub(super) material: &'s Material,
}

impl LineVisitor for Sample<'_> {
    type Output = (f64, bool);

    fn visit<L: Line>(self, line: &mut L) -> Self::Output {
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
