//! Many deals on standard input.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use rstest::rstest;
use serde_json::Value;

use crate::{DEAL, pref, text};

/// A thousand deals as one text, with blank lines and comments between them, and as a list.
fn thousand_deals() -> (String, Vec<String>) {
    let deals: Vec<String> =
        preference_fixtures::deals().iter().map(|known| known.deal.to_string()).collect();
    assert_eq!(deals.len(), 1000);
    (format!("# a thousand deals\n\n{}\n", deals.join("\n\n")), deals)
}

#[test]
fn deals_are_answered_in_order_on_any_number_of_threads() {
    let (input, deals) = thousand_deals();
    let run = |threads: &str| {
        let arguments =
            format!("solve --rules american --declarer M -c S,N --format json --threads {threads}");
        text(pref(&arguments, &[]).write_stdin(input.clone()).assert().success().get_output())
    };
    let answers = run("1");
    assert_eq!(answers, run("2"));
    let answered: Vec<String> = answers
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("an object on each line")["deal"]
                .as_str()
                .map(str::to_owned)
        })
        .map(|deal| deal.expect("the deal"))
        .collect();
    assert_eq!(answered, deals);
}

#[test]
fn lines_of_play_are_equal_on_any_number_of_threads() {
    let (input, _) = thousand_deals();
    let some: String = input.lines().take(80).map(|line| format!("{line}\n")).collect();
    let run = |threads: &str| {
        let arguments = format!("line -d F -c H --format json --threads {threads}");
        text(pref(&arguments, &[]).write_stdin(some.clone()).assert().success().get_output())
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn deals_before_wrong_line_are_answered() {
    let input = format!("# head\n{DEAL}\n\n{DEAL}\nF:A...\n{DEAL}\n");
    let assert = pref("solve -d F -c S --format json", &[]).write_stdin(input).assert().code(2);
    let output = assert.get_output();
    assert_eq!(text(output).lines().count(), 2);
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "pref: line 5: hands found: 1; a deal has three hands and a talon of two cards, separated by blanks\n"
    );
}

#[test]
fn empty_input_gets_no_answers() {
    pref("solve", &[]).write_stdin("# nothing\n").assert().success().stdout("");
}

#[test]
fn line_that_is_not_text_is_refused() {
    let mut input = format!("{DEAL}\n").into_bytes();
    input.extend(b"F:\xFF\xFE\n");
    let assert = pref("solve -d F -c S --format json", &[]).write_stdin(input).assert().code(2);
    let output = assert.get_output();
    assert_eq!(text(output).lines().count(), 1);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("pref: line 2: "));
}

/// Sends a line without an end to commands that read a whole file.
#[cfg(target_os = "linux")]
#[rstest]
#[case("solve")]
#[case("thumb")]
#[case("review")]
#[case("score --sheet -")]
#[case("score --sheet /dev/zero")]
fn endless_line_is_refused_at_once(#[case] arguments: &str) {
    let zeros = std::fs::File::open("/dev/zero").expect("/dev/zero");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("pref"));
    let output = command.args(arguments.split(' ')).stdin(zeros).output().expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
    assert!(error.contains("line 1: the line is longer than 1048576 bytes"), "{arguments}: {error}");
}

#[test]
fn byte_order_mark_before_objects_is_ignored() {
    let input = format!("\u{FEFF}{{\"deal\":\"{DEAL}\"}}\n");
    let solved = pref("solve -d F -c S --format json", &[]).write_stdin(input).assert().success();
    assert_eq!(text(solved.get_output()).lines().count(), 1);
    let sheet = "\u{FEFF}players A B C\n-c S -d F --tricks F=6,M=2,R=2\n";
    pref("score --sheet -", &[]).write_stdin(sheet).assert().success();
    let asked = pref("ask", &[]).write_stdin("\u{FEFF}{\"ask\":\"auction\"}\n").assert().success();
    assert!(text(asked.get_output()).starts_with("{\"rules\":\"austrian\""));
}

#[test]
fn byte_order_mark_and_comments_around_deals_are_ignored() {
    let input = format!("\u{FEFF}{DEAL}  # a comment\r\n");
    let solved = pref("solve -d F -c S --format json", &[]).write_stdin(input).assert().success();
    assert_eq!(text(solved.get_output()).lines().count(), 1);
}

/// Waits for each answer before it sends the next deal.
#[test]
fn deal_is_answered_before_next_is_sent() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("pref"))
        .args(["solve", "-d", "F", "-c", "S", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for _ in 0..3 {
        writeln!(input, "{DEAL}").expect("the program reads");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("the program answers");
        assert!(answer.contains("\"tricks\":5"), "{answer}");
    }
    drop(input);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn closed_output_is_not_reported_as_failure() {
    let (input, _) = thousand_deals();
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("pref"))
        .args(["solve", "-c", "N", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        // The program may have stopped reading.
        let _ = stdin.write_all(input.as_bytes());
    });
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("an answer");
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
