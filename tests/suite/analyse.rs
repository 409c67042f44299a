//! `analyse`: the best moves, what they are worth, and how it goes on, are what the rules say; nobody learns more than is seen.

use draughtsman::agents::{self, Clock, Thinker};
use draughtsman::engine::{Actor, Game};
use draughtsman::library;
use draughtsman::session::{Analysis, Session};
use serde_json::Value;

use crate::agents::fate;
use crate::shell::{answer, json, run, run_with, small};

/// What an agent thinks of the best moves of a game.
fn analysed(session: &Session, agent: &str, lines: usize) -> Option<Analysis> {
    let mut thinker = Thinker::new(session.program(), agent.parse().unwrap(), 1 << 20);
    let decides = matches!(session.actor(), Some(Actor::Player(_)));
    decides.then(|| session.analyse(None, &mut thinker, lines, Clock::none(), &|_| ()).unwrap())
}

/// A bundled game after so many moves at random.
pub(crate) fn after(name: &str, seed: u64, moves: usize) -> Session {
    let mut session = Session::bundled(name).unwrap();
    session.set_seed(seed);
    let mut rng = agents::generator(seed, 1);
    while session.texts().len() < moves || session.actor() == Some(Actor::Chance) {
        session.play_chance().unwrap();
        let many = session.decision(None).unwrap().moves.len();
        if many == 0 || session.texts().len() >= moves {
            break;
        }
        session.take(agents::below(many as u64, &mut rng) as usize).unwrap();
    }
    session
}

#[test]
fn lines_are_moves_of_every_game_the_best_one_first() {
    let mut lengths = 0;
    for name in library::names() {
        for (seed, agent) in [(1, "alpha-beta:depth=1"), (2, "mcts:20")] {
            let session = after(name, seed, 14);
            let Some(analysis) = analysed(&session, agent, 3) else { continue };
            let moves = session.decision(Some(analysis.player)).unwrap().texts.clone();
            assert!(
                (2..=3).contains(&analysis.lines.len()) || moves.len() == analysis.lines.len() || session.hides(),
                "{name}: {analysis:?}"
            );
            let firsts: Vec<&String> = analysis.lines.iter().map(|line| &line.texts[0]).collect();
            assert!(firsts.iter().all(|first| moves.contains(first)), "{name}: {firsts:?} of {moves:?}");
            assert!(firsts.iter().enumerate().all(|(at, first)| !firsts[..at].contains(first)), "{name}: {firsts:?} twice");
            if session.hides() {
                let worlds = analysis.worlds.unwrap_or(0);
                assert!(
                    analysis.lines.iter().all(|line| line.worlds.is_none_or(|best| best <= worlds) && line.texts.len() == 1),
                    "{name}: {analysis:?}"
                );
                continue;
            }
            for line in &analysis.lines {
                let mut game = session.clone();
                for text in &line.texts {
                    game.play(text, None).unwrap_or_else(|error| panic!("{name}: {:?}: {error}", line.texts));
                }
                lengths += line.texts.len();
                if let Some(plies) = line.decided {
                    assert!(plies.unsigned_abs() as usize >= line.texts.len(), "{name}: {line:?}");
                }
            }
            if agent.starts_with("alpha") {
                let worth = |line: &draughtsman::session::Variation| (line.decided.is_some(), line.value);
                let values: Vec<_> = analysis.lines.iter().map(worth).collect();
                assert!(values.windows(2).all(|two| two[0].1 >= two[1].1), "{name}: {values:?}");
            }
        }
    }
    assert!(lengths > 80, "lines are short: {lengths} moves in all");
}

/// Each of all lines says of its first move what trying everything says.
/// Thought is over in the midst of a depth, wherever that is.
#[test]
fn the_best_line_comes_first_wherever_thought_ends() {
    for (name, seed) in [("english", 1), ("lasca", 2), ("tablut", 3)] {
        for nodes in (100..3_000).step_by(290) {
            let Some(analysis) = analysed(&after(name, seed, 6), &format!("alpha-beta:{nodes}"), 8) else { continue };
            let values: Vec<f64> = analysis.lines.iter().map(|line| line.value).collect();
            assert!(values.is_sorted_by(|one, next| one >= next), "{name}, {nodes}: {values:?}");
        }
    }
}

#[test]
fn each_line_is_worth_what_its_move_is() {
    let (mut won, mut lost) = (0, 0);
    for name in ["english", "turkish", "breakthrough", "collateral", "konane"] {
        let program = library::bundled(name).unwrap().program;
        for seed in 0..2 {
            let mut session = after(name, seed, usize::MAX);
            for back in 1..=3 {
                session.undo().unwrap();
                let Some(analysis) = analysed(&session, "alpha-beta:depth=4", 100) else { continue };
                let decision = session.decision(None).unwrap();
                let comes_to = |mv| session.position().play_impatiently(&program, mv).unwrap();
                let mut results: Vec<_> = decision.moves.iter().map(comes_to).collect();
                results.sort_by_key(|position| position.hash());
                results.dedup_by_key(|position| position.hash());
                assert_eq!(analysis.lines.len(), results.len(), "{name}");
                for line in &analysis.lines {
                    let at = decision.texts.iter().position(|text| *text == line.texts[0]).unwrap();
                    let next = session.position().play_impatiently(&program, &decision.moves[at]).unwrap();
                    let same = next.actor(&program) == Some(Actor::Player(analysis.player));
                    let told = format!("{name}, seed {seed}, {back} before the end: {line:?}");
                    let fate = match next.outcome() {
                        Some(outcome) => match outcome.winners.as_slice() {
                            [] => None,
                            winners if winners.contains(&program.equipment.players[analysis.player.index()].side) => Some(1),
                            _ => Some(-1),
                        },
                        None => fate(&program, &next, 2).map(|fate| if same { fate } else { -fate }),
                    };
                    let Some(fate) = fate else { continue };
                    assert_eq!(line.decided.map(i32::signum), Some(fate.signum()), "{told}, not {fate}");
                    *(if fate > 0 { &mut won } else { &mut lost }) += 1;
                }
            }
        }
    }
    assert!(won >= 8 && lost >= 8, "{won} {lost}");
}

#[test]
fn who_analyses_knows_no_more_than_the_player_sees() {
    let program = library::bundled("saving_private").unwrap().program;
    let mut compared = 0;
    for seed in 0..3 {
        let mut game = Game::new(&program).unwrap();
        let mut rng = agents::generator(seed, 0);
        for _ in 0..50 {
            let Some(actor) = game.actor(&program) else { break };
            let moves = game.options(&program).unwrap();
            if let Actor::Player(player) = actor
                && moves.len() > 1
                && game.moves().len().is_multiple_of(9)
            {
                let other = game.imagining(agents::sample(&program, game.position(), player, &mut agents::generator(seed, 1)));
                let [here, there] = [&game, &other].map(|game| {
                    let mut thinker = Thinker::new(&program, "alpha-beta:300".parse().unwrap(), 1 << 20);
                    let (ahead, mut rng) = (draughtsman::engine::LookAhead::new(&program), agents::generator(5, 5));
                    agents::analyse(&program, &ahead, game, &mut thinker, 5, &mut rng, Clock::none(), &|_| ()).unwrap()
                });
                assert_eq!(here, there, "seed {seed} after {} decisions", game.moves().len());
                compared += usize::from(other.position() != game.position());
            }
            let chosen = match actor {
                Actor::Chance => agents::by_weight(&moves, &mut rng),
                Actor::Player(_) => agents::random(&moves, &mut rng),
            };
            game.play(&program, &moves[chosen.unwrap()]).unwrap();
        }
    }
    assert!(compared > 3, "{compared}");
}

#[test]
fn the_command_tells_lines_in_words_and_in_json() {
    let won = "B:WK1:BK10,K14";
    let asked = ["analyse", "english", "-p", won, "--agent", "alpha-beta:depth=9", "--lines", "2"];
    let words = answer(&asked);
    assert!(words.contains("Black to move: alpha-beta:depth=9, depth"), "{words}");
    let told = json(&[&asked[..], &["--json"]].concat());
    assert_eq!((told["player"].as_str(), told["agent"].as_str()), (Some("Black"), Some("alpha-beta:depth=9")));
    let lines = told["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    for line in lines {
        let first = line["moves"][0].as_str().unwrap();
        assert!(words.contains(first), "{first} of {words}");
        let worth: Vec<&Value> = ["value", "wins_in", "loses_in"].iter().filter_map(|key| line.get(key)).collect();
        assert_eq!(worth.len(), 1, "{line}");
    }
    // Nothing is decided by the clock: the same again.
    let again = json(&[&asked[..], &["--json"]].concat());
    assert_eq!(told["lines"], again["lines"]);
}

#[test]
fn a_win_at_once_is_told_as_one() {
    let rules = small("movement {\n  man may step any-way\n}\nvictory {\n  mover wins \"there\" if own man on far-row\n}\n");
    // A file of one's own, from standard input; the man two steps from the far row wins in three decisions.
    let ended = run_with(&["analyse", "-", "--agent", "alpha-beta:depth=7", "--lines", "1", "--json"], rules.as_bytes());
    assert_eq!(ended.code, 0, "{}", ended.err);
    let told: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!((told["lines"][0]["wins_in"].as_u64(), told["lines"][0]["moves"].as_array().map(Vec::len)), (Some(5), Some(5)));
}

/// Sixty pieces of great value against one: that is worth very much, and yet nobody has won.
#[test]
fn no_lead_is_taken_for_a_win() {
    let rows = [". . . . . . . . . b"].into_iter().chain([". . . . . . . . . ."; 3]).chain(["w w w w w w w w w w"; 6]);
    let rules = format!(
        "+++\nname = \"Heavy\"\n[players]\nWhite = {{}}\nBlack = {{ faces = \"south\" }}\n[board]\ngrid = \"10x10\"\n\
         [pieces]\nman = {{ symbol = \"m\", value = 10000 }}\n[setup]\ndiagram = \"\"\"\n{}\n\"\"\"\n+++\n\
         movement {{\n  man may step any-way\n}}\n\nvictory {{\n  player who cannot move loses\n}}\n",
        rows.collect::<Vec<_>>().join("\n")
    );
    for agent in ["alpha-beta:depth=3", "mcts:50"] {
        let ended = run_with(&["analyse", "-", "--agent", agent, "--json"], rules.as_bytes());
        assert_eq!(ended.code, 0, "{agent}: {}", ended.err);
        let told: Value = serde_json::from_str(&ended.out).unwrap();
        let lines = told["lines"].as_array().unwrap();
        assert!(!lines.is_empty() && lines.iter().all(|line| line["value"].is_number()), "{agent}: {lines:?}");
    }
}

#[test]
fn what_cannot_be_analysed_is_said() {
    let refused = |arguments: &[&str], what: &[&str]| {
        let ended = run(&[&["analyse"], arguments].concat());
        assert_eq!(ended.code, 2, "{arguments:?}: {}", ended.out);
        assert!(what.iter().all(|what| ended.err.contains(what)), "{arguments:?}: {}", ended.err);
    };
    refused(&["english", "--agent", "greedy"], &["`greedy`", "alpha-beta:depth=12"]);
    refused(&["english", "--agent", "wise"], &["no agent `wise`"]);
    refused(&["english", "--time", "soon"], &["`10s`, `500ms`"]);
    refused(&["english", "--time", "5000"], &["`10s`, `500ms`"]);
    refused(&["english", "--lines", "0"], &["from 1 to 1000"]);
    refused(&["english", "-p", "W:W:B1"], &["the game is over"]);
    refused(&["chaos"], &["chance decides here", "--seed"]);
}

/// A game in which White gives two men for one at the sixth ply, and both sides make the best move before.
const GAME: &str = "[Event \"Club\"]\n[White \"Ann & Bo\"]\n[GameType \"21\"]\n\n1. 11-15 {the usual} 22-18 2. 15x22 25x18 3. 8-11 18-14 4. 9x18 23x14 5. 10x17 21x14 *\n";

#[test]
fn each_move_of_a_game_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let game = crate::shell::file(folder.path(), "game.pdn", GAME);
    let written = folder.path().join("judged.pdn").display().to_string();
    let asked = ["analyse", &game, "--agent", "alpha-beta:depth=6"];
    let told = json(&[&asked[..], &["--json"]].concat());
    let moves = told["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 10);
    let texts: Vec<&str> = moves.iter().map(|mv| mv["move"].as_str().unwrap()).collect();
    assert_eq!(texts[..6], ["11-15", "22-18", "15x22", "25x18", "8-11", "18-14"]);
    for (at, mv) in moves.iter().enumerate() {
        assert_eq!(mv["ply"].as_u64(), Some(at as u64 + 1));
        assert_eq!(mv["player"], ["Black", "White"][at % 2]);
        let lost = mv["lost"].as_f64().unwrap();
        assert_eq!(mv.get("judgement").is_some(), lost >= 0.1, "{mv}");
    }
    // The move that gives a man away, and no forced capture after it.
    assert!(moves[5]["judgement"].is_string(), "{}", moves[5]);
    assert!([6, 7].iter().all(|at| moves[*at].get("judgement").is_none()), "{told}");
    let words = answer(&[&asked[..], &["-o", &written]].concat());
    assert!(words.contains("better") && words.contains("18-14"), "{words}");
    let pdn = std::fs::read_to_string(&written).unwrap();
    assert!(["$2", "$4", "$6"].iter().any(|sign| pdn.contains(sign)) && pdn.contains("{better"), "{pdn}");
    // It is still the same game for whoever reads PDN, with all that it said of itself.
    assert!(answer(&["pdn", &written]).contains("10 moves"), "{pdn}");
    assert!(pdn.contains("[Event \"Club\"]") && pdn.contains("[White \"Ann & Bo\"]") && pdn.contains("{the usual}"), "{pdn}");
    // Judged once more its judgements are replaced.
    let again = folder.path().join("again.pdn").display().to_string();
    answer(&["analyse", &written, "--agent", "alpha-beta:depth=6", "-o", &again]);
    assert_eq!(std::fs::read_to_string(&again).unwrap(), pdn);
    let picture = folder.path().join("game.svg").display().to_string();
    answer(&[&asked[..], &["--plot", &picture]].concat());
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert_eq!(svg.matches("<title>").count(), 10, "something is said of each move: {svg}");
    let judged = moves.iter().filter(|mv| mv.get("judgement").is_some()).count();
    assert_eq!(svg.matches("font-weight=\"bold\"").count(), judged);
    // What is a picture of ours may be written over.
    answer(&[&asked[..], &["--plot", &picture]].concat());
}

#[test]
fn a_game_that_the_rules_have_ended_was_won_by_its_last_move() {
    let rules = small("movement {\n  man may step any-way\n}\nvictory {\n  mover wins \"there\" if own man on far-row\n}\n");
    let mut session = Session::from_text("small", &rules, &Default::default()).unwrap();
    // Black goes for the far row; White to and fro.
    for text in ["a4-a3", "d1-d2", "a3-a2", "d2-d1", "a2-a1"] {
        session.play(text, None).unwrap();
    }
    assert_eq!(session.actor(), None, "the game is over");
    let mut thinker = Thinker::new(session.program(), "alpha-beta:depth=8".parse().unwrap(), 1 << 20);
    let judged = session.judge(&mut thinker, Clock::none(), &|_| ()).unwrap();
    let decided: Vec<Option<i32>> = judged.iter().map(|one| one.decided).collect();
    assert_eq!(decided, [Some(5), Some(-4), Some(3), Some(-2), Some(1)]);
    assert!(judged.iter().all(|one| one.judgement().is_none()), "{judged:?}");
}

#[test]
fn games_that_cannot_be_judged_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], what: &str| {
        let ended = run(&[&["analyse"], arguments].concat());
        assert!(ended.code == 2 && ended.err.contains(what), "{arguments:?}: {} {}", ended.code, ended.err);
    };
    let nameless = crate::shell::file(folder.path(), "nameless.pdn", "1. 11-15 *\n");
    refused(&[&nameless], "--rules");
    refused(&[&nameless, "--rules", "english", "--ply", "1"], "for one position");
    refused(&[&nameless, "--rules", "english", "--lines", "2"], "--lines goes with a position");
    refused(&["english", "-o", "judged.pdn"], "`analyse game.pdn`");
    refused(&["none.pdn"], "none.pdn");
    let mut secret = Session::bundled("saving_private").unwrap();
    secret.set_seed(1);
    secret.play_chance().unwrap();
    let mut thinker = Thinker::new(secret.program(), "alpha-beta:9".parse().unwrap(), 1 << 20);
    assert!(secret.judge(&mut thinker, Clock::none(), &|_| ()).is_err());
}

/// What chance brings has its place among the moves of a game; the move before it is not judged by it.
#[test]
fn a_game_with_chance_is_judged_and_written() {
    let rules = small(
        "state {\n  counter pips: 0..6 each turn\n}\nturn {\n  choose die in (1 or 2) by chance\n  set pips to die\n  may play move\n}\n\
         movement {\n  man may step any-way if pips <= 4\n}\n",
    );
    let mut session = Session::from_text("small", &rules, &Default::default()).unwrap();
    session.set_seed(3);
    for _ in 0..3 {
        session.play_chance().unwrap();
        session.take(0).unwrap();
    }
    let mut thinker = Thinker::new(session.program(), "alpha-beta:depth=2".parse().unwrap(), 1 << 20);
    let judged = session.judge(&mut thinker, Clock::none(), &|_| ()).unwrap();
    assert_eq!(judged.iter().map(|one| one.ply).collect::<Vec<_>>(), [1, 3, 5], "chance comes first in each turn");
    assert!(judged.iter().all(|one| one.text == session.texts()[one.ply] && one.lost == 0.0), "{judged:?}");
    assert_eq!(session.to_pdn().unwrap().moves.len(), session.texts().len(), "a place for each decision");
}

/// Each move is judged in all positions if all moves are asked for; it need not be the best one in any.
#[test]
fn what_is_best_in_no_position_has_its_worth_too() {
    let session = after("saving_private", 1, 0);
    let analysis = analysed(&session, "alpha-beta:4000", 100).unwrap();
    let votes = |line: &draughtsman::session::Variation| line.worlds.unwrap();
    assert_eq!(analysis.lines.iter().map(votes).sum::<u64>(), analysis.worlds.unwrap(), "{analysis:?}");
    let others: Vec<_> = analysis.lines.iter().filter(|line| votes(line) == 0).collect();
    assert!(others.len() > 2 && others.iter().filter(|line| line.value != 0.0).count() > 2, "{analysis:?}");
    let ranks: Vec<_> = analysis.lines.iter().map(|line| (votes(line), line.value)).collect();
    assert!(ranks.is_sorted_by(|one, next| one >= next), "{ranks:?}");
}

/// Playouts look no certain number of decisions ahead.
#[test]
fn playouts_have_no_depth() {
    let asked = ["analyse", "english", "--agent", "mcts:100"];
    assert!(answer(&asked).contains("mcts:100, 100 playouts"));
    let told = json(&[&asked[..], &["--json"]].concat());
    assert_eq!((told["nodes"].as_u64(), told.get("depth")), (Some(100), None));
}

/// Where one move alone can be played it has all the votes.
#[test]
fn a_decision_without_a_choice_is_thought_about_too() {
    let mut alone = 0;
    for seed in 0..12 {
        let session = after("saving_private", seed, 20 + 3 * seed as usize);
        let Some(analysis) = analysed(&session, "alpha-beta:40", 3).filter(|analysis| analysis.lines.len() == 1) else {
            continue;
        };
        assert_eq!(analysis.lines[0].worlds, analysis.worlds, "{analysis:?}");
        alone += 1;
    }
    assert!(alone > 0);
}

/// What an agent thinks of the best move in a game by these rules, once chance has spoken.
fn best_of(rules: &str, agent: &str) -> draughtsman::session::Variation {
    let mut session = Session::from_text("small", rules, &Default::default()).unwrap();
    session.set_seed(3);
    session.play_chance().unwrap();
    analysed(&session, agent, 1).unwrap().lines.swap_remove(0)
}

/// Who throws a 1 loses at once and who throws a 2 wins: some samples are won, some lost, and none proves anything.
#[test]
fn a_win_in_some_throws_is_no_certain_win() {
    let rules = |ending: &str| {
        small(&format!(
            "state {{\n  counter pips: 0..2\n}}\nturn {{\n  play move\n  choose die in (1 or 2) by chance\n  set pips to die\n}}\n\
             movement {{\n  man may step any-way\n}}\nvictory {{\n  {ending}\n}}\n"
        ))
    };
    for (ending, least) in
        [("mover wins \"two\" if pips = 2\n  mover loses \"one\" if pips = 1", -1000.0), ("mover wins if pips > 0", 999.0)]
    {
        let best = best_of(&rules(ending), "alpha-beta:depth=3");
        assert_eq!(best.decided, None, "{best:?}");
        assert!((least..=1000.0).contains(&best.value), "{best:?}");
    }
}

/// Three against two: the shortest win takes seven decisions.
#[test]
fn a_proved_win_is_as_long_as_its_line() {
    let told = json(&["analyse", "english", "-p", "W:WK18,K23,22:B32,K27", "--agent", "mcts:20000", "--lines", "1", "--json"]);
    let best = &told["lines"][0];
    let long = best["moves"].as_array().unwrap().len() as u64;
    assert_eq!(best["wins_in"].as_u64(), Some(long), "{best}");
    assert!(long >= 7, "alpha-beta: wins in 7; {best}");
}
