//! `draughtsman render`: what is shown on a board besides its pieces, and pictures in pixels.

use draughtsman::protocol::Sessions;
use serde_json::{Value, json};

use crate::shell::{run, run_in};

/// A game of two moves, the last of which takes.
const GAME: &str = "schema = 1\nvariant = \"english\"\nmoves = [\"11-15\", \"22-18\", \"15x22\"]\n";

fn game() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("game.toml"), GAME).expect("a game");
    folder
}

/// How many frames around what is pointed out, frames around what has changed, crosses and arrows there are.
fn marks(svg: &str) -> [usize; 4] {
    [
        "stroke-dasharray=\"7 3\"",
        "stroke=\"#1f5fa8\" stroke-width=\"3\"",
        "stroke=\"#c0392b\" stroke-width=\"5\"",
        "opacity=\"0.8\"",
    ]
    .map(|mark| svg.matches(mark).count())
}

#[test]
fn the_last_move_is_shown() {
    let folder = game();
    let drawn = |arguments: &[&str]| {
        let ended = run_in(folder.path(), &[&["render", "english", "--position", "game.toml"], arguments].concat(), b"");
        assert_eq!(ended.code, 0, "{}", ended.err);
        ended.out
    };
    let plain = marks(&drawn(&[]));
    let more = |arguments: &[&str]| {
        let marks = marks(&drawn(arguments));
        [0, 1, 2, 3].map(|i| marks[i] - plain[i])
    };
    assert_eq!(more(&["--last"]), [0, 2, 1, 1], "from 15 over 18 to 22");
    assert_eq!(more(&["--last", "--ply", "1"]), [0, 2, 0, 1]);
    assert_eq!(more(&["--mark", "22", "--mark", "c3", "--arrow", "22-17", "--arrow", "c3-d4"]), [2, 0, 0, 2]);
}

/// `last` of a session, by which pages show it.
#[test]
fn a_session_shows_the_last_move_in_the_same_way() {
    let folder = game();
    let drawn = run_in(folder.path(), &["render", "english", "--position", "game.toml", "--last"], b"").out;
    let mut sessions = Sessions::default();
    let mut ask = |request: Value| serde_json::from_str::<Value>(&sessions.answer(&request.to_string())).expect("an answer");
    ask(json!({ "request": "load", "variant": "english" }));
    let svg = json!({ "request": "view", "form": "svg", "last": true });
    let start = ask(svg.clone());
    assert_eq!(marks(start["answer"]["text"].as_str().expect("a picture"))[1..], [0, 0, 0], "nothing was played");
    ask(json!({ "request": "position", "position": GAME }));
    assert_eq!(ask(svg)["answer"]["text"].as_str().map(str::trim), Some(drawn.trim()));
}

#[test]
fn what_cannot_be_shown_is_said() {
    for (arguments, says) in [
        (&["--last"][..], "there is no last move: give a game with --position, a .toml or .pdn file"),
        (&["--mark", "99"], "99"),
        (&["--arrow", "11"], "--arrow 11: two squares are accepted: c3-d4"),
        (&["--arrow", "11-z9"], "z9"),
        (&["--width", "100"], "--width is for PNG"),
        (&["--width", "9000", "-o", "big.png"], "8192"),
    ] {
        let ended = run(&[&["render", "english"], arguments].concat());
        assert!(ended.code == 2 && ended.err.contains(says), "{arguments:?}: {}", ended.err);
    }
}

#[cfg(not(feature = "png"))]
#[test]
fn without_png_it_says_how_to_get_it() {
    let folder = game();
    let ended = run_in(folder.path(), &["render", "english", "-o", "board.png"], b"");
    assert!(ended.code == 2 && ended.err.contains("--features png"), "{}", ended.err);
    assert!(!folder.path().join("board.png").exists());
}

#[cfg(feature = "png")]
mod pixels {
    use super::{game, run_in};

    /// Width, height, and the rows of pixels.
    fn read(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let frame = reader.next_frame(&mut pixels).expect("pixels");
        (frame.width, frame.height, pixels)
    }

    #[test]
    fn a_picture_in_pixels() {
        let folder = game();
        let drawn = |arguments: &[&str]| {
            let ended = run_in(folder.path(), &[&["render", "english", "-o", "board.png"], arguments].concat(), b"");
            assert_eq!(ended.code, 0, "{}", ended.err);
            std::fs::read(folder.path().join("board.png")).expect("a picture")
        };
        let usual = drawn(&[]);
        let (wide, high, pixels) = read(&usual);
        assert_eq!(usual, drawn(&[]), "the same each time, and written over its own");
        // Below the board it says in dark letters on white whose turn it is.
        let below = &pixels[pixels.len() / high as usize * (high as usize - 32)..];
        let dark = below.chunks(4).filter(|pixel| pixel[0] < 100).count();
        assert!((50..below.len() / 40).contains(&dark), "{dark} of {}", below.len() / 4);
        let (narrow, low, _) = read(&drawn(&["--width", "300"]));
        assert_eq!((narrow, low), (300, (f64::from(high) * 300.0 / f64::from(wide)).round() as u32));
        assert_ne!(drawn(&["--mark", "12"]), usual);
        // What is not its own is not written over.
        std::fs::write(folder.path().join("photo.png"), &usual[..33]).expect("a file");
        let ended = run_in(folder.path(), &["render", "english", "-o", "photo.png"], b"");
        assert!(ended.code == 2 && ended.err.contains("no picture drawn by this program"), "{}", ended.err);
        let ended =
            run_in(folder.path(), &["render", "english", "-o", "large.png", "--width", "8192", "--position", "B:W32:B1"], b"");
        assert!(ended.code == 2 && ended.err.contains("too large"), "{}", ended.err);
    }
}
