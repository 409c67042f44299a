//! Moves that generators list, with all that goes on beside them: games and counts as by the general machine, from random positions of
//! random rule files; and which bundled games are played so.

mod files;

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::{BitboardEngine, Counting, Position};
use draughtsman::library::load_text;
use draughtsman::notation::{Terms, fen};
use draughtsman::program::Program;
use proptest::prelude::*;

use self::files::rule_file;
use crate::bitboard::both::{Apart, both_ways};
use crate::dice::next;

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

/// How many rule files are tried: 10, or as many as `PROPTEST_CASES` says.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(10)
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
        let bitboards = BitboardEngine::new(&program).map_err(|refusal| TestCaseError::fail(format!("{refusal:?}\n{text}")))?;
        let mut seed = seed | 1;
        for _ in 0..6 {
            let Some(position) = strewn(&program, &mut seed) else { continue };
            counts_alike(&program, &position)?;
            match both_ways(&program, &bitboards, &position, seed, 30) {
                Ok(()) | Err(Apart::Limit(_)) => {}
                Err(problem) => return Err(TestCaseError::fail(format!("{problem}\n{text}"))),
            }
        }
    }
}

/// Kings that take any way, one after the other, as long as they like.
const RAMBLING: &str = r#"+++
name = "Rambling"
[players]
White = { faces = "north" }
Black = { faces = "south" }
[board]
grid = "8x9"
[pieces]
man = { symbol = "m" }
king = { symbol = "k" }
+++
movement {
  man may step forward
}
capture {
  man may jump forward over enemy
  king may fly any-way over enemy
  chain may continue
}
"#;

/// More than a thousand captures, many of which come to the same.
#[test]
fn of_many_captures_each_is_listed_once() {
    let checked = load_text("rambling", "rambling.draughts", RAMBLING.into(), None).check(&Choices::default());
    let variant = checked.variant.expect("a rule file");
    let program = Program::compile(&variant);
    assert!(program.lists.is_some(), "generators list them");
    for placed in [
        "B:Wa3,Ka5,Ka7,Kb1,b5,c2,c3,c4,e4,f2,g2,g4:Ba4,a6,Kb3,b9,d7,h2,Kh5",
        "B:Wb7,b9,e7,f4,f8,g5,g6,Kg7,g9,h6,h8:Ba7,b2,c1,c9,Kd7,Kd8,e9,f1,f2,f3,Kh1",
    ] {
        let setup = fen::read(&Terms::from(&variant), placed).expect("a position");
        let position = Position::from_setup(&program, &setup).expect("a position");
        for counting in [Counting::Keep, Counting::Drop] {
            let by = |quick| perft(&program, &position, 1, Way { counting, made: true, quick }).expect("a count");
            assert_eq!(by(true), by(false), "{counting:?} at {placed}");
        }
        let kept = perft(&program, &position, 1, Way { counting: Counting::Keep, made: true, quick: true });
        assert!(kept.expect("a count") > 1_000, "{placed}");
    }
}

/// Each leg of these captures takes one piece: the longest takes most.
#[test]
fn captures_with_most_legs_are_listed() {
    let listed = |more: &str| {
        let text = format!("{RAMBLING}{more}");
        let checked = load_text("rambling", "rambling.draughts", text.into_bytes(), None).check(&Choices::default());
        Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))).lists.is_some()
    };
    let longest = "obligation { must capture with most legs }\n";
    assert!(listed(longest));
    // What else asks for legs would have to be told of them.
    for more in [
        "obligation { must capture with most legs + count taken }\n",
        "state { counter mood: 0..9\n  when move ends: raise mood by legs }\n",
        "victory { mover wins if legs > 9 }\n",
    ] {
        assert!(!listed(more) && !listed(&format!("{more}{longest}")), "{more}");
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
        let bitboards = BitboardEngine::new(&program).unwrap();
        for seed in 1..=plies.map_or(4, |plies| plies.div_ceil(60)) {
            both_ways(&program, &bitboards, &start, seed, 200)
                .unwrap_or_else(|problem| panic!("{name}, game {seed}: {problem}"));
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
