//! Ctrl-C, and a request of the system to end, as who waits for many things hears of them.

use std::io;

use super::super::interrupt::exit_code;

/// Signals from when they are [heeded](Signals::heed): none that comes while nobody waits is lost.
#[cfg(unix)]
pub(super) struct Signals {
    interrupted: tokio::signal::unix::Signal,
    terminated: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// From now on.
    pub(super) fn heed() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { interrupted: signal(SignalKind::interrupt())?, terminated: signal(SignalKind::terminate())? })
    }

    /// Waits for the next one; what the shell is told of it.
    pub(super) async fn next(&mut self) -> u8 {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use std::task::Poll;
        std::future::poll_fn(|context| match self.interrupted.poll_recv(context) {
            Poll::Ready(_) => Poll::Ready(exit_code(SIGINT)),
            Poll::Pending => self.terminated.poll_recv(context).map(|_| exit_code(SIGTERM)),
        })
        .await
    }
}

/// Where there are no signals: Ctrl-C.
#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(super) fn heed() -> io::Result<Signals> {
        Ok(Signals)
    }

    pub(super) async fn next(&mut self) -> u8 {
        // Who hears of no Ctrl-C ends at once.
        let _ = tokio::signal::ctrl_c().await;
        exit_code(signal_hook::consts::SIGINT)
    }
}
