//! Interrupted jobs and jobs in parts, whose outputs are compared with those of single runs.

use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use preference_jobs::{
    AnsweredRecord, ColumnMapping, ColumnRole, Counts, Encoder, FileKind, Identity, Inputs, Job, JobError,
    KeptColumns, MergeError, OpenResult, OutputColumn, Program, ProgramError, ProgressReport, RawRecord,
    RecordError, RecordOutput, RecordSolver, RunDifference, StartMode, merge, output_format,
};
use serde_json::{Map, Value, json};

const PROGRAM: Program = Program { name: "doubles", version: "1", own_options_key: "own_options" };

/// Solver that doubles numbers, and stops after a number of chunks.
struct Doubles {
    chunks_left: AtomicUsize,
    stopped: AtomicBool,
}

/// A number and its double, or the text that is not a number.
struct Double(Result<[Vec<Value>; 1], String>);

impl RecordSolver for Doubles {
    type Worker = ();
    type Output = Double;

    fn answer(&self, (): &mut (), chunk: &[RawRecord]) -> Option<Vec<AnsweredRecord<Double>>> {
        if self.chunks_left.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.stop();
            return None;
        }
        let answer = |raw: &RawRecord| {
            let text = raw.body.to_string();
            let number = text.parse::<u32>().map_err(|_| format!("no number: {text}"));
            let output = Double(number.map(|number| [vec![number.into(), (2 * number).into()]]));
            AnsweredRecord { place: raw.place.clone(), output, text, typed: None, own_options: false }
        };
        Some(chunk.iter().map(answer).collect())
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl RecordOutput for Double {
    fn error(&self) -> Option<RecordError> {
        let message = self.0.as_ref().err()?.clone();
        let full_message = message.clone();
        Some(RecordError { code: "bad".to_owned(), field: String::new(), message, full_message })
    }

    fn json_line(&self) -> Result<String, ProgramError> {
        Ok(match &self.0 {
            Ok([row]) => json!({"double": row[1]}).to_string(),
            Err(message) => json!({"error": message}).to_string(),
        })
    }

    fn rows(&self) -> &[Vec<Value>] {
        self.0.as_ref().map_or(&[], |rows| rows)
    }

    fn id(&self) -> Option<String> {
        None
    }

    fn copied_texts(&self, names: &[String]) -> Vec<Option<String>> {
        vec![None; names.len()]
    }
}

/// Mapping for inputs that are not tables.
#[derive(Debug)]
struct NoColumns;

impl ColumnMapping for NoColumns {
    fn key(&self, _: &str) -> Option<String> {
        None
    }

    fn roles(&self, names: &[String], _: &[String]) -> Result<Vec<ColumnRole>, ProgramError> {
        Ok(vec![ColumnRole::default(); names.len()])
    }

    fn value(&self, _: &str, text: &str) -> Value {
        text.into()
    }
}

#[derive(Default)]
struct Report(Counts);

impl ProgressReport for Report {
    fn bytes_read(&self) -> Arc<AtomicU64> {
        Arc::default()
    }

    fn add(&mut self, counts: Counts) {
        self.0.add(counts);
    }
}

/// A job in chunks of three records, whose solver stops after it has answered `chunks` chunks. Records that are
/// not numbers go to a file of rejects.
fn job(input: &Path, output: &Path, part: &str, chunks: usize) -> Result<Job<NoColumns, Doubles>, JobError> {
    let files = [input.to_owned()];
    let options = Map::from_iter([("rejects".to_owned(), true.into())]);
    let part = part.parse().expect("a part");
    let chunk = NonZeroU32::new(3).expect("three records make a chunk");
    let identity = Identity::new(PROGRAM, options, &files, chunk, Some(part))?;
    let column = |name: &str| OutputColumn { name: name.to_owned(), kind: "int64".to_owned() };
    let columns = ["number", "double"].map(column).to_vec();
    let format = output_format(output, None)?;
    Ok(Job {
        inputs: Arc::new(Inputs::new(&files, None, FileKind::Text, NoColumns)?),
        output: output.to_owned(),
        rejects: Some(rejects(output)),
        solver: Arc::new(Doubles { chunks_left: chunks.into(), stopped: false.into() }),
        encoder: Encoder::new(format, &KeptColumns::default(), columns, true, identity.origin(PROGRAM, 0)),
        identity,
        max_errors: None,
        start: StartMode::Resume,
    })
}

fn double(input: &Path, output: &Path, part: &str, chunks: usize) -> Result<Counts, JobError> {
    let job = job(input, output, part, chunks)?;
    match job.open()? {
        OpenResult::Complete(counts) => Ok(counts),
        OpenResult::Begun(store, rest) => {
            let mut report = Report(rest.counts);
            job.run(&mut (), store, &rest, &mut report).map(|()| report.0)
        }
    }
}

fn rejects(output: &Path) -> PathBuf {
    format!("{}.rejects", output.display()).into()
}

fn write_input(folder: &Path) -> PathBuf {
    let lines = (0..20).map(|n| if n % 10 == 4 { format!("x{n}\n") } else { format!("{n}\n") });
    let path = folder.join("numbers.txt");
    fs::write(&path, lines.collect::<String>()).expect("the input is written");
    path
}

fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[cfg(feature = "full")]
const OUTPUT_EXTENSIONS: [&str; 5] = ["jsonl", "csv", "csv.gz", "jsonl.zst", "parquet"];
#[cfg(not(feature = "full"))]
const OUTPUT_EXTENSIONS: [&str; 3] = ["jsonl", "csv", "csv.gz"];

#[test]
fn interrupted_job_is_resumed_with_same_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = write_input(folder.path());
    for ending in OUTPUT_EXTENSIONS {
        let [whole, resumed] =
            ["whole", "resumed"].map(|name| folder.path().join(format!("{name}.{ending}")));
        let counts = double(&input, &whole, "1/1", 100).expect("the job is complete");
        assert_eq!((counts.records, counts.answered, counts.errors), (20, 18, 2));
        for chunks in [0, 2, 1] {
            let stopped = double(&input, &resumed, "1/1", chunks);
            assert!(matches!(stopped, Err(JobError::Interrupted)), "{ending}: {stopped:?}");
            assert!(!resumed.exists(), "{ending}");
        }
        assert_eq!(double(&input, &resumed, "1/1", 100).expect("the job is complete"), counts);
        assert_eq!(bytes(&resumed), bytes(&whole), "{ending}");
        assert_eq!(bytes(&rejects(&resumed)), bytes(&rejects(&whole)), "{ending}");
        // The job is complete, so no chunk is answered.
        assert_eq!(double(&input, &resumed, "1/1", 0).expect("the job is complete"), counts);
    }
}

/// Report that ignores the counts.
struct NoReport;

impl ProgressReport for NoReport {
    fn bytes_read(&self) -> Arc<AtomicU64> {
        Arc::default()
    }

    fn add(&mut self, _: Counts) {}
}

#[test]
fn errors_of_earlier_runs_count_towards_maximum() {
    // The second record without an answer exceeds the maximum of one, although the report ignores the counts.
    let folder = tempfile::tempdir().expect("a folder");
    let (input, output) = (write_input(folder.path()), folder.path().join("out.csv"));
    let run = |chunks| {
        let job = Job { max_errors: Some(1), ..job(&input, &output, "1/1", chunks)? };
        let OpenResult::Begun(store, rest) = job.open()? else { panic!("the job is complete already") };
        job.run(&mut (), store, &rest, &mut NoReport)
    };
    assert!(matches!(run(3), Err(JobError::Interrupted)));
    let stopped = run(100).expect_err("the job is stopped").to_string();
    assert!(
        stopped.starts_with("more records have no answer than the limit of 1 allows, such as "),
        "{stopped}"
    );
    assert!(stopped.contains("numbers.txt: line 15: no number: x14"), "{stopped}");
}

#[test]
fn merged_parts_have_bytes_of_single_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = write_input(folder.path());
    for ending in OUTPUT_EXTENSIONS {
        let path = |name: &str| folder.path().join(format!("{name}.{ending}"));
        double(&input, &path("whole"), "1/1", 100).expect("the job is complete");
        let parts = ["1", "2", "3"].map(path);
        for (part, number) in parts.iter().zip(1..) {
            let missing = merge(PROGRAM, &parts, &path("merged"), false).expect_err("a part is missing");
            assert!(matches!(missing, JobError::Merge(MergeError::NoJournal { .. })), "{missing:?}");
            assert!(
                missing.to_string().contains("is missing: the output of each part has a journal"),
                "{missing}"
            );
            double(&input, part, &format!("{number}/3"), 100).expect("the job is complete");
        }
        // The records without an answer are in files of rejects.
        assert_eq!(merge(PROGRAM, &parts, &path("merged"), false).expect("a file"), None);
        assert_eq!(bytes(&path("merged")), bytes(&path("whole")), "{ending}");
    }
}

#[test]
fn changed_input_is_not_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = write_input(folder.path());
    let output = folder.path().join("out.csv");
    double(&input, &output, "1/1", 1).expect_err("the job is stopped");
    fs::write(&input, "1\n").expect("the input is written");
    let changed = double(&input, &output, "1/1", 100).expect_err("the input has changed");
    assert!(
        changed
            .to_string()
            .contains("numbers.txt has changed since the run began; the run cannot be resumed"),
        "{changed}"
    );
    let JobError::OtherRun { difference, .. } = changed else { panic!("{changed:?}") };
    assert!(matches!(*difference, RunDifference::ChangedInput { .. }), "{difference:?}");
}
