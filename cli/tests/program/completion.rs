//! Words that shells offer to complete a command.

use std::process::Command;

use preference::players::PlayerKind;
use preference::protocol::entries::QUESTION_NAMES;
use preference::rules::Variant;

use crate::{answer, pref};

/// The words that bash offers after these words.
#[cfg(unix)]
fn bash_completions(words: &[&str]) -> Vec<String> {
    let script = answer("completions bash", &[]);
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let (last, before) = (words.len() - 1, words.len().saturating_sub(2));
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), script).expect("the file is written");
    let ask = format!(
        ". '{}'\nCOMP_WORDS=({}); COMP_CWORD={last}; _pref pref '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        file.path().display(),
        quoted.join(" "),
        words[last],
        words[before],
    );
    let output = Command::new("bash").args(["--norc", "-c", &ask]).output().expect("bash starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn bash_offers_words_of_closed_lists() {
    for words in [
        &["pref", "solve", "--rules", ""][..],
        &["pref", "solve", "-r", ""],
        &["pref", "rules", "show", ""],
        &["pref", "score", "--rules", ""],
    ] {
        let offered = bash_completions(words);
        for name in Variant::names() {
            assert!(offered.iter().any(|word| word == name), "{words:?}: {name} in {offered:?}");
        }
    }
    assert_eq!(bash_completions(&["pref", "cards", "--declarer", ""]), ["F", "M", "R"]);
    assert_eq!(bash_completions(&["pref", "solve", "--declarer", ""]), ["F", "M", "R", "all"]);
    assert_eq!(bash_completions(&["pref", "batch", "solve", "--declarer", ""]), ["F", "M", "R", "all"]);
    assert_eq!(bash_completions(&["pref", "cards", "--kontra", ""]), ["F", "M", "R"]);
    assert_eq!(bash_completions(&["pref", "cards", "--leader", "le"]), ["left"]);
    assert_eq!(bash_completions(&["pref", "defend", "--contract", "open"]), ["open-misere", "open-slam"]);
    assert_eq!(bash_completions(&["pref", "par", "--color", "a"]), ["auto", "always"]);
    assert_eq!(bash_completions(&["pref", "par", "--model", "se"]), ["selfish"]);
}

#[test]
#[cfg(unix)]
fn bash_offers_players_in_lists() {
    let offered = |word| bash_completions(&["pref", "match", "--players", word]);
    let first = offered("");
    for name in PlayerKind::ALL.map(PlayerKind::name) {
        assert!(first.iter().any(|word| word == name), "{name} in {first:?}");
    }
    assert_eq!(first.len(), 4 + 64);
    let last = ["random", "beginner", "quick", "strong"].map(|name| format!("strong,quick,{name}"));
    assert_eq!(offered("strong,quick,"), last);
    assert_eq!(offered("quick,strong,b"), ["quick,strong,beginner"]);
}

/// The names in a message that lists the accepted names: `there is no schema 'x'; schemas: solve talon …`.
fn accepted_names(arguments: &str) -> Vec<String> {
    let refused = pref(arguments, &[]).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    let (_, names) = message.split_once("; schemas: ").expect("a list of names");
    names.split_whitespace().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn bash_offers_every_schema_that_is_printed() {
    let mut offered = bash_completions(&["pref", "schema", ""]);
    let mut printed = accepted_names("schema nothing");
    offered.retain(|word| !word.starts_with('-'));
    offered.sort();
    printed.sort();
    assert_eq!(offered, printed);
    assert!(QUESTION_NAMES.iter().all(|ask| offered.iter().any(|word| word == ask)), "{offered:?}");
}

#[test]
#[cfg(unix)]
fn bash_offers_only_questions_that_batch_accepts() {
    let offered = bash_completions(&["pref", "batch", "--ask", ""]);
    assert!(offered.iter().any(|word| word == "solve"), "{offered:?}");
    for ask in QUESTION_NAMES {
        // The name of the question is checked before the input is found missing.
        let run = pref(&format!("batch no-such-file.jsonl -o - --ask {ask}"), &[])
            .output()
            .expect("the program runs");
        let is_taken = !String::from_utf8_lossy(&run.stderr).contains("--ask");
        assert_eq!(offered.iter().any(|word| word == ask), is_taken, "{ask} in {offered:?}");
    }
}

#[test]
fn zsh_reads_first_word_of_batch_as_command() {
    let script = answer("completions zsh", &[]);
    let batch = script.split("pref-batch-command-").nth(1).expect("a case for the commands of batch");
    assert!(batch.starts_with("$line[1]:"), "{}", &batch[..40]);
}

#[test]
fn script_of_each_shell_has_values_of_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = answer(&format!("completions {shell}"), &[]);
        if ["bash", "zsh", "fish"].contains(&shell) {
            for word in ["austrian-1829-early", "open-misere", "declarer", "selfish"] {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
        assert!(!["bash", "zsh", "fish"].contains(&shell) || script.contains("tables-path"), "{shell}");
    }
}

/// Checks the words that the script for fish offers for arguments without a flag. The value of the argument of `rules
/// show` may also be the name of a file.
#[test]
fn fish_offers_words_of_positional_arguments() {
    let script = answer("completions fish", &[]);
    let words = |condition: &str, files: &str| -> Vec<&str> {
        let start = format!("complete -c pref -n \"__fish_pref_using_subcommand {condition}\"{files} -a \"");
        let lines = script.lines().filter_map(|line| line.strip_prefix(&*start)?.strip_suffix('"'));
        lines.flat_map(str::split_whitespace).collect()
    };
    assert_eq!(words("schema", " -f"), accepted_names("schema nothing"));
    assert_eq!(words("completions", " -f"), ["bash", "elvish", "fish", "powershell", "zsh"]);
    assert_eq!(words("rules; and __fish_seen_subcommand_from show", ""), Variant::names());
    assert!(words("solve", " -f").is_empty(), "deals are not a closed list");
}
