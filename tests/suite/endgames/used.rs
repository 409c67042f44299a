//! Who looks ahead knows what tables know.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;
use tempfile::tempdir;

use super::files::{rules, said};

fn json(folder: &Path, words: &[&str]) -> Json {
    let ended = said(folder, &[words, &["--json"]].concat());
    assert!(ended.code < 2, "{words:?}: {}", ended.err);
    serde_json::from_str(&ended.out).expect("JSON")
}

/// Two kings against one: far from the end, and won.
const WON: &str = "B:WK1:BK14,K15";
/// A king in the double corner against a king: drawn.
const DRAWN: &str = "W:WK32:BK10";

#[test]
fn a_search_looks_up_what_it_comes_to() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let analysed = |agent: &str, position: &str| {
        json(path, &["analyse", "english", "--position", position, "--agent", agent, "--lines", "1"])["lines"][0].clone()
    };
    for agent in ["alpha-beta:depth=2", "mcts:20"] {
        assert!(analysed(agent, WON)["wins_in"].is_null(), "{agent} cannot know");
    }
    let made = json(path, &["endgames", "english", "--pieces", "3"]);
    assert_eq!(made["made"], 16, "{made}");
    let known = json(path, &["solve", "english", "--position", WON, "--win-in", "1"])["endgames"].clone();
    assert_eq!(known["result"], "won");
    let decisions = known["decisions"].as_u64().unwrap();
    assert!(decisions > 10);
    for agent in ["alpha-beta:depth=2", "mcts:20"] {
        let line = analysed(agent, WON);
        assert_eq!(line["wins_in"], decisions, "{agent}: {line}");
        let moves: Vec<&str> = line["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(moves.len() as u64, decisions, "{agent}: the whole way is told");
    }
    for agent in ["alpha-beta:depth=2,untrained", "mcts:20,baseline"] {
        assert!(analysed(agent, WON)["wins_in"].is_null(), "{agent} does without");
    }
    let warned = |agent: &str| {
        let ended = said(path, &["analyse", "english", "--position", WON, "--agent", agent]);
        ended.out.contains("by endgame tables, which leave clocks and repetition aside")
    };
    assert!(warned("alpha-beta:depth=2") && !warned("alpha-beta:depth=2,untrained"));
    // One piece more than there are tables for: what is left after the capture is looked up.
    let line = analysed("alpha-beta:depth=1", "B:WK1,10:BK7,K14,K15");
    assert!(line["wins_in"].as_u64().is_some_and(|plies| plies > 5), "{line}");
    assert_eq!(line["wins_in"].as_u64(), line["moves"].as_array().map(|moves| moves.len() as u64), "to the end: {line}");
    let solved = said(path, &["solve", "english", "--position", "W:WK22,K23:BK31:H78"]);
    assert!(
        solved.out.contains("no win at all") && solved.out.contains("which leave clocks and repetition aside"),
        "{}",
        solved.out
    );
    let line = analysed("mcts:60", "B:WK1,10:BK7,K14,K15");
    assert!(line["wins_in"].as_u64().is_some(), "{line}");
}

/// Both play by the tables: the game takes as long as they say.
#[test]
fn a_win_takes_as_long_as_it_is_said_to() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    json(path, &["endgames", "english", "--pieces", "3"]);
    let known = json(path, &["solve", "english", "--position", WON, "--win-in", "1"])["endgames"].clone();
    for agents in [["Black=alpha-beta:5", "White=alpha-beta:5"], ["Black=mcts:5", "White=alpha-beta:5"]] {
        let words = ["simulate", "english", "--position", WON, "--games", "3", "--agent", agents[0], "--agent", agents[1]];
        let told = json(path, &words);
        assert_eq!(told["wins"]["Black"], 3, "{agents:?}: {told}");
        assert_eq!(told["plies"]["mean"].as_f64(), known["decisions"].as_f64(), "{agents:?}: {told}");
    }
}

/// All moves keep the draw, but one gives a king away for nothing: whoever has more hopes that the other goes wrong.
#[test]
fn where_all_is_drawn_nothing_is_given_away() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    json(path, &["endgames", "russian", "--pieces", "3"]);
    for agent in ["alpha-beta:500", "mcts:500"] {
        let told = json(path, &["analyse", "russian", "--position", "W:WKc1,Kg1:BKh8", "--agent", agent, "--lines", "1"]);
        let line = &told["lines"][0];
        let reply = line["moves"][1].as_str().unwrap_or_default();
        assert_eq!((line["value"].as_f64(), reply.contains(['x', ':'])), (Some(0.0), false), "{agent}: {line}");
    }
}

#[test]
fn what_is_drawn_is_soon_known_to_be_no_win() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("mine.draughts"), rules()).unwrap();
    json(path, &["endgames", "english", "--pieces", "2"]);
    let told = json(path, &["solve", "english", "--position", DRAWN]);
    assert_eq!((told["endgames"]["result"].as_str(), told["win_in"].is_null()), (Some("drawn"), true), "{told}");
    assert!(told["nodes"].as_u64().unwrap() < 1000, "it is looked up: {told}");
    let ended = said(path, &["solve", "english", "--position", DRAWN]);
    assert!(
        ended.out.contains("endgame tables, which leave clocks and repetition aside: a draw, if both play their best\n"),
        "{}",
        ended.out
    );
    let ended = said(path, &["solve", "english", "--position", "W:WK29:BK22", "--win-in", "1"]);
    assert!(ended.out.contains("aside: White "), "{}", ended.out);
}
