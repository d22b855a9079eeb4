//! The tables of points in docs/points.md.
//!
//! With `UPDATE_EXAMPLES=1` they are written again.

use preference::hand_values::points::{COUNTED, LEVELS, PointTable, tables};

/// Names the class of a table: the obligations, the strain and the leader.
fn name(table: &PointTable) -> String {
    let play = if table.play.is_empty() { "none".to_owned() } else { table.play.join(" ") };
    let lead = if table.own_lead { "own lead" } else { "others lead" };
    format!("{play}, {lead}")
}

fn counts(trumps: bool) -> String {
    let shown: Vec<&PointTable> = tables().iter().filter(|table| table.trumps == trumps).collect();
    let names: Vec<String> = shown.iter().map(|table| name(table)).collect();
    let mut lines = vec![
        format!("| obligations, lead | {} |", names.join(" | ")),
        format!("|---|{}", "---|".repeat(shown.len())),
    ];
    let from = if trumps { 0 } else { 4 };
    for (n, thing) in COUNTED.iter().enumerate().skip(from) {
        let thing = if trumps { (*thing).to_owned() } else { thing.replace("side ", "") };
        let weights: Vec<String> = shown.iter().map(|table| table.count[n].to_string()).collect();
        lines.push(format!("| {thing} | {} |", weights.join(" | ")));
    }
    for (n, level) in LEVELS.iter().enumerate() {
        let needed: Vec<String> =
            shown.iter().map(|table| format!("**{:.0}**", table.count_levels[n][0].ceil())).collect();
        lines.push(format!("| **needed for {level} tricks** | {} |", needed.join(" | ")));
    }
    lines.join("\n") + "\n"
}

fn sheet(table: &PointTable) -> String {
    let mut lines = vec![
        "| honours | trumps: +0 | +x | +xx | +xxx | side: +0 | +x | +xx | +xxx |".to_owned(),
        "|---|---|---|---|---|---|---|---|---|".to_owned(),
    ];
    for row in (0..32_usize).rev() {
        let honours: String = "AKQJT"
            .chars()
            .enumerate()
            .filter(|(n, _)| row >> (4 - n) & 1 == 1)
            .map(|(_, rank)| rank)
            .collect();
        let length = row.count_ones() as usize;
        let trick = |value: i32| format!("{:.1}", f64::from(value) / 100.0).replace("-0.0", "0.0");
        let trumps =
            (0..4).map(|low| if length + low < 4 { String::new() } else { trick(table.trump[row][low]) });
        let side = (0..4).map(|low| trick(table.side[row][low]));
        let cells: Vec<String> = trumps.chain(side).collect();
        lines.push(format!("| {} | {} |", if row == 0 { "none" } else { &honours }, cells.join(" | ")));
    }
    lines.join("\n") + "\n"
}

#[test]
fn tables_of_points_in_docs_are_current() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/points.md");
    let mut page = std::fs::read_to_string(file).expect("a page");
    let parts =
        [("counts", counts(true)), ("counts without trumps", counts(false)), ("sheet", sheet(&tables()[0]))];
    for (part, table) in parts {
        let (begin, end) = (format!("<!-- {part} -->\n\n"), format!("\n<!-- end of {part} -->"));
        let (before, rest) = page.split_once(&begin).expect("the begin of a table");
        let (there, after) = rest.split_once(&end).expect("the end of a table");
        if std::env::var_os("UPDATE_EXAMPLES").is_none() {
            assert_eq!(there, table, "run again with UPDATE_EXAMPLES=1");
        }
        page = format!("{before}{begin}{table}{end}{after}");
    }
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        std::fs::write(file, page).expect("the page is written");
    }
}
