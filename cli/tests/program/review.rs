//! Reviews of played hands.

use insta::assert_snapshot;
use rstest::rstest;
use serde_json::Value;

use crate::{answer, pref};

const HANDS: &str = r#"# two hands, and one with a wrong discard
{"id":"a","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","calls":["1","pass","2","hold","pass"],"declarer":"F","contract":"D","discard":["H9","C7"],"played":["SA","ST","S9","DA","DJ","D8","DK","DQ","DT","SJ","SK","CA"]}
{"id":"b","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","calls":["1","pass","2","pass"],"declarer":"F","contract":"D","discard":["HA","SA"],"played":["DA","DJ","D8","SQ","S7"]}
{"id":"c","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","declarer":"F","contract":"D","discard":["HA","SK"]}
"#;

/// Records of passed-out hands; some of them are wrong.
const PASSED_OUT_RECORDS: &str = r#"{"id":"a","rules":"russian","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","calls":["pass","pass","pass"],"contract":"allpass","talon_order":["D7","CK"],"played":["DA","DQ","DT","CT","C8","CJ","CA"]}
{"id":"b","rules":"russian","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","calls":["pass","6D","pass","pass"],"contract":"allpass","progression":2}
{"id":"h","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","calls":["pass","pass","pass"],"contract":"allpass"}
{"id":"i","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","calls":["pass","pass","pass"],"contract":"allpass","played":["D9"]}
{"id":"c","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","contract":"allpass","declarer":"F"}
{"id":"d","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","contract":"allpass","talon_order":["D7","C8"]}
{"id":"e","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","contract":"D"}
{"id":"f","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","contract":"allpas","declarer":"F"}
{"id":"g","deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","contract":"D","declarer":3}
"#;

const PPN: &str = r#"[Bula "80"]
[1 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 M3,P,3 2 T9 4 3 I3 8 2 7481,GBC1 M7:-8,F3:L24,0]
[2 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 M3,P,3 2 AR 4 3 I3 8 2 7481,GBC2 x]
[3 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 M3,P,3 2 T9 G4 3 0 0 8 2 7481 x]
[4 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 M3,P,3 2 XX G4 5 K1 0 8 2 7481,G2C2 x]
"#;

fn review(arguments: &[&str], text: &str) -> (String, String, Option<i32>) {
    let output = pref(&format!("review {}", arguments.join(" ")), &[])
        .write_stdin(text)
        .output()
        .expect("the program runs");
    let read = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (read(output.stdout), read(output.stderr), output.status.code())
}

#[test]
fn played_hands_are_reviewed() {
    let (out, error, code) = review(&["--model", "tricks"], HANDS);
    assert_snapshot!("review", out);
    assert_snapshot!("review_errors", error);
    assert_eq!(code, Some(2));
    let (out, error, code) = review(&["--model", "tricks", "--all"], PPN);
    assert_snapshot!("review_ppn", out);
    assert_snapshot!("review_ppn_errors", error);
    assert_eq!(code, Some(2));
    let (out, error, code) = review(&["--all", "--discards", "1", "--model", "tricks"], PASSED_OUT_RECORDS);
    assert_snapshot!("review_passed", out);
    assert_snapshot!("review_passed_errors", error);
    assert_eq!(code, Some(2));
    let first = HANDS.lines().nth(1).expect("a hand");
    let as_argument = answer("review --model tricks", &[first]);
    assert_eq!(as_argument, review(&["--model", "tricks"], first).0);
    let (_, error, code) = review(&[], "");
    assert!(error.contains("no hands") && code == Some(2), "{error}");
}

#[test]
fn text_id_is_echoed() {
    let hand = HANDS.lines().nth(1).expect("a hand").replace(r#""id":"a""#, r#""id":"game 1, table 2""#);
    let (out, error, code) = review(&["--model", "tricks", "--format", "json"], &hand);
    assert_eq!((error.as_str(), code), ("", Some(0)));
    let object: Value = serde_json::from_str(&out).expect("an object");
    assert_eq!(object["id"], "game 1, table 2");
}

#[rstest]
#[case("7")]
#[case("9007199254740993")]
#[case("18446744073709551616")]
#[case("1.0")]
#[case(r#""007""#)]
fn numeric_id_is_echoed_exactly(#[case] id: &str) {
    let hand = HANDS.lines().nth(1).expect("a hand").replace(r#""id":"a""#, &format!(r#""id":{id}"#));
    let (out, error, code) = review(&["--model", "tricks", "--format", "json"], &hand);
    assert_eq!((error.as_str(), code), ("", Some(0)));
    assert!(out.starts_with(&format!(r#"{{"id":{id},"deal""#)), "{id}: {out}");
    let (out, ..) = review(&["--model", "tricks"], &hand);
    assert!(out.contains(&format!("Deal {}: ", id.trim_matches('"'))), "{id}: {out}");
}

#[rstest]
#[case("[1]", 1)]
#[case("\u{FEFF}[1]\n", 1)]
#[case("\"[1]\"", 5)]
fn json_other_than_object_is_refused(#[case] text: &str, #[case] column: usize) {
    let example = r#"{"deal":…,"declarer":…,"contract":…} is one"#;
    let (out, error, code) = review(&[], text);
    let refused = format!("pref: line 1: this is not a JSON object (column {column}): {example}\n");
    assert!(error.starts_with(&refused), "{text}: {error}");
    assert!(error.ends_with("pref: the hand could not be reviewed\n"), "{error}");
    assert_eq!((out.as_str(), code), ("", Some(2)));
}

/// Reads PPN with tags that are not quoted, PPN of a deal that all have passed, and a JSON object equivalent
/// to one in brackets.
#[test]
fn ppn_is_read_in_all_its_forms() {
    let played = PPN.split_once('\n').expect("tags and deals").1;
    let (out, ..) = review(&["--model", "tricks"], PPN);
    let (unquoted, errors, _) =
        review(&["--model", "tricks"], &format!("[Bula 80]\n[Player1 ana]\n{played}"));
    assert_eq!(unquoted, out, "{errors}");
    let cards = r#"{"p1":"S5LP8GU6AO","p2":"1BDHM27WQK","p3":"4CEIN3FVRJ","talon":"T9"}"#;
    let brackets = "[2 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 P,P,P]";
    let object = format!(r#"{{"id":2,"dealOrder":"231","cards":{cards},"bids":"P,P,P"}}"#);
    let (by_brackets, errors, code) = review(&["--model", "tricks"], brackets);
    assert_eq!((errors.as_str(), code), ("", Some(0)));
    assert!(by_brackets.contains("passed"), "{by_brackets}");
    assert_eq!(review(&["--model", "tricks"], &object).0, by_brackets);
}

#[rstest]
#[case(HANDS, 2)]
#[case(PASSED_OUT_RECORDS, 4)]
#[case(PPN, 2)]
fn objects_match_schema(#[case] text: &str, #[case] hands: usize) {
    let schema: Value =
        serde_json::from_str(include_str!("../../../docs/schema/review.json")).expect("a schema is JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let (out, ..) = review(&["--model", "tricks", "--format", "json"], text);
    assert_eq!(out.lines().count(), hands);
    for line in out.lines() {
        let object = serde_json::from_str(line).expect("an object on each line");
        let wrong: Vec<String> = schema.iter_errors(&object).map(|error| error.to_string()).collect();
        assert_eq!(wrong, Vec::<String>::new());
    }
}
