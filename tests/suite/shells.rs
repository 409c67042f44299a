//! What shells are offered: completions, help, manual pages.

use std::fs;

use tempfile::tempdir;

use crate::shell::{answer, command};

#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(answer(&["completions", shell]).contains("draughtsman"), "{shell}");
    }
}

#[test]
fn every_help_has_examples() {
    for command in ["list", "show", "check", "fmt", "moves", "position", "perft", "render", "completions"] {
        assert!(answer(&[command, "--help"]).contains("Examples:\n  draughtsman "), "{command}");
    }
    assert!(answer(&["--version"]).starts_with("draughtsman "));
}

/// What a shell is offered for the last of these words.
fn offered(words: &[&str]) -> Vec<String> {
    let mut command = command(&["--", "draughtsman"]);
    command.args(words).env("DRAUGHTSMAN_COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    command.env("_CLAP_COMPLETE_COMP_TYPE", "9").env("_CLAP_COMPLETE_SPACE", "true").env("_CLAP_IFS", "\n");
    let out = command.output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_shell_is_offered_what_there_is() {
    assert_eq!(offered(&["moves", "canad"]), ["canadian"]);
    assert_eq!(offered(&["diff", "english", "italia"]), ["italian"]);
    assert_eq!(offered(&["moves", "variants/canad"]), ["variants/canadian.draughts"]);
    assert_eq!(offered(&["explain", "english", "11-"]), ["11-16", "11-15"]);
    assert_eq!(offered(&["explain", "english", "--position", "W:WK1:B32", "1-"]), ["1-6", "1-5"]);
    // A game is looked at where, and by whom, it is asked about; what is still to come from standard input is not waited for.
    let game = "variants/english.openings.pdn";
    assert_eq!(offered(&["explain", "english", "-p", game, "--game", "1", "--ply", "1", "24-"]), ["24-20", "24-19"]);
    assert!(offered(&["explain", "saving-private", "--seed", "1", "--view", "Nobody", "e3-"]).is_empty());
    assert!(!offered(&["explain", "saving-private", "--seed", "1", "--view", "South", "e3-"]).is_empty());
    assert!(offered(&["explain", "english", "-p", "-", "11-"]).is_empty());
    assert_eq!(offered(&["moves", "warp", "--option", "crown-"]), ["crown-ends-turn=off", "crown-goes-on-forward"]);
    assert_eq!(offered(&["match", "english", "gre"]), ["greedy"]);
    assert_eq!(offered(&["simulate", "english", "--agent", "Black=ra"]), ["Black=random"]);
    assert_eq!(offered(&["simulate", "english", "--agent", "Bla"]), ["Black="]);
    assert_eq!(offered(&["analyse", "english", "--agent", ""]), ["alpha-beta:", "mcts:"]);
    let more = ["mcts:500,threads=", "mcts:500,memory=", "mcts:500,untrained", "mcts:500,baseline"];
    assert_eq!(offered(&["analyse", "english", "--agent", "mcts:500,"]), more);
    assert_eq!(offered(&["simulate", "english", "--agent", "Black=alpha-beta:2s,m"]), ["Black=alpha-beta:2s,memory="]);
    assert_eq!(offered(&["simulate", "english", "--sweep", "idle"]), ["idle-limit=1..1000"]);
    assert!(offered(&["simulate", "warp", "--sweep", "option:crown-"]).contains(&"option:crown-ends-turn".to_owned()));
    assert_eq!(offered(&["simulate", "english", "--beside", "canad"]), ["canadian"]);
    assert_eq!(offered(&["simulate", "english", "--each", ""]), ["jsonl", "csv"]);
    assert_eq!(offered(&["play", "guerrilla", "--as", "G"]), ["Guerrilla"]);
    assert_eq!(offered(&["position", "english", "--form"]), ["--format"]);
    assert_eq!(offered(&["new", "mine", "--template", "cu"]), ["custodian"]);
    assert_eq!(offered(&["new", "mine", "--extends", "variants/canad"]), ["variants/canadian.draughts"]);
    assert_eq!(offered(&["check", "english", "--allow", "maybe-n"]), ["maybe-none"]);
    assert_eq!(offered(&["explain", "E0120"]), ["E0120"]);
}

/// What bash puts in: it takes words apart at `:` and `=`, and gives the last one, which is to be completed.
fn put_in(words: &[&str], last: &str) -> Vec<String> {
    let line = words.iter().fold(String::new(), |line, word| {
        let glued = line.is_empty() || [":", "="].iter().any(|mark| *word == *mark || line.ends_with(mark));
        line + if glued { "" } else { " " } + word
    });
    let ask = "COMP_WORDS=(\"${@:3}\"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE=$1; COMP_POINT=${#1}; \
               _clap_complete_draughtsman draughtsman \"$2\" before; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let script = format!("{}\n{ask}", answer(&["completions", "bash"]));
    let mut bash = std::process::Command::new("bash");
    bash.args(["--norc", "-c", &script, "bash", &line, last]).args(words);
    let programs = std::path::Path::new(env!("CARGO_BIN_EXE_draughtsman")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let out = bash.env("PATH", path).output().unwrap();
    assert!(out.status.success(), "{line}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_what_it_takes_apart() {
    let levels = |begin: &str| (1..=8).map(|level| format!("{begin}{level}")).collect::<Vec<_>>();
    assert_eq!(put_in(&["draughtsman", "play", "english", "--opponent", "level", ":"], ""), levels(""));
    assert_eq!(put_in(&["draughtsman", "match", "english", "alpha-beta", ":", "200", "lev"], "lev"), levels("level:"));
    assert_eq!(put_in(&["draughtsman", "play", "english", "--opponent", "=", "gre"], "gre"), ["greedy"]);
    assert_eq!(put_in(&["draughtsman", "simulate", "english", "--agent", "Black", "=", "level", ":", "3"], "3"), ["3"]);
    assert_eq!(put_in(&["draughtsman", "moves", "canad"], "canad"), ["canadian"]);
}

#[test]
fn manual_pages() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("man1").display().to_string();
    answer(&["man", "-o", &path]);
    // Once more: they are our own.
    answer(&["man", "-o", &path]);
    for (name, part) in [
        ("draughtsman", "draughtsman\\-check"),
        ("draughtsman-check", "\\-\\-deny\\-warnings"),
        ("draughtsman-snapshot-add", "\\-\\-reason"),
    ] {
        let page = fs::read_to_string(format!("{path}/{name}.1")).unwrap();
        assert!(page.contains(".TH ") && page.contains(part), "{name}: {page}");
    }
    assert!(answer(&["man"]).contains(".TH draughtsman"));
}
