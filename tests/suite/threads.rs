//! However many threads work, the same seed gives the same bytes: every command that has threads, from one to eight of them. What a command
//! says of time is left out. (A search that several threads share would be excepted; none does that.)

use std::path::Path;

use serde_json::Value;

use crate::shell::run_in;

/// Commands that share work among threads, each with enough of it.
const COMMANDS: [&str; 9] = [
    "perft english 6 --json",
    "perft frisian 4 --divide --json",
    "perft konane 3 --made --json",
    "simulate international --games 60 --seed 7 --json",
    "simulate saving_private --games 6 --seed 7 --agent greedy --json",
    "match english alpha-beta:80 mcts:30 --games 8 --seed 3 --json",
    "coverage russian --games 24 --seed 5 --json",
    "diff english pool --positions 300 --json",
    "pdn tests/facts/pdn/international.pdn --statistics --tree 4 --json",
];

/// How long it took: the only key that differs from run to run.
const TIME: &str = "cpu_seconds";

/// What a command says, without times.
fn said(command: &str, threads: usize) -> Value {
    let threads = threads.to_string();
    let arguments: Vec<&str> = command.split(' ').chain(["--threads", &threads]).collect();
    let ended = run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &arguments, b"");
    let mut said: Value = serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{command}: {}", ended.err));
    timeless(&mut said);
    said
}

fn timeless(said: &mut Value) {
    match said {
        Value::Object(keys) => {
            keys.retain(|key, _| key != TIME);
            keys.values_mut().for_each(timeless);
        }
        Value::Array(items) => items.iter_mut().for_each(timeless),
        _ => {}
    }
}

#[test]
fn from_one_to_eight_threads_say_the_same() {
    for command in COMMANDS {
        let one = said(command, 1);
        for threads in 2..=8 {
            assert_eq!(said(command, threads), one, "{command} --threads {threads}");
        }
    }
}
