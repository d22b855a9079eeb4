//! Files in the forms in which other programs write them.

use std::fs;

use rstest::rstest;
use serde_json::{Value, json};

use super::{Folder, cells};
use crate::{DEAL, answer};

/// Reads cells in which Spark has written quotes. No cell may be changed, and no rows may be joined.
#[test]
fn backslash_quotes_are_read_on_request() {
    let folder = Folder::new();
    let notes = [r#""\"""#, r#""\\\"x""#, r#""say \"hi\"""#, r#""a,\"b\nc""#, r#""""#, r"back\slash"];
    let rows: String = notes.iter().map(|note| format!("{DEAL},S,{note}\n")).collect();
    folder.write("spark.csv", format!("deal,contract,note\n{rows}"));
    folder.succeeds("spark.csv -o o.csv --ask solve -d F --keep note --quotes backslash");
    let table = cells(&folder.text("o.csv"));
    let read: Vec<&str> = table[1..].iter().map(|row| row[2].as_str()).collect();
    assert_eq!(
        read,
        ["\"", r#"\"x"#, r#"say "hi""#, "a,\"b\nc".replace('\n', "n").as_str(), "", r"back\slash"]
    );
    assert!(table[1..].iter().all(|row| row[3] == table[1][3] && !row[3].is_empty()));
    folder.fails("spark.csv -o o.csv --ask solve -d F --keep note --overwrite", 3, "no answer");
    let text = folder.text("o.csv");
    assert!(text.contains("write --quotes backslash"), "{text}");
    // Cells that are not refused must be correct.
    assert!(cells(&text)[1..].iter().all(|row| row[2].is_empty() || row[2] == r"back\slash"), "{text}");
}

/// Reads a long file with stray quotes, whose cells cross the reader's blocks at many positions. All stray quotes must
/// be found.
#[test]
fn stray_quotes_are_found_in_long_files() {
    let folder = Folder::new();
    let mut rows = String::from("id,deal,note\n");
    for n in 0..400 {
        let note = match n % 4 {
            0 => "\"a \"\"quote\"\"\"".to_owned(),
            1 => "5\" long".to_owned(),
            2 => format!("\"{}\r\nand \"\"\"", "x".repeat(n)),
            _ => format!("\"{}\" x", "y".repeat(n)),
        };
        rows += &format!("{n},{DEAL},{note}\r\n");
    }
    folder.write("a.csv", rows);
    folder.fails("a.csv -o o.csv --ask solve -d F -c S --keep note", 3, "100 records have no answer");
    let table = cells(&folder.text("o.csv"));
    assert_eq!(table.len(), 401);
    for (n, row) in table[1..].iter().enumerate() {
        assert_eq!(row[4].is_empty(), n % 4 != 3, "{row:?}");
        assert!(n % 4 != 1 || row[2] == "5\" long");
    }
}

/// Reads files that end within a quoted cell. The rows that became part of this cell must not be lost without an error
/// message.
#[rstest]
#[case(400, 199)]
#[case(3, 0)]
#[case(3, 2)]
fn quote_open_at_end_of_file_is_refused(#[case] rows: usize, #[case] first_lost: usize) {
    let folder = Folder::new();
    let row = |n: usize, note: &str| format!("{n},{DEAL},{note}\n");
    let notes = (0..rows).map(|n| row(n, if n == first_lost { "\"open" } else { "\"closed\"" }));
    // Line 1 has the names of the columns. A quote after the open one would close it, so later quotes are removed.
    let notes: String = notes.collect::<String>();
    let tail = notes.split_at(notes.find("\"open").expect("a note with an open quote") + 5);
    folder.write("a.csv", format!("id,deal,note\n{}{}", tail.0, tail.1.replace('"', "")));
    folder.fails("a.csv -o o.csv --ask solve -d F -c S --keep note --overwrite", 3, "1 record has no answer");
    let table = cells(&folder.text("o.csv"));
    assert_eq!(table.len(), first_lost + 2);
    let error = &table[first_lost + 1];
    let expected = format!("line {}: a quote opens a cell of this row", first_lost + 2);
    assert!(error.iter().any(|cell| cell.starts_with(&expected)), "{error:?}");
}

/// Reads a file in which an open quote is followed by more bytes than a record may have, and files with wrong quotes in
/// the names of the columns.
#[test]
fn open_quote_is_reported_in_long_files_and_column_names() {
    let folder = Folder::new();
    let rows = format!("2,{DEAL},x\n").repeat((2 << 20) / DEAL.len());
    folder.write("long.csv", format!("id,deal,note\n1,{DEAL},\"open\n{rows}"));
    let arguments = "-o o.csv --ask solve -d F -c S --keep all --overwrite";
    let message = "cannot read long.csv: line 2: a quote opens a cell of this row: a record is longer than";
    folder.fails(&format!("long.csv {arguments}"), 1, message);
    for names in ["deal,\"note", "deal,\"note\"x"] {
        folder.write("a.csv", format!("{names}\n{DEAL},a\n{DEAL},b\n"));
        let message = "cannot read a.csv: a quote in the names of the columns";
        folder.fails(&format!("a.csv {arguments}"), 1, message);
    }
}

/// Reads a file that is one JSON list, as pandas writes it by default.
#[rstest]
#[case(json!([{ "deal": DEAL }, { "deal": DEAL }]).to_string())]
#[case(format!("\n [ {{\"deal\":\"{DEAL}\"}} ]\n"))]
#[case(format!("[\n{{\"deal\":\"{DEAL}\"}}\n]\n"))]
fn json_list_is_refused_as_whole(#[case] list: String) {
    let folder = Folder::new();
    folder.write("list.json", list);
    let message =
        "cannot read list.json: it is one JSON list: write each of its objects on a line of its own";
    folder.fails("list.json -o o.jsonl --ask solve -d F -c S", 1, message);
    assert_eq!(folder.names(), ["list.json"]);
}

#[test]
fn id_keeps_its_blanks() {
    let folder = Folder::new();
    folder.write("a.csv", format!("id,deal\n 8 , {DEAL} \n"));
    folder.succeeds("a.csv -o o.csv --ask solve -d F -c S");
    assert_eq!(cells(&folder.text("o.csv"))[1][1], " 8 ");
}

/// Reads files whose records lack fields that the names of folders have, as Spark and other programs write them.
#[test]
fn folder_names_supply_missing_fields() {
    let folder = Folder::new();
    let name = "out/rules=american%2C-trump/declarer=M/contract=__HIVE_DEFAULT_PARTITION__/day=5";
    fs::create_dir_all(folder.path(name)).expect("a folder");
    folder.write(&format!("{name}/a.txt"), format!("{DEAL}\n"));
    folder.write(&format!("{name}/a.csv"), format!("deal,declarer\n{DEAL},\n{DEAL},R\n"));
    folder.write(&format!("{name}/a.json"), format!("{}\n", json!({"deal": DEAL, "rules": "russian"})));
    let files = format!("{name}/a.txt {name}/a.csv {name}/a.json");
    folder.succeeds(&format!("{files} -o o.jsonl --ask solve -c S"));
    let american = answer("solve -c S -d M --rules american,-trump --format json", &[DEAL]);
    let right = [
        american.clone(),
        american,
        answer("solve -c S -d R --rules american,-trump --format json", &[DEAL]),
        answer("solve -c S -d M --rules russian --format json", &[DEAL]),
    ];
    assert_eq!(folder.text("o.jsonl"), right.concat());
    folder.fails("out -o p.jsonl --ask solve", 1, "it is a folder: name its files, such as out/part-*");
}

/// Copies columns that only the names of folders have, as in tables that Spark has split. A value in the record itself
/// takes precedence.
#[test]
fn folder_names_are_copied() {
    let folder = Folder::new();
    let folders = ["out/month=ma%20y/day=__HIVE_DEFAULT_PARTITION__", "out/month=june/day=5"];
    for name in folders {
        fs::create_dir_all(folder.path(name)).expect("a folder");
        folder.write(&format!("{name}/a.csv"), format!("page,deal\n7,{DEAL}\n"));
        folder.write(&format!("{name}/a.txt"), format!("{DEAL}\n"));
        let [with, without] = [json!({"deal": DEAL, "month": "mine"}), json!({"deal": DEAL})];
        folder.write(&format!("{name}/a.jsonl"), format!("{with}\n{without}\n"));
    }
    let ask = "--ask solve -d F -c S";
    let kept = |ending: &str, flags: &str, columns: std::ops::Range<usize>| -> Vec<Vec<String>> {
        let [first, second] = folders.map(|name| format!("{name}/a.{ending}"));
        folder.succeeds(&format!("{first} {second} -o o.csv --overwrite {ask} {flags}"));
        cells(&folder.text("o.csv")).iter().map(|row| row[columns.clone()].to_vec()).collect()
    };
    let right = [["page", "month", "when"], ["7", "ma y", ""], ["7", "june", "5"]];
    assert_eq!(kept("csv", "--keep page,month,when=day", 2..5), right);
    let all = [["page", "deal", "month", "day"], ["7", DEAL, "ma y", ""], ["7", DEAL, "june", "5"]];
    assert_eq!(kept("csv", "--keep all", 2..6), all);
    assert_eq!(kept("txt", "--keep month", 2..3), [["month"], ["ma y"], ["june"]]);
    assert_eq!(kept("jsonl", "--keep month", 2..3), [["month"], ["mine"], ["ma y"], ["mine"], ["june"]]);
    folder.write("a.csv", format!("page,deal\n7,{DEAL}\n"));
    folder.fails(
        &format!("{}/a.csv a.csv -o p.csv {ask} --keep page,month", folders[0]),
        1,
        "cannot read a.csv: there is no column 'month', which --keep names; there are: 'page', 'deal'",
    );
}

/// Reads row numbers without a name, and missing values as R, pandas and databases write them.
#[test]
fn tables_of_r_and_databases_are_read() {
    let folder = Folder::new();
    let nulls = ["NA", "NULL", "\\N", "NaN", ""];
    let row = |(n, null): (usize, &&str)| format!("\"{n}\",\"{DEAL}\",{null},\"S\",{null},\n");
    let rows: String = nulls.iter().enumerate().map(row).collect();
    folder.write("r.csv", format!("\"\",\"deal\",\"declarer\",\"contract\",\"id\",\n{rows}"));
    folder.succeeds("r.csv -o o.jsonl --ask solve -d F");
    let lines = folder.text("o.jsonl");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 5);
    for (line, id) in lines.iter().zip(nulls) {
        assert_eq!(line["results"][0]["declarer"], "F");
        assert_eq!(line["id"].as_str().unwrap_or_default(), id);
    }
    folder.fails("r.csv -o p.csv --ask solve -d F --keep all", 1, "two columns have the name ''");
    folder.write("p.csv", format!("\u{feff}#TYPE Selected.Object\r\n\"deal\"\r\n\"{DEAL}\"\r\n\"F:A\"\r\n"));
    folder.fails("p.csv -o q.csv --ask solve -d F --rejects bad.csv", 0, "1 record has no answer");
    assert_eq!(cells(&folder.text("bad.csv"))[1][2], "4");
    folder.write("bare.csv", format!("{DEAL},F\n{DEAL},M\n"));
    folder.fails("bare.csv -o q2.csv --ask solve", 1, "the first line has to name the columns");
}

#[rstest]
#[case("a.xlsx", b"PK\x03\x04\x14\0", "workbook (.xlsx, .ods)")]
#[case("a.csv", b"PK\x03\x04\x14\0", "save the sheet as CSV")]
#[case("a.xls", b"\xD0\xCF\x11\xE0\xA1\xB1", "workbook")]
#[case("part-0", b"PAR1\x15\0", "write --from parquet")]
#[case("a.db", b"SQLite format 3\0\x10", "SQLite database")]
#[case("a.arrow", b"ARROW1\0\0\xff", "write it as Parquet")]
fn binary_files_are_refused_by_kind(#[case] name: &str, #[case] mark: &[u8], #[case] expected: &str) {
    let folder = Folder::new();
    folder.write(name, mark);
    folder.fails(&format!("{name} -o o.csv --ask solve"), 1, expected);
}
