//! The file of endgame tables: a JSON line that identifies the rules, then for each table a JSON line and its compressed
//! values. An incomplete last table is ignored, so that generation can be resumed there.

use std::io::{Read as _, Write as _};
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Grounds, MOST_PIECES, Material, Value};

/// The version of the format.
const SCHEMA: u32 = 1;
/// The `kind` in the first line.
const KIND: &str = "draughtsman endgames";

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct Beginning {
    kind: String,
    schema: u32,
    variant: String,
    rules: String,
}

/// Statistics of the table of one material.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of pieces of each side and kind.
    pub material: Material,
    /// The number of placements of these pieces. Each gives two positions, one for each player to move.
    pub placements: u64,
    /// The number of positions won for the player to move.
    pub won: u64,
    /// The number of drawn positions.
    pub drawn: u64,
    /// The number of positions lost for the player to move.
    pub lost: u64,
    /// The longest win or loss, in decisions of both players together.
    pub longest: u16,
}

/// The line before the compressed values of a table.
#[derive(Serialize, Deserialize)]
struct Head {
    #[serde(flatten)]
    summary: Summary,
    /// The number of placement indices, which is half the number of values.
    numbers: u64,
    /// Bytes per value: 1, or 2 in little-endian order.
    width: u8,
    /// The number of compressed bytes that follow.
    bytes: usize,
    /// The SHA-256 checksum of these bytes.
    sha256: String,
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The operating system does not allow the file to be read.
    #[error("it cannot be read: {why}")]
    Hidden {
        /// The message of the operating system.
        why: String,
    },
    /// The file is not a file of endgame tables, or has another schema.
    #[error("this is no file that `draughtsman endgames` writes, or one of another version (schema {SCHEMA} is read)")]
    Other,
    /// The tables are of other rules.
    #[error("it was made by another version of these rules: remove it; `draughtsman endgames {variant}` makes it anew")]
    OtherRules {
        /// The name of the rules on the command line.
        variant: String,
    },
    /// The last table is incomplete.
    #[error("it breaks off in the midst of a table: `draughtsman endgames {variant}` goes on where it does")]
    BrokenOff {
        /// The name of the rules on the command line.
        variant: String,
    },
    /// A table or its checksum is invalid.
    #[error("it is damaged: remove it; `draughtsman endgames {variant}` makes it anew")]
    Damaged {
        /// The name of the rules on the command line.
        variant: String,
    },
}

/// The values of one material, decompressed at the first look-up.
#[derive(Debug)]
pub(super) struct Table {
    summary: Summary,
    width: u8,
    numbers: u64,
    packed: Vec<u8>,
    unpacked: OnceLock<Vec<u8>>,
}

/// The first line of a file for rules with this checksum.
pub fn beginning(variant: &str, rules: &str) -> Vec<u8> {
    line(&Beginning { kind: KIND.to_owned(), schema: SCHEMA, variant: variant.to_owned(), rules: rules.to_owned() })
}

/// Whether a file begins like a file of endgame tables.
pub fn is_one(bytes: &[u8]) -> bool {
    let first = split(bytes).and_then(|(first, _)| serde_json::from_slice::<Beginning>(first).ok());
    first.is_some_and(|first| first.kind == KIND)
}

fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

/// Splits off the first line.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

/// Reads the complete tables of a file, and returns the number of bytes they take. `called` is the name of the rules on the
/// command line.
pub(super) fn read(
    bytes: &[u8],
    (rules, called): (&str, &str),
    grounds: &Grounds,
    mut table: impl FnMut(Table),
) -> Result<usize, Unreadable> {
    let (first, mut rest) = split(bytes).ok_or(Unreadable::Other)?;
    let Beginning { kind, schema, rules: made_by, .. } = serde_json::from_slice(first).map_err(|_| Unreadable::Other)?;
    if kind != KIND || schema != SCHEMA {
        return Err(Unreadable::Other);
    }
    if made_by != rules {
        return Err(Unreadable::OtherRules { variant: called.to_owned() });
    }
    while let Some((head, after)) = split(rest) {
        let damaged = || Unreadable::Damaged { variant: called.to_owned() };
        let Head { summary, numbers, width, bytes: many, sha256 } = serde_json::from_slice(head).map_err(|_| damaged())?;
        let Some((packed, [b'\n', next @ ..])) = after.split_at_checked(many) else { break };
        let fits = matches!(width, 1 | 2)
            && summary.material.0.len() == grounds.boards()
            && summary.material.pieces() as usize <= MOST_PIECES
            && grounds.numbers(&summary.material) == numbers;
        if !fits || digest(packed) != sha256 {
            return Err(damaged());
        }
        table(Table { summary, width, numbers, packed: packed.to_vec(), unpacked: OnceLock::new() });
        rest = next;
    }
    Ok(bytes.len() - rest.len())
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Table {
    pub(super) fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Makes a table of values, and its bytes for the file.
    pub(super) fn pack(material: Material, codes: &[u16], placements: u64) -> (Table, Vec<u8>) {
        let mut summary = Summary { material, placements, won: 0, drawn: 2 * placements, lost: 0, longest: 0 };
        for code in codes {
            match Value::of_code(*code) {
                Value::Drawn => continue,
                Value::Won(plies) => (summary.won, summary.longest) = (summary.won + 1, summary.longest.max(plies)),
                Value::Lost(plies) => (summary.lost, summary.longest) = (summary.lost + 1, summary.longest.max(plies)),
            }
            summary.drawn -= 1;
        }
        let narrow = codes.iter().all(|code| *code <= u16::from(u8::MAX));
        let (width, unpacked): (u8, Vec<u8>) = match narrow {
            true => (1, codes.iter().map(|code| *code as u8).collect()),
            false => (2, codes.iter().flat_map(|code| code.to_le_bytes()).collect()),
        };
        let packed = deflated(&unpacked);
        let numbers = codes.len() as u64 / 2;
        let head = Head { summary: summary.clone(), numbers, width, bytes: packed.len(), sha256: digest(&packed) };
        let bytes = [&line(&head)[..], &packed, b"\n"].concat();
        (Table { summary, width, numbers, packed, unpacked: unpacked.into() }, bytes)
    }

    /// The value of a position. None if the decompressed data does not have the expected length.
    pub(super) fn value(&self, number: u64, mover: usize) -> Option<Value> {
        if cfg!(target_family = "wasm") {
            return None;
        }
        let unpacked = self.unpacked.get_or_init(|| {
            let most = self.numbers.saturating_mul(2 * u64::from(self.width));
            let mut unpacked = Vec::new();
            let read = DeflateDecoder::new(&self.packed[..]).take(most.saturating_add(1)).read_to_end(&mut unpacked);
            if read.is_ok_and(|read| read as u64 == most) { unpacked } else { Vec::new() }
        });
        let place = usize::try_from(number.checked_mul(2)?).ok()?.checked_add(mover)?;
        // The lower byte comes first.
        let code = unpacked.chunks_exact(self.width.into()).nth(place)?;
        Some(Value::of_code(code.iter().rev().fold(0, |code, byte| code << 8 | u16::from(*byte))))
    }
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    // Writing to a vector cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}
