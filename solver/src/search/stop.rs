//! Cancellation of the work on a question.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A signal that cancels the work on a question, at any time from any thread or at a time limit.
///
/// Searches poll it at least every few milliseconds. The table entries that they have stored by then stay valid. The
/// work is unwound as by a panic, but without the panic message, which programs that abort on a panic, such as
/// WebAssembly programs, do not support: see [`Stop::IS_SUPPORTED`].
///
/// ```
/// use std::time::Duration;
///
/// use preference::Analyst;
/// use preference::deal::Deal;
/// use preference::rules::Variant;
/// use preference::search::{Stop, StopError};
/// use preference::situation::Situation;
///
/// let rules: Variant = "american".parse()?;
/// let deal: Deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K".parse()?;
/// let hand = Situation::new(rules, deal);
/// let mut analyst = Analyst::new();
/// let stop = Stop::new();
/// stop.limit(Duration::from_millis(1));
/// let par = analyst.run_until(&stop, |analyst| analyst.par(&hand, &Default::default()));
/// assert_eq!(par.unwrap_err(), StopError);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    stopped: AtomicBool,
    end: OnceLock<Instant>,
    /// This signal cancels the work as well.
    outer: Option<Stop>,
}

/// The error that is returned for cancelled work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the work was cancelled")]
pub struct StopError;

impl Stop {
    /// Whether work can be cancelled, which requires a program that unwinds on a panic.
    pub const IS_SUPPORTED: bool = cfg!(panic = "unwind");

    /// A signal that is not stopped and has no time limit.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A new signal for a part of the work, which stopping `self` cancels as well.
    #[must_use]
    pub fn child(&self) -> Stop {
        Stop(Arc::new(Signal { outer: Some(self.clone()), ..Signal::default() }))
    }

    /// Cancels the work once `time` has passed from now. Later calls have no effect.
    pub fn limit(&self, time: Duration) {
        // A limit that the clock cannot represent is no limit.
        if let Some(end) = Instant::now().checked_add(time) {
            self.0.end.get_or_init(|| end);
        }
    }

    /// Cancels the work.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the work has been cancelled or its time limit has passed, here or for a parent signal.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.was_stopped_explicitly()
            || self.0.end.get().is_some_and(|end| *end <= Instant::now())
            || self.0.outer.as_ref().is_some_and(Stop::is_stopped)
    }

    /// Whether [`Stop::stop`] was called on this signal or on a parent signal.
    #[must_use]
    pub fn was_stopped_explicitly(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
            || self.0.outer.as_ref().is_some_and(Stop::was_stopped_explicitly)
    }

    /// The moment halfway between now and the time limit.
    #[cfg(feature = "hands")]
    pub(crate) fn half_time(&self) -> Option<Instant> {
        let outer = self.0.outer.as_ref().and_then(Stop::half_time);
        let own = self.0.end.get().map(|&end| {
            let now = Instant::now();
            now + end.saturating_duration_since(now) / 2
        });
        own.into_iter().chain(outer).min()
    }

    /// Runs `work`, which can be cancelled only if it uses a solver or an analyst that was given this signal.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, StopError> {
        catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<StopError>() {
            Ok(stopped) => *stopped,
            Err(panic) => resume_unwind(panic),
        })
    }

    pub(crate) fn poll(&self) {
        if self.is_stopped() {
            Stop::unwind();
        }
    }

    /// Unwinds the work on this thread to the innermost [`Stop::run`].
    pub(crate) fn unwind() -> ! {
        resume_unwind(Box::new(StopError))
    }

    pub(crate) fn is_same(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(all(test, panic = "unwind"))]
mod tests {
    use super::*;

    fn poll_forever(stop: &Stop) {
        loop {
            stop.poll();
        }
    }

    #[test]
    fn work_is_cancelled_at_time_limit() {
        let stop = Stop::new();
        stop.limit(Duration::from_millis(5));
        stop.limit(Duration::MAX);
        assert_eq!(stop.run(|| poll_forever(&stop)), Err(StopError));
        assert!(stop.is_stopped() && !stop.was_stopped_explicitly());
        for long in [Duration::from_secs(100), Duration::MAX] {
            let stop = Stop::new();
            stop.limit(long);
            assert!(!stop.is_stopped(), "{long:?}");
        }
    }

    #[test]
    fn stop_reaches_parts_but_not_whole() {
        let whole = Stop::new();
        let parts = [whole.child(), whole.child().child()];
        parts[1].stop();
        assert!(!whole.is_stopped() && !parts[0].is_stopped() && parts[1].is_stopped());
        whole.stop();
        assert!(parts.iter().all(Stop::is_stopped));
    }

    #[test]
    fn panic_passes_through_stop() {
        let panic = catch_unwind(|| Stop::new().run(|| panic!("no stop")));
        assert_eq!(panic.expect_err("it panics").downcast_ref(), Some(&"no stop"));
    }
}
