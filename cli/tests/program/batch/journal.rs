//! Journals: they identify the run that made an output, and show whether the output has been changed.

use std::fs;

use super::{Folder, OUTPUT_EXTENSIONS, deals};

/// Resumes a complete output with other arguments or with a changed input. Both must be refused.
#[test]
fn complete_output_is_not_resumed_by_another_run() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(90_000_000, 20));
    for ending in OUTPUT_EXTENSIONS {
        let flags = format!("deals.txt -o a.{ending} --ask solve -d F --chunk 8 --goal made");
        folder.succeeds(&format!("{flags} -c S"));
        let answers = folder.read(&format!("a.{ending}"));
        folder.fails(&format!("{flags} -c S --resume"), 0, "is complete");
        folder.fails(&format!("{flags} -c H --resume"), 1, r#"--contract was "S" in the run, and is "H""#);
        folder.fails(&format!("{flags} -c S --resume --rules russian"), 1, "--rules was not set");
        folder.fails(&format!("{flags} -c S"), 1, "already exists: --overwrite replaces it");
        folder.write("deals.txt", deals(90_000_001, 20));
        folder.fails(&format!("{flags} -c S --resume"), 1, "deals.txt has changed since");
        assert_eq!(folder.read(&format!("a.{ending}")), answers, "{ending}");
        folder.write("deals.txt", deals(90_000_000, 20));
        fs::remove_file(folder.path(&format!("a.{ending}.journal"))).expect("the file exists");
        folder.fails(&format!("{flags} -c S --resume"), 1, "no journal describes its origin");
        folder.succeeds(&format!("{flags} -c H --overwrite"));
        folder.fails(&format!("{flags} -c H --resume"), 0, "is complete");
    }
    // If records have no answer, a run that has nothing left to do must have the same exit code.
    folder.write("bad.txt", "no deal\n");
    folder.fails("bad.txt -o b.csv --ask solve", 3, "1 record");
    folder.fails("bad.txt -o b.csv --ask solve --resume", 3, "is complete");
}

/// Changes one byte of the output, at several places. Each change must be detected.
#[test]
fn damaged_output_is_refused() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(90_000_002, 30));
    for ending in OUTPUT_EXTENSIONS {
        let flags = "deals.txt --ask solve -d F -c S --goal made --chunk 6";
        for part in 1..=2 {
            folder.succeeds(&format!("{flags} -o p{part}.{ending} --part {part}/2"));
        }
        let whole = folder.read(&format!("p2.{ending}"));
        for place in [0, 1, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            folder.write(&format!("p2.{ending}"), &damaged);
            let message = format!("p2.{ending} has changed since it was written");
            folder.fails(&format!("merge p1.{ending} p2.{ending} -o m.{ending}"), 1, &message);
            folder.fails(&format!("{flags} -o p2.{ending} --part 2/2 --resume"), 1, &message);
        }
        assert!(!folder.path(&format!("m.{ending}")).exists());
        folder.write(&format!("p2.{ending}"), &whole);
        folder.succeeds(&format!("merge p1.{ending} p2.{ending} -o m.{ending}"));
        folder.fails(&format!("{flags} -o m.{ending} --resume"), 0, "is complete");
        // The run was killed before its output was renamed.
        if *ending != "parquet" {
            let mut damaged = whole.clone();
            damaged[whole.len() * 2 / 3] ^= 1;
            fs::remove_file(folder.path(&format!("p2.{ending}"))).expect("the file exists");
            folder.write(&format!("p2.{ending}.part"), &damaged);
            folder.fails(&format!("{flags} -o p2.{ending} --part 2/2 --resume"), 1, "is damaged: chunk");
            folder.write(&format!("p2.{ending}.part"), &whole);
            folder.succeeds(&format!("{flags} -o p2.{ending} --part 2/2 --resume"));
            assert_eq!(folder.read(&format!("p2.{ending}")), whole);
        }
    }
}

/// Starts runs next to files that an earlier run with this output cannot have left. The files must not be changed.
#[test]
fn foreign_files_next_to_output_are_kept() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(90_000_003, 2));
    for name in ["o.csv.joined", "o.csv.part", "o.csv.journal", "r.csv.part"] {
        folder.write(name, "mine");
        for flag in ["", "--resume"] {
            let (code, message) =
                folder.run(&format!("deals.txt -o o.csv --ask solve -c S --rejects r.csv {flag}"));
            assert_eq!((code, folder.text(name).as_str()), (1, "mine"), "{name}: {message}");
            assert!(message.contains(name) && message.contains("--overwrite"), "{message}");
        }
        fs::remove_file(folder.path(name)).expect("the file exists");
    }
    for name in ["m.csv.part", "m.csv.journal"] {
        for part in 1..=2 {
            folder
                .succeeds(&format!("deals.txt -o p{part}.csv --ask solve -c S --overwrite --part {part}/2"));
        }
        folder.write(name, "mine");
        folder.fails("merge p1.csv p2.csv -o m.csv", 1, "already exists");
        assert_eq!(folder.text(name), "mine");
        fs::remove_file(folder.path(name)).expect("the file exists");
    }
}

/// Cuts or changes the journal of a complete part. The journal must be reported as damaged, and the part
/// must not be reported as unfinished.
#[test]
fn damaged_journal_of_complete_part_is_refused() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(90_000_006, 4));
    let run = |part: u8| format!("deals.txt -o p{part}.csv --ask solve -c S --chunk 1 --part {part}/2");
    folder.succeeds(&run(1));
    folder.succeeds(&run(2));
    let journal = folder.text("p2.csv.journal");
    let cut: String = journal.split_inclusive('\n').take(2).collect();
    let merged = |journal: &str| {
        folder.write("p2.csv.journal", journal);
        folder.fails("merge p1.csv p2.csv -o m.csv", 1, "p2.csv.journal is damaged");
    };
    merged(&cut);
    folder.fails(&format!("{} --resume", run(2)), 1, "p2.csv.journal is damaged: --overwrite starts again");
    merged(&journal.replacen(':', ";", 1));
    folder.fails(&format!("{} --resume", run(2)), 1, "--overwrite");
    folder.succeeds(&format!("{} --overwrite", run(2)));
    folder.succeeds("merge p1.csv p2.csv -o m.csv");
}

/// Resumes a run whose journal has an earlier format.
#[test]
fn old_journal_is_refused_with_reason() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(90_000_004, 2));
    folder.succeeds("deals.txt -o o.csv --ask solve -c S");
    let journal = folder.text("o.csv.journal");
    let lines = journal.lines().map(|line| {
        let object = line[9..].replace("\"form\":2", "\"form\":1");
        format!("{:08x} {object}\n", crc32fast::hash(object.as_bytes()))
    });
    folder.write("o.csv.journal", lines.collect::<String>());
    folder.fails("deals.txt -o o.csv --ask solve -c S --resume", 1, "has format 1");
    folder.succeeds("deals.txt -o o.csv --ask solve -c S --overwrite");
}

/// Lets an output exceed the limit on the size of files. The error must be reported like a full disk.
#[cfg(unix)]
#[test]
fn output_over_file_size_limit_is_reported() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(90_000_005, 40));
    let run = |limit: &str, command: &str| {
        let program = env!("CARGO_BIN_EXE_pref");
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", &format!("ulimit -f {limit}; exec {program} {command}")])
            .current_dir(folder.path(""));
        shell.env("PREF_TABLES", "no-such-folder").env("PREF_TABLES_LIMIT", "0");
        let output = shell.output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let ask = "batch deals.txt --ask solve -o a.jsonl --chunk 1 --goal made";
    let (code, message) = run("4", ask);
    assert!(
        code == Some(1) && message.contains("a.jsonl; the finished chunks are kept"),
        "{code:?} {message}"
    );
    let (code, message) = run("unlimited", &format!("{ask} --resume"));
    assert_eq!((code, message.as_str()), (Some(0), ""));
}
