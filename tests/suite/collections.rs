//! Files of many games in PDN: by the short way and by the long one, without loss, with the lines of what is wrong, and by the million.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use draughtsman::agents;
use draughtsman::analysis::replay::transcribe;
use draughtsman::engine::Game;
use draughtsman::library::{self, Ready};
use draughtsman::notation::movetext::{could_mean, plain_text, plainly, texts};
use draughtsman::notation::squares::Index;
use draughtsman::notation::{Header, pdn};

use crate::memory;
use crate::shell::{answer_with, command, file, run};

/// A random game of at most so many moves, as PDN writes it; none where it has no form for its moves.
fn random_game(ready: &Ready, seed: u64, most: u64) -> Option<pdn::Game> {
    let program = &ready.program;
    let mut game = Game::new(program).unwrap();
    for ply in 0..most {
        let moves = game.options(program).unwrap();
        let Some(chosen) = agents::random(&moves, &mut agents::generator(seed, ply)) else { break };
        game.play(program, &moves[chosen]).unwrap();
    }
    transcribe(program, &Header::of(&ready.variant), None, &game).ok().filter(|game| pdn::write(game).is_ok())
}

/// The games that pydraughts has written, by the names of their rules.
fn of_pydraughts() -> Vec<(String, Vec<pdn::Game>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/facts/pdn");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        all.push((name, pdn::read(&std::fs::read_to_string(&path).unwrap())));
    }
    all.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(all.len(), 5);
    all
}

/// How many moves of a list are written as others may write them: each is compared with all.
const ASKED: usize = 5;

#[test]
fn the_short_way_to_a_move_leads_where_the_long_one_does() {
    let (mut short, mut all) = (0, 0);
    for name in library::names() {
        let ready = library::bundled(name).unwrap();
        let (program, equipment) = (&ready.program, &ready.variant.equipment);
        let (squares, full) = (Index::new(equipment), program.chains_may_stop());
        let mut game = Game::new(program).unwrap();
        for ply in 0..30 {
            let Ok(moves) = game.options(program) else { break };
            let said = texts(equipment, &moves, full);
            for (i, text) in said.iter().enumerate() {
                all += 1;
                if let Some(plain) = plain_text(equipment, &moves, i, full) {
                    assert_eq!(plain, *text, "{name}");
                    short += 1;
                }
            }
            for (mv, text) in moves.iter().zip(&said).take(ASKED) {
                // With another sign, in capitals, by names where there are numbers.
                let ends =
                    [mv.from(), mv.to()].map(|site| site.map_or("?", |site| equipment.board.sites[site.index()].name.as_str()));
                for text in [text.clone(), text.replace('-', "x"), text.to_uppercase(), ends.join(":")] {
                    if let Some(found) = plainly(&squares, &text, &moves) {
                        assert_eq!(could_mean(equipment, &text, &moves, &said), [found], "{name}: {text}");
                    }
                }
            }
            let Some(chosen) = agents::random(&moves, &mut agents::generator(3, ply)) else { break };
            game.play(program, &moves[chosen]).unwrap();
        }
    }
    assert!(short * 2 > all, "{short} of {all}: the short way is the usual one");
}

/// Tags, moves, comments, judgements, variations and results of files that nobody here wrote.
#[test]
fn games_of_others_come_back_without_loss() {
    for (name, games) in of_pydraughts() {
        for game in &games {
            let written = pdn::write(game).unwrap();
            let again = pdn::read(&written);
            let [again] = &again[..] else { panic!("{name}: {} games in\n{written}", again.len()) };
            let bare = |game: &pdn::Game| -> Vec<_> {
                game.moves.iter().map(|mv| (mv.text.clone(), mv.marks.clone(), mv.remarks.clone())).collect()
            };
            assert_eq!((bare(again), &again.remarks, again.result), (bare(game), &game.remarks, game.result), "{name}");
            assert!(game.tags.iter().all(|tag| again.tags.contains(tag)), "{name}: {:?}\n{written}", game.tags);
            // Played through and written by the command, it keeps its tags and means the same; once more it is the same to the byte.
            let by_command = answer_with(&["pdn", "-", "--rules", &name, "--write"], &written);
            assert_eq!(answer_with(&["pdn", "-", "--rules", &name, "--write"], &by_command), by_command, "{name}");
            let kept = &pdn::read(&by_command)[0];
            let of_others = |tag: &&(String, String)| !matches!(tag.0.as_str(), "FEN" | "SetUp" | "GameType");
            assert!(game.tags.iter().filter(of_others).all(|tag| kept.tags.contains(tag)), "{name}\n{by_command}");
            assert_eq!(kept.moves.len(), game.moves.len(), "{name}");
        }
    }
}

#[test]
fn what_is_wrong_far_down_is_told_with_its_line() {
    let game = |moves: &str| format!("[Event \"é\"]\n[GameType \"21\"]\n\n1. 11-15 23-19\n2. {moves} *\n\n");
    let text = game("8-11 22-17").repeat(400) + &game("8-11 22-99") + &game("8-11 {never closed") + &game("8-11 22-17");
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "long.pdn", &text);
    let ended = run(&["pdn", &path, "--statistics"]);
    assert_eq!(ended.code, 1);
    for said in [
        "error: game 401, move 4: `22-99` is none of the moves\n",
        "long.pdn:2405:9\n",
        "\n2405 | 2. 8-11 22-99 *\n",
        "error: game 402, this comment is never closed\n",
        "long.pdn:2411:9\n",
    ] {
        assert!(ended.err.contains(said), "{said}\n{}", ended.err);
    }
    assert!(ended.out.ends_with("403 games, of which 2 could not be played through\n"), "{}", ended.out);
    let told: serde_json::Value = serde_json::from_str(&run(&["pdn", &path, "--json"]).out).unwrap();
    let place = &told["stopped"][0]["problem"]["place"];
    assert_eq!((&place["line"], &place["column"]), (&2405.into(), &9.into()));
    let at = |end: &str| place[end].as_u64().unwrap() as usize;
    assert_eq!(&text[at("start")..at("end")], "22-99");
}

/// As many games as `DRAUGHTSMAN_PDN` says, which are 40 random ones and those of pydraughts again and again: a million in `.ci/full`.
#[test]
#[allow(clippy::print_stdout)] // how long it took is what a run of a million is for
fn collections_of_any_size_are_read_checked_and_counted() {
    let count = std::env::var("DRAUGHTSMAN_PDN").map_or(1_000, |count| count.parse().expect("a number of games"));
    let mut games = Vec::new();
    for (name, theirs) in of_pydraughts() {
        let ready = library::bundled(&name).unwrap();
        games.extend(theirs.into_iter().chain((0..8).filter_map(|seed| random_game(&ready, seed, 120))));
    }
    assert!(games.len() > 50, "{}", games.len());
    let texts: Vec<String> = games.iter().map(|game| pdn::write(game).unwrap()).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.pdn");
    let mut out = BufWriter::new(File::create(&path).unwrap());
    let mut moves = 0;
    for i in 0..count {
        writeln!(out, "{}", texts[i % texts.len()]).unwrap();
        moves += games[i % games.len()].moves.len();
    }
    drop(out.into_inner().unwrap());
    let bytes = std::fs::metadata(&path).unwrap().len();
    let since = Instant::now();
    let mut asked = command(&["pdn", path.to_str().unwrap(), "--tree", "2", "--threads", "2", "--json"]);
    let mut child = asked.stdout(Stdio::piped()).spawn().unwrap();
    let watched = child.id();
    let most = std::thread::spawn(move || most_memory(watched));
    let told: serde_json::Value = serde_json::from_reader(child.stdout.take().unwrap()).unwrap();
    assert!(child.wait().unwrap().success());
    let took = since.elapsed();
    assert_eq!(
        (&told["games"], told["stopped"].as_array().map(Vec::len)),
        (&count.into(), Some(0)),
        "{:.400}",
        told.to_string()
    );
    let variants = told["variants"].as_array().unwrap();
    assert_eq!(variants.len(), 5);
    let sum = |key: &str| variants.iter().map(|one| one[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("games"), sum("moves")), (count as u64, moves as u64));
    let most = most.join().unwrap();
    println!("{count} games, {moves} moves, {bytes} bytes: {took:.1?}, at most {} MiB", most >> 20);
    assert!(took < Duration::from_secs(120) + Duration::from_millis(2) * count as u32, "{took:?}");
    assert!(most < bytes + (200 << 20), "{most} bytes of memory for {bytes} bytes of games");
}

/// The most memory that a program under way has taken, in bytes; 0 where that is not told.
fn most_memory(program: u32) -> u64 {
    let mut most = 0;
    // Of a program that has ended there is nothing more to tell.
    while let Some(so_far) = memory::most(program) {
        most = most.max(so_far);
        std::thread::sleep(Duration::from_millis(20));
    }
    most
}
