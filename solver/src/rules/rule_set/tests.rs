use std::path::{Path, PathBuf};

use super::source::MAX_EXTENDED_FILES;
use super::variant::Variant;

fn error_of_lines(base: &str, lines: &str) -> String {
    let text = format!("name = 'x'\nextends = '{base}'\n{lines}");
    Variant::from_toml(&text).err().map(|error| error.to_string()).unwrap_or_default()
}

fn error_of_object(text: &str) -> String {
    let object: serde_json::Map<_, _> = serde_json::from_str(text).expect("an object");
    Variant::from_json(&object).expect_err("refused").to_string()
}

fn write_file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn type_errors_name_place_and_expected_value() {
    let number = "write a number from 0 to 255";
    for (text, place, right) in [
        ("hand_target = 300", "line 3, column 15", number),
        ("hand_target = 'a'", "line 3, column 15", number),
        ("hand_target = 1979-05-27", "line 3, column 15", "1979-05-27"),
        ("hand_target = 99999999999999999999", "line 3, column 15", "99999999999999999999"),
        ("hand_target = nan", "line 3, column 15", number),
        ("lead = 3", "line 3, column 8", "3 is not valid here: write one of "),
        ("targets = [1]", "line 3, column 11", "a list is not valid here: write a table"),
        ("[auction]\nstrains = 'S'", "line 4, column 11", "write a list in brackets"),
        ("title = 3", "line 3, column 9", "3 is not valid here: write a text in quotes"),
        ("[targets]\nS = -1", "line 4, column 5", number),
        ("[settlement.books]\nprogression = [1, 256]", "line 4, column 19", number),
        ("[settlement.books]\nprices = [1]", "line 4, column 10", "write five numbers"),
        ("[settlement.pot]\nhost_fine = 1.5", "line 4, column 13", number),
        ("[settlement.pot]\nlimit = 5000000000", "line 4, column 9", "from 0 to 4294967295"),
        ("[play]\nhead = 4", "line 4, column 8", "write true or false"),
        ("[auction]\nhold = 'yes'", "line 4, column 8", "write true, false or \"anybody\""),
        ("[settlement.books]\namnesty = 1", "line 4, column 11", "write true or false"),
        ("play = 3", "line 3, column 8", "3 is not valid here: write a table"),
        ("settlement = 3", "line 3, column 14", "3 is not valid here: write a table"),
    ] {
        let error = error_of_lines("rostov", text);
        assert!(error.starts_with(place) && error.contains(right), "{text}: {error}");
    }
    let hexadecimal = Variant::from_toml("name = 'x'\nextends = 'rostov'\n[targets]\nS = 0x7");
    let decimal = Variant::from_toml("name = 'x'\nextends = 'rostov'\n[targets]\nS = 7");
    assert_eq!(hexadecimal.expect("house rules"), decimal.expect("house rules"));
}

#[test]
fn control_characters_in_names_are_refused() {
    let error = |text: &str| Variant::from_toml(text).expect_err("refused").to_string();
    assert_eq!(
        error("extends = 'rostov'\nname = \"a\\u001b[2Jb\""),
        "line 2, column 1, in 'name = \"a\\u001b[2Jb\"': a control character stands in it: write plain text on one line"
    );
    assert!(
        error("name = 'x'\ntitle = \"A\\nB\"\nextends = 'rostov'").starts_with("line 2, column 1, in 'title")
    );
    let object = serde_json::json!({"name": "a\u{7}", "extends": "rostov"});
    let refused = Variant::from_json(object.as_object().expect("an object")).expect_err("refused");
    assert!(refused.to_string().starts_with("name: a control character stands in it"), "{refused}");
}

#[test]
fn error_is_located_under_any_spelling_of_contract() {
    let error = Variant::from_toml("name = 'x'\nextends = 'rostov'\n[targets]\nhearts = 11");
    let error = error.expect_err("refused").to_string();
    assert!(error.starts_with("line 4, column 1, in 'hearts = 11': [targets] H = 11"), "{error}");
}

#[test]
fn errors_in_objects_name_their_key() {
    let error = error_of_object;
    assert!(
        error(r#"{"name":"x","extends":"rostov","settlement":{"books":{"misere":300}}}"#)
            .starts_with("settlement.books.misere: 300 is not valid here: write a number from 0 to 255")
    );
    assert!(
        error(r#"{"name":"x","extends":"rostov","led":"left"}"#)
            .starts_with("led: there is no key 'led' here (did you mean lead?); the keys are ")
    );
    assert!(
        error(r#"{"name":"x","extends":"rostov","hand_target":5}"#)
            .starts_with("hand_target: hand_target is 5")
    );
    assert!(error(r#"{"name":"x","extends":"tarock"}"#).starts_with("extends: there are no rules named"));
    assert!(error(r#"{"name":"x","extends":"ours.toml"}"#).starts_with("extends: only a file"));
}

#[test]
fn only_similar_names_are_suggested() {
    let error = |name: &str| name.parse::<Variant>().expect_err("refused").to_string();
    assert!(error("leningrat").contains("(did you mean leningrad?)"));
    assert!(!error("tarock").contains("did you mean"));
    assert!(error("a\u{1b}[2J").starts_with("there are no rules named 'a\\u{1b}[2j'"));
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn file_extends_other_files_but_not_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| write_file(folder.path(), name, text);
    write("club.toml", "name = 'club'\nextends = 'rostov'\n[play]\nhead = true");
    write("more/own.toml", "name = 'own'\nextends = '../club.toml'\n[play]\nlowest = true");
    let path = write("more/last.toml", "name = 'last'\nextends = 'own.toml'");
    let rules = Variant::from_file(&path).expect("house rules");
    assert_eq!((rules.label(), rules.play_rules().to_string().as_str()), ("last", "trump head lowest"));

    let error =
        |name: &str, text: &str| Variant::from_file(&write(name, text)).expect_err("refused").to_string();
    assert!(error("one.toml", "name = 'x'\nextends = 'one.toml'").contains("the file extends itself"));
    write("two.toml", "name = 'two'\nextends = 'three.toml'");
    let circle = error("three.toml", "name = 'three'\nextends = 'two.toml'");
    assert!(circle.contains("two.toml: line 2, column 1") && circle.contains("extends itself"), "{circle}");
    write("bad.toml", "name = 'bad'\nextends = 'rostov'\nled = 1");
    let bad = error("x.toml", "name = 'x'\nextends = 'bad.toml'");
    assert!(bad.contains("bad.toml: line 3, column 1, in 'led = 1': there is no key 'led'"), "{bad}");
    let none = error("x.toml", "name = 'x'\nextends = 'none.toml'");
    assert!(none.starts_with("line 2, column 1, in 'extends = 'none.toml'': cannot read"), "{none}");
    let text = "name = 'x'\nextends = 'nowhere.toml'";
    let alone = Variant::from_toml(text).expect_err("refused").to_string();
    assert!(alone.starts_with("line 2, column 1") && alone.contains("only a file of rules"), "{alone}");
    write("first.toml", "name = 'first'\nextends = 'rostov'\n[auction]\nlast = 5");
    let both = error("x.toml", "name = 'x'\nextends = 'first.toml'\n[auction]\nfirst = 7");
    assert!(both.contains("line 4, column 1, in 'first = 7'"), "{both}");
}

// Files do not exist on WebAssembly.
#[cfg(not(target_family = "wasm"))]
#[test]
fn chain_of_extended_files_is_limited() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |n: usize| folder.path().join(format!("{n}.toml"));
    std::fs::write(path(0), "name = 'x'\nextends = 'rostov'").expect("a file");
    for n in 1..=MAX_EXTENDED_FILES + 1 {
        std::fs::write(path(n), format!("name = 'x'\nextends = '{}.toml'", n - 1)).expect("a file");
    }
    assert!(Variant::from_file(&path(MAX_EXTENDED_FILES)).is_ok());
    let error = Variant::from_file(&path(MAX_EXTENDED_FILES + 1)).expect_err("refused").to_string();
    assert!(error.contains("the chain of files that extend one another is longer than 32"), "{error}");
}

#[test]
fn contradictory_keys_are_refused() {
    let error = error_of_lines;
    let both = error("austrian-1829-early", "[settlement.pot]\nunit_by_value = 2");
    assert!(both.starts_with("line 4, column 1, in 'unit_by_value = 2': unit_by_value: the unit"), "{both}");
    assert!(error("hungarian", "[decisions]\nkontra = 'each'").contains("settlement.each.prices"));
    assert!(error("russian", "[auction]\nstrains = ['S', 'C', 'D', 'H', 'H']").contains("each once"));
    assert!(error("hungarian-long", "[auction]\nhands_from = 5").contains("for every number already"));
    assert!(error("illustrated", "[auction]\nhands = 'values'").contains("for every number already"));
    assert!(error("hungarian", "[decisions]\nquota = 11").contains("write 0 to 10"));
    assert_eq!(error("illustrated", "[decisions]\nkontra = 'each'"), "");
    assert_eq!(error("illustrated", "[decisions]\nrekontra = 'each'"), "");
    assert!(error("austrian", "[auction]\nonce = true").contains("once: a player who holds"));
    assert!(error("illustrated", "[auction]\ndiscard_first = true").contains("usurp_from = 0"));
    assert!(error("american", "[auction]\nall_offers_pay = true").contains("once = true"));
    let later = "[auction]\nonce = true\nall_offers_pay = true\nhand_for_winner = true";
    assert_eq!(error("american", later), "");
}

#[test]
fn long_text_is_cut_in_messages_and_refused_in_names() {
    let error = |text: &str| Variant::from_toml(text).expect_err("refused").to_string();
    let long = "x".repeat(900_000);
    let key = error(&format!("name = 'x'\nextends = 'austrian'\n{long} = 1"));
    assert!(key.len() < 1000 && key.contains("there is no key"), "{} bytes", key.len());
    let steers = error("name = 'x'\nextends = 'austrian'\n\"a\\u001b[31m\" = 1");
    assert!(!steers.contains('\u{1b}'), "{steers}");
    let name = error(&format!("name = '{long}'\nextends = 'austrian'"));
    assert!(name.len() < 1000 && name.ends_with("write 100 characters at most"), "{} bytes", name.len());
}

#[test]
fn preset_names_are_refused_for_other_rules() {
    let read = |text: &str| Variant::from_toml(text).map_err(|error| error.to_string());
    for name in Variant::names() {
        let preset: Variant = name.parse().expect("a preset");
        let again = read(&preset.to_toml()).expect("the preset itself");
        assert_eq!(again.play_rules(), preset.play_rules());
        // A changed switch may make another key useless, but the name is accepted.
        let switched = preset.with_switch("+head").and_then(|rules| rules.with_switch("+lowest"));
        let error = read(&switched.expect("switches").to_toml()).err().unwrap_or_default();
        assert!(!error.contains("preset") && !error.contains("comma"), "{name}: {error}");
    }
    for (text, expected) in [
        (
            "name = 'russian'\nextends = 'austrian'",
            "'russian' is the name of a preset that has other rules: give these rules another name",
        ),
        (
            "name = ' Russian'\nextends = 'austrian'",
            "' Russian' is the name of a preset that has other rules",
        ),
        (
            "name = 'x'\naliases = ['y', 'austrian']\nextends = 'russian'",
            "'austrian' is the name of a preset",
        ),
        (
            "name = 'austrian'\nextends = 'austrian'\n[play]\nhead = false",
            "'austrian' is the name of a preset",
        ),
        ("name = 'a,+head'\nextends = 'austrian'", "'a,+head' has a comma"),
        ("name = 'x'\naliases = ['a,b']\nextends = 'austrian'", "'a,b' has a comma"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
    assert!(read("name = 'austrian'\ntitle = 'ours'\nextends = 'austrian'").is_ok());
}

#[test]
#[cfg(unix)]
fn pipe_is_refused_as_rules_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts");
    assert!(made.success());
    let error = Variant::from_file(&pipe).expect_err("refused").to_string();
    assert!(error.contains("it is not a regular file"), "{error}");
}

#[test]
fn rules_file_over_size_limit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = "name = \"long\"\nextends = \"austrian\"\n";
    for bytes in [1 << 20, (1 << 20) + 1, (1 << 20) + 1000] {
        let text = format!("{rules}#{}", " ".repeat(bytes - rules.len() - 1));
        let read = Variant::from_file(&write_file(folder.path(), "long.toml", &text));
        if bytes == 1 << 20 {
            assert!(read.is_ok());
            continue;
        }
        let error = read.expect_err("refused").to_string();
        assert!(error.contains("it has more than a million bytes"), "{error}");
    }
}
