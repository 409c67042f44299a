//! `solve`: the shortest win is the shortest, all first moves that keep it are told, and problems that people have composed are solved.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use draughtsman::agents::{Clock, MEMORY};
use draughtsman::engine::{Actor, Counting, Position};
use draughtsman::model::SideId;
use draughtsman::program::Program;
use draughtsman::session::{Format, Session, Solution, Written};
use serde_json::Value;

use crate::analyse::after;
use crate::shell::{answer, file, json, run, run_with, small};

fn solved(session: &Session, moves: u32) -> Solution {
    session.solve(moves, MEMORY, Clock::none(), &|_| ()).unwrap()
}

/// Whether a side wins within so many more of its own decisions whatever the others do: by trying everything, position by position.
fn wins(program: &Program, position: &Position, side: SideId, left: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winners.contains(&side);
    }
    let Some(Actor::Player(player)) = position.actor(program) else { panic!("chance") };
    let ours = program.equipment.players[player.index()].side == side;
    if ours && left == 0 {
        return false;
    }
    let moves = position.moves(program, Counting::AsWritten).unwrap();
    let mut after = moves.iter().map(|mv| position.play_impatiently(program, mv).unwrap());
    match ours {
        true => after.any(|next| wins(program, &next, side, left - 1)),
        false => after.all(|next| wins(program, &next, side, left)),
    }
}

/// A position with more moves is not solved by trying everything.
const MOST_MOVES: usize = 12;

#[test]
fn the_shortest_win_and_every_first_move_are_those_of_trying_everything() {
    let mut found = [0; 4];
    for name in ["english", "russian", "turkish", "antidraughts", "breakthrough", "collateral", "konane"] {
        let ready = draughtsman::library::bundled(name).expect("it is bundled");
        let program = &ready.program;
        for seed in 0..3 {
            let mut session = after(name, seed, usize::MAX);
            for back in 1..=5 {
                session.undo().unwrap();
                let Some(Actor::Player(player)) = session.actor() else { continue };
                let side = program.equipment.players[player.index()].side;
                let decision = session.decision(None).unwrap();
                // Everything is tried by the slow engine.
                if decision.moves.len() > MOST_MOVES {
                    continue;
                }
                let solution = solved(&session, 2);
                let within = |moves: u32| -> Vec<&String> {
                    let mut met = Vec::new();
                    let winning = decision.moves.iter().zip(&decision.texts).filter(|(mv, _)| {
                        let next = session.position().play_impatiently(program, mv).unwrap();
                        // Two ways to the same position are one.
                        !met.contains(&next) && wins(program, &next, side, moves - 1) && {
                            met.push(next);
                            true
                        }
                    });
                    winning.map(|(_, text)| text).collect()
                };
                let expected = (1..=2).map(|moves| (moves, within(moves))).find(|(_, winning)| !winning.is_empty());
                let told = format!("{name}, seed {seed}, {back} before the end: {solution:?}");
                let firsts: Vec<&String> = solution.lines.iter().map(|line| &line[0]).collect();
                assert_eq!(solution.win, expected.as_ref().map(|(moves, _)| *moves), "{told}");
                assert_eq!(firsts, expected.map_or_else(Vec::new, |(_, winning)| winning), "{told}");
                found[solution.win.unwrap_or(0) as usize] += 1;
                for line in &solution.lines {
                    let mut game = session.clone();
                    line.iter().for_each(|text| game.play(text, None).unwrap());
                    let winners = &game.position().outcome().expect("the game is won").winners;
                    assert!(winners.contains(&side), "{told}");
                }
            }
        }
    }
    assert!(found[..3].iter().all(|many| *many >= 6), "{found:?}");
}

/// Problems as their composers or books give them: see `tests/problems/README.md`.
#[test]
fn problems_of_composers_are_solved_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems");
    let mut problems = 0;
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let file: toml::Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        for problem in file["problem"].as_array().unwrap() {
            let text = |key: &str| problem[key].as_str().unwrap();
            let rules = Session::bundled(text("variant")).unwrap().rules().clone();
            let written =
                Written::new("a problem", text("position").to_owned(), draughtsman::session::Format::Fen, None).unwrap();
            let session = Session::by(rules, &written, &mut Vec::new()).unwrap();
            let win = problem["win-in"].as_integer().unwrap() as u32;
            let solution = solved(&session, win);
            let firsts: Vec<&str> = solution.lines.iter().map(|line| line[0].as_str()).collect();
            let expected: Vec<&str> =
                problem["first"].as_array().unwrap().iter().map(|first| first.as_str().unwrap()).collect();
            assert_eq!((solution.win, firsts), (Some(win), expected), "{}: {}", path.display(), text("position"));
            problems += 1;
        }
    }
    assert!(problems >= 8, "{problems}");
}

/// What has been chosen in a move or in a turn is part of the decision that another has then, though the same pieces stand there: a man
/// that is asked about wins, whatever the answer, and the other one does not.
#[test]
fn what_was_chosen_before_another_is_asked_counts() {
    let ask = "choose one in own man; choose answer in (1 or 2) by opponent; if answer > 0 and one on far-row: take enemy";
    let rest = "victory {\n  mover wins \"bare\" if no enemy\n}\n";
    let in_a_move = format!("movement {{\n  man may step forward\n  mover may ask {{ {ask} }}\n}}\n{rest}");
    let in_a_turn = format!("turn {{\n  {ask}\n  play movement\n}}\nmovement {{\n  man may step forward\n}}\n{rest}");
    let folder = tempfile::tempdir().unwrap();
    for (rules, win) in [(in_a_move, 1), (in_a_turn, 2)] {
        let path = file(folder.path(), "ask.draughts", small(&rules));
        let told = run(&["solve", &path, "-p", "W:Wb1,c4:Ba3", "--win-in", "3", "--json"]);
        assert!(told.code == 0 && told.out.contains(&format!("\"win_in\":{win}")), "{rules}{}{}", told.out, told.err);
    }
}

#[test]
fn the_command_tells_wins_duals_and_that_there_is_none() {
    let rules = small("movement {\n  man may step any-way\n}\nvictory {\n  mover wins \"there\" if own man on far-row\n}\n");
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "small.draughts", &rules);
    let words = answer(&["solve", &path]);
    assert!(
        words.contains("Black wins in 3 moves") && words.contains("first moves win as soon: duals, if this is a problem"),
        "{words}"
    );
    let told = json(&["solve", &path, "--json"]);
    assert_eq!((told["player"].as_str(), told["win_in"].as_u64(), told["tried"].as_u64()), (Some("Black"), Some(3), Some(3)));
    assert!(told["lines"].as_array().unwrap().iter().all(|line| line.as_array().unwrap().len() == 5), "{told}");
    let none = run(&["solve", &path, "--win-in", "2"]);
    assert!(none.code == 1 && none.out.contains("Black has no win within 2 moves"), "{}", none.out);
    let none = run(&["solve", &path, "--win-in", "2", "--json"]);
    assert!(none.code == 1 && none.out.contains("\"tried\":2"), "{}", none.out);
    let over = small("movement {\n  man may step forward orthogonal\n}\nvictory {\n  draw if turns = 4\n}\n");
    let none = run_with(&["solve", "-", "--win-in", "50"], over.as_bytes());
    assert!(none.code == 1 && none.out.contains("Black has no win at all: a draw, if both play their best; "), "{}", none.out);
    let none = run_with(&["solve", "-", "--win-in", "50", "--json"], over.as_bytes());
    assert!(none.out.contains("\"ended\":\"never\"") && none.out.contains("\"result\":\"drawn\""), "{}", none.out);
    let soon = run(&["solve", "english", "--time", "300ms"]);
    assert!(soon.code == 1 && soon.out.contains("beyond there was no time"), "{}", soon.out);
    let soon = run(&["solve", "international", "--time", "100ms", "--json"]);
    assert!(soon.out.contains("\"ended\":\"time\""), "{}", soon.out);
}

/// Two kings, a turn of two moves, and a draw after so many turns: some thousand positions by how many turns were played, by millions of ways.
#[test]
fn positions_are_known_by_how_many_turns_were_played() {
    let rules = "+++\nname = \"Two\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"4x4\"\n[pieces]\nking = { symbol = \"k\" }\n\
                 [setup]\nking = { White = [\"a1\"], Black = [\"d4\"] }\n+++\nturn {\n  play move\n  play move\n}\nmovement {\n  \
                 king may step any-way\n}\nvictory {\n  draw if turns = 12\n  player who cannot move loses\n}\n";
    let none = run_with(&["solve", "-", "--win-in", "8", "--json"], rules.as_bytes());
    let told: Value = serde_json::from_str(&none.out).unwrap();
    assert!(none.code == 1 && told["tried"] == 8 && told["nodes"].as_u64().is_some_and(|nodes| nodes < 50_000), "{}", none.out);
}

/// Who is to move has no win, and the game ends whatever is done: it is lost, in as many moves of the other side as by trying everything,
/// or drawn; with a third side only the win is looked for.
#[test]
fn what_is_not_won_is_lost_or_drawn() {
    let race = |more: &str| {
        small(&format!(
            "movement {{\n  man may step forward orthogonal\n}}\nvictory {{\n  mover wins if own man on far-row\n{more}}}\n"
        ))
    };
    let lost = run_with(&["solve", "-", "-p", "W:Wa1:Bc3"], race("").as_bytes());
    assert!(
        lost.code == 1 && lost.out.contains("White has no win at all: the other side wins in 2 moves, whatever White does; "),
        "{}{}",
        lost.out,
        lost.err
    );
    let lost = run_with(&["solve", "-", "-p", "W:Wa1:Bc3", "--json"], race("").as_bytes());
    assert!(lost.out.contains("\"result\":\"lost\",\"loses_in\":2"), "{}", lost.out);
    let soon = run_with(&["solve", "-", "-p", "W:Wa1:Bc3"], race("  draw if turns = 2\n").as_bytes());
    assert!(soon.out.contains("White has no win at all: a draw, if both play their best; "), "{}", soon.out);
}

/// Kings and nothing else, on a board of sixteen squares.
pub(crate) const KINGS: &str = r#"+++
name = "Kings"

[players]
White = { faces = "north" }
Black = { faces = "south" }

[board]
grid = "4x4"

[pieces]
king = { symbol = "k" }

[setup]
king = { White = ["d4", "a4"], Black = ["a2"] }
+++

movement { king may step orthogonal }
capture {
  king may jump orthogonal over enemy
  chain must continue
}
obligation { must capture }
victory { player who cannot move loses }
"#;

/// What counts since something was taken.
const CLOCK: &str = "state {\n  clock idle: 0..20\n  when piece leaves: set idle to 0\n}\n";

/// What is told of two kings against one is what tables, which are made in another way, say of it.
#[test]
fn wins_of_pieces_of_one_kind_are_those_of_the_tables() {
    let (alone, beside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (alone, beside) = (file(alone.path(), "kings.draughts", KINGS), file(beside.path(), "kings.draughts", KINGS));
    assert_eq!(run(&["endgames", &beside]).code, 0);
    for position in ["W:Wd4,a4:Ba2", "W:Wa1,d4:Bb3", "W:Wa3,b4:Bc1", "B:Wa2:Bd4,a4", "W:Wa1,a2:Bd2", "W:Wc4,d3:Bb1"] {
        let solved = |path: &str| {
            let told = json(&["solve", path, "-p", position, "--win-in", "12", "--json"]);
            (told["win_in"].clone(), told["lines"].clone(), told["endgames"].clone())
        };
        let ((win, lines, _), (same, ways, known)) = (solved(&alone), solved(&beside));
        assert_eq!((&win, &lines), (&same, &ways), "{position}");
        let moves = known["decisions"].as_u64().map(|decisions| decisions.div_ceil(2));
        assert_eq!(win.as_u64(), moves.filter(|_| known["result"] == "won"), "{position}: {known}");
    }
}

/// Where tables tell how long a win takes, nothing shorter is looked for; clocks, of which they do not know, count as without them.
#[test]
fn a_win_that_tables_know_is_found_along_them() {
    let clocked = |most: u32| KINGS.replace("victory { ", &format!("{CLOCK}victory {{\n  draw if idle = {most}\n  "));
    for (rules, expected) in [(KINGS.to_owned(), Some(8)), (clocked(14), Some(8)), (clocked(13), None)] {
        let (alone, beside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (alone, beside) = (file(alone.path(), "kings.draughts", &rules), file(beside.path(), "kings.draughts", &rules));
        assert_eq!(run(&["endgames", &beside]).code, 0);
        let solved = |path: &str| {
            let ended = run(&["solve", path, "-p", "W:Wd4,a4:Ba2", "--win-in", "8", "--json"]);
            assert_eq!(ended.code, i32::from(expected.is_none()), "{}", ended.out);
            serde_json::from_str::<serde_json::Value>(&ended.out).unwrap()
        };
        let (long, short) = (solved(&alone), solved(&beside));
        assert_eq!((short["win_in"].as_u64(), &short["lines"]), (expected, &long["lines"]));
        assert_eq!(short["ended"], if expected.is_some() { "win" } else { "win_in" });
        assert!(short["nodes"].as_u64().unwrap() < long["nodes"].as_u64().unwrap(), "{long} {short}");
    }
}

/// A win that takes longer than a clock allows is none, by whatever way the clock has come so far. What is expected is what a program
/// of its own says that knows nothing but this game, and goes through all positions with all numbers of the clock.
#[test]
fn clocks_run_while_a_win_is_looked_for() {
    for (position, most, expected) in [
        ("W:Wd4,a4:Ba2", 14, Some(8)),
        ("W:Wd4,a4:Ba2", 13, None),
        ("W:Wa4,c4:Ba2", 11, None),
        ("W:Wa3,b2:Bc4", 11, None),
        ("W:Wd4,c1:Bb3", 9, None),
        ("W:Wa4,b2:Bd4", 9, None),
    ] {
        let rules = KINGS.replace("victory { ", &format!("{CLOCK}victory {{\n  draw if idle = {most}\n  "));
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "kings.draughts", &rules);
        let within = expected.unwrap_or(7).to_string();
        let ended = run(&["solve", &path, "-p", position, "--win-in", &within, "--json"]);
        let told: Value = serde_json::from_str(&ended.out).unwrap();
        assert_eq!(told["win_in"].as_u64(), expected, "{position}, {most}: {told}");
    }
}

/// What is certain for who looks ahead is so whatever the clock has come to by the way there: that a game is lost in 18 decisions was
/// said of the first of these once. What is expected is what the program of its own says.
#[test]
fn clocks_run_while_somebody_looks_ahead() {
    let rules = KINGS.replace("victory { ", &format!("{CLOCK}victory {{\n  draw if idle = 8\n  "));
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "kings.draughts", &rules);
    for (position, expected) in [("W:Wc2,a4:Bb1,d2,c4", None), ("W:Wb2,a4:Bb1,c2,d2", Some(16))] {
        let told = json(&["analyse", &path, "-p", position, "--agent", "alpha-beta:100000", "--lines", "1", "--json"]);
        assert_eq!(told["lines"][0]["loses_in"].as_u64(), expected, "{position}: {told}");
    }
}

/// Tables know of no clock: where one that has run out lets somebody win, they say nothing of what is hopeless.
#[test]
fn patience_that_wins_is_not_in_the_tables() {
    let rules = KINGS.replace("victory { ", &format!("{CLOCK}victory {{\n  White wins if idle = 3\n  "));
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "kings.draughts", &rules);
    assert_eq!(run(&["endgames", &path, "--pieces", "2"]).code, 0);
    // One against one, far apart: a draw for the tables.
    let told = json(&["solve", &path, "-p", "W:Wa1:Bd4", "--win-in", "3", "--json"]);
    assert_eq!((told["endgames"]["result"].as_str(), told["win_in"].as_u64()), (Some("drawn"), Some(2)), "{told}");
    let told = json(&["analyse", &path, "-p", "W:Wa1:Bd4", "--agent", "alpha-beta:depth=5", "--lines", "1", "--json"]);
    assert_eq!(told["lines"][0]["wins_in"].as_u64(), Some(3), "{told}");
}

/// A man that walks, and a piece of the other's that cannot move: its turns pass by themselves, and tables count no decisions of it.
#[test]
fn turns_that_pass_by_themselves_are_no_decisions() {
    let rules = "+++\nname = \"Walk\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\n\
                 grid = \"2x8\"\n[pieces]\nman = { symbol = \"m\" }\nstone = { symbol = \"s\" }\n[setup]\n\
                 man = { White = \"a1\" }\nstone = { Black = \"b4\" }\n+++\nmovement {\n  man may step forward orthogonal\n}\n\
                 victory {\n  mover wins if some own man on far-row\n  player who cannot move { let x = count piece; if x > 5: draw }\n}\n";
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "walk.draughts", rules);
    let told = || json(&["solve", &path, "--win-in", "10", "--json"]);
    let without = told();
    assert_eq!(run(&["endgames", &path, "--pieces", "2"]).code, 0);
    let with = told();
    assert_eq!((&without["win_in"], &with["win_in"], &with["endgames"]["decisions"]), (&7.into(), &7.into(), &7.into()));
    assert_eq!(without["lines"], with["lines"]);
}

/// A clock that is raised by more than one runs out however far it still seemed to be: Black creeps twice, and it is a draw.
#[test]
fn a_clock_that_is_raised_is_asked_however_early_it_is() {
    let rules = "+++\nname = \"Raised\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\n\
                 grid = \"4x5\"\n[pieces]\nking = { symbol = \"k\" }\nman = { symbol = \"m\" }\n[setup]\nking = { Black = \"a3\" }\n\
                 man = { White = \"d2\" }\n+++\nmovement {\n  man may step forward orthogonal\n  king may step sideways orthogonal\n  \
                 king may creep { go sideways orthogonal, to empty ; raise quiet by 1500 }\n}\nstate {\n  clock quiet: 0..3000\n}\n\
                 victory {\n  mover wins if some own man on far-row\n  draw if quiet = 3000\n}\n";
    let solved =
        |rules: &str| Session::from_text("raised", rules, &Default::default()).map(|session| solved(&session, 4).win).unwrap();
    assert_eq!(solved(rules), None);
    assert_eq!(solved(&rules.replace("1500", "1000")), Some(3));
}

/// Black creeps or steps, and stands there all the same: but who creeps draws in time. Each is thought about by itself, however many lines
/// are asked for.
#[test]
fn options_that_differ_in_a_clock_are_not_the_same() {
    let rules = "+++\nname = \"Raised\"\n[players]\nBlack = { faces = \"south\" }\nWhite = { faces = \"north\" }\n[board]\n\
                 grid = \"4x5\"\ncut = [[\"b3\", \"c3\"]]\n[pieces]\nking = { symbol = \"k\" }\nman = { symbol = \"m\" }\n[setup]\n\
                 king = { Black = \"a3\" }\nman = { White = \"d1\" }\n+++\nmovement {\n  man may step forward orthogonal\n  \
                 king may step sideways orthogonal\n  king may creep { go sideways orthogonal, to empty ; raise quiet by 16 }\n}\n\
                 state {\n  clock quiet: 0..100 = 45\n}\nvictory {\n  mover wins if some own man on far-row\n  draw if quiet = 100\n}\n";
    let lines = |many: &str| {
        let words = ["analyse", "-", "--agent", "alpha-beta:depth=10,untrained", "--json", "--lines", many];
        let said: Value = serde_json::from_str(&run_with(&words, rules.as_bytes()).out).unwrap();
        said["lines"].as_array().unwrap().clone()
    };
    let (one, three) = (lines("1"), lines("3"));
    assert_eq!((&one[0]["loses_in"], &three[0]["loses_in"], three.len()), (&Value::Null, &Value::Null, 2), "{three:?}");
    assert_eq!(one[0]["value"], three[0]["value"]);
}

/// A win that is proved is told, and if time runs out while it is followed to its end that is said.
#[test]
fn a_win_that_is_not_followed_to_its_end_is_told_as_such() {
    let session = Session::bundled("english").unwrap();
    let written = Written::new("position", "W:WK22,K23,K24:BK31,K32".to_owned(), Format::Fen, None).unwrap();
    let session = Session::by(session.rules().clone(), &written, &mut Vec::new()).unwrap();
    let whole = solved(&session, 8);
    assert!(whole.win.is_some() && !whole.cut_short, "{whole:?}");
    // The clock is looked at so many times: it stops the proof, then the lines, then nothing.
    let stopped = |after: u32| {
        let looks = AtomicU32::new(0);
        let stop = || looks.fetch_add(1, Ordering::Relaxed) >= after;
        session.solve(8, MEMORY, Clock::none().stopped_by(&stop), &|_| ()).unwrap()
    };
    let looks: Vec<u32> = (0..10_000).collect();
    let cut = stopped(looks.partition_point(|after| stopped(*after).win.is_none()) as u32);
    assert_eq!((cut.win, cut.cut_short), (whole.win, true));
    assert!(cut.lines.iter().map(Vec::len).sum::<usize>() < whole.lines.iter().map(Vec::len).sum(), "{cut:?}");
}

#[test]
fn what_cannot_be_solved_is_said() {
    let refused = |arguments: &[&str], what: &str| {
        let ended = run(&[&["solve"], arguments].concat());
        assert!(ended.code == 2 && ended.err.contains(what), "{arguments:?}: {} {} {}", ended.code, ended.out, ended.err);
    };
    refused(&["english", "-p", "W:W:B1"], "the game is over");
    refused(&["saving-private", "--seed", "1"], "something is hidden");
    refused(&["chaos"], "chance decides here");
    refused(&["english", "--win-in", "0"], "from 1 to 100");
    // Chance after a move.
    let rules = small("turn {\n  play move\n  choose die in (1 or 2) by chance\n}\nmovement {\n  man may step any-way\n}\n");
    let ended = run_with(&["solve", "-"], rules.as_bytes());
    assert!(ended.code == 2 && ended.err.contains("chance has a hand in it"), "{} {}", ended.out, ended.err);
}
