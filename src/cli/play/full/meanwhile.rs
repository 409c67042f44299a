//! What comes from the keyboard while others think: it waits until they have played, but for what asks them to make haste.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, MouseEventKind};

use super::super::command::Command;
use super::glass::{is_gone, with_ctrl};

/// Most that waits; of what comes beyond it nothing is kept.
const MOST_WAITING: usize = 4_096;

struct Meanwhile {
    waiting: VecDeque<Event>,
    /// The line that is being typed.
    typed: String,
    /// Whether among what waits there is something that ends the game.
    leaving: bool,
}

static MEANWHILE: Mutex<Meanwhile> = Mutex::new(Meanwhile { waiting: VecDeque::new(), typed: String::new(), leaving: false });

fn meanwhile() -> MutexGuard<'static, Meanwhile> {
    MEANWHILE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether an agent that thinks is to play at once: Esc or Ctrl-C was pressed meanwhile, `quit` typed, or nobody is there any more.
pub(super) fn is_hurried() -> bool {
    is_gone() || meanwhile().look(true)
}

/// Whether somebody wants to leave while another program thinks, which nothing hurries: Ctrl-C was pressed meanwhile, `quit` typed, or
/// nobody is there any more.
pub(super) fn is_left() -> bool {
    is_gone() || meanwhile().look(false)
}

/// What has come first of all that waits.
pub(super) fn take() -> Option<Event> {
    let mut meanwhile = meanwhile();
    let event = meanwhile.waiting.pop_front();
    if meanwhile.waiting.is_empty() {
        meanwhile.typed.clear();
        meanwhile.leaving = false;
    }
    event
}

/// Whether anything waits.
pub(super) fn waits() -> bool {
    !meanwhile().waiting.is_empty()
}

/// Somebody else is going to sit here, for whom nothing of it is.
pub(super) fn forget() {
    while take().is_some() {}
}

impl Meanwhile {
    /// Reads what has come; whether there is no time to think any more.
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
            // Whoever leaves is heard, whatever lies on the keyboard.
            if self.waiting.len() < MOST_WAITING || self.leaving {
                self.waiting.push_back(event);
            }
        }
        hurried || self.leaving
    }
}
