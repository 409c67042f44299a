//! `draughtsman lsp`: a language server for editors, on standard input and output. One thread reads, one answers, and one
//! does what takes long, so that typing never waits. [`draughtsman::editor`] computes the answers.

mod answers;
mod desk;
mod library;
mod offered;
mod server;
mod translate;
mod wire;

use std::io::{self, Write as _};
use std::sync::mpsc::channel;
use std::thread;

use super::answer::{Answer, Failure};
use server::Server;
use wire::Event;

/// Help editors with rule files: mistakes as one types, and all else that a language server does
///
/// It speaks the Language Server Protocol on standard input and output: an editor starts it, not a person. docs/editor.md tells how
/// to set up each editor.
#[derive(clap::Args)]
#[command(after_help = include_str!("help/lsp.txt"))]
pub(crate) struct Arguments {
    /// Standard input and output, which it speaks on anyway: some editors say so
    #[arg(long)]
    stdio: bool,
}

/// Serves one editor until it ends the session.
pub(crate) fn run(arguments: &Arguments) -> Result<Answer, Failure> {
    let Arguments { stdio: _ } = arguments;
    let (send, events) = channel();
    let read = send.clone();
    // The reader may wait for a message for ever; it is not joined.
    thread::spawn(move || wire::read(&mut io::stdin().lock(), &read));
    let mut server = Server::new(send);
    let mut waiting = std::collections::VecDeque::new();
    loop {
        waiting.extend(events.try_iter());
        let event = match waiting.pop_front() {
            Some(event) => event,
            // No message waits: time to check what has been typed, first quickly and then thoroughly.
            None => match server.settle() {
                true => {
                    say(&mut server)?;
                    continue;
                }
                false => match events.recv() {
                    Ok(event) => event,
                    Err(_) => return Ok(Answer::Yes),
                },
            },
        };
        waiting.extend(events.try_iter());
        match event {
            Event::Broken(problem) => {
                say(&mut server)?;
                return Err(Failure::Wrong(format!("standard input: {problem}")));
            }
            Event::Closed if server.is_done() => return Ok(Answer::Yes),
            Event::Closed => return Err(Failure::wrong("standard input was closed before `exit`")),
            Event::Said(message) => {
                if let Some(answer) = server.take(message, &waiting) {
                    say(&mut server)?;
                    return Ok(answer);
                }
            }
            Event::Done(done) => server.finish(done),
        }
        say(&mut server)?;
    }
}

/// Writes the messages that the server has queued.
fn say(server: &mut Server) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for message in server.outgoing.drain(..) {
        message.write(&mut out)?;
    }
    out.flush()?;
    Ok(())
}
