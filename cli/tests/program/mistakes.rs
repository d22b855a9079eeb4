//! What is refused, with which message and exit code.

use crate::{DEAL, pref};

/// Exit code and message, nothing on standard output.
fn refusal(arguments: &str, deals: &[&str]) -> String {
    let assert = pref(arguments, deals).assert().failure().stdout("");
    let output = assert.get_output();
    let message = String::from_utf8(output.stderr.clone()).expect("text");
    format!("[{}] {}", output.status.code().expect("no signal"), message.trim_end())
}

#[test]
fn each_mistake_in_a_deal() {
    let hands = "T98.AKQ.AKQ.J J7.J.JT9.QT98";
    let deals = [
        String::new(),
        format!("AKQ.T9.87.AK7 {hands}"),
        format!("N:AKQ.T9.87.AK7 {hands}"),
        "F:AKQ.T9.87.AK7 T98.AKQ.AKQ.J".to_owned(),
        format!("F:AKQ.T987.AK7 {hands}"),
        format!("F:AKQ.T9.8X.AK7 {hands}"),
        format!("F:AKQ.TT.87.AK7 {hands}"),
        format!("F:AKQ.T9.87.AKJ {hands}"),
        format!("F:AKQ.T98.87.AK7 {hands}"),
        format!("F:AKQ.T9.87.AK {hands}"),
        format!("F:AKQ.T9.87.AK7 {hands} .8.."),
        format!("F:AKQ.T9.87.AK7 {hands} .87.7."),
        format!("F:AKQ.T9.87.AK7 {hands} .A7.."),
        format!("F:? {hands}"),
        "F:A... KQ... 9...".to_owned(),
        "F:A... - -".to_owned(),
    ];
    let refusals: Vec<String> =
        deals.iter().map(|deal| format!("{deal}\n  {}", refusal("solve", &[deal]))).collect();
    insta::assert_snapshot!(refusals.join("\n"));
}

#[test]
fn each_mistake_in_the_arguments() {
    let arguments = [
        "solve --rules austrain",
        "solve --rules american,trump",
        "solve --rules american,+heads",
        "solve --contract 5S",
        "solve --contract H,bridge",
        "solve --declarer X",
        "solve --declarer F --out F",
        "solve --leader Q",
        "solve --out Q",
        "solve --taken F=11",
        "solve --taken F=1",
        "solve --trick SX",
        "solve --trick S8,S7",
        "solve --played S8 --trick S9",
        "solve --rules-file no-such-file.toml",
        "solve --run 3 --taken F=1",
        "talon --top many",
        "cards -c S",
        "cards -d F",
        "cards -d F -c S --played S8",
        "cards -d F -c S --played SA,SA",
        "cards -d F -c S --played SA,HA",
        "line -d M -c S --out M",
        "line -d F -c S --trick SA",
    ];
    let refusals: Vec<String> = arguments
        .iter()
        .map(|arguments| format!("{arguments}\n  {}", refusal(arguments, &[DEAL]).replace('\n', "\n  ")))
        .collect();
    insta::assert_snapshot!(refusals.join("\n"));
}

#[test]
fn a_talon_needs_a_complete_deal() {
    insta::assert_snapshot!(refusal("talon", &["F:A... K... Q..."]));
}

#[test]
fn which_of_several_deals_is_wrong() {
    let assert = pref("solve -d F -c S --format json", &[DEAL, "F:A B C"]).assert().code(2);
    let output = assert.get_output();
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("pref: deal 'F:A B C': "));
}
