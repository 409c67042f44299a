//! The file in which tables are kept: how it is made, gone on with, and refused.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;
use tempfile::tempdir;

use crate::shell::{Ended, run_in, small};

/// Men that step and jump forward, and kings that do so in any direction.
pub(super) fn rules() -> String {
    small(concat!(
        "movement {\n  man may step forward diagonal\n  king may step diagonal\n}\n\n",
        "capture {\n  man may jump forward diagonal over an enemy\n  king may jump diagonal over an enemy\n}\n\n",
        "promotion {\n  when man lands on far-row {\n    promote it to king\n  }\n}\n",
    ))
}

pub(super) fn said(folder: &Path, words: &[&str]) -> Ended {
    run_in(folder, words, b"")
}

fn made(folder: &Path, words: &[&str]) -> Json {
    let ended = said(folder, &[&["endgames", "mine.draughts"], words, &["--json"]].concat());
    assert_eq!(ended.code, 0, "{words:?}: {}", ended.err);
    serde_json::from_str(&ended.out).expect("JSON")
}

#[test]
fn tables_are_the_same_for_any_number_of_threads() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("mine.draughts"), rules()).unwrap();
    let text = |threads: &str| {
        let out = format!("{threads}.endgames");
        let told = made(folder.path(), &["--pieces", "4", "--threads", threads, "--out", &out]);
        assert_eq!(
            (told["file"].as_str(), told["made"].as_u64()),
            (Some(&*out), Some(told["tables"].as_array().unwrap().len() as u64))
        );
        fs::read(folder.path().join(out)).unwrap()
    };
    let one = text("1");
    assert!(one.len() > 1000);
    let placements = |path: &str| {
        let told = made(folder.path(), &["--pieces", "4", "--out", path]);
        told["tables"].as_array().unwrap().iter().map(|table| table["placements"].as_u64().unwrap()).sum::<u64>()
    };
    assert!(one.len() as u64 * 4 < 2 * placements("1.endgames"), "two values a placement, packed into less than two bits each");
    assert_eq!(one, text("2"));
    assert_eq!(one, text("3"));
}

#[test]
fn what_broke_off_is_gone_on_with() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("mine.endgames");
    fs::write(folder.path().join("mine.draughts"), rules()).unwrap();
    let all = made(folder.path(), &["--pieces", "4"]);
    let whole = fs::read(&path).unwrap();
    let many = all["tables"].as_array().unwrap().len() as u64;
    let first = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for part in [first, first + 10, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..part]).unwrap();
        let told = made(folder.path(), &["--pieces", "4"]);
        assert_eq!(fs::read(&path).unwrap(), whole, "broken off after {part} bytes");
        assert_eq!(told["tables"], all["tables"]);
        let made = told["made"].as_u64().unwrap();
        assert!(0 < made && made <= many && (made < many || part < first + 11), "{made} after {part} bytes");
    }
    let told = made(folder.path(), &["--pieces", "3"]);
    assert_eq!((told["made"].as_u64(), &told["tables"]), (Some(0), &all["tables"]), "what is there stays");
    fs::remove_file(&path).unwrap();
    made(folder.path(), &["--pieces", "2"]);
    let told = made(folder.path(), &["--pieces", "4"]);
    assert_eq!(told["tables"], all["tables"], "more is made of what there is");
}

#[test]
fn what_does_not_belong_there_is_refused() {
    let folder = tempdir().unwrap();
    let (rule_file, path) = (folder.path().join("mine.draughts"), folder.path().join("mine.endgames"));
    fs::write(&rule_file, rules()).unwrap();
    made(folder.path(), &["--pieces", "3"]);
    let whole = fs::read(&path).unwrap();
    let refused = |held: &[u8], parts: &[&str]| {
        fs::write(&path, held).unwrap();
        let words: [&[&str]; 4] = [
            &["endgames", "mine.draughts"],
            &["analyse", "mine.draughts", "--agent", "alpha-beta:50"],
            &["match", "mine.draughts", "mcts:50", "random", "--games", "2"],
            &["solve", "mine.draughts", "--win-in", "1"],
        ];
        for words in words {
            let ended = said(folder.path(), words);
            assert_eq!(ended.code, 2, "{words:?}: {} {}", ended.out, ended.err);
            for part in parts.iter().chain(&["mine.endgames"]) {
                assert!(ended.err.contains(part), "{words:?}: {}", ended.err);
            }
            assert_eq!(fs::read(&path).unwrap(), held, "it stays as it is");
        }
        for agent in ["alpha-beta:50,untrained", "level:3", "greedy"] {
            let ended = said(folder.path(), &["match", "mine.draughts", agent, "random", "--games", "2"]);
            assert_eq!(ended.code, 0, "{agent}: {}", ended.err);
        }
    };
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    refused(&damaged, &["damaged", "draughtsman endgames mine.draughts`"]);
    fs::write(&path, &whole[..whole.len() - 10]).unwrap();
    let ended = said(folder.path(), &["analyse", "mine.draughts", "--agent", "alpha-beta:50"]);
    assert!(ended.code == 2 && ended.err.contains("breaks off in the midst of a table"), "{} {}", ended.code, ended.err);
    assert_eq!(said(folder.path(), &["endgames", "mine.draughts"]).code, 0, "it goes on");
    assert_eq!(fs::read(&path).unwrap(), whole);
    let later = String::from_utf8_lossy(&whole).replacen("\"schema\":1", "\"schema\":2", 1);
    refused(format!("{}\n", later.lines().next().unwrap()).as_bytes(), &["no file that `draughtsman endgames` writes"]);
    fs::write(&rule_file, rules().replace("king may step diagonal", "king may step forward diagonal")).unwrap();
    refused(&whole, &["another version of these rules", "draughtsman endgames mine.draughts`"]);
    let ended = said(folder.path(), &["endgames", "mine.draughts", "--force"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert_eq!(said(folder.path(), &["analyse", "mine.draughts", "--agent", "alpha-beta:50"]).code, 0);
    fs::write(&path, "of something else").unwrap();
    let ended = said(folder.path(), &["endgames", "mine.draughts"]);
    assert_eq!(ended.code, 2);
    assert!(ended.err.contains("there is a file already"), "{}", ended.err);
    assert_eq!(fs::read(&path).unwrap(), b"of something else");
}

#[test]
fn games_of_which_there_are_none_say_why() {
    let folder = tempdir().unwrap();
    let cases = [
        ("lasca", "pieces bear something, or stand on one another"),
        ("guerrilla", "there are piles or tokens"),
        ("chaos", ""),
        ("warp", "warp.draughts:150: `when turn begins if quiet = quiet-limit and some move: end game"),
        ("saving_private", ""),
        ("frisian", "`rover` is kept from turn to turn"),
        ("collateral", "`reign` is kept from turn to turn"),
        ("konane", "a turn is more than one move"),
    ];
    for (variant, why) in cases {
        let ended = said(folder.path(), &["endgames", variant]);
        assert_eq!(ended.code, 2, "{variant}: {}", ended.out);
        let begins = format!("there are no endgame tables of `{variant}`: ");
        assert!(ended.err.contains(&begins) && ended.err.contains(why), "{variant}: {}", ended.err);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
    }
}

#[test]
fn too_little_memory_is_said_beforehand() {
    let folder = tempdir().unwrap();
    let ended = said(folder.path(), &["endgames", "english", "--pieces", "6", "--memory", "500"]);
    assert_eq!(ended.code, 2);
    for part in ["tables of 6 pieces take about", "MiB, and 500 MiB are given: 4 pieces fit in that"] {
        assert!(ended.err.contains(part), "{}", ended.err);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

/// What is thrown is kept for the turn only: it is chance that tables know nothing of.
#[test]
fn of_games_with_dice_it_is_chance_that_is_told() {
    let folder = tempdir().unwrap();
    let turn = "turn {\n  choose die in (1 or 2) by chance\n  set pips to die\n  play move\n}\n\nstate {\n  counter pips: 0..2 each turn\n}\n\n";
    let rules =
        small(&format!("{turn}movement {{\n  man may step forward if pips = 1\n  man may step diagonal if pips = 2\n}}\n"));
    fs::write(folder.path().join("dice.draughts"), &rules).unwrap();
    let ended = said(folder.path(), &["endgames", "dice.draughts"]);
    assert!(ended.code == 2 && ended.err.contains("`dice`: chance decides; tables are for"), "{}", ended.err);
    let counted = rules.replace("  choose die in (1 or 2) by chance\n  set pips to die\n", "  set pips to 1\n");
    fs::write(folder.path().join("dice.draughts"), counted).unwrap();
    let ended = said(folder.path(), &["endgames", "dice.draughts"]);
    assert!(ended.code == 2 && ended.err.contains("`pips` is kept from move to move"), "{}", ended.err);
}
