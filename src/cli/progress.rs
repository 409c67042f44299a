//! Progress of long work, on standard error, if that is a terminal and `--quiet` was not given.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::report;

/// Greatest number of redraws per second.
const A_SECOND: u8 = 5;

/// A bar that counts up to `many`; `of` says what is counted.
pub(super) fn counted(many: u64, of: &str) -> ProgressBar {
    styled(Some(many), &format!("{{pos}} {of} [{{bar:40}}] {{percent}}% {{eta}}"))
}

/// The same for the parts of something that has a name.
pub(super) fn named(many: u64, name: &str) -> ProgressBar {
    styled(Some(many), "{msg} [{bar:40}] {percent}% {eta}").with_message(name.to_owned())
}

/// A line with the latest message, for work of unknown length.
pub(super) fn told() -> ProgressBar {
    styled(None, "{msg}")
}

fn styled(many: Option<u64>, template: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() || report::is_quiet() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(many, ProgressDrawTarget::stderr_with_hz(A_SECOND));
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style.progress_chars("=> "))
}
