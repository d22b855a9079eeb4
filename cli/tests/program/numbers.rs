//! Rows of docs/numbers.md, asked again.

use preference_fixtures::effort;
use serde_json::Value;

use super::pref;

/// Rows of each table that are asked again. A misère takes ten seconds of processor time, a row of tricks two.
fn number_of_rows(table: &str) -> usize {
    match (table, effort()) {
        ("holes", 1) => 0,
        (_, 1) => 1,
        _ => 3,
    }
}

#[test]
fn counts_over_all_layouts_are_found_again() {
    let text = include_str!("../../../fixtures/numbers.jsonl");
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect();
    let page = include_str!("../../../docs/numbers.md");
    for table in ["holes", "tricks"] {
        let own: Vec<&Value> = rows.iter().filter(|row| row["question"]["x_table"] == table).collect();
        assert!(own.len() >= 20, "{table}");
        for row in &own {
            let deal = row["question"]["deal"].as_str().expect("a deal");
            let cards = deal.trim_start_matches("M:").trim_end_matches(" ? ?");
            assert!(page.contains(&format!("| {cards} |")), "{deal}");
        }
        let again = number_of_rows(table);
        for row in own.iter().step_by(own.len() / again.max(1)).take(again) {
            let question = row["question"].to_string();
            let output = pref("ask", &[&question]).output().expect("an answer");
            let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let talon = &answer["results"][0]["talon"];
            assert_eq!((&talon["made"], &talon["of"]), (&row["made"], &row["of"]), "{question}");
        }
    }
}
