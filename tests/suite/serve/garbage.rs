//! Strangers that send anything at all, and a game beside them: it is answered as fast as ever, and the server does not grow.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use draughtsman::agents::{below, generator};
use serde_json::json;

use super::{JSON, Served};
use crate::memory;

/// How long, and on how many connections: `DRAUGHTSMAN_GARBAGE=60` is what a release is held to.
fn measure() -> (Duration, usize, Duration) {
    let asked = std::env::var("DRAUGHTSMAN_GARBAGE").ok().and_then(|seconds| seconds.parse().ok());
    match asked {
        Some(seconds) => (Duration::from_secs(seconds), 200, Duration::from_millis(200)),
        // Beside other tests, and perhaps not optimized.
        None => (Duration::from_secs(3), 60, Duration::from_secs(10)),
    }
}

/// Bytes of noise.
const NOISE: usize = 1 << 16;

/// Sends garbage of one kind or another on one connection after the other; `noise` is made beforehand, for who makes it should not take
/// the machine from who answers.
fn stranger(served: &Served, number: u64, noise: &[u8], over: &AtomicBool, sent: &AtomicU64) {
    let mut rng = generator(7, number);
    let mut any = |most: u64| below(most, &mut rng);
    let host = served.at;
    while !over.load(Ordering::Relaxed) {
        let Ok(mut stream) = TcpStream::connect(served.at) else { continue };
        let _ = stream.set_read_timeout(Some(Duration::from_millis(1)));
        let _ = stream.set_write_timeout(Some(Duration::from_millis(100)));
        let kind = any(9);
        for _ in 0..20 {
            if over.load(Ordering::Relaxed) {
                return;
            }
            let (from, size) = (any(NOISE as u64 / 2) as usize, 1 + any(2000) as usize);
            let text = match kind {
                0 => noise[from..from + size].to_vec(),
                1 => b"GET / HT".to_vec(),
                2 => format!("GET /AAAAAAAAAAAAAAAAAAAAAA/ HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes(),
                3 => format!("POST /x/ask/y HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000000000\r\n\r\n").into_bytes(),
                4 => format!("X{}: y\r\n", any(1000)).into_bytes(),
                5 => b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
                6 => b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n".to_vec(),
                7 => vec![0x16, 0x03, 0x01, 0x02, 0x00],
                _ => b"a".to_vec(),
            };
            let broken = stream.write_all(&text).is_err();
            sent.fetch_add(1, Ordering::Relaxed);
            // Some never read.
            if kind % 2 == 0 {
                let _ = stream.read(&mut [0; 4096]);
            }
            std::thread::sleep(Duration::from_millis(20 + any(40)));
            if broken {
                break;
            }
        }
    }
}

/// A player who asks and plays; how long each answer took, the slowest last.
fn player(served: &Served, over: &AtomicBool) -> Vec<Duration> {
    let links = [served.link(0), served.link(1)];
    let mut stream = served.connect();
    stream.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut times, mut ply) = (Vec::new(), 0);
    let mut ask = |link: &str, line: serde_json::Value| -> serde_json::Value {
        let line = line.to_string();
        let since = Instant::now();
        let head = format!(
            "POST {link}ask/x HTTP/1.1\r\nHost: {}\r\n{JSON}\r\nContent-Length: {}\r\n\r\n{line}",
            served.at,
            line.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut length = 0;
        loop {
            let mut header = String::new();
            assert_ne!(reader.read_line(&mut header).unwrap(), 0, "the player is cut off");
            if let Some(value) = header.strip_prefix("content-length: ") {
                length = value.trim().parse().unwrap();
            }
            if header == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        times.push(since.elapsed());
        serde_json::from_slice(&body).unwrap()
    };
    while !over.load(Ordering::Relaxed) {
        let link = &links[ply % 2];
        let moves = ask(link, json!({ "request": "moves" }));
        let first = moves["answer"]["moves"].as_array().unwrap().len();
        ask(link, json!({ "request": "view", "form": "svg" }));
        // Kings go to and fro, until the rules call it a draw; then it is looked at.
        if first > 0 {
            let played = ask(link, json!({ "request": "play", "move": 1 + ply * 7 % first, "ply": ply }));
            ply = played["answer"]["ply"].as_u64().unwrap_or_else(|| panic!("{played}")) as usize;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    times.sort_unstable();
    times
}

#[test]
#[allow(clippy::print_stdout, reason = "numbers that are asked for")]
fn strangers_who_send_garbage_disturb_nobody() {
    let (time, connections, patience) = measure();
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &["english", "--game", "g.toml"]);
    let (over, sent) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut rng = generator(7, u64::MAX);
    let noise: Vec<u8> = (0..NOISE).map(|_| below(256, &mut rng) as u8).collect();
    let (times, early, late) = std::thread::scope(|scope| {
        let played = scope.spawn(|| player(&served, &over));
        let (served, noise, over, sent) = (&served, &noise[..], &over, &sent);
        for number in 0..connections as u64 {
            scope.spawn(move || stranger(served, number, noise, over, sent));
        }
        std::thread::sleep(time / 4);
        let early = memory::now(served.child.id());
        std::thread::sleep(time - time / 4);
        let late = memory::now(served.child.id());
        over.store(true, Ordering::Relaxed);
        (played.join().unwrap(), early, late)
    });
    let (sent, answers) = (sent.load(Ordering::Relaxed), times.len());
    let slowest = times.last().copied().unwrap_or(Duration::MAX);
    println!("{sent} pieces of garbage; {answers} answers: half within {:?}, all within {slowest:?}", times[answers / 2]);
    println!("memory: {early:?} bytes, then {late:?}");
    assert!(sent > connections as u64, "nothing was sent");
    assert!(slowest <= patience, "{answers} answers, the slowest after {slowest:?}");
    if let (Some(early), Some(late)) = (early, late) {
        assert!(late < early + (16 << 20), "memory grows from {early} to {late} bytes");
    }
    assert_eq!(served.get(&served.link(0)).status, 200);
}
