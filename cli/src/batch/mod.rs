//! Batches, which answer questions about the records in files and write the answers to files.

mod default_question;
mod plan;
pub(crate) mod program;
pub(crate) mod question_columns;
mod report;
pub(crate) mod table_rules;
mod work;

use std::fs::{self, File};

use anyhow::Context;
use preference::Analyst;
use preference_jobs::{JobError, OpenResult, unanswered_message};

use crate::args::{BatchArgs, RecordQuestion};
use crate::failure::{Failure, print_message};
use crate::interruption::stop_on_ctrl_c;
use crate::tables;
use plan::{Plan, print_schema};
use report::Report;

/// Answers the records of the inputs or, with `--print-schema`, prints the columns of the output. `question` is asked
/// about records that do not name their own.
pub(crate) fn run(args: &BatchArgs, question: Option<&RecordQuestion>) -> Result<(), Failure> {
    if args.print_schema {
        return print_schema(args, question);
    }
    let plan = Plan::new(args, question)?;
    let job = &plan.job;
    let endgames = tables::load_growing_endgames(&args.engine)?;
    let mut analyst = Analyst::with_threads(args.engine.threads.unwrap_or(0), &endgames)?;
    if let Some(path) = &args.summary {
        // If the summary cannot be written, this is reported before the work and not after it.
        File::options()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let (store, finished) = match job.open()? {
        OpenResult::Begun(store, finished) => (store, finished),
        OpenResult::Complete(counts) => {
            print_message(format_args!("{} is complete: there is nothing to resume", job.output.display()));
            return plan.outcome(counts.errors);
        }
    };
    stop_on_ctrl_c(&job.solver.stop)?;
    let mut report = Report::new(args.progress, job.inputs.bytes(), finished.counts);
    let done = job.run(&mut analyst, store, &finished, &mut report).map_err(|error| plan.failure(error));
    if job.is_abandoned() {
        return done;
    }
    report.end(done.is_ok());
    if let Some(path) = &args.summary {
        let summary = format!("{}\n", report.summary(done.is_ok()));
        fs::write(path, summary).with_context(|| format!("cannot write {}", path.display()))?;
    }
    done?;
    plan.outcome(report.counts.errors)
}

impl Plan {
    fn outcome(&self, errors: u64) -> Result<(), Failure> {
        // Records without an answer are not a failure if --rejects or --max-errors allows them.
        let job = &self.job;
        let place = job.rejects.as_ref().unwrap_or(&job.output);
        let Some(message) = unanswered_message(errors, place) else { return Ok(()) };
        if job.rejects.is_some() || job.max_errors.is_some() {
            print_message(message);
            return Ok(());
        }
        Err(Failure::Unanswered(message))
    }

    fn failure(&self, error: JobError) -> Failure {
        match error {
            JobError::TooManyErrors { .. } => Failure::Unanswered(error.to_string()),
            JobError::Interrupted => Failure::Interrupted(self.interruption_message()),
            error => error.into(),
        }
    }
}
