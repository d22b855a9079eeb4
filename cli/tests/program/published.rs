//! Published score sheets, from the files of `fixtures/sheets`, compared with the figures in their sources.
//!
//! Each file is a sheet for `pref score --sheet`. Comments that begin with `#=` name the rules of the sheet,
//! and give the figures that the source has after the deals above them.

use std::collections::BTreeMap;
use std::fs::{read_dir, read_to_string};
use std::path::Path;

use serde_json::Value;

use crate::{pref, rules_option, text};

/// Row of figures in a source. The row stands after some of the deals of the sheet.
struct Figures<'a> {
    /// Text of the sheet up to this row.
    deals: String,
    /// Name of the row.
    row: &'a str,
    /// Figures by player. A source may lack the figures of some players.
    players: BTreeMap<&'a str, f64>,
}

/// The rules of a sheet, and the rows of figures in its source.
fn parse_sheet(sheet: &str) -> (&str, Vec<Figures<'_>>) {
    let (mut rules, mut figures, mut deals) = (None, Vec::new(), String::new());
    for line in sheet.lines() {
        match line.strip_prefix("#= ").map(|figure| figure.split_once(' ').expect("a name and its values")) {
            Some(("rules", name)) => rules = Some(name),
            Some((row, values)) => {
                let value = |value: &'_ str| value.parse().expect("a number");
                let players = values.split(' ').map(|pair| pair.split_once('=').expect("Ada=6"));
                let players = players.map(|(player, figure)| (player, value(figure))).collect();
                figures.push(Figures { deals: deals.clone(), row, players });
            }
            None => deals = deals + line + "\n",
        }
    }
    (rules.expect("its rules"), figures)
}

/// The row with this name from the last answer about a sheet.
fn row<'a>(total: &'a Value, name: &str) -> &'a Value {
    match name.split_once("-of-") {
        Some((_, player)) => &total["books"]["whists"][player],
        None if name == "bule" => &total["books"]["mountain"],
        None if name.starts_with("total") => &total["total"],
        None => &total["books"][name],
    }
}

/// Checks the results of a sheet against the figures in its source.
fn check(path: &Path) {
    let sheet = read_to_string(path).expect("a sheet");
    let (rules, all) = parse_sheet(&sheet);
    assert!(!all.is_empty(), "{}: no figures", path.display());
    for Figures { deals, row: name, players } in all {
        let command = format!("score --format json --sheet - {}", rules_option(rules));
        let assert = pref(&command, &[]).write_stdin(deals.as_str()).assert().success();
        let answer = text(assert.get_output());
        let total: Value = serde_json::from_str(answer.lines().last().expect("a total")).expect("JSON");
        let found = row(&total, name);
        for (player, figure) in players {
            let ours = found[player].as_f64().unwrap_or_else(|| panic!("{name} of {player}: {answer}"));
            let ours = if name.ends_with("-cut") { ours.trunc() } else { ours };
            let place = format!("{}, {name} of {player} after:\n{deals}", path.display());
            assert!((ours - figure).abs() < 1e-9, "{ours}, not {figure}: {place}");
        }
    }
}

#[test]
fn published_sheets_have_published_figures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/sheets");
    let mut sheets = 0;
    for file in read_dir(folder).expect("a folder") {
        check(&file.expect("a file").path());
        sheets += 1;
    }
    assert!(sheets > 0, "no sheet");
}
