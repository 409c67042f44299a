//! How a server ends that is at work.
#![cfg(target_os = "linux")]

use std::io::Write as _;
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{JSON, PATIENCE, Served};
use crate::shell::{file, worked};

/// Moves of which each is played to tell what comes of it: nobody waits for the end of that.
const SLOW: &str = "+++\nname = \"Slow\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"8x8\"\n[pieces]\nman = { symbol = \"m\" }\n\
                    [setup]\nman = { White = \"a1\", Black = \"d4\" }\n+++\n\
                    movement {\n  man may dither { choose 3 s in site; move actor to c3 }\n}\n";

#[test]
fn a_second_signal_does_not_wait_for_what_a_seat_has_asked() {
    let folder = tempfile::tempdir().unwrap();
    file(folder.path(), "slow.draughts", SLOW);
    let mut served = Served::start(folder.path(), &["slow.draughts", "--game", "g.toml"]);
    let (process, link) = (served.child.id(), served.link(0));
    let line = json!({ "request": "moves", "after": true }).to_string();
    let mut seat = served.connect();
    let head = format!("POST {link}ask/x HTTP/1.1\r\nHost: {}\r\n{JSON}\r\nContent-Length: {}\r\n\r\n", served.at, line.len());
    seat.write_all(format!("{head}{line}").as_bytes()).unwrap();
    // It is at work on that.
    let (begun, since) = (worked(process), Instant::now());
    while worked(process) < begun + Duration::from_millis(500) {
        assert!(since.elapsed() < PATIENCE, "nothing is worked on");
        std::thread::sleep(Duration::from_millis(10));
    }
    let signal = |name: &str| Command::new("kill").args([name, &process.to_string()]).status().unwrap();
    signal("-INT");
    // It listens to nobody any more, and waits.
    while TcpStream::connect(served.at).is_ok() {
        assert!(since.elapsed() < PATIENCE, "the first signal is not heeded");
    }
    assert_eq!(served.child.try_wait().unwrap(), None, "what may be being written is waited for");
    signal("-TERM");
    while served.child.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < PATIENCE, "the second signal is not heeded");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(served.child.wait().unwrap().code(), Some(143));
}
