//! Messages as they are transmitted: a header with the length, then JSON.

use std::io::{self, BufRead, Read as _};
use std::sync::mpsc::Sender;

use lsp_server::Message;

use super::desk::Done;

/// What the server reacts to.
pub(super) enum Event {
    /// A message of the editor.
    Said(Message),
    /// Input that is not a message. Where the next message begins is unknown.
    Broken(String),
    /// The end of input.
    Closed,
    /// Long work is over.
    Done(Done),
}

/// Greatest length of a message, in bytes. It is far longer than any rule file; greater numbers are rejected.
const LONGEST: usize = 64 << 20;

/// Greatest length of a header line, in bytes.
const LONGEST_LINE: u64 = 4096;

/// Passes on messages until there are no more, or the server has ended.
pub(super) fn read(input: &mut dyn BufRead, events: &Sender<Event>) {
    loop {
        let event = match message(input) {
            Ok(Some(message)) => Event::Said(message),
            Ok(None) => Event::Closed,
            Err(error) => Event::Broken(error.to_string()),
        };
        let is_last = !matches!(event, Event::Said(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Reads the next message, or `None` at the end of input.
fn message(input: &mut dyn BufRead) -> io::Result<Option<Message>> {
    let wrong = |problem: String| io::Error::new(io::ErrorKind::InvalidData, problem);
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let Some(header) = line.strip_suffix("\r\n") else {
            return Err(wrong(format!("expected a header such as `Content-Length: 123`, found {line:?}")));
        };
        if header.is_empty() {
            break;
        }
        match header.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("Content-Length") => {
                let bytes = value.trim().parse::<usize>().ok().filter(|bytes| *bytes <= LONGEST);
                length = Some(bytes.ok_or_else(|| wrong(format!("`{}` is no length of a message", value.trim())))?);
            }
            Some(_) => {}
            None => return Err(wrong(format!("expected a header such as `Content-Length: 123`, found {header:?}"))),
        }
    }
    let length = length.ok_or_else(|| wrong("a message does not say its `Content-Length`".to_owned()))?;
    let mut body = Vec::new();
    input.take(length as u64).read_to_end(&mut body)?;
    if body.len() < length {
        return Err(wrong(format!("a message of {length} bytes ends after {}", body.len())));
    }
    serde_json::from_slice(&body).map(Some).map_err(|error| wrong(format!("this is no message: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> Result<Option<Message>, String> {
        message(&mut text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_no_message_is_told_not_believed() {
        assert!(first("").unwrap().is_none());
        assert!(matches!(first("content-length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}"), Ok(Some(_))));
        assert!(first("{}\n").unwrap_err().contains("Content-Length"));
        assert!(first("Content-Length: 99999999999999\r\n\r\n{}").unwrap_err().contains("no length"));
        assert!(first("Content-Length: -1\r\n\r\n").unwrap_err().contains("no length"));
        assert!(first("X: 1\r\n\r\n").unwrap_err().contains("does not say"));
        assert!(first("Content-Length: 9\r\n\r\n{}").unwrap_err().contains("ends after 2"));
        assert!(first("Content-Length: 2\r\n\r\n{}").unwrap_err().contains("no message"));
    }
}
