//! The screen and the keyboard of the full-screen mode: taking them over, reading events, and giving them back.

use std::io::{self, Stdout, stdout};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton,
    MouseEventKind,
};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, terminal};
use ratatui::prelude::{CrosstermBackend, Terminal};
use ratatui::{CompletedFrame, Frame};
use signal_hook::consts::SIGTERM;

use super::super::super::interrupt::exit_code;
use super::super::super::terminal::drawn_on;
use super::meanwhile;

/// How long to wait for an event before checking whether the terminal is still there.
const PATIENCE: Duration = Duration::from_millis(250);

/// The screen, while it is in use.
pub(super) struct Glass {
    /// Never dropped: if the cursor cannot be shown, dropping writes to standard error, which may be closed too.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    _taken: Taken,
    /// Whether to use colours.
    pub(super) colours: bool,
    /// Whether to draw in ASCII alone.
    pub(super) ascii: bool,
}

/// Gives the screen back when it is dropped.
struct Taken;

/// Whether the system has asked the program to end, or the terminal was closed.
static GONE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether the system has asked the program to end.
static ASKED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// A key.
    Key(KeyCode),
    /// Ctrl and a letter.
    Ctrl(char),
    /// A tap at a column and a row.
    Tap(u16, u16),
    /// The wheel; true means up.
    Wheel(bool),
    /// The screen has changed its size.
    Resized,
    /// Nothing of interest.
    Nothing,
    /// No user is left.
    Gone,
}

/// The signal by which the system has asked the program to end, if it has.
pub(super) fn asked_to_end() -> Option<i32> {
    ASKED.load(Ordering::Relaxed).then_some(SIGTERM)
}

/// Columns and rows of the screen.
pub(super) fn size() -> io::Result<(u16, u16)> {
    terminal::size()
}

/// Whether no user is left.
pub(super) fn is_gone() -> bool {
    GONE.load(Ordering::Relaxed) || is_closed(Duration::ZERO)
}

/// The letter of a key that was pressed together with Ctrl.
pub(super) fn with_ctrl(key: &KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => Some(letter.to_ascii_lowercase()),
        _ => None,
    }
}

/// Waits for input for at most `patience`. Returns whether the terminal was closed. Reading events by crossterm would then
/// never return, as it reads the end of input again and again.
#[cfg(unix)]
fn is_closed(patience: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut asked = [PollFd::new(&stdin, PollFlags::IN)];
    let patience = Timespec { tv_sec: 0, tv_nsec: patience.subsec_nanos().into() };
    let came = poll(&mut asked, Some(&patience));
    came.is_ok() && asked[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
}

#[cfg(not(unix))]
fn is_closed(_: Duration) -> bool {
    false
}

impl Glass {
    /// Takes the screen over.
    pub(super) fn open(ascii: bool) -> io::Result<Glass> {
        // A second signal ends the program at once.
        signal_hook::flag::register_conditional_shutdown(SIGTERM, exit_code(SIGTERM).into(), Arc::clone(&GONE))?;
        signal_hook::flag::register(SIGTERM, Arc::clone(&GONE))?;
        signal_hook::flag::register(SIGTERM, Arc::clone(&ASKED))?;
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::clone(&GONE))?;
        enable_raw_mode()?;
        let taken = Taken;
        drawn_on(true);
        // The screen may still show what an earlier program left, if that did not give it back.
        execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableMouseCapture)?;
        let colours = AutoStream::choice(&stdout()) != ColorChoice::Never;
        Ok(Glass {
            terminal: ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?),
            _taken: taken,
            colours,
            ascii: ascii || !speaks_unicode(),
        })
    }

    /// Draws a frame.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<CompletedFrame<'_>> {
        self.terminal.draw(draw)
    }

    /// The next event: from the queue, or one that arrives within a while.
    fn event(&self) -> io::Result<Option<Event>> {
        if let Some(event) = meanwhile::take() {
            return Ok(Some(event));
        }
        // crossterm may have read several events at once, of which the system knows nothing: it is asked before waiting.
        for patience in [Duration::ZERO, PATIENCE] {
            if is_closed(patience) {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if event::poll(if cfg!(unix) { Duration::ZERO } else { patience })? {
                return event::read().map(Some);
            }
        }
        Ok(None)
    }

    /// The next event, in the terms of this program.
    pub(super) fn next(&self) -> Came {
        match self.event() {
            _ if GONE.load(Ordering::Relaxed) => Came::Gone,
            Err(_) => Came::Gone,
            Ok(Some(Event::Key(key))) if key.kind == KeyEventKind::Release => Came::Nothing,
            Ok(Some(Event::Key(key))) => with_ctrl(&key).map_or(Came::Key(key.code), Came::Ctrl),
            Ok(Some(Event::Mouse(mouse))) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Came::Tap(mouse.column, mouse.row),
                MouseEventKind::ScrollUp => Came::Wheel(true),
                MouseEventKind::ScrollDown => Came::Wheel(false),
                _ => Came::Nothing,
            },
            Ok(Some(Event::Resize(..))) => Came::Resized,
            Ok(_) => Came::Nothing,
        }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        // A terminal that was closed needs nothing.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        drawn_on(false);
    }
}

/// Whether the environment says that the terminal can show more than ASCII.
fn speaks_unicode() -> bool {
    let said =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    cfg!(windows) || said.is_some_and(|said| said.to_ascii_lowercase().replace('-', "").contains("utf8"))
}
