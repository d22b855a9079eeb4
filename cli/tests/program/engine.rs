//! `pref ask` as programs use it: many questions at once.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use preference::deal::random;
use rand::RngExt;
use serde_json::{Value, json};

use crate::{DEAL, answer, pref, text};

/// An engine of which nobody reads the standard error.
fn engine(flags: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_pref"))
        .args(["ask", "--no-tables"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// What the engine writes until it ends.
fn answers(engine: &mut Child) -> Vec<Value> {
    drop(engine.stdin.take());
    let out = BufReader::new(engine.stdout.take().expect("a pipe"));
    let read =
        |line: std::io::Result<String>| serde_json::from_str(&line.expect("a line")).expect("an object");
    let answers = out.lines().map(read).collect();
    assert!(engine.wait().expect("it ends").success());
    answers
}

/// A client that first writes everything and then reads gets everything, in order.
#[test]
fn everything_may_be_asked_before_an_answer_is_read() {
    let mut engine = engine(&["--threads", "3"]);
    let mut input = engine.stdin.take().expect("a pipe");
    for id in 0..50_000 {
        writeln!(input, "{}", json!({"id": id, "ask": "auction", "calls": ["pass"]})).expect("it reads on");
    }
    drop(input);
    let answers = answers(&mut engine);
    assert_eq!(answers.len(), 50_000);
    for (id, answer) in answers.iter().enumerate() {
        assert_eq!((&answer["id"], &answer["to_call"]), (&json!(id), &json!("M")));
    }
}

/// What is broken off gets its line, and what is asked after it is answered as always.
#[test]
fn questions_are_cancelled_and_limited() {
    let schema = |text| {
        let schema: Value = serde_json::from_str(text).expect("JSON");
        jsonschema::validator_for(&schema).expect("a schema")
    };
    let cancel = schema(include_str!("../../../docs/schema/cancel.json"));
    let ready = schema(include_str!("../../../docs/schema/ready.json"));
    let long = "F:AQJ.A9.AK9.T7 ? ?";
    let solve = json!({"id": "last", "ask": "solve", "deal": DEAL, "contract": "S", "x_mine": [1]});
    let questions = [
        json!({"id": 1, "ask": "evaluate", "deal": long, "layouts": 1_000_000}),
        json!({"id": 2, "ask": "evaluate", "deal": long, "layouts": 1_000_000, "time_limit": 0.1}),
        json!({"id": "three", "ask": "evaluate", "deal": long, "layouts": 1_000_000}),
        json!({"id": 4, "ask": "cancel", "cancel": 1}),
        json!({"id": 5, "ask": "cancel", "cancel": "three"}),
        json!({"id": 6, "ask": "cancel", "cancel": 77, "x_mine": null}),
        json!({"id": 7, "ask": "cancel", "cancel": "all", "deal": DEAL}),
        json!({"id": "deals", "ask": "deal", "where": ["F:A>=4", "F:S>=7"], "count": 100_000, "time_limit": 0.1}),
        json!({"id": 8, "ask": "ready", "rules": ["russian", "american,+head"]}),
        json!({"id": 9, "ask": "ready", "rules": ["russian", "austrain"]}),
        solve.clone(),
    ];
    for flags in [&["--threads", "1"][..], &["--threads", "2"], &["--threads", "4", "--unordered"]] {
        let mut engine = engine(flags);
        let mut input = engine.stdin.take().expect("a pipe");
        questions.iter().for_each(|question| writeln!(input, "{question}").expect("it reads"));
        drop(input);
        let answers = answers(&mut engine);
        let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
        if !flags.contains(&"--unordered") {
            assert_eq!(ids, questions.iter().map(|question| &question["id"]).collect::<Vec<_>>());
        }
        let by_id: BTreeMap<String, &Value> =
            answers.iter().map(|answer| (answer["id"].to_string(), answer)).collect();
        assert_eq!((by_id.len(), answers.len()), (questions.len(), questions.len()), "{flags:?}: {ids:?}");
        let codes = [("1", "cancelled"), ("2", "time"), ("\"three\"", "cancelled"), ("\"deals\"", "time")];
        for (id, code) in codes.into_iter().chain([("7", "unknown-field"), ("9", "bad-rules")]) {
            assert_eq!(by_id[id]["error"]["code"], code, "{flags:?}, {id}: {}", by_id[id]);
        }
        for (id, number) in [("4", 1), ("5", 1), ("6", 0)] {
            assert!(cancel.is_valid(by_id[id]));
            assert_eq!(by_id[id]["cancelled"], number, "{flags:?}, {id}");
        }
        assert!(ready.is_valid(by_id["8"]));
        assert_eq!(by_id["8"]["rules"], json!(["russian", "american,+head"]));
        assert_eq!(by_id["9"]["error"]["field"], "rules[1]");
        let alone: Value = serde_json::from_str(&answer("ask", &[&solve.to_string()])).expect("an object");
        assert_eq!(*by_id["\"last\""], alone, "{flags:?}");
    }
}

/// An engine whose answers nobody reads ends, even if its questions stay open.
#[test]
fn an_engine_that_nobody_hears_ends() {
    let mut engine = engine(&[]);
    drop(engine.stdout.take());
    let mut input = engine.stdin.take().expect("a pipe");
    writeln!(input, "{}", json!({"ask": "version"})).expect("it reads");
    assert!(engine.wait().expect("it ends").success());
}

#[test]
fn what_is_made_ready_is_named() {
    let error = |question: Value| {
        let answer: Value =
            serde_json::from_str(&answer("ask", &[&question.to_string()])).expect("an object");
        (answer["error"]["code"].clone(), answer["error"]["field"].clone())
    };
    let rules = |rules: Value| error(json!({"ask": "ready", "rules": rules}));
    assert_eq!(rules(json!("austrain")), (json!("bad-rules"), json!("rules")));
    assert_eq!(rules(json!(["bule", "austrain"])), (json!("bad-rules"), json!("rules[1]")));
    assert_eq!(rules(json!([["bule"]])), (json!("bad-value"), json!("rules[0]")));
    assert_eq!(error(json!({"ask": "ready", "rule": "bule"})), (json!("unknown-field"), json!("rule")));
}

#[test]
fn a_log_has_both_sides() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let log = dir.path().join("log");
    let input = "{\"id\":1,\"ask\":\"auction\"}\n\nwrong\n";
    let flags = format!("ask --max-pending 1 --log {}", log.display());
    let asked = pref(&flags, &[]).write_stdin(input).assert().success();
    let log = std::fs::read_to_string(log).expect("a log");
    let side = |mark| -> Vec<&str> { log.lines().filter_map(|line| line.strip_prefix(mark)).collect() };
    assert_eq!(side("> "), ["{\"id\":1,\"ask\":\"auction\"}", "wrong"]);
    assert_eq!(side("< "), text(asked.get_output()).lines().collect::<Vec<_>>());
    let nowhere = pref("ask --log /nowhere/log {}", &[]).assert().code(1);
    assert!(text(nowhere.get_output()).is_empty());
    for wrong in ["--max-pending 0", "--time-limit -1", "--time-limit soon"] {
        pref(&format!("ask {wrong}"), &[]).assert().code(2);
    }
}

/// Whatever a line says, it gets one line.
#[test]
fn each_line_of_noise_gets_a_line() {
    let seed = 83_000_000;
    let random = &mut random::generator(seed);
    let questions = [
        json!({"id": 1, "ask": "solve", "deal": DEAL, "rules": "russian", "contract": ["S", "misere"]}),
        json!({"id": "a", "ask": "cards", "deal": DEAL, "declarer": "F", "contract": "S", "played": ["SA"]}),
        json!({"id": 2, "ask": "auction", "calls": ["pass", "1"], "x_note": {"a": [1, null]}}),
        json!({"id": 3, "ask": "score", "contract": "S", "declarer": "F", "tricks": {"F": 6, "M": 2, "R": 2}}),
        json!({"id": 4, "ask": "cancel", "cancel": "all"}),
        json!({"ask": "version"}),
    ]
    .map(|question| question.to_string().into_bytes());
    let mut lines = Vec::new();
    for _ in 0..3000 {
        let mut line = questions[random.random_range(0..questions.len())].clone();
        for _ in 0..random.random_range(0..4) {
            let place = random.random_range(0..line.len());
            match random.random_range(0..3) {
                0 => line[place] = random.random(),
                1 => line.insert(place, random.random()),
                _ => line.truncate(place.max(1)),
            }
        }
        line.retain(|byte| *byte != b'\n');
        if !String::from_utf8_lossy(&line).trim().is_empty() {
            lines.push(line);
        }
    }
    let mut engine = engine(&["--threads", "4", "--time-limit", "2"]);
    let mut input = engine.stdin.take().expect("a pipe");
    for line in &lines {
        input.write_all(&[line, &b"\n"[..]].concat()).expect("it reads on");
    }
    drop(input);
    let answers = answers(&mut engine);
    assert_eq!(answers.len(), lines.len(), "seed {seed}");
    let wrong = answers.iter().filter(|answer| answer.get("error").is_some()).count();
    assert!(wrong > 1000 && wrong < lines.len(), "seed {seed}: {wrong} errors");
    assert!(answers.iter().all(|answer| answer["error"]["code"] != "internal"), "seed {seed}");
}

/// Rules are told by name, and from a text as from a file, with the place of a mistake.
#[test]
fn rules_are_told() {
    let told = |rules: Value| -> Value {
        let question = json!({"ask": "rules", "rules": rules}).to_string();
        serde_json::from_str(&answer("ask", &[&question])).expect("an object")
    };
    let ours = "name = 'ours'\nextends = 'danube-swabian'\n[play]\nhead = true\n";
    let answer = told(json!({"toml": ours}));
    assert_eq!((&answer["rules"], &answer["play"]), (&json!("ours"), &json!(["trump", "head"])));
    let spades = json!({"contract": "S", "take": "at-least", "hand": 8, "talon": 7});
    assert_eq!(answer["targets"][0], spades);
    assert_eq!(told(json!({"toml": answer["toml"]})), answer);
    let misere = json!({"contract": "misere", "take": "exactly", "hand": 0, "talon": 0});
    assert!(told(json!("illustrated"))["targets"].as_array().expect("a list").contains(&misere));
    let error = &told(json!({"toml": "name = 'ours'\nextends = 'russian'\n[play]\nheat = true"}))["error"];
    assert_eq!((&error["code"], &error["field"]), (&json!("bad-rules"), &json!("rules")));
    assert!(error["message"].as_str().expect("a text").contains("line 4, column 1"), "{error}");
    assert_eq!(told(json!({"toml": "", "name": "ours"}))["error"]["code"], "bad-rules");
}
