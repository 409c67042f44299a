//! Leaves counted by whatever is fastest are those of the general machine: of every bundled variant and option, from the midst of games,
//! and of random rule files; and who counts is decided as it should be.

mod one_move;

use draughtsman::analysis::perft::{Counter, Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::{Actor, BitboardEngine, Counting, Position};
use draughtsman::library::{self, load_text};
use draughtsman::model::SideId;
use draughtsman::model::setup::Setup;
use draughtsman::program::Program;

use crate::bitboard::files::many;
use crate::bitboard::made::{rule_file, strewn};
use crate::dice::next;

/// A tree of more decisions than that is not counted by the machine.
const MOST_DECISIONS: usize = 40;

fn program(text: &str) -> Program {
    let checked = load_text("test", "test.draughts", text.as_bytes().to_vec(), None).check(&Choices::default());
    Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics)))
}

fn way(counting: Counting, made: bool, quick: bool) -> Way {
    Way { counting, made, quick }
}

/// Compares leaves one to three plies below a position, as far as the machine has an answer soon; how many numbers.
fn compare(program: &Program, position: &Position, countings: &[Counting]) -> Result<usize, String> {
    let mut compared = 0;
    for counting in countings {
        let (slow, mut decisions) = (Counter::new(program, way(*counting, false, false)), 1);
        let quick = [false, true].map(|made| Counter::new(program, way(*counting, made, true)));
        for depth in 1..=3 {
            if decisions > MOST_DECISIONS {
                break;
            }
            let Ok(leaves) = slow.leaves(position, depth) else { break };
            for counter in &quick {
                let counted = counter.leaves(position, depth);
                if counted != Ok(leaves) {
                    let at = position.to_setup(program);
                    return Err(format!("{counting:?}: {counted:?} leaves {depth} below, not {leaves}, at {at:?}"));
                }
                compared += 1;
            }
            decisions = leaves as usize;
        }
    }
    Ok(compared)
}

/// Compares at positions of a game at random, of so many decisions; how many numbers.
fn game(program: &Program, seed: u64, most: usize, every: usize, countings: &[Counting]) -> Result<usize, String> {
    let mut seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut position = Position::start(program).map_err(|limit| limit.to_string())?;
    let mut compared = 0;
    for decision in 0..most {
        let moves = position.moves(program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
        if moves.is_empty() {
            break;
        }
        // Of chance's decisions some come one after the other.
        if decision % every == 0 {
            compared += compare(program, &position, countings).map_err(|problem| format!("decision {decision}: {problem}"))?;
        }
        let mv = &moves[next(&mut seed) % moves.len()];
        position = position.play_impatiently(program, mv).map_err(|limit| limit.to_string())?;
    }
    Ok(compared)
}

/// Bundled games that are counted directly, and those that only the general machine can count.
const DIRECTLY: [&str; 11] =
    ["chaos", "collateral", "dameo", "fanorona", "guerrilla", "halma", "konane", "lasca", "saving_private", "tablut", "warp"];
const BY_MACHINE: [&str; 0] = [];

/// Games of each variant at random.
const GAMES: u64 = 4;

const ALL: [Counting; 3] = [Counting::AsWritten, Counting::Keep, Counting::Drop];

#[test]
fn bundled_variants_have_as_many_leaves() {
    let (mut directly, mut by_machine) = (Vec::new(), Vec::new());
    for name in library::names() {
        let program = library::bundled(name).expect("it is bundled").program;
        // `tests/suite/lists.rs` compares those that generators list.
        if program.lists.is_some() {
            continue;
        }
        if BitboardEngine::new(&program).is_err() {
            by_machine.push(name);
            continue;
        }
        directly.push(name);
        let wrong = |seed: u64, problem: String| -> usize { panic!("{name}, game {seed}: {problem}") };
        let compared = game(&program, 1, 60, 29, &ALL).unwrap_or_else(|problem| wrong(1, problem));
        assert!(compared > 0, "{name}");
        for seed in 2..=GAMES {
            game(&program, seed, 60, 5, &ALL[..1]).unwrap_or_else(|problem| wrong(seed, problem));
        }
    }
    assert_eq!((directly.as_slice(), by_machine.as_slice()), (DIRECTLY.as_slice(), BY_MACHINE.as_slice()));
}

#[test]
fn options_have_as_many_leaves() {
    for name in library::names() {
        let loaded = library::load(name).expect("it is bundled");
        let plain = loaded.check(&Choices::default()).variant.expect("it is right");
        for option in &plain.equipment.options {
            let choices = Choices { options: vec![(option.name.clone(), !option.on)], ..Choices::default() };
            // Some options need another.
            let Some(variant) = loaded.check(&choices).variant else { continue };
            let program = Program::compile(&variant);
            if BitboardEngine::new(&program).is_ok() {
                let counted = game(&program, 2, 30, 13, &ALL[..1]);
                counted.unwrap_or_else(|problem| panic!("{name} {}: {problem}", option.name));
            }
        }
    }
}

#[test]
fn random_rule_files_have_as_many_leaves() {
    let (mut seed, mut compared) = (0xD1B5_4A32_D192_ED03, 0);
    let files = many(12);
    for file in 0..files {
        let text = rule_file(&mut seed);
        let program = program(&text);
        if BitboardEngine::new(&program).is_err() {
            continue;
        }
        for _ in 0..2 {
            let Some(start) = strewn(&program, &mut seed) else { continue };
            let done = compare(&program, &start, &ALL);
            compared += done.unwrap_or_else(|problem| panic!("file {file}: {problem}\n{text}"));
        }
    }
    assert!(compared > 6 * files, "{compared}");
}

/// A game of White and Black on a board of four by four, with such rules.
fn small(front: &str, rules: &str) -> Program {
    program(&format!(
        "+++\nname = \"Small\"\nversion = \"1.0.0\"\n{front}[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n\
         [board]\ngrid = \"4x4\"\n[pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n\
         [setup]\ndiagram = \"\"\"\nb b . .\n. . . .\n. . . .\nw w . .\n\"\"\"\n+++\n{rules}"
    ))
}

/// What the bitboard engine counts, and what the machine does.
fn both(program: &Program, position: &Position, depth: u32) -> (Option<u64>, Result<u64, String>) {
    let bitboards = BitboardEngine::new(program).expect("it has a form");
    let slow = perft(program, position, depth, way(Counting::AsWritten, false, false));
    (bitboards.leaves(program, position, depth, false), slow.map_err(|limit| limit.to_string()))
}

/// Where routes are told apart by what they take there are more moves, whatever the rule file says of them.
#[test]
fn routes_are_told_apart_as_asked() {
    let rules = "movement {\n  king may step any-way\n  king may sit { require true }\n}\ncapture {\n  king may jump any-way over enemy\n  \
                 chain must continue\n  removal after move\n}\n";
    for routes in ["alike", "distinct"] {
        let text = format!(
            "+++\nname = \"Round\"\nversion = \"1.0.0\"\nroutes = \"{routes}\"\n[players]\nWhite = {{}}\nBlack = {{}}\n[board]\ngrid = \"5x5\"\n\
             [pieces]\nking = {{ symbol = \"k\" }}\n[setup]\ndiagram = \"\"\"\n. . . . .\n. B . B .\n. . . . .\n. B . B .\n. . W . .\n\"\"\"\n+++\n{rules}"
        );
        let text = text.replace(" B", " b").replace(" W", " w");
        let program = program(&text);
        let start = Position::start(&program).expect("it begins");
        assert!(BitboardEngine::counting(&program, Counting::Keep.routes(&program)).is_ok());
        let [keep, drop] = [Counting::Keep, Counting::Drop].map(|counting| {
            let [fast, slow] = [true, false].map(|quick| perft(&program, &start, 1, way(counting, false, quick)).ok());
            assert_eq!(fast, slow, "{routes} {counting:?}");
            slow
        });
        assert!(keep > drop, "{keep:?} {drop:?}");
    }
}

#[test]
fn a_turn_that_begins_with_something_else_than_a_play_is_counted_directly() {
    let program = library::bundled("chaos").expect("it is bundled").program;
    let bitboards = BitboardEngine::new(&program).expect("it has a form");
    let (mut seed, mut position) = (7, Position::start(&program).expect("it begins"));
    // The set-up is chance's.
    assert_eq!(position.actor(&program), Some(Actor::Chance));
    assert_eq!(both(&program, &position, 1).0.map(Ok), Some(both(&program, &position, 1).1));
    let (mut firsts, mut midst) = (0, 0);
    for _ in 0..90 {
        let moves = position.moves(&program, Counting::AsWritten).expect("no limit is reached");
        let Some(mv) = moves.get(next(&mut seed) % moves.len().max(1)) else { break };
        let before = position.turns();
        position = position.play_impatiently(&program, mv).expect("no limit is reached");
        if position.outcome().is_some() || position.turns() == 0 {
            continue;
        }
        let counted = bitboards.leaves(&program, &position, 1, false);
        if position.turns() > before {
            firsts += 1;
            let moves = position.moves(&program, Counting::AsWritten).expect("no limit is reached");
            assert_eq!(counted, Some(moves.len() as u64));
        } else {
            // How the move has begun is known to the machine alone.
            midst += 1;
            assert_eq!(counted, None);
        }
    }
    assert!(firsts > 5 && midst > 0, "{firsts} {midst}");
}

/// What is bound, or counted, before the first decision of a turn is not done twice.
#[test]
fn a_turn_that_has_begun_is_not_begun_again() {
    let rules = "turn {\n  raise mood by 1\n  may play movement\n  repeat mood: play movement\n}\nmovement {\n  man may step any-way\n}\nstate {\n  \
                 counter mood: 0..9\n}\n";
    let program = small("", rules);
    let start = Position::start(&program).expect("it begins");
    for depth in 1..=4 {
        let slow = perft(&program, &start, depth, way(Counting::AsWritten, false, false));
        assert_eq!(perft(&program, &start, depth, Way::USUAL), slow);
        let mv = &start.moves(&program, Counting::AsWritten).expect("no limit is reached")[1];
        let next = start.play_impatiently(&program, mv).expect("no limit is reached");
        assert_eq!(
            perft(&program, &next, depth, Way::USUAL),
            perft(&program, &next, depth, way(Counting::AsWritten, false, false))
        );
    }
}

/// A side that is out has no turns; in games of two players only a position that was written down so says it.
#[test]
fn a_side_that_is_out_has_no_turns() {
    let program = small("", "movement {\n  man may step any-way\n  man may sit { require true }\n}\n");
    let start = Position::start(&program).expect("it begins");
    let out = Setup { out: vec![SideId(1)], ..start.to_setup(&program) };
    let out = Position::from_setup(&program, &out).expect("a position");
    let [(whole, slow), (bitboards, by_itself)] = [&start, &out].map(|position| both(&program, position, 3));
    assert_eq!((whole.map(Ok), bitboards.map(Ok)), (Some(slow.clone()), Some(by_itself.clone())));
    assert_ne!(slow, by_itself, "it makes a difference");
}

/// Of three players one loses its last piece on the way, and the other two play on.
#[test]
fn who_is_out_on_the_way_is_passed_over() {
    let program = program(
        "+++\nname = \"Three\"\nversion = \"1.0.0\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n\
         Red = { faces = \"west\" }\n[board]\ngrid = \"4x4\"\n[pieces]\nman = { symbol = \"m\" }\n\
         [setup]\ndiagram = \"\"\"\n. b . .\n. . . .\n. r . .\nw . . w\n\"\"\"\n+++\n\
         movement {\n  man may step any-way\n  man may sit { require true }\n}\n\
         capture {\n  man may go any-way, taking enemy\n}\n\
         victory {\n  side where no piece of it loses\n  player who cannot move loses\n}\n",
    );
    let start = Position::start(&program).expect("it begins");
    for depth in 1..=5 {
        let (bitboards, slow) = both(&program, &start, depth);
        assert_eq!(bitboards.map(Ok), Some(slow), "{depth}");
    }
    let taken = start.moves(&program, Counting::AsWritten).expect("no limit is reached");
    let after = taken.iter().map(|mv| start.play_impatiently(&program, mv).expect("no limit is reached"));
    let without = after.filter(|next| !next.to_setup(&program).out.is_empty()).collect::<Vec<_>>();
    assert!(!without.is_empty(), "Red can be taken at once");
    for position in without {
        let (bitboards, slow) = both(&program, &position, 4);
        assert_eq!(bitboards.map(Ok), Some(slow));
    }
}

#[test]
fn very_many_turns_are_the_machines() {
    let program = small(
        "",
        "movement {\n  man may step any-way\n  man may sit { require true }\n}\nvictory {\n  draw \"long\" if turns > 9\n}\n",
    );
    let start = Position::start(&program).expect("it begins");
    let late = Setup { turns: u32::MAX - 1, ..start.to_setup(&program) };
    let late = Position::from_setup(&program, &late).expect("a position");
    let (bitboards, slow) = both(&program, &late, 3);
    assert_eq!((bitboards, slow.as_ref()), (None, Ok(&0)));
    assert_eq!(perft(&program, &late, 3, Way::USUAL), Ok(0));
}

/// A chain of more legs than the bitboard engine follows: round a board without edges, over men who are never taken.
#[test]
fn a_chain_beyond_bounds_is_counted_by_the_machine() {
    let program = program(
        "+++\nname = \"Long\"\nversion = \"1.0.0\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n\
         [board]\ngrid = \"4x4\"\nwrap = \"both\"\n[pieces]\nman = { symbol = \"m\" }\n\
         [setup]\ndiagram = \"\"\"\n. b . .\n. . . .\n. b . .\n. w . .\n\"\"\"\n+++\n\
         movement {\n  man may sit { require true }\n}\n\
         capture {\n  man may jump forward orthogonal over enemy if mood < 70: raise mood by 1\n  chain must continue\n}\n\
         state {\n  counter mood: 0..80\n  before man is taken: prevent\n}\n",
    );
    let start = Position::start(&program).expect("it begins");
    for depth in 1..=3 {
        let (bitboards, slow) = both(&program, &start, depth);
        assert_eq!(bitboards, None);
        assert_eq!(perft(&program, &start, depth, Way::USUAL).map_err(|limit| limit.to_string()), slow);
        assert!(slow.is_ok(), "{slow:?}");
    }
}

/// More moves of one decision than are listed: a limit is reached, whoever counts.
#[test]
fn a_limit_is_reached_whoever_counts() {
    let rules = "movement {\n  mover may drop { choose one in empty; choose two in empty; choose three in empty; move new man to one; move new king to two; set kind of (piece on one) to man }\n}\n";
    let text = format!(
        "+++\nname = \"Many\"\nversion = \"1.0.0\"\n[players]\nWhite = {{}}\nBlack = {{}}\n[board]\ngrid = \"8x8\"\n\
         [pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n+++\n{rules}"
    );
    let program = program(&text);
    let start = Position::start(&program).expect("it begins");
    let limit = perft(&program, &start, 1, way(Counting::AsWritten, false, false)).expect_err("a limit");
    assert_eq!(perft(&program, &start, 1, Way::USUAL), Err(limit));
}

/// The parts of a count add up to it, whichever engine counts and whether a second ply can be told from the first or not.
#[test]
fn parts_add_up_to_the_whole() {
    for (name, depth, first) in [("collateral", 4, true), ("warp", 4, true), ("chaos", 4, false), ("english", 4, true)] {
        let program = library::bundled(name).expect("it is bundled").program;
        let mut position = Position::start(&program).expect("it begins");
        if name == "chaos" {
            // Behind the set-up, where a turn has several decisions.
            while position.actor(&program) == Some(Actor::Chance) {
                let moves = position.moves(&program, Counting::AsWritten).expect("no limit is reached");
                position = position.play_impatiently(&program, &moves[0]).expect("no limit is reached");
            }
        }
        let counter = Counter::new(&program, Way::USUAL);
        let (moves, parts) = counter.parts(&position, depth).expect("no limit is reached");
        assert_eq!(parts.len() > moves.len(), first, "{name}");
        if name == "collateral" {
            let whole = counter.leaves(&position, depth).expect("no limit is reached");
            let sum: u64 =
                parts.iter().map(|part| counter.leaves(&part.position, part.depth).expect("no limit is reached")).sum();
            assert_eq!(sum, whole, "{name}");
        }
    }
}

/// English draughts in which a group grows, after each move, until it stays the same.
const GROUPS: &str = r#"+++
name = "Groups"
extends = "english"
+++
state {
  add keep group: site
  add counter size: 0..12
}
effects {
  when move ends {
    set group to site of actor
    repeat: set group to group or site of (own on diagonal from group)
    set size to count group
  }
}
victory {
  add mover wins "together" if size = 2 and count own < 8
}
"#;

#[test]
fn what_is_repeated_is_played_directly() {
    let groups = program(GROUPS);
    assert!(BitboardEngine::new(&groups).is_ok());
    assert!(game(&groups, 3, 40, 9, &ALL[..1]).unwrap_or_else(|problem| panic!("{problem}")) > 0);
    let asks = "repeat { choose one in own; set group to site of one }";
    let asking = GROUPS.replace("repeat: set group to group or site of (own on diagonal from group)", asks);
    assert!(BitboardEngine::new(&program(&asking)).is_ok());
}
