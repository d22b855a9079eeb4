//! `pref stats`: statistics of the answers of a batch.

use std::process::{Command, Stdio};
#[cfg(unix)]
use std::{thread, time::Duration};

use serde_json::{Value, json};

use super::{Folder, OUTPUT_EXTENSIONS, cells, deals};

/// Runs `pref stats` in the folder. Returns its exit code, its standard output and its standard error.
fn stats(folder: &Folder, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pref"));
    command.arg("stats").args(arguments.split_whitespace()).current_dir(folder.0.path());
    let output = command.stdin(Stdio::null()).output().expect("the program runs");
    let message = String::from_utf8(output.stderr).expect("text");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"), message)
}

/// Compares the statistics of the same answers in every format. They must be equal.
#[test]
fn statistics_match_answers_in_every_format() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(97_000_000, 60) + "no deal\n");
    let stats = |arguments: &str| stats(&folder, arguments);
    let ask = "deals.txt --ask solve -c S,misere --rules russian";
    let mut forms = vec!["jsonl", "csv", "csv.gz"];
    forms.extend(OUTPUT_EXTENSIONS.iter().filter(|ending| **ending == "parquet"));
    for form in &forms {
        let keep = if *form == "jsonl" { "" } else { "--keep deal" };
        folder.fails(&format!("{ask} -o a.{form} {keep}"), 3, "1 record has no answer");
    }
    let (code, right, message) = stats("a.jsonl --rules russian --format json");
    assert_eq!((code, message.as_str()), (Some(0), ""));
    let counted: Value = serde_json::from_str(&right).expect("an object");
    let schema = serde_json::from_str(include_str!("../../../../docs/schema/stats.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    assert!(schema.is_valid(&counted) && !schema.is_valid(&json!({})));
    assert_eq!((&counted["answers"], &counted["errors"]), (&json!(60), &json!(1)));
    // The results are counted here in another way.
    let answers = folder.text("a.jsonl");
    assert!(answers.lines().all(|line| line.matches("\"deal\":\"").count() <= 1), "a line has only one deal");
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
    folder.fails(&format!("{ask} -o long.csv --long"), 3, "1 record");
    // Each result has a row of its own in a long table. All rows of a record must count as one answer.
    let long: Value = serde_json::from_str(&stats("long.csv --format json").1).expect("an object");
    assert_eq!((&long["answers"], &long["deals"]), (&json!(60), &json!(60)));
    assert!(["contracts", "strength", "length"].iter().all(|key| long[key] == counted[key]));
    let (code, text, _) = stats("a.jsonl --html page.html");
    assert_eq!(code, Some(0));
    assert!(
        text.starts_with(
            "60 answers, 1 record without an answer\nRules: russian\n\nContracts, without the talon\n"
        ),
        "{text}"
    );
    let page = folder.text("page.html");
    assert!(page.contains("<p>Rules: russian</p>") && page.matches("<svg").count() >= 4);
    assert!(!page.contains("<script") && !page.contains('\u{1b}'));
    // Answers of par and defend must be counted, too.
    folder.write("few.txt", deals(97_000_001, 3));
    folder.succeeds("few.txt -o par.jsonl --ask par --model tricks");
    folder.succeeds(
        "few.txt -o thumb.jsonl --ask defend -d F -c S --rule-of-thumb all --settle --model tricks",
    );
    let several: Value =
        serde_json::from_str(&stats("par.jsonl thumb.jsonl --format json").1).expect("an object");
    assert!(schema.is_valid(&several));
    assert_eq!((&several["answers"], &several["gains"][0]["hands"]), (&json!(6), &json!(6)));
    assert!(!several["talon"][0].is_null() && several["rules_of_thumb"][0]["hands"] == 3, "{several}");
    let (_, table, _) = stats("a.jsonl --format csv");
    assert!(cells(&table).len() > 20);
    folder.write("no.jsonl", "{\"rules\":\"austrian\",\"done\":true}\n");
    let (code, _, message) = stats("no.jsonl");
    assert_eq!(code, Some(2));
    assert!(message.contains("no.jsonl: line 1: nothing is counted here"), "{message}");
}

/// Counts the answers in tables under the rules under which each table was made. The table or its journal names these
/// rules.
#[test]
fn table_is_counted_under_its_own_rules() {
    let folder = Folder::new();
    folder.write("deals.txt", deals(97_100_000, 40));
    folder.write("house.toml", "name = \"house\"\nextends = \"danube-swabian\"\n");
    let made = |arguments: &str| {
        let (code, text, message) = stats(&folder, &format!("{arguments} --format json"));
        assert_eq!((code, message.as_str()), (Some(0), ""), "{arguments}");
        let counted: Value = serde_json::from_str(&text).expect("an object");
        (counted["contracts"][0]["chance"]["mean"].clone(), counted["rules"].clone())
    };
    let tables: Vec<&str> =
        ["csv", "csv.gz", "parquet"].into_iter().filter(|form| OUTPUT_EXTENSIONS.contains(form)).collect();
    for (n, (flags, rules)) in [
        ("--rules danube-swabian", "danube-swabian"),
        ("--rules danube-swabian --hand", "danube-swabian"),
        ("--rules-file house.toml", "house"),
        ("", "austrian"),
    ]
    .into_iter()
    .enumerate()
    {
        folder.succeeds(&format!("deals.txt -o right{n}.jsonl --ask solve -d F -c S {flags}"));
        let right = made(&format!("right{n}.jsonl"));
        assert_eq!(right.1, json!([rules]), "{flags}");
        for form in &tables {
            folder.succeeds(&format!("deals.txt -o {n}.{form} --ask solve -d F -c S {flags}"));
            assert_eq!(made(&format!("{n}.{form}")), right, "{flags} {form}");
            for part in 1..=2 {
                folder.succeeds(&format!(
                    "deals.txt -o p{part}.{form} --overwrite --chunk 9 --part {part}/2 --ask solve -d F -c S {flags}"
                ));
            }
            folder.succeeds(&format!("merge p1.{form} p2.{form} -o m.{form} --overwrite"));
            assert_eq!(made(&format!("m.{form}")), right, "{flags} {form}");
        }
    }
    let (_, text, _) = stats(&folder, "0.csv --format csv");
    assert!(cells(&text).iter().skip(1).all(|row| row.last().is_some_and(|rules| rules == "danube-swabian")));
    let (code, _, message) = stats(&folder, "0.csv --rules austrian");
    assert_eq!(code, Some(2));
    assert!(message.contains("0.csv was made under danube-swabian, not under austrian"), "{message}");
    // The copy has no journal, so nothing is known about its rules and they must be given.
    folder.write("copy.csv", folder.read("0.csv"));
    let (code, _, message) = stats(&folder, "copy.csv");
    assert_eq!(code, Some(2));
    assert!(message.contains("copy.csv: line 2: F_S: nothing says under which rules"), "{message}");
    assert_eq!(made("copy.csv --rules danube-swabian"), made("0.csv"));
    folder.write("copy.csv", folder.read("1.csv"));
    assert_eq!(made("copy.csv --rules danube-swabian --hand"), made("1.csv"));
    assert_ne!(made("0.csv").0, made("3.csv").0, "the rules change the counts");
    // If records name their own rules, `pref stats` needs either --rules or the rules as a copied column of the table.
    let deals = folder.text("deals.txt");
    let rows: String = deals.lines().map(|deal| format!("{deal},danube-swabian\n")).collect();
    folder.write("own.csv", format!("deal,rules\n{rows}"));
    for form in &tables {
        folder.succeeds(&format!("own.csv -o mixed.{form} --ask solve -d F -c S"));
        let (code, _, message) = stats(&folder, &format!("mixed.{form}"));
        assert_eq!(code, Some(2), "{form}");
        assert!(message.contains("name them by --rules"), "{message}");
        folder.succeeds(&format!("own.csv -o kept.{form} --overwrite --ask solve -d F -c S --keep rules"));
        assert_eq!(made(&format!("kept.{form}")), made("0.csv"), "{form}");
    }
}

/// Counts answers that name rules, with an option that names other rules than some of the answers. As in a batch, the
/// rules that a row or an answer names override the option, and a note reports this.
#[test]
fn rules_of_answer_override_option_with_note() {
    let folder = Folder::new();
    let deals = deals(97_150_000, 3);
    let rows: String = deals
        .lines()
        .zip(["american", "danube-swabian", "danube-swabian"])
        .map(|(deal, rules)| format!("{deal},{rules}\n"))
        .collect();
    folder.write("mixed.csv", format!("deal,rules\n{rows}"));
    let note = |rules: &str, count: usize| {
        format!(
            "pref: --rules {rules} does not apply to answers that name other rules; number of these answers: {count}\n"
        )
    };
    // In JSON each answer names its rules.
    for (form, keep) in [("csv", "--keep rules"), ("jsonl", "")] {
        folder.succeeds(&format!("mixed.csv -o own.{form} --ask solve -d F -c S {keep}"));
        let (code, counted, message) = stats(&folder, &format!("own.{form} --format json"));
        assert_eq!((code, message), (Some(0), String::new()), "{form}");
        for (rules, count) in [("american", 2), ("danube-swabian", 1)] {
            let option = stats(&folder, &format!("own.{form} --format json --rules {rules}"));
            assert_eq!(option, (Some(0), counted.clone(), note(rules, count)), "{form}");
        }
    }
}

/// Counts a file that also has answers to other questions, which must be skipped.
#[test]
fn answers_of_other_questions_are_skipped() {
    let folder = Folder::new();
    let deals = deals(97_200_000, 3);
    let mut lines: Vec<String> = deals
        .lines()
        .map(|deal| json!({"ask": "solve", "deal": deal, "contract": "S"}).to_string())
        .collect();
    lines.insert(1, json!({"ask": "auction", "calls": "pass"}).to_string());
    lines.push(json!({"ask": "rules"}).to_string());
    folder.write("q.jsonl", lines.join("\n"));
    folder.succeeds("q.jsonl -o a.jsonl");
    let (code, text, message) = stats(&folder, "a.jsonl");
    assert_eq!((code, message.as_str()), (Some(0), ""));
    assert!(text.starts_with("3 answers, 2 more answers with nothing to count\nRules: austrian\n"), "{text}");
    folder.write("deals.txt", &deals);
    folder.succeeds("deals.txt -o t.jsonl --ask talon -c S");
    let (_, text, _) = stats(&folder, "t.jsonl");
    assert!(text.starts_with("9 answers about 3 deals\n"), "{text}");
}

/// A hand of ten cards, the list of its talons in `talons.txt` of the folder, and flags of a question about it in which
/// these cards of forehand and rearhand are fixed.
fn question_over_talons(folder: &Folder, fixed: [&str; 2]) -> (&'static str, String) {
    let hand = "M:AQJ.A9.AK9.T7 ? ?";
    let list = crate::pref("evaluate --list-talons", &[hand]).output().expect("the program runs");
    let talons = String::from_utf8(list.stdout).expect("text");
    assert_eq!(talons.lines().count(), 231);
    folder.write("talons.txt", &talons);
    let conditions: Vec<String> = ["F", "R"]
        .iter()
        .zip(fixed)
        .flat_map(|(seat, cards)| cards.split(' ').map(move |card| format!("--where {seat}:{card}=1")))
        .collect();
    let flags = format!("-c 6S,misere --rules russian --goal made --layouts all {}", conditions.join(" "));
    (hand, flags)
}

/// A hand of ten cards over all layouts: the talons are answered in two parts, and their counts are summed.
#[test]
fn counts_of_talons_are_summed_by_statistics() {
    let folder = Folder::new();
    // Only 15 talons and 90 layouts are possible.
    let (hand, question) =
        question_over_talons(&folder, ["SK ST S9 S8 HK HQ DQ CA", "S7 HJ HT DJ DT CK CQ CJ"]);
    for part in 1..=2 {
        let flags =
            format!("talons.txt --ask evaluate {question} --chunk 20 -o p{part}.jsonl --part {part}/2");
        let (code, message) = folder.run(&flags);
        assert_eq!(code, 3, "{message}");
    }
    folder.fails("merge p1.jsonl p2.jsonl -o all.jsonl", 3, "216 records have no answer");
    let (code, counted, message) = stats(&folder, "all.jsonl --format json");
    assert_eq!(code, Some(0), "{message}");
    let counted: Value = serde_json::from_str(&counted).expect("an object");
    let mut whole = crate::pref(&format!("evaluate {question} --format json"), &[hand]);
    let whole = whole.output().expect("the program runs");
    let whole: Value = serde_json::from_slice(&whole.stdout).expect("an answer");
    let rows = counted["layouts"].as_array().expect("rows");
    assert_eq!(rows.len(), 4, "{counted}");
    for row in rows {
        let result = whole["results"].as_array().expect("results");
        let result = result.iter().find(|result| result["contract"] == row["contract"]).expect("a contract");
        let with = row["with"].as_str().expect("a text");
        assert_eq!((&row["made"], &row["of"]), (&result[with]["made"], &json!(90)), "{row}");
        assert_eq!(row["answers"], 15);
    }
    let (_, text, _) = stats(&folder, "all.jsonl");
    assert!(text.contains("Layouts on which the contract is made, without the talon"), "{text}");
}

/// Interrupts and kills both parts of a run over talons several times. Each part that is resumed must be equal to the same
/// part of a run without interruptions, and so must the sum of the counts.
#[cfg(unix)]
#[test]
fn interrupted_run_over_talons_gives_same_counts() {
    let folder = Folder::new();
    // There are 55 possible talons with 126 layouts each, so that a part takes some tenths of a second.
    let (_, question) = question_over_talons(&folder, ["SK ST S9 S8 HK HQ", "S7 HJ HT DJ DT"]);
    let ask = format!("talons.txt --ask evaluate {question} --chunk 1 --threads 1");
    for part in 1..=2 {
        assert_eq!(folder.run(&format!("{ask} -o whole{part}.jsonl --part {part}/2")).0, 3);
        let (flags, name) = (format!("{ask} -o p{part}.jsonl --part {part}/2"), format!("p{part}.jsonl"));
        let mut partial_journals = 0;
        for (signal, milliseconds) in [("-INT", 60), ("-KILL", 40), ("-INT", 50), ("-INT", 60)] {
            let resume = if folder.path(&format!("{name}.journal")).exists() { "--resume" } else { "" };
            signal_after(&folder, &format!("{flags} {resume}"), &name, signal, milliseconds);
            if folder.path(&name).exists() {
                break;
            }
            // The first line describes the run; then there is a line for each chunk.
            partial_journals += usize::from(folder.text(&format!("{name}.journal")).lines().count() > 1);
        }
        assert!(partial_journals > 0, "the run ended before it was interrupted");
        if !folder.path(&name).exists() {
            assert_eq!(folder.run(&format!("{flags} --resume")).0, 3);
        }
        assert_eq!(folder.text(&name), folder.text(&format!("whole{part}.jsonl")));
    }
    for name in ["p", "whole"] {
        folder.fails(&format!("merge {name}1.jsonl {name}2.jsonl -o {name}.jsonl"), 3, "176 records");
    }
    let counts = |name: &str| {
        let (code, counted, message) = stats(&folder, &format!("{name}.jsonl --format json"));
        assert_eq!(code, Some(0), "{message}");
        serde_json::from_str::<Value>(&counted).expect("an object")["layouts"].clone()
    };
    assert_eq!(counts("p"), counts("whole"));
    assert!(
        counts("p").as_array().is_some_and(|rows| rows.iter().all(|row| row["of"] == 55 * 126)),
        "{}",
        counts("p")
    );
}

/// Starts `pref batch`, and sends it the signal this time after the journal of its output has been written.
#[cfg(unix)]
fn signal_after(folder: &Folder, arguments: &str, output: &str, signal: &str, milliseconds: u64) {
    let mut run = folder.command(arguments).stderr(Stdio::null()).spawn().expect("the program runs");
    let journal = folder.path(&format!("{output}.journal"));
    while !journal.exists() && run.try_wait().expect("the state of the run").is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(Duration::from_millis(milliseconds));
    Command::new("kill").args([signal, &run.id().to_string()]).status().expect("kill runs");
    run.wait().expect("the run ends");
}
