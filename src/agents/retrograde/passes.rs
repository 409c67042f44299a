//! Solves expanded positions backwards from the ends: those won or lost within one decision, within two, and so on.

use rayon::prelude::*;

use super::expand::{Chunk, NEVER, Node};
use super::{CHUNK, Unfinished};
use crate::endgames::{MOST_DECISIONS, Value};

/// The bytes of a position while it is solved, without its successors.
pub(super) const BYTES_A_POSITION: u64 = (size_of::<Node>() + size_of::<u16>() + size_of::<u32>()) as u64;

/// The values of all positions of some chunks, as codes.
pub(super) fn solved(chunks: &[Chunk], stop: &(dyn Fn() -> bool + Sync)) -> Result<Vec<u16>, Unfinished> {
    let mut codes: Vec<u16> = Vec::with_capacity(chunks.len() * 2 * CHUNK as usize);
    let mut open: Vec<u32> = Vec::new();
    let mut last = 0;
    for node in chunks.iter().flat_map(|chunk| &chunk.nodes) {
        let number = codes.len() as u32;
        codes.push(node.over.map_or(0, Value::code));
        if !node.nobody && node.over.is_none() {
            open.push(number);
            let known = [node.won, node.lost].into_iter().filter(|plies| *plies != NEVER);
            last = known.fold(last, u16::max);
        }
    }
    for plies in 1.. {
        if stop() {
            return Err(Unfinished::Interrupted);
        }
        if plies > MOST_DECISIONS {
            return Err(Unfinished::Long);
        }
        let found = |number: &u32| Some((*number, decided(chunks, &codes, *number, plies)?));
        let found: Vec<(u32, Value)> = open.par_iter().filter_map(found).collect();
        if found.is_empty() && plies > last {
            break;
        }
        for (number, value) in &found {
            codes[*number as usize] = value.code();
        }
        open.retain(|number| codes[*number as usize] == 0);
    }
    Ok(codes)
}

/// The value of a position if it is won or lost in exactly `plies` decisions, where all that are decided sooner are known.
fn decided(chunks: &[Chunk], codes: &[u16], number: u32, plies: u16) -> Option<Value> {
    let chunk = &chunks[number as usize / (2 * CHUNK as usize)];
    let place = number as usize % (2 * CHUNK as usize);
    let node = &chunk.nodes[place];
    if node.won == plies {
        return Some(Value::Won(plies));
    }
    let end = chunk.nodes.get(place + 1).map_or(chunk.follow.len(), |next| next.first as usize);
    let mut lost = node.won == NEVER && !node.draws && node.lost <= plies;
    for next in &chunk.follow[node.first as usize..end] {
        let value = Value::of_code(codes[*next as usize]);
        let ours = if (next ^ number) & 1 == 0 { value } else { value.turned() };
        match ours {
            Value::Won(_) => return Some(Value::Won(plies)),
            Value::Drawn => lost = false,
            Value::Lost(_) => {}
        }
    }
    lost.then_some(Value::Lost(plies))
}
