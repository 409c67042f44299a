//! Lines of a controller in the Hub protocol: each has an answer, and a thought ends with a move or the reason why there is none.

use std::sync::atomic::{AtomicUsize, Ordering};

use draughtsman::agents::{Agent, Clock, Effort, Means};
use draughtsman::hub::{self, Engine, Heard, Line};

/// Lines of one conversation.
const MOST_LINES: usize = 12;

/// Thoughts of one conversation, and decisions that are looked at in each.
const MOST_THOUGHTS: usize = 2;
const NODES: u64 = 20;

pub(super) fn attack(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut engine = Engine::new(hub::bundled()).expect("bundled games are in order");
    let mut thoughts = 0;
    for line in text.lines().take(MOST_LINES) {
        match engine.hear(line) {
            Heard::Said(lines) => lines.iter().for_each(|said| readable(said)),
            Heard::Go(thinking) if thoughts < MOST_THOUGHTS => {
                thoughts += 1;
                let asked = AtomicUsize::new(0);
                let stop = || asked.fetch_add(1, Ordering::Relaxed) > 2;
                let effort = Effort { nodes: Some(NODES), time: None, depth: Some(2) };
                let mut thinker = thinking.thinker(Agent::AlphaBeta(effort, Means::default()));
                let said = thinking.decide(&mut thinker, Clock::none().stopped_by(&stop), &|told| readable(&told));
                said.iter().for_each(|said| readable(said));
                assert!(said.last().is_some_and(|last| last.starts_with("done")), "{said:?}");
            }
            Heard::Quit => return,
            Heard::Go(_) | Heard::Stop | Heard::PonderHit => {}
        }
    }
}

/// What is said can be read by whoever speaks the protocol, and is one line.
fn readable(said: &str) {
    assert!(!said.contains(['\n', '\r']), "{said:?}");
    assert!(Line::read(said).is_ok(), "{said}");
}
