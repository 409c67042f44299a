//! Games in PDN: those that another program wrote, those of every bundled variant there and back, and `draughtsman pdn`.

use draughtsman::agents;
use draughtsman::analysis::replay::{replay, transcribe};
use draughtsman::engine::{Actor, Counting, Game};
use draughtsman::library::{self, Ready};
use draughtsman::notation::fen::LeftOut;
use draughtsman::notation::{Header, Terms, fen, movetext, pdn};

use crate::facts;
use crate::shell::{answer, answer_with, file, run, run_with};

/// Most moves of a random game: some games of some variants never end.
const LONGEST: usize = 150;

/// Games written by pydraughts, `facts/pdn/VARIANT.pdn`, end where it says they do.
#[test]
fn games_of_another_program() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/facts/pdn");
    let (mut games, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let Some(ready) = facts::rules(&name, &[]) else { continue };
        for (number, game) in (1..).zip(pdn::read(&std::fs::read_to_string(&path).unwrap())) {
            games += 1;
            assert_eq!(game.game_type().map(|of| of.number), ready.variant.equipment.notation.pdn, "{name}");
            match ends_as_said(&ready, &game) {
                Ok(()) => {}
                Err(problem) => wrong.push(format!("{name}, game {number}: {problem}")),
            }
        }
    }
    facts::report(games, &wrong);
    assert!(games >= 15, "{games} games");
}

fn ends_as_said(ready: &Ready, game: &pdn::Game) -> Result<(), String> {
    let replayed = replay(&ready.program, game).map_err(|stopped| stopped.to_string())?;
    let reached = replayed.game.position().to_setup(&ready.program);
    let said = fen::read(&Terms::from(&ready.variant), game.tag("Reached").unwrap()).map_err(|error| error.to_string())?;
    let over = replayed.game.position().outcome().is_some();
    if reached.board != said.board || (reached.turn != said.turn && !over) {
        return Err(format!("{} is not reached", game.tag("Reached").unwrap()));
    }
    let won = |result| matches!(result, pdn::GameResult::White | pdn::GameResult::Black);
    let result = pdn::GameResult::of(&ready.variant.equipment, replayed.game.position().outcome());
    // Which draws are claimed, and when, differs from program to program.
    if (won(result) || won(game.result)) && result != game.result { Err(format!("it ends {result}")) } else { Ok(()) }
}

/// A game by a seed.
fn random_game(ready: &Ready, mut game: Game, seed: u64) -> Game {
    for ply in 0..LONGEST {
        let moves = game.options(&ready.program).unwrap();
        let chance = game.actor(&ready.program) == Some(Actor::Chance);
        let generator = &mut agents::generator(seed, ply as u64);
        let chosen = if chance { agents::by_weight(&moves, generator) } else { agents::random(&moves, generator) };
        let Some(chosen) = chosen else { break };
        game.play(&ready.program, &moves[chosen]).unwrap();
    }
    game
}

/// What comes back when a game is written and read: what is wrong with it, or why PDN cannot tell it.
fn there_and_back(ready: &Ready, game: &Game) -> Result<(), String> {
    let (program, header) = (&ready.program, Header::of(&ready.variant));
    let start = game.positions()[0].to_setup(program);
    let usual = start == Game::new(program).unwrap().position().to_setup(program);
    let written = transcribe(program, &header, (!usual).then_some(&start), game);
    let text = written.and_then(|written| pdn::write(&written)).map_err(|error| error.to_string())?;
    let read = pdn::read(&text);
    let [read] = &read[..] else { panic!("{} games in\n{text}", read.len()) };
    let again = replay(program, read).unwrap_or_else(|stopped| panic!("{}: {stopped}\n{text}", header.variant));
    assert_eq!(again.game.moves().len(), game.moves().len(), "{text}");
    assert_eq!(again.game.position().to_setup(program), game.position().to_setup(program), "{text}");
    assert_eq!(read.result, pdn::GameResult::of(&ready.variant.equipment, game.position().outcome()), "{text}");
    assert_eq!(pdn::read(&pdn::write(read).unwrap())[0].tags, read.tags);
    Ok(())
}

#[test]
fn every_variant_there_and_back() {
    let mut untold = Vec::new();
    for name in library::names() {
        let ready = library::bundled(name).unwrap();
        let mut told = true;
        for seed in 0..3 {
            let game = random_game(&ready, Game::new(&ready.program).unwrap(), seed);
            told &= there_and_back(&ready, &game).is_ok();
            // Once more from a position on the way, where FEN can tell it.
            let middle = &game.positions()[game.positions().len() * 2 / 3];
            let setup = middle.to_setup(&ready.program);
            let terms = Terms::from(&ready.variant);
            let fen = fen::write(&terms, &setup);
            let counted = |one: &LeftOut| matches!(one, LeftOut::Kept(_) | LeftOut::Turns(_));
            let bare = fen.left_out.iter().all(counted).then(|| fen::read(&terms, &fen.text).unwrap());
            if let Some(from) = bare.and_then(|setup| draughtsman::engine::Position::from_setup(&ready.program, &setup).ok()) {
                told &= there_and_back(&ready, &random_game(&ready, Game::from(from), seed + 100)).is_ok();
            }
        }
        if !told {
            assert_eq!(ready.variant.equipment.notation.pdn, None, "{name} has a GameType, and PDN cannot tell its games");
            untold.push(name);
        }
    }
    assert!(untold.len() * 2 < library::names().count(), "PDN cannot tell the games of {untold:?}");
}

#[test]
fn every_text_of_a_move_means_that_move() {
    for name in library::names() {
        let ready = library::bundled(name).unwrap();
        let (program, equipment) = (&ready.program, &ready.variant.equipment);
        let game = random_game(&ready, Game::new(program).unwrap(), 7);
        for position in game.positions().iter().take(80) {
            let moves = position.moves(program, Counting::AsWritten).unwrap();
            let texts = movetext::texts(equipment, &moves, program.chains_may_stop());
            for (i, text) in texts.iter().enumerate() {
                assert_eq!(movetext::could_mean(equipment, text, &moves, &texts), [i], "{name}: {text}");
            }
        }
    }
}

/// Two ways lead from 47 to 36, each over four pieces: written with each square on which the king turns, or, where it does not,
/// the one right behind the piece that is taken (PDN 3.0, restrictions 8 and 9). Read with any square on which it could pause.
#[test]
fn ambiguous_captures_are_written_in_full() {
    let position = "W:WK47:B42,29,19,14,22";
    let game = |text: &str| format!("[GameType \"20\"]\n[FEN \"{position}\"]\n1. {text} *\n");
    for (typed, text) in [
        ("47x38x24x13x36", "47x38x24x13x36"),
        ("47x33x24x13x36", "47x38x24x13x36"),
        ("47x20x36", "47x38x20x9x36"),
        ("47:38:20:9:36", "47x38x20x9x36"),
    ] {
        assert!(answer_with(&["pdn", "-", "--write"], &game(typed)).ends_with(&format!("1. {text} *\n")), "{typed}");
    }
    let ended = run_with(&["pdn", "-"], game("47x36").as_bytes());
    let both = ["`47x36` may mean ", "x24x13x36", "x20x9x36"];
    assert!(ended.code == 1 && both.iter().all(|part| ended.err.contains(part)), "{}", ended.err);
}

/// All of these are one position.
#[test]
fn positions_in_every_form() {
    let plain = answer(&["moves", "international", "--position", "W:W31,32,33,K40,K41,K42:B1,2,3,K10"]);
    for form in [
        "W:W31-33,K40-42:B1-3,K10",
        "W:B1-3,K10:W31-33,K40-42",
        "W:W31-33,K40-42:B1-3,K10.",
        " w : w31-33 , k40-42 : b1-3,k10 .",
        "W:Wb4,d4,f4,Ki3,Kb2,Kd2:Bb10,d10,f10,Ki9",
        "w:wB4,D4,F4,kI3,kB2,kD2:bB10,D10,F10,KI9",
        "W:W31-33,K40-42:B1-3,K10:H0:F1",
        "W:WK40-42,33,31-32:BK10,3,1,2",
    ] {
        assert_eq!(answer(&["moves", "international", "--position", form]), plain, "{form}");
        assert_eq!(answer(&["moves", "international", "--position", &format!("[FEN \"{form}\"]")]), plain, "{form}");
    }
}

const TWO_GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[GameType \"21,B,8,8,N1,0\"]\n[Result \"1-0\"]\n\n\
    {a beginning} 1. 11-15! 23x16 (1... 23-19) 1-0\n\n[GameType \"21\"]\n1. 11-15 {good} 23-19 2. 8-11 22-17 $4 *\n";

#[test]
fn the_command_says_where_a_game_stops() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "two.pdn", TWO_GAMES);
    let ended = run(&["pdn", &path]);
    assert_eq!(ended.code, 1);
    for said in [
        "error: game 1, move 2: `23x16` is none of the moves\n",
        "two.pdn:6:25\n",
        "help: accepted: 21-17, 22-18, 22-17, 23-19, 23-18, 24-20, 24-19\n",
    ] {
        assert!(ended.err.contains(said), "{}", ended.err);
    }
    assert!(
        ended.out.ends_with("game 2: english, 4 moves, *\n2 games, of which 1 could not be played through\n"),
        "{}",
        ended.out
    );
    let written = answer(&["pdn", &path, "--game", "2", "--write"]);
    let unknown =
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";
    let expected =
        format!("{unknown}[GameType \"21,B,8,8,N1,0\"]\n[Variant \"english\"]\n\n1. 11-15 {{good}} 23-19 2. 8-11 22-17 $4 *\n");
    assert_eq!(written, expected);
    assert_eq!(answer_with(&["pdn", "-", "--write"], &expected), expected);
    let board = |arguments: &[&str]| answer(&[&["moves", "english", "--position"], arguments].concat());
    assert_eq!(board(&[&path, "--game", "2", "--ply", "1"]), board(&["W:W21-32:B1-10,12,15"]));
    assert_eq!(board(&["1. 11-15 23-19"]), board(&["B:W19,21,22,24-32:B1-10,12,15"]));
}

/// A game with a fault is told, and those behind it are played through; what is said of moves is written again.
#[test]
fn a_broken_game_spoils_no_other() {
    let games = "[GameType \"21\"]\n1. 11-15 {never closed\n[GameType \"21\"]\n1. 11-15! $1 (1. 9-14 {or}) 23-19 *\n";
    let ended = run_with(&["pdn", "-"], games.as_bytes());
    assert_eq!(ended.code, 1);
    assert!(ended.err.contains("game 1, this comment is never closed"), "{}", ended.err);
    assert!(
        ended.out.ends_with("game 2: english, 2 moves, *\n2 games, of which 1 could not be played through\n"),
        "{}",
        ended.out
    );
    let written = answer_with(&["pdn", "-", "--write", "--game", "2"], games);
    assert!(written.ends_with("\n\n1. 11-15! $1 (1. 9-14 {or}) 23-19 *\n"), "{written}");
    let short = answer_with(&["pdn", "-", "--write"], "[GameType \"25,W,8,8,S0,0\"]\n1. cd4 ba5 *\n");
    assert!(short.ends_with("1. c3-d4 b6-a5 *\n"), "{short}");
}

#[test]
fn the_command_says_what_it_cannot_do() {
    let check = |arguments: &[&str], input: &str, code: i32, said: &str| {
        let ended = run_with(arguments, input.as_bytes());
        assert_eq!(ended.code, code, "{}", ended.err);
        assert!(ended.err.contains(said), "{}", ended.err);
    };
    check(&["pdn", "-"], "1. 11-15", 1, "no tag says by which rules it is played: give them with --rules");
    check(&["pdn", "-"], "[GameType \"999\"] 1. 11-15", 1, "no bundled variant has the GameType 999");
    check(&["pdn", "-"], "[GameType \"21\"] 1. 11-15 {", 1, "game 1, this comment is never closed\n --> -:1:26");
    check(&["pdn", "-", "--game", "3"], "[GameType \"21\"] 1. 11-15", 2, "there is no game 3: the file has 1 game");
    check(&["pdn", "-", "--rules", "english"], "[GameType \"20,W,10,10,N2,0\"]", 1, "tells of a board of 10x10");
    check(
        &["pdn", "-", "--rules", "english"],
        "[FEN \"W:W99:B1\"]",
        1,
        "game 1, `99` is not on the board\n --> -, tag FEN:1:4",
    );
    check(
        &["moves", "english", "--position", "B:W21:B1", "--game", "2"],
        "",
        2,
        "--position: this is no PDN: only there one game of several can be chosen",
    );
    check(&["moves", "english", "--position", "1. 11-15", "--ply", "2"], "", 2, "there is no move 2: the game has 1");
    check(
        &["moves", "english", "--position", "1. 11-15 1-5"],
        "",
        2,
        "move 2: `1-5` is none of the moves\n --> --position:1:10",
    );
    let russian = "[GameType \"25\"] 1. c3-d4";
    check(&["moves", "english", "--position", russian], "", 2, "the game has the GameType 25, and these rules have 21");
}

/// The result `1-0` is no move from 1 to 0, and the move `1-6` no result.
#[test]
fn results_and_moves_are_told_apart() {
    let game = "[GameType \"21\"]\n[FEN \"B:W31:B1,2\"]\n1. 1-6 31-27 2. 2-7 27-23 0-1\n";
    assert!(answer_with(&["pdn", "-"], game).contains("4 moves, 0-1"));
    for result in ["1-0", "2-0", "0-1", "0-2", "1-1", "1/2-1/2", "0-0", "*", ""] {
        let game = format!("[GameType \"21\"]\n[FEN \"B:W31:B1,2\"]\n1. 1-6 {result}\n");
        assert!(answer_with(&["pdn", "-"], &game).contains("1 move, "), "{result}");
    }
}

/// A game typed in, saved in PDN, read back by every command that reads positions.
#[test]
fn a_game_is_saved_in_pdn() {
    let folder = tempfile::tempdir().unwrap();
    let (pdn, toml) = (folder.path().join("game.pdn"), folder.path().join("game.toml"));
    let (pdn, toml) = (pdn.to_str().unwrap(), toml.to_str().unwrap());
    answer_with(&["play", "international", "--save", pdn], &format!("32-28\n19-23\n28x19\nsave {toml}\nquit\n"));
    let text = std::fs::read_to_string(pdn).unwrap();
    assert!(text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"), "{text}");
    assert!(text.contains("\n[Result \"*\"]\n[GameType \"20,W,10,10,N2,0\"]\n[Variant \"international\"]\n"), "{text}");
    assert!(text.ends_with("\n1. 32-28 19-23 2. 28x19 *\n"), "{text}");
    assert_eq!(answer(&["pdn", toml, "--write"]), text);
    for command in ["moves", "render"] {
        assert_eq!(answer(&[command, "international", "-p", pdn]), answer(&[command, "international", "-p", toml]));
    }
    let said = answer_with(&["play", "international", "--resume", pdn, "--save", pdn], "14x23\n");
    assert!(said.contains("Black: 14x23"), "{said}");
    assert!(std::fs::read_to_string(pdn).unwrap().contains("2. 28x19 14x23 *"));
}

/// Squares counted from another corner, as the tag says, and as some sites say without doing it.
#[test]
fn squares_from_another_corner() {
    let check = |tag: &str, moves: &str| {
        let game = format!("[GameType \"{tag}\"]\n1. {moves} *\n");
        let rules = ["pdn", "-", "--write", "--rules", "international"];
        assert!(answer_with(&rules, &game).ends_with("1. 32-28 19-23 2. 28x19 14x23 *\n"), "{tag}");
    };
    check("20,W,10,10,N2,0", "32-28 19-23 2. 28x19 14x23");
    check("20,W,10,10,N1,0", "19-23 32-28 2. 23x32 37x28");
    check("20,W,10,10,N1,0", "32-28 19-23 2. 28x19 14x23");
    check("20,W,10,10,A0,0", "d4-e5 g7f6 2. e5:g7 h8:f6");
}

#[test]
fn many_games_are_told_in_order_by_any_number_of_threads() {
    let game = |moves: &str| format!("[Event \"?\"]\n[GameType \"21\"]\n\n{moves} *\n\n");
    // Some cannot be played through, some are longer.
    let games: String = (0..600)
        .map(|number| game(["1. 11-15 22-18 2. 15x22", "1. 9-14 22-18", "1. 11-15 11-16", "1. 12-16"][number % 7 % 4]))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let path = crate::shell::file(folder.path(), "many.pdn", games);
    let [one, several] = ["1", "3"].map(|threads| run(&["pdn", &path, "--threads", threads]));
    assert_eq!((one.code, &one.out, &one.err), (several.code, &several.out, &several.err));
    assert!(one.code == 1 && one.out.contains("600 games, of which 171 could not be played through"), "{}", one.out);
    let numbers = one.out.lines().filter_map(|line| line.split_once(", game ")?.1.split(':').next()?.parse::<u32>().ok());
    assert!(numbers.clone().count() == 429 && numbers.is_sorted(), "{}", one.out);
}

/// Three games of one variant and one of another; the last begins elsewhere.
const COLLECTION: &str = "[Event \"1\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-0\n\n\
                          [Event \"2\"]\n[GameType \"20\"]\n\n1. 32-28 18-23 1/2-1/2\n\n\
                          [Event \"3\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 0-1\n\n\
                          [Event \"4\"]\n[GameType \"20\"]\n[FEN \"W:W32:B19\"]\n\n1. 32-28 *\n";

#[test]
fn a_collection_is_counted_with_its_openings() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "all.pdn", COLLECTION);
    let text = answer(&["pdn", &path, "--tree", "2"]);
    let lines: Vec<String> = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let expected = [
        "international: 3 games, 2.3 moves on average (1 to 4)",
        "1-0 1 33.3 %",
        "1/2-1/2 1 33.3 %",
        "* 1 33.3 %",
        "openings: games, their share, and what White got of each with a result",
        "32-28 2 66.7 % 0.75",
        "18-23 1 50.0 % 0.50",
        "19-23 1 50.0 % 1.00",
        "",
        "english: 1 game, 2.0 moves on average (2 to 2)",
        "0-1 1 100.0 %",
        "openings: games, their share, and what White got of each with a result",
        "11-15 1 100.0 % 0.00",
        "23-19 1 100.0 % 0.00",
        "",
        "4 games played through",
    ];
    assert_eq!(lines, expected, "{text}");
    let told = crate::shell::json(&["pdn", &path, "--tree", "9", "--least", "2", "--json"]);
    assert_eq!((&told["games"], told["stopped"].as_array().map(Vec::len)), (&4.into(), Some(0)));
    let first = &told["variants"][0];
    assert_eq!(
        first["results"],
        serde_json::json!({ "white": 1, "black": 0, "draws": 1, "neither": 0, "unknown": 1, "score": 0.75 })
    );
    assert_eq!((&first["moves"], &first["shortest"], &first["longest"]), (&7.into(), &1.into(), &4.into()));
    assert_eq!(first["openings"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&first["openings"][0]["move"], first["openings"][0]["next"].as_array().map(Vec::len)),
        (&"32-28".into(), Some(0))
    );
    // What would be passed over is refused.
    for both in
        [["--json", "--write"], ["--statistics", "--write"], ["--tree=2", "-ox.pdn"], ["--statistics", "--format=junit"]]
    {
        assert_eq!(run(&[&["pdn", &path], &both[..]].concat()).code, 2, "{both:?}");
    }
    // Without a tree there are no openings.
    assert!(!answer(&["pdn", &path, "--statistics"]).contains("openings"));
}

/// Latin-1 is any bytes, and UTF-16 none of it: it would be a file without games.
#[test]
fn utf_16_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = "\u{feff}[GameType \"21\"]\n\n1. 11-15 *\n";
    let bytes = |order: fn(u16) -> [u8; 2], text: &str| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
    let bare = text.trim_start_matches('\u{feff}');
    for bytes in [bytes(u16::to_le_bytes, text), bytes(u16::to_be_bytes, text), bytes(u16::to_le_bytes, bare)] {
        let path = file(folder.path(), "wide.pdn", &bytes);
        for arguments in [&["pdn", &path][..], &["pdn", "--write", &path], &["moves", "english", "--position", &path]] {
            let ended = run(arguments);
            assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{arguments:?}");
            assert!(ended.err.contains("wide.pdn: this is no text in UTF-8 or Latin-1; if it is in UTF-16"), "{}", ended.err);
        }
        assert_eq!(crate::shell::run_with(&["pdn", "-"], &bytes).code, 2);
    }
}

#[test]
fn games_that_stop_are_told_to_programs() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "all.pdn", COLLECTION.replace("18-23", "1-2"));
    let ended = run(&["pdn", &path, "--json"]);
    assert_eq!(ended.code, 1, "{}", ended.err);
    let told: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        (&told["stopped"][0]["game"], &told["stopped"][0]["problem"]["place"]["line"]),
        (&2.into(), &9.into()),
        "{told:#}"
    );
    assert_eq!(told["variants"][0]["games"], 2);
}
