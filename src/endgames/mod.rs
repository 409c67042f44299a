//! Endgame tables: the value of each position with few pieces for the player to move, and the distance to the end. They know
//! only placements of pieces, not rules; `agents::retrograde` generates them, and says for which rules that is possible.

mod file;
mod ground;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

pub use file::{Summary, Unreadable, beginning, is_one};
pub use ground::{Grounds, MOST_PIECES, Material, Placed};

use file::Table;

/// The value of a position for the player to move, with best play by both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Neither can win.
    Drawn,
    /// Won in this number of decisions of both players together.
    Won(u16),
    /// Lost in this number of decisions of both players together.
    Lost(u16),
}

/// The greatest number of decisions to a win or loss that a table can store.
pub const MOST_DECISIONS: u16 = u16::MAX / 2 - 1;

impl Value {
    /// The value as stored in a table: 0 for a draw, and smaller numbers for fewer decisions.
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

    /// The value for the opponent.
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
    /// The greatest number of pieces of any table.
    most: u32,
}

impl Endgames {
    /// An empty set of tables, for pieces that may be placed as `grounds` says.
    pub fn new(grounds: Grounds) -> Endgames {
        Endgames { grounds, tables: FxHashMap::default(), most: 0 }
    }

    /// The sites where each side and kind may be.
    pub fn grounds(&self) -> &Grounds {
        &self.grounds
    }

    /// The greatest number of pieces for which there is a table.
    pub fn most_pieces(&self) -> u32 {
        self.most
    }

    /// Whether there is a table of this material.
    pub fn has(&self, material: &Material) -> bool {
        self.tables.contains_key(material)
    }

    /// The statistics of the table of a material.
    pub fn summary(&self, material: &Material) -> Option<&Summary> {
        Some(self.tables.get(material)?.summary())
    }

    /// The statistics of all tables, sorted by number of pieces and then by material.
    pub fn summaries(&self) -> Vec<&Summary> {
        let mut all: Vec<&Summary> = self.tables.values().map(Table::summary).collect();
        all.sort_by_key(|one| (one.material.pieces(), &one.material));
        all
    }

    /// The value of a position with the player at place `mover` of the turn order (0 or 1) to move; none if there is no table
    /// for it. The pieces may be reordered.
    pub fn value(&self, pieces: &mut [Placed], mover: usize) -> Option<Value> {
        if pieces.len() > self.most as usize {
            return None;
        }
        let (material, number) = self.grounds.number(pieces)?;
        self.tables.get(&material)?.value(number, mover)
    }

    /// The value of the position with this material and placement index.
    pub(crate) fn value_of(&self, material: &Material, number: u64, mover: usize) -> Option<Value> {
        self.tables.get(material)?.value(number, mover)
    }

    /// Adds a table.
    fn take(&mut self, table: Table) {
        self.most = self.most.max(table.summary().material.pieces());
        self.tables.insert(table.summary().material.clone(), table);
    }

    /// Adds the table of a material. `codes` has two values per placement index, with the first and with the second player to
    /// move. Returns the bytes to append to the [file](beginning).
    ///
    /// `placements` is the number of indices at which no two pieces are on one site.
    pub(crate) fn add(&mut self, material: Material, codes: &[u16], placements: u64) -> Vec<u8> {
        let (table, bytes) = Table::pack(material, codes, placements);
        self.take(table);
        bytes
    }

    /// Reads the complete tables of a file, and returns them with the number of bytes they take, after which generation
    /// resumes. `rules` is the checksum of the rules and their name on the command line.
    ///
    /// # Errors
    /// It is not a file of endgame tables, is damaged, or is of other rules.
    pub fn read(bytes: &[u8], rules: (&str, &str), grounds: Grounds) -> Result<(Endgames, usize), Unreadable> {
        let mut endgames = Endgames::new(grounds);
        let mut tables = Vec::new();
        let used = file::read(bytes, rules, &endgames.grounds, |table| tables.push(table))?;
        tables.into_iter().for_each(|table| endgames.take(table));
        Ok((endgames, used))
    }
}

/// The result of reading a file; none if there is no file.
type Read = Option<Result<Arc<Endgames>, Unreadable>>;

/// Reads a file: none if it does not exist, an error message if it cannot be read.
pub type Bytes = fn(&Path) -> Option<Result<Vec<u8>, String>>;

/// A file of tables beside a rule file, which need not exist. It is read at the first use.
#[derive(Clone, Debug)]
pub struct Beside {
    path: PathBuf,
    /// The name of the rules on the command line.
    of: String,
    /// The function that reads it.
    bytes: Bytes,
    read: Arc<OnceLock<Read>>,
}

impl Beside {
    /// A file at `path` for the rules that the command line calls `of`; `bytes` reads it.
    pub fn at(path: PathBuf, of: String, bytes: Bytes) -> Beside {
        Beside { path, of, bytes, read: Arc::default() }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The tables, shared by all callers; none if there is no file. `rules` gives the checksum of the rules and where their
    /// pieces may be, if endgame tables are possible for them.
    ///
    /// # Errors
    /// The file cannot be read, is incomplete or damaged, is not a file of endgame tables, or is of other rules.
    pub fn endgames(&self, rules: impl FnOnce() -> Option<(String, Grounds)>) -> Result<Option<Arc<Endgames>>, Unreadable> {
        // There are no files in a browser, and this keeps the reading code out of the build.
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
