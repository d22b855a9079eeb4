//! How far the work on a question is, for those who wait for its answer.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far the work on a question is; another thread may look at it at any time.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    all: AtomicU64,
}

impl Progress {
    /// The parts that are done, and all parts there are; 0 where that is not known.
    #[must_use]
    pub fn parts(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }

    /// Work of this many parts begins.
    pub(super) fn begin(&self, all: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
    }

    /// One more part is done.
    pub(super) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}
