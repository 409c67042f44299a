//! Ctrl-C and SIGTERM, for asynchronous code.

use std::io;

use super::super::interrupt::exit_code;

/// Signals received since they were [heeded](Signals::heed). None is lost while nobody waits for it.
#[cfg(unix)]
pub(super) struct Signals {
    interrupted: tokio::signal::unix::Signal,
    terminated: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Receives signals from now on.
    pub(super) fn heed() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { interrupted: signal(SignalKind::interrupt())?, terminated: signal(SignalKind::terminate())? })
    }

    /// Waits for the next signal, and returns its exit code.
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

/// Ctrl-C, on systems without signals.
#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(super) fn heed() -> io::Result<Signals> {
        Ok(Signals)
    }

    pub(super) async fn next(&mut self) -> u8 {
        // If Ctrl-C cannot be received, the process ends at once.
        let _ = tokio::signal::ctrl_c().await;
        exit_code(signal_hook::consts::SIGINT)
    }
}
