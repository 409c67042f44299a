//! Conversations: every game to its end, lines that are none, thoughts that are stopped.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use draughtsman::agents::Clock;
use draughtsman::engine::Game;
use draughtsman::hub::{self, Engine, Heard, Line, find_move, move_text};
use draughtsman::library;

use super::{GAMES, engine, quiet, said};
use crate::shell::{answer_with, command};

/// Nothing that is waited for takes as long.
const PATIENCE: Duration = Duration::from_secs(120);

/// The command, spoken to line by line.
struct Spoken {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Spoken {
    fn new(arguments: &[&str]) -> Spoken {
        let mut child = command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || BufReader::new(output).lines().map_while(Result::ok).all(|line| send.send(line).is_ok()));
        Spoken { child, input, lines }
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The next line, whatever is said of depths passed over.
    fn next(&self) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    /// Whether it ends by itself, well.
    fn ends(mut self) {
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn every_game_is_played_to_its_end() {
    for (name, id) in GAMES {
        let ready = library::bundled(id).unwrap();
        let (_, squares) = hub::named(&ready.variant).unwrap();
        let mut engine = engine();
        quiet(&mut engine, &format!("set-param name=variant value={name}"));
        assert_eq!(said(&mut engine, "init"), "ready");
        quiet(&mut engine, "level depth=2 nodes=60");
        let start = hub::position(&squares, &ready.variant.start);
        let (mut game, mut played, mut thinker) = (Game::new(&ready.program).unwrap(), Vec::new(), None);
        while game.actor(&ready.program).is_some() {
            quiet(&mut engine, &format!("pos pos={start} moves=\"{}\"", played.join(" ")));
            let Heard::Go(thinking) = engine.hear("go think") else { panic!("{name}") };
            let thinker = thinker.get_or_insert_with(|| thinking.thinker("alpha-beta:60".parse().unwrap()));
            let lines = thinking.decide(thinker, Clock::none(), &|_| ());
            let done = Line::read(lines.last().unwrap()).unwrap();
            assert_eq!(done.command, "done", "{lines:?}");
            let moves = game.options(&ready.program).unwrap();
            let text = done.get("move").unwrap();
            let place = find_move(&squares, text, &moves).unwrap();
            assert_eq!(move_text(&squares, &moves[place]).as_deref(), Some(text));
            game.play(&ready.program, &moves[place]).unwrap();
            if let Some(reply) = done.get("ponder") {
                let replies = game.options(&ready.program).unwrap();
                assert!(replies.is_empty() || find_move(&squares, reply, &replies).is_ok(), "{name}: {reply}");
            }
            played.push(text.to_owned());
        }
        assert!(played.len() > 10, "{name}: over after {played:?}");
        // After the end there is no move, or, if it was a draw, as many as there were.
        quiet(&mut engine, &format!("pos pos={start} moves=\"{}\"", played.join(" ")));
        let Heard::Go(thinking) = engine.hear("go think") else { panic!("{name}") };
        let lines = thinking.decide(thinker.as_mut().unwrap(), Clock::none(), &|_| ());
        let drawn = game.position().outcome().is_some_and(|outcome| outcome.winners.is_empty());
        let expected = if drawn { "done move=" } else { "error message=\"the game is over: there is no move\"" };
        assert!(
            lines.iter().any(|line| line.starts_with(expected)) && lines.last().unwrap().starts_with("done"),
            "{name}: {lines:?}"
        );
    }
}

#[test]
fn draws_are_for_the_controller_to_declare() {
    let mut engine = engine();
    let kings = format!("WW{}B{}", "e".repeat(44), "e".repeat(4));
    // King against king is a draw after five moves of each (FMJD 6.4), the same position three times (6.1).
    let moves = ["1-6 46-41 6-1 41-46"; 6].join(" ");
    quiet(&mut engine, &format!("pos pos={kings} moves=\"{moves}\""));
    let Heard::Go(thinking) = engine.hear("go think") else { panic!() };
    let mut thinker = thinking.thinker("alpha-beta:60".parse().unwrap());
    assert!(thinking.decide(&mut thinker, Clock::none(), &|_| ()).last().unwrap().starts_with("done move="));
}

#[test]
fn a_repeated_hub_is_answered() {
    let mut engine = engine();
    let first = said(&mut engine, "hub");
    assert_eq!(said(&mut engine, "hub"), first);
    let lines: Vec<Line> = first.lines().map(|line| Line::read(line).unwrap()).collect();
    assert_eq!((lines[0].get("name"), lines[0].get("version")), (Some("Draughtsman"), Some(env!("CARGO_PKG_VERSION"))));
    assert_eq!(lines[1].get("value"), Some("normal"), "what the protocol takes for granted");
    assert_eq!(lines[1].get("values"), Some(GAMES.map(|(name, _)| name).join(" ").as_str()));
    quiet(&mut engine, "set-param name=variant value=\"killer\"");
    assert!(said(&mut engine, "hub").contains("value=killer"), "what is chosen is told");
}

#[test]
fn threads_are_chosen() {
    let mut engine = engine().on(3);
    let threads = |engine: &mut Engine| {
        let Heard::Go(thinking) = engine.hear("go think") else { panic!() };
        (thinking.threads, thinking.anew)
    };
    assert_eq!(threads(&mut engine), (3, true), "what it was made with");
    assert!(said(&mut engine, "hub").contains("param name=threads value=3 type=int min=1 max=256"));
    quiet(&mut engine, "set-param name=threads value=3");
    assert_eq!(threads(&mut engine), (3, false), "nothing is new");
    quiet(&mut engine, "set-param name=threads value=2");
    assert!(said(&mut engine, "hub").contains("name=threads value=2"));
    assert_eq!((threads(&mut engine), threads(&mut engine)), ((2, true), (2, false)));
    assert!(said(&mut engine, "set-param name=threads value=0").contains("accepted: 1 to 256"));
    quiet(&mut engine, "level depth=3");
    let Heard::Go(thinking) = engine.hear("go think") else { panic!() };
    let mut thinker = thinking.thinker("alpha-beta".parse().unwrap());
    assert!(thinking.decide(&mut thinker, Clock::none(), &|_| ()).last().unwrap().starts_with("done move="));
}

#[test]
fn thoughts_are_told_of_and_stopped() {
    let mut spoken = Spoken::new(&["hub"]);
    for (line, answer) in [("hub", "id "), ("init", "")] {
        spoken.tell(line);
        assert!(spoken.next().starts_with(answer));
    }
    while spoken.next() != "ready" {}
    for (level, go) in [("level infinite", "go think"), ("level infinite", "go analyze"), ("level depth=1", "go ponder")] {
        spoken.tell(level);
        spoken.tell(go);
        // While it thinks it answers; what comes after the thought waits for it.
        spoken.tell("ping");
        assert_eq!(spoken.next(), "pong", "{go}");
        spoken.tell("hub");
        assert!(spoken.next().starts_with("id "));
        assert!(spoken.next().starts_with("param name=variant "));
        assert!(spoken.next().starts_with("param name=threads "));
        assert_eq!(spoken.next(), "wait");
        spoken.tell("dance");
        assert!(spoken.next().contains("`dance` is no command"));
        spoken.tell("pos pos=nonsense");
        spoken.tell("stop");
        assert!(spoken.next().starts_with("done move="), "{go}");
        assert!(spoken.next().contains("a position begins with"));
        spoken.tell("stop");
        spoken.tell("ponder-hit");
        spoken.tell("new-game");
    }
    spoken.tell("level depth=2");
    spoken.tell("go ponder");
    spoken.tell("ponder-hit");
    assert!(spoken.next().starts_with("done move="), "what was pondered on was played");
    spoken.tell("level infinite");
    spoken.tell("go think");
    spoken.tell("quit");
    spoken.ends();
}

#[test]
fn depths_are_told_of() {
    let out = answer_with(&["hub"], "level depth=3\ngo think\n");
    let lines: Vec<Line> = out.lines().map(|line| Line::read(line).unwrap()).collect();
    let depths: Vec<&str> = lines.iter().filter(|line| line.command == "info").filter_map(|line| line.get("depth")).collect();
    assert_eq!(depths, ["1", "2", "3", "3"], "each depth, and what came of all: {out}");
    let last = &lines[lines.len() - 2];
    assert!(last.get("pv").is_some() && last.get("score").unwrap().parse::<f64>().is_ok(), "{out}");
    assert_eq!(lines.last().unwrap().command, "done", "{out}");
}

/// An agent thinks no more than it was made with, and no more than it is told.
#[test]
fn agents_keep_to_both_limits() {
    for (agent, level, deepest) in [
        ("alpha-beta:depth=1", "depth=3", Some("1")),
        ("alpha-beta:depth=3", "depth=2", Some("2")),
        ("alpha-beta", "depth=2 nodes=100000", Some("2")),
        ("random", "depth=3", None),
        // No effort of its own: more than a second, if need be.
        ("alpha-beta:untrained,threads=2", "depth=10", Some("10")),
    ] {
        let out = answer_with(&["hub", "--agent", agent], &format!("level {level}\ngo think\n"));
        let depths: Vec<Line> = out.lines().map(|line| Line::read(line).unwrap()).collect();
        assert_eq!(depths.iter().rev().find_map(|line| line.get("depth")), deepest, "{agent}: {out}");
    }
    let out = answer_with(&["hub", "--agent", "mcts"], "level nodes=40\ngo think\n");
    assert!(out.contains("nodes=40 ") && out.contains("done move="), "{out}");
}

/// The page shows a conversation: what is said there is said, but for times.
#[test]
fn the_page_tells_what_is_said() {
    let page = include_str!("../../../docs/hub.md");
    let block = page.split("```text\n").nth(1).and_then(|rest| rest.split_once("```")).expect("a conversation").0;
    let told: String = block.lines().filter_map(|line| line.strip_prefix("> ")).flat_map(|line| [line, "\n"]).collect();
    let plain = |text: &str| text.split(" time=").next().unwrap().to_owned();
    let shown: Vec<String> = block.lines().filter(|line| !line.starts_with("> ")).map(plain).collect();
    let said: Vec<String> = answer_with(&["hub"], &told).lines().map(plain).collect();
    assert_eq!(said, shown);
    for (name, id) in GAMES {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        assert!(row.is_some_and(|row| row.contains(&format!("(variants/{id}.md)"))), "{name} stands in the page");
    }
}

/// Nobody is left to say `stop` where the lines have ended.
#[test]
fn a_thought_ends_with_the_lines() {
    for script in ["level infinite\ngo think\n", "go ponder", "level nodes=500\ngo think", "go analyze\ngo analyze\nping"] {
        let out = answer_with(&["hub"], script);
        assert_eq!(out.matches("done move=").count(), script.matches("go ").count(), "{script}: {out}");
    }
    assert_eq!(answer_with(&["hub"], ""), "");
}

#[test]
fn garbage_is_answered_and_passed_over() {
    let mut engine = engine();
    for line in [
        "dance",
        "HUB",
        "go sideways",
        "level",
        "level depth=many",
        "set-param",
        "set-param name=variant",
        "set-param name=book value=true",
        "set-param name=threads value=0",
        "set-param name=threads value=257",
        "set-param name=threads value=many",
        "set-param name=variant value=\"normal",
        "pos pos=\"",
        "pos moves=\"1-1\"",
        "pos moves=\"32-28 32-28\"",
        "pos moves=\"\u{1b}[31m\"",
        "=",
        "= = =",
        "\"",
        "id name=me",
    ] {
        let error = said(&mut engine, line);
        let read = Line::read(&error).unwrap();
        assert!(read.command == "error" && read.get("message").is_some_and(|text| !text.is_empty()), "{line}: {error}");
        assert!(!error.contains('\u{1b}'), "{error:?}");
    }
    for line in ["", "   ", "\t"] {
        quiet(&mut engine, line);
    }
    // Bytes of all sorts, and a line without an end that anybody would wait for.
    let mut bytes: Vec<u8> =
        (0u32..20_000).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).filter(|b| *b != b'q').collect();
    bytes.extend(b"\n\xff\xfe\n");
    bytes.extend(vec![b'x'; (1 << 20) + 5]);
    bytes.extend(b"\nping\nquit\n");
    let ended = crate::shell::run_with(&["hub"], &bytes);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(ended.out.ends_with("pong\n") && ended.out.contains("this line is no UTF-8 text"), "{}", ended.out);
    assert!(ended.out.contains("this line is longer than 1048576 bytes"));
}
