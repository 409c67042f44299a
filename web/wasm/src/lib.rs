//! The library for WebAssembly: requests and answers as on the lines of `draughtsman session`, in memory. `web/engine.js` is the other
//! side. There is nothing else here: what a line means is said in `draughtsman::protocol`.
#![allow(unsafe_code, reason = "names for the other side; nothing else is unsafe: no address is read here")]

use std::cell::RefCell;

use draughtsman::protocol::{Sessions, refusal, unreadable};

/// What stays between two calls.
#[derive(Default)]
struct Memory {
    sessions: Sessions,
    line: Vec<u8>,
    answer: String,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Makes room for a line of so many bytes, and says where. The address holds until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn line(bytes: usize) -> *mut u8 {
    MEMORY.with_borrow_mut(|memory| {
        memory.line = vec![0; bytes];
        memory.line.as_mut_ptr()
    })
}

/// Answers the line that was written there, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    MEMORY.with_borrow_mut(|memory| {
        let line = std::mem::take(&mut memory.line);
        memory.answer = match std::str::from_utf8(&line) {
            Ok(line) => memory.sessions.answer(line),
            Err(error) => refusal(None, unreadable(1, error.valid_up_to(), "this is no UTF-8 text".to_owned())),
        };
        memory.answer.len()
    })
}

/// Where the answer is. The address holds until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.answer.as_ptr())
}
