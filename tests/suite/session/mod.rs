//! `draughtsman session`: real traffic against its schema, the page that tells of it with its clients, hostile lines, cancelling.

mod edits;
mod games;
mod processes;
mod secrets;

use std::io::Write;
use std::process::{Command, Stdio};

use boon::{Compiler, SchemaIndex, Schemas};
use draughtsman::library;
use draughtsman::protocol::{LONGEST_LINE, Sessions};
use serde_json::{Value, json};

use crate::shell::run_with;

const PAGE: &str = include_str!("../../../docs/session.md");
const SCHEMA: &str = include_str!("../../../docs/session.schema.json");

/// The schema, as a validator not ours keeps it.
struct Schema {
    schemas: Schemas,
    compiler: Compiler,
}

impl Schema {
    fn new() -> Schema {
        let mut compiler = Compiler::new();
        compiler.add_resource("session.json", serde_json::from_str(SCHEMA).unwrap()).unwrap();
        Schema { schemas: Schemas::new(), compiler }
    }

    fn index(&mut self, definition: &str) -> SchemaIndex {
        self.compiler.compile(&format!("session.json#/$defs/{definition}"), &mut self.schemas).unwrap()
    }

    /// The line is as this definition says.
    fn check(&mut self, value: &Value, definition: &str) {
        let index = self.index(definition);
        let found = self.schemas.validate(value, index).err().map(|error| error.to_string());
        assert_eq!(found, None, "{definition}: {value}");
    }
}

/// Sessions whose traffic is held against the schema.
struct Checked {
    sessions: Sessions,
    schema: Schema,
}

impl Checked {
    fn new() -> Checked {
        Checked { sessions: Sessions::default(), schema: Schema::new() }
    }

    fn ask(&mut self, request: Value) -> Value {
        self.schema.check(&request, "request");
        let reply: Value = serde_json::from_str(&self.sessions.answer(&request.to_string())).unwrap();
        self.schema.check(&reply, "reply");
        assert_eq!(reply.get("id"), Some(request.get("id").unwrap_or(&Value::Null)));
        if let Some(answer) = reply.get("answer") {
            self.schema.check(answer, &format!("answer-{}", request["request"].as_str().unwrap()));
        }
        reply
    }

    fn answer(&mut self, request: Value) -> Value {
        let reply = self.ask(request.clone());
        assert!(reply.get("answer").is_some(), "{request}: {reply}");
        reply["answer"].clone()
    }

    fn failure(&mut self, request: Value) -> String {
        let reply = self.ask(request.clone());
        assert!(reply.get("failure").is_some(), "{request}: {reply}");
        reply["failure"]["errors"][0]["text"].as_str().unwrap().to_owned()
    }
}

/// Every bundled variant, some decisions of it, and everything that can be asked of each position.
#[test]
fn traffic_of_every_variant_is_as_the_schema_says() {
    let mut all = Checked::new();
    let variants = all.answer(json!({ "request": "variants" }));
    assert_eq!(variants["variants"].as_array().unwrap().len(), library::names().count());
    let agents = all.answer(json!({ "request": "agents" }))["agents"].clone();
    assert_eq!((agents[0].as_str(), agents[9].as_str()), (Some("random"), Some("level:8")));
    for name in library::names() {
        let text = all.answer(json!({ "request": "source", "variant": name }))["text"].clone();
        assert_eq!(
            all.answer(json!({ "request": "check", "variant": name, "rules": text })),
            json!({ "diagnostics": [], "text": "" })
        );
        let loaded = all.answer(json!({ "id": name, "request": "load", "variant": name, "seed": 5 }));
        assert_eq!(all.answer(json!({ "request": "state" })), loaded);
        let equipment = all.answer(json!({ "request": "equipment" }));
        assert_eq!(equipment["pieces"][0]["kind"], loaded["kinds"][0], "{equipment}");
        all.answer(json!({ "request": "chance" }));
        for number in 0..4 {
            let seat = loaded["players"][number % 2]["name"].clone();
            for seat in [json!({}), json!({ "seat": seat })] {
                let with = |request: Value| {
                    let mut request = request;
                    request.as_object_mut().unwrap().extend(seat.as_object().unwrap().clone());
                    request
                };
                let listed = all.answer(with(json!({ "request": "moves" })));
                all.answer(with(json!({ "request": "played" })));
                all.answer(with(json!({ "request": "explain" })));
                all.answer(with(json!({ "request": "explain", "move": "1-1" })));
                all.answer(with(json!({ "request": "view" })));
                all.answer(with(json!({ "request": "view", "form": "fen" })));
                let squares = listed["moves"][0]["path"].clone();
                all.answer(with(
                    json!({ "request": "view", "form": "svg", "dots": squares, "flip": true, "bare": true, "last": true }),
                ));
            }
            all.answer(json!({ "request": "agent", "agent": "greedy" }));
            let state = all.answer(json!({ "request": "state" }));
            if state["player"].as_str().is_some_and(|player| player != "chance") {
                let analysis = all.answer(json!({ "request": "analyse", "agent": "alpha-beta:20", "lines": 2, "seat": seat }));
                assert_eq!(analysis["player"], state["player"], "{name}");
            }
            all.answer(json!({ "request": "agent", "agent": "random", "play": true, "seat": seat }));
        }
        all.answer(json!({ "request": "undo", "count": 2, "revealed": true }));
        all.answer(json!({ "request": "redo" }));
        all.answer(json!({ "request": "perft", "depth": 1, "divide": true }));
        assert!(all.answer(json!({ "request": "book" }))["text"].as_str().unwrap().contains(loaded["title"].as_str().unwrap()));
        let game = all.answer(json!({ "request": "view", "form": "game" }))["text"].clone();
        let before = all.answer(json!({ "request": "view" }));
        all.answer(json!({ "request": "position", "position": game }));
        assert_eq!(all.answer(json!({ "request": "view" })), before, "{name}");
    }
    assert_eq!(all.answer(json!({ "request": "close" })), json!({ "closed": true }));
}

#[test]
fn what_cannot_be_done_is_said() {
    let mut all = Checked::new();
    assert_eq!(all.failure(json!({ "request": "moves" })), "there is no game ``: `load` begins one");
    assert!(all.failure(json!({ "request": "load", "variant": "englich" })).contains("there is no variant"));
    assert!(all.failure(json!({ "request": "load" })).contains("which rules"));
    assert!(all.failure(json!({ "request": "load", "variant": "english", "options": ["nonsense"] })).contains("nonsense"));
    let wrong = json!({ "id": 1, "request": "load", "rules": "+++\nname = \"x\"\nextends = \"englich\"\n+++\n" });
    let reply = all.ask(wrong);
    assert_eq!(reply["failure"]["diagnostics"][0]["code"], "E0223", "{reply}");
    let odd = "+++\nname = \"x\"\nextends = \"english\"\n+++\nreplace movement {\n  man may stp forward\n}\n";
    let found = all.answer(json!({ "request": "check", "variant": "odd", "rules": odd }));
    assert_eq!(found["diagnostics"][0]["help"][0], "did you mean `step`?", "{found}");
    assert!(found["text"].as_str().unwrap().contains("odd.draughts:6:11"), "{found}");
    assert!(all.failure(json!({ "request": "source", "variant": "englich" })).contains("no bundled variant `englich`"));
    all.answer(json!({ "request": "load", "variant": "english" }));
    assert!(all.failure(json!({ "request": "play", "move": "11-18" })).starts_with("`11-18` is none of the moves"));
    assert!(all.failure(json!({ "request": "play", "move": 8 })).contains("the list has 7 moves"));
    assert_eq!(all.failure(json!({ "request": "play", "move": 1, "ply": 1 })), "the game has gone on: there are 0 decisions");
    assert!(all.failure(json!({ "request": "moves", "seat": "Green" })).contains("there is no player `Green`"));
    assert!(all.failure(json!({ "request": "moves", "game": "other" })).contains("there is no game `other`"));
    assert_eq!(all.failure(json!({ "request": "undo" })), "1 decision cannot be taken back: there are 0 decisions");
    assert_eq!(
        all.failure(json!({ "request": "redo", "count": 2 })),
        "2 decisions cannot be played again: there are 0 decisions"
    );
    let reply = all.ask(json!({ "request": "edit", "change": { "mover": "Green" } }));
    assert_eq!(reply["failure"]["errors"][0]["accepted"], json!(["Black", "White"]), "one by one: {reply}");
    assert!(all.failure(json!({ "request": "position", "position": "B:W99:B1" })).contains("99"));
    assert!(all.failure(json!({ "request": "view", "form": "svg", "dots": ["z9"] })).contains("z9"));
    assert!(all.failure(json!({ "request": "cancel", "of": 3 })).contains("nothing to cancel"));
    all.answer(json!({ "request": "load", "variant": "saving_private" }));
    let whole = all.failure(json!({ "request": "view", "form": "game", "seat": "North" }));
    assert!(whole.contains("may not see"), "{whole}");
    for number in 0..70 {
        let full = all.ask(json!({ "request": "load", "variant": "english", "game": number.to_string() }));
        assert_eq!(full.get("failure").is_some(), number >= 63, "{number}");
    }
}

/// What chance deals to others has no name in the answers to a seat.
#[test]
fn a_seat_is_not_told_what_it_cannot_know() {
    let mut all = Checked::new();
    let mut told = [0, 0];
    all.answer(json!({ "request": "load", "variant": "saving_private", "seed": 7 }));
    let dealt = all.answer(json!({ "request": "chance", "seat": "North" }));
    for text in dealt["played"].as_array().unwrap() {
        told[usize::from(text.is_null())] += 1;
    }
    for _ in 0..60 {
        let state = all.answer(json!({ "request": "agent", "agent": "random", "seat": "North", "play": true }));
        told[usize::from(state["move"].is_null())] += 1;
        if state["player"].is_null() {
            break;
        }
    }
    assert!(told[0] > 0 && told[1] > 0, "{told:?}");
    let kept = all.ask(json!({ "request": "undo", "count": told[0] + told[1] }))["failure"]["errors"][0].clone();
    assert!(kept["text"].as_str().unwrap().ends_with(": it is not taken back"), "{kept}");
    assert_eq!(kept["accepted"], json!(["\"revealed\":true"]), "what is no word of the page: {kept}");
    let back = all.answer(json!({ "request": "undo", "count": told[0] + told[1], "revealed": true, "seat": "North" }));
    let unknown = back["taken_back"].as_array().unwrap().iter().filter(|text| text.is_null()).count();
    assert!(unknown > 0 && !back["revealed"].as_array().unwrap().is_empty(), "{back}");
    assert!(all.failure(json!({ "request": "redo", "count": 1000 })).contains("there are"));
    let again = all.answer(json!({ "request": "redo", "count": told[0] + told[1], "seat": "North" }));
    let mut again = again["played"].as_array().unwrap().clone();
    assert_eq!(json!(again), all.answer(json!({ "request": "played", "seat": "North" }))["played"]);
    again.reverse();
    assert_eq!(json!(again), back["taken_back"]);
}

/// Lines that are no requests: each is answered, with a place where there is one, and the next one is understood.
#[test]
fn hostile_lines_are_answered() {
    let deep = |open: &str, close: &str| open.repeat(50_000) + &close.repeat(50_000);
    let lines: Vec<(Vec<u8>, &str)> = vec![
        (b"{".to_vec(), "this is no JSON"),
        (b"[1,2]".to_vec(), "a request is an object"),
        (b"null".to_vec(), "a request is an object"),
        (b"{\"request\":\"play\"}}".to_vec(), "trailing characters"),
        (b"{\"request\":7}".to_vec(), "invalid type: integer `7`"),
        (b"{\"request\":\"fly\"}".to_vec(), "there is no request `fly`"),
        (b"{\"id\":7}".to_vec(), "`request` is missing"),
        (b"{\"id\":1.5,\"request\":\"moves\"}".to_vec(), "invalid type: floating point"),
        (b"{\"id\":99999999999999999999,\"request\":\"moves\"}".to_vec(), "expected a whole number"),
        (b"{\"id\":{\"a\":1},\"request\":\"moves\"}".to_vec(), "invalid type: map"),
        (b"{\"request\":\"moves\",\"moves\":1}".to_vec(), "unknown field `moves`"),
        (b"{\"request\":\"moves\",\"depth\":1}".to_vec(), "`moves` has no field `depth`"),
        (b"{\"id\":7,\"request\":\"moves\",\"depth\":1}".to_vec(), "`moves` has no field `depth`"),
        (b"{\"request\":\"moves\",\"request\":\"play\"}".to_vec(), "duplicate field"),
        (b"{\"request\":\"play\",\"move\":-1}".to_vec(), "expected a move's text"),
        (b"{\"request\":\"perft\",\"depth\":-1}".to_vec(), "invalid value"),
        (b"{\"request\":\"perft\",\"depth\":\"7\"}".to_vec(), "expected a whole number from 0 to 4294967295"),
        (b"{\"request\":\"undo\",\"count\":-1}".to_vec(), "expected a whole number from 0"),
        (b"{\"request\":\"view\",\"arrows\":[[\"11\"]]}".to_vec(), "invalid length 1, expected a list of two"),
        (b"{\"request\":\"view\",\"flip\":1}".to_vec(), "expected true or false"),
        (b"{\"request\":\"edit\",\"change\":{}}".to_vec(), "expected an object with one field"),
        (b"{\"request\":\"edit\",\"change\":[]}".to_vec(), "expected a text or an object"),
        (b"{\"request\":\"edit\",\"change\":{\"lift\":7}}".to_vec(), "expected an object"),
        (b"{\"request\":\"edit\",\"change\":\"fly\"}".to_vec(), "unknown variant `fly`, expected one of `clear`, `mover`"),
        (b"{\"request\":\"perft\",\"depth\":1001}".to_vec(), "at most 1000"),
        (b"\0\0\0".to_vec(), "a request is an object"),
        (b"{\0}".to_vec(), "this is no JSON"),
        (b"{\"request\":\"play\",\"move\":\"\\u0000\"}".to_vec(), "none of the moves"),
        (b"{\"request\":\"play\",\"move\":\"\xff\"}".to_vec(), "no UTF-8"),
        (format!("{{\"request\":\"play\",\"move\":\"{}\"}}", "x".repeat(20_000)).into_bytes(), "at most 10000 bytes"),
        (format!("{{\"id\":\"{}\",\"request\":\"moves\"}}", "x".repeat(1_000)).into_bytes(), "at most 200 bytes"),
        (deep("[", "]").into_bytes(), "a request is an object"),
        (format!("{{\"id\":{}}}", deep("[", "]")).into_bytes(), "invalid type: sequence"),
        (format!("{{\"request\":\"position\",\"position\":{}}}", json!(deep("{\"a\":", "}"))).into_bytes(), "recursion limit"),
        (vec![b'x'; LONGEST_LINE + 1], "longer than"),
        (vec![b'['; 3 * LONGEST_LINE], "longer than"),
    ];
    let mut input = b"{\"request\":\"load\",\"variant\":\"english\"}\n\n  \n".to_vec();
    for (line, _) in &lines {
        input.extend(line);
        input.extend(b"\r\n{\"id\":\"next\",\"request\":\"moves\"}\n");
    }
    let ended = run_with(&["session"], &input);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let mut schema = Schema::new();
    let replies: Vec<Value> = ended.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(replies.len(), 1 + 2 * lines.len());
    for ((line, said), (i, two)) in lines.iter().zip(replies[1..].chunks(2).enumerate()) {
        let shown = String::from_utf8_lossy(&line[..line.len().min(60)]).into_owned();
        schema.check(&two[0], "reply");
        let error = &two[0]["failure"]["errors"][0];
        assert!(error["text"].as_str().unwrap_or_default().contains(said), "{shown}: {}", two[0]);
        assert_eq!(two[0]["id"], if shown.contains("\"id\":7") { json!(7) } else { Value::Null }, "{shown}");
        // What was read as a request is wrong as a whole.
        let has_place = !matches!(*said, "none of the moves" | "at most 1000" | "`request` is missing" | "recursion limit");
        if has_place {
            // Empty lines count too.
            assert_eq!(error["place"]["line"], 4 + 2 * i, "{shown}");
            assert!(error["place"]["end"].as_u64().unwrap() as usize <= line.len().max(1), "{shown}: {error}");
        }
        assert_eq!((&two[1]["id"], two[1]["answer"]["moves"].as_array().map(Vec::len)), (&json!("next"), Some(7)), "{shown}");
    }
}

#[test]
fn the_page_shows_what_is_said() {
    let (_, rest) = PAGE.split_once("<!-- check: session -->\n```text\n").unwrap();
    let (block, _) = rest.split_once("\n```").unwrap();
    let mut sessions = Sessions::default();
    let mut said = String::new();
    for line in block.lines() {
        match line.split_once(' ').unwrap() {
            (">", request) => said = sessions.answer(request),
            (_, shown) => match shown.strip_suffix('…') {
                Some(begun) => assert!(said.starts_with(begun), "{said}"),
                None => assert_eq!(said, shown),
            },
        }
    }
}

/// What the clients of the page print.
#[test]
fn the_clients_of_the_page_run() {
    let mut tried = 0;
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_draughtsman")).parent().unwrap();
    let paths = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let path = std::env::join_paths(std::iter::once(folder.to_owned()).chain(paths)).unwrap();
    for part in PAGE.split("<!-- run: ").skip(1) {
        let (words, rest) = part.split_once(" -->\n```").unwrap();
        let (_, rest) = rest.split_once('\n').unwrap();
        let (code, _) = rest.split_once("\n```").unwrap();
        assert!(code.lines().filter(|line| !line.trim().is_empty()).count() <= 32, "{words}: {code}");
        let words: Vec<&str> = words.split_whitespace().collect();
        let known = Command::new(words[0]).arg("--version").output().is_ok_and(|found| found.status.success());
        if !known {
            assert!(std::env::var_os("CI").is_none(), "{} is not installed", words[0]);
            continue;
        }
        let mut child = Command::new(words[0]);
        child.args(&words[1..]).arg("-").env("PATH", &path).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = child.spawn().unwrap();
        child.stdin.take().unwrap().write_all(code.as_bytes()).unwrap();
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stdout).unwrap();
        assert!(ended.status.success(), "{words:?}");
        assert_eq!(said.lines().count(), 2, "{said}");
        assert!(said.lines().next().unwrap().ends_with(" won"), "{said}");
        assert!(said.ends_with("`11-15` comes after the end of the game\n"), "{said}");
        tried += 1;
    }
    assert!(tried == 2 || std::env::var_os("CI").is_none());
}

#[test]
fn every_request_is_in_the_schema_on_the_page_and_in_the_help() {
    let help = run_with(&["session", "--help"], b"").out;
    let requests = draughtsman::protocol::requests();
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    for (name, fields) in &requests {
        assert!(PAGE.contains(&format!("`{name}`")), "{name}");
        assert!(help.contains(name), "{name}");
        let known = schema["$defs"][format!("ask-{name}")]["properties"].as_object().unwrap();
        let known: Vec<&str> =
            known.keys().map(String::as_str).filter(|key| !matches!(*key, "id" | "request" | "game")).collect();
        assert_eq!(&known, fields, "{name}");
    }
    let asked = schema["$defs"].as_object().unwrap().keys().filter(|key| key.starts_with("ask-")).count();
    assert_eq!(asked, requests.len());
}
