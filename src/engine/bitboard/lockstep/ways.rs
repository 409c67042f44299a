//! Games of slides and of chains of hops, which are listed in sets, with rules that may merge such moves, forbid or distinguish
//! them.

use super::files::{rule_files, seed};
use super::{games, many, next};
use crate::engine::bitboard::rules::{Rules, Verb};
use crate::engine::bitboard::{BitboardEngine, Made};
use crate::engine::word::Word;

/// Boards with their pieces; the last two have rays that come back on themselves.
const BOARDS: &[&str] = &[
    "grid = \"5x5\"\n[setup]\ndiagram = \"\"\"\nB b . b .\n. . b . .\n. . . . .\n. w . . w\n. . w W .\n\"\"\"",
    "grid = \"5x5\"\nlines = \"alquerque\"\n[setup]\ndiagram = \"\"\"\nb . B . b\n. b . . .\n. . . w .\n. . . . w\nw . . W .\n\"\"\"",
    "grid = \"6x6\"\nplay = \"dark\"\n[setup]\ndiagram = \"\"\"\n. b . B . b\nb . . . . .\n. . . b . .\n. . . . w .\n. w . . . w\nw . W . . .\n\"\"\"",
    "grid = \"6x6\"\nwrap = \"both\"\n[setup]\ndiagram = \"\"\"\nb . . . b .\n. b . . . .\n. . . . . .\n. . w . . .\n. . . . w .\nw . . W . .\n\"\"\"",
    "grid = \"5x4\"\nwrap = \"files\"\n[setup]\ndiagram = \"\"\"\nb . B . .\n. . b . .\n. . . w .\nw . W . .\n\"\"\"",
];

/// Steps and slides.
const MOVES: &[&str] = &[
    "man may step any-way",
    "man may go any-way, past any empty, to empty",
    "piece may go orthogonal, past 1..2 own, to empty",
    "man may go any-way, past any own, taking enemy, to empty\n  king may step diagonal",
    "man may go forward any-way, past any empty, taking enemy\n  man may step any-way",
    "piece may go any-way, past any (empty not on camp), to (empty not on camp)\n  king may go any-way, past any piece, to empty",
    "man may go any-way, past 0..1 empty, to empty, past own\n  piece may step any-way: raise mood by 1",
    "piece may go any-way, past any (empty site of own on edge or empty), to empty",
];

/// Chains of hops, and rules that are nearly such chains.
const HOPS: &[&str] = &[
    "piece may go any-way, past piece, to (empty not on trail)\n  chain may continue",
    "man may go orthogonal, past own, to (empty not on trail)\n  king may go any-way, past enemy, to (empty not on trail)\n  chain may continue",
    "piece may go any-way, past piece, to (empty not on trail not on camp)\n  chain may continue",
    "king may go any-way, past man, to (empty not on trail)\n  chain may continue",
    "man may go orthogonal, past enemy, to (empty not on trail)\n  chain may continue",
    "piece may go any-way, past piece, to (empty not on trail)\n  chain must continue",
    "piece may go any-way, past piece, to (empty not on trail)\n  chain may continue if legs < 3",
    "man may go any-way, past piece, to (empty not on trail)\n  piece may go any-way, past own, to (empty not on trail)\n  chain may continue",
    "piece may go any-way, past piece, to (empty not on trail)\n  chain may continue\n  chain must turn",
    "piece may go any-way, past piece, to (empty not on trail where some own on any-way from it)\n  chain may continue",
];

/// Triggers at the end of a move or turn; some forbid the move.
const TRIGGERS: &[&str] = &[
    "",
    "",
    "when man rests if start is camp: require it is on camp",
    "when piece rests if start is on (edge not camp): require mood < 2",
    "when piece rests: sweep orthogonal, taking enemy, past own",
    "when piece rests: sweep any-way, taking (piece not king), past own",
    "when man rests if start is camp: set kind of it to king",
    "when piece rests if legs > 1: raise mood by 1",
    "when move ends if some (actor where it can hopping): raise mood by 1",
    "when man lands on far-row: set kind of it to king",
    "when man rests if start is camp: set owner of it to opponent",
    "when man rests on camp: set owner of it to opponent\n  when move ends: move (enemy on camp) to box if some (enemy on camp)",
    "when move ends if start is camp: require count own > count enemy",
    "when turn ends if some own king on camp: raise mood by 1",
];

const ROUTES: &[&str] = &["alike", "alike", "distinct"];

/// A random rule file of these lines.
fn rule_file(seed: &mut u64) -> String {
    let mut one = |lines: &[&'static str]| lines[next(seed) % lines.len()];
    let (board, routes, moves) = (one(BOARDS), one(ROUTES), one(MOVES));
    let (known, any) = (one(&HOPS[..6]), one(HOPS));
    let hops = one(&[known, any]);
    let (first, second) = (one(TRIGGERS), one(TRIGGERS));
    let obligation = one(&["", "", "", "must hopping", "must movement with least legs"]);
    format!(
        r#"+++
name = "Ways"
version = "1.0.0"
routes = "{routes}"
[players]
White = {{ faces = "north" }}
Black = {{ faces = "south" }}
[pieces]
man = {{ symbol = "m" }}
king = {{ symbol = "k" }}
[regions]
camp = ["a1", "b2", "c3"]
[board]
{board}
symbols = {{ w = "White man", b = "Black man", W = "White king", B = "Black king" }}
+++
movement {{
  {moves}
}}
moves hopping {{
  {hops}
}}
obligation {{
  {obligation}
}}
state {{
  counter mood: 0..3
  {first}
  {second}
}}
victory {{
  player who cannot move loses
}}
"#
    )
}

/// Whether single legs are listed in sets of slides, and whether chains of hops are listed in sets.
fn listed_in_sets(bitboards: &BitboardEngine) -> [bool; 2] {
    fn of<B: Word>(rules: &Rules<B>) -> [bool; 2] {
        let slides = rules.rules.iter().filter(|rule| rule.single_leg.is_some()).any(|rule| match rule.verb {
            Verb::Path(leg_path) => rules.phrases.compiled_paths[usize::from(leg_path.0)].slides,
            Verb::Body(_) => false,
        });
        [slides, rules.groups.iter().any(|group| group.hops.is_some())]
    }
    match &*bitboards.made {
        Made::Small(rules) => of(rules),
        Made::Double(rules) => of(rules),
        Made::Rich(rules) => of(rules),
        Made::Wide(rules) => of(rules),
    }
}

#[test]
fn slides_and_hops_go_step_by_step() {
    let files = 100 * many(1) as usize;
    let (mut played, mut in_sets) = (0, [0, 0]);
    for (text, program) in rule_files(rule_file, &mut seed(), files) {
        if let Ok(bitboards) = BitboardEngine::new(&program) {
            in_sets.iter_mut().zip(listed_in_sets(&bitboards)).for_each(|(many, so)| *many += usize::from(so));
        }
        match games(&program, 2, 30) {
            Ok(decisions) => played += decisions.unwrap_or(0),
            Err(problem) => panic!("{problem}\n{text}"),
        }
    }
    let [slides, hops] = in_sets;
    assert!(slides > files / 5 && hops > files / 10 && played > 10 * files, "{slides} slides, {hops} hops, {played} decisions");
}
