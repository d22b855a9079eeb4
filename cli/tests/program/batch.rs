//! `pref batch`: files in, files out, whatever interrupts it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use preference::deal::random;
use rand::RngExt;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{DEAL, answer};

/// What outputs a program may write; it needs more crates for some.
const ENDINGS: &[&str] = if cfg!(feature = "full") {
    &["jsonl", "jsonl.gz", "csv", "csv.gz", "jsonl.zst", "parquet"]
} else {
    &["jsonl", "jsonl.gz", "csv", "csv.gz"]
};

/// A folder with a batch's files.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, data: impl AsRef<[u8]>) {
        fs::write(self.path(name), data).expect("it is written");
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

    /// The program, which works in the folder.
    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pref"));
        command.arg("batch").args(arguments.split_whitespace()).current_dir(self.0.path());
        command.env("PREF_TABLES", "no-such-folder").stdin(Stdio::null());
        command
    }

    /// The exit code of a run, and what it tells.
    fn run(&self, arguments: &str) -> (i32, String) {
        let output = self.command(arguments).output().expect("it runs");
        assert_eq!(output.stdout, b"", "{arguments}");
        (output.status.code().expect("a code"), String::from_utf8(output.stderr).expect("text"))
    }

    fn succeeds(&self, arguments: &str) {
        assert_eq!(self.run(arguments), (0, String::new()), "{arguments}");
    }

    /// A run that exits with this code and tells this, on standard error.
    fn fails(&self, arguments: &str, code: i32, told: &str) {
        let (found, tells) = self.run(arguments);
        assert_eq!(found, code, "{arguments}: {tells}");
        assert!(tells.contains(told), "{arguments}: {tells}");
    }
}

/// Random deals, one a line.
fn deals(seed: u64, count: usize) -> String {
    let random = &mut random::generator(seed);
    (0..count).map(|_| format!("{}\n", random::deal(random))).collect()
}

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(data).expect("memory");
    packed.finish().expect("memory")
}

/// The cells of a table.
fn cells(table: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table.as_bytes());
    let row = |row: csv::Result<csv::StringRecord>| row.expect("a row").iter().map(str::to_owned).collect();
    reader.records().map(row).collect()
}

#[test]
fn answers_are_those_of_the_command() {
    let folder = Folder::new();
    let deals = deals(91_000_000, 20);
    folder.write("deals.txt", format!("# deals\n\n{deals}"));
    let lines: Vec<&str> = deals.lines().collect();
    for flags in ["solve -c S,misere --rules russian", "talon -d M -c H --goal made", "defend -d F -c N"] {
        let alone = answer(&format!("{flags} --format json --no-tables"), &lines);
        folder.succeeds(&format!("deals.txt -o a.jsonl --overwrite --ask {flags}"));
        assert_eq!(folder.text("a.jsonl"), alone, "{flags}");
        // The flags of the command stand anywhere.
        let (name, rest) = flags.split_once(' ').expect("flags");
        folder.succeeds(&format!("{rest} --overwrite deals.txt --ask={name} --output=b.jsonl --threads 1"));
        assert_eq!(folder.text("b.jsonl"), alone, "{flags}");
    }
    assert_eq!(folder.names(), ["a.jsonl", "b.jsonl", "deals.txt"]);
}

#[test]
fn a_table_has_a_column_for_each_contract() {
    let folder = Folder::new();
    folder.write("deals.txt", format!("{DEAL}\nF:A\n{DEAL}\n"));
    folder.fails(
        "deals.txt -o a.csv --ask solve -c S,run6,allpass -d F --keep deal",
        1,
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
    folder.fails("deals.txt -o b.csv --ask solve --long -c S -d F", 1, "1 record has no answer");
    let table = cells(&folder.text("b.csv"));
    assert_eq!(
        table[0],
        ["record", "id", "deal", "declarer", "contract", "tricks", "made", "error_code", "error"]
    );
    let made = results[0]["made"].to_string();
    assert_eq!(table[1][2..7], [DEAL, "F", "S", &results[0]["tricks"].to_string(), &made].map(str::to_owned));
    let mut printed = folder.command("--print-schema --ask solve -d R -c S,uno --goal made");
    let printed = String::from_utf8(printed.output().expect("it runs").stdout).expect("text");
    assert!(
        printed.contains("{\"name\":\"R_S\",\"type\":\"bool\"}\n{\"name\":\"R_uno\",\"type\":\"bool\"}\n"),
        "{printed}"
    );
}

/// Questions of their own, ids, fields that come back, and records that are none.
#[test]
fn questions_keep_their_order_and_ids() {
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
    folder.fails("q.jsonl -o a.jsonl --ask solve -c H --keep source", 1, "16 records");
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
            assert_eq!(answer["results"][0]["contract"], "S", "what a record says counts");
        }
    }
    folder.fails("q.jsonl -o b.csv --ask solve --keep source --rejects bad.csv", 1, "24 records");
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

/// The output depends on nothing but the input: not on threads, nor on parts.
#[test]
fn parts_and_threads_change_nothing() {
    let folder = Folder::new();
    let mut lines = deals(92_000_000, 50);
    lines += "no deal\n";
    lines += &deals(92_000_001, 50);
    folder.write("deals.txt", lines);
    for ending in ENDINGS {
        let flags = "deals.txt --ask solve -c S,H --goal made --chunk 7";
        folder.fails(&format!("{flags} -o whole.{ending} --threads 2"), 1, "1 record has no answer");
        folder.fails(&format!("{flags} -o again.{ending} --threads 1"), 1, "1 record has no answer");
        assert_eq!(folder.read(&format!("whole.{ending}")), folder.read(&format!("again.{ending}")));
        for part in 1..=3 {
            let code = folder.run(&format!("{flags} -o p{part}.{ending} --part {part}/3")).0;
            assert_eq!(code, i32::from(part == 2), "chunk 7 has the wrong record");
        }
        folder.succeeds(&format!("merge p2.{ending} p1.{ending} p3.{ending} -o merged.{ending}"));
        assert_eq!(
            folder.read(&format!("whole.{ending}")),
            folder.read(&format!("merged.{ending}")),
            "{ending}"
        );
        let merge = format!("merge p1.{ending} p3.{ending} -o other.{ending}");
        folder.fails(&merge, 1, "part 2/3 is missing");
        let merge = format!("merge p1.{ending} p1.{ending} p3.{ending} -o other.{ending}");
        folder.fails(&merge, 1, "name each part once");
        let merge = format!("merge p1.{ending} whole.{ending} -o other.{ending}");
        folder.fails(&merge, 1, "journal is not there");
        assert!(!folder.path(&format!("other.{ending}")).exists());
    }
}

/// What a run leaves behind that was killed: its output and its journal, each cut at some byte, the
/// output not before what the journal says of it.
#[test]
fn a_killed_run_goes_on_from_any_byte() {
    let seed = 93_000_000;
    let random = &mut random::generator(seed);
    let folder = Folder::new();
    folder.write("deals.txt", deals(seed, 57) + "no deal\n");
    for ending in ENDINGS.iter().filter(|ending| **ending != "parquet") {
        let flags =
            format!("deals.txt --ask solve -c S -d F --chunk 4 --rejects r.csv --part 1/2 -o a.{ending}");
        folder.fails(&format!("{flags} --overwrite"), 1, "see r.csv");
        let (whole, journal, rejects) = (
            folder.read(&format!("a.{ending}")),
            folder.read(&format!("a.{ending}.journal")),
            folder.read("r.csv"),
        );
        let begun = journal.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
        for _ in 0..12 {
            // The journal begins before the output.
            let kept = random.random_range(begun..journal.len());
            let told = String::from_utf8_lossy(&journal[..kept]).into_owned();
            let told = told.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            let last = told.filter_map(|line| serde_json::from_str::<Value>(&line[9..]).ok()).next_back();
            let at =
                |key: &str| last.as_ref().and_then(|last| last["chunk"][key].as_u64()).unwrap_or(0) as usize;
            let end = random.random_range(at("end")..=whole.len());
            let rejects_end = random.random_range(at("rejects_end").min(rejects.len())..=rejects.len());
            // What was written last may be anything.
            let junk: Vec<u8> = (0..random.random_range(0..20)).map(|_| random.random()).collect();
            fs::remove_file(folder.path(&format!("a.{ending}"))).expect("it is there");
            fs::remove_file(folder.path("r.csv")).expect("it is there");
            folder.write(&format!("a.{ending}.part"), [&whole[..end], &junk].concat());
            folder.write("r.csv.part", [&rejects[..rejects_end], &junk].concat());
            folder.write(&format!("a.{ending}.journal"), &journal[..kept]);
            folder.fails(&format!("{flags} --resume"), 1, "1 record has no answer");
            assert_eq!(folder.read(&format!("a.{ending}")), whole, "{ending} {kept} {end}, seed {seed}");
            assert_eq!(folder.read("r.csv"), rejects, "{ending} {kept} {end}, seed {seed}");
        }
        folder.fails(&format!("{flags} --resume"), 0, "is complete");
        // Killed after the last entry, before the output had its name: an older one counts no more.
        fs::rename(folder.path(&format!("a.{ending}")), folder.path(&format!("a.{ending}.part")))
            .expect("a file");
        fs::rename(folder.path("r.csv"), folder.path("r.csv.part")).expect("a file");
        folder.write(&format!("a.{ending}"), "old");
        folder.fails(&format!("merge a.{ending} -o m.{ending}"), 1, "is not complete");
        folder.fails(&format!("{flags} --resume"), 1, "1 record has no answer");
        assert_eq!((folder.read(&format!("a.{ending}")), folder.read("r.csv")), (whole, rejects), "{ending}");
    }
}

/// Runs that are interrupted by Ctrl-C or killed come to the same output when they go on.
#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(94_000_000, 1500));
    for (turn, ending) in ENDINGS.iter().enumerate() {
        let flags = format!("deals.txt --ask solve -c all --chunk 16 -o a.{ending}");
        folder.succeeds(&format!("{flags} --overwrite"));
        let whole = folder.read(&format!("a.{ending}"));
        fs::remove_file(folder.path(&format!("a.{ending}"))).expect("it is there");
        let (mut interruptions, mut flag) = (0, "");
        for wait in [150, 250, 200, 100_000] {
            let mut run = folder.command(&format!("{flags} {flag} --threads 1"));
            let run = run.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it runs");
            let id = run.id().to_string();
            let signal = if turn % 2 == 0 && wait != 250 { "-INT" } else { "-KILL" };
            let killer = (wait < 10_000).then(|| {
                thread::spawn(move || {
                    thread::sleep(Duration::from_millis(wait));
                    Command::new("kill").args([signal, &id]).status().expect("kill runs")
                })
            });
            let output = run.wait_with_output().expect("it ends");
            if let Some(killer) = killer {
                killer.join().expect("it is signalled");
            }
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => break,
                Some(130) => assert!(
                    told.contains("interrupted; to go on:") && told.contains(" batch --resume "),
                    "{told}"
                ),
                Some(code) => panic!("{code}: {told}"),
                None => {}
            }
            interruptions += 1;
            assert!(!folder.path(&format!("a.{ending}")).exists());
            if folder.path(&format!("a.{ending}.journal")).exists() {
                folder.fails(&flags, 1, "--resume goes on with it, --overwrite begins anew");
                folder.fails(
                    &format!("{flags} --resume --rules russian"),
                    1,
                    "--rules was not there, and is",
                );
                let told = r#"--from was ["text"], and is ["jsonl"]"#;
                folder.fails(&format!("{flags} --resume --from jsonl"), 1, told);
            }
            flag = "--resume";
        }
        assert!(interruptions > 0, "{ending}: it was done before");
        assert_eq!(folder.read(&format!("a.{ending}")), whole, "{ending}");
        assert!(
            !folder.names().iter().any(|name| name.contains("part") || name.contains("journal")),
            "{ending}"
        );
    }
}

/// Packed and hostile inputs.
#[test]
fn inputs_of_all_kinds_are_read_or_refused() {
    let folder = Folder::new();
    let deals = deals(95_000_000, 6);
    let (first, second) = deals.split_at(deals.len() / 2);
    folder.write("plain.txt", &deals);
    folder.succeeds("plain.txt -o plain.jsonl --ask solve -c S");
    let right = folder.text("plain.jsonl");
    let same = |name: &str, data: Vec<u8>, flags: &str| {
        folder.write(name, data);
        folder.succeeds(&format!("{name} {flags} -o out.jsonl --overwrite --ask solve -c S"));
        assert_eq!(folder.text("out.jsonl"), right, "{name}");
    };
    let members = [gzip(first.as_bytes()), gzip(second.as_bytes())].concat();
    same("two.txt.gz", members.clone(), "");
    same("packed.txt", members.clone(), "");
    let rows: String = deals.lines().map(|deal| format!(";\"{deal}\"\r\n")).collect();
    same("excel.csv", format!("\u{feff}goal;deal\r\n{rows}").into_bytes(), "");
    same("tabs.tsv", format!("deal\tgoal\n{}", deals.replace('\n', "\t\n")).into_bytes(), "");
    let objects: String = deals.lines().map(|deal| format!("{}\r\n", json!({"deal": deal}))).collect();
    same("objects.jsonl", objects.into_bytes(), "");
    same("none", deals.clone().into_bytes(), "--from text");

    let mut short = members.clone();
    short.truncate(members.len() - 9);
    folder.write("short.txt.gz", short);
    folder.write("not.gz", &deals);
    folder.write("junk.txt", [0u8, 255, 10, 200, 0, 0, 10, 13, 7].as_slice());
    folder.write("long.txt", "x".repeat(3 << 20) + "\n" + &deals);
    folder.write("long.csv", format!("deal\n{}\n", "x".repeat(3 << 20)));
    folder.write("more.csv", "deal,colour\na,b\n");
    folder.write("twice.csv", "deal,deal\na,b\n");
    folder.write("ragged.csv", format!("deal,goal\n{DEAL}\n{DEAL},made\n"));
    folder.write("empty.csv", "");
    folder.write("empty.txt", "");
    folder.write("bad.parquet", b"PAR1 not PAR1");
    let ask = "-o out.jsonl --overwrite --ask solve -c S";
    folder.fails(&format!("short.txt.gz {ask}"), 1, "cannot read short.txt.gz");
    folder.fails(&format!("not.gz {ask}"), 1, "its name says gzip, but it is not");
    folder.fails(&format!("missing.txt {ask}"), 1, "cannot read missing.txt");
    folder.fails(&format!(". {ask}"), 1, "it is a folder");
    folder.fails(&format!("long.csv {ask}"), 1, "longer than 1048576 bytes");
    folder.fails(
        &format!("more.csv {ask}"),
        1,
        "the column 'colour' is no field of solve: take it over with --keep 'colour'",
    );
    folder.fails(&format!("twice.csv {ask}"), 1, "two columns have the name 'deal'");
    folder.fails(&format!("empty.csv {ask}"), 1, "the first line has to name the columns");
    let parquet = if cfg!(feature = "full") { "cannot read bad.parquet" } else { "built without Parquet" };
    folder.fails(&format!("bad.parquet {ask}"), 1, parquet);
    folder.fails(&format!("junk.txt {ask}"), 1, "3 records have no answer");
    folder.fails(&format!("long.txt {ask}"), 1, "1 record has no answer");
    assert!(folder.text("out.jsonl").ends_with(&right));
    folder.fails(&format!("ragged.csv {ask}"), 1, "1 record has no answer");
    assert!(folder.text("out.jsonl").contains("the row has 1 cells, but there are 2 columns"));
    folder.succeeds(&format!("empty.txt {ask}"));
    assert_eq!(folder.text("out.jsonl"), "");
    folder.succeeds("empty.txt -o none.jsonl.gz --ask solve");
    folder.succeeds("none.jsonl.gz --from jsonl -o none.csv --ask solve -c S -d F");
    assert_eq!(folder.text("none.csv"), "record,id,F_S,error_code,error\n");
    // A mistake in the last input is told before the first one is answered.
    folder.fails("plain.txt more.csv -o first.jsonl --ask solve", 1, "the column 'colour' is no field");
    folder.fails("plain.txt -o first.jsonl --ask score", 1, "score asks about no deal");
    folder.fails("plain.txt -o first.jsonl", 1, "what is asked of the deals?");
    assert!(!folder.names().iter().any(|name| name.starts_with("first")));
}

/// Mistakes in the arguments, outputs that are there, and errors that end a run.
#[test]
fn nothing_is_lost_by_mistake() {
    let folder = Folder::new();
    folder.write("deals.txt", format!("{DEAL}\nno deal\n{DEAL}\n"));
    folder.fails("deals.txt --ask solve", 2, "missing: -o FILE");
    folder.fails("-o a.csv --ask solve", 2, "missing: the files that are read");
    folder.fails("deals.txt -o a.csv", 2, "missing: --ask COMMAND");
    folder.fails("deals.txt -o a --ask solve", 2, "end the name in .jsonl, .csv or .parquet");
    folder.fails("deals.txt -o a.csv --ask slove", 2, "there is no question 'slove'");
    folder.fails("deals.txt -o a.csv --ask solve --rules no-such", 2, "--rules: ");
    folder.fails("deals.txt -o a.csv --ask solve --format json", 2, "--format says how answers are printed");
    folder.fails("deals.txt -o a.csv --ask solve --no-such", 2, "there is no option '--no-such'");
    folder.fails("deals.txt -o a.csv --ask score --long", 2, "only solve has long rows");
    folder.fails("deals.txt -o a.csv --ask solve --part 3/2", 2, "write I/N");
    folder.fails("- -o a.csv --ask solve --resume", 2, "a stream cannot be gone on with");
    assert_eq!(folder.names(), ["deals.txt"]);
    folder.fails("deals.txt -o no-folder/a.csv --ask solve", 1, "cannot write no-folder/a.csv");
    folder.fails("deals.txt -o a.jsonl --ask solve -c S --strict", 1, "deals.txt: line 2: ");
    folder.fails("deals.txt -o a.jsonl --ask solve -c S", 1, "was interrupted: --resume goes on");
    folder.fails("deals.txt -o a.jsonl --ask solve -c S --overwrite", 1, "1 record has no answer");
    let done = folder.text("a.jsonl");
    folder.fails("deals.txt -o a.jsonl --ask solve -c H", 1, "is there already: --overwrite replaces it");
    assert_eq!(folder.text("a.jsonl"), done);
    folder.fails(
        "deals.txt -o b.jsonl --ask solve -c S --max-errors 1 --summary sum.json",
        1,
        "1 record has no answer",
    );
    let summary: Value = serde_json::from_str(&folder.text("sum.json")).expect("an object");
    assert_eq!(
        (&summary["records"], &summary["answered"], &summary["errors"]),
        (&json!(3), &json!(2), &json!(1))
    );
}

/// What `--keep` names is asked about all the same.
#[test]
fn what_is_kept_is_asked() {
    let folder = Folder::new();
    folder.write("m.csv", format!("deal,declarer,hand,page\n{DEAL},M,TRUE,7\n"));
    folder.succeeds("m.csv -o a.csv --ask solve -c S --long --keep page,declarer");
    let contracts = answer("solve -c S -d M --hand --format json", &[DEAL]);
    let results: Value = serde_json::from_str(&contracts).expect("an object");
    let row = &cells(&folder.text("a.csv"))[1];
    assert_eq!(cells(&folder.text("a.csv"))[0][..5], ["record", "id", "page", "deal", "declarer"]);
    assert_eq!(
        (row[2].as_str(), row[4].as_str(), &row[6]),
        ("7", "M", &results["results"][0]["tricks"].to_string())
    );
    // Of a record that asks something else its own fields count, however it is spelled.
    let score = json!({"ask": "Score", "declarer": "F", "contract": "S", "tricks": "F=6,M=2,R=2"});
    let solve = json!({"ask": "SOLVE", "deal": DEAL, "contract": null});
    folder.write("two.jsonl", format!("{score}\n{solve}\n"));
    folder.succeeds("two.jsonl -o answers.jsonl --ask solve -c H -d M --keep declarer,tricks");
    let told = folder.text("answers.jsonl");
    assert!(told.contains("\"pot\"") && told.contains("\"contract\":\"H\""), "{told}");
    assert!(!told.contains("\"contract\":\"S\""), "{told}");
    for keep in ["page,page", "id", "record"] {
        folder.fails(&format!("m.csv -o b.csv --ask solve --keep {keep}"), 2, "the output has it already");
    }
    folder.write("made.jsonl", format!("{}\n", json!({"deal": DEAL, "goal": "made"})));
    folder.fails("made.jsonl -o c.csv --ask solve -c S", 1, "1 record has no answer");
    assert!(folder.text("c.csv").contains("not-here,goal: the column is for tricks"));
}

/// No file is written that is read, or written twice; no link or device is replaced.
#[test]
fn files_are_not_mixed_up() {
    let folder = Folder::new();
    folder.write("in.csv", format!("deal\n{DEAL}\nno deal\n"));
    folder.write("other.csv", "mine");
    fs::create_dir(folder.path("sub")).expect("a folder");
    let ask = "in.csv --ask solve -c S";
    for (flags, told) in [
        ("-o in.csv", "in.csv: this is -o and an input"),
        ("-o sub/../in.csv", "this is -o and an input"),
        ("-o a.csv --rejects in.csv", "this is --rejects and an input"),
        ("-o a.csv --summary in.csv", "this is --summary and an input"),
        ("-o a.csv --rejects a.csv", "a.csv: this is --rejects and -o"),
        ("-o a.csv --rejects b.csv --summary b.csv", "b.csv: this is --summary and --rejects"),
        ("-o a.csv --summary a.csv.journal", "this is --summary and a file that belongs to -o"),
        ("-o a.csv --rejects -", "only -o may be standard output"),
        ("-o a.csv --rejects r.csv.gz", "not packed"),
        ("-o sub --to csv", "this is no file"),
    ] {
        folder.fails(&format!("{ask} {flags} --overwrite"), 2, told);
    }
    folder.write("r.csv.part", "deal\n");
    folder.fails(
        "r.csv.part --from csv -o z.csv --ask solve --rejects r.csv",
        2,
        "belongs to --rejects and an input",
    );
    fs::remove_file(folder.path("r.csv.part")).expect("it is there");
    folder.fails(&format!("{ask} -o a.csv --rejects other.csv"), 2, "--rejects: the file is there already");
    assert_eq!((folder.text("other.csv"), folder.names().len()), ("mine".to_owned(), 3));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path("sub/real.csv"), folder.path("link.csv")).expect("a link");
        folder.write("sub/real.csv", "old");
        folder.fails(&format!("{ask} -o link.csv --overwrite"), 1, "1 record");
        assert!(folder.path("link.csv").is_symlink() && folder.text("sub/real.csv").starts_with("record"));
    }
    let mut run = folder.command(&format!("{ask} -o - --to csv --rejects r.csv"));
    let output = run.output().expect("it runs");
    assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 2);
    assert_eq!(cells(&folder.text("r.csv"))[1][7], r#"{"deal":"no deal"}"#);
    // The remains of a run without its journal.
    folder.write("d.csv.part", "much work");
    folder.fails(
        &format!("{ask} -o d.csv --resume"),
        1,
        "its journal cannot be read: --overwrite begins anew",
    );
    assert_eq!(folder.text("d.csv.part"), "much work");
}

/// Parts may come from machines that have copies of the input.
#[test]
fn parts_of_copies_are_merged() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(98_000_000, 20));
    fs::create_dir(folder.path("there")).expect("a folder");
    thread::sleep(Duration::from_millis(20));
    folder.write("there/deals.txt", deals(98_000_000, 20));
    folder.write("there/others.txt", deals(98_000_001, 20));
    let flags = "--ask solve -c S --chunk 5";
    folder.succeeds(&format!("deals.txt {flags} -o whole.csv"));
    folder.succeeds(&format!("deals.txt {flags} -o p1.csv --part 1/2"));
    folder.succeeds(&format!("there/deals.txt {flags} -o p2.csv --part 2/2"));
    folder.succeeds(&format!("there/others.txt {flags} -o p3.csv --part 2/2"));
    folder.fails(
        "merge p1.csv p3.csv -o m.csv",
        1,
        "p3.csv belongs to another batch than p1.csv: there/others.txt was not the same",
    );
    folder.fails("merge p1.csv p2.csv -o m.jsonl", 1, "m.jsonl is of another kind than p1.csv");
    folder.fails("merge p1.csv p2.csv -o p1.csv --overwrite", 1, "none of the parts");
    folder.succeeds("merge p1.csv p2.csv -o m.csv");
    assert_eq!(folder.text("m.csv"), folder.text("whole.csv"));
}

/// Standard input and output.
#[test]
fn streams_are_answered() {
    let folder = Folder::new();
    let mut run = folder
        .command("- -o - --ask solve -c S")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    run.stdin.take().expect("a pipe").write_all(format!("{DEAL}\n").as_bytes()).expect("it reads");
    let output = run.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), answer("solve -c S --format json", &[DEAL]));
    // A reader who goes away ends the run quietly.
    folder.write("deals.txt", deals(96_000_000, 300));
    let mut run = folder
        .command("deals.txt -o - --ask solve --chunk 1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(run.stdout.take());
    let output = run.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(0), ""));
}

/// The statistics of all forms of the same answers are the same.
#[test]
fn statistics_are_those_of_the_answers() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(97_000_000, 60) + "no deal\n");
    let stats = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pref"));
        command.arg("stats").args(arguments.split_whitespace()).current_dir(folder.0.path());
        let output = command.stdin(Stdio::null()).output().expect("it runs");
        let told = String::from_utf8(output.stderr).expect("text");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"), told)
    };
    let ask = "deals.txt --ask solve -c S,misere --rules russian --keep deal";
    let mut forms = vec!["jsonl", "csv", "csv.gz"];
    forms.extend(ENDINGS.iter().filter(|ending| **ending == "parquet"));
    for form in &forms {
        folder.fails(&format!("{ask} -o a.{form}"), 1, "1 record has no answer");
    }
    let (code, right, told) = stats("a.jsonl --rules russian --format json");
    assert_eq!((code, told.as_str()), (Some(0), ""));
    let counted: Value = serde_json::from_str(&right).expect("an object");
    let schema = serde_json::from_str(include_str!("../../../docs/schema/stats.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    assert!(schema.is_valid(&counted) && !schema.is_valid(&json!({})));
    assert_eq!((&counted["answers"], &counted["errors"]), (&json!(60), &json!(1)));
    // Counted another way.
    let answers = folder.text("a.jsonl");
    assert!(
        answers.lines().all(|line| line.matches("\"deal\":\"").count() == 1),
        "what is asked about stands once"
    );
    let results = || {
        answers.lines().flat_map(|line| {
            let answer: Value = serde_json::from_str(line).expect("JSON");
            answer["results"].as_array().cloned().unwrap_or_default()
        })
    };
    for row in counted["contracts"].as_array().expect("rows") {
        let own = |result: &Value| {
            result["contract"] == row["contract"]
                && (row["declarer"].is_null() || result["declarer"] == row["declarer"])
        };
        let own: Vec<Value> = results().filter(own).collect();
        assert_eq!(row["hands"], own.len(), "{row}");
        let made = own.iter().filter(|result| result["made"] == true).count() as f64 / own.len() as f64;
        assert!((row["chance"]["mean"].as_f64().expect("a number") - made).abs() < 1e-6, "{row}");
        for (tricks, count) in row["histogram"].as_array().expect("counts").iter().enumerate() {
            assert_eq!(*count, own.iter().filter(|result| result["tricks"] == tricks).count(), "{row}");
        }
    }
    for form in &forms[1..] {
        assert!(stats(&format!("a.{form} --rules russian --format json")).1 == right, "{form}");
    }
    folder.fails(&format!("{ask} -o long.csv --long"), 1, "1 record");
    // There each result has a row of its own, and counts as one answer.
    let long: Value = serde_json::from_str(&stats("long.csv --format json").1).expect("an object");
    assert_eq!(long["answers"], 360);
    assert!(["contracts", "strength", "length"].iter().all(|key| long[key] == counted[key]));
    let (code, text, _) = stats("a.jsonl --html page.html");
    assert_eq!(code, Some(0));
    assert!(text.starts_with("60 answers, 1 records without one\n\nContracts, as dealt\n"), "{text}");
    let page = folder.text("page.html");
    assert!(page.matches("<svg").count() >= 4 && !page.contains("<script") && !page.contains('\u{1b}'));
    // What par and defend say, too.
    folder.write("few.txt", deals(97_000_001, 3));
    folder.succeeds("few.txt -o par.jsonl --ask par --model tricks");
    folder.succeeds(
        "few.txt -o thumb.jsonl --ask defend -d F -c S --rule-of-thumb all --settle --model tricks",
    );
    let several: Value =
        serde_json::from_str(&stats("par.jsonl thumb.jsonl --format json").1).expect("an object");
    assert!(schema.is_valid(&several));
    assert_eq!((&several["answers"], &several["gains"][0]["hands"]), (&json!(6), &json!(6)));
    assert!(!several["talon"][0].is_null() && several["thumbs"][0]["hands"] == 3, "{several}");
    let (_, table, _) = stats("a.jsonl --format csv");
    assert!(cells(&table).len() > 20);
    folder.write("no.jsonl", "{\"rules\":\"austrian\",\"done\":true}\n");
    let (code, _, told) = stats("no.jsonl");
    assert_eq!(code, Some(2));
    assert!(told.contains("no.jsonl: line 1: nothing is counted here"), "{told}");
}
