//! Answers fitted to the width of the terminal.

use rstest::rstest;

use crate::{DEAL, answer, pref, text};

/// Commands with wide answers, each with its cards.
const WIDE_ANSWERS: [(&str, &str); 12] = [
    ("", ""),
    ("rules list", ""),
    ("auction --rules russian 6S", ""),
    ("solve --rules hungarian-long -c S,6S,7S,8S,9S,10S,H,6H,7H,8H,9H,10H,misere,slam,uno", DEAL),
    ("talon --rules hungarian-long", DEAL),
    ("talon --by gain --rules hungarian --discards all -d F --model tricks", DEAL),
    ("talon --unknown-defence 3 -d F", "F:AQJ.A9.AK9.T7 ? ? ..7.K"),
    ("par --rules hungarian-long --model tricks", DEAL),
    ("usurp -d F --model tricks", "F:J7.K8.AK9.QT8 QT98..QJT.KJ9 AK.AQT97.7.A7 .J.8."),
    ("evaluate --layouts 5 --rules hungarian", "F:AQJ.A9.AK9.T7 ? ?"),
    ("advise --layouts 5 -d F -c S --played SA,S8", "F:? ? J7.J.JT9.QT98"),
    ("defend -d F -c S --settle --rules hungarian", DEAL),
];

#[test]
fn answers_fit_terminal_width() {
    for (command, deal) in WIDE_ANSWERS {
        let deals: &[&str] = if deal.is_empty() { &[] } else { &[deal] };
        let run = |columns: &str| {
            let assert = pref(command, deals).env("COLUMNS", columns).assert().success();
            text(&assert.get_output().clone())
        };
        assert_eq!(run(""), answer(command, deals), "80 columns without COLUMNS: {command}");
        for columns in [80, 100] {
            for line in run(&columns.to_string()).lines() {
                assert!(line.chars().count() <= columns, "{command} at {columns}: {line}");
            }
        }
    }
}

#[test]
fn breaches_of_rules_fit_terminal_width() {
    let hand = r#"{"deal":"F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K","rules":"russian","calls":["6S","7C","pass","7D","pass"],"declarer":"F","contract":"6S","discard":["H9","C7"]}"#;
    let output = pref("review --model tricks", &[]).write_stdin(hand).assert().success();
    let shown = text(output.get_output());
    assert!(shown.contains("is against the rules"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

#[test]
fn sheets_with_long_names_fit_terminal_width() {
    let names = ["Ann", "Bob", "Cyd", "Dot"].map(|name| format!("{name}{}", "x".repeat(17))).join(" ");
    let sheet = format!("players {names}\n-c 9S -d F --tricks F=9,M=1,R=0 --whist M\n");
    let output = pref("score --rules russian --sheet -", &[]).write_stdin(sheet).assert().success();
    let shown = text(output.get_output());
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

/// Checks that legends mention targets that depend on the use of the talon, and contracts that are left out.
#[test]
fn legends_name_targets_and_omitted_contracts() {
    let legend = |command: &str| answer(command, &[DEAL]).replace('\n', " ");
    assert!(legend("solve --rules danube-swabian").contains("targets of games with the talon"));
    assert!(legend("solve --rules danube-swabian --hand").contains("targets of games without the talon"));
    assert!(!legend("solve --rules hungarian").contains("targets"));
    let top = "talon -d F --by gain --model tricks --rules hungarian --top";
    assert!(legend(&format!("{top} 2")).contains("the 2 of 6 contracts that gain most"));
    assert!(!legend(&format!("{top} 6")).contains("contracts that gain most"));
}

/// Checks the layout of wide answers. Long text must be wrapped between words and indented, long lists must be
/// cut and end with the number of all their elements, and columns that do not fit must follow below, with the hands
/// repeated.
#[test]
fn wide_answers_are_wrapped_cut_or_continued_below() {
    let lines = |command: &str| answer(command, &[DEAL]).lines().map(str::to_owned).collect::<Vec<String>>();
    let talon = lines("talon -d F -c S,uno --rules hungarian-long --top 66");
    assert!(talon.iter().any(|line| line.starts_with(" ♠") && line.ends_with(" in all")), "{talon:?}");
    assert!(talon.iter().any(|line| line.ends_with("lay aside any two")), "{talon:?}");
    let levels = lines("solve --rules russian --suits letters -c 6S,7S,8S,9S,10S,6H,7H,8H,9H,10H,slam");
    let forehand = levels.iter().filter(|line| line.starts_with(" Forehand    AKQ.T9.87.AK7"));
    assert_eq!(forehand.count(), 2, "{levels:?}");
    let rules = answer("rules list", &[]);
    assert!(rules.lines().any(|line| line.starts_with("                        more")), "{rules}");
    let calls = answer("auction --rules russian 6S", &[]);
    assert!(calls.lines().any(|line| line.starts_with("  8N, misere")), "{calls}");
}

/// Compares the order of contracts in `solve` and `par` with the bidding order under the rules. A game without a price
/// must not be marked as made or failed.
#[rstest]
#[case("austrian", "C S D H NT", true)]
#[case("american", "S C D H NT", true)]
#[case("hungarian", "S D H C misere slam NT", true)]
#[case("hungarian-long", "S D H C misere NT uno slam", false)]
#[case("russian", "S C D H NT misere", false)]
fn contracts_are_listed_in_bidding_order(#[case] rules: &str, #[case] order: &str, #[case] unpriced: bool) {
    let heads = |command: &str, line: usize| {
        let shown = answer(&format!("{command} --suits letters --rules {rules}"), &[DEAL]);
        shown.lines().nth(line).expect("a head").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(heads("solve -d M", 1), order, "{rules}");
    let priced = if unpriced { order.trim_end_matches(" NT") } else { order };
    assert_eq!(heads("par --model tricks", 3), priced, "{rules}");
    let made = answer(&format!("solve -d M -c N --rules {rules}"), &[DEAL]);
    assert_eq!(made.contains("NT cannot be announced"), unpriced, "{made}");
    let row = made.lines().find(|line| line.starts_with(" Middlehand")).expect("a row");
    assert!(!(unpriced && row.contains(['✓', '✗'])), "{made}");
}

/// Prints JSON in a narrow terminal. The width must not change the output.
#[test]
fn objects_are_independent_of_terminal_width() {
    let narrow = pref("par --format json --model tricks", &[DEAL]).env("COLUMNS", "50").assert().success();
    assert_eq!(text(&narrow.get_output().clone()), answer("par --format json --model tricks", &[DEAL]));
}

#[test]
fn manual_has_standard_sections() {
    let manual = answer("man", &[]);
    for section in [
        ".SH EXIT STATUS",
        ".SH ENVIRONMENT",
        ".SH FILES",
        "PREF_TABLES",
        "pref-rules-check",
        "pref-tables-build",
    ] {
        assert!(manual.contains(section), "{section}");
    }
}
