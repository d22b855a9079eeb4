//! `pref ask` as an engine for other programs, which ask many questions at once.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use preference::deal::random;
use rand::RngExt;
use rstest::rstest;
use serde_json::{Value, json};

use crate::{DEAL, answer, pref, text};

/// Starts an engine. Its standard error is not read.
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

/// Closes the input of an engine, and returns all answers that the engine still writes.
fn answers(engine: &mut Child) -> Vec<Value> {
    drop(engine.stdin.take());
    let out = BufReader::new(engine.stdout.take().expect("a pipe"));
    let read =
        |line: std::io::Result<String>| serde_json::from_str(&line.expect("a line")).expect("an object");
    let answers = out.lines().map(read).collect();
    assert!(engine.wait().expect("the program ends").success());
    answers
}

/// Writes all questions before any answer is read. All answers must come, in order.
#[test]
fn all_questions_may_be_asked_before_reading_answers() {
    let mut engine = engine(&["--threads", "3"]);
    let mut input = engine.stdin.take().expect("a pipe");
    for id in 0..50_000 {
        writeln!(input, "{}", json!({"id": id, "ask": "auction", "calls": ["pass"]}))
            .expect("the engine reads on");
    }
    drop(input);
    let answers = answers(&mut engine);
    assert_eq!(answers.len(), 50_000);
    for (id, answer) in answers.iter().enumerate() {
        assert_eq!((&answer["id"], &answer["to_call"]), (&json!(id), &json!("M")));
    }
}

/// Cancels questions, and lets questions exceed their time limits. Each must get one line, and later
/// questions must be answered as usual.
#[test]
fn cancelled_and_timed_out_questions_get_errors() {
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
        json!({"id": 2, "ask": "par", "deal": DEAL, "rules": "american", "time_limit": 0.001}),
        json!({"id": "three", "ask": "evaluate", "deal": long, "layouts": 1_000_000}),
        json!({"id": 4, "ask": "cancel", "cancel": 1}),
        json!({"id": 5, "ask": "cancel", "cancel": "three"}),
        json!({"id": 6, "ask": "cancel", "cancel": 77, "x_mine": null}),
        json!({"id": 7, "ask": "cancel", "cancel": "all", "deal": DEAL}),
        json!({"id": "deals", "ask": "deal", "where": ["F:A>=4", "F:S>=7"], "tries": 1_000_000_000, "makes": "F:S=0", "time_limit": 0.1}),
        json!({"id": 8, "ask": "ready", "rules": ["russian", "american,+head"]}),
        json!({"id": 9, "ask": "ready", "rules": ["russian", "austrain"]}),
        solve.clone(),
    ];
    for flags in [&["--threads", "1"][..], &["--threads", "2"], &["--threads", "4", "--unordered"]] {
        let mut engine = engine(flags);
        let mut input = engine.stdin.take().expect("a pipe");
        questions.iter().for_each(|question| writeln!(input, "{question}").expect("the program reads"));
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

/// Closes the output. The engine must end even if its input stays open.
#[test]
fn engine_ends_when_output_is_closed() {
    let mut engine = engine(&[]);
    drop(engine.stdout.take());
    let mut input = engine.stdin.take().expect("a pipe");
    writeln!(input, "{}", json!({"ask": "version"})).expect("the program reads");
    assert!(engine.wait().expect("the program ends").success());
}

/// Closes the output while a question is being answered, with the input open or closed.
#[rstest]
#[case(false)]
#[case(true)]
#[cfg(unix)]
fn engine_ends_when_client_is_gone(#[case] open: bool) {
    let mut engine = engine(&[]);
    let mut input = engine.stdin.take().expect("a pipe");
    let long = json!({"ask": "evaluate", "deal": "F:AQJ.A9.AK9.T7 ? ?", "layouts": 100_000_000});
    writeln!(input, "{long}").expect("the program reads");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(engine.try_wait().expect("a process").is_none(), "it works");
    let kept = open.then_some(input);
    drop(engine.stdout.take());
    let begin = std::time::Instant::now();
    assert!(engine.wait().expect("the program ends").success());
    assert!(begin.elapsed().as_secs() < 5);
    drop(kept);
}

/// Asks three long questions with two threads. Short questions must be answered at once, and a later cancel must end
/// all long questions.
#[test]
fn short_questions_overtake_long_ones() {
    let long =
        |id| json!({"id": id, "ask": "evaluate", "deal": "F:AQJ.A9.AK9.T7 ? ?", "layouts": 100_000_000});
    let short = [
        json!({"id": "ping", "ask": "version"}),
        json!({"id": "ready", "ask": "ready"}),
        json!({"id": "solve", "ask": "solve", "deal": DEAL, "contract": "S"}),
        json!({"id": "auction", "ask": "auction"}),
    ];
    let mut engine = engine(&["--threads", "2", "--unordered"]);
    let mut input = engine.stdin.take().expect("a pipe");
    let mut out = BufReader::new(engine.stdout.take().expect("a pipe")).lines();
    let questions = (1..=3).map(long).chain(short);
    questions.for_each(|question| writeln!(input, "{question}").expect("the program reads"));
    let mut next =
        || -> Value { serde_json::from_str(&out.next().expect("a line").expect("text")).expect("JSON") };
    let ids: Vec<Value> = (0..4).map(|_| next()["id"].take()).collect();
    assert_eq!(ids, ["ping", "ready", "solve", "auction"]);
    writeln!(input, "{}", json!({"ask": "cancel", "cancel": "all"})).expect("the program reads");
    let errors = (0..4).filter(|_| next()["error"]["code"] == "cancelled").count();
    assert_eq!(errors, 3);
    drop(input);
    assert!(engine.wait().expect("the program ends").success());
}

#[test]
fn cancel_works_at_pending_limit() {
    let mut engine = engine(&["--max-pending", "1"]);
    let mut input = engine.stdin.take().expect("a pipe");
    let long = json!({"id": 1, "ask": "evaluate", "deal": "F:AQJ.A9.AK9.T7 ? ?", "layouts": 100_000_000});
    for question in [long, json!({"id": 2, "ask": "cancel", "cancel": 1}), json!({"id": 3, "ask": "version"})]
    {
        writeln!(input, "{question}").expect("the program reads");
    }
    drop(input);
    let answers = answers(&mut engine);
    assert_eq!(answers[0]["error"]["code"], "cancelled");
    assert_eq!(answers[1], json!({"id": 2, "cancelled": 1}));
    assert_eq!(answers[2]["id"], 3);
}

/// Checks that the values of `id` and of the client's own fields are echoed letter by letter, in the order in which
/// they were sent.
#[test]
fn answers_echo_id_and_client_fields() {
    let values = [
        "12345678901234567890123",
        "0.12088995980580641",
        "-0",
        "1.0",
        "1e400",
        "1E+2",
        "\"\\u00e9\\/\\ud83d\\ude00é\\ud800\"",
        "{\"b\":{ \"z\":-0.0, \"a\":[1.50,{}] },\"a\":1,\"b\":2}",
        "null",
        "[]",
    ];
    let deep = "[".repeat(3000) + &"]".repeat(3000);
    let mut own: Vec<String> =
        values.iter().enumerate().map(|(n, value)| format!("\"x_{}\":{value}", 9 - n)).collect();
    own.push(format!("\"x_\\u00e9\":{deep}"));
    let own = own.join(",");
    let echoed = own.replace("\"x_\\u00e9\"", "\"x_é\"");
    for (n, id) in values[..7].iter().enumerate() {
        let question = format!("{{{own},\"id\":{id},\"ask\":\"auction\",\"calls\":\"pass\"}}");
        let answer = answer("ask", &[&question]);
        assert!(answer.starts_with(&format!("{{\"id\":{id},\"rules\"")), "{n}: {answer}");
        assert!(answer.ends_with(&format!("\"preference\"],{echoed}}}\n")), "{n}: {answer}");
        let wrong = format!("{{{own},\"id\":{id},\"ask\":\"auction\",\"x_0\":1}}");
        assert!(self::answer("ask", &[&wrong]).contains("appears twice"), "{n}");
    }
    let broken = answer("ask", &["{\"id\":1,\"x_a\":[1,\n2,\r{}\r\n],\"ask\":\"auction\"}"]);
    assert!(broken.ends_with(",\"x_a\":[1,2,{}]}\n"), "{broken}");
    // A question is cancelled by its `id`: by the digits of a number, or by the letters of a text.
    let input = [
        json!({"ask": "evaluate", "deal": "F:AQJ.A9.AK9.T7 ? ?", "layouts": 100_000_000}),
        json!({"ask": "cancel"}),
    ];
    for (id, other, met) in [
        ("12345678901234567890123", "12345678901234567890124", 0),
        ("12345678901234567890123", "12345678901234567890123", 1),
        ("\"a\"", "\"\\u0061\"", 1),
        ("\"1\"", "1", 0),
    ] {
        let [long, cancel] = input.each_ref().map(|question| question.to_string().replacen('{', "", 1));
        let rest = "{\"ask\":\"cancel\",\"cancel\":\"all\"}";
        let input = format!("{{\"id\":{id},{long}\n{{\"id\":0,\"cancel\":{other},{cancel}\n{rest}\n");
        let asked = pref("ask --no-tables", &[]).write_stdin(input).assert().success();
        let expected = format!("{{\"id\":0,\"cancelled\":{met}}}");
        assert_eq!(text(asked.get_output()).lines().nth(1), Some(&*expected), "{id} {other}");
    }
}

/// Sends lines that cannot be answered, most of them without a valid `id`. Each must be reported with its line number
/// and the reason.
#[test]
fn unreadable_lines_are_reported_with_number_and_reason() {
    let deep = |depth: usize| {
        format!("{{\"ask\":\"auction\",\"calls\":{}{}}}", "[".repeat(depth), "]".repeat(depth))
    };
    let lines: [(Vec<u8>, &str, &str); 9] = [
        (b"{\"id\":true,\"ask\":\"version\"}".to_vec(), "bad-value", "true is not valid here"),
        (b"{\"id\":[1],\"ask\":\"version\"}".to_vec(), "bad-value", "[1] is not valid here"),
        (b"{\"ask\":\"nothing\"}".to_vec(), "unknown-ask", "there is no question"),
        (b"{\"id\":1,\"ask\":\"version\",\"x_a\":\"\xe9\"}".to_vec(), "bad-json", "(byte 32)"),
        (deep(500).into_bytes(), "bad-json", "nested too deep here (column 153)"),
        (b"{\"ask\":\"solve\",\"time_limit\":1e400}".to_vec(), "bad-json", "out of range (column 33)"),
        (b"{\"ask\":\"auction\",\"calls\":[1,}".to_vec(), "bad-json", "not a JSON object (column 29)"),
        (b"nothing".to_vec(), "bad-json", "not a JSON object (column 2)"),
        (vec![b'x'; (1 << 20) + 1], "bad-json", "longer than"),
    ];
    let input: Vec<u8> = lines.iter().flat_map(|(line, ..)| [line.as_slice(), b"\n"].concat()).collect();
    let asked = pref("ask --no-tables", &[]).write_stdin(input).assert().success();
    for (n, ((_, code, why), answer)) in lines.iter().zip(text(asked.get_output()).lines()).enumerate() {
        let answer: Value = serde_json::from_str(answer).expect("an object");
        let error = &answer["error"];
        assert_eq!((&error["code"], &error["line"]), (&json!(code), &json!(n + 1)), "{answer}");
        assert!(error["message"].as_str().expect("a text").contains(why), "{answer}");
    }
    let marked = "\u{FEFF}{\"id\":1,\"ask\":\"auction\"}\n\u{FEFF}{\"id\":2,\"ask\":\"auction\"}\n";
    let asked = pref("ask --no-tables", &[]).write_stdin(marked).assert().success();
    assert!(text(asked.get_output()).lines().all(|line| line.contains("\"rules\"")));
}

/// Limits the time for questions. Averages and lists must be answered as far as they have been calculated, and marked
/// as partial. Other questions must get the error `time`, and a cancelled question must get its own error.
#[test]
fn partial_answers_are_marked() {
    let ask = |question: &Value| -> Value {
        let asked = pref("ask --no-tables", &[]).write_stdin(question.to_string()).assert().success();
        serde_json::from_str(&text(asked.get_output())).expect("an object")
    };
    // The time limit is the shortest of several within which this machine finishes a part of the answer.
    let ask_in_part = |question: &mut Value| -> Value {
        let answers = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0].map(|limit| {
            question["time_limit"] = json!(limit);
            question.clone()
        });
        let found = answers.iter().map(&ask).find(|answer| answer["error"]["code"] != "time");
        found.expect("a part of the answer is ready within half a minute")
    };
    let validator = |name: &str| {
        let path = format!("{}/../docs/schema/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let schema: Value =
            serde_json::from_str(&std::fs::read_to_string(path).expect("a schema")).expect("JSON");
        jsonschema::validator_for(&schema).expect("a schema")
    };
    let hand = json!("F:AQJ.A9.AK9.T7 ? ?");
    let play = json!({"declarer": "F", "contract": "S"});
    for (name, mut question) in [
        ("evaluate", json!({"deal": hand, "layouts": 100_000_000})),
        ("advise", json!({"deal": hand, "layouts": 100_000_000})),
        ("deal", json!({"makes": ["F:N"], "count": 100_000})),
        ("puzzle", json!({"among": 1_000_000_000, "count": 100_000})),
    ] {
        question["ask"] = json!(name);
        if name == "advise" {
            question.as_object_mut().expect("an object").extend(play.as_object().expect("an object").clone());
        }
        let answer = ask_in_part(&mut question);
        assert_eq!(answer["partial"], true, "{answer}");
        match &answer["answers"] {
            Value::Array(answers) => assert!(answers.iter().all(|answer| validator(name).is_valid(answer))),
            _ => {
                assert!(answer["layouts"].as_u64().expect("a number") > 0 && answer["all"] == false);
                assert!(validator(name).is_valid(&answer), "{answer}");
            }
        }
        question["time_limit"] = json!(0);
        assert_eq!(ask(&question)["error"]["code"], "time", "{name}");
    }
    // A list must end at the time limit. The last answer in the list must be equal to the answer about its deal alone.
    let random = &mut random::generator(85_000_000);
    let deals: Vec<String> = (0..10_000).map(|_| random::deal(random).to_string()).collect();
    let found = ask_in_part(&mut json!({"ask": "talon", "deal": deals, "declarer": "F", "goal": "made"}));
    let answers = found["answers"].as_array().expect("a list");
    assert!(found["partial"] == true && !answers.is_empty() && answers.len() < deals.len());
    let last = &deals[answers.len() - 1];
    let alone = ask(&json!({"ask": "talon", "deal": last, "declarer": "F", "goal": "made"}));
    assert_eq!(answers.last(), Some(&alone));
    let par = ask(&json!({"ask": "par", "deal": DEAL, "rules": "american", "time_limit": 0.001}));
    assert_eq!(par["error"]["code"], "time");
    let whole = ask(&json!({"ask": "evaluate", "deal": hand, "layouts": 4, "time_limit": 100}));
    assert!(whole.get("partial").is_none() && whole["layouts"] == 4, "{whole}");
}

#[test]
fn errors_of_ready_name_field() {
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

/// Sends long lines to a busy program. Its queue must be limited by bytes, too.
#[test]
#[cfg(target_os = "linux")]
fn long_lines_are_not_read_far_ahead() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pref"))
        .args(["par", "--no-tables", "--threads", "1", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        let line = format!("{{\"deal\":\"{DEAL}\",\"x_filler\":\"{}\"}}\n", "x".repeat(1_000_000));
        (0..400).try_for_each(|_| input.write_all(line.as_bytes()))
    });
    std::thread::sleep(std::time::Duration::from_secs(3));
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
    let rss = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    let kilobytes: u64 = rss.trim().trim_end_matches(" kB").parse().expect("a number");
    child.kill().expect("the program runs");
    child.wait().expect("the program ends");
    let _ = writer.join().expect("no panic");
    assert!(kilobytes < 300_000, "{kilobytes} kB");
}

#[test]
fn log_has_questions_and_answers() {
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

/// Sends random lines. Each must get exactly one answer.
#[test]
fn each_noisy_line_gets_one_answer() {
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
        input.write_all(&[line, &b"\n"[..]].concat()).expect("the engine reads on");
    }
    drop(input);
    let answers = answers(&mut engine);
    assert_eq!(answers.len(), lines.len(), "seed {seed}");
    let wrong = answers.iter().filter(|answer| answer.get("error").is_some()).count();
    assert!(wrong > 1000 && wrong < lines.len(), "seed {seed}: {wrong} errors");
    assert!(answers.iter().all(|answer| answer["error"]["code"] != "internal"), "seed {seed}");
}

/// Asks for descriptions of rules by name and by text. A mistake in the text must be reported with its line and column,
/// as in a file.
#[test]
fn rules_are_described_by_name_or_text() {
    let describe = |rules: Value| -> Value {
        let question = json!({"ask": "rules", "rules": rules}).to_string();
        serde_json::from_str(&answer("ask", &[&question])).expect("an object")
    };
    let ours = "name = 'ours'\nextends = 'danube-swabian'\n[play]\nhead = true\n";
    let answer = describe(json!({"toml": ours}));
    assert_eq!((&answer["rules"], &answer["play"]), (&json!("ours"), &json!(["trump", "head"])));
    let spades = json!({"contract": "S", "take": "at-least", "hand": 8, "talon": 7, "priced": true});
    assert_eq!(answer["targets"][0], spades);
    assert_eq!(describe(json!({"toml": answer["toml"]})), answer);
    let misere = json!({"contract": "misere", "take": "exactly", "hand": 0, "talon": 0, "priced": true});
    assert!(describe(json!("illustrated"))["targets"].as_array().expect("a list").contains(&misere));
    let error =
        &describe(json!({"toml": "name = 'ours'\nextends = 'russian'\n[play]\nheat = true"}))["error"];
    assert_eq!((&error["code"], &error["field"]), (&json!("bad-rules"), &json!("rules")));
    assert!(error["message"].as_str().expect("a text").contains("line 4, column 1"), "{error}");
    assert_eq!(describe(json!({"toml": "", "name": "ours"}))["error"]["code"], "bad-rules");
}
