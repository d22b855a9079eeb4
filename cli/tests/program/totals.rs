//! Results of finished sheets compared with the cases of `fixtures/totals.txt`, and sheets that begin with
//! totals.

use rstest::rstest;
use serde_json::{Value, json};

use crate::{answer, pref, rows, text};

const CASES: &str = include_str!("../../../fixtures/totals.txt");

/// Iterates over the cases: rules, totals, results or `error`, and the source of the figures.
fn cases() -> impl Iterator<Item = [&'static str; 4]> {
    rows(CASES)
}

/// Checks that gains agree with figures such as `F=6 M=-6`.
fn check(gains: &Value, figures: &str, case: &str) {
    let gains = gains.as_object().expect("an object");
    let players = gains.keys().filter(|key| !["rules", "whole"].contains(&key.as_str()));
    assert_eq!(players.count(), figures.split(' ').count(), "{case}");
    for figure in figures.split(' ') {
        let (player, figure) = figure.split_once('=').expect("F=6");
        let figure: f64 = figure.parse().expect("a number");
        let found = gains[player].as_f64().expect("a number");
        assert!((found - figure).abs() < 1e-9, "{case}: {player} {found}, not {figure}");
    }
}

#[test]
fn finished_sheets_match_fixtures() {
    let schema = serde_json::from_str(include_str!("../../../docs/schema/score.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for [rules, totals, results, _] in cases().filter(|[_, _, results, _]| *results != "error") {
        let case = format!("{rules} {totals}");
        let score = |more: &str| -> Value {
            let command = format!("score --rules {rules} --format json --totals {totals} {more}");
            let object = serde_json::from_str(&answer(&command, &[])).expect("an object");
            assert!(schema.is_valid(&object), "{object}");
            object
        };
        let (exact, whole) = results.split_once(" / ").expect("exact and whole numbers");
        check(&score(""), exact, &case);
        check(&score("--whole")["whole"], whole, &case);
    }
}

#[test]
fn wrong_totals_are_refused() {
    let refusals = cases().filter(|[_, _, results, _]| *results == "error").map(|[rules, totals, ..]| {
        let refused = pref(&format!("score --rules {rules} --totals"), &[totals]).assert().code(2);
        assert!(refused.get_output().stdout.is_empty(), "{rules} {totals}");
        format!("{rules} {totals}\n  {}", String::from_utf8_lossy(&refused.get_output().stderr))
    });
    insta::assert_snapshot!(refusals.collect::<String>());
}

const TOTALS: &str = r#"{"F":{"pool":20,"mountain":12,"whists":{"M":34,"R":50}},"M":{"pool":20,"mountain":5,"whists":{"F":8}},"R":{"pool":20}}"#;

#[test]
fn totals_are_read_from_argument_file_or_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("totals.json");
    std::fs::write(&file, format!("{TOTALS}\n")).expect("a file");
    let printed = answer("score --rules russian --whole --totals", &[TOTALS]);
    let path = file.to_str().expect("a path");
    assert_eq!(answer("score --rules russian --whole --totals", &[path]), printed);
    let piped = pref("score --rules russian --whole --totals -", &[]).write_stdin(TOTALS).assert().success();
    assert_eq!(text(piped.get_output()), printed);
    insta::assert_snapshot!(printed);
    pref("score --rules russian --totals no-such-file.json", &[]).assert().code(1);
}

#[rstest]
#[case("--hand")]
#[case("--four")]
#[case("--pot 3")]
#[case("--whist M")]
#[case("--progression 2")]
#[case("-c S")]
#[case("--tricks F=6")]
fn hand_options_are_refused_with_totals(#[case] option: &str) {
    let command = format!("score --rules russian {option} --totals");
    let refused = pref(&command, &[TOTALS]).assert().code(2);
    let name = option.split(' ').next().expect("a word").replace("-c", "--contract");
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains(&name), "{option}: {message}");
}

/// The output of `pref score --sheet` for a sheet, including error messages.
fn print_sheet(arguments: &str, sheet: &str) -> String {
    let output = pref(&format!("score --sheet - {arguments}"), &[]).write_stdin(sheet).assert();
    let output = output.get_output();
    text(output) + &String::from_utf8_lossy(&output.stderr)
}

const HANDS: &str =
    "-c 6S -d Ada --tricks Ada=6,Ben=2,Cem=2 --whist Ben,Cem\n-c allpass --tricks F=3,M=3,R=4\n";
const OBJECT: &str =
    r#"{"totals":{"Cem":{"mountain":3},"Ada":{"pool":4},"Ben":{"mountain":3,"whists":{"Ada":5,"Cem":2.5}}}}"#;
const LINES: &str =
    "totals Ada --pool 4\ntotals Ben --mountain 3 --whists Ada=5,Cem=2.5\ntotals Cem --mountain 3\n";
const PLAYERS: &str = "players Ada Ben Cem\n";

#[test]
fn sheet_begins_with_totals_in_any_form() {
    let arguments = "--rules russian --whole";
    let printed = print_sheet(arguments, &format!("{OBJECT}\n{PLAYERS}{HANDS}"));
    assert_eq!(print_sheet(arguments, &format!("{PLAYERS}{OBJECT} # from May\n{HANDS}")), printed);
    assert_eq!(print_sheet(arguments, &format!("{PLAYERS}{LINES}\n{HANDS}")), printed);
    let by_seat = OBJECT.replace("Ada", "F").replace("Ben", "M").replace("Cem", "R");
    assert_eq!(print_sheet(arguments, &format!("{PLAYERS}{by_seat}\n{HANDS}")), printed);
    insta::assert_snapshot!(printed);
}

#[test]
fn json_sheet_with_whole_numbers_matches_schema() {
    let objects = print_sheet("--rules russian --whole --format json", &format!("{PLAYERS}{LINES}{HANDS}"));
    let schema = serde_json::from_str(include_str!("../../../docs/schema/sheet.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for object in objects.lines() {
        assert!(schema.is_valid(&serde_json::from_str(object).expect("an object")), "{object}");
    }
    insta::assert_snapshot!(objects);
}

/// Compares the result of a sheet that has totals and no hands with the result of `pref score --totals` for these
/// totals.
#[test]
fn sheet_without_hands_has_result_of_totals() {
    let sheet = print_sheet(
        "--rules russian --whole --format json",
        &format!("players A B C\n{{\"totals\":{TOTALS}}}\n"),
    );
    let sheet: Value = serde_json::from_str(&sheet).expect("an object");
    let score = answer("score --rules russian --whole --format json --totals", &[TOTALS]);
    let score: Value = serde_json::from_str(&score).expect("an object");
    for (player, seat) in [("A", "F"), ("B", "M"), ("C", "R")] {
        assert_eq!(sheet["total"][player], score[seat]);
        assert_eq!(sheet["whole"]["total"][player], score["whole"][seat]);
    }
    assert_eq!(sheet["books"]["whists"]["A"], json!({"A": 0, "B": 34, "C": 50}));
    let printed = print_sheet("--rules russian", &format!("players A B C\n{{\"totals\":{TOTALS}}}\n"));
    assert!(!printed.contains("contract"), "no table of deals: {printed}");
}

#[test]
fn wrong_totals_of_sheet_are_refused_with_line() {
    let wrong = [
        format!("{PLAYERS}{HANDS}{LINES}"),
        format!("{PLAYERS}{OBJECT}\n{OBJECT}\n"),
        format!("{PLAYERS}{LINES}{OBJECT}\n"),
        format!("{OBJECT}\n\nplayers Ada Ben Dora\n{HANDS}"),
        format!("{PLAYERS}totals Ada --pool 4\n\n{HANDS}"),
        format!("{PLAYERS}totals Ada\ntotals Ada\n"),
        format!("{PLAYERS}totals Ada --pool -4\ntotals Ben\ntotals Cem\n{HANDS}"),
        format!("{PLAYERS}totals Ada --pool four\ntotals Ben\ntotals Cem\n{HANDS}"),
        format!("{PLAYERS}totals Ada --whists Ada=4\ntotals Ben\ntotals Cem\n"),
        format!("{PLAYERS}totals Ada --whists Ben=4,Ben=5\n"),
        format!("{PLAYERS}totals Ada --whists 4\n"),
        format!("{PLAYERS}totals\n"),
        format!("{PLAYERS}totals Ada --pol 4\n"),
        format!("{PLAYERS}{{\"total\":{{}}}}\n"),
        format!("{PLAYERS}{{\"totals\":3}}\n"),
        format!("{PLAYERS}{{\"totals\":{{\"Ada\":{{}}\n"),
        OBJECT.to_owned(),
    ];
    insta::assert_snapshot!(
        wrong
            .map(|sheet| sheet.clone() + "  " + &print_sheet("--rules russian --format json", &sheet))
            .join("\n")
    );
    assert!(
        print_sheet("--format json", &format!("{PLAYERS}{OBJECT}\n"))
            .starts_with("pref: line 2: under 'austrian'")
    );
}
