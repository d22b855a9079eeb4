//! The text of any answer: its keys with their values, and its lists of objects as tables.

use preference::deal::CardStyle;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::output;
use crate::output::styled::Styled;

pub(super) fn text(answer: &impl Serialize, style: CardStyle) -> String {
    let value = serde_json::to_value(Styled { value: answer, style });
    let mut lines = Vec::new();
    add_lines("", &value.expect("answers have a JSON form"), &mut lines);
    lines.join("\n")
}

/// Adds the lines of a value. `name` has the keys that lead to it, joined by dots.
fn add_lines(name: &str, value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                add_lines(&name, value, lines);
            }
        }
        Value::Array(rows) if !rows.is_empty() && rows.iter().all(Value::is_object) => {
            lines.push(format!("{name}:"));
            lines.push(table(&rows.iter().filter_map(Value::as_object).collect::<Vec<_>>()));
        }
        value => lines.push(format!("{name}: {}", cell(value))),
    }
}

fn table(rows: &[&Map<String, Value>]) -> String {
    let mut header: Vec<String> = Vec::new();
    for key in rows.iter().flat_map(|row| row.keys()) {
        if !header.contains(key) {
            header.push(key.clone());
        }
    }
    let cells =
        rows.iter().map(|row| header.iter().map(|key| row.get(key).map_or(String::new(), cell)).collect());
    let cells = cells.collect();
    output::text::table(header, cells, 1).trim_end().to_owned()
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(cell).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| format!("{key}={}", cell(value))).collect::<Vec<_>>().join(" ")
        }
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn objects_in_lists_become_rows() {
        let answer = json!({
            "deal": "F:A... K... Q...",
            "tricks": {"F": 1, "M": 0},
            "line": ["SA", "SK"],
            "cards": [{"card": "SA", "tricks": 1}, {"card": "SK", "made": true}],
            "none": null,
        });
        let text = anstream::adapter::strip_str(&text(&answer, CardStyle::Letters)).to_string();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        let expected: [&[&str]; 9] = [
            &["deal:", "F:A...", "K...", "Q..."],
            &["tricks.F:", "1"],
            &["tricks.M:", "0"],
            &["line:", "SA", "SK"],
            &["cards:"],
            &["card", "tricks", "made"],
            &["SA", "1"],
            &["SK", "true"],
            &["none:", "–"],
        ];
        assert_eq!(lines, expected);
    }
}
