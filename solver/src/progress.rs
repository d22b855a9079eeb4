//! Progress of the work on a question, for clients that wait for the answer.

use std::sync::atomic::{AtomicU64, Ordering};

/// Progress of the work on a question. Other threads may read it at any time.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    /// Parts of the work that [`begin`](Self::begin) adds to the parts that it is given.
    later: AtomicU64,
}

impl Progress {
    /// The parts of the work that are done, and all parts (0 if their number is not known).
    #[must_use]
    pub fn parts(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    /// 0 while the number of parts is not known.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn percent(&self) -> u64 {
        let (done, total) = self.parts();
        (100 * done.min(total)).checked_div(total).unwrap_or(0)
    }

    /// Begins work that has `total` parts.
    pub fn begin(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total + self.later.swap(0, Ordering::Relaxed), Ordering::Relaxed);
    }

    /// They follow those with which the work begins.
    pub(crate) fn announce(&self, later: u64) {
        self.later.store(later, Ordering::Relaxed);
    }

    /// Counts one more part as done.
    pub fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}
