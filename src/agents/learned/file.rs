//! The file of learned worths beside the rules.

use std::sync::Arc;

use indexmap::IndexMap;
use sha2::{Digest as _, Sha256};

use super::plan::{FIRST, OPTION, Plan, TO_MOVE};
use super::{Learned, Worth};
use crate::endgames::Unreadable;
use crate::notation::json::SCHEMA;
use crate::notation::json::trained::{KIND, Pattern, Trained};
use crate::program::{Beside, Program};

/// How a file was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The variant whose rules they are.
    pub variant: String,
    /// The number of games.
    pub games: u64,
    /// The number of positions of these.
    pub positions: u64,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// Why an agent cannot use its files or memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The file is no file of learned worths.
    #[error("{name}: {problem}")]
    Unreadable {
        /// The name of the file.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The endgame tables cannot be used.
    #[error("{name}: {why}")]
    Endgames {
        /// The name of the file.
        name: String,
        /// The reason.
        why: Unreadable,
    },
    /// The machine does not have this much memory.
    #[error("this machine does not have {mebibytes} MiB for an agent: a smaller `memory=` is accepted")]
    Memory {
        /// The memory that was requested.
        mebibytes: u32,
    },
    /// The file belongs to other rules.
    #[error("{name} was learned by another version of these rules: remove it, or `draughtsman train {variant}` learns it anew")]
    OtherRules {
        /// The name of the file.
        name: String,
        /// The variant whose rules it lies beside.
        variant: String,
    },
}

/// Identifies checked rules, equipment and start in the files that lie beside them: SHA-256 of the [fingerprint](Program::fingerprint)
/// of their program, in hexadecimal. Comments, authors and names of files do not count.
///
/// ```
/// # use draughtsman::{agents, library};
/// let program = |name| library::bundled(name).unwrap().program;
/// assert_eq!(agents::checksum(&program("english")), agents::checksum(&program("english")));
/// assert_ne!(agents::checksum(&program("english")), agents::checksum(&program("russian")));
/// ```
pub fn checksum(program: &Program) -> String {
    sha256(format!("{:016x}", program.fingerprint).as_bytes())
}

/// SHA-256 in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a text is a file of learned worths.
pub fn is_one(text: &str) -> bool {
    serde_json::from_str::<Trained>(text).is_ok_and(|file| file.kind == KIND)
}

/// What was learned for the rules of a program, if such a file lies beside them.
///
/// # Errors
/// The file is not of this format, or it belongs to other rules.
pub(in crate::agents) fn of_program(program: &Program) -> Result<Option<Learned>, Unfit> {
    program.beside.learned.as_ref().map(|beside| Learned::read(program, beside)).transpose()
}

impl Learned {
    /// Reads a file for the rules of a program.
    ///
    /// # Errors
    /// The file is not of this format, or it belongs to other rules.
    pub fn read(program: &Program, Beside { name, of, text }: &Beside) -> Result<Learned, Unfit> {
        let unreadable = |problem: String| Unfit::Unreadable { name: name.clone(), problem };
        let text =
            text.as_ref().map_err(|why| unreadable(format!("it cannot be read: {why}; remove it, or let it be read")))?;
        let file: Trained = serde_json::from_str(text).map_err(|_| {
            let what = if text.trim().is_empty() { ", it is empty" } else { ", or one that is damaged" };
            unreadable(format!("this is no file that `draughtsman train` writes{what}: remove it"))
        })?;
        if file.kind != KIND || file.schema != SCHEMA {
            let accepted = format!("`kind` `{KIND}` with `schema` {SCHEMA} is accepted");
            return Err(unreadable(format!("it is `{}` with schema {}: {accepted}", file.kind, file.schema)));
        }
        if file.rules != checksum(program) {
            return Err(Unfit::OtherRules { name: name.clone(), variant: of.clone() });
        }
        let symmetries = file.symmetries.iter().map(|way| way.parse()).collect::<Result<Vec<_>, ()>>();
        let plan = symmetries.ok().and_then(|ways| Plan::new(program, &ways));
        let learned = plan.and_then(|plan| worths(program, plan, &file));
        learned.ok_or_else(|| {
            let again = format!("`draughtsman train {of}` learns it anew");
            unreadable(format!("it does not fit the board and the pieces of these rules: {again}"))
        })
    }

    /// The text of the file.
    pub fn write(&self, program: &Program, history: &History) -> String {
        let plan = &*self.plan;
        let worth = |number: usize| self.worths[number].map(i32::from);
        let flat = |numbers: &mut dyn Iterator<Item = usize>| numbers.flat_map(worth).collect::<Vec<i32>>();
        let boards = self.boards(program);
        let places = boards.iter().map(|(name, board)| {
            let codes = board * plan.sites..(board + 1) * plan.sites;
            (name.clone(), flat(&mut plan.places[codes].iter().map(|number| *number as usize)))
        });
        let below = boards.iter().filter(|_| program.equipment.stacks > 1).flat_map(|(name, board)| {
            let first = plan.first_below() + 2 * board;
            let of = |place: usize| worth(plan.places[first + place] as usize);
            [(format!("{name} below its own"), of(0)), (format!("{name} below another"), of(1))]
        });
        let mut gauges = IndexMap::new();
        for gauge in &plan.gauges {
            gauges.insert(gauge.name.clone(), flat(&mut (gauge.first..gauge.first + gauge.steps)));
        }
        let pattern = |(window, first): (&super::windows::Window, &usize)| {
            let name = |site: &crate::model::SiteId| program.equipment.board.sites[site.index()].name.clone();
            let states = 3usize.pow(window.sites.len() as u32);
            let mut worths = Vec::new();
            let mut last = 0;
            for state in (1..states).filter(|state| self.worths[first + state] != [0; 2]) {
                let [full, empty] = worth(first + state);
                worths.extend([(state - last) as i32, full, empty]);
                last = state;
            }
            Pattern { sites: window.sites.iter().map(name).collect(), worths }
        };
        let file = Trained {
            schema: SCHEMA,
            kind: KIND.to_owned(),
            variant: history.variant.clone(),
            rules: checksum(program),
            games: history.games,
            positions: history.positions,
            seed: history.seed,
            symmetries: plan.symmetries.iter().map(ToString::to_string).collect(),
            pieces: plan.all,
            to_move: worth(plan.rest + TO_MOVE),
            option: worth(plan.rest + OPTION),
            first: worth(plan.rest + FIRST),
            places: places.collect(),
            below: below.collect(),
            gauges,
            patterns: plan.windows.iter().zip(&plan.firsts).map(pattern).collect(),
        };
        lines(&file)
    }

    /// The sides and kinds that can occur, by name (`White man`), each with its index (side times kinds, plus the kind).
    fn boards(&self, program: &Program) -> Vec<(String, usize)> {
        boards(program, &self.plan)
    }
}

fn boards(program: &Program, plan: &Plan) -> Vec<(String, usize)> {
    let equipment = &program.equipment;
    let all = (0..plan.playing.len() * plan.kinds).map(|board| (board / plan.kinds, board % plan.kinds));
    let may = |(side, kind): &(usize, usize)| {
        plan.playing[*side] && equipment.kinds[*kind].owner.is_none_or(|owner| owner.index() == *side)
    };
    let named = |(side, kind): (usize, usize)| {
        (format!("{} {}", equipment.sides[side].name, equipment.kinds[kind].name), side * plan.kinds + kind)
    };
    all.filter(may).map(named).collect()
}

/// The worths of a file; none if it does not fit the rules.
fn worths(program: &Program, plan: Plan, file: &Trained) -> Option<Learned> {
    let mut all: Vec<Worth> = vec![[0; 2]; plan.many()];
    let small = |pair: &[i32]| -> Option<Worth> { Some([i16::try_from(pair[0]).ok()?, i16::try_from(pair[1]).ok()?]) };
    for (name, board) in boards(program, &plan) {
        let worths = file.places.get(&name).filter(|worths| worths.len() == 2 * plan.sites)?;
        for (site, pair) in worths.chunks_exact(2).enumerate() {
            all[plan.places[board * plan.sites + site] as usize] = small(pair)?;
        }
        for (place, whose) in ["its own", "another"].into_iter().enumerate() {
            if let Some(pair) = file.below.get(&format!("{name} below {whose}")) {
                all[plan.places[plan.first_below() + 2 * board + place] as usize] = small(pair)?;
            }
        }
    }
    for gauge in &plan.gauges {
        let worths = file.gauges.get(&gauge.name).filter(|worths| worths.len() == 2 * gauge.steps)?;
        for (step, pair) in worths.chunks_exact(2).enumerate() {
            all[gauge.first + step] = small(pair)?;
        }
    }
    let fits = |(window, pattern): (&super::windows::Window, &Pattern)| {
        let sites = window.sites.iter().map(|site| &program.equipment.board.sites[site.index()].name);
        pattern.worths.len() % 3 == 0 && sites.eq(&pattern.sites)
    };
    if plan.windows.len() != file.patterns.len() || !plan.windows.iter().zip(&file.patterns).all(fits) {
        return None;
    }
    for ((window, first), pattern) in plan.windows.iter().zip(&plan.firsts).zip(&file.patterns) {
        let states = 3usize.pow(window.sites.len() as u32);
        let mut state = 0;
        for three in pattern.worths.chunks_exact(3) {
            state += usize::try_from(three[0]).ok()?;
            *all.get_mut(first + state).filter(|_| state < states)? = small(&three[1..])?;
        }
    }
    for (place, pair) in [(TO_MOVE, file.to_move), (OPTION, file.option), (FIRST, file.first)] {
        all[plan.rest + place] = small(&pair)?;
    }
    Some(Learned::new(Arc::new(plan), all))
}

/// JSON with one line for each kind of piece and each pattern, so that two files can be compared line by line.
fn lines(file: &Trained) -> String {
    let value = serde_json::to_value(file).unwrap_or_default();
    let mut text = String::from("{\n");
    let fields = value.as_object().into_iter().flatten();
    let fields: Vec<String> = fields
        .map(|(key, value)| match value {
            serde_json::Value::Object(inner) if !inner.is_empty() => {
                let inner: Vec<String> = inner
                    .iter()
                    .map(|(key, value)| format!("    {}: {value}", serde_json::Value::from(key.as_str())))
                    .collect();
                format!("  \"{key}\": {{\n{}\n  }}", inner.join(",\n"))
            }
            serde_json::Value::Array(items) if items.iter().any(serde_json::Value::is_object) => {
                let items: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
                format!("  \"{key}\": [\n{}\n  ]", items.join(",\n"))
            }
            plain => format!("  \"{key}\": {plain}"),
        })
        .collect();
    text.push_str(&fields.join(",\n"));
    text.push_str("\n}\n");
    text
}
