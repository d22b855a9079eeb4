use std::sync::mpsc;
use std::time::Duration;

use preference_fixtures::effort;
use rand::RngExt;
use serde_json::{Value, json};

use super::*;
use crate::deal::random;
use crate::questions::par::ParOptions;
use crate::rules::Variant;
use crate::search::StopError;
use crate::situation::Situation;

fn engine(options: EngineOptions, on_answer: impl FnMut(&str) -> bool + Send + 'static) -> Engine {
    Engine::new(&Responder::default(), &Endgames::new(), options, on_answer).expect("threads")
}

#[test]
fn answer_callback_may_drop_engine() {
    for finish in [false, true] {
        let slot: Arc<Mutex<Option<Engine>>> = Arc::default();
        let (answered, answers) = mpsc::channel();
        let last = Arc::clone(&slot);
        let options = EngineOptions { threads: 2, ..Default::default() };
        let mut engine = engine(options, move |answer| {
            let engine = last.lock().expect("no panic").take();
            match engine {
                Some(engine) if finish => engine.finish(),
                engine => drop(engine),
            }
            answered.send(answer.to_owned()).is_ok()
        });
        let mut lock = slot.lock().expect("no panic");
        for id in 0..5 {
            engine.ask(&json!({"id": id, "ask": "auction", "calls": []}).to_string());
        }
        *lock = Some(engine);
        drop(lock);
        // The sender of answers is dropped when the thread ends.
        assert_eq!(answers.iter().count(), if finish { 5 } else { 1 }, "{finish}");
    }
}

#[test]
fn each_question_gets_one_answer() {
    // Some questions are cancelled or have little time. Each gets one answer, which is the same as when the question
    // is asked alone, unless it was interrupted.
    for (unordered, seed) in [(false, 82_000_000), (true, 82_000_001)] {
        let random = &mut random::generator(seed);
        let (answered, answers) = mpsc::channel();
        let options = EngineOptions { threads: 4, unordered, pending: Some(50), progress: false };
        let mut engine = engine(options, move |answer| answered.send(answer.to_owned()).is_ok());
        let mut questions = Vec::new();
        for id in 0..200 {
            let deal = random::deal(random).to_string();
            let question = match random.random_range(0..10) {
                0 => json!({"id": id, "ask": "cancel", "cancel": random.random_range(0..=id)}),
                1 => json!({"id": id, "ask": "par", "deal": deal, "time_limit": 0.002}),
                2 => json!({"id": id, "ask": "auction", "calls": ["pass"]}),
                3 => json!({"id": id, "ask": "solve", "deal": 7}),
                4 => json!({"id": id, "ask": "talon", "deal": deal, "declarer": "F", "contract": "S"}),
                _ => json!({"id": id, "ask": "solve", "deal": deal, "contract": "S"}),
            };
            assert!(engine.ask(&question.to_string()), "seed {seed}");
            questions.push(question);
        }
        engine.finish();
        let answers: Vec<Value> =
            answers.iter().map(|answer| serde_json::from_str(&answer).expect("JSON")).collect();
        let mut ids: Vec<u64> = answers.iter().map(|answer| answer["id"].as_u64().expect("an id")).collect();
        if unordered {
            ids.sort_unstable();
        }
        assert_eq!(ids, (0..200).collect::<Vec<_>>(), "seed {seed}");
        let (mut responder, mut analyst) = (Responder::default(), Analyst::new());
        let mut broken_off = 0;
        for answer in answers {
            let question = &questions[answer["id"].as_u64().expect("an id") as usize];
            if ["time", "cancelled"].iter().any(|code| answer["error"]["code"] == *code) {
                broken_off += 1;
            } else if question["ask"] != "cancel" {
                let alone = responder.answer(&mut analyst, &question.to_string());
                let alone: Value = serde_json::from_str(&alone).expect("JSON");
                assert_eq!(answer, alone, "seed {seed}");
            }
        }
        assert!(broken_off > 0, "seed {seed}");
    }
}

#[test]
fn engine_waits_for_answers_to_be_taken_at_pending_limit() {
    let (taking, delivered) = mpsc::sync_channel(0);
    let options = EngineOptions { pending: Some(1), ..EngineOptions::default() };
    let mut engine = engine(options, move |_| taking.send(()).is_ok());
    let (sender, numbers) = mpsc::channel();
    let asks = thread::spawn(move || {
        for number in 0..3 {
            engine.ask(r#"{"ask":"version"}"#);
            sender.send(number).expect("the receiver is open");
        }
        engine.finish();
    });
    assert_eq!(numbers.recv(), Ok(0));
    assert!(numbers.recv_timeout(Duration::from_millis(50)).is_err());
    for number in 1..3 {
        delivered.recv().expect("an answer");
        assert_eq!(numbers.recv(), Ok(number));
    }
    delivered.recv().expect("an answer");
    asks.join().expect("the asking thread does not panic");
}

#[test]
fn dropped_or_closed_engine_stops_its_work() {
    let deal = random::deal(&mut random::generator(82_000_002)).to_string();
    let long = json!({"ask": "par", "deal": deal, "rules": "american"}).to_string();
    let mut dropped = engine(EngineOptions::default(), |_| true);
    (0..1000).for_each(|_| assert!(dropped.ask(&long)));
    drop(dropped);
    let mut closed = engine(EngineOptions::default(), |_| false);
    assert!(closed.ask("wrong"));
    while closed.ask(&long) {}
    closed.finish();
}

#[test]
fn interrupted_analyst_gives_same_answers() {
    // After an interruption at any moment the analyst must give the same answers as a new one.
    let rules: Variant = "austrian".parse().expect("a preset");
    let options = ParOptions::default();
    for threads in [1, 2] {
        let endgames = Endgames::new();
        let mut analyst = Analyst::with_threads(threads, &endgames).expect("threads");
        let (mut stopped, mut done) = (0, 0);
        for seed in 81_000_000..81_000_001 + effort() as u64 {
            let situation = Situation::new(rules.clone(), random::deal(&mut random::generator(seed)));
            let expected = Analyst::new().par(&situation, &options).expect("an answer");
            for milliseconds in [0, 1, 3, 10, 30] {
                let stop = Stop::new();
                let late = stop.clone();
                let stopper = thread::spawn(move || {
                    thread::sleep(Duration::from_millis(milliseconds));
                    late.stop();
                });
                let answer = analyst.run_until(&stop, |analyst| analyst.par(&situation, &options));
                stopper.join().expect("the stopper does not panic");
                match answer {
                    Err(StopError) => stopped += 1,
                    Ok(answer) => {
                        done += 1;
                        assert_eq!(answer.expect("an answer"), expected, "seed {seed}");
                    }
                }
            }
            let answer = analyst.par(&situation, &options).expect("an answer");
            assert_eq!(answer, expected, "seed {seed}, {threads} threads");
        }
        assert!(stopped > 0, "no answer was interrupted, {done} were completed");
    }
}

#[test]
fn engine_reports_progress_of_questions_that_ask_for_it() {
    // The progress of a long question is reported before its answer, and only if the question asks for it.
    let (line, lines) = mpsc::channel();
    let options = EngineOptions { threads: 1, progress: true, ..Default::default() };
    let mut engine = engine(options, move |text| line.send(text.to_owned()).is_ok());
    let hand = random::deal(&mut random::generator(85_000_000)).to_string();
    let hand = format!("{} ? ? ?", hand.split(' ').next().expect("a hand"));
    for (id, progress) in [(1, false), (2, true)] {
        let layouts = if progress { 1_000_000 } else { 1 };
        let question =
            json!({"id": id, "ask": "evaluate", "deal": hand, "layouts": layouts, "progress": progress});
        engine.ask(&question.to_string());
    }
    let next = || -> Value { serde_json::from_str(&lines.recv().expect("a line")).expect("JSON") };
    let first = next();
    assert_eq!((&first["id"], first.get("progress")), (&json!(1), None), "{first}");
    assert_eq!(next(), json!({"id": 2, "progress": 0.0}));
    engine.ask(r#"{"ask":"cancel","cancel":2}"#);
    let mut last = 0.0;
    loop {
        let line = next();
        let Some(progress) = line["progress"].as_f64() else {
            assert_eq!(line["error"]["code"], "cancelled", "{line}");
            break;
        };
        assert!(last < progress && progress < 1.0, "{last} {line}");
        last = progress;
    }
    engine.finish();
    assert_eq!(lines.iter().count(), 1, "the answer to the question cancel");
}
