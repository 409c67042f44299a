//! What came out, and what of it is excused.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use serde::Deserialize;

use crate::judge::Judged;

/// `excused.toml`: mutants that no test needs to notice.
#[derive(Deserialize)]
struct Excused {
    mutant: Vec<Excuse>,
}

/// One of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Excuse {
    /// The file, from the root of the repository.
    file: String,
    /// The function.
    function: String,
    /// What is changed into what, as it is printed.
    what: String,
    /// Which it is of those that are so far alike, from 0.
    #[serde(default)]
    nth: usize,
    /// Why the program does the same for whoever plays.
    why: String,
}

/// Says how many were noticed, and which live on without an excuse.
pub(crate) fn told(root: &Path, judged: &[Judged]) -> ExitCode {
    let text = fs::read_to_string(root.join("mutants/excused.toml")).expect("mutants/excused.toml");
    let excused: Excused = toml::from_str(&text).unwrap_or_else(|error| panic!("excused.toml: {error}"));
    let lives: Vec<&Judged> = judged.iter().filter(|one| one.noticed.is_none()).collect();
    let noticed = judged.len() - lives.len();
    println!(
        "\n{noticed} of {} noticed, {:.1} %; {} live on",
        judged.len(),
        100.0 * noticed as f64 / judged.len().max(1) as f64,
        lives.len()
    );
    let mut argued = 0;
    for one in &lives {
        let site = &one.mutant.site;
        let said = |excuse: &&Excuse| {
            Path::new(&excuse.file) == site.file
                && excuse.function == site.function
                && excuse.what == site.what
                && excuse.nth == site.nth
                && !excuse.why.is_empty()
        };
        match excused.mutant.iter().find(said) {
            Some(_) => argued += 1,
            None => println!("  {}:{} {} [{}]", site.file.display(), site.line, site.function, site.what),
        }
    }
    println!("{argued} of them with a reason in mutants/excused.toml");
    ExitCode::from(u8::from(argued < lives.len()))
}
