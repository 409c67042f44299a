//! What a variant may be called on the command line, and what is said of names that lead nowhere.

use std::path::Path;
use std::process::Output;

use super::shell::{answer, command, small};

/// The command in a folder.
fn in_folder(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command(arguments).current_dir(folder).output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a file");
}

const STEPS: &str = "movement {\n  man may step any-way\n}\n";

#[test]
fn a_variant_is_found_by_title_alias_and_as_a_file_beside() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    write(here, "ok.draughts", &small(STEPS));
    let plain = in_folder(here, &["moves", "english"]).1;
    for name in ["English draughts", "American checkers", "american-checkers", "Straight Checkers"] {
        assert_eq!(in_folder(here, &["moves", name]), (0, plain.clone(), String::new()), "{name}");
    }
    let beside = in_folder(here, &["moves", "ok.draughts"]);
    assert_eq!(beside.0, 0, "{}", beside.2);
    for name in ["ok", "./ok.draughts", "OK"] {
        assert_eq!(in_folder(here, &["moves", name]), beside, "{name}");
    }
    // Every command takes them.
    for arguments in [&["show", "ok"][..], &["check", "ok"], &["perft", "ok", "1"], &["diff", "ok", "OK"]] {
        assert_eq!(in_folder(here, arguments).0, 0, "{arguments:?}");
    }
}

#[test]
fn what_may_mean_several_is_an_error_that_lists_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    write(here, "american-checkers.draughts", &small(STEPS));
    write(here, "My-Game.draughts", &small(STEPS));
    write(here, "my game.draughts", &small(STEPS));
    let (code, _, err) = in_folder(here, &["moves", "American checkers"]);
    let part = "`American checkers` may mean several variants (accepted: `american-checkers.draughts`, `english`)";
    assert!(code == 2 && err.contains(part), "{err}");
    assert!(in_folder(here, &["moves", "my_game"]).2.contains("`My-Game.draughts`, `my game.draughts`"));
    // The exact name of a file is no doubt.
    assert_eq!(in_folder(here, &["moves", "My-Game"]).0, 0);
    // A bundled name is what it always is; that there is a file too is said where it matters.
    write(here, "english.draughts", &small(STEPS));
    let (code, out, err) = in_folder(here, &["show", "english"]);
    assert!(code == 0 && out.contains("American checkers"), "{out}");
    assert_eq!(err, "note: `english` is the bundled variant; the rule file in this folder is `english.draughts`\n");
}

#[test]
fn near_names_are_offered() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    write(here, "leapfrog.draughts", &small(STEPS));
    write(here, "game.toml", "variant = \"english\"\nmoves = [\"11-15\"]\n");
    for (arguments, part) in [
        (&["moves", "englich"][..], "there is no variant `englich`; did you mean `english`?"),
        (&["moves", "Frisan draughts"], "did you mean `Frisian draughts`?"),
        (&["moves", "leapfog"], "there is no variant `leapfog`; did you mean `leapfrog`?"),
        (&["moves", "leapfog.draughts"], "there is no file leapfog.draughts; did you mean `leapfrog.draughts`?"),
        (&["check", "leapfrog.draght"], "there is no file leapfrog.draght; did you mean `leapfrog.draughts`?"),
        (&["moves", "rusian.draughts"], "there is no file rusian.draughts; did you mean `russian`?"),
        (&["moves", "nowhere/x.draughts"], "there is no file nowhere/x.draughts: there is no folder nowhere"),
        (&["moves", "english", "-p", "gam.toml"], "there is no file gam.toml; did you mean `game.toml`?"),
        (
            &["moves", "english", "-p", "game"],
            "there is no file `game`, and this is no FEN, which begins with the side to move and a colon; did you mean `game.toml`?",
        ),
        (&["pdn", "game.pdn"], "there is no file game.pdn; did you mean `game.toml`?"),
        (&["play", "english", "--resume", "gme.toml"], "there is no file gme.toml; did you mean `game.toml`?"),
        (&["moves", "qwertyuiop"], "A variant is a name, title or alias of `draughtsman list`"),
    ] {
        let (code, _, err) = in_folder(here, arguments);
        assert!(code == 2 && err.contains(part), "{arguments:?}: {err}");
        assert!(!err.contains("os error"), "{arguments:?}: {err}");
    }
}

#[test]
fn a_game_given_for_rules_is_known_as_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    write(here, "match.pdn", "[Event \"x\"]\n[GameType \"21\"]\n1. 11-15 *\n");
    write(here, "game.toml", "schema = 1\nvariant = \"english\"\nmoves = [\"11-15\"]\n");
    for arguments in [&["check", "match.pdn"][..], &["moves", "match.pdn"], &["play", "match.pdn"]] {
        let (code, _, err) = in_folder(here, arguments);
        assert!(
            code == 2 && err.contains("match.pdn: this is a game in PDN, and no rule file: `draughtsman pdn match.pdn`"),
            "{err}"
        );
    }
    let (code, _, err) = in_folder(here, &["moves", "game.toml"]);
    assert!(code == 2 && err.contains("`draughtsman play english --resume game.toml` goes on with it"), "{err}");
}

#[test]
fn a_game_finds_the_rules_that_lie_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    std::fs::create_dir(&games).expect("a folder");
    write(&games, "ok.draughts", &small(STEPS));
    write(&games, "game.toml", "variant = \"ok\"\nmoves = [\"a4-a3\"]\n");
    let (code, out, err) = in_folder(folder.path(), &["pdn", "games/game.toml"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("games/game.toml, game 1: ok, 1 move, *"), "{out}");
    let (code, written, err) = in_folder(folder.path(), &["pdn", "games/game.toml", "--write"]);
    assert!(code == 0 && written.contains("[Variant \"ok\"]"), "{err}");
    write(&games, "game.pdn", &written);
    assert!(in_folder(folder.path(), &["pdn", "games/game.pdn"]).1.contains("game 1: ok, 1 move, *"));
    // A path out of the folder in a game that somebody has sent opens nothing.
    write(folder.path(), "out.draughts", &small(STEPS));
    write(&games, "path.toml", "variant = \"../out.draughts\"\nmoves = [\"a4-a3\"]\n");
    let (code, _, err) = in_folder(&games, &["pdn", "path.toml"]);
    assert!(code == 2 && err.contains("neither bundled nor a rule file in its folder"), "{err}");
}

/// Rules that lie below a game are found by their name, nearest first; those of a saved game and those of PDN alike.
#[test]
fn a_game_finds_the_rules_that_lie_below_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    for below in ["g/deep", "h"] {
        std::fs::create_dir_all(here.join(below)).expect("a folder");
    }
    write(&here.join("g"), "ok.draughts", &small(STEPS));
    write(&here.join("g/deep"), "ok.draughts", "no rules");
    write(here, "game.toml", "variant = \"ok\"\nmoves = [\"a4-a3\"]\n");
    write(here, "path.toml", "variant = \"g/ok\"\noptions = []\nmoves = [\"a4-a3\"]\n");
    write(here, "game.pdn", "[Variant \"ok\"]\n\n1. a4-a3 *\n");
    for game in ["game.toml", "path.toml", "game.pdn"] {
        let (code, out, err) = in_folder(here, &["pdn", game]);
        assert_eq!((code, err.as_str()), (0, ""), "{game}: {out}");
        assert!(out.contains(&format!("{game}, game 1: ok, 1 move, *")), "{out}");
    }
    write(here, "other.pdn", "[Variant \"nowhere\"]\n\n1. a4-a3 *\n");
    let (code, out, err) = in_folder(here, &["pdn", "other.pdn"]);
    assert!(code == 1 && format!("{out}{err}").contains("the game names the rules `nowhere`, which are neither"), "{out}{err}");
    // Two that lie equally deep: somebody has to say which.
    write(&here.join("h"), "ok.draughts", &small(STEPS));
    let (code, _, err) = in_folder(here, &["pdn", "game.toml"]);
    assert!(code == 2 && err.contains("`ok` may mean") && err.contains("give one with --rules"), "{err}");
}

#[test]
fn endings_that_cannot_be_written_are_refused_with_those_that_can() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    for (arguments, part) in [
        (&["render", "english", "-o", "x.gif"][..], "x.gif: this cannot be written as .gif (accepted: .svg, .png)"),
        (
            &["show", "english", "--rulebook", "-o", "a.pdf"],
            "a.pdf: this cannot be written as .pdf (accepted: .html, .htm, .md, .txt)",
        ),
        (&["show", "english", "--flat", "-o", "a.html"], "(accepted: .txt, .draughts)"),
        (&["show", "english", "--program", "-o", "a.json"], "(accepted: .txt)"),
        (&["position", "english", "-o", "x.png"], "(accepted: .svg, .txt, .toml, .json, .fen)"),
        (&["pdn", "game.toml", "-o", "x.txt"], "(accepted: .pdn)"),
        (&["new", "mine", "-o", "mine.toml"], "(accepted: .draughts)"),
        (&["play", "english", "--save", "x.svg"], "(accepted: .toml, .pdn)"),
        (&["diff", "english", "pool", "--svg", "x.png", "--positions", "10"], "(accepted: .svg)"),
    ] {
        let (code, _, err) = in_folder(here, arguments);
        assert!(code == 2 && err.contains(part), "{arguments:?}: {err}");
    }
    assert_eq!(std::fs::read_dir(here).expect("a folder").count(), 0, "nothing was written");
    // What says its form needs no ending for it, and what is no file takes anything.
    assert_eq!(in_folder(here, &["position", "english", "--format", "fen", "-o", "x.position"]).0, 0);
    assert_eq!(in_folder(here, &["show", "english", "--rulebook", "--format", "md", "-o", "x.book"]).0, 0);
    assert_eq!(in_folder(here, &["render", "english", "-o", "picture"]).0, 0);
}

#[test]
fn a_flat_file_is_written_in_the_latest_language_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let text = |name: &str, head: &str, rule: &str| {
        let whole = small(rule).replacen("[players]", &format!("{head}\n[players]"), 1);
        std::fs::write(folder.path().join(format!("{name}.draughts")), whole).unwrap();
    };
    text("parent", "language = 2", "movement {\n  man may step any-way if abs(count own - 3) = 1\n}\n");
    text("child", "language = 1\nextends = \"parent\"", "");
    let child = folder.path().join("child.draughts");
    let flat = answer(&["show", "--flat", child.to_str().unwrap()]);
    assert!(flat.contains("language = 2"), "{flat}");
}

/// The command in a folder, with this search path.
fn searching(here: &Path, path: &str, arguments: &[&str]) -> (i32, String, String) {
    let mut command = command(arguments);
    let Output { status, stdout, stderr } = command.current_dir(here).env("DRAUGHTSMAN_PATH", path).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

#[test]
fn a_variant_is_found_on_the_search_path() {
    let (here, near, far) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let titled = |title: &str| small(STEPS).replace("Small", title);
    write(near.path(), "shared.draughts", &titled("Near"));
    write(far.path(), "shared.draughts", &titled("Far"));
    write(far.path(), "other.draughts", &titled("Other"));
    write(far.path(), "english.draughts", &titled("No English"));
    let path = std::env::join_paths([near.path(), far.path(), Path::new("")]).unwrap().into_string().unwrap();
    let shown = |name: &str| searching(here.path(), &path, &["show", name]);
    // The first folder counts; what is bundled, and what lies here, comes before all of them.
    assert!(shown("shared").1.contains("\"Near\""));
    assert!(shown("Other").1.contains("\"Other\""));
    assert!(!shown("english").1.contains("No English"));
    write(here.path(), "shared.draughts", &titled("Here"));
    assert!(shown("shared").1.contains("\"Here\""));
    // Near names are looked for there too.
    let (code, _, err) = shown("othr");
    assert!(code == 2 && err.contains("`other`"), "{err}");
    // A child finds its parent.
    write(here.path(), "child.draughts", "+++\nname = \"Child\"\nextends = \"other\"\n+++\n");
    let checked = searching(here.path(), &path, &["check", "child.draughts"]);
    assert_eq!(checked.0, 0, "{}", checked.2);
    assert_eq!(in_folder(here.path(), &["check", "child.draughts"]).0, 1);
    // A game that names it is played by it.
    write(here.path(), "game.toml", "variant = \"other\"\nmoves = []\n");
    let game = searching(here.path(), &path, &["pdn", "game.toml"]);
    assert_eq!(game.0, 0, "{}", game.2);
    // And they are listed, with where they lie.
    let listed = searching(here.path(), &path, &["list", "other"]);
    assert!(listed.1.lines().count() == 1 && listed.1.contains("other.draughts"), "{}", listed.1);
    // A copy of a bundled one lies there too, and what cannot be read hides nothing.
    write(far.path(), "konane.draughts", draughtsman::library::text_of("konane").unwrap());
    std::fs::write(near.path().join("broken.draughts"), [0xff]).unwrap();
    let listed = searching(here.path(), &path, &["list", "konane"]);
    assert!(listed.1.lines().count() == 2 && listed.1.contains("konane.draughts"), "{}", listed.1);
    assert!(listed.0 == 0 && listed.2.contains("broken.draughts"), "{}", listed.2);
}

#[test]
fn a_pinned_parent_is_the_one_that_is_meant() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let parent = small(STEPS).replace("name = \"Small\"", "name = \"Small\"\nversion = \"2.1\"");
    write(here, "parent.draughts", &parent);
    let checked = |pin: &str| {
        write(here, "child.draughts", &format!("+++\nname = \"Child\"\nextends = \"parent{pin}\"\n+++\n"));
        in_folder(here, &["check", "child.draughts"])
    };
    for pin in ["", "@2.1", &format!("@sha256:{}", draughtsman::library::sha256(parent.as_bytes()))] {
        let (code, out, _) = checked(pin);
        assert_eq!(code, 0, "{pin}: {out}");
    }
    // It plays as its parent, and says whose child it is.
    assert_eq!(in_folder(here, &["moves", "child"]).1, in_folder(here, &["moves", "parent"]).1);
    let (code, out, _) = checked("@2.0");
    assert!(code == 1 && out.contains("`parent` is version 2.1 here, and 2.0 is asked for"), "{out}");
    assert!(out.contains("extends = \"parent@2.1\""), "{out}");
    let old = format!("@sha256:{}", draughtsman::library::sha256(parent.as_bytes()));
    write(here, "parent.draughts", &parent.replace("any-way", "orthogonal"));
    let (code, out, _) = checked(&old);
    assert!(code == 1 && out.contains("E0224") && out.contains("another file here"), "{out}");
    // A name that leads nowhere is mended within what pins it.
    let (_, out, _) = checked("s@2.1");
    assert!(out.contains("there is no variant `parents`"), "{out}");
    // What has no version is the first.
    write(here, "parent.draughts", &small(STEPS));
    assert_eq!(checked("@1.0.0").0, 0);
}
