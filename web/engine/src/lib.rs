//! WebAssembly interface of the library `preference`. Questions and answers are JSON.
//!
//! The module imports nothing. The caller writes a question to the buffer of [`question`], calls [`ask`], and
//! reads the answer from the buffer of [`answer`]. An instance answers one question at a time, and keeps the
//! tables of its search for the next question. After a panic the instance cannot be used any more: [`answer`]
//! then returns the panic's message.

use std::cell::RefCell;
use std::panic;

use preference::Analyst;
use preference::protocol::ask::Responder;
use preference::protocol::question::MAX_LINE_BYTES;

thread_local! {
    static ENGINE: RefCell<(Responder, Analyst)> = RefCell::new((Responder::default(), Analyst::new()));
    /// The text of the question.
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The last answer, or the message of the panic.
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The buffer for a question of `bytes` bytes; null if the question is too long.
#[unsafe(no_mangle)]
pub extern "C" fn question(bytes: usize) -> *mut u8 {
    if bytes > MAX_LINE_BYTES {
        return std::ptr::null_mut();
    }
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(bytes, b' ');
        question.as_mut_ptr()
    })
}

/// Answers the question in the buffer and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    panic::set_hook(Box::new(|panic| ANSWER.set(panic.to_string())));
    // An engine that runs out of memory or stack leaves no message. The last answer is cleared, so that it is not
    // read as one.
    ANSWER.set(String::new());
    let question = QUESTION.with_borrow(|question| String::from_utf8_lossy(question).into_owned());
    let answer = ENGINE.with_borrow_mut(|(responder, analyst)| responder.answer(analyst, &question));
    ANSWER.set(answer);
    answer_length()
}

/// The buffer of the last answer, or of the panic's message.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// The length of the last answer, or of the panic's message, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}
