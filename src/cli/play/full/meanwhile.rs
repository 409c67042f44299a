//! Keyboard input while others think. It is queued until they have played, except for what hurries them.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, MouseEventKind};

use super::super::command::Command;
use super::glass::{is_gone, with_ctrl};

/// Greatest number of events in the queue; what comes beyond it is dropped.
const MOST_WAITING: usize = 4_096;

struct Meanwhile {
    waiting: VecDeque<Event>,
    /// The line that is being typed.
    typed: String,
    /// Whether the queue contains something that ends the game.
    leaving: bool,
}

static MEANWHILE: Mutex<Meanwhile> = Mutex::new(Meanwhile { waiting: VecDeque::new(), typed: String::new(), leaving: false });

fn meanwhile() -> MutexGuard<'static, Meanwhile> {
    MEANWHILE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether an agent that thinks is to play at once: Esc or Ctrl-C was pressed, `quit` was typed, or no user is left.
pub(super) fn is_hurried() -> bool {
    is_gone() || meanwhile().look(true)
}

/// Whether the user wants to leave while an external engine thinks, which cannot be hurried: Ctrl-C was pressed, `quit` was
/// typed, or no user is left.
pub(super) fn is_left() -> bool {
    is_gone() || meanwhile().look(false)
}

/// Takes the first event of the queue.
pub(super) fn take() -> Option<Event> {
    let mut meanwhile = meanwhile();
    let event = meanwhile.waiting.pop_front();
    if meanwhile.waiting.is_empty() {
        meanwhile.typed.clear();
        meanwhile.leaving = false;
    }
    event
}

/// Whether there is an event in the queue.
pub(super) fn waits() -> bool {
    !meanwhile().waiting.is_empty()
}

/// Empties the queue, before another player takes the keyboard.
pub(super) fn forget() {
    while take().is_some() {}
}

impl Meanwhile {
    /// Reads the events that have arrived. Returns whether thinking is to end.
    fn look(&mut self, can_be_hurried: bool) -> bool {
        let mut hurried = false;
        while event::poll(Duration::ZERO).unwrap_or(false) {
            let Ok(event) = event::read() else { break };
            if let Event::Mouse(mouse) = event
                && matches!(mouse.kind, MouseEventKind::Moved | MouseEventKind::Drag(_) | MouseEventKind::Up(_))
            {
                continue;
            }
            if let Event::Key(key) = event
                && key.kind != KeyEventKind::Release
            {
                match (with_ctrl(&key), key.code) {
                    (None, KeyCode::Esc) => {
                        hurried = can_be_hurried;
                        continue;
                    }
                    (Some('c'), _) if can_be_hurried => {
                        hurried = true;
                        continue;
                    }
                    (Some('c'), _) => self.leaving = true,
                    (Some('u'), _) => self.typed.clear(),
                    (Some(_), _) => {}
                    (None, KeyCode::Backspace) => drop(self.typed.pop()),
                    (None, KeyCode::Char(letter)) => self.typed.push(letter),
                    (None, KeyCode::Enter) => {
                        let line = std::mem::take(&mut self.typed);
                        self.leaving |= Command::read(&line, &[]) == Command::Quit;
                    }
                    _ => {}
                }
            }
            // A user who leaves is heard, however full the queue is.
            if self.waiting.len() < MOST_WAITING || self.leaving {
                self.waiting.push_back(event);
            }
        }
        hurried || self.leaving
    }
}
