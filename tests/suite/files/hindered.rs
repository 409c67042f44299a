//! Whatever stops a command while it writes, the old file is whole or the new one, and nothing is left beside it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{WRITERS, Writer, entries, folder, tidy};
use crate::shell::{command, file, run_in};

/// How often a process is killed. `DRAUGHTSMAN_KILLS=500 cargo test --test suite files::` does it as often as `.ci/full`.
fn kills() -> usize {
    std::env::var("DRAUGHTSMAN_KILLS").ok().and_then(|number| number.parse().ok()).unwrap_or(60)
}

/// What lies in a folder, with what each file holds.
fn held(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    entries(folder).into_iter().map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap())).collect()
}

/// Runs a command in a shell that has taken something from it.
fn hindered(hindrance: &str, folder: &Path, writer: &Writer) -> (Option<i32>, String) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{hindrance}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_draughtsman")]);
    shell.args(writer.arguments).current_dir(folder).env_remove("CI");
    let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Who has nothing to say reads nothing.
    let _ = child.stdin.take().unwrap().write_all(writer.typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{:?}: {said}", writer.arguments);
    (output.status.code(), said)
}

/// No writer can write: each says so, and the folder is as it was.
#[track_caller]
fn nothing_changes(hindrance: &str, folder: &Path) {
    let before = held(folder);
    for writer in WRITERS {
        let (code, said) = hindered(hindrance, folder, writer);
        assert!(code == Some(2) && said.contains("error"), "{:?}: {code:?}: {said}", writer.arguments);
        assert!(held(folder) == before, "{:?}: {:?}", writer.arguments, entries(folder));
        if writer.arguments[0] == "play" {
            assert!(said.contains("the game is not saved") && said.contains("Black: 9-14"), "{said}");
        }
    }
}

#[test]
fn the_disk_is_full() {
    nothing_changes("trap '' XFSZ; ulimit -f 0", folder().path());
}

/// A folder in which nothing can be made, as long as this lives.
pub(super) struct Barred<'f>(&'f Path);

impl Barred<'_> {
    /// Some may do everything: for them the folder itself is frozen. None where there is no way.
    pub(super) fn new(folder: &Path) -> Option<Barred<'_>> {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).unwrap();
        let barred = Barred(folder);
        let free = || fs::write(folder.join("probe"), "").is_ok_and(|()| fs::remove_file(folder.join("probe")).is_ok());
        (!free() || frozen(folder, "+i") && !free()).then_some(barred)
    }
}

impl Drop for Barred<'_> {
    fn drop(&mut self) {
        frozen(self.0, "-i");
        // If this fails, the folder is left where it is.
        let _ = fs::set_permissions(self.0, fs::Permissions::from_mode(0o755));
    }
}

fn frozen(folder: &Path, how: &str) -> bool {
    Command::new("chattr").arg(how).arg(folder).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[test]
#[allow(clippy::print_stderr, reason = "who runs it should know")]
fn nothing_may_be_made_in_the_folder() {
    let folder = folder();
    match Barred::new(folder.path()) {
        Some(_barred) => nothing_changes(":", folder.path()),
        None => eprintln!("not tried: here everything may be written, and no folder can be frozen"),
    }
}

#[test]
fn no_more_files_can_be_opened() {
    let folder = folder();
    let before = held(folder.path());
    // With three nothing starts, with six all goes well.
    for most in 4..6 {
        for writer in WRITERS {
            let (code, said) = hindered(&format!("ulimit -n {most}"), folder.path(), writer);
            let (mut now, whole) = (held(folder.path()), code.is_some_and(|code| code < 2));
            // A snapshot is two files, one after the other.
            let fits = |name: &str| name == writer.writes || writer.arguments[0] == "snapshot";
            now.retain(|name, bytes| before.get(name) != Some(bytes) && !fits(name));
            assert!(now.is_empty(), "{:?} with {most}: {:?}: {said}", writer.arguments, now.keys());
            if !whole && writer.arguments[0] != "play" && writer.arguments[0] != "snapshot" {
                assert_eq!(fs::read(folder.path().join(writer.writes)).ok(), before.get(writer.writes).cloned(), "{said}");
            }
            for name in entries(folder.path()) {
                match before.get(&name) {
                    Some(bytes) => fs::write(folder.path().join(&name), bytes).unwrap(),
                    None => fs::remove_file(folder.path().join(&name)).unwrap(),
                }
            }
        }
    }
}

/// At every moment the file is the old one, or one that the command writes whole; and after the next command nothing lies beside it.
fn killed(arguments: &[&str], typed: &[&str], name: &str, old: Option<&str>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let begin = || match old {
        Some(old) => fs::write(&path, old).unwrap(),
        None => _ = fs::remove_file(&path),
    };
    let mut whole = vec![old.map(|old| old.as_bytes().to_vec())];
    let mut lasts = Duration::ZERO;
    for lines in 0..=typed.len() {
        begin();
        let started = Instant::now();
        assert_eq!(run_in(folder.path(), arguments, typed[..lines].concat().as_bytes()).code, 0);
        whole.push(fs::read(&path).ok());
        lasts = started.elapsed();
    }
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..kills() {
        begin();
        let mut child = command(arguments);
        child.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = child.spawn().unwrap();
        // Who reads nothing is killed all the same.
        let _ = child.stdin.as_mut().unwrap().write_all(typed.concat().as_bytes());
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(lasts.mul_f64((random >> 40) as f64 / f64::from(1 << 24)));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = fs::read(&path).ok();
        assert!(whole.contains(&now), "{:?}", now.map(|now| String::from_utf8_lossy(&now).into_owned()));
    }
    begin();
    assert_eq!(run_in(folder.path(), arguments, typed.concat().as_bytes()).code, 0);
    assert_eq!(entries(folder.path()), [name]);
}

#[test]
fn a_process_is_killed_at_any_moment() {
    let untidy = tidy().replace("  man may", "   man    may");
    killed(&["fmt", "my.draughts"], &[], "my.draughts", Some(&untidy));
    let moves = ["11-15\n", "22-18\n", "15x22\n"];
    killed(&["endgames", "english", "--pieces", "2"], &[], "english.endgames", None);
    killed(&["play", "english", "--seed", "7", "--save", "game.toml"], &moves, "game.toml", None);
}

#[test]
fn two_write_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let texts: Vec<Vec<u8>> = ["english", "italian"].map(|name| command(&["render", name]).output().unwrap().stdout).into();
    fs::write(&path, &texts[0]).unwrap();
    std::thread::scope(|scope| {
        for name in ["english", "italian"] {
            let folder = folder.path();
            scope.spawn(move || {
                for _ in 0..15 {
                    let ended = run_in(folder, &["render", name, "-o", "board.svg"], b"");
                    assert_eq!(ended.code, 0, "{}", ended.err);
                }
            });
        }
        for _ in 0..1_000 {
            let now = fs::read(&path).unwrap();
            assert!(texts.contains(&now), "{}", String::from_utf8_lossy(&now));
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    assert_eq!(entries(folder.path()), ["board.svg"]);
}

#[test]
fn what_the_dead_have_left_is_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    file(at, "my.draughts", tidy().replace("  man", "   man"));
    file(at, ".draughtsman-1-0.new", "of a process that was killed");
    let alive = file(at, ".draughtsman-2-0.new", "of one that still writes");
    file(at, ".draughtsman.toml", "of somebody else");
    let lock = fs::File::open(&alive).unwrap();
    lock.lock().unwrap();
    assert_eq!(run_in(at, &["fmt", "my.draughts"], b"").code, 0);
    assert_eq!(entries(at), [".draughtsman-2-0.new", ".draughtsman.toml", "my.draughts"]);
}

/// A game goes on after a save that failed, and is saved with the next move.
#[test]
fn a_failed_save_does_not_end_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("games");
    let mut child = command(&["play", "english", "--save", "games/one.toml"]);
    let mut child =
        child.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut typed = child.stdin.take().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    typed.write_all(b"11-15\n").unwrap();
    let problem = said.next().unwrap().unwrap();
    assert!(problem.contains("the game is not saved: games/one.toml: No such file or directory"), "{problem}");
    fs::create_dir(&place).unwrap();
    typed.write_all(b"23-19\nquit\n").unwrap();
    drop(typed);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(fs::read_to_string(place.join("one.toml")).unwrap().contains("\"11-15\", \"23-19\""));
    assert_eq!(entries(&place), ["one.toml"]);
}
