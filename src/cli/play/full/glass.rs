//! The screen and the keyboard: how they are taken over, what comes from them, and how they are given back.

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

/// How long nothing comes before it is asked whether the terminal is still there.
const PATIENCE: Duration = Duration::from_millis(250);

/// The screen, while it is drawn on as a whole.
pub(super) struct Glass {
    /// Not dropped: it would tell standard error that it cannot show the cursor, where that is gone too.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    _taken: Taken,
    /// Whether there are colours.
    pub(super) colours: bool,
    /// Whether nothing but ASCII is drawn.
    pub(super) ascii: bool,
}

/// The screen is given back when this is dropped.
struct Taken;

/// The system has asked to end, or the terminal is gone.
static GONE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The system has asked to end.
static ASKED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// What came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// A key.
    Key(KeyCode),
    /// Ctrl and a letter.
    Ctrl(char),
    /// A tap at that column and row.
    Tap(u16, u16),
    /// The wheel, up or down.
    Wheel(bool),
    /// The screen has another size.
    Resized,
    /// Nothing that matters.
    Nothing,
    /// There is nobody any more.
    Gone,
}

/// The signal by which the system has asked to end, if it has.
pub(super) fn asked_to_end() -> Option<i32> {
    ASKED.load(Ordering::Relaxed).then_some(SIGTERM)
}

/// Columns and rows of the screen.
pub(super) fn size() -> io::Result<(u16, u16)> {
    terminal::size()
}

/// Whether nobody is there any more.
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

/// Waits so long for something to come; whether the terminal is gone. Who asked crossterm for what comes from one that is gone would never
/// get an answer: it reads the end of it again and again.
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
        // A second one ends at once.
        signal_hook::flag::register_conditional_shutdown(SIGTERM, exit_code(SIGTERM).into(), Arc::clone(&GONE))?;
        signal_hook::flag::register(SIGTERM, Arc::clone(&GONE))?;
        signal_hook::flag::register(SIGTERM, Arc::clone(&ASKED))?;
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::clone(&GONE))?;
        enable_raw_mode()?;
        let taken = Taken;
        drawn_on(true);
        // Where the screen was taken over before, and not given back, there is still something on it.
        execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableMouseCapture)?;
        let colours = AutoStream::choice(&stdout()) != ColorChoice::Never;
        Ok(Glass {
            terminal: ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?),
            _taken: taken,
            colours,
            ascii: ascii || !speaks_unicode(),
        })
    }

    /// Draws.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<CompletedFrame<'_>> {
        self.terminal.draw(draw)
    }

    /// What has come meanwhile, or comes within a while.
    fn event(&self) -> io::Result<Option<Event>> {
        if let Some(event) = meanwhile::take() {
            return Ok(Some(event));
        }
        // Several may have been read at once: of those that wait within crossterm the system knows nothing.
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

    /// What comes next.
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
        // A terminal that is gone needs nothing.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        drawn_on(false);
    }
}

/// Whether the terminal says that it can show more than ASCII.
fn speaks_unicode() -> bool {
    let said =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    cfg!(windows) || said.is_some_and(|said| said.to_ascii_lowercase().replace('-', "").contains("utf8"))
}
