//! However many threads work, the same seed gives the same bytes: every command that has threads, from one to eight of them. What a command
//! says of time is left out. (Agents that think about one decision on several threads are excepted, and say so: `alpha-beta:20000,threads=2`.)

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::shell::{answer, commands, file, json, run_in, small};

/// Commands that share work among threads, each with enough of it, in a folder of their own.
const COMMANDS: &[&str] = &[
    "perft english 6 --json",
    "perft frisian 4 --divide --json",
    "perft konane 3 --made --json",
    "simulate international --games 60 --seed 7 --json",
    "simulate saving_private --games 6 --seed 7 --agent greedy --json",
    "simulate turkish --games 70 --seed 7 --report --rules-games 8 --json",
    "simulate small.draughts --games 130 --seed 7 --report --output report.json",
    "simulate english --games 66 --seed 7 --sweep idle-limit=20,40 --thought=random,greedy --thought-games 4 --json",
    "simulate small.draughts --games 200 --seed 7 --until 0.2 --each csv",
    "match english alpha-beta:80 mcts:30 --games 8 --seed 3 --json",
    "train small.draughts --games 40 --measure 4 --seed 3 --json",
    "endgames small.draughts --pieces 3 --json",
    "coverage russian --games 24 --seed 5 --json",
    "coverage warp --games 4 --seed 5 --witness --effort 2 --options --json",
    "diff english pool --positions 300 --json",
    "diff english pool --positions 300 --svg pictures",
    "pdn international.pdn --statistics --tree 4 --json",
];

const GAMES: &str = include_str!("../facts/pdn/international.pdn");

/// How long it took: the only key that differs from run to run.
const TIME: &str = "cpu_seconds";

/// What a command says and writes, by the names of the files, without times.
fn told(command: &str, threads: usize) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = "movement {\n  man may step forward diagonal\n}\n\ncapture {\n  man may jump diagonal over enemy\n}\n";
    let given = [("small.draughts", &*small(rules)), ("international.pdn", GAMES)];
    given.iter().for_each(|(name, text)| drop(file(folder.path(), name, text)));
    let threads = threads.to_string();
    let arguments: Vec<&str> = command.split(' ').chain(["--threads", &threads]).collect();
    let ended = run_in(folder.path(), &arguments, b"");
    assert!(ended.code < 2, "{command}: {}", ended.err);
    let mut told = BTreeMap::from([(String::new(), timeless(ended.out.as_bytes()))]);
    written(folder.path(), &mut told);
    assert!(told.values().any(|said| !said.is_empty()), "{command} says nothing");
    told
}

/// Adds the files in a folder, and in those in it.
fn written(folder: &Path, told: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => written(&path, told),
            false => drop(told.insert(name(&path), timeless(&std::fs::read(&path).expect("a file")))),
        }
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A text, in JSON without times; bytes as they are.
fn timeless(bytes: &[u8]) -> String {
    let Ok(mut said) = serde_json::from_slice(bytes) else { return bytes.escape_ascii().to_string() };
    without_times(&mut said);
    said.to_string()
}

fn without_times(said: &mut Value) {
    match said {
        Value::Object(keys) => {
            keys.retain(|key, _| key != TIME);
            keys.values_mut().for_each(without_times);
        }
        Value::Array(items) => items.iter_mut().for_each(without_times),
        _ => {}
    }
}

#[test]
fn every_command_that_has_threads_is_tried() {
    let with_threads: BTreeSet<String> =
        commands().into_iter().filter(|name| answer(&[name, "--help"]).contains("--threads")).collect();
    let tried: BTreeSet<String> =
        COMMANDS.iter().map(|command| command.split(' ').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(with_threads, tried);
}

/// Numbers of threads that are tried beside one: some, or all up to eight with `DRAUGHTSMAN_THREADS=all`.
fn numbers() -> Vec<usize> {
    if std::env::var_os("DRAUGHTSMAN_THREADS").is_some() { (2..=8).collect() } else { vec![7] }
}

#[test]
fn from_one_to_eight_threads_say_and_write_the_same() {
    for command in COMMANDS {
        let one = told(command, 1);
        for threads in numbers() {
            assert_eq!(told(command, threads), one, "{command} --threads {threads}");
        }
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    // A trick: white gives a king away for two.
    let asked = ["analyse", "english", "--position", "W:WK22,K23,K24:BK31,K32", "--lines", "1", "--json", "--agent"];
    for agent in ["alpha-beta:60000", "alpha-beta:depth=9", "mcts:20000"] {
        for agent in [agent.to_owned(), format!("{agent},threads=2"), format!("{agent},untrained,threads=5")] {
            let said = json(&[&asked[..], &[&agent]].concat());
            assert_eq!((said["agent"].as_str(), &said["lines"][0]["moves"][0]), (Some(&*agent), &Value::from("22-25")));
        }
    }
}
