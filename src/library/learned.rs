//! Weights learned from games, and endgame tables: files next to the rule file, or weights in the binary.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::{BUNDLED_WEIGHTS, ENDING, Loaded, Ready, text_of};
use crate::check::Choices;
use crate::endgames;
use crate::model::{Equipment, Variant};
use crate::program::{Beside, Program};

/// The file extension of learned weights.
pub const WEIGHTS: &str = "weights";
/// The file extension of endgame tables.
const ENDGAMES: &str = "endgames";

/// Maximum size of a file of weights, in bytes.
const MOST_BYTES: u64 = 32 << 20;

/// The name of the weights file for rules of this name with these choices. The choices are part of the name, since weights
/// learned with an option do not fit games without it.
///
/// ```
/// use draughtsman::library::weights_name;
/// assert_eq!(weights_name("mine", &Default::default()), "mine.weights");
/// assert_eq!(weights_name("mine", &"flying-kings".parse().unwrap()), "mine+flying-kings.weights");
/// ```
pub fn weights_name(id: &str, choices: &Choices) -> String {
    name_beside(id, choices, WEIGHTS)
}

/// The choices as written on a command line, sorted.
fn parts(choices: &Choices) -> Vec<String> {
    let options = choices.options.iter().map(|(name, on)| if *on { name.clone() } else { format!("{name}=off") });
    let numbers = choices.numbers.iter().map(|(name, value)| format!("{name}={value}"));
    let mut parts: Vec<String> = options.chain(numbers).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

fn name_beside(id: &str, choices: &Choices, ending: &str) -> String {
    let parts: String = parts(choices).into_iter().map(|part| format!("+{part}")).collect();
    format!("{id}{parts}.{ending}")
}

impl Loaded {
    /// The rules ready to play, together with learned weights and endgame tables.
    pub fn ready(&self, variant: Variant) -> Ready {
        let mut program = Program::compile(&variant);
        program.beside.learned = self.learned(&variant.equipment);
        program.beside.endgames = self
            .endgames_path(&variant.equipment)
            .map(|path| endgames::Beside::at(path, self.asked_as(&variant.equipment), |path| read(path, u64::MAX)));
        Ready { variant, program }
    }

    /// The path of the weights file of these rules, whether it exists or not: next to the rule file, for a bundled variant in
    /// the current folder. `None` for a text that is not on disk.
    pub fn weights_path(&self, equipment: &Equipment) -> Option<PathBuf> {
        self.beside(WEIGHTS, equipment)
    }

    /// The path of the endgame tables of these rules, found in the same way.
    pub fn endgames_path(&self, equipment: &Equipment) -> Option<PathBuf> {
        self.beside(ENDGAMES, equipment)
    }

    fn beside(&self, ending: &str, equipment: &Equipment) -> Option<PathBuf> {
        let folder = if self.is_bundled() { Some(Path::new("")) } else { self.folder.as_deref() };
        Some(folder?.join(name_beside(&self.id, &Choices::of(equipment), ending)))
    }

    /// The command-line arguments for these rules: the bundled name or the path, followed by the options chosen.
    ///
    /// ```
    /// use draughtsman::library;
    /// let loaded = library::load("english").unwrap();
    /// let variant = loaded.check(&"idle-limit=10".parse().unwrap()).variant.unwrap();
    /// assert_eq!(loaded.asked_as(&variant.equipment), "english --option idle-limit=10");
    /// ```
    pub fn asked_as(&self, equipment: &Equipment) -> String {
        let path = self.folder.as_ref().map(|folder| folder.join(format!("{}.{ENDING}", self.id)));
        let name = path.filter(|_| !self.is_bundled()).map_or_else(|| self.id.clone(), |path| path.display().to_string());
        let chosen = parts(&Choices::of(equipment)).into_iter().map(|part| format!(" --option {part}"));
        name + &chosen.collect::<String>()
    }

    fn is_bundled(&self) -> bool {
        self.folder.is_none() && text_of(&self.id) == Some(self.text())
    }

    /// The learned weights of these rules: from the file if there is one, even an unreadable one; else from the binary.
    fn learned(&self, equipment: &Equipment) -> Option<Beside> {
        let path = self.weights_path(equipment)?;
        // If the file is not UTF-8, the reader of the weights rejects it when they are used.
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into();
        if let Some(read) = read(&path, MOST_BYTES) {
            return Some(Beside { name: path.display().to_string(), of: self.asked_as(equipment), text: read.map(text) });
        }
        let choices = Choices::of(equipment);
        let bundled = self.is_bundled() && choices == Choices::default();
        let (name, text) = BUNDLED_WEIGHTS.iter().find(|(name, _)| bundled && *name == self.id)?;
        Some(Beside {
            name: format!("bundled {}", weights_name(name, &choices)),
            of: self.asked_as(equipment),
            text: Ok((*text).into()),
        })
    }
}

/// The contents of a file of at most `most` bytes, or why it cannot be read. `None` if there is no file, which includes file
/// systems without files (a browser) and names that are too long.
fn read(path: &Path, most: u64) -> Option<Result<Vec<u8>, String>> {
    let bytes = fs::metadata(path).and_then(|found| match found {
        found if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        // Reading a pipe could block.
        found if !found.is_file() => Err(io::Error::other("it is no file")),
        found if found.len() > most => Err(io::Error::other(format!("it has more than {most} bytes"))),
        _ => fs::read(path),
    });
    match bytes {
        Ok(bytes) => Some(Ok(bytes)),
        Err(error) => match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::Unsupported | ErrorKind::InvalidFilename => None,
            ErrorKind::Other => Some(Err(error.to_string())),
            kind => Some(Err(kind.to_string())),
        },
    }
}
