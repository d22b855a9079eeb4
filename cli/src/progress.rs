//! The progress line on standard error, for a user who waits at a terminal. All commands share one line, which is
//! removed before anything else is printed.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use preference::Analyst;
use preference::Progress;

/// Time after which a run begins to show its progress.
const SHOW_DELAY: Duration = Duration::from_millis(300);

/// Interval at which the line is redrawn.
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

/// The progress line; empty unless standard error is a terminal.
static LINE: OnceLock<ProgressBar> = OnceLock::new();

/// Number of deals answered so far.
static ANSWERED: AtomicU64 = AtomicU64::new(0);

static ENDED: AtomicBool = AtomicBool::new(false);

pub(crate) fn show_for(analyst: &Analyst) {
    show(analyst.progress());
}

/// Shows this progress from now on, if standard error is a terminal and no other progress is shown.
pub(crate) fn show(progress: Arc<Progress>) {
    if !io::stderr().is_terminal() || LINE.get().is_some() {
        return;
    }
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    let style = ProgressStyle::with_template("{spinner} {msg}{elapsed}");
    line.set_style(style.expect("a template that indicatif reads"));
    let line = LINE.get_or_init(|| line).clone();
    thread::spawn(move || draw_line(&line, &progress));
}

fn draw_line(line: &ProgressBar, progress: &Arc<Progress>) {
    let began = Instant::now();
    while began.elapsed() < SHOW_DELAY {
        thread::sleep(REDRAW_INTERVAL);
    }
    if !ENDED.load(Ordering::Relaxed) {
        line.set_draw_target(ProgressDrawTarget::stderr());
    }
    while !ENDED.load(Ordering::Relaxed) {
        line.set_message(message(progress));
        line.tick();
        thread::sleep(REDRAW_INTERVAL);
    }
}

fn message(progress: &Progress) -> String {
    match (progress.parts(), ANSWERED.load(Ordering::Relaxed)) {
        ((done, parts), _) if parts > 1 => format!("{} of {}  ", HumanCount(done), HumanCount(parts)),
        (_, deals) if deals > 0 => format!("{} deals  ", HumanCount(deals)),
        _ => String::new(),
    }
}

pub(crate) fn count_answer() {
    ANSWERED.fetch_add(1, Ordering::Relaxed);
}

pub(crate) fn with_hidden_line<T>(print: impl FnOnce() -> T) -> T {
    match LINE.get() {
        Some(line) => line.suspend(print),
        None => print(),
    }
}

pub(crate) fn end() {
    ENDED.store(true, Ordering::Relaxed);
    if let Some(line) = LINE.get() {
        line.finish_and_clear();
    }
}
