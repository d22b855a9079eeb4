//! Examples of the documentation, run again.
//!
//! With `UPDATE_EXAMPLES=1` the pages are rewritten with the current output of the commands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rstest::rstest;

/// Runs a command as a new user would, in the folder of the project and without endgame tables, and returns
/// its output.
fn output(root: &Path, command: &str) -> String {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_pref"));
    let folder = program.parent().expect("the folder of the program").display();
    let path = std::env::var("PATH").unwrap_or_default();
    // The first command in the documentation builds the program, which is built already here.
    let command = command.replace("cargo run -- ", "pref ");
    let output = Command::new("sh")
        .args(["-c", &command])
        .env("PATH", format!("{folder}:{path}"))
        .env("PREF_TABLES", "no-such-folder")
        .env("PREF_TABLES_LIMIT", "0")
        .env_remove("COLUMNS")
        .current_dir(root)
        .output()
        .expect("a shell");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The page with the current output of all its commands, and the number of commands.
fn run_again(root: &Path, page: &str) -> (String, usize) {
    let (mut written, mut commands, mut inside, mut printed) = (String::new(), 0, false, false);
    for line in page.split_inclusive('\n') {
        if line.starts_with("```") {
            inside = line == "```console\n";
            printed = false;
        }
        if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            printed = true;
            commands += 1;
            written += line;
            written += &output(root, command);
        } else if !(inside && printed) {
            written += line;
        }
    }
    (written, commands)
}

/// In the blocks of a page that are marked `console`, each line that begins with `$` is a command of a shell.
#[rstest]
fn examples_print_documented_output(
    #[values(
        "README.md",
        "docs/questions.md",
        "docs/advice.md",
        "docs/misere.md",
        "docs/hand-values.md",
        "docs/points.md",
        "docs/players.md",
        "docs/bots.md",
        "docs/programs.md",
        "docs/hands.md",
        "docs/batch.md"
    )]
    page: &str,
) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let path = root.join(page);
    let text = fs::read_to_string(&path).expect("the page");
    let (now, commands) = run_again(root, &text);
    assert!(commands >= 3, "{page}: {commands} examples");
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        fs::write(&path, now).expect("the page is written");
        return;
    }
    for (number, (then, now)) in text.lines().zip(now.lines()).enumerate() {
        assert_eq!(then, now, "{page}, line {}", number + 1);
    }
    assert_eq!(text.len(), now.len(), "{page}");
}

/// The anchor of a heading in the form of the sites that show these pages.
fn anchor(heading: &str) -> String {
    let kept = heading
        .to_lowercase()
        .chars()
        .filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-')
        .collect::<String>();
    kept.replace(' ', "-")
}

#[test]
fn links_lead_to_existing_headings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut links = 0;
    for page in [
        "README.md",
        "CONTRIBUTING.md",
        "ARCHITECTURE.md",
        "docs/notation.md",
        "docs/library.md",
        "docs/questions.md",
        "docs/advice.md",
        "docs/bots.md",
        "docs/batch.md",
        "docs/cluster.md",
        "docs/hands.md",
        "docs/misere.md",
        "docs/players.md",
        "docs/hand-values.md",
        "docs/numbers.md",
        "docs/points.md",
        "docs/problems.md",
        "docs/programs.md",
        "docs/rules.md",
        "docs/search.md",
        "docs/speed.md",
        "docs/words.md",
    ] {
        let path = root.join(page);
        let text = fs::read_to_string(&path).expect("the page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") || link.contains(char::is_whitespace) {
                continue;
            }
            links += 1;
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { path.clone() } else { path.parent().expect("a folder").join(file) };
            assert!(target.exists(), "{page}: {link}");
            if !heading.is_empty() {
                let there = fs::read_to_string(&target).expect("a page");
                let mut headings = there
                    .lines()
                    .filter(|line| line.starts_with('#'))
                    .map(|line| anchor(line.trim_start_matches(['#', ' '])));
                assert!(headings.any(|found| found == heading), "{page}: {link}");
            }
        }
    }
    assert!(links > 30, "{links} links");
}
