//! Hands in PPN and as records.

use serde_json::{Value, json};

use crate::{DEAL, pref};

/// A hand that was played, one in which all have passed, and one with an unknown contract.
const DEALS: &str = r#"[Bula "80"]
[1 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 M3,P,3 2 T9 4 3 I3 8 2 7481,GBC1 M7:-8,F3:L24,0]
[2 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 P,P,P]
[3 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 M3,P,3 2 T9 9 3 I3 8 2 7481,GBC1 x]
"#;

/// Output and notes of `pref ppn` for a text.
fn convert(text: &str) -> (String, String) {
    let output = pref("ppn", &[]).write_stdin(text).assert().success().get_output().clone();
    let read = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (read(output.stdout), read(output.stderr))
}

#[test]
fn ppn_becomes_records_and_records_become_ppn() {
    let (records, notes) = convert(DEALS);
    let records: Vec<&str> = records.lines().collect();
    assert_eq!(
        notes,
        "pref: note: hand 3: contract: '9' is not a contract from 2 to 8, or G2 to G8 from the hand\n"
    );
    let [played, passed] = records[..] else { panic!("{records:?}") };
    let read = |record: &str| serde_json::from_str::<Value>(record).expect("JSON");
    assert_eq!(read(passed)["actions"], json!(["pass", "pass", "pass"]));
    assert_eq!(read(played)["rules"], "bule");
    // A hand in PPN needs ten tricks, and this one has two.
    let (ppn, notes) = convert(&records.join("\n"));
    assert_eq!(notes, "pref: note: hand 1: the hand is not over\n");
    let again = convert(&ppn).0;
    assert_eq!(read(again.trim_end())["actions"], read(passed)["actions"]);
}

#[test]
fn input_that_is_neither_is_refused() {
    for (text, message) in [
        ("[Bula \"80\"]\n", "pref: there are no deals in this PPN"),
        ("{\"deal\":\"F:A\"}\n", "log[0].deal"),
        (DEAL, "this is not a JSON object"),
    ] {
        let output = pref("ppn", &[]).write_stdin(text).assert().code(2).get_output().clone();
        let error = String::from_utf8(output.stderr).expect("text");
        assert!(error.contains(message), "{text}: {error}");
    }
}
