//! Long jobs over files of records: every record is answered, and a run can be interrupted, resumed, and split over
//! several machines. The bytes of the output are the same in all cases.
//!
//! The crate does not know the meaning of records. A program supplies a [`RecordSolver`], which answers records, and a
//! [`ColumnMapping`], which assigns the columns of input tables to the keys of records.
//!
//! # Life of a job
//!
//! 1. **Inputs.** [`Inputs`] reads records from lines of text, JSON Lines, CSV and, with the feature `full`, Parquet,
//!    possibly compressed by gzip or (`full`) zstd. A record that cannot be read is passed on as a [`Body`] that says
//!    why.
//! 2. **Chunks.** Records are grouped in chunks. A [`Job`] reads a chunk, answers another and writes a third one at the
//!    same time. With `--part I/N` a run answers every N-th chunk.
//! 3. **Output.** An [`Encoder`] makes the bytes of a chunk: lines of JSON, rows of CSV, or a row group of Parquet.
//!    They are appended to `OUTPUT.part`. Records without an answer may go to a file of rejects instead.
//! 4. **Journal.** Every two seconds the written chunks are synced and then recorded in `OUTPUT.journal`, with their
//!    positions and checksums. The first line of the journal is the [`Identity`] of the run: its options, and the size,
//!    time and checksum of each input.
//! 5. **Interruption.** The next run with [`StartMode::Resume`] checks the identity and the checksums, cuts off bytes
//!    after the last recorded chunk, and continues with the next chunk.
//! 6. **End.** When all chunks are done, the journal records the checksum of the whole output, and `OUTPUT.part` is
//!    renamed to the output. The chunks of Parquet are first joined into one file. The journal stays, so that
//!    [`origin`] can report the options under which a table was made.
//! 7. **Merging.** [`merge`] joins the outputs of all parts. Their journals show whether they belong together and are
//!    complete.
//!
//! Messages name the options of a command line, such as `--resume` and `--overwrite`, which the program should have.
//!
//! # Errors
//!
//! Functions return a [`JobError`], or a [`KeptColumnsError`] for the option `--keep`. The messages of an error and of
//! its sources, joined by `: `, form one message for the user, which names the file. [`JobError::missing_format`] says
//! whether the program was built without the format of a file, and [`JobError::io_error`] whether the system refuses to
//! read or write one. All other errors mean that a file has wrong contents, that options are wrong, or that the program
//! that runs the job has returned a [`ProgramError`].
//!
//! # Example
//!
//! The job reads a number from each line and writes its square. One line is not a number. The two parts are merged.
//!
//! ```
//! use std::error::Error;
//! use std::fs;
//! use std::num::NonZeroU32;
//! use std::path::Path;
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
//!
//! use preference_jobs::*;
//! use serde_json::{Map, Value, json};
//!
//! const PROGRAM: Program = Program { name: "squares", version: "1.0", own_options_key: "own_options" };
//!
//! /// Solver that squares numbers.
//! #[derive(Default)]
//! struct Squares(AtomicBool);
//!
//! /// A number and its square, or the text that is not a number.
//! struct Square(Result<[Vec<Value>; 1], String>);
//!
//! impl RecordSolver for Squares {
//!     type Worker = ();
//!     type Output = Square;
//!
//!     fn answer(&self, _: &mut (), chunk: &[RawRecord]) -> Option<Vec<AnsweredRecord<Square>>> {
//!         let answer = |raw: &RawRecord| {
//!             let text = raw.body.to_string();
//!             let number = text.parse::<i64>().map_err(|_| format!("'{text}' is not a number"));
//!             let output = Square(number.map(|n| [vec![n.into(), (n * n).into()]]));
//!             AnsweredRecord { place: raw.place.clone(), output, text, typed: None, own_options: false }
//!         };
//!         (!self.is_stopped()).then(|| chunk.iter().map(answer).collect())
//!     }
//!
//!     fn stop(&self) {
//!         self.0.store(true, Ordering::Relaxed);
//!     }
//!
//!     fn is_stopped(&self) -> bool {
//!         self.0.load(Ordering::Relaxed)
//!     }
//! }
//!
//! impl RecordOutput for Square {
//!     fn error(&self) -> Option<RecordError> {
//!         let message = self.0.as_ref().err()?.clone();
//!         let (code, field) = ("bad_value".to_owned(), "number".to_owned());
//!         Some(RecordError { code, field, full_message: format!("number: {message}"), message })
//!     }
//!
//!     fn json_line(&self) -> Result<String, ProgramError> {
//!         Ok(match &self.0 {
//!             Ok([row]) => json!({"number": row[0], "square": row[1]}).to_string(),
//!             Err(message) => json!({"error": message}).to_string(),
//!         })
//!     }
//!
//!     fn rows(&self) -> &[Vec<Value>] {
//!         self.0.as_ref().map_or(&[], |rows| rows)
//!     }
//!
//!     fn id(&self) -> Option<String> {
//!         None
//!     }
//!
//!     fn copied_texts(&self, names: &[String]) -> Vec<Option<String>> {
//!         vec![None; names.len()]
//!     }
//! }
//!
//! /// Mapping of tables with one column, the number.
//! #[derive(Debug)]
//! struct Numbers;
//!
//! impl ColumnMapping for Numbers {
//!     fn key(&self, name: &str) -> Option<String> {
//!         (name == "number").then(|| name.to_owned())
//!     }
//!
//!     fn roles(&self, names: &[String], _: &[String]) -> Result<Vec<ColumnRole>, ProgramError> {
//!         Ok(names.iter().map(|name| ColumnRole { key: self.key(name), kept: Vec::new() }).collect())
//!     }
//!
//!     fn value(&self, _: &str, text: &str) -> Value {
//!         text.into()
//!     }
//! }
//!
//! /// Counts of the records that were written.
//! #[derive(Default)]
//! struct Report(Counts);
//!
//! impl ProgressReport for Report {
//!     fn bytes_read(&self) -> Arc<AtomicU64> {
//!         Arc::default()
//!     }
//!
//!     fn add(&mut self, counts: Counts) {
//!         self.0.add(counts);
//!     }
//! }
//!
//! fn square(input: &Path, output: &Path, part: &str) -> Result<Counts, Box<dyn Error>> {
//!     let files = [input.to_owned()];
//!     let inputs = Inputs::new(&files, None, FileKind::Text, Numbers)?;
//!     let part = part.parse()?;
//!     let chunk = NonZeroU32::new(2).expect("two records make a chunk");
//!     let identity = Identity::new(PROGRAM, Map::new(), &files, chunk, Some(part))?;
//!     let column = |name: &str| OutputColumn { name: name.to_owned(), kind: "int64".to_owned() };
//!     let columns = ["number", "square"].map(column).to_vec();
//!     let format = output_format(output, None)?;
//!     let encoder = Encoder::new(format, &KeptColumns::default(), columns, false, identity.origin(PROGRAM, 0));
//!     let job = Job {
//!         inputs: Arc::new(inputs),
//!         output: output.to_owned(),
//!         rejects: None,
//!         solver: Arc::new(Squares::default()),
//!         encoder,
//!         identity,
//!         max_errors: None,
//!         start: StartMode::Resume,
//!     };
//!     match job.open()? {
//!         OpenResult::Complete(counts) => Ok(counts),
//!         OpenResult::Begun(store, finished) => {
//!             let mut report = Report(finished.counts);
//!             job.run(&mut (), store, &finished, &mut report)?;
//!             Ok(report.0)
//!         }
//!     }
//! }
//!
//! let folder = tempfile::tempdir()?;
//! let path = |name: &str| folder.path().join(name);
//! fs::write(path("numbers.txt"), "1\n2\nthree\n4\n5\n")?;
//! let [first, second] = ["1.csv", "2.csv"].map(path);
//! let counts = square(&path("numbers.txt"), &first, "1/2")?;
//! assert_eq!((counts.records, counts.errors), (3, 0));
//! square(&path("numbers.txt"), &second, "2/2")?;
//! // The part is complete: its journal has the counts, and nothing is answered twice.
//! assert_eq!(square(&path("numbers.txt"), &first, "1/2")?, counts);
//! let message = merge(PROGRAM, &[first, second], &path("squares.csv"), false)?;
//! assert_eq!(message, Some(format!("1 record has no answer: see {}", path("squares.csv").display())));
//! let table = "record,id,number,square,error_code,error\n\
//!              1,,1,1,,\n\
//!              2,,2,4,,\n\
//!              3,,,,bad_value,number: 'three' is not a number\n\
//!              4,,4,16,,\n\
//!              5,,5,25,,\n";
//! assert_eq!(fs::read_to_string(path("squares.csv"))?, table);
//! assert!(path("squares.csv.journal").exists());
//! # Ok::<(), Box<dyn Error>>(())
//! ```

#[cfg(feature = "full")]
mod arrow_rows;
mod checksums;
mod column_mapping;
mod earlier_run_error;
mod encode;
mod error;
mod excerpt;
mod file;
pub mod file_identity;
mod file_names;
mod format_error;
mod identity;
mod input;
mod job;
mod journal;
mod kept_columns;
mod lines;
mod merge;
mod merge_error;
mod options;
mod origin;
mod output_table;
#[cfg(feature = "full")]
mod parquet;
#[cfg(not(feature = "full"))]
#[path = "no_parquet.rs"]
mod parquet;
#[cfg(feature = "full")]
mod parquet_input;
#[cfg(not(feature = "full"))]
#[path = "no_parquet_input.rs"]
mod parquet_input;
#[cfg(feature = "full")]
mod parquet_pages;
mod partition;
mod paths;
mod program;
mod quotes;
mod read_error;
mod record;
mod run_difference;
mod solver;
mod store;
mod table;
#[cfg(feature = "full")]
mod typed;
#[cfg(not(feature = "full"))]
#[path = "no_typed.rs"]
mod typed;

#[cfg(feature = "full")]
pub use column_mapping::BatchReader;
pub use column_mapping::{ColumnMapping, ColumnRole, OUTPUT_COLUMNS, to_whole_number};
pub use earlier_run_error::{DamageError, ExistingError};
pub use encode::{Encoder, OutputFormat, Packing, output_columns, output_format};
pub use error::{JobError, NameError};
pub use file_names::FileNames;
pub use format_error::{FormatError, MissingFormat, ProgramError};
pub use identity::Identity;
pub use input::Inputs;
pub use job::Job;
pub use kept_columns::KeptColumns;
pub use lines::{LineReader, LineTooLongError, MAX_RECORD_BYTES};
pub use merge::merge;
pub use merge_error::MergeError;
pub use options::{AnswerKind, FileKind, KeptColumn, KeptColumnsError, Part, QuoteForm, TypedInput};
pub use origin::origin;
#[cfg(feature = "full")]
pub use output_table::BatchBuilder;
pub use output_table::OutputColumn;
pub use paths::is_stdio;
pub use program::{Origin, Program};
pub use read_error::{HeaderError, ReadError};
pub use record::{Body, Counts, Fault, Place, RawRecord, Row, unanswered_message};
pub use run_difference::RunDifference;
pub use solver::{AnsweredRecord, ProgressReport, RecordError, RecordOutput, RecordSolver};
pub use store::{FinishedChunks, OpenResult, StartMode, Store, StoredOutput};
pub use typed::{KeptTypes, TypedRow};
