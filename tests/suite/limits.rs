//! Rules whose first decision goes beyond a limit: whoever plays, counts or searches stops there, and names limit and line.

use std::collections::BTreeSet;
use std::path::Path;

use crate::shell::{commands, file, run_in, run_with};

/// Every move goes on and on, which is found out quickly.
const SPIN: &str = "+++\nname = \"Spin\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"3x1\"\n[pieces]\nman = { symbol = \"m\" }\n\
                    [setup]\ndiagram = \"\"\"\nw . b\n\"\"\"\n+++\nmovement {\n  man may spin { may repeat: move actor to it }\n}\n";

/// What is said of it.
const SAID: &str = "more than 1,000 choices in one move (spin.draughts:16: man may spin { may repeat: move actor to it })";

/// What meets a decision of these rules, each way that it does.
const STOPPED: &[&str] = &[
    "moves spin.draughts",
    "explain spin.draughts a1-b1",
    "perft spin.draughts 2",
    "perft spin.draughts 2 --divide",
    "perft spin.draughts 2 --threads 2",
    "simulate spin.draughts --games 2",
    "simulate spin.draughts --games 2 --threads 2",
    "simulate spin.draughts --games 2 --agent greedy",
    "simulate spin.draughts --games 2 --agent mcts:10 --opening 2 --each csv",
    "simulate spin.draughts --games 2 --report",
    "simulate spin.draughts --games 2 --beside english",
    "simulate english --games 2 --beside spin.draughts",
    "simulate english --games 2 --beside spin.draughts --agent greedy",
    "simulate spin.draughts --games 2 --thought=random,greedy --thought-games 2",
    "match spin.draughts greedy random --games 2",
    "match spin.draughts random random --games 2 --threads 2",
    "match spin.draughts alpha-beta:10 mcts:10 --games 2 --opening 0",
    "train spin.draughts --games 2",
    "train spin.draughts --games 2 --threads 2",
    "diff spin.draughts spin.draughts --positions 20",
    "diff spin.draughts spin.draughts --positions 20 --depth 0 --agent greedy --threads 2",
    "coverage spin.draughts --games 2",
    "coverage spin.draughts --games 2 --threads 2 --agent greedy",
    "coverage spin.draughts --games 1 --witness --effort 1",
    "analyse spin.draughts",
    "analyse spin.draughts --agent mcts:10",
    "solve spin.draughts",
    "endgames spin.draughts --pieces 2",
    "endgames spin.draughts --pieces 2 --threads 2",
    "play spin.draughts --opponent greedy",
];

/// What goes on in spite of it: a session answers each request, and a snapshot pins that there is no list.
const TOLD: &[(&str, &str)] = &[
    ("session", r#"{"request":"load","variant":"spin.draughts"} {"request":"moves"}"#),
    ("session", r#"{"request":"load","variant":"spin.draughts"} {"request":"agent","agent":"greedy"}"#),
    ("session", r#"{"request":"load","variant":"spin.draughts"} {"request":"analyse","agent":"alpha-beta:10"}"#),
    ("snapshot add spin.draughts --name start", ""),
];

/// What meets no decision of rules; `hub` plays what the protocol names, `pdn` games that somebody has played.
const OTHERS: &[&str] = &[
    "list",
    "show",
    "new",
    "check",
    "fmt",
    "position",
    "pdn",
    "merge",
    "render",
    "page",
    "serve",
    "hub",
    "lsp",
    "completions",
    "man",
];

fn name(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

fn asked(folder: &Path, command: &str, input: &str) -> (i32, String, String) {
    let ended = run_in(folder, &command.split(' ').collect::<Vec<_>>(), input.as_bytes());
    (ended.code, ended.out, ended.err)
}

#[test]
fn whoever_plays_or_searches_names_the_limit_that_is_reached() {
    let tried = STOPPED.iter().copied().chain(TOLD.iter().map(|(command, _)| *command)).map(name);
    let all: BTreeSet<String> = tried.chain(OTHERS.iter().copied()).map(str::to_owned).collect();
    assert_eq!(all, commands().into_iter().collect(), "each command is in one of the tables");
    let folder = tempfile::tempdir().expect("a folder");
    file(folder.path(), "spin.draughts", SPIN);
    for command in STOPPED {
        let (code, out, err) = asked(folder.path(), command, "");
        assert_eq!((code, err), (2, format!("error: {SAID}\n")), "{command}: {out}");
    }
    for (command, input) in TOLD {
        let (code, out, err) = asked(folder.path(), command, &input.replace("} {", "}\n{"));
        assert!(code == 0 && out.contains(SAID), "{command}: {code}: {out}{err}");
    }
    let left: BTreeSet<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|one| one.file_name()).collect();
    assert_eq!(
        left,
        ["spin.draughts", "spin.positions.toml", "spin.snapshot.txt"].map(Into::into).into(),
        "nothing else is written"
    );
}

/// With `--json` it is said in JSON.
#[test]
fn a_limit_is_told_in_json() {
    let folder = tempfile::tempdir().expect("a folder");
    file(folder.path(), "spin.draughts", SPIN);
    for command in ["train spin.draughts --games 2 --json", "diff spin.draughts spin.draughts --positions 20 --json"] {
        let (code, out, err) = asked(folder.path(), command, "");
        let said: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{command}: {error}: {out}"));
        assert_eq!((code, err.as_str(), &said["errors"][0]["text"]), (2, "", &SAID.into()), "{command}");
    }
}

/// Rules that only a made-up position takes beyond a limit are compared all the same.
#[test]
fn a_made_up_position_beyond_a_limit_is_left_out() {
    let rules = SPIN.replace("spin {", "spin if (count own man > 1) {").replace("}\n}\n", "}\n  man may step east\n}\n");
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(folder.path(), "calm.draughts", rules);
    let ended = run_with(&["diff", &path, &path, "--positions", "40"], b"");
    assert!(
        ended.code == 0 && ended.out.contains("were left out: a rule did not come to an end"),
        "{}{}",
        ended.out,
        ended.err
    );
}

#[test]
#[cfg(target_os = "linux")]
fn memory_that_is_not_there_is_refused() {
    let words = ["analyse", "english", "--memory", "100000", "--agent", "alpha-beta:10"];
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "ulimit -v 8000000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_draughtsman")]);
    let ended = shell.args(words).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.code() == Some(2) && said.contains("less is accepted"), "{:?}: {said}", ended.status);
}

/// Cards that are shuffled two at a time and laid out are heaps of their own, as many as there are piles for cards: a third is refused, not
/// mixed with another.
#[test]
fn heaps_are_told_apart_or_refused() {
    let rules = |piles: &str| {
        format!(
            "+++\nname = \"Zones\"\n[players]\nSouth = {{ faces = \"north\" }}\nNorth = {{ faces = \"south\" }}\n[board]\ngrid = \"6x2\"\n\
             under = \"card\"\n[tokens.card]\nworth = [\"one\", \"two\", \"three\", \"four\", \"five\", \"six\"]\n\
             faces = [\"face-down\", \"face-up\"]\n[piles]\n{piles}\n[pieces]\nman = {{ symbol = \"m\", plural = \"men\" }}\n[setup]\n\
             man = {{ South = \"a1\", North = \"f1\" }}\n+++\nsetup {{\n  for c in one card or two card: move c to bag\n  shuffle bag\n  \
             for s in a2 or b2: move top of bag to card of s\n  for c in three card or four card: move c to bag\n  shuffle bag\n  \
             for s in c2 or d2: move top of bag to card of s\n  for c in five card or six card: move c to bag\n  shuffle bag\n  \
             for s in e2 or f2: move top of bag to card of s\n}}\nmovement {{\n  mover may turn-up {{ choose s in square where card of it is \
             face-down; set face of card of s to face-up }}\n}}\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let pile = |name: &str| format!("{name} = {{ holds = \"card\", seen_by = \"nobody\" }}\n");
    file(folder.path(), "one.draughts", rules(&pile("bag")));
    file(folder.path(), "three.draughts", rules(&[pile("bag"), pile("second"), pile("third")].concat()));
    for command in ["moves", "simulate"] {
        let ended = run_in(folder.path(), &[command, "one.draughts"], b"");
        let said = "more heaps of shuffled tokens to be told apart than there are piles for such tokens (one.draughts:";
        assert!(ended.code == 2 && ended.err.contains(said), "{command}: {} {}", ended.out, ended.err);
    }
    // Each of six cards is one of two.
    let counted = run_in(folder.path(), &["perft", "three.draughts", "2", "--json"], b"");
    assert!(counted.out.contains("\"depth\":2,\"nodes\":12,"), "{} {}", counted.out, counted.err);
}
