//! The question `session` about hands that were played at random, against the session in which they were played.

use preference::Variant;
use preference::deal::random;
use preference::protocol::ask::Responder;
use preference::questions::session::SessionAnswer;
use preference::session::{Session, SessionEnd, SessionOptions};
use preference::settlement::SettlementError;
use preference::situation::totals::read_ruling;
use preference::{Analyst, Seat};
use preference_fixtures::effort;
use rand::RngExt;
use serde_json::{Value, json};

use crate::hands::random_action;

const NAMES: [&str; 4] = ["Ada", "Ben", "Cem", "Dora"];

fn ask(question: &Value) -> Value {
    let answer = Responder::default().answer(&mut Analyst::new(), &question.to_string());
    answer.parse().expect("JSON")
}

/// Checks an answer about a session whose present hand has not ended, or that is over.
fn check_answer(answer: &Value, session: &Session, place: &str) {
    let name = |player: usize| Value::from(session.players()[player].clone());
    assert_eq!(answer["over"], session.is_over(), "{place}: {answer}");
    assert_eq!(answer["gains"], json!(session.final_gains().players), "{place}");
    assert_eq!(answer["pot"], json!(session.final_gains().pot), "{place}");
    let next = &answer["next"];
    assert_eq!(next.is_null(), session.is_over(), "{place}");
    if !next.is_null() {
        assert_eq!(next["number"], session.number(), "{place}");
        assert_eq!(next["dealer"], name(session.dealer()), "{place}");
        assert_eq!(next["seats"], json!(Seat::ALL.map(|seat| name(session.player(seat)))), "{place}");
        assert_eq!(next["table"], json!(session.hand().table()), "{place}");
    }
    let hands = answer["hands"].as_array().expect("hands");
    let (rulings, played): (Vec<_>, Vec<_>) = session.rows().iter().partition(|row| row.row.is_ruling);
    assert_eq!(hands.len(), played.len(), "{place}");
    for (hand, settled) in hands.iter().zip(played) {
        assert_eq!(
            (&hand["struck"], &hand["words"]),
            (&json!(settled.row.is_struck), &json!(settled.row.words)),
            "{place}"
        );
        assert_eq!(
            (&hand["gains"], &hand["pot"]),
            (&json!(settled.row.gains), &json!(settled.row.pot)),
            "{place}"
        );
        assert_eq!(hand["declarer"].is_null(), settled.declaration.is_none(), "{place}");
        assert_eq!(hand["seats"], json!(settled.row.seats.0.map(name)), "{place}");
    }
    let expected = rulings.iter().map(|row| (json!(row.row.gains), json!(row.row.pot), json!(row.row.words)));
    let shown = answer["rulings"].as_array().expect("rulings").iter();
    let shown = shown.map(|ruling| (ruling["gains"].clone(), ruling["pot"].clone(), ruling["words"].clone()));
    assert!(shown.eq(expected), "{place}: {answer}");
    let typed: SessionAnswer = serde_json::from_value(answer.clone()).expect("an answer");
    assert_eq!(typed.score_sheet(), session.score_sheet(), "{place}");
    let paper = session.score_sheet();
    for (entries, written) in
        answer["sheet"]["entries"].as_array().expect("entries").iter().zip(&paper.entries)
    {
        for (key, amounts) in
            [("pool", &written.pool), ("mountain", &written.mountain), ("gains", &written.gains)]
        {
            assert_eq!(entries[key], json!(amounts), "{place} {key}");
        }
        assert_eq!(
            (&entries["whists"], &entries["total"]),
            (&json!(written.whists), &json!(written.total)),
            "{place}"
        );
    }
}

#[test]
fn session_is_that_in_which_hands_were_played() {
    let (mut asked, mut over) = (0, 0);
    for (n, name) in Variant::names().into_iter().enumerate() {
        for players in [3, 4] {
            for round in 0..effort() as u64 {
                let seed = 65_000_000 + 1000 * n as u64 + 10 * round + players as u64;
                let random = &mut random::generator(seed);
                let end = (players == 4).then_some(SessionEnd::Deals(3));
                let options = SessionOptions { end, ..SessionOptions::from_seed(seed) }.with_max_deals(6);
                let rules: Variant = name.parse().expect("a preset");
                let mut session = Session::new(rules, &NAMES[..players], options).expect("a session");
                let question = |log: &[Value]| {
                    let end = end.map(|_| "deals:3");
                    json!({"ask": "session", "rules": name, "players": NAMES[..players], "end": end, "log": log})
                };
                let mut log: Vec<Value> = Vec::new();
                loop {
                    let place = format!("{name}, seed {seed}, hand {}", session.number());
                    check_answer(&ask(&question(&log)), &session, &place);
                    let mut refused = false;
                    while !session.hand().is_over() {
                        match session.apply(random_action(random, session.hand(), 0.4)) {
                            Err(preference::session::SessionError::Settlement(SettlementError::TooLarge)) => {
                                refused = true;
                                break;
                            }
                            applied => applied.expect("legal"),
                        }
                    }
                    if refused {
                        break;
                    }
                    let mut record = json!(session.hand().record());
                    // The table follows from the hands before, whether the record has it or not.
                    if session.number().is_multiple_of(2) {
                        for field in ["pot", "passed", "marks", "four"] {
                            record.as_object_mut().expect("an object").remove(field);
                        }
                    }
                    let mut begun = record.clone();
                    begun["actions"].as_array_mut().expect("actions").pop();
                    log.push(begun);
                    let unfinished = ask(&question(&log));
                    assert_eq!(unfinished["next"]["number"], session.number(), "{place}");
                    let last = log.last_mut().expect("a record");
                    *last = record;
                    asked += 1;
                    if session.is_over() || session.number() == 6 {
                        let answer = ask(&question(&log));
                        over += usize::from(answer["over"] == true);
                        if session.is_over() && end.is_some() {
                            check_answer(&answer, &session, &place);
                            log.push(log[0].clone());
                            assert_eq!(ask(&question(&log))["error"]["code"], "not-here", "{place}");
                        }
                        break;
                    }
                    session.deal_next().expect("the session goes on");
                }
            }
        }
    }
    println!("{asked} hands, {over} games over");
    assert!(over > 10);
}

/// The log of a game with rulings and with hands that are struck out, some of them before their end.
#[test]
fn log_with_rulings_and_struck_hands_is_that_of_the_session() {
    for (n, name) in ["austrian", "russian", "bule", "leningrad"].into_iter().enumerate() {
        for round in 0..4 * effort() as u64 {
            let seed = 66_000_000 + 1000 * n as u64 + round;
            let (random, players) = (&mut random::generator(seed), &NAMES[..3 + n % 2]);
            let rules: Variant = name.parse().expect("a preset");
            let options = SessionOptions::from_seed(seed).with_end(SessionEnd::Deals(3));
            let mut session = Session::new(rules.clone(), players, options).expect("a session");
            let entries = match name {
                "austrian" => json!({"Ben": {"pays": {"Ada": 5, "pot": 10}}}),
                _ => json!({"Ben": {"mountain": 5}, "Cem": {"whists": {"Ada": 7.5}}}),
            };
            let ruling = read_ruling(entries.as_object().expect("an object"), players, &rules);
            let ruling = ruling.expect("a ruling");
            let mut log: Vec<Value> = Vec::new();
            loop {
                if random.random_bool(0.3) {
                    session.add_ruling(ruling.clone(), "came late").expect("before the hand");
                    log.push(json!({"ruling": entries, "words": "came late"}));
                }
                let stop = random.random_bool(0.2).then(|| random.random_range(0..8));
                while !session.hand().is_over() && stop.is_none_or(|stop| session.hand().steps().len() < stop)
                {
                    session.apply(random_action(random, session.hand(), 0.4)).expect("legal");
                }
                let mut record = json!(session.hand().record());
                if !session.hand().is_over() || random.random_bool(0.2) {
                    session.strike_out("cards were seen").expect("it was played");
                    record["struck"] = true.into();
                    record["words"] = "cards were seen".into();
                }
                log.push(record);
                if random.random_bool(0.3) {
                    session.add_ruling(ruling.clone(), "").expect("after the hand");
                    log.push(json!({"ruling": entries}));
                }
                let is_over = session.is_over();
                if !is_over {
                    session.deal_next().expect("the session goes on");
                }
                let question = json!({
                    "ask": "session", "rules": name, "players": players, "end": "deals:3", "log": log
                });
                check_answer(&ask(&question), &session, &format!("{name}, seed {seed}"));
                if is_over {
                    break;
                }
            }
        }
    }
}

#[test]
fn wrong_rulings_and_marks_of_lines_are_refused() {
    let deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";
    let passed = || json!({"deal": deal, "actions": ["pass", "pass", "pass"]});
    let marked = |key: &str, value: Value| {
        let mut record = passed();
        record[key] = value;
        record
    };
    let begun = json!({"deal": deal, "actions": ["pass"]});
    let fine = json!({"ruling": {"F": {"pays": {"pot": 10}}}});
    for (log, field) in [
        (json!([passed(), {"ruling": 5}]), "log[1].ruling"),
        (json!([{"ruling": {"Eve": {"pays": {"pot": 10}}}}]), "log[0].ruling"),
        (json!([{"ruling": {"F": {"mountain": 10}}}]), "log[0].ruling"),
        (json!([{"ruling": {"F": {"pays": {"pot": 10}}}, "struck": true}]), "log[0].struck"),
        (json!([begun, fine]), "log[1].ruling"),
        (json!([marked("struck", json!("yes"))]), "log[0].struck"),
        (json!([marked("words", json!("a word"))]), "log[0].words"),
        (json!([{"ruling": {"F": {"pays": {"pot": 10}}}, "words": "\u{200b}"}]), "log[0].words"),
    ] {
        let answer = ask(&json!({"ask": "session", "log": log}));
        assert_eq!(answer["error"]["field"], field, "{answer}");
    }
}

#[test]
fn records_of_other_tables_are_refused() {
    let deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";
    let passed = json!({"deal": deal, "actions": ["pass", "pass", "pass"]});
    let session = |rules: &str, log: &[&Value]| ask(&json!({"ask": "session", "rules": rules, "log": log}));
    let first = session("austrian", &[&passed]);
    assert_eq!(
        (&first["next"]["table"]["pot"], &first["next"]["dealer"]),
        (&json!(30), &json!("F")),
        "{first}"
    );
    let mut wrong = passed.clone();
    wrong["pot"] = json!(90);
    assert_eq!(session("austrian", &[&passed, &wrong])["error"]["field"], "log[1].pot");
    wrong = passed.clone();
    wrong["actions"][2] = json!("9H");
    assert_eq!(session("austrian", &[&passed, &wrong])["error"]["field"], "log[1].actions[2]");
    wrong = passed.clone();
    wrong["rules"] = json!("illustrated");
    assert_eq!(session("austrian", &[&passed, &wrong])["error"]["field"], "log[1].rules");
    let mut begun = passed.clone();
    begun["actions"] = json!(["pass"]);
    assert_eq!(session("austrian", &[&begun, &passed])["error"]["code"], "not-here");
    assert_eq!(ask(&json!({"ask": "session", "players": ["A", "A", "B"]}))["error"]["field"], "players");
    assert_eq!(ask(&json!({"ask": "session", "end": "bule:9"}))["error"]["field"], "end");
}
