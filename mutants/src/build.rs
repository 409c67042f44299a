//! A copy of the sources with mutants in it, as many as compile, and its tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::plant::{in_the_way, planted};
use crate::sites::Site;

/// The environment variable that chooses a mutant, by its number from 1; 0 is none.
pub(crate) const CHOICE: &str = "DRAUGHTSMAN_MUTANT";

/// The environment variable that names a file, to which the numbers of the mutants are added whose places are come by.
pub(crate) const REACHED: &str = "DRAUGHTSMAN_REACHED";

/// What the copy has beside the sources. The first panic ends the program: the rest of its tests need not be waited for.
const MODULE: &str = r#"
//! Which mutant is chosen.
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{LazyLock, Mutex};

/// In place of a number: none is chosen, and it is written down which could be.
const ASKED: u32 = u32::MAX;

static CHOSEN: LazyLock<u32> = LazyLock::new(|| {
    let Some(chosen) = std::env::var("DRAUGHTSMAN_MUTANT").ok().and_then(|text| text.parse().ok()) else { return 0 };
    std::panic::set_hook(Box::new(|info| {
        let thread = std::thread::current();
        // Not by eprintln!, which is kept back where a test calls it.
        let _ = writeln!(std::io::stderr(), "noticed by {}: {info}", thread.name().unwrap_or("somebody"));
        std::process::exit(101);
    }));
    if REACHED.is_some() { ASKED } else { chosen }
});

static REACHED: LazyLock<Option<File>> = LazyLock::new(|| {
    let name = std::env::var_os("DRAUGHTSMAN_REACHED")?;
    OpenOptions::new().create(true).append(true).open(name).ok()
});

/// Whether this one is.
#[inline]
pub(crate) fn on(number: u32) -> bool {
    let chosen = *CHOSEN;
    if chosen == ASKED {
        reached(number);
    }
    chosen == number
}

#[cold]
fn reached(number: u32) {
    static SEEN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    let Some(mut file) = REACHED.as_ref() else { return };
    if SEEN.lock().is_ok_and(|mut seen| seen.insert(number)) {
        let _ = file.write_all(format!("{number}\n").as_bytes());
    }
}
"#;

/// A mutant that compiles.
pub(crate) struct Mutant {
    pub(crate) number: usize,
    pub(crate) site: Site,
}

/// Writes a copy of the repository into `work/tree` with as many mutants as are wanted, of the first places that compile.
pub(crate) fn built(root: &Path, work: &Path, sites: Vec<Site>, wanted: usize) -> Vec<Mutant> {
    let tree = work.join("tree");
    let mut rest = sites.into_iter();
    let mut mutants: Vec<Mutant> = Vec::new();
    let mut number = 0;
    loop {
        while mutants.len() < wanted {
            let Some(site) = rest.next() else { break };
            if mutants.iter().all(|other| other.site.file != site.file || !in_the_way(&other.site, &site)) {
                number += 1;
                mutants.push(Mutant { number, site });
            }
        }
        let places = write(root, &tree, &mutants);
        let wrong = wrong(work, &tree, &places);
        if wrong.is_empty() {
            return mutants;
        }
        eprintln!("{} do not compile", wrong.len());
        mutants.retain(|mutant| !wrong.contains(&mutant.number));
    }
}

/// Where each mutant stands in the copy: its file, its number, its bytes.
type Places = BTreeMap<PathBuf, Vec<(usize, Range<usize>)>>;

/// Writes the files that git knows of, with the mutants in them. What has not changed keeps its time, so that it is not compiled again.
fn write(root: &Path, tree: &Path, mutants: &[Mutant]) -> Places {
    let mut within: BTreeMap<&Path, Vec<(usize, &Site)>> = BTreeMap::new();
    for mutant in mutants {
        within.entry(&mutant.site.file).or_default().push((mutant.number, &mutant.site));
    }
    let (mut places, mut written) = (Places::new(), BTreeSet::from([tree.join("src/mutant.rs")]));
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output().expect("git");
    for name in String::from_utf8(listed.stdout).expect("names in UTF-8").split('\0').filter(|name| !name.is_empty()) {
        let Ok(mut bytes) = fs::read(root.join(name)) else { continue };
        if let Some(mutants) = within.get(Path::new(name)) {
            let text = String::from_utf8(bytes).expect("Rust in UTF-8");
            let new = planted(&text, mutants);
            places.insert(PathBuf::from(name), new.places);
            bytes = new.text.into_bytes();
        }
        if name == "src/lib.rs" {
            bytes.extend_from_slice(b"\npub(crate) mod mutant;\n");
        }
        renew(&tree.join(name), &bytes);
        written.insert(tree.join(name));
    }
    renew(&tree.join("src/mutant.rs"), MODULE.as_bytes());
    forget(tree, &written);
    places
}

/// Deletes what an earlier copy had and this one has not: tests go over folders.
fn forget(folder: &Path, written: &BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the copy").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => forget(&path, written),
            false if !written.contains(&path) => fs::remove_file(&path).expect("a file of the copy"),
            false => {}
        }
    }
}

fn renew(file: &Path, bytes: &[u8]) {
    if fs::read(file).is_ok_and(|old| old == bytes) {
        return;
    }
    let written = fs::create_dir_all(file.parent().expect("a folder")).and_then(|()| fs::write(file, bytes));
    written.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}

/// Cargo in the copy.
fn cargo(work: &Path, arguments: &[&str]) -> Vec<Value> {
    let mut command = Command::new("cargo");
    command.args(arguments).args(["--locked", "--message-format=json"]).current_dir(work.join("tree"));
    command.env("CARGO_TARGET_DIR", work.join("target")).env("RUSTFLAGS", "--cap-lints=warn");
    // Longer to build, and three hundred times sooner done.
    command.env("CARGO_PROFILE_TEST_OPT_LEVEL", "2").env("CARGO_INCREMENTAL", "0");
    let output = command.output().expect("cargo");
    let said: Vec<Value> =
        String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert!(!said.is_empty(), "cargo: {}", String::from_utf8_lossy(&output.stderr));
    said
}

/// The numbers of those that do not compile.
fn wrong(work: &Path, tree: &Path, places: &Places) -> BTreeSet<usize> {
    let said = cargo(work, &["check", "--lib", "--bins"]);
    let mut wrong = BTreeSet::new();
    let mut elsewhere = Vec::new();
    for message in said.iter().filter(|line| line["reason"] == "compiler-message").map(|line| &line["message"]) {
        if message["level"] != "error" {
            continue;
        }
        let spans = message["spans"].as_array().into_iter().flatten().chain(children(message));
        let found: Vec<usize> = spans.filter_map(|span| at(tree, places, span)).collect();
        if found.is_empty() && message["spans"].as_array().is_some_and(|spans| !spans.is_empty()) {
            elsewhere.push(message["rendered"].as_str().unwrap_or_default().to_owned());
        }
        wrong.extend(found);
    }
    assert!(!wrong.is_empty() || elsewhere.is_empty(), "the copy does not compile:\n{}", elsewhere.join("\n"));
    wrong
}

fn children(message: &Value) -> impl Iterator<Item = &Value> {
    message["children"].as_array().into_iter().flatten().flat_map(|child| child["spans"].as_array().into_iter().flatten())
}

/// Which mutant stands where an error is said: the narrowest, if several.
fn at(tree: &Path, places: &Places, span: &Value) -> Option<usize> {
    let file = PathBuf::from(span["file_name"].as_str()?);
    let file = file.strip_prefix(tree).unwrap_or(&file);
    let start = span["byte_start"].as_u64()? as usize;
    let end = span["byte_end"].as_u64()? as usize;
    let within = places.get(file)?.iter().filter(|(_, place)| place.start <= end && start <= place.end);
    within.min_by_key(|(_, place)| place.len()).map(|(number, _)| *number)
}

/// The test programs of the copy.
pub(crate) fn programs(work: &Path) -> Vec<PathBuf> {
    let said = cargo(work, &["test", "--no-run", "--lib", "--test", "facts", "--test", "suite"]);
    let errors =
        said.iter().filter(|line| line["message"]["level"] == "error").filter_map(|line| line["message"]["rendered"].as_str());
    let errors: Vec<&str> = errors.collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    let tests = said.iter().filter(|line| line["profile"]["test"] == true);
    let found: Vec<PathBuf> = tests.filter_map(|line| line["executable"].as_str()).map(PathBuf::from).collect();
    assert_eq!(found.len(), 3, "{found:?}");
    found
}
