//! A game between people: whose turn it is, what is kept, a new start in its midst.

use serde_json::{Value, json};

use super::{JSON, Served};
use crate::shell::run_in;

fn failure(answer: &Value) -> &str {
    answer["failure"]["errors"][0]["text"].as_str().unwrap_or_default()
}

#[test]
fn a_game_goes_on_after_a_new_start() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &["english", "--game", "g.toml"]);
    let said = served.said.clone();
    assert_eq!(
        (&said["gallery"], &said["seats"][0]["name"], &said["seats"][1]["name"]),
        (&Value::Null, &json!("Black"), &json!("White"))
    );
    let (black, white) = (served.link(0), served.link(1));
    let play = |served: &Served, link: &str, mv: &str, ply: usize| {
        served.ask(link, &json!({ "request": "play", "move": mv, "ply": ply }))
    };
    assert_eq!(failure(&play(&served, &white, "22-18", 0)), "it is not your turn");
    assert_eq!(play(&served, &black, "11-15", 0)["answer"]["played"], json!(["11-15"]));
    assert_eq!(failure(&play(&served, &black, "10-14", 1)), "it is not your turn");
    assert_eq!(failure(&play(&served, &white, "22-18", 0)), "the game has gone on: there is 1 decision", "an old page");
    assert!(failure(&play(&served, &white, "22-1", 1)).starts_with("`22-1` is none of the moves"));
    // It is kept before the answer comes: nobody has to end the server well.
    drop(served);
    let kept = std::fs::read_to_string(folder.path().join("g.toml")).unwrap();
    assert!(kept.contains("11-15"), "{kept}");
    let served = Served::start(folder.path(), &["english", "--game", "g.toml"]);
    assert_eq!(served.said, said, "the same links, at the same port");
    assert_eq!(served.ask(&black, &json!({ "request": "played" }))["answer"]["played"], json!(["11-15"]));
    assert_eq!(play(&served, &white, "22-18", 1)["answer"]["ply"], 2);
    assert_eq!(served.hear(&format!("{white}events"), "ply"), "{\"ply\":2}");
    let (code, err) = served.end();
    assert!(code == 130 && err.contains("kept: g.toml: 2 decisions; the same command goes on with it"), "{code} {err}");
    let resumed = run_in(folder.path(), &["play", "english", "--resume", "g.toml"], b"moves\nquit\n");
    assert!(resumed.out.contains("15x22"), "any other command reads it: {}", resumed.out);
}

#[test]
fn a_seat_may_ask_for_nothing_but_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &["saving_private", "--game", "g.toml", "--seed", "3"]);
    let (south, north) = (served.link(0), served.link(1));
    for request in [
        "load", "position", "chance", "undo", "redo", "agent", "perft", "cancel", "close", "check", "source", "variants",
        "agents",
    ] {
        let mut line = json!({ "request": request });
        let extra = match request {
            "load" | "check" | "source" => json!({ "variant": "english" }),
            "position" => json!({ "position": "B:W1:B2" }),
            "perft" => json!({ "depth": 1 }),
            "cancel" => json!({ "of": 1 }),
            _ => json!({}),
        };
        line.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        let answer = served.ask(&south, &line);
        assert_eq!(failure(&answer), format!("a seat may not ask for `{request}`"));
    }
    for form in ["game", "pdn"] {
        assert_ne!(failure(&served.ask(&south, &json!({ "request": "view", "form": form }))), "", "{form}");
    }
    for request in ["view", "moves", "played", "explain"] {
        assert_eq!(failure(&served.ask(&south, &json!({ "request": request, "seat": "North" }))), "this is another's seat");
    }
    let moves = |link: &str| served.ask(link, &json!({ "request": "moves" }))["answer"].clone();
    assert!(!moves(&south)["moves"].as_array().unwrap().is_empty());
    assert_eq!(moves(&north), json!({ "player": "South", "moves": [] }), "what others can choose from is theirs to know");
    for path in ["play.html?english", "rules/english.html", "pictures/english.svg", "g.toml", "nothing"] {
        assert_eq!(served.get(&format!("{south}{path}")).status, 404, "{path}");
    }
    assert!(served.request("POST", &format!("{south}ask/x"), &[JSON], "{").body.contains("this is no JSON"));
}

#[test]
fn a_game_is_kept_by_one_server_for_nobody_else_to_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &["english", "--game", "g.toml"]);
    for name in ["g.toml", "g.links.json"] {
        let mode = std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}");
    }
    let second = run_in(folder.path(), &["serve", "english", "--game", "g.toml"], b"");
    assert!(second.code == 2 && second.err.contains("another `draughtsman serve` keeps this game"), "{}", second.err);
    drop(served);
    std::fs::write(folder.path().join("other.toml"), "hello = 1\n").unwrap();
    let other = run_in(folder.path(), &["serve", "english", "--game", "other.toml"], b"");
    assert!(other.code == 2 && other.err.contains("no saved game by this program"), "{}", other.err);
    let wrong = run_in(folder.path(), &["serve", "lasca", "--game", "g.toml"], b"");
    assert!(wrong.code == 2 && wrong.err.contains("this is a game of `english`"), "{}", wrong.err);
    // Even if the rules cannot read it.
    assert_eq!(run_in(folder.path(), &["play", "english", "--save", "p.toml"], b"11-15\n").code, 0);
    let wrong = run_in(folder.path(), &["serve", "lasca", "--game", "p.toml"], b"");
    assert!(wrong.code == 2 && wrong.err.contains("p.toml: this is a game of `english`"), "{}", wrong.err);
}

#[test]
fn a_move_that_cannot_be_kept_is_not_played() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("games");
    std::fs::create_dir(&inner).unwrap();
    let served = Served::start(folder.path(), &["english", "--game", "games/g.toml"]);
    let black = served.link(0);
    std::fs::rename(&inner, folder.path().join("away")).unwrap();
    let answer = served.ask(&black, &json!({ "request": "play", "move": "11-15" }));
    assert!(failure(&answer).starts_with("the move cannot be kept, and was not played"), "{answer}");
    assert_eq!(served.ask(&black, &json!({ "request": "state" }))["answer"]["ply"], 0);
    std::fs::rename(folder.path().join("away"), &inner).unwrap();
    assert_eq!(served.ask(&black, &json!({ "request": "play", "move": "11-15" }))["answer"]["ply"], 1);
    // What is in the way is told to who serves the game, and no path to who plays.
    std::fs::write(inner.join("g.toml"), "# mine\n").unwrap();
    let white = served.ask(&served.link(1), &json!({ "request": "play", "move": "22-18" }));
    assert_eq!(failure(&white), "the move cannot be kept, and was not played: who serves the game is told why");
    let (_, err) = served.end();
    let told = "error: games/g.toml: the move cannot be kept, and was not played: there is a file already";
    assert!(err.contains(told), "{err}");
}
