//! Endgame tables: what each position with few pieces is worth to who is to move, and in how many decisions. They know pieces on places
//! and nothing of rules; who makes them, and for which rules they can be made, is told in `agents::retrograde`.

mod file;
mod ground;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

pub use file::{Summary, Unreadable, beginning, is_one};
pub use ground::{Grounds, MOST_PIECES, Material, Placed};

use file::Table;

/// What a position is worth to who is to move, if both play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Neither can win.
    Drawn,
    /// Won in so many decisions of both together.
    Won(u16),
    /// Lost in so many.
    Lost(u16),
}

/// No win or loss that takes more decisions can be told.
pub const MOST_DECISIONS: u16 = u16::MAX / 2 - 1;

impl Value {
    /// As a number: the smaller, the sooner it is over; 0 for a draw.
    pub(crate) fn code(self) -> u16 {
        match self {
            Value::Drawn => 0,
            Value::Lost(plies) => 2 * plies + 1,
            Value::Won(plies) => 2 * plies + 2,
        }
    }

    pub(crate) fn of_code(code: u16) -> Value {
        match code {
            0 => Value::Drawn,
            code if code % 2 == 0 => Value::Won(code / 2 - 1),
            code => Value::Lost(code / 2),
        }
    }

    /// What it is worth to the other.
    pub fn turned(self) -> Value {
        match self {
            Value::Drawn => Value::Drawn,
            Value::Won(plies) => Value::Lost(plies),
            Value::Lost(plies) => Value::Won(plies),
        }
    }
}

/// The tables of one rule file.
#[derive(Debug)]
pub struct Endgames {
    grounds: Grounds,
    tables: FxHashMap<Material, Table>,
    /// The most pieces of any of them.
    most: u32,
}

impl Endgames {
    /// No table yet, of pieces that may stand there.
    pub fn new(grounds: Grounds) -> Endgames {
        Endgames { grounds, tables: FxHashMap::default(), most: 0 }
    }

    /// Where pieces may stand.
    pub fn grounds(&self) -> &Grounds {
        &self.grounds
    }

    /// The most pieces of which there is a table.
    pub fn most_pieces(&self) -> u32 {
        self.most
    }

    /// Whether there is a table of this material.
    pub fn has(&self, material: &Material) -> bool {
        self.tables.contains_key(material)
    }

    /// What is known of a material.
    pub fn summary(&self, material: &Material) -> Option<&Summary> {
        Some(self.tables.get(material)?.summary())
    }

    /// What is known of each material, in order.
    pub fn summaries(&self) -> Vec<&Summary> {
        let mut all: Vec<&Summary> = self.tables.values().map(Table::summary).collect();
        all.sort_by_key(|one| (one.material.pieces(), &one.material));
        all
    }

    /// What a position is worth to the player at that place of the turn order (0 or 1), who is to move; none if there is no table
    /// of it. The order of the pieces may change.
    pub fn value(&self, pieces: &mut [Placed], mover: usize) -> Option<Value> {
        if pieces.len() > self.most as usize {
            return None;
        }
        let (material, number) = self.grounds.number(pieces)?;
        self.tables.get(&material)?.value(number, mover)
    }

    /// What a position of a known material and number is worth.
    pub(crate) fn value_of(&self, material: &Material, number: u64, mover: usize) -> Option<Value> {
        self.tables.get(material)?.value(number, mover)
    }

    /// Takes a table in.
    fn take(&mut self, table: Table) {
        self.most = self.most.max(table.summary().material.pieces());
        self.tables.insert(table.summary().material.clone(), table);
    }

    /// Takes in the values of a material, two for each number: of the first and of the second to move. Gives the bytes that are to be
    /// added to the [file](beginning).
    ///
    /// `placements` says of how many numbers pieces can stand so.
    pub(crate) fn add(&mut self, material: Material, codes: &[u16], placements: u64) -> Vec<u8> {
        let (table, bytes) = Table::pack(material, codes, placements);
        self.take(table);
        bytes
    }

    /// Reads the bytes of a file, up to where it breaks off. How many bytes hold whole tables is told too: whoever goes on writes there.
    /// Of the rules the checksum is asked for, and what they are called on a command line.
    ///
    /// # Errors
    /// It is no such file, or not of these rules.
    pub fn read(bytes: &[u8], rules: (&str, &str), grounds: Grounds) -> Result<(Endgames, usize), Unreadable> {
        let mut endgames = Endgames::new(grounds);
        let mut tables = Vec::new();
        let used = file::read(bytes, rules, &endgames.grounds, |table| tables.push(table))?;
        tables.into_iter().for_each(|table| endgames.take(table));
        Ok((endgames, used))
    }
}

/// What came of reading a file; nothing if there was none.
type Read = Option<Result<Arc<Endgames>, Unreadable>>;

/// How a file is read: nothing comes of it if there is none, and of one that cannot be read, why.
pub type Bytes = fn(&Path) -> Option<Result<Vec<u8>, String>>;

/// A file of tables that lies beside a rule file, or may lie there; it is read when somebody asks for the first time.
#[derive(Clone, Debug)]
pub struct Beside {
    path: PathBuf,
    /// What the rules are called on a command line.
    of: String,
    /// How it is read.
    bytes: Bytes,
    read: Arc<OnceLock<Read>>,
}

impl Beside {
    /// A file at a path, what the rules are called on a command line, and how it is read.
    pub fn at(path: PathBuf, of: String, bytes: Bytes) -> Beside {
        Beside { path, of, bytes, read: Arc::default() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The tables; none if there is no file. All who ask get the same. `rules` tells their checksum and where pieces may stand, if there
    /// can be tables of them.
    ///
    /// # Errors
    /// It cannot be read, is no such file, or not of these rules, or it is damaged or breaks off.
    pub fn endgames(&self, rules: impl FnOnce() -> Option<(String, Grounds)>) -> Result<Option<Arc<Endgames>>, Unreadable> {
        // A browser has no files, and need not load what reads them.
        if cfg!(target_family = "wasm") {
            return Ok(None);
        }
        let read = self.read.get_or_init(|| {
            let bytes = (self.bytes)(&self.path)?;
            let (rules, grounds) = rules()?;
            let read = bytes.map_err(|why| Unreadable::Hidden { why }).and_then(|bytes| {
                match Endgames::read(&bytes, (&rules, &self.of), grounds)? {
                    (endgames, used) if used == bytes.len() => Ok(Arc::new(endgames)),
                    _ => Err(Unreadable::BrokenOff { variant: self.of.clone() }),
                }
            });
            Some(read)
        });
        read.clone().transpose()
    }
}
