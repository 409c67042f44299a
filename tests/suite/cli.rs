//! Every subcommand as a shell uses it: what it prints, its JSON, its exit code.

use std::fs;

use draughtsman::library;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::shell::{answer, answer_with, command, file, json, run, run_in, run_with, small};

#[test]
fn list() {
    let text = answer(&["list"]);
    assert!(text.contains("\nenglish         English draughts, American checkers"), "{text}");
    assert_eq!(text.lines().count(), library::names().count());
    let answer = json(&["list", "--json"]);
    let names: Vec<&str> = answer["variants"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, library::names().collect::<Vec<_>>());
    assert_eq!(answer["schema"], 1);
}

#[test]
fn show_is_the_file() {
    assert_eq!(answer(&["show", "english"]), fs::read_to_string("variants/english.draughts").unwrap());
    let text = small("movement {\n  man may step any-way\n}\n");
    assert_eq!(answer_with(&["show", "-"], &text), text);
}

#[test]
fn show_program_names_the_line_of_every_instruction() {
    let text = answer(&["show", "english", "--program"]);
    let part =
        "  king may step diagonal    [english.draughts:45]\n    each piece of (of-kind king)\n    (go diagonal (to empty))";
    assert!(text.contains(part), "{text}");
}

#[test]
fn check() {
    let ended = run(&["check", "english", "variants"]);
    assert_eq!((ended.code, ended.out.as_str()), (0, ""));
    assert!(ended.err.contains("no mistakes"));
    let ended = run(&["check", "english", "gone.draughts"]);
    assert!(ended.code == 2 && ended.err.contains("1 file: no mistakes; 1 file could not be read"), "{}", ended.err);
    assert!(!run(&["check", "gone.draughts"]).err.contains("no mistakes"));
    let text = small("movement {\n  man may step forwrd\n}\n");
    let ended = run_with(&["check", "--json", "-"], text.as_bytes());
    let answer: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!((ended.code, &answer["schema"]), (1, &json!(1)));
    let found = &answer["diagnostics"][0];
    let start = text.find("forwrd").unwrap();
    assert_eq!(found["span"], json!({ "start": start, "end": start + 6, "line": 25, "column": 16 }));
    assert_eq!((&found["severity"], &found["file"]), (&json!("error"), &json!("<stdin>")));
    for key in ["code", "message", "labels", "help", "fix"] {
        assert!(found.get(key).is_some(), "{key}");
    }
    assert_eq!(run_with(&["check", "--format", "json", "-"], text.as_bytes()).out, ended.out);
}

#[test]
fn colour_only_where_it_is_wanted() {
    let text = small("movement {\n  man may step forwrd\n}\n");
    assert!(!run_with(&["check", "-"], text.as_bytes()).out.contains('\u{1b}'));
    assert!(run_with(&["check", "--color", "always", "-"], text.as_bytes()).out.contains('\u{1b}'));
    let out = command(&["list"]).env("NO_COLOR", "1").output().unwrap().stdout;
    assert!(!out.contains(&0x1b));
}

#[test]
fn fmt() {
    let folder = tempdir().unwrap();
    let untidy = small("movement{\nman   may step any-way\n}");
    let path = file(folder.path(), "x.draughts", &untidy);
    let folder = folder.path().to_str().unwrap();
    let ended = run(&["fmt", "--check", folder]);
    assert_eq!((ended.code, ended.out.trim_end()), (1, path.as_str()));
    let piped = answer_with(&["fmt", "-"], &untidy);
    assert!(piped.ends_with("movement {\n  man may step any-way\n}\n"), "{piped}");
    assert_eq!(answer(&["fmt", folder]), "");
    assert_eq!(fs::read_to_string(&path).unwrap(), piped);
    assert_eq!(run(&["fmt", "--check", &path]).code, 0);
}

#[test]
fn moves() {
    let text = answer(&["moves", "english"]);
    assert!(text.contains("Black to move, 7 moves:\n") && text.contains(". 11-15\n"), "{text}");
    let text = answer(&["moves", "english", "--position", "W:W5:BK1"]);
    assert!(text.ends_with("Black has won (player who cannot move loses, english.draughts:76)\n"), "{text}");
}

#[test]
fn moves_in_json() {
    let answer = json(&["moves", "english", "--json", "--position", "B:W22,15,8:B18", "--after"]);
    assert_eq!((&answer["schema"], &answer["player"]), (&json!(1), &json!("Black")));
    assert_eq!(answer["position"]["board"]["18"], json!({ "owner": "Black", "kind": "man" }));
    let mv = &answer["moves"][0];
    assert_eq!((&mv["text"], &mv["captures"]), (&json!("18x25"), &json!(["22"])));
    assert_eq!(mv["path"], json!(["18", "25"]));
    assert_eq!(mv["after"]["player"], "White");
    assert_eq!(mv["after"]["board"].as_object().unwrap().len(), 3);
}

#[test]
fn positions_come_in_every_form() {
    let folder = tempdir().unwrap();
    let fen = "W:W21-32:B1-12";
    let position = &json(&["moves", "english", "--json", "--position", fen])["position"];
    let fen_file = file(folder.path(), "x.fen", format!("{fen}\n"));
    let json_file = file(folder.path(), "x.json", position.to_string());
    let toml = "variant = \"english\"\n[setup]\nplayer = \"White\"\ndiagram = '''\n. b . b . b . b\nb . b . b . b .\n. b . b . b . b\n. . . . . . . .\n. . . . . . . .\nw . w . w . w .\n. w . w . w . w\nw . w . w . w .\n'''\n";
    let toml_file = file(folder.path(), "x.toml", toml);
    let expected = answer(&["moves", "english", "--position", fen]);
    for source in [&fen_file, &json_file, &toml_file, &position.to_string()] {
        assert_eq!(answer(&["moves", "english", "--position", source]), expected);
    }
    for text in [fen, &position.to_string(), toml] {
        assert_eq!(answer_with(&["moves", "english", "--position", "-"], text), expected);
    }
}

#[test]
fn a_saved_game_goes_on_with_its_options() {
    let folder = tempdir().unwrap();
    let save = "variant = \"english\"\nmoves = [\"11-15\", \"22-18\"]\n[numbers]\nidle-limit = 40\n";
    let save = file(folder.path(), "game.toml", save);
    let answer = json(&["moves", "english", "--json", "--position", &save]);
    assert_eq!(answer["position"]["options"], json!(["idle-limit=40"]));
    assert_eq!((&answer["moves"][0]["text"], &answer["position"]["turns"]), (&json!("15x22"), &json!(2)));
    let other = json(&["moves", "english", "--json", "--position", &save, "--option", "idle-limit=9"]);
    assert_eq!(other["position"]["options"], json!(["idle-limit=9"]));
}

#[test]
fn a_position_that_names_no_options_is_played_by_the_defaults() {
    let moves = |options: &str| {
        let board = r#""board":{"c6":{"owner":"Black","kind":"man"},"d7":{"owner":"White","kind":"man"},"f7":{"owner":"White","kind":"man"},"h8":{"owner":"White","kind":"man"}}"#;
        let position = format!(r#"{{"schema":1,"variant":"warp",{options}"player":"Black",{board}}}"#);
        answer(&["moves", "warp", "--position", &position])
    };
    // Crowned on e8 the man ends its move, unless that is switched off.
    assert!(!moves("").contains("c6xe8xg6") && moves("").contains("c6xe8"));
    assert_eq!(moves(r#""options":["crown-ends-turn"],"#), moves(""));
    assert_eq!(moves(r#""options":["crown-ends-turn=on"],"#), moves(""));
    for off in [r#""options":[],"#, r#""options":["crown-ends-turn=off"],"#] {
        assert!(moves(off).contains("c6xe8xg6"), "{off}");
    }
}

#[test]
fn a_seed_fixes_the_chance_of_the_set_up() {
    let files = fs::read_dir("variants").unwrap();
    let mut chance = 0;
    for path in files.map(|entry| entry.unwrap().path()) {
        let path = path.to_str().unwrap();
        if !path.ends_with(".draughts") {
            continue;
        }
        let first = json(&["moves", path, "--json"]);
        if first["player"] == "chance" {
            chance += 1;
            let [one, same, other] = ["7", "7", "8"].map(|seed| json(&["moves", path, "--json", "--seed", seed]));
            assert_ne!(one["player"], "chance");
            assert_eq!(one, same);
            assert_ne!(one["position"], other["position"], "{path}");
        }
    }
    assert!(chance > 0, "some variant draws before the game");
}

/// What chance decides next is played out by a seed in a position that is given, as it is at the start.
#[test]
fn a_seed_rolls_from_a_given_position_too() {
    let rules = small(
        "movement {\n  man may step any-way\n}\nturn {\n  choose die in (1 or 2 or 3 or 4 or 5 or 6) by chance\n  set pips to die\n  play move\n}\n\
         state {\n  counter pips: 0..6 each turn\n}\n",
    );
    let listed = |more: &[&str]| -> Value {
        let told = answer_with(&[&["moves", "-", "--position", "W:Wa1:Bc3", "--json"], more].concat(), &rules);
        serde_json::from_str(&told).unwrap()
    };
    assert_eq!(listed(&[])["player"], "chance");
    let pips: Vec<Value> = (1..9).map(|seed| listed(&["--seed", &seed.to_string()])).collect();
    assert!(pips.iter().all(|told| told["player"] == "White"), "{pips:?}");
    assert!(pips.iter().any(|told| told["position"]["counters"] != pips[0]["position"]["counters"]), "{pips:?}");
}

#[test]
fn perft_in_json() {
    let answer = json(&["perft", "english", "4", "--json", "--divide"]);
    assert_eq!((&answer["variant"], &answer["counting"]), (&json!("english"), &json!("drop")));
    let nodes: Vec<u64> = answer["depths"].as_array().unwrap().iter().map(|depth| depth["nodes"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [7, 49, 302, 1469]);
    let last = &answer["depths"][3];
    assert!(last["cpu_seconds"].is_number());
    let divided: u64 = last["divide"].as_object().unwrap().values().map(|leaves| leaves.as_u64().unwrap()).sum();
    assert_eq!(divided, 1469);
    assert_eq!(json(&["perft", "english", "1", "--json", "--keep"])["counting"], "keep");
}

#[test]
fn perft_is_the_same_however_it_is_counted() {
    let nodes = |more: &[&str]| -> Vec<Value> {
        let answer = json(&[&["perft", "english", "5", "--json"], more].concat());
        answer["depths"].as_array().unwrap().iter().map(|depth| depth["nodes"].clone()).collect()
    };
    let plain = nodes(&[]);
    assert_eq!(plain, [7, 49, 302, 1469, 7361].map(|nodes| json!(nodes)));
    for more in [&["--made"][..], &["--general"], &["--threads", "3"], &["--threads", "2", "--made"]] {
        assert_eq!(nodes(more), plain, "{more:?}");
    }
    assert_eq!(json(&["perft", "english", "0", "--json"])["depths"][0]["nodes"], 1);
}

#[test]
fn perft_in_text() {
    let text = answer(&["perft", "english", "2", "--divide", "--position", "W:W5:BK32"]);
    let words: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(words, ["depth", "nodes", "cpu", "seconds", "nodes/second"]);
    assert!(text.lines().any(|line| line.starts_with("5-1 ")), "{text}");
}

#[test]
fn render() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x.svg");
    assert_eq!(answer(&["render", "english", "-o", path.to_str().unwrap()]), "");
    let picture = fs::read_to_string(path).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert_eq!(answer(&["render", "english"]), picture);
    assert_ne!(answer(&["render", "english", "--flip"]), picture);
}

#[test]
fn position() {
    let folder = tempdir().unwrap();
    let written = |ending: &str| {
        let file = folder.path().join(format!("now.{ending}"));
        assert_eq!(answer(&["position", "english", "--position", "W:W9:BK1", "-o", file.to_str().unwrap()]), "");
        (file.to_str().unwrap().to_owned(), fs::read_to_string(&file).unwrap())
    };
    assert_eq!(written("fen").1, "W:W9:BK1\n");
    assert!(written("svg").1.starts_with("<svg"));
    // What is written is read as the same, and told alike.
    let text = answer(&["position", "english", "--position", "W:W9:BK1"]);
    assert!(text.ends_with("White to move.\n"), "{text}");
    for ending in ["toml", "json", "fen"] {
        assert_eq!(answer(&["position", "english", "--position", &written(ending).0]), text, "{ending}");
        assert_eq!(answer(&["position", "english", "--position", "W:W9:BK1", "--format", ending]), written(ending).1);
    }
    for (arguments, part) in
        [(["-o", "now.doc"], "cannot be written as .doc"), (["--format", "doc"], "possible values: text, json, toml")]
    {
        let ended = run(&[&["position", "english"], &arguments[..]].concat());
        assert!(ended.code == 2 && ended.err.contains(part), "{}", ended.err);
    }
    let ended = run(&["position", "saving_private", "--seed", "7", "--format", "fen"]);
    assert!(ended.code == 0 && ended.err.contains("FEN leaves out tokens"), "{}", ended.err);
}

#[test]
fn an_underscore_in_the_name_of_an_option_means_a_hyphen() {
    let position = ["moves", "warp", "--position", "B:Wd7,f7,h8:Bc6", "--option"];
    let hyphens = answer(&[&position[..], &["crown-ends-turn=off"]].concat());
    assert!(hyphens.contains("c6xe8xg6"), "{hyphens}");
    assert_eq!(answer(&[&position[..], &["crown_ends_turn=off"]].concat()), hyphens);
}

/// A game of pieces in hand on nine squares, with this rule.
fn by_hand(rule: &str) -> String {
    format!(
        r#"+++
name = "By hand"
[players]
White = {{ faces = "north" }}
Black = {{ faces = "south" }}
[board]
grid = "3x3"
[pieces]
man = {{ symbol = "m" }}
[piles]
hand = {{ of = "player", holds = "man" }}
[setup]
hand = {{ White = {{ man = 3 }}, Black = {{ man = 1 }} }}
diagram = """
. . .
. b .
w . .
"""
+++
movement {{
  mover may drop {{ {rule} }}
}}
"#
    )
}

#[test]
fn the_top_of_a_pile_of_pieces() {
    for end in ["top", "bottom"] {
        let rules = by_hand(&format!("require some {end} of hand of mover; move {end} of hand of mover to b1"));
        let rules = format!("{rules}victory {{ draw if piece on b1 }}\n");
        let played = answer_with(&["simulate", "-", "--games", "3", "--json"], &rules);
        let played: Value = serde_json::from_str(&played).unwrap();
        assert_eq!((&played["games"], &played["draws"]), (&json!(3), &json!(3)), "{played}");
    }
}

#[test]
fn what_is_repeated_and_changes_nothing_is_over() {
    let rules = by_hand("repeat: remove-from-play piece on b2");
    assert!(answer_with(&["moves", "-"], &rules).contains("drop"));
}

/// What FEN says and leaves out: standard output and standard error.
fn fen(arguments: &[&str]) -> (String, String) {
    let ended = run(&[&["position"], arguments, &["--format", "fen"]].concat());
    assert_eq!(ended.code, 0, "{}", ended.err);
    (ended.out, ended.err)
}

#[test]
fn fen_is_always_written_with_what_it_leaves_out() {
    let folder = tempdir().unwrap();
    let game = |name: &str, text: &str| file(folder.path(), name, text);
    let played = game("a.toml", "variant = \"english\"\nmoves = [\"11-15\", \"23-19\", \"8-11\"]\n");
    let plain = |text: &str| (format!("{text}\n"), String::new());
    assert_eq!(fen(&["english", "-p", &played]), plain("W:W19,21,22,24-32:B1-7,9-12,15:F2"));
    // Kings have moved twice since a man did: the clock goes on where it stood.
    let kings = "variant = \"english\"\nmoves = [\"1-6\", \"32-27\"]\n[setup]\nplayer = \"Black\"\nturns = 6\nboard = { 1 = \"Black king\", 32 = \"White king\" }\n";
    let said = fen(&["english", "-p", &game("b.toml", kings)]);
    assert_eq!(said, plain("B:WK27:BK6:H2:F5"));
    let back = json(&["position", "english", "--json", "-p", said.0.trim()]);
    assert_eq!((&back["turns"], &back["counters"]), (&json!(8), &json!({ "idle": 2 })));
    // A game that is over, and one that the second player has begun.
    let (over, note) = fen(&["english", "-p", "W:W5:BK1"]);
    assert_eq!(over, "W:W5:BK1\n");
    assert!(note.starts_with("note: FEN leaves out that the game is over (player who cannot move loses);"), "{note}");
    let (_, note) = fen(&[
        "english",
        "-p",
        &game(
            "c.toml",
            "variant = \"english\"\nmoves = [\"5-1\"]\n[setup]\nplayer = \"White\"\nboard = { 5 = \"White man\", 21 = \"Black man\" }\n",
        ),
    ]);
    assert!(note.contains("FEN leaves out that 1 turn has been played"), "{note}");
    // Towers keep their commanders; the answer in JSON says the same.
    let tower = r#"{"player":"White","board":{"a1":[{"owner":"Black","kind":"soldier"},{"owner":"White","kind":"officer"}],"g7":"Black soldier"}}"#;
    let answer = json(&["position", "lasca", "-p", tower, "--format", "fen", "--json"]);
    let left_out = json!(["what stands below the commanders of towers (a1)"]);
    assert_eq!(answer, json!({ "schema": 1, "fen": "W:WOa1:Bg7", "left_out": left_out }));
    let wrong = run(&["position", "english", "--format", "svg", "--json"]);
    assert_eq!(wrong.code, 2);
    // What the rules have no use for is said, and nothing that says nothing.
    let other = run(&["moves", "konane", "-p", "B:Wa1:Bb2:H7:F1:+0+0"]);
    assert!(other.err.contains("note: these rules have no use for `H7`: passed over"), "{}", other.err);
    assert_eq!(run(&["moves", "english", "-p", "B:W21-32:B1-12:H0:F1:+0+0"]).err, "");
}

#[test]
fn a_list_of_those_that_are_asked_for() {
    let names = |words: &[&str]| -> Vec<String> {
        let told = json(&[&["list", "--json"], words].concat());
        told["variants"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&["CANADIAN"]), ["canadian"]);
    assert!(names(&["10x10", "international"]).contains(&"killer".to_owned()));
    assert_eq!(run(&["list", "nobody-says-this"]).code, 1);
    let boards = answer(&["list", "breakthrough", "--boards"]);
    assert!(boards.lines().count() > 8 && boards.contains("w   w   w"), "{boards}");
    let pinned = json(&["list", "--json", "english draughts"])["variants"][0]["sha256"].clone();
    assert_eq!(pinned, library::sha256(library::text_of("english").unwrap().as_bytes()));
}

#[test]
fn what_formatting_would_change() {
    let folder = tempdir().unwrap();
    let text = small("movement {\n    man may  step any-way\n}\n");
    let path = file(folder.path(), "my.draughts", &text);
    let ended = run_in(folder.path(), &["fmt", "--diff", "my.draughts"], b"");
    assert_eq!(ended.code, 1);
    assert!(ended.out.contains("\n-    man may  step any-way\n+  man may step any-way\n"), "{}", ended.out);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    // `git` makes of it what `fmt` would.
    file(folder.path(), "changes", &ended.out);
    let done = std::process::Command::new("git").args(["apply", "changes"]).current_dir(folder.path()).status().unwrap();
    assert!(done.success());
    assert_eq!(run(&["fmt", "--diff", "--check", &path]).code, 0);
    let coloured = run_with(&["--color", "always", "fmt", "--diff", "-"], text.as_bytes());
    assert!(coloured.code == 1 && coloured.out.contains("\u{1b}[31m-    man"), "{}", coloured.out);
}
