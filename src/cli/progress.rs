//! How far long work has come: on standard error, if that is a terminal and nobody wants quiet.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::report;

/// How often it is drawn, a second at most.
const A_SECOND: u8 = 5;

/// So many of these are done one after the other, of which a bar tells.
pub(super) fn counted(many: u64, of: &str) -> ProgressBar {
    styled(Some(many), &format!("{{pos}} {of} [{{bar:40}}] {{percent}}% {{eta}}"))
}

/// The same of the parts of something that has a name.
pub(super) fn named(many: u64, name: &str) -> ProgressBar {
    styled(Some(many), "{msg} [{bar:40}] {percent}% {eta}").with_message(name.to_owned())
}

/// Nobody knows how much there is to do: whatever is said last stands there.
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
