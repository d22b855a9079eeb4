//! Runs that are interrupted, killed or split into parts.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use preference::deal::random;
use preference_fixtures::effort;
use rand::RngExt;
use serde_json::Value;

use super::{Folder, OUTPUT_EXTENSIONS, deals};

/// Compares outputs for several numbers of threads and parts. The outputs must depend on the input alone.
#[test]
fn output_is_equal_for_all_parts_and_threads() {
    let folder = Folder::new();
    let mut lines = deals(92_000_000, 50);
    lines += "no deal\n";
    lines += &deals(92_000_001, 50);
    folder.write("deals.txt", lines);
    for ending in OUTPUT_EXTENSIONS {
        let flags = "deals.txt --ask solve -c S,H --goal made --chunk 7";
        folder.fails(&format!("{flags} -o whole.{ending} --threads 2"), 3, "1 record has no answer");
        folder.fails(&format!("{flags} -o again.{ending} --threads 1"), 3, "1 record has no answer");
        assert_eq!(folder.read(&format!("whole.{ending}")), folder.read(&format!("again.{ending}")));
        for part in 1..=3 {
            let code = folder.run(&format!("{flags} -o p{part}.{ending} --part {part}/3")).0;
            assert_eq!(code, 3 * i32::from(part == 2), "chunk 7 has the wrong record");
        }
        let merge = format!("merge p2.{ending} p1.{ending} p3.{ending} -o merged.{ending}");
        folder.fails(&merge, 3, "1 record has no answer: see merged");
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
        folder.fails(&merge, 1, "the two parts disagree on the number of parts or of chunks");
        assert!(!folder.path(&format!("other.{ending}")).exists());
    }
}

/// Merges parts that were answered on machines with copies of the input.
#[test]
fn parts_of_copied_inputs_are_merged() {
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
        "p3.csv belongs to another batch than p1.csv: the two parts read different versions of there/others.txt",
    );
    folder.fails("merge p1.csv p2.csv -o m.jsonl", 1, "m.jsonl is of another kind than p1.csv");
    folder.fails("merge p1.csv p2.csv -o p1.csv --overwrite", 1, "none of the parts");
    folder.succeeds("merge p1.csv p2.csv -o m.csv");
    assert_eq!(folder.text("m.csv"), folder.text("whole.csv"));
}

/// Cuts off the journal of a complete run at a random byte, and the output at a random byte after the last chunk in the
/// journal, as if the run had been killed. The run is then resumed.
#[test]
fn killed_run_resumes_from_any_byte() {
    let seed = 93_000_000;
    let random = &mut random::generator(seed);
    let folder = Folder::new();
    folder.write("deals.txt", deals(seed, 57) + "no deal\n");
    for ending in OUTPUT_EXTENSIONS.iter().filter(|ending| **ending != "parquet") {
        let flags =
            format!("deals.txt --ask solve -c S -d F --chunk 4 --rejects r.csv --part 1/2 -o a.{ending}");
        folder.fails(&format!("{flags} --overwrite"), 0, "see r.csv");
        let (whole, journal, rejects) = (
            folder.read(&format!("a.{ending}")),
            folder.read(&format!("a.{ending}.journal")),
            folder.read("r.csv"),
        );
        let begun = journal.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
        for _ in 0..12 {
            // The first line of the journal is always complete, since it is written before the output.
            let kept = random.random_range(begun..journal.len());
            let message = String::from_utf8_lossy(&journal[..kept]).into_owned();
            let message = message.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            let last = message.filter_map(|line| serde_json::from_str::<Value>(&line[9..]).ok()).next_back();
            let at =
                |key: &str| last.as_ref().and_then(|last| last["chunk"][key].as_u64()).unwrap_or(0) as usize;
            let end = random.random_range(at("end")..=whole.len());
            let rejects_end = random.random_range(at("rejects_end").min(rejects.len())..=rejects.len());
            // After the last recorded chunk the files may have any bytes.
            let junk: Vec<u8> = (0..random.random_range(0..20)).map(|_| random.random()).collect();
            fs::remove_file(folder.path(&format!("a.{ending}"))).expect("the file exists");
            fs::remove_file(folder.path("r.csv")).expect("the file exists");
            folder.write(&format!("a.{ending}.part"), [&whole[..end], &junk].concat());
            folder.write("r.csv.part", [&rejects[..rejects_end], &junk].concat());
            folder.write(&format!("a.{ending}.journal"), &journal[..kept]);
            folder.fails(&format!("{flags} --resume"), 0, "1 record has no answer");
            assert_eq!(folder.read(&format!("a.{ending}")), whole, "{ending} {kept} {end}, seed {seed}");
            assert_eq!(folder.read("r.csv"), rejects, "{ending} {kept} {end}, seed {seed}");
        }
        folder.fails(&format!("{flags} --resume"), 0, "is complete");
        // The run was killed after its last entry in the journal and before its output was renamed. An older
        // output must be replaced.
        fs::rename(folder.path(&format!("a.{ending}")), folder.path(&format!("a.{ending}.part")))
            .expect("a file");
        fs::rename(folder.path("r.csv"), folder.path("r.csv.part")).expect("a file");
        folder.write(&format!("a.{ending}"), "old");
        folder.fails(&format!("merge a.{ending} -o m.{ending}"), 1, "is not complete");
        folder.fails(&format!("{flags} --resume"), 0, "1 record has no answer");
        assert_eq!((folder.read(&format!("a.{ending}")), folder.read("r.csv")), (whole, rejects), "{ending}");
    }
}

/// Interrupts and kills runs. Each resumed run must give the same output as a run without interruptions.
#[cfg(unix)]
#[test]
fn interrupted_run_resumes_to_same_output() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(94_000_000, 250 * effort()));
    for (turn, ending) in OUTPUT_EXTENSIONS.iter().enumerate() {
        let flags = format!("deals.txt --ask solve -c all --chunk 16 -o a.{ending}");
        folder.succeeds(&format!("{flags} --overwrite"));
        let whole = folder.read(&format!("a.{ending}"));
        for done in [format!("a.{ending}"), format!("a.{ending}.journal")] {
            fs::remove_file(folder.path(&done)).expect("the file exists");
        }
        let (mut interruptions, mut flag) = (0, "");
        for wait in [Some(20), Some(120), Some(70), None] {
            let mut run = folder.command(&format!("{flags} {flag} --threads 1"));
            let run = run.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the program runs");
            let id = run.id().to_string();
            let signal = if turn % 2 == 0 && wait != Some(120) { "-INT" } else { "-KILL" };
            let journal = folder.path(&format!("a.{ending}.journal"));
            let killer = wait.map(|milliseconds| {
                thread::spawn(move || {
                    // A slow machine may take long to begin the run, and little time for the rest of it.
                    let start = Instant::now();
                    while !journal.exists() && start.elapsed() < Duration::from_secs(10) {
                        thread::sleep(Duration::from_millis(1));
                    }
                    thread::sleep(Duration::from_millis(milliseconds));
                    Command::new("kill").args([signal, &id]).status().expect("kill runs")
                })
            });
            let output = run.wait_with_output().expect("the program ends");
            if let Some(killer) = killer {
                killer.join().expect("the signal is sent");
            }
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => break,
                Some(130) => assert!(
                    message.contains("interrupted; to go on:") && message.contains(" batch --resume "),
                    "{message}"
                ),
                Some(code) => panic!("{code}: {message}"),
                None => {}
            }
            interruptions += 1;
            assert!(!folder.path(&format!("a.{ending}")).exists());
            if folder.path(&format!("a.{ending}.journal")).exists() {
                folder.fails(&flags, 1, "--resume continues it, --overwrite starts again");
                folder.fails(
                    &format!("{flags} --resume --rules russian"),
                    1,
                    "--rules was not set in the run, and is",
                );
                let message = r#"--from was ["text"] in the run, and is ["jsonl"]"#;
                folder.fails(&format!("{flags} --resume --from jsonl"), 1, message);
            }
            flag = "--resume";
        }
        assert!(interruptions > 0, "{ending}: the run ended before it was interrupted");
        assert_eq!(folder.read(&format!("a.{ending}")), whole, "{ending}");
        assert!(!folder.names().iter().any(|name| name.contains("part")), "{ending}");
    }
}

/// Compares merged parts with a single run. Both must have the same exit code if some records have no answer.
/// With files of rejects, records without an answer are not an error.
#[test]
fn merge_reports_records_without_answer() {
    let folder = Folder::new();
    folder.write("deals.txt", format!("{}F:A\nF:B\n", deals(92_300_000, 4)));
    for ending in OUTPUT_EXTENSIONS {
        let flags = "deals.txt --ask solve -c S -d F --chunk 2";
        for (part, code) in [(1, 0), (2, 0), (3, 3)] {
            assert_eq!(folder.run(&format!("{flags} -o p{part}.{ending} --part {part}/3")).0, code);
        }
        let merge = format!("merge p1.{ending} p2.{ending} p3.{ending} -o m.{ending}");
        folder.fails(&merge, 3, &format!("2 records have no answer: see m.{ending}"));
        assert_eq!(folder.run(&format!("{flags} -o whole.{ending}")).0, 3);
        assert_eq!(folder.read(&format!("m.{ending}")), folder.read(&format!("whole.{ending}")));
    }
    for part in 1..=3 {
        let bad = format!("-o r{part}.csv --rejects bad{part}.csv --part {part}/3");
        assert_eq!(folder.run(&format!("deals.txt --ask solve -c S -d F --chunk 2 {bad}")).0, 0);
    }
    folder.succeeds("merge r1.csv r2.csv r3.csv -o r.csv");
}
