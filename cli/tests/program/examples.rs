//! Examples of the help texts. They must succeed, and must not be wrapped in a narrow terminal.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use preference_fixtures::effort;
use rstest::rstest;
use tempfile::TempDir;

use crate::{answer, pref};

/// The program, its commands and their commands, each as the words after `pref`.
static COMMANDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut commands = vec![String::new()];
    let mut n = 0;
    while let Some(command) = commands.get(n).cloned() {
        let help = answer(&format!("{command} --help"), &[]);
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = listed
            .take_while(|line| !line.is_empty())
            .filter_map(|line| line.strip_prefix("  ")?.split("  ").next())
            .filter(|name| !name.is_empty() && *name != "help");
        commands.extend(names.map(|name| format!("{command} {name}").trim().to_owned()));
        n += 1;
    }
    commands
});

/// Beginnings of examples that are not run and whose arguments are only parsed, each with the reason.
const PARSED_ONLY: [(&str, &str); 5] = [
    ("pref bench", "measures for many seconds"),
    ("pref tables build", "takes minutes and hundreds of megabytes"),
    ("pref serve", "runs until it is ended, and only with the page"),
    ("pref man", "writes into the user's home"),
    ("pref completions", "writes into the user's home"),
];

/// Hand in PPN, as sites that use this format write it.
const PPN: &str = r#"[Bula "80"]
[1 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 M3,P,3 2 T9 4 3 I3 8 2 7481,GBC1 M7:-8,F3:L24,0]
"#;

/// The examples below the options in a help text. An example on several lines is returned as one
/// text.
fn examples(help: &str) -> Vec<String> {
    let after = help.lines().skip_while(|line| !line.starts_with("Example"));
    let mut examples: Vec<String> = Vec::new();
    for line in after.skip(1).take_while(|line| line.starts_with("  ")) {
        match examples.last_mut().filter(|last| last.ends_with('\\')) {
            Some(begun) => *begun = format!("{begun}\n{line}"),
            None => examples.push(line.trim_start().to_owned()),
        }
    }
    examples
}

/// Creates a folder with the files that the example reads.
fn folder(example: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("deals.txt", include_str!("../../../docs/deals.txt"));
    write("evening.txt", include_str!("../../../docs/evening.txt"));
    write("totals.json", include_str!("../../../docs/totals.json"));
    write("played.json", include_str!("../../../docs/played.json"));
    write("evening.ppn", PPN);
    write("hands.jsonl", include_str!("../../../docs/hand.jsonl"));
    write(
        "games.jsonl",
        &format!("{{\"deal\":\"{}\",\"actions\":[\"pass\",\"pass\",\"pass\"]}}\n", crate::DEAL),
    );
    write("ours.toml", include_str!("../../../docs/greek.toml"));
    let deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";
    // `pref batch` does not answer the question `version`, which is about the program.
    let version = if example.starts_with("pref batch") { "" } else { "{\"ask\":\"version\"}\n" };
    let questions = format!("{version}{{\"ask\":\"solve\",\"deal\":\"{deal}\"}}\n");
    write("questions.jsonl", &questions);
    // The examples of `pref stats` read a file that other examples write.
    if example.starts_with("pref stats") {
        write("answers.jsonl", &answer("solve --format json", &[deal]));
    }
    folder
}

/// Runs a shell command in this folder.
fn shell(folder: &Path, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_pref")).parent().expect("its folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", command])
        .env("PATH", format!("{program}:{path}"))
        .env("PREF_TABLES", folder.join("tables"))
        .env_remove("COLUMNS")
        .current_dir(folder)
        .output()
        .expect("a shell")
}

/// The arguments of the examples at odd places are only parsed, unless `PREFERENCE_EFFORT` is more than 1.
#[rstest]
#[case::even(0, true)]
#[case::odd(1, effort() > 1)]
fn examples_in_help_succeed(#[case] parity: usize, #[case] is_run: bool) {
    let mut count = 0;
    for command in COMMANDS.iter() {
        for example in examples(&answer(&format!("{command} --help"), &[])) {
            count += 1;
            if count % 2 != parity {
                continue;
            }
            let folder = folder(&example);
            if !is_run || PARSED_ONLY.iter().any(|(slow, _)| example.starts_with(slow)) {
                // An unknown option is appended. It is reported only if all arguments before it are right.
                let typed = example.split(" > ").next().unwrap_or_default();
                let output = shell(folder.path(), &format!("{typed} --no-such-option"));
                let error = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(error.contains("unexpected argument '--no-such-option'"), "{example}: {error}");
                continue;
            }
            let output = shell(folder.path(), &example);
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
            let refused = example.starts_with("pref ask") && printed.contains("\"error\"");
            assert!(!refused, "{example}: {printed}");
            let writes_file =
                example.contains(" > ") || example.contains(" -o a") || example.contains(" --html ");
            let may_be_empty = writes_file || example.contains("tables list");
            assert!(may_be_empty || !printed.trim().is_empty(), "{example} prints nothing");
        }
    }
    assert!(count > 60, "{count} examples");
}

#[test]
fn commands_are_found_in_help() {
    for command in ["solve", "ppn", "rules check", "man"] {
        assert!(COMMANDS.contains(&command.to_owned()), "{command}: {COMMANDS:?}");
    }
}

#[test]
fn examples_are_not_wrapped_at_any_width() {
    for command in COMMANDS.iter() {
        let help = |columns: &str| {
            let output = pref(&format!("{command} --help"), &[]).env("COLUMNS", columns).output();
            String::from_utf8(output.expect("the program runs").stdout).expect("text")
        };
        let usual = help("80");
        for line in usual.lines() {
            assert!(line.chars().count() <= 80, "{command}: {line}");
        }
        for columns in ["60", "120"] {
            assert_eq!(examples(&help(columns)), examples(&usual), "{command} at {columns}");
        }
        for example in examples(&usual) {
            let whole =
                example.lines().all(|line| line.matches(['"', '\'']).count() % 2 == 0 || line.contains("'{"));
            assert!(whole && example.starts_with("pref"), "{example}");
        }
    }
}
