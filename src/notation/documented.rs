//! Runs the examples of `docs/formats.md`.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::samples::{self, sketch::moves};
use super::{Header, Terms, diagram, fen, json, movetext, pdn, saved};
use crate::model::Equipment;

/// The code blocks of the page, each with the words of the comment above it: `<!-- check: position warp -->`.
fn blocks() -> Vec<(Vec<&'static str>, &'static str)> {
    let page = include_str!("../../docs/formats.md");
    let marked = page.split("<!-- check: ").skip(1);
    let block = |text: &'static str| {
        let (words, rest) = text.split_once(" -->\n```").expect("a block after the comment");
        let (_, rest) = rest.split_once('\n').expect("a line after the fence");
        let (block, _) = rest.split_once("\n```").expect("the end of the block");
        (words.split_whitespace().collect(), block)
    };
    marked.map(block).collect()
}

fn equipment(name: &str) -> Equipment {
    match name {
        "english" => samples::draughts(),
        "warp" => samples::quarters(),
        "cards" => samples::cards(),
        "lasca" => samples::towers(),
        _ => panic!("{name}"),
    }
}

#[test]
fn the_page_says_what_is_so() {
    let blocks = blocks();
    assert!(blocks.len() > 12);
    for (words, block) in blocks {
        let sample = words.get(1).map(|name| equipment(name)).unwrap_or_else(samples::draughts);
        match words[0] {
            "errors" => block.lines().for_each(|line| errors(&sample, line)),
            "fen" => block.lines().for_each(|line| assert_eq!(fen_both_ways(&sample, line), line)),
            "fen-in" => block.lines().for_each(|line| {
                let (typed, printed) = line.split_once("   ").expect("two columns");
                assert_eq!(fen_both_ways(&sample, typed.trim()), printed.trim());
            }),
            "position" => position(&sample, words[1], block),
            "toml" => toml(&sample, block),
            "movetexts" => movetexts(block),
            "entries" => entries(block),
            "outcome" => typed::<json::outcome::Outcome>(block),
            "perft" => typed::<json::perft::Perft>(block),
            "failure" => typed::<json::failure::Failure>(block),
            "fen-answer" => typed::<json::fen::Fen>(block),
            "check" => typed::<json::check::Check>(block),
            "explanation" => typed::<json::explain::Explanation>(block),
            "explain-listing" => typed::<json::explain::Listing>(block),
            "diff" => typed::<json::diff::Diff>(block),
            "serve" => typed::<json::serve::Serving>(block),
            "analysis" => typed::<json::analysis::Analysis>(block),
            "judged" => typed::<json::judged::Judged>(block),
            "solved" => typed::<json::solved::Solved>(block),
            "simulate" => typed::<json::simulate::Simulation>(block),
            "game-line" => typed::<json::simulate::GameLine>(block),
            "balance" => typed::<json::balance::Balance>(block),
            "part" => typed::<crate::analysis::balance::Part>(block),
            "match" => typed::<json::contest::Match>(block),
            "coverage" => typed::<json::coverage::Coverage>(block),
            "snapshot" => typed::<json::snapshot::Snapshot>(block),
            "endgames" => typed::<json::endgames::Endgames>(block),
            "training" => typed::<json::training::Training>(block),
            "weights" => typed::<json::trained::Trained>(block),
            "collection" => typed::<json::collection::Collected>(block),
            "board" => {
                let setup = fen::read(&samples::terms(&sample), words[2]).expect("a position");
                assert_eq!(diagram::board(&sample, &setup, false).trim_end(), block);
            }
            "pdn" => {
                let games = pdn::read(block);
                assert_eq!(pdn::write(&games[0]).expect("a game").trim_end(), block);
            }
            other => panic!("{other}"),
        }
    }
}

fn terms<'a>(equipment: &'a Equipment, stored: &'a [crate::model::rules::Stored]) -> Terms<'a> {
    Terms { equipment, stored, lines: &[] }
}

fn errors(equipment: &Equipment, line: &str) {
    let (text, error) = line.split_once(' ').expect("two columns");
    assert_eq!(fen::read(&samples::terms(equipment), text).expect_err(text).to_string(), error.trim());
}

fn fen_both_ways(equipment: &Equipment, text: &str) -> String {
    let stored = samples::stored();
    let terms = terms(equipment, &stored);
    fen::read(&terms, text).map_or_else(|error| error.to_string(), |setup| fen::write(&terms, &setup).text)
}

fn position(equipment: &Equipment, variant: &str, block: &str) {
    let stored = samples::stored();
    let terms = terms(equipment, &stored);
    let setup = json::position::read(&terms, block).unwrap_or_else(|error| panic!("{error}"));
    let header = Header { variant: variant.into(), ..Header::default() };
    assert_eq!(json::position::write(&header, &terms, &setup), block);
}

fn toml(equipment: &Equipment, block: &str) {
    let terms = terms(equipment, &[]);
    let game = saved::read(&terms, block).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(saved::write(&terms, &game).trim_end(), block);
}

fn movetexts(block: &str) {
    let texts: Vec<&str> = block.lines().map(|line| line.split("   ").next().unwrap_or("").trim()).collect();
    let check = |equipment: Equipment, sketches: &[&str], full: bool, range: std::ops::Range<usize>| {
        assert_eq!(movetext::texts(&equipment, &moves(&equipment, sketches), full), texts[range]);
    };
    check(samples::draughts(), &["11 11-15", "22 22x15(18)"], false, 0..2);
    check(samples::draughts(), &["22 22x15(18) 15x8(11)"], true, 2..3);
    let other_prey = moves(&samples::quarters(), &["d3 d3xd4(d5,d6)", "d3 d3xd4(d2,d1)"]);
    assert_eq!(movetext::texts(&samples::quarters(), &other_prey, false)[0], texts[3]);
    check(samples::quarters(), &["d4 d4xe5(e5)", "d4 d4xd4(e5)"], false, 4..6);
    check(samples::points(), &["!infiltrate =first:c3* +c3* =second:c4* +c4*"], false, 6..7);
    let actions = [
        "d4 !trade-places =other:e4",
        "d4 !split d4-e5",
        "d4 !split d4xf6(e5) f6xh8(g7)",
        "d4 !split-in-four d4 d4-c5 d4 d4-e3 d4 d4xf6(e5)",
        "c3 c3xe5(d4) =quarters:2 e5xg7(f6)",
        "!cycle =low:d4 =quarters:2",
        "!pass",
    ];
    check(samples::quarters(), &actions, true, 7..14);
    check(samples::cards(), &["=card:7_spades", "=cards:7_clubs,7_spades", "decline"], false, 14..17);
}

fn entries(block: &str) {
    let warp = samples::quarters();
    let moves = moves(&warp, &["c3 c3xe5(d4)", "d4 !trade-places =other:e4"]);
    let expected: Vec<json::moves::Entry> = serde_json::from_str(block).expect("entries");
    assert_eq!(json::moves::entries(&warp, &moves, false), expected);
    let lines: Vec<&str> = block.lines().map(|line| line.trim().trim_end_matches(',')).collect();
    for (entry, line) in expected.iter().zip(&lines[1..]) {
        assert_eq!(serde_json::to_string(entry).expect("json"), *line);
    }
}

fn typed<T: Serialize + DeserializeOwned>(block: &str) {
    let read: T = serde_json::from_str(block).expect("the documented form");
    assert_eq!(serde_json::to_string(&read).expect("json"), block);
}
