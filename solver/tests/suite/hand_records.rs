//! Hands that are read from their records, and written again.

use preference::Situation;
use preference::deal::random;
use preference::hand::{Action, Hand, Phase};
use preference::rules::{Call, Variant};
use preference::situation::{CardsInput, Fields};
use preference_fixtures::effort;
use serde_json::{Value, json};

use crate::hands::{for_random_hands, random_action};

/// Reads a record from its JSON object.
fn read_record(record: &Value, rules: &Variant) -> Situation {
    let mut fields = Fields::from(record.as_object().expect("an object").clone());
    fields.take("rules");
    let situation = Situation::new(rules.clone(), CardsInput::Nothing).read_record(&mut fields);
    let situation = situation.unwrap_or_else(|error| panic!("{record}: {error}"));
    fields.finish().unwrap_or_else(|error| panic!("{record}: {error}"));
    situation
}

fn write_record(hand: &Hand) -> Value {
    serde_json::to_value(hand.situation()).expect("a record")
}

/// Writes random hands under all presets as records, after every step, and reads them again.
#[test]
fn records_round_trip_through_json() {
    let (mut records, mut usurped) = (0, 0);
    for_random_hands(87_000_000, 40 * effort(), |preset, seed, mut hand| {
        let random = &mut random::generator(seed);
        loop {
            let record = write_record(&hand);
            let read = Hand::from_record(&read_record(&record, hand.rules()))
                .unwrap_or_else(|error| panic!("{preset} {seed} {record}: {error}"));
            records += 1;
            // A record with a contract is read to the end of the decisions.
            let is_in_decisions = hand.phase() == Phase::Decisions;
            if !is_in_decisions {
                assert_eq!(write_record(&read), record, "{preset} {seed}");
                assert_eq!(read.declaration(), hand.declaration(), "{preset} {seed}");
                assert_eq!(read.exchanged(), hand.exchanged(), "{preset} {seed}");
            }
            if hand.steps().last().is_some_and(|step| matches!(step.action, Action::Card(_))) {
                assert_eq!((read.position(), read.phase()), (hand.position(), hand.phase()));
            }
            if hand.is_over() {
                assert_eq!(read.result(), hand.result(), "{preset} {seed} {record}");
                usurped += usize::from(hand.steps().iter().any(|step| step.action == Call::Usurp.into()));
                break;
            }
            // Usurping is rare, so it is done whenever it is possible.
            let is_usurping = hand.phase() == Phase::Usurping;
            let action = if is_usurping { Call::Usurp.into() } else { random_action(random, &hand, 0.5) };
            hand.apply(action).expect("legal");
        }
    });
    println!("{records} records, {usurped} hands with discards taken up");
    assert!(usurped > 0);
}

/// Reads records with one wrong or missing step, and compares the beginnings of the errors.
#[test]
fn errors_of_records_name_step() {
    let rules: Variant = "austrian".parse().expect("a preset");
    let record = json!({
        "deal": "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K",
        "calls": ["1", "pass", "2", "hold", "pass"],
        "declarer": "F", "contract": "D", "discard": ["HA", "SA"],
        "played": ["DA", "DJ", "D8", "SQ", "SK", "S9", "HJ", "HQ", "H9"],
    });
    let hand = Hand::from_record(&read_record(&record, &rules)).expect("a hand");
    assert_eq!((hand.phase(), hand.tricks().0.iter().sum::<u8>()), (Phase::Play, 3));
    let cases = [
        ("deal", json!("F:AQJ.A9.AK9.T KT87.J7.QJ.Q 9.KQT8.T8.AJ"), ""),
        ("calls", json!(["1", "1"]), "call 2: middlehand may not say 1"),
        ("calls", json!(["1", "pass"]), "auction: the step of rearhand is missing"),
        ("calls", json!(["1", "pass", "2", "hold", "pass", "pass"]), "call 6: the auction is over"),
        ("declarer", json!("M"), "announcement: by these calls forehand declares"),
        ("hand", json!(true), "announcement: by these calls forehand declares D with the talon"),
        ("discard", json!(["SK", "SA"]), "discard: forehand cannot lay aside SA SK"),
        ("discard", Value::Null, "discard: the step of forehand is missing"),
        ("contract", json!("C"), "announcement: forehand may not say or play play C"),
        ("kontra", json!(["M"]), "decisions: "),
        ("leader", json!("M"), "card 1: by the rules forehand leads, not middlehand"),
        ("played", json!(["DA", "SK"]), "card 2: "),
        ("played", json!(["DA", "DJ", "D8", "SQ", "SK", "HK"]), "card 6: "),
    ];
    for (field, value, expected) in cases {
        let mut wrong = record.clone();
        wrong[field] = value;
        let error = Hand::from_record(&read_record(&wrong, &rules)).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "{field}: {error}");
    }
}
