//! `pref tables`, and the effect of endgame tables on other commands.

use std::fs;

use assert_cmd::Command;
use preference::search::EndgameTableId;
use preference_fixtures::deals;
use serde_json::Value;
use tempfile::TempDir;

use super::{pref, text};

/// A command that runs the program with these arguments and this folder of tables.
fn pref_with_tables(folder: &TempDir, arguments: &str) -> Command {
    let mut command = pref(arguments, &[]);
    command.env("PREF_TABLES", folder.path()).env_remove("PREF_TABLES_LIMIT");
    command
}

fn errors(command: &mut Command, code: i32) -> String {
    String::from_utf8(command.assert().code(code).get_output().stderr.clone()).expect("text")
}

/// Returns `count` deals as input, one on each line.
fn lines(count: usize) -> String {
    deals()[..count].iter().map(|known| format!("{}\n", known.deal)).collect()
}

/// Lets a table exceed the limit on the size of files. The error must be reported like a full disk, and no file may
/// remain.
#[test]
#[cfg(unix)]
fn table_over_file_size_limit_is_not_stored() {
    let folder = TempDir::new().expect("a temporary folder");
    let build = format!("ulimit -f 1000; exec '{}' tables build notrump-most", env!("CARGO_BIN_EXE_pref"));
    let mut command = Command::new("sh");
    command.args(["-c", &build]).env("PREF_TABLES", folder.path());
    let message = errors(&mut command, 1);
    assert!(message.contains("cannot store the table notrump-most"), "{message}");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn table_is_built_used_verified_and_removed() {
    let folder = TempDir::new().expect("a temporary folder");
    let built = text(pref_with_tables(&folder, "tables build notrump-most").assert().success().get_output());
    assert!(built.contains("notrump-most") && built.contains("built in"), "{built}");
    let again = text(pref_with_tables(&folder, "tables build notrump-most").assert().success().get_output());
    assert!(again.contains("ready already"), "{again}");
    let listed = text(pref_with_tables(&folder, "tables list --format json").assert().success().get_output());
    assert_eq!(listed, "{\"table\":\"notrump-most\",\"bytes\":17002631,\"state\":\"ready\"}\n");
    let schema: Value = serde_json::from_str(include_str!("../../../docs/schema/tables.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    assert!(schema.is_valid(&serde_json::from_str(&listed).expect("JSON")));
    assert!(!schema.is_valid(&serde_json::json!({})));
    for table in EndgameTableId::for_rules(&"austrian,+nosteal".parse().expect("rules"), true) {
        let row = serde_json::json!({"table": table.to_string(), "bytes": 0, "state": "ready"});
        assert!(schema.is_valid(&row), "{row}");
        let row =
            serde_json::json!({"table": table.four_card_values().to_string(), "bytes": 0, "state": "ready"});
        assert!(schema.is_valid(&row), "{row}");
    }
    let checked = text(pref_with_tables(&folder, "tables verify").assert().success().get_output());
    assert!(checked.contains("good"), "{checked}");

    let solve = "solve --rules american --contract N --format json --threads 1";
    let solved = |arguments: &str| {
        text(pref_with_tables(&folder, arguments).write_stdin(lines(600)).assert().success().get_output())
    };
    assert_eq!(solved(solve), solved(&format!("{solve} --no-tables")));

    // One value is changed. The checksum must detect that, and the table must be ignored.
    let file = folder.path().join("notrump-most.2.endgame");
    let mut bytes = fs::read(&file).expect("the table was built");
    bytes[9_000_000] ^= 1;
    fs::write(&file, bytes).expect("the file can be written");
    let listed = text(pref_with_tables(&folder, "tables list --format json").assert().success().get_output());
    assert!(listed.contains("\"state\":\"not verified\""), "{listed}");
    let wrong = errors(&mut pref_with_tables(&folder, "tables verify notrump-most"), 1);
    assert!(wrong.contains("1 of the tables cannot be used"), "{wrong}");
    let warned =
        pref_with_tables(&folder, solve).write_stdin(lines(600)).assert().success().get_output().clone();
    assert_eq!(text(&warned), solved(&format!("{solve} --no-tables")));

    pref_with_tables(&folder, "tables remove notrump-most").assert().success();
    let none = text(pref_with_tables(&folder, "tables list").assert().success().get_output());
    assert_eq!(none, "no tables\n");
}

#[test]
fn damaged_table_is_reported_and_ignored() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("notrump-most.2.endgame"), "rubbish").expect("the file can be written");
    fs::write(folder.path().join("notes.txt"), "no table").expect("the file can be written");
    let listed = text(pref_with_tables(&folder, "tables list").assert().success().get_output());
    assert!(listed.contains("is not an endgame table, or is damaged at its beginning"), "{listed}");
    assert_eq!(listed.lines().count(), 1, "{listed}");
    let solve = "solve --rules russian --contract N --declarer F --format json";
    let warning = errors(pref_with_tables(&folder, solve).write_stdin(lines(1000)), 0);
    assert!(warning.contains("notrump-most") && warning.contains("build --force notrump-most"), "{warning}");
    assert_eq!(warning.lines().count(), 1, "{warning}");
    assert_eq!(
        errors(pref_with_tables(&folder, &format!("{solve} --no-tables")).write_stdin(lines(1000)), 0),
        ""
    );
    fs::write(folder.path().join("notrump-most.1.endgame"), "an older one").expect("the file can be written");
    let noted = errors(&mut pref_with_tables(&folder, "tables list"), 0);
    assert!(noted.contains("1 more file of other versions"), "{noted}");
    pref_with_tables(&folder, "tables remove --all").assert().success();
    assert!(!folder.path().join("notrump-most.1.endgame").exists());
    assert!(folder.path().join("notes.txt").exists());
    assert!(!folder.path().join("notrump-most.2.endgame").exists());
}

/// Solves enough deals that the table of four-card endings is built and stored. The next run must read the stored
/// table: here it reports that the table is damaged, and builds it again.
#[test]
fn four_card_values_are_stored_for_next_run() {
    let folder = TempDir::new().expect("a temporary folder");
    let run = |arguments: &str| {
        let mut command =
            pref_with_tables(&folder, &format!("solve --rules american --format json {arguments}"));
        let output = command.write_stdin(lines(1000)).assert().success().get_output().clone();
        (text(&output), String::from_utf8(output.stderr).expect("text"))
    };
    let expected = (run("--no-tables").0, String::new());
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
    assert_eq!(run(""), expected);
    let file = folder.path().join("suit-most-four.2.endgame");
    let whole = fs::read(&file).expect("the table is stored");
    let listed = text(pref_with_tables(&folder, "tables list --format json").assert().success().get_output());
    assert!(listed.contains(r#"{"table":"suit-most-four","bytes":"#), "{listed}");
    let schema: Value = serde_json::from_str(include_str!("../../../docs/schema/tables.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    assert!(listed.lines().all(|row| schema.is_valid(&serde_json::from_str(row).expect("JSON"))), "{listed}");
    pref_with_tables(&folder, "tables verify suit-most-four").assert().success();

    let mut damaged = whole.clone();
    damaged[1_000_000] ^= 1;
    fs::write(&file, &damaged).expect("the file can be written");
    assert_eq!(run("--no-tables"), expected);
    assert!(fs::read(&file).expect("the table") == damaged, "a run without tables replaced the table");
    let (solved, warning) = run("");
    assert_eq!(solved, expected.0);
    let reason = "is damaged: the checksum is wrong; it is not used";
    let remedy = "build it again with pref tables build --force suit-most-four";
    assert!(warning.contains(reason) && warning.contains(remedy), "{warning}");
    assert_eq!(warning.lines().count(), 1, "{warning}");
    assert!(fs::read(&file).expect("the table") == whole, "the table was not built again");

    pref_with_tables(&folder, "tables remove --all").assert().success();
    assert!(!file.exists());
}

/// Lets the program solve with a folder that cannot be created.
#[test]
#[cfg(target_os = "linux")]
fn folder_that_cannot_be_created_causes_no_message() {
    let mut command = pref("solve --rules american --format json", &[]);
    command.env("PREF_TABLES", "/proc/no-such-folder/tables").env_remove("PREF_TABLES_LIMIT");
    assert_eq!(errors(command.write_stdin(lines(1000)), 0), "");
}

#[test]
fn unusable_folder_is_reported_by_name() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("file"), "").expect("the file can be written");
    let path = folder.path().join("file").join("tables");
    let refused = errors(pref("tables build", &[]).env("PREF_TABLES", &path), 1);
    assert!(refused.contains("cannot store the table") && refused.contains("file"), "{refused}");
    let printed = text(pref("tables path", &[]).env("PREF_TABLES", &path).assert().success().get_output());
    assert_eq!(printed.trim_end(), path.to_str().expect("text"));
}

#[test]
fn unknown_table_names_are_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    for wrong in
        ["tables remove suit", "tables verify suit-most-overtrump", "tables build notrump-most-trump"]
    {
        let refused = errors(&mut pref_with_tables(&folder, wrong), 2);
        assert!(refused.contains("is not the name of a table"), "{refused}");
    }
    assert!(errors(&mut pref_with_tables(&folder, "tables remove"), 2).contains("<TABLE>"));
}

#[test]
fn short_run_builds_no_table_and_wrong_limit_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let solve = |arguments: &str| {
        let mut command =
            pref_with_tables(&folder, &format!("solve --rules american --contract N {arguments}"));
        command.write_stdin(lines(2));
        command
    };
    solve("").env("PREF_TABLES_LIMIT", "50").assert().success();
    solve("--tables-limit 50").env("PREF_TABLES_LIMIT", "").assert().success();
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
    let refused = errors(solve("").env("PREF_TABLES_LIMIT", "1 GB"), 2);
    assert_eq!(refused, "pref: PREF_TABLES_LIMIT: write a number of megabytes, such as 500\n");
    errors(&mut solve("--tables-limit 50 --no-tables"), 2);
}
