//! Reports about a batch, during its work and at its end.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use preference_jobs::{Counts, ProgressReport};
use serde_json::json;

use crate::args::ProgressForm;
use crate::failure::print_message;

/// Interval between lines of progress when there is no bar.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Progress of a batch.
pub(crate) struct Report {
    form: ProgressForm,
    bar: Option<ProgressBar>,
    /// Total size of the inputs in bytes, if it is known.
    bytes: Option<u64>,
    /// Number of bytes of the inputs read so far.
    read: Arc<AtomicU64>,
    began: Instant,
    /// Time of the last progress report.
    last_report: Instant,
    /// Counts of all records so far, including the ones of earlier runs.
    pub(crate) counts: Counts,
    /// Counts of the records of earlier runs.
    before: Counts,
}

impl Report {
    pub(crate) fn new(form: ProgressForm, bytes: Option<u64>, before: Counts) -> Report {
        let form = match form {
            ProgressForm::Auto if io::stderr().is_terminal() => ProgressForm::Bar,
            ProgressForm::Auto => ProgressForm::Lines,
            form => form,
        };
        let bar = (form == ProgressForm::Bar).then(|| {
            let bar = ProgressBar::with_draw_target(bytes, ProgressDrawTarget::stderr());
            let template = if bytes.is_some() { "{wide_bar} {percent}%  {msg}" } else { "{spinner} {msg}" };
            bar.set_style(ProgressStyle::with_template(template).expect("a template that indicatif reads"));
            bar
        });
        let now = Instant::now();
        let read = Arc::default();
        Report { form, bar, bytes, read, began: now, last_report: now, counts: before, before }
    }

    /// Progress in lines reports the counts only after a run of at least `LINE_INTERVAL`.
    pub(crate) fn end(&mut self, complete: bool) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        match self.form {
            ProgressForm::Json => self.write_object("summary", complete),
            ProgressForm::Bar => print_message(self.line()),
            ProgressForm::Lines if self.began.elapsed() >= LINE_INTERVAL => print_message(self.line()),
            _ => {}
        }
    }

    pub(crate) fn summary(&self, complete: bool) -> serde_json::Value {
        let Counts { records, answered, errors, .. } = self.counts;
        json!({
            "complete": complete,
            "records": records,
            "answered": answered,
            "errors": errors,
            "seconds": (self.began.elapsed().as_secs_f64() * 1e3).round() / 1e3,
            "records_of_this_run": records - self.before.records,
        })
    }

    /// `event` says which kind of report it is.
    fn write_object(&self, event: &str, complete: bool) {
        let mut object = self.summary(complete);
        object["event"] = event.into();
        if let Some(bytes) = self.bytes {
            object["bytes"] = bytes.into();
            object["bytes_read"] = self.read.load(Ordering::Relaxed).into();
        }
        // If standard error is closed, the progress is lost, but not the work.
        let _ = writeln!(io::stderr(), "{object}");
    }

    fn line(&self) -> String {
        let Counts { records, errors, .. } = self.counts;
        let seconds = self.began.elapsed();
        let rate = (records - self.before.records) as f64 / seconds.as_secs_f64().max(1e-3);
        let share =
            self.bytes.filter(|_| self.bar.is_none() && self.form == ProgressForm::Lines).map(|bytes| {
                let read = self.read.load(Ordering::Relaxed).min(bytes);
                format!(", {} of {}", HumanBytes(read), HumanBytes(bytes))
            });
        let unanswered =
            if errors > 0 { format!(", {} without an answer", HumanCount(errors)) } else { String::new() };
        format!(
            "{} records{unanswered}{}; {rate:.0} a second, {:.1} s",
            HumanCount(records),
            share.unwrap_or_default(),
            seconds.as_secs_f64()
        )
    }
}

impl ProgressReport for Report {
    fn bytes_read(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    fn add(&mut self, counts: Counts) {
        self.counts.add(counts);
        if let Some(bar) = &self.bar {
            bar.set_position(self.read.load(Ordering::Relaxed));
            bar.set_message(self.line());
            return;
        }
        if self.last_report.elapsed() < LINE_INTERVAL {
            return;
        }
        self.last_report = Instant::now();
        match self.form {
            ProgressForm::Lines => print_message(self.line()),
            ProgressForm::Json => self.write_object("progress", false),
            ProgressForm::Auto | ProgressForm::Bar | ProgressForm::None => {}
        }
    }
}
