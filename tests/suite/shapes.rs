//! The generators made for common shapes of rules agree with the general machine, on random positions of random rule files.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::fast::{Fast, Playout, Tables, pieces};
use draughtsman::engine::{Counting, Game, Move, Position};
use draughtsman::library::load_text;
use draughtsman::model::SiteId;
use draughtsman::model::setup::Outcome;
use draughtsman::program::Program;
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

/// The next of a row of numbers that look random (xorshift, Marsaglia 2003).
fn next(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 33) as usize
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
    Position::from_setup(program, &setup).ok()
}

/// Both ways of listing agree on what lies one move on, routes told apart and not.
fn agree(program: &Program, tables: &Tables, position: &Position) -> Result<(), TestCaseError> {
    let Some(fast) = Fast::new(tables, program, position) else { return Ok(()) };
    for (keep, counting) in [(true, Counting::Keep), (false, Counting::Drop)] {
        let moves = position.moves(program, counting).map_err(|limit| TestCaseError::fail(limit.to_string()))?;
        let mut slow = Vec::new();
        for mv in &moves {
            let after = position.play_impatiently(program, mv).map_err(|limit| TestCaseError::fail(limit.to_string()))?;
            let (mut words, _) = pieces(program, &after);
            if after.outcome().is_some() {
                // What waits until the move is over stays where a game has ended before.
                let each = words.len() / 4;
                for site in mv.captures().into_iter().filter(|site| Some(*site) != mv.to()) {
                    words
                        .iter_mut()
                        .skip(site.index() / 64)
                        .step_by(each)
                        .for_each(|word| *word &= !(1 << (site.index() % 64)));
                }
            }
            slow.push(words);
        }
        let mut quick: Vec<Vec<u64>> = fast.children(keep).into_iter().map(|(pieces, _)| pieces).collect();
        slow.sort();
        quick.sort();
        prop_assert_eq!(&quick, &slow, "keep: {}, at {:?}", keep, position.to_setup(program).board);
        prop_assert_eq!(fast.perft(1, keep, false), Some(slow.len() as u64), "counted without making");
        if keep && moves.len() < 12 {
            let by_machine = perft(program, position, 2, Way { counting, made: false, quick: false });
            prop_assert_eq!(fast.perft(2, keep, false), by_machine.ok(), "two plies from {:?}", position.to_setup(program));
        }
    }
    Ok(())
}

/// Start, end and captures of a move.
type Told = (SiteId, SiteId, Vec<SiteId>);

fn told_by_machine(mv: &Move) -> Told {
    let mut captures = mv.captures();
    captures.sort();
    (mv.from().unwrap(), mv.to().unwrap(), captures)
}

fn told(game: &Playout<'_>, i: usize) -> Told {
    let (from, to, taken) = game.option(i);
    (from, to, taken.iter().collect())
}

/// A whole game by the generators is the game that the general machine plays.
fn plays_alike(program: &Program, tables: &Tables, start: &Position, seed: &mut u64) -> Result<(), TestCaseError> {
    let Some(mut quick) = tables.game(program, start) else { return Ok(()) };
    let mut slow = Game::from(start.clone());
    for ply in 0..300 {
        let moves = slow.options(program).map_err(|limit| TestCaseError::fail(limit.to_string()))?;
        let mut told_slow: Vec<Told> = moves.iter().map(told_by_machine).collect();
        let mut told_quick: Vec<Told> = (0..quick.options()).map(|i| told(&quick, i)).collect();
        told_slow.sort();
        told_quick.sort();
        prop_assert_eq!(&told_quick, &told_slow, "ply {} at {:?}", ply, slow.position().to_setup(program));
        let ends = |outcome: Option<&Outcome>| outcome.map(|one| (one.winners.clone(), one.reason.clone(), one.rule));
        prop_assert_eq!(ends(quick.outcome().as_ref()), ends(slow.position().outcome()), "ply {}", ply);
        if moves.is_empty() {
            break;
        }
        prop_assert_eq!(quick.pieces(), pieces(program, slow.position()), "ply {}", ply);
        let i = next(seed) % quick.options();
        let chosen = told(&quick, i);
        quick.play(i);
        // Where routes are told apart two moves may look alike here, and a piece may have become another on its way.
        let alike = moves.iter().filter(|mv| told_by_machine(mv) == chosen);
        let mut last = None;
        for mv in alike {
            if last.replace(mv.clone()).is_some() {
                slow.undo();
            }
            slow.play(program, mv).unwrap();
            if quick.options() == 0 || pieces(program, slow.position()) == quick.pieces() {
                break;
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
    fn generators_agree_with_the_machine((text, seed) in rule_file()) {
        let checked = load_text("random", "random.draughts", text.clone().into_bytes(), None).check(&Choices::default());
        let Some(variant) = checked.variant else {
            return Err(TestCaseError::fail(format!("{:?}\n{text}", checked.diagnostics)));
        };
        let program = Program::compile(&variant);
        // What may hold in the middle of a chain has no shape.
        prop_assume!(!(text.contains("as soon as") && text.contains("lands on far-row: promote it to king\n")));
        let Some(tables) = Tables::new(&program) else {
            return Err(TestCaseError::fail(format!("no shape\n{text}")));
        };
        prop_assert!(tables.play(), "no whole games\n{}", text);
        let mut seed = seed | 1;
        for _ in 0..6 {
            let Some(position) = strewn(&program, &mut seed) else { continue };
            plays_alike(&program, &tables, &position, &mut seed)?;
            let mut game = Game::from(position);
            for _ in 0..6 {
                agree(&program, &tables, game.position())?;
                let moves = game.options(&program).unwrap_or_default();
                let Some(mv) = moves.get(next(&mut seed) % moves.len().max(1)) else { break };
                game.play(&program, mv).unwrap();
            }
        }
    }
}

/// Bundled games that generators count, and those of them whose games they play to the end, clocks and repetition too. A game that
/// is lost from here has lost its speed.
const COUNTED: [&str; 15] = [
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
fn bundled_games_of_common_shapes_are_counted_and_played() {
    let named = |which: &dyn Fn(&Tables) -> bool| -> Vec<&str> {
        let shaped = |name: &&str| {
            let program = draughtsman::library::bundled(name).unwrap().program;
            Tables::new(&program).is_some_and(|tables| which(&tables))
        };
        draughtsman::library::names().filter(shaped).collect()
    };
    assert_eq!(named(&|_| true), COUNTED);
    assert_eq!(named(&Tables::play), COUNTED);
}

#[test]
fn bundled_games_of_common_shapes_are_counted_alike() {
    for name in COUNTED {
        let program = draughtsman::library::bundled(name).unwrap().program;
        let start = Position::start(&program).unwrap();
        let slow = Way { quick: false, ..Way::USUAL };
        for way in [Way::USUAL, Way { made: true, ..Way::USUAL }] {
            assert_eq!(perft(&program, &start, 4, way), perft(&program, &start, 4, slow), "{name}");
        }
    }
}

#[test]
fn bundled_games_of_common_shapes_are_played_alike() {
    for name in COUNTED {
        let program = draughtsman::library::bundled(name).unwrap().program;
        let tables = Tables::new(&program).unwrap();
        let start = Position::start(&program).unwrap();
        // Every ply of so many games; `DRAUGHTSMAN_PLIES` asks for more, as in the other laws.
        let plies = std::env::var("DRAUGHTSMAN_PLIES").ok().and_then(|plies| plies.parse::<u64>().ok());
        for game in 0..plies.map_or(4, |plies| plies.div_ceil(60)) {
            let mut seed = 0x9E37_79B9_7F4A_7C15 + game;
            plays_alike(&program, &tables, &start, &mut seed).unwrap_or_else(|error| panic!("{name}: {error}"));
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
        let form = |program: &Program| Tables::new(program).map(|tables| (tables.form(), tables.play()));
        let choice = form(&program);
        assert_eq!(choice.is_some(), COUNTED.contains(&name));
        if choice.is_none() {
            continue;
        }
        let flat = loaded.flat(&variant.equipment);
        let leaves = |program: &Program| perft(program, &Position::start(program).unwrap(), 5, Way::USUAL);
        let copies = [renamed(&flat), turned(&flat, files, ranks, false), turned(&flat, files, ranks, true)];
        for (which, copy) in copies.into_iter().enumerate() {
            let checked = load_text("copy", "copy.draughts", copy.clone().into_bytes(), None).check(&Choices::default());
            let Some(variant) = checked.variant else { panic!("{name}: {:?}\n{copy}", checked.diagnostics) };
            let copied = Program::compile(&variant);
            assert_eq!(form(&copied), choice, "{name}, copy {which}\n{copy}");
            assert_eq!(leaves(&copied), leaves(&program), "{name}, copy {which}");
        }
    }
}
