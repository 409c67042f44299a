//! Runs the command as a shell would.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// No command that is refused may think about it for longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// How a command ended.
pub(crate) struct Ended {
    /// Its exit code.
    pub(crate) code: i32,
    /// What it said on standard output.
    pub(crate) out: String,
    /// What it said on standard error.
    pub(crate) err: String,
}

/// The command with these arguments, in the project's folder.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_draughtsman"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR");
    command
}

/// Runs a command to its end, with this on standard input.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Ended {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments, input)
}

/// The same in another folder.
pub(crate) fn run_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Ended {
    let mut command = command(arguments);
    let mut child = command
        .current_dir(folder)
        .env_remove("CI")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The command may refuse before it has read everything: that is no mistake.
    std::thread::spawn(move || drop(stdin.write_all(&input)));
    let out = drained(child.stdout.take().unwrap());
    let err = drained(child.stderr.take().unwrap());
    let (Ok(out), Ok(err)) = (out.recv_timeout(PATIENCE), err.recv_timeout(PATIENCE)) else {
        child.kill().unwrap();
        panic!("{arguments:?} hangs");
    };
    let code = child.wait().unwrap().code().unwrap_or(-1);
    assert!(!err.contains("panicked"), "{arguments:?} panics:\n{err}");
    Ended { code, out, err }
}

fn drained(mut from: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        let _ = send.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receive
}

/// How long the threads of a process have worked by now: processor time, so what else the machine does is not in it.
#[cfg(target_os = "linux")]
pub(crate) fn worked(process: u32) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap().flatten();
    let told = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("schedstat")).ok());
    let worked: u64 = told.filter_map(|told| told.split(' ').next()?.parse::<u64>().ok()).sum();
    assert!(worked > 0, "the system does not tell");
    Duration::from_nanos(worked)
}

/// Runs a command to its end.
pub(crate) fn run(arguments: &[&str]) -> Ended {
    run_with(arguments, b"")
}

/// What a command that goes well says.
#[allow(dead_code)]
pub(crate) fn answer(arguments: &[&str]) -> String {
    answer_with(arguments, "")
}

/// The same, with standard input.
#[allow(dead_code)]
pub(crate) fn answer_with(arguments: &[&str], input: &str) -> String {
    let ended = run_with(arguments, input.as_bytes());
    assert_eq!(ended.code, 0, "{arguments:?}: {}", ended.err);
    ended.out
}

/// The commands, as the program lists them.
#[allow(dead_code)]
pub(crate) fn commands() -> Vec<String> {
    let help = answer(&["--help"]);
    let listed = help.split("Commands:\n").nth(1).expect("a list of commands").split("\n\n").next().expect("an end of it");
    let names = listed.lines().filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// The JSON that a command that goes well says.
#[allow(dead_code)]
pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&answer(arguments)).unwrap()
}

/// A rule file in a folder, and its path.
#[allow(dead_code)]
pub(crate) fn file(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// A small game with these rules.
#[allow(dead_code)]
pub(crate) fn small(rules: &str) -> String {
    format!(
        r#"+++
name = "Small"

[players]
Black = {{ faces = "south" }}
White = {{ faces = "north" }}

[board]
grid = "4x4"

[pieces]
man = {{ symbol = "m" }}
king = {{ symbol = "k" }}

[setup]
diagram = """
b b . .
. . . .
. . . .
. . w w
"""
+++

{rules}"#
    )
}
