//! Rows of docs/numbers.md, asked again.

use preference::Cards;
use preference_benches::second_hand::count_choices;
use preference_benches::thumbs::{Thumb, ThumbHand, closing_cards, play_deal};
use preference_fixtures::effort;
use serde_json::{Value, json};

use super::pref;

const PAGE: &str = include_str!("../../../docs/numbers.md");

fn rows(table: &str) -> Vec<Value> {
    let lines = include_str!("../../../fixtures/numbers.jsonl").lines();
    let rows = lines.map(|line| serde_json::from_str::<Value>(line).expect("a row"));
    rows.filter(|row| row["question"]["x_table"] == table).collect()
}

/// Rows of each table that are asked again. A misère takes ten seconds of processor time, or with its discard hidden five,
/// a row of the defence eight, and a row of tricks two.
fn number_of_rows(table: &str) -> usize {
    match (table, effort()) {
        ("holes" | "surprises" | "defence", 1) => 0,
        (_, 1) => 1,
        _ => 3,
    }
}

/// Asks some rows of a table again; `recorded` is the part of the row that the answer must have under the same keys.
fn check_answers(table: &str, rows: &[Value], part_of: impl Fn(&Value) -> Value) {
    let again = number_of_rows(table);
    for row in rows.iter().step_by(rows.len() / again.max(1)).take(again) {
        let question = row["question"].to_string();
        let output = pref("ask", &[&question]).output().expect("an answer");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let part = part_of(&answer);
        let recorded = row.as_object().expect("a row").iter().filter(|(key, _)| *key != "question");
        for (key, value) in recorded {
            assert_eq!(&part[key], value, "{question}");
        }
    }
}

fn cards(row: &Value) -> String {
    let deal = row["question"]["deal"].as_str().expect("a deal");
    deal.trim_start_matches("M:").trim_end_matches(" ? ?").to_owned()
}

#[test]
fn counts_over_all_layouts_are_found_again() {
    for table in ["holes", "tricks"] {
        let own = rows(table);
        assert!(own.len() >= 20, "{table}");
        for row in &own {
            assert!(PAGE.contains(&format!("| {} |", cards(row))), "{row}");
        }
        check_answers(table, &own, |answer| answer["results"][0]["talon"].clone());
    }
}

#[test]
fn hidden_discards_are_found_again() {
    let own = rows("surprises");
    assert!(own.len() >= 5);
    for row in &own {
        let chance = |of: &Value| format!("{:.0} %", 100.0 * of.as_f64().expect("a chance"));
        let (single, hidden) = (chance(&row["single"]["chance"]), chance(&row["chance"]["mean"]));
        let line =
            PAGE.lines().find(|line| line.starts_with(&format!("| {} |", cards(row)))).expect("a line");
        assert!(line.contains(&format!(": {single} | {hidden} (")), "{line}");
    }
    check_answers("surprises", &own, |answer| answer["results"][0]["talon"]["hidden"].clone());
}

#[test]
fn hands_of_rules_of_thumb_are_played_again() {
    for thumb in Thumb::ALL {
        let own = rows("thumbs").into_iter().filter(|row| row["question"]["rule"] == thumb.name());
        let hands: Vec<Value> = own.flat_map(|row| row["hands"].as_array().expect("hands").clone()).collect();
        assert!(hands.len() >= 50, "{thumb}");
        for hand in hands.iter().step_by(hands.len() / 3).take(if effort() == 1 { 1 } else { 3 }) {
            let number = hand[0].as_u64().expect("a number");
            let again = play_deal(thumb, number).expect("a deal");
            let again = again.iter().map(|&ThumbHand { seat, differs, with, without, .. }| {
                let [with, without] = [with, without].map(|gain| (gain * 100.0).round() / 100.0);
                json!([number, seat, differs, with, without])
            });
            assert!(
                again.clone().any(|again| &again == hand),
                "{thumb}: {hand}, {:?}",
                again.collect::<Vec<_>>()
            );
        }
    }
}

#[test]
fn defence_by_rules_of_thumb_is_played_again() {
    let own = rows("defence");
    assert!(own.len() >= 10);
    let part = |answer: &Value| {
        let answers = answer["answers"].as_array().expect("answers").iter();
        let kept = answers.map(|rule| {
            let kept = ["rule_of_thumb", "games", "tricks_lost", "gains_lost"];
            kept.iter().map(|&key| (key.to_owned(), rule[key].clone())).collect::<serde_json::Map<_, _>>()
        });
        json!({"answers": kept.collect::<Vec<_>>()})
    };
    check_answers("defence", &own, part);
}

#[test]
fn choices_after_leads_of_declarer_are_counted_again() {
    let own = rows("second");
    assert!(own.len() >= 10);
    for row in own.iter().take(if effort() == 1 { 1 } else { 3 }) {
        let [from, to] = ["from", "to"].map(|key| row["question"][key].as_u64().expect("a number"));
        let mut sums = [0; 5];
        for number in from..to {
            let counted = count_choices(number).expect("a deal");
            let [[low, low_tricks], [high, high_tricks]] = [counted.low, counted.high];
            let parts = [counted.choices, low, low_tricks, high, high_tricks];
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
        assert_eq!(row["counts"], json!(sums), "{}", row["question"]);
    }
}

#[test]
fn holes_are_those_of_the_source() {
    let cards = |text: &str| text.parse::<Cards>().expect("a hand");
    let speaks = |text: &str, leads: bool| Thumb::Holes.may_speak(cards(text), leads);
    // A ten with the seven is caught half the time, a queen with two low cards in a fifth, a king in 70 of 100.
    assert!(speaks("T7.Q87.987.87", true));
    assert!(!speaks("T7.K87.987.87", true));
    // Nothing to say: no hole, and a hole that the page does not have.
    assert!(!speaks("97.987.987.87", true));
    assert!(!speaks("AK.987.987.87", true));
    // A lone nine is led by its holder.
    assert!(speaks("9.J987.987.87", true));
    assert!(!speaks("9.J987.987.87", false));
    assert_eq!(closing_cards(cards("T987.Q.7.T987")), Some(11));
    // A misère that eleven cards close is left out by those who ask for thirteen, but they speak to it.
    assert!(Thumb::Thirteen.may_speak(cards("T987.Q.7.T987"), true));
    assert_eq!(closing_cards(cards("T987.7.7.T987")), None);
    assert_eq!(closing_cards(cards("AKQ.Q.97.T987")), None);
}
