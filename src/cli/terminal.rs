//! What reaches a terminal. Texts of files, tags, arguments and the environment go out with their control characters spelt
//! (`\u001b`), so that none of them can move the cursor or write over what was said; our own styles go past that, as does what is
//! data for another program.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use draughtsman::source::{escaped, is_control};

/// Clears the screen and what was scrolled away, and goes to the upper left corner.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Shows the cursor, which bars of progress hide.
const CURSOR: &str = "\x1b[?25h";

/// Gives the mouse back, and the screen as it was before it was drawn on as a whole.
const LEAVE: &str = "\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1049l\x1b[?25h";

/// Whether the screen is drawn on as a whole.
static DRAWN_ON: AtomicBool = AtomicBool::new(false);

/// How a terminal was when the program began.
pub(crate) struct Kept {
    #[cfg(unix)]
    modes: Option<rustix::termios::Termios>,
}

impl Kept {
    /// As it is now.
    pub(crate) fn now() -> Kept {
        Kept {
            #[cfg(unix)]
            modes: rustix::termios::tcgetattr(io::stdin()).ok(),
        }
    }

    /// Makes it so again: lines are read as whole lines, what is typed is shown, and so is the cursor.
    pub(crate) fn restore(&self) {
        #[cfg(unix)]
        if let Some(modes) = &self.modes {
            // A terminal that is gone needs nothing.
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

/// Whether the screen is drawn on as a whole.
pub(crate) fn is_drawn_on() -> bool {
    DRAWN_ON.load(Ordering::Relaxed)
}

/// Notes whether the screen is drawn on as a whole, from here on.
#[cfg(feature = "full-screen")]
pub(crate) fn drawn_on(whole: bool) {
    DRAWN_ON.store(whole, Ordering::Relaxed);
}

/// Words for people: what is written arrives without control characters but line ends and tabs.
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

/// Text with our own styles on standard output, behind what was written to `out`; whoever made it has seen to what is not ours.
pub(crate) fn styled(text: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.flush()?;
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text)?;
    stdout.flush()
}

/// Data on standard output, behind what was written to `out`: byte for byte for another program, spelt on a terminal.
pub(crate) fn data(bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return out.write_all(bytes);
    }
    out.flush()?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// An empty screen, where standard output is one.
pub(crate) fn clear(out: &mut dyn Write) -> io::Result<()> {
    if !io::stdout().is_terminal() {
        return Ok(());
    }
    out.flush()?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(CLEAR.as_bytes())?;
    stdout.flush()
}

/// The arguments as they can be shown, if they cannot be shown as they are.
pub(crate) fn spelt(arguments: &[OsString]) -> Option<Vec<String>> {
    let mut texts = arguments.iter().map(|argument| argument.to_string_lossy());
    let spelt = texts.clone().map(|text| escaped(&text).into_owned()).collect();
    texts.any(|text| text.contains(is_control)).then_some(spelt)
}
