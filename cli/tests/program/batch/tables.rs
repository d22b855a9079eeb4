//! Columns of tables: the field that is read from each, and the columns that are copied.

use rstest::rstest;
use serde_json::json;

use super::{Folder, cells};
use crate::DEAL;

/// Tries to copy columns whose names are keys of the answer, into all forms of output. The columns must be refused.
#[test]
fn copied_column_with_name_of_answer_is_refused() {
    let folder = Folder::new();
    folder.write("a.csv", format!("deal,F_S,gains,tricks,contract,best\n{DEAL},7,x,y,S,z\n"));
    folder.write("a.jsonl", format!("{}\n", json!({"deal": DEAL, "gains": 7, "F_S": 1})));
    for flags in [
        "a.csv -o o.csv --ask solve -d F -c S --keep F_S",
        "a.csv -o o.csv --ask solve -d F -c S --goal made --keep F_S",
        "a.csv -o o.csv --ask solve --long --keep tricks",
        "a.csv -o o.csv --ask solve --long --keep contract",
        "a.csv -o o.csv --ask par --keep gains",
        "a.csv -o o.csv --ask talon --keep best",
        "a.csv -o o.csv --ask solve --keep x=F_S,x=gains",
        "a.csv -o o.csv --ask solve --keep record",
        "a.csv -o o.csv --ask solve --keep x=gains,error=tricks",
        "a.jsonl -o o.jsonl --ask par --keep gains",
        "a.jsonl -o o.csv --ask solve -d F -c S --keep F_S",
    ] {
        folder.fails(
            flags,
            2,
            "the output already has this column: name it once, or give it another name, as --keep my_",
        );
    }
    folder.succeeds("a.csv -o o.csv --ask solve -d F -c S --keep old=F_S,gains,tricks,best");
    assert_eq!(
        cells(&folder.text("o.csv"))[0][..7],
        ["record", "id", "old", "gains", "tricks", "best", "F_S"]
    );
    assert_eq!(cells(&folder.text("o.csv"))[1][2..6], ["7", "x", "y", "z"]);
    // The answer to another question may happen to have a key with the name of the copied key.
    let asked = json!({"ask": "auction", "calls": ["pass"], "done": 1});
    folder.write("b.jsonl", format!("{asked}\n"));
    folder.fails("b.jsonl -o b.out.jsonl --ask solve --keep done", 3, "1 record has no answer");
    assert!(folder.text("b.out.jsonl").contains("--keep done: the answer has a key of this name"));
    folder.succeeds("b.jsonl -o c.jsonl --ask solve --keep was=done");
    assert!(folder.text("c.jsonl").contains("\"was\":1"));
}

/// Reads a table with columns that the question does not use. The error names all of them, and `--keep all`
/// copies them.
#[test]
fn keep_all_copies_unused_columns() {
    let folder = Folder::new();
    let names: Vec<String> = (0..30).map(|n| format!("c{n}")).collect();
    let values: Vec<String> = (0..30).map(|n| n.to_string()).collect();
    folder.write("a.csv", format!("{},deal\n{},{DEAL}\n", names.join(","), values.join(",")));
    let (_, message) = folder.run("a.csv -o o.csv --ask solve -c S");
    assert!(
        names.iter().all(|name| message.contains(&format!("'{name}'"))) && message.contains("--keep all"),
        "{message}"
    );
    folder.fails(
        "a.csv -o o.csv --ask solve -c S --keep nope",
        1,
        "there is no column 'nope', which --keep names; there are: 'c0', 'c1'",
    );
    folder.succeeds("a.csv -o o.csv --ask solve -c S -d F --keep all");
    let table = cells(&folder.text("o.csv"));
    assert_eq!(table[0][2..32], names);
    assert_eq!(table[1][2..32], values);
    assert_eq!(table[0][32..34], ["deal", "F_S"]);
    folder.fails("a.csv -o o2.csv --ask par --keep all", 0, "");
    assert_eq!(cells(&folder.text("o2.csv"))[0].iter().filter(|name| *name == "deal").count(), 1);
    folder.fails("a.csv -o p.csv --ask solve -c S --keep x=c1,all --overwrite", 0, "");
    assert_eq!(cells(&folder.text("p.csv"))[0][2..4], ["x", "c0"]);
    folder.fails("- -o p.csv --from csv --ask solve --keep all --overwrite", 2, "write the names");
}

#[test]
fn key_is_read_from_renamed_column() {
    let folder = Folder::new();
    folder.write("a.csv", format!("cards,hand,contract,page\n{DEAL},west,C1,4\n"));
    let message = "there is no column 'deal'; there are: 'cards', 'hand', 'contract', 'page'; name one of them with --columns deal=NAME";
    for ask in ["solve", "talon", "par", "evaluate", "usurp", "review", "advise", "defend -c S", "cards -c S"]
    {
        folder.fails(&format!("a.csv -o o.csv --ask {ask}"), 1, message);
    }
    folder.write("b.csv", format!("Deal\n{DEAL}\n"));
    folder.fails("b.csv -o o.csv --ask solve", 1, "there is no column 'deal'; there are: 'Deal'");
    // Columns of the user that have the name of a key must only be copied.
    folder.succeeds(
        "a.csv -o o.csv --ask solve -d F -c S --columns deal=cards,hand=,contract= --keep hand,contract,page",
    );
    let table = cells(&folder.text("o.csv"));
    assert_eq!(table[0], ["record", "id", "hand", "contract", "page", "F_S", "error_code", "error"]);
    assert_eq!(table[1][2..5], ["west", "C1", "4"]);
    assert!(!table[1][5].is_empty() && table[1][6].is_empty());
    folder.fails(
        "a.csv -o p.csv --ask solve --columns deal=nope",
        1,
        "no column 'nope', which --columns names",
    );
    folder.fails("a.csv -o p.csv --ask solve --columns dael=cards", 2, "solve has no key 'dael'");
    folder.fails("a.csv -o p.csv --ask solve --columns deal", 2, "write KEY=COLUMN");
    folder.write("d.txt", DEAL);
    folder.fails("d.txt -o p.csv --ask solve --columns deal=x", 2, "only tables");
}

/// Reads a table of answers as an input.
#[test]
fn output_is_read_as_input() {
    let folder = Folder::new();
    folder.write("a.txt", format!("{DEAL}\nno deal\n"));
    folder.fails("a.txt -o a.csv --ask solve -d F -c S --keep deal", 3, "1 record");
    folder.fails("a.csv -o b.csv --ask solve -d M -c S --keep F_S", 3, "1 record");
    folder.fails("a.csv -o c.csv --ask solve -d M -c H --keep first=record,all", 3, "1 record");
    let table = cells(&folder.text("c.csv"));
    assert_eq!(table[0], ["record", "id", "first", "deal", "F_S", "M_H", "error_code", "error"]);
    assert_eq!((table[2][2].as_str(), table[2][6].as_str()), ("2", "bad-deal"));
}

/// Reads bytes that are not UTF-8. They must be refused with their place, and nothing may be replaced
/// silently.
#[test]
fn bytes_that_are_not_utf8_are_refused_with_line() {
    let folder = Folder::new();
    let row = |page: &[u8]| [DEAL.as_bytes(), b",", page, b"\n"].concat();
    folder.write("a.csv", [b"deal,page\n".to_vec(), row(b"caf\xc3\xa9"), row(b"caf\xe9")].concat());
    folder.fails("a.csv -o a.out.csv --ask solve -d F -c S --keep page", 3, "1 record");
    let table = cells(&folder.text("a.out.csv"));
    assert_eq!((table[1][2].as_str(), table[1][4].as_str()), ("caf\u{e9}", ""));
    assert_eq!(table[2][2], "");
    assert_eq!(table[2][5], "line 3: the column 'page': this is not UTF-8: save the file as UTF-8");
    let object = |text: &[u8]| [br#"{"ask":"auction","x_who":""#, text, b"\"}\n"].concat();
    folder.write("a.jsonl", [object(b"Zo\xc3\xab"), object(b"Zo\xeb")].concat());
    folder.fails("a.jsonl -o a.out.jsonl", 3, "1 record");
    let answers = folder.text("a.out.jsonl");
    assert!(answers.contains("Zo\u{eb}") && !answers.contains('\u{fffd}'), "{answers}");
    assert!(answers.contains("line 2: this is not UTF-8"), "{answers}");
    folder.write("head.csv", b"deal,caf\xe9\n");
    folder.fails("head.csv -o h.csv --ask solve", 1, "the names of the columns are not UTF-8");
    let wide = |mark| {
        format!("{mark}deal\r\n{DEAL}\r\n").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
    };
    for (name, mark) in
        [("wide.csv", "\u{feff}"), ("wide.txt", ""), ("wide.jsonl", "\u{feff}"), ("plain.csv", "")]
    {
        folder.write(name, wide(mark));
        folder.fails(
            &format!("{name} -o w.csv --ask solve"),
            1,
            "this is UTF-16, as PowerShell and Excel write it",
        );
    }
}

/// Reads tables in the forms in which spreadsheets write them.
#[rstest]
#[case("sep.csv", format!("\u{feff}sep=;\r\ndeal;page\r\n{DEAL};\"two\nlines; here, \u{20}\"\r\n"))]
#[case("semicolon.csv", format!("\u{feff}deal;page\r\n\"{DEAL}\";\"two\nlines; here, \u{20}\"\r\n"))]
#[case("tab.tsv", format!("deal\tpage\r\n{DEAL}\t\"two\nlines; here, \u{20}\"\r\n"))]
#[case("comma.csv", format!("\"deal\",\"page\"\n\"{DEAL}\",\"two\nlines; here, \u{20}\""))]
fn tables_of_spreadsheets_are_read(#[case] name: &str, #[case] text: String) {
    let folder = Folder::new();
    let right = format!("{DEAL},two\nlines; here, \u{20}\n");
    folder.write(name, text);
    folder.succeeds(&format!("{name} -o o.csv --overwrite --ask solve -d F -c S --keep deal,page"));
    let table = cells(&folder.text("o.csv"));
    assert_eq!(format!("{},{}\n", table[1][2], table[1][3]), right, "{name}");
    assert_eq!(table.len(), 2, "{name}");
}
