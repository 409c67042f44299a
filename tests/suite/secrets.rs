//! What a player is told, whatever is typed: two games that differ only in what the player cannot know are answered alike, byte for
//! byte, by every command that takes a view or a seat. Typed are the moves of both games, moves that are none, and every command of
//! `play` that answers.

use std::collections::BTreeSet;
use std::path::Path;

use draughtsman::agents;
use draughtsman::engine::{Actor, Counting, Game, Position};
use draughtsman::library::Ready;
use draughtsman::model::PlayerId;
use draughtsman::notation::{Header, Terms, json, movetext};

use crate::views::games::{self, players, small};
use crate::{facts, shell};

/// Texts that are typed, of each sort.
const TEXTS: usize = 3;

/// Rules of a file, and the path that names it to a command.
fn rules() -> Vec<(String, Ready)> {
    let folder = format!("{}/tests/suite/views/rules", env!("CARGO_MANIFEST_DIR"));
    let path = |name: &str| format!("{folder}/{name}.draughts");
    let cards = facts::rules("saving_private", &[]).expect("rules");
    vec![
        ("saving_private".to_owned(), cards),
        (path("peeking"), small("peeking")),
        (path("carried"), small("carried")),
        (path("robbing"), small("robbing")),
    ]
}

/// The texts of the moves of a position.
fn texts(ready: &Ready, position: &Position) -> Vec<String> {
    let program = &ready.program;
    let moves = position.moves(program, Counting::AsWritten).expect("moves");
    movetext::texts(&program.equipment, &moves, program.chains_may_stop())
}

/// What may be typed in one of two games that look the same to somebody: moves of both, and of neither.
fn typed(ready: &Ready, worlds: &[Position; 2], seed: u64) -> Vec<String> {
    let mut typed = BTreeSet::new();
    let mut rng = agents::generator(seed, 9);
    for (world, other) in [(0, 1), (1, 0)] {
        let mut texts = texts(ready, &worlds[world]);
        let known = self::texts(ready, &worlds[other]);
        // First what is a move of one game only.
        texts.sort_by_key(|text| known.contains(text));
        let first = texts.iter().filter(|text| !known.contains(text)).take(TEXTS).cloned();
        typed.extend(first.collect::<Vec<_>>());
        for _ in 0..TEXTS.min(texts.len()) {
            let text = texts[agents::below(texts.len() as u64, &mut rng) as usize].clone();
            // Words left out, and the last one again.
            typed.extend(text.split_once(' ').map(|(first, _)| first.to_owned()));
            typed.insert(format!("{text} {}", text.rsplit(' ').next().unwrap_or_default()));
            typed.insert(text);
        }
    }
    typed.extend(["a1 b2 c3", "nonsense", "99999", "999."].map(str::to_owned));
    typed.into_iter().collect()
}

struct Worlds<'a> {
    path: &'a str,
    player: String,
    /// The positions, as files hold them.
    positions: [String; 2],
}

impl Worlds<'_> {
    /// The same said by a command in both games, on both channels and with its exit code; each in a folder of its own, with the rules.
    fn alike(&self, arguments: &[&str], input: &str) -> Result<String, String> {
        let told = self.positions.each_ref().map(|position| {
            let folder = tempfile::tempdir().expect("a folder");
            shell::file(folder.path(), "position.json", position);
            let rules = Path::new(self.path);
            let copied = rules.file_name().filter(|_| rules.is_file()).and_then(|name| name.to_str());
            if let Some(name) = copied {
                shell::file(folder.path(), name, std::fs::read(rules).expect("rules"));
            }
            let rules = copied.unwrap_or(self.path);
            let all = [&arguments[..1], &[rules, "--position", "position.json"], &arguments[1..]].concat();
            let ended = shell::run_in(folder.path(), &all, input.as_bytes());
            (ended.out, ended.err, ended.code)
        });
        let [one, other] = told;
        if one == other {
            return Ok(one.0 + &one.1);
        }
        let lines = |(out, err, code): &(String, String, i32)| format!("{out}{err}exit {code}");
        let (one, other) = (lines(&one), lines(&other));
        let parts = one.lines().zip(other.lines()).find(|(one, other)| one != other);
        Err(format!("{arguments:?} for {}, typed {input:?}:\n{parts:#?}\n---\n{one}", self.player))
    }
}

/// Every command in two games that look the same to a player.
fn check(path: &str, ready: &Ready, game: &Game, viewer: PlayerId, seed: u64) -> Result<bool, String> {
    let program = &ready.program;
    let other = agents::sample(program, game.position(), viewer, &mut agents::generator(seed, 0));
    if other == *game.position() {
        return Ok(false);
    }
    let worlds = [game.position().clone(), other];
    let typed = typed(ready, &worlds, seed);
    let player = program.equipment.players[viewer.index()].name.clone();
    let worlds = Worlds { path, player, positions: worlds.map(|world| written(ready, &world)) };
    let view = ["--view", worlds.player.as_str()];
    for (i, text) in typed.iter().enumerate() {
        let words: Vec<&str> = text.split(' ').collect();
        let json: &[&str] = if i % 2 == 0 { &["--json"] } else { &[] };
        if i % 8 == seed as usize % 8 {
            worlds.alike(&[&["explain"], json, &view[..], &["--"], &words[..]].concat(), "")?;
        }
    }
    // What shows positions and lists alone is compared in `views`.
    for command in [&["explain"][..], &["explain", "--json"]] {
        worlds.alike(&[command, &view[..]].concat(), "")?;
    }
    // What the player can see can be played, and what comes of it is for chance and others to say.
    let seen = game.position().moves_seen_by(program, viewer).expect("moves");
    let seen: Vec<_> = seen.into_iter().map(|one| one.mv).collect();
    let playable =
        |text: &String| movetext::pick(&program.equipment, text, &seen, program.chains_may_stop(), &Vec::new).is_ok();
    let wrong: Vec<String> = typed.iter().filter(|text| !playable(text)).cloned().collect();
    let why: Vec<String> = typed.iter().map(|text| format!("why {text}")).collect();
    let kept = "pin kept Why.\nsave kept.pdn\nsave kept.toml\nsetup clear";
    let input = format!("?\nmoves\nhint\n{}\n{}\n{kept}\nundo\nboard\nquit\n", wrong.join("\n"), why.join("\n"));
    let told = worlds.alike(&[&["play", "--seed", "5"], &view[..]].concat(), &input)?;
    assert!(told.contains("1. ") || told.contains("Which moves there are"), "{told}");
    assert!(!told.contains("(seed") && told.contains("\nPinned: `kept`"), "{told}");
    if game.actor(program) == Some(Actor::Player(viewer)) {
        worlds.alike(&["play", "--seed", "5", "--opponent", "greedy", "--as", &worlds.player], &input)?;
        worlds.alike(&["play", "--seed", "5"], &input)?;
    }
    Ok(true)
}

fn written(ready: &Ready, position: &Position) -> String {
    json::position::write(&Header::of(&ready.variant), &Terms::from(&ready.variant), &position.to_setup(&ready.program))
}

/// Plays by chance; at a few decisions, each of another kind of actor, every command is tried.
fn one_game(path: &str, ready: &Ready, seed: u64) -> Result<usize, String> {
    let program = &ready.program;
    let mut game = Game::new(program).expect("a game");
    let mut tried = BTreeSet::new();
    let wait = 3 + 2 * seed;
    for decision in 0..120 {
        let turned = u64::from(game.position().turns()) >= wait;
        let Some(actor) = game.actor(program) else { break };
        // For each sort of decision, one's own and one of another's, somebody.
        for viewer in players(ready).filter(|_| turned) {
            let sort = actor == Actor::Player(viewer);
            if actor != Actor::Chance && !tried.contains(&sort) && check(path, ready, &game, viewer, seed)? {
                tried.insert(sort);
            }
        }
        let moves = game.options(program).expect("moves");
        let Some(chosen) = agents::by_weight(&moves, &mut agents::generator(seed, decision)) else { break };
        game.play(program, &moves[chosen]).expect("a move");
    }
    Ok(tried.len())
}

#[test]
fn whatever_is_typed_two_games_that_look_alike_are_answered_alike() {
    let rules = rules();
    let mut failures = Vec::new();
    for (path, ready) in &rules {
        let mut tried = 0;
        for seed in 1..=(games::tried() as u64).div_ceil(24) {
            match one_game(path, ready, seed) {
                Ok(many) => tried += many,
                Err(problem) => failures.push(format!("{path}, game {seed}: {problem}")),
            }
        }
        assert!(tried >= 2 || !failures.is_empty(), "{path}: {tried}");
    }
    facts::report(rules.len(), &failures);
}

#[test]
fn a_seed_that_reproduces_a_deal_is_told_after_the_game() {
    let seed = |typed: &str| {
        let ended = shell::run_with(&["play", "saving_private", "--opponent", "random"], typed.as_bytes());
        let (before, after) = ended.out.split_once("resign").unwrap_or((ended.out.as_str(), ""));
        assert!(!before.contains("seed"), "{before}");
        after.split_once("The seed was ").map(|(_, rest)| rest.split('.').next().unwrap_or_default().parse::<u64>())
    };
    assert_eq!(seed("quit\n"), None);
    let seeds = [seed("resign\n"), seed("resign\n"), seed("resign\n")].map(|seed| seed.expect("a seed").expect("a number"));
    assert!(seeds[0] != seeds[1] && seeds.iter().any(|seed| *seed >= 1 << 40), "{seeds:?}");
    // Where nothing is hidden it is told at once.
    assert!(shell::run_with(&["play", "english"], b"quit\n").out.contains("(seed "));
}

/// Who looks over a shoulder plays by what is seen: by number, by text; a choice among things unseen is one move.
#[test]
fn the_other_seat_is_played_by_what_is_seen() {
    let rules = format!("{}/tests/suite/views/rules/robbing.draughts", env!("CARGO_MANIFEST_DIR"));
    let play = |typed: &str| shell::run_with(&["play", &rules, "--seed", "2", "--view", "North"], typed.as_bytes()).out;
    let list = play("?\n");
    assert!(list.contains("South> ?\n 1. "), "{list}");
    assert!(play("hint\n").contains("Perhaps "));
    let step = list.lines().find(|line| line.ends_with(". a1-a2")).expect("a step to a2");
    let number = step.trim().split('.').next().expect("a number");
    for typed in [number, "a1-a2"] {
        let said = play(&format!("{typed}\n"));
        assert!(said.contains("South: a1-a2") && said.contains("North to move."), "{said}");
    }
    // South's own cards are not known to North, and what South does with North's is.
    let robbing = play("a1 rob\n");
    assert!(robbing.contains("`a1 rob` is not the whole move"), "{robbing}");
}

#[test]
fn explain_answers_from_a_view() {
    let rules = format!("{}/tests/suite/views/rules/robbing.draughts", env!("CARGO_MANIFEST_DIR"));
    let explain = |view: &[&str]| shell::run(&[&["explain", &rules, "--seed", "2"], view, &["a1", "rob"]].concat()).out;
    let hand = |said: &str| said.lines().find(|line| line.starts_with("hand of North")).expect("a hand").to_owned();
    assert_ne!(hand(&explain(&[])), hand(&explain(&["--view", "South"])));
    assert!(explain(&["--view", "South"]).ends_with("a1 rob ?\n"), "{}", explain(&["--view", "South"]));
}

/// What was dealt to others is in none of the answers, whatever form the game is saved in.
#[test]
fn what_cannot_be_saved_is_not_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = ["play", "saving_private", "--seed", "3", "--view", "North", "--save", "always.pdn"];
    let said = shell::run_in(folder.path(), &play, b"save once.pdn\n1.\nquit\n");
    let told = said.out.split_once("save once.pdn\n").map(|(_, told)| told.lines().next().unwrap_or_default());
    let reason = "PDN has no form for all moves of this game; a saved game (.toml) keeps every move";
    assert_eq!(told, Some(format!("Not saved: once.pdn: {reason}").as_str()));
    assert!(said.err.contains(&format!("the game is not saved: always.pdn: {reason}\n")), "{}", said.err);
    // Where nothing is hidden, the move is named.
    let deal = shell::file(folder.path(), "drop.draughts", shell::small("movement {\n  man may bow { }\n}\n"));
    let said = shell::run_in(folder.path(), &["play", &deal], b"a4 bow\nsave once.pdn\n");
    assert!(said.out.contains("PDN has no form for the move `a4 bow`"), "{}", said.out);
}

/// Who takes a card without seeing it is not told which it was.
#[test]
fn what_is_chosen_blindly_stays_hidden_from_who_chooses() {
    let rules = format!("{}/tests/suite/views/rules/wasting.draughts", env!("CARGO_MANIFEST_DIR"));
    let play = |arguments: &[&str], typed: &str| {
        shell::run_with(&[&["play", &rules, "--seed", "2"], arguments].concat(), typed.as_bytes()).out
    };
    for arguments in [&[][..], &["--view", "South"], &["--opponent", "random"]] {
        let said = play(arguments, "a1 waste ?\n");
        assert!(said.contains("\nSouth: something that not everybody sees\n"), "{arguments:?}: {said}");
    }
    assert!(play(&["--view", "North"], "a1 waste top\n").contains("\nSouth: a1 waste top\n"));
}
