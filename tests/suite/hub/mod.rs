//! The Hub protocol: what is written is what others write, conversations with the engine, engines that are played against.

mod conversation;
mod opponent;
mod written;

use draughtsman::hub::{self, Engine, Heard};

/// The names of the protocol and of its extension to other boards, and the rules that each stands for.
const GAMES: [(&str, &str); 10] = [
    ("brazilian", "brazilian"),
    ("bt", "breakthrough"),
    ("english", "english"),
    ("frisian", "frisian"),
    ("italian", "italian"),
    ("killer", "killer"),
    ("losing", "antidraughts"),
    ("normal", "international"),
    ("russian", "russian"),
    ("turkish", "turkish"),
];

fn engine() -> Engine {
    Engine::new(hub::bundled()).unwrap()
}

/// What is said after a line that asks for no thought.
fn said(engine: &mut Engine, line: &str) -> String {
    match engine.hear(line) {
        Heard::Said(lines) => lines.join("\n"),
        other => panic!("{line}: {other:?}"),
    }
}

/// The same of a line that is done without a word.
fn quiet(engine: &mut Engine, line: &str) {
    assert_eq!(said(engine, line), "", "{line}");
}
