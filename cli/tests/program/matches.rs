//! `pref match`: answers, records, and matches that are interrupted.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use preference::Analyst;
use preference::hand::{Action, Hand, HandRecord};
use preference::protocol::ask::Responder;
use rstest::rstest;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::{answer, pref};

const MATCH_COMMAND: &str = "match --players beginner,random,beginner --duplicate --rules russian --seed 7";

/// Version of the program, as it is written in records.
const VERSION: &str = concat!("\"", env!("CARGO_PKG_VERSION"), "\"");

/// The answer of a match as an object, without its speed.
fn report(arguments: &str) -> Map<String, Value> {
    let mut report: Map<String, Value> =
        serde_json::from_str(&answer(&format!("{arguments} --format json"), &[])).expect("an object");
    report.remove("actions_per_second").expect("the speed");
    report
}

/// A temporary folder and the flags that write the records of a match to a file in it.
fn records_file() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let flags = format!("--records {}", folder.path().join("match.jsonl").display());
    (folder, flags)
}

fn file(folder: &TempDir) -> std::path::PathBuf {
    folder.path().join("match.jsonl")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("text")
}

#[test]
fn match_is_printed_as_table_and_json() {
    let text = answer(&format!("{MATCH_COMMAND} --hands 100"), &[]);
    let (table, speed) = text.trim_end().rsplit_once('\n').expect("lines");
    assert!(speed.ends_with(" actions a second"), "{speed}");
    assert_snapshot!("match", table);
    let schema: Value = serde_json::from_str(include_str!("../../../docs/schema/match.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let json = answer(&format!("{MATCH_COMMAND} --hands 100 --format json"), &[]);
    let report: Value = serde_json::from_str(&json).expect("an object");
    let errors: Vec<String> = schema.iter_errors(&report).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{json}: {errors:?}");
    // A hundred hands are rounded up to 34 deals of three hands.
    assert_eq!((&report["deals"], &report["hands"]), (&34.into(), &102.into()));
}

#[test]
fn match_answer_does_not_depend_on_threads() {
    let reports = [1, 2, 3].map(|threads| report(&format!("{MATCH_COMMAND} --hands 60 --threads {threads}")));
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
}

/// Reads the records of a match. Each record must be a hand with the result that it names, and the means of the results
/// must be the means in the answer.
#[test]
fn records_are_hands_of_match() {
    let (folder, flags) = records_file();
    let report = report(&format!("{MATCH_COMMAND} --hands 30 {flags}"));
    let text = read(&file(&folder));
    assert_eq!(text.lines().count(), 30);
    let mut gain = 0.0;
    for line in text.lines() {
        let mut record: Map<String, Value> = serde_json::from_str(line).expect("an object");
        let (result, place) = (record.remove("result").expect("it"), record.remove("x_match").expect("it"));
        let hand: HandRecord = serde_json::from_value(Value::Object(record)).expect("a record");
        let hand = Hand::from_record(&hand).expect("legal actions");
        assert_eq!(serde_json::to_value(hand.result().expect("the end")).expect("JSON"), result);
        let seats = place["seats"].as_object().expect("players");
        let seat = seats.iter().find(|(_, name)| **name == "random").expect("a random player").0;
        gain += result[seat].as_f64().expect("a gain");
    }
    let mean = report["players"][1]["mean"].as_f64().expect("a mean");
    assert!((mean - gain / 30.0).abs() < 1e-5, "{mean} {gain}");
}

/// Reviews the records of matches. The review must have every call and every card, and no breach of the rules.
#[rstest]
#[case("russian")]
#[case("austrian")]
#[case("illustrated")]
#[case("american")]
fn records_of_match_are_reviewed(#[case] rules: &str) {
    let mut analyst = Analyst::new();
    let (folder, flags) = records_file();
    report(&format!("match --players beginner,beginner,random --hands 6 --seed 5 -r {rules} {flags}"));
    let text = read(&file(&folder));
    let arguments = format!("review --model tricks --discards 1 --format json {}", file(&folder).display());
    let reviewed = pref(&arguments, &[]).output().expect("the program runs");
    assert_eq!(
        (String::from_utf8_lossy(&reviewed.stderr).as_ref(), reviewed.status.code()),
        ("", Some(0)),
        "{rules}"
    );
    let reviews = String::from_utf8(reviewed.stdout).expect("text");
    assert_eq!(reviews.lines().count(), text.lines().count(), "{rules}");
    for (record, review) in text.lines().zip(reviews.lines()) {
        let record: Value = serde_json::from_str(record).expect("an object");
        let question = json!({"ask": "review", "model": "tricks", "discards": 1, "record": record});
        assert_eq!(Responder::default().answer(&mut analyst, &question.to_string()), review, "{rules}");
        let hand: HandRecord = serde_json::from_value(record).expect("a record");
        let hand = Hand::from_record(&hand).expect("legal actions");
        let review: Value = serde_json::from_str(review).expect("an object");
        assert_eq!(review["broken"], json!([]), "{rules}");
        let done = |key: &str| {
            let steps = review[key].as_array().expect("steps").iter();
            steps.map(|step| step["done"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
        };
        let cards = hand.steps().iter().filter(|step| matches!(step.action, Action::Card(_)));
        assert_eq!(done("cards"), cards.map(|step| step.action.to_string()).collect::<Vec<_>>(), "{rules}");
        assert_eq!(done("calls").len(), hand.situation().calls().len(), "{rules}");
        assert_eq!(review["tricks"], serde_json::to_value(hand.tricks()).expect("JSON"), "{rules}");
    }
}

/// Gives the file of records to the other commands that read hands.
#[test]
fn records_of_match_are_read_by_other_commands() {
    let (folder, flags) = records_file();
    let report = report(&format!("{MATCH_COMMAND} --hands 12 {flags}"));
    let path = file(&folder);
    let lines = read(&path);
    let states = answer(&format!("state --format json {}", path.display()), &[]);
    assert_eq!(states.lines().count(), 12);
    for (state, record) in states.lines().zip(lines.lines()) {
        let [state, record]: [Value; 2] =
            [state, record].map(|line| serde_json::from_str(line).expect("JSON"));
        assert_eq!(state["result"], record["result"]);
    }
    let piped = pref("state --format json", &[]).write_stdin(lines.clone()).assert().success();
    assert_eq!(String::from_utf8_lossy(&piped.get_output().stdout), states);
    let output = folder.path().join("out.jsonl");
    let batch = |question: &str| {
        let batch = format!("batch {question} {} -o {} --overwrite", path.display(), output.display());
        pref(&batch, &[]).assert().success();
        read(&output)
    };
    let asked = batch("state");
    assert_eq!(asked.lines().count(), 12);
    let first: Value = serde_json::from_str(asked.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["phase"], &first["x_match"]["seed"]), (&json!("over"), &json!(7)));
    assert_eq!(batch("review --model tricks --discards 1").lines().count(), 12);
    // A required flag may stand in the records.
    let begun: String = (lines.lines().enumerate())
        .map(|(n, line)| {
            let mut record: Map<String, Value> = serde_json::from_str(line).expect("an object");
            record.remove("result");
            record["actions"].as_array_mut().expect("actions").truncate(1);
            record.insert("player".to_owned(), json!(if n == 0 { "random" } else { "beginner" }));
            serde_json::to_string(&record).expect("JSON") + "\n"
        })
        .collect();
    fs::write(&path, begun).expect("the file is written");
    let acts = batch("act");
    assert_eq!(acts.lines().filter(|line| line.contains("\"action\":")).count(), 12, "{acts}");
    fs::write(&path, &lines).expect("the file is written");
    let stats: Value =
        serde_json::from_str(&answer(&format!("stats --format json {}", path.display()), &[])).expect("JSON");
    assert_eq!((&stats["answers"], &stats["deals"]), (&json!(12), &json!(4)));
    let gain = |seat: usize| stats["gains"][seat]["mean"]["mean"].as_f64().expect("a mean");
    let pot = report["pot"]["mean"].as_f64().expect("a mean");
    assert!((gain(0) + gain(1) + gain(2) + pot).abs() < 1e-4, "{stats}");
}

#[test]
fn few_equal_deals_have_no_interval() {
    let text = answer("match --players beginner,beginner,beginner --hands 2 --seed 5", &[]);
    assert!(text.lines().any(|line| line.starts_with(" beginner  +0.00") && line.contains('–')), "{text}");
}

/// Truncates the file of records at several byte offsets. The resumed match must write the same records and give the
/// same answer as a match without interruption.
#[test]
fn resumed_match_equals_uninterrupted_match() {
    let (folder, flags) = records_file();
    let whole_report = report(&format!("{MATCH_COMMAND} --hands 24 {flags}"));
    let whole = fs::read(file(&folder)).expect("records");
    for cut in (0..=6).map(|part| whole.len() * part / 6).chain([whole.len() - 1, 1]) {
        fs::write(file(&folder), &whole[..cut]).expect("the file is written");
        let resumed = report(&format!("{MATCH_COMMAND} --hands 24 {flags} --resume"));
        assert_eq!(resumed, whole_report, "cut at {cut}");
        assert_eq!(fs::read(file(&folder)).expect("records"), whole, "cut at {cut}");
    }
    let longer = report(&format!("{MATCH_COMMAND} --hands 36 {flags} --resume"));
    assert_eq!(longer, report(&format!("{MATCH_COMMAND} --hands 36")));
    fs::remove_file(file(&folder)).expect("the file exists");
    assert_eq!(report(&format!("{MATCH_COMMAND} --hands 24 {flags} --resume")), whole_report);
}

#[test]
fn records_of_other_match_are_refused() {
    let (folder, flags) = records_file();
    answer(&format!("{MATCH_COMMAND} --hands 6 {flags}"), &[]);
    let before = fs::read(file(&folder)).expect("records");
    let refused = |arguments: &str, code: i32, message: &str| {
        let refused = pref(arguments, &[]).assert().code(code).stdout("");
        let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(error.contains(message), "{arguments}: {error}");
        assert_eq!(fs::read(file(&folder)).expect("records"), before, "{arguments}");
    };
    let usual = format!("{MATCH_COMMAND} --hands 6 {flags}");
    refused(&usual, 1, "exists: --resume continues the match");
    refused(
        &format!("{usual} --resume --seed 8"),
        2,
        "line 1: seed is 7 in the records, and 8 in this match",
    );
    refused(
        &format!("{usual} --resume --rules rostov"),
        2,
        "line 1: rules is russian in the records, and rostov in this match",
    );
    let players = "match --players random,random,beginner --duplicate --rules russian --seed 7";
    let difference =
        "players is beginner,random,beginner in the records, and random,random,beginner in this match";
    refused(&format!("{players} --hands 6 {flags} --resume"), 2, difference);
    let single = "match --players beginner,random,beginner --rules russian --seed 7 --hands 6";
    refused(
        &format!("{single} {flags} --resume"),
        2,
        "duplicate is true in the records, and false in this match",
    );
    for (key, was, other, difference) in [
        (
            "player_versions",
            "[1,1,1]",
            "[1,0,1]",
            "player_versions is 1,0,1 in the records, and 1,1,1 in this match",
        ),
        ("version", VERSION, "\"0.0.9\"", "version is 0.0.9 in the records, and"),
    ] {
        let records =
            read(&file(&folder)).replace(&format!("\"{key}\":{was}"), &format!("\"{key}\":{other}"));
        let old = folder.path().join("old.jsonl");
        fs::write(&old, &records).expect("the file is written");
        refused(&format!("{MATCH_COMMAND} --hands 6 --records {} --resume", old.display()), 2, difference);
        assert_eq!(read(&old), records);
    }
    refused(
        &format!("{MATCH_COMMAND} --hands 3 {flags} --resume"),
        2,
        "--hands: 6 hands are in the file of records",
    );
    refused("match --players beginner,random", 2, "write three players, not 2");
    refused(
        "match --players beginner,random,expert",
        2,
        "no player named 'expert'; the players are random beginner quick strong",
    );
    refused("match --players random,random,random --resume", 2, "--records");
}

/// Changes one record in several ways. The match must not be resumed, and the file must stay as it is.
#[test]
fn damaged_records_are_refused() {
    let (folder, flags) = records_file();
    answer(&format!("{MATCH_COMMAND} --hands 6 {flags}"), &[]);
    let whole = read(&file(&folder));
    let resume = |records: &[u8], line: usize, message: &str| {
        fs::write(file(&folder), records).expect("the file is written");
        let refused = pref(&format!("{MATCH_COMMAND} --hands 6 {flags} --resume"), &[]).assert().code(2);
        let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(error.contains(&format!("line {line}: {message}")), "{error}");
        assert_eq!(fs::read(file(&folder)).expect("records"), records, "{message}");
    };
    let lines: Vec<Map<String, Value>> =
        whole.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    type Records = Vec<Map<String, Value>>;
    let changed = |change: &dyn Fn(&mut Records)| {
        let mut lines = lines.clone();
        change(&mut lines);
        let texts = lines.iter().map(|line| serde_json::to_string(line).expect("JSON") + "\n");
        texts.collect::<String>().into_bytes()
    };
    let actions = |line: &mut Map<String, Value>, change: &dyn Fn(&mut Vec<Value>)| {
        change(line["actions"].as_array_mut().expect("actions"));
    };
    resume(
        &changed(&|lines| lines[1]["result"] = json!({"F": 1, "M": 1, "R": 1, "pot": 0})),
        2,
        "result: the record has the gains",
    );
    let other = lines[3]["result"].clone();
    assert_ne!(lines[1]["result"], other);
    resume(&changed(&|lines| lines[1]["result"] = other.clone()), 2, "result: the record has the gains");
    resume(&changed(&|lines| actions(&mut lines[2], &|list| list.push(json!("SA")))), 3, "actions[");
    resume(
        &changed(&|lines| actions(&mut lines[2], &|list| list.truncate(7))),
        3,
        "result: the hand is not over",
    );
    resume(
        &changed(&|lines| lines[4] = lines[3].clone()),
        5,
        "in this hand of deal 1 the players F, M and R are",
    );
    resume(&changed(&|lines| drop(lines.remove(2))), 3, "the record belongs to deal 1, not 0");
    resume(
        &changed(&|lines| drop(lines[0].remove("x_match"))),
        1,
        "not a record of a match: x_match is missing",
    );
    resume(&changed(&|lines| drop(lines[0].insert("y".to_owned(), json!(1)))), 1, "y: ");
    // The same actions with the two cards of another player's suit exchanged would not be legal, so the hand of another
    // deal takes the place of this one.
    let deal_1 = lines[3].clone();
    resume(
        &changed(&|lines| {
            let place = lines[0]["x_match"].clone();
            lines[0] = deal_1.clone();
            lines[0]["x_match"] = place;
        }),
        1,
        "the cards differ from those of deal 0 of this match",
    );
    resume(&[whole.as_bytes(), b"my notes"].concat(), 7, "the line has no end");
    resume(b"my notes", 1, "the line has no end, and is not the beginning of the next record");
    resume(b"{\"a\":1}", 1, "the line has no end");
    resume(&[0; 2_000_000], 1, "the line is longer than 1048576 bytes");
    let end = whole.len() - 2;
    let mut torn = whole.as_bytes()[..end].to_vec();
    torn[end - 40] ^= 1;
    resume(&torn, 6, "the line has no end");
}

#[cfg(unix)]
#[test]
fn records_are_kept_in_files_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    for (records, message) in [
        (pipe.display().to_string(), "this is not a file, so no match in it can be resumed"),
        ("/dev/zero".to_owned(), "this is not a file, so no match in it can be resumed"),
        ("-".to_owned(), "standard output has the answer: name a file"),
    ] {
        let refused = pref(&format!("{MATCH_COMMAND} --records {records} --resume"), &[]).assert().code(2);
        let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(error.contains(message), "{error}");
    }
}

/// Interrupts a match. The file must have the records of whole deals only, and the resumed match must have the same
/// answer as a match without interruption.
#[cfg(unix)]
#[test]
fn interrupted_match_can_be_resumed() {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    let (folder, flags) = records_file();
    let arguments = format!("{MATCH_COMMAND} --hands 3000000 --threads 1 {flags}");
    let run = Command::new(env!("CARGO_BIN_EXE_pref"))
        .args(arguments.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let began = Instant::now();
    while fs::metadata(file(&folder)).map_or(0, |file| file.len()) == 0 {
        assert!(began.elapsed() < Duration::from_secs(60), "no records");
        thread::sleep(Duration::from_millis(20));
    }
    let status = Command::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill runs");
    assert!(status.success());
    let output = run.wait_with_output().expect("the program ends");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(130), 0), "{error}");
    assert!(error.contains("interrupted; the same command with --resume goes on"), "{error}");
    let records = read(&file(&folder));
    let hands = records.lines().count();
    assert!(hands > 0 && hands.is_multiple_of(3) && records.ends_with('\n'), "{hands}");
    let more = hands + 30;
    let resumed = report(&format!("{MATCH_COMMAND} --hands {more} {flags} --resume"));
    assert_eq!(resumed, report(&format!("{MATCH_COMMAND} --hands {more}")));
}

#[rstest]
#[case("--hands 3 --resume --records printed")]
#[case("--hands 3 --records printed")]
fn records_never_go_to_standard_output(#[case] flags: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |flags: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pref"));
        command
            .args(MATCH_COMMAND.split_whitespace())
            .args(flags.split_whitespace())
            .current_dir(folder.path());
        command.stdout(fs::File::create(folder.path().join("printed")).expect("a file"));
        command.output().expect("the program runs")
    };
    let refused = run(flags);
    let message = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{flags}: {message}");
    assert!(message.starts_with("pref: --records printed: "), "{message}");
}
