//! Calls that may take long: without the interpreter's lock, and stopped by Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often somebody looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// Room for deep rule files.
const STACK: usize = 64 << 20;

/// Does some work on a thread of its own while other threads of Python go on. `work` asks its argument now and then whether to stop;
/// what it says then is not told: the signal is.
pub(crate) fn long<T: Send>(py: Python<'_>, work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send) -> PyResult<T> {
    py.detach(|| {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let (done, wait) = mpsc::channel();
            let asked = || stop.load(Ordering::Relaxed);
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let answer = work(&asked);
                // Who waits has perhaps gone.
                let _ = done.send(());
                answer
            });
            let worker = worker.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let mut signal = Ok(());
            while signal.is_ok() && matches!(wait.recv_timeout(LOOK), Err(mpsc::RecvTimeoutError::Timeout)) {
                signal = Python::attach(|py| py.check_signals());
            }
            stop.store(true, Ordering::Relaxed);
            let answer = worker.join().map_err(|_| PyRuntimeError::new_err("the library has panicked: please report that"))?;
            signal.map(|()| answer)
        })
    })
}
