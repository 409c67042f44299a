//! Nothing of a file, a tag, an argument or the environment reaches a terminal that it would obey.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Command, Stdio};

use tempfile::tempdir;

use super::tidy;
use crate::shell::{Ended, command, file, run, run_in, run_with};

/// A rule file that tries to change the colour, the title of the window, and what stands on the screen.
const ESCAPES: &str = include_str!("escapes.draughts");

/// What a terminal would obey: control characters but for line ends and tabs, and those that turn the direction of writing.
fn obeyed(text: &str) -> Vec<char> {
    let turns = |c: &char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|c| c.is_control() && !matches!(c, '\n' | '\t') || turns(c)).collect()
}

#[track_caller]
fn plain(ended: &Ended, says: &str) {
    let said = format!("{}{}", ended.out, ended.err);
    assert_eq!(obeyed(&said), [], "{said:?}");
    assert!(said.contains(says), "{said}");
}

#[test]
fn rule_files_with_control_characters_are_refused() {
    let folder = tempdir().unwrap();
    let path = file(folder.path(), "escapes.draughts", ESCAPES);
    for arguments in
        [&["check", &path] as &[&str], &["play", &path], &["moves", &path], &["fmt", &path], &["show", &path, "--flat"]]
    {
        let ended = run(arguments);
        assert!(ended.code > 0, "{arguments:?}");
        plain(&ended, "E0124");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), ESCAPES);
    assert_eq!(run(&["check", "--fix", &path]).code, 0);
    let mended = fs::read_to_string(&path).unwrap();
    assert_eq!(obeyed(&mended), []);
    assert!(mended.contains("name = \"EvilRED\\nnewline<script>") && mended.contains("draw \"<b>X\""), "{mended}");
    assert_eq!(run(&["moves", &path]).code, 0);
}

#[test]
fn in_colour_only_our_own_colours_are_left() {
    let folder = tempdir().unwrap();
    let name = "\u{1b}]0;P\u{7}\u{9b}31m\u{202e}.draughts";
    let path = file(folder.path(), name, ESCAPES.replace("man  may", "m\u{9b}n may stp"));
    for command in ["check", "moves"] {
        let ended = run(&["--color", "always", command, &path]);
        let said = ended.out + &ended.err;
        let mut rest = said.as_str();
        let mut colours = 0;
        while let Some((before, after)) = rest.split_once("\u{1b}[") {
            assert_eq!(obeyed(before), [], "{before:?}");
            let end = after.find(|c: char| !matches!(c, '0'..='9' | ';')).unwrap();
            assert_eq!(&after[end..=end], "m", "{after:?}");
            (rest, colours) = (&after[end + 1..], colours + 1);
        }
        assert_eq!(obeyed(rest), []);
        assert!(colours > 20 && said.contains("\\u009b31m\\u202e.draughts"), "{said:?}");
    }
}

#[test]
fn tags_names_arguments_and_the_environment_are_spelt() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    let name = file(at, "n\u{1b}[7m.pdn", "[White \"\u{1b}[31mA\"]\n[Black \"B\u{9b}\"]\n[GameType \"21\"]\n\n1. 11-15 *\n");
    plain(&run(&["pdn", &name]), "n\\u001b[7m.pdn, game 1: english, \\u001b[31mA - B\\u009b");
    file(at, "u\u{7f}.draughts", tidy().replace("  man", "   man"));
    plain(&run_in(at, &["fmt", "--check", "."], b""), "u\\u007f.draughts");
    plain(&run_in(at, &["check", "--json", "."], b""), "");
    plain(&run(&["mo\u{1b}[31mves"]), "'mo\\u001b[31mves'");
    plain(&run(&["moves", "english", "--op\u{1b}[31m"]), "--op\\u001b[31m");
    plain(&run(&["perft", "english", "\u{1b}[31m3"]), "invalid value '\\u001b[31m3'");
    plain(&run(&["moves", "x\u{1b}]0;P\u{7}"]), "x\\u001b]0;P\\u0007");
    plain(&run(&["moves", "english", "--position", "W\u{1b}[2J"]), "1 | W\\u001b[2J\n");
    plain(&run(&["explain", "english", "11-\u{1b}[2J"]), "\\u001b[2J");
    let odd = command(&[]).arg(OsStr::from_bytes(b"mo\xffves\x1b[2J")).output().unwrap();
    assert_eq!(obeyed(&String::from_utf8_lossy(&odd.stderr)), []);
    let told = command(&["diff", "my.draughts"]).current_dir(at).env("GIT_DIR", "\u{1b}[2J").output().unwrap();
    assert_eq!(obeyed(&String::from_utf8_lossy(&told.stderr)), []);
    file(at, "my.draughts", tidy());
    let told = command(&["diff", "my.draughts"]).current_dir(at).env("GIT_DIR", "\u{1b}[2J").output().unwrap();
    let told = String::from_utf8(told.stderr).unwrap();
    assert!(obeyed(&told).is_empty() && told.contains("there is no git repository here"), "{told:?}");
}

#[test]
fn what_is_typed_is_spelt() {
    let typed = "why \u{1b}[2Jx\n\u{1b}[31m\nsave \u{1b}[2J/x\nload \u{1b}[2J\npin \u{7} \u{8}\nquit\n";
    plain(&run_with(&["play", "english"], typed.as_bytes()), "`\\u001b[2Jx` is not a move here");
}

/// What is data for another program is not touched, unless it goes to a terminal.
#[test]
#[allow(clippy::print_stderr, reason = "who runs it should know")]
fn data_is_spelt_on_terminals_only() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    file(at, "game.pdn", "[White \"\u{1b}[31mA\"]\n[GameType \"21\"]\n\n1. 11-15 *\n");
    let written = run_in(at, &["pdn", "--write", "game.pdn"], b"").out;
    assert!(written.contains("[White \"\u{1b}[31mA\"]"), "{written}");
    file(at, "bad.draughts", ESCAPES);
    assert_eq!(run_in(at, &["show", "./bad.draughts"], b"").out, ESCAPES);
    for (arguments, says) in
        [("pdn --write game.pdn", "[White \"\\u001b[31mA\"]"), ("show ./bad.draughts", "draw \"<b>\\u001b]0;PWN")]
    {
        let run = format!("{} {arguments}", env!("CARGO_BIN_EXE_draughtsman"));
        let script = Command::new("script").args(["-qec", &run, "/dev/null"]).current_dir(at).stdin(Stdio::null()).output();
        let Ok(script) = script else {
            eprintln!("not tried: there is no `script` here that makes a terminal");
            return;
        };
        let said = String::from_utf8(script.stdout).unwrap().replace("\r\n", "\n");
        assert!(obeyed(&said).is_empty() && said.contains(says), "{said:?}");
    }
}

/// The bytes of `fmt -` are those of `fmt FILE`.
#[test]
fn fmt_gives_the_same_bytes_on_both_ways() {
    let folder = tempdir().unwrap();
    let spaced = tidy().replace("  man", "\t man") + "\n\n# é \u{200d} \u{feff}the end\u{a0}\n\n\n";
    for (name, text) in [("unix", spaced.clone()), ("dos", spaced.replace('\n', "\r\n")), ("bom", format!("\u{feff}{spaced}"))]
    {
        let path = file(folder.path(), &format!("{name}.draughts"), &text);
        let piped = command(&["fmt", "-"]).stdin(fs::File::open(&path).unwrap()).output().unwrap();
        assert!(piped.status.success(), "{name}: {}", String::from_utf8_lossy(&piped.stderr));
        assert_eq!(run(&["fmt", &path]).code, 0);
        assert!(fs::read(&path).unwrap() == piped.stdout && piped.stdout != text.as_bytes(), "{name}");
    }
    let path = file(folder.path(), "bad.draughts", ESCAPES);
    assert_eq!((run(&["fmt", &path]).code, run_with(&["fmt", "-"], ESCAPES.as_bytes()).out.as_str()), (2, ""));
}
