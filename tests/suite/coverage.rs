//! What plays a part in games: the trace of a played move against what the move itself says, and `draughtsman coverage` as an
//! author uses it. The seeds are fixed.

use std::ops::Range;

use draughtsman::agents::{self, Agent, Clock, Series};
use draughtsman::analysis::coverage::{Counts, Games, Point, Points, Watch, shows};
use draughtsman::analysis::simulate::Simulator;
use draughtsman::engine::moves::Deed;
use draughtsman::engine::{Counting, Fired, Position};
use draughtsman::library::{self, Ready};
use draughtsman::notation::{Terms, fen, json};

use crate::facts;
use crate::shell;

/// Games of each rule file, and decisions of each game.
const GAMES: u64 = 2;
const DECISIONS: u64 = 40;

#[test]
fn tracing_changes_nothing_and_names_the_rule_that_moved() {
    let mut failures = Vec::new();
    let names = facts::every_variant();
    for name in &names {
        let program = facts::rules(name, &[]).expect("there is a rule file").program;
        for game in 0..GAMES {
            let (mut position, _) = Position::start_traced(&program).expect("it begins");
            assert_eq!(position, Position::start(&program).expect("it begins"));
            let mut stood = vec![position.standing()];
            let mut begun = None;
            for decision in 0..DECISIONS {
                let (moves, struck, _) = position.considered_traced(&program, Counting::AsWritten).expect("listed");
                assert_eq!((moves.clone(), struck), position.considered(&program, Counting::AsWritten).expect("listed"));
                let Some(mv) = moves.get((game * 7 + decision * 5) as usize % moves.len().max(1)) else { break };
                let (next, fired) = position.play_traced(&program, mv, &stood).expect("played");
                if next != position.play(&program, mv, &stood).expect("played") {
                    failures.push(format!("{name}: another position behind a traced move"));
                }
                let rules: Vec<_> = fired.iter().filter(|one| matches!(one, Fired::Rule(_))).collect();
                // The rest of a move that was cut goes on by the rule that it began with.
                let by = rules.first().copied().cloned().or(mv.rule.and(begun.take()));
                if mv.rule.map(Fired::Rule) != by {
                    failures.push(format!("{name}, decision {decision}: {:?} but {rules:?}", mv.rule));
                }
                let legs = mv.deeds.iter().filter(|deed| matches!(deed, Deed::Leg { .. } | Deed::Verb(_))).count();
                if rules.len() > legs {
                    failures.push(format!("{name}, decision {decision}: more rules than legs, trials among them? {rules:?}"));
                }
                begun = rules.last().copied().cloned().or(by);
                if next.turns() != position.turns() {
                    stood.push(next.standing());
                }
                position = next;
            }
        }
    }
    facts::report(names.len(), &failures);
}

/// Decisions of a game of which only the end is compared.
const LONG: u32 = 150;

/// Games of a seed as `coverage` and as `simulate` plays them; those that are not the same.
fn unlike(name: &str, option: Option<&str>, seed: u64, numbers: Range<u64>) -> Vec<String> {
    let options: Vec<String> = option.into_iter().map(str::to_owned).collect();
    let ready = facts::rules(name, &options).expect("there is a rule file");
    unlike_by(&ready, &format!("{name} {option:?}"), seed, numbers)
}

/// The same by rules that are called so.
pub(crate) fn unlike_by(ready: &Ready, name: &str, seed: u64, numbers: Range<u64>) -> Vec<String> {
    let points = Points::new(&ready.variant);
    let watch = Watch::new(&ready.program, &points, LONG).expect("it begins");
    let simulator = Simulator::new(&ready.program, Position::start(&ready.program).expect("it begins"), LONG);
    let random = vec![Agent::Random; ready.variant.equipment.players.len()];
    let (mut series, mut games) = (Series::new(&simulator, &random, seed, Clock::none()), Games::new(&simulator));
    let mut unlike = Vec::new();
    for number in numbers {
        let picks = || {
            let mut rng = agents::generator(seed, number);
            move |below| agents::below(below, &mut rng)
        };
        let seen = games.game(&watch, &picks, &mut Counts::new(&points)).expect("played");
        let played = series.game(number).expect("played");
        if seen != played {
            unlike.push(format!("{name}, game {number} of {seed}: {seen:?}, but {played:?}"));
        }
    }
    unlike
}

#[test]
fn the_games_are_those_that_simulate_plays() {
    let variants = facts::every_variant();
    let plain = variants.iter().map(|name| (name.as_str(), None));
    let rules: Vec<_> = plain.chain([("chaos", Some("pink")), ("chaos", Some("invulnerability-by-choice"))]).collect();
    let failures: Vec<String> = rules.iter().flat_map(|(name, option)| unlike(name, *option, 3, 0..GAMES)).collect();
    facts::report(rules.len() * GAMES as usize, &failures);
}

/// The last card is paid in the midst of a chain: with the way on that is one decision, though there is one card to choose.
#[test]
fn a_choice_of_one_is_made_with_what_follows() {
    for (seed, number) in [(4, 39), (1, 31), (2, 34)] {
        assert_eq!(unlike("saving_private", None, seed, number..number + 1), Vec::<String>::new());
    }
}

/// The lines that fired, by the beginning of their texts.
fn lines(name: &str, fen: &str, text: &str) -> (Vec<String>, Vec<String>) {
    let ready = facts::rules(name, &[]).expect("there is a rule file");
    let program = &ready.program;
    let setup = fen::read(&Terms::from(&ready.variant), fen).expect("a FEN");
    let position = Position::from_setup(program, &setup).expect("a position");
    let (moves, _, stopped) = position.considered_traced(program, Counting::AsWritten).expect("listed");
    let texts = draughtsman::notation::movetext::texts(&program.equipment, &moves, false);
    let place = texts.iter().position(|one| one == text).unwrap_or_else(|| panic!("{text} is not among {texts:?}"));
    let (_, fired) = position.play_traced(program, &moves[place], &[]).expect("played");
    let name = |one: &Fired| {
        let rule = match one {
            Fired::Rule(rule) | Fired::Law(rule) | Fired::Trigger(rule) => *rule,
            Fired::Statement(block, at) | Fired::Stopped(block, at) => program.block(*block).ops[*at as usize].1,
            Fired::Waited(group) => return format!("waited: {}", program.groups[group.index()].name),
            Fired::Barred(group) => return format!("barred: {}", program.groups[group.index()].name),
        };
        program.lines[rule.index()].text.clone()
    };
    let mut all: Vec<String> = fired.iter().map(name).collect();
    all.dedup();
    (all, stopped.iter().map(name).collect())
}

#[test]
fn a_move_names_what_it_went_through() {
    // 22 takes 18 and 10, by the rule and its chain, and by nothing that other pieces could do.
    let (fired, _) = lines("english", "W:W22,32:B18,9,10", "22x6");
    let wanted = ["man may jump forward diagonal over enemy", "chain must continue"];
    for want in wanted {
        assert!(fired.iter().any(|one| one == want), "{want}: {fired:?}");
    }
    assert!(!fired.iter().any(|one| one.contains("may step") || one.starts_with("king may")), "{fired:?}");
    assert!(!fired.iter().any(|one| one.contains("lands on far-row")), "{fired:?}");
}

#[test]
fn taken_pieces_that_wait_are_told() {
    let (fired, _) = lines("international", "W:W32:B28", "32x23");
    assert!(fired.contains(&"waited: capture".to_owned()), "{fired:?}");
    let (fired, _) = lines("english", "W:W22:B18", "22x15");
    assert!(!fired.contains(&"waited: capture".to_owned()), "{fired:?}");
}

#[test]
fn a_requirement_that_strikes_a_move_out_is_told() {
    // A king whose last prey is a king must stop right behind it.
    let (_, stopped) = lines("killer", "W:WK46:BK32", "46x28");
    assert!(stopped.iter().any(|one| one.contains("require")), "{stopped:?}");
    let (_, stopped) = lines("killer", "W:WK46:B32", "46x28");
    assert_eq!(stopped, Vec::<String>::new());
}

#[test]
fn a_law_on_direction_is_told_where_it_bars_a_leg() {
    // The king takes upward to d5 or beyond, and may not turn straight back for what stands on d2.
    let ready = facts::rules("turkish", &[]).expect("there is a rule file");
    let laws = ready.variant.rules.groups.iter().filter(|group| group.must_not_reverse.is_some()).count();
    assert!(laws > 0, "the law that this test is about");
    let (with, _) = lines("turkish", "W:WKd3:Bd5,d2,h8", "d3xd6");
    assert!(with.contains(&"barred: capture".to_owned()), "{with:?}");
    let (without, _) = lines("turkish", "W:WKd3:Bd5,h8", "d3xd6");
    assert!(!without.contains(&"barred: capture".to_owned()), "{without:?}");
}

const RULES: &str = r#"+++
name    = "Pond draughts"
extends = "english"
+++

movement {
  ## A king on the edge stays there.
  replace king may step by king may step diagonal {
    if start is on edge: require site of it is on edge
  }
}

effects {
  ## Five men are never taken in one move here.
  when move ends if count taken > 11: end turn
}

option long-kings {
  movement {
    replace king may step by king may fly diagonal
  }
}
option the-same-again {
  obligation {
    add must capture
  }
}
"#;

#[test]
fn the_listing_counts_in_the_margin() {
    let text = shell::answer_with(&["coverage", "-", "--games", "40", "--seed", "3"], RULES);
    assert!(text.starts_with("40 random games of stdin, seed 3: "), "{text}");
    let line = |part: &str| text.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}: {text}"));
    let margin = |part: &str| line(part).split('|').next().unwrap().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(margin("when move ends if count taken"), ["never"]);
    assert_eq!(margin(" king may step diagonal").first().map(String::as_str), Some("off"), "the parent's, replaced");
    assert_eq!(margin("king may fly diagonal"), ["off"]);
    assert_eq!(margin("## A king on the edge"), Vec::<String>::new());
    let steps: Vec<u64> = margin("man may step forward").iter().map(|count| count.replace(',', "").parse().unwrap()).collect();
    assert!(steps[0] > 400 && steps[1] == 40, "{steps:?}");
    assert!(
        text.contains("\n  <stdin>:15: when move ends if count taken > 11: end turn\n    never answered its event\n"),
        "{text}"
    );
    assert!(text.contains("\n  off: long-kings, the-same-again\n"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_counts_for_any_number_of_threads() {
    let arguments = ["coverage", "english", "--games", "40", "--json", "--seed", "5"];
    let alone = shell::json(&arguments);
    assert_eq!(alone, shell::json(&[&arguments[..], &["--threads", "3"]].concat()));
    assert_eq!(alone["games"], 40);
    let rule = |text: &str| {
        let rules = alone["rules"].as_array().unwrap().iter();
        rules.clone().find(|rule| rule["text"] == text).unwrap_or_else(|| panic!("{text}: {alone}")).clone()
    };
    let steps = rule("man may step forward diagonal");
    assert_eq!((steps["games"].as_u64(), steps["role"].as_str()), (Some(40), Some("moves")));
    assert_eq!(steps["place"], "english.draughts:43");
    let ended: u64 = alone["rules"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|rule| rule["role"] == "ends")
        .filter_map(|rule| rule["games"].as_u64())
        .sum();
    assert_eq!(ended, 40, "each game ends by one line");
    let other = shell::json(&["coverage", "english", "--games", "40", "--json", "--seed", "6"]);
    assert_ne!(alone["rules"], other["rules"]);
}

#[test]
fn games_of_agents_are_looked_at() {
    let arguments = ["coverage", "english", "--games", "20", "--seed", "5", "--agent", "greedy", "--opening", "4", "--json"];
    let greedy = shell::json(&arguments);
    assert_eq!(greedy, shell::json(&[&arguments[..], &["--threads", "3"]].concat()));
    assert_eq!((&greedy["agent"], &greedy["games"]), (&"greedy".into(), &20.into()));
    let ended = |said: &serde_json::Value| -> u64 {
        let ends = said["rules"].as_array().unwrap().iter().filter(|rule| rule["role"] == "ends");
        ends.filter_map(|rule| rule["games"].as_u64()).sum()
    };
    assert_eq!(ended(&greedy), 20, "each game ends by one line");
    // Who looks ahead wins against who does not: these are their games.
    let seats = ["--agent", "Black=alpha-beta:100", "--games", "8", "--json"];
    let won = shell::json(&[&["coverage", "english"], &seats[..]].concat());
    assert!(won["wins"]["Black"].as_u64() >= Some(7), "{won}");
    let text = shell::answer(&["coverage", "english", "--brief", "--games", "2", "--agent", "White=greedy"]);
    assert!(text.starts_with("2 games of english by agent Black=random White=greedy, seed 0: "), "{text}");
    // Where something is hidden, and chance speaks.
    let hidden = ["coverage", "saving_private", "--games", "1", "--limit", "12", "--agent", "greedy", "--json"];
    assert_eq!((&shell::json(&hidden)["cut_off"], &shell::json(&hidden)["games"]), (&1.into(), &1.into()));
}

#[test]
fn strict_answers_no_where_something_never_played_a_part() {
    let never = shell::run_with(&["coverage", "-", "--games", "20", "--brief", "--strict"], RULES.as_bytes());
    assert_eq!(never.code, 1, "{}", never.err);
    let all = shell::run(&["coverage", "english", "--games", "400", "--seed", "1", "--brief", "--strict"]);
    assert_eq!((all.code, all.out.contains("Every rule and statement played a part.")), (0, true), "{}", all.out);
}

#[test]
fn witnesses_are_found_and_hold() {
    let answer = shell::json(&["coverage", "killer", "--games", "10", "--json", "--witness", "--effort", "6000"]);
    let never = answer["never"].as_array().unwrap();
    assert!(never.len() >= 3, "{answer}");
    let mut found = 0;
    for one in never {
        let witness = &one["witness"];
        if witness.is_null() {
            assert!(one["looked"]["positions"].as_u64() >= Some(6000), "{one}");
            continue;
        }
        found += 1;
        // Played from there, the last move does it: an ending is what `moves --json` says of the position behind it.
        let position = witness["position"].to_string();
        let moves: Vec<&str> = witness["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        if let ([mv], true, true) = (&moves[..], one["never"] == "ended a game", witness["position"].is_object()) {
            let listed = shell::json(&["moves", "killer", "--json", "--position", &position]);
            let texts: Vec<&str> = listed["moves"].as_array().unwrap().iter().filter_map(|mv| mv["text"].as_str()).collect();
            assert!(texts.contains(mv), "{mv}: {listed}");
        }
    }
    assert!(found >= never.len() - 1, "{answer}");
}

#[test]
fn turning_an_option_is_told() {
    let text = shell::answer_with(&["coverage", "-", "--games", "30", "--brief", "--options"], RULES);
    assert!(text.contains("turning long-kings on changes "), "{text}");
    assert!(text.contains("turning the-same-again on changes nothing in 30 games"), "{text}");
}

#[test]
fn positions_are_counted_move_by_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.positions.toml");
    let text = "[[position]]\nname = \"a\"\nfen = \"W:W22:B18\"\n[[position]]\nname = \"b\"\nfen = \"W:W22:B1\"\n";
    std::fs::write(&path, text).unwrap();
    let answer = shell::json(&["coverage", "english", "--json", "--positions", path.to_str().unwrap()]);
    assert_eq!(
        (answer["of"].as_str(), answer["games"].as_u64(), answer["moves"].as_u64()),
        (Some("positions"), Some(2), Some(3))
    );
    let rules = answer["rules"].as_array().unwrap();
    let of = |text: &str| {
        rules.iter().find(|rule| rule["text"] == text).map(|rule| (rule["moves"].as_u64(), rule["games"].as_u64()))
    };
    assert_eq!(of("man may step forward diagonal"), Some((Some(2), Some(1))));
    assert_eq!(of("must capture"), Some((Some(1), Some(1))));
}

/// White space folded.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `docs/balance.md` says of every rule that no game has shown where it plays its part.
#[test]
fn the_positions_of_the_report_on_balance_show_what_they_say() {
    let page = include_str!("../../docs/balance.md");
    let file = facts::read("../suite/witnesses.toml");
    let mut run = 0;
    for witness in facts::tables(file.get("witness")) {
        let (name, text) = (facts::text(witness, "variant"), facts::text(witness, "text"));
        let path = facts::path_of(name).expect("there is a rule file");
        let loaded = library::load(&path.display().to_string()).expect("it can be read");
        let ready = facts::ready(&loaded, &[]).expect("it is right");
        let points = Points::new(&ready.variant);
        let watch = Watch::new(&ready.program, &points, 1).expect("it begins");
        let begins = |of: &str| folded(of).starts_with(text.trim_end_matches('…').trim_end());
        let rule = points.rules().find(|rule| begins(&ready.program.lines[rule.index()].text)).map(Point::Rule);
        let statement = || points.statements().find(|point| begins(loaded.sources.text(points.span(*point))));
        let point = rule.or_else(statement).unwrap_or_else(|| panic!("{name}: `{text}` is no rule"));
        let start = Some(facts::text(witness, "position")).filter(|text| *text != "null");
        let start = start.map(|text| json::position::read(&Terms::from(&ready.variant), text).expect("a position"));
        let moves = facts::strings(witness.get("moves"));
        assert!(shows(&watch, point, &start, &moves), "{name}: `{text}` does not play its part with {moves:?}");
        assert!(page.contains(&moves[moves.len() - 1]), "{name}: `{text}` stands not in docs/balance.md");
        run += 1;
    }
    assert!(run > 0, "no position was tried");
}

/// What ends a loop each time forbids no move, and is not told as if it were idle.
#[test]
fn a_requirement_that_ends_a_loop_plays_its_part() {
    let rules = "+++\nname = \"Slides\"\nversion = \"1.0.0\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\n\
                 grid = \"4x4\"\n[pieces]\nman = { symbol = \"m\" }\n[setup]\ndiagram = \"\"\"\nb . . b\n. . . .\n. . . .\nw . . w\n\"\"\"\n+++\n\
                 movement {\n  man may slide {\n    choose way in orthogonal\n    repeat {\n      require some (empty (way from actor))\n      \
                 move actor to way from actor\n    }\n  }\n}\nvictory {\n  draw if turns = 30\n}\n";
    let text = shell::answer_with(&["coverage", "-", "--games", "6", "--seed", "2"], rules);
    assert!(text.contains("require some"), "the statement is counted:\n{text}");
    assert!(!text.contains("forbade a move"), "{text}");
}

/// How often the line that begins so played a part: in games, and in decisions.
fn count_of(rules: &str, line: &str) -> (u64, u64) {
    let arguments = ["coverage", "-", "--games", "20", "--limit", "40", "--json"];
    let answer: serde_json::Value = serde_json::from_str(&shell::answer_with(&arguments, &shell::small(rules))).unwrap();
    let all = answer["rules"].as_array().unwrap();
    let one = all.iter().find(|rule| rule["text"].as_str().is_some_and(|text| text.starts_with(line)));
    one.and_then(|one| Some((one["games"].as_u64()?, one["moves"].as_u64()?))).unwrap_or_else(|| panic!("{line}: {answer}"))
}

#[test]
fn an_ending_that_means_nobody_has_played_no_part() {
    let rules = "movement {\n  man may step any-way\n}\nvictory {\n  side where no piece of it loses \"gone\"\n}\n";
    assert_eq!(count_of(rules, "side where"), (0, 0));
}

#[test]
fn a_choice_counts_with_the_decision_that_it_asks_for() {
    let rules = "state {\n  counter pips: 0..2\n}\nturn {\n  choose die in (1 or 2) by chance\n  set pips to die\n  play move\n}\n\
                 movement {\n  man may step any-way\n}\nvictory {\n  draw if turns = 3\n}\n";
    assert_eq!((count_of(rules, "choose die"), count_of(rules, "set pips")), ((20, 60), (20, 60)));
    // Who throws a 1 does nothing, and the next one throws at once.
    let passes = rules.replace("play move", "play move if pips = 2");
    assert_eq!(count_of(&passes, "choose die"), count_of(&passes, "set pips"));
}
