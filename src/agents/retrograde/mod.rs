//! Endgame tables by retrograde analysis (T. Ströhlein 1970, K. Thompson 1986): all positions of a material are listed with their
//! successors; then those that are won or lost within one decision are found, then within two, and so on until no more are. The
//! rest is drawn. Material that arises from other material is solved before it; where two change into each other, both are solved
//! together.
//!
//! Lines that wait for patience to run out (clocks and repetition) do not apply: pieces and the side to move alone make a
//! position.

mod expand;
mod ground;
mod passes;

use std::sync::Arc;

use rayon::prelude::*;
use smallvec::SmallVec;

use super::learned::checksum;
use crate::endgames::{Endgames, MOST_DECISIONS, MOST_PIECES, Material, Summary, Unreadable};
use crate::engine::{Game, LimitReached, LookAhead};
use crate::model::SideId;
use crate::program::Program;

use expand::{Chunk, Expand, Sample, Stop};
pub use ground::grounds;

/// The number of placements in a chunk, which is expanded in one go.
const CHUNK: u64 = 1 << 12;
/// Most materials of which tables are made.
const MOST_MATERIALS: usize = 50_000;
/// The number of chunks expanded in parallel before their results are read. It is fixed so that the missing material that is
/// found first does not depend on the number of threads.
const TOGETHER: usize = 64;

/// The endgame tables beside the rules of a program, if there are any.
///
/// # Errors
/// The file is no table file, or belongs to other rules.
pub fn endgames_of(program: &Program) -> Result<Option<Arc<Endgames>>, Unreadable> {
    let rules = || program.is_plain().is_ok().then(|| (checksum(program), grounds(program)));
    program.beside.endgames.as_ref().map_or(Ok(None), |beside| beside.endgames(rules))
}

/// Why a table was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// The caller has stopped it.
    #[error("interrupted")]
    Interrupted,
    /// There are too many materials.
    #[error(
        "with so many pieces, of so many kinds, there is more than {MOST_MATERIALS} different material: make tables of fewer pieces"
    )]
    Many,
    /// A rule exceeds a limit of the engine.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// No player decides though the game is not over.
    #[error("in some position nobody can move, and no rule ends the game")]
    Nobody,
    /// A position is reached that no table can hold.
    #[error("a move leads to more than {MOST_PIECES} pieces, or to a piece where none of its kind may stand")]
    Beyond,
    /// A win takes more decisions than a table can store.
    #[error("a win takes more than {MOST_DECISIONS} decisions")]
    Long,
    /// This many positions would have to be solved together, which needs too much memory.
    #[error(
        "material changes into other material and back, so that {0} positions must be solved together: there is no room for as many"
    )]
    Together(u64),
}

/// Makes endgame tables.
pub struct Retrograde<'p> {
    program: &'p Program,
    ahead: LookAhead,
    game: Game,
    /// The tables made so far.
    pub solved: Endgames,
    /// The side of each player in turn order.
    sides: [SideId; 2],
    kinds: usize,
    /// Most bytes to be used.
    room: u64,
}

impl<'p> Retrograde<'p> {
    /// A maker of tables for a program whose positions are [plain](Program::is_plain): `game` is at its start, `solved` are the
    /// tables that exist already, and about `room` bytes may be used.
    pub fn new(program: &'p Program, game: Game, solved: Endgames, room: u64) -> Retrograde<'p> {
        let equipment = &program.equipment;
        let side = |turn: usize| {
            let player = equipment.turn_order.get(turn).map(|player| &equipment.players[player.index()]);
            player.map_or_else(SideId::default, |player| player.side)
        };
        let sides = [side(0), side(1)];
        Retrograde { program, ahead: LookAhead::new(program), game, solved, sides, kinds: equipment.kinds.len(), room }
    }

    /// All materials of up to this number of pieces with some of each side, fewer pieces first.
    ///
    /// # Errors
    /// There are too many.
    pub fn materials(&self, pieces: u32) -> Result<Vec<Material>, Unfinished> {
        let grounds = self.solved.grounds();
        let mut all = vec![Material(SmallVec::from_elem(0, grounds.boards()))];
        for board in 0..grounds.boards() {
            let mut more = Vec::new();
            for material in &all {
                for count in 0..=pieces.saturating_sub(material.pieces()).min(u32::from(u8::MAX)) as u8 {
                    let mut material = material.clone();
                    material.0[board] = count;
                    if grounds.numbers(&material) > 0 {
                        more.push(material);
                    }
                }
            }
            all = more;
            if all.len() > MOST_MATERIALS {
                return Err(Unfinished::Many);
            }
        }
        all.retain(|material| (0..2).all(|side| material.of_side(side, self.kinds) > 0));
        all.sort_by_key(|material| (material.pieces(), material.clone()));
        Ok(all)
    }

    /// About how many bytes of memory it takes to make the tables of up to this number of pieces, if no material changes into
    /// other material and back.
    ///
    /// # Errors
    /// There are too many materials, or a rule exceeds a limit of the engine.
    pub fn bytes(&self, pieces: u32) -> Result<u64, Unfinished> {
        let materials = self.materials(pieces)?;
        let largest = materials.iter().max_by_key(|material| self.solved.grounds().numbers(material));
        let work = largest.map_or(Ok(0), |largest| self.work(std::slice::from_ref(largest)))?;
        Ok(self.values(&materials).saturating_add(work))
    }

    /// The number of positions of some materials, with either side to move.
    fn values<'m>(&self, materials: impl IntoIterator<Item = &'m Material>) -> u64 {
        let positions = |material: &Material| self.solved.grounds().numbers(material).saturating_mul(2);
        materials.into_iter().map(positions).fold(0, u64::saturating_add)
    }

    /// About how many bytes the existing tables take.
    fn taken(&self) -> u64 {
        self.values(self.solved.summaries().into_iter().map(|one| &one.material))
    }

    /// About how many bytes it takes to solve some materials together.
    fn work(&self, set: &[Material]) -> Result<u64, LimitReached> {
        let Some(largest) = set.iter().max_by_key(|material| self.solved.grounds().numbers(material)) else { return Ok(0) };
        let sample = || Sample { of: self, material: largest };
        let (mut options, lost) = self.ahead.look(self.program, &self.game, sample());
        if lost {
            (options, _) = LookAhead::by_machine(self.program, &self.game, sample())?;
        }
        let each = passes::BYTES_A_POSITION + expand::BYTES_AN_OPTION * options.ceil() as u64;
        Ok(self.values(set).saturating_mul(each))
    }

    /// Solves all positions of a material, after all materials that arise from it and are not solved yet. `told` is called for
    /// each new table with its summary and the bytes for the file. Tables and their order do not depend on the number of threads.
    ///
    /// # Errors
    /// Why it was not finished. Tables passed to `told` before are valid.
    pub fn solve(
        &mut self,
        material: &Material,
        stop: &(dyn Fn() -> bool + Sync),
        told: &mut dyn FnMut(&Summary, &[u8]),
    ) -> Result<(), Unfinished> {
        let mut waiting: Vec<Vec<Material>> = vec![vec![material.clone()]];
        while let Some(set) = waiting.last() {
            if set.iter().all(|material| self.solved.has(material)) {
                waiting.pop();
                continue;
            }
            match self.together(set, stop, told) {
                Ok(()) => {}
                Err(Stop::Missing(missing)) => match waiting.iter().position(|set| set.contains(&missing)) {
                    None => waiting.push(vec![missing]),
                    // These materials change into each other.
                    Some(first) => {
                        let set = waiting.drain(first..).flatten().collect();
                        waiting.push(set);
                    }
                },
                Err(Stop::Lost) => return Err(Unfinished::Nobody),
                Err(Stop::Unfinished(why)) => return Err(why),
            }
        }
        Ok(())
    }

    /// Solves some materials together, if all other material that arises from them is solved.
    fn together(
        &mut self,
        set: &[Material],
        stop: &(dyn Fn() -> bool + Sync),
        told: &mut dyn FnMut(&Summary, &[u8]),
    ) -> Result<(), Stop> {
        // Each material begins with a new chunk.
        let mut begins = Vec::new();
        let mut chunks: u64 = 0;
        for material in set {
            begins.push(chunks.saturating_mul(CHUNK));
            chunks = chunks.saturating_add(self.solved.grounds().numbers(material).div_ceil(CHUNK));
        }
        let positions = chunks.saturating_mul(2 * CHUNK);
        let work = self.work(set).map_err(Unfinished::from)?;
        if positions > u64::from(u32::MAX) || self.taken().saturating_add(work) > self.room {
            return Err(Stop::Unfinished(Unfinished::Together(positions)));
        }
        let numbers: Vec<u64> = (0..chunks).map(|chunk| chunk * CHUNK).collect();
        let mut expanded: Vec<Chunk> = Vec::with_capacity(numbers.len());
        for some in numbers.chunks(TOGETHER) {
            let expand = |first: &u64| {
                if stop() {
                    return Err(Stop::Unfinished(Unfinished::Interrupted));
                }
                let place = begins.partition_point(|begin| begin <= first) - 1;
                let expand = || Expand { of: self, set, begins: &begins, place, first: first - begins[place] };
                match self.ahead.look(self.program, &self.game, expand()) {
                    Err(Stop::Lost) => LookAhead::by_machine(self.program, &self.game, expand()).map_err(Unfinished::from)?,
                    found => found,
                }
            };
            let found: Vec<Result<Chunk, Stop>> = some.par_iter().map(expand).collect();
            for chunk in found {
                expanded.push(chunk?);
            }
        }
        let codes = passes::solved(&expanded, stop).map_err(Stop::Unfinished)?;
        for (material, begin) in set.iter().zip(&begins) {
            let many = self.solved.grounds().numbers(material);
            let own = expanded.iter().skip((begin / CHUNK) as usize).take(many.div_ceil(CHUNK) as usize);
            let placements = own.map(|chunk| chunk.placements).sum();
            let values = &codes[(2 * begin) as usize..(2 * (begin + many)) as usize];
            let bytes = self.solved.add(material.clone(), values, placements);
            if let Some(summary) = self.solved.summary(material) {
                told(summary, &bytes);
            }
        }
        Ok(())
    }
}
