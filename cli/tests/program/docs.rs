//! The examples of the documentation, run again.

use std::path::Path;
use std::process::Command;

/// The words of a command line as a shell takes them, with double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (n, part) in line.split('"').enumerate() {
        if n % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Commands and what they are said to print.
fn examples(text: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            examples.push((command.to_owned(), String::new()));
        } else if let (true, Some((_, output))) = (inside, examples.last_mut()) {
            output.push_str(line);
            output.push('\n');
        }
    }
    examples
}

#[test]
fn examples_print_what_they_are_said_to() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let text = std::fs::read_to_string(root.join("docs/questions.md")).expect("the page");
    let examples = examples(&text);
    assert!(examples.len() >= 9, "{} examples", examples.len());
    for (command, expected) in examples {
        let words = words(command.strip_prefix("pref ").expect("a command of ours"));
        let output = Command::new(env!("CARGO_BIN_EXE_pref"))
            .args(words)
            .env("PREF_TABLES", "no-such-folder")
            .current_dir(root)
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{command}");
    }
}
