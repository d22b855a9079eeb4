//! `pref batch`: answers to files of questions, and runs that are interrupted.

mod foreign_files;
mod inputs;
mod interrupted;
mod journal;
mod statistics;
mod tables;
#[cfg(feature = "full")]
mod typed;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use preference::deal::random;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{DEAL, answer};

/// Extensions of all outputs that the program can write. Some of them need the feature `full`.
const OUTPUT_EXTENSIONS: &[&str] = if cfg!(feature = "full") {
    &["jsonl", "jsonl.gz", "csv", "csv.gz", "jsonl.zst", "parquet"]
} else {
    &["jsonl", "jsonl.gz", "csv", "csv.gz"]
};

/// Temporary folder that contains the files of a batch.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, data: impl AsRef<[u8]>) {
        fs::write(self.path(name), data).expect("the file is written");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("text")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries.map(|entry| name(entry).into_string().expect("text")).collect();
        names.sort();
        names
    }

    /// A command that runs `pref batch` in the folder with these arguments.
    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pref"));
        command.arg("batch").args(arguments.split_whitespace()).current_dir(self.0.path());
        command.env("PREF_TABLES", "no-such-folder").env("PREF_TABLES_LIMIT", "0").stdin(Stdio::null());
        command
    }

    /// Runs `pref batch` with these arguments. Returns its exit code and its standard error.
    fn run(&self, arguments: &str) -> (i32, String) {
        let output = self.command(arguments).output().expect("the program runs");
        assert_eq!(output.stdout, b"", "{arguments}");
        (output.status.code().expect("a code"), String::from_utf8(output.stderr).expect("text"))
    }

    fn succeeds(&self, arguments: &str) {
        assert_eq!(self.run(arguments), (0, String::new()), "{arguments}");
    }

    /// Runs `pref batch`, and checks its exit code and that its standard error contains `message`.
    fn fails(&self, arguments: &str, code: i32, message: &str) {
        let (status, stderr) = self.run(arguments);
        assert_eq!(status, code, "{arguments}: {stderr}");
        assert!(stderr.contains(message), "{arguments}: {stderr}");
    }
}

/// Returns `count` random deals, one on each line.
fn deals(seed: u64, count: usize) -> String {
    let random = &mut random::generator(seed);
    (0..count).map(|_| format!("{}\n", random::deal(random))).collect()
}

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(data).expect("memory");
    packed.finish().expect("memory")
}

/// Parses a CSV table and returns the cells of each row.
fn cells(table: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table.as_bytes());
    let row = |row: csv::Result<csv::StringRecord>| row.expect("a row").iter().map(str::to_owned).collect();
    reader.records().map(row).collect()
}

#[test]
fn batch_answers_equal_answers_of_command() {
    let folder = Folder::new();
    let deals = deals(91_000_000, 20);
    folder.write("deals.txt", format!("# deals\n\n{deals}"));
    let lines: Vec<&str> = deals.lines().collect();
    for flags in ["solve -c S,misere --rules russian", "talon -d M -c H --goal made", "defend -d F -c N"] {
        let alone = answer(&format!("{flags} --format json --no-tables"), &lines);
        folder.succeeds(&format!("deals.txt -o a.jsonl --overwrite --ask {flags}"));
        assert_eq!(folder.text("a.jsonl"), alone, "{flags}");
        // The flags of the question may stand anywhere, also before the files.
        let (name, rest) = flags.split_once(' ').expect("flags");
        folder.succeeds(&format!("{rest} --overwrite deals.txt --ask={name} --output=b.jsonl --threads 1"));
        assert_eq!(folder.text("b.jsonl"), alone, "{flags}");
        // The form with the command asks the same question, so it must resume the same output.
        folder.fails(&format!("{flags} deals.txt -o b.jsonl --resume"), 0, "b.jsonl is complete");
    }
    assert_eq!(folder.names(), ["a.jsonl", "a.jsonl.journal", "b.jsonl", "b.jsonl.journal", "deals.txt"]);
}

/// Reads the help of each question's command in `batch`. The help must have the flags of the question and of
/// a batch.
#[test]
fn every_question_is_batch_command() {
    let folder = Folder::new();
    for name in preference::protocol::entries::QUESTION_NAMES.iter().take_while(|name| **name != "rules") {
        let help = folder.command(&format!("{name} --help")).output().expect("the program runs");
        let help = String::from_utf8(help.stdout).expect("text");
        let begin = format!("Ask {name} about every record, with the flags of pref {name}\n");
        assert!(help.starts_with(&begin) && help.contains("--rejects <FILE>"), "{help}");
    }
    let of = |arguments: &str| {
        let help = folder.command(arguments).output().expect("the program runs");
        String::from_utf8(help.stdout).expect("text")
    };
    assert!(of("solve --help").contains("-d, --declarer <F|M|R|all>"));
    assert!(of("auction --help").contains("--calls <CALLS>"), "{}", of("auction --help"));
}

#[test]
fn table_has_column_for_each_contract() {
    let folder = Folder::new();
    folder.write("deals.txt", format!("{DEAL}\nF:A\n{DEAL}\n"));
    folder.fails(
        "deals.txt -o a.csv --ask solve -c S,run6,allpass -d F --keep deal",
        3,
        "1 record has no answer",
    );
    let table = cells(&folder.text("a.csv"));
    let contracts = answer("solve -c S,run6,allpass -d F --format json", &[DEAL]);
    let results: Value = serde_json::from_str(&contracts).expect("an object");
    let results = &results["results"];
    let head = [
        "record",
        "id",
        "deal",
        "F_S",
        "F_run6",
        "F_allpass",
        "M_allpass",
        "R_allpass",
        "error_code",
        "error",
    ];
    assert_eq!(table[0], head);
    let mut row: Vec<String> = vec!["1".to_owned(), String::new(), DEAL.to_owned()];
    row.extend([&results[0]["tricks"], &results[1]["made"]].map(ToString::to_string));
    row.extend(["F", "M", "R"].map(|seat| results[2]["tricks"][seat].to_string()));
    row.extend([String::new(), String::new()]);
    assert_eq!(table[1], row);
    assert_eq!(
        (&table[2][..3], table[2][8].as_str()),
        (&["2", "", "F:A"].map(str::to_owned)[..], "bad-deal")
    );
    row[0] = "3".to_owned();
    assert_eq!(table[3], row);
    folder.fails("deals.txt -o b.csv --ask solve --long -c S -d F", 3, "1 record has no answer");
    let table = cells(&folder.text("b.csv"));
    assert_eq!(
        table[0],
        ["record", "id", "deal", "declarer", "contract", "tricks", "made", "error_code", "error"]
    );
    let made = results[0]["made"].to_string();
    assert_eq!(table[1][2..7], [DEAL, "F", "S", &results[0]["tricks"].to_string(), &made].map(str::to_owned));
    let mut printed = folder.command("--print-schema --ask solve -d R -c S,uno --goal made");
    let printed = String::from_utf8(printed.output().expect("the program runs").stdout).expect("text");
    assert!(
        printed.contains("{\"name\":\"R_S\",\"type\":\"bool\"}\n{\"name\":\"R_uno\",\"type\":\"bool\"}\n"),
        "{printed}"
    );
}

/// Mixes records with questions of their own, ids, echoed fields, and broken lines.
#[test]
fn answers_keep_order_and_ids_of_questions() {
    let folder = Folder::new();
    let mut lines = Vec::new();
    for n in 0..40 {
        lines.push(match n % 5 {
            0 => json!({"id": n, "ask": "auction", "calls": ["pass"]}).to_string(),
            1 => json!({"id": format!("x{n}"), "deal": DEAL, "contract": "S", "x_n": n}).to_string(),
            2 => json!({"id": n, "deal": DEAL, "contract": "S", "source": {"page": n}}).to_string(),
            3 => "{\"id\":1".to_owned(),
            _ => json!({"id": n, "deal": DEAL, "no_such": 1}).to_string(),
        });
    }
    folder.write("q.jsonl", lines.join("\n"));
    folder.fails("q.jsonl -o a.jsonl --ask solve -c H --keep source", 3, "16 records");
    let answers = folder.text("a.jsonl");
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 40);
    for (n, answer) in answers.iter().enumerate() {
        match n % 5 {
            0 => assert_eq!((&answer["id"], &answer["to_call"]), (&json!(n), &json!("M"))),
            1 => assert_eq!((&answer["id"], &answer["x_n"]), (&json!(format!("x{n}")), &json!(n))),
            2 => assert_eq!((&answer["id"], &answer["source"]["page"]), (&json!(n), &json!(n))),
            3 => assert_eq!(
                (&answer["error"]["code"], &answer["error"]["line"]),
                (&json!("bad-json"), &json!(n + 1))
            ),
            _ => assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(n), &json!("unknown-field"))),
        }
        if n % 5 == 1 {
            assert_eq!(answer["results"][0]["contract"], "S", "the record's contract overrides the flag");
        }
    }
    folder.fails("q.jsonl -o b.csv --ask solve --keep source --rejects bad.csv", 0, "24 records");
    let rejects = cells(&folder.text("bad.csv"));
    assert_eq!(rejects.len(), 25);
    assert_eq!(
        rejects[2][..6],
        [
            "q.jsonl",
            "4",
            "4",
            &lines[..3].iter().map(|line| line.len() + 1).sum::<usize>().to_string(),
            "",
            "bad-json"
        ]
        .map(str::to_owned)
    );
    assert_eq!(rejects[2][7], "{\"id\":1");
    assert_eq!(cells(&folder.text("b.csv")).len(), 17);
}

/// Answers standard input on standard output.
#[test]
fn standard_input_is_answered_on_standard_output() {
    let folder = Folder::new();
    let mut run = folder
        .command("- -o - --ask solve -c S")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    run.stdin.take().expect("a pipe").write_all(format!("{DEAL}\n").as_bytes()).expect("the program reads");
    let output = run.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), answer("solve -c S --format json", &[DEAL]));
    // If the reader of the output goes away, the run must end without a message.
    folder.write("deals.txt", deals(96_000_000, 300));
    let mut run = folder
        .command("deals.txt -o - --ask solve --chunk 1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(run.stdout.take());
    let output = run.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(0), ""));
}
