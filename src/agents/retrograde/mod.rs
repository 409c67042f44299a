//! Endgame tables by retrograde analysis (T. Ströhlein 1970, K. Thompson 1986): all positions of a material are written down with what follows
//! each, then those that are won or lost within one decision are found, then within two, and so on until no more are. What is left is
//! drawn. Where material changes into another, that one is solved before; where two change into each other, both are solved together.
//!
//! Lines that wait for patience to run out, clocks and repetition, do not apply: positions are told apart by pieces and who is to move alone.

mod expand;
mod ground;
mod passes;

use std::sync::Arc;

use rayon::prelude::*;
use smallvec::SmallVec;

use super::learned::checksum;
use crate::endgames::{Endgames, MOST_DECISIONS, MOST_PIECES, Material, Summary, Unreadable};
use crate::engine::{Ahead, Game, LimitReached};
use crate::model::SideId;
use crate::program::Program;

use expand::{Chunk, Expand, Sample, Stop};
pub use ground::grounds;

/// Numbers of positions that are looked at in one go.
const CHUNK: u64 = 1 << 12;
/// More material is not gone through.
const MOST_MATERIALS: usize = 50_000;
/// So many goes are begun together: whatever the number of threads, what is found to be missing is the same.
const TOGETHER: usize = 64;

/// The tables that lie beside the rules of a program, if there are any.
///
/// # Errors
/// There is such a file, which is none or belongs to other rules.
pub fn endgames_of(program: &Program) -> Result<Option<Arc<Endgames>>, Unreadable> {
    let rules = || program.is_plain().is_ok().then(|| (checksum(program), grounds(program)));
    program.beside.endgames.as_ref().map_or(Ok(None), |beside| beside.endgames(rules))
}

/// Why no table comes of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// Somebody said stop.
    #[error("interrupted")]
    Interrupted,
    /// There are too many kinds.
    #[error(
        "with so many pieces, of so many kinds, there is more than {MOST_MATERIALS} different material: make tables of fewer pieces"
    )]
    Many,
    /// A rule goes beyond a limit.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// Neither does anybody decide nor is it over.
    #[error("in some position nobody can move, and no rule ends the game")]
    Nobody,
    /// A position arises that no table can hold.
    #[error("a move leads to more than {MOST_PIECES} pieces, or to a piece where none of its kind may stand")]
    Beyond,
    /// A win takes longer than can be told.
    #[error("a win takes more than {MOST_DECISIONS} decisions")]
    Long,
    /// So many positions cannot be solved together.
    #[error(
        "material changes into other material and back, so that {0} positions must be solved together: there is no room for as many"
    )]
    Together(u64),
}

/// Who makes tables.
pub struct Retrograde<'p> {
    program: &'p Program,
    ahead: Ahead,
    game: Game,
    /// The tables that there are by now.
    pub solved: Endgames,
    /// The side at each place of the turn order.
    sides: [SideId; 2],
    kinds: usize,
    /// How many bytes may be taken.
    room: u64,
}

impl<'p> Retrograde<'p> {
    /// By the rules of a program whose positions are [plain](Program::is_plain), from where a game of it begins; these tables there are, and
    /// about so many bytes may be taken.
    pub fn new(program: &'p Program, game: Game, solved: Endgames, room: u64) -> Retrograde<'p> {
        let equipment = &program.equipment;
        let side = |turn: usize| {
            let player = equipment.turn_order.get(turn).map(|player| &equipment.players[player.index()]);
            player.map_or_else(SideId::default, |player| player.side)
        };
        let sides = [side(0), side(1)];
        Retrograde { program, ahead: Ahead::new(program), game, solved, sides, kinds: equipment.kinds.len(), room }
    }

    /// What material there can be of up to so many pieces, some of each side: the fewest pieces first.
    ///
    /// # Errors
    /// There is too much.
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

    /// About how many bytes it takes to make the tables of up to so many pieces, if no material changes into other material and back.
    ///
    /// # Errors
    /// There is too much material, or a rule does not come to an end.
    pub fn bytes(&self, pieces: u32) -> Result<u64, Unfinished> {
        let materials = self.materials(pieces)?;
        let largest = materials.iter().max_by_key(|material| self.solved.grounds().numbers(material));
        let work = largest.map_or(Ok(0), |largest| self.work(std::slice::from_ref(largest)))?;
        Ok(self.values(&materials).saturating_add(work))
    }

    /// How many positions there are of some material, both to move.
    fn values<'m>(&self, materials: impl IntoIterator<Item = &'m Material>) -> u64 {
        let positions = |material: &Material| self.solved.grounds().numbers(material).saturating_mul(2);
        materials.into_iter().map(positions).fold(0, u64::saturating_add)
    }

    /// About how many bytes the tables take that there are.
    fn taken(&self) -> u64 {
        self.values(self.solved.summaries().into_iter().map(|one| &one.material))
    }

    /// About how many bytes it takes to solve some material together.
    fn work(&self, set: &[Material]) -> Result<u64, LimitReached> {
        let Some(largest) = set.iter().max_by_key(|material| self.solved.grounds().numbers(material)) else { return Ok(0) };
        let sample = || Sample { of: self, material: largest };
        let (mut options, lost) = self.ahead.look(self.program, &self.game, sample());
        if lost {
            (options, _) = Ahead::by_machine(self.program, &self.game, sample())?;
        }
        let each = passes::BYTES_A_POSITION + expand::BYTES_AN_OPTION * options.ceil() as u64;
        Ok(self.values(set).saturating_mul(each))
    }

    /// Solves all positions of a material, and before it all that arise from it and are not solved yet. Of each new table the summary is
    /// told and the bytes that belong into the file. Tables are the same and come in the same order, whatever the number of threads.
    ///
    /// # Errors
    /// Why it was not finished. What was told by then stands.
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
                    // They change into each other.
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

    /// Solves some material together, if all else that arises from it is solved.
    fn together(
        &mut self,
        set: &[Material],
        stop: &(dyn Fn() -> bool + Sync),
        told: &mut dyn FnMut(&Summary, &[u8]),
    ) -> Result<(), Stop> {
        // Each begins with a chunk of its own.
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
                    Err(Stop::Lost) => Ahead::by_machine(self.program, &self.game, expand()).map_err(Unfinished::from)?,
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
