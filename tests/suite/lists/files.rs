//! Rule files at random, of what generators list.

use proptest::prelude::*;

/// One of several words.
fn one_of(words: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    proptest::sample::select(words)
}

/// What random rule files carry from turn to turn.
const STORED: &str = "  keep rover of player: piece
  counter roaming of player: 0..3
  counter edged of side: 0..5 = 1
  counter moves: 0..9 each turn
  keep spot: site
  keep warned: truth each turn
  keep early: truth each move
  counter hurry: 0..3 each move
  clock idle: 0..9
  clock few: 0..6
";

/// When a move may be made; nothing: always.
fn condition() -> impl Strategy<Value = &'static str> {
    one_of(&[
        "",
        "",
        " if not (actor is rover of mover and roaming of mover = 3 and some own man)",
        " if no own king on edge",
        " if actor is on home-row or count own >= count enemy",
        " if some player where piece of it is king and no player where count piece of it > 5",
        " if not warned and idle < 8",
        " if spot is empty or no own on spot",
        " if total value of own > total value of enemy - 300 or edged of mover = 2",
        " if turns < 9 or it is on (diagonal from orthogonal from edge)",
        " if mover is White or moves = 0",
        " if not early and hurry < 2",
    ])
}

/// Some of the triggers that set what is carried, in the order in which they stand here.
fn state() -> impl Strategy<Value = String> {
    const LINES: &[&str] = &[
        "when king lands if no taken {\n    set roaming of mover to (if actor is rover of mover then roaming of mover + 1 else 1)\n    set rover of mover to actor\n  }",
        "when man lands: set roaming of mover to 0",
        "when piece is taken: set roaming of mover to 0",
        "when man lands on far-row: set idle to 0\n  when piece leaves: set idle to 0",
        "when man lands: set idle to 0",
        "when turn begins if count piece > 6 or no own king: set few to 0",
        "when turn begins if own is (king where count piece of owner of it = 1): set few to few",
        "when turn ends if some own on edge: raise edged of mover by 2",
        "when turn ends: set edged of (player where no king of it) to 0",
        "when move ends if some king in taken: set spot to start",
        "when move ends if count taken > 1: set spot to none",
        "when move begins if actor is king: set early to true",
        "when man rests on far-row if not early: set warned to true",
        "when piece lands if no taken: set hurry to 2",
        "when turn ends if hurry = 2 and some own king: raise edged of mover by 1",
        "when turn begins if some player where count piece of it = 1: set warned to true",
        "when enemy king is taken: set spot to none",
        "when own leaves: set idle to 3",
        "when move ends if count trail > 2: set idle to 5",
    ];
    proptest::sample::subsequence(LINES, 0..=LINES.len()).prop_map(|lines| lines.join("\n  "))
}

/// What a move has to be, or it is none.
const REQUIRES: &[&str] = &[
    "",
    "",
    "when move ends if actor is king and last of taken is king: require site of actor is diagonal from site of last of taken",
    "when move ends if count taken > 1: require some own man or count enemy > 2",
    "when move ends if some man in taken: require actor is not on edge or count taken > 1",
];

/// Lines that end a game, and have no patience.
const ENDINGS: &[&str] = &[
    "",
    "",
    "mover wins \"crowned\" if some own king on far-row",
    "as soon as some own king and count own king > 1: mover wins \"two kings\"",
    "draw \"few\" if count piece = 2 and some own king and some enemy king",
    "(player where no man of it) loses \"no men\" if turns >= 7",
    "player wins \"everybody\" if edged of mover = 5 and no enemy king",
    "if count own > 6 {\n    opponent wins \"too many\" if some own on (edge not far-row)\n    draw \"many\" if count enemy > 7\n  }",
    "White wins \"on the spot\" if some own on spot",
];

/// What becomes of a player who cannot move.
const STUCK: &[&str] = &[
    "player who cannot move loses",
    "player who cannot move wins \"stuck\"",
    "White who cannot move loses\n  player who cannot move: draw \"stalemate\"",
];

/// Lines that wait for patience to run out.
const PATIENCE: &[&str] = &[
    "",
    "draw \"idle\" if idle = 9\n  draw \"third\" if repeats >= 3",
    "draw \"twice\" if repeats >= 2",
    "mover loses \"few\" if few = 6 and some own king\n  draw \"again\" if repeats >= 2 and count piece < 6",
    "draw \"long\" if turns >= 25 and idle > 2",
];

/// A rule file put together from common shapes: the text, and a seed for games.
pub(super) fn rule_file() -> impl Strategy<Value = (String, u64)> {
    let board = one_of(&[
        "grid = \"6x6\"\nplay = \"dark\"",
        "grid = \"8x8\"\nplay = \"dark\"",
        "grid = \"7x6\"\nplay = \"light\"",
        "grid = \"10x10\"\nplay = \"dark\"",
        "grid = \"6x6\"",
        "grid = \"8x9\"",
        "grid = \"9x9\"\nlines = \"alquerque\"",
        "grid = \"6x4\"\nwrap = \"ranks\"\njoin = [[\"d3\", \"north\", \"a1\"]]",
    ]);
    let ways =
        || one_of(&["forward", "forward diagonal", "diagonal", "orthogonal", "any-way", "forward orthogonal or sideways"]);
    let step = || one_of(&["step", "fly"]);
    let take = || one_of(&["jump", "fly", "dive"]);
    let prey = one_of(&["enemy", "enemy", "enemy man"]);
    let chain = one_of(&["", "chain must continue", "chain may continue"]);
    let law = one_of(&["", "", "chain must not reverse", "chain must turn"]);
    let removal = one_of(&["", "removal at once", "removal after move"]);
    let duty = one_of(&[
        "",
        "must capture",
        "must capture\n  must capture with most taken",
        "must capture with most taken",
        "must capture with most legs",
        "must capture if count own > 3 or roaming of mover = 2",
        "must capture\n  must capture with most total value of taken\n  must capture where actor is king",
        "must capture\n  must capture with most taken\n  must capture where actor is king\n  must capture with most king in taken\n  must capture with least order(king, taken)",
    ]);
    let crowning = one_of(&[
        "",
        "when man lands on far-row: promote it to king",
        "when man lands on far-row: promote it to king; end move",
        "when man rests on far-row: promote it to king",
    ]);
    let rules = (ways(), step(), ways(), step(), ways(), take(), prey, ways(), take());
    let asked = (condition(), condition(), state(), one_of(REQUIRES), one_of(ENDINGS), one_of(PATIENCE), one_of(STUCK));
    (board, rules, chain, law, removal, duty, crowning, asked, any::<u64>()).prop_map(
        |(board, (w1, s1, w2, s2, w3, t1, prey, w4, t2), chain, law, removal, duty, crowning, asked, seed)| {
            let (if1, if2, state, requires, ending, patience, stuck) = asked;
            let text = format!(
                r#"+++
name = "Random"
version = "1.0.0"
[players]
White = {{ faces = "north" }}
Black = {{ faces = "south" }}
[board]
{board}
[pieces]
man = {{ symbol = "m", value = 100 }}
king = {{ symbol = "k", value = 199 }}
+++
movement {{
  man may {s1} {w1}{if1}
  king may {s2} {w2}{if2}
}}
capture {{
  man may {t1} {w3} over {prey}
  king may {t2} {w4} over enemy
  {chain}
  {law}
  {removal}
}}
obligation {{
  {duty}
}}
promotion {{
  {crowning}
}}
effects {{
  {requires}
}}
state {{
{STORED}  {state}
}}
victory {{
  {ending}
  {stuck}
  {patience}
}}
"#
            );
            (text, seed)
        },
    )
}
