//! Hands that are read from their records, and written again.

use preference::Situation;
use preference::deal::random;
use preference::hand::{Action, Hand, HandRecord, Phase, PpnTextError, Table};
use preference::questions::question_type::QuestionType;
use preference::questions::review::ReviewQuestion;
use preference::rules::{Call, Variant};
use preference::settlement::HandDecisions;
use preference::situation::form::FormPart;
use preference::situation::{CardsInput, Fields, QuestionError, ppn};
use preference_fixtures::effort;
use rand::Rng;
use rstest::rstest;
use serde_json::{Value, json};

use crate::hands::{for_random_hands, house_rules, random_action, random_table};

fn record_fields(record: &Value) -> Fields {
    let mut fields = Fields::from(record.as_object().expect("an object").clone());
    fields.take("rules");
    fields
}

fn usurping_action(random: &mut impl Rng, hand: &Hand) -> Action {
    // Usurping is rare, so it is done whenever it is possible.
    if hand.phase() == Phase::Usurping { Call::Usurp.into() } else { random_action(random, hand, 0.5) }
}

fn with_floats(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64().expect("a number")),
        Value::Array(values) => values.iter().map(with_floats).collect(),
        Value::Object(object) => {
            object.iter().map(|(name, value)| (name.clone(), with_floats(value))).collect()
        }
        other => other.clone(),
    }
}

fn read_situation(record: &Value, rules: &Variant) -> Situation {
    let mut fields = record_fields(record);
    let situation = Situation::new(rules.clone(), CardsInput::Nothing).read_record(&mut fields);
    let situation = situation.unwrap_or_else(|error| panic!("{record}: {error}"));
    fields.finish_record().unwrap_or_else(|error| panic!("{record}: {error}"));
    situation
}

fn write_situation(hand: &Hand) -> Value {
    serde_json::to_value(hand.situation()).expect("a record")
}

#[test]
fn situations_round_trip_through_json() {
    let (mut records, mut usurped) = (0, 0);
    for_random_hands(87_000_000, 20 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        loop {
            let record = write_situation(&hand);
            let situation = read_situation(&record, hand.rules());
            // Some programs write 40 as 40.0.
            let floats = with_floats(&record);
            let from_floats = read_situation(&floats, hand.rules());
            assert_eq!(format!("{from_floats:?}"), format!("{situation:?}"), "{preset} {seed} {floats}");
            let read = Hand::from_situation(&situation)
                .unwrap_or_else(|error| panic!("{preset} {seed} {record}: {error}"));
            records += 1;
            // A record with a contract is read to the end of the decisions.
            let is_in_decisions = hand.phase() == Phase::Decisions;
            if !is_in_decisions {
                assert_eq!(write_situation(&read), record, "{preset} {seed}");
                assert_eq!(read.declaration(), hand.declaration(), "{preset} {seed}");
                assert_eq!(read.deal_after_exchanges(), hand.deal_after_exchanges(), "{preset} {seed}");
            }
            if hand.steps().last().is_some_and(|step| matches!(step.action, Action::Card(_))) {
                assert_eq!((read.position(), read.phase()), (hand.position(), hand.phase()));
            }
            if hand.is_over() {
                assert_eq!(read.result(), hand.result(), "{preset} {seed} {record}");
                usurped += usize::from(hand.steps().iter().any(|step| step.action == Call::Usurp.into()));
                break;
            }
            hand.apply(usurping_action(random, &hand)).expect("legal");
        }
    });
    println!("{records} records, {usurped} hands with discards taken up");
    assert!(usurped > 0);
}

#[test]
fn changed_records_are_read_or_refused() {
    // Changes one step of the records of random hands, and reads them. Whatever is wrong must be an error, not a panic; a
    // changed record that is accepted must describe a legal hand.
    let (mut read, mut refused) = (0, 0);
    for_random_hands(88_000_000, 40 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            hand.apply(usurping_action(random, &hand)).expect("legal");
        }
        let record = write_situation(&hand);
        for (field, values) in [
            (
                "contract",
                json!(["S", "H", "D", "C", "N", "6S", "7H", "10N", "misere", "slam", "run6", "uno"]),
            ),
            ("declarer", json!(["F", "M", "R"])),
            ("calls", json!([[], ["1"], ["6S", "pass", "pass"], ["1", "2", "pass", "pass", "usurp"]])),
            ("discard", json!(["D7 CK", "SA CT", null])),
            ("hand", json!([true, false])),
            ("leader", json!(["F", "M", "R"])),
            ("out", json!(["M", "R", "F"])),
            ("gave_up", json!([true])),
        ] {
            for value in values.as_array().expect("a list") {
                let mut changed = record.clone();
                changed[field] = value.clone();
                let mut fields = record_fields(&changed);
                let situation = Situation::new(hand.rules().clone(), CardsInput::Nothing);
                let Ok(situation) = situation.read_record(&mut fields) else { continue };
                match Hand::from_situation(&situation) {
                    Ok(copy) => {
                        read += 1;
                        let again = Hand::from_record(&copy.record()).expect("the record of a hand");
                        assert!(again == copy, "{preset} {seed} {changed}");
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(!error.to_string().is_empty(), "{preset} {seed} {changed}");
                    }
                }
            }
        }
    });
    println!("{read} changed records read, {refused} refused");
    assert!(read > 0 && refused > 0);
}

#[test]
fn review_reads_situations_of_all_hands() {
    let (mut passed, mut offered) = (0, 0);
    for_random_hands(90_000_000, 40 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        while !hand.is_over() {
            hand.apply(random_action(random, &hand, 0.5)).expect("legal");
        }
        let record = write_situation(&hand);
        let mut fields = record_fields(&record);
        let question = ReviewQuestion::take(&mut fields, ReviewQuestion::NAME);
        let read = question.and_then(|question| question.under(hand.rules().clone().into()));
        let read = read.and_then(|(situation, _)| fields.finish_record().map(|()| situation));
        let situation = read.unwrap_or_else(|error| panic!("{preset} {seed} {record}: {error}"));
        passed += usize::from(situation.is_all_passed());
        offered += usize::from(situation.hand().decisions.offer > 0);
        assert_eq!(serde_json::to_value(situation).expect("a record"), record, "{preset} {seed}");
    });
    assert!(passed > 20 && offered > 0, "{passed} passed-out hands, {offered} hands with an offer");
}

/// Deal of the records that get errors.
const DEAL: &str = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

fn unfinished_record() -> Value {
    json!({
        "deal": DEAL,
        "calls": ["1", "pass", "2", "hold", "pass"],
        "declarer": "F", "contract": "D", "discard": ["HA", "SA"],
        "played": ["DA", "DJ", "D8", "SQ", "SK", "S9", "HJ", "HQ", "H9"],
    })
}

#[test]
fn unfinished_record_is_read_to_its_last_card() {
    let rules: Variant = "austrian".parse().expect("a preset");
    let hand = Hand::from_situation(&read_situation(&unfinished_record(), &rules)).expect("a hand");
    assert_eq!((hand.phase(), hand.tricks().0.iter().sum::<u8>()), (Phase::Play, 3));
}

#[rstest]
#[case("deal", json!("F:AQJ.A9.AK9.T KT87.J7.QJ.Q 9.KQT8.T8.AJ"), "")]
#[case("calls", json!(["1", "1"]), "call 2: middlehand may not say 1")]
#[case("calls", json!(["1", "pass"]), "auction: the step of rearhand is missing")]
#[case("calls", json!(["1", "pass", "2", "hold", "pass", "pass"]), "call 6: the auction is over")]
#[case("declarer", json!("M"), "announcement: by these calls forehand declares")]
#[case("hand", json!(true), "announcement: by these calls forehand declares with the talon")]
#[case("discard", json!(["SK", "SA"]), "discard: forehand cannot lay aside SA SK")]
#[case("discard", Value::Null, "discard: the step of forehand is missing")]
#[case("contract", json!("C"), "announcement: after the winning bid 2 the declarer may announce only S D H")]
#[case("kontra", json!(["M"]), "decisions: ")]
#[case("leader", json!("M"), "card 1: by the rules forehand leads, not middlehand")]
#[case("played", json!(["DA", "SK"]), "card 2: ")]
#[case("played", json!(["DA", "DJ", "D8", "SQ", "SK", "HK"]), "card 6: ")]
fn errors_of_situations_name_step(#[case] field: &str, #[case] value: Value, #[case] expected: &str) {
    let rules: Variant = "austrian".parse().expect("a preset");
    let mut wrong = unfinished_record();
    wrong[field] = value;
    let error = Hand::from_situation(&read_situation(&wrong, &rules)).expect_err(expected).to_string();
    assert!(error.starts_with(expected), "{field}: {error}");
}

/// Announcement of a declarer who could only have won the auction after three passes.
const ANNOUNCEMENT: &str = r#"{"declarer": "M", "contract": "D", "discard": ["SK", "ST"]}"#;

#[rstest]
#[case("forehand-again", ANNOUNCEMENT, "auction: the step of forehand is missing")]
#[case("second-round", ANNOUNCEMENT, "auction: the step of forehand is missing")]
#[case("redeal", ANNOUNCEMENT, "announcement: by these calls all have passed")]
#[case("redeal", r#"{"contract": "allpass", "played": ["DA"]}"#, "card 1: by these rules nobody plays")]
fn errors_after_three_passes_name_next_step(
    #[case] all_pass: &str,
    #[case] record: &str,
    #[case] expected: &str,
) {
    let mut rules = Variant::names().into_iter().map(|name| name.parse::<Variant>().expect("a preset"));
    let rules = rules.find(|rules| rules.bidding().all_pass.name() == all_pass).expect(all_pass);
    let mut record: Value = serde_json::from_str(record).expect("a record");
    record["deal"] = json!(DEAL);
    record["calls"] = json!(["pass", "pass", "pass"]);
    let error = Hand::from_situation(&read_situation(&record, &rules)).expect_err(expected).to_string();
    assert!(error.starts_with(expected), "{error}");
}

fn assert_record_round_trips(hand: &Hand, name: &str) {
    let text = serde_json::to_string(&hand.record()).expect("a record");
    let record: HandRecord =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
    let copy = Hand::from_record(&record).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
    assert!(copy == *hand, "{name} {text}");
    assert_eq!(record, hand.record(), "{name}");
}

#[test]
fn records_with_actions_round_trip_through_text() {
    let mut records = 0;
    for_random_hands(88_000_000, 2 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        loop {
            assert_record_round_trips(&hand, &format!("{preset} {seed}"));
            records += 1;
            if hand.is_over() {
                break;
            }
            hand.apply(random_action(random, &hand, 0.4)).expect("legal");
        }
    });
    println!("{records} records");
    assert!(records > 500);
}

#[test]
fn records_contain_house_rules() {
    for (n, rules) in house_rules().into_iter().enumerate() {
        let random = &mut random::generator(89_000_000 + n as u64);
        let (deal, table) = (random::deal(random), random_table(random));
        let label = rules.label().to_owned();
        let mut hand = Hand::new(rules, deal, table).expect("a hand");
        while !hand.is_over() {
            hand.apply(random_action(random, &hand, 0.4)).expect("legal");
        }
        assert_record_round_trips(&hand, &label);
    }
}

#[test]
fn result_of_record_is_compared_with_hand() {
    // Reads the records of finished hands with their results and with additional custom fields. A wrong result, and a
    // result before the end of the hand, are refused.
    for_random_hands(97_000_000, 10, |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        let read = |hand: &Hand, result: &Value| {
            let mut record = serde_json::to_value(hand.record()).expect("a record");
            record["result"] = result.clone();
            record["id"] = json!(7);
            record["x_note"] = json!({"author": "club"});
            let mut fields = record_fields(&record);
            Hand::read(hand.rules().clone().into(), &mut fields)
                .and_then(|hand| fields.finish_record().map(|()| hand))
                .map_err(|error| (error.field().map(ToString::to_string), error.to_string()))
        };
        let zero = json!({"F": 0, "M": 0, "R": 0, "pot": 0});
        let (field, message) = read(&hand, &zero).expect_err("no result before the end");
        assert_eq!(field.as_deref(), Some("result"), "{preset} {seed}");
        assert!(message.contains("the hand is not over"), "{preset} {seed}: {message}");
        while !hand.is_over() {
            hand.apply(random_action(random, &hand, 0.5)).expect("legal");
        }
        let mut result = serde_json::to_value(hand.result().expect("the end")).expect("gains");
        assert_eq!(read(&hand, &result).as_ref(), Ok(&hand), "{preset} {seed}");
        assert_eq!(read(&hand, &Value::Null).as_ref(), Ok(&hand), "{preset} {seed}");
        result["M"] = json!(result["M"].as_f64().expect("a number") + 1.0);
        let (field, message) = read(&hand, &result).expect_err("another result");
        assert_eq!(field.as_deref(), Some("result"), "{preset} {seed}");
        assert!(message.starts_with("the record has the gains "), "{preset} {seed}: {message}");
    });
}

fn russian_record() -> Value {
    json!({
        "rules": "russian", "deal": DEAL, "four": true, "passed": 2,
        "marks": ["M"], "pot": 2.5, "talon_order": ["CK", "D7"],
        "actions": ["6D", "pass", "pass", "discard H9 C7", "play 6D", "pass", "whist", "open", "DA"],
    })
}

fn read_record(record: &Value) -> Result<Hand, QuestionError> {
    let mut fields = Fields::from(record.as_object().expect("an object").clone());
    let rules: Variant = "austrian".parse().expect("a preset");
    let hand = Hand::read(rules.into(), &mut fields);
    hand.and_then(|hand| fields.finish_record().map(|()| hand))
}

#[test]
fn record_with_rules_and_table_is_read_and_written_back() {
    let hand = read_record(&russian_record()).expect("a hand");
    assert_eq!((hand.rules().label(), hand.table().passed, hand.steps().len()), ("russian", 2, 9));
    assert_eq!(serde_json::to_value(hand.record()).expect("a record"), russian_record());
}

#[test]
fn record_without_rules_is_refused() {
    let message =
        serde_json::from_value::<HandRecord>(json!({"deal": "x"})).expect_err("no rules").to_string();
    assert_eq!(message, "missing field `rules`");
}

/// Reads records with one wrong field, and compares the codes and the beginnings of the errors.
#[rstest]
#[case("actions", json!(["6D", "6D"]), "illegal-action", "actions[1]: action 2: middlehand may not say 6D")]
#[case("actions", json!(["6D", "HA"]), "illegal-action", "actions[1]: action 2: middlehand may not say or play HA")]
#[case("actions", json!(["6D", "Whits"]), "bad-value", "actions[1]: 'Whits' is not an action")]
#[case("actions", json!([1]), "bad-value", "actions[0]: 1 is not valid here")]
#[case("actions", Value::Null, "unknown-field", "marks: there is no such field")]
#[case("played", json!(["DA"]), "not-here", "played: it follows from the actions")]
#[case("declarer", json!("F"), "not-here", "declarer: it follows")]
#[case(
    "progression",
    json!(3),
    "not-here",
    "progression: write the number of passed-out hands before this one in passed"
)]
#[case("refa", json!(true), "not-here", "refa: write the seats with a mark in marks")]
#[case("deal", json!("F:AQJ.A9.AK9.T KT87.J7.QJ.Q 9.KQT8.T8.AJ"), "bad-deal", "deal: ")]
#[case("deal", Value::Null, "missing", "deal: ")]
#[case("dealer", json!("R"), "bad-value", "dealer: the dealer must be D")]
#[case("talon_order", json!(["CK", "D8"]), "bad-value", "talon_order: ")]
#[case("pot", json!("much"), "bad-value", "pot: 'much' is not valid here: write an amount")]
#[case("rules", json!("rusian"), "bad-rules", "rules: ")]
#[case("tricks", json!(1), "unknown-field", "tricks: ")]
fn errors_of_records_name_action(
    #[case] field: &str,
    #[case] value: Value,
    #[case] code: &str,
    #[case] expected: &str,
) {
    let mut wrong = russian_record();
    wrong[field] = value;
    if field == "actions" && wrong["actions"].is_null() {
        wrong["passed"] = Value::Null;
        wrong["pot"] = Value::Null;
    }
    let error = read_record(&wrong).expect_err(expected);
    assert!(error.with_field().starts_with(expected), "{field}: {}", error.with_field());
    assert_eq!(json!(error.code()), code, "{field}");
}

#[test]
fn hands_round_trip_through_ppn() {
    // Plays random hands under the rules whose bids PPN has, writes them in PPN and reads them again. The hand must have
    // the same deal, contract, decisions, cards and result. The calls may differ, but not the highest bids.
    let (mut written, mut passed, mut kontras, mut from_hand) = (0, 0, 0, 0);
    for name in ["bule", "hungarian", "hungarian-long"] {
        let rules: Variant = name.parse().expect("a preset");
        for seed in 99_000_000..99_000_000 + 400 * effort() as u64 {
            let random = &mut random::generator(seed);
            let table = Table { pot: Some(20.into()), ..Table::default() };
            let mut hand = Hand::new(rules.clone(), random::deal(random), table).expect("a hand");
            assert_eq!(hand.to_ppn("7"), Err(PpnTextError::NotOver), "{name} {seed}");
            while !hand.is_over() {
                hand.apply(random_action(random, &hand, 0.3)).expect("legal");
            }
            for wrong in ["", "a", "7 1", "7]"] {
                assert_eq!(hand.to_ppn(wrong), Err(PpnTextError::Name(wrong.to_owned())), "{name} {seed}");
            }
            let text = match hand.to_ppn("7") {
                Ok(text) => text,
                Err(PpnTextError::Contract(_) | PpnTextError::GivenUp | PpnTextError::Kontra) => continue,
                Err(error) => panic!("{name} {seed}: {error}"),
            };
            let mut records = ppn::read(&text, &rules.clone().into());
            let mut record =
                records.remove(0).unwrap_or_else(|error| panic!("{name} {seed} {text}: {error}"));
            assert_eq!(record.id, "7", "{name} {seed}");
            let pot = HandDecisions { pot: Some(20.into()), ..record.situation.hand().decisions };
            record.situation = record.situation.with_decisions(pot);
            let read =
                Hand::from_ppn(&record).unwrap_or_else(|error| panic!("{name} {seed} {text}: {error}"));
            assert_eq!(read.to_ppn("7").as_ref(), Ok(&text), "{name} {seed}");
            assert_eq!(
                (read.deal(), read.position()),
                (hand.deal(), hand.position()),
                "{name} {seed} {text}"
            );
            assert_eq!(read.terms(), hand.terms(), "{name} {seed} {text}");
            assert_eq!(read.result(), hand.result(), "{name} {seed} {text}");
            written += 1;
            passed += usize::from(hand.declaration().is_none());
            kontras += usize::from(!hand.terms().decisions.kontra.is_empty());
            from_hand += usize::from(hand.declaration().is_some_and(|declaration| declaration.from_hand));
        }
    }
    println!("{written} hands, {passed} passed out, {kontras} with kontra, {from_hand} from the hand");
    assert!(written > 100 && passed > 3 && kontras > 3 && from_hand > 3, "too few of a kind");
}
