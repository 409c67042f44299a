//! `train`: what is learned, where it is written, and who uses it.

use std::fs;
use std::path::Path;

use draughtsman::agents::{self, Clock, Evaluation, History, Learned, Lesson, Training};
use draughtsman::analysis::simulate::Simulator;
use draughtsman::engine::{Actor, Game, Line, LineVisitor, LookAhead, Position};
use draughtsman::library::{self, Ready};
use draughtsman::model::setup::Kept;
use draughtsman::model::{SideId, StoredId};
use draughtsman::notation::json::trained::Trained;
use draughtsman::notation::{Terms, fen};
use draughtsman::program::{Beside, FilesBeside, Program};
use serde_json::Value as Json;
use tempfile::tempdir;

use crate::shell::{Ended, run_in, small};

/// A game that is soon over, and in which pieces and places matter.
fn rules() -> String {
    small("movement {\n  man may step forward diagonal\n}\n\ncapture {\n  man may jump diagonal over an enemy\n}\n")
}

fn said(folder: &Path, words: &[&str]) -> Ended {
    run_in(folder, words, b"")
}

fn learned(folder: &Path, words: &[&str]) -> Json {
    let ended = said(folder, &[&["train"], words, &["--json"]].concat());
    assert_eq!(ended.code, 0, "{words:?}: {}", ended.err);
    serde_json::from_str(&ended.out).expect("JSON")
}

#[test]
fn the_same_seed_learns_the_same_whatever_the_number_of_threads() {
    let folder = tempdir().unwrap();
    let text = |threads: &str, seed: &str| {
        let out = format!("{threads}-{seed}.weights");
        let words = ["english", "--games", "24", "--measure", "0", "--threads", threads, "--seed", seed, "--out", &out];
        let told = learned(folder.path(), &words);
        assert_eq!((told["games"].as_u64(), told["file"].as_str()), (Some(24), Some(&*out)));
        assert!(told["gain"].is_null() && told["positions"].as_u64().unwrap() > 100, "{told}");
        fs::read(folder.path().join(out)).unwrap()
    };
    let one = text("1", "3");
    assert_eq!(one, text("2", "3"));
    assert_ne!(one, text("1", "4"));
}

#[test]
fn what_lies_beside_the_rules_is_used_and_refused_by_other_rules() {
    let folder = tempdir().unwrap();
    let (path, mine) = (folder.path(), folder.path().join("mine.draughts"));
    fs::write(&mine, rules()).unwrap();
    let plays = |agent: &str| said(path, &["analyse", "mine.draughts", "--agent", agent, "--json"]);
    let before = plays("alpha-beta:depth=1");
    let told = learned(path, &["mine.draughts", "--games", "60", "--measure", "0"]);
    assert_eq!(told["file"], "mine.weights");
    let values = |ended: &Ended| {
        assert_eq!(ended.code, 0, "{}", ended.err);
        serde_json::from_str::<Json>(&ended.out).unwrap()["lines"].clone()
    };
    assert_ne!(values(&before), values(&plays("alpha-beta:depth=1")), "it is used");
    assert_eq!(values(&before), values(&plays("alpha-beta:depth=1,untrained")), "but by who wants it only");
    fs::write(&mine, rules().replace("  man may step", "  ## A comment changes no rule.\n  man may step")).unwrap();
    assert_ne!(values(&before), values(&plays("alpha-beta:depth=1")), "it is used still");
    fs::write(&mine, rules().replace("step forward diagonal", "step diagonal")).unwrap();
    for words in [
        &["match", "mine.draughts", "alpha-beta:50", "random", "--games", "2"][..],
        &["simulate", "mine.draughts", "--agent", "level:3", "--games", "2"],
        &["analyse", "mine.draughts", "--agent", "mcts:50"],
    ] {
        let ended = said(path, words);
        assert_eq!(ended.code, 2, "{words:?}: {}", ended.out);
        for part in ["mine.weights", "another version of these rules", "draughtsman train mine.draughts`"] {
            assert!(ended.err.contains(part), "{words:?}: {}", ended.err);
        }
    }
    for agent in ["alpha-beta:50,untrained", "mcts:50,baseline", "greedy", "random"] {
        let ended = said(path, &["match", "mine.draughts", agent, "random", "--games", "2"]);
        assert_eq!(ended.code, 0, "{agent}: {}", ended.err);
    }
    assert_eq!(said(path, &["moves", "mine.draughts"]).code, 0, "who lists moves needs nothing learned");
}

#[test]
fn what_it_gained_is_told() {
    let folder = tempdir().unwrap();
    let told = learned(folder.path(), &["english", "--games", "100", "--measure", "4", "--seed", "5"]);
    let gain = &told["gain"];
    assert_eq!((gain["games"].as_u64(), gain["opponent"].as_str()), (Some(4), Some("alpha-beta:2000,baseline")), "{told}");
    let points = gain["won"].as_f64().unwrap() + gain["drawn"].as_f64().unwrap() / 2.0;
    assert!((points / 4.0 - gain["score"].as_f64().unwrap()).abs() < 1e-3, "{told}");
}

#[test]
fn what_is_no_such_file_is_not_used_and_not_replaced() {
    let folder = tempdir().unwrap();
    let (path, weights) = (folder.path(), folder.path().join("mine.weights"));
    fs::write(path.join("mine.draughts"), rules()).unwrap();
    fs::write(&weights, "of something else").unwrap();
    let ended = said(path, &["match", "mine.draughts", "alpha-beta:50", "random", "--games", "2"]);
    assert_eq!(ended.code, 2);
    assert!(ended.err.contains("mine.weights") && ended.err.contains("`draughtsman train` writes"), "{}", ended.err);
    let ended = said(path, &["train", "mine.draughts", "--games", "2"]);
    assert_eq!(ended.code, 2);
    assert!(ended.err.contains("there is a file already"), "{}", ended.err);
    assert_eq!(fs::read_to_string(&weights).unwrap(), "of something else");
}

/// What a later version may have written is not guessed at.
#[test]
fn a_later_schema_is_refused() {
    let folder = tempdir().unwrap();
    let (path, weights) = (folder.path(), folder.path().join("mine.weights"));
    fs::write(path.join("mine.draughts"), rules()).unwrap();
    learned(path, &["mine.draughts", "--games", "4", "--measure", "0"]);
    let later = fs::read_to_string(&weights).unwrap().replacen("\"schema\": 1", "\"schema\": 2", 1);
    assert!(later.contains("\"schema\": 2"));
    fs::write(&weights, &later).unwrap();
    let game = |agent| said(path, &["match", "mine.draughts", agent, "random", "--games", "2"]);
    for ended in [game("alpha-beta:50"), said(path, &["analyse", "mine.draughts", "--agent", "alpha-beta:50"])] {
        assert_eq!(ended.code, 2);
        let accepted = "mine.weights: it is `weights` with schema 2: `kind` `weights` with `schema` 1 is accepted";
        assert!(ended.err.contains(accepted), "{}", ended.err);
    }
    assert_eq!(game("alpha-beta:50,untrained").code, 0);
    assert_eq!(fs::read_to_string(&weights).unwrap(), later);
}

#[test]
fn choices_have_files_of_their_own() {
    let folder = tempdir().unwrap();
    let words = ["english", "--option", "idle-limit=40", "--games", "4", "--measure", "0"];
    assert_eq!(learned(folder.path(), &words)["file"], "english+idle-limit=40.weights");
    let plain = ["match", "english", "alpha-beta:50", "random", "--games", "2"];
    assert_eq!(said(folder.path(), &plain).code, 0, "without the choice it is another game");
}

/// What so many games teach, as the file.
fn taught(program: &Program, games: u64, seed: u64) -> String {
    let simulator = Simulator::new(program, Position::start(program).unwrap(), agents::MEASURED_LIMIT);
    let mut training = Training::new(&simulator, seed);
    let mut pupil = training.pupil();
    let lesson = |number| training.game(&mut pupil, number, Clock::none()).expect("no limit is reached");
    let lessons: Vec<Lesson> = (0..games).map(lesson).collect();
    training.learn(lessons, true);
    training.write("some")
}

fn beside(text: &str) -> Beside {
    Beside { name: "some.weights".to_owned(), of: "some.draughts".to_owned(), text: Ok(text.into()) }
}

fn with(program: &Program, text: &str) -> Program {
    let beside = FilesBeside { learned: Some(beside(text)), ..program.beside.clone() };
    Program { beside, ..program.clone() }
}

/// What a position is worth to the side that is to move.
struct Value<'v>(&'v Program);

impl LineVisitor for Value<'_> {
    type Output = i32;

    fn visit<L: Line>(self, line: &mut L) -> i32 {
        let evaluation = Evaluation::best_available(self.0);
        let side = evaluation.side(line.actor().unwrap());
        let value = evaluation.value(line, side);
        assert_eq!(evaluation.value(line, SideId(1 - side.0)), -value, "what one has the other has not");
        value
    }
}

fn value(ready: &Ready, fen: &str) -> i32 {
    let setup = fen::read(&Terms::from(&ready.variant), fen).expect("a position");
    let game = Game::from(Position::from_setup(&ready.program, &setup).expect("a position"));
    LookAhead::new(&ready.program).look(&ready.program, &game, Value(&ready.program))
}

#[test]
fn a_position_turned_over_is_worth_the_same_to_the_other() {
    let plain = library::bundled("english").unwrap();
    let program = with(&plain.program, &taught(&plain.program, 40, 2));
    let ready = Ready { program, ..plain };
    let half_a_turn = |fen: &str| {
        let (turn, rest) = fen.split_once(':').unwrap();
        let (white, black) = rest.split_once(':').unwrap();
        let turned = |squares: &str| {
            let one = |square: &str| {
                let number: u32 = square.trim_start_matches('K').parse().unwrap();
                format!("{}{}", if square.starts_with('K') { "K" } else { "" }, 33 - number)
            };
            squares[1..].split(',').map(one).collect::<Vec<_>>().join(",")
        };
        let turn = if turn == "W" { "B" } else { "W" };
        format!("{turn}:W{}:B{}", turned(black), turned(white))
    };
    for fen in ["W:W22,25,K30:B3,7,K14", "B:W21,22,27,32:B1,2,5,11", "W:W32,31,30,29,28,24:B1,2,3,4,6,10,12"] {
        let worth = value(&ready, fen);
        assert_eq!(worth, value(&ready, &half_a_turn(fen)), "{fen}");
        assert_ne!(worth, 0, "{fen}");
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    for name in ["english", "guerrilla", "lasca"] {
        let program = library::bundled(name).unwrap().program;
        let text = taught(&program, if name == "lasca" { 1 } else { 6 }, 1);
        let learned = Learned::read(&program, &beside(&text)).unwrap();
        let file: Trained = serde_json::from_str(&text).unwrap();
        let history = History { variant: file.variant, games: file.games, positions: file.positions, seed: file.seed };
        assert_eq!(learned.write(&program, &history), text, "{name}");
    }
}

#[test]
fn where_who_has_nothing_left_wins_pieces_are_learned_to_be_a_burden() {
    let program = library::bundled("antidraughts").unwrap().program;
    let file: Trained = serde_json::from_str(&taught(&program, 100, 1)).unwrap();
    let men = &file.places["White man"];
    let mean = men.iter().sum::<i32>() / men.len() as i32;
    assert!(mean < 50, "a man that the rules call 100 is worth {mean}");
}

#[test]
fn what_is_bundled_fits_its_rules() {
    for name in library::names() {
        let program = library::bundled(name).unwrap().program;
        if let Some(beside) = &program.beside.learned {
            Learned::read(&program, beside).unwrap_or_else(|unfit| panic!("{unfit}"));
        }
    }
}

/// What counters, truths and piles say: by declaration and owner, and by place in the layout.
struct Says<'s>(&'s Program);

impl LineVisitor for Says<'_> {
    type Output = (Vec<Vec<i64>>, Vec<i64>);

    fn visit<L: Line>(self, line: &mut L) -> Self::Output {
        let layout = &self.0.layout;
        let stored = layout.stored.iter().zip((0..).map(StoredId));
        let stored = stored.map(|(cells, id)| (0..cells.owners).map(|owner| line.stored(id, owner)).collect());
        (stored.collect(), (0..layout.piles.len()).map(|pile| line.lying(pile)).collect())
    }
}

#[test]
fn who_looks_ahead_sees_what_counters_and_piles_say() {
    let mut said = [0, 0];
    for name in library::names() {
        let program = library::bundled(name).unwrap().program;
        let ahead = LookAhead::new(&program);
        let mut rng = agents::generator(4, 0);
        let mut game = Game::new(&program).unwrap();
        for _ in 0..60 {
            let Some(actor) = game.actor(&program) else { break };
            let moves = game.options(&program).unwrap();
            let chosen = match actor {
                Actor::Chance => agents::by_weight(&moves, &mut rng),
                Actor::Player(_) => agents::random(&moves, &mut rng),
            };
            game.play(&program, &moves[chosen.unwrap()]).unwrap();
            let Some(Actor::Player(_)) = game.actor(&program) else { continue };
            let (stored, lying) = ahead.look(&program, &game, Says(&program));
            let setup = game.position().to_setup(&program);
            for (pile, cells) in program.layout.piles.iter().enumerate() {
                let there = setup.piles.iter().find(|(known, _)| *known == cells.pile);
                assert_eq!(lying[pile], there.map_or(0, |(_, items)| items.len() as i64), "{name}");
                said[0] += lying[pile];
            }
            for (of, kept) in &setup.stored {
                if let Kept::Number(number) = kept {
                    assert_eq!(stored[of.stored.index()][usize::from(of.owner)], *number, "{name}");
                    said[1] += 1;
                }
            }
        }
    }
    assert!(said[0] > 100 && said[1] > 50, "{said:?}");
}

/// What is said and is so by default changes no rules, and no name.
#[test]
fn saying_what_is_so_by_default_is_saying_nothing() {
    let of = |name: &str, options: &[&str]| {
        let choices = options.iter().map(|option| option.parse::<draughtsman::check::Choices>().unwrap()).collect();
        let loaded = library::load(name).unwrap();
        let variant = loaded.check(&choices).variant.unwrap();
        loaded.weights_path(&variant.equipment).unwrap().display().to_string()
    };
    assert_eq!(of("english", &["idle-limit=80"]), "english.weights");
    assert_eq!(of("english", &["idle-limit=41"]), "english+idle-limit=41.weights");
    let option = library::bundled("guerrilla").unwrap().variant.equipment.options.swap_remove(0);
    let said = |on: bool| format!("{}={}", option.name, if on { "on" } else { "off" });
    assert_eq!(of("guerrilla", &[&said(option.on)]), "guerrilla.weights");
    assert_ne!(of("guerrilla", &[&said(!option.on)]), "guerrilla.weights");
}

/// Of games in which nobody has a choice nothing can be learned.
#[test]
fn nothing_is_written_of_games_without_a_position_to_learn_from() {
    let folder = tempfile::tempdir().unwrap();
    let rules = small("movement {\n  man may step forward\n}\n\nvictory {\n  mover wins \"there\" if turns = 1\n}\n");
    std::fs::write(folder.path().join("mine.draughts"), rules).unwrap();
    let ended = said(folder.path(), &["train", "mine.draughts", "--games", "4"]);
    assert!(
        ended.code == 2 && ended.err.contains("there is no position to learn from in 4 games"),
        "{}{}",
        ended.out,
        ended.err
    );
    assert!(!folder.path().join("mine.weights").exists());
}

/// The game that `draughtsman new` begins with; what sixty games of it teach has lost every game of a match too short to be sure.
#[test]
fn what_is_no_gain_is_written_with_a_note() {
    let folder = tempdir().unwrap();
    assert_eq!(said(folder.path(), &["new", "my"]).code, 0);
    let train = |more: &[&str]| said(folder.path(), &[&["train", "my.draughts", "--games", "60", "--force"], more].concat());
    let note = "no stronger than the baseline";
    let told = train(&["--measure", "4", "--seed", "1"]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(
        told.out.starts_with("60 games of my ") && told.out.contains("\n0.0 % ") && told.out.contains(note),
        "{}",
        told.out
    );
    assert!(told.out.contains("written to my.weights") && told.out.contains("alpha-beta:EFFORT,untrained"), "{}", told.out);
    assert!(!train(&["--measure", "0"]).out.contains(note), "what was not measured is not judged");
}
