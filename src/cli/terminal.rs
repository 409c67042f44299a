//! Output to a terminal. Control characters in texts from files, tags, arguments and the environment are spelt out
//! (`\u001b`), so that none of them can move the cursor or overwrite what was written. The program's own styles and data for
//! other programs bypass this.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use draughtsman::source::{escaped, is_control};

/// Clears the screen and the scrollback, and moves the cursor to the upper left corner.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Shows the cursor, which progress bars hide.
const CURSOR: &str = "\x1b[?25h";

/// Releases the mouse, leaves the full screen, and shows the cursor.
const LEAVE: &str = "\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1049l\x1b[?25h";

/// Whether the full screen is in use.
static DRAWN_ON: AtomicBool = AtomicBool::new(false);

/// The state of a terminal when the program began.
pub(crate) struct Kept {
    #[cfg(unix)]
    modes: Option<rustix::termios::Termios>,
}

impl Kept {
    /// The state now.
    pub(crate) fn now() -> Kept {
        Kept {
            #[cfg(unix)]
            modes: rustix::termios::tcgetattr(io::stdin()).ok(),
        }
    }

    /// Restores the state: whole lines are read, typed text is echoed, and the cursor is shown.
    pub(crate) fn restore(&self) {
        #[cfg(unix)]
        if let Some(modes) = &self.modes {
            // A terminal that has been closed needs nothing.
            let _ = rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, modes);
        }
        if is_drawn_on() {
            let mut stdout = io::stdout().lock();
            let _ = stdout.write_all(LEAVE.as_bytes()).and_then(|()| stdout.flush());
        }
        if io::stderr().is_terminal() {
            let _ = io::stderr().lock().write_all(CURSOR.as_bytes());
        }
    }
}

/// Whether the full screen is in use.
pub(crate) fn is_drawn_on() -> bool {
    DRAWN_ON.load(Ordering::Relaxed)
}

/// Records whether the full screen is in use from now on.
#[cfg(feature = "full-screen")]
pub(crate) fn drawn_on(whole: bool) {
    DRAWN_ON.store(whole, Ordering::Relaxed);
}

/// A writer of text for people. Control characters other than line ends and tabs are spelt out.
pub(crate) struct Words<W: Write>(pub(crate) W);

impl<W: Write> Write for Words<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for chunk in bytes.utf8_chunks() {
            self.0.write_all(escaped(chunk.valid()).as_bytes())?;
            chunk.invalid().iter().try_for_each(|byte| write!(self.0, "\\x{byte:02x}"))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes text with the program's own styles to standard output, after what was written to `out`. In other texts within it,
/// control characters must already be spelt out.
pub(crate) fn styled(text: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.flush()?;
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text)?;
    stdout.flush()
}

/// Writes data to standard output, after what was written to `out`: byte for byte for another program, with control
/// characters spelt out on a terminal.
pub(crate) fn data(bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return out.write_all(bytes);
    }
    out.flush()?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Clears the screen, if standard output is a terminal.
pub(crate) fn clear(out: &mut dyn Write) -> io::Result<()> {
    if !io::stdout().is_terminal() {
        return Ok(());
    }
    out.flush()?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(CLEAR.as_bytes())?;
    stdout.flush()
}

/// The arguments with control characters spelt out, if they contain any.
pub(crate) fn spelt(arguments: &[OsString]) -> Option<Vec<String>> {
    let mut texts = arguments.iter().map(|argument| argument.to_string_lossy());
    let spelt = texts.clone().map(|text| escaped(&text).into_owned()).collect();
    texts.any(|text| text.contains(is_control)).then_some(spelt)
}
