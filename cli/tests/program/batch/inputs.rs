//! Inputs that a batch reads, and inputs that it refuses.

use std::fs;

use serde_json::{Value, json};

use super::{Folder, cells, deals, gzip};
use crate::{DEAL, answer};

/// Reads inputs of all kinds, compressed and damaged ones, too.
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
    folder.fails(&format!("not.gz {ask}"), 1, "its name says gzip, but its content is not gzip");
    folder.fails(&format!("missing.txt {ask}"), 1, "cannot read missing.txt");
    folder.fails(&format!(". {ask}"), 1, "it is a folder");
    folder.fails(&format!("long.csv {ask}"), 1, "longer than 1048576 bytes");
    folder.fails(
        &format!("more.csv {ask}"),
        1,
        "the column 'colour' is not a field of solve: copy it with --keep 'colour'",
    );
    folder.fails(&format!("twice.csv {ask}"), 1, "two columns have the name 'deal'");
    folder.fails(&format!("empty.csv {ask}"), 1, "the first line has to name the columns");
    let parquet = if cfg!(feature = "full") { "cannot read bad.parquet" } else { "built without Parquet" };
    folder.fails(&format!("bad.parquet {ask}"), 1, parquet);
    folder.fails(&format!("junk.txt {ask}"), 3, "3 records have no answer");
    folder.fails(&format!("long.txt {ask}"), 3, "1 record has no answer");
    assert!(folder.text("out.jsonl").ends_with(&right));
    folder.fails(&format!("ragged.csv {ask}"), 3, "1 record has no answer");
    assert!(folder.text("out.jsonl").contains("the row has 1 cell, but there are 2 columns"));
    folder.succeeds(&format!("empty.txt {ask}"));
    assert_eq!(folder.text("out.jsonl"), "");
    folder.succeeds("empty.txt -o none.jsonl.gz --ask solve");
    folder.succeeds("none.jsonl.gz --from jsonl -o none.csv --ask solve -c S -d F");
    assert_eq!(folder.text("none.csv"), "record,id,F_S,error_code,error\n");
    // A mistake in the last input must be reported before the first one is answered.
    folder.fails("plain.txt more.csv -o first.jsonl --ask solve", 1, "the column 'colour' is not a field");
    folder.fails("plain.txt -o first.jsonl --ask score", 1, "score is not a question about a deal");
    folder.fails("plain.txt -o first.jsonl", 1, "the question about the deals is missing");
    assert!(!folder.names().iter().any(|name| name.starts_with("first")));
}

/// Tries mistakes in the arguments, outputs that exist already, and errors that end a run. No file may be
/// lost.
#[test]
fn wrong_arguments_and_failed_runs_lose_nothing() {
    let folder = Folder::new();
    folder.write("deals.txt", format!("{DEAL}\nno deal\n{DEAL}\n"));
    folder.fails("deals.txt --ask solve", 2, "missing: -o FILE");
    folder.fails("-o a.csv --ask solve", 2, "missing: the files that are read");
    folder.fails("deals.txt -o a.csv", 2, "missing: --ask COMMAND");
    // In these cases a file cannot be read; the option is not to blame.
    for (name, data) in [("cut.csv", &b"deal,\xff\n"[..]), ("cut.parquet", b"PAR1 not PAR1")] {
        folder.write(name, data);
        let message =
            if name == "cut.parquet" && cfg!(feature = "full") { "cut.parquet: it is damaged" } else { "" };
        folder.fails(&format!("{name} -o a.csv --ask solve -c S --keep all"), 1, message);
        fs::remove_file(folder.path(name)).expect("the file exists");
    }
    folder.fails("none.csv -o a.csv --ask solve -c S --keep all", 1, "cannot read none.csv");
    folder.fails("- -o a.csv --from csv --ask solve -c S --keep all", 2, "write the names");
    folder.fails("deals.txt -o a --ask solve", 2, "end the name in .jsonl, .csv or .parquet");
    folder.fails("deals.txt -o a.csv --ask slove", 2, "there is no question 'slove'");
    folder.fails("deals.txt -o a.csv --ask solve --rules no-such", 2, "--rules: ");
    folder.fails("deals.txt -o a.csv --ask solve --format json", 2, "unexpected argument '--format'");
    folder.fails("solve deals.txt -o a.csv --ask talon", 2, "--ask talon: the question is solve already");
    folder.fails("solve deals.txt -o a.csv -c 5Q", 2, "'5Q' is not a contract");
    folder.fails("deals.txt -o a.csv --ask solve --no-such", 2, "unexpected argument '--no-such'");
    folder.fails("deals.txt -o a.csv --ask score --long", 2, "only solve has long rows");
    folder.fails("deals.txt -o a.csv --ask solve --part 3/2", 2, "write I/N");
    folder.fails("- -o a.csv --ask solve --resume", 2, "a stream cannot be resumed");
    assert_eq!(folder.names(), ["deals.txt"]);
    folder.fails("deals.txt -o no-folder/a.csv --ask solve", 1, "cannot write no-folder/a.csv");
    folder.fails("deals.txt -o a.jsonl --ask solve -c S --strict", 3, "deals.txt: line 2: ");
    assert_eq!(folder.names(), ["a.jsonl.journal", "a.jsonl.part", "deals.txt"]);
    folder.fails("deals.txt -o a.jsonl --ask solve -c S", 1, "was interrupted: --resume continues it");
    folder.fails("deals.txt -o a.jsonl --ask solve -c S --overwrite", 3, "1 record has no answer");
    let done = folder.text("a.jsonl");
    folder.fails("deals.txt -o a.jsonl --ask solve -c H", 1, "already exists: --overwrite replaces it");
    assert_eq!(folder.text("a.jsonl"), done);
    folder.fails(
        "deals.txt -o b.jsonl --ask solve -c S --max-errors 1 --summary sum.json",
        0,
        "1 record has no answer",
    );
    let summary: Value = serde_json::from_str(&folder.text("sum.json")).expect("an object");
    assert_eq!(
        (&summary["records"], &summary["answered"], &summary["errors"]),
        (&json!(3), &json!(2), &json!(1))
    );
}

/// Asks questions with columns that `--keep` copies. These columns must still be part of the question.
#[test]
fn kept_columns_still_belong_to_question() {
    let folder = Folder::new();
    folder.write("m.csv", format!("deal,declarer,hand,page\n{DEAL},M,TRUE,7\n"));
    folder.succeeds("m.csv -o a.csv --ask solve -c S --long --keep page,who=declarer");
    let contracts = answer("solve -c S -d M --hand --format json", &[DEAL]);
    let results: Value = serde_json::from_str(&contracts).expect("an object");
    let row = &cells(&folder.text("a.csv"))[1];
    assert_eq!(cells(&folder.text("a.csv"))[0][..5], ["record", "id", "page", "who", "deal"]);
    assert_eq!(
        (row[2].as_str(), row[3].as_str(), row[5].as_str(), &row[7]),
        ("7", "M", "M", &results["results"][0]["tricks"].to_string())
    );
    // A record that asks another question must use its own fields.
    let score = json!({"ask": "score", "declarer": "F", "contract": "S", "tricks": "F=6,M=2,R=2"});
    let solve = json!({"ask": "solve", "deal": DEAL, "contract": null});
    folder.write("two.jsonl", format!("{score}\n{solve}\n"));
    folder.succeeds("two.jsonl -o answers.jsonl --ask solve -c H -d M --keep declarer,tricks");
    let answers = folder.text("answers.jsonl");
    assert!(answers.contains("\"pot\"") && answers.contains("\"contract\":\"H\""), "{answers}");
    assert!(!answers.contains("\"contract\":\"S\""), "{answers}");
    for keep in ["page,page", "id", "record"] {
        folder.fails(
            &format!("m.csv -o b.csv --ask solve --keep {keep}"),
            2,
            "the output already has this column",
        );
    }
    folder.write("made.jsonl", format!("{}\n", json!({"deal": DEAL, "goal": "made"})));
    folder.fails("made.jsonl -o c.csv --ask solve -c S", 3, "1 record has no answer");
    assert!(
        folder
            .text("c.csv")
            .contains("not-here,goal: the column holds numbers of tricks: leave out this goal")
    );
}

/// Checks that no input is overwritten, no file is written for two purposes, and no link or device is
/// replaced.
#[test]
fn files_named_twice_are_refused() {
    let folder = Folder::new();
    folder.write("in.csv", format!("deal\n{DEAL}\nno deal\n"));
    folder.write("other.csv", "mine");
    fs::create_dir(folder.path("sub")).expect("a folder");
    let ask = "in.csv --ask solve -c S";
    for (flags, message) in [
        ("-o in.csv", "in.csv: this is -o and an input"),
        ("-o sub/../in.csv", "this is -o and an input"),
        ("-o a.csv --rejects in.csv", "this is --rejects and an input"),
        ("-o a.csv --summary in.csv", "this is --summary and an input"),
        ("-o a.csv --rejects a.csv", "a.csv: this is --rejects and -o"),
        ("-o a.csv --rejects b.csv --summary b.csv", "b.csv: this is --summary and --rejects"),
        ("-o a.csv --summary a.csv.journal", "this is --summary and a file that belongs to -o"),
        ("-o a.csv --rejects -", "only -o may be standard output"),
        ("-o a.csv --rejects r.csv.gz", "not compressed"),
        ("-o sub --to csv", "this is not a file"),
    ] {
        folder.fails(&format!("{ask} {flags} --overwrite"), 2, message);
    }
    folder.write("r.csv.part", "deal\n");
    folder.fails(
        "r.csv.part --from csv -o z.csv --ask solve --rejects r.csv",
        2,
        "belongs to --rejects and an input",
    );
    fs::remove_file(folder.path("r.csv.part")).expect("the file exists");
    folder.fails(&format!("{ask} -o a.csv --rejects other.csv"), 2, "--rejects: the file already exists");
    assert_eq!((folder.text("other.csv"), folder.names().len()), ("mine".to_owned(), 3));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path("sub/real.csv"), folder.path("link.csv")).expect("a link");
        folder.write("sub/real.csv", "old");
        folder.fails(&format!("{ask} -o link.csv --overwrite"), 3, "1 record");
        assert!(folder.path("link.csv").is_symlink() && folder.text("sub/real.csv").starts_with("record"));
    }
    let mut run = folder.command(&format!("{ask} -o - --to csv --rejects r.csv"));
    let output = run.output().expect("the program runs");
    assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 2);
    assert_eq!(cells(&folder.text("r.csv"))[1][7], r#"{"deal":"no deal"}"#);
    folder.write("house.toml", "name = \"house\"\nextends = \"russian\"\n");
    fs::hard_link(folder.path("in.csv"), folder.path("hard.csv")).expect("a link");
    fs::hard_link(folder.path("house.toml"), folder.path("hard.toml")).expect("a link");
    for flags in [
        "--summary hard.csv -o x.csv",
        "--rejects hard.csv -o x.csv",
        "-o hard.csv",
        "-o - --rejects hard.csv",
    ] {
        folder.fails(&format!("{ask} {flags} --overwrite"), 2, "and an input: give each a name of its own");
    }
    let flags = "-o x.csv --rules-file house.toml --summary hard.toml";
    folder.fails(&format!("{ask} {flags}"), 2, "this is --summary and --rules-file");
    let at = |name: &str| fs::File::open(folder.path(name)).expect("a file");
    let run =
        folder.command("- --from csv --ask solve -o x.csv --summary hard.csv").stdin(at("in.csv")).output();
    assert_eq!(run.expect("the program runs").status.code(), Some(2));
    let to = fs::File::create(folder.path("to.jsonl")).expect("a file");
    let run = folder.command(&format!("{ask} -o - --summary to.jsonl")).stdout(to).output();
    assert_eq!(run.expect("the program runs").status.code(), Some(2));
    let stats = |flags: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pref"));
        command.args(flags.split_whitespace()).current_dir(folder.path("")).stdin(at("in.csv"));
        command.output().expect("the program runs").status.code()
    };
    assert_eq!(stats("stats in.csv --html hard.csv"), Some(2));
    assert_eq!(stats("stats --from csv --html hard.csv"), Some(2));
    assert_eq!(stats("ask --log hard.csv"), Some(2));
    assert_eq!(folder.text("in.csv"), format!("deal\n{DEAL}\nno deal\n"));
    assert!(folder.text("house.toml").starts_with("name"));
    // The file is left by a run whose journal is missing.
    folder.write("d.csv.part", "much work");
    folder.fails(
        &format!("{ask} -o d.csv --resume"),
        1,
        "d.csv.part exists, but its journal is missing: --overwrite starts again",
    );
    assert_eq!(folder.text("d.csv.part"), "much work");
}

/// Reads an input whose name is not UTF-8.
#[cfg(unix)]
#[test]
fn name_of_input_may_have_any_bytes() {
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"a\xff.txt");
    fs::write(folder.path("").join(name), format!("{DEAL}\n")).expect("the file is written");
    let mut command = folder.command("-o o.csv --ask solve -d F -c S");
    let output = command.arg(name).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(cells(&folder.text("o.csv")).len(), 2);
}
