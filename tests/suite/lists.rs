//! Moves that generators list, with all that goes on beside them: games and counts as by the general machine, from random positions of
//! random rule files; and which bundled games are played so.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::{Counting, Direct, Position};
use draughtsman::library::load_text;
use draughtsman::program::Program;
use proptest::prelude::*;

use crate::dice::next;
use crate::direct::both::both_ways;

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
fn rule_file() -> impl Strategy<Value = (String, u64)> {
    let board = one_of(&[
        "grid = \"6x6\"\nplay = \"dark\"",
        "grid = \"8x8\"\nplay = \"dark\"",
        "grid = \"7x6\"\nplay = \"light\"",
        "grid = \"10x10\"\nplay = \"dark\"",
        "grid = \"6x6\"",
        "grid = \"8x9\"",
        "grid = \"9x9\"\nlines = \"alquerque\"",
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

/// A position with some pieces strewn over the board.
fn strewn(program: &Program, seed: &mut u64) -> Option<Position> {
    use draughtsman::model::setup::{Piece, Setup};
    use draughtsman::model::{KindId, SideId, SiteId};
    let sites = program.layout.sites;
    let crowd = 3 + next(seed) % 6;
    let piece = |seed: &mut u64| Piece {
        owner: SideId(next(seed) as u8 % 2),
        kind: KindId(u8::from(next(seed).is_multiple_of(3))),
        slots: Vec::new(),
    };
    let board = (0..sites).filter_map(|site| match next(seed).is_multiple_of(crowd) {
        true => Some((SiteId(site as u16), vec![piece(seed)])),
        false => None,
    });
    let board = board.collect();
    let setup = Setup { turn: next(seed) as u8 % 2, board, ..Setup::default() };
    Position::from_setup(program, &setup).ok().filter(|position| position.outcome().is_none())
}

/// As many leaves as by the machine, routes told apart and not, some plies below.
fn counts_alike(program: &Program, position: &Position) -> Result<(), TestCaseError> {
    for counting in [Counting::Keep, Counting::Drop] {
        let mut leaves = 1;
        for depth in 1..=3 {
            if leaves >= 100 {
                break;
            }
            let by = |quick: bool, made: bool| perft(program, position, depth, Way { counting, made, quick }).ok();
            let by_machine = by(false, false);
            leaves = by_machine.unwrap_or(u64::MAX);
            for made in [false, true] {
                let at = || position.to_setup(program);
                prop_assert_eq!(by(true, made), by_machine, "{:?}, made: {}, depth {} at {:?}", counting, made, depth, at());
            }
        }
    }
    Ok(())
}

/// How many rule files are tried: 48, or as many as `PROPTEST_CASES` says.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(48)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]
    #[test]
    fn games_of_generators_are_those_of_the_machine((text, seed) in rule_file()) {
        let checked = load_text("random", "random.draughts", text.clone().into_bytes(), None).check(&Choices::default());
        let Some(variant) = checked.variant else {
            return Err(TestCaseError::fail(format!("{:?}\n{text}", checked.diagnostics)));
        };
        let program = Program::compile(&variant);
        prop_assume!(program.lists.is_some());
        let direct = Direct::new(&program).map_err(|refusal| TestCaseError::fail(format!("{refusal:?}\n{text}")))?;
        let mut seed = seed | 1;
        for _ in 0..6 {
            let Some(position) = strewn(&program, &mut seed) else { continue };
            counts_alike(&program, &position)?;
            both_ways(&program, &direct, &position, seed, 30).map_err(|problem| TestCaseError::fail(format!("{problem}\n{text}")))?;
        }
    }
}

/// Bundled games whose moves generators list. A game that is lost from here has lost its speed.
const LISTED: [&str; 15] = [
    "antidraughts",
    "brazilian",
    "breakthrough",
    "canadian",
    "czech",
    "english",
    "frisian",
    "international",
    "italian",
    "killer",
    "pool",
    "russian",
    "spanish",
    "thai",
    "turkish",
];

#[test]
fn which_bundled_games_generators_list_is_pinned() {
    let listed = |name: &&str| draughtsman::library::bundled(name).unwrap().program.lists.is_some();
    assert_eq!(draughtsman::library::names().filter(listed).collect::<Vec<&str>>(), LISTED);
}

#[test]
fn where_it_matters_what_turns_carry_is_known_of_every_one() {
    for name in LISTED {
        let program = draughtsman::library::bundled(name).unwrap().program;
        let watched = program.lists.as_ref().and_then(|lists| lists.watched);
        // By kinds as bits, the man first: of who is to move, and of the other.
        let expected = match name {
            "frisian" => (0b10, 0),
            "breakthrough" => (0, 0b10),
            _ => (0, 0),
        };
        assert_eq!(watched.map(|watched| (watched.own, watched.other)), Some(expected), "{name}");
    }
}

#[test]
fn bundled_games_that_generators_list_are_counted_and_played_alike() {
    // Every ply of so many games; `DRAUGHTSMAN_PLIES` asks for more, as in the other laws.
    let plies = std::env::var("DRAUGHTSMAN_PLIES").ok().and_then(|plies| plies.parse::<u64>().ok());
    for name in LISTED {
        let program = draughtsman::library::bundled(name).unwrap().program;
        let start = Position::start(&program).unwrap();
        let slow = Way { quick: false, ..Way::USUAL };
        for way in [Way::USUAL, Way { made: true, ..Way::USUAL }] {
            assert_eq!(perft(&program, &start, 4, way), perft(&program, &start, 4, slow), "{name}");
        }
        let direct = Direct::new(&program).unwrap();
        for seed in 1..=plies.map_or(4, |plies| plies.div_ceil(60)) {
            both_ways(&program, &direct, &start, seed, 200).unwrap_or_else(|problem| panic!("{name}, game {seed}: {problem}"));
        }
    }
}

/// A rule file told in other words: other names of players and kinds, which begin as the old ones did, as diagrams ask.
fn renamed(text: &str) -> String {
    let names = [
        ("White", "Whigs"),
        ("Black", "Bakers"),
        ("man", "miller"),
        ("men", "millers"),
        ("king", "knave"),
        ("kings", "knaves"),
    ];
    in_words(text, &|word| names.iter().find(|(old, _)| *old == word).map(|(_, new)| (*new).to_owned()))
}

/// A rule file whose board is turned: left and right change places, and if it is turned `round`, top and bottom too. Whoever looked
/// north then looks south.
fn turned(text: &str, files: usize, ranks: usize, round: bool) -> String {
    let mut out = Vec::new();
    let mut diagram: Option<Vec<String>> = None;
    // One of the two turns changes the colour of the squares, if the board is even that way.
    let recoloured = files.is_multiple_of(2) != (round && ranks.is_multiple_of(2));
    for line in text.lines() {
        match &mut diagram {
            Some(rows) if line.trim() == "\"\"\"" => {
                if round {
                    rows.reverse();
                }
                out.append(rows);
                out.push(line.to_owned());
                diagram = None;
            }
            Some(rows) => rows.push(line.split_whitespace().rev().collect::<Vec<&str>>().join(" ")),
            None if line.starts_with("diagram") => {
                out.push(line.to_owned());
                diagram = Some(Vec::new());
            }
            None if line.contains("faces") && round => {
                out.push(in_words(line, &|word| match word {
                    "north" => Some("south".to_owned()),
                    "south" => Some("north".to_owned()),
                    _ => None,
                }));
            }
            None if line.trim_start().starts_with("play ") && recoloured => {
                let (old, new) = if line.contains("dark") { ("dark", "light") } else { ("light", "dark") };
                out.push(line.replace(old, new));
            }
            None => out.push(in_words(line, &|word| {
                let (file, rank) = word.split_at_checked(1)?;
                let file = file.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
                let rank: usize = rank.parse().ok()?;
                let file = (b'a' + files as u8 - 1 - file) as char;
                Some(format!("{file}{}", if round { ranks + 1 - rank } else { rank }))
            })),
        }
    }
    out.join("\n") + "\n"
}

/// A text with some of its words changed.
fn in_words(text: &str, to: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_alphanumeric() || c == '-' && !word.is_empty() {
            word.push(c);
            continue;
        }
        out.push_str(&to(&word).unwrap_or_else(|| word.clone()));
        word.clear();
        out.push(c);
    }
    out.pop();
    out
}

/// What is recognised is the rule: other names, or a board seen from elsewhere, are played by the same code.
#[test]
fn copies_under_other_names_and_turned_are_played_by_the_same_code() {
    for name in draughtsman::library::names() {
        let loaded = draughtsman::library::load(name).unwrap();
        let variant = loaded.check(&Choices::default()).variant.unwrap();
        let program = Program::compile(&variant);
        let board = &program.equipment.board;
        let (files, ranks) = (usize::from(board.files), usize::from(board.ranks));
        if !LISTED.contains(&name) {
            continue;
        }
        let choice = |program: &Program| {
            let counted = program.kernels.as_ref().map(|kernels| kernels.odd.clone());
            (counted, program.lists.as_ref().map(|lists| (lists.once.clone(), lists.watched, lists.requires.len())))
        };
        let flat = loaded.flat(&variant.equipment);
        let leaves = |program: &Program| perft(program, &Position::start(program).unwrap(), 5, Way::USUAL);
        let copies = [renamed(&flat), turned(&flat, files, ranks, false), turned(&flat, files, ranks, true)];
        for (which, copy) in copies.into_iter().enumerate() {
            let checked = load_text("copy", "copy.draughts", copy.clone().into_bytes(), None).check(&Choices::default());
            let Some(variant) = checked.variant else { panic!("{name}: {:?}\n{copy}", checked.diagnostics) };
            let copied = Program::compile(&variant);
            assert_eq!(choice(&copied), choice(&program), "{name}, copy {which}\n{copy}");
            assert_eq!(leaves(&copied), leaves(&program), "{name}, copy {which}");
        }
    }
}
