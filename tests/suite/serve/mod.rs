//! `draughtsman serve` over real sockets: who may come in, what is said to whom, what strangers can do to it. How its pages look and play is
//! tried by `web/page/served.mjs`.

mod doors;
mod ending;
mod garbage;
mod people;
pub(crate) mod secrets;
mod study;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::shell::command;

/// No answer takes longer, whatever else the machine does.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server.
struct Served {
    child: Child,
    /// What it said where it is.
    said: Value,
    at: SocketAddr,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    /// Starts one in a folder.
    fn start(folder: &Path, arguments: &[&str]) -> Served {
        let arguments = [&["serve", "--json"], arguments].concat();
        let mut command = command(&arguments);
        let mut child = command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line.is_empty() {
            let mut problem = String::new();
            child.stderr.take().unwrap().read_to_string(&mut problem).unwrap();
            panic!("{arguments:?}: {problem}");
        }
        let said: Value = serde_json::from_str(&line).unwrap();
        let first = said["gallery"].as_str().or(said["seats"][0]["address"].as_str()).unwrap().to_owned();
        let at = first.split('/').nth(2).unwrap().parse().unwrap();
        Served { child, said, at }
    }

    /// The path of the first link, or of a seat: `/TOKEN/`.
    fn link(&self, seat: usize) -> String {
        let address = self.said["gallery"].as_str().or(self.said["seats"][seat]["address"].as_str()).unwrap();
        format!("/{}/", address.split('/').nth(3).unwrap())
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.at).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// All that is said to these bytes until the server ends it.
    fn raw(&self, request: &str) -> String {
        let mut stream = self.connect();
        // Who is refused is perhaps not read to the end.
        let _ = stream.write_all(request.as_bytes());
        let mut said = Vec::new();
        let _ = stream.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    }

    /// The answer to a request with these headers besides that of the host.
    fn request(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Answer {
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        let length = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let host = self.at;
        Answer::of(
            self.raw(&format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}{length}\r\n{body}")),
        )
    }

    fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], "")
    }

    /// The answer to a line, of an engine by the name `test`.
    fn ask(&self, link: &str, line: &Value) -> Value {
        let answer = self.request("POST", &format!("{link}ask/test"), &[JSON], &line.to_string());
        assert_eq!(answer.status, 200, "{line}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// What is told of news, until it says this; the last of it.
    fn hear(&self, path: &str, part: &str) -> String {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.at).unwrap();
        let since = Instant::now();
        let mut last = String::new();
        for line in BufReader::new(stream).lines() {
            let line = line.unwrap();
            assert!(since.elapsed() < PATIENCE, "{path} does not say {part}: {last}");
            if let Some(news) = line.strip_prefix("data: ") {
                last = news.to_owned();
                if news.contains(part) {
                    return last;
                }
            }
        }
        panic!("{path} ends without {part}: {last}");
    }

    /// Ends it as Ctrl-C does: the exit code, and what it said on standard error.
    fn end(mut self) -> (i32, String) {
        Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        let mut err = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code().unwrap_or(-1), err)
    }
}

const JSON: &str = "Content-Type: application/json";

/// An answer, read as far as tests need it.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn of(raw: String) -> Answer {
        let (head, body) = raw.split_once("\r\n\r\n").unwrap_or((&raw, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }
}
