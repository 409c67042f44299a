//! A session as a process: what takes long is cancelled, and many requests take little.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::shell::command;

struct Open {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Open {
    fn new() -> Open {
        let mut child = command(&["session"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Open { child, input, output }
    }

    fn say(&mut self, request: Value) {
        writeln!(self.input, "{request}").unwrap();
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

#[test]
fn what_takes_long_can_be_cancelled() {
    let mut open = Open::new();
    open.say(json!({ "request": "load", "variant": "english" }));
    open.hear();
    open.say(json!({ "id": 1, "request": "perft", "depth": 40 }));
    open.say(json!({ "id": 2, "request": "perft", "depth": 41 }));
    open.say(json!({ "id": 3, "request": "perft", "depth": 3 }));
    open.say(json!({ "id": 4, "request": "cancel", "of": 1 }));
    open.say(json!({ "id": 5, "request": "cancel", "of": 2 }));
    open.say(json!({ "id": 6, "request": "cancel", "of": "nobody" }));
    for id in [1, 2] {
        let reply = open.hear();
        assert_eq!((&reply["id"], &reply["failure"]["errors"][0]["text"]), (&json!(id), &json!("the request was cancelled")));
    }
    assert_eq!(open.hear(), json!({ "id": 3, "answer": { "depth": 3, "nodes": 302 } }));
    for (id, cancelled) in [(4, true), (5, true), (6, false)] {
        assert_eq!(open.hear(), json!({ "id": id, "answer": { "cancelled": cancelled } }));
    }
    // An answer comes although nothing else is sent.
    open.say(json!({ "id": 7, "request": "cancel", "of": 3 }));
    assert_eq!(open.hear(), json!({ "id": 7, "answer": { "cancelled": false } }));
    drop(open.input);
    assert!(open.child.wait().unwrap().success());
}

/// A client that has gone is not worked for; one that only has no more to ask still hears the answer.
#[cfg(unix)]
#[test]
fn what_nobody_can_hear_is_given_up() {
    let mut open = Open::new();
    open.say(json!({ "request": "load", "variant": "international" }));
    open.hear();
    open.say(json!({ "request": "perft", "depth": 30 }));
    open.say(json!({ "request": "analyse", "agent": "alpha-beta:3600s" }));
    let Open { mut child, input, output } = open;
    drop((input, output));
    let since = std::time::Instant::now();
    while child.try_wait().unwrap().is_none() {
        if since.elapsed().as_secs() >= 60 {
            child.kill().unwrap();
            panic!("it works for nobody");
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let mut open = Open::new();
    open.say(json!({ "request": "load", "variant": "english" }));
    open.say(json!({ "request": "perft", "depth": 7 }));
    drop(open.input);
    let answers: Vec<String> = open.output.lines().map(Result::unwrap).collect();
    assert!(answers.len() == 2 && answers[1].contains("\"nodes\":179740"), "{answers:?}");
    assert!(open.child.wait().unwrap().success());
}

/// What was cancelled is not told, and above all not played.
#[test]
fn an_agent_that_is_cancelled_plays_nothing() {
    let mut open = Open::new();
    open.say(json!({ "request": "load", "variant": "international" }));
    open.hear();
    let requests = [
        json!({ "id": 1, "request": "agent", "agent": "alpha-beta:depth=40", "play": true }),
        json!({ "id": 2, "request": "agent", "agent": "alpha-beta:depth=40" }),
        json!({ "id": 3, "request": "agent", "agent": "alpha-beta:depth=40", "seat": "White" }),
        json!({ "id": 4, "request": "analyse", "agent": "alpha-beta:depth=40" }),
    ];
    for request in requests {
        open.say(request.clone());
        // It has begun.
        std::thread::sleep(std::time::Duration::from_millis(300));
        open.say(json!({ "id": "stop", "request": "cancel", "of": request["id"] }));
        let reply = open.hear();
        assert_eq!(
            (&reply["id"], &reply["failure"]["errors"][0]["text"]),
            (&request["id"], &json!("the request was cancelled"))
        );
        assert_eq!(open.hear(), json!({ "id": "stop", "answer": { "cancelled": true } }));
        open.say(json!({ "request": "state" }));
        assert_eq!(open.hear()["answer"]["ply"], 0, "{request}");
    }
    drop(open.input);
    assert!(open.child.wait().unwrap().success());
}

/// 20,000 requests of a game take less than a second, in the time of the process that answers; a build without optimizations is only asked.
#[cfg(target_os = "linux")]
#[test]
#[allow(clippy::print_stdout, reason = "numbers that are asked for")]
fn many_requests_are_answered_in_a_second() {
    let rounds = if cfg!(debug_assertions) { 5 } else { 20_000 / 90 + 1 };
    let mut open = Open::new();
    open.say(json!({ "request": "load", "variant": "english" }));
    open.hear();
    let begun = crate::shell::worked(open.child.id());
    let [moves, play, undo] =
        [json!({ "request": "moves" }), json!({ "request": "play", "move": 1 }), json!({ "request": "undo" })];
    for requests in
        (0..rounds).flat_map(|_| std::iter::repeat_n([&moves, &play], 30).chain(std::iter::repeat_n([&undo, &undo], 15)))
    {
        requests.into_iter().for_each(|one| open.say(one.clone()));
        for request in requests {
            let reply = open.hear();
            assert!(reply["answer"].is_object(), "{request}: {reply}");
        }
    }
    let took = crate::shell::worked(open.child.id()) - begun;
    println!("{} requests in {took:?}", 90 * rounds);
    assert!(cfg!(debug_assertions) || took.as_secs() < 1, "{took:?}");
}
