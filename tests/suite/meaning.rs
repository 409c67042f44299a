//! What a text means as a move: typed in a game, and written down in a saved one.

use draughtsman::check::Choices;
use draughtsman::library;
use draughtsman::session::{Format, Session, Written};

/// Rules on a board of eight times eight, with these chapters.
fn game(setup: &str, chapters: &str) -> String {
    format!(
        "+++\nname = \"Meant\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n[board]\ngrid = \"8x8\"\n\
         [pieces]\nman = {{ symbol = \"m\", plural = \"men\" }}\nking = {{ symbol = \"k\" }}\n[setup]\n{setup}\n+++\n{chapters}"
    )
}

/// What becomes of a move that is typed: its own text, or what is wrong.
fn typed(rules: &str, text: &str) -> Result<String, String> {
    let mut session = Session::from_text("meant", rules, &Choices::default()).expect("sound rules");
    let explained = session.explain(text, None).expect("an answer");
    let played = session.play(text, None);
    assert_eq!(explained.is_legal(), played.is_ok(), "{explained}");
    match played {
        Ok(()) => Ok(session.texts().last().cloned().expect("a move")),
        Err(_) => Err(explained.to_string()),
    }
}

/// The same where a saved game has it as its first move.
fn saved(rules: &str, text: &str) -> Result<(), String> {
    let loaded = library::load_text("meant", "meant.draughts", rules.as_bytes().to_vec(), None);
    let text = format!("variant = \"meant\"\nmoves = [\"{text}\"]\n");
    let written = Written::new("game.toml", text, Format::Toml, None).expect("a game");
    let resumed = Session::resume(loaded, &Choices::default(), &written, &mut Vec::new());
    resumed.map(|_| ()).map_err(|error| error.to_string())
}

/// A capture that follows by itself need not be typed: nothing is chosen any more.
#[test]
fn a_capture_by_enclosing_is_not_typed() {
    let chapters =
        "movement { man may fly orthogonal }\neffects { when man rests: sweep orthogonal, taking enemy, past own }\n";
    let rules = game("man = { White = [\"c4\", \"e6\", \"h1\"], Black = [\"d4\", \"h8\"] }", chapters);
    for text in ["e6-e4", "e6xe4", "e6 e4", "E6 E4", "e6-e4 takes d4", "e6-e4 e4 takes d4", "ee4"] {
        assert_eq!(typed(&rules, text), Ok("e6-e4 e4 takes d4".to_owned()), "{text}");
        assert_eq!(saved(&rules, text), Ok(()), "{text}");
    }
    let said = typed(&rules, "e6").expect_err("no move");
    assert!(said.contains("e6, and then where to?"), "{said}");
}

/// Where it is chosen what is taken, it has to be said.
#[test]
fn what_is_chosen_behind_a_landing_is_typed() {
    let chapters = "movement { man may fly orthogonal }\neffects { when man rests: may { strike orthogonal, taking enemy } }\n";
    let rules = game("man = { White = [\"a1\"], Black = [\"d5\", \"e4\", \"h8\"] }", chapters);
    assert_eq!(typed(&rules, "a1-a2"), Ok("a1-a2".to_owned()));
    let must = chapters.replace(
        "may { strike orthogonal, taking enemy }",
        "if some enemy on orthogonal from it { strike orthogonal, taking enemy }",
    );
    let rules = game("man = { White = [\"d1\"], Black = [\"c4\", \"e4\", \"c3\", \"h8\"] }", &must);
    assert_eq!(typed(&rules, "d1-d3"), Ok("d1-d3 d3 takes c3".to_owned()));
    let said = typed(&rules, "d1-d4").expect_err("two could be taken");
    for part in ["not the whole move", "d1-d4 d4 takes c4", "d1-d4 d4 takes e4"] {
        assert!(said.contains(part), "{said}");
    }
    assert!(saved(&rules, "d1-d4").is_err());
}

/// What is a barred move's own text is not read as a legal one in short.
#[test]
fn the_text_of_a_barred_move_means_that_one() {
    let chapters = "movement { king may fly orthogonal }\ncapture { king may fly orthogonal over an enemy; chain must continue }\n\
                    obligation { must capture; must capture with most taken }\n";
    let setup = "king = { White = [\"c8\"] }\nman = { Black = [\"e8\", \"f7\", \"d5\", \"c2\", \"g1\"] }";
    let rules = game(setup, chapters);
    let said = typed(&rules, "c8xc1xh1").expect_err("another takes more");
    assert!(said.contains("barred by\n  must capture with most taken"), "{said}");
    let refused = saved(&rules, "c8xc1xh1").expect_err("another takes more");
    assert!(refused.contains("`c8xc1xh1` is barred: other moves come first"), "{refused}");
    assert_eq!(typed(&rules, "c8xf8xh1"), Ok("c8xh1".to_owned()));
    assert_eq!(saved(&rules, "c8xh1"), Ok(()));
}
