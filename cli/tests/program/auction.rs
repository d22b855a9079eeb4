//! Auctions compared with the cases of `fixtures/auction.txt`.

use serde_json::Value;

use crate::{answer, pref, rows, rules_option};

const CASES: &str = include_str!("../../../fixtures/auction.txt");

/// Formats an answer in the form of the file of cases.
fn summary(object: &Value) -> String {
    let text = |name: &str| object[name].as_str().unwrap_or_default().to_owned();
    if !object["done"].as_bool().expect("done or not") {
        let allowed = object["allowed"].as_array().expect("calls");
        let allowed: Vec<&str> = allowed.iter().filter_map(Value::as_str).collect();
        format!("{}: {}", text("to_call"), allowed.join(" "))
    } else if let Some(then) = object["then"].as_str() {
        format!("then {then} {}", text("declarer")).trim_end().to_owned()
    } else {
        let hand = match (&object["hand"], &object["or_hand"]) {
            (Value::Bool(true), _) => " hand",
            (_, Value::Bool(true)) => " or hand",
            _ => "",
        };
        format!("{} {}{hand}", text("declarer"), text("bid"))
    }
}

#[test]
fn auctions_match_fixtures() {
    let schema = serde_json::from_str(include_str!("../../../docs/schema/auction.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for [rules, calls, result, _] in rows(CASES) {
        let arguments = format!("auction --format json {}", rules_option(rules));
        if let Some(number) = result.strip_prefix("error ") {
            let assert = pref(&arguments, &[calls]).assert().code(2);
            let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
            assert!(message.starts_with(&format!("pref: call {number}: ")), "{rules} {calls}: {message}");
        } else {
            let object: Value = serde_json::from_str(&answer(&arguments, &[calls])).expect("an object");
            assert!(schema.is_valid(&object), "{object}");
            assert_eq!(summary(&object), result, "{rules} {calls}");
        }
    }
}

#[test]
fn auctions_are_printed_as_text() {
    let calls = ["", "pass 1 2 hold 3 hold pass", "pass pass pass", "1 2 3 4 5", "1 two"];
    let answers = calls.map(|calls| {
        let output = pref("auction", &[calls]).assert().get_output().clone();
        format!("{calls}\n{}{}", crate::text(&output), String::from_utf8_lossy(&output.stderr))
    });
    insta::assert_snapshot!(answers.join("\n"));
    for (calls, seats) in
        [("1 2 pass hold 3 pass", "F"), ("1 2 3 pass pass usurp", "MR"), ("1 2 pass pass stay", "")]
    {
        let object: Value =
            serde_json::from_str(&answer("auction --rules illustrated --format json", &[calls]))
                .expect("JSON");
        let listed: String =
            object["may_usurp"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert_eq!(listed, seats, "{calls}");
    }
    insta::assert_snapshot!("usurping", answer("auction --rules illustrated", &["1 2 pass pass"]));
}
