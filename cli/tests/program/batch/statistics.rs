//! `pref stats`: what the answers of a batch say together.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{ENDINGS, Folder, cells, deals};

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
    let schema = serde_json::from_str(include_str!("../../../../docs/schema/stats.json")).expect("JSON");
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
    assert!(!several["talon"][0].is_null() && several["rules_of_thumb"][0]["hands"] == 3, "{several}");
    let (_, table, _) = stats("a.jsonl --format csv");
    assert!(cells(&table).len() > 20);
    folder.write("no.jsonl", "{\"rules\":\"austrian\",\"done\":true}\n");
    let (code, _, told) = stats("no.jsonl");
    assert_eq!(code, Some(2));
    assert!(told.contains("no.jsonl: line 1: nothing is counted here"), "{told}");
}
