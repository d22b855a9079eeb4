//! The library `preference` for a page: a question as JSON goes in, its answer as JSON comes out.
//!
//! The module imports nothing. Who calls it writes a question where [`question`] says, calls [`ask`], and
//! reads the answer where [`answer`] says. Each instance answers one question after the other, and keeps
//! what it has learnt for the next. After a panic an instance is of no more use: [`answer`] then points to
//! what the panic said.

use std::cell::RefCell;
use std::panic;

use preference::analysis::Analyst;
use preference::analysis::ask::Asker;
use preference::analysis::question::LONGEST_LINE;

thread_local! {
    static ENGINE: RefCell<(Asker, Analyst)> = RefCell::new((Asker::default(), Analyst::new()));
    /// What is asked.
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The last answer, or what the panic said.
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Where a question of this number of bytes is to be written; null if it is too long.
#[unsafe(no_mangle)]
pub extern "C" fn question(bytes: usize) -> *mut u8 {
    if bytes > LONGEST_LINE {
        return std::ptr::null_mut();
    }
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(bytes, b' ');
        question.as_mut_ptr()
    })
}

/// Answers the question that was written; gives the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    panic::set_hook(Box::new(|told| ANSWER.set(told.to_string())));
    // If memory or the stack is exhausted nothing is told.
    ANSWER.set(String::new());
    let question = QUESTION.with_borrow(|question| String::from_utf8_lossy(question).into_owned());
    let answer = ENGINE.with_borrow_mut(|(asker, analyst)| asker.answer(analyst, &question));
    ANSWER.set(answer);
    told()
}

/// Where the last answer stands, or what the panic said.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// The length of the last answer, or of what the panic said, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn told() -> usize {
    ANSWER.with_borrow(String::len)
}
